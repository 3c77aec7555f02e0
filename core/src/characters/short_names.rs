//! Short names of invisible characters: the abbreviations of Unicode's code charts and NameAliases.txt.

use std::borrow::Cow;

/// Returns the short name of an invisible character; `None` if it has none.
///
/// ```
/// use iri_core::characters::short_name;
///
/// assert_eq!(short_name('\u{202E}').as_deref(), Some("RLO"));
/// assert_eq!(short_name('\u{2028}').as_deref(), Some("LSEP"));
/// assert_eq!(short_name('a'), None);
/// ```
pub fn short_name(c: char) -> Option<Cow<'static, str>> {
    let code = u32::from(c);
    let name = match c {
        '\0'..=' ' => C0[code as usize],
        '\u{7F}'..='\u{9F}' => C1[code as usize - 0x7F],
        '\u{FE00}'..='\u{FE0F}' => return Some(Cow::Owned(format!("VS{}", code - 0xFE00 + 1))),
        '\u{E0100}'..='\u{E01EF}' => return Some(Cow::Owned(format!("VS{}", code - 0xE0100 + 17))),
        '\u{E0020}' => "TAG SP",
        '\u{E0021}'..='\u{E007E}' => {
            return char::from_u32(code - 0xE0000).map(|tagged| Cow::Owned(format!("TAG {tagged}")));
        }
        '\u{E0001}' => "TAG LANG",
        '\u{E007F}' => "TAG END",
        _ => INVISIBLE[INVISIBLE.binary_search_by_key(&c, |(named, _)| *named).ok()?].1,
    };
    Some(Cow::Borrowed(name))
}

/// U+0000 to U+0020.
const C0: [&str; 33] = [
    "NUL", "SOH", "STX", "ETX", "EOT", "ENQ", "ACK", "BEL", "BS", "TAB", "LF", "VT", "FF", "CR", "SO", "SI", "DLE",
    "DC1", "DC2", "DC3", "DC4", "NAK", "SYN", "ETB", "CAN", "EM", "SUB", "ESC", "FS", "GS", "RS", "US", "SP",
];

/// DELETE, then U+0080 to U+009F.
const C1: [&str; 33] = [
    "DEL", "PAD", "HOP", "BPH", "NBH", "IND", "NEL", "SSA", "ESA", "HTS", "HTJ", "VTS", "PLD", "PLU", "RI", "SS2",
    "SS3", "DCS", "PU1", "PU2", "STS", "CCH", "MW", "SPA", "EPA", "SOS", "SGCI", "SCI", "CSI", "ST", "OSC", "PM",
    "APC",
];

/// Sorted by code point.
const INVISIBLE: [(char, &str); 63] = [
    ('\u{A0}', "NBSP"),
    ('\u{AD}', "SHY"),
    ('\u{34F}', "CGJ"),
    ('\u{61C}', "ALM"),
    ('\u{115F}', "HCF"),
    ('\u{1160}', "HJF"),
    ('\u{1680}', "OGSP"),
    ('\u{17B4}', "KIVAQ"),
    ('\u{17B5}', "KIVAA"),
    ('\u{180B}', "FVS1"),
    ('\u{180C}', "FVS2"),
    ('\u{180D}', "FVS3"),
    ('\u{180E}', "MVS"),
    ('\u{180F}', "FVS4"),
    ('\u{2000}', "NQSP"),
    ('\u{2001}', "MQSP"),
    ('\u{2002}', "ENSP"),
    ('\u{2003}', "EMSP"),
    ('\u{2004}', "3MSP"),
    ('\u{2005}', "4MSP"),
    ('\u{2006}', "6MSP"),
    ('\u{2007}', "FSP"),
    ('\u{2008}', "PSP"),
    ('\u{2009}', "THSP"),
    ('\u{200A}', "HSP"),
    ('\u{200B}', "ZWSP"),
    ('\u{200C}', "ZWNJ"),
    ('\u{200D}', "ZWJ"),
    ('\u{200E}', "LRM"),
    ('\u{200F}', "RLM"),
    ('\u{2028}', "LSEP"),
    ('\u{2029}', "PSEP"),
    ('\u{202A}', "LRE"),
    ('\u{202B}', "RLE"),
    ('\u{202C}', "PDF"),
    ('\u{202D}', "LRO"),
    ('\u{202E}', "RLO"),
    ('\u{202F}', "NNBSP"),
    ('\u{205F}', "MMSP"),
    ('\u{2060}', "WJ"),
    ('\u{2061}', "F()"),
    ('\u{2062}', "TIMES"),
    ('\u{2063}', "SEP"),
    ('\u{2064}', "PLUS"),
    ('\u{2066}', "LRI"),
    ('\u{2067}', "RLI"),
    ('\u{2068}', "FSI"),
    ('\u{2069}', "PDI"),
    ('\u{206A}', "ISS"),
    ('\u{206B}', "ASS"),
    ('\u{206C}', "IAFS"),
    ('\u{206D}', "AAFS"),
    ('\u{206E}', "NADS"),
    ('\u{206F}', "NODS"),
    ('\u{2800}', "BRBLANK"),
    ('\u{3000}', "IDSP"),
    ('\u{3164}', "HF"),
    ('\u{FEFF}', "BOM"),
    ('\u{FFA0}', "HWHF"),
    ('\u{FFF9}', "IAA"),
    ('\u{FFFA}', "IAS"),
    ('\u{FFFB}', "IAT"),
    ('\u{FFFC}', "OBJ"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn no_two_characters_share_a_short_name() {
        assert!(INVISIBLE.is_sorted_by_key(|(c, _)| *c));
        let names: Vec<_> = ('\0'..=char::MAX).filter_map(short_name).collect();
        assert!(names.len() > 400, "only {} names", names.len());
        // Only U+0085 and U+001B share the name of another control: ESA, ESC.
        let distinct: HashSet<_> = names.iter().collect();
        assert_eq!(distinct.len(), names.len());
    }
}
