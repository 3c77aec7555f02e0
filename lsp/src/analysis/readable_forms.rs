//! Readable forms of encoded references.

use iri_core::characters::Escaper;
use iri_core::reference::Form;
use iri_core::text::InDocument;
use iri_core::{CancelToken, Document, Edit, Inspection, Site, Span};

use crate::bidi_marks::isolated;
use crate::encoding::document_encoding;

/// Maximum number of readable forms per request.
const LIMIT: usize = 500;
/// Maximum length in bytes of a reference with a readable form.
const LENGTH_LIMIT: usize = 2_000;

/// Readable form of an encoded reference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadableForm {
    /// End of the reference in the document.
    pub offset: usize,
    /// Text of the form, in a bidi isolate.
    pub text: String,
    /// Edit that writes it; `None` if the source cannot express it.
    pub edit: Option<Edit<InDocument>>,
}

/// Returns the readable forms of the references in `span`, until it is cancelled.
pub fn readable_forms(document: &Document, span: Span<InDocument>, cancel: &CancelToken) -> Vec<ReadableForm> {
    let references = document.parsed_in(span).take_while(|_| !cancel.is_cancelled());
    references.filter_map(|(site, inspection)| readable_form(document, &site, &inspection)).take(LIMIT).collect()
}

fn readable_form(document: &Document, site: &Site<'_>, inspection: &Inspection<'_>) -> Option<ReadableForm> {
    let reference = inspection.reference().inner();
    let is_encoded = || reference.contains('%') || reference.contains("xn--");
    if !inspection.is_known() || reference.len() > LENGTH_LIMIT || !is_encoded() {
        return None;
    }
    let readable = inspection.converted(Form::ReadableIri)?;
    let text = || isolated(&Escaper::PlainText.escape_at_most(&readable, LENGTH_LIMIT));
    let edit = || {
        let draft = document.draft(site)?;
        let edit = Edit::smallest(reference, Span::new(0, reference.len()), &readable);
        let edit = Edit { span: edit.span.moved(site.value.find(reference)?), text: edit.text };
        let (_, edit) = draft.edited(&edit, document_encoding(document)).ok()?;
        Some(edit.in_document(draft.value()))
    };
    (readable != reference).then(|| ReadableForm { offset: site.span.end, text: text(), edit: edit() })
}
