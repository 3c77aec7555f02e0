//! One reference as a page of text.
//!
//! ```text
//! http://example.org/a b|c            valid LEIRI, not an IRI    headline
//!                     ^ ^
//!   opens 'example.org'
//!
//!   scheme  http                                                 parts
//!   host    example.org   reg-name
//!   path    /a b|c
//!
//!   characters that LEIRI allows but IRI does not                characters
//!     [SP]  U+0020 SPACE          space   %20  at 20
//!     |     U+007C VERTICAL LINE  unwise  %7C  at 22
//!
//!   IRI  http://example.org/a%20b%7Cc                            forms
//!   URI  same as IRI
//!
//!   warning leiri-space at 20: SPACE (U+0020) is not allowed …   findings
//!       fix  encode SPACE as %20
//! ```
//!
//! Empty sections are omitted. Positions count characters from 0, like `index` in JSON. Input is only printed through
//! [`PageContext::shown`].

mod characters;
mod components;
mod direction;
mod findings;
mod forms;
mod headline;
mod page;
mod parsers;

use std::io::{self, Write};

use iri_core::Inspection;

use crate::cli::Characters;
use crate::report::output::OutputDevice;
use page::PageContext;

/// Sections of which a page has more or less.
#[derive(Clone, Copy, Debug)]
pub struct Sections {
    /// Characters that are listed.
    pub characters: Characters,
    /// Whether the page has what each class of parsers opens.
    pub shows_parsers: bool,
}

/// Writes the page of one reference. `source` is the input if that was decoded first.
///
/// # Errors
/// If `out` cannot be written.
pub fn write(
    out: &mut impl Write,
    inspection: &Inspection<'_>,
    source: Option<&str>,
    sections: Sections,
    screen: OutputDevice,
) -> io::Result<()> {
    let page = PageContext::new(inspection, source, sections.characters, screen);
    headline::write(out, &page)?;
    components::write(out, &page)?;
    characters::write(out, &page)?;
    forms::write(out, &page)?;
    if sections.shows_parsers {
        parsers::write(out, &page)?;
    }
    direction::write(out, &page)?;
    findings::write(out, &page)
}
