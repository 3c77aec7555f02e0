//! ```text
//! file-URI       = file-scheme ":" file-hier-part                                RFC 8089 section 2
//! file-hier-part = ( "//" auth-path ) / local-path
//! auth-path      = [ file-auth ] path-absolute
//! local-path     = path-absolute
//! file-auth      = "localhost" / host
//! ```

use crate::reference::{Authority, Reference, is_drive};
use crate::rules::context::{Context, FindingSink};
use crate::rules::finding::Fix;
use crate::text::Span;

/// First directories of paths that are often written after two slashes instead of three.
const ROOTS: [&str; 10] = ["home", "users", "usr", "etc", "var", "tmp", "opt", "mnt", "media", "root"];

pub(in crate::rules) fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let path = context.reference.path.slice(context.text);
    if path.contains('\\') {
        return; // The rule backslash-path reports and fixes this.
    }
    match context.reference.authority {
        Some(authority) => check_authority(authority, context, out),
        None => check_local(context, out),
    }
}

/// Reports `C:/x`, which parses as a scheme of one letter.
pub(in crate::rules) fn check_drive(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let path = context.reference.path;
    if context.reference.authority.is_none() && path.slice(context.text).starts_with('/') {
        let span = super::prefix(context.reference, 0);
        let finding = out.flag(span, "drive letter is parsed as a scheme");
        finding.fix(Fix::suggested("insert 'file:///' before drive letter", Span::empty(span.start), "file:///"));
    }
}

fn check_authority(authority: Authority, context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let path = context.reference.path;
    let host = authority.host.slice(context.text);
    let slashed = super::slashed(authority.span);
    let whole = authority.span.slice(context.text);
    if is_drive(whole) {
        let finding = out.flag(slashed, "drive letter is parsed as the host");
        finding.fix(Fix::suggested("insert third '/'", slashed, format!("///{}:", &whole[..1])));
    } else if let Some(userinfo) = authority.userinfo {
        let span = Span::new(userinfo.start, userinfo.end + 1);
        let finding = out.flag(span, "userinfo is not allowed in a file reference");
        finding.fix(Fix::suggested("remove userinfo", span, ""));
    } else if authority.port.is_some_and(|port| !port.is_empty()) {
        out.flag(authority.span, "port is not allowed in a file reference");
    } else if matches!(host, "." | ".." | "~") || ROOTS.iter().any(|root| host.eq_ignore_ascii_case(root)) {
        let finding = out.flag(slashed, format!("'{host}' is parsed as a host, not as a directory"));
        if !host.starts_with(['.', '~']) {
            finding.fix(Fix::suggested("insert third '/'", Span::empty(authority.span.start), "/"));
        }
    } else if path.is_empty() {
        out.flag(slashed, "file reference has no path");
    } else if host.is_empty() {
        check_drive_bar(context, out);
    }
}

fn check_local(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let path = context.reference.path;
    let text = path.slice(context.text);
    if text.starts_with('/') {
        return check_drive_bar(context, out);
    }
    let span = super::prefix(context.reference, 0);
    if text.is_empty() {
        out.flag(span, "file reference has no path");
        return;
    }
    let finding = out.flag(span, "path of a file reference must start with '/'");
    if text.get(..2).is_some_and(is_drive) {
        finding.fix(Fix::suggested("insert '///' after 'file:'", Span::empty(path.start), "///"));
    }
}

/// Reports `/C|/x`: a bar instead of the colon, as Netscape wrote it (RFC 8089 appendix E.2.2).
fn check_drive_bar(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    if let Some(bar) = drive_bar(context.reference) {
        out.flag(bar, "'|' (U+007C) is used instead of ':' after a drive letter").fix(replace_drive_bar(bar));
    }
}

/// Returns the `|` of a path `/C|/x` of a `file` reference.
pub(in crate::rules) fn drive_bar(reference: &Reference<'_>) -> Option<Span> {
    let path = reference.path;
    match path.slice(reference.text).as_bytes() {
        [b'/', drive, b'|'] | [b'/', drive, b'|', b'/', ..]
            if drive.is_ascii_alphabetic() && reference.is_scheme("file") =>
        {
            Some(Span::new(path.start + 2, path.start + 3))
        }
        _ => None,
    }
}

/// Writes a drive as browsers read it.
pub(in crate::rules) fn replace_drive_bar(bar: Span) -> Fix {
    Fix::suggested("replace '|' with ':'", bar, ":")
}
