//! Keys that the user bound to actions, and the names of the actions.

use std::fmt::Write as _;
use std::sync::OnceLock;

use crossterm::event::{KeyCode, KeyEvent};

use crate::inspector::keys::binding::{Binding, InputMode, KeyContext, KeyPattern};
use crate::inspector::keys::table::{TABLE, bindings};
use crate::inspector::message::{
    ChosenFixes, FilterBy, ListFilter, MarkScope, Message, PromptPurpose, RuleScope, Step,
};
use crate::inspector::pane::Pane;

/// The keys of each action: those of the table, unless the user bound others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeyMap {
    /// The bound keys by line of the table.
    rebound: Vec<(usize, Vec<KeyPattern>)>,
}

impl KeyMap {
    /// Binds keys to actions by their names.
    pub fn new(wishes: &[(&'static str, Vec<KeyPattern>)]) -> Self {
        let mut rebound = Vec::new();
        for (index, binding) in TABLE.iter().enumerate() {
            let Some((_, keys)) = wishes.iter().find(|(name, _)| Some(*name) == action(binding)) else { continue };
            // A text input needs every key that types a character.
            let keys: Vec<KeyPattern> =
                keys.iter().copied().filter(|key| !is_text_input(binding.context) || !key.is_character()).collect();
            if !keys.is_empty() {
                rebound.push((index, keys));
            }
        }
        Self { rebound }
    }

    /// Returns the message of a key.
    pub fn message(&self, event: KeyEvent, input_mode: InputMode) -> Option<Message> {
        let typed = match event.code {
            KeyCode::Char(c) => c,
            _ => '\0',
        };
        let fits = |binding: &&'static Binding| self.keys(binding).iter().any(|key| key.matches(event));
        // Keys that the user bound come before those of the table.
        let own = bindings(input_mode).filter(|binding| self.rebound(binding).is_some()).find(fits);
        own.or_else(|| bindings(input_mode).find(fits)).map(|binding| (binding.message)(typed))
    }

    /// Returns the keys of a line of the table.
    fn keys<'k>(&'k self, binding: &'k Binding) -> &'k [KeyPattern] {
        self.rebound(binding).unwrap_or(binding.keys)
    }

    /// Returns the keys that the user bound to a line of the table.
    fn rebound(&self, binding: &Binding) -> Option<&[KeyPattern]> {
        let is_own =
            |(index, _): &&(usize, Vec<KeyPattern>)| TABLE.get(*index).is_some_and(|own| std::ptr::eq(own, binding));
        self.rebound.iter().find(is_own).map(|(_, keys)| keys.as_slice())
    }

    /// Returns the names of the keys of a line of the table, without those that are the same on a keyboard or that
    /// the user bound to another action.
    pub fn names(&self, binding: &Binding) -> Vec<String> {
        let own = self.keys(binding).iter().filter(|key| !self.is_taken(**key, binding));
        let mut names: Vec<String> = own.map(|key| key.name()).collect();
        names.retain(|name| !matches!(name.as_str(), "ctrl-7" | "ctrl-_"));
        names.dedup();
        names
    }

    /// Returns whether the user bound `key` of a line of the table to another action of the same context.
    fn is_taken(&self, key: KeyPattern, binding: &Binding) -> bool {
        let takes = |(index, keys): &(usize, Vec<KeyPattern>)| {
            keys.contains(&key) && TABLE.get(*index).is_some_and(|other| other.context.overlaps(binding.context))
        };
        self.rebound(binding).is_none() && self.rebound.iter().any(takes)
    }
}

const fn is_text_input(context: KeyContext) -> bool {
    matches!(
        context,
        KeyContext::Editing
            | KeyContext::TextInput
            | KeyContext::Menu
            | KeyContext::Prompt
            | KeyContext::AllPanes
            | KeyContext::Anywhere
    )
}

/// Returns the actions whose keys can be changed: name, keys in the table, description.
pub fn actions() -> Vec<(&'static str, Vec<String>, String)> {
    let mut actions: Vec<(&'static str, Vec<String>, String)> = Vec::new();
    for binding in TABLE {
        let Some(name) = action(binding) else { continue };
        let keys = binding.keys.iter().map(|key| key.name());
        match actions.iter_mut().find(|(known, ..)| *known == name) {
            None => actions.push((name, keys.collect(), binding.words.to_owned())),
            Some((_, known, words)) => {
                known.extend(keys);
                if !words.split("; ").any(|known| known == binding.words) {
                    let _ = write!(words, "; {}", binding.words);
                }
            }
        }
    }
    for (_, keys, _) in &mut actions {
        let mut seen = Vec::new();
        keys.retain(|key| {
            let is_new = !seen.contains(key) && !matches!(key.as_str(), "ctrl-7" | "ctrl-_" | "ctrl-/");
            seen.push(key.clone());
            is_new
        });
    }
    actions
}

/// Returns the name of an action; `None` if the key itself matters.
fn action(binding: &Binding) -> Option<&'static str> {
    static NAMES: OnceLock<Vec<Option<String>>> = OnceLock::new();
    let names = NAMES.get_or_init(|| TABLE.iter().map(name).collect());
    let index = TABLE.iter().position(|own| std::ptr::eq(own, binding))?;
    names[index].as_deref()
}

fn name(binding: &Binding) -> Option<String> {
    if binding.keys.iter().any(|key| matches!(key, KeyPattern::Digit | KeyPattern::Character))
        || binding.context == KeyContext::Calibration
    {
        return None;
    }
    let name = match (binding.message)('\0') {
        Message::Fix(_) => "fix",
        Message::NextStop(true) => "next-stop",
        Message::NextStop(false) => "previous-stop",
        Message::Follow => "open-target",
        Message::JumpBack => "return",
        Message::NextFinding(true) => "next-finding",
        Message::NextFinding(false) => "previous-finding",
        Message::SearchAgain(true) => "next-match",
        Message::SearchAgain(false) => "previous-match",
        Message::NextFile(true) => "next-file",
        Message::NextFile(false) => "previous-file",
        Message::Propose(RuleScope::Any) => "preview-fixes",
        Message::Propose(RuleScope::Selected) => "preview-fixes-of-rule",
        Message::ChooseFixes(ChosenFixes::Selected) => "accept-or-skip",
        Message::ChooseFixes(ChosenFixes::Rule) => "accept-or-skip-rule",
        Message::ChooseFixes(ChosenFixes::File) => "accept-or-skip-file",
        Message::ChooseFixes(ChosenFixes::All) => "accept-or-skip-all",
        Message::ChooseFixes(ChosenFixes::Safe) => "accept-safe",
        Message::NextChoice(true) => "next-choice",
        Message::NextChoice(false) => "previous-choice",
        Message::Changes => "show-changes",
        Message::Failures => "show-problems",
        Message::List(ListFilter::NextLeast) => "filter-by-severity",
        Message::ListBy(FilterBy::Rule) => "filter-by-rule",
        Message::ListBy(FilterBy::Place) => "filter-by-place",
        Message::Ask(PromptPurpose::List) => "filter-by-text",
        Message::Ask(PromptPurpose::Pattern) => "filter-by-pattern",
        Message::Mark(MarkScope::Selected) => "mark",
        Message::Mark(MarkScope::Listed) => "mark-all",
        Message::Ask(PromptPurpose::Search) => "search",
        Message::Ask(PromptPurpose::Page) => "search-text",
        Message::Ask(PromptPurpose::Base) => "set-base",
        Message::Ask(PromptPurpose::Other) => "set-other-reference",
        Message::NextReference(true) => "next-reference",
        Message::NextReference(false) => "previous-reference",
        Message::References => "list-references",
        Message::Edit => "open-in-editor",
        Message::OfferSettings => "settings",
        Message::OfferSuppressions => "ignore",
        Message::TurnTopLine => "turn-reference",
        Message::OfferCopies => "copy-as",
        Message::Calibration => "right-to-left-test",
        Message::Palette => "commands",
        Message::Focus(Pane::Reference) => "edit-reference",
        Message::Focus(Pane::Findings) => "stop-editing",
        Message::Step(Step::Down) => "next-line",
        Message::Step(Step::Up) => "previous-line",
        Message::Step(Step::PageDown) => "page-down",
        Message::Step(Step::PageUp) => "page-up",
        Message::Step(Step::First) => "first-line",
        Message::Step(Step::Last) => "last-line",
        // The other names are those of the messages.
        message => return Some(slug(&format!("{message:?}"))),
    };
    Some(name.to_owned())
}

/// Converts `Move(WordLeft)` to `move-word-left`.
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
    fn every_key_of_the_table_has_a_name() {
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
        for name in ["quit", "fix", "fix-all-safe", "next-finding", "page-down", "help", "copy-as", "commands"] {
            assert!(names.contains(&name), "{names:?}");
        }
        assert!(names.iter().all(|name| name.chars().all(|c| c.is_ascii_lowercase() || c == '-')), "{names:?}");
    }
}
