//! Conditions of a place: on other attributes of its element, and on the shape of the value.

use crate::reference::Reference;
use crate::text::WHITESPACE;

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
    /// Those that are references in any format: they start with `http:` or the like, and are no prose, template or
    /// program. Others contain no references.
    Evident,
    /// Evident ones, and values that are relative references in any format: paths with a file name, fragments. Of these
    /// only what no format can mean is a finding. Others contain no references.
    Relative,
    /// Evident ones, hosts that start with `www.`, and paths in one word that end in the name of a file with a usual
    /// extension; of the last two only what no format can mean is a finding. Others contain no references. Only in the
    /// data files, as `named`.
    Named,
}

impl Shape {
    /// Names in the data files and in `.iri.toml`.
    pub const NAMES: [&str; 5] = ["likely", "marked", "absolute", "evident", "relative"];

    /// Parses a shape as the data files name it.
    pub fn parse(text: &str) -> Option<Self> {
        let shapes = [Self::Likely, Self::Marked, Self::Absolute, Self::Evident, Self::Relative];
        shapes.into_iter().find(|shape| shape.name() == Some(text))
    }

    /// Returns the name in the data files; `None` for all values.
    pub const fn name(self) -> Option<&'static str> {
        let [likely, marked, absolute, evident, relative] = Self::NAMES;
        match self {
            Self::Any => None,
            Self::Likely => Some(likely),
            Self::Marked => Some(marked),
            Self::Absolute => Some(absolute),
            Self::Evident => Some(evident),
            Self::Relative => Some(relative),
            Self::Named => Some("named"),
        }
    }

    /// Returns whether only values that are references in any format contain some.
    pub const fn is_guessed(self) -> bool {
        matches!(self, Self::Evident | Self::Relative | Self::Named)
    }

    /// Returns whether some relative references are looked at as in unknown places.
    pub const fn has_relative(self) -> bool {
        matches!(self, Self::Relative | Self::Named)
    }

    /// Returns whether a value that is not of this shape contains no references.
    pub fn excludes(self, value: &str) -> bool {
        let value = value.trim_matches(WHITESPACE);
        match self {
            // Whether a value is evident depends on what it contains after decoding.
            Self::Any | Self::Likely | Self::Evident | Self::Relative | Self::Named => false,
            Self::Marked => {
                !["#", "./", "../", "//"].iter().any(|start| value.starts_with(start)) && !starts_with_scheme(value)
            }
            // A path with a drive is one of the other values.
            Self::Absolute => !starts_with_scheme(value) || Reference::parse(value).is_drive_path(),
        }
    }
}

/// Returns whether `value` starts with a scheme, and not with a word of prose, such as `Fee: 5`. After a common scheme
/// whitespace is a mistake.
pub fn starts_with_scheme(value: &str) -> bool {
    const COMMON: [&str; 7] = ["http", "https", "ftp", "file", "mailto", "tel", "urn"];
    let Some(scheme) = Reference::parse(value).scheme else { return false };
    let is_common = || COMMON.iter().any(|common| common.eq_ignore_ascii_case(scheme.slice(value)));
    !value[scheme.end + 1..].starts_with(WHITESPACE) || is_common()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_before_a_colon_and_a_space_is_no_scheme() {
        for value in ["http://h/", "x:y", "tel: +1", "HTTP: //h/", "sql:insert into a"] {
            assert!(!Shape::Absolute.excludes(value), "{value}");
        }
        for value in ["Fee: / Constraints:", "TODO: test-id", "Note:\n x", "words", "1:2"] {
            assert!(Shape::Absolute.excludes(value) && Shape::Marked.excludes(value), "{value}");
        }
        assert!(!Shape::Marked.excludes("#a"));
        assert!(Shape::Absolute.excludes("C:\\a") && Shape::Absolute.excludes("C:/a"));
    }
}
