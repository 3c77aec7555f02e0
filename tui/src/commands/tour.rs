//! `tour`: references that open something else than people read, in the inspector or as text.

use std::io;

use crate::cli::PrintingArgs;
use crate::cli::display::DisplayArgs;
use crate::cli::outcome::Outcome;
use crate::commands::inspect;
use crate::inspector::tour;
use crate::report::output;

/// Opens the tour in the inspector; without a terminal, prints its texts.
///
/// # Errors
/// If the terminal or standard output fails.
pub fn run(printing: &PrintingArgs, display: &DisplayArgs) -> io::Result<Outcome> {
    if display.print.is_some() || inspect::can_draw() {
        return inspect::tour(printing, display);
    }
    output::print(tour::text().as_bytes()).map(|()| Outcome::Done)
}
