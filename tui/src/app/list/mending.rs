//! Fixes from the list: one, all of a rule, everything that is safe; what would change is shown first.

use iri_core::rules;
use iri_core::text::encoding::Spliced;

use crate::app::message::OfRule;
use crate::app::overlay::{Choice, Line, Look, Menu, Overlay, Page};
use crate::app::{App, Message, told};
use crate::files::change::{Proposal, Scope};
use crate::files::documents::Documents;
use crate::report::diff;

/// A page holds at most so many lines of a patch.
const MOST_LINES: usize = 20_000;

impl App {
    pub(in crate::app) fn fix_in_list(&mut self, number: usize) {
        let Some(documents) = &mut self.documents else { return };
        self.notice = match documents.fix(number) {
            Ok(what) => format!("done: {what}; u takes it back, w writes it"),
            Err(message) => message,
        };
        self.load_selected();
    }

    pub(in crate::app) fn undo_in_list(&mut self, is_redo: bool) {
        let Some(documents) = &mut self.documents else { return };
        let (done, what) = if is_redo { ("made again", documents.redo()) } else { ("taken back", documents.undo()) };
        self.notice = told(done, what);
        self.load_selected();
    }

    /// Asks where everything is to be mended, unless there is one file alone.
    pub(in crate::app) fn propose_where(&mut self, of_rule: OfRule) {
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
    pub(in crate::app) fn propose(&mut self, rule: Option<usize>, scope: Scope) {
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
    pub(in crate::app) fn accept_proposal(&mut self) {
        let (Some(documents), Some(proposal)) = (&mut self.documents, self.proposal.take()) else { return };
        self.notice = format!("done: {}, {} findings; u takes them back, w writes", proposal.what, proposal.fixed);
        documents.accept(proposal);
        self.load_selected();
    }

    /// Shows what is not written.
    pub(in crate::app) fn show_changes(&mut self) {
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

fn push_patch(lines: &mut Vec<Line>, name: &str, old: &[u8], spliced: &Spliced) {
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
