//! The text on screen and its surroundings, from which the analysis is computed.
//!
//! ```text
//!  a text of its own              ─▶ iri_core::inspect
//!  a reference of a document      ─▶ Document::inspect: suppressions, ignored values, decode issues, missing targets
//!    and, if it is edited, a draft ─▶ the same, of the document with the draft
//!    that cannot be written       ─▶ iri_core::inspect, with the role and the base of the place
//! ```

use std::borrow::Cow;

use iri_core::text::encoding::Encoding;
use iri_core::text::{DecodeIssue, Decoded, InDocument, InRawValue, issues_after_edits};
use iri_core::xml::{DraftError, FixError, Fixer, ReferenceDraft, SiteKind};
use iri_core::{CancelToken, Config, Document, Edit, Inspection, Options, Severity, Site, Span, inspect, parse_only};

use crate::files::change::{BelowWarning, ReferenceEdit};

/// The text on screen and its surroundings.
#[derive(Clone, Debug, Default)]
pub struct Subject {
    text: String,
    /// Options; the decode issues are those of a text without a document.
    options: Options,
    place: Option<Box<Place>>,
    /// Lines that declare its place, if nothing knows it.
    declaration: Option<Box<str>>,
}

/// The place of a reference in a document.
#[derive(Clone, Debug)]
struct Place {
    /// Document without what was edited since it was last updated.
    document: Document,
    encoding: Encoding,
    /// Whether an edit may change what the rest of the document means.
    affects_other_references: bool,
    draft: ReferenceDraft,
    /// Start of the reference in the source of its value, without edits.
    offset: usize,
    /// Reason why the text is not that of the draft.
    refusal: Option<DraftError>,
}

/// A text with its safe fixes applied.
#[derive(Clone, Debug)]
pub struct Fixed {
    /// Text.
    pub text: String,
    /// Whether there was a fix to apply.
    pub is_changed: bool,
    /// Decode issues, without a document.
    issues: Vec<DecodeIssue>,
    /// Draft, in a document.
    draft: Option<ReferenceDraft>,
    /// Number of findings.
    pub left: usize,
    /// Safe fixes that were left, because the findings are less severe than warnings.
    pub below: BelowWarning,
}

/// Maximum bytes of a document in which the other effects of an edit are computed at once; those in a longer document
/// are computed on the worker thread.
const LONG_DOCUMENT: usize = 1 << 18;

impl Subject {
    /// Creates a subject without a document.
    pub fn new(text: &str, options: Options) -> Self {
        Self { text: text.to_owned(), options, ..Self::default() }
    }

    /// Creates a subject from a decoded value that does not belong to a document.
    pub fn decoded(decoded: &Decoded<'_>, options: Options) -> Self {
        Self::new(&decoded.value, options.with_decode_issues(decoded.issues_in(decoded.whole()).collect()))
    }

    /// Creates a subject from the reference at `site` of `document`; `None` if it is not a site of it.
    pub fn reference(document: &Document, site: &Site<'_>, encoding: Encoding) -> Option<Self> {
        let draft = document.draft(site)?;
        let settings = document.settings();
        let severities = settings.severities.clone();
        let mut options =
            Options::default().with_role(site.role).with_charset(settings.charset).with_severities(severities);
        options.base = site.base.as_deref().map(str::to_owned);
        let local = site.element.rsplit_once('}').map_or(site.element, |(_, local)| local);
        let is_inherited = |name: &str| name.starts_with("{http://www.w3.org/2000/xmlns/}") || name.ends_with("}base");
        let affects_other_references = !matches!(site.kind, SiteKind::Attribute | SiteKind::Element)
            || local == "base"
            || site.attribute.is_some_and(is_inherited);
        let offset = site.span.start - draft.value().start;
        let place =
            Place { document: document.clone(), encoding, affects_other_references, draft, offset, refusal: None };
        let declaration = site.role.is_unknown().then(|| Config::table_for_place(site).into());
        Some(Self { place: Some(Box::new(place)), declaration, ..Self::new(&site.value, options) })
    }

    /// Returns the lines for `.iri.toml` that declare its place, if nothing knows it.
    pub fn declaration(&self) -> Option<&str> {
        self.declaration.as_deref()
    }

    /// Returns the text on screen.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the reference as its document writes it; `None` without a document.
    pub fn written(&self) -> Option<String> {
        self.place.as_ref().map(|place| place.draft.raw().to_owned())
    }

    /// Returns whether it is a reference of a document.
    pub fn is_in_document(&self) -> bool {
        self.place.is_some()
    }

    /// Returns how the text is inspected; of a reference of a document, its role and base there.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Sets the base that the text is resolved against; an empty one removes it.
    pub fn set_base(&mut self, base: &str) {
        self.options.base = (!base.is_empty()).then(|| base.to_owned());
    }

    /// Returns the reason why the document cannot contain the text.
    pub fn refusal(&self) -> Option<DraftError> {
        self.place.as_ref().and_then(|place| place.refusal)
    }

    /// Returns about how many bytes an inspection reads: it contains the whole value and, after some edits, the
    /// whole document.
    pub fn weight(&self) -> usize {
        let Some(place) = &self.place else { return self.text.len() };
        let value = place.draft.source().len().max(self.text.len());
        let is_long = place.affects_other_references && place.document.len() > LONG_DOCUMENT && place.is_edited();
        if is_long { value + place.document.len() } else { value }
    }

    /// Parses the text without looking for findings.
    pub fn parse(&self) -> Inspection<'_> {
        match &self.place {
            Some(place) if place.refusal.is_none() => {
                place.draft.parse_only(&self.options).with_base(self.options.base.as_deref())
            }
            _ => parse_only(&self.text, &self.options),
        }
    }

    /// Inspects the text where it is and returns what `read` makes of it.
    pub fn inspect<R>(&self, cancel: &CancelToken, read: impl FnOnce(Inspection<'_>) -> R) -> R {
        let Some(place) = self.place.as_ref().filter(|place| place.refusal.is_none()) else {
            return read(inspect(&self.text, &self.options.clone().with_cancel(cancel.clone())));
        };
        if cancel.is_cancelled() {
            return read(self.parse());
        }
        let document = place.document.with_draft(&place.draft);
        let span = place.draft.span();
        // References from one entity share a span.
        let site = document.sites_in(span).find(|site| site.span == span && site.value == place.draft.text());
        let inspection = site.and_then(|site| document.inspect_with_targets(&site, cancel));
        // A template is no longer a reference: the document reports nothing about it.
        let base = self.options.base.as_deref();
        read(inspection.map_or_else(|| self.parse(), |inspection| inspection.with_base(base)))
    }

    /// Returns what `read` makes of the reference in its document, with its edits; `None` if no document contains it.
    pub fn at_site<R>(&self, read: impl FnOnce(&Document, &Site<'_>) -> R) -> Option<R> {
        let place = self.place.as_ref().filter(|place| place.refusal.is_none())?;
        let document = place.document.with_draft(&place.draft);
        let span = place.draft.span();
        let site = document.sites_in(span).find(|site| site.span == span && site.value == place.draft.text())?;
        Some(read(&document, &site))
    }

    /// Returns why the safe fixes are not applied together: the document is signed.
    pub fn fix_refusal(&self) -> Option<FixError> {
        let place = self.place.as_ref()?;
        Fixer::default().refusal(&place.document, [place.draft.value()])
    }

    /// Applies all safe fixes of errors and warnings.
    pub fn fixed(&self, cancel: &CancelToken) -> Fixed {
        let fixer = Fixer::default();
        let count = |subject: &Self| {
            subject.inspect(cancel, |inspection| {
                let mut below = BelowWarning::default();
                inspection.findings().iter().for_each(|finding| below.count(finding, &fixer));
                (inspection.findings().len(), below)
            })
        };
        let Some(place) = &self.place else {
            let (text, issues) =
                self.inspect(cancel, |inspection| inspection.apply_safe_fixes_with_issues(Severity::Warning));
            let (left, below) = count(&Self::new(&text, self.options.clone().with_decode_issues(issues.clone())));
            let is_changed = text != self.text || issues != self.options.decode_issues();
            return Fixed { text, is_changed, issues, draft: None, left, below };
        };
        let fixer = fixer.clone().with_encoding(place.encoding);
        let fixed = if place.refusal.is_none() { fixer.fix_draft(&place.document, &place.draft) } else { None };
        let Some((draft, _)) = fixed else {
            let (left, below) = count(self);
            let (text, issues) = (self.text.clone(), Vec::new());
            return Fixed { text, is_changed: false, issues, draft: None, left, below };
        };
        let text = draft.text().to_owned();
        let place = Place { draft: draft.clone(), ..Place::clone(place) };
        let (left, below) = count(&Self { text: text.clone(), place: Some(Box::new(place)), ..self.clone() });
        Fixed { text, is_changed: true, issues: Vec::new(), draft: Some(draft), left, below }
    }
}

impl Place {
    fn is_edited(&self) -> bool {
        self.document.slice(self.draft.value()) != self.draft.source()
    }
}

/// Edits, and what the document makes of them.
impl Subject {
    /// Returns the source of the value that contains the text, with its edits; empty without a document.
    pub fn source(&self) -> &str {
        self.place.as_ref().map_or("", |place| place.draft.source())
    }

    /// Sets a text that `edits` of the current one produce, in order and not overlapping. Returns what that changes in
    /// the source. If the document cannot contain the text, the source stays.
    pub fn edit(&mut self, text: &str, edits: &[Edit]) -> Vec<Edit<InRawValue>> {
        let was_refused = self.refusal().is_some();
        text.clone_into(&mut self.text);
        let Some(place) = &mut self.place else {
            self.set_issues(issues_after_edits(self.issues(), edits));
            return Vec::new();
        };
        let edited = if was_refused { None } else { place.edited(edits) };
        // What the source has is not what was on screen.
        let edited = edited.filter(|edited| edited.as_ref().is_ok_and(|(draft, _)| draft.text() == text));
        let edited = edited.unwrap_or_else(|| {
            let old = place.draft.text();
            place.edited_once(&Edit::smallest(old, Span::new(0, old.len()), text))
        });
        match edited {
            Ok((draft, changes)) => {
                (place.draft, place.refusal) = (draft, None);
                changes
            }
            Err(error) => {
                place.refusal = Some(error);
                Vec::new()
            }
        }
    }

    /// Sets the text of `fixed`. Returns what that changes in the source.
    pub fn accept(&mut self, fixed: Fixed) -> Vec<Edit<InRawValue>> {
        self.text = fixed.text;
        self.set_issues(fixed.issues);
        let (Some(place), Some(draft)) = (&mut self.place, fixed.draft) else { return Vec::new() };
        let old = place.draft.source();
        let change = Edit::smallest(old, Span::new(0, old.len()), draft.source());
        place.draft = draft.placed(place.draft.value());
        vec![change]
    }

    /// Returns the decode issues of a text without a document.
    pub fn issues(&self) -> &[DecodeIssue] {
        self.options.decode_issues()
    }

    /// Sets the decode issues of a text without a document.
    pub fn set_issues(&mut self, issues: Vec<DecodeIssue>) {
        self.options = std::mem::take(&mut self.options).with_decode_issues(issues);
    }

    /// Sets `text`, an earlier or later one. `changes` of the source lead there, one after the other; `refusal` is the
    /// reason why the document cannot contain it.
    pub fn restore<'e>(
        &mut self,
        text: &str,
        changes: impl Iterator<Item = &'e Edit<InRawValue>>,
        refusal: Option<DraftError>,
    ) {
        text.clone_into(&mut self.text);
        if let Some(place) = &mut self.place {
            place.draft = place.draft.with_changes(changes);
            place.refusal = refusal;
        }
    }

    /// Returns whether the text differs from that in the document.
    pub fn is_edited(&self) -> bool {
        self.place.as_ref().is_some_and(|place| place.refusal.is_some() || place.is_edited())
    }

    /// Returns the edit of the document that writes the text; `None` without a document.
    ///
    /// # Errors
    /// If the document cannot contain the text.
    pub fn reference_edit(&self) -> Result<Option<ReferenceEdit>, DraftError> {
        let Some(place) = &self.place else { return Ok(None) };
        if let Some(error) = place.refusal {
            return Err(error);
        }
        let value = place.document.slice(place.draft.value()).into_owned();
        let edit = Edit::smallest(&value, Span::new(0, value.len()), place.draft.source());
        Ok(Some(ReferenceEdit { value, offset: place.offset, edit }))
    }

    /// Returns the source of the value without edits, and where the reference starts in it; `None` without a document.
    pub fn value(&self) -> Option<(Cow<'_, str>, usize)> {
        self.place.as_ref().map(|place| (place.document.slice(place.draft.value()), place.offset))
    }

    /// Returns where the reference is in the document with the edits.
    pub fn span(&self) -> Option<Span<InDocument>> {
        self.place.as_ref().map(|place| place.draft.span())
    }

    /// Returns whether this is the reference at `site` of `document`, without edits.
    pub fn is_at(&self, document: &Document, site: &Site<'_>) -> bool {
        self.place.as_ref().is_some_and(|place| {
            let (old, new) = document.differs_from(&place.document);
            place.draft.span() == site.span && self.text == site.value && old.is_empty() && new.is_empty()
        })
    }

    /// Moves to `document`, in which the value without the edits is at `value`.
    pub fn move_to(&mut self, document: &Document, value: Span<InDocument>) {
        if let Some(place) = &mut self.place {
            place.document = document.clone();
            place.draft = place.draft.placed(value);
        }
    }

    /// Moves to `document`, which contains the edits.
    pub fn move_to_written(&mut self, document: &Document) {
        let Some(place) = &mut self.place else { return };
        let start = place.draft.value().start;
        place.document = document.clone();
        place.draft = place.draft.placed(Span::new(start, start + place.draft.source().len()));
        place.offset = place.draft.span().start - start;
    }
}

/// A draft after edits, and what they change in its source, one after the other.
type Edited = Result<(ReferenceDraft, Vec<Edit<InRawValue>>), DraftError>;

impl Place {
    /// Returns the draft after `edits`, in order and not overlapping; `None` without edits, or if they are not edits of
    /// its text.
    fn edited(&self, edits: &[Edit]) -> Option<Edited> {
        let mut changes = Vec::new();
        let mut edited: Option<ReferenceDraft> = None;
        // From the last on, so that the earlier ones stay where they are.
        for edit in edits.iter().rev() {
            let draft = edited.as_ref().unwrap_or(&self.draft);
            let Span { start, end, .. } = edit.span;
            if !draft.text().is_char_boundary(start) || !draft.text().is_char_boundary(end) {
                return None;
            }
            match draft.edited(edit, self.encoding) {
                Ok((next, change)) => {
                    edited = Some(next);
                    changes.push(change);
                }
                Err(error) => return Some(Err(error)),
            }
        }
        edited.map(|draft| Ok((draft, changes)))
    }

    fn edited_once(&self, edit: &Edit) -> Edited {
        self.draft.edited(edit, self.encoding).map(|(draft, change)| (draft, vec![change]))
    }
}
