//! Mistakes in the start of a reference: marks around it, its scheme, and its slashes.

use crate::characters::quotable;
use crate::reference::{encode_str, is_drive};
use crate::rules::mistakes::mistake::{
    Mistake, SIMPLE, Text, WEB, is_other_scheme, is_web_start, starts_like_host, starts_with_scheme,
};
use crate::text::{Edit, Span, WHITESPACE, fit};
use crate::unicode::{delimiter_look_alike, quoted, quoted_name};

/// Marks that texts put around references (RFC 3986 appendix C), and their ends.
const MARKS: [(&str, &str); 16] = [
    ("<URL:", ">"),
    ("<", ">"),
    ("\u{201C}", "\u{201D}"),
    ("\u{201D}", "\u{201D}"),
    ("\u{201E}", "\u{201C}"),
    ("\u{2018}", "\u{2019}"),
    ("\u{2019}", "\u{2019}"),
    ("\u{201A}", "\u{2018}"),
    ("\u{AB}", "\u{BB}"),
    ("\u{2039}", "\u{203A}"),
    ("\"", "\""),
    ("'", "'"),
    ("`", "`"),
    ("(", ")"),
    ("[", "]"),
    ("{", "}"),
];

/// Marks that end a reference without having started it: those that no URI contains.
const ENDS: [char; 7] = ['\u{201D}', '\u{2019}', '\u{201C}', '\u{BB}', '\u{203A}', '"', '>'];

/// `“http://example.org/”`, `<http://example.org/>`, `http://example.org/>`
pub(super) fn enclosed(text: &Text<'_, '_>) -> Option<Mistake> {
    let inner = text.inner();
    for (open, close) in MARKS {
        let Some(rest) = inner.strip_prefix(open) else { continue };
        let trimmed = rest.trim_start_matches(WHITESPACE);
        if starts_with_scheme(trimmed).is_none() {
            continue;
        }
        let start = inner.len() - trimmed.len();
        let kept = trimmed.strip_suffix(close).or_else(|| trimmed.strip_suffix(ENDS)).unwrap_or(trimmed);
        let end = start + kept.trim_end_matches(WHITESPACE).len();
        let mut edits = vec![Edit { span: text.span(0, start), text: String::new() }];
        if end < inner.len() {
            edits.push(Edit { span: text.span(end, inner.len()), text: String::new() });
        }
        let message = format!("{} is not part of the reference", quoted_name(open.chars().next()?));
        let owned = text.inner;
        return Some(
            text.of_all(text.span(0, start), message).edit("remove marks around the reference", edits).owning(owned),
        );
    }
    let close = inner.chars().next_back().filter(|close| ENDS.contains(close))?;
    let rest = &inner[..inner.len() - close.len_utf8()];
    let is_opened = MARKS.iter().any(|(open, ends)| ends.starts_with(close) && rest.contains(open));
    if is_opened || starts_with_scheme(rest).is_none() || rest.starts_with("data:") {
        return None;
    }
    let span = text.span(rest.len(), inner.len());
    let message = format!("{} is not part of the reference", quoted_name(close));
    let mistake = text.of_all(span, message).owning(span).replace("remove mark after the reference", span, "");
    let encoded = encode_str(&close.to_string());
    let is_address = text.reference.is_scheme("mailto");
    Some(if is_address { mistake } else { mistake.replace(format!("encode mark as {encoded}"), span, encoded) })
}

/// `mailto:Jane Doe <jane@example.org>`: a header field of a message, not an address (RFC 6068 section 2).
pub(super) fn mail_name(text: &Text<'_, '_>) -> Option<Mistake> {
    let path = text.reference.path;
    let to = path.slice(text.whole).trim_end_matches(WHITESPACE);
    let is_mail = text.reference.is_scheme("mailto") && !to.contains(',');
    let start = to.rfind(['<', ' ']).filter(|_| is_mail)?;
    let address = to[start + 1..].trim_end_matches('>');
    let (local, domain) = address.split_once('@')?;
    let is_name =
        |name: &str| !name.is_empty() && !name.contains(['@', '<', '>', '(', '"']) && !name.contains(WHITESPACE);
    let before = &to[..start];
    if !is_name(local) || !is_name(domain) || before.contains('@') || !to.ends_with('>') && !before.contains(WHITESPACE)
    {
        return None;
    }
    let written = Span::new(path.start, path.start + to.len());
    let name = Span::new(path.start, path.start + start);
    let span = if name.is_empty() { Span::new(path.start, path.start + 1) } else { name };
    let message = "a name is not part of an email address";
    Some(text.of_all(span, message).owning(written).replace("remove name", written, address))
}

/// `C:\Users`, `C: \ Users`, `C:a.xml`
pub(super) fn drive(text: &Text<'_, '_>) -> Option<Mistake> {
    let inner = text.inner();
    let rest = inner.strip_prefix(|c: char| c.is_ascii_alphabetic())?;
    let rest = rest.trim_start_matches(' ').strip_prefix([':', '|'])?;
    let path = rest.trim_start_matches(' ');
    let is_rooted = path.starts_with(['\\', '/']);
    if path.starts_with("//") || !is_rooted && rest.len() != path.len() && !path.contains('\\') {
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
    let segments = path.split(['\\', '/']).map(str::trim).filter(|segment| !segment.is_empty());
    let encoded = |segment: &str| -> String {
        let is_kept = |c: char| crate::Dialect::Iri.allows(c, crate::reference::SyntaxPosition::Path);
        segment.chars().map(|c| if is_kept(c) { c.to_string() } else { encode_str(&c.to_string()) }).collect()
    };
    let segments: Vec<String> = segments.map(encoded).collect();
    let last = if path.ends_with(['\\', '/']) && !segments.is_empty() { "/" } else { "" };
    let fixed = format!("file:///{}:/{}{last}", &inner[..1], segments.join("/"));
    Some(mistake.replace("replace with a file URI", text.inner, fixed))
}

/// `https ://example.org`, `http:/ /example.org`, `h ttp://example.org`
pub(super) fn spaced_scheme(text: &Text<'_, '_>) -> Option<Mistake> {
    let inner = text.inner();
    let first = inner.find(WHITESPACE)?;
    // The longest scheme has five letters, and is followed by three characters.
    if first > 8 {
        return None;
    }
    let (mut squeezed, mut edits) = (String::new(), Vec::new());
    for (at, c) in inner.char_indices() {
        if WHITESPACE.contains(&c) {
            let at = text.inner.start + at;
            match edits.last_mut() {
                Some(Edit { span, .. }) if span.end == at => span.end += 1,
                _ => edits.push(Edit { span: Span::new(at, at + 1), text: String::new() }),
            }
            continue;
        }
        squeezed.push(c);
        if is_web_start(&squeezed) {
            let after = &inner[at + 1..];
            let blanks = after.len() - after.trim_start_matches(WHITESPACE).len();
            if blanks > 0 {
                let at = text.inner.start + at + 1;
                edits.push(Edit { span: Span::new(at, at + blanks), text: String::new() });
            }
            let last = edits.last()?.span.end;
            let span = edits.first()?.span;
            let is_host = starts_like_host(&text.whole[last.max(text.inner.start + at + 1)..]);
            let message = "whitespace in the start of the reference";
            return is_host.then(|| {
                let owned = Span::new(text.inner.start, last);
                text.of_all(span, message).owning(owned).edit("remove whitespace", edits)
            });
        }
        if squeezed.len() > 8 {
            break;
        }
    }
    // `mailto: a@b.c`, `tel: +1`, `doi: 10.1000/1`
    let (scheme, rest) = inner.split_once(':')?;
    let name = scheme.trim_end_matches(WHITESPACE);
    let value = rest.trim_start_matches(WHITESPACE);
    let is_spaced = name.len() < scheme.len() || value.len() < rest.len();
    let is_known = [
        "mailto", "tel", "sms", "doi", "urn", "geo", "news", "sip", "data", "tag", "did", "info", "http", "https",
        "ftp", "file",
    ]
    .iter()
    .any(|known| name.eq_ignore_ascii_case(known));
    let is_web = WEB.iter().any(|web| name.eq_ignore_ascii_case(web)) || name.eq_ignore_ascii_case("file");
    if !is_spaced || !is_known || value.is_empty() || is_web && !value.starts_with("//") {
        return None;
    }
    let span = if name.len() < scheme.len() {
        text.span(name.len(), scheme.len())
    } else {
        text.span(scheme.len() + 1, inner.len() - value.len())
    };
    let mut edits = Vec::new();
    for (start, end) in [(name.len(), scheme.len()), (scheme.len() + 1, inner.len() - value.len())] {
        if start < end {
            edits.push(Edit { span: text.span(start, end), text: String::new() });
        }
    }
    let owned = text.span(0, inner.len() - value.len());
    Some(text.of_all(span, "whitespace around the scheme").owning(owned).edit("remove whitespace", edits))
}

/// `http：//example.org`, `https:∕∕example.org`: other signs for the delimiters after the scheme.
pub(super) fn look_alike(text: &Text<'_, '_>) -> Option<Mistake> {
    let inner = text.inner();
    let (mut plain, mut edits) = (String::new(), Vec::new());
    // The longest start is "https://".
    for (at, c) in inner.char_indices().take(8) {
        let meant = delimiter_look_alike(c).filter(|meant| matches!(meant, ':' | '/')).or(match c {
            '\u{FF1A}' | '\u{FE55}' | '\u{FE13}' => Some(':'),
            '\u{FF0F}' => Some('/'),
            _ => None,
        });
        plain.push(meant.unwrap_or(c));
        if let Some(meant) = meant {
            edits.push(Edit { span: text.span(at, at + c.len_utf8()), text: meant.to_string() });
        }
        if is_web_start(&plain) {
            let first = edits.first()?;
            let c = first.span.slice(text.whole).chars().next()?;
            let message = fit(&quoted(c), |c| format!("{c} looks like '{}' but does not end the scheme", first.text));
            let owned = text.span(0, at + c.len_utf8());
            let title = "replace with the delimiters of ASCII";
            return Some(text.of_all(first.span, message).owning(owned).edit(title, edits));
        }
    }
    None
}

/// `http://https://example.org`, `https:https://example.org`, `mailto:mailto:a@b.c`, `urn:urn:x:y`
pub(super) fn doubled_scheme(text: &Text<'_, '_>) -> Option<Mistake> {
    let inner = text.inner();
    let scheme = text.reference.scheme?.slice(text.whole);
    let after = &inner[scheme.len() + 1..];
    let slashes = after.len() - after.trim_start_matches('/').len();
    let rest = &after[slashes..];
    let is_web =
        |name: &str| ["http", "https", "ftp", "ws", "wss", "file"].iter().any(|known| name.eq_ignore_ascii_case(known));
    let second = rest.split([':', '/']).next().filter(|second| !second.is_empty() && second.len() < rest.len())?;
    let after_second = &rest[second.len()..];
    let is_doubled = if is_web(scheme) && is_web(second) {
        after_second.starts_with("://") || slashes >= 2 && after_second.starts_with("//")
    } else {
        slashes == 0
            && after_second.starts_with(':')
            && second.eq_ignore_ascii_case(scheme)
            && SIMPLE.contains(&&*scheme.to_ascii_lowercase())
    };
    if !is_doubled {
        return None;
    }
    let start = scheme.len() + 1 + slashes;
    let mut span = text.span(0, start);
    let mut to = String::new();
    if after_second.starts_with("//") {
        span = text.span(0, start + second.len());
        to = format!("{second}:");
    }
    let message = fit(second, |second| format!("duplicate scheme: '{second}:' follows '{scheme}:'"));
    Some(text.of_all(span, message).owning(text.span(0, start + second.len() + 1)).replace(
        "remove first scheme",
        span,
        to,
    ))
}

/// `htpp://example.org`, `http//example.org`, `http;//example.org`, `%https://example.org`, `maito:a@b.example`
pub(super) fn mistyped_scheme(text: &Text<'_, '_>) -> Option<Mistake> {
    let inner = text.inner();
    if let Some(scheme) = text.reference.scheme
        && text.reference.authority.is_none()
    {
        let name = scheme.slice(text.whole).to_ascii_lowercase();
        let rest = &inner[name.len() + 1..];
        let is_near = || (1..=2).contains(&strsim::osa_distance(&name, "mailto"));
        if rest.contains('@') && !rest.starts_with('/') && is_near() && !is_other_scheme(&name) {
            let message = format!("unknown scheme '{name}' (mailto?)");
            return Some(text.of_all(scheme, message).owning(scheme).replace(
                "replace scheme with 'mailto'",
                scheme,
                "mailto",
            ));
        }
    }
    let slashes = inner.find("//")?;
    // At most two more characters than "https:".
    if slashes > 9 || text.reference.scheme.is_none() && text.reference.authority.is_some() {
        return None;
    }
    let written = &inner[..slashes];
    // `https//:example.org` has the colon after the slashes.
    let rest = inner[slashes..].trim_start_matches(['/', ':']);
    let is_visible = written.bytes().all(|byte| byte.is_ascii_graphic());
    if written.contains(['/', '.', '?']) && !written.ends_with('.') || !is_visible || !starts_like_host(rest) {
        return None;
    }
    let lower = written.to_lowercase();
    let name = lower.trim_end_matches(':');
    if lower.ends_with(':') && (is_other_scheme(name) || name == "javascript") {
        return None;
    }
    if written == ":" {
        let message = "missing scheme before '://'";
        let span = text.span(0, 0);
        return Some(text.of_all(text.span(0, 3), message).owning(text.span(0, 3)).replace(
            "insert 'https'",
            span,
            "https",
        ));
    }
    let is_colon_missing = !written.ends_with(':');
    if strsim::osa_distance(&lower, "file:") == 1 && !is_colon_missing && inner[slashes..].starts_with("///") {
        let scheme = text.span(0, slashes - 1);
        let message = fit(&quotable(name, name), |name| format!("unknown scheme '{name}' (file?)"));
        let mistake = text.of_all(scheme, message).owning(scheme);
        return Some(mistake.replace("replace scheme with 'file'", scheme, "file"));
    }
    let candidates = WEB.iter().map(|web| (strsim::osa_distance(&lower, &format!("{web}:")), *web));
    // "https" is as near to "http:" as to "https:".
    let (distance, web) = candidates.min_by_key(|(distance, web)| (*distance, strsim::osa_distance(name, web)))?;
    let most = if web == "ftp" || is_colon_missing { 1 } else { 2 };
    if distance == 0 || distance > most || is_colon_missing && slashes < 3 {
        return None;
    }
    let span = text.span(0, slashes);
    let message = if text.reference.scheme.is_some() {
        fit(&quotable(name, name), |name| format!("unknown scheme '{name}' ({web}?)"))
    } else {
        fit(&quotable(written, written), |written| format!("'{written}//' is not a scheme ({web}?)"))
    };
    let end = inner.len() - rest.len();
    let fixed = text.span(0, end);
    Some(text.of_all(span, message).owning(fixed).replace(
        format!("replace with '{web}://'"),
        fixed,
        format!("{web}://"),
    ))
}

/// `www.example.org`, `localhost:8080/x`, `192.0.2.1:80/`, `jane@example.org`
pub(super) fn missing_scheme(text: &Text<'_, '_>) -> Option<Mistake> {
    let inner = text.inner();
    let bytes = inner.as_bytes();
    let start = text.span(0, 0);
    let end = inner.find(['/', '?', '#', '\\']).unwrap_or(inner.len());
    let first = &inner[..end];
    let starts_with = |name: &[u8]| {
        bytes.len() > 4
            && bytes[..4].eq_ignore_ascii_case(name)
            && bytes[4].is_ascii_alphanumeric()
            && text.reference.scheme.is_none()
    };
    let is_www = starts_with(b"www.");
    // A file may have the name `ftp.xml`.
    if starts_with(b"ftp.") && first.matches('.').count() > 1 && end < inner.len() {
        let host = text.span(0, first.len());
        let mistake = text.of_all(host, "missing scheme: a browser opens a file of this name").owning(host);
        return Some(mistake.replace("insert 'ftp://'", start, "ftp://"));
    }
    if let Some((address, port)) = first.strip_prefix('[').and_then(|rest| rest.split_once(']'))
        && crate::reference::is_ipv6(address.as_bytes())
        && (port.is_empty() || port.starts_with(':') && port[1..].bytes().all(|byte| byte.is_ascii_digit()))
    {
        let host = text.span(0, first.len());
        let mistake = text.of_all(host, "missing scheme before an IP address").owning(host);
        return Some(mistake.replace("insert 'http://'", start, "http://"));
    }
    if is_www {
        let message = "missing scheme: a browser opens a file of this name";
        let host = text.span(0, first.len());
        return Some(text.of_all(host, message).owning(host).replace("insert 'https://'", start, "https://"));
    }
    if text.reference.authority.is_some() {
        return None;
    }
    let is_name = |host: &str| {
        !host.is_empty()
            && host.split('.').all(|label| {
                !label.is_empty() && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
            })
    };
    if let Some((host, port)) = first.split_once(':') {
        let is_port = (1..=5).contains(&port.len()) && port.bytes().all(|byte| byte.is_ascii_digit());
        let is_host = is_name(host)
            && (host.contains('.')
                || host.eq_ignore_ascii_case("localhost")
                || port.len() > 1 && end < inner.len() && !SIMPLE.contains(&&*host.to_ascii_lowercase()));
        if is_port && is_host && crate::rules::schemes::Grammar::for_reference(text.reference).is_none() {
            let message = fit(host, |host| format!("missing scheme: '{host}' is a host, and '{port}' is its port"));
            return Some(text.of_all(text.span(0, first.len()), message).owning(text.span(0, first.len())).replace(
                "insert 'http://'",
                start,
                "http://",
            ));
        }
        return None;
    }
    let (local, domain) = inner.split_once('@')?;
    let is_local =
        !local.is_empty() && local.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-_+".contains(&byte));
    let top = domain.rsplit('.').next().unwrap_or_default();
    let is_domain =
        is_name(domain) && domain.contains('.') && top.len() > 1 && top.bytes().all(|byte| byte.is_ascii_alphabetic());
    let is_file = ["xml", "png", "jpg", "svg", "gif", "css", "js", "html", "xsd", "dtd", "xsl", "pdf", "txt", "json"]
        .contains(&top);
    (is_local && is_domain && !is_file).then(|| {
        text.of_all(text.inner, "missing scheme of an email address").replace("insert 'mailto:'", start, "mailto:")
    })
}

/// First directories of paths that are often written after two slashes instead of three.
const ROOTS: [&str; 10] = ["home", "users", "usr", "etc", "var", "tmp", "opt", "mnt", "media", "root"];

/// `file://C:/x`, `file:C:/x`, `file://home/a`
pub(super) fn file_without_root(text: &Text<'_, '_>) -> Option<Mistake> {
    if !text.reference.is_scheme("file") {
        return None;
    }
    let inner = text.inner();
    let rest = &inner["file:".len()..];
    if rest.contains('\\') {
        return None; // The rule backslash-path reports and fixes this.
    }
    let slashes = rest.len() - rest.trim_start_matches('/').len();
    let path = &rest[slashes..];
    let first = path.split('/').next().unwrap_or(path);
    let at = "file:".len();
    let span = text.span(at, at + slashes);
    if is_drive(first) && slashes < 3 && slashes != 1 {
        let message = if slashes == 2 {
            "drive letter is parsed as the host"
        } else {
            "path of a file reference must start with '/'"
        };
        let fixed = text.span(at, at + slashes + 2);
        let drive = format!("///{}:", &first[..1]);
        let title = if slashes == 2 { "insert third '/'" } else { "insert '///' after 'file:'" };
        let span = if slashes == 2 { fixed } else { text.span(0, at) };
        return Some(text.of_all(span, message).owning(fixed).replace(title, fixed, drive));
    }
    let is_root = ROOTS.iter().any(|root| first.eq_ignore_ascii_case(root));
    if slashes != 2 || !(is_root || matches!(first, "." | ".." | "~")) {
        return None;
    }
    let whole = text.span(at, at + 2 + first.len());
    let mistake = text.of_all(whole, format!("'{first}' is parsed as a host, not as a directory")).owning(whole);
    Some(if is_root { mistake.replace("insert third '/'", Span::empty(span.end), "/") } else { mistake })
}
