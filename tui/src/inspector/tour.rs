//! The tour: references that open something else than people read, each with an explanation.
//!
//! The same texts are on the screen, in the output of `iri-inspect tour` and in a page of the book.

use std::fmt::Write as _;

use iri_core::characters::notation;
use iri_core::present::Report;
use iri_core::{Options, inspect};

use crate::cells::wrapped;
use crate::inspector::app::App;
use crate::inspector::pane::Pane;
use crate::inspector::subject::Subject;

/// A stop of the tour.
#[derive(Clone, Copy, Debug)]
pub struct TourStop {
    /// Title.
    pub title: &'static str,
    /// Reference.
    pub reference: &'static str,
    /// What it opens, and why people read something else.
    pub text: &'static str,
}

const fn stop(title: &'static str, reference: &'static str, text: &'static str) -> TourStop {
    TourStop { title, reference, text }
}

/// The stops, in order.
pub static STOPS: [TourStop; 15] = [
    stop(
        "The name before the @",
        "https://paypal.com@evil.example/",
        "Everything before '@' is a user name; the host comes after it. Browsers do not show the user name, but mail \
         programs and documents do.",
    ),
    stop(
        "A slash that is not a slash",
        "http://example.com\u{2215}evil.test/",
        "U+2215 is a mathematical sign, so it does not end the host. The whole text up to the real slash is one name \
         below evil.test.",
    ),
    stop(
        "Five Cyrillic letters",
        "http://xn--80ak6aa92e.com/",
        "This 'xn--' label stands for five Cyrillic letters that look like 'apple'. In 2017 several browsers displayed \
         it as apple.com; today they show the label itself.",
    ),
    stop(
        "One letter of another alphabet",
        "http://p\u{430}ypal.example/",
        "The second letter is Cyrillic, all others are Latin. No font shows the difference, but the two names belong to \
         two owners.",
    ),
    stop(
        "The backslash",
        "http://a.example\\@b.example/",
        "Browsers read '\\' as '/', so their host ends there; curl and Python take it for a part of the user name. A \
         filter that uses one parser and a client that uses the other do not see the same host.",
    ),
    stop(
        "Another full stop",
        "http://example.com\u{3002}evil.test/",
        "U+3002 is the full stop of Chinese and Japanese, and separates labels like '.'. The host is below evil.test, \
         and programs that only split at '.' find another name.",
    ),
    stop(
        "An address in disguise",
        "http://0x7f.1/",
        "Browsers and curl read numbers in a host as an IPv4 address: this is 127.0.0.1, your own machine. Other \
         programs look for a host with that name.",
    ),
    stop(
        "Letters that turn around",
        "http://a.example/%E2%80%AEtxt.exe",
        "Decoded, U+202E reverses the letters after it, so that the file is displayed as exe.txt. Percent-encoding hides \
         it until a program shows the name.",
    ),
    stop(
        "The path before the host",
        "http://\u{5D0}\u{5D1}/\u{5D2}\u{5D3}",
        "Right-to-left letters on both sides of a slash are displayed as one text from right to left. So the path is \
         displayed where people look for the host.",
    ),
    stop(
        "Two references, one display",
        "http://ab.\u{5D0}\u{5D1}\u{5D2}.123/",
        "Digits next to right-to-left letters move when they are displayed. Other references with other hosts have \
         exactly the same display; the pane of the direction lists them.",
    ),
    stop(
        "Wide letters",
        "http://\u{FF45}\u{FF58}\u{FF41}\u{FF4D}\u{FF50}\u{FF4C}\u{FF45}.com/",
        "These are full-width forms, which IDNA maps to ASCII: browsers open example.com. A filter that compares text \
         finds no example.com here.",
    ),
    stop(
        "Encoded twice",
        "http://example.org/%252e%252e/secret",
        "'%25' is an encoded '%', so a program that decodes twice gets '..' and leaves the directory. A check after the \
         first decoding sees a harmless name.",
    ),
    stop(
        "A character without width",
        "http://example.org/a\u{200B}b",
        "U+200B ZERO WIDTH SPACE is between the letters. Two links that look alike then open two resources, and a search \
         for 'ab' finds only one of them.",
    ),
    stop(
        "The same letter in two spellings",
        "http://example.org/cafe\u{301}",
        "The letter is written as 'e' and a combining accent; most keyboards produce one character instead. Servers \
         compare bytes, so the two spellings are two resources.",
    ),
    stop(
        "What XML allows",
        "http://example.org/a b|c",
        "XML accepts this as a LEIRI, but URIs and IRIs have neither spaces nor '|'. Programs that take it for a URI \
         reject it or cut it at the space; the safe fixes percent-encode it.",
    ),
];

impl App {
    /// Starts the tour at its first stop.
    pub fn with_tour(self) -> Self {
        Self { tour: Some(0), ..self }
    }

    /// Returns the current stop and its number from 1; `None` outside the tour.
    pub fn tour_stop(&self) -> Option<(usize, TourStop)> {
        let index = self.tour?;
        Some((index + 1, *STOPS.get(index)?))
    }

    /// Goes to the next stop, or to the previous one.
    pub(super) fn go_in_tour(&mut self, is_forward: bool) {
        let Some(index) = self.tour else { return };
        let index = if is_forward { index + 1 } else { index.wrapping_sub(1) };
        let Some(stop) = STOPS.get(index) else {
            let end = if is_forward { "this is the last stop; q quits" } else { "this is the first stop" };
            end.clone_into(&mut self.notice);
            return;
        };
        self.tour = Some(index);
        self.take(Subject::new(stop.reference, Options::default()));
        self.focus(Pane::Findings);
    }
}

/// Returns the tour as plain text.
pub fn text() -> String {
    let mut page = String::new();
    for (number, stop) in (1..).zip(&STOPS) {
        let _ = writeln!(page, "{number}. {}\n\n    {}\n    {}\n", stop.title, shown(stop), destination(stop));
        for line in wrapped(stop.text, 76, usize::MAX) {
            let _ = writeln!(page, "   {line}");
        }
        page.push('\n');
    }
    page
}

/// Returns the reference with visible characters: right-to-left letters in Bidi Notation.
fn shown(stop: &TourStop) -> String {
    let is_plain = stop.reference.chars().all(|c| c.is_ascii_graphic() || c == ' ');
    if is_plain { stop.reference.to_owned() } else { notation(stop.reference) }
}

fn destination(stop: &TourStop) -> String {
    let inspection = inspect(stop.reference, &Options::default());
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
        for (number, stop) in (1..).zip(&STOPS) {
            let inspection = inspect(stop.reference, &Options::default());
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
        for stop in STOPS {
            let inspection = inspect(stop.reference, &Options::default());
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
