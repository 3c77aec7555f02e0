//! Conditions of a place: on other attributes of its element, and on the shape of the value.

use crate::reference::Reference;

/// Condition on another attribute of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Condition {
    /// Name of that attribute, as written in documents.
    pub attribute: &'static str,
    test: Test,
}

/// Test of the value of an attribute. Values are separated by `|`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Test {
    Present,
    Absent,
    OneOf(&'static str),
    NoneOf(&'static str),
    StartsWith(&'static str),
}

impl Condition {
    /// Parses `@a`, `!@a`, `@a=x|y`, `@a!=x|y` or `@a^=x|y`: present, absent, one of the values, absent or none of them,
    /// starting with one of them.
    pub fn parse(text: &'static str) -> Option<Self> {
        if let Some(attribute) = text.strip_prefix("!@") {
            return Some(Self { attribute, test: Test::Absent });
        }
        let text = text.strip_prefix('@')?;
        let Some((attribute, values)) = text.split_once('=') else {
            return Some(Self { attribute: text, test: Test::Present });
        };
        Some(if let Some(attribute) = attribute.strip_suffix('!') {
            Self { attribute, test: Test::NoneOf(values) }
        } else if let Some(attribute) = attribute.strip_suffix('^') {
            Self { attribute, test: Test::StartsWith(values) }
        } else {
            Self { attribute, test: Test::OneOf(values) }
        })
    }

    /// Returns whether an attribute with `value`, or an absent one, satisfies the condition.
    pub fn is_satisfied_by(&self, value: Option<&str>) -> bool {
        let is_one_of = |values: &str| value.is_some_and(|value| values.split('|').any(|one| one == value));
        match self.test {
            Test::Present => value.is_some(),
            Test::Absent => value.is_none(),
            Test::OneOf(values) => is_one_of(values),
            Test::NoneOf(values) => !is_one_of(values),
            Test::StartsWith(starts) => {
                value.is_some_and(|value| starts.split('|').any(|start| value.starts_with(start)))
            }
        }
    }
}

/// Values of a place that are references, if others are words, codes or symbols.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shape {
    /// All values.
    #[default]
    Any,
    /// Those with a scheme or one of `/ \ . # ?`. Others are listed, and only their markup is checked.
    Likely,
    /// Those with a scheme or a `#`, `./`, `../` or `//` at the start. Others contain no references.
    Marked,
    /// Those with a scheme. Others contain no references.
    Absolute,
}

impl Shape {
    /// Parses a shape as the data files name it.
    pub fn parse(text: &str) -> Option<Self> {
        Some(match text {
            "likely" => Self::Likely,
            "marked" => Self::Marked,
            "absolute" => Self::Absolute,
            _ => return None,
        })
    }

    /// Returns whether a value that is not of this shape contains no references.
    pub fn excludes(self, value: &str) -> bool {
        let value = value.trim_matches(crate::text::WHITESPACE);
        let has_scheme = || Reference::parse(value).has_scheme();
        match self {
            Self::Any | Self::Likely => false,
            Self::Marked => !["#", "./", "../", "//"].iter().any(|start| value.starts_with(start)) && !has_scheme(),
            Self::Absolute => !has_scheme(),
        }
    }
}
