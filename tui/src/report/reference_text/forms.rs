//! The conversions that differ from the reference, and the resolved reference.

use std::io::{self, Write};

use iri_core::present::{ReportRow, RowKind, Section};

use crate::report::reference_text::page::{PageContext, pad};
use crate::report::styles;
use crate::report::wrap::wrap;

pub(super) fn write(out: &mut impl Write, page: &PageContext<'_, '_>) -> io::Result<()> {
    // What equals the reference is not repeated, and its base is known from the command line.
    let is_shown = |row: &ReportRow| !["unchanged", "base"].contains(&&*row.label);
    for section in [Section::Conversions, Section::Resolution] {
        if section == Section::Conversions || page.report.base().is_some() {
            write_rows(out, page, page.report.rows(section).into_iter().filter(is_shown).collect())?;
        }
    }
    Ok(())
}

fn write_rows(out: &mut impl Write, page: &PageContext<'_, '_>, rows: Vec<ReportRow>) -> io::Result<()> {
    let Some(width) = rows.iter().map(|row| row.label.len()).max() else { return Ok(()) };
    let label = styles::LABEL;
    writeln!(out)?;
    for row in rows {
        let title = row.label.as_str();
        let text = if row.kind == RowKind::Words { page.message(&row.text) } else { page.shown(&row.text) };
        // Words are never broken, and references contain no spaces.
        let text = wrap(&text, width + 4, width + 4, page.screen.width);
        writeln!(out, "  {label}{title}{label:#}{}  {text}", pad(title.len(), width))?;
    }
    Ok(())
}
