//! Readable forms of encoded references.

use iri_core::reference::Form;
use iri_core::text::InDocument;
use iri_core::{Document, Options, Site, Span, inspect};

use crate::escape::escaped;

/// Number of readable forms at a time.
const LIMIT: usize = 500;
/// Number of bytes up to which a reference has a readable form.
const LENGTH_LIMIT: usize = 2_000;

/// Readable form of an encoded reference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadableForm {
    /// End of the reference.
    pub offset: usize,
    /// The form, in a bidi isolate.
    pub text: String,
}

/// Readable forms of the references in `span`.
pub fn readable_forms(document: &Document, span: Span<InDocument>) -> Vec<ReadableForm> {
    document.sites_in(span).filter_map(|site| readable_form(&site)).take(LIMIT).collect()
}

fn readable_form(site: &Site<'_>) -> Option<ReadableForm> {
    if site.value.len() > LENGTH_LIMIT || !(site.value.contains('%') || site.value.contains("xn--")) {
        return None;
    }
    let options = Options { role: site.role, ..Options::default() };
    let readable = inspect(&site.value, &options).converted(Form::IriFromUri)?;
    // An isolate: its letters must not reorder what follows.
    let text = || format!("\u{2068}{}\u{2069}", escaped(&readable, LENGTH_LIMIT));
    (readable != *site.value).then(|| ReadableForm { offset: site.span.end, text: text() })
}
