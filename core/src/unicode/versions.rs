//! Unicode version of each source of data.

use crate::unicode::UNICODE_VERSION;

/// A character that each version was the first to assign, the newest version first.
const FIRSTS: [(&str, char); 4] =
    [("18.0", '\u{558}'), ("17.0", '\u{20C1}'), ("16.0", '\u{1C89}'), ("15.1", '\u{2FFC}')];

/// Returns each crate that contains Unicode data, with the version of that data.
pub fn versions() -> Vec<(&'static str, String)> {
    vec![
        ("icu_properties", UNICODE_VERSION.to_owned()),
        ("icu_normalizer", UNICODE_VERSION.to_owned()),
        ("idna", UNICODE_VERSION.to_owned()),
        ("unicode_names2", names_version().to_owned()),
        ("unicode-security", dotted(unicode_security::UNICODE_VERSION)),
        ("unicode-segmentation", dotted(unicode_segmentation::UNICODE_VERSION)),
    ]
}

/// Returns the newest version from which the crate of names, which has no version constant, names a character.
fn names_version() -> &'static str {
    let known = FIRSTS.into_iter().find(|(_, c)| unicode_names2::name(*c).is_some());
    known.map_or("older than 15.1", |(version, _)| version)
}

fn dotted((major, minor, _): (u64, u64, u64)) -> String {
    format!("{major}.{minor}")
}
