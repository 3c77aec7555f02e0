//! The right-to-left test, in which the user sees whether the terminal reorders letters and chooses their display.
//!
//! ```text
//! ─ right-to-left test ─────────────────────────────────────────
//!  The lines below contain digits between right-to-left letters. …
//!
//!      reordered by the terminal           R1R2R3R
//!
//!  Choose the first line that reads 1 2 3:
//!   1  unchanged                           R1R2R3R
//!   2  two cells per letter                R 1R 2R 3R
//!   3  Bidi Notation                       A1A2A3A
//! ```

use iri_core::characters::BidiNotation;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::cells::{Ink, wrapped};
use crate::inspector::app::App;
use crate::theme::appearance::Bidi;
use crate::theme::drawing::Letters;
use crate::ui::rows::{clear, lines};

/// Sample with digits, whose order every user can see.
const SAMPLE: &str = "\u{5D0}1\u{5D0}2\u{5D0}3\u{5D0}";
const BARE: &str = "reordered by the terminal";
const SAMPLES: u16 = 38;

/// Choices in the order of their keys.
const ANSWERS: [(Letters, &str); Bidi::CHOICES.len()] =
    [(Letters::Together, "unchanged"), (Letters::Apart, "two cells per letter"), (Letters::Notation, "Bidi Notation")];

enum Line {
    Words(String),
    /// The sample without marks, which the terminal may reorder.
    Bare,
    Answer(usize),
}

/// Draws the test over everything except the footer.
pub fn draw(buffer: &mut Buffer, app: &App) {
    let theme = app.look.theme;
    let area = area(app);
    clear(buffer, area);
    let mut rows = lines(area);
    if let Some(row) = rows.next() {
        let mut ink = Ink::new(buffer, row, theme);
        ink.write(theme.rule(), theme.dim()).write(" right-to-left test ", theme.heading_with_keys());
        ink.fill(theme.rule(), theme.dim());
    }
    for (line, row) in text(app).into_iter().zip(rows) {
        let mut ink = Ink::new(buffer, row, theme);
        match line {
            Line::Words(words) => drop(ink.write(" ", theme.plain()).write_escaped(&words, theme.plain())),
            Line::Bare => {
                ink.write("    ", theme.plain()).write(BARE, theme.plain());
                sample(buffer, app, row, Letters::Together);
            }
            Line::Answer(index) => {
                let (letters, words) = ANSWERS[index];
                let is_current = letters == theme.letters;
                ink.write(if is_current { theme.pointer() } else { " " }, theme.strong());
                ink.write(&format!("{}  ", index + 1), theme.key()).write(words, theme.plain());
                sample(buffer, app, row, letters);
            }
        }
    }
}

fn sample(buffer: &mut Buffer, app: &App, row: Rect, letters: Letters) {
    let mut theme = app.look.theme;
    theme.letters = letters;
    theme.notation = BidiNotation::new(SAMPLE);
    let mut ink = Ink::new(buffer, row, theme);
    ink.skip_to(row.x + SAMPLES.min(row.width / 2));
    ink.write_input(SAMPLE, 0, |_, is_stand_in| theme.piece(theme.strong(), is_stand_in));
}

/// Returns the row that must not contain marks, if it is visible.
pub fn bare_row(app: &App) -> Option<Rect> {
    let mut rows = lines(area(app)).skip(1);
    let at = text(app).iter().position(|line| matches!(line, Line::Bare))?;
    rows.nth(at)
}

fn area(app: &App) -> Rect {
    Rect::new(0, 0, app.look.size.width, app.look.size.height.saturating_sub(1))
}

fn text(app: &App) -> Vec<Line> {
    let width = usize::from(app.look.size.width.saturating_sub(2));
    let mut text = Vec::new();
    let say = |text: &mut Vec<Line>, words: &str| {
        text.extend(wrapped(words, width, 9).into_iter().map(Line::Words));
    };
    say(
        &mut text,
        "The lines below contain digits between right-to-left letters. If the terminal reorders such letters, \
         the first line reads 3 2 1.",
    );
    text.push(Line::Words(String::new()));
    text.push(Line::Bare);
    text.push(Line::Words(String::new()));
    say(&mut text, "Choose the first line that reads 1 2 3 with undamaged letters:");
    text.extend((0..ANSWERS.len()).map(Line::Answer));
    text.push(Line::Words(String::new()));
    say(&mut text, &said(app));
    text
}

/// Returns a description of the answers of the terminal.
fn said(app: &App) -> String {
    let answers = app.look.answers;
    let order = match answers.is_explicit {
        Some(true) => "does not reorder letters",
        Some(false) => "reorders letters",
        None => "does not report whether it reorders letters",
    };
    let color = answers.color.map_or_else(
        || "its background is unknown".to_owned(),
        |(red, green, blue)| format!("its background is #{red:02x}{green:02x}{blue:02x}"),
    );
    if answers.is_whole || answers.color.is_some() {
        format!("According to its answers, the terminal {order}; {color}.")
    } else {
        "The terminal does not report its behavior.".to_owned()
    }
}
