//! PHP's `parse_url`, which resolves nothing.
//!
//! * A text before `:` that cannot be a scheme may be a host with a port. Digits after `:` are a port, up to `/` or the end.
//! * `\` is not a delimiter, the last `@` ends the userinfo, and the last `:` starts the port.
//! * A control character becomes `_`. Nothing is decoded, and no name is checked.

use super::bytes::readable;
use super::interpretation::{Interpretation, Rejection, non_empty};

const BAD_PORT: Rejection = Rejection("bad port");

/// Returns what `parse_url` finds. What is relative to `base` has no host.
pub(super) fn interpret(reference: &str, base: Option<&str>) -> Result<Interpretation, Rejection> {
    let found = parse(reference.as_bytes())?;
    if base.is_some() && found.scheme.is_none() {
        return Err(Rejection("it resolves nothing"));
    }
    Ok(found)
}

fn parse(text: &[u8]) -> Result<Interpretation, Rejection> {
    let mut found = Interpretation::default();
    let colon = text.iter().position(|&byte| byte == b':');
    let has_slashes = text.starts_with(b"//") && text.len() > 2 || text == b"//";
    let start = match colon {
        Some(0) => return after_port(text, 0, found),
        None if has_slashes => 2,
        None => return Ok(with_path(text, found)),
        Some(end) if !text[..end].iter().all(|&byte| byte.is_ascii_alphanumeric() || b"+.-".contains(&byte)) => {
            let delimiter = text.iter().position(|byte| b"?#".contains(byte)).unwrap_or(text.len());
            if end + 1 < text.len() && end < delimiter {
                return after_port(text, end, found);
            }
            if !has_slashes {
                return Ok(with_path(text, found));
            }
            2
        }
        Some(end) => {
            let (scheme, rest) = (&text[..end], &text[end + 1..]);
            if rest.is_empty() {
                found.scheme = Some(shown(scheme));
                return Ok(found);
            }
            if rest[0] != b'/' {
                let digits = rest.iter().take(6).take_while(|byte| byte.is_ascii_digit()).count();
                if digits < 6 && matches!(rest.get(digits), None | Some(b'/')) {
                    return after_port(text, end, found);
                }
                found.scheme = Some(shown(scheme));
                return Ok(with_path(rest, found));
            }
            found.scheme = Some(shown(scheme));
            if rest.get(1) != Some(&b'/') {
                return Ok(with_path(rest, found));
            }
            if scheme.eq_ignore_ascii_case(b"file") && rest.get(2) == Some(&b'/') {
                // A drive has no slash before it.
                let path = if rest.get(4) == Some(&b':') { 3 } else { 2 };
                return Ok(with_path(&rest[path..], found));
            }
            end + 3
        }
    };
    with_host(&text[start..], found)
}

/// Parses a text whose first `:` at `colon` does not end a scheme: it may start a port.
fn after_port(text: &[u8], colon: usize, mut found: Interpretation) -> Result<Interpretation, Rejection> {
    let rest = &text[colon + 1..];
    let digits = rest.iter().take(6).take_while(|byte| byte.is_ascii_digit()).count();
    let has_slashes = text.len() > 1 && text.starts_with(b"//");
    if (1..6).contains(&digits) && matches!(rest.get(digits), None | Some(b'/')) {
        found.port = Some(port(&rest[..digits])?);
    } else if rest.is_empty() {
        return Err(BAD_PORT);
    } else if !has_slashes {
        return Ok(with_path(text, found));
    }
    with_host(if has_slashes { &text[2..] } else { text }, found)
}

fn with_host(text: &[u8], mut found: Interpretation) -> Result<Interpretation, Rejection> {
    let end = text.iter().position(|byte| b"/?#".contains(byte)).unwrap_or(text.len());
    let (authority, rest) = text.split_at(end);
    let server = match authority.iter().rposition(|&byte| byte == b'@') {
        None => authority,
        Some(at) => {
            found.userinfo = Some(shown(&authority[..at]));
            &authority[at + 1..]
        }
    };
    let is_literal = server.starts_with(b"[") && authority.ends_with(b"]");
    let colon = server.iter().rposition(|&byte| byte == b':').filter(|_| !is_literal);
    if let Some(colon) = colon.filter(|_| found.port.as_deref().is_none_or(|port| port == "0")) {
        let digits = &server[colon + 1..];
        if digits.len() > 5 {
            return Err(BAD_PORT);
        }
        if !digits.is_empty() {
            found.port = Some(port(digits)?);
        }
    }
    let host = &server[..colon.unwrap_or(server.len())];
    if host.is_empty() {
        return Err(Rejection("no host"));
    }
    found.host = Some(shown(host));
    Ok(if rest.is_empty() { found } else { with_path(rest, found) })
}

/// Returns what `strtol` reads: spaces, a sign, and digits up to something else.
fn port(text: &[u8]) -> Result<String, Rejection> {
    let text = text.trim_ascii_start();
    let (sign, digits) = match text {
        [sign @ (b'+' | b'-'), digits @ ..] => (*sign, digits),
        _ => (b'+', text),
    };
    let count = digits.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let number = std::str::from_utf8(&digits[..count]).ok().and_then(|digits| digits.parse::<u16>().ok());
    number.filter(|&number| sign == b'+' || number == 0).map(|number| number.to_string()).ok_or(BAD_PORT)
}

fn with_path(text: &[u8], mut found: Interpretation) -> Interpretation {
    let split = |text: &[u8], delimiter| text.iter().position(|&byte| byte == delimiter);
    let mut path = text;
    if let Some(at) = split(path, b'#') {
        found.fragment = non_empty(&shown(&path[at + 1..]));
        path = &path[..at];
    }
    if let Some(at) = split(path, b'?') {
        found.query = non_empty(&shown(&path[at + 1..]));
        path = &path[..at];
    }
    found.path = shown(path);
    found
}

/// Returns a component as it is reported.
fn shown(part: &[u8]) -> String {
    let part: Vec<u8> = part.iter().map(|&byte| if byte.is_ascii_control() { b'_' } else { byte }).collect();
    readable(&part)
}
