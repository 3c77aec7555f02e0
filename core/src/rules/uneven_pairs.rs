//! `xsi:schemaLocation` pairs each namespace name with a reference      XML Schema 1.1 part 1 section 4.3.2

use crate::reference::Reference;
use crate::rules::context::{Context, FindingSink};
use crate::rules::finding::{Fix, Safety};
use crate::rules::role::Cardinality;
use crate::rules::rule::Severity;
use crate::text::{Edit, Span};
use crate::unicode::quoted_name;

/// Checks the value as a whole; its items are checked one by one as references.
pub(super) fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let role = context.role;
    if role.cardinality != Cardinality::Pairs {
        return;
    }
    // The text that is checked here is the whole value.
    let whole = Span::new(0, context.text.len());
    let items: Vec<Span> = role.items(context.text).filter_map(|(item, _)| item.in_reference(whole)).collect();
    if check_separators(context, &items, out) {
        return;
    }
    if items.len() % 2 == 0 {
        return check_order(context, &items, out);
    }
    let Some(&last) = items.last() else { return };
    out.flag(second_schema(&items, context.text).unwrap_or(last), message(items.len()));
}

/// Checks whether items end with another separator than whitespace: `http://example.org/ns, a.xsd`.
fn check_separators(context: &Context<'_, '_>, items: &[Span], out: &mut FindingSink<'_>) -> bool {
    let is_separated = |item: &&Span| item.len() > 1 && item.slice(context.text).ends_with([',', ';']);
    let ends: Vec<Span> = items.iter().filter(is_separated).map(|item| Span::new(item.end - 1, item.end)).collect();
    let Some(&first) = ends.first() else { return false };
    let c = quoted_name(first.slice(context.text).chars().next().unwrap_or(','));
    let finding = out.flag(first, format!("{c} does not separate items: it is part of one"));
    finding.at_most(Severity::Warning);
    let edits = ends.iter().map(|&span| Edit { span, text: String::new() }).collect();
    finding.fix(Fix { title: format!("remove {c}").into(), safety: Safety::Suggested, edits });
    true
}

/// Checks whether the first of each pair is a location, and the second a namespace name.
fn check_order(context: &Context<'_, '_>, items: &[Span], out: &mut FindingSink<'_>) {
    let is_schema =
        |text: &str| text.get(text.len().saturating_sub(4)..).is_some_and(|end| end.eq_ignore_ascii_case(".xsd"));
    for pair in items.chunks_exact(2) {
        let (first, second) = (pair[0].slice(context.text), pair[1].slice(context.text));
        if is_schema(first) && !is_schema(second) && Reference::parse(second).has_scheme() {
            let edits =
                vec![Edit { span: pair[0], text: second.to_owned() }, Edit { span: pair[1], text: first.to_owned() }];
            let finding = out.flag(pair[1], "namespace name after its location");
            finding.at_most(Severity::Warning);
            finding.fix(Fix { title: "swap name and location".into(), safety: Safety::Suggested, edits });
        }
    }
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
