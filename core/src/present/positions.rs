//! Conversion of byte offsets to the indices that users see: characters from 0.

use crate::text::Span;

/// Index of the characters of a text by their byte offsets.
///
/// ```
/// use iri_core::present::CharacterIndex;
///
/// let index = CharacterIndex::new("\u{E9}a b");
/// assert_eq!(index.number(3), 2);
/// assert_eq!(CharacterIndex::list(&[3, 5, 8]), "3, 5 and 8");
/// ```
#[derive(Clone, Debug)]
pub struct CharacterIndex {
    /// Offsets at which characters start; empty if all characters are one byte long.
    starts: Vec<usize>,
}

impl CharacterIndex {
    /// Creates the index of `text`.
    pub fn new(text: &str) -> Self {
        let starts = if text.is_ascii() { Vec::new() } else { text.char_indices().map(|(start, _)| start).collect() };
        Self { starts }
    }

    /// Returns the index of the character at a byte offset, from 0, in scalar values.
    pub fn number(&self, offset: usize) -> usize {
        if self.starts.is_empty() { offset } else { self.starts.partition_point(|&start| start < offset) }
    }

    /// Returns the indices of the characters at which `spans` start.
    pub fn numbers<'s>(&self, spans: impl IntoIterator<Item = &'s Span>) -> Vec<usize> {
        spans.into_iter().map(|span| self.number(span.start)).collect()
    }

    /// Writes numbers as a list of at most eight: "20", "20, 22 and 31", "20, 22, 31, … and 5 more".
    pub fn list(numbers: &[usize]) -> String {
        const SHOWN: usize = 8;
        let mut shown: Vec<String> = numbers.iter().take(SHOWN).map(ToString::to_string).collect();
        let last = match numbers.len().checked_sub(SHOWN + 1) {
            None if shown.len() < 2 => return shown.concat(),
            None => shown.pop().unwrap_or_default(),
            Some(more) => format!("{} more", more + 1),
        };
        format!("{} and {last}", shown.join(", "))
    }
}
