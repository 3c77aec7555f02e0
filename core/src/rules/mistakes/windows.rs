//! Paths of Windows and paths after too few slashes, where a reference belongs.

use crate::interop::has_host;
use crate::reference::{encode_str, is_drive};
use crate::rules::mistakes::mistake::{Mistake, Text, is_file_name, is_word};
use crate::rules::mistakes::start::is_invisible;
use crate::text::{Edit, Span};

/// `C:\Users`, `C: \ Users`, `C:a.xml`
pub(super) fn drive(text: &Text<'_, '_>) -> Option<Mistake> {
    let inner = text.inner();
    let inner = inner.trim_start_matches(is_invisible);
    let inner = inner.strip_prefix(r"\\?\").filter(|rest| is_drive(rest.get(..2).unwrap_or(rest))).unwrap_or(inner);
    // `/C:/a.xml`, `//C:/a.xml`
    let unrooted = inner.trim_start_matches('/');
    let is_rooted = inner.len() - unrooted.len() < 3 && is_drive(unrooted.get(..2).unwrap_or(unrooted));
    let inner = if is_rooted && unrooted[2..].starts_with(['/', '\\']) { unrooted } else { inner };
    let rest = inner.strip_prefix(|c: char| c.is_ascii_alphabetic())?;
    let rest = rest.trim_start_matches(' ').strip_prefix([':', '|'])?;
    let path = rest.trim_start_matches(' ');
    // `D:`
    if rest.is_empty() && inner[1..].starts_with(':') {
        let fixed = format!("file:///{}:/", &inner[..1]);
        let mistake = text.of_all(text.inner, format!("'{inner}' is a drive, not a scheme"));
        return Some(mistake.replace("replace with a file URI", text.inner, fixed));
    }
    let is_rooted = path.starts_with(['\\', '/']);
    let first = path.trim_start_matches('/').split('/').next().unwrap_or(path);
    // `x://example.org/`
    let has_host = path.starts_with("//") && (first.is_empty() || first.contains(['.', ':', '@', '?', '#', '[']));
    if has_host || !is_rooted && rest.len() != path.len() && !path.contains('\\') {
        return None;
    }
    if inner[1..].starts_with('|') && !is_rooted {
        return None;
    }
    let message = format!("'{}:' is a drive letter, not a scheme", &inner[..1]);
    let mistake = text.of_all(text.inner, message);
    if !is_rooted {
        let is_file = path.starts_with(|c: char| c.is_ascii_alphanumeric()) && path[1..].contains('.');
        return is_file.then_some(mistake);
    }
    let fixed = format!("file:///{}:/{}", &inner[..1], windows_path(path));
    Some(mistake.replace("replace with a file URI", text.inner, fixed))
}

/// Returns the path of a URI for a path of Windows, without the separators at its start. After the name of a file `#` starts a
/// fragment: a program added it to the path.
fn windows_path(path: &str) -> String {
    if let Some(hash) = path.find('#').filter(|hash| is_file_name(&path[..*hash])) {
        return format!("{}#{}", windows_path(&path[..hash]), path[hash + 1..].replace(' ', "%20"));
    }
    let segments = path.split(['\\', '/']).map(str::trim).filter(|segment| !segment.is_empty());
    let encoded = |segment: &str| -> String {
        let is_kept = |c: char| crate::Dialect::Iri.allows(c, crate::reference::SyntaxPosition::Path);
        segment.chars().map(|c| if is_kept(c) { c.to_string() } else { encode_str(&c.to_string()) }).collect()
    };
    let segments: Vec<String> = segments.map(encoded).collect();
    let last = if path.ends_with(['\\', '/']) && !segments.is_empty() { "/" } else { "" };
    format!("{}{last}", segments.join("/"))
}

/// `/cygdrive/c/a.xml`: the path of a drive in Cygwin.
pub(super) fn cygwin_path(text: &Text<'_, '_>) -> Option<Mistake> {
    let path = text.inner().strip_prefix("/cygdrive/")?;
    let (drive, rest) = path.split_once('/').unwrap_or((path, ""));
    let is_drive = drive.len() == 1 && drive.starts_with(|c: char| c.is_ascii_alphabetic());
    is_drive.then(|| {
        let fixed = format!("file:///{drive}:/{}", windows_path(rest));
        let mistake = text.of_all(text.inner, "a path of Cygwin is not a reference");
        mistake.replace("replace with a file URI", text.inner, fixed)
    })
}

/// `\\server\share\a b.xml`, `smb:\\server\share`, `file://C:\x`, `http://C:\x`
pub(super) fn windows_reference(text: &Text<'_, '_>) -> Option<Mistake> {
    let inner = text.inner();
    let is_one = |names: &[&str]| names.iter().any(|name| text.reference.is_scheme(name));
    let (scheme, path) = match text.reference.scheme {
        Some(scheme) if is_one(&["file", "smb", "http", "https"]) => inner.split_at(scheme.len() + 1),
        Some(_) => return None,
        None => ("", inner),
    };
    let rest = path.trim_start_matches(['\\', '/']);
    let slashes = &path[..path.len() - rest.len()];
    let first = rest.split(['\\', '/']).next().unwrap_or(rest);
    let fixed_path = || windows_path(&rest[first.len()..]);
    let is_web = is_one(&["http", "https"]);
    if is_drive(first) && (is_web || is_one(&["file"])) && slashes.len() > 1 {
        // Of three slashes, the rule backslash-path reports those of the path.
        let is_host = slashes.len() == 2 || is_web;
        let mistake = text.of_all(text.inner, format!("'{}:' is a drive letter, not a host", &first[..1]));
        let fixed = format!("file:///{}:/{}", &first[..1], fixed_path());
        return (is_host && path.contains('\\') || is_web)
            .then(|| mistake.replace("replace with a file URI", text.inner, fixed));
    }
    let is_share = slashes.ends_with(r"\\") || !scheme.is_empty() && slashes.len() == 2 && path.contains('\\');
    let is_server = first.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-_$".contains(&byte));
    let is_name = is_server && !matches!(first, "" | "." | ".." | "?") && !rest.contains(['?', '#', ':']);
    if !is_share || !is_name || is_web {
        return None;
    }
    let scheme = if scheme.is_empty() { "file:" } else { scheme };
    let mistake = text.of_all(text.inner, "a network path of Windows is not a reference");
    Some(mistake.replace("replace with a URI", text.inner, format!("{scheme}//{first}/{}", fixed_path())))
}

/// `jar:file:/C:\a.jar!/b`, `sftp://host\a`: backslashes in a scheme with paths, which browsers do not know.
pub(super) fn backslashes(text: &Text<'_, '_>) -> Option<Mistake> {
    let scheme = text.reference.scheme?.slice(text.whole);
    let inner = text.inner();
    let path = inner.find(['?', '#']).unwrap_or(inner.len());
    let owned = inner[..path].match_indices('\\').map(|(at, _)| text.span(at, at + 1));
    let has_path = ["path-scheme", "slash-scheme", "host-scheme"].iter().any(|kind| is_word(kind, scheme));
    // `quic:\\server\a`
    let has_share = inner[scheme.len() + 1..].starts_with(r"\\");
    // Of the schemes of browsers another rule reports them.
    let is_of_browsers = has_host(scheme) || text.reference.is_scheme("file");
    let is_meant = (has_path || has_share) && !is_of_browsers;
    let owned: Vec<Span> = owned.filter(|_| is_meant).collect();
    let mut edits: Vec<Edit> = owned.iter().map(|&span| Edit { span, text: "/".to_owned() }).collect();
    let message = "'\\' (U+005C) is used as a path separator instead of '/'";
    // `jar:C:\a.jar!/b`
    let start = scheme.len() + 1;
    if is_word("archive-scheme", scheme) && is_drive(inner[start..].get(..2).unwrap_or_default()) {
        edits.insert(0, Edit { span: Span::empty(text.span(start, start).start), text: "file:///".to_owned() });
        let mistake = text
            .of_all(text.span(start, start + 2), "a drive letter is not a scheme")
            .edit("replace with a file URI", edits);
        return Some(Mistake { owned, ..mistake });
    }
    let mistake = text.of_all(*owned.first()?, message).edit("replace '\\' with '/'", edits);
    Some(if has_share { mistake } else { Mistake { owned, ..mistake } })
}
