//! A reference split into components that can be changed and recomposed.

use crate::reference::parse::Reference;

/// Components of a reference during a rewrite.
pub struct Parts {
    pub scheme: Option<String>,
    pub authority: Option<AuthorityParts>,
    pub path: String,
    pub query: Option<String>,
    pub fragment: Option<String>,
}

/// Parts of an authority.
pub struct AuthorityParts {
    pub userinfo: Option<String>,
    pub host: String,
    pub port: Option<String>,
}

impl Parts {
    /// Splits `reference`.
    pub fn new(reference: &Reference<'_>) -> Self {
        let text = reference.text;
        Self {
            scheme: reference.scheme.map(|span| span.slice(text).to_owned()),
            authority: reference.authority.map(|authority| AuthorityParts {
                userinfo: authority.userinfo.map(|span| span.slice(text).to_owned()),
                host: authority.host.slice(text).to_owned(),
                port: authority.port.map(|span| span.slice(text).to_owned()),
            }),
            path: reference.path.slice(text).to_owned(),
            query: reference.query.map(|span| span.slice(text).to_owned()),
            fragment: reference.fragment.map(|span| span.slice(text).to_owned()),
        }
    }

    /// Returns all parts that may contain percent-encodings.
    pub fn encoded_parts(&mut self) -> impl Iterator<Item = &mut String> {
        let authority = self.authority.iter_mut();
        authority
            .flat_map(|authority| authority.userinfo.iter_mut().chain([&mut authority.host]))
            .chain([&mut self.path])
            .chain(&mut self.query)
            .chain(&mut self.fragment)
    }

    /// Recomposes the reference (RFC 3986 section 5.3).
    pub fn recompose(&self) -> String {
        let mut out = String::new();
        if let Some(scheme) = &self.scheme {
            out.extend([scheme, ":"]);
        }
        if let Some(authority) = &self.authority {
            out.push_str("//");
            if let Some(userinfo) = &authority.userinfo {
                out.extend([userinfo, "@"]);
            }
            out.push_str(&authority.host);
            if let Some(port) = &authority.port {
                out.extend([":", port]);
            }
        }
        out.push_str(&self.path);
        if let Some(query) = &self.query {
            out.extend(["?", query]);
        }
        if let Some(fragment) = &self.fragment {
            out.extend(["#", fragment]);
        }
        out
    }
}
