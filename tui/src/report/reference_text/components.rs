//! The components and their contents.

use std::io::{self, Write};

use iri_core::present::ReportedComponent;
use iri_core::reference::{ComponentName, QueryPair};

use crate::report::reference_text::page::{PageContext, pad};
use crate::report::styles;

/// Maximum number of items of a query that are printed; the others are counted.
const PAIRS: usize = 16;

pub(super) fn write(out: &mut impl Write, page: &PageContext<'_, '_>) -> io::Result<()> {
    let reference = page.report.inspection().reference();
    let parts = page.report.components();
    let label_width = parts.iter().map(|part| part.name.name().len()).max().unwrap_or(0);
    if !parts.is_empty() {
        writeln!(out)?;
    }
    for part in parts {
        let (label, style) = (styles::LABEL, styles::component(part.name));
        let name = part.name.name();
        let text = page.shown(part.span.slice(page.text()));
        write!(out, "  {label}{name}{label:#}{}  {style}{text}{style:#}", pad(name.len(), label_width))?;
        write_note(out, page, &part)?;
        writeln!(out)?;
        if part.name == ComponentName::Query {
            write_pairs(out, page, &reference.query_pairs().collect::<Vec<_>>(), label_width + 4)?;
        }
    }
    Ok(())
}

/// Writes the kind of the host, and its labels if they are not obvious.
fn write_note(out: &mut impl Write, page: &PageContext<'_, '_>, part: &ReportedComponent) -> io::Result<()> {
    let Some(kind) = part.host else { return Ok(()) };
    let reference = page.report.inspection().reference();
    let label = styles::LABEL;
    write!(out, "   {label}{}{label:#}", kind.name())?;
    let labels: Vec<String> = reference.host_labels().map(|span| page.shown(span.slice(reference.text))).collect();
    if labels.len() > 1 && !part.span.slice(reference.text).is_ascii() {
        write!(out, "   {label}labels{label:#} {}", labels.join(" \u{B7} "))?;
    }
    Ok(())
}

fn write_pairs(out: &mut impl Write, page: &PageContext<'_, '_>, pairs: &[QueryPair], indent: usize) -> io::Result<()> {
    if pairs.len() < 2 {
        return Ok(());
    }
    let text = |span: iri_core::Span| page.shown(span.slice(page.text()));
    let names: Vec<String> = pairs.iter().take(PAIRS).map(|pair| text(pair.name)).collect();
    let indent = pad(0, indent);
    for (pair, name) in pairs.iter().zip(&names) {
        match pair.value {
            Some(value) => writeln!(out, "{indent}{name} = {}", text(value))?,
            None => writeln!(out, "{indent}{name}")?,
        }
    }
    match pairs.len().checked_sub(PAIRS + 1) {
        Some(more) => writeln!(out, "{indent}and {} more", more + 1),
        None => Ok(()),
    }
}
