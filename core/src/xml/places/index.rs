//! Index of the tables by name, so that an unknown attribute needs only one lookup.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::xml::places::vocabulary::{self, Row, Vocabulary};
use crate::xml::places::{ConditionalRole, DocumentType, ExpandedName, FAMILIES};

/// Parsed row under one of its names.
#[derive(Clone)]
struct Entry {
    vocabulary: &'static Vocabulary,
    row: &'static Row,
    /// Namespace of the attribute; `None` for any.
    namespace: Option<&'static str>,
    /// Elements; empty for any.
    elements: Vec<&'static str>,
}

/// Rows by a local name, in the order of the tables.
#[derive(Default)]
struct Index {
    by_name: FxHashMap<&'static str, Vec<Entry>>,
    /// Rows that match any name; they are also in every entry of `by_name`, in table order.
    of_any: Vec<Entry>,
}

/// Rows by the local names of attributes; rows about the text of elements by those of elements.
static ATTRIBUTES: LazyLock<Index> = LazyLock::new(|| Index::new(|row| row.attributes));
static TEXTS: LazyLock<Index> = LazyLock::new(|| Index::new(|row| row.attributes.is_none().then_some(row.elements)));

impl Index {
    fn new(names: impl Fn(&Row) -> Option<&'static str>) -> Self {
        let vocabularies = FAMILIES.iter().flat_map(|family| family.vocabularies);
        let rows = vocabularies.flat_map(|vocabulary| vocabulary.rows.iter().map(move |row| (vocabulary, row)));
        let mut index = Self::default();
        for (vocabulary, row) in rows {
            let elements: Vec<_> = row.elements.split(' ').filter(|name| *name != "*").collect();
            for name in names(row).into_iter().flat_map(|names| names.split(' ')) {
                let (namespace, local) = vocabulary::attribute_name(name);
                index.add(local, &Entry { vocabulary, row, namespace, elements: elements.clone() });
            }
        }
        index
    }

    fn add(&mut self, name: &'static str, entry: &Entry) {
        if name == "*" {
            self.by_name.values_mut().for_each(|entries| entries.push(entry.clone()));
            self.of_any.push(entry.clone());
        } else {
            self.by_name.entry(name).or_insert_with(|| self.of_any.clone()).push(entry.clone());
        }
    }

    fn entries(&self, name: &str) -> &[Entry] {
        self.by_name.get(name).unwrap_or(&self.of_any)
    }
}

/// Returns the places of the rows of [`FAMILIES`] that match an attribute (or, without one, the text) of `element`: the
/// first whose condition is satisfied applies.
pub fn find(
    document: DocumentType,
    element: ExpandedName<'_>,
    attribute: Option<ExpandedName<'_>>,
) -> Vec<ConditionalRole> {
    let entries = match attribute {
        Some(attribute) => ATTRIBUTES.entries(attribute.local),
        None => TEXTS.entries(element.local),
    };
    let is_named = |entry: &&Entry| {
        (entry.elements.is_empty() || entry.elements.contains(&element.local))
            && entry.namespace.is_none_or(|namespace| attribute.is_none_or(|there| there.namespace == namespace))
    };
    let known = entries.iter().filter(is_named).filter(|entry| entry.vocabulary.applies_to(document, element));
    vocabulary::places(known.map(|entry| entry.row))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_index_finds_the_rows_of_the_tables() {
        let vocabularies = || FAMILIES.iter().flat_map(|family| family.vocabularies);
        let words = |names: &'static str| names.split(' ').map(|name| name.rsplit(':').next().unwrap_or(name));
        let rows: Vec<_> = vocabularies().flat_map(|vocabulary| vocabulary.rows).collect();
        let spaces =
            ["", "http://www.w3.org/1999/xhtml", "http://www.w3.org/2005/Atom", "http://www.w3.org/1999/xlink"];
        let documents = [DocumentType::default(), DocumentType::Maven, DocumentType::Xslt];
        let mut found = 0;
        for row in rows {
            let attributes = row.attributes.map_or(vec![None], |names| words(names).map(Some).collect());
            for (element, attribute) in words(row.elements).flat_map(|e| attributes.iter().map(move |a| (e, *a))) {
                for (namespace, document) in spaces.into_iter().flat_map(|n| documents.map(|d| (n, d))) {
                    let element = ExpandedName { namespace, local: element };
                    for space in spaces {
                        let attribute = attribute.map(|local| ExpandedName { namespace: space, local });
                        let there = vocabulary::find(vocabularies(), document, element, attribute);
                        assert_eq!(find(document, element, attribute), there, "{element:?} {attribute:?}");
                        found += there.len();
                    }
                }
            }
        }
        assert!(found > 100, "{found}");
    }
}
