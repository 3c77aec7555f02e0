//! Fixes that are applied together, and where.

use std::collections::BTreeMap;

use crate::rules::{Fix, Rule, Safety};
use crate::text::{Edit, InDocument, Moves, Span};
use crate::xml::document::DocumentFinding;
use crate::xml::fix::fixer::{FixChoice, Fixer, is_safe, join, numbered, touches};

/// Maximum number of rounds. Few fixes allow new ones: what remains after these rounds is a cycle.
pub const ROUNDS: usize = 8;

/// Fixes that can be applied together.
#[derive(Default)]
pub struct Chosen {
    /// Edits by their start; of two at one offset the empty one precedes.
    pub edits: BTreeMap<(usize, usize), Edit<InDocument>>,
    pub fixes: usize,
}

impl Chosen {
    /// Chooses from `findings`.
    pub fn new<'d>(findings: impl Iterator<Item = DocumentFinding<'d>>, fixer: &Fixer, extent: &Extent) -> Self {
        let mut chosen = Self::default();
        for found in findings {
            let Some(fix) = extent.fix_of(&found, fixer) else { continue };
            let Some(edits) = fixer.edits_of(fix, &found) else { continue };
            if !edits.iter().all(|edit| extent.allows(edit.span)) {
                continue;
            }
            // A fix is applied whole, or in the next round if it overlaps another. One fix may resolve many findings.
            if edits.iter().all(|edit| chosen.has(edit)) {
                chosen.fixes += 1;
            } else if edits.iter().all(|edit| chosen.has_room(edit.span)) {
                chosen.fixes += 1;
                chosen.edits.extend(edits.into_iter().map(|edit| ((edit.span.start, edit.span.end), edit)));
            }
        }
        chosen
    }

    pub fn has(&self, edit: &Edit<InDocument>) -> bool {
        self.edits.get(&(edit.span.start, edit.span.end)) == Some(edit)
    }

    pub fn has_edits_in(&self, span: Span<InDocument>) -> bool {
        let next = self.edits.range((span.start, 0)..).next();
        next.is_some_and(|(_, edit)| edit.span.end <= span.end)
    }

    pub fn has_room(&self, span: Span<InDocument>) -> bool {
        let before = self.edits.range(..=(span.start, usize::MAX)).next_back();
        let after = self.edits.range((span.start, 0)..).next();
        let is_apart = |one: Span<_>, other: Span<_>| one.end <= other.start && one != other;
        before.is_none_or(|(_, edit)| is_apart(edit.span, span))
            && after.is_none_or(|(_, edit)| is_apart(span, edit.span))
    }
}

/// Returns the choices by reference, of those at which something is chosen.
pub fn by_site(choices: &[FixChoice]) -> Vec<SiteChoices> {
    let mut sites: Vec<SiteChoices> = Vec::new();
    for choice in choices {
        // A list and its items are one.
        let is_within = |last: &SiteChoices| choice.site.start < last.span.end || choice.site == last.span;
        if !sites.last().is_some_and(is_within) {
            sites.push(SiteChoices { span: choice.site, choices: Vec::new(), is_suggested: false });
        }
        let Some(site) = sites.last_mut() else { continue };
        site.span = join(site.span, choice.site);
        site.is_suggested |= choice.fix().is_some_and(|fix| fix.safety != Safety::Safe);
        site.choices.push(RuleChoice {
            site: choice.site,
            rule: choice.finding.rule,
            is_safe: is_safe(&choice.finding),
            number: choice.fix().and(choice.chosen),
        });
    }
    sites.retain(|site| site.choices.iter().any(|choice| choice.number.is_some()));
    sites
}

/// Fixes that a person chose for a reference, or for a list and its items.
#[derive(Clone)]
pub struct SiteChoices {
    span: Span<InDocument>,
    choices: Vec<RuleChoice>,
    /// Whether one of the chosen fixes is only suggested.
    is_suggested: bool,
}

/// Fix that a person chose for the findings of a rule at a reference.
#[derive(Clone)]
pub struct RuleChoice {
    site: Span<InDocument>,
    rule: &'static Rule,
    /// Whether the findings have a safe fix.
    is_safe: bool,
    /// Number of the fix; `None` for no fix.
    number: Option<usize>,
}

/// Where fixes are applied; the spans are in order and separate.
#[derive(Clone)]
pub struct Extent {
    /// References that are fixed, and how; `None` for everything.
    pub only: Option<Vec<SiteChoices>>,
    /// What is left as it is.
    pub skipped: Vec<Span<InDocument>>,
}

impl Extent {
    pub const EVERYWHERE: Self = Self { only: None, skipped: Vec::new() };

    pub fn allows(&self, edit: Span<InDocument>) -> bool {
        let matches = self.only.as_ref().is_none_or(|only| choices_at(only, edit).is_some());
        matches && !touches(&self.skipped, edit)
    }

    /// Returns the fix of `found` that is applied, if any.
    pub fn fix_of<'f>(&self, found: &'f DocumentFinding<'_>, fixer: &Fixer) -> Option<&'f Fix<InDocument>> {
        let Some(only) = &self.only else { return fixer.fix_of(&found.finding) };
        let span = found.site.span;
        let site = choices_at(only, span)?;
        let is_own = |choice: &&RuleChoice| {
            choice.rule == found.finding.rule && choice.site.start <= span.start && span.end <= choice.site.end
        };
        let is_alike = |choice: &&RuleChoice| is_own(choice) && choice.is_safe == is_safe(&found.finding);
        // Another fix may have changed whether this one is safe.
        match site.choices.iter().find(is_alike).or_else(|| site.choices.iter().find(is_own)) {
            Some(choice) => choice.number.and_then(|number| numbered(&found.finding, number)),
            None => fixer.fix_with(&found.finding, fixer.applies_suggested || site.is_suggested),
        }
    }

    pub fn skip(&mut self, spans: impl IntoIterator<Item = Span<InDocument>>) {
        self.skipped.extend(spans);
        self.skipped.sort_unstable();
        self.skipped.dedup_by(|next, span| {
            let is_joined = next.start <= span.end;
            if is_joined {
                *span = join(*span, *next);
            }
            is_joined
        });
    }

    /// Moves it to the text after edits.
    pub fn follow(&mut self, moves: &Moves) {
        let sites = self.only.iter_mut().flatten();
        let of_sites =
            sites.flat_map(|site| site.choices.iter_mut().map(|choice| &mut choice.site).chain([&mut site.span]));
        for span in of_sites.chain(&mut self.skipped) {
            *span = moves.moved(*span);
        }
    }
}

/// Returns the choices for the reference that contains `span`.
fn choices_at(only: &[SiteChoices], span: Span<InDocument>) -> Option<&SiteChoices> {
    let before = only.partition_point(|site| site.span.start <= span.start).checked_sub(1)?;
    Some(&only[before]).filter(|site| span.end <= site.span.end)
}
