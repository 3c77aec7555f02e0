//! Similar names, for "did you mean".

use std::borrow::Cow;
use std::cmp::Reverse;
use std::iter;
use std::path::Path;

use icu_normalizer::ComposingNormalizerBorrowed;

/// Minimum similarity (Jaro-Winkler). A lower one is accidental: with 0.7 "leiri-spice" is still similar to "leiri-space".
const NEAR_ENOUGH: f64 = 0.7;
/// Length of the longest word that is compared. Comparing takes quadratic time, and no name is nearly as long.
const LONGEST: usize = 100;

/// Maximum number of equally similar names. Of more than a few, none is likely to be meant.
pub(crate) const MOST_EQUAL: usize = 3;

/// Returns the one of `names` that is most similar to `word`, ignoring case and normalization; `None` if none is similar
/// enough.
///
/// ```
/// use iri_core::text::similar::similar;
///
/// assert_eq!(similar("tow", ["one", "two"]), Some("two"));
/// assert_eq!(similar("four", ["one", "two"]), None);
/// ```
pub fn similar<'n>(word: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    most_similar(word, names).first().copied()
}

/// Returns the most similar of `names`, as [`similar`] does, and a few others with as many differences.
pub(crate) fn most_similar<'n>(word: &str, names: impl IntoIterator<Item = &'n str>) -> Vec<&'n str> {
    if word.len() > LONGEST {
        return Vec::new();
    }
    let word = &*folded(word);
    // Two letters of a long name are only its start.
    let names = names.into_iter().filter(|name| 2 * word.len() >= name.len());
    let lowercase = |name: &'n str| {
        let is_lowercase = name.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase());
        if is_lowercase { Cow::Borrowed(name) } else { Cow::Owned(folded(name)) }
    };
    let mut near: Vec<_> = names.filter_map(|name| Some((nearness(word, &lowercase(name))?, name))).collect();
    near.sort_by(|((a, x), one), ((b, y), other)| b.cmp(a).then(y.total_cmp(x)).then(one.cmp(other)));
    let equal = near.chunk_by(|((a, _), _), ((b, _), _)| a == b).next().unwrap_or_default();
    let mut names: Vec<_> = equal.iter().map(|(_, name)| *name).collect();
    names.dedup();
    names.truncate(MOST_EQUAL);
    names
}

/// Returns those of the file names `names` that are most similar to `name`, as [`similar`] does: several if they have as many
/// differences. Also their parts before the extension must be similar: `a.xml` is not a misspelled `b.xml`.
///
/// ```
/// use iri_core::text::similar::similar_files;
///
/// assert_eq!(similar_files("tow.xml", ["one.xml", "two.xml"]), ["two.xml"]);
/// assert_eq!(similar_files("a b.xml", ["a_b.xml", "a-b.xml"]), ["a-b.xml", "a_b.xml"]);
/// assert_eq!(similar_files("setup.xml", ["setup.dita"]), ["setup.dita"]);
/// assert!(similar_files("a.xml", ["b.xml"]).is_empty());
/// ```
pub fn similar_files<'n>(name: &str, names: impl IntoIterator<Item = &'n str>) -> Vec<&'n str> {
    let stem = |name: &str| Path::new(name).file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let Some(own) = stem(name) else { return Vec::new() };
    let is_near = |known: &&str| stem(known).is_some_and(|stem| similar(&own, [&*stem]).is_some());
    let names: Vec<&str> = names.into_iter().filter(is_near).collect();
    let near = most_similar(name, names.iter().copied());
    if !near.is_empty() {
        return near;
    }
    // Another extension is one difference, however many letters it has.
    let has_same_stem = |known: &&str| stem(known).is_some_and(|stem| folded(&stem) == folded(&own));
    names.into_iter().filter(has_same_stem).take(MOST_EQUAL).collect()
}

/// Returns `text` in lowercase and NFC: macOS writes `é` as two characters.
fn folded(text: &str) -> String {
    ComposingNormalizerBorrowed::new_nfc().normalize(&text.to_lowercase()).into_owned()
}

/// How similar two words are: whether they have the same letters and digits, the number of differences, and whether two
/// neighbors are exchanged.
type Nearness = (bool, Reverse<usize>, bool);

/// Returns how similar two words in lowercase are, the greater the more, and what decides between equals; `None` if they are
/// not similar enough.
fn nearness(word: &str, name: &str) -> Option<(Nearness, f64)> {
    // `set up`, `set-up` and `setup` are one name, and so are `p1` and `p01`.
    let is_same = is_same_name(word, name);
    // `intro` is the last part of `ch1-intro`.
    let is_part = name.strip_suffix(word).is_some_and(|before| before.ends_with(|c: char| !c.is_alphanumeric()));
    let longest = word.len().max(name.len()).max(3);
    // A document may have 50,000 unknown names, and most names have too few letters in common to be similar.
    if !is_same && !is_part && !name.starts_with(word) && 3 * least_differences(word, name) > longest {
        return None;
    }
    // Two neighbors that are exchanged are one difference.
    let differences = strsim::osa_distance(word, name);
    let likeness = strsim::jaro_winkler(word, name);
    // In a word of two or three letters, letters that are exchanged have no equal position left.
    let is_exchanged = differences == 1 && strsim::levenshtein(word, name) == 2;
    // Names that share only some letters in order, such as "any-uri" and "bad-userinfo", are not misspellings.
    let is_near = name.starts_with(word) || 3 * differences <= longest;
    let is_similar = is_same || is_part || is_near && (is_exchanged || likeness > NEAR_ENOUGH);
    is_similar.then_some(((is_same, Reverse(differences), is_exchanged), likeness))
}

/// Returns whether two words have the same letters and digits, whatever separates them, apart from zeros before a number.
fn is_same_name(word: &str, name: &str) -> bool {
    letters(word).eq(letters(name)) && word.contains(char::is_alphanumeric)
}

fn letters(word: &str) -> impl Iterator<Item = char> {
    let mut rest = word.chars().filter(|c| c.is_alphanumeric()).peekable();
    let mut before = ' ';
    iter::from_fn(move || {
        while !before.is_ascii_digit() && rest.peek() == Some(&'0') {
            rest.next();
            if !rest.peek().is_some_and(char::is_ascii_digit) {
                before = '0';
                return Some('0');
            }
        }
        before = rest.next()?;
        Some(before)
    })
}

/// Returns a number of differences that two words have at least: letters that only one of them has. 0 if one is not ASCII.
fn least_differences(word: &str, name: &str) -> usize {
    if !word.is_ascii() || !name.is_ascii() {
        return 0;
    }
    let mut counts = [0_isize; 128];
    word.bytes().for_each(|byte| counts[usize::from(byte)] += 1);
    name.bytes().for_each(|byte| counts[usize::from(byte)] -= 1);
    let more: isize = counts.iter().filter(|count| **count > 0).sum();
    let fewer: isize = counts.iter().filter(|count| **count < 0).sum();
    more.max(-fewer).unsigned_abs()
}

/// Returns "; did you mean 'leiri-space'?", or an empty string if no name is similar.
pub fn did_you_mean<'n>(word: &str, names: impl IntoIterator<Item = &'n str>) -> String {
    similar(word, names).map_or_else(String::new, |name| format!("; did you mean '{name}'?"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_at_least_the_differences_of_their_letters() {
        let mut rng = fastrand::Rng::with_seed(44);
        let mut word = || -> String { (0..rng.usize(..8)).map(|_| ['a', 'b', 'c'][rng.usize(..3)]).collect() };
        for _ in 0..10_000 {
            let (one, other) = (word(), word());
            assert!(least_differences(&one, &other) <= strsim::osa_distance(&one, &other), "{one} {other}");
        }
    }

    #[test]
    fn a_typing_error_is_understood_and_an_accident_is_not() {
        let names = ["leiri-space", "leiri-control", "bidi", "bidi-twin", "not-nfc", "bad-userinfo"];
        let similar = |word| similar(word, names);
        assert_eq!(similar("leiri-spice"), Some("leiri-space"));
        assert_eq!(similar("lieri-space"), Some("leiri-space"));
        assert_eq!(similar("leiri-con"), Some("leiri-control"));
        assert_eq!(similar("bdi"), Some("bidi"));
        assert_eq!(similar("LEIRI-SPACE"), Some("leiri-space"));
        // Exchanged neighbors are one difference, also in a short name.
        let files = ["one.xml", "two.xml", "ab.xml", "to.xml"];
        for (word, meant) in [("tow.xml", "two.xml"), ("noe.xml", "one.xml"), ("ba.xml", "ab.xml")] {
            assert_eq!(similar_files(word, files), [meant]);
        }
        assert!(similar_files("cd.xml", files).is_empty());
        // What separates words is less than another letter.
        assert_eq!(similar_files("a 1.xml", ["a11.xml", "a_1.xml", "a-1.xml"]), ["a-1.xml", "a_1.xml"]);
        assert_eq!(similar_files("t 2.png", ["t2.png", "t3.png"]), ["t2.png"]);
        assert_eq!(super::similar("p01", ["p1", "p10", "p0"]), Some("p1"));
        assert_eq!(super::similar("q-1", ["q10", "q1"]), Some("q1"));
        // A file that macOS named is in NFD.
        assert_eq!(similar_files("\u{E9}.xml", ["e\u{301}.xml"]), ["e\u{301}.xml"]);
        // A name that is found twice is one name.
        assert_eq!(most_similar("one", ["ones", "on", "ones", "two"]), ["ones", "on"]);
        // The fewest differences win over a common start.
        assert_eq!(super::similar("lsit", ["lsi-t-x", "list"]), Some("list"));
        for accident in ["any-uri", "no", "le", "because", "", &"leiri-space".repeat(20)] {
            assert_eq!(similar(accident), None, "{accident}");
        }
    }
}
