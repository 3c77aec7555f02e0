//! Changes of documents: fixes, undo, unsaved changes, saving, and changes by other programs.

use iri_core::rules;
use iri_core::text::encoding::Spliced;

use crate::files::change::{Proposal, Scope, Traveled};
use crate::files::documents::Documents;
use crate::files::file::ExternalChange;
use crate::files::history::Travel;
use crate::files::tally::named;
use crate::inspector::app::{App, Screen};
use crate::inspector::keys::InputMode;
use crate::inspector::message::{Effect, Message, RuleScope};
use crate::inspector::overlay::{Choice, LineStyle, Menu, Overlay, Page, PageLine};
use crate::report::diff;

/// Maximum number of lines of a patch on a page.
const MOST_LINES: usize = 20_000;
/// Title of the menu about unsaved changes.
const UNSAVED: &str = "Unsaved changes";

impl App {
    pub(super) fn fix_in_list(&mut self, number: usize) {
        let Some(documents) = &mut self.documents else { return };
        self.notice = match documents.fix(number) {
            Ok(what) => format!("applied: {what} (u undo, w save)"),
            Err(message) => message,
        };
        self.load_selected();
    }

    /// Undoes or redoes the next change of the text input, or of the files if there is none.
    pub(super) fn travel(&mut self, travel: Travel) {
        let is_of_files = match self.input_mode() {
            InputMode::List => true,
            // The change of the text on screen is newer than those of the files.
            InputMode::Pane(_) => self.documents.is_some() && !self.editor.can_travel(travel),
            _ => false,
        };
        if is_of_files {
            return self.travel_in_files(travel);
        }
        if travel == Travel::Forward && self.overlays.is_empty() && self.restore_canceled() {
            return;
        }
        let what = self.line().travel(travel);
        let traveled = what.map(|what| Traveled { what, files: 1, lost: Vec::new() });
        self.notice = travel_notice(travel, traveled);
        self.after_typing();
    }

    fn travel_in_files(&mut self, travel: Travel) {
        let Some(documents) = &mut self.documents else { return };
        self.notice = travel_notice(travel, documents.travel(travel));
        match self.screen {
            Screen::List => self.load_selected(),
            Screen::Reference => self.load_opened(),
        }
    }

    /// Asks which files to fix, unless there is only one.
    pub(super) fn propose_where(&mut self, of_rule: RuleScope) {
        let Some(documents) = self.documents() else { return };
        let worst = documents.at().and_then(|at| documents.findings(at).first().map(|found| found.finding.rule));
        let rule = match (of_rule, worst) {
            (RuleScope::Any, _) => None,
            (RuleScope::Selected, Some(rule)) => rules::ALL.iter().position(|known| *known == rule),
            (RuleScope::Selected, None) => {
                "no findings: select a reference with a finding".clone_into(&mut self.notice);
                return;
            }
        };
        if documents.files.len() <= 1 {
            return self.propose(rule, Scope::File);
        }
        let what = rule.map_or("all safe fixes", |rule| rules::ALL[rule].name);
        let here = documents.current().map_or("", |(_, file, _)| file.name.as_str());
        let choices = vec![
            Choice::new(format!("in {here}"), "", Message::Propose(rule, Scope::File)),
            Choice::new(format!("in all {} files", documents.files.len()), "", Message::Propose(rule, Scope::All)),
        ];
        self.overlays.push(Overlay::Menu(Menu::new(what, choices)));
    }

    /// Shows the proposed fixes; enter applies them.
    pub(super) fn propose(&mut self, rule: Option<usize>, scope: Scope) {
        let Some(documents) = &mut self.documents else { return };
        let proposal = documents.propose(rule.and_then(|rule| rules::ALL.get(rule)).copied(), scope);
        if proposal.is_empty() {
            let why = proposal.left.first().cloned();
            self.notice = why.unwrap_or_else(|| format!("no {}", proposal.what.trim_start_matches("all ")));
            return;
        }
        let (findings, files) = (named(proposal.fixed, "finding"), named(proposal.files(), "file"));
        let title = format!("{}: {findings} in {files}", proposal.what);
        let lines = patch_of(documents, &proposal);
        self.proposal = Some(proposal);
        let page = Page { accept: Some(Message::Accepted), ..Page::new(title, lines) };
        self.overlays.push(Overlay::Page(page));
    }

    /// Applies the proposed change.
    pub(super) fn accept_proposal(&mut self) {
        let (Some(documents), Some(proposal)) = (&mut self.documents, self.proposal.take()) else { return };
        let done = format!("applied: {}, {} (u undo, w save)", proposal.what, named(proposal.fixed, "finding"));
        self.notice = match documents.accept(proposal) {
            Ok(()) => done,
            Err(message) => message,
        };
        self.load_selected();
    }

    /// Shows the unsaved changes.
    pub(super) fn show_changes(&mut self) {
        let Some(documents) = self.documents() else { return };
        let changed = documents.files.iter().filter(|file| file.is_changed());
        let mut lines = Vec::new();
        for file in changed {
            match file.spliced() {
                Ok((bytes, spliced)) => push_patch(&mut lines, &file.name, bytes, &spliced),
                Err(message) => lines.push(PageLine::new(format!("{}: {message}", file.name), LineStyle::Heading)),
            }
        }
        if lines.is_empty() {
            "no unsaved changes".clone_into(&mut self.notice);
        } else {
            self.overlays.push(Overlay::Page(Page::new("unsaved changes", lines)));
        }
    }

    pub(super) fn on_external_change(&mut self, number: usize, change: ExternalChange) {
        let Some(name) = self.documents().map(|documents| documents.files[number].name.clone()) else { return };
        self.notice = match change {
            ExternalChange::Same => return,
            ExternalChange::Changed => format!("{name} changed on disk: reloaded"),
            ExternalChange::Merged => format!("{name} changed on disk: reloaded, your changes are kept"),
            ExternalChange::Gone => format!("{name} can no longer be read"),
            ExternalChange::Conflict => {
                let choices = vec![
                    Choice::new("keep my changes", "", Message::Back),
                    Choice::new("reload and discard my changes", "", Message::Reload(number)),
                ];
                let title = format!("{name} changed on disk");
                self.overlays.push(Overlay::Menu(Menu::new(title, choices)));
                return;
            }
        };
    }

    /// Shows the files that could not be read, and the problems of configurations.
    pub(super) fn show_failures(&mut self) {
        let Some(documents) = self.documents() else { return };
        if documents.failures.is_empty() {
            "no problems".clone_into(&mut self.notice);
            return;
        }
        let lines = documents.failures.iter().map(|message| PageLine::new(message, LineStyle::Plain)).collect();
        self.overlays.push(Overlay::Page(Page::new("problems", lines)));
    }

    /// Saves the changes.
    pub(super) fn save(&mut self) -> bool {
        if let Err(message) = self.commit() {
            self.notice = message;
            return false;
        }
        self.load_selected();
        let Some(documents) = &mut self.documents else { return true };
        let (written, mut said) = documents.save();
        match written {
            0 if said.is_empty() => said.push("no unsaved changes".to_owned()),
            0 => {}
            saved => said.insert(0, format!("saved {}", named(saved, "file"))),
        }
        self.notice = said.join("; ");
        documents.count.changed == 0
    }

    /// Quits, or asks first if there are unsaved changes. A second request quits without an answer.
    pub(super) fn quit(&mut self) -> Effect {
        let changed = self.documents().map_or(0, |documents| documents.count.changed);
        let is_asking = |overlay: &Overlay| matches!(overlay, Overlay::Menu(menu) if menu.title == UNSAVED);
        let is_unchanged = changed == 0 && !(self.documents.is_some() && self.is_edited());
        if is_unchanged || self.overlays.iter().any(is_asking) {
            return Effect::Quit;
        }
        let choices = vec![
            Choice::new("save and quit", "", Message::SaveAndQuit),
            Choice::new("quit without saving", "", Message::QuitWithoutSaving),
            Choice::new("cancel", "", Message::Back),
        ];
        self.overlays.push(Overlay::Menu(Menu::new(UNSAVED, choices)));
        Effect::Draw
    }

    /// Opens the file of the selected reference in the editor of the user.
    pub(super) fn edit_file(&mut self) -> Effect {
        let Some((_, file, row)) = self.documents().and_then(Documents::current) else { return Effect::Draw };
        if file.is_changed() {
            "unsaved changes: save them first (w save)".clone_into(&mut self.notice);
            return Effect::Draw;
        }
        Effect::Edit(file.path.clone(), row.line)
    }

    pub(super) fn reload(&mut self, number: usize) {
        if let Some(Err(message)) = self.documents.as_mut().map(|documents| documents.reload(number)) {
            self.notice = message;
        }
        self.load_selected();
    }
}

/// Returns the notice about an undo or redo; `None` means that there was nothing to undo or redo.
fn travel_notice(travel: Travel, traveled: Option<Traveled>) -> String {
    let (done, action) = match travel {
        Travel::Back => ("undone", "undo"),
        Travel::Forward => ("redone", "redo"),
    };
    let Some(Traveled { what, files, lost }) = traveled else { return format!("nothing to {action}") };
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
        .map(|message| PageLine::new(format!("not fixed: {message}"), LineStyle::Heading))
        .collect();
    for (number, edits) in proposal.edits() {
        let file = &documents.files[number];
        let Some(document) = file.document() else { continue };
        if lines.len() > MOST_LINES {
            let rest = proposal.edits().filter(|(other, _)| *other >= number).count();
            lines.push(PageLine::new(format!("{} more not shown", named(rest, "file")), LineStyle::Heading));
            break;
        }
        // Both sides as text: unsaved changes have no bytes.
        let old = document.text();
        let new = iri_core::text::apply_edits(&old, edits);
        let (mut grown, mut shrunk) = (0, 0);
        let replaced: Vec<diff::Replaced> = edits
            .iter()
            .map(|edit| {
                let start = edit.span.start + grown - shrunk;
                grown += edit.text.len();
                shrunk += edit.span.len();
                (edit.span.range(), start..start + edit.text.len())
            })
            .collect();
        push_lines(&mut lines, &file.name, (old.as_bytes(), new.as_bytes()), &replaced);
    }
    lines
}

fn push_patch(lines: &mut Vec<PageLine>, name: &str, old: &[u8], spliced: &Spliced) {
    push_lines(lines, name, (old, &spliced.bytes), &spliced.replaced);
}

fn push_lines(lines: &mut Vec<PageLine>, name: &str, both: (&[u8], &[u8]), replaced: &[diff::Replaced]) {
    let mut patch = Vec::new();
    diff::write(&mut patch, name.as_bytes(), both, replaced, diff::PatchReader::Program)
        .expect("writing to a buffer cannot fail");
    let text = String::from_utf8_lossy(&patch);
    let all = text.lines().count();
    lines.extend(text.lines().take(MOST_LINES).map(|line| PageLine::new(line, line_style(line))));
    if all > MOST_LINES {
        lines.push(PageLine::new(format!("{} more not shown", named(all - MOST_LINES, "line")), LineStyle::Heading));
    }
}

fn line_style(line: &str) -> LineStyle {
    match line.as_bytes() {
        _ if line.starts_with("--- a/") || line.starts_with("+++ b/") => LineStyle::Heading,
        [b'-', ..] => LineStyle::Removed,
        [b'+', ..] => LineStyle::Added,
        [b'@', ..] => LineStyle::Dim,
        _ => LineStyle::Plain,
    }
}
