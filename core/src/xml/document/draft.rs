//! A reference of a document that is being edited: its source, apart from the document until it is put back.
//!
//! ```text
//! document ─ draft ─▶ source of the value ─ edited, edited, … ─▶ with_draft ─▶ document
//!                     <a href="q&#xD800;z"/>                       (costs what the text around the value costs)
//!                              └───┬───┘
//! ```
//!
//! An edit of the decoded text becomes an edit of the source as soon as it is made, so that two edits never overwrite
//! a character reference or an entity between them.

use std::fmt;
use std::sync::Arc;

use crate::inspect::{Inspection, Options};
use crate::text::encoding::Encoding;
use crate::text::{DecodeIssue, Decoded, Edit, InDocument, InRawValue, InReference, InValue, Span, is_xml_character};
use crate::xml::scope::ValueContext;
use crate::xml::{Document, Site, analysis};

/// Source of one reference of a document, with the value around it.
#[derive(Clone, Debug)]
pub struct ReferenceDraft {
    context: Arc<ValueContext>,
    quote: Option<char>,
    /// Value in the document that the draft was taken from.
    value: Span<InDocument>,
    /// Source of the value.
    source: String,
    /// Reference in the decoded value.
    item: Span<InValue>,
    reference: DecodedReference,
}

/// Reference of a decoded value.
#[derive(Clone, Debug)]
struct DecodedReference {
    /// Source of the reference, in the source of the value.
    span: Span<InRawValue>,
    text: String,
    issues: Vec<DecodeIssue>,
    is_known: bool,
}

/// Reason why a reference cannot be edited in its source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DraftError {
    /// The source cannot express the text there, or would lose an entity reference.
    Inexpressible,
    /// The value would be divided into other references: whitespace separates the items of a list.
    Divided,
    /// The encoding of the document does not contain a character that cannot be written as a character reference.
    Unencodable,
    /// A character is not allowed in XML.
    Forbidden,
}

impl fmt::Display for DraftError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Inexpressible => "the source cannot express the text without losing an entity reference",
            Self::Divided => "whitespace would separate the reference into several",
            Self::Unencodable => "the encoding of the document does not contain a character of the text",
            Self::Forbidden => "XML does not allow a character of the text",
        })
    }
}

impl std::error::Error for DraftError {}

impl Document {
    /// Returns the reference at `site` for editing; `None` if it is not a site of this document.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use iri_core::text::encoding::Encoding;
    /// use iri_core::{Document, Edit, Settings, Span};
    ///
    /// let document = Document::parse("<a xml:base='x&#xD800;y'/>", Arc::new(Settings::default()));
    /// let site = document.sites().next().expect("one reference");
    /// let draft = document.draft(&site).expect("it is a site of the document");
    /// let insertion = |at| Edit { span: Span::empty(at), text: "&".to_owned() };
    /// let (draft, _) = draft.edited(&insertion(0), Encoding::Utf8).expect("it can be written");
    /// let (draft, _) = draft.edited(&insertion(6), Encoding::Utf8).expect("it can be written");
    /// assert_eq!(document.with_draft(&draft).text(), "<a xml:base='&amp;x&#xD800;y&amp;'/>");
    /// ```
    pub fn draft(&self, site: &Site<'_>) -> Option<ReferenceDraft> {
        let (leaf, value) = self.value(site.span.start)?;
        // References that one entity brings share a span.
        let matches = |text: &str, known: &Site<'_>| known.span == site.span && text == site.value;
        let (item, ..) = self.items_in_value(leaf, value).find(|(_, text, known)| matches(text, known))?;
        let source = value.span.slice(self.leaves[leaf].text()).to_owned();
        let span = self.value_at(site.span.start)?;
        let reference = DecodedReference::new(&analysis::decode(&value.context, &source), item);
        let context = Arc::clone(&value.context);
        Some(ReferenceDraft { context, quote: value.quote, value: span, source, item, reference })
    }

    /// Returns this document with the reference as in `draft`, a draft of a reference of this document.
    ///
    /// The document is a cheap copy: an edit costs what the text around the reference costs.
    #[must_use]
    pub fn with_draft(&self, draft: &ReferenceDraft) -> Self {
        let mut edited = self.clone();
        let edit = Edit::smallest(&self.slice(draft.value), draft.value, &draft.source);
        if !edit.span.is_empty() || !edit.text.is_empty() {
            edited.edit(edit.span, &edit.text);
        }
        edited
    }
}

impl DecodedReference {
    fn new(decoded: &Decoded<'_>, item: Span<InValue>) -> Self {
        Self {
            span: decoded.source_of(item),
            text: item.slice(&decoded.value).to_owned(),
            issues: decoded.issues_in(item).collect(),
            is_known: decoded.is_known(item),
        }
    }
}

impl ReferenceDraft {
    /// Returns the decoded reference.
    pub fn text(&self) -> &str {
        &self.reference.text
    }

    /// Returns the source of the reference.
    pub fn raw(&self) -> &str {
        self.reference.span.slice(&self.source)
    }

    /// Returns the source of the value that contains the reference.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Returns the span of the value in the document that the draft was taken from.
    pub fn value(&self) -> Span<InDocument> {
        self.value
    }

    /// Returns the span of the reference in the document that contains the draft.
    pub fn span(&self) -> Span<InDocument> {
        self.reference.span.in_document(self.value)
    }

    /// Returns the source of each part of the decoded reference: whole character references, never a part of one.
    pub fn spans_of_parts(&self, parts: impl IntoIterator<Item = Span>) -> Vec<Span<InRawValue>> {
        let decoded = analysis::decode(&self.context, &self.source);
        parts.into_iter().map(|part| decoded.source_of(part.in_value(self.item))).collect()
    }

    /// Returns the offset in the decoded reference of the character at `offset` in the source of the value.
    pub fn offset_of_source(&self, offset: usize) -> usize {
        let decoded = analysis::decode(&self.context, &self.source);
        let text = &self.reference.text;
        let ends = text.char_indices().map(|(at, c)| at + c.len_utf8());
        let source_end = |end: usize| decoded.source_of(Span::new(0, end).in_value(self.item)).end;
        ends.take_while(|end| source_end(*end) <= offset).last().unwrap_or_default()
    }

    /// Returns the draft after `edit` of the decoded reference, and what it changes in the source of the value.
    ///
    /// # Errors
    /// If the source cannot express the result, or would then contain other references.
    pub fn edited(&self, edit: &Edit, encoding: Encoding) -> Result<(Self, Edit<InRawValue>), DraftError> {
        if self.overwrites_issue(edit) {
            return Err(DraftError::Inexpressible);
        }
        let old = analysis::decode(&self.context, &self.source);
        let moved = edit.clone().in_value(self.item);
        let is_allowed = || moved.text.chars().all(is_xml_character);
        let impossible = || if is_allowed() { DraftError::Inexpressible } else { DraftError::Forbidden };
        let mut written = old.to_source(&moved, self.quote).ok_or_else(impossible)?;
        let error =
            if encoding.can_represent(&written.text) { DraftError::Inexpressible } else { DraftError::Unencodable };
        written.text = encoding.representable(&written.text).into_owned();
        let source = crate::text::apply_edits(&self.source, [&written]);
        let item = Span::new(self.item.start, self.item.end - edit.span.len() + edit.text.len());
        let new = analysis::decode(&self.context, &source);
        if !is_result(&new.value, &old.value, &moved) {
            return Err(error);
        }
        if self.divides(&old, &new, item) {
            return Err(DraftError::Divided);
        }
        let reference = DecodedReference::new(&new, item);
        drop(new);
        let draft = Self { context: Arc::clone(&self.context), source, item, reference, ..*self };
        Ok((draft, written))
    }

    /// Returns the draft with `changes` made one after the other in the source of the value: changes within the
    /// reference, such as one that [`edited`](Self::edited) returned, or its inverse.
    #[must_use]
    pub fn with_changes<'e>(&self, changes: impl IntoIterator<Item = &'e Edit<InRawValue>>) -> Self {
        let after = analysis::decode(&self.context, &self.source).value.len() - self.item.end;
        let mut source = self.source.clone();
        for change in changes {
            change.make(&mut source);
        }
        let decoded = analysis::decode(&self.context, &source);
        let item = Span::new(self.item.start, decoded.value.len() - after);
        let reference = DecodedReference::new(&decoded, item);
        drop(decoded);
        Self { context: Arc::clone(&self.context), source, item, reference, ..*self }
    }

    /// Returns whether the value of `other`, a draft of the same reference, contains the same other references.
    pub(crate) fn has_same_neighbors(&self, other: &Self) -> bool {
        let old = analysis::decode(&self.context, &self.source);
        let new = analysis::decode(&self.context, &other.source);
        !self.divides(&old, &new, other.item)
    }

    /// Returns the draft for a document in which the value that it replaces is at `value`.
    #[must_use]
    pub fn placed(&self, value: Span<InDocument>) -> Self {
        Self { value, ..self.clone() }
    }

    /// Parses the reference without running a rule, as [`parse_only`](crate::parse_only) does, with the decode issues
    /// of its source.
    pub fn parse_only(&self, options: &Options) -> Inspection<'_> {
        let DecodedReference { text, issues, is_known, .. } = &self.reference;
        let options = options.clone().with_decode_issues(issues.clone());
        Inspection::in_document(text, Vec::new(), *is_known, options)
    }

    /// Returns whether the replacement character of `edit` would take the place of one that represents a decode issue:
    /// that is not what the source tells.
    fn overwrites_issue(&self, edit: &Edit<InReference>) -> bool {
        let is_lost = |issue: &DecodeIssue| issue.kind.is_character_lost() && edit.span.contains(issue.span.start);
        edit.text.contains(char::REPLACEMENT_CHARACTER) && self.reference.issues.iter().any(is_lost)
    }

    /// Returns whether the references of the value are others after an edit, apart from the text of this one.
    fn divides(&self, old: &Decoded<'_>, new: &Decoded<'_>, item: Span<InValue>) -> bool {
        let role = self.context.place.role;
        let own = self.item;
        let before = role.items(&old.value).filter(|(span, _)| *span != own);
        let moved = |span: Span<InValue>| -> Span<InValue> {
            let shift = |at: usize| if at < own.end { at } else { at - own.end + item.end };
            Span::new(shift(span.start), shift(span.end))
        };
        let before = before.map(|(span, _)| moved(span));
        // An item without text is not an item of a list.
        let after = role.items(&new.value).map(|(span, _)| span).filter(|span| *span != item);
        !before.eq(after)
    }
}

/// Returns whether `edit` of `old` gives `new`.
fn is_result(new: &str, old: &str, edit: &Edit<InValue>) -> bool {
    let (before, after) = (&old[..edit.span.start], &old[edit.span.end..]);
    let rest = new.strip_prefix(before).and_then(|rest| rest.strip_suffix(after));
    rest == Some(edit.text.as_str())
}
