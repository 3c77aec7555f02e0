//! Fixes to choose from before they are applied: each with a mark, and below the list the source lines that the selected
//! one changes.
//!
//! ```text
//!  all safe fixes: 11 of 31 fixes chosen, 9 files
//!  topics/t01.dita
//!  ❯[x]  7:20  fix: encode SPACE as %20                     leiri-space
//!   [ ]  9:14  suggested: replace '\' with '/'              backslash-path
//!  ─ warning: SPACE (U+0020) is not allowed in an IRI ──────────────────
//!  -<xref href="set up.dita"/>
//!  +<xref href="set%20up.dita"/>
//! ```

use iri_core::Span;
use iri_core::rules::Safety;
use iri_core::text::{Changes, Edit, InDocument};
use iri_core::xml::FixChoice;

use crate::files::change::{Proposal, ProposedChange, Scope};
use crate::files::tally::named;
use crate::inspector::app::App;
use crate::inspector::message::{ChosenFixes, RuleScope};
use crate::inspector::overlay::{FixList, LineStyle, Overlay, PageLine};
use crate::inspector::patch;

/// Maximum bytes of source on each side of a reference that are shown.
const AROUND: usize = 400;
/// Maximum number of lines before and after the changed ones.
const CONTEXT: usize = 3;

impl App {
    /// Shows the fixes of a rule, or of all rules, to choose from.
    pub(super) fn propose(&mut self, of_rule: RuleScope) {
        let Some(documents) = self.documents() else { return };
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
        if let Some(documents) = &mut self.documents {
            documents.start_search(rule, scope);
            self.run_task();
        }
    }

    /// Returns the proposed change and the list of its fixes, if it is shown.
    pub fn fix_list(&self) -> Option<(&Proposal, &FixList)> {
        let list = self.overlays.iter().rev().find_map(|overlay| match overlay {
            Overlay::Fixes(list) => Some(list),
            _ => None,
        });
        Some((self.proposal.as_ref()?, list?))
    }

    /// Returns the selected fix of the list, and the part that contains it.
    pub fn selected_choice(&self) -> Option<(&ProposedChange, &FixChoice)> {
        let (proposal, list) = self.fix_list()?;
        let &(part, choice) = list.fixes.get(list.selected)?;
        let part = proposal.parts.get(part)?;
        Some((part, part.choices.get(choice)?))
    }

    /// Shows the list of the fixes of the proposal.
    pub(super) fn list_fixes(&mut self) {
        let left = self.proposal.as_ref().map_or_else(String::new, |proposal| proposal.left.join("; "));
        self.notice = if left.is_empty() { left } else { format!("not changed: {left}") };
        let fixes = self.proposal.as_ref().map(Proposal::fixes).unwrap_or_default();
        self.overlays.push(Overlay::Fixes(FixList { fixes, selected: 0 }));
    }

    /// Updates the list of fixes to files that another program changed.
    pub(super) fn refresh_fixes(&mut self) {
        let (Some(documents), Some(proposal)) = (&self.documents, &mut self.proposal) else { return };
        if !documents.refresh(proposal) {
            return;
        }
        let fixes = proposal.fixes();
        for overlay in &mut self.overlays {
            if let Overlay::Fixes(list) = overlay {
                list.selected = list.selected.min(fixes.len().saturating_sub(1));
                list.fixes.clone_from(&fixes);
            }
        }
    }

    /// Changes which fixes are chosen.
    pub(super) fn choose_fixes(&mut self, chosen: ChosenFixes) {
        let Some(Overlay::Fixes(list)) = self.overlays.last_mut() else { return };
        let (Some(&(part, number)), Some(proposal)) = (list.fixes.get(list.selected), &mut self.proposal) else {
            return;
        };
        let own = &proposal.parts[part].choices[number];
        let (span, rule) = (own.finding.span, own.finding.rule);
        let parts = match chosen {
            ChosenFixes::Rule | ChosenFixes::All | ChosenFixes::Safe => 0..proposal.parts.len(),
            _ => part..part + 1,
        };
        let matches = move |choice: &FixChoice| match chosen {
            ChosenFixes::Selected | ChosenFixes::Number(_) => {
                choice.finding.span == span && choice.finding.rule == rule
            }
            ChosenFixes::Rule => choice.finding.rule == rule,
            ChosenFixes::File | ChosenFixes::All | ChosenFixes::Safe => true,
        };
        let meant =
            || proposal.parts[parts.clone()].iter().flat_map(|part| &part.choices).filter(|choice| matches(choice));
        let is_every_chosen = meant().all(|choice| choice.chosen.is_some());
        if let ChosenFixes::Number(number) = chosen
            && meant().all(|choice| choice.finding.fixes.len() <= number)
        {
            "no fix with this number".clone_into(&mut self.notice);
            return;
        }
        proposal.choose(parts, |choice| {
            if matches(choice) {
                choice.chosen = match chosen {
                    ChosenFixes::Number(number) => Some(number),
                    ChosenFixes::Safe => choice.finding.safe_fix().map(|_| 0),
                    _ if is_every_chosen => None,
                    _ => choice.chosen.or(Some(0)),
                };
            }
        });
        let part = &proposal.parts[part];
        if let (Err(error), Some(documents)) = (part.changes(), &self.documents) {
            self.notice = format!("{}: not fixed: {error}", documents.files[part.file].name);
        }
        if chosen == ChosenFixes::Selected {
            list.selected = (list.selected + 1).min(list.fixes.len().saturating_sub(1));
        }
    }

    /// Selects the next or previous finding that has several fixes.
    pub(super) fn go_to_choice(&mut self, is_forward: bool) {
        let (Some(Overlay::Fixes(list)), Some(proposal)) = (self.overlays.last_mut(), &self.proposal) else { return };
        let count = list.fixes.len();
        let step = |by: usize| (list.selected + if is_forward { by } else { count - by }) % count;
        let has_several = |&number: &usize| {
            let (part, choice) = list.fixes[number];
            proposal.parts[part].choices[choice].finding.fixes.len() > 1
        };
        match (1..=count).map(step).find(has_several) {
            Some(number) => list.selected = number,
            None => "each finding has one fix".clone_into(&mut self.notice),
        }
    }
}

impl Proposal {
    /// Returns the fixes by the index of their part, and the index in the part.
    fn fixes(&self) -> Vec<(usize, usize)> {
        let parts = self.parts.iter().enumerate();
        parts.flat_map(|(number, part)| (0..part.choices.len()).map(move |choice| (number, choice))).collect()
    }

    /// Returns whether a finding has several fixes.
    pub fn has_alternatives(&self) -> bool {
        self.parts.iter().flat_map(|part| &part.choices).any(|choice| choice.finding.fixes.len() > 1)
    }

    /// Returns the title of the list of fixes.
    pub fn title(&self) -> String {
        let (chosen, all) = self.counts();
        format!("{}: {chosen} of {all} chosen in {}{}", self.name(), named(self.files(), "file"), self.left_words())
    }
}

/// Returns the kind of a fix as reports name it.
pub const fn kind(safety: Safety) -> &'static str {
    match safety {
        Safety::Safe => "fix",
        Safety::Suggested => "suggested",
    }
}

/// Returns what the fix with this number does, for all findings that are fixed together.
pub fn title(choice: &FixChoice, number: usize) -> String {
    let titles: Vec<&str> = choice.fixes(number).map(|fix| &*fix.title).collect();
    match titles.as_slice() {
        [] => String::new(),
        [title] => (*title).to_owned(),
        [title, others @ ..] if others.iter().all(|other| other == title) => format!("{title}, {} times", titles.len()),
        [title, others @ ..] => format!("{title}, and {} more", others.len()),
    }
}

/// Returns the source lines that the fix changes, before and after, with the lines around them. If it is skipped, they are
/// those that it would change.
pub fn hunk(part: &ProposedChange, choice: &FixChoice) -> Vec<PageLine> {
    let document = &part.document;
    let (first, last) = (document.line_column(choice.site.start).line, document.line_column(choice.site.end).line);
    let (least, most) = (choice.site.start.saturating_sub(AROUND), choice.site.end + AROUND);
    let before = (first.saturating_sub(CONTEXT).max(1)..first).map(|line| document.line(line).start);
    let start = before.into_iter().find(|start| *start >= least).unwrap_or(document.line(first).start.max(least));
    let after = (last + 1..=last + CONTEXT).rev().map(|line| document.line(line).end);
    let end = after.into_iter().find(|end| *end <= most).unwrap_or(document.line(last).end.min(most));
    let around: Span<InDocument> = document.clamped(Span::new(start, end));
    let old = document.slice(around);
    let is_within = |edit: &&Edit<InDocument>| choice.site.start <= edit.span.start && edit.span.end <= choice.site.end;
    let chosen = part.changes().map_or(&[][..], Changes::edits).iter().filter(is_within);
    let skipped = choice.fixes(0).filter(|_| choice.chosen.is_none()).flat_map(|fix| &fix.edits);
    let mut edits: Vec<&Edit<InDocument>> = skipped.chain(chosen).collect();
    edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
    let mut end = 0;
    edits.retain(|edit| {
        let is_apart = edit.span.start >= end;
        // One fix may resolve many findings.
        end = end.max(edit.span.end.max(edit.span.start + 1));
        is_apart
    });
    let edits = edits.into_iter().map(|edit| edit.clone().from_start(around.start)).collect();
    let lines = patch::lines("", &old, &Changes::new(edits));
    let is_text = |line: &PageLine| matches!(line.style, LineStyle::Plain | LineStyle::Removed | LineStyle::Added);
    let lines: Vec<PageLine> = lines.into_iter().filter(is_text).collect();
    if lines.is_empty() {
        return old.lines().map(|line| PageLine::new(format!(" {line}"), LineStyle::Plain)).collect();
    }
    lines
}
