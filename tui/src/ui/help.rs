//! The help, which covers all of the screen except the last line.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

use crate::cells::{Ink, wrapped};
use crate::inspector::app::App;
use crate::inspector::keys::{Binding, KeyContext, Section, TABLE, sections};
use crate::inspector::message::Message;
use crate::theme::Theme;
use crate::ui::rows::{clear, lines};
use iri_core::Severity;

/// Draws the help from line `top` on; the line that a search found is emphasized.
pub fn draw(buffer: &mut Buffer, app: &App, top: usize, found: Option<usize>) {
    let theme = app.look.theme;
    let area = Rect::new(0, 0, app.look.size.width, app.look.size.height.saturating_sub(1));
    let Page { rows, column } = Page::new(app);
    let mut shown = rows.iter().enumerate().skip(top);
    for line in lines(area) {
        Ink::new(buffer, line, theme).fill(" ", ratatui::style::Style::reset());
        let mut ink = Ink::new(buffer, line, theme);
        let Some((number, row)) = shown.next() else { continue };
        let emphasized = |style| if found == Some(number) { theme.selected(style) } else { style };
        match row {
            Row::Title(title) => {
                ink.write(" ", theme.plain()).write(title, emphasized(theme.heading()));
            }
            Row::Keys(keys, words) => {
                ink.write("  ", theme.plain()).write(keys, theme.key()).skip_to(column);
                ink.write(words, emphasized(theme.plain()));
            }
            Row::Empty => {}
        }
    }
    if let Some(last) = lines(area).last().filter(|_| !app.notice.is_empty()) {
        clear(buffer, last);
        Ink::new(buffer, last, theme).write_escaped(&app.notice, theme.strong());
    }
}

/// Returns the greatest first line: with it the last line of the help is at the bottom.
pub fn last_top(app: &App) -> usize {
    Page::new(app).rows.len().saturating_sub(usize::from(app.look.size.height.saturating_sub(1)))
}

/// Returns the lines that contain the text, ignoring case.
pub fn lines_with(app: &App, text: &str) -> Vec<usize> {
    let wanted = text.to_lowercase();
    let holds = |words: &str| words.to_lowercase().contains(&wanted);
    let is_match = |row: &Row| match row {
        Row::Empty => false,
        Row::Title(title) => holds(title),
        Row::Keys(keys, words) => holds(keys) || holds(words),
    };
    let rows = Page::new(app).rows;
    rows.iter().enumerate().filter(|(_, row)| is_match(row)).map(|(number, _)| number).collect()
}

/// Returns the signs of the screen with their meanings.
fn signs(theme: Theme) -> Vec<(String, &'static str)> {
    let severity = |severity| theme.severity_mark(severity).to_owned();
    vec![
        (severity(Severity::Error), "error"),
        (severity(Severity::Warning), "warning; under the reference: not allowed in an IRI"),
        (severity(Severity::Information), "information"),
        (severity(Severity::Hint), "hint"),
        (format!("{}  {}", theme.yes(), theme.no()), "yes, no"),
        (theme.pointer().to_owned(), "selected line"),
        ("^".to_owned(), "difference between this reference and one that looks like it"),
        ("*".to_owned(), "reference with unsaved changes"),
        ("+".to_owned(), "marked reference"),
        (theme.ellipsis().to_owned(), "more text that is not shown"),
        ("[RLO]".to_owned(), "invisible character or control, by its short name"),
        (
            "A  {A}  {1}".to_owned(),
            "Bidi Notation: right-to-left letter, uppercase letter of the text, Arabic-Indic digit",
        ),
    ]
}

/// A line of the help.
enum Row {
    Empty,
    Title(&'static str),
    /// Keys and their description, or a continued part of them.
    Keys(String, String),
}

/// Lines of the help, and the column of the descriptions.
struct Page {
    rows: Vec<Row>,
    column: u16,
}

impl Page {
    /// Lists the keys of the screen below the help first, then those of all screens.
    fn new(app: &App) -> Self {
        let keys_width = TABLE.iter().map(|binding| names(app, binding).width()).max().unwrap_or(0);
        let keys_width = keys_width.min(usize::from(app.look.size.width) / 3);
        let column = keys_width + 4;
        let room = usize::from(app.look.size.width).saturating_sub(column + 1).max(1);
        let below = app.input_mode_below();
        let mut sections = sections();
        sections.sort_by_key(|section| match section.context {
            KeyContext::Anywhere => 2,
            context if !context.is_active_in(below) => 3,
            KeyContext::ListAndPanes => 1,
            _ => 0,
        });
        let mut rows = Vec::new();
        for Section { context, bindings } in sections {
            if !rows.is_empty() {
                rows.push(Row::Empty);
            }
            rows.push(Row::Title(context.title()));
            // Outside the tour its keys would come first.
            let is_shown = |binding: &&Binding| {
                !matches!((binding.message)('\0'), Message::NextStop(_)) || app.origin.tour_stop().is_some()
            };
            for binding in bindings.into_iter().filter(is_shown) {
                let keys = name_lines(app, binding, keys_width);
                let words = wrapped(binding.words, room, usize::MAX);
                let part = |parts: &[String], row: usize| parts.get(row).cloned().unwrap_or_default();
                let count = keys.len().max(words.len());
                rows.extend((0..count).map(|row| Row::Keys(part(&keys, row), part(&words, row))));
            }
        }
        rows.extend([Row::Empty, Row::Title("Signs")]);
        for (sign, meaning) in signs(app.look.theme) {
            let mut sign = sign;
            for words in wrapped(meaning, room, usize::MAX) {
                rows.push(Row::Keys(std::mem::take(&mut sign), words));
            }
        }
        Self { rows, column: u16::try_from(column).unwrap_or(u16::MAX) }
    }
}

/// Returns the names of the keys.
fn names(app: &App, binding: &Binding) -> String {
    app.settings.keys.names(binding).join("  ")
}

/// Returns them as lines of `width` columns; a longer name has a line of its own.
fn name_lines(app: &App, binding: &Binding, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for name in app.settings.keys.names(binding) {
        match lines.last_mut() {
            Some(line) if line.width() + 2 + name.width() <= width => line.extend(["  ", &name]),
            _ => lines.push(name),
        }
    }
    lines
}
