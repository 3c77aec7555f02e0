//! The search in a reference.
//!
//! ```text
//!  in the findings, the name of a rule or text of a message   leiri-sp, scheme
//!  text, ignoring case                                        .xml
//!  characters by code point or name                           U+0020, space
//! ```
//!
//! The first of these with a match is used; the search wraps around.

use std::collections::HashMap;

use iri_core::rules::Finding;
use iri_core::unicode;

use crate::inspector::app::App;
use crate::inspector::origin::Screen;
use crate::inspector::overlay::{Overlay, Page};
use crate::inspector::pane::Pane;
use crate::inspector::panes::ReferencePanes;

/// Minimum length of a name: shorter ones match too many characters.
const LETTERS: usize = 3;

/// Goes to the next or previous match.
pub(super) fn search(app: &mut App, is_forward: bool) {
    if !app.overlays.is_empty() {
        search_in_page(app, is_forward);
    } else if app.panes.search_text.is_empty() {
        step_finding(app, is_forward);
    } else {
        app.notice = app.panes.search(is_forward);
    }
}

/// Selects the next or previous finding: of the reference, then of the next listed reference with a finding.
fn step_finding(app: &mut App, is_forward: bool) {
    let count = app.panes.analysis.findings.len();
    let next = if is_forward { app.panes.finding + 1 } else { app.panes.finding.wrapping_sub(1) };
    if next < count {
        app.panes.select_finding(next);
    } else if app.origin.documents().is_some() {
        app.close();
        if app.origin.screen() == Screen::Reference {
            return;
        }
        app.go_to_finding(is_forward);
        app.open();
        app.panes.select_finding(if is_forward { 0 } else { usize::MAX });
    } else if count == 0 {
        app.say("no findings");
    } else {
        app.panes.select_finding(if is_forward { 0 } else { count - 1 });
        app.notice = format!("finding {} of {count}, continued from the other end", app.panes.finding + 1);
    }
}

/// Scrolls the help or another text to the next or previous row that contains the search text.
pub(super) fn search_in_page(app: &mut App, is_forward: bool) {
    if app.page_search.is_empty() {
        return;
    }
    let (top, found, last, places) = match app.overlays.last() {
        Some(&Overlay::Help { top, found }) => {
            (top, found, app.viewport.last_help_top(app), app.viewport.help_lines(app, &app.page_search))
        }
        Some(Overlay::Page(page)) => {
            let last = page.rows.len().saturating_sub(app.viewport.page_rows(app));
            (page.top, page.found, last, rows_with(page, &app.page_search))
        }
        _ => return,
    };
    // On the last page the line that was found is below the first one.
    let at = found.map_or(top.checked_sub(usize::from(is_forward)), Some);
    let next = if is_forward {
        places.iter().position(|&line| Some(line) > at).unwrap_or(0)
    } else {
        places.iter().rposition(|&line| Some(line) < at).unwrap_or(places.len().saturating_sub(1))
    };
    let line = places.get(next).copied();
    app.notice = match line {
        Some(_) => format!("match {} of {}: {}", next + 1, places.len(), app.page_search),
        None => format!("not found: {}", app.page_search),
    };
    match (app.overlays.last_mut(), line) {
        (Some(Overlay::Help { top, found }), Some(line)) => (*top, *found) = (line.min(last), Some(line)),
        (Some(Overlay::Page(page)), _) => {
            page.top = line.map_or(page.top, |line| line.min(last));
            (page.found, page.note) = (line, app.notice.clone());
        }
        _ => {}
    }
}

impl ReferencePanes {
    /// Selects the next or previous match. Returns the notice about it.
    fn search(&mut self, is_forward: bool) -> String {
        let findings = if self.pane == Pane::Findings { self.findings_with(&self.search_text) } else { Vec::new() };
        let (count, number) = if findings.is_empty() {
            let places = match text_places(self.text(), &self.search_text) {
                places if places.is_empty() => named_places(self.text(), &self.search_text),
                places => places,
            };
            if places.is_empty() {
                return format!("not found: {}", self.search_text);
            }
            let next = next(&places, self.reference.editor.cursor(), is_forward);
            self.select(places[next]);
            (places.len(), next + 1)
        } else {
            let next = next(&findings, self.finding, is_forward);
            self.select_finding(findings[next]);
            (findings.len(), next + 1)
        };
        format!("match {number} of {count}: {}", self.search_text)
    }

    fn findings_with(&self, search_text: &str) -> Vec<usize> {
        let search_text = search_text.to_lowercase();
        // A million findings have only a few messages: each is tested once.
        let mut known = HashMap::new();
        let mut matches = |finding: &Finding| {
            let contains =
                || finding.rule.name.contains(&search_text) || finding.message.to_lowercase().contains(&search_text);
            *known.entry(std::ptr::from_ref(finding)).or_insert_with(contains)
        };
        let is_match = |index: &usize| self.analysis.findings.kind(*index).is_some_and(&mut matches);
        (0..self.analysis.findings.len()).filter(is_match).collect()
    }
}

/// Returns the rows of a text that contain `wanted`, ignoring case.
fn rows_with(page: &Page, wanted: &str) -> Vec<usize> {
    let lines = page.lines.iter().enumerate();
    let places = lines.flat_map(|(line, own)| text_places(&own.text, wanted).into_iter().map(move |at| (line, at)));
    let row = |place: (usize, usize)| page.rows.partition_point(|row| (row.line, row.start) <= place) - 1;
    let mut rows: Vec<usize> = places.map(row).collect();
    rows.dedup();
    rows
}

/// Returns the next or previous match relative to `at`; wraps around.
fn next(places: &[usize], at: usize, is_forward: bool) -> usize {
    if is_forward {
        places.iter().position(|&place| place > at).unwrap_or(0)
    } else {
        places.iter().rposition(|&place| place < at).unwrap_or(places.len() - 1)
    }
}

/// Returns the offsets of `search_text` in `text`, ignoring case.
pub fn text_places(text: &str, search_text: &str) -> Vec<usize> {
    let (text, search_text) = (folded(text), folded(search_text));
    text.match_indices(&search_text).map(|(at, _)| at).collect()
}

/// Returns lowercase text with the same offsets: letters whose lowercase has another length stay.
fn folded(text: &str) -> String {
    let small = |c: char| {
        let mut small = c.to_lowercase();
        match (small.next(), small.next()) {
            (Some(small), None) if small.len_utf8() == c.len_utf8() => small,
            _ => c,
        }
    };
    text.chars().map(small).collect()
}

/// Returns the offsets of characters whose code point or name contains `search_text`. Each character is tested once.
fn named_places(text: &str, search_text: &str) -> Vec<usize> {
    let search_text = search_text.trim().to_uppercase();
    if search_text.chars().count() < LETTERS {
        return Vec::new();
    }
    let mut known = HashMap::new();
    let mut holds =
        |c: char| *known.entry(c).or_insert_with(|| unicode::label(c).to_uppercase().contains(&search_text));
    let places = text.char_indices().filter(|(_, c)| holds(*c));
    places.map(|(at, _)| at).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_found_ignoring_case_at_its_own_offset() {
        // The lowercase of the second letter is longer, that of the third shorter.
        assert_eq!(text_places("A\u{130}\u{1E9E}/a\u{C9}", "a"), [0, 7]);
        assert_eq!(text_places("\u{E9}\u{C9}", "\u{C9}"), [0, 2]);
    }

    #[test]
    fn a_character_is_found_by_code_point_and_by_name() {
        assert_eq!(named_places("a b\u{200B}c d", "u+0020"), [1, 7]);
        assert_eq!(named_places("a b\u{200B}c", "space"), [1, 3]);
        assert_eq!(named_places("\u{5D0}\u{5D1}", "letter bet"), [2]);
        assert!(named_places("aaaa", "la").is_empty());
    }

    #[test]
    fn the_order_of_panes_wraps_around() {
        assert_eq!((next(&[2, 5, 9], 5, true), next(&[2, 5, 9], 9, true)), (2, 0));
        assert_eq!((next(&[2, 5, 9], 5, false), next(&[2, 5, 9], 2, false)), (0, 2));
    }
}
