//! Typing, moving, selecting, and taking back.

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
fn typing_is_taken_back_word_by_word_and_made_again() {
    let mut editor = typed("ab/cd");
    assert_eq!(editor.undo().as_deref(), Some(TYPING));
    assert_eq!(editor.text(), "ab/");
    editor.undo();
    editor.undo();
    assert_eq!(editor.text(), "");
    assert_eq!(editor.undo(), None);
    editor.redo();
    editor.redo();
    assert_eq!((editor.text(), editor.cursor()), ("ab/", 3));
    editor.insert("x");
    assert_eq!(editor.redo(), None);
}

#[test]
fn what_the_cursor_passes_is_selected_and_replaced() {
    let mut editor = Editor::new("ab/c\u{301}d");
    editor.extend(Motion::Left);
    editor.extend(Motion::Left);
    assert_eq!(editor.selection().slice(editor.text()), "c\u{301}d");
    editor.insert("x");
    assert_eq!((editor.text(), editor.selection().is_empty()), ("ab/x", true));
    editor.undo();
    assert_eq!(editor.text(), "ab/c\u{301}d");
    editor.select_all();
    assert_eq!(editor.cut(), "ab/c\u{301}d");
    assert_eq!(editor.undo().as_deref(), Some("cutting"));
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
fn a_mouse_that_is_drawn_selects_the_characters_it_touches() {
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
    editor.become_text("a%20b%20c", "all safe fixes");
    assert_eq!((editor.text(), editor.cursor()), ("a%20b%20c", 1));
    assert_eq!(editor.undo().as_deref(), Some("all safe fixes"));
    assert_eq!((editor.text(), editor.cursor()), ("a b c", 5));
}

#[test]
fn the_oldest_changes_are_forgotten_where_they_hold_too_much() {
    let mut editor = Editor::default();
    for text in ["ab/", "cd/", "ef/"] {
        editor.insert(text);
    }
    assert_eq!(editor.remembered, 9);
    editor.forget_the_oldest(7);
    assert_eq!((editor.done.len(), editor.remembered), (2, 6));
    editor.undo();
    editor.insert("x");
    assert_eq!((editor.done.len(), editor.remembered), (2, 4));
    editor.forget_the_oldest(0);
    assert_eq!(editor.undo().as_deref(), Some(TYPING));
    assert_eq!((editor.undo(), editor.text()), (None, "ab/cd/"));
}

#[test]
fn a_typed_mark_joins_the_letter_before() {
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
fn whatever_is_done_the_cursor_stands_on_a_boundary() {
    let pieces = ["a", "\u{301}", "\u{1F469}", "\u{200D}", "\u{5D0}", "/", " ", "\u{1F1E9}", "\r", "\n"];
    let motions = [Motion::Left, Motion::Right, Motion::WordLeft, Motion::WordRight, Motion::Start, Motion::End];
    let mut editor = Editor::default();
    let mut state = 7u32;
    for _ in 0..5_000 {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let pick = (state >> 16) as usize;
        match pick % 10 {
            0..=3 => editor.insert(pieces[pick / 8 % pieces.len()]),
            4 => editor.go(motions[pick / 8 % motions.len()]),
            5 => editor.delete(motions[pick / 8 % 2]),
            6 => drop(editor.undo()),
            7 => editor.extend(motions[pick / 10 % motions.len()]),
            8 => drop(editor.cut()),
            _ => drop(editor.redo()),
        }
        assert!(editor.text().is_char_boundary(editor.cursor()));
        assert!(editor.selection().slice(editor.text()).len() <= editor.text().len());
        let mut again = editor.clone();
        again.place(editor.cursor());
        assert_eq!(again.cursor(), editor.cursor(), "{:?}", editor.text());
    }
}
