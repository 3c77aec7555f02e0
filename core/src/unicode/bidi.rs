//! The display of a reference (UAX #9 as RFC 3987 section 4.1 wants it).

/// The display of one text.
#[derive(Clone, Debug)]
pub struct Bidi<'t> {
    /// The text.
    pub text: &'t str,
}

impl<'t> Bidi<'t> {
    /// Works out the display of `text` in a left-to-right embedding.
    pub fn of(text: &'t str) -> Self {
        Self { text }
    }
}
