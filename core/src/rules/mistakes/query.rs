//! Mistakes in queries and fragments: delimiters that start nothing, and names of files that contain one.

use crate::rules::mistakes::mistake::{Mistake, Text, is_word};
use crate::rules::rule::Severity;
use crate::text::{Edit, Span};

/// `http://example.org/a?x=1?utm_source=b`, `http://example.org/a&utm_source=b`, `http://example.org/??a=1`: another delimiter
/// before a parameter.
pub(super) fn parameter_delimiter(text: &Text<'_, '_>) -> Option<Mistake> {
    let reference = text.reference;
    if !text.is_of_web() {
        return None;
    }
    if let Some(mistake) = query_after_fragment(text) {
        return Some(mistake);
    }
    let (from, meant) = match reference.query {
        Some(query) => (query, "&"),
        None => (reference.path, "?"),
    };
    let (written, wrong) = (from.slice(text.whole), if meant == "&" { '?' } else { '&' });
    let at = written.find(wrong)?;
    let span = Span::new(from.start + at, from.start + at + 1);
    let before = &written[..at];
    if meant == "&" && before.is_empty() {
        let is_doubled = parameter(&written[1..]).is_some() && !written[1..].contains('?');
        let mistake = text.of_all(span, "'?' occurs twice").owning(span);
        return is_doubled.then(|| mistake.replace("remove '?'", span, ""));
    }
    let name = parameter(&written[at + 1..])?;
    let is_tracking = is_word("tracking", &name);
    // The value of a parameter may be a reference with a query.
    let last = before.rsplit('&').next().unwrap_or(before);
    let is_value = |value: &str| value.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte));
    let is_plain = parameter(last).is_some() && last.split_once('=').is_some_and(|(_, value)| is_value(value));
    if !is_tracking && (meant == "?" || !is_plain || written[at + 1..].contains(wrong)) {
        return None;
    }
    let message = if meant == "?" {
        format!("'?' must be before the first parameter, not '{wrong}'")
    } else {
        format!("'&' separates parameters, not '{wrong}'")
    };
    let mistake = text.of_all(span, message).owning(span);
    Some(mistake.replace(format!("replace '{wrong}' with '{meant}'"), span, meant))
}

/// Returns the name of the parameter that `text` starts with, in lowercase.
fn parameter(text: &str) -> Option<String> {
    let (name, _) = text.split_once('=')?;
    let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte));
    is_name.then(|| name.to_ascii_lowercase())
}

/// `http://example.org/a#b?utm_source=c`: what a tracker added belongs before the fragment.
fn query_after_fragment(text: &Text<'_, '_>) -> Option<Mistake> {
    let fragment = text.reference.fragment.filter(|_| text.reference.query.is_none())?;
    let written = &text.whole[fragment.start..text.inner.end.max(fragment.start)];
    let (kept, query) = written.split_once('?')?;
    // `#/route?a=b` is of the program of the page.
    let is_tracking = !kept.contains('/') && is_word("tracking", &parameter(query)?);
    let span = Span::new(fragment.start + kept.len(), fragment.start + written.len());
    is_tracking.then(|| {
        let at = Span::empty(fragment.start - 1);
        let edits = vec![Edit { span: at, text: format!("?{query}") }, Edit { span, text: String::new() }];
        text.of_all(span, "a query must be before the fragment").owning(span).edit("move query", edits)
    })
}

/// `http://example.org/a%3Fx=1`, `http://example.org/a%3Fx%3D1%26y%3D2`: the delimiters of a query are encoded.
pub(super) fn encoded_query(text: &Text<'_, '_>) -> Option<Mistake> {
    let reference = text.reference;
    let path = reference.path;
    let written = path.slice(text.whole);
    let at = written.find("%3F").or_else(|| written.find("%3f"))?;
    let rest = &written[at + 3..];
    let length = rest.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(byte)).count();
    let is_parameter = length > 0
        && (rest[length..].starts_with('=')
            || rest[length..].get(..3).is_some_and(|end| end.eq_ignore_ascii_case("%3D")));
    if !text.is_of_web() || !is_parameter || reference.query.is_some() || rest.contains('/') {
        return None;
    }
    let span = |at: usize| Span::new(path.start + at, path.start + at + 3);
    let is_all = !rest.contains(['=', '&']);
    let delimiters = memchr::memchr_iter(b'%', written.as_bytes()).filter(|found| *found >= at);
    let edits = delimiters.filter_map(|found| {
        let meant = match &written.get(found..found + 3)?.to_ascii_uppercase()[..] {
            "%3F" if found == at => "?",
            "%3D" if is_all => "=",
            "%26" if is_all => "&",
            _ => return None,
        };
        Some(Edit { span: span(found), text: meant.to_owned() })
    });
    let mistake = text.of_all(span(at), "'%3F' is part of a name: it does not start a query").owning(span(at));
    Some(mistake.at_most(Severity::Information).edit("decode the delimiters of the query", edits.collect()))
}

/// `images/Q#1.png`, `Episode #12.mp3`, `What?.mp3`: a delimiter in the name of a file.
pub(super) fn delimiter_in_name(text: &Text<'_, '_>) -> Option<Mistake> {
    let reference = text.reference;
    let is_path = reference.scheme.is_none_or(|scheme| matches!(scheme.slice(text.whole), "http" | "https" | "file"));
    let (part, delimiter) = match (reference.query, reference.fragment) {
        (None, Some(fragment)) => (fragment, '#'),
        (Some(query), None) => (query, '?'),
        _ => return None,
    };
    let written = part.slice(text.whole);
    let (stem, extension) = written.trim_end_matches(' ').rsplit_once('.')?;
    let is_name = |stem: &str| !stem.contains(['/', '#', '?', '=', '&', '(', '\\', ':']);
    let is_stem = if delimiter == '?' { stem.is_empty() } else { is_name(stem) };
    let before = reference.path.slice(text.whole).rsplit('/').next().unwrap_or_default();
    let is_cut = !before.contains('.') && (!before.is_empty() || delimiter == '#' && !reference.path.is_empty());
    if !is_path || !is_stem || !is_cut || !is_word("medium", extension) {
        return None;
    }
    let span = Span::new(part.start - 1, part.start);
    let (message, encoded) = match delimiter {
        '#' => ("'#' starts a fragment, but is part of the name of a file", "%23"),
        _ => ("'?' starts a query, but is part of the name of a file", "%3F"),
    };
    let mistake = text.of_all(span, message).owning(span);
    Some(mistake.replace(format!("encode '{delimiter}' as {encoded}"), span, encoded))
}
