//! Composition of edits: a text that is edited repeatedly, as edits of the first text.
//!
//! ```text
//! first   a b c d e        ├── kept ──┤ new ├─ kept ─┤ new ├── kept ──┤
//! then    a X c d Y e
//! ```

use crate::text::{Edit, InDocument, Span};

/// Text that consists of parts of another text and of new text. Offsets are bytes.
#[derive(Clone, Debug)]
pub struct ComposedEdits {
    length: usize,
    pieces: Vec<Piece>,
}

#[derive(Clone, Debug)]
enum Piece {
    Kept(Span<InDocument>),
    New(String),
}

impl ComposedEdits {
    /// Creates the composition for an unchanged text of that length in bytes.
    pub fn new(length: usize) -> Self {
        Self { length, pieces: vec![Piece::Kept(Span::new(0, length))] }
    }

    /// Applies edits of the current text; in order and separate.
    pub fn apply(&mut self, edits: &[Edit<InDocument>]) {
        let mut old = std::mem::take(&mut self.pieces).into_iter();
        let mut rest = None;
        let mut at = 0;
        for edit in edits {
            take(&mut old, &mut rest, edit.span.start - at, |piece| self.pieces.push(piece));
            take(&mut old, &mut rest, edit.span.len(), drop);
            self.pieces.push(Piece::New(edit.text.clone()));
            at = edit.span.end;
        }
        self.pieces.extend(rest.into_iter().chain(old));
    }

    /// Returns edits of the first text; in order and separate.
    pub fn edits(&self) -> Vec<Edit<InDocument>> {
        let mut edits = Vec::new();
        let (mut at, mut text) = (0, String::new());
        for piece in self.pieces.iter().chain([&Piece::Kept(Span::empty(self.length))]) {
            match piece {
                Piece::New(new) => text.push_str(new),
                &Piece::Kept(span) => {
                    if span.start > at || !text.is_empty() {
                        edits.push(Edit { span: Span::new(at, span.start), text: std::mem::take(&mut text) });
                    }
                    at = span.end;
                }
            }
        }
        edits
    }
}

/// Passes on the next `length` bytes; a longer piece is split.
fn take(
    old: &mut std::vec::IntoIter<Piece>,
    rest: &mut Option<Piece>,
    mut length: usize,
    mut visit: impl FnMut(Piece),
) {
    while length > 0 {
        let Some(piece) = rest.take().or_else(|| old.next()) else { return };
        let (first, second) = piece.cut(length);
        length -= first.len();
        visit(first);
        *rest = second;
    }
}

impl Piece {
    fn len(&self) -> usize {
        match self {
            Self::Kept(span) => span.len(),
            Self::New(text) => text.len(),
        }
    }

    /// Splits off at most `length` bytes, and returns the rest.
    fn cut(self, length: usize) -> (Self, Option<Self>) {
        if self.len() <= length {
            return (self, None);
        }
        match self {
            Self::Kept(span) => {
                let at = span.start + length;
                (Self::Kept(Span::new(span.start, at)), Some(Self::Kept(Span::new(at, span.end))))
            }
            Self::New(mut text) => {
                let second = text.split_off(length);
                (Self::New(text), Some(Self::New(second)))
            }
        }
    }
}
