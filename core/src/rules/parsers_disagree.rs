//! Parsers that open different hosts, schemes or ports for the same text.

use crate::characters::quotable;
use crate::interop::{DifferingPart, Disagreement, Interpretation, Parser, Reading, authority_end, disagreement};
use crate::reference::{Dialect, Reference, leiri_to_iri};
use crate::rules::context::{Context, FindingSink};
use crate::rules::finding::Fix;
use crate::rules::role::Whitespace;
use crate::rules::rule::Severity;
use crate::text::{Span, fit, shorten};

/// Number of characters of a host in a message that names two.
const HOST_LENGTH: usize = 24;

pub(super) fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    // Programs see the value without the whitespace that its type removes.
    let text = if context.role.whitespace == Whitespace::Collapsed { context.reference.inner() } else { context.text };
    let Some(found) = disagreement(text, context.base) else { return };
    let start = context.text.find(text).unwrap_or(0);
    let span = Span::new(start, start + authority_end(text));
    let is_counting = out.is_counting;
    let finding = out.flag_with(span, || message(&found, text));
    if is_of_names(&found, text) {
        finding.at_most(Severity::Information);
    }
    // `DOMAIN\user:password@host`: the text of no parser has the user.
    if is_counting || has_domain_of_user(context.reference) {
        return;
    }
    for reading in found.readings.iter().take(2) {
        if let Some(clear) = unambiguous(&reading.found, context.base) {
            let title = |text: &str| format!("replace with '{text}', as in {}", reading.parsers[0].name());
            let whole = Span::new(start, start + text.len());
            finding.fix(Fix::suggested(fit(&quotable(&clear, &clear), title), whole, clear));
        }
    }
}

/// Returns whether a backslash separates the name of a user from that of a domain.
fn has_domain_of_user(reference: &Reference<'_>) -> bool {
    let userinfo = reference.authority.and_then(|authority| authority.userinfo);
    userinfo.and_then(|userinfo| userinfo.slice(reference.text).split_once('\\')).is_some_and(|(domain, user)| {
        // `http://a.example\@b.example/` has no name of a user.
        let is_name = |name: &str| !name.is_empty() && !name.contains(['\\', '/', '@']);
        is_name(domain) && !domain.contains('.') && is_name(user)
    })
}

/// Returns whether only .NET opens another host, with the mapping of IDNA 2003: a name with `\u{DF}` is no mistake.
fn is_of_names(found: &Disagreement, text: &str) -> bool {
    !text.is_ascii()
        && found.part == DifferingPart::Host
        && matches!(&*found.readings, [_, other] if other.parsers == [Parser::DotNetUri])
}

fn message(found: &Disagreement, text: &str) -> String {
    let part = match found.part {
        DifferingPart::Scheme => "scheme",
        DifferingPart::Host => "host",
        DifferingPart::Port => "port",
    };
    let quoted = |reading: &Reading| match reading.part(found.part) {
        Some(value) => {
            format!("'{}' in {}", shorten(&quotable(value, text), HOST_LENGTH), reading.parsers[0].name())
        }
        None => format!("the default in {}", reading.parsers[0].name()),
    };
    format!("{part} is {}, but {}", quoted(&found.readings[0]), quoted(&found.readings[1]))
}

/// Returns a text that every parser interprets as `found`; `None` if no text is clear.
fn unambiguous(found: &Interpretation, base: Option<&str>) -> Option<String> {
    let (scheme, host) = (found.scheme.as_deref()?, found.host.as_deref()?);
    let mut text = format!("{scheme}://");
    if host.contains(':') && !host.starts_with('[') {
        text.extend(["[", host, "]"]);
    } else {
        text.push_str(host);
    }
    if let Some(port) = &found.port {
        text.extend([":", port]);
    }
    text.push_str(&found.path);
    for (delimiter, part) in [("?", &found.query), ("#", &found.fragment)] {
        if let Some(part) = part {
            text.extend([delimiter, part]);
        }
    }
    let text = leiri_to_iri(&text).ok()?;
    let is_clear = Reference::parse(&text).is_reference(Dialect::Iri) && disagreement(&text, base).is_none();
    is_clear.then_some(text)
}
