//! A backslash used as a path separator: `segment` does not contain `\`, and segments are separated by `/`.
//!
//! path-abempty = *( "/" isegment )                                          RFC 3987 section 2.2

use crate::reference::Reference;
use crate::rules::context::{Context, FindingSink};
use crate::rules::finding::{Fix, Safety};
use crate::rules::lazy_text::LazyText;
use crate::rules::runs::{self, Repeated, Run};
use crate::text::Edit;
use crate::text::Span;

/// Schemes in which the WHATWG URL Standard parses `\` as `/`.
const HIERARCHICAL: [&str; 6] = ["http", "https", "file", "ws", "wss", "ftp"];

/// Number of runs from which each finding fixes only its own run: all edits in all findings would be quadratic.
const MANY: usize = 64;

/// Returns the span in which a backslash separates path segments: in a relative reference, after a drive letter, and in
/// the schemes that browsers parse this way. Otherwise empty.
pub(super) fn region(reference: &Reference<'_>) -> Span {
    let path = reference.path;
    let parts = match reference.scheme {
        None => true,
        Some(_) if reference.is_drive_path() => true,
        Some(_) => HIERARCHICAL.iter().any(|scheme| reference.is_scheme(scheme)),
    };
    match reference.authority {
        _ if !parts => Span::empty(path.start),
        // In `user\name@host` the backslash may separate a domain from its user.
        Some(authority) if authority.userinfo.is_none() => Span::new(authority.span.start, path.end),
        _ => path,
    }
}

pub(super) fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    if !context.text.contains('\\') {
        return;
    }
    let region = region(context.reference);
    let backslashes: Vec<Run> = runs::runs(region.slice(context.text), |byte| byte == b'\\', |_, _| true)
        .map(|run| Run { span: run.span.moved(region.start), ..run })
        .collect();
    if backslashes.is_empty() {
        return;
    }
    // Without a name between them, they separate nothing.
    let is_empty = region.slice(context.text).bytes().all(|byte| matches!(byte, b'\\' | b'/'));
    let whole = (backslashes.len() <= MANY).then(|| fix(&backslashes, context));
    let message = |run: Repeated| format!("{} is used as a path separator instead of '/'", run.quoted());
    for &run in &backslashes {
        let finding = out.flag(run.span, LazyText::new(run.repeated(), message));
        if !is_empty {
            finding.fix(whole.clone().unwrap_or_else(|| fix(&[run], context)));
        }
    }
}

/// Returns the fix that writes `/` for each backslash and adds the prefix that makes a drive or a share a `file` URI.
fn fix(backslashes: &[Run], context: &Context<'_, '_>) -> Fix {
    let (mut title, mut edits) = ("replace '\\' with '/'".to_owned(), Vec::new());
    if let Some(Prefix { edit, added }) = prefix(context) {
        edits.push(edit);
        title.extend(added.map(|added| format!(" and add '{added}'")));
    }
    let done = edits.first().map_or(0, |prefix| prefix.span.end);
    let rest = backslashes.iter().filter(|run| run.span.start >= done);
    edits.extend(rest.map(|run| Edit { span: run.span, text: "/".to_owned() }));
    Fix { title: title.into(), safety: Safety::Suggested, edits }
}

/// Start of a reference with backslashes, as a URI has it.
struct Prefix {
    edit: Edit,
    /// What the edit adds besides the slashes that replace backslashes.
    added: Option<&'static str>,
}

/// ```text
/// C:\x   file:///C:\x   file://C|\x   file:\\C:\x   ->  file:///C:/x          RFC 8089 appendix E.2
/// \\server\share                                   ->  file://server/share  appendix E.3
/// http:\\host\x                                    ->  http://host/x
/// ```
fn prefix(context: &Context<'_, '_>) -> Option<Prefix> {
    let (text, reference) = (context.text, context.reference);
    let start = reference.scheme.map_or(reference.path.start, |scheme| scheme.start);
    let is_file = reference.is_scheme("file");
    let rest_at = match reference.scheme {
        Some(scheme) if !reference.is_drive_path() => scheme.end + 1,
        _ if reference.authority.is_some() => return None,
        _ => start,
    };
    let rest = &text[rest_at..];
    let slashes = rest.len() - rest.trim_start_matches(['/', '\\']).len();
    let replace = |length: usize, text: String, added: Option<&'static str>| {
        Some(Prefix { edit: Edit { span: Span::new(start, rest_at + length), text }, added })
    };
    match rest.as_bytes()[slashes..] {
        [drive @ (b'a'..=b'z' | b'A'..=b'Z'), b':' | b'|', b'/' | b'\\', ..]
            if is_file || slashes == 0 && rest_at == start =>
        {
            let added = if is_file { (slashes < 3).then(|| &"///"[slashes..]) } else { Some("file:///") };
            replace(slashes + 3, format!("file:///{}:/", char::from(drive)), added)
        }
        _ if !rest.starts_with("\\\\") => None,
        _ if reference.scheme.is_none() => replace(2, "file://".to_owned(), Some("file:")),
        _ => replace(2, format!("{}//", &text[start..rest_at]), None),
    }
}
