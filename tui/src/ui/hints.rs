//! The footer: the active keys, from the key table.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::cells::Ink;
use crate::inspector::app::App;
use crate::inspector::keys;
use crate::inspector::keys::{Binding, InputMode, KeyContext};
use crate::inspector::message::{Message, Resolution};
use crate::inspector::overlay::Overlay;

/// Number of keys at the right end that always stay, unless the key for the next pane is among the keys.
const KEPT: usize = 3;

/// Draws the footer.
pub fn draw(buffer: &mut Buffer, app: &App, area: Rect) {
    let theme = app.theme;
    let input_mode = app.input_mode();
    // Keys of the text input are not shown for menus and prompts.
    let is_aside =
        |binding: &&Binding| binding.context == KeyContext::TextInput && !matches!(input_mode, InputMode::Pane(_));
    let named = keys::bindings(input_mode).filter(|binding| !binding.hint.is_empty() && !is_aside(binding));
    let useful: Vec<&Binding> = named.filter(|binding| app.is_available(&(binding.message)('\0'))).collect();
    let next_pane = useful.iter().position(|binding| (binding.message)('\0') == Message::NextPane);
    let kept = next_pane.map_or(KEPT, |at| useful.len() - at);
    let hint = |binding: &Binding| {
        let hint = match (binding.message)('\0') {
            Message::Quit if app.prints_on_exit() => "print",
            Message::Accept if offers_resolutions(app) => "resolve",
            _ => binding.hint,
        };
        Some((app.keys.names(binding).into_iter().next()?, hint))
    };
    let mut hints: Vec<(String, &str)> = useful.into_iter().filter_map(hint).collect();
    let width =
        |hints: &[(String, &str)]| -> usize { hints.iter().map(|(key, hint)| key.len() + hint.len() + 3).sum() };
    while width(&hints) > usize::from(area.width) && hints.len() > kept {
        hints.remove(hints.len() - kept - 1);
    }
    let mut ink = Ink::new(buffer, area, theme);
    for (key, hint) in hints {
        ink.write(&format!(" {key}"), theme.key()).write(&format!(" {hint} "), theme.dim());
    }
}

/// Returns whether the visible text leads to the ways to resolve a conflict.
fn offers_resolutions(app: &App) -> bool {
    let Some(Overlay::Page(page)) = app.overlays.last() else { return false };
    matches!(page.accept, Some(Message::Resolve(_, Resolution::Offer)))
}
