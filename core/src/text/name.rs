//! Names of values: the error for an unknown name, and the impls of a type whose values have names.

use std::error::Error;
use std::fmt;

use crate::text::similar::{did_you_mean, similar};

/// Name that no value of a type has. Displays what was expected, and a similar name if there is one.
///
/// ```
/// use iri_core::{Severity, UnknownName};
///
/// let error: UnknownName = "warnin".parse::<Severity>().unwrap_err();
/// assert_eq!(error.to_string(), "unknown severity 'warnin'; did you mean 'warning'?");
/// assert_eq!(error.similar(), Some("warning"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName {
    expected: &'static str,
    name: String,
    similar: Option<&'static str>,
}

impl UnknownName {
    /// Creates the error for `name`. The name of an `expected` was expected, one of `known`.
    pub(crate) fn new(expected: &'static str, name: &str, known: impl IntoIterator<Item = &'static str>) -> Self {
        Self { expected, name: name.to_owned(), similar: similar(name, known) }
    }

    /// Returns the kind of name that was expected, such as `dialect`.
    pub const fn expected(&self) -> &'static str {
        self.expected
    }

    /// Returns the unknown name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the most similar known name; `None` if no name is similar enough.
    pub const fn similar(&self) -> Option<&'static str> {
        self.similar
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { expected, name, similar } = self;
        write!(f, "unknown {expected} '{name}'{}", did_you_mean(name, *similar))
    }
}

impl Error for UnknownName {}

/// Implements `FromStr` by the names of `$type::ALL`, and `Display` unless the type has its own.
macro_rules! impl_names {
    ($type:ty, $expected:literal, $name:expr) => {
        impl std::str::FromStr for $type {
            type Err = $crate::text::UnknownName;

            fn from_str(name: &str) -> Result<Self, Self::Err> {
                let unknown = || $crate::text::UnknownName::new($expected, name, Self::ALL.into_iter().map($name));
                Self::from_name(name).ok_or_else(unknown)
            }
        }
    };
    ($type:ty, $expected:literal, $name:expr, Display) => {
        $crate::text::impl_names!($type, $expected, $name);

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                let name: fn(Self) -> &'static str = $name;
                f.pad(name(*self))
            }
        }
    };
}

pub(crate) use impl_names;
