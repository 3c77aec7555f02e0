//! Edits of a text as edits of its bytes: only replacements are encoded.

use super::detect::Detected;
use std::ops::Range;

use super::file_bytes::FileBytes;
use super::form::{EncodedForm, Encoding, Spliced};
use super::{decode, encode};
use crate::text::{Edit, InDocument, Moves};

#[doc(hidden)] // for the programs of this workspace
/// Bytes of a file whose text was edited.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Rewritten {
    /// Bytes of the whole file; its text is the edited one.
    pub bytes: FileBytes,
    /// Ranges of the old bytes with the ranges that replaced them, in order.
    pub replaced: Vec<(Range<usize>, Range<usize>)>,
}

impl EncodedForm {
    /// Applies `edits` of `text`, the text of the file `original`. `None` if that is not safe: the file is damaged or
    /// contains another text, the encoding cannot represent a new character (see [`Encoding::representable`]), edits
    /// overlap, or decoding the result would not give exactly the edited text in the same form.
    pub fn splice(&self, original: &[u8], text: &str, edits: &[Edit<InDocument>]) -> Option<Vec<u8>> {
        self.spliced(original, text, edits).map(|spliced| spliced.bytes)
    }

    /// Applies edits like [`splice`](Self::splice), and returns which bytes replaced which.
    pub fn spliced(&self, original: &[u8], text: &str, edits: &[Edit<InDocument>]) -> Option<Spliced> {
        splice(self, original, text, edits)
    }

    /// Applies edits like [`spliced`](Self::spliced) if their result, `edited`, is in memory already: if the bytes of the
    /// file are its text, they are not copied. `None` also if `edited` is another text.
    pub fn rewritten(
        &self,
        original: &FileBytes,
        (text, edits): (&str, &[Edit<InDocument>]),
        edited: &str,
    ) -> Option<Rewritten> {
        let sorted = sorted(edits);
        if !are_apart(&sorted, text) || !is_applied(edited, text, &sorted) {
            return None;
        }
        let original = original.of(text);
        let is_own_text = |text: &str| !self.has_bom && decode::is_own_text(self.encoding, text.as_bytes());
        if original != text.as_bytes() || !is_own_text(text) || !is_own_text(edited) {
            let Spliced { bytes, replaced } = self.spliced(original, text, edits)?;
            return Some(Rewritten { bytes: FileBytes::separate(bytes), replaced });
        }
        if self.damage.is_some() || !has_form(self, original, 0) || !has_form(self, edited.as_bytes(), 0) {
            return None;
        }
        let replaced = Moves::new(sorted).replaced().map(|(old, new)| (old.range(), new.range())).collect();
        Some(Rewritten { bytes: FileBytes::THE_TEXT, replaced })
    }
}

fn sorted(edits: &[Edit<InDocument>]) -> Vec<&Edit<InDocument>> {
    let mut edits: Vec<&Edit<InDocument>> = edits.iter().collect();
    edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
    edits
}

pub(super) fn splice(form: &EncodedForm, original: &[u8], text: &str, edits: &[Edit<InDocument>]) -> Option<Spliced> {
    let edits = sorted(edits);
    let bom = if form.has_bom { encode::encode(form.encoding, "\u{FEFF}")?.len() } else { 0 };
    if form.damage.is_some() || !are_apart(&edits, text) || !decodes_to(form, original, bom, text, &[]) {
        return None;
    }

    let body = &original[bom..];
    let mut walk = Walk::new(form.encoding, body, text);
    // A vector that grows a little would take twice the memory of the file.
    let added: usize = edits.iter().map(|edit| edit.text.len() * 4).sum();
    let mut spliced =
        Spliced { bytes: Vec::with_capacity(original.len() + added), replaced: Vec::with_capacity(edits.len()) };
    let mut copied = 0;
    for edit in &edits {
        let start = walk.to(edit.span.start)?;
        let before = walk.shift;
        let end = walk.to(edit.span.end)?;
        spliced.bytes.extend_from_slice(&original[copied..bom + start]);
        let at = spliced.bytes.len();
        let encoded = encode::encode(form.encoding, &edit.text)?;
        spliced.bytes.extend(joined(encoded, before, walk.shift, &body[end..]));
        spliced.replaced.push((bom + start..bom + end, at..spliced.bytes.len()));
        copied = bom + end;
    }
    spliced.bytes.extend_from_slice(&original[copied..]);
    decodes_to(form, &spliced.bytes, bom, text, &edits).then_some(spliced)
}

/// Returns whether sorted `edits` are of `text` and do not overlap.
fn are_apart(edits: &[&Edit<InDocument>], text: &str) -> bool {
    let is_of_text = |edit: &&Edit<InDocument>| text.get(edit.span.range()).is_some();
    edits.iter().all(is_of_text) && edits.windows(2).all(|pair| pair[0].span.end <= pair[1].span.start)
}

/// Returns whether a file of these bytes has that form, and `text` with `edits` is its text.
fn decodes_to(form: &EncodedForm, bytes: &[u8], bom: usize, text: &str, edits: &[&Edit<InDocument>]) -> bool {
    let (decoded, malformed) = decode::borrowed(form.encoding, &bytes[bom..]);
    has_form(form, bytes, bom) && malformed.is_none() && is_applied(&decoded, text, edits)
}

/// Returns whether a file of these bytes has that encoding, and a byte order mark of `bom` bytes.
fn has_form(form: &EncodedForm, bytes: &[u8], bom: usize) -> bool {
    match Detected::from_bytes(bytes) {
        Detected::As { encoding, bom: found } => encoding == form.encoding && found == bom,
        Detected::Refused(_) => false,
    }
}

/// Returns whether `edited` is `text` with the sorted, separate `edits`. It does not build the edited text.
fn is_applied(edited: &str, text: &str, edits: &[&Edit<InDocument>]) -> bool {
    let (mut rest, mut at) = (edited, 0);
    for edit in edits {
        let following = rest.strip_prefix(&text[at..edit.span.start]).and_then(|rest| rest.strip_prefix(&*edit.text));
        let Some(following) = following else { return false };
        (rest, at) = (following, edit.span.end);
    }
    rest == &text[at..]
}

/// Escape sequence of ISO-2022-JP, which selects the reference of the bytes after it.
type Shift = [u8; 3];

const ESCAPE: u8 = 0x1B;
const TO_ASCII: Shift = *b"\x1B(B";

/// Joins `new`, which starts and ends in ASCII, to bytes in the state `before` and bytes in the state `after`. Two
/// consecutive escape sequences are an error to a decoder, so they are avoided.
fn joined(mut new: Vec<u8>, before: Shift, after: Shift, following: &[u8]) -> Vec<u8> {
    let is_shifted_after = following.first() == Some(&ESCAPE);
    let ends_in = if new.is_empty() { before } else { TO_ASCII };
    if new.first().is_some_and(|&byte| byte != ESCAPE) && before != TO_ASCII {
        new.splice(..0, TO_ASCII);
    }
    if is_shifted_after || ends_in != after {
        let kept = new.len() - if new.ends_with(&TO_ASCII) { TO_ASCII.len() } else { 0 };
        new.truncate(kept);
        new.extend(if is_shifted_after { &[] } else { after.as_slice() });
    }
    new
}

/// Simultaneous walk along the text and its bytes, from the start.
struct Walk<'b> {
    body: &'b [u8],
    text: &'b str,
    step: Step,
    in_text: usize,
    in_body: usize,
    /// Current state; only ISO-2022-JP has one other than ASCII.
    shift: Shift,
}

/// Step of a walk.
enum Step {
    /// Everything at once, because text and bytes are equal.
    Whole,
    /// Per character, with the number of its bytes.
    Character(fn(char) -> usize),
    /// Per byte, as a decoder returns characters.
    Byte(Box<encoding_rs::Decoder>),
}

impl<'b> Walk<'b> {
    fn new(encoding: Encoding, body: &'b [u8], text: &'b str) -> Self {
        let step = match encoding {
            Encoding::Utf8 => Step::Whole,
            Encoding::Utf16(_) => Step::Character(|c| c.len_utf16() * 2),
            Encoding::Utf32(_) => Step::Character(|_| 4),
            Encoding::Web(web) if !web.is_single_byte() => Step::Byte(Box::new(web.new_decoder_without_bom_handling())),
            _ => Step::Character(|_| 1),
        };
        Self { body, text, step, in_text: 0, in_body: 0, shift: TO_ASCII }
    }

    /// Advances to the offset `to` of the text and returns the first offset of the body at which everything before it
    /// is written; `None` if the characters before and after share bytes.
    fn to(&mut self, to: usize) -> Option<usize> {
        match &mut self.step {
            Step::Whole => (self.in_text, self.in_body) = (to, to),
            Step::Character(length) => {
                self.in_body += self.text[self.in_text..to].chars().map(*length).sum::<usize>();
                self.in_text = to;
            }
            Step::Byte(decoder) => {
                let has_escapes = decoder.encoding() == encoding_rs::ISO_2022_JP;
                let mut written = String::with_capacity(16);
                while self.in_text < to {
                    let byte = self.body.get(self.in_body..=self.in_body)?;
                    if has_escapes && byte == [ESCAPE] {
                        self.shift = self.body.get(self.in_body..self.in_body + 3)?.try_into().ok()?;
                    }
                    let _ = decoder.decode_to_string_without_replacement(byte, &mut written, false);
                    self.in_body += 1;
                    self.in_text += written.len();
                    written.clear();
                }
            }
        }
        (self.in_text == to).then_some(self.in_body)
    }
}
