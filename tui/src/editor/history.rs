//! Every change, remembered with a name, taken back and made again.

use iri_core::Span;

use crate::cells::cluster::is_word;
use crate::editor::{Editor, next_revision};

/// The oldest changes are forgotten where all together hold more bytes.
const REMEMBERED: usize = 1 << 26;

/// What typing is called when it is taken back.
pub const TYPING: &str = "typing";

/// A replacement that can be taken back.
#[derive(Clone, Debug)]
pub struct Change {
    at: usize,
    removed: String,
    inserted: String,
    cursor: usize,
    what: String,
}

impl Change {
    fn bytes(&self) -> usize {
        self.removed.len() + self.inserted.len()
    }
}

impl Editor {
    /// Whether a change can be taken back.
    pub fn can_undo(&self) -> bool {
        !self.done.is_empty()
    }

    /// Takes the last change back, and tells what it was.
    pub fn undo(&mut self) -> Option<String> {
        let change = self.done.pop()?;
        self.revision = next_revision();
        self.text.replace_range(change.at..change.at + change.inserted.len(), &change.removed);
        self.place(change.cursor);
        let what = change.what.clone();
        self.undone.push(change);
        Some(what)
    }

    /// Makes the last change that was taken back again, and tells what it was.
    pub fn redo(&mut self) -> Option<String> {
        let change = self.undone.pop()?;
        self.revision = next_revision();
        self.text.replace_range(change.at..change.at + change.removed.len(), &change.inserted);
        self.place_behind(change.at + change.inserted.len());
        let what = change.what.clone();
        self.done.push(change);
        Some(what)
    }

    pub(super) fn replace(&mut self, span: Span, inserted: &str, what: &str) {
        if span.is_empty() && inserted.is_empty() {
            return;
        }
        let removed = span.slice(&self.text).to_owned();
        self.text.replace_range(span.range(), inserted);
        let forgotten: usize = self.undone.drain(..).map(|change| change.bytes()).sum();
        self.remembered = self.remembered - forgotten + removed.len() + inserted.len();
        self.revision = next_revision();
        if what == TYPING && self.joins_last(span, inserted) {
            return;
        }
        let change = Change {
            at: span.start,
            removed,
            inserted: inserted.to_owned(),
            cursor: self.cursor,
            what: what.to_owned(),
        };
        self.done.push(change);
        self.forget_the_oldest(REMEMBERED);
    }

    /// Keeps the last change whatever it holds, and of those before it as many as hold at most `most` bytes.
    pub(super) fn forget_the_oldest(&mut self, most: usize) {
        let mut count = 0;
        while self.remembered > most && count + 1 < self.done.len() {
            self.remembered -= self.done[count].bytes();
            count += 1;
        }
        self.done.drain(..count);
    }

    /// Letters typed one behind the other are taken back together, word by word.
    fn joins_last(&mut self, span: Span, inserted: &str) -> bool {
        let Some(last) = self.done.last_mut() else { return false };
        let follows = last.what == TYPING && span.is_empty() && span.start == last.at + last.inserted.len();
        let within_word = inserted.chars().all(is_word) && last.inserted.chars().all(is_word);
        if follows && within_word {
            last.inserted.push_str(inserted);
        }
        follows && within_word
    }
}
