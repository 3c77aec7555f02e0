//! `xsi:schemaLocation` pairs each namespace name with a reference      XML Schema 1.1 part 1 section 4.3.2

use crate::rules::context::{Check, Context, FindingSink};
use crate::rules::features::Features;
use crate::rules::role::Cardinality;
use crate::rules::rule::{Group, Rule, Severity, Subject};
use crate::text::Span;

pub(super) static RULE: Rule = Rule {
    name: "uneven-pairs",
    group: Group::Place,
    severity: Some(Severity::Error),
    page: include_str!("uneven_pairs.md"),
    subject: Subject::Reference,
};

pub(super) static CHECK: Check = Check { rule: &RULE, needs: Features::PAIRS, run: check };

/// Checks the value as a whole; its items are checked one by one as references.
fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let role = context.role;
    if role.cardinality != Cardinality::Pairs {
        return;
    }
    // The text that is checked here is the whole value.
    let whole = Span::new(0, context.text.len());
    let items: Vec<Span> = role.items(context.text).filter_map(|(item, _)| item.in_reference(whole)).collect();
    let Some(&last) = items.last().filter(|_| items.len() % 2 == 1) else { return };
    out.flag(second_schema(&items, context.text).unwrap_or(last), message(items.len()));
}

/// Returns the span of a schema location after another one, where the pairs get out of step; `None` if only the end
/// shows it.
fn second_schema(items: &[Span], text: &str) -> Option<Span> {
    let is_schema = |span: &Span| span.slice(text).rsplit_once('.').is_some_and(|(_, end)| end == "xsd");
    items.windows(2).find(|pair| pair.iter().all(is_schema)).map(|pair| pair[1])
}

fn message(count: usize) -> String {
    format!("odd number of items ({count}) in a list of namespace and location pairs")
}
