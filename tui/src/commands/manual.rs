//! `completions` and `man`: text that is generated from the definition of the command line.
//!
//! ```text
//! iri-inspect completions bash     a script; for each word, it runs
//! IRI_INSPECT_COMPLETE=bash iri-inspect -- iri-inspect explain lei  ─▶  leiri-space, leiri-delimiter, …
//! ```
//!
//! The program itself knows what can follow, so all shells but Nushell, whose script contains the options, complete alike.

mod sections;

use std::io::{self, Write};

use clap::CommandFactory;
use clap_complete::env::{CompleteEnv, Shells};
use iri_core::text::similar::did_you_mean;

use crate::cells::escape_line;
use crate::cli::outcome::{Outcome, fail};
use crate::cli::{Cli, Shell};
use crate::report::output;
use sections::Sections;

const PROGRAM: &str = "iri-inspect";
/// Variable that the scripts set to the name of the shell.
const VARIABLE: &str = "IRI_INSPECT_COMPLETE";

/// Prints the completions for a shell.
///
/// # Errors
/// If standard output cannot be written.
pub fn completions(shell: Shell) -> io::Result<Outcome> {
    let name = match shell {
        Shell::Bash => "bash",
        Shell::Elvish => "elvish",
        Shell::Fish => "fish",
        Shell::Powershell => "powershell",
        Shell::Zsh => "zsh",
        Shell::Nushell => {
            // The generator panics if it cannot write, so it gets a buffer.
            let mut script = Vec::new();
            clap_complete::generate(clap_complete_nushell::Nushell, &mut Cli::command(), PROGRAM, &mut script);
            return output::print_exact(&script).map(|()| Outcome::Done);
        }
    };
    let shells = Shells::builtins();
    let shell = shells.completer(name).expect("the library knows this shell");
    let mut script = Vec::new();
    shell.write_registration(VARIABLE, PROGRAM, PROGRAM, PROGRAM, &mut script)?;
    output::print_exact(&script).map(|()| Outcome::Done)
}

/// Prints what can follow the words of a command line, if the script of a shell asks for it. Returns whether it did.
///
/// # Errors
/// If the shell is unknown or standard output cannot be written.
pub fn complete() -> Result<bool, clap::Error> {
    let current = std::env::current_dir().ok();
    let completions = CompleteEnv::with_factory(Cli::command).var(VARIABLE).completer(PROGRAM);
    completions.try_complete(std::env::args_os(), current.as_deref())
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
    let usage = command.clone().render_usage().to_string();
    let usage = usage.trim_start_matches("Usage: ").replace("\n       ", "\n");
    let page = clap_mangen::Man::new(command.clone().override_usage(usage));
    let name = command.get_display_name().unwrap_or(PROGRAM).replace('-', "\\-");
    // An empty date must be quoted.
    writeln!(out, ".TH \"{name}\" 1 \"\" \"{PROGRAM} {}\" \"User Commands\"", env!("CARGO_PKG_VERSION"))?;
    page.render_name_section(out)?;
    page.render_synopsis_section(out)?;
    page.render_description_section(out)?;
    page.render_options_section(out)?;
    if command.has_subcommands() {
        page.render_subcommands_section(out)?;
    }
    sections.write(out)
}
