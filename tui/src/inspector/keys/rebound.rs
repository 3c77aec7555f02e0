//! Keys that the user bound to actions, and the names of the actions.

use std::sync::OnceLock;

use crossterm::event::KeyCode;

use crate::inspector::keys::binding::{Binding, KeyContext, KeyPattern};
use crate::inspector::keys::table::TABLE;
use crate::inspector::message::Message;

/// The bound keys by line of the table. Set once, before keys are read.
static REBOUND: OnceLock<Vec<(usize, Vec<KeyPattern>)>> = OnceLock::new();

/// Returns actions other keys, for as long as the program runs.
pub fn rebind(wishes: &[(&'static str, Vec<KeyPattern>)]) {
    let mut rebound = Vec::new();
    for (index, binding) in TABLE.iter().enumerate() {
        let Some((_, keys)) = wishes.iter().find(|(name, _)| Some(*name) == action(binding)) else { continue };
        // A text input needs every key that types a character.
        let keys: Vec<KeyPattern> =
            keys.iter().copied().filter(|key| !is_typed_at(binding.place) || !key.is_character()).collect();
        if !keys.is_empty() {
            rebound.push((index, keys));
        }
    }
    // A second call would come too late.
    let _ = REBOUND.set(rebound);
}

impl Binding {
    /// Returns its current keys.
    pub fn keys(&self) -> &[KeyPattern] {
        self.rebound().unwrap_or(self.keys)
    }

    /// Returns the keys that the user bound to it.
    pub fn rebound(&self) -> Option<&'static [KeyPattern]> {
        let rebound = REBOUND.get()?;
        let mine =
            |(index, _): &&(usize, Vec<KeyPattern>)| TABLE.get(*index).is_some_and(|own| std::ptr::eq(own, self));
        rebound.iter().find(mine).map(|(_, keys)| keys.as_slice())
    }
}

impl Binding {
    /// Returns the names of its keys, without those that are the same on a keyboard or
    /// that the user bound to another action.
    pub fn names(&self) -> Vec<String> {
        let own = self.keys().iter().filter(|key| !self.has_lost(**key));
        let mut names: Vec<String> = own.map(|key| key.name()).collect();
        names.retain(|name| !matches!(name.as_str(), "ctrl-7" | "ctrl-_"));
        names.dedup();
        names
    }
}

impl Binding {
    /// Whether the user bound that key to another action of the same context.
    pub fn has_lost(&self, key: KeyPattern) -> bool {
        let Some(rebound) = REBOUND.get().filter(|_| self.rebound().is_none()) else { return false };
        let takes = |(index, keys): &(usize, Vec<KeyPattern>)| {
            keys.contains(&key) && TABLE.get(*index).is_some_and(|other| other.place.meets(self.place))
        };
        rebound.iter().any(takes)
    }
}

const fn is_typed_at(place: KeyContext) -> bool {
    matches!(
        place,
        KeyContext::Editing | KeyContext::TextInput | KeyContext::Menu | KeyContext::Prompt | KeyContext::Anywhere
    )
}

/// Every action that can have other keys: its name, the keys it has in the table, and what it does.
pub fn actions() -> Vec<(&'static str, Vec<String>, &'static str)> {
    let mut actions: Vec<(&'static str, Vec<String>, &'static str)> = Vec::new();
    for binding in TABLE {
        let Some(name) = action(binding) else { continue };
        let keys = binding.keys.iter().map(|key| key.name());
        match actions.iter_mut().find(|(known, ..)| *known == name) {
            None => actions.push((name, keys.collect(), binding.words)),
            Some((_, known, _)) => {
                let new: Vec<String> = keys.filter(|key| !known.contains(key)).collect();
                known.extend(new);
            }
        }
    }
    for (_, keys, _) in &mut actions {
        keys.retain(|key| !matches!(key.as_str(), "ctrl-7" | "ctrl-_" | "ctrl-/"));
    }
    actions
}

/// Returns the name of an action, which is that of its message; `None` if the key itself matters.
fn action(binding: &Binding) -> Option<&'static str> {
    static NAMES: OnceLock<Vec<Option<String>>> = OnceLock::new();
    let names = NAMES.get_or_init(|| TABLE.iter().map(name).collect());
    let index = TABLE.iter().position(|own| std::ptr::eq(own, binding))?;
    names[index].as_deref()
}

fn name(binding: &Binding) -> Option<String> {
    if binding.keys.iter().any(|key| matches!(key, KeyPattern::Digit | KeyPattern::Character))
        || binding.place == KeyContext::Calibration
    {
        return None;
    }
    Some(match (binding.message)('\0') {
        Message::Fix(_) => "fix".to_owned(),
        Message::NextFinding(is_forward) => if is_forward { "next-finding" } else { "previous-finding" }.to_owned(),
        Message::SearchAgain(is_forward) => if is_forward { "search-again" } else { "search-back" }.to_owned(),
        message => slug(&format!("{message:?}")),
    })
}

/// `Step(PageDown)` as `step-page-down`.
fn slug(debug: &str) -> String {
    let mut out = String::new();
    for c in debug.chars() {
        if c.is_ascii_uppercase() && !out.is_empty() && !out.ends_with('-') {
            out.push('-');
        }
        if c.is_ascii_alphanumeric() {
            out.push(c.to_ascii_lowercase());
        } else if !out.ends_with('-') {
            out.push('-');
        }
    }
    out.trim_end_matches('-').to_owned()
}

impl KeyPattern {
    fn is_character(self) -> bool {
        matches!(self, Self::Key(KeyCode::Char(_), modifiers) if modifiers.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_of_the_table_has_a_name_that_means_it() {
        for binding in TABLE.iter().filter(|binding| action(binding).is_some()) {
            for key in binding.keys {
                let named = KeyPattern::named(&key.name());
                let is_backtab = matches!(key, KeyPattern::Key(KeyCode::BackTab, _));
                assert!(named == Ok(*key) || is_backtab, "{}", key.name());
            }
        }
    }

    #[test]
    fn actions_have_names_of_words() {
        let names: Vec<&str> = actions().iter().map(|(name, ..)| *name).collect();
        for name in ["quit", "fix", "fix-all-safe", "next-finding", "step-page-down", "help", "offer-copies", "palette"]
        {
            assert!(names.contains(&name), "{names:?}");
        }
        assert!(names.iter().all(|name| name.chars().all(|c| c.is_ascii_lowercase() || c == '-')), "{names:?}");
    }
}
