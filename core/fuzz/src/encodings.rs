//! Bytes to text and back: edits of the text change only their bytes.

use iri_core::text::encoding::{decode, decode_with_bytes};
use iri_core::text::{Edit, InDocument, Span, apply_edits, floor_char_boundary};

use crate::input::divide;

const MAX_LENGTH: usize = 4096;
const MAX_EDITS: usize = 8;

/// New texts: of ASCII, of single-byte and of multi-byte encodings, outside the basic plane, and invisible.
const PIECES: [&str; 12] = [
    "%20",
    "",
    "a",
    "\u{E9}",
    "\u{20AC}",
    "\u{4E2D}",
    "\u{3042}\u{30A2}",
    "\u{1F600}",
    "\u{FEFF}",
    "\u{80}",
    "<",
    "\\",
];

/// Runs the target.
pub fn run(bytes: &[u8]) {
    let (bytes, mut choices) = divide(bytes);
    if bytes.len() > MAX_LENGTH {
        return;
    }
    let source = match decode(bytes.to_vec()) {
        Ok(source) => source,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let (text, form) = (&source.text, source.form);
    if let Some(damage) = form.damage {
        assert!(damage.offset < bytes.len(), "{damage:?}");
        assert_eq!(bytes[damage.offset], damage.byte, "{damage}");
        assert!(form.splice(bytes, text, &[]).is_none(), "a damaged file is saved");
        return;
    }
    assert_eq!(form.splice(bytes, text, &[]).as_deref(), Some(bytes), "no edit changes {}", form.encoding.name());

    let mut edits: Vec<Edit<InDocument>> = Vec::new();
    let mut at = 0;
    while choices.are_left() && edits.len() < MAX_EDITS {
        let start = floor_char_boundary(text, at + choices.below(text.len() - at + 1)).max(at);
        let end = floor_char_boundary(text, start + choices.below(4)).max(start);
        let new = form.encoding.representable(choices.one(&PIECES)).into_owned();
        assert!(form.encoding.can_represent(&new), "{new:?} in {}", form.encoding.name());
        edits.push(Edit { span: Span::new(start, end), text: new });
        at = end;
    }
    let expected = apply_edits(text, &edits);
    let Some(spliced) = form.spliced(bytes, text, &edits) else { return };
    let (_, kept) = decode_with_bytes(bytes.to_vec());
    let rewritten = form.rewritten(&kept, (text, &edits), &expected).expect("it was spliced");
    assert_eq!(rewritten.bytes.of(&expected), spliced.bytes, "{edits:?}");
    assert_eq!(rewritten.replaced, spliced.replaced, "{edits:?}");
    let again = decode(spliced.bytes.clone()).expect("it has the same form");
    assert_eq!((again.text, again.form), (expected, form), "{edits:?}");
    let (mut old, mut new) = (0, 0);
    for (replaced, replacement) in &spliced.replaced {
        assert_eq!(bytes[old..replaced.start], spliced.bytes[new..replacement.start], "bytes before {replaced:?}");
        (old, new) = (replaced.end, replacement.end);
    }
    assert_eq!(bytes[old..], spliced.bytes[new..], "bytes at the end");
}
