//! Following a reference: to its target in the list, in the editor of the user, or with a command of the settings.
//!
//! ```text
//!  O ─▶ in the inspector      the target is selected; ctrl-o returns
//!       in $EDITOR, line 12
//!       commands of the settings, with {target}, {reference}, {file}, {line} and {column} replaced
//! ```

use iri_core::Document;
use iri_core::Site;
use iri_core::files::{absolute, is_same_file};

use crate::files::documents::{Documents, ReferenceIndex};
use crate::files::filter::Filter;
use crate::files::link_target::{LinkTarget, TargetFile, TargetState, TargetWord};
use crate::inspector::app::App;
use crate::inspector::changes::NO_REFERENCE;
use crate::inspector::message::{Effect, Message};
use crate::inspector::origin::{Origin, Screen};
use crate::inspector::overlay::{Choice, Menu, Overlay};
use crate::inspector::user_command::PLACEHOLDERS;

impl App {
    /// Returns the words about a missing target without a finding; `None` if it exists.
    pub fn missing_target(&self) -> Option<&'static str> {
        self.panes.target.as_ref().filter(|target| target.is_missing())?;
        let is_checked = self.origin.documents().is_some_and(Documents::checks_targets);
        Some(if is_checked { "target missing" } else { "target missing (t checks)" })
    }

    /// Looks up the target of the reference on screen.
    pub(super) fn look_up_target(&mut self) {
        if !std::mem::take(&mut self.panes.is_target_outdated) {
            return;
        }
        let file = self.origin.documents().and_then(Documents::current).map(|(_, file, _)| file);
        let target = |document: &Document, site: &Site<'_>| LinkTarget::new(file?, document, site);
        self.panes.target = self.panes.reference.subject.at_site(target).flatten();
    }

    /// Offers the ways to follow the reference.
    pub(super) fn offer_to_follow(&mut self) {
        let mut choices = Vec::new();
        let mut title = "open".to_owned();
        if let Some(target) = &self.panes.target {
            title = target.words().iter().map(TargetWord::text).collect();
            if self.row_of_target(target).is_some() {
                choices.push(Choice::new("in the inspector", "", Message::FollowInside));
            }
            if self.edited_target(target).is_some() {
                let line = target.at.map_or_else(String::new, |at| format!(", line {}", at.line));
                choices.push(Choice::new(format!("in $EDITOR{line}"), "", Message::EditTarget));
            }
        }
        let commands = self.settings.commands.iter().enumerate();
        choices.extend(commands.map(|(number, command)| Choice::new(&command.name, "", Message::Run(number))));
        if choices.is_empty() {
            self.notice = match &self.panes.target {
                None if self.origin.documents().is_some_and(|documents| documents.current().is_none()) => {
                    NO_REFERENCE.to_owned()
                }
                Some(_) => title,
                None => "it opens no file; [commands] of the settings start programs".to_owned(),
            };
            return;
        }
        self.overlays.push(Overlay::Menu(Menu::new(title, choices)));
    }

    /// Selects the target in the list.
    pub(super) fn follow_inside(&mut self) {
        let Some(at) = self.panes.target.as_ref().and_then(|target| self.row_of_target(target)) else { return };
        self.close();
        if self.origin.screen() != Screen::List {
            // The edited text cannot be written; the reason is shown.
            return;
        }
        if let Origin::Files(list) = &mut self.origin {
            list.jumps.extend(list.documents.at());
        }
        self.jump(at);
        let listed = std::mem::take(&mut self.notice);
        self.notice =
            if listed.is_empty() { "ctrl-o returns".to_owned() } else { format!("{listed} (ctrl-o returns)") };
    }

    /// Returns to the reference that was followed last.
    pub(super) fn jump_back(&mut self) {
        let from = match &mut self.origin {
            Origin::Files(list) => list.jumps.pop(),
            Origin::Texts(_) => None,
        };
        match from {
            Some(at) => {
                self.close();
                if self.origin.screen() == Screen::List {
                    self.jump(at);
                }
            }
            None => "no reference was followed".clone_into(&mut self.notice),
        }
    }

    fn jump(&mut self, at: ReferenceIndex) {
        let Some(documents) = self.origin.documents_mut() else { return };
        documents.select(at);
        if !documents.is_current_listed() {
            documents.filter = Filter::default();
            documents.filter_changed();
            "all references are listed".clone_into(&mut self.notice);
        }
        self.load_selected();
    }

    /// Opens the target in the editor of the user.
    pub(super) fn edit_target(&mut self) -> Effect {
        let edited = self.panes.target.as_ref().and_then(|target| self.edited_target(target));
        edited.unwrap_or(Effect::Draw)
    }

    fn edited_target(&self, target: &LinkTarget) -> Option<Effect> {
        let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        let (line, column) = target.at.map_or((1, 1), |at| (number(at.line), number(at.column)));
        if matches!(target.state, TargetState::NoFile(_) | TargetState::Outside) {
            return None;
        }
        match &target.file {
            TargetFile::Disk(path) => Some(Effect::Edit(path.clone(), line, column)),
            TargetFile::Own => {
                let (_, file, _) = self.origin.documents()?.current()?;
                file.package.is_none().then(|| Effect::Edit(file.path.clone(), line, column))
            }
            TargetFile::Entry(_) => None,
        }
    }

    /// Returns the listed reference at the target or after it.
    fn row_of_target(&self, target: &LinkTarget) -> Option<ReferenceIndex> {
        let documents = self.origin.documents()?;
        if matches!(target.state, TargetState::NoFile(_)) {
            return None;
        }
        let file = match &target.file {
            TargetFile::Own => documents.at()?.file as usize,
            TargetFile::Entry(name) => documents.files.iter().position(|file| file.name == *name)?,
            TargetFile::Disk(path) => documents
                .files
                .iter()
                .position(|file| file.package.is_none() && is_same_file(&absolute(&file.path), path))?,
        };
        let rows = &documents.files[file].rows;
        let last = rows.len().checked_sub(1)?;
        let at = target.at.map_or((0, 0), |at| (at.line, at.column));
        let row = rows.iter().position(|row| (row.line as usize, row.column as usize) >= at).unwrap_or(last);
        Some(ReferenceIndex { file: u32::try_from(file).ok()?, row: u32::try_from(row).ok()? })
    }

    /// Runs a command of the settings on the reference.
    pub(super) fn run(&mut self, number: usize) -> Effect {
        let Some(command) = self.settings.commands.get(number) else { return Effect::Draw };
        let words: Result<Vec<String>, String> = command.words.iter().map(|word| self.filled(word)).collect();
        match words {
            Ok(words) => Effect::Run(words),
            Err(reason) => {
                self.notice = format!("not run: {reason}");
                Effect::Draw
            }
        }
    }

    /// Replaces the names in braces.
    fn filled(&self, word: &str) -> Result<String, String> {
        let mut filled = word.to_owned();
        for name in PLACEHOLDERS {
            let placeholder = format!("{{{name}}}");
            if filled.contains(&placeholder) {
                let value = self.value_of(name).ok_or_else(|| format!("the reference has no {name}"))?;
                // It would be an option of the program.
                if word.starts_with(&placeholder) && value.starts_with('-') {
                    return Err(format!("the {name} starts with '-'"));
                }
                filled = filled.replace(&placeholder, &value);
            }
        }
        Ok(filled)
    }

    fn value_of(&self, name: &str) -> Option<String> {
        let current = || self.origin.documents()?.current();
        match name {
            "target" => match &self.panes.target {
                Some(LinkTarget { file: TargetFile::Disk(path), .. }) => Some(path.to_string_lossy().into_owned()),
                Some(LinkTarget { file: TargetFile::Entry(_), .. }) => None,
                Some(LinkTarget { file: TargetFile::Own, .. }) => self.value_of("file"),
                None => {
                    let resolved = self.panes.analysis.resolution.as_ref().map(|resolution| resolution.target.clone());
                    resolved.or_else(|| Some(self.panes.text().to_owned())).filter(|target| !target.is_empty())
                }
            },
            "reference" => Some(self.panes.text().to_owned()).filter(|text| !text.is_empty()),
            "file" => current().map(|(_, file, _)| absolute(file.disk_path()).to_string_lossy().into_owned()),
            "line" => current().map(|(.., row)| row.line.to_string()),
            "column" => current().map(|(.., row)| row.column.to_string()),
            _ => None,
        }
    }
}
