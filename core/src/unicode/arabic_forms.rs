//! Presentation forms of Arabic letters, for terminals that do not join letters.
//!
//! ```text
//! U+0628 BEH       isolated U+FE8F  final U+FE90  initial U+FE91  medial U+FE92     joins both neighbors
//! U+0627 ALEF      isolated U+FE8D  final U+FE8E                                    joins the letter before it
//! ```

use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::sync::LazyLock;

use icu_normalizer::DecomposingNormalizerBorrowed;

/// Blocks in which the forms of a letter follow each other: isolated, final, initial, medial.
const FORMS: [RangeInclusive<char>; 4] =
    ['\u{FB50}'..='\u{FBB1}', '\u{FBD3}'..='\u{FBE7}', '\u{FBFC}'..='\u{FBFF}', '\u{FE80}'..='\u{FEF4}'];

/// Returns the forms of a letter: isolated, final if it joins the letter before it, initial and medial if it also joins the
/// next one; `None` if it has none.
pub fn arabic_forms(letter: char) -> Option<&'static [char]> {
    static BY_LETTER: LazyLock<HashMap<char, Vec<char>>> = LazyLock::new(|| {
        let normalizer = DecomposingNormalizerBorrowed::new_nfkd();
        // A form is decomposed to its letter, and a letter to another one with a mark.
        let letter_of = |form: char| {
            let decomposed = normalizer.normalize(form.encode_utf8(&mut [0; 4])).into_owned();
            let composed = icu_normalizer::ComposingNormalizerBorrowed::new_nfc().normalize(&decomposed).into_owned();
            composed.parse::<char>().ok()
        };
        let mut by_letter: HashMap<char, Vec<char>> = HashMap::new();
        for form in FORMS.into_iter().flatten() {
            if let Some(letter) = letter_of(form).filter(|letter| *letter != form) {
                by_letter.entry(letter).or_default().push(form);
            }
        }
        by_letter
    });
    BY_LETTER.get(&letter).map(Vec::as_slice)
}

#[cfg(test)]
mod tests {
    use super::*;
    use icu_properties::CodePointMapData;
    use icu_properties::props::JoiningType;

    #[test]
    fn each_letter_has_the_forms_of_its_joining_type() {
        let types = CodePointMapData::<JoiningType>::new();
        let mut count = 0;
        for letter in '\u{620}'..='\u{6D5}' {
            let Some(forms) = arabic_forms(letter) else { continue };
            let expected = match types.get(letter) {
                JoiningType::DualJoining => 4,
                JoiningType::RightJoining => 2,
                _ => 1,
            };
            // Two letters have no initial and medial form in these blocks.
            assert!(forms.len() == expected || (expected, forms.len()) == (4, 2), "{letter:?} {forms:?}");
            count += 1;
        }
        assert!(count > 60, "{count}");
        assert_eq!(arabic_forms('\u{628}'), Some(&['\u{FE8F}', '\u{FE90}', '\u{FE91}', '\u{FE92}'][..]));
        assert_eq!(arabic_forms('\u{627}'), Some(&['\u{FE8D}', '\u{FE8E}'][..]));
        assert_eq!(arabic_forms('\u{5D0}').or(arabic_forms('a')), None);
    }
}
