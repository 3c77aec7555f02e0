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
//!     [SP]  U+0020 SPACE          space   %20  at 20
//!     |     U+007C VERTICAL LINE  unwise  %7C  at 22
//!
//!   IRI  http://example.org/a%20b%7Cc                            forms
//!   URI  same as IRI
//!
//!   warning leiri-space at 20: U+0020 SPACE is no IRI …          findings
//!       fix  encode as %20
//! ```
//!
//! A section that has nothing to say is not there. Positions count characters from 0, as `index`
//! does in JSON. Nothing of the input is printed but through [`PageContext::shown`].

mod characters;
mod components;
mod direction;
mod findings;
mod forms;
mod headline;
mod page;

use std::io::{self, Write};

use iri_core::Inspection;

use crate::cli::Characters;
use crate::report::output::OutputDevice;
use page::PageContext;

/// Writes the page of one reference. `source` is the input where that was decoded first.
///
/// # Errors
/// If `out` cannot be written.
pub fn write(
    out: &mut impl Write,
    inspection: &Inspection<'_>,
    source: Option<&str>,
    characters: Characters,
    screen: OutputDevice,
) -> io::Result<()> {
    let page = PageContext::new(inspection, source, characters, screen);
    headline::write(out, &page)?;
    components::write(out, &page)?;
    characters::write(out, &page)?;
    forms::write(out, &page)?;
    direction::write(out, &page)?;
    findings::write(out, &page)
}
