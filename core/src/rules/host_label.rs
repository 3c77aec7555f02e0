//! Labels of a host as people may read them: A-labels are decoded.

use crate::reference::{Reference, idna};
use crate::text::Span;

/// Length from which a label is not decoded or checked, in bytes: `host-length` reports it.
pub(super) const LONGEST: usize = 400;

/// Label of a host.
pub(super) struct HostLabel<'t> {
    /// Position in the reference.
    pub span: Span,
    /// Text as it is written.
    pub written: &'t str,
    form: Form,
}

enum Form {
    /// No `xn--` label, or a long one.
    Written,
    /// `xn--` label that is not valid Punycode.
    Invalid,
    /// Text of an `xn--` label.
    Decoded(String),
}

impl<'t> HostLabel<'t> {
    /// Returns the labels of a reg-name, in the order of the text; none for other hosts.
    pub fn all_in(reference: &Reference<'t>) -> Vec<Self> {
        let labels = reference.host_labels();
        labels.map(|span| Self::from_written(span, span.slice(reference.text))).collect()
    }

    fn from_written(span: Span, written: &'t str) -> Self {
        let form = match idna::punycode_of(written).filter(|_| written.len() <= LONGEST) {
            None => Form::Written,
            Some(punycode) => {
                idna::decode_punycode(&punycode.to_ascii_lowercase()).map_or(Form::Invalid, Form::Decoded)
            }
        };
        Self { span, written, form }
    }

    /// Returns whether the label is too long to be checked.
    pub fn is_too_long(&self) -> bool {
        self.written.len() > LONGEST
    }

    /// Returns whether it is an `xn--` label that is not valid Punycode.
    pub fn is_invalid_punycode(&self) -> bool {
        matches!(self.form, Form::Invalid)
    }

    /// Returns the text that an `xn--` label encodes; `None` for other labels.
    pub fn decoded(&self) -> Option<&str> {
        match &self.form {
            Form::Decoded(text) => Some(text),
            Form::Written | Form::Invalid => None,
        }
    }

    /// Returns the text that people may read: decoded if it is an A-label.
    pub fn text(&self) -> &str {
        self.decoded().unwrap_or(self.written)
    }
}
