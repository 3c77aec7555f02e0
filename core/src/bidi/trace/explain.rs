//! Descriptions of decisions: "EN stays EN, level 2 by I1 (a number goes two levels up); it follows U+002E FULL STOP,
//! which N1 made R".

use unicode_bidi::BidiClass::{AN, EN, L, R};

use super::run::{BidiRule, Step};
use super::{Decision, Trace};
use crate::unicode::label;

impl Trace {
    /// Describes why character `index` has its displayed position, in one line; empty if there is no such character.
    pub fn explain(&self, index: usize) -> String {
        let Some(decision) = self.decisions.get(index) else { return String::new() };
        if decision.rule == BidiRule::X9 {
            return format!("{:?}: {}", decision.before, reason(BidiRule::X9));
        }
        let neighbor = self.resolved_neighbor(index);
        let follows = neighbor.map_or_else(String::new, |neighbor| format!("; it follows {neighbor}"));
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
            .then(|| format!("{}, which {} made R", label(self.characters[before]), step.rule.name()))
    }
}

fn step_reason(step: Step) -> String {
    let (left, right) = step.between;
    match step.rule {
        BidiRule::N0 if step.class == left => format!("its pair of brackets holds {right:?} and stands after {left:?}"),
        BidiRule::N0 => format!("its pair of brackets holds {right:?}"),
        BidiRule::N1 => format!("it stands between {left:?} and {right:?}, numbers counting as R"),
        BidiRule::N2 => format!("it stands between {left:?} and {right:?}, so the embedding decides"),
        rule => reason(rule).to_owned(),
    }
}

fn level_reason(decision: Decision) -> &'static str {
    match (decision.level_rule, decision.after) {
        (BidiRule::I1, R) => "right-to-left goes one level up from a left-to-right one",
        (BidiRule::I1, AN | EN) => "a number goes two levels up from a left-to-right one",
        (BidiRule::I1, _) => "left-to-right keeps a left-to-right level",
        (BidiRule::I2, L | AN | EN) => "all but right-to-left goes one level up from a right-to-left one",
        (BidiRule::I2, _) => "right-to-left keeps a right-to-left level",
        (rule, _) => reason(rule),
    }
}

/// Describes a rule as a clause.
fn reason(rule: BidiRule) -> &'static str {
    match rule {
        BidiRule::X5a | BidiRule::X5b | BidiRule::X6 | BidiRule::X6a => "an override is open",
        BidiRule::X5c => "the first strong character within decides, or an override that is open",
        BidiRule::X9 => "it is removed by X9, and takes the level of the character before it",
        BidiRule::W1 => "a mark takes the class of what it stands on",
        BidiRule::W2 => "the last strong character before this number is an Arabic letter",
        BidiRule::W3 => "Arabic letters are right-to-left",
        BidiRule::W4 => "one separator between two numbers of one kind joins them",
        BidiRule::W5 => "a terminator next to a European number belongs to it",
        BidiRule::W6 => "a separator or terminator that joins no number is neutral",
        BidiRule::W7 => "the last strong character before this number is left-to-right",
        BidiRule::L1 => "separators, and white space before them and at the end, fall back to the paragraph",
        BidiRule::N0 | BidiRule::N1 | BidiRule::N2 | BidiRule::I1 | BidiRule::I2 => "",
    }
}
