//! The characters that are listed one by one.

use std::io::{self, Write};

use iri_core::characters::boxed;
use iri_core::inspect::CharacterAt;
use iri_core::inspect::CharacterFilter;
use iri_core::present::{CharacterIndex, CharacterKind};
use iri_core::reference::encode_str;
use iri_core::unicode::{LeiriGroup, label};
use unicode_width::UnicodeWidthStr;

use crate::cli::Characters;
use crate::report::reference_text::page::{PageContext, pad};
use crate::report::styles;

pub(super) fn write(out: &mut impl Write, page: &PageContext<'_, '_>) -> io::Result<()> {
    if page.characters == Characters::All && page.report.unknown().is_none() {
        let all = page.report.inspection().characters(CharacterFilter::All);
        return write_table(out, "characters", &all.iter().map(|at| each(page, at)).collect::<Vec<_>>());
    }
    let kinds = page.report.characters();
    write_table(out, "characters that LEIRI allows but IRI does not", &rows(page, &kinds.leiri_only))?;
    write_table(out, "other invisible characters", &rows(page, &kinds.hidden))
}

/// Returns the cells of one line.
type Row = [String; 5];

fn rows(page: &PageContext<'_, '_>, kinds: &[CharacterKind]) -> Vec<Row> {
    kinds.iter().map(|kind| row(page, kind)).collect()
}

fn row(page: &PageContext<'_, '_>, kind: &CharacterKind) -> Row {
    let group = kind.group.map_or("", LeiriGroup::name);
    let encoded = encode_str(kind.c.encode_utf8(&mut [0; 4]));
    [
        stand_in(page, kind.c),
        label(kind.c),
        group.to_owned(),
        encoded,
        format!("at {}", CharacterIndex::list(&kind.numbers)),
    ]
}

fn each(page: &PageContext<'_, '_>, at: &CharacterAt) -> Row {
    let character = &at.character;
    let from = at.allowed_by.first().map_or("no dialect", |dialect| dialect.name());
    let properties = format!("{} {} {}", character.category, character.bidi_class, character.script.replace('_', " "));
    [at.index.to_string(), stand_in(page, character.c), label(character.c), properties, from.to_owned()]
}

/// Returns the character as it is displayed; a space, which would not be visible alone, by its name.
fn stand_in(page: &PageContext<'_, '_>, c: char) -> String {
    if c == ' ' { boxed(c) } else { page.shown(c.encode_utf8(&mut [0; 4])) }
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
