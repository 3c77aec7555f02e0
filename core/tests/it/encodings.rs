//! Bytes to text and back: every encoding is supported, and what no edit changes stays the same byte for byte.

use fastrand::Rng;
use iri_core::text::encoding::{ByteOrder, EncodedForm, Encoding, EncodingError, Source, decode, decode_with_bytes};
use iri_core::text::{InDocument, apply_edits};
use iri_core::{Edit, Span};

fn source(bytes: &[u8]) -> Source {
    match decode(bytes.to_vec()) {
        Ok(source) => source,
        Err(refusal) => panic!("{refusal}"),
    }
}

fn refusal(bytes: &[u8]) -> String {
    match decode(bytes.to_vec()) {
        Ok(source) => panic!("it was read as {:?}", source.form),
        Err(refusal) => refusal.to_string(),
    }
}

/// Returns a document that declares `label`, in the encoding that the web associates with it.
fn declared(label: &str, content: &str) -> Vec<u8> {
    let encoding = encoding_rs::Encoding::for_label(label.as_bytes()).expect("a label of the standard");
    let text = format!("<?xml version=\"1.0\" encoding='{label}'?>\n<a>{content}</a>");
    let (bytes, _, is_lossy) = encoding.encode(&text);
    assert!(!is_lossy, "{label} does not hold {content}");
    bytes.into_owned()
}

fn utf16(text: &str, order: ByteOrder) -> Vec<u8> {
    let unit = |unit: u16| if order == ByteOrder::Little { unit.to_le_bytes() } else { unit.to_be_bytes() };
    text.encode_utf16().flat_map(unit).collect()
}

fn utf32(text: &str, order: ByteOrder) -> Vec<u8> {
    let unit = |c: u32| if order == ByteOrder::Little { c.to_le_bytes() } else { c.to_be_bytes() };
    text.chars().map(u32::from).flat_map(unit).collect()
}

const WIDE: &str = "<?xml version='1.0'?><a href='\u{E9}\u{4E2D}\u{1F30D}'/>";

/// Returns a file in every encoding, with its name.
fn files() -> Vec<(&'static str, Vec<u8>)> {
    let marked = |text: &str| format!("\u{FEFF}{text}");
    let japanese = "\u{65E5}\u{672C} b\u{8A9E}\u{8A9E}x\u{3042}";
    vec![
        ("UTF-8", WIDE.into()),
        ("UTF-8", marked(WIDE).into()),
        ("UTF-16LE", utf16(WIDE, ByteOrder::Little)),
        ("UTF-16BE", utf16(WIDE, ByteOrder::Big)),
        ("UTF-16LE", utf16(&marked(WIDE), ByteOrder::Little)),
        ("UTF-16BE", utf16(&marked(WIDE), ByteOrder::Big)),
        ("UTF-32LE", utf32(WIDE, ByteOrder::Little)),
        ("UTF-32BE", utf32(WIDE, ByteOrder::Big)),
        ("UTF-32LE", utf32(&marked(WIDE), ByteOrder::Little)),
        ("UTF-32BE", utf32(&marked(WIDE), ByteOrder::Big)),
        ("US-ASCII", declared("us-ascii", "plain text")),
        ("ISO-8859-1", [declared("ISO-8859-1", "caf\u{E9} "), vec![0x80, 0x85, 0x9F, 0xFF]].concat()),
        ("ISO-8859-9", [declared("latin5", "\u{11F}\u{131} "), vec![0x80, 0x9F]].concat()),
        ("ISO-8859-11", [declared("tis-620", "\u{E01} "), vec![0x80, 0x9F]].concat()),
        ("windows-1252", declared("windows-1252", "\u{20AC} \u{201C}caf\u{E9}\u{201D} \u{81}")),
        ("ISO-8859-2", declared("ISO-8859-2", "\u{141}\u{f3}d\u{17A}")),
        ("KOI8-R", declared("koi8-r", "\u{43C}\u{438}\u{440}")),
        ("Shift_JIS", declared("Shift_JIS", japanese)),
        ("EUC-JP", declared("EUC-JP", japanese)),
        ("EUC-KR", declared("EUC-KR", "\u{D55C}\u{AD6D} a\u{C5B4}")),
        ("GBK", declared("gb2312", "\u{4E2D}\u{6587} a\u{56FD}")),
        ("gb18030", declared("GB18030", "\u{4E2D}\u{6587} \u{1F30D} a\u{E9}\u{11F}")),
        ("Big5", declared("Big5", "\u{4E2D}\u{6587} a\u{570B}")),
        ("ISO-2022-JP", declared("ISO-2022-JP", japanese)),
    ]
}

#[test]
fn every_encoding_is_detected_and_decoded() {
    for (name, bytes) in files() {
        let Source { text, form } = source(&bytes);
        assert_eq!(form.encoding.name(), name);
        assert_eq!(form.damage, None, "{name}");
        assert!(text.starts_with("<?xml"), "{name}: {text}");
        assert!(!text.contains(char::REPLACEMENT_CHARACTER), "{name}: {text}");
        if name.starts_with("UTF") {
            assert_eq!(text, WIDE, "{name}");
        }
    }
}

#[test]
fn a_byte_order_mark_is_stored_and_not_part_of_the_text() {
    let marked = source("\u{FEFF}\u{FEFF}<a/>".as_bytes());
    assert_eq!((marked.text.as_str(), marked.form.has_bom), ("\u{FEFF}<a/>", true));
    assert!(!source(b"<a/>").form.has_bom);
}

#[test]
fn a_large_text_is_decoded_without_a_copy() {
    let bytes = "<a>\u{4E2D}</a>".repeat(200_000).into_bytes();
    let place = bytes.as_ptr();
    let Ok(source) = decode(bytes) else { panic!("it is UTF-8") };
    assert_eq!(source.text.as_ptr(), place);
}

#[test]
fn a_text_of_any_length_is_decoded_in_the_same_way() {
    // Around the length from which another function validates the text.
    for length in (1 << 20) - 2..(1 << 20) + 3 {
        for (start, end) in [("", ""), ("\u{FEFF}", ""), ("\u{FEFF}", "\u{E9}")] {
            let text = format!("{}{end}", "a".repeat(length - end.len()));
            let decoded = source(format!("{start}{text}").as_bytes());
            assert!(decoded.text == text && decoded.form.has_bom != start.is_empty() && decoded.form.damage.is_none());
            let mut broken = format!("{start}{text}").into_bytes();
            broken[start.len() + length / 2] = 0xFF;
            let decoded = source(&broken);
            assert_eq!(decoded.text.find('\u{FFFD}'), Some(length / 2));
            assert!(decoded.form.damage.is_some());
        }
    }
}

#[test]
fn the_bytes_override_the_declaration() {
    let declares = |label: &str| format!("<?xml version='1.0' encoding='{label}'?><a>\u{E9}</a>");
    let name = |bytes: Vec<u8>| source(&bytes).form.encoding.name();
    assert_eq!(name(format!("\u{FEFF}{}", declares("ISO-8859-1")).into()), "UTF-8");
    assert_eq!(name(utf16(&declares("UTF-8"), ByteOrder::Big)), "UTF-16BE");
    for forgotten in ["utf-16", "UTF-16LE", "ISO-10646-UCS-2", "UTF-32", "ISO-10646-UCS-4"] {
        assert_eq!(name(declares(forgotten).into()), "UTF-8", "{forgotten}");
    }
}

#[test]
fn only_an_xml_declaration_declares_an_encoding() {
    let name = |text: &str| source(text.as_bytes()).form.encoding.name();
    assert_eq!(name("<?xml version = \"1.0\"\n encoding\t=\r\n'koi8-r' standalone='no' ?><a/>"), "KOI8-R");
    assert_eq!(name("<?xml encoding='koi8-r'?><a/>"), "KOI8-R");
    assert_eq!(name("\n<?xml version='1.0' encoding='koi8-r'?><a/>"), "KOI8-R");
    for other in [
        "<?xml-stylesheet encoding='koi8-r'?><a/>",
        "<?xml version='1.0'?><a encoding='koi8-r'/>",
        "<?xml version='1.0 encoding=koi8-r'?>",
        "<?xml encoding='koi8-r",
        "<?xml encoding=koi8-r?>",
        "<?xml encoding?>",
        "<?xml",
        "<meta charset='koi8-r'>",
        "",
    ] {
        assert_eq!(name(other), "UTF-8", "{other}");
    }
}

#[test]
fn a_file_that_cannot_be_decoded_has_an_error_with_the_reason() {
    assert_eq!(decode(vec![0x4C, 0x6F, 0xA7, 0x94, 0x93]), Err(EncodingError::Ebcdic));
    assert!(refusal(b"<?xml version='1.0' encoding='IBM-1047x'?>").contains("'IBM-1047x'"));
    assert!(refusal(b"<?xml version='1.0' encoding='iso-2022-kr'?>").contains("'iso-2022-kr'"));
    assert!(refusal(b"\0\0<\0\0\0?\0").contains("UCS-4"));
    assert!(refusal(b"\0<\0\0\0?\0\0").contains("UCS-4"));
}

#[test]
fn latin_1_is_not_windows_1252() {
    let head = b"<?xml version='1.0' encoding='ISO-8859-1'?>".to_vec();
    let Source { text, form } = source(&[head, vec![0x80, 0x93, 0x9F, 0xA0, 0xFF]].concat());
    assert!(text.ends_with("\u{80}\u{93}\u{9F}\u{A0}\u{FF}"));
    assert_eq!(form.encoding.representable("\u{20AC}\u{93}\u{E9}"), "&#x20AC;\u{93}\u{E9}");
}

#[test]
fn damage_is_reported_at_its_first_byte_and_the_rest_is_decoded() {
    let damaged = |bytes: Vec<u8>| {
        let Source { text, form } = source(&bytes);
        let damage = form.damage.expect("it is damaged");
        assert_eq!(bytes[damage.offset], damage.byte);
        assert!(text.contains(char::REPLACEMENT_CHARACTER));
        assert_eq!(form.splice(&bytes, &text, &[]), None, "what is damaged is not written");
        (damage.offset, text)
    };
    let after = |head: &[u8], rest: &[u8]| [head, rest].concat();
    assert_eq!(damaged(after("<a>\u{E9}".as_bytes(), b"\xE9</a>")), (5, "<a>\u{E9}\u{FFFD}</a>".to_owned()));
    assert_eq!(damaged(after("\u{FEFF}<a>".as_bytes(), b"\xC3\xFF\xC3")).0, 6);
    let odd = after(&utf16("<a/>", ByteOrder::Little), b"<");
    assert_eq!(damaged(odd), (8, "<a/>\u{FFFD}".to_owned()));
    let half = after(&utf16("<a>", ByteOrder::Big), &[0xD8, 0, 0, b'x', 0xDC, 0]);
    assert_eq!(damaged(half), (6, "<a>\u{FFFD}x\u{FFFD}".to_owned()));
    let beyond = after(&utf32("<a>", ByteOrder::Big), &[0, 0x11, 0, 0, 0, 0, 0, b'x', 0]);
    assert_eq!(damaged(beyond), (12, "<a>\u{FFFD}x\u{FFFD}".to_owned()));
    for (label, bad, at) in [
        ("us-ascii", b"a\xE9".as_slice(), 1),
        ("Shift_JIS", b"a\x93\xFAb\x81", 4),
        ("EUC-KR", b"\xC7\xD1\xFF\xFF", 2),
        ("GB18030", b"\x84\x31\xA4\x37\x81\x30\x81", 4),
        ("ISO-2022-JP", b"\x1B$B\x46\x7C\x1B(B\x1B(Ba", 5),
        ("windows-1253", b"\xE1\xD2", 1),
    ] {
        let head = format!("<?xml version='1.0' encoding='{label}'?>");
        let (offset, _) = damaged(after(head.as_bytes(), bad));
        assert_eq!(offset - head.len(), at, "{label}");
    }
}

#[test]
fn a_message_of_damage_names_the_byte_its_place_and_the_encoding() {
    let damage = source(b"<a>\xFF").form.damage.expect("it is damaged");
    assert_eq!(damage.to_string(), "byte 0xFF at offset 3 is not valid UTF-8");
}

#[test]
fn any_bytes_are_decoded() {
    let mut rng = Rng::with_seed(8859);
    let heads: Vec<Vec<u8>> = files().into_iter().map(|(_, bytes)| bytes[..bytes.len().min(48)].to_vec()).collect();
    for _ in 0..20_000 {
        let mut bytes = heads[rng.usize(..heads.len())].clone();
        bytes.truncate(rng.usize(..=2 * bytes.len()));
        let noise = rng.usize(..24);
        bytes.extend((0..noise).map(|_| [0, 0x1B, b'$', b'B', b'(', b'<', 0x80, 0xD8, 0xFF][rng.usize(..9)]));
        if let Ok(Source { text, form }) = decode(bytes.clone())
            && form.damage.is_none()
            && let Some(same) = form.splice(&bytes, &text, &[])
        {
            assert_eq!(same, bytes);
        }
    }
}

/// Returns edits at random positions of a text, with texts that every encoding can represent or character references.
fn random_edits(rng: &mut Rng, form: &EncodedForm, text: &str) -> Vec<Edit<InDocument>> {
    let from = text.find("?>").expect("a declaration") + 2;
    let mut bounds: Vec<usize> = text[from..].char_indices().map(|(at, _)| from + at).chain([text.len()]).collect();
    let mut edits = Vec::new();
    while bounds.len() > 1 && rng.usize(..4) > 0 {
        let start = rng.usize(..bounds.len());
        let end = (start + rng.usize(..4)).min(bounds.len() - 1);
        let new = ["", "%20", "b", "\u{65E5}", "a\u{4E2D}", "\u{E9}c", "\u{1F30D}", "\u{A5}\\"][rng.usize(..8)];
        let new = form.encoding.representable(new).into_owned();
        edits.push(Edit { span: Span::new(bounds[start], bounds[end]), text: new });
        bounds.drain(..=end);
    }
    edits
}

#[test]
fn an_escape_character_is_a_shift_in_iso_2022_jp_only() {
    for label in ["Shift_JIS", "EUC-JP", "EUC-KR", "GBK", "Big5"] {
        let bytes = declared(label, "\u{1B}$B a b");
        let Source { text, form } = source(&bytes);
        let at = text.find(" b").expect("the text contains it");
        let edit = Edit { span: Span::new(at, at + 1), text: "%20".to_owned() };
        let expected = declared(label, "\u{1B}$B a%20b");
        assert_eq!(form.splice(&bytes, &text, &[edit]), Some(expected), "{label}");
    }
}

#[test]
fn unedited_text_stays_the_same_byte_for_byte() {
    let mut rng = Rng::with_seed(2022);
    for (name, bytes) in files() {
        let Source { text, form } = source(&bytes);
        assert_eq!(form.splice(&bytes, &text, &[]).as_deref(), Some(bytes.as_slice()), "{name}");
        let (again, kept) = decode_with_bytes(bytes.clone());
        assert_eq!((again.expect(name).text, kept.of(&text)), (text.clone(), &*bytes), "{name}");
        for _ in 0..2_000 {
            let edits = random_edits(&mut rng, &form, &text);
            let edited = apply_edits(&text, &edits);
            let spliced = form.spliced(&bytes, &text, &edits).unwrap_or_else(|| panic!("{name}: {edits:?}"));
            let rewritten = form.rewritten(&kept, (&text, &edits), &edited).expect("it can be written");
            assert_eq!(rewritten.bytes.of(&edited), spliced.bytes, "{name}: {edits:?}");
            assert_eq!(rewritten.replaced, spliced.replaced, "{name}: {edits:?}");
            assert!(form.rewritten(&kept, (&text, &edits), &format!("{edited} ")).is_none(), "it is another text");
            let mut rebuilt = bytes.clone();
            for (old, new) in spliced.replaced.iter().rev() {
                rebuilt.splice(old.clone(), spliced.bytes[new.clone()].iter().copied());
            }
            let written = spliced.bytes;
            assert_eq!(rebuilt, written, "{name}: {edits:?}");
            assert_eq!(source(&written), Source { text: edited, form }, "{name}: {edits:?}");
            if let (Some(first), Some(last)) = (edits.first(), edits.last()) {
                // A tolerance of four bytes: an escape sequence may appear or disappear next to an edit.
                let kept = |text: &str| {
                    if name.starts_with("UTF-16") { text.encode_utf16().count() * 2 } else { text.chars().count() }
                };
                let head = kept(&text[..first.span.start]).saturating_sub(4);
                assert_eq!(written[..head], bytes[..head], "{name}: {edits:?}");
                let tail = kept(&text[last.span.end..]).saturating_sub(4);
                assert!(written.ends_with(&bytes[bytes.len() - tail..]), "{name}: {edits:?}");
            }
        }
    }
}

#[test]
fn spellings_that_an_encoder_would_not_choose_are_kept() {
    // JIS X 0208 by its names of 1978 and of 1983, and JIS X 0201 for the characters that ASCII has too.
    let head = b"<?xml version='1.0' encoding='ISO-2022-JP'?><a b='";
    let odd = [head.as_slice(), b"\x1B$@\x46\x7C\x1B$B\x46\x7C\x1B(Jx y\x1B(B'/>"].concat();
    let Source { text, form } = source(&odd);
    let space = text.rfind("x y").expect("it was read") + 1;
    let edit = Edit { span: Span::new(space, space + 1), text: "%20".to_owned() };
    let written = form.splice(&odd, &text, &[edit]).expect("it can be written");
    assert!(written.starts_with(&odd[..head.len() + 10]));
    assert_eq!(source(&written).text, text.replace("x y", "x%20y"));
}

#[test]
fn a_character_that_an_encoding_does_not_contain_becomes_a_reference() {
    let web = |label: &str| source(&declared(label, "a")).form.encoding;
    assert_eq!(web("ISO-8859-1").representable("\u{E9}\u{4E2D}\u{1F30D}"), "\u{E9}&#x4E2D;&#x1F30D;");
    assert_eq!(web("us-ascii").representable("a\u{E9}"), "a&#xE9;");
    assert_eq!(web("EUC-KR").representable("\u{D55C}\u{E9}"), "\u{D55C}&#xE9;");
    // Encoders write a backslash for a yen sign, and full width for half width: decoding does not restore them.
    assert_eq!(web("Shift_JIS").representable("\u{A5}\\"), "&#xA5;\\");
    assert_eq!(web("ISO-2022-JP").representable("\u{FF71}\u{30A2}"), "&#xFF71;\u{30A2}");
    assert_eq!(web("windows-1252").representable("\u{FFFD}\u{20AC}"), "&#xFFFD;\u{20AC}");
    for whole in [Encoding::Utf8, Encoding::Utf16(ByteOrder::Big), Encoding::Utf32(ByteOrder::Little), web("GB18030")] {
        assert!(whole.can_represent("\u{E9}\u{4E2D}\u{1F30D}\u{E000}"), "{}", whole.name());
    }
}

#[test]
fn only_text_that_decodes_back_is_written() {
    let bytes = declared("ISO-8859-1", "caf\u{E9}");
    let Source { text, form } = source(&bytes);
    let edit = |start, end, text: &str| Edit { span: Span::new(start, end), text: text.to_owned() };
    let end = text.len();
    assert_eq!(form.splice(&bytes, &text, &[edit(end, end, "\u{4E2D}")]), None, "not in the encoding");
    assert_eq!(form.splice(&bytes, &text, &[edit(end - 5, end - 4, "")]), None, "within a character");
    assert_eq!(form.splice(&bytes, &text, &[edit(end, end + 1, "")]), None, "beyond the end");
    assert_eq!(form.splice(&bytes, &text, &[edit(45, 47, ""), edit(46, 48, "")]), None, "overlapping");
    let label = text.find("8859-1").expect("it is declared");
    assert_eq!(form.splice(&bytes, &text, &[edit(label, label + 6, "8859-2")]), None, "another encoding");
    assert_eq!(form.splice(&declared("ISO-8859-1", "cafe"), &text, &[]), None, "another program changed the file");
    assert!(form.splice(&bytes, &text, &[edit(end, end, "\u{E9}")]).is_some());
}

/// One label of every encoding of the standard with a decoder, and labels that XML interprets in another way.
const LABELS: [&str; 42] = [
    "utf-8",
    "us-ascii",
    "iso-8859-1",
    "iso-8859-9",
    "iso-8859-11",
    "ibm866",
    "iso-8859-2",
    "iso-8859-3",
    "iso-8859-4",
    "iso-8859-5",
    "iso-8859-6",
    "iso-8859-7",
    "iso-8859-8",
    "iso-8859-8-i",
    "iso-8859-10",
    "iso-8859-13",
    "iso-8859-14",
    "iso-8859-15",
    "iso-8859-16",
    "koi8-r",
    "koi8-u",
    "macintosh",
    "windows-874",
    "windows-1250",
    "windows-1251",
    "windows-1252",
    "windows-1253",
    "windows-1254",
    "windows-1255",
    "windows-1256",
    "windows-1257",
    "windows-1258",
    "x-mac-cyrillic",
    "gbk",
    "gb18030",
    "big5",
    "euc-jp",
    "iso-2022-jp",
    "shift_jis",
    "euc-kr",
    "gb2312",
    "x-user-defined",
];

#[test]
fn every_character_can_be_written_in_every_encoding() {
    let all: String =
        ('\u{20}'..='\u{FFFD}').chain('\u{1F300}'..='\u{1F3FF}').chain('\u{20000}'..='\u{20FFF}').collect();
    for label in LABELS {
        let bytes = format!("<?xml version='1.0' encoding='{label}'?><a>b</a>").into_bytes();
        let Source { text, form } = source(&bytes);
        let new = form.encoding.representable(&all).into_owned();
        assert!(form.encoding.can_represent(&new), "{label}");
        let at = text.find("b<").expect("it is there");
        let edit = Edit { span: Span::new(at, at + 1), text: new.clone() };
        let written = form.splice(&bytes, &text, &[edit]).expect(label);
        assert_eq!(source(&written), Source { text: text.replace("b<", &format!("{new}<")), form }, "{label}");
        let references = new.matches("&#x").count();
        let held = all.chars().count() - references;
        assert!(held >= 95 && (label == "utf-8" || label == "gb18030" || held < 30_000), "{label} holds {held}");
    }
}

#[test]
fn every_byte_of_an_encoding_of_single_bytes_is_kept() {
    for label in LABELS {
        let head = format!("<?xml version='1.0' encoding='{label}'?>").into_bytes();
        for byte in 0..=u8::MAX {
            let bytes = [head.as_slice(), &[b'a', byte, b'b']].concat();
            let Source { text, form } = source(&bytes);
            if form.damage.is_none() {
                let edit = Edit { span: Span::new(head.len(), head.len() + 1), text: "%20".to_owned() };
                let written = form.splice(&bytes, &text, &[edit]).expect(label);
                assert_eq!(written, [head.as_slice(), b"%20", &[byte, b'b']].concat(), "{label} {byte:02X}");
            }
        }
    }
}
