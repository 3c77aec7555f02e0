//! What a parser finds in a reference, or why it rejects it.

use std::error::Error;
use std::fmt;

/// The components that a parser finds in a reference.
///
/// A component is `None` if the parser reports none. Bytes that are not UTF-8, which some parsers decode from
/// percent-encodings, are written as `\xE4`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Interpretation {
    /// The scheme, in the case in which the parser reports it.
    pub scheme: Option<String>,
    /// The text before the `@` that ends the userinfo.
    pub userinfo: Option<String>,
    /// The host. Some parsers report IPv6 addresses without brackets.
    pub host: Option<String>,
    /// The port: decimal digits without leading zeros, or other text if the parser accepts that.
    pub port: Option<String>,
    /// The path, or the part after the scheme if the parser calls the reference opaque.
    pub path: String,
    /// The query, without `?`; `None` if empty.
    pub query: Option<String>,
    /// The fragment, without `#`; `None` if empty.
    pub fragment: Option<String>,
}

/// The reason why a parser rejects a reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rejection(pub(super) &'static str);

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl Error for Rejection {}

/// Returns `text`, or `None` if it is empty.
pub(super) fn non_empty(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_owned())
}

/// Returns `digits` without leading zeros, or `None` if it is empty.
pub(super) fn port_number(digits: &str) -> Option<String> {
    let significant = digits.trim_start_matches('0');
    match (digits.is_empty(), significant.is_empty()) {
        (true, _) => None,
        (false, true) => Some("0".to_owned()),
        (false, false) => Some(significant.to_owned()),
    }
}
