//! From byte offsets to what a person counts.

use iri_core::Span;

/// Where the characters of a text start; nothing where each is one byte.
pub struct Places(Vec<usize>);

impl Places {
    /// The characters of `text`.
    pub fn of(text: &str) -> Self {
        Self(if text.is_ascii() { Vec::new() } else { text.char_indices().map(|(start, _)| start).collect() })
    }

    /// The number of the character at a byte offset, from 0.
    pub fn index(&self, offset: usize) -> usize {
        if self.0.is_empty() { offset } else { self.0.partition_point(|&start| start < offset) }
    }

    /// "20", "20, 22 and 31", "20, 22, 31, 40 and 5 more": where the spans begin.
    pub fn list(&self, spans: &[Span]) -> String {
        const SHOWN: usize = 8;
        let mut starts: Vec<String> = spans.iter().take(SHOWN).map(|span| self.index(span.start).to_string()).collect();
        let last = match spans.len().checked_sub(SHOWN + 1) {
            None if starts.len() < 2 => return starts.concat(),
            None => starts.pop().unwrap_or_default(),
            Some(more) => format!("{} more", more + 1),
        };
        format!("{} and {last}", starts.join(", "))
    }
}
