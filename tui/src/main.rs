//! The program `iri-inspect`: what runs, and the status it leaves.

mod app;
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
mod terminal;
mod ui;
mod version;

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use clap::CommandFactory;
use iri_core::Decoded;
use iri_core::reference::{Rung, compare, resolve};
use iri_core::similar::did_you_mean;
use ratatui::layout::Size;

use crate::app::App;
use crate::check::input::{Bytes, Opener};
use crate::cli::files::Check;
use crate::cli::looking::Looking;
use crate::cli::{Cli, Color, Command, Format, Judging, Printing};
use crate::documents::Documents;
use crate::input::Source;
use crate::report::line_of;
use crate::settings::Settings;
use crate::ui::theme::Theme;

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

/// Whether a person is there to look: a terminal to draw on, and nothing piped in.
fn is_for_inspector(source: &Source, printing: &Printing) -> bool {
    let is_typed = matches!(source, Source::Arguments(_)) || io::stdin().is_terminal();
    printing.format == Format::Text && io::stdout().is_terminal() && is_typed
}

fn inspector(source: Source, judging: &Judging, printing: &Printing, looking: &Looking) -> io::Result<Outcome> {
    let reference = match source {
        Source::Arguments(arguments) => arguments.into_iter().next().unwrap_or_default(),
        Source::Stdin(_) => OsString::new(),
    };
    let Some(text) = reference.to_str() else {
        return Ok(fail(&format!("the reference is not UTF-8: {}", line_of(&reference.to_string_lossy()))));
    };
    let decoded = if judging.is_xml { Decoded::xml(text) } else { Decoded::plain(text) };
    let start = |size| App::new(&decoded.value, judging.options(), Theme::default(), size);
    open(start, printing, looking)
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

/// Whether the arguments, one or more, name files and folders.
fn are_files(references: &[OsString]) -> bool {
    !references.is_empty() && references.iter().all(|name| !name.is_empty() && Path::new(name).exists())
}

/// Files without a command: for a person the inspector, for a program a check.
fn files(paths: &[OsString], judging: &Judging, printing: &Printing, looking: &Looking) -> io::Result<Outcome> {
    let check = Check::of(paths);
    if looking.print.is_none() && (printing.format != Format::Text || !io::stdout().is_terminal()) {
        return check::run(&check, judging, printing);
    }
    let opener = Arc::new(Opener::new(&check.files, judging, Bytes::Kept));
    let incoming = documents::reading::start(&check.files, Arc::clone(&opener));
    let name = match paths {
        [path] => path.to_string_lossy().into_owned(),
        _ => "iri-inspect".to_owned(),
    };
    let documents = Documents::new(name, opener, incoming);
    open(|size| App::with(documents, Theme::default(), size), printing, looking)
}

/// Runs the inspector on the terminal, or prints one screen of it.
fn open(start: impl FnOnce(Size) -> App, printing: &Printing, looking: &Looking) -> io::Result<Outcome> {
    let Some(settings) = read_settings(looking)? else { return Ok(Outcome::Failed) };
    keys::rebind(&settings.keys);
    let with_mouse = settings.mouse.unwrap_or(true);
    let look = looking.look(printing.color, settings);
    match looking.print {
        None => terminal::run(with_mouse, |size| start(size).looking(look))?,
        Some(size) => {
            let screen = print::screen(&mut start(size).looking(look), printing.color == Color::Always)?;
            output::print(screen.as_bytes())?;
        }
    }
    Ok(Outcome::Done)
}

/// Reads the person's settings, and says what makes no sense in them. Nothing where they cannot be read.
fn read_settings(looking: &Looking) -> io::Result<Option<Settings>> {
    let named = looking.settings_named();
    let is_named = named.is_some();
    let Some(path) = named.or_else(settings::path).filter(|path| !path.as_os_str().is_empty()) else {
        return Ok(Some(Settings::default()));
    };
    let shown = line_of(&path.to_string_lossy());
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound && !is_named => return Ok(Some(Settings::default())),
        Err(error) => {
            say(&format!("the settings {shown} cannot be read: {error}"));
            return Ok(None);
        }
    };
    let (settings, problems) = Settings::parse(&text);
    let mut out = output::styled_stderr(Color::Auto);
    for problem in &problems {
        report::check::text::write_problem(&mut out, (&shown, &text), problem, output::Screen::of_stderr())?;
    }
    Ok(Some(settings))
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
fn compare_two(a: &OsString, b: &OsString, at: Rung, base: Option<&str>) -> io::Result<Outcome> {
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
        return Ok(fail(&format!("there is no command '{}'{tip}", line_of(name))));
    };
    let mut text = Vec::new();
    clap_mangen::Man::new(page.clone()).render(&mut text)?;
    output::print(&text).map(|()| Outcome::Done)
}
