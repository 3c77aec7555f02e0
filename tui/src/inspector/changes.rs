//! Changes of documents: fixes, undo, unsaved changes, saving, and changes by other programs.

use std::time::{Duration, Instant};

use iri_core::files::CONFIG_FILE_NAME;
use iri_core::rules;

use crate::cells::elided_path;
use crate::files::change::{Proposal, SaveReport, Scope, StepOutcome, SuppressionPlace};
use crate::files::documents::{Documents, ReferenceIndex};
use crate::files::file::ExternalChange;
use crate::files::history::HistoryStep;
use crate::files::line_diff;
use crate::files::tally::named;
use crate::files::task::Outcome;
use crate::inspector::app::App;
use crate::inspector::choosing;
use crate::inspector::keys::InputMode;
use crate::inspector::message::{ChosenFixes, Effect, Message, Resolution, RuleScope};
use crate::inspector::origin::{Origin, Screen};
use crate::inspector::overlay::{Choice, FixList, LineStyle, Menu, Overlay, Page, PageAction, PageLine};
use crate::inspector::patch;
use crate::inspector::refresh::no_safe_fixes;

/// Maximum number of lines of a patch on a page.
const MOST_LINES: usize = 20_000;
/// Maximum number of files of a task that ends before the next key is read.
const FEW: usize = 100;
/// Maximum delay of a key by a task.
const SLICE: Duration = Duration::from_millis(2);
/// Maximum columns of a name in the title of a menu.
const TITLE_NAME: usize = 40;
/// Notice about a key that needs a reference.
pub(super) const NO_REFERENCE: &str = "no reference selected";
/// Title of the menu about unsaved changes.
const UNSAVED: &str = "Unsaved changes";

impl App {
    pub(super) fn fix_in_list(&mut self, number: usize) {
        let Some(documents) = self.origin.documents_mut() else { return };
        self.notice = match documents.fix(number) {
            Ok(what) => format!("applied: {what} (u undo, ctrl-s save)"),
            Err(message) => message,
        };
        self.load_selected();
    }

    /// Undoes or redoes the next change of the text input, or else of the files.
    pub(super) fn step_history(&mut self, step: HistoryStep) {
        let is_of_files = match self.input_mode() {
            InputMode::List => true,
            // The change of the text on screen is newer than those of the files.
            InputMode::Pane(_) => {
                self.origin.documents().is_some() && !self.panes.reference.editor.can_step_history(step)
            }
            _ => false,
        };
        if is_of_files {
            return self.step_in_files(step);
        }
        if step == HistoryStep::Redo && self.overlays.is_empty() && self.panes.reference.restore_canceled() {
            "restored: canceled edit".clone_into(&mut self.notice);
            return;
        }
        let what = self.line().step_history(step);
        let outcome = what.map(|what| StepOutcome { what, files: 1, lost: Vec::new(), at: None });
        self.notice = step_notice(step, outcome);
        self.after_typing();
    }

    fn step_in_files(&mut self, step: HistoryStep) {
        if self.origin.documents_mut().is_some_and(|documents| documents.start_step(step)) {
            self.run_task();
        } else {
            self.notice = step_notice(step, None);
        }
    }

    /// Returns the words about where a reference is.
    fn place_of(&self, at: ReferenceIndex) -> Option<String> {
        let (_, file, row) = self.origin.documents()?.reference(at)?;
        Some(format!(" in {}:{}", self.origin.documents()?.short_name(file), row.line))
    }

    /// Looks for the fixes of a rule, or of all rules, to choose from.
    pub(super) fn propose(&mut self, of_rule: RuleScope) {
        let Some(documents) = self.origin.documents() else { return };
        let main = documents.main_finding().map(|found| found.finding.rule);
        let rule = match (of_rule, main) {
            (RuleScope::Any, _) => None,
            (RuleScope::Selected, Some(rule)) => Some(rule),
            (RuleScope::Selected, None) => {
                "no findings: select a reference with a finding".clone_into(&mut self.notice);
                return;
            }
        };
        let scope = if self.has_marks() { Scope::Marked } else { Scope::Listed };
        if let Some(documents) = self.origin.documents_mut() {
            documents.start_search(rule, scope);
            self.run_task();
        }
    }

    /// Updates the proposed changes to files that another program changed.
    pub(super) fn refresh_proposals(&mut self) {
        let Some(documents) = self.origin.documents() else { return };
        for overlay in &mut self.overlays {
            match overlay {
                Overlay::Fixes(list) => list.refresh(documents),
                Overlay::Page(Page { accept: Some(PageAction::Apply(proposal)), .. }) => {
                    _ = documents.refresh(proposal);
                }
                _ => {}
            }
        }
    }

    /// Changes which fixes are chosen.
    pub(super) fn choose_fixes(&mut self, chosen: ChosenFixes) {
        if let (Some(Overlay::Fixes(list)), Some(documents)) = (self.overlays.last_mut(), self.origin.documents())
            && let Some(notice) = list.choose(chosen, documents)
        {
            self.notice = notice;
        }
    }

    /// Selects the next or previous finding that has several fixes.
    pub(super) fn go_to_choice(&mut self, is_forward: bool) {
        if let Some(Overlay::Fixes(list)) = self.overlays.last_mut()
            && !list.go_to_choice(is_forward)
        {
            "each finding has one fix".clone_into(&mut self.notice);
        }
    }

    /// Offers the ways to suppress the findings of the marked references, or of the selected one.
    pub(super) fn offer_suppressions(&mut self) {
        let Some(documents) = self.origin.documents() else { return };
        let mut files: Vec<u32> = documents.targets().iter().map(|at| at.file).collect();
        files.dedup();
        let files = if files.len() > 1 { "these files" } else { "this file" };
        let mut rules_of_worst: Vec<usize> = documents.violated_rules();
        // The rule of the most severe finding comes first.
        let worst = documents.at().and_then(|at| documents.findings(at).first().map(|found| found.finding.rule));
        rules_of_worst.sort_by_key(|&rule| Some(rules::ALL[rule]) != worst);
        let choices: Vec<Choice> = rules_of_worst
            .into_iter()
            .flat_map(|rule| {
                let name = rules::ALL[rule].name;
                [
                    (format!("{name} here"), "comment", SuppressionPlace::Element),
                    (format!("{name} in {files}"), "comment", SuppressionPlace::File),
                    (format!("{name} in {files}"), CONFIG_FILE_NAME, SuppressionPlace::ConfigForFile),
                    (format!("{name} everywhere"), CONFIG_FILE_NAME, SuppressionPlace::Config),
                ]
                .map(|(words, note, place)| Choice::new(words, note, Message::Suppress(rule, place)))
            })
            .collect();
        if choices.is_empty() {
            "no findings: select a reference with a finding".clone_into(&mut self.notice);
            return;
        }
        self.overlays.push(Overlay::Menu(Menu::new("ignore", choices)));
    }

    /// Shows the proposed suppression; enter applies it.
    pub(super) fn propose_suppression(&mut self, rule: usize, place: SuppressionPlace) {
        let (Some(documents), Some(rule)) = (self.origin.documents_mut(), rules::ALL.get(rule)) else { return };
        let proposal = documents.propose_suppression(rule, place);
        self.show_proposal(proposal);
    }

    pub(super) fn show_proposal(&mut self, proposal: Proposal) {
        let Some(documents) = self.origin.documents() else { return };
        if proposal.is_empty() {
            let why = proposal.left.first().cloned();
            let below = proposal.below.words();
            let notice = why.unwrap_or_else(|| match below.as_str() {
                "" => format!("no {}", proposal.name().trim_start_matches("all ")),
                below => no_safe_fixes(below),
            });
            return self.say_so_far(&notice);
        }
        if proposal.is_of_fixes() {
            let left = proposal.left.join("; ");
            self.notice = if left.is_empty() { left } else { format!("not changed: {left}") };
            return self.overlays.push(Overlay::Fixes(Box::new(FixList::new(proposal))));
        }
        let (findings, files) = (named(proposal.suppressed, "finding"), named(proposal.files(), "file"));
        // An entry of a configuration is one file, but ignores the findings of others.
        let extent = if proposal.config.is_some() { findings } else { format!("{findings} in {files}") };
        let title = format!("{}: {extent}", proposal.what);
        let lines = patch_of(documents, &proposal);
        let accept = Some(PageAction::Apply(Box::new(proposal)));
        self.overlays.push(Overlay::Page(Page { accept, ..Page::new(title, lines) }));
    }

    /// Applies the proposed change.
    pub(super) fn accept_proposal(&mut self, proposal: Proposal) {
        let Some(documents) = self.origin.documents_mut() else { return };
        let left = proposal.left_words();
        let (what, fixed) = (proposal.name().to_owned(), named(proposal.counts().0, "finding"));
        let done = format!("applied: {what}, {fixed}{left}");
        documents.start_change(proposal, done);
        self.run_task();
    }

    /// Shows the unsaved changes.
    pub(super) fn show_changes(&mut self) {
        let Some(documents) = self.origin.documents() else { return };
        let changed = documents.files.iter().filter(|file| file.is_changed());
        let mut lines = Vec::new();
        for config in documents.changed_configs() {
            let (before, after) = (config.saved_text(), config.text().cloned().unwrap_or_default());
            lines.extend(patch::lines(&config.name(), &before, &line_diff::between(&before, &after)));
        }
        for file in changed {
            if let Err(message) = file.spliced() {
                lines.push(PageLine::new(format!("{}: {message}", file.name), LineStyle::Heading));
            }
            if let Some((original, changes)) = file.changes() {
                lines.extend(patch::lines(&file.name, &original, changes));
            }
        }
        if lines.is_empty() {
            "no unsaved changes".clone_into(&mut self.notice);
        } else {
            self.overlays.push(Overlay::Page(Page::new("unsaved changes", lines)));
        }
    }

    pub(super) fn on_external_change(&mut self, number: usize, change: ExternalChange) {
        let Some(documents) = self.origin.documents() else { return };
        let name = documents.files[number].name.clone();
        let is_edited = self.origin.screen() == Screen::Reference && self.is_edited();
        let lost = documents.lost_marks();
        self.notice = match change {
            ExternalChange::Same => return,
            ExternalChange::Changed if is_edited && documents.at().is_none() => {
                format!("{name} changed on disk: your reference is no longer in its file (esc to leave)")
            }
            ExternalChange::Changed if is_edited => format!("{name} changed on disk: reloaded, your text is kept"),
            ExternalChange::Changed => format!("{name} changed on disk: reloaded"),
            ExternalChange::Merged => format!("{name} changed on disk: reloaded, your changes are kept"),
            ExternalChange::Gone => documents.files[number].lost().map_or(name, |lost| lost.message.clone()),
            ExternalChange::Restored => format!("{name} is on disk again, unchanged"),
            ExternalChange::Conflict => return self.offer_resolutions(number),
        };
        if lost > 0 {
            self.notice = format!("{}, {} no longer marked", self.notice, named(lost, "reference"));
        }
    }

    /// Offers what to do with a file that another program changed at the same text.
    pub(super) fn offer_resolutions(&mut self, number: usize) {
        let Some(name) = self.origin.documents().and_then(|documents| Some(&documents.files.get(number)?.name)) else {
            return;
        };
        let title = format!("{} changed on disk", elided_path(name, TITLE_NAME));
        let choices = vec![
            Choice::new("keep my changes", "", Message::Back),
            Choice::new("compare with the file on disk", "", Message::Resolve(number, Resolution::Compare)),
            Choice::new("merge, without my conflicting changes", "", Message::Resolve(number, Resolution::Merge)),
            Choice::new("overwrite the file on disk", "", Message::Resolve(number, Resolution::AskToOverwrite)),
            Choice::new("reload and discard my changes", "", Message::Reload(number)),
        ];
        self.overlays.push(Overlay::Menu(Menu::new(title, choices)));
    }

    /// Offers what to do with a file with unsaved changes that was deleted or moved.
    fn offer_creation(&mut self, number: usize) {
        let Some(name) = self.origin.documents().and_then(|documents| Some(&documents.files.get(number)?.name)) else {
            return;
        };
        let title = format!("{} was deleted or moved", elided_path(name, TITLE_NAME));
        let choices = vec![
            Choice::new("keep my changes", "", Message::Back),
            Choice::new("show unsaved changes", "", Message::Changes),
            Choice::new("write the file again with my changes", "", Message::Resolve(number, Resolution::Create)),
        ];
        self.overlays.push(Overlay::Menu(Menu::new(title, choices)));
    }

    /// Resolves a conflict with the text that another program wrote.
    pub(super) fn resolve(&mut self, number: usize, resolution: Resolution) {
        let Some(documents) = self.origin.documents_mut() else { return };
        match resolution {
            Resolution::Offer => return self.offer_resolutions(number),
            Resolution::OfferCreation => return self.offer_creation(number),
            Resolution::Create => {
                let report = documents.create_again(number);
                self.report_save(&report);
            }
            Resolution::Compare => return self.compare_with_disk(number),
            Resolution::Merge => {
                self.notice = match documents.merge(number) {
                    Ok(discarded) => format!("merged, {} discarded (ctrl-s save)", named(discarded, "change")),
                    Err(message) => message,
                };
            }
            Resolution::AskToOverwrite => {
                if let Err(message) = documents.read_theirs(number) {
                    self.notice = message;
                    return;
                }
                let title = format!("overwrite {}?", elided_path(&documents.files[number].name, TITLE_NAME));
                let choices = vec![
                    Choice::new("cancel", "", Message::Back),
                    Choice::new("overwrite it with my text", "", Message::Resolve(number, Resolution::Overwrite)),
                ];
                self.overlays.push(Overlay::Menu(Menu::new(title, choices)));
                return;
            }
            Resolution::Overwrite => {
                let report = documents.overwrite(number);
                self.report_save(&report);
            }
        }
        self.load_selected();
    }

    /// Shows the difference between the file on disk and the text with the unsaved changes; enter offers to resolve it.
    fn compare_with_disk(&mut self, number: usize) {
        let Some(documents) = self.origin.documents_mut() else { return };
        if let Err(message) = documents.read_theirs(number) {
            self.notice = message;
            return;
        }
        let file = &documents.files[number];
        let (Some(theirs), Some(ours)) = (file.disk_version(), file.document()) else { return };
        let lines = patch::lines(&file.name, &theirs, &line_diff::between(&theirs, &ours.text()));
        let title = format!("{}: from the file on disk to my text", file.name);
        let accept = Some(PageAction::Send(Message::Resolve(number, Resolution::Offer)));
        self.overlays.push(Overlay::Page(Page { accept, ..Page::new(title, lines) }));
    }

    /// Returns messages about the settings, about files that could not be read, and about configurations.
    pub(super) fn problems(&self) -> impl Iterator<Item = String> {
        let of_files = self.origin.documents().into_iter().flat_map(Documents::problems);
        self.settings.problems.iter().cloned().chain(of_files)
    }

    /// Shows them.
    pub(super) fn show_failures(&mut self) {
        let problems: Vec<String> = self.problems().collect();
        if problems.is_empty() {
            "no problems".clone_into(&mut self.notice);
            return;
        }
        let lines = problems.into_iter().map(|message| PageLine::new(message, LineStyle::Plain)).collect();
        self.overlays.push(Overlay::Page(Page::new("problems", lines)));
    }

    /// Saves the changes; `quits` at the end if all are saved.
    pub(super) fn save(&mut self, quits: bool) -> Effect {
        if let Err(message) = self.commit() {
            self.notice = message;
            return Effect::Draw;
        }
        self.load_selected();
        let Origin::Files(list) = &mut self.origin else { return if quits { Effect::Quit } else { Effect::Draw } };
        list.quits_when_saved = quits;
        list.documents.start_save();
        self.run_task()
    }

    /// Quits; what is being written is finished.
    pub(super) fn quit_without_saving(&mut self) -> Effect {
        self.stop_task();
        self.finish_task();
        Effect::Quit
    }

    /// Returns whether a task on many files is not finished.
    pub fn is_busy(&self) -> bool {
        self.origin.documents().is_some_and(|documents| documents.task().is_some())
    }

    /// Runs the task that was started: a short one to its end, so that the next key finds its result.
    pub(super) fn run_task(&mut self) -> Effect {
        let is_short = |documents: &Documents| {
            !documents.is_task_waiting() && documents.task().is_some_and(|(_, total)| total <= FEW)
        };
        if self.origin.documents().is_some_and(is_short) { self.finish_task() } else { Effect::Draw }
    }

    /// Waits for the end of the task, if there is one.
    pub(super) fn finish_task(&mut self) -> Effect {
        match self.origin.documents_mut().and_then(|documents| documents.continue_task(None)) {
            Some(outcome) => self.take_outcome(outcome),
            None => Effect::Draw,
        }
    }

    pub(super) fn stop_task(&mut self) {
        self.origin.documents_mut().into_iter().for_each(Documents::stop_task);
    }

    /// Continues the task. Returns the effect.
    pub(super) fn continue_task(&mut self) -> Effect {
        let Some(documents) = self.origin.documents_mut() else { return Effect::Nothing };
        let percent = |documents: &Documents| documents.task().map(|(done, total)| done * 100 / total.max(1));
        let before = percent(documents);
        if let Some(outcome) = documents.continue_task(Some(Instant::now() + SLICE)) {
            self.notice.clear();
            let effect = self.take_outcome(outcome);
            self.settle_reference();
            return effect;
        }
        if percent(documents) == before {
            return Effect::Nothing;
        }
        self.notice = documents.progress();
        Effect::Draw
    }

    /// Shows the result of a task.
    fn take_outcome(&mut self, outcome: Outcome) -> Effect {
        match outcome {
            Outcome::Proposed(proposal) => self.show_proposal(proposal),
            Outcome::Applied { what, notice, files, left } => {
                self.notice = match left.as_slice() {
                    [] => format!("{notice} (u undo, ctrl-s save)"),
                    [first, ..] if files == 1 => format!("not applied: {first}"),
                    [first, others @ ..] => {
                        let more =
                            if others.is_empty() { String::new() } else { format!(", and {} more", others.len()) };
                        let applied = files - others.len() - 1;
                        format!("applied in {applied} of {files} files: {what}; not in {first}{more}")
                    }
                };
                self.load_selected();
            }
            Outcome::Stepped(step, mut outcome) => {
                let at = outcome.at.take();
                // An opened reference stays open, and one that is not listed is not selected.
                let is_listed =
                    |at: &ReferenceIndex| self.origin.documents().is_some_and(|documents| documents.is_listed(*at));
                let is_elsewhere = |at: &ReferenceIndex| self.origin.screen() == Screen::Reference || !is_listed(at);
                let place = at.filter(is_elsewhere).and_then(|at| self.place_of(at));
                outcome.what.extend(place);
                self.notice = step_notice(step, Some(outcome));
                match self.origin.screen() {
                    Screen::List => {
                        if let (Some(documents), Some(at)) = (self.origin.documents_mut(), at) {
                            documents.select_listed(at);
                        }
                        self.load_selected();
                    }
                    Screen::Reference => self.load_opened(),
                }
            }
            Outcome::Saved(report) => {
                self.report_save(&report);
                let Origin::Files(list) = &mut self.origin else { return Effect::Draw };
                let is_saved = list.documents.count.changed == 0 && report.failed.is_empty();
                if std::mem::take(&mut list.quits_when_saved) && is_saved {
                    return Effect::Quit;
                }
            }
            Outcome::Stopped => "stopped: no file was changed".clone_into(&mut self.notice),
        }
        Effect::Draw
    }

    /// Shows the result of a save: in the title, and if a file was not saved, as a text with every reason. Conflicts can be
    /// resolved from there.
    fn report_save(&mut self, report: &SaveReport) {
        let SaveReport { saved, notes, failed, conflict, gone } = report;
        let count = match (saved, failed.len()) {
            (0, 0) if notes.is_empty() => "no unsaved changes".to_owned(),
            (0, 0) => String::new(),
            (saved, 0) => format!("saved {}", named(*saved, "file")),
            (saved, lost) => format!("saved {saved} of {}", named(saved + lost, "file")),
        };
        let reasons = failed.iter().chain(notes);
        let all: Vec<&str> = std::iter::once(&count).chain(reasons.clone()).map(String::as_str).collect();
        self.notice = all.iter().filter(|message| !message.is_empty()).copied().collect::<Vec<_>>().join("; ");
        if failed.is_empty() {
            return;
        }
        if let (Some(number), 1, true) = (conflict, failed.len(), notes.is_empty()) {
            // The question is all there is to say. After an answer a text below it would be wrong.
            return self.offer_resolutions(*number);
        }
        if let (Some(number), 1, true) = (gone, failed.len(), notes.is_empty()) {
            return self.offer_creation(*number);
        }
        let lines = reasons.map(|message| PageLine::new(message, LineStyle::Plain)).collect();
        let resolve = conflict.map(|number| Message::Resolve(number, Resolution::Offer));
        let resolve = resolve.or_else(|| gone.map(|number| Message::Resolve(number, Resolution::OfferCreation)));
        let accept = resolve.map(PageAction::Send);
        self.overlays.push(Overlay::Page(Page { accept, ..Page::new(count, lines) }));
    }

    /// Quits, or asks first if there are unsaved changes. A second request quits without an answer.
    pub(super) fn quit(&mut self) -> Effect {
        if self.origin.documents().is_none() {
            return choosing::quit(self);
        }
        let changed = self.origin.documents().map_or(0, |documents| documents.count.changed);
        let is_asking = |overlay: &Overlay| matches!(overlay, Overlay::Menu(menu) if menu.title == UNSAVED);
        let is_unchanged = changed == 0 && !(self.origin.documents().is_some() && self.is_edited());
        if is_unchanged || self.overlays.iter().any(is_asking) {
            return Effect::Quit;
        }
        let choices = vec![
            Choice::answer("save and quit", Message::SaveAndQuit),
            Choice::answer("quit without saving", Message::QuitWithoutSaving),
            Choice::answer("cancel", Message::Back),
        ];
        self.overlays.push(Overlay::Menu(Menu::question(UNSAVED, choices)));
        Effect::Draw
    }

    /// Opens the file of the selected reference in the editor of the user.
    pub(super) fn edit_file(&mut self) -> Effect {
        let Some((_, file, row)) = self.origin.documents().and_then(Documents::current) else {
            NO_REFERENCE.clone_into(&mut self.notice);
            return Effect::Draw;
        };
        if file.package.is_some() {
            self.notice = format!("not opened: {} is in a package", file.name);
            return Effect::Draw;
        }
        if file.is_changed() || self.origin.screen() == Screen::Reference && self.is_edited() {
            "unsaved changes: save them first (ctrl-s save)".clone_into(&mut self.notice);
            return Effect::Draw;
        }
        Effect::Edit(file.path.clone(), row.line, row.column)
    }

    pub(super) fn reload(&mut self, number: usize) {
        if let Some(Err(message)) = self.origin.documents_mut().map(|documents| documents.reload(number)) {
            self.notice = message;
        }
        self.load_selected();
    }
}

/// Returns the notice about an undo or redo; `None` means that there was nothing to undo or redo.
fn step_notice(step: HistoryStep, outcome: Option<StepOutcome>) -> String {
    let (done, action) = match step {
        HistoryStep::Undo => ("undone", "undo"),
        HistoryStep::Redo => ("redone", "redo"),
    };
    let Some(StepOutcome { what, files, lost, .. }) = outcome else { return format!("nothing to {action}") };
    let Some(name) = lost.first() else { return format!("{done}: {what}") };
    let changed = match lost.len() {
        1 => format!("{name} changed on disk"),
        count => format!("{name} and {} changed on disk", named(count - 1, "other file")),
    };
    match files {
        0 => format!("cannot {action} {what}: {changed}"),
        _ => format!("{done} in {files} of {}: {what} ({changed})", named(files + lost.len(), "file")),
    }
}

/// Returns the proposed change as a patch.
fn patch_of(documents: &Documents, proposal: &Proposal) -> Vec<PageLine> {
    let mut lines: Vec<PageLine> = proposal
        .left
        .iter()
        .map(|message| PageLine::new(format!("not changed: {message}"), LineStyle::Heading))
        .collect();
    if let Some((change, name, before)) = &proposal.config {
        let after = change.text.as_deref().unwrap_or_default();
        lines.extend(patch::lines(name, before, &line_diff::between(before, after)));
    }
    for (number, part) in proposal.parts.iter().enumerate() {
        let Ok(changes) = part.changes() else { continue };
        if lines.len() > MOST_LINES {
            let rest = proposal.parts.len() - number;
            lines.push(PageLine::new(format!("{} more not shown", named(rest, "file")), LineStyle::Heading));
            break;
        }
        lines.extend(patch::lines(&documents.files[part.file].name, &part.document.text(), changes));
    }
    lines
}
