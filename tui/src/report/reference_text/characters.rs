//! The characters that deserve a line of their own.

use std::collections::HashMap;
use std::io::{self, Write};

use iri_core::Span;
use iri_core::inspect::CharacterAt;
use iri_core::inspect::CharacterFilter;
use iri_core::reference::encode_str;
use iri_core::unicode::{LeiriGroup, label};
use unicode_width::UnicodeWidthStr;

use crate::cells::pieces;
use crate::cli::Characters;
use crate::report::reference_text::page::{PageContext, pad};
use crate::report::styles;
use crate::theme::drawing::Glyphs;

pub(super) fn write(out: &mut impl Write, page: &PageContext<'_, '_>) -> io::Result<()> {
    if page.characters == Characters::All {
        let all = page.inspection.characters(CharacterFilter::All);
        return write_table(out, "characters", &all.iter().map(|at| each(page, at)).collect::<Vec<_>>());
    }
    let notable = page.inspection.characters(CharacterFilter::Notable);
    // Private use in a query, for example: in a group, but allowed at its position.
    let is_leiri_only =
        |at: &&CharacterAt| at.character.group.is_some() && !at.allowed_by.contains(&iri_core::Dialect::Iri);
    let leiri: Vec<&CharacterAt> = notable.iter().filter(is_leiri_only).collect();
    write_table(out, "characters that LEIRI allows and IRI does not", &kinds(page, &leiri))?;
    // A letter under a finding can be seen; what only a stand-in shows needs its name.
    let is_hidden = |at: &&CharacterAt| !at.character.c.is_ascii() && is_stand_in(at.character.c);
    let hidden: Vec<&CharacterAt> = notable.iter().filter(|at| !is_leiri_only(at) && is_hidden(at)).collect();
    write_table(out, "other characters that cannot be seen as they are", &kinds(page, &hidden))
}

/// The cells of one line.
type Row = [String; 5];

/// One line for each kind of character, the first met first.
fn kinds(page: &PageContext<'_, '_>, characters: &[&CharacterAt]) -> Vec<Row> {
    let mut kinds: Vec<(char, Vec<Span>)> = Vec::new();
    let mut number: HashMap<char, usize> = HashMap::new();
    for at in characters {
        let c = at.character.c;
        let kind = *number.entry(c).or_insert_with(|| {
            kinds.push((c, Vec::new()));
            kinds.len() - 1
        });
        kinds[kind].1.push(Span::empty(at.start));
    }
    kinds.iter().map(|(c, spans)| row(page, *c, format!("at {}", page.places.list(spans)))).collect()
}

fn row(page: &PageContext<'_, '_>, c: char, last: String) -> Row {
    let text = c.to_string();
    let group = LeiriGroup::from_char(c).map_or("", LeiriGroup::name);
    [stand_in(page, c), label(c), group.to_owned(), encode_str(&text), last]
}

fn each(page: &PageContext<'_, '_>, at: &CharacterAt) -> Row {
    let character = &at.character;
    let from = at.allowed_by.first().map_or("no dialect", |dialect| dialect.name());
    let properties = format!("{} {} {}", character.category, character.bidi_class, character.script.replace('_', " "));
    [at.index.to_string(), stand_in(page, character.c), label(character.c), properties, from.to_owned()]
}

fn is_stand_in(c: char) -> bool {
    pieces(c.encode_utf8(&mut [0; 4]), Glyphs::Unicode).any(|piece| piece.is_stand_in)
}

/// Returns the character as it is displayed; a space gets a symbol.
fn stand_in(page: &PageContext<'_, '_>, c: char) -> String {
    if c == ' ' { "\u{2420}".to_owned() } else { page.shown(c.encode_utf8(&mut [0; 4])) }
}

fn write_table(out: &mut impl Write, heading: &str, rows: &[Row]) -> io::Result<()> {
    if rows.is_empty() {
        return Ok(());
    }
    let style = styles::LABEL;
    writeln!(out, "\n  {style}{heading}{style:#}")?;
    let mut widths = [0; 5];
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.width());
        }
    }
    for row in rows {
        let mut line = String::from("  ");
        for (cell, width) in row.iter().zip(widths).filter(|(_, width)| *width > 0) {
            line.push_str("  ");
            line.push_str(cell);
            line.push_str(&pad(cell.width(), width));
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}
