//! The tour: references that open something else than people read, each with an explanation.
//!
//! The same texts are on the screen, in the output of `iri-inspect tour` and in a page of the book.

use std::fmt::Write as _;
use std::sync::LazyLock;

use iri_core::characters::notation;
use iri_core::present::Report;
use iri_core::{Options, inspect};

use crate::cells::wrapped;
use crate::inspector::app::App;
use crate::inspector::origin::{Origin, ReferenceList};
use crate::inspector::pane::Pane;
use crate::inspector::subject::Subject;

/// A stop of the tour.
#[derive(Clone, Debug)]
pub struct TourStop {
    /// Title.
    pub title: String,
    /// Reference.
    pub reference: String,
    /// What it opens, and why people read something else.
    pub text: String,
}

/// The stops, in order: paragraphs of a title, a reference with escapes such as `\u{5D0}`, and a text.
pub static STOPS: LazyLock<Vec<TourStop>> = LazyLock::new(|| {
    let stop = |paragraph: &str| {
        let mut lines = paragraph.lines().map(str::to_owned);
        let mut line = || lines.next().unwrap_or_default();
        TourStop { title: line(), reference: unescaped(&line()), text: lines.collect::<Vec<_>>().join(" ") }
    };
    include_str!("tour.txt").trim_end().split("\n\n").map(stop).collect()
});

/// Returns `text` with the characters of its escapes, such as `\u{5D0}`.
fn unescaped(text: &str) -> String {
    let mut parts = text.split("\\u{");
    let first = parts.next().unwrap_or_default().to_owned();
    let part = |all: String, part: &str| {
        let (code, rest) = part.split_once('}').unwrap_or_default();
        let c = u32::from_str_radix(code, 16).ok().and_then(char::from_u32);
        all + &c.map_or_else(String::new, String::from) + rest
    };
    parts.fold(first, part)
}

impl Origin {
    /// Returns the current stop and its number from 1; `None` outside the tour.
    pub fn tour_stop(&self) -> Option<(usize, &'static TourStop)> {
        let Self::Texts(ReferenceList { tour: Some(index), .. }) = *self else { return None };
        Some((index + 1, STOPS.get(index)?))
    }

    /// Returns the next stop, or the previous one, and its index.
    pub(super) fn next_stop(&self, is_forward: bool) -> Option<(usize, &'static TourStop)> {
        let Self::Texts(ReferenceList { tour: Some(index), .. }) = *self else { return None };
        let index = if is_forward { index + 1 } else { index.checked_sub(1)? };
        Some((index, STOPS.get(index)?))
    }
}

/// Goes to the next stop, or to the previous one.
pub(super) fn go(app: &mut App, is_forward: bool) {
    if let Some((index, stop)) = app.origin.next_stop(is_forward) {
        app.origin.go_to_stop(index);
        app.panes.take(Subject::new(&stop.reference, Options::default()));
        app.focus(Pane::Findings);
    } else if app.origin.tour_stop().is_some() {
        let end = if is_forward { "this is the last stop; q quits" } else { "this is the first stop" };
        app.say(end);
    }
}

/// Returns the tour as plain text.
pub fn text() -> String {
    let mut page = String::new();
    for (number, stop) in (1..).zip(STOPS.iter()) {
        let _ = writeln!(page, "{number}. {}\n\n    {}\n    {}\n", stop.title, shown(stop), destination(stop));
        for line in wrapped(&stop.text, 76, usize::MAX) {
            let _ = writeln!(page, "   {line}");
        }
        page.push('\n');
    }
    page
}

/// Returns the reference with visible characters: right-to-left letters in Bidi Notation.
fn shown(stop: &TourStop) -> String {
    let is_plain = stop.reference.chars().all(|c| c.is_ascii_graphic() || c == ' ');
    if is_plain { stop.reference.clone() } else { notation(&stop.reference) }
}

fn destination(stop: &TourStop) -> String {
    let inspection = inspect(&stop.reference, &Options::default());
    Report::new(&inspection).destination().map_or_else(String::new, |destination| destination.text)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the page of the book.
    fn page() -> String {
        let mut page = "# Tour\n\n<!-- Written by `UPDATE_EXPECT=1 cargo test -p iri-inspect --lib tour`. -->\n\n\
            Fifteen references that open something else than people read. `iri-inspect tour` opens them in the inspector:\n\
            <kbd>]</kbd> goes to the next one. Right-to-left letters are in [Bidi Notation](bidi.md), other characters that \
            look\nlike ASCII as `{code point}`.\n"
            .to_owned();
        for (number, stop) in (1..).zip(STOPS.iter()) {
            let inspection = inspect(&stop.reference, &Options::default());
            let _ = write!(page, "\n## {number}. {}\n\n```text\n{}\n", stop.title, shown(stop));
            let _ = write!(page, "  {}\n```\n\n{}\n", destination(stop), stop.text.replace('\\', "\\\\"));
            let mut rules: Vec<&str> = inspection.findings().iter().map(|finding| finding.rule.name).collect();
            rules.dedup();
            let links: Vec<String> = rules.iter().map(|rule| format!("[{rule}](rules/{rule}.md)")).collect();
            let _ = writeln!(page, "\nRules: {}", links.join(", "));
        }
        page
    }

    #[test]
    fn every_stop_has_a_finding_and_two_sentences() {
        for stop in STOPS.iter() {
            let inspection = inspect(&stop.reference, &Options::default());
            assert!(!inspection.findings().is_empty(), "{}", stop.title);
            assert_eq!(stop.text.matches(". ").count(), 1, "{}", stop.title);
        }
    }

    #[test]
    fn the_page_of_the_book_has_the_texts_of_the_tour() {
        let page = page();
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/tour.md");
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            std::fs::write(path, &page).expect("the directory of the book is writable");
        }
        let written = std::fs::read_to_string(path).unwrap_or_default();
        assert_eq!(written.replace("\r\n", "\n"), page, "run with UPDATE_EXPECT=1 to write {path}");
    }
}
