//! `completions` and `man`: text that is generated from the definition of the command line.

use std::io;

use clap::CommandFactory;
use iri_core::text::similar::did_you_mean;

use crate::cells::escape_line;
use crate::cli::Cli;
use crate::cli::outcome::{Outcome, fail};
use crate::report::output;

/// Prints the completions for a shell.
///
/// # Errors
/// If standard output cannot be written.
pub fn completions(shell: clap_complete::Shell) -> io::Result<Outcome> {
    // The generator panics if it cannot write, so it gets a buffer.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "iri-inspect", &mut script);
    output::print(&script).map(|()| Outcome::Done)
}

/// Prints the manual page of the program, or of the command `name`.
///
/// # Errors
/// If standard output cannot be written.
pub fn manual(name: Option<&str>) -> io::Result<Outcome> {
    let mut command = Cli::command();
    command.build();
    let page = match name {
        None => Some(&command),
        Some(name) => command.find_subcommand(name),
    };
    let Some(page) = page else {
        let known = command.get_subcommands().map(clap::Command::get_name);
        let name = name.unwrap_or_default();
        let tip = did_you_mean(name, known);
        return Ok(fail(&format!("unknown command '{}'{tip}", escape_line(name))));
    };
    let mut text = Vec::new();
    clap_mangen::Man::new(page.clone()).render(&mut text)?;
    output::print(&text).map(|()| Outcome::Done)
}
