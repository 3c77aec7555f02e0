//! A text as an editor holds it: a plain string, edited by ranges, in the code unit that was agreed on. It shares
//! no code with the server.

use serde_json::Value;

/// What a column counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    Utf8,
    Utf16,
    Utf32,
}

impl Unit {
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

/// The offsets at which lines begin.
fn line_starts(text: &str) -> Vec<usize> {
    let bytes = text.as_bytes();
    let ends = (0..bytes.len()).filter(|&at| match bytes[at] {
        b'\n' => true,
        b'\r' => bytes.get(at + 1) != Some(&b'\n'),
        _ => false,
    });
    std::iter::once(0).chain(ends.map(|at| at + 1)).collect()
}

/// The places of the characters of a text.
pub struct Places<'t> {
    text: &'t str,
    unit: Unit,
    starts: Vec<usize>,
}

impl<'t> Places<'t> {
    pub fn of(text: &'t str, unit: Unit) -> Self {
        Self { text, unit, starts: line_starts(text) }
    }

    /// The place of a character that begins at `offset`.
    pub fn position(&self, offset: usize) -> Value {
        let line = self.starts.partition_point(|start| *start <= offset) - 1;
        serde_json::json!({"line": line, "character": self.unit.width(&self.text[self.starts[line]..offset])})
    }
}

/// The place of a character that begins at `offset`.
pub fn position(text: &str, offset: usize, unit: Unit) -> Value {
    Places::of(text, unit).position(offset)
}

/// The offset of a place that is there.
pub fn offset(text: &str, position: &Value, unit: Unit) -> usize {
    let number = |name: &str| usize::try_from(position[name].as_u64().expect("a number")).expect("it is small");
    let start = line_starts(text)[number("line")];
    let rest = text[start..].char_indices().map(|(at, _)| start + at).chain([text.len()]);
    let mut all = rest.filter(|&at| unit.width(&text[start..at]) == number("character"));
    all.next().expect("no position is within a character")
}

/// The span of a range.
pub fn span(text: &str, range: &Value, unit: Unit) -> (usize, usize) {
    (offset(text, &range["start"], unit), offset(text, &range["end"], unit))
}

/// `text` with `edits` applied, all of them ranges of it.
pub fn apply(text: &str, edits: &[Value], unit: Unit) -> String {
    let mut spans: Vec<_> = edits.iter().map(|edit| (span(text, &edit["range"], unit), edit)).collect();
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

/// `text` as it may stand in an attribute or in an element.
pub fn escaped(text: &str) -> String {
    let one = |c: char| match c {
        '&' => "&amp;".to_owned(),
        '<' => "&lt;".to_owned(),
        '"' => "&quot;".to_owned(),
        '\'' => "&apos;".to_owned(),
        '\r' | '\n' | '\t' => format!("&#{};", u32::from(c)),
        _ => c.to_string(),
    };
    text.chars().map(one).collect()
}
