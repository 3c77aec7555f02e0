//! Keys by the names that stand on them.

use crossterm::event::{KeyCode, KeyModifiers};

use crate::keys::{Binding, Keys};

impl Keys {
    /// Its name, as it stands on keyboards: `ctrl-w`, `tab`.
    pub fn name(self) -> String {
        match self {
            Self::Digit => "1 to 9".to_owned(),
            Self::Character => "any character".to_owned(),
            Self::Key(KeyCode::BackTab, _) => code_name(KeyCode::BackTab),
            Self::Key(code, modifiers) => modifier_name(modifiers).to_owned() + &code_name(code),
        }
    }
}

impl Binding {
    /// The names of its keys, the first of them first, those left out that are the same on a keyboard or
    /// that a person gave to another action.
    pub fn names(&self) -> Vec<String> {
        let own = self.keys().iter().filter(|key| !self.has_lost(**key));
        let mut names: Vec<String> = own.map(|key| key.name()).collect();
        names.retain(|name| !matches!(name.as_str(), "ctrl-7" | "ctrl-_"));
        names.dedup();
        names
    }
}

fn modifier_name(modifiers: KeyModifiers) -> &'static str {
    match modifiers {
        KeyModifiers::CONTROL => "ctrl-",
        KeyModifiers::ALT => "alt-",
        KeyModifiers::SHIFT => "shift-",
        _ if modifiers == KeyModifiers::CONTROL.union(KeyModifiers::SHIFT) => "ctrl-shift-",
        _ => "",
    }
}

fn code_name(code: KeyCode) -> String {
    match code {
        KeyCode::Char(' ') => "space".to_owned(),
        KeyCode::Char(c) => c.to_string(),
        KeyCode::F(number) => format!("F{number}"),
        KeyCode::BackTab => "shift-tab".to_owned(),
        KeyCode::PageUp => "page up".to_owned(),
        KeyCode::PageDown => "page down".to_owned(),
        other => format!("{other:?}").to_lowercase(),
    }
}
