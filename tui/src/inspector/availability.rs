//! The active keys, the available actions, and the palette that lists them.

use crate::files::history::HistoryStep;
use crate::inspector::app::{App, Screen};
use crate::inspector::keys;
use crate::inspector::keys::{InputMode, KeyPattern};
use crate::inspector::message::{ListFilter, Message, PromptPurpose, RuleScope};
use crate::inspector::overlay::{Choice, Menu, Overlay};

/// Title of the palette.
const PALETTE: &str = "commands";

impl App {
    /// Returns the part of the screen that receives the keys.
    pub fn input_mode(&self) -> InputMode {
        match self.overlays.last() {
            None => self.input_mode_below(),
            Some(Overlay::Help { .. }) => InputMode::Help,
            Some(Overlay::Menu(_)) => InputMode::Menu,
            Some(Overlay::Prompt(_)) => InputMode::Prompt,
            Some(Overlay::Page(_)) => InputMode::Page,
            Some(Overlay::Fixes(_)) => InputMode::Fixes,
            Some(Overlay::Calibration) => InputMode::Calibration,
        }
    }

    /// Returns the part of the screen that receives the keys if there is no overlay.
    pub fn input_mode_below(&self) -> InputMode {
        match self.screen {
            Screen::List => InputMode::List,
            Screen::Reference => InputMode::Pane(self.pane),
        }
    }

    /// Returns whether `message` would have an effect now: the footer shows only available keys.
    pub fn is_available(&self, message: &Message) -> bool {
        match message {
            Message::Open | Message::Edit => self.documents.is_some() && self.subject.is_in_document(),
            Message::Follow => self.target.is_some() || !self.commands.is_empty(),
            Message::JumpBack => !self.jumps.is_empty(),
            Message::NextListOrder => self.documents().is_some_and(|documents| documents.files.len() > 1),
            Message::OfferSuppressions => {
                self.documents().is_some_and(|documents| !documents.violated_rules().is_empty())
            }
            Message::Fix(_) if self.has_marks() => true,
            Message::Fix(number) => {
                self.analysis.findings.kind(self.finding).is_some_and(|finding| finding.fixes.len() > *number)
            }
            Message::NextStop(_) => self.tour_stop().is_some(),
            Message::FixAllSafe => self.analysis.findings.safe > 1,
            Message::Undo => {
                let is_open = self.screen == Screen::Reference;
                let of_files = self.documents().is_some_and(|documents| documents.can_step_history(HistoryStep::Undo));
                is_open && self.editor.can_step_history(HistoryStep::Undo) || of_files
            }
            Message::Redo => {
                let is_open = self.screen == Screen::Reference;
                let of_files = self.documents().is_some_and(|documents| documents.can_step_history(HistoryStep::Redo));
                let of_text = self.editor.can_step_history(HistoryStep::Redo) || self.canceled.is_some();
                is_open && of_text || of_files
            }
            Message::SaveAndQuit | Message::QuitWithoutSaving => self.documents.is_some(),
            Message::NextFile(_) => self.documents().is_some_and(|documents| documents.files.len() > 1),
            Message::Cut | Message::CopySelection => !self.typed().selection().is_empty(),
            Message::Save | Message::Changes => {
                self.is_edited() || self.documents().is_some_and(|documents| documents.count.changed > 0)
            }
            Message::Accept => match self.overlays.last() {
                Some(Overlay::Page(page)) => page.accept.is_some(),
                Some(Overlay::Fixes(_)) => self.proposal.as_ref().is_some_and(|proposal| proposal.fixed > 0),
                _ => true,
            },
            Message::Failures => self.documents().is_some_and(|documents| documents.problems().next().is_some()),
            Message::References => self.references.items.len() > 1,
            Message::NextReference(_) => {
                self.references.items.len() > 1 || self.documents().is_some_and(|documents| documents.len() > 1)
            }
            Message::QuitAndPrint => self.documents.is_none(),
            Message::TurnTopLine => {
                self.analysis.direction.as_ref().is_some_and(|direction| !direction.is_left_to_right)
            }
            Message::NextReorderingStep => {
                self.analysis.direction.as_ref().is_some_and(|direction| !direction.steps.is_empty())
            }
            Message::Back => !self.overlays.is_empty() || self.documents.is_some(),
            Message::Propose(RuleScope::Any) | Message::NextFinding(_) => {
                self.documents().is_some_and(|documents| documents.count.flagged > 0)
            }
            Message::ListBy(_)
            | Message::List(ListFilter::NextLeast)
            | Message::Ask(PromptPurpose::List | PromptPurpose::Pattern)
            | Message::Mark(_) => self.documents().is_some_and(|documents| documents.count.references > 0),
            Message::Step(_) => match self.overlays.last() {
                Some(Overlay::Page(page)) => page.rows.len() > self.viewport.page_rows(self),
                _ => true,
            },
            Message::Explain | Message::Propose(RuleScope::Selected) => !self.analysis.findings.is_empty(),
            _ => true,
        }
    }

    /// Returns whether files are being read, so that the screen changes soon.
    pub fn is_waiting(&self) -> bool {
        self.documents().is_some_and(|documents| documents.is_reading() || documents.saving().is_some())
    }

    /// Returns the palette: all available actions by name, those that were chosen last first.
    pub(super) fn palette(&self) -> Menu {
        let named = keys::bindings(self.input_mode()).filter(|binding| {
            // The palette does not offer typing and moving.
            let is_typed = binding.keys.iter().any(|key| matches!(key, KeyPattern::Character | KeyPattern::Digit));
            let message = (binding.message)('\0');
            let is_motion =
                matches!(message, Message::Step(_) | Message::Move(_) | Message::Delete(_) | Message::Palette);
            !is_typed && !is_motion && self.is_available(&message)
        });
        // Each action is listed once, with its first key.
        let mut known = Vec::new();
        let named = named.filter(move |binding| {
            let message = (binding.message)('\0');
            let is_new = !known.contains(&message);
            known.push(message);
            is_new
        });
        let choice = |binding: &keys::Binding| {
            let key = self.keys.names(binding).first().cloned().unwrap_or_default();
            (binding.words, key, (binding.message)('\0'))
        };
        let without_key =
            [("save and quit", Message::SaveAndQuit), ("quit without saving", Message::QuitWithoutSaving)];
        let without_key = without_key.into_iter().filter(|(_, message)| self.is_available(message));
        let without_key = without_key.map(|(words, message)| (words, String::new(), message));
        let commands = self.commands.iter().enumerate();
        let commands = commands.map(|(number, own)| (own.name.as_str(), String::new(), Message::Run(number)));
        let mut choices: Vec<Choice> = named
            .map(choice)
            .chain(without_key)
            .chain(commands)
            .map(|(words, key, message)| Choice { aliases: aliases(&message), ..Choice::new(words, key, message) })
            .collect();
        let age = |choice: &Choice| self.recent.iter().position(|message| *message == choice.message);
        choices.sort_by_key(|choice| age(choice).unwrap_or(usize::MAX));
        Menu::new(PALETTE, choices)
    }

    /// Notes a choice of a menu if it is the palette.
    pub(super) fn note_recent(&mut self, menu: &Menu, message: &Message) {
        if menu.title == PALETTE {
            self.recent.retain(|known| known != message);
            self.recent.insert(0, message.clone());
        }
    }
}

/// Returns the names of a command in vim, helix and less.
const fn aliases(message: &Message) -> &'static [&'static str] {
    match message {
        Message::Save => &["w", "w!", "wa", "write"],
        Message::SaveAndQuit => &["wq", "x", "wqa", "xa", "wq!"],
        Message::QuitWithoutSaving => &["q!", "qa!", "cq"],
        Message::Quit => &["q", "qa", "quit"],
        Message::Help => &["h", "help"],
        Message::Undo => &["u", "undo"],
        Message::Redo => &["red", "redo"],
        Message::NextReference(true) => &["n", "bn"],
        Message::NextReference(false) => &["bp"],
        Message::Edit => &["e", "o", "open"],
        Message::References => &["ls"],
        _ => &[],
    }
}
