//! Fixes to choose from before they are applied: each with a mark, and below the list the source lines that the selected
//! one changes.
//!
//! ```text
//!  fixes: 11 of 11 safe, 0 of 20 suggested chosen in 9 files
//!  topics/t01.dita
//!  ❯[x]  7:20  fix: encode SPACE as %20                     leiri-space
//!   [ ]  9:14  suggested: replace '\' with '/'              backslash-path
//!  ─ warning: SPACE (U+0020) is not allowed in an IRI ──────────────────
//!  -<xref href="set up.dita"/>
//!  +<xref href="set%20up.dita"/>
//! ```

use iri_core::Span;
use iri_core::rules::{Finding, Fix, Safety};
use iri_core::text::{Changes, Edit, InDocument};
use iri_core::xml::FixChoice;

use crate::files::change::{Proposal, ProposedChange};
use crate::files::documents::Documents;
use crate::files::replacement::REPLACE;
use crate::files::tally::named;
use crate::inspector::message::ChosenFixes;
use crate::inspector::overlay::{FixList, LineStyle, PageLine};
use crate::inspector::patch;

/// Maximum bytes of source on each side of a reference that are shown.
const AROUND: usize = 400;
/// Maximum number of lines before and after the changed ones.
const CONTEXT: usize = 3;

impl FixList {
    /// Lists the fixes of a proposal; the first is selected.
    pub(super) fn new(proposal: Proposal) -> Self {
        Self { fixes: proposal.fixes(), proposal, selected: 0, has_chosen_all: false }
    }

    /// Returns the selected fix, and the part that contains it.
    pub fn selected_choice(&self) -> Option<(&ProposedChange, &FixChoice)> {
        let &(part, choice) = self.fixes.get(self.selected)?;
        let part = self.proposal.parts.get(part)?;
        Some((part, part.choices.get(choice)?))
    }

    /// Updates the list to files that another program changed.
    pub(super) fn refresh(&mut self, documents: &Documents) {
        if documents.refresh(&mut self.proposal) {
            self.fixes = self.proposal.fixes();
            self.selected = self.selected.min(self.fixes.len().saturating_sub(1));
        }
    }

    /// Changes which fixes are chosen. Returns the notice about it.
    pub(super) fn choose(&mut self, chosen: ChosenFixes, documents: &Documents) -> Option<String> {
        let &(part, number) = self.fixes.get(self.selected)?;
        let proposal = &mut self.proposal;
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
        // What was chosen one by one, or at the start, is no reason to skip everything.
        let has_chosen_all = std::mem::replace(&mut self.has_chosen_all, chosen == ChosenFixes::All);
        let is_every_chosen =
            (chosen != ChosenFixes::All || has_chosen_all) && meant().all(|choice| choice.chosen.is_some());
        if let ChosenFixes::Number(number) = chosen
            && meant().all(|choice| choice.finding.fixes.len() <= number)
        {
            return Some("no fix with this number".to_owned());
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
        if chosen == ChosenFixes::Selected {
            self.selected = (self.selected + 1).min(self.fixes.len().saturating_sub(1));
        }
        let part = &proposal.parts[part];
        let error = part.changes().err()?;
        Some(format!("{}: not fixed: {error}", documents.files[part.file].name))
    }

    /// Selects the next or previous finding that has several fixes. Returns whether there is one.
    pub(super) fn go_to_choice(&mut self, is_forward: bool) -> bool {
        let count = self.fixes.len();
        let step = |by: usize| (self.selected + if is_forward { by } else { count - by }) % count;
        let has_several = |&number: &usize| {
            let (part, choice) = self.fixes[number];
            self.proposal.parts[part].choices[choice].finding.fixes.len() > 1
        };
        let next = (1..=count).map(step).find(has_several);
        self.selected = next.unwrap_or(self.selected);
        next.is_some()
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

    /// Returns the title of the list of fixes, which counts the safe and the suggested ones apart.
    pub fn title(&self) -> String {
        let counts = [Safety::Safe, Safety::Suggested].map(|safety| (self.counts_of(|own| own == safety), safety));
        let counts = counts.into_iter().filter(|((_, all), _)| *all > 0);
        let name = |safety: Safety| if self.is_replacement() { String::new() } else { format!(" {}", safety.name()) };
        let counts = counts.map(|((chosen, all), safety)| format!("{chosen} of {all}{}", name(safety)));
        let counts = counts.collect::<Vec<_>>().join(", ");
        format!("{}: {counts} chosen in {}{}", self.what, named(self.files(), "file"), self.left_words())
    }
}

/// Returns the kind of a fix as reports name it.
pub fn kind(choice: &FixChoice, fix: &Fix<InDocument>) -> &'static str {
    match fix.safety {
        _ if *choice.finding.rule == REPLACE => "becomes",
        Safety::Safe => "fix",
        Safety::Suggested => "suggested",
    }
}

/// Returns the problem that a fix resolves.
pub fn problem(finding: &Finding<InDocument>) -> String {
    match finding.rule {
        rule if *rule == REPLACE => finding.message.to_string(),
        rule => format!("{} {}: {}", finding.severity.name(), rule.name, finding.message),
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
