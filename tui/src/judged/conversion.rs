//! The text in another form, and where the two begin to differ.

use iri_core::Inspection;
use iri_core::reference::Form;

/// The text in another form.
#[derive(Clone, Debug)]
pub struct Conversion {
    /// Which form.
    pub form: Form,
    /// The text in it, where it has that form.
    pub text: Option<String>,
    /// The first byte in which the two differ; nothing where they are the same.
    pub differs_at: Option<usize>,
}

impl Conversion {
    /// Converts the text.
    pub(super) fn of(inspection: &Inspection<'_>, form: Form) -> Self {
        let text = inspection.converted(form);
        let differs_at = text.as_deref().filter(|text| *text != inspection.text()).map(|text| {
            let same = text.chars().zip(inspection.text().chars()).take_while(|(ours, theirs)| ours == theirs);
            same.map(|(c, _)| c.len_utf8()).sum()
        });
        Self { form, text, differs_at }
    }
}
