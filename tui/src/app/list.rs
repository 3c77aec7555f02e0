//! The list of references: what its keys do.
//!
//! ```text
//!  List ── enter ──▶ Reference ── esc ──▶ List, the reference written anew in its document
//! ```
//!
//! The reference that is selected in the list is the one that is judged: the panes show it.

use std::fmt::Write as _;

use iri_core::finding::Edit;
use iri_core::{Options, Severity, Span, rules};

use crate::app::message::{By, Listed, OfRule};
use crate::app::overlay::{Choice, Line, Look, Menu, Overlay, Page, Prompt, Purpose};
use crate::app::{App, Effect, Message, Pane, Screen, Step, moved};
use crate::documents::changes::{Proposal, Scope};
use crate::documents::file::Outside;
use crate::documents::filter::Filter;
use crate::documents::{At, Documents};
use crate::editor::Editor;
use crate::report::diff;
use crate::ui;

/// The reference of a document that is inspected.
#[derive(Clone, Debug)]
pub struct Origin {
    /// Where it is.
    pub at: At,
    /// Its value in the document.
    pub value: String,
}

/// A page holds at most so many lines of a patch.
const MOST_LINES: usize = 20_000;

impl App {
    /// The documents, where there are any.
    pub(super) fn documents(&self) -> Option<&Documents> {
        self.documents.as_ref()
    }

    /// Takes what was read and looks at what other programs did.
    pub(super) fn tick(&mut self) -> Effect {
        let Some(documents) = &mut self.documents else { return Effect::Nothing };
        let is_first = documents.len() == 0;
        let mut has_changed = documents.receive();
        if has_changed && is_first {
            documents.selected = 0;
        }
        if let Some((number, outside)) = self.documents.as_mut().and_then(Documents::look_outside) {
            self.tell_outside(number, outside);
            has_changed = true;
        }
        if has_changed {
            self.load_selected();
            Effect::Draw
        } else {
            Effect::Nothing
        }
    }

    fn tell_outside(&mut self, number: usize, outside: Outside) {
        let Some(name) = self.documents().map(|documents| documents.files[number].name.clone()) else { return };
        self.notice = match outside {
            Outside::Same => return,
            Outside::Changed => format!("{name} was changed by another program, and read again"),
            Outside::Merged => format!("{name} was changed by another program; your changes were kept, not written"),
            Outside::Gone => format!("{name} cannot be read any more"),
            Outside::Conflict => {
                let choices = vec![
                    Choice::new("keep mine: nothing is written over the other change", "", Message::Back),
                    Choice::new("read the file again, and lose my changes of it", "", Message::Reload(number)),
                ];
                let title = format!("{name} was changed by another program where you changed it");
                self.overlays.push(Overlay::Menu(Menu::new(title, choices)));
                return;
            }
        };
    }

    /// Judges the selected reference, where another one was judged before.
    pub(super) fn load_selected(&mut self) {
        if self.screen != Screen::List {
            return;
        }
        if let Some(Err(message)) = self.documents.as_mut().map(Documents::open_current) {
            self.notice = message;
        }
        let loaded = self.documents().and_then(selected);
        let Some((at, value, options)) = loaded else {
            self.origin = None;
            self.take("", Options::default());
            return;
        };
        let is_same = self.origin.as_ref().is_some_and(|origin| origin.at == at && origin.value == value);
        if !is_same {
            self.take(&value, options);
            self.origin = Some(Origin { at, value });
        }
    }

    fn take(&mut self, value: &str, options: Options) {
        self.editor = Editor::new(value);
        self.options = options;
        self.view = 0;
        self.editor.place(0);
        self.is_new = true;
        self.judge();
        self.look_first();
    }

    pub(super) fn step_in_list(&mut self, step: Step) {
        let rows = ui::list::rows(self);
        if let Some(documents) = &mut self.documents {
            documents.selected = moved(documents.selected, step, rows.max(1), documents.len());
        }
        self.load_selected();
    }

    /// A click selects; a click on what is selected opens it.
    pub(super) fn choose_row(&mut self, number: usize) {
        let Some(documents) = &mut self.documents else { return };
        if documents.selected == number {
            return self.open();
        }
        documents.selected = number.min(documents.len().saturating_sub(1));
        self.load_selected();
    }

    pub(super) fn go_to_finding(&mut self, is_forward: bool) {
        let Some(documents) = &mut self.documents else { return };
        match documents.next_finding(is_forward) {
            Some(number) => documents.selected = number,
            None => "nothing is found in what is listed".clone_into(&mut self.notice),
        }
        self.load_selected();
    }

    /// Inspects the selected reference.
    pub(super) fn open(&mut self) {
        if self.origin.is_some() {
            self.screen = Screen::Reference;
            self.pane = if self.judged.findings.is_empty() { Pane::Reference } else { Pane::Findings };
        }
    }

    /// Back to the list; what was edited is written anew in the document.
    pub(super) fn close(&mut self) {
        if self.documents.is_none() || self.screen == Screen::List {
            return;
        }
        if let Err(message) = self.commit() {
            self.notice = message;
            return;
        }
        self.screen = Screen::List;
        self.load_selected();
    }

    /// Writes what was edited anew in the document.
    fn commit(&mut self) -> Result<(), String> {
        let (Some(origin), Some(documents)) = (&mut self.origin, &mut self.documents) else { return Ok(()) };
        let text = self.editor.text();
        if text == origin.value {
            return Ok(());
        }
        let edit = Edit::smallest(&origin.value, Span::new(0, origin.value.len()), text);
        let at = origin.at;
        documents.edit(at, &origin.value, &edit)?;
        text.clone_into(&mut origin.value);
        documents.select(at);
        "changed in the document; w writes it, u takes it back".clone_into(&mut self.notice);
        Ok(())
    }

    /// Whether the reference that is inspected was edited since it was opened.
    pub(super) fn is_edited(&self) -> bool {
        self.origin.as_ref().is_some_and(|origin| origin.value != self.editor.text())
    }

    pub(super) fn fix_in_list(&mut self, number: usize) {
        let Some(documents) = &mut self.documents else { return };
        self.notice = match documents.fix(number) {
            Ok(what) => format!("done: {what}; u takes it back, w writes it"),
            Err(message) => message,
        };
        self.load_selected();
    }

    pub(super) fn undo_in_list(&mut self, is_redo: bool) {
        let Some(documents) = &mut self.documents else { return };
        let (done, what) = if is_redo { ("made again", documents.redo()) } else { ("taken back", documents.undo()) };
        self.notice = super::told(done, what);
        self.load_selected();
    }

    /// What is listed.
    pub(super) fn filter(&mut self, listed: Listed) {
        let Some(documents) = &mut self.documents else { return };
        let filter = &mut documents.filter;
        match listed {
            // The rule that was chosen may be one of little weight.
            Listed::Rule(rule) => (filter.rule, filter.least) = (Some(rule), None),
            Listed::Place(place) => filter.place = Some(place),
            Listed::All => *filter = Filter::default(),
            Listed::NextLeast => {
                filter.least = match filter.least {
                    None => Some(Severity::Hint),
                    Some(Severity::Hint) => Some(Severity::Warning),
                    Some(Severity::Warning | Severity::Information) => Some(Severity::Error),
                    Some(Severity::Error) => None,
                };
            }
        }
        documents.list_again();
        self.load_selected();
    }

    /// Lists what holds the text.
    pub(super) fn filter_text(&mut self, text: &str) {
        let Some(documents) = &mut self.documents else { return };
        if documents.filter.text != text {
            text.clone_into(&mut documents.filter.text);
            documents.list_again();
            self.load_selected();
        }
    }

    /// Asks for the text; what is listed follows it as it is typed.
    pub(super) fn ask_filter(&mut self) {
        let line = self.documents().map_or("", |documents| documents.filter.text.as_str());
        self.overlays.push(Overlay::Prompt(Prompt { purpose: Purpose::List, line: Editor::new(line) }));
    }

    pub(super) fn offer(&mut self, by: By) {
        let Some(documents) = self.documents() else { return };
        let mut choices =
            vec![Choice::new("everything", documents.count.references.to_string(), Message::List(Listed::All))];
        match by {
            By::Rule => {
                let mut rules: Vec<(usize, usize)> = documents.rules().into_iter().collect();
                rules.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
                choices.extend(rules.into_iter().map(|(rule, count)| {
                    Choice::new(rules::ALL[rule].name, count.to_string(), Message::List(Listed::Rule(rule)))
                }));
            }
            By::Place => {
                let mut places: Vec<(String, usize)> = documents.places().into_iter().collect();
                places.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
                choices.extend(places.into_iter().map(|(place, count)| {
                    Choice::new(place.clone(), count.to_string(), Message::List(Listed::Place(place)))
                }));
            }
        }
        let title = match by {
            By::Rule => "list by rule",
            By::Place => "list by place",
        };
        self.overlays.push(Overlay::Menu(Menu::new(title, choices)));
    }

    /// Asks where everything is to be mended, unless there is one file alone.
    pub(super) fn propose_where(&mut self, of_rule: OfRule) {
        let Some(documents) = self.documents() else { return };
        let worst = documents.at().and_then(|at| documents.findings(at).first().map(|found| found.finding.rule));
        let rule = match (of_rule, worst) {
            (OfRule::Any, _) => None,
            (OfRule::Selected, Some(rule)) => rules::ALL.iter().position(|known| *known == rule),
            (OfRule::Selected, None) => {
                "nothing is found here: select a reference with a finding".clone_into(&mut self.notice);
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

    /// Shows what mending would do; enter does it.
    pub(super) fn propose(&mut self, rule: Option<usize>, scope: Scope) {
        let Some(documents) = &mut self.documents else { return };
        let proposal = documents.propose(rule.and_then(|rule| rules::ALL.get(rule)).copied(), scope);
        if proposal.is_empty() {
            let why = proposal.left.first().cloned();
            self.notice = why.unwrap_or_else(|| format!("{}: there is nothing to do", proposal.what));
            return;
        }
        let files = if proposal.files() == 1 { "1 file".to_owned() } else { format!("{} files", proposal.files()) };
        let title = format!("{}: {} findings in {files}", proposal.what, proposal.fixed);
        let lines = patch_of(documents, &proposal);
        self.proposal = Some(proposal);
        let page = Page { accept: Some(Message::Accepted), ..Page::new(title, lines) };
        self.overlays.push(Overlay::Page(page));
    }

    /// Does what was proposed.
    pub(super) fn accept_proposal(&mut self) {
        let (Some(documents), Some(proposal)) = (&mut self.documents, self.proposal.take()) else { return };
        self.notice = format!("done: {}, {} findings; u takes them back, w writes", proposal.what, proposal.fixed);
        documents.accept(proposal);
        self.load_selected();
    }

    /// Shows what is not written.
    pub(super) fn show_changes(&mut self) {
        let Some(documents) = self.documents() else { return };
        let changed = documents.files.iter().filter(|file| file.is_changed());
        let mut lines = Vec::new();
        for file in changed {
            match file.spliced() {
                Ok((bytes, spliced)) => push_patch(&mut lines, &file.name, bytes, &spliced),
                Err(message) => lines.push(Line::new(format!("{}: {message}", file.name), Look::Heading)),
            }
        }
        if lines.is_empty() {
            "nothing was changed".clone_into(&mut self.notice);
        } else {
            self.overlays.push(Overlay::Page(Page::new("changed and not written", lines)));
        }
    }

    /// Writes what was changed.
    pub(super) fn write(&mut self) -> bool {
        if let Err(message) = self.commit() {
            self.notice = message;
            return false;
        }
        let Some(documents) = &mut self.documents else { return true };
        let (written, said) = documents.save();
        let mut notice = match written {
            0 if said.is_empty() => "nothing was changed".to_owned(),
            1 => "1 file written".to_owned(),
            written => format!("{written} files written"),
        };
        for message in &said {
            let _ = write!(notice, "; {message}");
        }
        self.notice = notice;
        documents.count.changed == 0
    }

    /// Whether the end would lose something; then it is asked.
    pub(super) fn quit(&mut self) -> Effect {
        let changed = self.documents().map_or(0, |documents| documents.count.changed);
        if changed == 0 && !(self.documents.is_some() && self.is_edited()) {
            return Effect::Quit;
        }
        let choices = vec![
            Choice::new("write what was changed, and quit", "", Message::WriteAndQuit),
            Choice::new("quit, and lose what was changed", "", Message::QuitAnyway),
            Choice::new("stay", "", Message::Back),
        ];
        self.overlays.push(Overlay::Menu(Menu::new("there are changes that are not written", choices)));
        Effect::Draw
    }

    /// The file of the selected reference, for the person's editor.
    pub(super) fn edit_file(&mut self) -> Effect {
        let Some((_, file, row)) = self.documents().and_then(Documents::current) else { return Effect::Draw };
        if file.is_changed() {
            "write it first: w".clone_into(&mut self.notice);
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

/// The selected reference, its value, and how it is judged.
fn selected(documents: &Documents) -> Option<(At, String, Options)> {
    let (at, file, row) = documents.current()?;
    let document = file.document()?;
    let site = document.sites_in(row.span()).find(|site| site.span == row.span())?;
    let settings = document.settings();
    let options = Options {
        role: site.role,
        base: site.base.as_deref().map(str::to_owned),
        charset: settings.charset,
        severities: settings.severities.clone(),
        ..Options::default()
    };
    Some((at, site.value.into_owned(), options))
}

/// What a proposal would change, as a patch.
fn patch_of(documents: &Documents, proposal: &Proposal) -> Vec<Line> {
    let mut lines: Vec<Line> =
        proposal.left.iter().map(|message| Line::new(format!("left alone: {message}"), Look::Heading)).collect();
    for (number, edits) in proposal.edits() {
        let file = &documents.files[number];
        let Some(document) = file.document() else { continue };
        if lines.len() > MOST_LINES {
            let rest = proposal.edits().filter(|(other, _)| *other >= number).count();
            lines.push(Line::new(format!("and {rest} more files, which are not shown here"), Look::Heading));
            break;
        }
        // Both sides as text: what is not written yet has no bytes.
        let old = document.text();
        let new = iri_core::finding::apply(&old, edits);
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

fn push_patch(lines: &mut Vec<Line>, name: &str, old: &[u8], spliced: &iri_core::text::encoding::Spliced) {
    push_lines(lines, name, (old, &spliced.bytes), &spliced.replaced);
}

fn push_lines(lines: &mut Vec<Line>, name: &str, both: (&[u8], &[u8]), replaced: &[diff::Replaced]) {
    let mut patch = Vec::new();
    diff::write(&mut patch, name, both, replaced, diff::Reader::Program).expect("a buffer takes every write");
    let text = String::from_utf8_lossy(&patch);
    let all = text.lines().count();
    lines.extend(text.lines().take(MOST_LINES).map(|line| Line::new(line, look(line))));
    if all > MOST_LINES {
        lines.push(Line::new(format!("and {} more lines, which are not shown here", all - MOST_LINES), Look::Heading));
    }
}

fn look(line: &str) -> Look {
    match line.as_bytes() {
        _ if line.starts_with("--- a/") || line.starts_with("+++ b/") => Look::Heading,
        [b'-', ..] => Look::Removed,
        [b'+', ..] => Look::Added,
        [b'@', ..] => Look::Dim,
        _ => Look::Plain,
    }
}

#[cfg(test)]
mod tests;
