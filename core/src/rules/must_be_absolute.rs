//! absolute-IRI = scheme ":" ihier-part [ "?" iquery ]                        RFC 3987 section 2.2

use crate::rules::context::{Context, FindingSink};
use crate::rules::finding::Fix;
use crate::rules::mistakes::is_host;
use crate::rules::placeholders::is_guid;
use crate::rules::relative_namespace;
use crate::text::Span;

pub(super) fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    // A base that the document sets makes a reference absolute that is resolved.
    let is_resolved = context.role.reference_use.is_resolved() && context.base.is_some();
    if !context.role.is_absolute || is_resolved {
        return;
    }
    if let Some(inner) = relative_namespace::relative(context.text) {
        let message = "missing scheme in a value that must be absolute";
        let finding = out.flag(inner, message);
        let written = inner.slice(context.text);
        let insert = |scheme: &str| {
            let title = format!("insert '{scheme}'");
            Fix::suggested(title, Span::empty(inner.start), scheme)
        };
        // What is inside of braces is compared.
        let guid = format!("{{{written}}}");
        if is_guid(&guid, 0) {
            finding.fix(insert("urn:uuid:"));
        } else if is_host(written) && context.role.reference_use.is_retrieved() {
            finding.fix(insert("https://"));
        }
    }
}
