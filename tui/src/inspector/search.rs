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
use crate::inspector::pane::Pane;
use crate::inspector::panes::ReferencePanes;

/// Minimum length of a name: shorter ones match too many characters.
const LETTERS: usize = 3;

impl App {
    /// Goes to the next or previous match.
    pub(super) fn search(&mut self, is_forward: bool) {
        if !self.overlays.is_empty() {
            self.search_in_page(is_forward);
        } else if self.panes.search_text.is_empty() {
            self.step_finding(is_forward);
        } else {
            self.notice = self.panes.search(is_forward);
        }
    }

    /// Selects the next or previous finding: of the reference, then of the next listed reference with a finding.
    fn step_finding(&mut self, is_forward: bool) {
        let count = self.panes.analysis.findings.len();
        let next = if is_forward { self.panes.finding + 1 } else { self.panes.finding.wrapping_sub(1) };
        if next < count {
            self.panes.select_finding(next);
        } else if self.origin.documents().is_some() {
            self.close();
            if self.origin.screen() == Screen::Reference {
                return;
            }
            self.go_to_finding(is_forward);
            self.open();
            self.panes.select_finding(if is_forward { 0 } else { usize::MAX });
        } else if count == 0 {
            "no findings".clone_into(&mut self.notice);
        } else {
            self.panes.select_finding(if is_forward { 0 } else { count - 1 });
            self.notice = format!("finding {} of {count}, continued from the other end", self.panes.finding + 1);
        }
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
