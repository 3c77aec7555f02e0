//! The program `iri-inspect`: what runs, and the status it leaves.

mod app;
mod cells;
mod check;
mod cli;
mod convert;
mod documents;
mod editor;
mod input;
mod judge;
mod judged;
mod keys;
mod list;
mod names;
mod output;
mod print;
mod report;
mod settings;
mod show;
mod start;
mod terminal;
mod theme;
mod ui;
mod version;

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::CommandFactory;
use iri_core::reference::NormalizationLevel;
use iri_core::reference::compare;
use iri_core::reference::resolve;
use iri_core::text::similar::did_you_mean;

use crate::cells::escape_line;
use crate::cli::{Cli, Command, Format};
use crate::input::Source;
use crate::start::{are_files, files, inspector, is_for_inspector};

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    /// It did what it was asked.
    Done,
    /// The two that were compared differ.
    Different,
    /// Something could not be done; it was said what.
    Failed,
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Done => Self::SUCCESS,
            Outcome::Different => Self::from(1),
            Outcome::Failed => Self::from(2),
        }
    }
}

fn main() -> ExitCode {
    match run(Cli::read()) {
        Ok(outcome) => outcome.into(),
        // Whoever reads us has read enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => fail(&error.to_string()).into(),
    }
}

fn run(cli: Cli) -> io::Result<Outcome> {
    if cli.is_version {
        return output::print(version::text(cli.is_verbose).as_bytes()).map(|()| Outcome::Done);
    }
    if cli.looking.is_printing_settings {
        return output::print(settings::defaults().as_bytes()).map(|()| Outcome::Done);
    }
    let Cli { command, references, is_nul, is_reference, judging, printing, looking, .. } = cli;
    if let Some(message) = misused_format(command.as_ref(), printing.format) {
        return Ok(fail(message));
    }
    match command {
        None => {
            if !is_reference && are_files(&references) {
                return files(&references, &judging, &printing, &looking);
            }
            let source = Source::of(references, is_nul);
            if looking.print.is_some() || is_for_inspector(&source, &printing) {
                inspector(source, &judging, &printing, &looking)
            } else {
                show::run(source, &judging, &printing)
            }
        }
        Some(Command::Show { references, is_nul }) => show::run(Source::of(references, is_nul), &judging, &printing),
        Some(Command::Check(check)) => check::run(&check, &judging, &printing),
        Some(Command::List(files)) => list::run(&files, &judging, &printing),
        Some(Command::Convert { to, references, is_nul }) => {
            convert::run(Source::of(references, is_nul), to, is_nul, &judging)
        }
        Some(Command::Compare { a, b, at }) => compare_two(&a, &b, at, judging.base.as_deref()),
        Some(Command::Explain { name }) => report::explain::run(name.as_deref(), &printing),
        Some(Command::Completions { shell }) => completions(shell),
        Some(Command::Man { command }) => manual(command.as_deref()),
    }
}

/// Says on stderr why it cannot be done.
fn fail(message: &str) -> Outcome {
    say(message);
    Outcome::Failed
}

/// Says something on stderr. If that is closed as well, the exit status still tells.
fn say(message: &str) {
    let _ = writeln!(io::stderr(), "iri-inspect: {message}");
}

/// What to say where the command has no such format.
fn misused_format(command: Option<&Command>, format: Format) -> Option<&'static str> {
    match (command, format) {
        (_, Format::Text)
        | (None | Some(Command::Check(_) | Command::List(_)), _)
        | (Some(Command::Show { .. }), Format::Json) => None,
        (Some(Command::Show { .. }), _) => Some("show prints --format text or json; the others are for check"),
        _ => Some("--format goes with show, check and list; the other commands print text alone"),
    }
}

/// Compares the two; where there is a base, what they mean under it.
fn compare_two(a: &OsString, b: &OsString, at: NormalizationLevel, base: Option<&str>) -> io::Result<Outcome> {
    let (Some(a), Some(b)) = (a.to_str(), b.to_str()) else {
        return Ok(fail("a reference to compare is not UTF-8"));
    };
    let same = match base {
        None => compare(a, b),
        Some(base) => match resolve(base, a).zip(resolve(base, b)) {
            Some((a, b)) => compare(&a, &b),
            None => return Ok(fail("the base has no scheme: nothing can be resolved against it")),
        },
    };
    let text = match same {
        Some(rung) => format!("the same from the rung '{}' up\n", rung.name()),
        None => "different on every rung\n".to_owned(),
    };
    output::print(text.as_bytes())?;
    Ok(if same.is_some_and(|rung| rung <= at) { Outcome::Done } else { Outcome::Different })
}

fn completions(shell: clap_complete::Shell) -> io::Result<Outcome> {
    // The generator panics where it cannot write, so it gets a buffer.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "iri-inspect", &mut script);
    output::print(&script).map(|()| Outcome::Done)
}

fn manual(name: Option<&str>) -> io::Result<Outcome> {
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
        return Ok(fail(&format!("there is no command '{}'{tip}", escape_line(name))));
    };
    let mut text = Vec::new();
    clap_mangen::Man::new(page.clone()).render(&mut text)?;
    output::print(&text).map(|()| Outcome::Done)
}
