//! The active keys, the available actions, and the palette that lists them.

use crate::files::documents::Documents;
use crate::files::history::HistoryStep;
use crate::inspector::analysis::Direction;
use crate::inspector::app::App;
use crate::inspector::editor::Editor;
use crate::inspector::keys;
use crate::inspector::keys::{InputMode, KeyPattern};
use crate::inspector::message::{ListFilter, Message, PromptPurpose, RuleScope, Step};
use crate::inspector::origin::{Origin, Screen};
use crate::inspector::overlay::{Choice, FixList, Menu, Overlay, names_in};
use crate::inspector::pane::Pane;

/// Title of the palette.
const PALETTE: &str = "commands";

impl App {
    /// Returns the part of the screen that receives the keys.
    pub fn input_mode(&self) -> InputMode {
        self.input_mode_of(self.overlays.last())
    }

    /// Returns the part of the screen that receives the keys if there is no help.
    pub fn input_mode_below(&self) -> InputMode {
        self.input_mode_of(self.overlays.iter().rfind(|overlay| !matches!(overlay, Overlay::Help { .. })))
    }

    fn input_mode_of(&self, overlay: Option<&Overlay>) -> InputMode {
        match overlay {
            None if self.origin.screen() == Screen::List => InputMode::List,
            None => InputMode::Pane(self.panes.pane),
            Some(Overlay::Help { .. }) => InputMode::Help,
            Some(Overlay::Menu(_)) => InputMode::Menu,
            Some(Overlay::Prompt(_)) => InputMode::Prompt,
            Some(Overlay::Page(_)) => InputMode::Page,
            Some(Overlay::Fixes(_)) => InputMode::Fixes,
            Some(Overlay::Calibration) => InputMode::Calibration,
        }
    }

    /// Returns the list of fixes, if it is shown.
    pub fn fix_list(&self) -> Option<&FixList> {
        self.overlays.iter().rev().find_map(|overlay| match overlay {
            Overlay::Fixes(list) => Some(&**list),
            _ => None,
        })
    }

    /// Returns whether `message` would have an effect now: the footer shows only available keys.
    pub fn is_available(&self, message: &Message) -> bool {
        let (panes, reference) = (&self.panes, &self.panes.reference);
        let has_files = self.origin.documents().is_some();
        let is_list = self.origin.screen() == Screen::List;
        let files = |have: fn(&Documents) -> bool| self.origin.documents().is_some_and(have);
        let direction = |has: fn(&Direction) -> bool| panes.analysis.direction.as_ref().is_some_and(has);
        match message {
            Message::NextOrder | Message::Ask(PromptPurpose::Base | PromptPurpose::Other) if is_list => {
                reference.subject.is_in_document()
            }
            Message::Open | Message::Edit => has_files && reference.subject.is_in_document(),
            Message::Follow => panes.target.is_some() || !self.settings.commands.is_empty(),
            Message::JumpBack => matches!(&self.origin, Origin::Files(list) if !list.jumps.is_empty()),
            Message::NextListOrder | Message::NextFile(_) => files(|documents| documents.files.len() > 1),
            Message::OfferSuppressions => files(|documents| !documents.violated_rules().is_empty()),
            Message::Fix(_) if self.has_marks() => true,
            Message::Fix(_) | Message::FixAllSafe | Message::Focus(Pane::Reference) if self.read_only().is_some() => {
                false
            }
            Message::Fix(number) if is_list => {
                let main = self.origin.documents().and_then(Documents::main_finding);
                main.is_some_and(|found| found.finding.fixes.len() > *number)
            }
            Message::Fix(number) => {
                panes.analysis.findings.kind(panes.finding).is_some_and(|finding| finding.fixes.len() > *number)
            }
            Message::NextChoice(_) => self.fix_list().is_some_and(|list| list.proposal.has_alternatives()),
            Message::NextStop(is_forward) => self.origin.next_stop(*is_forward).is_some(),
            Message::FixAllSafe => panes.analysis.findings.safe > 1,
            Message::Undo => {
                !is_list && reference.editor.can_step_history(HistoryStep::Undo)
                    || files(|documents| documents.can_step_history(HistoryStep::Undo))
            }
            Message::Redo => {
                let of_text = reference.editor.can_step_history(HistoryStep::Redo) || reference.canceled.is_some();
                !is_list && of_text || files(|documents| documents.can_step_history(HistoryStep::Redo))
            }
            Message::SaveAndQuit | Message::ToggleTargets => has_files,
            Message::Cut | Message::CopySelection => !self.typed().selection().is_empty(),
            Message::SaveFile => {
                self.is_edited() || files(|documents| documents.current().is_some_and(|(_, file, _)| file.is_changed()))
            }
            Message::Save | Message::Changes => self.is_edited() || files(|documents| documents.count.changed > 0),
            Message::Accept => match self.overlays.last() {
                Some(Overlay::Page(page)) => page.accept.is_some(),
                Some(Overlay::Fixes(list)) => list.proposal.counts().0 > 0,
                _ => true,
            },
            Message::Failures => self.problems().next().is_some(),
            Message::References => has_files || self.origin.len() > 1,
            Message::NextReference(is_forward) => self.origin.neighbor(*is_forward).is_some(),
            Message::QuitAndPrint => !has_files,
            Message::TurnTopLine => direction(|direction| !direction.is_left_to_right),
            Message::NextReorderingStep => direction(|direction| !direction.steps.is_empty()),
            Message::Back => !self.overlays.is_empty() || has_files,
            Message::Propose(RuleScope::Any) | Message::NextFinding(_) => {
                files(|documents| documents.len() > 0 && documents.count.flagged > 0)
            }
            Message::Mark(_) => files(|documents| documents.len() > 0),
            Message::ListBy(_)
            | Message::List(ListFilter::NextLeast)
            | Message::Ask(PromptPurpose::List | PromptPurpose::Pattern | PromptPurpose::Old) => {
                files(|documents| documents.count.references > 0)
            }
            Message::Step(_) | Message::Ask(PromptPurpose::Page) => match self.overlays.last() {
                Some(Overlay::Page(page)) => page.rows.len() > self.viewport.page_rows(self),
                _ => true,
            },
            Message::Explain | Message::Propose(RuleScope::Selected) => !panes.analysis.findings.is_empty(),
            _ => true,
        }
    }

    /// Returns whether files are being read or a task is not finished, so that the screen changes soon.
    pub fn is_waiting(&self) -> bool {
        self.origin.documents().is_some_and(|documents| documents.is_reading() || documents.task().is_some())
    }

    /// Returns the palette: all actions by name, those that were chosen last first. Those that would have no effect are
    /// hidden.
    pub(super) fn palette(&self) -> Menu {
        // Each action is listed once, with its first key; typing and moving are not.
        let mut known = Vec::new();
        let named = keys::bindings(self.input_mode()).filter(|binding| {
            let is_typed = binding.keys.iter().any(|key| matches!(key, KeyPattern::Character | KeyPattern::Digit));
            let message = (binding.message)('\0');
            let is_motion =
                matches!(message, Message::Step(_) | Message::Move(_) | Message::Delete(_) | Message::Palette);
            let is_listed = !is_typed && !is_motion && !known.contains(&message);
            known.extend(is_listed.then_some(message));
            is_listed
        });
        let choice = |binding: &keys::Binding| {
            let key = self.settings.keys.names(binding).first().cloned().unwrap_or_default();
            (binding.words, key, (binding.message)('\0'))
        };
        let without_key = WITHOUT_KEY.map(|(words, message)| (words, String::new(), message));
        let is_in_table = keys::bindings(self.input_mode()).map(|binding| binding.words).collect::<Vec<_>>();
        let without_key = without_key.into_iter().filter(|(words, ..)| !is_in_table.contains(words));
        let commands = self.settings.commands.iter().enumerate();
        let commands = commands.map(|(number, own)| (own.name.as_str(), String::new(), Message::Run(number)));
        let mut choices: Vec<Choice> = named
            .map(choice)
            .chain(without_key)
            .chain(commands)
            .map(|(words, key, message)| Choice {
                names: names_of(words),
                is_hidden: !self.is_available(&message),
                ..Choice::new(words, key, message)
            })
            .collect();
        let none = Message::Notice(format!("{NO_COMMAND} (? keys)"));
        let none = Choice { names: names_of(NO_COMMAND), is_hidden: true, ..Choice::new(NO_COMMAND, "", none) };
        choices.push(none);
        let age = |choice: &Choice| self.recent.iter().position(|message| *message == choice.message);
        choices.sort_by_key(|choice| age(choice).unwrap_or(usize::MAX));
        Menu::new(PALETTE, choices)
    }

    /// Offers what the line that is typed in the palette means in vim: a number is a line or a reference, `$` the last one, and
    /// `s/old/new/` replaces a text.
    pub(super) fn offer_line(menu: &mut Menu, numbered: Numbered) {
        if menu.title != PALETTE {
            return;
        }
        menu.choices.retain(|choice| !is_typed(&choice.message));
        let (kind, count) = match numbered {
            Numbered::Lines => ("line", None),
            Numbered::Listed(count) | Numbered::Texts(count) => ("reference", Some(count)),
        };
        match menu.line.text().trim() {
            "$" => {
                let last = Choice::new(format!("go to the last {kind}"), "G", numbered.go(Step::Last));
                menu.choices.push(Choice { names: vec!["$"], ..last });
            }
            typed if typed.starts_with(|c: char| c.is_ascii_digit()) => {
                let Ok(number) = typed.parse::<usize>() else { return };
                let end = count
                    .filter(|count| number > *count)
                    .map_or_else(String::new, |count| format!(" (the last is {count})"));
                let message = numbered.go(Step::To(number.saturating_sub(1)));
                menu.choices.push(Choice::new(format!("go to {kind} {number}{end}"), "", message));
            }
            typed => {
                if let (Some((old, new)), Numbered::Listed(_)) = (substitution(typed), numbered) {
                    // It matches what was typed, as a name does.
                    menu.choices.push(Choice::new(typed.to_owned(), "preview", Message::Replace(old, new)));
                }
            }
        }
    }

    /// Returns where a number leads that is typed in the palette.
    pub(super) fn numbered(&self) -> Numbered {
        match &self.origin {
            Origin::Files(list) if self.origin.screen() == Screen::List => Numbered::Listed(list.documents.len()),
            Origin::Texts(list) if list.items.len() > 1 => Numbered::Texts(list.items.len()),
            _ => Numbered::Lines,
        }
    }

    /// Returns the message of the command that a line names, like the palette: after `:`, by a name in another program or
    /// by the start of its words.
    pub fn command(&self, line: &str) -> Option<Message> {
        let typed = line.strip_prefix(':').unwrap_or(line).trim();
        let mut menu = Menu { line: Editor::new(typed), ..self.palette() };
        Self::offer_line(&mut menu, self.numbered());
        let is_meant = |choice: &&Choice| choice.names.contains(&typed) || choice.words.starts_with(typed);
        let all = menu.shown();
        let choice = all
            .iter()
            .find(|choice| is_typed(&choice.message))
            .or_else(|| all.iter().find(|choice| is_meant(choice)))?;
        Some(self.refusal_of(choice).map_or_else(|| choice.message.clone(), Message::Notice))
    }

    /// Returns why a choice would have no effect, if it is hidden.
    pub(super) fn refusal_of(&self, choice: &Choice) -> Option<String> {
        let has_file = self.panes.reference.subject.is_in_document();
        choice.is_hidden.then(|| match choice.message {
            Message::SaveFile if self.is_available(&Message::Save) => {
                "no unsaved changes in this file (:wa saves all files)".to_owned()
            }
            Message::Save | Message::SaveFile | Message::Changes if self.origin.documents().is_some() => {
                "no unsaved changes".to_owned()
            }
            Message::Save | Message::SaveFile | Message::SaveAndQuit | Message::Edit if !has_file => {
                "the reference is not in a file (y copy, Q quit and print)".to_owned()
            }
            Message::Notice(ref reason) => reason.clone(),
            _ => format!("nothing to do: {}", choice.words),
        })
    }

    /// Notes a choice of a menu if it is the palette.
    pub(super) fn note_recent(&mut self, menu: &Menu, message: &Message) {
        if menu.title == PALETTE {
            self.recent.retain(|known| known != message);
            self.recent.insert(0, message.clone());
        }
    }

    /// Returns the words about a missing target without a finding; `None` if it exists.
    pub fn missing_target(&self) -> Option<&'static str> {
        self.panes.target.as_ref().filter(|target| target.is_missing())?;
        let is_checked = self.origin.documents().is_some_and(Documents::checks_targets);
        Some(if is_checked { "target missing" } else { "target missing (t checks)" })
    }

    /// Returns messages about what the list of fixes leaves, about the settings, about files that could not be read, and about
    /// configurations.
    pub(super) fn problems(&self) -> impl Iterator<Item = String> {
        let left = self.fix_list().into_iter().flat_map(|list| &list.proposal.left);
        let of_files = self.origin.documents().into_iter().flat_map(Documents::problems);
        left.map(|left| format!("not changed: {left}")).chain(self.settings.problems.iter().cloned()).chain(of_files)
    }

    /// Returns whether a task on many files is not finished.
    pub fn is_busy(&self) -> bool {
        self.origin.documents().is_some_and(|documents| documents.task().is_some())
    }
}

/// Where a number leads that is typed in the palette.
#[derive(Clone, Copy, Debug)]
pub(super) enum Numbered {
    /// To a line of a pane.
    Lines,
    /// To one of that many references in the list.
    Listed(usize),
    /// To one of that many references without files.
    Texts(usize),
}

impl Numbered {
    fn go(self, step: Step) -> Message {
        match (self, step) {
            (Self::Texts(count), Step::To(number)) if number < count => Message::ChooseReference(number),
            (Self::Texts(count), _) => Message::ChooseReference(count - 1),
            _ => Message::Step(step),
        }
    }
}

/// Returns whether the palette offers the message only for what is typed.
const fn is_typed(message: &Message) -> bool {
    matches!(message, Message::Step(_) | Message::ChooseReference(_) | Message::Replace(..))
}

/// Returns both texts of a substitution as vim and sed write it, `s/old/new/g` or with another delimiter, which a backslash
/// quotes. The texts are literal; `None` also for a flag of which a literal text in all places is not the meaning.
fn substitution(typed: &str) -> Option<(String, String)> {
    let typed = typed.strip_prefix('%').unwrap_or(typed).strip_prefix('s')?;
    let delimiter = typed.chars().next().filter(|c| !c.is_alphanumeric() && !c.is_whitespace() && *c != '\\')?;
    let mut parts = vec![String::new()];
    let mut rest = typed.chars().skip(1).peekable();
    while let Some(c) = rest.next() {
        match c {
            '\\' if rest.peek() == Some(&delimiter) => parts.last_mut()?.extend(rest.next()),
            c if c == delimiter => parts.push(String::new()),
            c => parts.last_mut()?.push(c),
        }
    }
    let mut parts = parts.into_iter();
    let (old, new) = (parts.next()?, parts.next()?);
    let flags = parts.next().unwrap_or_default();
    (!old.is_empty() && parts.next().is_none() && matches!(&*flags, "" | "g" | "c" | "gc")).then_some((old, new))
}

/// Commands that have no key, or one only in a pane.
const WITHOUT_KEY: [(&str, Message); 4] = [
    ("change the display order", Message::NextOrder),
    ("save this file", Message::SaveFile),
    ("save and quit", Message::SaveAndQuit),
    ("quit without saving", Message::QuitWithoutSaving),
];

/// Words for names that are no command.
const NO_COMMAND: &str = "no such command here";

/// Other names of the commands.
const NAMES: &str = include_str!("command_names.txt");

fn names_of(words: &str) -> Vec<&'static str> {
    names_in(NAMES, words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inspector::overlay::lines_of;

    #[test]
    fn a_substitution_has_any_delimiter_and_literal_texts() {
        for (typed, texts) in [
            ("s/a.b/c/", Some(("a.b", "c"))),
            ("%s/a b/c d", Some(("a b", "c d"))),
            ("s#http://#https://#g", Some(("http://", "https://"))),
            ("s|a\\|b|\\n|gc", Some(("a|b", "\\n"))),
            ("s/a//", Some(("a", ""))),
            ("s/a/b/i", None),
            ("s/a/b/c/d", None),
            ("s//b/", None),
            ("s/a", None),
            ("save/a/b", None),
            ("s a b ", None),
        ] {
            let texts = texts.map(|(old, new)| (old.to_owned(), new.to_owned()));
            assert_eq!(substitution(typed), texts, "{typed}");
        }
    }

    fn named() -> impl Iterator<Item = (&'static str, &'static str)> {
        lines_of(NAMES)
    }

    #[test]
    fn every_name_is_of_a_command() {
        for (words, _) in named() {
            let is_bound = words == NO_COMMAND || keys::TABLE.iter().any(|binding| binding.words == words);
            assert!(is_bound || WITHOUT_KEY.iter().any(|(command, _)| *command == words), "{words}");
        }
        assert_eq!(named().count(), NAMES.lines().filter(|line| !line.starts_with('#')).count());
    }
}
