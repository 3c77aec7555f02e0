//! Keys: names of targets that other documents use in place of references.
//!
//! ```text
//! <keydef keys="a b" href="x.dita"/>     DITA: in a map
//! <xref keyref="a"/> <p conkeyref="a/p"/>  x.dita, and the element p in it
//! <page id="a"/>  <link xref="a#p"/>     Mallard: the page itself
//! ```
//!
//! Each line of `keys.tsv` has a type of documents or the namespace of the root, the attributes that define keys
//! (`element@name` for that of one element), those that use them, the attribute of the defining element that is a reference to
//! the target (`.` for the document), the character between a key and the ID of an element in its target, and a source.

use std::sync::LazyLock;

use crate::text::{InDocument, Span, WHITESPACE};
use crate::xml::tag;

/// Name of a key in a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyName {
    /// Documents that share their keys: their type, or the namespace of their root.
    pub space: &'static str,
    /// Key as written; empty where one may be typed, and for an element of the same document.
    pub key: Span<InDocument>,
    /// ID of an element in the target, as written.
    pub element: Option<Span<InDocument>>,
    /// What the key stands for, if this defines it.
    pub definition: Option<KeyTarget>,
}

/// Target of a key that is defined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyTarget {
    /// The document that defines it.
    Document,
    /// What the reference leads to.
    Reference(Span<InDocument>),
    /// A text, or another key.
    Other,
}

/// Line of the data.
#[derive(Debug)]
pub(crate) struct Keys {
    format: &'static str,
    defining: Vec<&'static str>,
    using: Vec<&'static str>,
    target: &'static str,
    separator: char,
}

const FILE: &str = include_str!("../vocabularies/keys.tsv");

static LINES: LazyLock<Vec<Keys>> = LazyLock::new(|| {
    let lines = FILE.lines().filter_map(|line| {
        let mut columns = line.split('\t');
        let format = columns.next()?;
        let (defining, using) = (columns.next()?.split(' ').collect(), columns.next()?.split(' ').collect());
        Some(Keys { format, defining, using, target: columns.next()?, separator: columns.next()?.chars().next()? })
    });
    lines.collect()
});

/// Returns whether `text` can contain names of keys.
pub fn may_contain_keys(text: &str) -> bool {
    let names = || LINES.iter().flat_map(|line| line.defining.iter().chain(&line.using));
    // The name of an element is rarer than that of its attribute.
    let mut words = names().map(|name| name.split('@').next().unwrap_or_default());
    words.any(|word| memchr::memmem::find(text.as_bytes(), word.as_bytes()).is_some())
}

impl Keys {
    /// Returns the keys of documents of the type `document` with a root in `namespace`.
    pub fn of(document: &str, namespace: &str) -> Option<&'static Self> {
        LINES.iter().find(|line| line.format == document || line.format == namespace)
    }

    /// Returns the names in the attributes of an element.
    pub fn names(&self, element: &str, attributes: &[tag::Attribute<'_>], found: &mut Vec<KeyName>) {
        for attribute in attributes {
            let is_own = |name: &&str| match name.split_once('@') {
                Some((of, name)) => of == element && name == attribute.name,
                None => *name == attribute.name,
            };
            let is_definition = self.defining.iter().any(is_own);
            if !is_definition && !self.using.iter().any(is_own) {
                continue;
            }
            let target = attributes.iter().find(|attribute| attribute.name == self.target);
            let target = match target {
                _ if self.target == "." => KeyTarget::Document,
                Some(target) => KeyTarget::Reference(Span::new(target.span.start, target.span.end)),
                None => KeyTarget::Other,
            };
            let mut start = attribute.span.start;
            for word in attribute.raw.split(WHITESPACE) {
                let key = word.split(self.separator).next().unwrap_or_default();
                let end = start + word.len();
                let span = Span::new(start, start + key.len());
                let element = (key.len() < word.len()).then(|| Span::new(span.end + 1, end));
                let definition = is_definition.then_some(target);
                found.push(KeyName { space: self.format, key: span, element, definition });
                start = end + 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::xml::ids::DocumentIds;

    #[test]
    fn keys_are_those_of_the_format() {
        for (text, expected) in [
            ("<map><keydef keys='a b' href='x.dita'/></map>", &["a=x.dita", "b=x.dita"][..]),
            ("<map><topicref keyref='a' keys='c'/></map>", &["a", "c="]),
            ("<topic id='t'><p conkeyref='a/p' id='q'/><xref keyref=''/></topic>", &["a/p", ""]),
            ("<topic id='t'><object archivekeyrefs='a  b' data='keyref'/></topic>", &["a", "", "b"]),
            (
                "<page xmlns='http://projectmallard.org/1.0/' id='a'><link xref='b#c'/><section id='d'/></page>",
                &["a=.", "b/c"],
            ),
            ("<page xmlns='http://projectmallard.org/1.0/'><link xref='#c'/></page>", &["/c"]),
            ("<r keys='a' keyref='b' xref='c'/>", &[]),
        ] {
            let ids = DocumentIds::parse(text);
            let show = |name: &KeyName| {
                let element = name.element.map_or(String::new(), |element| format!("/{}", element.slice(text)));
                let target = match name.definition {
                    None => String::new(),
                    Some(KeyTarget::Document) => "=.".to_owned(),
                    Some(KeyTarget::Reference(span)) => format!("={}", span.slice(text)),
                    Some(KeyTarget::Other) => "=".to_owned(),
                };
                format!("{}{element}{target}", name.key.slice(text))
            };
            assert_eq!(ids.keys().iter().map(show).collect::<Vec<_>>(), expected, "{text}");
            assert!(expected.is_empty() || may_contain_keys(text), "{text}");
        }
        assert!(!may_contain_keys("<r id='a' href='b'/>"));
        assert_eq!(LINES.len(), FILE.lines().count());
    }
}
