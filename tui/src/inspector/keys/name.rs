//! Names of keys.

use std::fmt::Write as _;

use crossterm::event::{KeyCode, KeyModifiers};
use iri_core::text::similar::did_you_mean;

use crate::inspector::keys::binding::KeyPattern;

impl KeyPattern {
    /// Returns its name, such as `ctrl-w` or `tab`.
    pub fn name(self) -> String {
        match self {
            Self::Digit => "1–9".to_owned(),
            Self::Character => "any character".to_owned(),
            Self::Key(KeyCode::BackTab, _) => code_name(KeyCode::BackTab),
            Self::Key(code, modifiers) => modifier_name(modifiers).to_owned() + &code_name(code),
        }
    }

    /// Returns the key with this name, as [`KeyPattern::name`] writes it.
    pub fn named(name: &str) -> Result<Self, String> {
        let (mut modifiers, mut rest) = (KeyModifiers::NONE, name);
        for (prefix, modifier) in
            [("ctrl-", KeyModifiers::CONTROL), ("alt-", KeyModifiers::ALT), ("shift-", KeyModifiers::SHIFT)]
        {
            if let Some(bare) = rest.strip_prefix(prefix).filter(|bare| !bare.is_empty() && rest != "shift-tab") {
                modifiers |= modifier;
                rest = bare;
            }
        }
        let mut letters = rest.chars();
        let code = match (letters.next(), letters.next()) {
            (Some(c), None) if !c.is_control() => Some(KeyCode::Char(c)),
            _ => code(rest),
        };
        match (code, modifiers) {
            (Some(KeyCode::Char('i' | 'm' | 'h' | '[')), KeyModifiers::CONTROL) => {
                Err(format!("terminals cannot distinguish '{name}' from another key"))
            }
            (Some(KeyCode::BackTab), KeyModifiers::NONE) => Ok(Self::Key(KeyCode::BackTab, KeyModifiers::SHIFT)),
            (Some(code), modifiers) => Ok(Self::Key(code, modifiers)),
            (None, _) => Err(unknown(name, rest)),
        }
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

const NAMED: [(&str, KeyCode); 16] = [
    ("space", KeyCode::Char(' ')),
    ("enter", KeyCode::Enter),
    ("esc", KeyCode::Esc),
    ("tab", KeyCode::Tab),
    ("shift-tab", KeyCode::BackTab),
    ("up", KeyCode::Up),
    ("down", KeyCode::Down),
    ("left", KeyCode::Left),
    ("right", KeyCode::Right),
    ("home", KeyCode::Home),
    ("end", KeyCode::End),
    ("page up", KeyCode::PageUp),
    ("page down", KeyCode::PageDown),
    ("backspace", KeyCode::Backspace),
    ("delete", KeyCode::Delete),
    ("insert", KeyCode::Insert),
];

fn code(name: &str) -> Option<KeyCode> {
    let number = name.strip_prefix(['F', 'f']).and_then(|number| number.parse().ok()).filter(|n| (1..=12).contains(n));
    number.map(KeyCode::F).or_else(|| NAMED.iter().find(|(own, _)| *own == name).map(|(_, code)| *code))
}

fn unknown(name: &str, rest: &str) -> String {
    let mut said = format!("unknown key '{name}'{}", did_you_mean(rest, NAMED.map(|(name, _)| name)));
    if !said.ends_with('?') {
        let _ = write!(said, "; expected a character or a name such as F1, page up, ctrl-x or alt-x");
    }
    said
}
