//! One reference as a page of text.
//!
//! ```text
//! http://example.org/a b|c            a LEIRI, not an IRI        headline
//!                     ^ ^
//!
//!   scheme  http                                                 parts
//!   host    example.org   reg-name
//!   path    /a b|c
//!
//!   characters that LEIRI allows and IRI does not                characters
//!     ␠  U+0020 SPACE          space   %20  at 20
//!     |  U+007C VERTICAL LINE  unwise  %7C  at 22
//!
//!   IRI  http://example.org/a%20b%7Cc                            forms
//!   URI  same as IRI
//!
//!   warning leiri-space at 20: U+0020 SPACE is no IRI …          findings
//!       fix  encode as %20
//! ```
//!
//! A section that has nothing to say is not there. Positions count characters from 0, as `index`
//! does in JSON. Nothing of the input is printed but through [`Page::shown`].

mod characters;
mod direction;
mod findings;
mod forms;
mod headline;
mod parts;
mod places;

use std::io::{self, Write};

use iri_core::Inspection;

use crate::cells::{RightToLeft, escaped};
use crate::cli::Characters;
use crate::report::output::Screen;
use places::Places;

/// Writes the page of one reference. `source` is the input where that was decoded first.
///
/// # Errors
/// Where `out` cannot be written.
pub fn write(
    out: &mut impl Write,
    inspection: &Inspection<'_>,
    source: Option<&str>,
    characters: Characters,
    screen: Screen,
) -> io::Result<()> {
    let page = Page { inspection, source, characters, screen, places: Places::of(inspection.text()) };
    headline::write(out, &page)?;
    parts::write(out, &page)?;
    characters::write(out, &page)?;
    forms::write(out, &page)?;
    direction::write(out, &page)?;
    findings::write(out, &page)
}

/// What a section is written from.
struct Page<'i, 't> {
    inspection: &'i Inspection<'t>,
    source: Option<&'i str>,
    characters: Characters,
    screen: Screen,
    places: Places,
}

impl<'t> Page<'_, 't> {
    fn text(&self) -> &'t str {
        self.inspection.text()
    }

    /// Text of the input as it may be printed. Bidi Notation is true everywhere; letters are for a
    /// person, whose terminal arranges them.
    fn shown(&self, text: &str) -> String {
        escaped(text, if self.screen.is_terminal { RightToLeft::Kept } else { RightToLeft::Notation })
    }

    /// Whether the text has letters that a terminal may move.
    fn is_right_to_left(&self) -> bool {
        !self.inspection.bidi().is_left_to_right()
    }
}

/// Spaces that bring a text of `used` cells to `width`.
fn pad(used: usize, width: usize) -> String {
    " ".repeat(width.saturating_sub(used))
}
