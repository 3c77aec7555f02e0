//! Equivalence that the standards of schemes without an authority define: `geo` (RFC 5870 section 4.4), `tel` (RFC 3966
//! section 4) and `sip` (RFC 3261 section 19.1.4). Each function returns one spelling of equivalent paths.

/// Signs between digits for readers only (RFC 3966 section 3).
const VISUAL_SEPARATORS: [char; 4] = ['-', '.', '(', ')'];

/// Coordinates are numbers. A pole has every longitude, and 180 degrees west is 180 degrees east.
pub(super) fn geo(path: &str) -> String {
    let (coordinates, parameters) = split_parameters(path);
    let mut numbers: Vec<String> = coordinates.split(',').map(number).collect();
    let is_wgs84 = |parameter: &str| parameter.eq_ignore_ascii_case("crs=wgs84");
    let has_other_system = parameters.iter().any(|parameter| is_named(parameter, "crs") && !is_wgs84(parameter));
    if let [latitude, longitude, ..] = &mut numbers[..]
        && !has_other_system
    {
        if matches!(&**latitude, "90" | "-90") {
            "0".clone_into(longitude);
        } else if longitude == "-180" {
            "180".clone_into(longitude);
        }
    }
    let parameters = parameters.into_iter().filter(|parameter| !is_wgs84(parameter));
    with_parameters(numbers.join(","), parameters, |name, value| match name {
        "u" => number(value),
        "crs" => value.to_ascii_lowercase(),
        _ => value.to_owned(),
    })
}

pub(super) fn tel(path: &str) -> String {
    let (digits, parameters) = split_parameters(path);
    let plain = |digits: &str| digits.replace(VISUAL_SEPARATORS, "").to_ascii_lowercase();
    with_parameters(plain(digits), parameters.into_iter(), |name, value| match name {
        "ext" => plain(value),
        "phone-context" if value.starts_with('+') => plain(value),
        _ => value.to_ascii_lowercase(),
    })
}

pub(super) fn sip(path: &str) -> String {
    let (address, parameters) = split_parameters(path);
    let host = address.rfind('@').map_or(0, |at| at + 1);
    let address = format!("{}{}", &address[..host], address[host..].to_ascii_lowercase());
    with_parameters(address, parameters.into_iter(), |_, value| value.to_ascii_lowercase())
}

fn split_parameters(path: &str) -> (&str, Vec<&str>) {
    // The user of a SIP address may contain a semicolon.
    let start = path.rfind('@').unwrap_or(0);
    let end = path[start..].find(';').map_or(path.len(), |at| start + at);
    (&path[..end], path[end..].split(';').skip(1).collect())
}

fn is_named(parameter: &str, name: &str) -> bool {
    parameter.split('=').next().is_some_and(|own| own.eq_ignore_ascii_case(name))
}

/// Appends the parameters in one order, with names in lowercase and the values that `value` returns.
fn with_parameters<'p>(
    mut path: String,
    parameters: impl Iterator<Item = &'p str>,
    value: impl Fn(&str, &str) -> String,
) -> String {
    let parameters = parameters.map(|parameter| match parameter.split_once('=') {
        Some((name, written)) => {
            let name = name.to_ascii_lowercase();
            format!("{name}={}", value(&name, written))
        }
        None => parameter.to_ascii_lowercase(),
    });
    let mut parameters: Vec<String> = parameters.collect();
    parameters.sort();
    for parameter in parameters {
        path.extend([";", &parameter]);
    }
    path
}

/// Returns a number without needless zeros, and any other text as it is.
fn number(text: &str) -> String {
    let (sign, digits) = text.strip_prefix('-').map_or(("", text), |digits| ("-", digits));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let is_number = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !is_number(whole) || !is_number(fraction) {
        return text.to_owned();
    }
    let (whole, fraction) = (whole.trim_start_matches('0'), fraction.trim_end_matches('0'));
    match (whole, fraction) {
        ("", "") => "0".to_owned(),
        ("", _) => format!("{sign}0.{fraction}"),
        (_, "") => format!("{sign}{whole}"),
        _ => format!("{sign}{whole}.{fraction}"),
    }
}

#[cfg(test)]
mod tests {
    use crate::reference::{NormalizationLevel, compare};

    #[test]
    fn equivalent_references_of_a_scheme_are_equal() {
        for (one, other) in [
            ("geo:90,-22.43", "geo:90,46"),
            ("geo:22.300,-118.44", "geo:22.3,-118.4400"),
            ("geo:66,30;u=6.500;FOo=this%2dthat", "geo:66.0,30;foo=this-that;u=6.5"),
            ("geo:5,180", "geo:5.0,-180;crs=WGS84"),
            ("geo:-0,0", "GEO:0,00"),
            ("tel:+358-555-1234567", "tel:+3585551234567"),
            ("tel:+1(201)555.0123;ext=4-2;ISUB=a", "tel:+12015550123;isub=A;ext=42"),
            ("tel:7042;phone-context=Example.com", "TEL:70-42;phone-context=example.COM"),
            ("sip:alice@AtLanTa.CoM;Transport=tcp", "sip:alice@atlanta.com;transport=TCP"),
            ("sip:carol@chicago.com;newparam=5;security=on", "SIP:carol@Chicago.com;security=on;newparam=5"),
        ] {
            let level = compare(one, other);
            assert!(level.is_some_and(|level| level <= NormalizationLevel::Scheme), "{one} {other}");
        }
        for (one, other) in [
            ("geo:89,1", "geo:89,2"),
            ("geo:90,1;crs=moon", "geo:90,2;crs=moon"),
            ("geo:1,2;u=1", "geo:1,2"),
            ("tel:+1", "tel:1"),
            ("tel:1;phone-context=+1", "tel:1;phone-context=+2"),
            ("sip:Alice@a.example", "sip:alice@a.example"),
            ("sip:a@b.example:5060", "sip:a@b.example"),
        ] {
            assert_eq!(compare(one, other), None, "{one} {other}");
        }
    }
}
