//! The help: the key table over the whole screen but its last line.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

use crate::app::App;
use crate::keys::{Binding, Place, TABLE};
use crate::ui::ink::Ink;
use crate::ui::lines;

/// Draws it from line `top` on.
pub fn draw(buffer: &mut Buffer, app: &App, top: usize) {
    let theme = app.theme;
    let area = Rect::new(0, 0, app.size.width, app.size.height.saturating_sub(1));
    let rows = text(app);
    let keys_width = rows.iter().filter(|(_, words)| !words.is_empty()).map(|(keys, _)| keys.width()).max();
    let keys_width = keys_width.unwrap_or(0).min(usize::from(area.width) / 2);
    let column = u16::try_from(keys_width).unwrap_or(0) + 4;
    let mut shown = rows.iter().skip(top);
    for line in lines(area) {
        let mut ink = Ink::new(buffer, line, theme);
        while ink.has_room() {
            ink.say(" ", ratatui::style::Style::reset());
        }
        let mut ink = Ink::new(buffer, line, theme);
        match shown.next() {
            Some((title, "")) => {
                ink.say(" ", theme.plain()).say(title, theme.heading());
            }
            Some((keys, words)) => {
                ink.say("  ", theme.plain()).say(keys, theme.key()).skip_to(column);
                ink.say(words, theme.plain());
            }
            None => {}
        }
    }
}

/// The last line that may stand at the top: the end of the text is then at the bottom.
pub fn last_top(app: &App) -> usize {
    text(app).len().saturating_sub(usize::from(app.size.height.saturating_sub(1)))
}

/// The first two: the page of the book has them all.
fn names(binding: &Binding) -> String {
    let names = binding.names();
    names.iter().take(2).map(String::as_str).collect::<Vec<_>>().join("  ")
}

/// The lines: keys and words; a title and nothing; nothing at all. The keys that count below the help come first.
fn text(app: &App) -> Vec<(String, &'static str)> {
    let mut rows = Vec::new();
    let below = app.listening_below();
    let (here, elsewhere): (Vec<Place>, Vec<Place>) = Place::ALL.into_iter().partition(|place| place.holds(below));
    for place in here.into_iter().chain(elsewhere) {
        if !rows.is_empty() {
            rows.push((String::new(), ""));
        }
        rows.push((place.title().to_owned(), ""));
        let here = TABLE.iter().filter(|binding| binding.place == place);
        rows.extend(here.map(|binding| (names(binding), binding.words)));
    }
    rows
}
