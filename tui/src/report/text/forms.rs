//! What the reference becomes: the forms that differ from it, and what it resolves to.

use std::io::{self, Write};

use iri_core::reference::Form;

use super::{Page, pad};
use crate::report::{json, paint};

pub(super) fn write(out: &mut impl Write, page: &Page<'_, '_>) -> io::Result<()> {
    write_rows(out, &conversions(page))?;
    let Some(base) = &page.inspection.options().base else { return Ok(()) };
    let resolved = match page.inspection.resolved() {
        Some(resolved) => page.shown(&resolved),
        None => format!("nothing: the base {} has no scheme", page.shown(base)),
    };
    write_rows(out, &[("resolved", resolved)])
}

/// A line for each form that is not the reference itself; one that was there already is only named.
fn conversions(page: &Page<'_, '_>) -> Vec<(&'static str, String)> {
    let mut rows = Vec::new();
    let mut seen: Vec<(&'static str, String)> = Vec::new();
    for (_, form) in json::FORMS {
        let title = title(form);
        match page.inspection.converted(form) {
            None => rows.push((title, "none".to_owned())),
            Some(text) if text == page.text() => {}
            Some(text) => {
                if let Some((same, _)) = seen.iter().find(|(_, before)| *before == text) {
                    rows.push((title, format!("same as {same}")));
                } else {
                    rows.push((title, page.shown(&text)));
                    seen.push((title, text));
                }
            }
        }
    }
    rows
}

const fn title(form: Form) -> &'static str {
    match form {
        Form::Iri => "IRI",
        Form::Uri => "URI",
        Form::UriIdna => "URI, IDNA host",
        Form::IriFromUri => "readable IRI",
        Form::JavaNetUri => "java.net.URI",
        Form::WebAddress => "Web Address",
        Form::Whatwg => "WHATWG URL",
        Form::IriToUri => "fn:iri-to-uri",
        Form::EscapeHtmlUri => "fn:escape-html-uri",
        Form::EncodeForUri => "fn:encode-for-uri",
    }
}

fn write_rows(out: &mut impl Write, rows: &[(&str, String)]) -> io::Result<()> {
    let Some(width) = rows.iter().map(|(title, _)| title.len()).max() else { return Ok(()) };
    let label = paint::LABEL;
    writeln!(out)?;
    for (title, text) in rows {
        writeln!(out, "  {label}{title}{label:#}{}  {text}", pad(title.len(), width))?;
    }
    Ok(())
}
