//! The commands, one module each.

mod check;
mod compare;
mod convert;
mod explain;
mod init;
mod inspect;
mod list;
mod manual;
mod places;
mod preview;
mod printer;
mod progress;
mod references;
mod schema;
mod show;
mod tour;
mod version;

use std::io::{self, IsTerminal};
use std::path::Path;

use crate::cli::outcome::{Outcome, fail, note_standard_input};
use crate::cli::{Cli, Command, Format, ReferenceArgs, SourceArgs, TextOrJsonArgs, are_files, not_references};
use crate::inspector::settings;
use crate::report::output;
pub use inspect::headless::Headless;
pub use manual::complete;
use references::References;

/// Runs the command.
///
/// # Errors
/// If an input cannot be read or an output cannot be written.
pub fn run(cli: Cli) -> io::Result<Outcome> {
    if cli.is_version {
        return output::print_exact(version::text(cli.is_verbose, cli.printing.format).as_bytes())
            .map(|()| Outcome::Done);
    }
    if cli.display.is_printing_settings {
        return output::print_exact(settings::defaults().as_bytes()).map(|()| Outcome::Done);
    }
    let Cli { command, references, is_nul, is_reference, reference_args, printing, display, .. } = cli;
    match command {
        None => {
            if !is_reference && are_files(&references) {
                return inspect::files(&references, &reference_args, &printing, &display);
            }
            let source = References::new(references, is_nul);
            let is_for_inspector = inspect::is_for_inspector(&source, &printing, &display);
            let is_empty = matches!(source, References::Stdin(_)) && io::stdin().is_terminal();
            if display.print.is_some() || is_for_inspector && is_empty {
                return inspect::reference(source, &reference_args, &printing, &display);
            }
            if source.is_markup()? {
                return Ok(fail("standard input is XML, not references; use 'iri-inspect check -'"));
            }
            if is_for_inspector {
                return inspect::reference(source, &reference_args, &printing, &display);
            }
            show::run(source, &reference_args, &printing, &show::Selection::default())
        }
        Some(Command::Show { source, parsers, fields, statistics, reference_args, printing }) => {
            let selection = show::Selection { shows_parsers: parsers, fields, is_statistics: statistics };
            with_references(source, "show", |source| show::run(source, &reference_args, &printing, &selection))
        }
        Some(Command::Check(check)) => {
            let reference_args = check.reference_args.clone();
            check::run(&check, &reference_args.into())
        }
        Some(Command::List { files, base, are_unknown_listed, printing }) => {
            let reference_args =
                ReferenceArgs { base, are_unknown_wanted: are_unknown_listed, ..ReferenceArgs::default() };
            list::run(&files, &reference_args, &printing.into())
        }
        Some(Command::Schema { files, printing }) => schema::run(&files, &printing.into()),
        Some(Command::Places { schemas }) => places::run(&schemas),
        Some(Command::Convert { to, source, charset, is_xml }) => {
            let reference_args = ReferenceArgs { charset, is_xml, ..ReferenceArgs::default() };
            let (command, is_nul) = (format!("convert --to {}", to.name()), source.is_nul);
            with_references(source, &command, |source| convert::run(source, to, is_nul, &reference_args))
        }
        Some(Command::Compare { a, b, is_reference, at, base, is_xml }) => {
            let pair = [a, b];
            let tip = |_: &Path| "compare compares two references, not the contents of files".to_owned();
            if let Some(message) = not_references(&pair, &tip).filter(|_| !is_reference) {
                return Ok(fail(&message));
            }
            let reference_args = ReferenceArgs { base, is_xml, ..ReferenceArgs::default() };
            compare::run((&pair[0], &pair[1]), at, &reference_args)
        }
        Some(Command::Explain { name, printing }) => explain::run(name.as_deref(), &printing.into()),
        Some(Command::Tour { color, display }) => {
            tour::run(&TextOrJsonArgs { format: Format::Text, color }.into(), &display)
        }
        Some(Command::Init) => init::run(),
        Some(Command::Completions { shell }) => manual::completions(shell),
        Some(Command::Man { command }) => manual::manual(command.as_deref()),
    }
}

/// Runs `work` with the references of `source`, for the command `command`.
fn with_references(
    source: SourceArgs,
    command: &str,
    work: impl FnOnce(References) -> io::Result<Outcome>,
) -> io::Result<Outcome> {
    if let Some(message) = source.misuse(command) {
        return Ok(fail(&message));
    }
    match &source.file {
        Some(path) if path.as_os_str() != "-" => match References::from_file(path, source.is_nul) {
            Ok(references) => work(references),
            Err(message) => Ok(fail(&message)),
        },
        _ => {
            let references = References::new(source.references, source.is_nul);
            if matches!(references, References::Stdin(_)) {
                note_standard_input();
            }
            work(references)
        }
    }
}
