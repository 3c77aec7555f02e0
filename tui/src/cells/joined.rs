//! Characters that share the cells of the previous one: marks and other joining characters.

use crate::cells::stand_in::{is_mark, stand_in};
use crate::theme::drawing::Glyphs;

/// Returns whether `c` is drawn in the cells of the previous character.
pub fn is_joined(before: char, c: char) -> bool {
    if c.is_ascii() {
        return false;
    }
    let conjoins = is_jamo(before) && is_vowel_or_final_jamo(c);
    let flag = is_regional(before) && is_regional(c);
    let skin = matches!(c, '\u{1F3FB}'..='\u{1F3FF}') && before.len_utf8() > 2;
    (conjoins || flag || skin || is_mark(c)) && stand_in(c, Glyphs::Unicode).is_none_or(|_| conjoins)
}

fn is_jamo(c: char) -> bool {
    matches!(c, '\u{1100}'..='\u{115E}' | '\u{A960}'..='\u{A97C}') || is_vowel_or_final_jamo(c)
}

pub fn is_vowel_or_final_jamo(c: char) -> bool {
    matches!(c, '\u{1161}'..='\u{11FF}' | '\u{D7B0}'..='\u{D7C6}' | '\u{D7CB}'..='\u{D7FB}')
}

fn is_regional(c: char) -> bool {
    matches!(c, '\u{1F1E6}'..='\u{1F1FF}')
}
