//! What each class of parsers opens, or why it rejects the reference. `!` marks those that open another resource.

use std::io::{self, Write};

use iri_core::Severity;

use crate::report::reference_text::page::{PageContext, pad};
use crate::report::styles;

/// Columns of a row: parser, scheme, host, port.
const TITLES: [&str; 4] = ["parser", "scheme", "host", "port"];

pub(super) fn write(out: &mut impl Write, page: &PageContext<'_, '_>) -> io::Result<()> {
    use unicode_width::UnicodeWidthStr;

    let shown = |part: Option<&str>| part.map_or_else(|| "-".to_owned(), |part| page.shown(part));
    let parsers = page.report.parsers();
    if parsers.is_empty() {
        return Ok(());
    }
    let rows: Vec<(&str, Result<[String; 3], String>)> = parsers
        .iter()
        .map(|row| {
            let opened = row.found.as_ref().map(|found| {
                [shown(found.scheme.as_deref()), shown(found.host.as_deref()), shown(found.non_default_port())]
            });
            (row.parser.name(), opened.map_err(ToString::to_string))
        })
        .collect();
    let widest = |column: usize| {
        let cells = rows.iter().map(|(name, opened)| match (column, opened) {
            (0, _) => name.width(),
            (_, Ok(parts)) => parts[column - 1].width(),
            (_, Err(_)) => 0,
        });
        cells.max().unwrap_or(0).max(TITLES[column].len())
    };
    let widths = [widest(0), widest(1), widest(2)];
    let label = styles::LABEL;
    writeln!(out)?;
    let line = |cells: [&str; 4]| {
        let padded = cells.iter().zip(widths).map(|(cell, width)| format!("{cell}{}  ", pad(cell.width(), width)));
        padded.collect::<String>() + cells[3]
    };
    writeln!(out, "  {label}{}{label:#}", line(TITLES))?;
    for ((name, opened), parser) in rows.iter().zip(&parsers) {
        match opened {
            Ok([scheme, host, port]) if parser.is_different => {
                let style = styles::severity(Severity::Warning);
                writeln!(out, "{style}!{style:#} {}", line([name, scheme, host, port]))?;
            }
            Ok([scheme, host, port]) => writeln!(out, "  {}", line([name, scheme, host, port]))?,
            Err(reason) => writeln!(out, "  {name}{}  rejects it: {reason}", pad(name.width(), widths[0]))?,
        }
    }
    Ok(())
}
