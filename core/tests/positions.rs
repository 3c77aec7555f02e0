//! Places in a document as people count them, and parts of its text.

use std::sync::Arc;

use iri_core::{Dialect, Document, Settings, Severity, Span};

fn read(text: &str) -> Document {
    Document::read(text, Arc::new(Settings::default()))
}

/// Long enough for many leaves, with every kind of line end, and characters of every length.
fn long() -> String {
    let lines = ["<a>\u{E9}\u{5D0}\r\n", "\u{1F600}</a>\r", "<b c='\n'/>\n", "\r\r\n<d/>", "plain\n"];
    lines.iter().cycle().take(20_000).copied().collect()
}

#[test]
fn places_asked_for_in_any_order_are_the_same() {
    let text = long();
    let document = read(&text);
    let mut forward = document.positions();
    let mut to_and_fro = document.positions();
    for offset in (0..=text.len()).step_by(7).chain([text.len() + 9]) {
        let expected = document.position(offset);
        assert_eq!(forward.at(offset), expected, "at {offset}");
        assert_eq!(
            to_and_fro.at(text.len() - offset.min(text.len())),
            document.position(text.len() - offset.min(text.len()))
        );
        assert_eq!(to_and_fro.at(offset), expected, "at {offset}");
    }
}

#[test]
fn a_part_of_the_text_may_reach_over_many_leaves() {
    let text = long();
    let document = read(&text);
    for (start, end) in [(0, text.len()), (5, 40_000), (30_000, 30_001), (70_000, 70_000), (0, 0)] {
        let span = document.clamped(Span::new(start, end));
        assert_eq!(document.slice(span), span.of(&text));
    }
    assert_eq!(read("").slice(Span::default()), "");
}

#[test]
fn a_dialect_for_all_places_is_the_measure_of_every_reference() {
    let text = "<a xmlns:x='http://www.w3.org/1999/xlink' x:href='a\u{E9} b'/>";
    let worst = |dialect| {
        let document = Document::read(text, Arc::new(Settings { dialect, ..Settings::default() }));
        let found: Vec<_> =
            document.findings().map(|found| (found.finding.rule.name, found.finding.severity)).collect();
        found
    };
    assert_eq!(worst(None), [("leiri-space", Severity::Warning)]);
    assert_eq!(worst(Some(Dialect::Iri)), [("leiri-space", Severity::Error)]);
    assert_eq!(worst(Some(Dialect::Uri)), [("non-uri-character", Severity::Error), ("leiri-space", Severity::Error)]);
}
