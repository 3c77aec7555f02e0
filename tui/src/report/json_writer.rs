//! Writes JSON in which every character is visible; findings, fixes and edits as values.

use std::io::{self, Write};

use icu_properties::props::{DefaultIgnorableCodePoint, GeneralCategory, GeneralCategoryGroup};
use icu_properties::{CodePointMapData, CodePointSetData};
use iri_core::text::InReference;
use iri_core::{Edit, Finding, Fix};
use serde::ser::SerializeSeq;
use serde::{Serialize, Serializer};
use serde_json::ser::Formatter;

/// Writes `value` as one line.
///
/// # Errors
/// If `out` cannot be written.
pub fn write_line(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    write_value(out, value)?;
    out.write_all(b"\n")
}

/// Writes `value` without a line end.
///
/// # Errors
/// If `out` cannot be written.
pub fn write_value(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    value.serialize(&mut serde_json::Serializer::with_formatter(&mut *out, Visible))?;
    Ok(())
}

/// Formatter of compact JSON in which every character is visible.
struct Visible;

impl Formatter for Visible {
    /// The fragment contains no `"`, `\` or C0 control: the serializer escapes them.
    fn write_string_fragment<W: ?Sized + Write>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        let mut written = 0;
        if !fragment.is_ascii() || fragment.contains('\u{7F}') {
            for (at, c) in fragment.char_indices().filter(|&(_, c)| is_hazard(c)) {
                writer.write_all(&fragment.as_bytes()[written..at])?;
                for unit in c.encode_utf16(&mut [0; 2]) {
                    write!(writer, "\\u{unit:04x}")?;
                }
                written = at + c.len_utf8();
            }
        }
        writer.write_all(&fragment.as_bytes()[written..])
    }
}

/// Returns whether `c` could hide, move or reorder the text around it.
fn is_hazard(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_control();
    }
    let category = CodePointMapData::<GeneralCategory>::new().get(c);
    GeneralCategoryGroup::Other.contains(category)
        || matches!(category, GeneralCategory::LineSeparator | GeneralCategory::ParagraphSeparator)
        || CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(c)
}

/// Findings of a reference.
pub struct FindingList<'i>(pub &'i [Finding]);

impl Serialize for FindingList<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.0.len()))?;
        for finding in self.0 {
            list.serialize_element(&FindingLine {
                rule: finding.rule.name,
                severity: finding.severity.name(),
                start: finding.span.start,
                end: finding.span.end,
                message: &finding.message,
                fixes: Fixes(&finding.fixes),
            })?;
        }
        list.end()
    }
}

#[derive(Serialize)]
struct FindingLine<'i> {
    rule: &'static str,
    severity: &'static str,
    start: usize,
    end: usize,
    message: &'i str,
    fixes: Fixes<'i, InReference>,
}

/// Fixes of a finding.
pub struct Fixes<'i, T>(pub &'i [Fix<T>]);

impl<T> Serialize for Fixes<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(|fix| FixLine {
            title: &fix.title,
            safety: fix.safety.name(),
            edits: Edits(&fix.edits),
        }))
    }
}

#[derive(Serialize)]
#[serde(bound = "")]
struct FixLine<'i, T> {
    title: &'i str,
    safety: &'static str,
    edits: Edits<'i, T>,
}

struct Edits<'i, T>(&'i [Edit<T>]);

impl<T> Serialize for Edits<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(|edit| EditLine {
            start: edit.span.start,
            end: edit.span.end,
            text: &edit.text,
        }))
    }
}

#[derive(Serialize)]
struct EditLine<'i> {
    start: usize,
    end: usize,
    text: &'i str,
}
