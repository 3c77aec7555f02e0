//! `completions` and `man`: text that is generated from the definition of the command line.

mod sections;

use std::io::{self, Write};

use clap::CommandFactory;
use iri_core::text::similar::did_you_mean;

use crate::cells::escape_line;
use crate::cli::Cli;
use crate::cli::outcome::{Outcome, fail};
use crate::report::output;
use sections::Sections;

/// Prints the completions for a shell.
///
/// # Errors
/// If standard output cannot be written.
pub fn completions(shell: clap_complete::Shell) -> io::Result<Outcome> {
    // The generator panics if it cannot write, so it gets a buffer.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "iri-inspect", &mut script);
    output::print_exact(&script).map(|()| Outcome::Done)
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
    write_page(&mut text, page, &Sections::for_command(name))?;
    output::print_exact(&text).map(|()| Outcome::Done)
}

fn write_page(out: &mut dyn Write, command: &clap::Command, sections: &Sections) -> io::Result<()> {
    let page = clap_mangen::Man::new(command.clone())
        .source(concat!("iri-inspect ", env!("CARGO_PKG_VERSION")))
        .manual("User Commands");
    page.render_title(out)?;
    page.render_name_section(out)?;
    page.render_synopsis_section(out)?;
    page.render_description_section(out)?;
    page.render_options_section(out)?;
    if command.has_subcommands() {
        page.render_subcommands_section(out)?;
    }
    sections.write(out)
}
