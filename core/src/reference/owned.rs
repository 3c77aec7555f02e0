//! Owned references: the type promises the grammar.

use std::borrow::Borrow;
use std::fmt;
use std::str::FromStr;

use super::convert::with_ascii;
use super::violation::Violation;
use super::{Dialect, QueryCharset, Reference, resolve};

/// Defines owned types: the dialect, and whether a scheme is required.
macro_rules! owned_types {
    ($($(#[$doc:meta])* $name:ident: $dialect:ident, $requires_scheme:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(Box<str>);

        impl $name {
            /// Checks `text` and keeps it.
            ///
            /// # Errors
            /// The first character or construct that the grammar does not allow, or the missing scheme.
            pub fn new(text: impl Into<String>) -> Result<Self, Violation> {
                let text = text.into();
                check(&text, Dialect::$dialect, $requires_scheme)?;
                Ok(Self(text.into()))
            }

            /// Returns the text.
            pub fn as_str(&self) -> &str {
                &self.0
            }

            /// Returns the components.
            pub fn reference(&self) -> Reference<'_> {
                Reference::parse(&self.0)
            }
        }

        impl FromStr for $name {
            type Err = Violation;

            fn from_str(text: &str) -> Result<Self, Violation> {
                Self::new(text)
            }
        }

        impl TryFrom<&str> for $name {
            type Error = Violation;

            fn try_from(text: &str) -> Result<Self, Violation> {
                Self::new(text)
            }
        }

        impl TryFrom<String> for $name {
            type Error = Violation;

            fn try_from(text: String) -> Result<Self, Violation> {
                Self::new(text)
            }
        }

        impl From<$name> for String {
            fn from(value: $name) -> Self {
                value.0.into()
            }
        }

        impl AsRef<str> for $name {
            fn as_ref(&self) -> &str {
                &self.0
            }
        }

        impl Borrow<str> for $name {
            fn borrow(&self) -> &str {
                &self.0
            }
        }

        impl PartialEq<str> for $name {
            fn eq(&self, other: &str) -> bool {
                *self.0 == *other
            }
        }

        impl PartialEq<&str> for $name {
            fn eq(&self, other: &&str) -> bool {
                *self.0 == **other
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(&self.0)
            }
        }
    )*};
}

owned_types! {
    /// A URI: it has a scheme (RFC 3986 section 3).
    ///
    /// Equality is that of the text; [`compare`](super::compare) knows further kinds of equality.
    ///
    /// ```
    /// use iri_core::Uri;
    ///
    /// let uri: Uri = "http://example.org/a%20b".parse()?;
    /// assert_eq!(uri, "http://example.org/a%20b");
    /// assert_eq!(Uri::new("http://example.org/a b").unwrap_err().span.start, 20);
    /// assert_eq!(Uri::new("a%20b").unwrap_err().to_string(), "missing scheme");
    /// # Ok::<(), iri_core::Violation>(())
    /// ```
    Uri: Uri, true;
    /// A URI or a relative reference in ASCII (`URI-reference` of RFC 3986 section 4.1).
    UriReference: Uri, false;
    /// An IRI: it has a scheme (RFC 3987 section 2.2).
    ///
    /// ```
    /// use iri_core::{Iri, IriReference};
    ///
    /// let base = Iri::new("http://example.org/ü/")?;
    /// let reference = IriReference::new("../ö")?;
    /// assert_eq!(reference.resolve(&base), "http://example.org/ö");
    /// assert_eq!(base.to_uri(), "http://example.org/%C3%BC/");
    /// # Ok::<(), iri_core::Violation>(())
    /// ```
    Iri: Iri, true;
    /// An IRI or a relative reference (`IRI-reference` of RFC 3987 section 2.2).
    IriReference: Iri, false;
}

fn check(text: &str, dialect: Dialect, requires_scheme: bool) -> Result<(), Violation> {
    let reference = Reference::parse(text);
    reference.validate(dialect)?;
    if requires_scheme && !reference.has_scheme() {
        return Err(Violation::missing_scheme(dialect));
    }
    Ok(())
}

/// Conversions that lose nothing.
macro_rules! widen {
    ($($narrow:ident => $($wide:ident),+;)*) => {$($(
        impl From<$narrow> for $wide {
            fn from(value: $narrow) -> Self {
                Self(value.0)
            }
        }
    )+)*};
}

widen! {
    Uri => UriReference, Iri, IriReference;
    UriReference => IriReference;
    Iri => IriReference;
}

impl UriReference {
    /// Resolves the reference against `base` (RFC 3986 section 5.2).
    pub fn resolve(&self, base: &Uri) -> Uri {
        Uri(resolve::resolved(&base.reference(), &self.reference()).into())
    }
}

impl Iri {
    /// Converts the IRI to a URI, as [`iri_to_uri`](super::iri_to_uri) does.
    pub fn to_uri(&self) -> Uri {
        Uri(with_ascii(&self.reference(), QueryCharset::UTF8).into())
    }
}

impl IriReference {
    /// Resolves the reference against `base` (RFC 3986 section 5.2, RFC 3987 section 6.5).
    pub fn resolve(&self, base: &Iri) -> Iri {
        Iri(resolve::resolved(&base.reference(), &self.reference()).into())
    }

    /// Converts the reference to a URI reference, as [`iri_to_uri`](super::iri_to_uri) does.
    pub fn to_uri_reference(&self) -> UriReference {
        UriReference(with_ascii(&self.reference(), QueryCharset::UTF8).into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reference::ViolationKind;
    use crate::text::Span;

    /// Pieces of references, each of which may follow any other.
    const PIECES: [&str; 24] = [
        "a:", "http:", "//", "/", "/", ".", "..", "/.", "/..", "h", "ö", "%41", "%c3%b6", "?", "#", "@", ":", ":80",
        "[::1]", "\u{5D0}", "\u{E000}", "", ";", "b",
    ];

    #[test]
    fn what_methods_return_is_valid() {
        let mut rng = fastrand::Rng::with_seed(45);
        let (mut references, mut resolved) = (0, 0);
        for _ in 0..200_000 {
            let mut text = || (0..rng.usize(1..7)).map(|_| PIECES[rng.usize(..PIECES.len())]).collect::<String>();
            let (base, reference) = (Iri::new(text()), IriReference::new(text()));
            let Ok(reference) = reference else { continue };
            references += 1;
            let uri = reference.to_uri_reference();
            assert_eq!(UriReference::new(uri.as_str()).as_ref(), Ok(&uri), "{reference}");
            let Ok(base) = base else { continue };
            resolved += 1;
            let target = reference.resolve(&base);
            assert_eq!(Iri::new(target.as_str()).as_ref(), Ok(&target), "{reference} against {base}");
            assert_eq!(Uri::new(target.to_uri().as_str()).as_ref(), Ok(&target.to_uri()), "{target}");
            assert_eq!(uri.resolve(&base.to_uri()), target.to_uri(), "{reference} against {base}");
        }
        assert!(references > 20_000 && resolved > 2_000, "{references}, {resolved}");
    }

    #[test]
    fn a_missing_scheme_has_its_own_violation() {
        let violation = Iri::new("ö").expect_err("it has no scheme");
        assert_eq!((violation.production, violation.source), ("scheme", "RFC 3987 section 2.2"));
        assert_eq!((violation.span, violation.kind), (Span::empty(0), ViolationKind::NoScheme));
        assert_eq!(Uri::new("ö").expect_err("it is not ASCII").kind, ViolationKind::Character('ö'));
    }
}
