//! Names in a host and a path that people read as words, for the rules on scripts.

use crate::reference::percent_encoding_at;
use crate::rules::context::Context;
use crate::rules::host_label::HostLabel;
use crate::text::Span;
use icu_properties::CodePointMapData;
use icu_properties::props::{GeneralCategory, GeneralCategoryGroup, Script};

/// Returns the labels of the host; none if it is percent-encoded, because then people cannot read them.
pub(super) fn readable_labels<'c, 't>(context: &'c Context<'_, 't>) -> &'c [HostLabel<'t>] {
    let is_readable = context.reference.reg_name().is_some_and(|host| !host.slice(context.text).contains('%'));
    if is_readable { context.host_labels() } else { &[] }
}

/// Returns the segments of the path, each without its extension: `.html` is not part of the name.
pub(super) fn path_stems(context: &Context<'_, '_>) -> impl Iterator<Item = Span> {
    context.reference.segments().map(|segment| stem(context.text, segment))
}

fn stem(text: &str, segment: Span) -> Span {
    match segment.slice(text).rsplit_once('.') {
        Some((stem, extension)) if is_extension(extension) => Span::new(segment.start, segment.start + stem.len()),
        _ => segment,
    }
}

fn is_extension(text: &str) -> bool {
    (1..=5).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// Returns the words of a span, separated by punctuation, symbols, blanks and percent-encodings.
pub(super) fn words(text: &str, span: Span) -> impl Iterator<Item = Span> {
    let mut at = span.start;
    std::iter::from_fn(move || {
        while let Some(length) = separator(text, at, span.end) {
            at += length;
        }
        let start = at;
        while at < span.end && separator(text, at, span.end).is_none() {
            at += text[at..].chars().next().map_or(1, char::len_utf8);
        }
        (start < at).then(|| Span::new(start, at))
    })
}

/// Returns the length of the separator at `at`; `None` if there is no separator.
fn separator(text: &str, at: usize, end: usize) -> Option<usize> {
    let c = text[at..end].chars().next()?;
    if percent_encoding_at(text.as_bytes(), at).is_some() {
        return Some(3);
    }
    (!is_word(c)).then(|| c.len_utf8())
}

fn is_word(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_alphanumeric();
    }
    let category = CodePointMapData::<GeneralCategory>::new().get(c);
    !GeneralCategoryGroup::Punctuation
        .union(GeneralCategoryGroup::Symbol)
        .union(GeneralCategoryGroup::Separator)
        .contains(category)
}

/// Returns the script of `c`; `None` if several scripts share it.
pub(super) fn script(c: char) -> Option<Script> {
    let script = match c {
        'a'..='z' | 'A'..='Z' => Script::Latin,
        _ if c.is_ascii() => Script::Common,
        _ => CodePointMapData::<Script>::new().get(c),
    };
    Some(script).filter(|script| !matches!(*script, Script::Common | Script::Inherited | Script::Unknown))
}
