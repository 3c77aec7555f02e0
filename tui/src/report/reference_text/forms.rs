//! The conversions that differ from the reference, and the resolved reference.

use std::io::{self, Write};

use iri_core::reference::Form;

use crate::report::reference_text::page::{PageContext, pad};
use crate::report::styles;
use crate::report::wrap::wrap;

pub(super) fn write(out: &mut impl Write, page: &PageContext<'_, '_>) -> io::Result<()> {
    write_rows(out, page, &conversions(page))?;
    let Some(base) = &page.report.inspection().options().base else { return Ok(()) };
    let resolved = match &page.resolved {
        Some(resolved) => page.shown(resolved),
        None => format!("not available: the base {} has no scheme", page.shown(base)),
    };
    write_rows(out, page, &[("resolved", resolved)])
}

/// Returns a line per distinct text; the other forms with the same text are named below it.
fn conversions(page: &PageContext<'_, '_>) -> Vec<(&'static str, String)> {
    let labels = |forms: &[Form]| forms.iter().map(|form| form.label()).collect::<Vec<_>>().join(", ");
    let mut rows = Vec::new();
    for converted in &page.conversions.changed {
        let Some((first, others)) = converted.forms.split_first() else { continue };
        rows.push((first.label(), page.shown(&converted.text)));
        if !others.is_empty() {
            rows.push(("", format!("also {}", labels(others))));
        }
    }
    if !page.conversions.unavailable.is_empty() {
        rows.push(("not available", labels(&page.conversions.unavailable)));
    }
    rows
}

fn write_rows(out: &mut impl Write, page: &PageContext<'_, '_>, rows: &[(&str, String)]) -> io::Result<()> {
    let Some(width) = rows.iter().map(|(title, _)| title.len()).max() else { return Ok(()) };
    let label = styles::LABEL;
    writeln!(out)?;
    for (title, text) in rows {
        // Words are never broken, and references contain no spaces.
        let text = wrap(text, width + 4, width + 4, page.screen.width);
        writeln!(out, "  {label}{title}{label:#}{}  {text}", pad(title.len(), width))?;
    }
    Ok(())
}
