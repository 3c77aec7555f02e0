//! The comparison of two references under each normalization level (RFC 3987 section 5).
//!
//! If a base is set, both are resolved first (section 5.1).

use iri_core::Inspection;
use iri_core::parse_only;
use iri_core::reference::NormalizationLevel;

/// Number of characters of a normal form that are kept on each side of the first difference.
const AROUND: usize = 512;

/// Comparison of two references.
#[derive(Clone, Debug, Default)]
pub struct Comparison {
    /// Start of the other reference, as much as a line can show.
    pub other: String,
    /// Levels, the lowest first.
    pub levels: Vec<Compared>,
    /// Whether the references were resolved first.
    pub is_resolved: bool,
}

/// Comparison on one level.
#[derive(Clone, Debug)]
pub struct Compared {
    /// Level.
    pub level: NormalizationLevel,
    /// Position of the first difference in characters; `None` if they are equal.
    pub differs_at: Option<usize>,
    /// Normal form of the text, around the difference.
    pub ours: Excerpt,
    /// Normal form of the other reference, around the difference.
    pub theirs: Excerpt,
}

/// Part of a normal form.
#[derive(Clone, Debug)]
pub struct Excerpt {
    /// Text of the part.
    pub text: String,
    /// Offset of the difference in the part.
    pub differs_at: usize,
    /// Whether there is text before the part.
    pub is_cut: bool,
}

impl Comparison {
    /// Compares the text of `ours` with `other`.
    pub fn new(ours: &Inspection<'_>, other: &str) -> Self {
        let options = ours.options();
        let theirs = parse_only(other, options);
        let meant = ours.resolved().zip(theirs.resolved());
        let compared = match &meant {
            None => Self::between(ours, &theirs),
            Some((ours, theirs)) => Self::between(&parse_only(ours, options), &parse_only(theirs, options)),
        };
        let shown = other.char_indices().nth(AROUND).map_or(other, |(end, _)| &other[..end]);
        Self { other: shown.to_owned(), is_resolved: meant.is_some(), ..compared }
    }

    fn between(ours: &Inspection<'_>, theirs: &Inspection<'_>) -> Self {
        let compared = |level| Compared::new(level, &ours.normalized(level), &theirs.normalized(level));
        Self { levels: NormalizationLevel::ALL.map(compared).to_vec(), ..Self::default() }
    }

    /// Returns the lowest level on which the two are equal.
    pub fn same_from(&self) -> Option<NormalizationLevel> {
        self.levels.iter().find(|compared| compared.differs_at.is_none()).map(|compared| compared.level)
    }
}

impl Compared {
    fn new(level: NormalizationLevel, ours: &str, theirs: &str) -> Self {
        let same = ours.chars().zip(theirs.chars()).take_while(|(ours, theirs)| ours == theirs);
        let (count, bytes) = same.fold((0, 0), |(count, bytes), (c, _)| (count + 1, bytes + c.len_utf8()));
        let differs_at = (ours != theirs).then_some(count);
        Self { level, differs_at, ours: Excerpt::around(ours, bytes), theirs: Excerpt::around(theirs, bytes) }
    }
}

impl Excerpt {
    fn around(text: &str, at: usize) -> Self {
        let before = text[..at].char_indices().rev().nth(AROUND - 1).map_or(0, |(start, _)| start);
        let end = text[at..].char_indices().nth(AROUND).map_or(text.len(), |(end, _)| at + end);
        Self { text: text[before..end].to_owned(), differs_at: at - before, is_cut: before > 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use iri_core::Options;

    fn compared(text: &str, other: &str, options: &Options) -> Comparison {
        Comparison::new(&parse_only(text, options), other)
    }

    #[test]
    fn each_level_knows_where_the_two_differ() {
        let comparison = compared("http://e/%7Ea", "HTTP://e/~a", &Options::default());
        assert_eq!(comparison.same_from(), Some(NormalizationLevel::Percent));
        let places: Vec<Option<usize>> = comparison.levels.iter().map(|compared| compared.differs_at).collect();
        assert_eq!(places, [Some(0), Some(9), Some(9), None, None, None]);
        assert_eq!(comparison.levels[1].ours.text, "http://e/%7Ea");
    }

    #[test]
    fn references_with_one_iri_are_equal() {
        let comparison = compared("http://e/a b", "http://e/a%20b", &Options::default());
        assert_eq!(comparison.same_from(), Some(NormalizationLevel::Percent));
        let comparison = compared("http://e/a", "http://e/b", &Options::default());
        assert_eq!(comparison.same_from(), None);
    }

    #[test]
    fn under_a_base_what_the_two_mean_is_compared() {
        let under = |base: &str| Options::default().with_base(base);
        let comparison = compared("../b", "/b", &under("http://e/a/c"));
        assert_eq!((comparison.is_resolved, comparison.same_from()), (true, Some(NormalizationLevel::String)));
        assert_eq!((comparison.other.as_str(), comparison.levels[0].ours.text.as_str()), ("/b", "http://e/b"));
        // Against a base without a scheme nothing can be resolved.
        let comparison = compared("../b", "/b", &under("a/c"));
        assert_eq!((comparison.is_resolved, comparison.same_from()), (false, None));
    }

    #[test]
    fn of_long_texts_the_text_around_the_difference_is_kept() {
        let long = "a".repeat(5_000);
        let comparison = compared(&format!("{long}b{long}"), &format!("{long}c{long}"), &Options::default());
        let ours = &comparison.levels[0].ours;
        assert_eq!((ours.text.len(), ours.differs_at, ours.is_cut), (2 * AROUND, AROUND, true));
    }
}
