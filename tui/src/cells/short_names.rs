//! The names in the boxes: those that Unicode's charts and standards abbreviate to.

/// The control picture of a C0 control, SPACE or DELETE.
pub fn picture(c: char) -> &'static str {
    const PICTURES: [&str; 33] = [
        "␀", "␁", "␂", "␃", "␄", "␅", "␆", "␇", "␈", "␉", "␊", "␋", "␌", "␍", "␎", "␏", "␐", "␑", "␒", "␓", "␔", "␕",
        "␖", "␗", "␘", "␙", "␚", "␛", "␜", "␝", "␞", "␟", "␠",
    ];
    PICTURES.get(c as usize).copied().unwrap_or("␡")
}

/// What stands in the box of a character that shows nothing, where it has a short name.
pub fn short_name(c: char) -> Option<String> {
    let code = u32::from(c);
    let name = match c {
        '\0'..=' ' => C0[code as usize],
        '\u{7F}'..='\u{9F}' => C1[code as usize - 0x7F],
        '\u{FE00}'..='\u{FE0F}' => return Some(format!("VS{}", code - 0xFE00 + 1)),
        '\u{E0100}'..='\u{E01EF}' => return Some(format!("VS{}", code - 0xE0100 + 17)),
        '\u{E0020}' => "TAG SP",
        '\u{E0021}'..='\u{E007E}' => {
            return char::from_u32(code - 0xE0000).map(|tagged| format!("TAG {tagged}"));
        }
        '\u{E0001}' => "TAG LANG",
        '\u{E007F}' => "TAG END",
        _ => INVISIBLE.iter().find(|(named, _)| *named == c)?.1,
    };
    Some(name.to_owned())
}

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

const INVISIBLE: [(char, &str); 63] = [
    ('\u{A0}', "NBSP"),
    ('\u{AD}', "SHY"),
    ('\u{34F}', "CGJ"),
    ('\u{61C}', "ALM"),
    ('\u{115F}', "HCF"),
    ('\u{1160}', "HJF"),
    ('\u{1680}', "OGSP"),
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
    ('\u{3000}', "IDSP"),
    ('\u{3164}', "HF"),
    ('\u{FEFF}', "BOM"),
    ('\u{FFA0}', "HWHF"),
    ('\u{FFF9}', "IAA"),
    ('\u{FFFA}', "IAS"),
    ('\u{FFFB}', "IAT"),
    ('\u{FFFC}', "OBJ"),
    ('\u{17B4}', "KIVAQ"),
    ('\u{17B5}', "KIVAA"),
    ('\u{2800}', "BRBLANK"),
];
