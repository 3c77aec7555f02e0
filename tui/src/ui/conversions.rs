//! What the reference becomes, every form beside its source, what differs marked.
//!
//! ```text
//! ─ conversions ────────────────────────────────────────────────
//! ▶ IRI                http://example.org/a%20b%7Cc
//!   URI, host by IDNA  same as written
//! ```

use iri_core::reference::{Form, encode_str};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::app::{App, Pane};
use crate::editor;
use crate::judged::Conversion;
use crate::ui::ink::Ink;
use crate::ui::{Target, first_line, heading, lines};

/// The columns of the names.
const NAMES: u16 = 22;

/// What a form is called on the screen.
pub const fn title(form: Form) -> &'static str {
    match form {
        Form::Iri => "IRI",
        Form::Uri => "URI",
        Form::UriIdna => "URI, host by IDNA",
        Form::IriFromUri => "IRI, decoded",
        Form::JavaNetUri => "for java.net.URI",
        Form::WebAddress => "for a browser",
        Form::Whatwg => "as a browser has it",
        Form::IriToUri => "iri-to-uri",
        Form::EscapeHtmlUri => "escape-html-uri",
        Form::EncodeForUri => "encode-for-uri",
    }
}

/// Draws it.
pub fn draw(buffer: &mut Buffer, app: &App, area: Rect) {
    let note = if app.judged.conversions.is_some() { "what differs is underlined" } else { "" };
    let below = heading(buffer, app, Pane::Conversions, area, "conversions", note);
    let Some(conversions) = &app.judged.conversions else {
        let words = "  a long text: go to this pane, and it is converted";
        Ink::new(buffer, below, app.theme).say(words, app.theme.dim());
        return;
    };
    let first = first_line(app.form, conversions.len(), usize::from(below.height));
    for ((index, conversion), row) in conversions.iter().enumerate().skip(first).zip(lines(below)) {
        draw_form(buffer, app, row, conversion, index == app.form);
    }
}

fn draw_form(buffer: &mut Buffer, app: &App, row: Rect, conversion: &Conversion, is_selected: bool) {
    let theme = app.theme;
    let shows_pointer = is_selected && app.pane() == Pane::Conversions;
    let mut ink = Ink::new(buffer, row, theme);
    ink.say(if shows_pointer { theme.pointer() } else { " " }, theme.strong()).say(" ", theme.plain());
    ink.say(title(conversion.form), if shows_pointer { theme.strong() } else { theme.plain() });
    ink.skip_to(row.x + NAMES);
    match (&conversion.text, conversion.differs_at) {
        (None, _) => ink.say("none: it has no such form", theme.dim()),
        (Some(_), None) => ink.say("same as written", theme.dim()),
        (Some(text), Some(differs_at)) => {
            let from = start(text, differs_at, ink.room());
            if from > 0 {
                ink.say(theme.ellipsis(), theme.dim());
            }
            let marks = differences(text, app.text(), from, ink.room());
            ink.show(text, from, |span, is_stand_in| {
                let style = if is_stand_in { theme.stand_in(theme.plain()) } else { theme.plain() };
                let is_new = marks.get(span.start - from).is_none_or(|is_new| *is_new);
                if is_new { theme.different(style) } else { style }
            })
        }
    };
}

/// Where to begin, so that the first difference is seen.
fn start(text: &str, differs_at: usize, room: usize) -> usize {
    if differs_at < room / 2 {
        return 0;
    }
    let mut from = differs_at;
    for _ in 0..room / 3 {
        from = editor::previous(text, from);
    }
    from
}

/// For each byte of `converted` from `from` on, as far as `room` columns can show, whether it
/// differs: the two are read side by side, and a percent-encoded character stands for itself.
fn differences(converted: &str, written: &str, from: usize, room: usize) -> Vec<bool> {
    let mut marks = Vec::new();
    // Up to the first difference, and `from` is never behind it, both have the same bytes.
    let mut ours = &converted[from..];
    let mut theirs = written.get(from..).unwrap_or_default();
    while let Some(c) = ours.chars().next().filter(|_| marks.len() < room * 4) {
        let their = theirs.chars().next();
        let encoded = their
            .map(|their| encode_str(their.encode_utf8(&mut [0; 4])))
            .filter(|encoded| ours.starts_with(encoded.as_str()));
        let (length, is_new) = match (their, encoded) {
            (Some(their), _) if their == c => (c.len_utf8(), false),
            (Some(_), Some(encoded)) => (encoded.len(), true),
            _ => return marks_to_the_common_end(marks, ours, theirs, room),
        };
        marks.extend(std::iter::repeat_n(is_new, length));
        ours = &ours[length..];
        theirs = &theirs[their.map_or(0, char::len_utf8)..];
    }
    marks
}

/// Where nothing tells which belongs to which, all differs but for the end that both have.
fn marks_to_the_common_end(mut marks: Vec<bool>, ours: &str, theirs: &str, room: usize) -> Vec<bool> {
    let same_end = ours.bytes().rev().zip(theirs.bytes().rev()).take_while(|(a, b)| a == b).count();
    let new = (ours.len() - same_end).min(room * 4);
    marks.extend(std::iter::repeat_n(true, new));
    marks.extend(std::iter::repeat_n(false, same_end.min(room * 4)));
    marks
}

/// The form under the mouse.
pub fn target(app: &App, area: Rect, at: Position) -> Target {
    if at.y <= area.y {
        return Target::Pane(Pane::Conversions);
    }
    let first = first_line(app.form, Form::ALL.len(), usize::from(area.height.saturating_sub(1)));
    Target::Form((first + usize::from(at.y - area.y - 1)).min(Form::ALL.len() - 1))
}
