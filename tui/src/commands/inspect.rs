//! Starts the inspector: with a reference or files, and with the settings of the user.

mod event_loop;
mod events;
pub mod headless;
mod plain;
mod position_file;
mod screen_text;
mod settings_file;

use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, IsTerminal};
use std::path::PathBuf;

use iri_core::text::lines::LineIndex;
use iri_core::{ConfigProblem, Options};
use ratatui::layout::Size;

use crate::cells::escape_line;
use crate::cli::display::DisplayArgs;
use crate::cli::files::CheckArgs;
use crate::cli::outcome::{Outcome, fail, warn};
use crate::cli::workflow_log::{Quoting, guarded};
use crate::cli::{CheckPrintingArgs, Color, Format, PrintingArgs, ReferenceArgs};
use crate::commands::check;
use crate::commands::references::References;
use crate::files::documents::Documents;
use crate::inspector::app::App;
use crate::inspector::keys::KeyMap;
use crate::inspector::settings;
use crate::inspector::settings::{AppliedSettings, Settings};
use crate::inspector::subject::Subject;
use crate::inspector::tour::STOPS;
use crate::report;
use crate::report::output;
use crate::terminal::guard;
use crate::theme::Theme;
use crate::theme::appearance::{Appearance, Bidi, Environment, ThemeName};
use crate::theme::depth::Depth;
use crate::ui::viewport::ScreenLayout;

/// Size of the screen that a dialog of lines does not draw.
const SIZE_OF_PLAIN: Size = Size::new(80, 24);

/// Error about a dialog whose references are read from standard input, if there is nothing else to read keys from.
const NO_KEYS: &str = "standard input has the references, and keys need a terminal; \
                       give the references as arguments: iri-inspect --plain REFERENCE...";

/// Returns whether standard output is a terminal that supports more than printing lines.
pub fn can_draw() -> bool {
    io::stdout().is_terminal() && !is_dumb()
}

fn is_dumb() -> bool {
    std::env::var_os("TERM").is_some_and(|name| name == "dumb")
}

/// Returns whether the inspector can run: there is a terminal to draw on, and to read keys from.
pub fn is_for_inspector(source: &References, printing: &PrintingArgs, display: &DisplayArgs) -> bool {
    let can_draw = if display.is_output { !is_dumb() && guard::has_terminal() } else { can_draw() };
    let is_piped = matches!(source, References::Stdin(_)) && !io::stdin().is_terminal();
    display.is_plain || printing.format == Format::Text && can_draw && (!is_piped || guard::has_terminal())
}

/// Opens the inspector with references; several are offered as a list.
///
/// # Errors
/// If the terminal cannot be read or written.
pub fn reference(
    source: References,
    reference_args: &ReferenceArgs,
    printing: &PrintingArgs,
    display: &DisplayArgs,
) -> io::Result<Outcome> {
    // Without arguments on a terminal there is nothing to read; one screen is printed without waiting for input.
    let is_piped = matches!(source, References::Stdin(_)) && !io::stdin().is_terminal() && display.print.is_none();
    let is_empty = matches!(source, References::Stdin(_)) && !is_piped;
    let keys: Box<dyn BufRead> = if is_piped && display.is_plain {
        let Ok(terminal) = guard::keys() else { return Ok(fail(NO_KEYS)) };
        Box::new(BufReader::new(terminal))
    } else {
        Box::new(BufReader::new(io::stdin()))
    };
    let mut subjects = Vec::new();
    let add = |_: &mut io::Sink, text: &str| {
        subjects.push(Subject::decoded(&reference_args.decoded(text), reference_args.options()));
        Ok(())
    };
    if !is_empty && source.each(io::sink(), add)? > 0 && subjects.is_empty() {
        return Ok(Outcome::Failed);
    }
    if display.is_output {
        guard::draw_aside();
    }
    let start =
        |size| App::with_subjects(subjects, &ScreenLayout, Theme::default(), size).with_output(display.is_output);
    open(start, keys, printing, display)
}

/// Opens the inspector with files; without a terminal, checks them.
///
/// # Errors
/// If the terminal or standard output fails.
pub fn files(
    paths: &[OsString],
    reference_args: &ReferenceArgs,
    printing: &PrintingArgs,
    display: &DisplayArgs,
) -> io::Result<Outcome> {
    let mut check = CheckArgs::from_paths(paths);
    check.printing = CheckPrintingArgs::from(printing);
    check.links = display.links;
    if display.print.is_none() && !display.is_plain && (printing.format != Format::Text || !can_draw()) {
        return check::run(&check, reference_args);
    }
    let documents = headless::documents(paths, &check, reference_args, display.is_watching);
    let left = positions_path(display).zip(documents.opened_path());
    let documents = documents.at_position(left.and_then(|(path, opened)| position_file::read(&path, &opened)));
    let start = |size| App::with(documents, &ScreenLayout, Theme::default(), size);
    open(start, Box::new(BufReader::new(io::stdin())), printing, display)
}

/// Opens the inspector at the first stop of the tour.
///
/// # Errors
/// If the terminal or standard output fails.
pub fn tour(printing: &PrintingArgs, display: &DisplayArgs) -> io::Result<Outcome> {
    let start =
        |size| App::new(&STOPS[0].reference, Options::default(), &ScreenLayout, Theme::default(), size).with_tour();
    open(start, Box::new(BufReader::new(io::stdin())), printing, display)
}

/// Runs the inspector on the terminal, or prints one screen of it. The dialog of lines reads `keys`.
fn open(
    start: impl FnOnce(Size) -> App,
    keys: Box<dyn BufRead>,
    printing: &PrintingArgs,
    display: &DisplayArgs,
) -> io::Result<Outcome> {
    let Some((settings, problems)) = read_settings(display)? else { return Ok(Outcome::Failed) };
    let settings_file = settings_path(display).or_else(settings::path);
    let with_mouse = settings.mouse.unwrap_or(true);
    let applied = AppliedSettings { keys: KeyMap::new(&settings.keys), commands: settings.commands.clone(), problems };
    let appearance = appearance(display, printing.color, settings);
    let leave = |app: &App| {
        let position = app.origin.documents().and_then(Documents::position);
        if let (Some(path), Some(position)) = (positions_path(display), position) {
            position_file::add(&path, &position);
        }
    };
    match display.print {
        None if display.is_plain => {
            let mut app = start(SIZE_OF_PLAIN).with_appearance(appearance).with_settings(applied);
            let end =
                plain::run(&mut app, keys, &mut guarded(io::stdout(), Quoting::Text), io::stdout().is_terminal())?;
            leave(&app);
            match end {
                plain::End::Quit(Some(references)) => output::print_references(&references)?,
                plain::End::Quit(None) => {}
                plain::End::Discarded => return Ok(Outcome::Failed),
            }
        }
        None => {
            let save = |values: &[_]| settings_file::save(settings_file.as_deref(), values);
            let start = |size| start(size).with_appearance(appearance).with_settings(applied);
            let result = event_loop::run(with_mouse, &save, &leave, start)?;
            if let Some(references) = result {
                output::print_references(&references)?;
            }
        }
        Some(size) => {
            let applied = AppliedSettings { problems: Vec::new(), ..applied };
            let mut app = start(size).with_appearance(appearance).with_settings(applied);
            let screen = screen_text::screen_text(&mut app, printing.color == Color::Always)?;
            output::print(screen.as_bytes())?;
        }
    }
    Ok(Outcome::Done)
}

/// Reads the settings of the user and prints their problems. Returns the settings and the problems; `None` if they cannot be
/// read.
fn read_settings(display: &DisplayArgs) -> io::Result<Option<(Settings, Vec<String>)>> {
    let named = settings_path(display);
    let is_named = named.is_some();
    let Some(path) = named.or_else(settings::path).filter(|path| !path.as_os_str().is_empty()) else {
        return Ok(Some((Settings::default(), Vec::new())));
    };
    let shown = escape_line(&path.to_string_lossy());
    let text = match iri_core::files::read_text(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound && !is_named => {
            return Ok(Some((Settings::default(), Vec::new())));
        }
        Err(error) => {
            warn(&format!("cannot read the settings {shown}: {error}"));
            return Ok(None);
        }
    };
    let (settings, problems) = Settings::parse(&text);
    let mut out = output::text_on_stderr(Color::Auto);
    let lines = LineIndex::new(&text);
    for problem in &problems {
        report::findings::text::write_problem(&mut out, (&shown, &lines), problem, output::OutputDevice::stderr())?;
    }
    let line = |problem: &ConfigProblem| {
        let at = lines.line_column(problem.span.start);
        format!("{}:{}:{}: {}", path.display(), at.line, at.column, problem.message)
    };
    Ok(Some((settings, problems.iter().map(line).collect())))
}

/// Returns the path of the settings file that the arguments or the environment name; an empty path means no
/// file, `None` means that nothing is named.
fn settings_path(display: &DisplayArgs) -> Option<PathBuf> {
    display.settings.clone().or_else(|| std::env::var_os(settings::VARIABLE).map(PathBuf::from))
}

/// Returns the path of the positions at which the inspector was left; `None` if the user wants no settings file.
fn positions_path(display: &DisplayArgs) -> Option<PathBuf> {
    let is_unwanted = settings_path(display).is_some_and(|path| path.as_os_str().is_empty());
    settings::positions_path().filter(|_| !is_unwanted && display.print.is_none())
}

/// Combines the arguments, the settings and the environment; arguments come first.
fn appearance(display: &DisplayArgs, color: Color, settings: Settings) -> Appearance {
    let mut appearance = Appearance {
        theme: settings.theme.unwrap_or_default(),
        glyphs: settings.glyphs,
        bidi: settings.bidi.unwrap_or_default(),
        colors: settings.colors,
        environment: Environment::read(),
        ..Appearance::default()
    };
    if color == Color::Always {
        appearance.environment.depth = appearance.environment.depth.max(Depth::Sixteen);
    }
    if display.print.is_some() && !io::stdout().is_terminal() {
        appearance.bidi = Bidi::Notation;
    }
    Appearance {
        theme: match color {
            Color::Never => ThemeName::None,
            Color::Auto | Color::Always => display.theme.unwrap_or(appearance.theme),
        },
        glyphs: display.glyphs.or(appearance.glyphs),
        bidi: display.bidi.unwrap_or(appearance.bidi),
        is_calibrating: display.is_calibrating,
        ..appearance
    }
}
