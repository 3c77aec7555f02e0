//! Types of values, as far as references are concerned.

use std::sync::Arc;

use crate::rules::{ReferenceUse, Role};
use crate::text::WHITESPACE;

/// Type of the value of an attribute, or of the text of an element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ValueType {
    /// A type that contains references.
    Reference(ReferenceType),
    /// One of these words.
    Words(Arc<[Box<str>]>),
    /// A type that no reference can have: ID, QName, a number, a date.
    NoReference(Lexical),
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
    /// Other members of the union: a value that one of them accepts is not a reference.
    pub others: Arc<[OtherMember]>,
}

/// Member of a union with references.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OtherMember {
    /// A type of XML Schema part 2.
    Lexical(Lexical),
    /// Texts that start like this, because a pattern does.
    Start(Box<str>),
}

/// Texts of a type that no reference can have. XML Schema part 2, sections 3.3 and 3.4.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lexical {
    /// Dates and times.
    Moment,
    /// Durations.
    Duration,
    /// Numbers and truth values.
    Number,
    /// Names without a colon, and codes of languages.
    Word,
    /// Names of elements: IDs.
    Id,
    /// IDs of other elements, one or several.
    IdReference,
    /// Names that may contain colons.
    Name,
    /// Names with a prefix that is declared.
    QName,
    /// Base64 and hexadecimal numbers.
    Binary,
}

impl ReferenceType {
    /// Returns the role of such values in an attribute or element with the local name `name`, which shows whether programs
    /// compare them as strings.
    pub fn role(&self, name: &str) -> Role {
        const NAMES: [&str; 7] = ["arcrole", "codeSpace", "ns", "profile", "role", "schemeIdUri", "system"];
        const ENDS: [&str; 7] = ["Algorithm", "ID", "Id", "Language", "Type", "scheme", "Scheme"];
        if name.to_ascii_lowercase().ends_with("namespace") || name == "ns" {
            return if self.is_list { Role::NAMESPACE_LIST } else { Role::NAMESPACE_ANY_URI };
        }
        let is_identifier = NAMES.contains(&name) || ENDS.iter().any(|end| name.ends_with(end));
        match (is_identifier, self.is_list) {
            (true, true) => Role::IDENTIFIER_LIST,
            (true, false) => Role::IDENTIFIER_ANY_URI,
            (false, true) => Role { reference_use: ReferenceUse::Typed, ..Role::ANY_URI_LIST },
            (false, false) => Role::TYPED,
        }
    }
}

impl OtherMember {
    /// Returns whether `value` has this type; `is_prefix` tells which prefixes are declared.
    pub fn accepts(&self, value: &str, is_prefix: impl Fn(&str) -> bool) -> bool {
        let value = value.trim_matches(WHITESPACE);
        match self {
            Self::Lexical(lexical) => !value.is_empty() && lexical.accepts(value, is_prefix),
            Self::Start(start) => value.starts_with(&**start),
        }
    }
}

impl Lexical {
    fn accepts(self, value: &str, is_prefix: impl Fn(&str) -> bool) -> bool {
        let is_word = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
        let unsigned = value.strip_prefix('-').unwrap_or(value);
        match self {
            Self::Moment => {
                unsigned.starts_with(|c: char| c.is_ascii_digit() || c == '-')
                    && unsigned.bytes().all(|byte| byte.is_ascii_digit() || b"-:.TZ+".contains(&byte))
            }
            Self::Duration => unsigned.strip_prefix('P').is_some_and(|rest| {
                !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit() || b"YMDTHS.".contains(&byte))
            }),
            Self::Number => value.parse::<f64>().is_ok() || matches!(value, "INF" | "-INF" | "true" | "false"),
            Self::Word | Self::Id | Self::IdReference => value.chars().all(is_word),
            Self::Name => value.chars().all(|c| is_word(c) || c == ':'),
            Self::QName => {
                let (prefix, local) = value.split_once(':').unwrap_or(("", value));
                local.chars().all(is_word) && (prefix.is_empty() || is_prefix(prefix))
            }
            Self::Binary => {
                let digits = value.trim_end_matches('=');
                value.len().is_multiple_of(4)
                    && digits.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+/".contains(&byte))
            }
        }
    }
}

/// Maximum number of other members of a union.
const MAX_OTHERS: usize = 64;

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
            "ID" => Self::NoReference(Lexical::Id),
            "IDREF" | "IDREFS" => Self::NoReference(Lexical::IdReference),
            "ENTITY" | "ENTITIES" | "NCName" | "language" => Self::NoReference(Lexical::Word),
            "NMTOKEN" | "NMTOKENS" | "Name" => Self::NoReference(Lexical::Name),
            "QName" | "NOTATION" => Self::NoReference(Lexical::QName),
            "base64Binary" | "hexBinary" => Self::NoReference(Lexical::Binary),
            "boolean" | "float" | "double" | "decimal" | "integer" | "nonPositiveInteger" | "negativeInteger"
            | "long" | "int" | "short" | "byte" | "nonNegativeInteger" | "unsignedLong" | "unsignedInt"
            | "unsignedShort" | "unsignedByte" | "positiveInteger" => Self::NoReference(Lexical::Number),
            "duration" | "yearMonthDuration" | "dayTimeDuration" => Self::NoReference(Lexical::Duration),
            "dateTime" | "dateTimeStamp" | "date" | "time" | "gYear" | "gYearMonth" | "gMonth" | "gMonthDay"
            | "gDay" => Self::NoReference(Lexical::Moment),
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
            Self::Words(_) => Self::NoReference(Lexical::Word),
            Self::NoReference(_) | Self::Text => self,
        }
    }

    /// Returns the type of values that have one of the types `members`: a union, or a choice. The order does not
    /// matter. Without members, any text.
    pub fn choice<'t>(members: impl IntoIterator<Item = &'t Self>) -> Self {
        let (mut reference, mut words, mut others, mut has_text) = (None, Vec::new(), Vec::new(), false);
        let mut is_empty = true;
        for member in members {
            is_empty = false;
            match member {
                Self::Reference(member) => {
                    let known: &mut ReferenceType = reference.get_or_insert_default();
                    known.is_list |= member.is_list;
                    known.is_optional |= member.is_optional;
                    words.extend(member.keywords.iter().cloned());
                    others.extend(member.others.iter().cloned());
                }
                Self::Words(member) => words.extend(member.iter().cloned()),
                Self::NoReference(lexical) => others.push(OtherMember::Lexical(*lexical)),
                Self::Text => has_text = true,
            }
        }
        words.truncate(MAX_WORDS);
        others.truncate(MAX_OTHERS);
        match (reference, others.first()) {
            (Some(reference), _) => Self::Reference(ReferenceType {
                is_optional: reference.is_optional || has_text || !others.is_empty(),
                keywords: words.into(),
                others: others.into(),
                ..reference
            }),
            (None, _) if has_text || is_empty => Self::Text,
            (None, Some(_)) if words.iter().any(|word| looks_like_reference(word)) => Self::Text,
            (None, Some(OtherMember::Lexical(lexical))) => Self::NoReference(*lexical),
            (None, _) => Self::Words(words.into()),
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
            Self::NoReference(_) | Self::Text => 0,
        }
    }

    /// Returns whether no reference can have this type.
    pub fn excludes_references(&self) -> bool {
        match self {
            Self::NoReference(_) => true,
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
        let optional = ValueType::choice(&[ValueType::NoReference(Lexical::Number), list]);
        assert!(optional.reference().is_some_and(|optional| optional.is_list && optional.is_optional));
    }

    #[test]
    fn other_members_of_a_union_accept_their_values() {
        let accepts = |name: &str, value: &str| {
            let choice =
                ValueType::choice(&[ValueType::any_uri(), ValueType::built_in(name).expect("a built-in type")]);
            choice.reference().expect("a reference").others[0].accepts(value, |prefix| prefix == "xs")
        };
        for (name, yes, no) in [
            ("dateTime", "2026-09-02T09:05:59.024Z", "2026.html"),
            ("time", "09:05:59.5", "a:b"),
            ("duration", "P1DT2.5S", "Page.html"),
            ("decimal", "-.5", "./5"),
            ("QName", "xs:string", "urn:string"),
            ("NMTOKENS", "a:b", "a/b"),
            ("NCName", "a.b", "a:b"),
            ("base64Binary", "ab/d", "a/b"),
        ] {
            assert!(accepts(name, yes), "{name} {yes}");
            assert!(!accepts(name, no), "{name} {no}");
        }
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
