//! The displayed order if it is not the stored order, in Bidi Notation: uppercase letters represent
//! right-to-left letters, and the line is true on every terminal.

use std::io::{self, Write};

use crate::cells::{RightToLeft, escaped};
use crate::report::reference_text::page::PageContext;
use crate::report::styles;

pub(super) fn write(out: &mut impl Write, page: &PageContext<'_, '_>) -> io::Result<()> {
    let bidi = page.inspection.bidi();
    if bidi.is_left_to_right() {
        return Ok(());
    }
    let label = styles::LABEL;
    let notation = |text: &str| escaped(text, RightToLeft::Notation);
    writeln!(out, "\n  {label}direction, in capitals for right-to-left letters{label:#}")?;
    writeln!(out, "    {label}logical{label:#}  {}", notation(page.text()))?;
    writeln!(out, "    {label}visual{label:#}   {}", notation(&bidi.visual()))?;
    for twin in page.inspection.twins() {
        writeln!(
            out,
            "    {label}twin{label:#}     {}   {label}another reference, shown the same{label:#}",
            notation(&twin)
        )?;
    }
    Ok(())
}
