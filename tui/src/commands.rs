//! The commands, one module each.

mod check;
mod compare;
mod convert;
mod explain;
mod inspect;
mod list;
mod manual;
mod preview;
mod printer;
mod progress;
mod references;
mod show;
mod version;

use std::io;

use crate::cli::outcome::{Outcome, fail};
use crate::cli::{Cli, Command, Format, are_files};
use crate::inspector::settings;
use crate::report::output;
pub use inspect::headless::Headless;
use references::References;

/// Runs the command.
///
/// # Errors
/// If an input cannot be read or an output cannot be written.
pub fn run(cli: Cli) -> io::Result<Outcome> {
    if cli.is_version {
        return output::print(version::text(cli.is_verbose).as_bytes()).map(|()| Outcome::Done);
    }
    if cli.display.is_printing_settings {
        return output::print(settings::defaults().as_bytes()).map(|()| Outcome::Done);
    }
    let Cli { command, references, is_nul, is_reference, reference_args, printing, display, .. } = cli;
    if let Some(message) = unsupported_format(command.as_ref(), printing.format) {
        return Ok(fail(message));
    }
    match command {
        None => {
            if !is_reference && are_files(&references) {
                return inspect::files(&references, &reference_args, &printing, &display);
            }
            let source = References::new(references, is_nul);
            if display.print.is_some() || inspect::is_for_inspector(&source, &printing) {
                inspect::reference(source, &reference_args, &printing, &display)
            } else {
                show::run(source, &reference_args, &printing, false)
            }
        }
        Some(Command::Show { references, is_nul, parsers }) => {
            show::run(References::new(references, is_nul), &reference_args, &printing, parsers)
        }
        Some(Command::Check(check)) => check::run(&check, &reference_args, &printing),
        Some(Command::List(files)) => list::run(&files, &reference_args, &printing),
        Some(Command::Convert { to, references, is_nul }) => {
            convert::run(References::new(references, is_nul), to, is_nul, &reference_args)
        }
        Some(Command::Compare { a, b, at }) => compare::run(&a, &b, at, reference_args.base.as_deref()),
        Some(Command::Explain { name }) => explain::run(name.as_deref(), &printing),
        Some(Command::Completions { shell }) => manual::completions(shell),
        Some(Command::Man { command }) => manual::manual(command.as_deref()),
    }
}

/// Returns the message if the command has no such format.
fn unsupported_format(command: Option<&Command>, format: Format) -> Option<&'static str> {
    match (command, format) {
        (_, Format::Text)
        | (None | Some(Command::Check(_) | Command::List(_)), _)
        | (Some(Command::Show { .. }), Format::Json) => None,
        (Some(Command::Show { .. }), _) => Some("the command 'show' supports only --format text and json"),
        _ => Some("--format is only for the commands 'show', 'check' and 'list'"),
    }
}
