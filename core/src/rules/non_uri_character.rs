//! unreserved = ALPHA / DIGIT / "-" / "." / "_" / "~": a URI is ASCII         RFC 3986 section 2.3

use crate::reference::{ComponentName, idna};
use crate::rules::context::{Context, FindingSink};
use crate::rules::finding::{Fix, Safety};
use crate::rules::runs;
use crate::text::Span;
use crate::text::{Edit, fit};
use crate::unicode::{LeiriGroup, quoted};

pub(super) fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    use ComponentName as Name;
    for component in context.reference.components() {
        if matches!(component.name, Name::Scheme | Name::Authority | Name::Port) {
            continue;
        }
        let runs = iri_only_runs(component.span, context);
        let Some(first) = runs.first() else { continue };
        let c = first.slice(context.text).chars().next().map_or_else(String::new, quoted);
        let part = component.name.name();
        let message = fit(&c, |char| format!("{char} in the {part} is not allowed in a URI"));
        let fix = match component.name {
            Name::Host => by_idna(component.span, context),
            _ => Some(encode(&runs, part, context)),
        };
        out.flag(component.span, message).fixes.extend(fix);
    }
}

/// Returns the runs of characters above ASCII that an IRI allows. Those of a LEIRI group have rules of their own, and
/// no dialect allows U+FFFE and U+FFFF.
fn iri_only_runs(component: Span, context: &Context<'_, '_>) -> Vec<Span> {
    let is_iri_only =
        |c: char| !c.is_ascii() && LeiriGroup::from_char(c).is_none() && !matches!(c, '\u{FFFE}' | '\u{FFFF}');
    let mut spans: Vec<Span> = Vec::new();
    for run in runs::runs(component.slice(context.text), runs::is_above_ascii, |_, c| is_iri_only(c)) {
        let span = run.span.moved(component.start);
        match spans.last_mut() {
            Some(last) if last.end == span.start => last.end = span.end,
            _ => spans.push(span),
        }
    }
    spans
}

fn encode(runs: &[Span], part: &str, context: &Context<'_, '_>) -> Fix {
    let charset = |at| context.charset.at(context.reference, at);
    let edit = |&span: &Span| Edit { span, text: charset(span.start).encoded(span.slice(context.text)) };
    Fix { title: format!("percent-encode {part}").into(), safety: Safety::Safe, edits: runs.iter().map(edit).collect() }
}

/// Returns the fix that writes the host as A-labels, because the DNS does not support percent-encoding. It is only
/// suggested if the host may be another name than one of the DNS, or if IDNA first maps the host to another spelling (uppercase letters, invisible characters).
fn by_idna(host: Span, context: &Context<'_, '_>) -> Option<Fix> {
    let name = host.slice(context.text);
    let ascii = idna::to_ascii(name).filter(|ascii| ascii.is_ascii())?;
    let is_dns = idna::has_dns_host(context.reference);
    let safety = if is_dns && idna::to_unicode(&ascii) == name { Safety::Safe } else { Safety::Suggested };
    let title = fit(&ascii, |ascii| format!("replace host with '{ascii}'"));
    Some(Fix::new(safety, title, host, ascii))
}
