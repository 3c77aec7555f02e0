//! Positions of the cursor: between grapheme clusters, and at the edges of words.

use iri_core::text::floor_char_boundary;
use unicode_segmentation::GraphemeCursor;

/// Maximum bytes of a cluster; a longer one is split.
const LONGEST_CLUSTER: usize = 1 << 10;

/// Returns the next boundary of a cluster after `at`; the end of the text if there is no other.
pub fn next(text: &str, at: usize) -> usize {
    GraphemeCursor::new(at, text.len(), true).next_boundary(text, 0).ok().flatten().unwrap_or(text.len())
}

/// Returns the previous boundary of a cluster before `at`; 0 at the start.
pub fn previous(text: &str, at: usize) -> usize {
    let (from, near) = near(text, at);
    let boundary = GraphemeCursor::new(at - from, near.len(), true).prev_boundary(near, 0);
    from + boundary.ok().flatten().unwrap_or(0)
}

pub fn is_boundary(text: &str, at: usize) -> bool {
    let (from, near) = near(text, at);
    GraphemeCursor::new(at - from, near.len(), true).is_boundary(near, 0).unwrap_or(true)
}

/// Returns the text from shortly before `at`. No real cluster is longer; a text that consists of one cluster with a
/// million marks would otherwise be scanned from its start for every step.
fn near(text: &str, at: usize) -> (usize, &str) {
    let from = floor_char_boundary(text, at.saturating_sub(LONGEST_CLUSTER));
    (from, &text[from..])
}

/// Returns whether `c` is part of a word. Marks and invisible characters are, so that edges of words are edges of
/// clusters.
pub fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || !c.is_ascii()
}

pub fn word_left(before: &str) -> usize {
    let word_end = before.trim_end_matches(|c| !is_word(c));
    word_end.trim_end_matches(is_word).len()
}

pub fn word_right(after: &str) -> usize {
    let word = after.trim_start_matches(|c| !is_word(c));
    after.len() - word.trim_start_matches(is_word).len()
}
