//! The header before a message, found among whatever else came.

use memchr::memmem;

/// A header is shorter than this.
pub const HEADER_MOST: usize = 1024;

/// A header: where it begins, where the body behind it begins, and how long that is.
pub struct Header {
    pub start: usize,
    pub end: usize,
    pub length: usize,
}

impl Header {
    const NAME: &[u8] = b"Content-Length:";

    /// The first whole header in `bytes`. Other fields behind the length do no harm; those before it are as
    /// good as garbage.
    pub fn find(bytes: &[u8]) -> Option<Self> {
        memmem::find_iter(bytes, b"ength:").find_map(|at| Self::at(bytes, (at + 6).checked_sub(Self::NAME.len())?))
    }

    fn at(bytes: &[u8], start: usize) -> Option<Self> {
        let value = start + Self::NAME.len();
        if !bytes[start..value].eq_ignore_ascii_case(Self::NAME) {
            return None;
        }
        let rest = &bytes[value..bytes.len().min(start + HEADER_MOST)];
        let end_of_line = memchr::memchr(b'\n', rest)?;
        let number = std::str::from_utf8(&rest[..end_of_line]).ok()?.trim();
        if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        // What is too large for a number is too long for a message.
        let length = number.parse().unwrap_or(usize::MAX);
        let mut at = end_of_line + 1;
        loop {
            let line = at + memchr::memchr(b'\n', &rest[at..])?;
            let field = rest[at..line].trim_ascii();
            if field.is_empty() {
                return Some(Self { start, end: value + line + 1, length });
            }
            // The empty line was lost, and another header follows.
            if memmem::find(field, b"ength:").is_some() {
                return None;
            }
            at = line + 1;
        }
    }
}
