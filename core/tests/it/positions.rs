//! Lines and columns of a document, and parts of its text.

use std::sync::Arc;

use iri_core::text::{Position, PositionEncoding, lines};
use iri_core::{Dialect, Document, Settings, Severity, Span};

fn read(text: &str) -> Document {
    Document::parse(text, Arc::new(Settings::default()))
}

/// Returns a text with many leaves, every kind of line end, and characters of every length.
fn long() -> String {
    let lines = ["<a>\u{E9}\u{5D0}\r\n", "\u{1F600}</a>\r", "<b c='\n'/>\n", "\r\r\n<d/>", "plain\n"];
    lines.iter().cycle().take(20_000).copied().collect()
}

#[test]
fn positions_requested_in_any_order_are_the_same() {
    let text = long();
    let document = read(&text);
    let mut forward = document.positions();
    let mut to_and_fro = document.positions();
    for offset in (0..=text.len()).step_by(7).chain([text.len() + 9]) {
        let expected = document.line_column(offset);
        assert_eq!(forward.line_column_at(offset), expected, "at {offset}");
        assert_eq!(
            to_and_fro.line_column_at(text.len() - offset.min(text.len())),
            document.line_column(text.len() - offset.min(text.len()))
        );
        assert_eq!(to_and_fro.line_column_at(offset), expected, "at {offset}");
    }
}

#[test]
fn positions_in_a_long_tag_take_bounded_time_in_any_order() {
    let text = format!("<a b='{}'/>", "\u{E9}\u{1F600}\r\nplain\r".repeat(100_000));
    let document = read(&text);
    assert_eq!(document.leaves(), 1);
    let index = lines::LineIndex::new(&text);
    let mut positions = document.positions();
    // Quadratic work would take minutes here.
    let is_within_end = |offset: usize| text.as_bytes()[offset..].starts_with(b"\n");
    for offset in (0..text.len()).rev().step_by(23).filter(|offset| !is_within_end(*offset)) {
        let expected = index.line_column(offset);
        assert_eq!(positions.line_column_at(offset), expected, "at {offset}");
        let position = document.position(offset, PositionEncoding::Utf16);
        assert_eq!((position.line + 1, document.line(expected.line).start <= offset), (expected.line, true));
        assert!(document.offset(position, PositionEncoding::Utf16) <= offset);
    }
    for offset in [0, 8_191, 8_192, 8_193, 8_198, 100_000, 1_000_000, text.len()] {
        assert_eq!(index.line_column(offset), lines::line_column(&text, offset), "at {offset}");
    }
}

#[test]
fn a_line_end_across_two_marks_is_counted_once() {
    for filler in 8_180..8_200 {
        for (end, unit) in ["\r\n", "\r", "\n", "\r\r\n", "\u{E9}\r\n\u{1F600}"].into_iter().zip(UNITS.iter().cycle()) {
            let text = format!("<a b='{}{end}{}{end}'/>", "x".repeat(filler), "y".repeat(8_192));
            let document = read(&text);
            let offsets = (8_150..8_230).chain(16_370..text.len()).filter(|at| text.is_char_boundary(*at));
            for offset in offsets.filter(|at| !(text[..*at].ends_with('\r') && text[*at..].starts_with('\n'))) {
                let expected = counted(&text, offset, *unit);
                assert_eq!(document.position(offset, *unit), expected, "{filler} {end:?} at {offset}");
                assert_eq!(document.offset(expected, *unit), offset, "{filler} {end:?} at {offset}");
            }
        }
    }
}

#[test]
fn a_slice_may_span_many_leaves() {
    let text = long();
    let document = read(&text);
    for (start, end) in [(0, text.len()), (5, 40_000), (30_000, 30_001), (70_000, 70_000), (0, 0)] {
        let span = document.clamped(Span::new(start, end));
        assert_eq!(document.slice(span), span.slice(&text));
    }
    assert_eq!(read("").slice(Span::default()), "");
}

#[test]
fn a_dialect_for_all_places_is_the_measure_of_every_reference() {
    let text = "<a xmlns:x='http://www.w3.org/1999/xlink' x:href='a\u{E9} b'/>";
    let worst = |dialect| {
        let mut settings = Settings::default();
        settings.dialect = dialect;
        let document = Document::parse(text, Arc::new(settings));
        let found: Vec<_> =
            document.findings().map(|found| (found.finding.rule.name, found.finding.severity)).collect();
        found
    };
    assert_eq!(worst(None), [("leiri-space", Severity::Warning)]);
    assert_eq!(worst(Some(Dialect::Iri)), [("leiri-space", Severity::Error)]);
    assert_eq!(worst(Some(Dialect::Uri)), [("non-uri-character", Severity::Error), ("leiri-space", Severity::Error)]);
}

/// Returns the position of `offset` in `text`, counted naively.
fn counted(text: &str, offset: usize, unit: PositionEncoding) -> Position {
    let before = text[..offset].replace("\r\n", "\n").replace('\r', "\n");
    let line = before.matches('\n').count();
    let last = before.rsplit('\n').next().expect("a text has a line");
    let column = match unit {
        PositionEncoding::Utf8 => last.len(),
        PositionEncoding::Utf16 => last.encode_utf16().count(),
        PositionEncoding::Utf32 => last.chars().count(),
    };
    Position { line, column }
}

const UNITS: [PositionEncoding; 3] = [PositionEncoding::Utf8, PositionEncoding::Utf16, PositionEncoding::Utf32];

#[test]
fn positions_in_three_encodings_convert_back() {
    let lines = "<a>\u{E9}\u{1F600}\r\n<b c='\u{1F600}\u{5D0}\u{1F600}'/>\r\r\n</a>\n\u{1F600}<!-- \u{1F600} -->plain";
    let text = lines.repeat(5);
    for size in [1, 16, 4096] {
        let document = Document::parse_in_leaves(text.as_str(), Arc::new(Settings::default()), size);
        for unit in UNITS {
            let offsets = (0..=text.len()).filter(|at| text.is_char_boundary(*at));
            for offset in offsets.filter(|at| !(text[..*at].ends_with('\r') && text[*at..].starts_with('\n'))) {
                let point = document.position(offset, unit);
                assert_eq!(point, counted(&text, offset, unit), "{unit:?} at {offset}");
                assert_eq!(document.offset(point, unit), offset, "{unit:?} {point:?}");
                assert_eq!(lines::position(&text, offset, unit), point, "{unit:?} at {offset}");
            }
        }
    }
}

#[test]
fn a_missing_position_is_the_nearest_one_before_it() {
    let text = "<a>\u{1F600}\r\n</a>\r";
    let document = read(text);
    let offset = |line, column, unit| document.offset(Position { line, column }, unit);
    // Inside the character, after the end of the line, after the end of the text.
    assert_eq!(offset(0, 4, PositionEncoding::Utf16), 3);
    assert_eq!(offset(0, 5, PositionEncoding::Utf16), 7);
    assert_eq!([4, 5, 6].map(|column| offset(0, column, PositionEncoding::Utf8)), [3, 3, 3]);
    for unit in UNITS {
        assert_eq!(offset(0, 99, unit), 7);
        assert_eq!(offset(1, usize::MAX, unit), text.len() - 1);
        assert_eq!(offset(2, 0, unit), text.len());
        assert_eq!(offset(usize::MAX, usize::MAX, unit), text.len());
        assert_eq!(read("").offset(Position { line: 3, column: 3 }, unit), 0);
    }
}
