//! Starts the inspector: with a reference, with files, and with what the person set.

use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::path::Path;
use std::sync::Arc;

use iri_core::Decoded;
use ratatui::layout::Size;

use crate::app::App;
use crate::cells::escape_line;
use crate::check::input::{Bytes, Opener};
use crate::cli::files::Check;
use crate::cli::looking::Looking;
use crate::cli::{Color, Format, Judging, Printing};
use crate::documents::Documents;
use crate::input::Source;
use crate::settings::Settings;
use crate::theme::Theme;
use crate::{Outcome, check, documents, fail, keys, output, print, report, say, settings, terminal};

/// Whether standard output is a terminal that can do more than print lines.
fn can_draw() -> bool {
    io::stdout().is_terminal() && std::env::var_os("TERM").is_none_or(|name| name != "dumb")
}

/// Whether a person is there to look: a terminal to draw on, and nothing piped in.
pub fn is_for_inspector(source: &Source, printing: &Printing) -> bool {
    let is_typed = matches!(source, Source::Arguments(_)) || io::stdin().is_terminal();
    printing.format == Format::Text && can_draw() && is_typed
}

/// The inspector with one reference.
///
/// # Errors
/// Where the terminal cannot be read or written.
pub fn inspector(source: Source, judging: &Judging, printing: &Printing, looking: &Looking) -> io::Result<Outcome> {
    let reference = match source {
        Source::Arguments(arguments) => arguments.into_iter().next().unwrap_or_default(),
        Source::Stdin(_) => OsString::new(),
    };
    let Some(text) = reference.to_str() else {
        return Ok(fail(&format!("the reference is not UTF-8: {}", escape_line(&reference.to_string_lossy()))));
    };
    let decoded = if judging.is_xml { Decoded::xml(text) } else { Decoded::plain(text) };
    let start = |size| {
        let mut app = App::new(&decoded.value, judging.options(), Theme::default(), size);
        if looks_like_a_file(text) && looking.print.is_none() {
            app.tell("no file has this name: it is read as a reference".to_owned());
        }
        app
    };
    open(start, printing, looking)
}

/// Whether `text` is more likely the name of a file that is not there than a reference: `guide.xml`.
fn looks_like_a_file(text: &str) -> bool {
    let extension = Path::new(text).extension().and_then(|extension| extension.to_str());
    let is_short = extension.is_some_and(|extension| (1..=5).contains(&extension.len()));
    is_short && !text.starts_with("//") && !text.contains([':', '?', '#']) && !Path::new(text).exists()
}

/// Whether the arguments, one or more, name files and folders.
pub fn are_files(references: &[OsString]) -> bool {
    !references.is_empty() && references.iter().all(|name| !name.is_empty() && Path::new(name).exists())
}

/// Files without a command: for a person the inspector, for a program a check.
///
/// # Errors
/// Where the terminal or standard output fails.
pub fn files(paths: &[OsString], judging: &Judging, printing: &Printing, looking: &Looking) -> io::Result<Outcome> {
    let check = Check::of(paths);
    if looking.print.is_none() && (printing.format != Format::Text || !can_draw()) {
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
    let Some((settings, problems)) = read_settings(looking)? else { return Ok(Outcome::Failed) };
    keys::rebind(&settings.keys);
    let with_mouse = settings.mouse.unwrap_or(true);
    let look = looking.look(printing.color, settings);
    match looking.print {
        None => terminal::run(with_mouse, |size| {
            let mut app = start(size).looking(look);
            if problems > 0 {
                app.tell("your settings have problems: they are told when you quit".to_owned());
            }
            app
        })?,
        Some(size) => {
            let screen = print::screen(&mut start(size).looking(look), printing.color == Color::Always)?;
            output::print(screen.as_bytes())?;
        }
    }
    Ok(Outcome::Done)
}

/// Reads the person's settings, and says what makes no sense in them. Gives them and how
/// much that was; nothing where they cannot be read.
fn read_settings(looking: &Looking) -> io::Result<Option<(Settings, usize)>> {
    let named = looking.settings_named();
    let is_named = named.is_some();
    let Some(path) = named.or_else(settings::path).filter(|path| !path.as_os_str().is_empty()) else {
        return Ok(Some((Settings::default(), 0)));
    };
    let shown = escape_line(&path.to_string_lossy());
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound && !is_named => {
            return Ok(Some((Settings::default(), 0)));
        }
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
    Ok(Some((settings, problems.len())))
}
