//! The details of the selected character.
//!
//! ```text
//! U+007C VERTICAL LINE
//!   Group unwise: not allowed in an IRI. … Write %7C.
//!   UTF-8 7C   percent-encoded %7C   in XML &#x7C;   allowed in LEIRI, Web Address
//!   block Basic Latin   script Common   category Sm Math Symbol   bidi class ON Other Neutral
//! ```

use icu_properties::CodePointMapData;
use icu_properties::props::{BidiClass, GeneralCategory, NamedEnumeratedProperty};
use iri_core::inspect::CharacterAt;
use iri_core::reference::encode_str;
use iri_core::unicode::{Character, Repertoire};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::cells::{Ink, wrapped};
use crate::inspector::app::App;
use crate::ui::rows::lines;

/// Indentation of all lines except the first.
const INDENT: u16 = 2;

/// A line: labels and values, or part of a sentence.
enum Line {
    Title(String),
    Pairs(Vec<(&'static str, String)>),
    Words(String),
}

/// Returns how many rows it needs at this width; 0 if no character is selected.
pub fn rows(app: &App, width: u16) -> u16 {
    let rows = text(app, width).len();
    // An empty line separates it from the list.
    if rows == 0 { 0 } else { u16::try_from(rows + 1).unwrap_or(u16::MAX) }
}

/// Draws the details.
pub fn draw(buffer: &mut Buffer, app: &App, area: Rect) {
    let theme = app.look.theme;
    for (line, row) in text(app, area.width).into_iter().zip(lines(area).skip(1)) {
        let mut ink = Ink::new(buffer, row, theme);
        ink.write(" ", theme.plain());
        match line {
            Line::Title(title) => drop(ink.write(&title, theme.strong())),
            Line::Words(words) => drop(ink.write(" ", theme.plain()).write(&words, theme.plain())),
            Line::Pairs(pairs) => {
                for (label, value) in pairs {
                    ink.write(&format!(" {label} "), theme.dim()).write(&format!("{value} "), theme.plain());
                }
            }
        }
    }
}

fn text(app: &App, width: u16) -> Vec<Line> {
    let Some(at) = &app.panes.analysis.selected else { return Vec::new() };
    let (character, c) = (&at.character, at.character.c);
    let width = usize::from(width.saturating_sub(INDENT + 1));
    let title = format!("{} {}", character.code_point(), character.name);
    let mut out = vec![Line::Title(title)];
    if let Some(group) = character.group {
        let words = format!("Group {}: not allowed in an IRI{}. {}", group.name(), exception(c), group.advice());
        out.extend(wrapped(&words, width, 6).into_iter().map(Line::Words));
    }
    out.extend(filled(width, spellings(at)));
    out.extend(filled(width, properties(character)));
    out
}

/// Returns the exception for private-use characters, which an IRI allows in its query.
const fn exception(c: char) -> &'static str {
    match c {
        '\u{E000}'..='\u{F8FF}' | '\u{F0000}'.. => " except in the query",
        _ => "",
    }
}

fn properties(character: &Character) -> Vec<(&'static str, String)> {
    let category = CodePointMapData::<GeneralCategory>::new().get(character.c).long_name();
    let class = CodePointMapData::<BidiClass>::new().get(character.c).long_name();
    let spaced = |name: &str| name.replace('_', " ");
    vec![
        ("block", spaced(character.block)),
        ("script", spaced(character.script)),
        ("category", format!("{} {}", character.category, spaced(category))),
        ("bidi class", format!("{} {}", character.bidi_class, spaced(class))),
    ]
}

fn spellings(at: &CharacterAt) -> Vec<(&'static str, String)> {
    let character = &at.character;
    let mut bytes = [0; 4];
    let utf8 = character.c.encode_utf8(&mut bytes);
    let hex: Vec<String> = utf8.bytes().map(|byte| format!("{byte:02X}")).collect();
    let xml = if character.repertoire == Repertoire::UnicodeScalars {
        "not allowed in XML 1.0".to_owned()
    } else {
        format!("&#x{:X};", u32::from(character.c))
    };
    let allowed = at.allowed_by.iter().map(|dialect| dialect.title()).collect::<Vec<_>>().join(", ");
    let allowed = if allowed.is_empty() { "no dialect".to_owned() } else { allowed };
    vec![("UTF-8", hex.join(" ")), ("percent-encoded", encode_str(utf8)), ("in XML", xml), ("allowed in", allowed)]
}

/// Distributes pairs on lines, as many per line as fit.
fn filled(width: usize, pairs: Vec<(&'static str, String)>) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut line: Vec<(&'static str, String)> = Vec::new();
    let mut used = 0;
    for (label, value) in pairs {
        let cells = label.len() + value.len() + 3;
        if used + cells > width && !line.is_empty() {
            lines.push(Line::Pairs(std::mem::take(&mut line)));
            used = 0;
        }
        used += cells;
        line.push((label, value));
    }
    lines.push(Line::Pairs(line));
    lines
}
