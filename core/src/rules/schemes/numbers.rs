//! ```text
//! telephone-uri = "tel:" telephone-subscriber                                    RFC 3966 section 3
//! local-number  = *par context *par ; context = ";phone-context=" descriptor
//! phonedigit    = DIGIT / [ visual-separator ] ; visual-separator = "-" / "." / "(" / ")"
//! geo-URI       = "geo:" coord-a "," coord-b [ "," coord-c ] p                  RFC 5870 section 3.3
//! ```

use crate::rules::context::{Context, FindingSink};
use crate::rules::rule::Severity;
use crate::text::{Span, fit};
use crate::unicode::{LeiriGroup, quoted};

pub(in crate::rules) fn check_tel(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let start = super::prefix(context.reference, 0).end;
    let path = &context.text[start..context.reference.path.end];
    let number = path.split(';').next().unwrap_or_default();
    // Local numbers also contain hex digits and an asterisk.
    let is_allowed = |c: char| c.is_ascii_hexdigit() || "+-.()*".contains(c) || LeiriGroup::from_char(c).is_some();
    if let Some((span, c)) = super::first_other(number, start, is_allowed) {
        let message = fit(&quoted(c), |char| format!("{char} is not allowed in a telephone number"));
        out.flag(span, message);
    } else if !number.bytes().any(|byte| byte.is_ascii_digit()) {
        out.flag(super::prefix(context.reference, number.len()), "missing number after 'tel:'");
    } else if !number.starts_with('+') && !path.to_ascii_lowercase().contains(";phone-context=") {
        // Telephones dial it, so it is not a warning.
        let span = Span::new(start, start + number.len());
        out.flag(span, "local telephone number has no ';phone-context='").at_most(Severity::Information);
    }
}

pub(in crate::rules) fn check_geo(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let start = super::prefix(context.reference, 0).end;
    let path = &context.text[start..context.reference.path.end];
    let (place, parameters) = path.split_once(';').unwrap_or((path, ""));
    let span = Span::new(start, start + place.len());
    let numbers: Vec<Option<f64>> = place.split(',').take(4).map(coordinate).collect();
    if !(2..=3).contains(&numbers.len()) || numbers.contains(&None) {
        let span = if place.is_empty() { super::prefix(context.reference, 0) } else { span };
        out.flag(span, "expected 'geo:latitude,longitude' in decimal degrees");
    } else if !parameters.contains("crs=") && (is_beyond(numbers[0], 90.0) || is_beyond(numbers[1], 180.0)) {
        out.flag(span, "latitude must be within \u{B1}90 and longitude within \u{B1}180");
    }
}

// num = [ "-" ] 1*DIGIT [ "." 1*DIGIT ]
fn coordinate(text: &str) -> Option<f64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let fits = match digits.split_once('.') {
        Some((whole, fraction)) => is_number(whole) && is_number(fraction),
        None => is_number(digits),
    };
    fits.then(|| text.parse().ok())?
}

fn is_beyond(number: Option<f64>, limit: f64) -> bool {
    number.is_some_and(|number| number.abs() > limit)
}
