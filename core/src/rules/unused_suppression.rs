//! A suppression comment that suppresses nothing. A check sees one text: the document knows what its comments suppress.

use crate::characters::quotable;
use crate::rules::context::{Context, FindingSink};
use crate::rules::finding::Fix;
use crate::text::{Span, fit};

pub(super) fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let whole = Span::new(0, context.text.len());
    let name = context.text;
    out.flag(whole, message(Some(name))).fix(Fix::safe(title(Some(name)), whole, ""));
}

/// Returns the message about the name of a rule or group; `None` is the whole comment.
pub(crate) fn message(name: Option<&str>) -> String {
    match name {
        Some(name) => fit(&quotable(name, name), |name| format!("'{name}' suppresses no finding")),
        None => "comment suppresses no finding".to_owned(),
    }
}

/// Returns the title of the fix that removes the name or the comment.
pub(crate) fn title(name: Option<&str>) -> String {
    match name {
        Some(name) => fit(&quotable(name, name), |name| format!("remove '{name}'")),
        None => "remove comment".to_owned(),
    }
}
