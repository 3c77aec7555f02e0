//! Structure of a document around its references: what a selection grows to, what belongs together, and what has a name.

use std::path::Path;

use iri_core::characters::Escaper;
use iri_core::files::{TargetsWithin, file_uri_from_path};
use iri_core::text::InDocument;
use iri_core::xml::keys::{KeyName, KeyTarget};
use iri_core::xml::{Syntax, surroundings};
use iri_core::{CancelToken, Document, Site, Span};

use crate::analysis::link_index::{AllLinks, FileLinks, Link, LinkedFiles};
use crate::analysis::navigation::{self, Locations, Pointed};

/// Maximum number of symbols of a document.
const LIMIT: usize = 5_000;
/// Maximum number of spans that a selection grows to before the document. Each is nested in the next one, and clients reject
/// JSON with more than 127 levels.
const SELECTIONS: usize = 100;
/// Maximum length in bytes of the name of a symbol.
const LONGEST: usize = 200;

/// Returns the spans that a selection at `offset` grows to, each in the next: label, segment or parameter, component,
/// reference, value, attribute, tag, elements.
pub fn selections(document: &Document, offset: usize) -> Vec<Span<InDocument>> {
    let mut found = document.site_at(offset).map(|site| parts(document, &site, offset)).unwrap_or_default();
    if document.settings().syntax == Syntax::Xml {
        found.extend(surroundings(&document.shared_text(), offset));
    }
    found.push(Span::new(0, document.len()));
    let mut inner: Option<Span<InDocument>> = None;
    found.retain(|span| {
        let is_outer = inner.is_none_or(|inner| span.start <= inner.start && inner.end <= span.end && *span != inner);
        if is_outer {
            inner = Some(*span);
        }
        is_outer
    });
    // The last one is the document.
    let last = found.len() - 1;
    found.drain(SELECTIONS.min(last)..last);
    found
}

/// Returns the parts of the reference at `site` that contain `offset`, the smallest first.
fn parts(document: &Document, site: &Site<'_>, offset: usize) -> Vec<Span<InDocument>> {
    let Some((_, inspection)) = document.parsed_in(site.span).find(|(found, _)| found.span == site.span) else {
        return vec![site.span];
    };
    let reference = inspection.reference();
    let before = site.value.find(reference.text).unwrap_or_default();
    let authority = reference.authority;
    let mut all: Vec<Span> = [reference.scheme, Some(reference.path), reference.query, reference.fragment]
        .into_iter()
        .flatten()
        .chain(authority.iter().flat_map(|part| [Some(part.span), part.userinfo, Some(part.host), part.port]).flatten())
        .collect();
    all.extend(reference.host_labels());
    all.extend(reference.segments());
    for pair in reference.query_pairs() {
        let end = pair.value.map_or(pair.name.end, |value| value.end);
        all.extend([Some(pair.name), pair.value, Some(Span::new(pair.name.start, end))].into_iter().flatten());
    }
    let inner = reference.inner();
    all.extend(reference.text.find(inner).map(|start| Span::new(start, start + inner.len())));
    let Some(draft) = document.draft(site) else { return vec![site.span] };
    let spans = all.into_iter().filter(|span| !span.is_empty()).map(|span| span.moved(before));
    let spans = draft.spans_of_parts(spans).into_iter().map(|span| span.in_document(draft.value()));
    let mut found: Vec<_> = spans.filter(|span| span.start <= offset && offset <= span.end).collect();
    found.push(site.span);
    found.sort_by_key(|span| (span.len(), std::cmp::Reverse(span.start)));
    found
}

/// Returns the spans that name the same as what is at `offset` of the document at `path`: an ID and all that refers to it, or
/// references with the same destination; or a prefix or an IRI of RDF. The second value is whether it is the ID, or declares
/// the prefix.
pub fn highlights(document: &Document, path: &Path, offset: usize) -> Vec<(Span<InDocument>, bool)> {
    if let Some(name) = document.rdf_name_at(offset) {
        return name.all.into_iter().map(|span| (span, Some(span) == name.declaration)).collect();
    }
    let Some(Pointed { destination, .. }) = navigation::pointed(document, path, offset) else {
        let Some(site) = document.site_at(offset) else { return Vec::new() };
        let same = document.sites().filter(|other| other.value == site.value);
        return same.map(|other| (other.span, false)).collect();
    };
    let links = FileLinks::new(document, path);
    let is_same =
        |link: &&Link| *link.target == *destination.file && link.fragment.as_deref() == destination.fragment.as_deref();
    let mut found: Vec<_> = links.links.iter().filter(is_same).map(|link| (link.span, false)).collect();
    let keys = links.keys.iter().filter(|key| destination.is_key(key));
    found.extend(keys.map(|key| (key.span, true)));
    if let Some(fragment) = destination.fragment.as_deref().filter(|_| *destination.file == *path) {
        let ids = document.ids();
        found.extend(ids.all().iter().filter(|id| *id.fragment == *fragment).map(|id| (id.span, true)));
        let id = ids.find(fragment).map_or(fragment, |id| id.id());
        found.extend(document.id_references(id).into_iter().map(|named| (named.span, false)));
    }
    found.sort_unstable();
    found.dedup_by_key(|(span, _)| *span);
    found
}

/// Named part of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// ID, or reference with findings.
    pub name: String,
    /// Rules with findings; empty for an ID.
    pub detail: String,
    /// Span in the document.
    pub span: Span<InDocument>,
    /// Whether it is an ID.
    pub is_id: bool,
}

/// Returns the IDs of the document and its references with findings, in order, until it is cancelled.
pub fn symbols(document: &Document, cancel: &CancelToken) -> Vec<Symbol> {
    let shown = |text: &str| Escaper::PlainText.escape_at_most(text, LONGEST);
    let ids = document.ids();
    let id = |id: &iri_core::xml::ids::IdAttribute| Symbol {
        name: shown(&id.fragment),
        detail: String::new(),
        span: id.span,
        is_id: true,
    };
    let mut found: Vec<Symbol> = ids.all().iter().map(id).collect();
    let text = document.shared_text();
    // A document that is a key has an ID.
    let is_apart = |target| target != KeyTarget::Document;
    let key =
        |key: &KeyName| Symbol { name: shown(key.key.slice(&text)), detail: String::new(), span: key.key, is_id: true };
    found.extend(ids.keys().iter().filter(|key| key.definition.is_some_and(is_apart)).map(key));
    for finding in document.findings().take_while(|_| !cancel.is_cancelled()).take(LIMIT) {
        let (span, rule) = (finding.site.span, finding.finding.rule.name);
        match found.last_mut().filter(|last| !last.is_id && last.span == span) {
            Some(last) if last.detail.split(", ").any(|known| known == rule) => {}
            Some(last) => {
                last.detail.push_str(", ");
                last.detail.push_str(rule);
            }
            None => {
                let name = shown(finding.site.shown());
                found.push(Symbol { name, detail: rule.to_owned(), span, is_id: false });
            }
        }
    }
    // An editor refuses a symbol without a name.
    found.retain(|symbol| !symbol.name.trim().is_empty());
    found.sort_by_key(|symbol| symbol.span.start);
    found.truncate(LIMIT);
    found
}

/// Returns the IDs of the files in `all` that contain the characters of `query` in their order, in any case: at most `limit`, with their places.
pub fn ids_with(
    workspace: &LinkedFiles<'_>,
    all: &AllLinks,
    targets: TargetsWithin<'_>,
    (query, limit): (&str, usize),
    cancel: &CancelToken,
) -> Vec<(Vec<String>, Locations)> {
    let query = query.to_lowercase();
    let (mut found, mut count) = (Vec::new(), 0);
    for (path, links) in all.iter().take_while(|_| !cancel.is_cancelled()) {
        let Some(ids) = file_uri_from_path(path).and_then(|iri| targets.ids(&iri)) else { continue };
        let matches = |fragment: &str| {
            let fragment = fragment.to_lowercase();
            let mut rest = fragment.chars();
            query.chars().all(|wanted| rest.any(|c| c == wanted))
        };
        let is_id = |span: Span<InDocument>| ids.at(span.start).is_some();
        let named = ids.all().iter().map(|id| (&*id.fragment, id.span));
        let named = named.chain(links.keys.iter().filter(|key| !is_id(key.span)).map(|key| (&*key.name, key.span)));
        let meant = named.filter(|(name, _)| matches(name)).take(limit - count);
        let (names, spans): (Vec<_>, Vec<_>) = meant.map(|(name, span)| (name.to_owned(), span)).unzip();
        let Some((open, document)) = workspace.document(path).filter(|_| !spans.is_empty()) else { continue };
        count += spans.len();
        found.push((names, Locations { path: path.clone(), open, document, spans }));
        if count >= limit {
            break;
        }
    }
    found
}
