//! fragment = *( pchar / "/" / "?" )                                              RFC 3986 section 3.5

use crate::reference::Dialect;
use crate::rules::context::{Context, FindingSink};
use crate::rules::edge_whitespace;
use crate::rules::finding::{Fix, Safety};
use crate::rules::mistakes::is_file_name;
use crate::rules::rule::Severity;
use crate::rules::runs;
use crate::rules::unwanted_fragment;
use crate::text::similar::similar;
use crate::text::{Edit, Span, WHITESPACE, fit};

pub(super) fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let Some(fragment) = context.reference.fragment else { return };
    if is_keyword_like(context) {
        return unknown_keyword(context, out);
    }
    // `KR#/KR#.xml`: both are part of names. After a page, `#/` is a route of its program.
    let name = context.reference.path.slice(context.text).rsplit('/').next().unwrap_or_default();
    let is_name = !name.is_empty() && !is_file_name(name);
    let is_path = is_name && unwanted_fragment::may_be_path(fragment.slice(context.text));
    if let Some((hash, fix)) = joined_ids(context) {
        out.flag(hash, "'#' (U+0023) is not allowed in a fragment").fixes.extend(fix);
        return;
    }
    let mut is_all_fixed = false;
    for run in runs::runs(fragment.slice(context.text), |byte| byte == b'#', |_, _| true) {
        let span = run.span.moved(fragment.start);
        let finding = out.flag(span, format!("{} is not allowed in a fragment", run.quoted()));
        if context.role.dialect == Dialect::WebAddress {
            finding.at_most(Severity::Warning);
        }
        if span.start > fragment.start && is_path && !is_all_fixed {
            is_all_fixed = true;
            finding.fix(Fix { title: "encode each '#' as %23".into(), safety: Safety::Suggested, edits: all(context) });
        }
        if span.start == fragment.start {
            finding.fix(Fix::suggested("remove extra '#'", span, ""));
        }
        let title = format!("encode {} as %23", run.quoted_name());
        finding.fix(Fix::suggested(title, span, "%23".repeat(run.count())));
    }
}

/// Returns the second `#` and what is meant if the fragment is the same ID twice, an ID with another `#` at its end, the IDs of
/// a topic and of an element in it, or of two references to IDs of the same document, of which one cannot be guessed.
fn joined_ids(context: &Context<'_, '_>) -> Option<(Span, Option<Fix>)> {
    let fragment = context.reference.fragment?;
    let (first, rest) = fragment.slice(context.text).split_once('#')?;
    let is_id = |id: &str| id.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte));
    let path = context.reference.path.slice(context.text);
    let start = fragment.start + first.len();
    let hash = Span::new(start, start + 1);
    let fix = match rest {
        _ if first.is_empty() || !is_id(first) || !is_id(rest) => return None,
        "" => Some(Fix::suggested("remove '#' at the end", hash, "")),
        rest if rest == first => Some(Fix::suggested("remove second fragment", Span::new(start, fragment.end), "")),
        _ if path.rsplit('.').next().is_some_and(|extension| extension.eq_ignore_ascii_case("dita")) => {
            Some(Fix::suggested("replace '#' with '/'", hash, "/"))
        }
        _ if path.is_empty() => None,
        _ => return None,
    };
    Some((hash, fix))
}

/// Returns the edits that encode each `#`.
fn all(context: &Context<'_, '_>) -> Vec<Edit> {
    let hashes = memchr::memchr_iter(b'#', context.text.as_bytes());
    hashes.map(|at| Edit { span: Span::new(at, at + 1), text: "%23".to_owned() }).collect()
}

/// Returns whether the value has the form of a keyword (`##any`), in a role that has keywords.
pub(super) fn is_keyword_like(context: &Context<'_, '_>) -> bool {
    !context.role.keywords.is_empty() && context.text.trim_start_matches(WHITESPACE).starts_with("##")
}

/// Reports a value in the form of a keyword (`##any`) that is not one of those that the role allows.
fn unknown_keyword(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let inner = edge_whitespace::inner(context.text);
    let keyword = inner.slice(context.text);
    let Some(known) = similar(keyword, context.role.keywords.iter().copied()) else {
        out.flag(inner, fit(keyword, |keyword| format!("unknown keyword '{keyword}'")));
        return;
    };
    let message = fit(keyword, |keyword| format!("unknown keyword '{keyword}'; did you mean '{known}'?"));
    let title = fit(keyword, |keyword| format!("replace '{keyword}' with '{known}'"));
    out.flag(inner, message).fix(Fix::suggested(title, inner, known));
}
