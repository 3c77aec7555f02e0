//! ```text
//! tagURI      = "tag:" taggingEntity ":" specific [ "#" fragment ]               RFC 4151 section 2.1
//! taggingEntity = authorityName "," date ; date = year ["-" month ["-" day]]
//! info-URI    = "info" ":" namespace "/" identifier [ "#" fragment ]               RFC 4452 section 3
//! doi         = "doi:" "10." registrant "/" suffix                           ISO 26324, DOI Handbook
//! did         = "did:" method-name ":" method-specific-id                W3C DID Core 1.0 section 3.1
//! ```

use crate::characters::quotable;
use crate::rules::context::{Context, FindingSink};
use crate::text::{Span, fit};

pub(in crate::rules) fn check_tag(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let start = super::prefix(context.reference, 0).end;
    let path = Span::new(start, context.reference.path.end);
    let Some((authority, rest)) = path.slice(context.text).split_once(',') else {
        out.flag(path, "missing ',' after the tag authority");
        return;
    };
    let comma = path.start + authority.len();
    if authority.is_empty() || authority.contains(['/', ':']) {
        let span = Span::new(path.start, comma.max(path.start + 1));
        out.flag(span, "tag authority must be a domain or an email address");
    }
    let Some((date, _)) = rest.split_once(':') else {
        out.flag(Span::new(comma + 1, path.end), "missing ':' after the tag date");
        return;
    };
    if !is_date(date) {
        let span = Span::new(comma + 1, comma + 1 + date.len().max(1));
        out.flag(
            span,
            match date {
                "" => "missing tag date (YYYY, YYYY-MM or YYYY-MM-DD)".to_owned(),
                _ => fit(&quotable(date, context.text), |date| {
                    format!("'{date}' is not a valid tag date (YYYY, YYYY-MM or YYYY-MM-DD)")
                }),
            },
        );
    }
}

fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let within = |part: &str, length, low: u32, high: u32| {
        part.len() == length
            && part.bytes().all(|byte| byte.is_ascii_digit())
            && part.parse().is_ok_and(|number: u32| (low..=high).contains(&number))
    };
    (1..=3).contains(&parts.len())
        && within(parts[0], 4, 0, 9999)
        && parts.get(1).is_none_or(|month| within(month, 2, 1, 12))
        && parts.get(2).is_none_or(|day| within(day, 2, 1, 31))
}

pub(in crate::rules) fn check_info(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let path = context.reference.path;
    let parts = path.slice(context.text).split_once('/');
    if context.reference.authority.is_some()
        || parts.is_none_or(|(name, identifier)| name.is_empty() || identifier.is_empty())
    {
        out.flag(super::prefix(context.reference, 0), "expected 'info:namespace/identifier'");
    }
}

pub(in crate::rules) fn check_doi(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let path = context.reference.path.slice(context.text);
    let is_doi = path.strip_prefix("10.").and_then(|rest| rest.split_once('/')).is_some_and(|(who, what)| {
        !who.is_empty() && who.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') && !what.is_empty()
    });
    if context.reference.authority.is_some() || !is_doi {
        out.flag(super::prefix(context.reference, 0), "expected 'doi:10.registrant/suffix'");
    }
}

pub(in crate::rules) fn check_did(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let path = context.reference.path.slice(context.text);
    let is_did = path.split_once(':').is_some_and(|(method, id)| {
        let is_method = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
        !method.is_empty() && method.bytes().all(is_method) && !id.is_empty() && !id.starts_with('/')
    });
    if context.reference.authority.is_some() || !is_did {
        let message = "expected 'did:method:identifier' with a lowercase method";
        out.flag(super::prefix(context.reference, 0), message);
    }
}
