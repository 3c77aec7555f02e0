//! Names that are almost right: "did you mean".

use crate::rules::{self, Group};

/// The one of `names` that `word` was most likely meant to be, if one is near enough.
pub fn similar<'n>(word: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    // Below this the likeness is an accident: with 0.7 "leiri-spice" still finds "leiri-space".
    const NEAR_ENOUGH: f64 = 0.7;
    // The measure takes the square of the length, and no name is nearly as long.
    const LONGEST: usize = 100;
    if word.len() > LONGEST {
        return None;
    }
    names
        .into_iter()
        // Of a long name two letters are no more than its beginning.
        .filter(|name| 2 * word.len() >= name.len())
        .map(|name| (strsim::jaro_winkler(word, name), name))
        .filter(|(likeness, _)| *likeness > NEAR_ENOUGH)
        .max_by(|(a, _), (b, _)| a.total_cmp(b))
        .map(|(_, name)| name)
}

/// "; did you mean 'leiri-space'?", or nothing where no name is near.
pub fn did_you_mean<'n>(word: &str, names: impl IntoIterator<Item = &'n str>) -> String {
    similar(word, names).map_or_else(String::new, |name| format!("; did you mean '{name}'?"))
}

/// The names of every rule and every group.
pub fn rule_names() -> impl Iterator<Item = &'static str> {
    let rules = rules::ALL.iter().map(|rule| rule.name);
    rules.chain(Group::ALL.iter().map(|group| group.name()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_the_pen_is_understood_and_an_accident_is_not() {
        let meant = |word| similar(word, rule_names());
        assert_eq!(meant("leiri-spice"), Some("leiri-space"));
        assert_eq!(meant("lieri-space"), Some("leiri-space"));
        assert_eq!(meant("bdi"), Some("bidi"));
        for accident in ["no", "le", "because", "", &"leiri-space".repeat(20)] {
            assert_eq!(meant(accident), None, "{accident}");
        }
    }
}
