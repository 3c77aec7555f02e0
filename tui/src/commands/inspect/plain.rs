//! `--plain`: the inspector as a dialog of lines, for screen readers and for terminals that only print.
//!
//! ```text
//!  reference 1 of 2 with findings: docs/a.xml:2:12, x:href of <a>
//!  http://e.org/a[SP]b
//!  warning leiri-space at 14: SPACE (U+0020) is not allowed in an IRI
//!    f  encode SPACE as %20 (safe: same resource)
//!  > f
//! ```
//!
//! An open reference has a section per pane: the rows of the report.
//!
//! Of the same reference only what changed is printed again.
//!
//! The state is that of the inspector: each line is a key, or the start of the name of a command, and changes it with
//! the same messages. In a text input the line is the text.

use std::collections::HashSet;
use std::io::{self, BufRead, Write};
use std::thread;
use std::time::Duration;

use crossterm::event::KeyEvent;
use iri_core::CancelToken;
use iri_core::characters::boxed;
use iri_core::present::{Report, RowKind, Section};
use iri_core::text::apply_edits;
use iri_core::unicode;
use iri_core::xml::FixChoice;
use ratatui::layout::Size;

use crate::cells::{RightToLeft, escaped, escaped_message};
use crate::commands::inspect::headless::wait_for_worker;
use crate::files::documents::Documents;
use crate::files::link_target::TargetWord;
use crate::files::tally::named;
use crate::inspector::analysis::Direction;
use crate::inspector::app::App;
use crate::inspector::editor::{Editor, Motion};
use crate::inspector::keys::{self, KeyPattern};
use crate::inspector::message::{ChosenFixes, Effect, Message, Step};
use crate::inspector::origin::{Origin, Screen};
use crate::inspector::overlay::{Menu, Overlay};
use crate::inspector::pane::Pane;
use crate::inspector::proposal;
use crate::terminal::{clipboard, external_editor};
use crate::theme::drawing::Glyphs;
use crate::ui::{self, bytes, comparison, conversions, reference};

/// Maximum number of findings and of lines that are printed at once.
const MOST: usize = 200;
/// Maximum number of characters of a line in Bidi Notation.
const LINE: usize = 512;
/// Maximum bytes of a reference that is printed after each fix.
const LONG: usize = 1 << 10;
/// Size of a pane that is printed.
const WIDTH: u16 = 400;
const HEIGHT: u16 = 120;
/// Wait for a task on many files.
const WAIT: Duration = Duration::from_millis(2);
/// Line that cancels a text input.
const CANCEL: &str = "esc";

/// How the dialog ended.
#[derive(Debug, PartialEq, Eq)]
pub enum End {
    /// By a command, with the references to print on standard output.
    Quit(Option<Vec<String>>),
    /// The input ended, and unsaved changes were discarded.
    Discarded,
}

/// Runs the dialog. Only a terminal can be asked to copy a text.
///
/// # Errors
/// If the input cannot be read, or the output cannot be written.
pub fn run(app: &mut App, input: impl BufRead, out: &mut impl Write, is_terminal: bool) -> io::Result<End> {
    let out = &mut Encoded { out, is_ascii: app.look.theme.is_ascii };
    let mut lines = input.lines();
    // A screen reader has no words for symbols.
    app.look.theme.glyphs = Glyphs::Ascii;
    let mut printed = Printed::default();
    loop {
        while app.is_busy() {
            if app.update(Message::Tick) == Effect::Quit {
                return Ok(End::Quit(None));
            }
            thread::sleep(WAIT);
        }
        wait_for_worker(app);
        if matches!(app.overlays.last(), Some(Overlay::Calibration)) {
            app.update(Message::Back);
            app.update(Message::Notice("the right-to-left test needs a screen".to_owned()));
        }
        printed.write(out, app)?;
        if matches!(app.overlays.last(), Some(Overlay::Help { .. })) {
            // The printed help stays visible, and the next line is a key.
            app.update(Message::Back);
        }
        write!(out, "> ")?;
        out.flush()?;
        let Some(line) = lines.next().transpose()? else {
            if app.origin.documents().is_some_and(|documents| documents.count.changed > 0) {
                writeln!(out, "\nthe input ended; unsaved changes are discarded")?;
                return Ok(End::Discarded);
            }
            return Ok(End::Quit(None));
        };
        for message in messages(app, &line) {
            let row = is_choice(&message).then(|| app.fix_list().map(|list| list.selected)).flatten();
            let effect = app.update(message);
            if let Some(chosen) = row.and_then(|row| chosen_words(app, row)).filter(|_| app.notice.is_empty()) {
                app.update(Message::Notice(chosen));
            }
            match effect {
                Effect::Draw | Effect::Nothing | Effect::Redraw => {}
                Effect::Quit => return Ok(End::Quit(None)),
                Effect::QuitAndPrint(references) => return Ok(End::Quit(Some(references))),
                Effect::Suspend | Effect::SaveSettings(_) => {
                    app.update(Message::Notice("not available in plain mode".to_owned()));
                }
                Effect::Run(command) => {
                    let ended = external_editor::run_named(&command.name, &command.words);
                    app.update(Message::Tick);
                    if let Err(message) = ended {
                        app.update(Message::Notice(message));
                    }
                }
                Effect::Copy { what, text } => {
                    let done = clipboard::copy(&text, is_terminal.then_some(&mut *out))?;
                    if done.is_none() {
                        // What reads a pipe gets the text itself.
                        text.lines().try_for_each(|line| writeln!(out, "{}", shown(line)))?;
                    }
                    app.update(Message::Notice(format!("{}: {what}", done.unwrap_or("printed, not copied"))));
                }
                Effect::Edit(path, line, column) => {
                    let ended = external_editor::edit(&path, line, column);
                    app.update(Message::Tick);
                    if let Err(message) = ended {
                        app.update(Message::Notice(message));
                    }
                }
            }
        }
    }
}

/// Output in the encoding of the terminal: in a C locale other characters have code points, as on the screen.
struct Encoded<'w, W> {
    out: &'w mut W,
    is_ascii: bool,
}

impl<W: Write> Write for Encoded<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.is_ascii && !bytes.is_ascii() {
            let coded = |c: char| if c.is_ascii() { c.to_string() } else { boxed(c) };
            self.out.write_all(String::from_utf8_lossy(bytes).chars().map(coded).collect::<String>().as_bytes())?;
        } else {
            self.out.write_all(bytes)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Returns the messages of a typed line.
fn messages(app: &App, line: &str) -> Vec<Message> {
    let is_typing = app.origin.screen() == Screen::Reference && app.panes.pane == Pane::Reference;
    let typed = |end: Message| {
        let text = if line.is_empty() { Message::Delete(Motion::Left) } else { Message::Insert(line.to_owned()) };
        vec![Message::SelectAll, text, end]
    };
    match app.overlays.last() {
        Some(Overlay::Prompt(_)) if line != CANCEL => return typed(Message::Accept),
        Some(Overlay::Menu(menu)) => {
            if let Some(messages) = choice(menu, line) {
                return messages;
            }
        }
        None if is_typing && line != CANCEL => return typed(Message::Focus(Pane::Findings)),
        _ => {}
    }
    let name = if line.trim().is_empty() { "enter" } else { line.trim() };
    let mode = app.input_mode();
    let key_named = |name: &str| match KeyPattern::named(name) {
        Ok(KeyPattern::Key(code, modifiers)) => app.settings.keys.message(KeyEvent::new(code, modifiers), mode),
        _ => None,
    };
    let key = key_named(name);
    // A count and its key.
    let counted = name.trim_start_matches(|c: char| c.is_ascii_digit());
    let moved = key_named(counted)
        .filter(|message| message.is_repeated() || matches!(message, Message::Step(_) | Message::Fix(0)));
    if let Some(moved) = moved.filter(|_| counted.len() < name.len()) {
        let digits = name.bytes().take_while(u8::is_ascii_digit).map(|digit| Message::Digit(usize::from(digit - b'0')));
        return digits.chain([moved]).collect();
    }
    let command = || {
        let mut named = keys::bindings(mode).filter(|binding| binding.words.starts_with(name));
        app.command(name).or_else(|| named.next().map(|binding| (binding.message)('\0')))
    };
    // In a menu a letter would be typed; a line that is not a number has no meaning there.
    let key = key.filter(|message| !matches!(message, Message::Insert(_)));
    // A letter without an action here is not the start of a command: it may be a key elsewhere.
    let message = key.or_else(|| if name.chars().nth(1).is_some() { command() } else { None });
    vec![message.unwrap_or_else(|| Message::Notice(format!("unknown key or command: {name} (? help)")))]
}

/// Returns the messages that choose the entry with the number in `line`, or the answer that it names.
fn choice(menu: &Menu, line: &str) -> Option<Vec<Message>> {
    let answered = Menu { line: Editor::new(line.trim()), ..menu.clone() };
    if menu.is_question && !line.trim().is_empty() && !answered.shown().is_empty() {
        let typed = vec![Message::SelectAll, Message::Insert(line.trim().to_owned())];
        let accept = (!answered.is_answered()).then_some(Message::Accept);
        return Some(typed.into_iter().chain(accept).collect());
    }
    let number: usize = line.trim().parse().ok()?;
    if number == 0 || number > menu.shown().len() {
        return None;
    }
    let steps = std::iter::repeat_n(Message::Step(Step::Down), number - 1);
    let up = std::iter::repeat_n(Message::Step(Step::Up), menu.selected);
    Some(up.chain(steps).chain([Message::Accept]).collect())
}

/// Returns whether a message chooses what is done about one finding.
const fn is_choice(message: &Message) -> bool {
    matches!(message, Message::ChooseFixes(ChosenFixes::Selected | ChosenFixes::Number(_)))
}

/// Returns what is chosen in this row of the list of fixes.
fn chosen_words(app: &App, row: usize) -> Option<String> {
    let list = app.fix_list()?;
    let &(part, choice) = list.fixes.get(row)?;
    let choice = list.proposal.parts.get(part)?.choices.get(choice)?;
    Some(format!("{}: {}", state(choice), proposal::title(choice, choice.chosen.unwrap_or(0))))
}

/// Returns whether a fix is chosen.
const fn state(choice: &FixChoice) -> &'static str {
    if choice.chosen.is_some() { "accepted" } else { "skipped" }
}

fn shown(text: &str) -> String {
    escaped(text, RightToLeft::Kept)
}

/// Escapes a reference, in which a space could not be heard.
fn shown_reference(text: &str) -> String {
    shown(text).replace(' ', "[SP]")
}

/// Escapes a message. In what it quotes, a space could not be heard.
fn message(text: &str) -> String {
    let text = escaped_message(text, RightToLeft::Kept);
    let mut said = String::with_capacity(text.len());
    let mut rest = &*text;
    let is_word = |c: char| c.is_alphanumeric();
    while let Some((before, quoted)) = rest.split_once('\'') {
        said.push_str(before);
        said.push('\'');
        // An apostrophe follows a letter; a quotation ends before another character than a letter.
        let is_start = !before.ends_with(is_word);
        let end = quoted.match_indices('\'').map(|(at, _)| at).find(|at| !quoted[at + 1..].starts_with(is_word));
        let end = end.filter(|_| is_start).unwrap_or(0);
        said.push_str(&quoted[..end].replace(' ', "[SP]"));
        let length = end + usize::from(end > 0);
        said.push_str(&quoted[end..length]);
        rest = &quoted[length..];
    }
    said + rest
}

/// What was printed last: of the same reference, and of the same menu, text or fix above it, only what changed is printed again.
#[derive(Default)]
struct Printed {
    reference: Block,
    above: Block,
}

/// Lines that were printed about something.
#[derive(Default)]
struct Block {
    of: String,
    lines: HashSet<String>,
}

impl Printed {
    /// Prints the last action and the state.
    fn write(&mut self, out: &mut impl Write, app: &App) -> io::Result<()> {
        if !app.notice.is_empty() {
            writeln!(out, "{}", message(&app.notice))?;
        }
        let mut block = Vec::new();
        write_state(&mut block, app)?;
        let block = String::from_utf8_lossy(&block);
        let depth = app.overlays.len();
        let of = match app.overlays.last() {
            Some(Overlay::Menu(menu)) => format!("{depth} {}", menu.title),
            Some(Overlay::Page(page)) => format!("{depth} {}", page.title),
            Some(Overlay::Fixes(list)) => format!("{depth} {}", list.selected),
            // These are short, or closed when they were printed.
            Some(Overlay::Prompt(_) | Overlay::Help { .. } | Overlay::Calibration) => {
                self.above = Block::default();
                return write!(out, "{block}");
            }
            None => {
                self.above = Block::default();
                let of = match &app.origin {
                    Origin::Files(list) => format!("{:?} {:?}", app.origin.screen(), list.documents.at()),
                    Origin::Texts(list) => list.current.to_string(),
                };
                return self.reference.write(out, of, &block);
            }
        };
        self.above.write(out, of, &block)
    }
}

impl Block {
    /// Prints the lines that changed, or the first one if none did.
    fn write(&mut self, out: &mut impl Write, of: String, block: &str) -> io::Result<()> {
        if self.of != of {
            (self.of, self.lines) = (of, HashSet::new());
        }
        let mut is_changed = false;
        for line in block.lines().filter(|line| !self.lines.contains(*line)) {
            writeln!(out, "{line}")?;
            is_changed = true;
        }
        if !is_changed {
            writeln!(out, "{}", block.lines().next().unwrap_or_default())?;
        }
        self.lines = block.lines().map(str::to_owned).collect();
        Ok(())
    }
}

/// Prints what the screen would show: the topmost overlay or the reference.
fn write_state(out: &mut impl Write, app: &App) -> io::Result<()> {
    match app.overlays.last() {
        Some(Overlay::Page(page)) => {
            writeln!(out, "{}", message(&page.title))?;
            for line in page.lines.iter().take(MOST) {
                writeln!(out, "{}", message(&line.text))?;
            }
            if page.lines.len() > MOST {
                writeln!(out, "{} more not shown", named(page.lines.len() - MOST, "line"))?;
            }
            let keys = if page.accept.is_some() { "enter apply, esc close" } else { "esc close" };
            writeln!(out, "{keys}")
        }
        Some(Overlay::Menu(menu)) => {
            writeln!(out, "{}", message(&menu.title))?;
            for (number, choice) in menu.shown().into_iter().enumerate().take(MOST) {
                let note = if choice.note.is_empty() { String::new() } else { format!(" ({})", choice.note) };
                writeln!(out, "  {}  {}{}", number + 1, message(&choice.words), message(&note))?;
            }
            writeln!(out, "type a number, or esc")
        }
        Some(Overlay::Prompt(prompt)) => {
            writeln!(out, "{}{} (type the text, or esc)", prompt.purpose.label(), shown(prompt.line.text()))
        }
        Some(Overlay::Help { .. }) => write_help(out, app),
        Some(Overlay::Fixes(_)) => write_fixes(out, app),
        Some(Overlay::Calibration) => Ok(()),
        None if app.origin.screen() == Screen::List => write_list(out, app),
        None => write_reference(out, app),
    }
}

/// Prints the selected fix of the list, and the lines that it changes.
fn write_fixes(out: &mut impl Write, app: &App) -> io::Result<()> {
    let Some(list) = app.fix_list() else { return Ok(()) };
    let Some((part, choice)) = list.selected_choice() else { return Ok(()) };
    writeln!(out, "{}", message(&list.proposal.title()))?;
    let name = app.origin.documents().map_or("", |documents| documents.files[part.file].name.as_str());
    let at = part.document.line_column(choice.finding.span.start);
    // A row may be for several findings, which the title counts.
    let number = format!("{}, row {} of {}", state(choice), list.selected + 1, list.fixes.len());
    writeln!(out, "{number}: {}:{}:{}", shown(name), at.line, at.column)?;
    let finding = &choice.finding;
    writeln!(out, "{}", message(&proposal::problem(finding)))?;
    for (number, fix) in (1..).zip(&finding.fixes) {
        let mark = if choice.chosen == Some(number - 1) { "accepted: " } else { "" };
        let title = proposal::title(choice, number - 1);
        writeln!(out, "  {number}  {mark}{} ({})", message(&title), fix.safety.words())?;
    }
    for line in proposal::hunk(part, choice) {
        writeln!(out, "{}", message(&line.text))?;
    }
    writeln!(out, "space accept or skip, j next, A all, enter apply, esc close (? help)")
}

fn write_help(out: &mut impl Write, app: &App) -> io::Result<()> {
    writeln!(out, "type a key or the start of a command; an empty line is enter")?;
    let is_said = |message: &Message| {
        let is_of_screen = matches!(message, Message::Suspend | Message::Redraw | Message::Zoom | Message::Calibration);
        !is_of_screen && app.is_available(message)
    };
    for binding in keys::bindings(app.input_mode_below()).filter(|binding| is_said(&(binding.message)('\0'))) {
        let names = app.settings.keys.names(binding);
        if !names.is_empty() {
            writeln!(out, "  {}  {}", names.join(", "), binding.words)?;
        }
    }
    Ok(())
}

fn write_list(out: &mut impl Write, app: &App) -> io::Result<()> {
    let Some(documents) = app.origin.documents() else { return Ok(()) };
    let words = documents.listed_words();
    let Some((at, file, row)) = documents.current() else {
        return writeln!(out, "no references{}", message(&words));
    };
    let marked = if documents.is_marked(at) { ", marked" } else { "" };
    let unsaved = if file.is_changed_at(row.span()) { ", unsaved" } else { "" };
    writeln!(
        out,
        "reference {} of {}{}: {}:{}:{}, {}{marked}{unsaved}",
        documents.selected() + 1,
        documents.len(),
        message(&words),
        shown(&file.name),
        row.line,
        row.column,
        shown(file.rows.place(row)),
    )?;
    writeln!(out, "{}", shown_reference(file.rows.text(row)))?;
    write_destination(out, app)?;
    write_findings(out, app)
}

fn write_reference(out: &mut impl Write, app: &App) -> io::Result<()> {
    if app.panes.pane == Pane::Reference {
        return writeln!(out, "edit: {} (type the new text, or esc)", shown(app.panes.text()));
    }
    let at = app.origin.documents().and_then(Documents::current).map(|(_, file, row)| {
        let name = shown(&file.name);
        format!("{name}:{}:{}: ", row.line, row.column)
    });
    let at = at.unwrap_or_default();
    let written = app.panes.reference.subject.written().filter(|_| app.panes.analysis.unknown.is_some());
    writeln!(out, "{at}{}", shown_reference(written.as_deref().unwrap_or(app.panes.text())))?;
    writeln!(out, "{}", app.panes.analysis.verdict)?;
    match app.panes.pane {
        Pane::Findings | Pane::Reference => {
            write_destination(out, app)?;
            let look_alike = app.panes.analysis.destination.as_ref().map(|destination| &destination.look_alike[..]);
            write_look_alike(out, look_alike.unwrap_or_default())?;
            write_section(out, app, Section::Components)?;
            let direction = app.panes.analysis.direction.as_ref();
            if let Some(direction) = direction.filter(|direction| !direction.is_left_to_right) {
                write_direction(out, app, direction)?;
            }
            write_findings(out, app)
        }
        pane if app.panes.analysis.unknown.is_some() => writeln!(out, "{}: unknown", pane.name()),
        pane => {
            writeln!(out, "{}:", pane.name())?;
            write_pane(out, app, pane)
        }
    }
}

/// Prints what the reference opens.
fn write_destination(out: &mut impl Write, app: &App) -> io::Result<()> {
    if let Some(target) = &app.panes.target {
        let said = |word: &TargetWord| match word {
            TargetWord::Words(words) => message(words),
            TargetWord::Name(name) => shown_reference(name),
        };
        let words = target.words().iter().map(said).collect::<String>();
        let missing = app.missing_target().filter(|_| app.panes.analysis.findings.is_empty());
        let missing = missing.map_or_else(String::new, |missing| format!("; {missing}"));
        return writeln!(out, "destination: {words}{missing}");
    }
    let Some(destination) = &app.panes.analysis.destination else { return Ok(()) };
    writeln!(out, "destination: {}", message(&destination.in_own_letters()))
}

/// Prints what a pane shows.
fn write_pane(out: &mut impl Write, app: &App, pane: Pane) -> io::Result<()> {
    match pane {
        Pane::Characters => {
            write_section(out, app, Section::Characters)?;
            write_drawn(out, app, pane)
        }
        Pane::Conversions => write_conversions(out, app),
        Pane::Parsers => write_section(out, app, Section::Parsers),
        Pane::Resolution => {
            write_section(out, app, Section::Resolution)?;
            if app.panes.analysis.resolution.is_none() { write_drawn(out, app, pane) } else { Ok(()) }
        }
        Pane::Direction => match &app.panes.analysis.direction {
            Some(direction) if !direction.is_left_to_right => {
                write_direction(out, app, direction)?;
                write_drawn(out, app, pane)
            }
            _ => write_drawn(out, app, pane),
        },
        Pane::Bytes => {
            for c in app.panes.text().chars().take(MOST) {
                let name = shown_reference(c.encode_utf8(&mut [0; 4]));
                writeln!(out, "{name}: {}", bytes::forms(c).join(", "))?;
            }
            Ok(())
        }
        Pane::Comparison => match &app.panes.analysis.comparison {
            Some(comparison) => {
                writeln!(out, "{}: {}", shown_reference(&comparison.other), comparison::verdict(comparison))?;
                write_drawn(out, app, pane)
            }
            None => writeln!(out, "no other reference (enter set the other reference)"),
        },
        Pane::Findings | Pane::Reference => Ok(()),
    }
}

/// Prints all forms, each text once, and how the selected form differs.
fn write_conversions(out: &mut impl Write, app: &App) -> io::Result<()> {
    let all = app.panes.analysis.conversions.as_deref().unwrap_or_default();
    for (number, conversion) in all.iter().enumerate() {
        let label = conversion.form.label();
        let equal = all[..number].iter().find(|other| other.text.is_some() && other.text == conversion.text);
        match (&conversion.text, conversion.differs_at, equal) {
            (None, ..) => writeln!(out, "{label}: {}", conversion.done)?,
            (_, None, _) => writeln!(out, "{label}: unchanged")?,
            (_, _, Some(equal)) => writeln!(out, "{label}: as {}", equal.form.label())?,
            (Some(text), _, None) => writeln!(out, "{label}: {}", shown_reference(text))?,
        }
    }
    all.get(app.panes.form).map_or(Ok(()), |selected| writeln!(out, "{}", conversions::describe(selected)))
}

/// Prints what a pane draws, with room for everything, line by line.
fn write_drawn(out: &mut impl Write, app: &App, pane: Pane) -> io::Result<()> {
    let lines = ui::pane_lines(app, pane, Size::new(WIDTH, HEIGHT));
    // The first line is the heading.
    for line in lines.iter().skip(1).map(|line| line.trim()).filter(|line| !line.is_empty()) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// Prints the rows of a section of the report.
fn write_section(out: &mut impl Write, app: &App, section: Section) -> io::Result<()> {
    let subject = &app.panes.reference.subject;
    let rows = subject.inspect(&CancelToken::default(), |inspection| Report::new(&inspection).rows(section));
    if rows.is_empty() && section == Section::Characters {
        return writeln!(out, "all are allowed in an IRI");
    }
    for row in rows.iter().take(MOST) {
        let text = if row.kind == RowKind::Input { shown_reference(&row.text) } else { message(&row.text) };
        let label = if row.label.is_empty() { String::new() } else { format!("{}: ", row.label) };
        writeln!(out, "{label}{text}")?;
    }
    Ok(())
}

/// Prints the host in which letters look like others, label by label.
fn write_look_alike(out: &mut impl Write, characters: &[(char, String)]) -> io::Result<()> {
    for label in characters.split(|(c, _)| *c == '.') {
        let own: String = label.iter().map(|(c, _)| *c).collect();
        let other: String = label.iter().map(|(_, ascii)| ascii.as_str()).collect();
        if own != other {
            writeln!(out, "host label {} looks like {other}", shown(&own))?;
            for (c, ascii) in label.iter().filter(|(c, ascii)| c.to_string() != **ascii) {
                writeln!(out, "  {} looks like {ascii}", unicode::quoted(*c))?;
            }
        }
    }
    Ok(())
}

/// Prints both orders, the steps between them, and the reference that displays identically, in Bidi Notation.
fn write_direction(out: &mut impl Write, app: &App, direction: &Direction) -> io::Result<()> {
    writeln!(out, "stored order: {}", message(&direction.written))?;
    let notation = |count: usize| {
        let columns = 0..direction.stored_clusters.len().min(LINE);
        let cluster = |column| direction.cluster_text(app.panes.text(), direction.cluster_after(count, column)?);
        direction.noted(&columns.filter_map(cluster).collect::<String>())
    };
    for (number, step) in direction.steps.iter().enumerate().take(MOST) {
        let is_last = number + 1 == direction.steps.len();
        let name = if is_last { "displayed order".to_owned() } else { format!("step {}", number + 1) };
        let text = match direction.shown.iter().find(|shown| is_last && shown.order == direction.order) {
            Some(shown) => shown.notation.clone(),
            None => notation(number + 1),
        };
        writeln!(out, "{name}, after level {} and higher is reversed: {}", step.level, message(&text))?;
    }
    if let Some(twin) = direction.twins.first() {
        writeln!(out, "another reference displays identically: {}", message(&twin.written))?;
        writeln!(out, "  it has {} instead of {}", message(&twin.theirs), message(&twin.ours))?;
    }
    writeln!(out, "uppercase: {}", app.panes.analysis.notation.legend_line())
}

/// Prints the findings, the selected one with its fixes.
fn write_findings(out: &mut impl Write, app: &App) -> io::Result<()> {
    let findings = &app.panes.analysis.findings;
    if findings.is_empty() {
        return writeln!(out, "no findings");
    }
    for number in 0..findings.len().min(MOST) {
        let Some(finding) = findings.get(number) else { continue };
        let mark = if number == app.panes.finding && findings.len() > 1 { "selected: " } else { "" };
        let (severity, rule, at) = (finding.severity.name(), finding.rule.name, app.panes.analysis.numbers[number]);
        let (text, twin) = reference::message_and_twin(app, &finding);
        let twin = twin.map_or_else(String::new, |twin| format!(": {}", shown_reference(twin)));
        writeln!(out, "{mark}{severity} {rule} at {at}: {}{twin}", message(text))?;
        if number == app.panes.finding {
            for (fix, number) in finding.fixes.iter().zip(1..) {
                let key = if number == 1 { "f".to_owned() } else { format!("{number}f") };
                writeln!(out, "  {key}  {} ({})", message(&fix.title), fix.safety.words())?;
                if app.panes.text().len() <= LONG {
                    writeln!(out, "     after: {}", shown_reference(&apply_edits(app.panes.text(), &fix.edits)))?;
                }
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use iri_core::Options;

    use super::*;
    use crate::inspector::tests::desk::{Desk, document};
    use crate::theme::Theme;
    use crate::ui::viewport::ScreenLayout;

    #[test]
    fn other_characters_have_code_points_in_a_c_locale() {
        for (is_ascii, expected) in [(true, "a[05D0]b[00E9]"), (false, "a\u{5D0}b\u{E9}")] {
            let mut out = Vec::new();
            let mut encoded = Encoded { out: &mut out, is_ascii };
            encoded.write_all("a\u{5D0}b\u{E9}".as_bytes()).expect("it is written to memory");
            assert_eq!(String::from_utf8_lossy(&out), expected);
        }
    }

    fn said(reference: &str, lines: &str) -> (String, Option<Vec<String>>) {
        let mut app = App::new(reference, Options::default(), &ScreenLayout, Theme::default(), Size::new(80, 24));
        let mut out = Vec::new();
        let end = run(&mut app, lines.as_bytes(), &mut out, false).expect("a buffer has no errors");
        let End::Quit(result) = end else { panic!("a reference without a file is not saved") };
        (String::from_utf8(out).expect("it is text"), result)
    }

    #[test]
    fn a_reference_is_fixed_and_printed_line_by_line() {
        let (out, result) = said("http://e/a b|c", "f\nf\nQ\n");
        assert_eq!(result, Some(vec!["http://e/a%20b%7Cc".to_owned()]));
        let finding = "warning leiri-space at 10: SPACE (U+0020) is not allowed in an IRI\n  \
                       f  encode SPACE as %20 (safe: same resource)\n";
        assert!(out.contains(finding), "{out}");
        assert!(
            out.starts_with(
                "http://e/a[SP]b|c\nvalid LEIRI, not an IRI\ndestination: opens 'e'\nscheme: http\nhost: e\n"
            ),
            "{out}"
        );
        assert!(out.contains("applied: encode SPACE as %20") && out.contains("\nno findings\n> "), "{out}");
        assert!(!out.contains('\x1b'), "no control sequence");
    }

    #[test]
    fn a_line_is_a_command_a_number_or_a_text() {
        let (out, result) = said("a b", "i\nhttp://e/x y\nredo\nundo\nfoo\n?\nesc\n:\nesc\nF\nQ\n");
        assert_eq!(result, Some(vec!["a%20b".to_owned()]), "{out}");
        assert!(out.contains("unknown key or command: foo (? help)"), "{out}");
        assert!(out.contains("\n  f  apply the first fix\n"), "{out}");
        assert!(out.contains("commands\n  1  "), "{out}");
        let (out, _) = said("a\u{202E}\u{5D0}\u{1B}[2J", "q\n");
        assert!(!out.contains(['\u{202E}', '\u{1B}']) && out.contains('\u{5D0}'), "{out:?}");
        let (out, result) = said("a b", "");
        assert!(result.is_none() && out.ends_with("> "));
    }

    fn said_of_files(references: &[&str], lines: &str) -> String {
        let mut desk = Desk::one(references);
        let mut out = Vec::new();
        run(&mut desk.app, lines.as_bytes(), &mut out, false).expect("a buffer has no errors");
        String::from_utf8(out).expect("it is text")
    }

    #[test]
    fn a_question_is_answered_by_a_letter_or_a_word() {
        for (answer, is_saved) in [("y", true), ("save", true), ("n", false), ("no", false)] {
            let mut desk = Desk::one(&["a b"]);
            let (mut out, before) = (Vec::new(), desk.text("a.xml"));
            let lines = format!("n\nf\nq\n{answer}\n");
            let end = run(&mut desk.app, lines.as_bytes(), &mut out, false).expect("a buffer has no errors");
            assert_eq!(end, End::Quit(None), "{answer}: {}", String::from_utf8_lossy(&out));
            assert_eq!(desk.text("a.xml") != before, is_saved, "{answer}");
        }
        let mut desk = Desk::one(&["a b"]);
        let end = run(&mut desk.app, &b"n\nf\nq\nc\n"[..], &mut Vec::new(), false);
        assert_eq!(
            end.expect("a buffer has no errors"),
            End::Discarded,
            "the question was canceled, and the input ended"
        );
    }

    #[test]
    fn the_heading_says_how_many_references_still_have_findings() {
        let mut desk = Desk::opened(&[("a.xml", document(&["a b", "c d"]))]);
        let mut out = Vec::new();
        run(&mut desk.app, &b"f\nn\nf\n"[..], &mut out, false).expect("a buffer has no errors");
        let out = String::from_utf8(out).expect("it is text");
        let folder = format!(": {}", desk.folder.path().display());
        let headings: Vec<&str> = out
            .lines()
            .filter_map(|line| line.split_once("reference ")?.1.split_once(" of 2"))
            .map(|(_, rest)| rest.split(&folder).next().unwrap_or(rest))
            .collect();
        assert_eq!(
            headings,
            [" with findings", ": 1 with findings", ": 1 with findings", ": no findings left"],
            "{out}"
        );
    }

    #[test]
    fn a_letter_without_an_action_starts_no_command() {
        let (out, _) = said("http://e/ b", "j\nk\nD\nB\nf\n");
        assert!(out.contains("unknown key or command: D (? help)\n"), "{out}");
        assert!(out.contains("> the right-to-left test needs a screen\n"), "{out}");
        assert!(out.contains("> applied: remove SPACE"), "{out}");
    }

    #[test]
    fn a_choice_of_a_fix_is_said_before_the_next_one() {
        let out = said_of_files(&["a b c", "d e"], "F\nspace\nspace\nspace\n1\n");
        let said = |line: &str| out.lines().any(|printed| printed == line);
        assert!(said("> skipped: encode SPACE as %20, 2 times") && said("> skipped: encode SPACE as %20"), "{out}");
        assert!(said("> accepted: encode SPACE as %20"), "{out}");
        assert!(out.contains("\naccepted, row 2 of 2: "), "{out}");
    }

    #[test]
    fn a_copy_into_a_pipe_is_the_text() {
        let (out, _) = said("http://e/a b", "Y\n");
        assert!(out.contains("> http://e/a b\nprinted, not copied: "), "{out}");
        assert!(!out.contains('\x1b'), "{out:?}");
    }

    #[test]
    fn each_pane_has_its_section() {
        let (out, _) = said("http://e/a b", "tab\n".repeat(7).as_str());
        for line in [
            "characters:\n[SP]: U+0020 SPACE, space, at 10",
            "direction:\nleft-to-right only: displayed in stored order",
            "conversions:\nIRI: http://e/a%20b",
            "bytes:\nh: U+0068, 68, %68, &#x68;",
            "parsers:\nbrowsers: scheme http, host e",
            "resolution:\nresolved: not available: no base",
            "comparison:\nno other reference",
        ] {
            assert!(out.contains(line), "{line}\n{out}");
        }
        let (out, _) = said("a\\b", "q\n");
        assert!(out.contains("(suggested: may change the resource)"), "{out}");
    }

    #[test]
    fn what_is_quoted_has_names_for_spaces() {
        for (text, said) in [
            (
                "file not found: 'a  b.png'; did you mean 'c d'?",
                "file not found: 'a[SP][SP]b.png'; did you mean 'c[SP]d'?",
            ),
            ("the writer's own words are theirs", "the writer's own words are theirs"),
            ("'it's b' and c d", "'it's[SP]b' and c d"),
            ("' alone", "' alone"),
            ("replace '\\' with '/'", "replace '\\' with '/'"),
        ] {
            assert_eq!(message(text), said);
        }
    }

    #[test]
    fn a_line_after_the_help_is_a_key() {
        let (out, result) = said("http://e/a b", "?\nf\nQ\n");
        assert_eq!(result, Some(vec!["http://e/a%20b".to_owned()]), "{out}");
    }

    #[test]
    fn both_orders_and_look_alikes_are_lines() {
        let (out, _) = said("http://ab.\u{5D2}\u{5D3}\u{5D4}.123/", "q\n");
        for line in [
            "stored order: http://ab.CDE.123/",
            "step 1, after level 2 and higher is reversed: http://ab.CDE.321/",
            "displayed order, after level 1 and higher is reversed: http://ab.123.EDC/",
            "another reference displays identically: http://ab.123.CDE/",
            "  it has 123.CDE instead of CDE.123",
        ] {
            assert!(out.lines().any(|printed| printed == line), "{line}: {out}");
        }
        assert!(out.contains("\nuppercase: C = U+05D2 HEBREW LETTER GIMEL"), "{out}");
        let (out, _) = said("http://\u{430}pple.com/", "q\n");
        assert!(out.contains("host label \u{430}pple looks like apple\n  '\u{430}' (U+0430) looks like a\n"), "{out}");
        let (out, _) = said("http://e/", "q\n");
        assert!(!out.contains("order") && !out.contains("looks like"), "{out}");
    }

    /// Returns the pieces of a drawn line: what two or more spaces separate, without marks.
    fn pieces_of(line: &str) -> impl Iterator<Item = &str> {
        let words = line.split("  ").map(|piece| piece.trim_matches([' ', '>', '^', 'x', '+', '!']));
        words.filter(|piece| piece.len() > 2 && !piece.chars().all(|c| c == ' ' || c.is_ascii_digit()))
    }

    #[test]
    fn each_pane_is_printed_with_everything_that_it_draws() {
        let mut missing = Vec::new();
        for reference in
            ["http://e/a b|c?q=%7e", "http://ab.\u{5D2}\u{5D3}\u{5D4}.123/\u{645}", "a\\b\u{202E}", "http://e:80/../"]
        {
            let new = || App::new(reference, Options::default(), &ScreenLayout, Theme::default(), Size::new(200, 60));
            for (number, pane) in Pane::ALL.into_iter().skip(1).enumerate() {
                let mut app = new();
                app.look.theme.glyphs = Glyphs::Ascii;
                app.update(Message::Ask(crate::inspector::message::PromptPurpose::Other));
                app.update(Message::Insert("HTTP://E/a%20b".to_owned()));
                app.update(Message::Accept);
                app.update(Message::Focus(pane));
                let drawn = ui::pane_lines(&app, pane, Size::new(200, 60));
                let mut out = Vec::new();
                let lines = format!("c\nHTTP://E/a%20b\nesc\n{}q\n", "tab\n".repeat(number));
                run(&mut new(), lines.as_bytes(), &mut out, false).expect("a buffer has no errors");
                let printed = String::from_utf8(out).expect("it is text");
                let pieces = drawn.iter().skip(1).flat_map(|line| pieces_of(line));
                missing
                    .extend(pieces.filter(|piece| !is_said(&printed, piece)).map(|piece| format!("{pane:?}: {piece}")));
            }
        }
        assert!(missing.is_empty(), "{missing:#?}");
    }

    /// Returns whether what is drawn is printed, or is a word for what is printed in another way.
    fn is_said(printed: &str, piece: &str) -> bool {
        let is_title =
            ["at", "char", "code", "name", "class", "group", "allowed in", "before", "after"].contains(&piece);
        let is_other_form = ["unchanged", "left-to-right only: displayed in stored order"].contains(&piece)
            || piece.starts_with("as ")
            || piece == "code point";
        is_title || is_other_form || piece.split(' ').all(|word| printed.contains(word.trim_end_matches(['.', ','])))
    }
}
