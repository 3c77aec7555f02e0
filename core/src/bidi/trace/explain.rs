//! Descriptions of decisions: "EN stays EN, level 2 by I1 (a number rises two levels in left-to-right text); follows '.'
//! (U+002E), which N1 made R".

use unicode_bidi::BidiClass::{AN, EN, L, R};

use super::run::{BidiRule, Step};
use super::{Decision, Trace};
use crate::unicode::quoted;

impl Trace {
    /// Describes why character `index` has its displayed position, in one line; empty if there is no such character.
    pub fn explain(&self, index: usize) -> String {
        let Some(decision) = self.decisions.get(index) else { return String::new() };
        if decision.rule == BidiRule::X9 {
            return format!("{:?}: {}", decision.before, reason(BidiRule::X9));
        }
        let neighbor = self.resolved_neighbor(index);
        let follows = neighbor.map_or_else(String::new, |neighbor| format!("; follows {neighbor}"));
        format!(
            "{:?}{}, level {} by {} ({}){follows}",
            decision.before,
            self.path(index),
            decision.level,
            decision.level_rule.name(),
            level_reason(*decision)
        )
    }

    /// Describes the steps that changed the class of a character.
    fn path(&self, index: usize) -> String {
        let steps = self.steps(index);
        if steps.is_empty() {
            return format!(" stays {:?}", self.decisions[index].after);
        }
        let step = |step: &Step| format!(" \u{2192} {:?} by {} ({})", step.class, step.rule.name(), step_reason(*step));
        steps.iter().map(step).collect()
    }

    /// Describes the neutral before a number in right-to-left text, if the neutral joins the number to that text.
    fn resolved_neighbor(&self, index: usize) -> Option<String> {
        let before = index.checked_sub(1)?;
        let step = self.steps(before).last()?;
        let is_number = matches!(self.decisions[index].after, EN | AN);
        (is_number && step.class == R && step.rule >= BidiRule::N0)
            .then(|| format!("{}, which {} made R", quoted(self.characters[before]), step.rule.name()))
    }
}

fn step_reason(step: Step) -> String {
    let (left, right) = step.between;
    match step.rule {
        BidiRule::N0 if step.class == left => format!("its bracket pair contains {right:?} and follows {left:?}"),
        BidiRule::N0 => format!("its bracket pair contains {right:?}"),
        BidiRule::N1 => format!("between {left:?} and {right:?}; numbers count as R"),
        BidiRule::N2 => format!("between {left:?} and {right:?}; the embedding direction decides"),
        rule => reason(rule).to_owned(),
    }
}

fn level_reason(decision: Decision) -> &'static str {
    match (decision.level_rule, decision.after) {
        (BidiRule::I1, R) => "rises one level in left-to-right text",
        (BidiRule::I1, AN | EN) => "a number rises two levels in left-to-right text",
        (BidiRule::I1, _) => "keeps the left-to-right level",
        (BidiRule::I2, L | AN | EN) => "rises one level in right-to-left text",
        (BidiRule::I2, _) => "keeps the right-to-left level",
        (rule, _) => reason(rule),
    }
}

/// Describes a rule as a clause.
fn reason(rule: BidiRule) -> &'static str {
    match rule {
        BidiRule::X5a | BidiRule::X5b | BidiRule::X6 | BidiRule::X6a => "inside an override",
        BidiRule::X5c => "the first strong character inside it decides, or an override",
        BidiRule::X9 => "removed by X9; takes the level of the previous character",
        BidiRule::W1 => "a combining mark takes the class of its base",
        BidiRule::W2 => "the previous strong character is an Arabic letter",
        BidiRule::W3 => "Arabic letters are right-to-left",
        BidiRule::W4 => "a single separator between two numbers of one kind joins them",
        BidiRule::W5 => "a terminator next to a European number belongs to it",
        BidiRule::W6 => "a separator or terminator that joins no number is neutral",
        BidiRule::W7 => "the previous strong character is left-to-right",
        BidiRule::L1 => "separators, whitespace before them and final whitespace get the paragraph level",
        BidiRule::N0 | BidiRule::N1 | BidiRule::N2 | BidiRule::I1 | BidiRule::I2 => "",
    }
}
