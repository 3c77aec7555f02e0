//! Marks and isolates that keep text of a document in order in a client that reorders letters. A client that displays
//! text in stored order, in cells, receives none of them: see `TextDisplay`.

/// Encloses `text` in an isolate, so that its letters do not reorder the surrounding text.
pub fn isolated(text: &str) -> String {
    format!("\u{2068}{text}\u{2069}")
}

/// Adds a mark after each letter of `text` that keeps all of them in left-to-right order, whatever their direction.
pub fn pinned(text: &str) -> String {
    const LEFT_TO_RIGHT_MARK: char = '\u{200E}';
    text.chars().flat_map(|c| std::iter::once(c).chain((!c.is_ascii()).then_some(LEFT_TO_RIGHT_MARK))).collect()
}
