//! What the reference becomes: the forms that differ from it, and what it resolves to.

use std::io::{self, Write};

use iri_core::reference::Form;

use crate::report::reference_text::page::{PageContext, pad};
use crate::report::wrap::wrap;
use crate::report::{reference_json, styles};

pub(super) fn write(out: &mut impl Write, page: &PageContext<'_, '_>) -> io::Result<()> {
    write_rows(out, page, &conversions(page))?;
    let Some(base) = &page.inspection.options().base else { return Ok(()) };
    let resolved = match page.inspection.resolved() {
        Some(resolved) => page.shown(&resolved),
        None => format!("nothing: the base {} has no scheme", page.shown(base)),
    };
    write_rows(out, page, &[("resolved", resolved)])
}

/// A line for each text that the forms give; those that give the same are named below it.
fn conversions(page: &PageContext<'_, '_>) -> Vec<(&'static str, String)> {
    let mut texts: Vec<(String, Vec<&'static str>)> = Vec::new();
    let mut missing = Vec::new();
    for (_, form) in reference_json::FORMS {
        match page.inspection.converted(form) {
            Some(text) if text == page.text() => {}
            Some(text) => match texts.iter_mut().find(|(before, _)| *before == text) {
                Some((_, titles)) => titles.push(title(form)),
                None => texts.push((text, vec![title(form)])),
            },
            // A relative reference alone is nothing to a browser, and no finding says so.
            None if form == Form::Whatwg && !page.inspection.reference().has_scheme() => {}
            None => missing.push(title(form)),
        }
    }
    let mut rows = Vec::new();
    for (text, titles) in texts {
        rows.push((titles[0], page.shown(&text)));
        if titles.len() > 1 {
            rows.push(("", format!("also {}", titles[1..].join(", "))));
        }
    }
    if !missing.is_empty() {
        rows.push(("none as", missing.join(", ")));
    }
    rows
}

const fn title(form: Form) -> &'static str {
    match form {
        Form::Iri => "IRI",
        Form::Uri => "URI",
        Form::UriIdna => "URI with IDNA host",
        Form::IriFromUri => "readable IRI",
        Form::JavaNetUri => "java.net.URI",
        Form::WebAddress => "Web Address",
        Form::Whatwg => "WHATWG URL",
        Form::IriToUri => "fn:iri-to-uri",
        Form::EscapeHtmlUri => "fn:escape-html-uri",
        Form::EncodeForUri => "fn:encode-for-uri",
        _ => form.name(),
    }
}

fn write_rows(out: &mut impl Write, page: &PageContext<'_, '_>, rows: &[(&str, String)]) -> io::Result<()> {
    let Some(width) = rows.iter().map(|(title, _)| title.len()).max() else { return Ok(()) };
    let label = styles::LABEL;
    writeln!(out)?;
    for (title, text) in rows {
        // A word is never broken, and so no reference is.
        let text = wrap(text, width + 4, width + 4, page.screen.width);
        writeln!(out, "  {label}{title}{label:#}{}  {text}", pad(title.len(), width))?;
    }
    Ok(())
}
