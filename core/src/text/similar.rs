//! Similar names, for "did you mean".

/// Returns the one of `names` that is most similar to `word`, ignoring case; `None` if none is similar enough.
pub fn similar<'n>(word: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    // A lower similarity is accidental: with 0.7 "leiri-spice" is still similar to "leiri-space".
    const NEAR_ENOUGH: f64 = 0.7;
    // Comparing takes quadratic time, and no name is nearly as long.
    const LONGEST: usize = 100;
    if word.len() > LONGEST {
        return None;
    }
    let word = &*word.to_lowercase();
    // Names that share only some letters in order, such as "any-uri" and "bad-userinfo", are not misspellings.
    let has_few_differences = |name: &str| {
        name.starts_with(word) || 3 * strsim::osa_distance(word, name) <= word.len().max(name.len()).max(3)
    };
    names
        .into_iter()
        // Two letters of a long name are only its start.
        .filter(|name| 2 * word.len() >= name.len())
        .map(|name| (strsim::jaro_winkler(word, &name.to_lowercase()), name))
        .filter(|(likeness, name)| *likeness > NEAR_ENOUGH && has_few_differences(&name.to_lowercase()))
        .max_by(|(a, _), (b, _)| a.total_cmp(b))
        .map(|(_, name)| name)
}

/// Returns "; did you mean 'leiri-space'?", or an empty string if no name is similar.
pub fn did_you_mean<'n>(word: &str, names: impl IntoIterator<Item = &'n str>) -> String {
    similar(word, names).map_or_else(String::new, |name| format!("; did you mean '{name}'?"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_typing_error_is_understood_and_an_accident_is_not() {
        let names = ["leiri-space", "leiri-control", "bidi", "bidi-twin", "not-nfc", "bad-userinfo"];
        let similar = |word| similar(word, names);
        assert_eq!(similar("leiri-spice"), Some("leiri-space"));
        assert_eq!(similar("lieri-space"), Some("leiri-space"));
        assert_eq!(similar("leiri-con"), Some("leiri-control"));
        assert_eq!(similar("bdi"), Some("bidi"));
        assert_eq!(similar("LEIRI-SPACE"), Some("leiri-space"));
        for accident in ["any-uri", "no", "le", "because", "", &"leiri-space".repeat(20)] {
            assert_eq!(similar(accident), None, "{accident}");
        }
    }
}
