//! The displayed order if it is not the stored order, in Bidi Notation: uppercase letters represent
//! right-to-left letters, and the line is the same on every terminal.

use std::io::{self, Write};

use crate::cells::{RightToLeft, escaped};
use crate::report::reference_text::page::PageContext;
use crate::report::styles;

pub(super) fn write(out: &mut impl Write, page: &PageContext<'_, '_>) -> io::Result<()> {
    let label = styles::LABEL;
    if let Some(direction) = &page.direction {
        writeln!(out, "\n  {label}direction (Bidi Notation: uppercase represents right-to-left letters){label:#}")?;
        writeln!(out, "    {label}stored{label:#}        {}", direction.stored)?;
        writeln!(out, "    {label}displayed{label:#}     {}", direction.displayed)?;
        for twin in &direction.twins {
            writeln!(
                out,
                "    {label}same display{label:#}  {twin}   {label}another reference that displays identically{label:#}"
            )?;
        }
    }
    if page.notation.legend().next().is_some() {
        writeln!(out, "\n  {label}legend{label:#}")?;
        write_legend(out, page)?;
    }
    Ok(())
}

/// Writes a line per letter: the uppercase letter, on a terminal the letter that it represents, and its name.
fn write_legend(out: &mut impl Write, page: &PageContext<'_, '_>) -> io::Result<()> {
    for entry in page.notation.legend() {
        write!(out, "    {}  ", entry.capital)?;
        if page.screen.is_terminal {
            write!(out, "{}  ", escaped({ entry.letter }.encode_utf8(&mut [0; 4]), RightToLeft::Pinned))?;
        }
        writeln!(out, "{}", entry.name())?;
    }
    Ok(())
}
