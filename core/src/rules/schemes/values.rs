//! What a grammar cannot define: check digits, the range of coordinates, and parameters that may occur once.

use std::collections::HashSet;

use crate::reference::Reference;
use crate::text::Span;

/// Returns what is wrong in a reference that follows the grammar `name`.
pub(super) fn check(name: &str, reference: &Reference<'_>) -> Option<(Span, String)> {
    let path = reference.path;
    let text = path.slice(reference.text);
    match name {
        "urn:isbn" | "urn:issn" => {
            let (_, number) = text.split_once(':')?;
            let wrong = !is_check_digit_right(number);
            let message = format!("wrong check digit in the {}", name[4..].to_uppercase());
            wrong.then(|| (Span::new(path.end - 1, path.end), message))
        }
        // Inside the country a zero comes first, with `+` none does.
        "tel" => {
            let wrong = text.find("(0)").filter(|_| text.starts_with('+')).map(|at| {
                let message = "'(0)' is dialled inside the country only, not after '+'".to_owned();
                (Span::new(path.start + at, path.start + at + 3), message)
            });
            wrong.or_else(|| repeated_parameter(text).map(|(span, message)| (span.moved(path.start), message)))
        }
        // X.660: below 0 and 1, the second arc is below 40.
        "urn:oid" => {
            let start = text.find(':')? + "0.".len() + 1;
            let second = text.get(start..)?.split(['.', '?', '#']).next()?;
            let is_wrong = !text[..start].ends_with("2.") && second.parse::<u32>().is_ok_and(|second| second > 39);
            let message = "the second number of such an OID is at most 39".to_owned();
            is_wrong.then(|| (Span::new(path.start + start, path.start + start + second.len()), message))
        }
        "geo" => {
            coordinates(text).map(|(start, end, message)| (Span::new(path.start + start, path.start + end), message))
        }
        _ => None,
    }
}

/// Checks that each parameter occurs once (RFC 3966 section 3).
fn repeated_parameter(path: &str) -> Option<(Span, String)> {
    let mut start = path.find(';')? + 1;
    let mut names = HashSet::new();
    for parameter in path[start..].split(';') {
        let name = parameter.split('=').next().unwrap_or(parameter);
        if !names.insert(name.to_ascii_lowercase()) {
            return Some((Span::new(start, start + name.len()), format!("parameter '{name}' occurs twice")));
        }
        start += parameter.len() + 1;
    }
    None
}

/// Checks the last digit of an ISBN or ISSN: the weighted sum is divisible by 11, or by 10 for 13 digits (ISO 2108
/// annex C, ISO 3297 annex A).
fn is_check_digit_right(number: &str) -> bool {
    let digits = number.chars().filter(|c| *c != '-');
    let digits: Vec<u32> = digits.map(|c| c.to_digit(10).unwrap_or(10)).collect();
    let length = u32::try_from(digits.len()).unwrap_or(0);
    let weighted = |weight: fn(u32) -> u32| -> u32 {
        (0..length).rev().zip(&digits).map(|(from_end, digit)| weight(from_end) * digit).sum()
    };
    match length {
        13 => weighted(|from_end| 1 + 2 * (from_end % 2)) % 10 == 0,
        _ => weighted(|from_end| from_end + 1) % 11 == 0,
    }
}

/// Checks the last character of an ORCID iD, the check character of ISO 7064 MOD 11-2.
pub(in crate::rules) fn is_orcid_right(number: &str) -> bool {
    let digits = number.chars().filter(|c| *c != '-').map(|c| c.to_digit(10).unwrap_or(10));
    digits.fold(0, |sum, digit| (sum * 2 + digit) % 11) == 1
}

/// Checks the ranges of WGS 84, which is the default (RFC 5870 section 3.4.2), and that `crs` is first
/// and `u`, with a number, before all others (section 3.3): the production of other parameters matches these names too.
fn coordinates(path: &str) -> Option<(usize, usize, String)> {
    let mut parts = path.split(';');
    let numbers = parts.next()?;
    let (mut start, mut uncertainty, mut crs, mut others) = (numbers.len() + 1, None, None, 0);
    for parameter in parts {
        let (name, value) = parameter.split_once('=').unwrap_or((parameter, ""));
        let is_number = value.starts_with(|c: char| c.is_ascii_digit()) && value.parse::<f64>().is_ok();
        let is_wrong = match &*name.to_ascii_lowercase() {
            "crs" => crs.replace(value).is_some() || start > numbers.len() + 1,
            "u" => uncertainty.replace(value).is_some() || !is_number || others > 0,
            _ => {
                others += 1;
                false
            }
        };
        if is_wrong {
            let message = if others > 0 && is_number {
                "'crs' and 'u' must be before other parameters"
            } else if name.len() == 1 {
                "expected one parameter 'u' with a number"
            } else {
                "'crs' must be the first parameter"
            };
            return Some((start, start + parameter.len(), message.to_owned()));
        }
        start += parameter.len() + 1;
    }
    let mut limits = numbers.split(',').zip([90.0, 180.0]);
    let is_beyond = limits.any(|(number, limit)| number.parse().is_ok_and(|number: f64| number.abs() > limit));
    let message = "latitude must be within \u{B1}90 and longitude within \u{B1}180";
    (crs.is_none_or(|crs| crs.eq_ignore_ascii_case("wgs84")) && is_beyond)
        .then(|| (0, numbers.len(), message.to_owned()))
}
