//! Edits of a text: replacements at spans, and their application.

#[cfg(feature = "xml")]
use crate::text::{InDocument, InRawValue};
use crate::text::{InReference, InValue, Span};

/// Replacement of the text at a span, of the text that the parameter names: see [`Span`].
///
/// An edit of a reference is not one of the document that contains the reference:
///
/// ```compile_fail,E0308
/// use iri_core::text::{Edit, InReference, Span, encoding::EncodedForm};
///
/// let edit: Edit<InReference> = Edit { span: Span::new(3, 4), text: "%20".to_owned() };
/// EncodedForm::UTF8.splice(b"<a>b c</a>", "<a>b c</a>", &[edit]);
/// ```
///
/// ```
/// use iri_core::text::{Edit, InDocument, Span, encoding::EncodedForm};
///
/// let edit: Edit<InDocument> = Edit { span: Span::new(4, 5), text: "%20".to_owned() };
/// let bytes = EncodedForm::UTF8.splice(b"<a>b c</a>", "<a>b c</a>", &[edit]);
/// assert_eq!(bytes.as_deref(), Some(&b"<a>b%20c</a>"[..]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit<S = InReference> {
    /// Replaced bytes; empty for an insertion.
    pub span: Span<S>,
    /// Replacement text.
    pub text: String,
}

impl<S> Edit<S> {
    /// Returns the smallest edit that turns `old`, the text at `span`, into `new`: what both have in common at the
    /// ends stays unchanged in the source too.
    pub fn smallest(old: &str, span: Span<S>, new: &str) -> Self {
        let same = |pairs: &mut dyn Iterator<Item = (char, char)>| -> usize {
            pairs.take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum()
        };
        let before = same(&mut old.chars().zip(new.chars()));
        let (old, new) = (&old[before..], &new[before..]);
        let after = same(&mut old.chars().rev().zip(new.chars().rev()));
        let start = span.start + before;
        Self { span: Span::new(start, span.end - after), text: new[..new.len() - after].to_owned() }
    }

    /// Makes the edit in `text`, and returns its inverse.
    ///
    /// ```
    /// use iri_core::text::{Edit, Span};
    ///
    /// let mut text = "a b".to_owned();
    /// let inverse = Edit { span: <Span>::new(1, 2), text: "%20".to_owned() }.make(&mut text);
    /// assert_eq!(text, "a%20b");
    /// inverse.make(&mut text);
    /// assert_eq!(text, "a b");
    /// ```
    pub fn make(&self, text: &mut String) -> Self {
        let removed = self.span.slice(text).to_owned();
        text.replace_range(self.span.range(), &self.text);
        Self { span: Span::new(self.span.start, self.span.start + self.text.len()), text: removed }
    }

    /// Returns the same edit of the part of the text that starts at `start` and contains its span.
    #[must_use]
    pub fn from_start(self, start: usize) -> Self {
        self.map_span(|span| Span::new(span.start - start, span.end - start))
    }

    /// Returns the same edit with its span counted in another text.
    pub(crate) fn map_span<T>(self, in_other: impl FnOnce(Span<S>) -> Span<T>) -> Edit<T> {
        Edit { span: in_other(self.span), text: self.text }
    }
}

impl Edit<InReference> {
    /// Returns the same edit of the decoded value, of which the reference is the part `reference`.
    pub fn in_value(self, reference: Span<InValue>) -> Edit<InValue> {
        self.map_span(|span| span.in_value(reference))
    }
}

#[cfg(feature = "xml")]
impl Edit<InRawValue> {
    /// Returns the same edit of the document, of which the value is the part `value`.
    #[must_use]
    pub fn in_document(self, value: Span<InDocument>) -> Edit<InDocument> {
        self.map_span(|span| span.in_document(value))
    }
}

#[cfg(feature = "xml")]
impl Edit<InDocument> {
    /// Returns the same edit of the source of a value, which is the part `value` of the document and contains it.
    pub(crate) fn in_raw_value(self, value: Span<InDocument>) -> Edit<InRawValue> {
        self.map_span(|span| Span::new(span.start - value.start, span.end - value.start))
    }
}

/// Returns `text` with `edits` applied.
///
/// If two edits overlap, the one that starts first is applied and the other is skipped, so that applying the
/// fixes of the result again applies the skipped ones.
///
/// ```
/// use iri_core::text::{Edit, Span, apply_edits};
///
/// let edit: Edit = Edit { span: Span::new(1, 2), text: "%20".to_owned() };
/// assert_eq!(apply_edits("a b", [&edit]), "a%20b");
/// ```
pub fn apply_edits<'e, S: 'e>(text: &str, edits: impl IntoIterator<Item = &'e Edit<S>>) -> String {
    let edits = without_overlaps(edits);
    // A text that grows a little would take twice the memory of the old one.
    let added: usize = edits.iter().map(|edit| edit.text.len()).sum();
    let mut out = String::with_capacity(text.len() + added);
    let mut at = 0;
    for edit in edits {
        out.push_str(&text[at..edit.span.start]);
        out.push_str(&edit.text);
        at = edit.span.end;
    }
    out.push_str(&text[at..]);
    out
}

/// Returns `edits` in the order of the text; of two that overlap, only the one that starts first.
pub(crate) fn without_overlaps<'e, S: 'e>(edits: impl IntoIterator<Item = &'e Edit<S>>) -> Vec<&'e Edit<S>> {
    let mut edits: Vec<&Edit<S>> = edits.into_iter().collect();
    edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
    let mut at = 0;
    edits.retain(|edit| {
        let is_free = edit.span.start >= at;
        if is_free {
            at = edit.span.end;
        }
        is_free
    });
    edits
}
