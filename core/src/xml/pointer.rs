//! IDs that a fragment names.
//!
//! ```text
//! intro                          intro
//! element(intro/1/2)             intro       XPointer element() scheme, section 3
//! xpointer(id('intro')/p[1])     intro       XPointer xpointer() scheme, section 3.2
//! range(intro,end)               intro, end  TEI P5 section 17.2.4: a pointer to a place is an ID or a path
//! ./p                            topic/p     DITA 1.3 section 2.3.2: in the topic that contains the reference
//! ```

use crate::reference::percent_decoded;
use crate::text::Span;

/// ID that a fragment names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedId {
    /// Fragment that identifies the element alone, decoded: the ID, in DITA after that of the topic and a `/`.
    pub fragment: String,
    /// ID in the fragment as written.
    pub span: Span,
}

/// Start of a fragment of DITA that names an element in the topic that contains the reference.
pub const SAME_TOPIC: &str = "./";

/// Returns the IDs that `fragment`, as written, names; `topic` is the ID of the topic that contains the reference. Parts that
/// are not UTF-8 name none.
///
/// ```
/// use iri_core::xml::ids::named_ids;
///
/// let named = named_ids("xpointer(id('a%20b'))", || None);
/// assert_eq!((named[0].fragment.as_str(), named[0].span.slice("xpointer(id('a%20b'))")), ("a b", "a%20b"));
/// ```
pub fn named_ids(fragment: &str, topic: impl FnOnce() -> Option<String>) -> Vec<NamedId> {
    if fragment == "." || fragment.starts_with(SAME_TOPIC) {
        let element = percent_decoded(&fragment[1..]);
        let named = topic().zip(element).map(|(topic, element)| topic + &element);
        let span = Span::new(0, fragment.len());
        return named.map(|fragment| NamedId { fragment, span }).into_iter().collect();
    }
    let named = |span: Span| Some(NamedId { fragment: percent_decoded(span.slice(fragment))?.into_owned(), span });
    in_pointer(fragment).unwrap_or_else(|| vec![Span::new(0, fragment.len())]).into_iter().filter_map(named).collect()
}

/// Returns the IDs in a pointer with parts, such as `element(a/1)`; `None` if `fragment` is another one. XPointer Framework
/// section 3.1.
pub fn in_pointer(fragment: &str) -> Option<Vec<Span>> {
    let (mut at, mut found) = (0, Vec::new());
    while at < fragment.len() {
        let rest = &fragment[at..];
        let open = rest.find('(').filter(|&open| is_scheme(rest[..open].trim()))?;
        let data = Span::new(at + open + 1, at + end_of_data(rest, open + 1)?);
        match rest[..open].trim() {
            "element" => found.extend(of_child_sequence(fragment, data)),
            "xpointer" | "xpath" | "xpath1" | "xpath2" => of_path(fragment, data, &mut found),
            "left" | "match" | "range" | "right" | "string-index" | "string-range" => {
                of_arguments(fragment, data, &mut found);
            }
            _ => {}
        }
        at = data.end + 1;
    }
    (at > 0).then_some(found)
}

fn is_scheme(text: &str) -> bool {
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | ':');
    text.starts_with(|c: char| c.is_alphabetic() || c == '_') && text.chars().all(is_name)
}

/// Returns the end of the data of a part that starts at `from`: parentheses in it are balanced, or escaped with `^`.
fn end_of_data(text: &str, from: usize) -> Option<usize> {
    let (mut depth, mut is_escaped) = (0_u32, false);
    for (at, c) in text[from..].char_indices() {
        match c {
            _ if is_escaped => is_escaped = false,
            '^' => is_escaped = true,
            '(' => depth += 1,
            ')' if depth == 0 => return Some(from + at),
            ')' => depth -= 1,
            _ => {}
        }
    }
    None
}

fn of_child_sequence(fragment: &str, data: Span) -> Option<Span> {
    let name = data.slice(fragment).split('/').next().filter(|name| !name.is_empty())?;
    Some(Span::new(data.start, data.start + name.len()))
}

/// Adds the IDs that are arguments of functions of TEI, and those in paths.
fn of_arguments(fragment: &str, data: Span, found: &mut Vec<Span>) {
    let text = data.slice(fragment);
    let first = found.len();
    let (mut start, mut is_argument, mut quote) = (0, true, None);
    for (at, c) in text.char_indices().chain([(text.len(), ')')]) {
        match (quote, c) {
            (Some(open), _) if open == c => quote = None,
            (None, '\'' | '"') => quote = Some(c),
            (None, '(' | ',' | ')') => {
                let argument = text[start..at].trim();
                // A number is an offset. What precedes a parenthesis is the name of a function, what follows one nothing.
                if c != '(' && is_argument && (argument.is_empty() || is_scheme(argument)) {
                    let from = start + text[start..at].len() - text[start..at].trim_start().len();
                    found.push(Span::new(from, from + argument.len()).moved(data.start));
                }
                (start, is_argument) = (at + 1, c != ')');
            }
            _ => {}
        }
    }
    of_path(fragment, data, found);
    found[first..].sort_unstable_by_key(|span| span.start);
}

/// Adds the IDs that a path names with `id('…')`, or with the attribute, `@xml:id='…'`.
fn of_path(fragment: &str, data: Span, found: &mut Vec<Span>) {
    const QUOTES: [&str; 4] = ["'", "\"", "%27", "%22"];
    let text = data.slice(fragment);
    for (at, _) in text.match_indices("id") {
        let before = &text[..at];
        let is_attribute = before.ends_with('@') || before.ends_with("@xml:");
        let is_other = before.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | ':' | '@'));
        let rest = text[at + "id".len()..].trim_start();
        let value = match rest.strip_prefix('=').filter(|_| is_attribute) {
            Some(value) => value.trim_start(),
            None => match rest.strip_prefix('(').filter(|_| !is_other) {
                Some(argument) => argument.trim_start(),
                None => continue,
            },
        };
        let Some(quote) = QUOTES.into_iter().find(|quote| value.starts_with(quote)) else { continue };
        let start = text.len() - value.len() + quote.len();
        let Some(length) = text[start..].find(quote) else { continue };
        found.push(Span::new(start, start + length).moved(data.start));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fragment_names_the_ids_of_its_parts() {
        for (fragment, expected) in [
            ("a", &["a"][..]),
            ("%D7%90", &["\u{5D0}"]),
            ("element(a)", &["a"]),
            ("element(a/1/2)element(b)", &["a", "b"]),
            ("element(/1/2)", &[]),
            ("xpointer(id('a'))", &["a"]),
            ("xpointer(id(%22a%22)/p[id('b')]|my-id('c'))", &["a", "b"]),
            ("xmlns(x=http://e.org/^))xpointer(id('a'))", &["a"]),
            ("xpointer( id( 'a' ) )", &["a"]),
            ("xpointer(id('a)", &["xpointer(id('a)"]),
            ("xpointer(//p[@xml:id='a'][@id = \"b\"]/@idref='c')", &["a", "b"]),
            ("range(a, b)", &["a", "b"]),
            ("range(left(a),right(b))", &["a", "b"]),
            ("string-range(a,0,5,b,1,2)", &["a", "b"]),
            ("match(a,'b, c',1)", &["a"]),
            ("left(//p[@xml:id='a'][1, 2])", &["a"]),
            ("range(a,)", &["a", ""]),
            ("f(x)y", &["f(x)y"]),
            ("./p", &["t/p"]),
            ("t/p", &["t/p"]),
            ("%FF", &[]),
        ] {
            let named = named_ids(fragment, || Some("t".to_owned()));
            let found: Vec<_> = named.iter().map(|named| named.fragment.as_str()).collect();
            assert_eq!(found, expected, "{fragment}");
        }
        assert!(named_ids("./p", || None).is_empty());
    }
}
