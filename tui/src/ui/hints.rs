//! The footer: the active keys, from the key table.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

use crate::cells::Ink;
use crate::files::documents::Documents;
use crate::inspector::app::App;
use crate::inspector::keys;
use crate::inspector::keys::{Binding, InputMode, KeyContext};
use crate::inspector::message::{Message, Resolution};
use crate::inspector::origin::Origin;
use crate::inspector::overlay::{Overlay, PageAction};
use crate::inspector::pane::Pane;

/// Number of keys at the right end that always stay, unless the key for the next pane is among the keys.
const KEPT: usize = 3;

/// Draws the footer.
pub fn draw(buffer: &mut Buffer, app: &App, area: Rect) {
    let theme = app.look.theme;
    let mut ink = Ink::new(buffer, area, theme);
    for Hint { key, words, .. } in hints(app, area.width) {
        ink.write(&format!(" {key}"), theme.key()).write(&format!(" {words}"), theme.dim()).write(" ", theme.dim());
    }
}

/// Returns the message of the key that is drawn at column `x` of the footer.
pub fn message_at(app: &App, width: u16, x: u16) -> Option<Message> {
    let mut end = 0;
    let at_x = |hint: &Hint| {
        end += hint.cells();
        usize::from(x) < end
    };
    hints(app, width).into_iter().find(at_x).map(|hint| hint.message)
}

/// A key in the footer.
struct Hint {
    key: String,
    words: &'static str,
    message: Message,
}

impl Hint {
    fn cells(&self) -> usize {
        self.key.width() + self.words.width() + 3
    }
}

/// Returns the keys in the footer.
fn hints(app: &App, width: u16) -> Vec<Hint> {
    let input_mode = app.input_mode();
    // Keys of the text input, and those that always work, are shown only where the reference is typed.
    let is_of_typing = |binding: &&Binding| matches!(binding.context, KeyContext::TextInput | KeyContext::Anywhere);
    let is_typing = input_mode == InputMode::Pane(Pane::Reference);
    let named =
        keys::bindings(input_mode).filter(|binding| !binding.hint.is_empty() && (is_typing || !is_of_typing(binding)));
    // In files esc shows the list too, and a check of targets that runs leaves its column to others.
    let is_shown = |message: &Message| match message {
        Message::References => app.origin.documents().is_none(),
        Message::ToggleTargets => !app.origin.documents().is_some_and(Documents::checks_targets),
        _ => true,
    };
    let is_useful = |message: &Message| app.is_available(message) && is_shown(message);
    let useful: Vec<&Binding> = named.filter(|binding| is_useful(&(binding.message)('\0'))).collect();
    let next_pane = useful.iter().position(|binding| (binding.message)('\0') == Message::NextPane);
    let kept = next_pane.map_or(KEPT, |at| useful.len() - at);
    let hint = |binding: &Binding| {
        let message = (binding.message)('\0');
        let words = match message {
            Message::Quit if matches!(&app.origin, Origin::Texts(list) if list.prints_on_exit) => "print",
            Message::Accept if offers_resolutions(app) => "resolve",
            _ => binding.hint,
        };
        Some(Hint { key: app.settings.keys.names(binding).into_iter().next()?, words, message })
    };
    let hints: Vec<Hint> = useful.into_iter().filter_map(hint).collect();
    // What ends this part of the screen stays longest, then what keeps the changes, then the first key and the last ones, then
    // the others in order.
    let (count, first_kept) = (hints.len(), hints.len().saturating_sub(kept));
    let rank = |&index: &usize| match index {
        _ if ends(&hints[index].message) => 0,
        _ if index + 1 == count => 1,
        _ if hints[index].message == Message::Save => 2,
        0 => 3,
        _ if index >= first_kept => 4 + count - index,
        _ => 4 + count + index,
    };
    let mut by_rank: Vec<usize> = (0..count).collect();
    by_rank.sort_by_key(rank);
    // The last column of a key is blank.
    let mut room = usize::from(width) + 1;
    by_rank.retain(|&index| {
        let cells = hints[index].cells();
        let is_shown = cells <= room;
        room -= if is_shown { cells } else { 0 };
        is_shown
    });
    let shown = |(index, hint)| by_rank.contains(&index).then_some(hint);
    hints.into_iter().enumerate().filter_map(shown).collect()
}

/// Returns whether a message accepts or leaves what is open.
const fn ends(message: &Message) -> bool {
    matches!(message, Message::Accept | Message::Focus(Pane::Findings) | Message::CancelEdit | Message::Back)
}

/// Returns whether the visible text leads to the ways to resolve a conflict.
fn offers_resolutions(app: &App) -> bool {
    let Some(Overlay::Page(page)) = app.overlays.last() else { return false };
    matches!(page.accept, Some(PageAction::Send(Message::Resolve(_, Resolution::Offer | Resolution::OfferCreation))))
}
