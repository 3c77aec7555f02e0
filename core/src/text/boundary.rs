//! Character boundaries near a byte offset. The methods of `str` that do the same need Rust 1.91.

/// Finds the last character boundary that is not after the byte offset `index`: the length of `text` if `index` is
/// beyond it.
///
/// ```
/// assert_eq!(iri_core::text::floor_char_boundary("a\u{E9}b", 2), 1);
/// ```
pub fn floor_char_boundary(text: &str, index: usize) -> usize {
    let mut at = index.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// Finds the first character boundary that is not before the byte offset `index`: the length of `text` if `index` is
/// beyond it.
///
/// ```
/// assert_eq!(iri_core::text::ceil_char_boundary("a\u{E9}b", 2), 3);
/// ```
pub fn ceil_char_boundary(text: &str, index: usize) -> usize {
    let mut at = index.min(text.len());
    while !text.is_char_boundary(at) {
        at += 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::{ceil_char_boundary, floor_char_boundary};

    #[test]
    fn boundaries_are_those_around_the_offset() {
        for text in ["", "abc", "\u{E9}", "a\u{5D0}\u{20AC}\u{1F600}b", "\u{1F600}\u{1F600}"] {
            let all: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
            for index in 0..=text.len() {
                let below = all.iter().rev().find(|&&at| at <= index);
                assert_eq!(Some(&floor_char_boundary(text, index)), below, "{text:?} {index}");
                let above = all.iter().find(|&&at| at >= index);
                assert_eq!(Some(&ceil_char_boundary(text, index)), above, "{text:?} {index}");
            }
        }
    }

    #[test]
    fn offsets_beyond_the_text_give_its_length() {
        for index in [4, 5, usize::MAX] {
            assert_eq!(floor_char_boundary("a\u{20AC}", index), 4);
            assert_eq!(ceil_char_boundary("a\u{20AC}", index), 4);
        }
    }
}
