//! The palette: everything that can be done here, by name.

use crate::app::overlay::{Choice, Menu};
use crate::app::{App, Message};
use crate::keys::{self, Keys};

/// The palette of what counts where `app` is listening.
pub fn palette(app: &App) -> Menu {
    let named = keys::bindings(app.listening()).filter(|binding| {
        // What a key types or where it steps needs no name.
        let is_typed = binding.keys.iter().any(|key| matches!(key, Keys::Character | Keys::Digit));
        let message = (binding.message)('\0');
        let is_motion = matches!(message, Message::Step(_) | Message::Move(_) | Message::Delete(_) | Message::Palette);
        !is_typed && !is_motion && app.can(&message)
    });
    // One thing to do stands once, by its first key.
    let mut known = Vec::new();
    let named = named.filter(move |binding| {
        let message = (binding.message)('\0');
        let is_new = !known.contains(&message);
        known.push(message);
        is_new
    });
    let choice = |binding: &keys::Binding| {
        Choice::new(binding.words, binding.names().first().cloned().unwrap_or_default(), (binding.message)('\0'))
    };
    Menu::new("what to do", named.map(choice).collect())
}
