//! Errors of the URL Standard's parser.

use std::fmt;

/// Reason why the parser returns failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UrlError {
    /// The reference has no scheme, and there is no base that it can be resolved against.
    Relative,
    /// The URL must have a host, and has none.
    NoHost,
    /// The host contains a character that no host may contain, or IDNA rejects it.
    Host,
    /// The host ends in a number, but is not an IPv4 address.
    Ipv4,
    /// The host starts with `[`, but is not an IPv6 address in brackets.
    Ipv6,
    /// The port is not a number from 0 to 65535.
    Port,
}

impl fmt::Display for UrlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Relative => "relative reference without a base",
            Self::NoHost => "empty host",
            Self::Host => "invalid host",
            Self::Ipv4 => "invalid IPv4 address",
            Self::Ipv6 => "invalid IPv6 address",
            Self::Port => "invalid port",
        })
    }
}

impl std::error::Error for UrlError {}
