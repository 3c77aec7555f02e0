//! Writes JSON in which every character is visible.
//!
//! Letters stay readable; characters that could hide, move or reorder text are written as `\uXXXX`: those with a general
//! category C* (controls, formatting, private use, unassigned), default-ignorable ones, and the separators U+2028 and
//! U+2029.

use std::io::{self, Write};

use icu_properties::props::{DefaultIgnorableCodePoint, GeneralCategory, GeneralCategoryGroup};
use icu_properties::{CodePointMapData, CodePointSetData};
use serde::Serialize;
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
