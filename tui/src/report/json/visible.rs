//! Compact JSON in which every character can be seen.

use std::io::{self, Write};

use icu_properties::props::{DefaultIgnorableCodePoint, GeneralCategory, GeneralCategoryGroup};
use icu_properties::{CodePointMapData, CodePointSetData};
use serde_json::ser::Formatter;

/// Compact JSON in which every character can be seen.
pub struct Visible;

impl Formatter for Visible {
    /// The fragment holds neither `"` nor `\` nor C0: those never come here.
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

/// Whether `c` could hide, move or reorder what stands around it.
fn is_hazard(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_control();
    }
    let category = CodePointMapData::<GeneralCategory>::new().get(c);
    GeneralCategoryGroup::Other.contains(category)
        || matches!(category, GeneralCategory::LineSeparator | GeneralCategory::ParagraphSeparator)
        || CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(c)
}
