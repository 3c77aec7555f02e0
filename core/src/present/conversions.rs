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
    /// Forms that the reference does not have, each with the reason.
    pub unavailable: Vec<(Form, &'static str)>,
}

impl Conversions {
    /// Forms of a report, in the order of the report. A URI by percent-encoding and a URI by IDNA differ only in hosts.
    pub const FORMS: [Form; 7] =
        [Form::Iri, Form::Uri, Form::UriIdna, Form::ReadableIri, Form::JavaNetUri, Form::WebAddress, Form::Whatwg];

    /// Collects the results of `convert`, or its reasons.
    pub(super) fn new(inspection: &Inspection<'_>, convert: impl Fn(Form) -> Result<String, &'static str>) -> Self {
        let mut all = Self::default();
        for form in Self::FORMS {
            match convert(form) {
                Ok(text) if text == inspection.text() => all.unchanged.push(form),
                Ok(text) => match all.changed.iter_mut().find(|known| known.text == text) {
                    Some(known) => known.forms.push(form),
                    None => all.changed.push(ConvertedText { text, forms: vec![form] }),
                },
                // Without a base a browser cannot parse a relative reference, but this is not an error.
                Err(_) if form == Form::Whatwg && !inspection.reference().has_scheme() => {}
                Err(reason) => all.unavailable.push((form, reason)),
            }
        }
        all
    }

    /// Returns the forms that the reference does not have, by reason: "URI with IDNA host: IDNA does not allow the host".
    pub fn unavailable_in_words(&self) -> String {
        let groups = self.unavailable.chunk_by(|(_, one), (_, other)| one == other);
        let words = groups.map(|group| {
            let labels: Vec<&str> = group.iter().map(|(form, _)| form.label()).collect();
            format!("{}: {}", labels.join(", "), group[0].1)
        });
        words.collect::<Vec<_>>().join("; ")
    }
}
