//! A document as an editor has it: a plain string, edited by ranges, in the negotiated position encoding. It shares
//! no code with the server.

use serde_json::Value;

/// Unit of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PositionEncoding {
    Utf8,
    Utf16,
    Utf32,
}

impl PositionEncoding {
    pub const ALL: [Self; 3] = [Self::Utf8, Self::Utf16, Self::Utf32];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Utf8 => "utf-8",
            Self::Utf16 => "utf-16",
            Self::Utf32 => "utf-32",
        }
    }

    fn width(self, text: &str) -> usize {
        match self {
            Self::Utf8 => text.len(),
            Self::Utf16 => text.encode_utf16().count(),
            Self::Utf32 => text.chars().count(),
        }
    }
}

/// Returns the offsets at which lines start.
fn line_starts(text: &str) -> Vec<usize> {
    let bytes = text.as_bytes();
    let ends = (0..bytes.len()).filter(|&at| match bytes[at] {
        b'\n' => true,
        b'\r' => bytes.get(at + 1) != Some(&b'\n'),
        _ => false,
    });
    std::iter::once(0).chain(ends.map(|at| at + 1)).collect()
}

/// Positions of the characters of a text.
pub struct Positions<'t> {
    text: &'t str,
    encoding: PositionEncoding,
    starts: Vec<usize>,
}

impl<'t> Positions<'t> {
    pub fn new(text: &'t str, encoding: PositionEncoding) -> Self {
        Self { text, encoding, starts: line_starts(text) }
    }

    /// Returns the position of the character at `offset`.
    pub fn position(&self, offset: usize) -> Value {
        let line = self.starts.partition_point(|start| *start <= offset) - 1;
        serde_json::json!({"line": line, "character": self.encoding.width(&self.text[self.starts[line]..offset])})
    }
}

/// Returns the position of the character at `offset`.
pub fn position(text: &str, offset: usize, encoding: PositionEncoding) -> Value {
    Positions::new(text, encoding).position(offset)
}

/// Returns the offset of a valid position.
pub fn offset(text: &str, position: &Value, encoding: PositionEncoding) -> usize {
    let number = |name: &str| usize::try_from(position[name].as_u64().expect("a number")).expect("it is small");
    let start = line_starts(text)[number("line")];
    let rest = text[start..].char_indices().map(|(at, _)| start + at).chain([text.len()]);
    let mut all = rest.filter(|&at| encoding.width(&text[start..at]) == number("character"));
    all.next().expect("no position is inside a character")
}

/// Returns the span of a range.
pub fn span(text: &str, range: &Value, encoding: PositionEncoding) -> (usize, usize) {
    (offset(text, &range["start"], encoding), offset(text, &range["end"], encoding))
}

/// Returns `text` with `edits` applied; all their ranges are positions in `text`.
pub fn apply(text: &str, edits: &[Value], encoding: PositionEncoding) -> String {
    let mut spans: Vec<_> = edits.iter().map(|edit| (span(text, &edit["range"], encoding), edit)).collect();
    spans.sort_by_key(|(span, _)| *span);
    let mut out = String::new();
    let mut at = 0;
    for ((start, end), edit) in spans {
        assert!(at <= start, "edits do not overlap");
        out.push_str(&text[at..start]);
        out.push_str(edit["newText"].as_str().expect("a text"));
        at = end;
    }
    out + &text[at..]
}

/// Returns `text` escaped for an attribute or an element.
pub fn escaped(text: &str) -> String {
    let escape = |c: char| match c {
        '&' => "&amp;".to_owned(),
        '<' => "&lt;".to_owned(),
        '"' => "&quot;".to_owned(),
        '\'' => "&apos;".to_owned(),
        '\r' | '\n' | '\t' => format!("&#{};", u32::from(c)),
        _ => c.to_string(),
    };
    text.chars().map(escape).collect()
}
