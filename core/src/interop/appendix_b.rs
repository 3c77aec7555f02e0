//! The regular expression of RFC 3986 appendix B, which matches every text:
//!
//! ```text
//! ^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?
//! ```
//!
//! The last `@` of the authority ends the userinfo, and the last `:` outside brackets starts the port. References are
//! resolved by section 5.2.2, whatever they contain.

use super::interpretation::{Interpretation, non_empty, port_number};

pub(super) fn interpret(reference: &str, base: Option<&str>) -> Interpretation {
    let parts = Parts::new(reference);
    match base {
        Some(base) => parts.resolved(&Parts::new(base)).interpretation(),
        None => parts.interpretation(),
    }
}

/// The groups of the expression; a query or fragment is `None` if absent, even if the interpretation does not tell.
struct Parts<'t> {
    scheme: Option<&'t str>,
    authority: Option<&'t str>,
    path: String,
    query: Option<&'t str>,
    fragment: Option<&'t str>,
}

impl<'t> Parts<'t> {
    fn new(text: &'t str) -> Self {
        let (rest, fragment) = split_before(text, '#');
        let (rest, query) = split_before(rest, '?');
        let (scheme, rest) = match rest.split_once(':') {
            Some((scheme, after)) if !scheme.is_empty() && !scheme.contains('/') => (Some(scheme), after),
            _ => (None, rest),
        };
        let (authority, path) = match rest.strip_prefix("//") {
            Some(after) => {
                let (authority, path) = after.split_at(after.find('/').unwrap_or(after.len()));
                (Some(authority), path)
            }
            None => (None, rest),
        };
        Self { scheme, authority, path: path.to_owned(), query, fragment }
    }

    fn resolved(self, base: &Self) -> Self
    where
        Self: 't,
    {
        let path = if self.scheme.is_some() || self.authority.is_some() || self.path.starts_with('/') {
            without_dot_segments(&self.path)
        } else if self.path.is_empty() {
            base.path.clone()
        } else if base.authority.is_some() && base.path.is_empty() {
            without_dot_segments(&format!("/{}", self.path))
        } else {
            let directory = base.path.rfind('/').map_or("", |slash| &base.path[..=slash]);
            without_dot_segments(&format!("{directory}{}", self.path))
        };
        if self.scheme.is_some() {
            return Self { path, ..self };
        }
        let query =
            if self.authority.is_none() && self.path.is_empty() { self.query.or(base.query) } else { self.query };
        Self { scheme: base.scheme, authority: self.authority.or(base.authority), path, query, fragment: self.fragment }
    }

    fn interpretation(self) -> Interpretation {
        let (userinfo, server) = match self.authority.and_then(|authority| authority.rsplit_once('@')) {
            Some((userinfo, server)) => (Some(userinfo.to_owned()), Some(server)),
            None => (None, self.authority),
        };
        let (host, port) = server.map(split_port).unzip();
        let port = port.flatten().filter(|port| !port.is_empty());
        Interpretation {
            scheme: self.scheme.map(str::to_owned),
            userinfo,
            host: host.map(str::to_owned),
            port: port.map(|port| {
                let digits = port.bytes().all(|byte| byte.is_ascii_digit()).then(|| port_number(port)).flatten();
                digits.unwrap_or_else(|| port.to_owned())
            }),
            path: self.path,
            query: self.query.and_then(non_empty),
            fragment: self.fragment.and_then(non_empty),
        }
    }
}

fn split_before(text: &str, delimiter: char) -> (&str, Option<&str>) {
    text.split_once(delimiter).map_or((text, None), |(before, after)| (before, Some(after)))
}

fn split_port(server: &str) -> (&str, Option<&str>) {
    if server.contains('[') {
        return match server.split_once(']') {
            Some((_, after)) if server.starts_with('[') && after.starts_with(':') => {
                (&server[..server.len() - after.len()], Some(&after[1..]))
            }
            _ => (server, None),
        };
    }
    server.rsplit_once(':').map_or((server, None), |(host, port)| (host, Some(port)))
}

/// Removes dot segments (RFC 3986 section 5.2.4).
pub(super) fn without_dot_segments(path: &str) -> String {
    let mut input = path;
    let mut output = String::with_capacity(path.len());
    while !input.is_empty() {
        if let Some(rest) = input.strip_prefix("../").or_else(|| input.strip_prefix("./")) {
            input = rest;
        } else if input.starts_with("/./") {
            input = &input[2..];
        } else if input == "/." {
            input = "/";
        } else if input.starts_with("/../") || input == "/.." {
            input = if input.len() > 3 { &input[3..] } else { "/" };
            output.truncate(output.rfind('/').unwrap_or(0));
        } else if input == "." || input == ".." {
            input = "";
        } else {
            let end = input.char_indices().skip(1).find(|(_, c)| *c == '/').map_or(input.len(), |(slash, _)| slash);
            output.push_str(&input[..end]);
            input = &input[end..];
        }
    }
    output
}
