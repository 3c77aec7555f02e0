//! Tests of the repository, in `tests/it`, and the examples of the book.

/// The examples of the library guide in the book.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/library.md")]
struct LibraryGuide;
