//! Whether blanks and marks in a reference are parts of names, or belong to other text beside it.
//!
//! ```text
//! My Documents/Report (2).pdf       names of a directory and of a file
//! http://h/a (accessed 5 May)       a note
//! a.css" media="print               attributes
//! see ../docs/a.pdf                 a word before the reference
//! http://h/a > out.txt              the command of a shell
//! ```
//!
//! Encoded, other text would become part of the reference, and nothing would show it any more.

use crate::reference::Reference;
use crate::rules::{has_free_scheme, has_raw_scheme, is_file_name};
use crate::text::{WHITESPACE, floor_char_boundary};

/// Marks that only a LEIRI contains, and that texts and languages put around a reference and beside it.
const MARKS: [char; 10] = ['"', '<', '>', '[', ']', '{', '}', '|', '`', '\\'];

/// Marks before a reference in a text.
const OPENING: [char; 6] = ['"', '\'', '<', '[', '{', '`'];

/// Length of the end of a name that is looked at, in bytes.
const LONGEST_NAME: usize = 16;

/// Length of the longest name of a file after a mark, in bytes.
const LONGEST_FILE_NAME: usize = 255;

/// Returns whether the path, or the fragment of a reference without a query, probably contains other text. A query may contain
/// any text but a line break that a program wrote as `\n`. For the programs of some schemes an encoded name is another name.
pub fn has_other_text(reference: &Reference<'_>) -> bool {
    let path = reference.path.slice(reference.text).trim_matches(WHITESPACE);
    if has_free_scheme(reference) {
        return false;
    }
    // Whether other schemes allow blanks, only their grammars know.
    let is_opaque = reference.has_scheme() && reference.authority.is_none() && !path.starts_with('/');
    let fragment = reference.fragment.filter(|_| reference.query.is_none());
    let query = reference.query.map_or("", |query| query.slice(reference.text));
    is_opaque && path.contains(WHITESPACE)
        || has_raw_scheme(reference)
        || ["\\n", "\\r", "\\t"].iter().any(|escape| query.contains(escape))
        || is_other_text(path)
        // `https://example.org/a # main page`
        || fragment.is_some() && reference.path.slice(reference.text).ends_with(WHITESPACE)
        || reference.authority.is_some() && reference.query.is_none() && has_label(path)
        || fragment.is_some_and(|fragment| is_other_text(fragment.slice(reference.text).trim_matches(WHITESPACE)))
}

/// Returns whether a path ends in what a wiki shows in its place: `/|smart-link`, `a|Page One`, `A-1|A-1`; or in the version of a
/// canonical reference of FHIR: `a|2.0.0`.
fn has_label(path: &str) -> bool {
    path.rsplit_once('|').is_some_and(|(name, label)| {
        let is_title = label.contains(WHITESPACE) && !name.contains(WHITESPACE);
        let is_version = label.starts_with(|c: char| c.is_ascii_digit()) && label.contains('.');
        !label.contains('/') && (name.ends_with('/') || is_title || is_version || name.ends_with(label))
    })
}

/// Returns whether `c` is one of a font of symbols, which programs use for bullets and ends of lines.
const fn is_private(c: char) -> bool {
    matches!(c, '\u{E000}'..='\u{F8FF}')
}

fn is_other_text(text: &str) -> bool {
    if text.starts_with(is_private) || text.ends_with(is_private) {
        return true;
    }
    if !text.contains(MARKS) && !text.contains(WHITESPACE) {
        return false;
    }
    if ends_unopened(text, '<', '>') || ends_unopened(text, '[', ']') || has_words_in_brackets(text) {
        return true;
    }
    // `[img/a.png]`, `</a>`
    let is_enclosed = text.starts_with(OPENING)
        && text.contains(char::is_alphanumeric)
        && text.contains(['.', '/', '#'])
        && text.contains(MARKS);
    // A path of Windows may end in `\`.
    if is_enclosed || text.ends_with('\\') || text.contains("</") || has_mark_beside_text(text) {
        return true;
    }
    let mut segments = text.split('/').peekable();
    while let Some(segment) = segments.next() {
        if segment.contains(WHITESPACE) && are_words_of_text(segment, segments.peek().is_some()) {
            return true;
        }
    }
    false
}

/// Returns whether the text ends with a bracket that nothing opens, before other marks: `jane@example.org>`.
fn ends_unopened(text: &str, open: char, close: char) -> bool {
    text.trim_end_matches(['"', '\'', '`', '_', '.', ',']).ends_with(close)
        && text.matches(open).count() < text.matches(close).count()
}

/// Returns whether text in brackets is at the end, which is not the number of a copy as in `a[1]`.
fn has_words_in_brackets(text: &str) -> bool {
    let inside = text.strip_suffix(']').and_then(|text| text.rsplit_once('['));
    inside
        .is_some_and(|(name, inside)| name.ends_with('.') || inside.chars().filter(|c| !c.is_ascii_digit()).count() > 1)
}

/// Returns whether a mark is beside a blank, or after the extension of a file: `a" b`, `a > b`, `a.png|50px`.
fn has_mark_beside_text(text: &str) -> bool {
    let beside = ['"', '<', '>', '|', '\\'];
    text.match_indices(MARKS).any(|(at, mark)| {
        let (before, after) = (&text[..at], &text[at + mark.len()..]);
        let is_blank = before.ends_with(WHITESPACE) || after.starts_with(WHITESPACE);
        let name = &before[floor_char_boundary(before, before.len().saturating_sub(LONGEST_NAME))..];
        is_blank && mark.starts_with(beside)
            || mark != "\\" && is_file_name(name)
            || mark == "|" && after.len() <= LONGEST_FILE_NAME && is_file_name(after)
    })
}

/// Returns whether the words of a segment are not those of one name. A segment with a `/` after it, or with an extension at its
/// end, is a name, which may contain most marks.
fn are_words_of_text(segment: &str, is_directory: bool) -> bool {
    let words = || segment.split(WHITESPACE);
    let last = words().next_back().unwrap_or_default();
    if is_directory && matches!(last, "" | "." | ".." | "~") {
        return true;
    }
    let is_extension = |extension: &str| {
        (1..6).contains(&extension.len())
            && extension.bytes().all(|byte| byte.is_ascii_alphanumeric())
            && extension.bytes().any(|byte| byte.is_ascii_alphabetic())
    };
    let is_named = is_directory || last.rsplit_once('.').is_some_and(|(_, extension)| is_extension(extension));
    words().zip(words().skip(1)).any(|(before, word)| {
        let first = word.chars().next();
        // The line of a text ended there.
        let is_divided = |mark: char| {
            let stem = before.strip_suffix(mark).unwrap_or_default();
            stem.ends_with(char::is_alphanumeric) && first.is_some_and(char::is_alphanumeric)
        };
        let is_option = || word.strip_prefix('-').is_some_and(|name| name.starts_with('-') || name.len() == 1);
        let is_of_text = || {
            let is_word = |c: char| c.is_alphanumeric() && !is_superscript(c);
            first.is_some_and(|c| !is_word(c)) || before.ends_with([',', ';', ':', '!'])
        };
        is_divided('-')
            || is_divided('_')
            || is_option()
            || !is_directory && is_file_name(before.trim_end_matches('\''))
            || !is_named && is_of_text()
    })
}

/// Returns whether `c` is the number of a note.
const fn is_superscript(c: char) -> bool {
    matches!(c, '\u{B2}' | '\u{B3}' | '\u{B9}' | '\u{2070}'..='\u{209F}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_in_names_and_before_other_text_differ() {
        for (text, expected) in [
            ("http://example.org/My Documents/Report (2) - final.pdf", false),
            ("http://example.org/a b", false),
            ("http://example.org/St. Gallen", false),
            ("img/Tom & Jerry.mp3", false),
            ("a b/(c) d/", false),
            ("a|b", false),
            ("http://example.org/?q=a - b", false),
            ("#a b", false),
            ("data:,a - b", false),
            ("http://example.org/a (accessed 5 May 2021)", true),
            ("http://example.org/a - B", true),
            ("http://example.org/a && ls", true),
            ("http://example.org/a > out.txt", true),
            ("http://example.org/a -o x.txt", true),
            ("http://example.org/a \u{B9}", true),
            ("http://example.org/a, b", true),
            ("http://example.org/a- b.html", true),
            ("a.css\" media=\"print", true),
            ("a.png 2x b.png", true),
            ("a.html (5 KB)", true),
            ("see ../docs/a.pdf", true),
            ("a /b.pdf", true),
            ("a.png|50px", true),
            ("http://example.org/a|2.0.0", true),
            ("[a.png]", true),
            ("'a.png' + '[b]'", true),
            ("tag:example.org,2020:a b", true),
            ("a.xml#b (c)", true),
        ] {
            assert_eq!(has_other_text(&Reference::parse(text)), expected, "{text}");
        }
    }
}
