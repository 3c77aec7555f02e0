//! Forms that a reference converts to; equal results are listed once.

use crate::inspect::Inspection;
use crate::reference::Form;

/// Result of one or more conversions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConvertedText {
    /// Result of the conversion, which differs from the reference.
    pub text: String,
    /// Forms with this result, at least one.
    pub forms: Vec<Form>,
}

/// Conversions of a reference.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conversions {
    /// Results that differ from the reference.
    pub changed: Vec<ConvertedText>,
    /// Forms that equal the reference.
    pub unchanged: Vec<Form>,
    /// Forms that the reference does not have.
    pub unavailable: Vec<Form>,
}

impl Conversions {
    /// Forms of a report, in the order of the report. A URI by percent-encoding and a URI by IDNA differ only in hosts.
    pub const FORMS: [Form; 7] =
        [Form::Iri, Form::Uri, Form::UriIdna, Form::IriFromUri, Form::JavaNetUri, Form::WebAddress, Form::Whatwg];

    pub(super) fn new(inspection: &Inspection<'_>) -> Self {
        let mut all = Self::default();
        for form in Self::FORMS {
            match inspection.converted(form) {
                Some(text) if text == inspection.text() => all.unchanged.push(form),
                Some(text) => match all.changed.iter_mut().find(|known| known.text == text) {
                    Some(known) => known.forms.push(form),
                    None => all.changed.push(ConvertedText { text, forms: vec![form] }),
                },
                // Without a base a browser cannot parse a relative reference, but this is not an error.
                None if form == Form::Whatwg && !inspection.reference().has_scheme() => {}
                None => all.unavailable.push(form),
            }
        }
        all
    }
}
