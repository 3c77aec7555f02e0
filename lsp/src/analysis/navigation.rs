//! Where a reference leads, and who leads to a file or an ID.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use iri_core::files::{TargetIndex, file_uri_from_path, is_same_file, path_from_file_uri, path_key};
use iri_core::reference::percent_decoded;
use iri_core::rules::ReferenceUse;
use iri_core::text::InDocument;
use iri_core::xml::Syntax;
use iri_core::xml::ids::{fragment_attributes, named_ids};
use iri_core::xml::keys::may_contain_keys;
use iri_core::xml::targets::SiteTarget;
use iri_core::{CancelToken, Document, Site, Span};

use crate::analysis::link_index::{
    AllLinks, Destination, FileLinks, KEY_SPACE, Key, LinkedFiles, key_space, parts_with, target_of, target_of_fragment,
};
use crate::analysis::paths;
use crate::documents::Snapshot;

/// Maximum number of locations in an answer.
const LIMIT: usize = 10_000;

/// Locations in one document.
pub struct Locations {
    /// Path of the document.
    pub path: PathBuf,
    /// Open document, if it is open.
    pub open: Option<Arc<Snapshot>>,
    /// Document.
    pub document: Document,
    /// Spans in the document.
    pub spans: Vec<Span<InDocument>>,
}

/// What is at a position in a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pointed {
    /// Destination of the reference, or the element with the ID.
    pub destination: Destination,
    /// Reference or ID.
    pub span: Span<InDocument>,
    /// Span of the fragment in the document, or of the ID; `None` for a reference without a fragment.
    pub id: Option<Span<InDocument>>,
}

impl Pointed {
    /// Returns what of it is at `offset`: the fragment or ID, or else the reference.
    pub fn at(&self, offset: usize) -> Option<Span<InDocument>> {
        let contains = |span: &Span<InDocument>| span.start <= offset && offset <= span.end;
        self.id.filter(contains).or(Some(self.span).filter(contains))
    }
}

/// Returns the reference or ID at `offset` in the document of the file at `path`.
pub fn pointed(document: &Document, path: &Path, offset: usize) -> Option<Pointed> {
    if let Some(pointed) = pointed_key(document, path, offset) {
        return Some(pointed);
    }
    if let Some(site) = document.site_at(offset)
        && let Some(target) = target_of(document, &site)
        && (site.role.reference_use != ReferenceUse::Name || names_element(document, &site, &target))
        && !(site.role.is_unknown() && paths::contain(&paths::all(document, &document.shared_text()), &site))
    {
        let file = match &target.file {
            Some(file) => path_from_file_uri(file)?,
            None => path.to_owned(),
        };
        let topic = || document.ids().topic_at(site.span.start).map(str::to_owned);
        let named = |span: Span| {
            let named = named_ids(span.slice(&site.value), topic).into_iter();
            named.map(move |named| (named.fragment, source_of(document, site.span, named.span.moved(span.start))))
        };
        // Of a pointer that names several elements it is the one at the position.
        let mut named: Vec<_> = target.fragment.into_iter().flat_map(named).collect();
        let is_at =
            |(_, span): &(_, Option<Span<_>>)| span.is_some_and(|span| span.start <= offset && offset <= span.end);
        let meant = named.iter().position(is_at).unwrap_or_default();
        let (fragment, id) = if named.is_empty() {
            (None, None)
        } else {
            let (fragment, id) = named.swap_remove(meant);
            (Some(fragment), id)
        };
        let pointed = Pointed { destination: Destination { file, fragment }, span: site.span, id };
        return Some(part_at(document, pointed, offset));
    }
    let ids = document.ids();
    let (id, span) = if let Some(id) = ids.at(offset) {
        (id, id.span)
    } else {
        let text = document.shared_text();
        if let Some(pointed) = pointed_without_reference(document, &text, path, offset) {
            return Some(pointed);
        }
        // An attribute such as `linkend` names an element of the same document.
        let named = document.id_reference_at(offset)?;
        let name = named.id(&text);
        (ids.all().iter().find(|id| id.id() == name)?, named.span)
    };
    let destination = Destination { file: path.to_owned(), fragment: Some(id.fragment.to_string()) };
    Some(Pointed { destination, span, id: Some(span) })
}

/// Returns whether the document contains the element that `target`, that of a name in RDF at `site`, identifies.
fn names_element(document: &Document, site: &Site<'_>, target: &SiteTarget) -> bool {
    let fragment = target.fragment.and_then(|fragment| percent_decoded(fragment.slice(&site.value)));
    fragment.is_some_and(|fragment| document.ids().find(&fragment).is_some())
}

/// Returns what names an element at `offset` of the document of the file at `path`, if the element is in another part of a
/// document that includes the file: the `linkend` of a chapter of DocBook.
pub fn pointed_in_parts(
    workspace: &LinkedFiles<'_>,
    all: &AllLinks,
    (document, path): (&Document, &Path),
    offset: usize,
) -> Option<Pointed> {
    let text = document.shared_text();
    let is_xml = document.settings().syntax == Syntax::Xml;
    let named = Some(offset).filter(|_| is_xml).and_then(|offset| document.id_reference_at(offset))?;
    let (span, name) = (named.span, named.id(&text));
    let parts = parts_with(all, path);
    let mut others = all.iter().filter(|(path, _)| parts.contains(&*path_key(path)));
    let destination = others.find_map(|(path, _)| {
        let ids = workspace.document(path)?.1.ids();
        let fragment = ids.find(&name)?.fragment.to_string();
        Some(Destination { file: path.clone(), fragment: Some(fragment) })
    })?;
    Some(Pointed { destination, span, id: Some(span) })
}

/// Returns the key at `offset`, or the element in the target of one.
fn pointed_key(document: &Document, path: &Path, offset: usize) -> Option<Pointed> {
    let text = document.shared_text();
    if document.settings().syntax != Syntax::Xml || !may_contain_keys(&text) {
        return None;
    }
    let contains = |span: &Span<InDocument>| span.start <= offset && offset <= span.end && !span.is_empty();
    let ids = document.ids();
    let name = ids.keys().iter().find(|name| contains(&name.key) || name.element.as_ref().is_some_and(contains))?;
    let key = name.key.slice(&text);
    let (span, fragment) = match name.element.filter(|_| !contains(&name.key)) {
        Some(element) if key.is_empty() => (element, element.slice(&text).to_owned()),
        Some(element) => (element, format!("{key}/{}", element.slice(&text))),
        None => (name.key, key.to_owned()),
    };
    let file = if key.is_empty() { path.to_owned() } else { key_space(name) };
    Some(Pointed { destination: Destination { file, fragment: Some(fragment) }, span, id: Some(span) })
}

/// Returns the ID, or the key that is defined, at `offset`.
pub fn defined_at(document: &Document, offset: usize) -> Option<Span<InDocument>> {
    let ids = document.ids();
    let mut keys = ids.keys().iter().filter(|name| name.definition.is_some()).map(|name| name.key);
    let contains = |span: &Span<InDocument>| span.start <= offset && offset <= span.end;
    ids.at(offset).map(|id| id.span).or_else(|| keys.find(contains))
}

impl Destination {
    /// Returns the key, or the key and the element in its target.
    pub fn key(&self) -> Option<&str> {
        self.fragment.as_deref().filter(|_| self.file.starts_with(KEY_SPACE))
    }

    /// Returns whether it is the key.
    pub fn is_key(&self, key: &Key) -> bool {
        self.key() == Some(&*key.name) && *self.file == *key.space
    }
}

/// Returns the destination of `pointed`, which is in the file at `path`: of an element in the target of a key the element.
pub fn through_key(all: &AllLinks, path: &Path, pointed: &Pointed) -> Destination {
    let is_element = pointed.destination.key().is_some_and(|key| key.contains('/'));
    let own = all.iter().filter(|(own, _)| is_element && is_same_file(own, path)).flat_map(|(_, links)| &links.links);
    let mut elements = own.filter(|link| link.span == pointed.span && link.key().is_none());
    elements.next().map_or_else(
        || pointed.destination.clone(),
        |link| Destination { file: link.target.to_path_buf(), fragment: link.fragment.as_deref().map(str::to_owned) },
    )
}

/// Returns where `destination` is. Where keys are defined is known from `all`.
pub fn definitions(workspace: &LinkedFiles<'_>, all: Option<&AllLinks>, destination: &Destination) -> Vec<Locations> {
    match (destination.key(), all) {
        (Some(_), Some(all)) => key_definitions(workspace, all, destination),
        _ => definition(workspace, destination).into_iter().collect(),
    }
}

/// Returns where a key is defined.
pub fn key_definitions(workspace: &LinkedFiles<'_>, all: &AllLinks, key: &Destination) -> Vec<Locations> {
    let in_file = |(path, links): &(PathBuf, Arc<FileLinks>)| {
        let spans: Vec<_> =
            links.keys.iter().filter(|defined| key.is_key(defined)).map(|defined| defined.span).collect();
        let (open, document) = if spans.is_empty() { None } else { workspace.document(path) }?;
        Some(Locations { path: path.clone(), open, document, spans })
    };
    all.iter().filter_map(in_file).collect()
}

/// Returns what a path, or the fragment of another reference, at `offset` leads to.
fn pointed_without_reference(document: &Document, text: &str, path: &Path, offset: usize) -> Option<Pointed> {
    let contains = |span: Span<InDocument>| span.start <= offset && offset <= span.end;
    if document.settings().syntax != Syntax::Xml {
        return None;
    }
    if let Some(path) = paths::all(document, text).into_iter().find(|path| contains(path.span)) {
        let destination = Destination { file: path.file()?, fragment: None };
        return Some(Pointed { destination, span: path.span, id: None });
    }
    let attribute = fragment_attributes(text).into_iter().find(|attribute| contains(attribute.span))?;
    let span = attribute.span;
    let moved = |part: Span| Span::new(span.start + part.start, span.start + part.end);
    let mut named = named_ids(span.slice(text), || None).into_iter().map(|named| (named.fragment, moved(named.span)));
    let first = named.next()?;
    let (fragment, id) = named.find(|(_, id)| contains(*id)).filter(|_| !contains(first.1)).unwrap_or(first);
    let file = target_of_fragment(document, path, attribute.of)?;
    Some(Pointed { destination: Destination { file, fragment: Some(fragment) }, span, id: Some(id) })
}

/// Reduces a fragment of DITA, `topic/element`, to the part at `offset`.
fn part_at(document: &Document, mut pointed: Pointed, offset: usize) -> Pointed {
    let (Some(span), Some(fragment)) = (pointed.id, pointed.destination.fragment.as_deref()) else { return pointed };
    let source = document.slice(span);
    let (Some((written, own)), Some((topic, element))) = (source.split_once('/'), fragment.split_once('/')) else {
        return pointed;
    };
    // An encoded fragment is one part. `#./element` names the topic without its ID.
    if own != element || written != topic && written != "." {
        return pointed;
    }
    let slash = span.start + written.len();
    if offset <= slash && written == topic {
        pointed.destination.fragment = Some(topic.to_owned());
        pointed.id = Some(Span::new(span.start, slash));
    } else {
        pointed.id = Some(Span::new(slash + 1, span.end));
    }
    pointed
}

/// Returns the source of a part of the reference at `site`; `None` if it cannot be edited alone.
fn source_of(document: &Document, site: Span<InDocument>, part: Span) -> Option<Span<InDocument>> {
    let site = document.sites_in(site).find(|known| known.span == site)?;
    let draft = document.draft(&site)?;
    Some(draft.spans_of_parts([part]).first()?.in_document(draft.value()))
}

/// Returns the ID that `destination` names, without that of its topic; `None` if its document does not contain it.
pub fn id_of(workspace: &LinkedFiles<'_>, destination: &Destination) -> Option<String> {
    let fragment = destination.fragment.as_deref()?;
    let ids = definition(workspace, destination)?.document.ids();
    ids.find(fragment).map(|id| id.id().to_owned())
}

/// Returns where `destination` is: the ID, or the start of the file.
pub fn definition(workspace: &LinkedFiles<'_>, destination: &Destination) -> Option<Locations> {
    let index = workspace.configuration.targets();
    let is_open = workspace.documents.snapshot_of_file(&destination.file).is_some();
    // A file outside the roots is neither read nor known to exist.
    let resolved = || index.within(&workspace.roots).resolved(&file_uri_from_path(&destination.file)?);
    if !is_open && resolved().is_none() {
        return None;
    }
    let start = Span::empty(0);
    let parsed = workspace.document(&destination.file);
    let Some((open, document)) = parsed else {
        // A file that is not XML has no IDs.
        let document = Document::parse("", Arc::default());
        return Some(Locations { path: destination.file.clone(), open: None, document, spans: vec![start] });
    };
    let ids = destination.fragment.as_deref().filter(|fragment| !fragment.is_empty()).map(|_| document.ids());
    let id = ids.as_ref().and_then(|ids| ids.find(destination.fragment.as_deref().unwrap_or_default()));
    let span = id.map_or(start, |id| id.span);
    Some(Locations { path: destination.file.clone(), open, document, spans: vec![span] })
}

/// Returns the references in `all` that lead to `destination`, and what names it in its own document and in the other parts of
/// a document that includes it without a reference, such as `linkend`; without a fragment all references that lead to the file.
pub fn references(
    workspace: &LinkedFiles<'_>,
    all: &AllLinks,
    destination: &Destination,
    cancel: &CancelToken,
) -> Vec<Locations> {
    let same = SameFile::new(workspace, &destination.file);
    let parts = parts_with(all, &destination.file);
    let mut found = Vec::new();
    let mut count = 0;
    for (path, links) in all.iter().take_while(|_| !cancel.is_cancelled()) {
        let matches = |fragment: Option<&str>| match destination.fragment.as_deref() {
            None => true,
            // `#topic/element` of DITA names the topic, too; an element in the target of a key is named on its own.
            Some(id) => fragment.and_then(|fragment| fragment.strip_prefix(id)).is_some_and(|rest| {
                let is_topic = !id.is_empty() && !id.contains(['/', '(']) && destination.key().is_none();
                rest.is_empty() || is_topic && rest.starts_with('/')
            }),
        };
        let links = links.links.iter().filter(|link| matches(link.fragment.as_deref()) && same.is(&link.target));
        let mut spans: Vec<_> = links.map(|link| link.span).collect();
        let is_own = destination.fragment.is_some() && parts.contains(&*path_key(path));
        if spans.is_empty() && !is_own {
            continue;
        }
        let Some((open, document)) = workspace.document(path) else { continue };
        if let Some(fragment) = destination.fragment.as_deref().filter(|_| is_own) {
            let ids = document.ids();
            let own = ids.find(fragment);
            // Another part names its own element.
            if own.is_none() || is_same_file(path, &destination.file) {
                let named = document.id_references(own.map_or(fragment, |id| id.id()));
                spans.extend(named.into_iter().map(|named| named.span));
            }
            spans.sort_unstable();
            spans.dedup();
        }
        spans.truncate(LIMIT - count);
        count += spans.len();
        if !spans.is_empty() {
            found.push(Locations { path: path.clone(), open, document, spans });
        }
        if count >= LIMIT {
            break;
        }
    }
    found
}

/// Returns the number of references in `found` and of their files, in words.
pub fn counted(found: &[Locations]) -> String {
    let references: usize = found.iter().map(|found| found.spans.len()).sum();
    let of = |count: usize, name: &str| if count == 1 { format!("1 {name}") } else { format!("{count} {name}s") };
    match references {
        0 => "no references".to_owned(),
        _ => format!("{} in {}", of(references, "reference"), of(found.len(), "file")),
    }
}

/// Comparison of paths with that of one file, also through links in the file system.
pub struct SameFile {
    path: PathBuf,
    real: Option<PathBuf>,
    roots: Vec<PathBuf>,
    index: TargetIndex,
    known: std::cell::RefCell<HashMap<Arc<Path>, bool>>,
}

impl SameFile {
    /// Creates the comparison with the file at `path`.
    pub fn new(workspace: &LinkedFiles<'_>, path: &Path) -> Self {
        let (roots, index) = (workspace.roots.clone(), TargetIndex::default());
        let real = file_uri_from_path(path).and_then(|iri| index.within(&roots).resolved(&iri));
        Self { path: path.to_owned(), real, roots, index, known: std::cell::RefCell::default() }
    }

    /// Returns whether `other` is the same file.
    pub fn is(&self, other: &Arc<Path>) -> bool {
        if is_same_file(other, &self.path) {
            return true;
        }
        let Some(real) = &self.real else { return false };
        if let Some(known) = self.known.borrow().get(other) {
            return *known;
        }
        let iri = file_uri_from_path(other);
        let resolved = iri.and_then(|iri| self.index.within(&self.roots).resolved(&iri));
        let is_same = resolved.is_some_and(|resolved| is_same_file(&resolved, real));
        self.known.borrow_mut().insert(Arc::clone(other), is_same);
        is_same
    }
}
