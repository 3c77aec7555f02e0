//! Types of values, as far as references are concerned.

use std::sync::Arc;

/// Type of the value of an attribute, or of the text of an element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ValueType {
    /// A type that contains references.
    Reference(ReferenceType),
    /// One of these words.
    Words(Arc<[Box<str>]>),
    /// A type that no reference can have: ID, QName, a number, a date.
    NoReference,
    /// Any other text: the type does not show whether it is a reference.
    Text,
}

/// Type that contains references.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReferenceType {
    /// Whether a value is a list of references.
    pub is_list: bool,
    /// Whether a value may be another text too.
    pub is_optional: bool,
    /// Words that may replace a reference.
    pub keywords: Arc<[Box<str>]>,
}

/// Maximum number of words of a type.
const MAX_WORDS: usize = 10_000;

impl ValueType {
    /// Returns the type `anyURI` of XML Schema.
    pub fn any_uri() -> Self {
        Self::Reference(ReferenceType::default())
    }

    /// Returns the type with the local name `name` in XML Schema part 2; `None` if unknown. Also for the data
    /// types of RELAX NG with its library of XML Schema.
    pub fn built_in(name: &str) -> Option<Self> {
        Some(match name {
            "anyURI" => Self::any_uri(),
            "string" | "normalizedString" | "token" | "anySimpleType" | "anyAtomicType" | "untypedAtomic" => Self::Text,
            "ID" | "IDREF" | "IDREFS" | "ENTITY" | "ENTITIES" | "NMTOKEN" | "NMTOKENS" | "Name" | "NCName"
            | "QName" | "NOTATION" | "language" | "boolean" | "base64Binary" | "hexBinary" | "float" | "double"
            | "decimal" | "integer" | "nonPositiveInteger" | "negativeInteger" | "long" | "int" | "short" | "byte"
            | "nonNegativeInteger" | "unsignedLong" | "unsignedInt" | "unsignedShort" | "unsignedByte"
            | "positiveInteger" | "duration" | "yearMonthDuration" | "dayTimeDuration" | "dateTime"
            | "dateTimeStamp" | "date" | "time" | "gYear" | "gYearMonth" | "gMonth" | "gMonthDay" | "gDay" => {
                Self::NoReference
            }
            _ => return None,
        })
    }

    /// Returns the type of one of some words: an enumeration of text.
    pub fn words(words: impl IntoIterator<Item = Box<str>>) -> Self {
        Self::Words(words.into_iter().take(MAX_WORDS).collect())
    }

    /// Returns the type of a list of values of this type.
    #[must_use]
    pub fn list(self) -> Self {
        match self {
            Self::Reference(reference) => Self::Reference(ReferenceType { is_list: true, ..reference }),
            Self::Words(words) if words.iter().any(|word| looks_like_reference(word)) => Self::Text,
            Self::Words(_) | Self::NoReference => Self::NoReference,
            Self::Text => Self::Text,
        }
    }

    /// Returns the type of values that have one of the types `members`: a union, or a choice. The order does not
    /// matter. Without members, any text.
    pub fn choice<'t>(members: impl IntoIterator<Item = &'t Self>) -> Self {
        let (mut reference, mut words, mut has_text, mut has_other) = (None, Vec::new(), false, false);
        let mut is_empty = true;
        for member in members {
            is_empty = false;
            match member {
                Self::Reference(member) => {
                    let known: &mut ReferenceType = reference.get_or_insert_default();
                    known.is_list |= member.is_list;
                    known.is_optional |= member.is_optional;
                    words.extend(member.keywords.iter().cloned());
                }
                Self::Words(member) => words.extend(member.iter().cloned()),
                Self::NoReference => has_other = true,
                Self::Text => has_text = true,
            }
        }
        words.truncate(MAX_WORDS);
        match reference {
            Some(reference) => Self::Reference(ReferenceType {
                is_optional: reference.is_optional || has_text || has_other,
                keywords: words.into(),
                ..reference
            }),
            None if has_text || is_empty => Self::Text,
            None if !has_other => Self::Words(words.into()),
            None if words.iter().any(|word| looks_like_reference(word)) => Self::Text,
            None => Self::NoReference,
        }
    }

    /// Returns the type of the references, if any.
    pub fn reference(&self) -> Option<&ReferenceType> {
        match self {
            Self::Reference(reference) => Some(reference),
            _ => None,
        }
    }

    /// Returns the number of words of the type.
    pub fn word_count(&self) -> usize {
        match self {
            Self::Reference(reference) => reference.keywords.len(),
            Self::Words(words) => words.len(),
            Self::NoReference | Self::Text => 0,
        }
    }

    /// Returns whether no reference can have this type.
    pub fn excludes_references(&self) -> bool {
        match self {
            Self::NoReference => true,
            Self::Words(words) => !words.is_empty() && !words.iter().any(|word| looks_like_reference(word)),
            Self::Reference(_) | Self::Text => false,
        }
    }
}

/// Returns whether a word of an enumeration may be a reference.
fn looks_like_reference(word: &str) -> bool {
    word.contains(['/', ':', '#', '.'])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(all: &[&str]) -> ValueType {
        ValueType::words(all.iter().map(|&word| word.into()))
    }

    #[test]
    fn a_choice_with_a_reference_is_a_reference() {
        let choice = ValueType::choice(&[words(&["##any"]), ValueType::any_uri()]);
        let reference = choice.reference().expect("one member is a reference");
        assert!(!reference.is_list && !reference.is_optional);
        assert_eq!(reference.keywords.as_ref(), ["##any".into()]);
        let list = choice.clone().list();
        assert!(list.reference().is_some_and(|list| list.is_list && !list.is_optional));
        let optional = ValueType::choice(&[ValueType::NoReference, list]);
        assert!(optional.reference().is_some_and(|optional| optional.is_list && optional.is_optional));
    }

    #[test]
    fn only_types_without_references_exclude_them() {
        let number = || ValueType::built_in("int").expect("a built-in type");
        assert!(number().excludes_references() && number().list().excludes_references());
        assert!(words(&["yes", "no"]).excludes_references());
        assert!(!words(&["http://example.org/"]).excludes_references());
        assert!(!words(&[]).excludes_references());
        assert!(!ValueType::Text.excludes_references() && !ValueType::any_uri().excludes_references());
        assert!(ValueType::choice(&[number(), words(&["auto"])]).excludes_references());
        assert!(!ValueType::choice(&[number(), ValueType::Text]).excludes_references());
        assert!(!ValueType::choice(&[]).excludes_references());
        assert!(ValueType::built_in("anyuri").is_none());
    }
}
