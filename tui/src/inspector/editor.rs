//! The line editor: a text, a cursor between its grapheme clusters in stored order, a selection between an anchor and
//! the cursor, and an undo history. It keeps the text unchanged; [`crate::cells`] draws it.

use std::sync::atomic::{AtomicU64, Ordering};

use iri_core::{Edit, Span};

use crate::cells::cluster::{is_boundary, is_word, next, previous, word_left, word_right};
use crate::files::history::{History, HistoryStep};

/// An edited text.
#[derive(Clone, Debug, Default)]
pub struct Editor {
    text: String,
    cursor: usize,
    /// Start of the selection; `None` without a selection.
    anchor: Option<usize>,
    history: History<Change>,
    revision: u64,
    state: u64,
    last_edit: Option<Edit>,
    /// Whether the next typed letter starts a new change.
    is_typing_ended: bool,
}

/// Movements of the cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Motion {
    /// To the previous cluster.
    Left,
    /// To the next cluster.
    Right,
    /// To the start of the previous word: delimiters separate words.
    WordLeft,
    /// To the end of the next word.
    WordRight,
    /// To the start.
    Start,
    /// To the end.
    End,
}

/// Maximum bytes of the undo history; the oldest changes are dropped.
const REMEMBERED: usize = 1 << 26;

/// Name of typing in the undo history.
pub(super) const TYPING: &str = "typing";

/// The inverse of a change.
#[derive(Clone, Debug)]
struct Change {
    edit: Edit,
    /// Cursor before the change.
    cursor: usize,
    what: String,
    /// State that the edit leads to, and the one that it starts from.
    states: (u64, u64),
}

impl Change {
    fn bytes(&self) -> usize {
        self.edit.text.len() + self.edit.span.len()
    }
}

/// Text when editing began.
#[derive(Clone, Debug)]
pub struct EditStart {
    state: u64,
    text: String,
}

/// A canceled edit, which can be restored as a whole.
#[derive(Clone, Copy, Debug)]
pub struct CanceledEdit {
    /// State of the text after the cancellation.
    from: u64,
    /// State of the text before it.
    to: u64,
}

/// Number of revisions.
static REVISIONS: AtomicU64 = AtomicU64::new(0);

impl Editor {
    /// Starts with `text`, the cursor at its end.
    pub fn new(text: &str) -> Self {
        let revision = next_revision();
        Self { text: text.to_owned(), cursor: text.len(), revision, state: revision, ..Self::default() }
    }

    /// Returns the text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the revision, which changes with the text; no two texts of one run have the same.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Returns the number of the text in the history: an undo or redo returns to it.
    pub fn state(&self) -> u64 {
        self.state
    }

    /// Returns the number of the text that an undo returns to.
    pub fn previous_state(&self) -> Option<u64> {
        self.history.done().last().map(|change| change.states.0)
    }

    /// Returns the number of the oldest text that an undo returns to; without an undo, that of the text itself.
    pub fn oldest_state(&self) -> u64 {
        self.history.done().first().map_or(self.state, |change| change.states.0)
    }

    /// Returns the last edit, other than an undo or redo: it is one of the text before it.
    pub fn last_edit(&self) -> Option<&Edit> {
        self.last_edit.as_ref()
    }

    /// Returns the offset of the cursor in bytes: the start of a cluster.
    pub fn cursor(&self) -> usize {
        self.cursor
    }

    /// Returns where the cursor is in `text`, which another program made of this one: after the same text as here.
    pub fn cursor_in(&self, text: &str) -> usize {
        let Edit { span, text: new }: Edit = Edit::smallest(&self.text, Span::new(0, self.text.len()), text);
        match self.cursor {
            cursor if cursor <= span.start => cursor,
            cursor if cursor < span.end => span.start + new.len(),
            cursor => cursor - span.len() + new.len(),
        }
    }

    /// Returns the cluster after the cursor; empty at the end.
    pub fn cluster(&self) -> Span {
        Span::new(self.cursor, next(&self.text, self.cursor))
    }

    /// Returns the selection between anchor and cursor; without one, an empty span at the cursor.
    pub fn selection(&self) -> Span {
        let anchor = self.anchor.unwrap_or(self.cursor);
        Span::new(anchor.min(self.cursor), anchor.max(self.cursor))
    }

    /// Selects everything.
    pub fn select_all(&mut self) {
        self.cursor = self.text.len();
        self.anchor = Some(0);
    }

    /// Clears the selection; the cursor stays.
    pub fn select_nothing(&mut self) {
        self.anchor = None;
    }

    /// Extends the selection by a motion.
    pub fn extend(&mut self, motion: Motion) {
        let anchor = self.anchor.unwrap_or(self.cursor);
        self.place(self.target(motion));
        self.anchor = Some(anchor);
    }

    /// Extends the selection over the cluster that contains the byte at `offset`, like a dragged mouse.
    pub fn extend_over(&mut self, offset: usize) {
        let anchor = self.anchor.unwrap_or(self.cursor);
        self.place(offset);
        if self.cursor >= anchor {
            self.cursor = next(&self.text, self.cursor);
        }
        self.anchor = Some(anchor);
    }

    /// Removes the selection and returns it.
    pub fn cut(&mut self) -> String {
        let span = self.selection();
        let removed = span.slice(&self.text).to_owned();
        self.replace(span, "", "cut");
        self.place_after(span.start);
        removed
    }

    /// Moves the cursor to the start of the cluster that contains the byte at `offset`, and clears the selection.
    pub fn place(&mut self, offset: usize) {
        self.anchor = None;
        let mut at = offset.min(self.text.len());
        while !self.text.is_char_boundary(at) {
            at -= 1;
        }
        self.cursor = if is_boundary(&self.text, at) { at } else { previous(&self.text, at) };
    }

    /// Moves the cursor; from a selection, a step leads to its end.
    pub fn go(&mut self, motion: Motion) {
        let selection = self.selection();
        self.place(match motion {
            Motion::Left if !selection.is_empty() => selection.start,
            Motion::Right if !selection.is_empty() => selection.end,
            _ => self.target(motion),
        });
    }

    /// Inserts text at the cursor, in place of the selection.
    pub fn insert(&mut self, text: &str) {
        let span = self.selection();
        self.replace(span, text, TYPING);
        self.place_after(span.start + text.len());
    }

    /// Removes the selection, or the text between the cursor and the target of `motion`.
    pub fn delete(&mut self, motion: Motion) {
        let mut span = self.selection();
        if span.is_empty() {
            let target = self.target(motion);
            span = Span::new(self.cursor.min(target), self.cursor.max(target));
        }
        self.replace(span, "", "deletion");
        self.place_after(span.start);
    }

    /// Replaces the text as one change with the name `what`; if it is the same text, as [`touch`](Self::touch) does.
    pub fn set_text(&mut self, text: &str, what: &str) {
        if self.text == text {
            return self.touch(what);
        }
        let Edit { span, text } = Edit::smallest(&self.text, Span::new(0, self.text.len()), text);
        self.replace(span, &text, what);
        self.place(span.start);
    }

    /// Adds a change with the name `what` that does not change the text, only its source.
    pub fn touch(&mut self, what: &str) {
        self.change(Span::empty(self.cursor), "", what);
    }

    /// Moves the cursor to `offset`, or to the end of the cluster that contains it: a typed mark joins the
    /// previous character.
    fn place_after(&mut self, offset: usize) {
        self.place(offset);
        if self.cursor < offset {
            self.cursor = next(&self.text, self.cursor);
        }
    }

    fn target(&self, motion: Motion) -> usize {
        match motion {
            Motion::Left => previous(&self.text, self.cursor),
            Motion::Right => next(&self.text, self.cursor),
            Motion::WordLeft => word_left(&self.text[..self.cursor]),
            Motion::WordRight => self.cursor + word_right(&self.text[self.cursor..]),
            Motion::Start => 0,
            Motion::End => self.text.len(),
        }
    }
}

impl Editor {
    /// Returns whether a change can be undone or redone.
    pub fn can_step_history(&self, step: HistoryStep) -> bool {
        self.history.has(step)
    }

    /// Undoes or redoes the next change and returns its name.
    pub fn step_history(&mut self, step: HistoryStep) -> Option<String> {
        let Change { edit, cursor, what, states: (to, from) } = self.history.take(step)?;
        let edit = edit.make(&mut self.text);
        (self.revision, self.state) = (next_revision(), to);
        match step {
            HistoryStep::Undo => self.place(cursor),
            HistoryStep::Redo => self.place_after(edit.span.end),
        }
        self.history.put(step, Change { edit, cursor, what: what.clone(), states: (from, to) });
        Some(what)
    }

    /// Starts an edit: the next letter is undone without the letters before.
    pub fn start_edit(&mut self) -> EditStart {
        self.is_typing_ended = true;
        EditStart { state: self.state, text: self.text.clone() }
    }

    /// Restores the text from the start of an edit; `None` if nothing was changed since.
    pub fn cancel_edit(&mut self, start: EditStart) -> Option<CanceledEdit> {
        let EditStart { state, text } = start;
        let before = self.state;
        if before == state {
            return None;
        }
        while self.state != state && self.step_history(HistoryStep::Undo).is_some() {}
        if self.state != state {
            // After an undo beyond the start, typing removed the text of the start from the history.
            while self.step_history(HistoryStep::Redo).is_some() {}
            self.set_text(&text, "cancellation of an edit");
        }
        Some(CanceledEdit { from: self.state, to: before })
    }

    /// Restores a canceled edit. Returns whether nothing was changed since.
    pub fn restore_edit(&mut self, canceled: CanceledEdit) -> bool {
        if self.state != canceled.from {
            return false;
        }
        while self.state != canceled.to && self.step_history(HistoryStep::Redo).is_some() {}
        self.state == canceled.to
    }

    /// Removes all changes from the history.
    pub fn forget_history(&mut self) {
        self.history = History::default();
    }

    fn replace(&mut self, span: Span, inserted: &str, what: &str) {
        if !span.is_empty() || !inserted.is_empty() {
            self.change(span, inserted, what);
        }
    }

    fn change(&mut self, span: Span, inserted: &str, what: &str) {
        let edit = Edit { span, text: inserted.to_owned() };
        let inverse = edit.make(&mut self.text);
        self.revision = next_revision();
        let states = (self.state, self.revision);
        self.state = self.revision;
        self.last_edit = Some(edit);
        if what == TYPING && self.joins_last(span, inserted) {
            return;
        }
        self.history.push(Change { edit: inverse, cursor: self.cursor, what: what.to_owned(), states });
        self.forget_the_oldest(REMEMBERED);
    }

    /// Drops all changes except the last one and as many previous ones as take at most `most` bytes.
    fn forget_the_oldest(&mut self, most: usize) {
        let done = self.history.done();
        let mut remembered: usize = done.iter().map(Change::bytes).sum();
        let mut count = 0;
        while remembered > most && count + 1 < done.len() {
            remembered -= done[count].bytes();
            count += 1;
        }
        self.history.forget(count);
    }

    /// Letters typed in sequence are undone together, word by word.
    fn joins_last(&mut self, span: Span, inserted: &str) -> bool {
        let has_ended = std::mem::take(&mut self.is_typing_ended);
        let Some(last) = self.history.last_mut() else { return false };
        let written = last.edit.span;
        let follows = !has_ended && last.what == TYPING && span.is_empty() && span.start == written.end;
        let joins = follows && inserted.chars().all(is_word) && written.slice(&self.text).chars().all(is_word);
        if joins {
            last.edit.span.end += inserted.len();
            last.states.1 = self.state;
        }
        joins
    }
}

fn next_revision() -> u64 {
    REVISIONS.fetch_add(1, Ordering::Relaxed) + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(text: &str) -> Editor {
        let mut editor = Editor::default();
        for c in text.chars() {
            editor.insert(c.encode_utf8(&mut [0; 4]));
        }
        editor
    }

    #[test]
    fn the_cursor_moves_by_cluster() {
        let mut editor = Editor::new("ae\u{301}\u{1F469}\u{200D}\u{1F680}b");
        let stops: Vec<usize> = std::iter::from_fn(|| {
            editor.go(Motion::Left);
            Some(editor.cursor())
        })
        .take(5)
        .collect();
        assert_eq!(stops, [15, 4, 1, 0, 0]);
        editor.go(Motion::End);
        assert!(editor.cluster().is_empty());
    }

    #[test]
    fn words_are_what_delimiters_part() {
        let mut editor = Editor::new("http://example.org/a%20b");
        editor.go(Motion::WordLeft);
        assert_eq!(editor.cursor(), 21);
        editor.delete(Motion::WordLeft);
        assert_eq!(editor.text(), "http://example.org/20b");
        editor.go(Motion::Start);
        editor.delete(Motion::WordRight);
        assert_eq!(editor.text(), "://example.org/20b");
    }

    #[test]
    fn typing_is_undone_word_by_word_and_redone() {
        let mut editor = typed("ab/cd");
        assert_eq!(editor.step_history(HistoryStep::Undo).as_deref(), Some(TYPING));
        assert_eq!(editor.text(), "ab/");
        editor.step_history(HistoryStep::Undo);
        editor.step_history(HistoryStep::Undo);
        assert_eq!(editor.text(), "");
        assert_eq!(editor.step_history(HistoryStep::Undo), None);
        editor.step_history(HistoryStep::Redo);
        editor.step_history(HistoryStep::Redo);
        assert_eq!((editor.text(), editor.cursor()), ("ab/", 3));
        editor.insert("x");
        assert_eq!(editor.step_history(HistoryStep::Redo), None);
    }

    #[test]
    fn a_selection_is_extended_and_replaced() {
        let mut editor = Editor::new("ab/c\u{301}d");
        editor.extend(Motion::Left);
        editor.extend(Motion::Left);
        assert_eq!(editor.selection().slice(editor.text()), "c\u{301}d");
        editor.insert("x");
        assert_eq!((editor.text(), editor.selection().is_empty()), ("ab/x", true));
        editor.step_history(HistoryStep::Undo);
        assert_eq!(editor.text(), "ab/c\u{301}d");
        editor.select_all();
        assert_eq!(editor.cut(), "ab/c\u{301}d");
        assert_eq!(editor.step_history(HistoryStep::Undo).as_deref(), Some("cut"));
    }

    #[test]
    fn a_step_out_of_a_selection_leads_to_its_end() {
        let mut editor = Editor::new("abc/def");
        editor.place(1);
        editor.extend(Motion::WordRight);
        assert_eq!(editor.selection(), Span::new(1, 3));
        editor.go(Motion::Left);
        assert_eq!((editor.cursor(), editor.selection().is_empty()), (1, true));
        editor.extend(Motion::End);
        editor.delete(Motion::Left);
        assert_eq!(editor.text(), "a");
    }

    #[test]
    fn a_dragged_mouse_selects_characters() {
        let mut editor = Editor::new("abcdef");
        editor.place(2);
        editor.extend_over(3);
        assert_eq!(editor.selection().slice(editor.text()), "cd");
        editor.extend_over(0);
        assert_eq!(editor.selection().slice(editor.text()), "ab");
    }

    #[test]
    fn a_fix_is_one_change_with_a_name() {
        let mut editor = Editor::new("a b c");
        editor.set_text("a%20b%20c", "all safe fixes");
        assert_eq!((editor.text(), editor.cursor()), ("a%20b%20c", 1));
        assert_eq!(editor.step_history(HistoryStep::Undo).as_deref(), Some("all safe fixes"));
        assert_eq!((editor.text(), editor.cursor()), ("a b c", 5));
    }

    #[test]
    fn the_oldest_changes_are_dropped_beyond_the_limit() {
        let mut editor = Editor::default();
        for text in ["ab/", "cd/", "ef/"] {
            editor.insert(text);
        }
        editor.forget_the_oldest(9);
        assert_eq!(editor.history.done().len(), 3);
        editor.forget_the_oldest(7);
        assert_eq!(editor.history.done().len(), 2);
        editor.step_history(HistoryStep::Undo);
        editor.insert("x");
        assert_eq!(editor.history.done().len(), 2);
        editor.forget_the_oldest(0);
        assert_eq!(editor.step_history(HistoryStep::Undo).as_deref(), Some(TYPING));
        assert_eq!((editor.step_history(HistoryStep::Undo), editor.text()), (None, "ab/cd/"));
    }

    #[test]
    fn a_typed_mark_joins_the_previous_letter() {
        let editor = typed("e\u{301}");
        assert_eq!(editor.cursor(), 3);
    }

    #[test]
    fn controls_are_kept_as_they_were_pasted() {
        let mut editor = Editor::default();
        editor.insert("a\u{1B}[2J\u{202E}\0");
        assert_eq!(editor.text(), "a\u{1B}[2J\u{202E}\0");
    }

    #[test]
    fn the_cursor_is_always_on_a_boundary() {
        let pieces = ["a", "\u{301}", "\u{1F469}", "\u{200D}", "\u{5D0}", "/", " ", "\u{1F1E9}", "\r", "\n"];
        let motions = [Motion::Left, Motion::Right, Motion::WordLeft, Motion::WordRight, Motion::Start, Motion::End];
        let mut editor = Editor::default();
        let mut rng = fastrand::Rng::with_seed(7);
        for _ in 0..5_000 {
            match rng.usize(..10) {
                0..=3 => editor.insert(pieces[rng.usize(..pieces.len())]),
                4 => editor.go(motions[rng.usize(..motions.len())]),
                5 => editor.delete(motions[rng.usize(..2)]),
                6 => drop(editor.step_history(HistoryStep::Undo)),
                7 => editor.extend(motions[rng.usize(..motions.len())]),
                8 => drop(editor.cut()),
                _ => drop(editor.step_history(HistoryStep::Redo)),
            }
            assert!(editor.text().is_char_boundary(editor.cursor()));
            assert!(editor.selection().slice(editor.text()).len() <= editor.text().len());
            let mut again = editor.clone();
            again.place(editor.cursor());
            assert_eq!(again.cursor(), editor.cursor(), "{:?}", editor.text());
        }
    }
}
