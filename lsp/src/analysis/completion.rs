//! Candidates for the reference at a position, and for the name of a rule in a suppression comment.
//!
//! ```text
//! ../ch|            files and directories there, by the base in force
//! two.xml#in|       IDs of two.xml
//! linkend="|        IDs of the same document
//! |                 the same, schemes, and names of the catalogs
//! xmlns="|          namespace names of the workspace and the catalogs
//! <!-- iri-ignore | rules and groups
//! ```

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use iri_core::files::{CatalogPath, Catalogs, TargetsWithin, file_uri_from_path};
use iri_core::reference::{
    fragment_from_id, path_segment, relative_path, resolve, without_directive, without_query_and_fragment,
};
use iri_core::rules::{Cardinality, ReferenceUse, rule_names};
use iri_core::text::{InDocument, WHITESPACE};
use iri_core::xml::ids::{IdAttribute, SAME_TOPIC, fragment_attributes, named_ids};
use iri_core::xml::keys::{KeyName, may_contain_keys};
use iri_core::xml::{ReferenceDraft, SiteKind, Syntax, ends_unquoted};
use iri_core::{CancelToken, Document, Edit, Site, Span};

use crate::analysis::file_kinds::FileKinds;
use crate::analysis::link_index::{Names, element_of, is_schema_location, key_space, target_of_fragment};
use crate::analysis::{paths, suppressions};
use crate::encoding::document_encoding;

/// Maximum number of candidates in an answer, and of names that are read from a directory.
const LIMIT: usize = 1_000;
const MAX_NAMES: usize = 20_000;
/// Maximum length of a reference that is completed, in bytes.
const LONGEST: usize = 4_096;

/// Text that is placed where a reference is missing.
const PLACED: &str = "x";

/// Schemes of references that people write.
const SCHEMES: [&str; 9] = ["https://", "http://", "mailto:", "file:///", "urn:", "tel:", "data:", "doi:", "ftp://"];

/// Kind of a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CandidateKind {
    /// ID of an element.
    Id,
    /// File.
    File,
    /// Directory.
    Directory,
    /// Namespace name, or location of a schema.
    Name,
    /// Name in a catalog.
    Catalog,
    /// Scheme.
    Scheme,
    /// Rule or group.
    Rule,
}

/// Text that may be inserted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Name as a user knows it, not encoded.
    pub label: String,
    /// Kind of the candidate.
    pub kind: CandidateKind,
    /// What it means; empty if the label tells it.
    pub detail: &'static str,
    /// Edit that inserts it.
    pub edit: Edit<InDocument>,
}

/// Candidates at a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Candidates {
    /// Candidates, the most probable kind first.
    pub all: Vec<Candidate>,
    /// Whether there are more.
    pub has_more: bool,
}

/// Sources of candidates.
pub struct Sources<'s> {
    /// Place of the document.
    pub place: &'s Path,
    /// Files that may be read.
    pub targets: TargetsWithin<'s>,
    /// Paths of the catalogs of the document.
    pub catalogs: Vec<CatalogPath>,
    /// Names in the workspace. They take time.
    pub names: &'s dyn Fn() -> Names,
}

/// Returns the candidates at `offset`.
pub fn candidates(document: &Document, offset: usize, sources: &Sources<'_>, cancel: &CancelToken) -> Candidates {
    let open = document.closed_at(offset);
    if open.is_none()
        && let Some(site) = document.site_at(offset).filter(|site| site.kind.is_reference())
    {
        if site.kind.has_prefix() {
            return prefixed_names(document, document, offset);
        }
        return in_reference(document, &site, offset, sources, cancel);
    }
    let found = rules(document, offset);
    if !found.all.is_empty() {
        return found;
    }
    if document.settings().syntax != Syntax::Xml && open.is_none() {
        // A word before its colon is not yet a name.
        let after = document.slice(document.clamped(Span::new(offset, offset + LONGEST)));
        let end = offset + after.find(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '-')).unwrap_or(after.len());
        let mut named = document.clone();
        named.edit(Span::empty(end), ":x");
        let found = prefixed_names(document, &named, offset);
        if !found.all.is_empty() {
            return found;
        }
    }
    let (closed, at) = open.unwrap_or_else(|| (document.clone(), offset));
    let mut found = in_closed(&closed, at, sources, cancel);
    if at > offset {
        // A value without quotation marks cannot contain all characters.
        found.all.retain(|candidate| !candidate.edit.text.contains(ends_unquoted));
        for Candidate { edit, .. } in &mut found.all {
            edit.span = Span::new(edit.span.start - (at - offset), edit.span.end - (at - offset));
        }
    }
    found
}

/// Returns the candidates at `offset` of a document in which the value there has its end.
fn in_closed(document: &Document, offset: usize, sources: &Sources<'_>, cancel: &CancelToken) -> Candidates {
    // Between the items of a list, and in an empty element, a reference is still missing.
    for placed in ["", PLACED] {
        let mut finished = document.clone();
        finished.edit(Span::empty(offset), placed);
        let matches = |site: &Site<'_>| site.kind.is_reference() && (placed.is_empty() || site.value == placed);
        let Some(site) = finished.site_at(offset).filter(matches) else { continue };
        let mut found = in_reference(&finished, &site, offset, sources, cancel);
        if !placed.is_empty() {
            found.all.iter_mut().for_each(|candidate| candidate.edit.span = Span::empty(offset));
        }
        return found;
    }
    let found = named_elements(document, offset, sources);
    if found.all.is_empty() { path_names(document, offset, sources) } else { found }
}

/// Returns the names in the directory of the path at `offset`, a path that is not a reference.
fn path_names(document: &Document, offset: usize, sources: &Sources<'_>) -> Candidates {
    let text = document.shared_text();
    let all = paths::all(document, &text);
    let Some(path) = all.iter().find(|path| path.span.start <= offset && offset <= path.span.end) else {
        return Candidates::default();
    };
    let is_separator = |c: char| matches!(c, '/' | '\\');
    let before = &text[path.span.start..offset];
    let start = before.rfind(is_separator).map_or(path.span.start, |slash| path.span.start + slash + 1);
    let after = &text[offset..path.span.end];
    let end = offset + after.find(is_separator).unwrap_or(after.len());
    let Some(directory) = path.directory(&text[path.span.start..start]) else { return Candidates::default() };
    let encoding = document_encoding(document);
    let mut names = sources.targets.list(&directory, MAX_NAMES);
    names.retain(|(name, _)| text[start..].starts_with('.') || !name.starts_with('.'));
    names.sort_unstable_by(|(name, is_directory), (other, is_other)| (is_directory, name).cmp(&(is_other, other)));
    let has_more = names.len() > LIMIT;
    let typed = &text[start..offset];
    let candidate = |(name, is_directory): (String, bool)| {
        let text = path.written(&name, encoding);
        let (label, kind) =
            if is_directory { (name + "/", CandidateKind::Directory) } else { (name, CandidateKind::File) };
        Candidate { label, kind, detail: "", edit: Edit { span: Span::new(start, end), text } }
    };
    let all = names.into_iter().map(candidate).filter(|candidate| !has_more || candidate.edit.text.starts_with(typed));
    Candidates { all: all.take(LIMIT).collect(), has_more }
}

/// Returns the IDs of the document, if the position is in an attribute that contains one, such as `linkend`.
fn named_elements(document: &Document, offset: usize, sources: &Sources<'_>) -> Candidates {
    if document.settings().syntax != Syntax::Xml {
        return Candidates::default();
    }
    let text = document.shared_text();
    let contains = |span: Span<InDocument>| span.start <= offset && offset <= span.end;
    if may_contain_keys(&text) {
        let ids = document.ids();
        let is_here = |name: &&KeyName| contains(name.key) || name.element.is_some_and(contains);
        if let Some(name) = ids.keys().iter().find(is_here) {
            return keys(document, &text, name, offset, sources);
        }
    }
    let fragment = fragment_attributes(&text).into_iter().find(|attribute| contains(attribute.span));
    let (span, ids) = if let Some(fragment) = fragment {
        let ids = match fragment.of {
            None => Some(Arc::new(document.ids())),
            Some(_) => target_of_fragment(document, sources.place, fragment.of)
                .and_then(|path| sources.targets.ids(&file_uri_from_path(&path)?)),
        };
        let Some(ids) = ids else { return Candidates::default() };
        (id_at(document, fragment.span, offset), ids)
    } else {
        let Some(named) = document.id_reference_at(offset) else { return Candidates::default() };
        (named.span, Arc::new(document.ids()))
    };
    words(document, span, offset, ids.all().iter().map(IdAttribute::id))
}

/// Returns the names that may be written at `span` as they are.
fn words<'n>(
    document: &Document,
    span: Span<InDocument>,
    offset: usize,
    names: impl Iterator<Item = &'n str>,
) -> Candidates {
    let names: BTreeSet<&str> = names.filter(|name| is_word(name)).collect();
    let encoding = document_encoding(document);
    let candidate = |name: &str| Candidate {
        label: name.to_owned(),
        kind: CandidateKind::Id,
        detail: "",
        edit: Edit { span, text: encoding.representable(name).into_owned() },
    };
    let has_more = names.len() > LIMIT;
    let typed = document.slice(Span::new(span.start, offset));
    let names = names.into_iter().filter(|name| !has_more || name.starts_with(&*typed));
    Candidates { all: names.take(LIMIT).map(candidate).collect(), has_more }
}

/// Returns the keys of the workspace, or the IDs in the target of a key.
fn keys(document: &Document, text: &str, name: &KeyName, offset: usize, sources: &Sources<'_>) -> Candidates {
    if name.definition.is_some() {
        return Candidates::default();
    }
    let keys = (sources.names)().keys;
    let Some(element) = name.element.filter(|element| element.start <= offset) else {
        // The open document is one of the files.
        let own = keys.keys().filter(|(space, _)| **space == *key_space(name));
        return words(document, name.key, offset, own.map(|(_, key)| &**key));
    };
    let target = keys.get(&(key_space(name).into(), name.key.slice(text).into()));
    let Some(target) = target.cloned().flatten() else {
        let own = document.ids();
        let own = own.all().iter().map(IdAttribute::id).filter(|_| name.key.is_empty());
        return words(document, element, offset, own);
    };
    let ids = file_uri_from_path(&target.file).and_then(|iri| sources.targets.ids(&iri)).unwrap_or_default();
    let topic = element_of(&target, "", sources.targets);
    let inner = ids.all().iter().filter_map(|id| id.fragment.strip_prefix(&*topic)).filter(|id| !id.is_empty());
    words(document, element, offset, inner.filter(|id| !id.contains('/')))
}

/// Returns the ID at `offset` in the pointer at `span`; all of it if the text is something else.
fn id_at(document: &Document, span: Span<InDocument>, offset: usize) -> Span<InDocument> {
    let named = named_ids(&document.slice(span), || None).into_iter();
    let mut moved = named.map(|named| Span::new(span.start + named.span.start, span.start + named.span.end));
    moved.rfind(|id: &Span<InDocument>| id.start <= offset && offset <= id.end).unwrap_or(span)
}

/// Returns whether an attribute can contain `id` as it is, as one word of a list.
fn is_word(id: &str) -> bool {
    !id.contains(WHITESPACE) && !id.contains(['<', '&', '"', '\'', ';'])
}

/// Returns the declared prefixes, and the prefixed names in use, for the name at `offset` of `named`, which is `document` or
/// has a colon after the name.
fn prefixed_names(document: &Document, named: &Document, offset: usize) -> Candidates {
    let Some(site) = named.site_at(offset).filter(|site| site.kind.has_prefix()) else { return Candidates::default() };
    let added = named.len() - document.len();
    let span = Span::new(site.span.start, site.span.end - added);
    let typed = document.slice(Span::new(span.start, offset.min(span.end)));
    let others = document.sites().filter(|other| other.kind == site.kind && other.span != span).map(|other| other.raw);
    let declared: Vec<String> = document.declared_prefixes().iter().map(|(prefix, _)| format!("{prefix}:")).collect();
    let mut names: BTreeSet<&str> = declared.iter().map(String::as_str).collect();
    // Names follow when their prefix is complete.
    if typed.contains(':') {
        names.extend(others);
    }
    names.retain(|name| name.starts_with(&*typed) && *name != typed);
    let candidate = |name: &str| Candidate {
        label: name.to_owned(),
        kind: CandidateKind::Name,
        detail: "",
        edit: Edit { span, text: name.to_owned() },
    };
    let has_more = names.len() > LIMIT;
    Candidates { all: names.into_iter().take(LIMIT).map(candidate).collect(), has_more }
}

/// Returns the candidates at `offset` of a document, in the reference at `site`.
fn in_reference(
    document: &Document,
    site: &Site<'_>,
    offset: usize,
    sources: &Sources<'_>,
    cancel: &CancelToken,
) -> Candidates {
    let draft = document.draft(site).filter(|draft| draft.text().len() <= LONGEST);
    let Some(draft) = draft else { return Candidates::default() };
    let cursor = draft.offset_of_source(offset - draft.value().start);
    Completion { document, site, draft: &draft, cursor, offset, cancel }.candidates(sources)
}

/// Candidates for one reference.
struct Completion<'c> {
    document: &'c Document,
    site: &'c Site<'c>,
    draft: &'c ReferenceDraft,
    /// Position in the decoded reference.
    cursor: usize,
    /// Position in the document.
    offset: usize,
    cancel: &'c CancelToken,
}

impl Completion<'_> {
    fn candidates(&self, sources: &Sources<'_>) -> Candidates {
        let text = self.draft.text();
        let start = text.len() - text.trim_start_matches(WHITESPACE).len();
        // The next word of a name may be missing after a space.
        let end = text.trim_end_matches(WHITESPACE).len().max(start).max(self.cursor);
        let whole = Span::new(start.min(end), end);
        if self.cursor < whole.start || self.cursor > whole.end {
            return Candidates::default();
        }
        let before = &text[whole.start..self.cursor];
        let is_name = !self.site.role.reference_use.is_resolved() && !self.site.role.is_unknown();
        if let Some(hash) = before.find('#').filter(|_| !is_name) {
            let fragment = Span::new(whole.start + hash + 1, whole.end);
            return self.in_fragment(fragment, self.ids(&before[..hash], sources));
        }
        let mut found = Candidates::default();
        if !is_name && !self.site.role.is_absolute && !before.contains('?') {
            found = self.files(before, whole, sources);
        }
        let may_name_element = !is_name && !self.site.role.is_fragment_unwanted && !self.site.role.is_absolute;
        // What is missing may be placed there.
        if before.is_empty()
            && matches!(whole.slice(text), "" | PLACED)
            && may_name_element
            && self.document.settings().syntax == Syntax::Xml
            && self.site.role.cardinality != Cardinality::Pairs
            && !is_schema_location(self.site)
            && FileKinds::of(self.site).is_none()
        {
            let own = self.ids("", sources).into_iter().map(|(id, text)| (format!("#{id}"), format!("#{text}")));
            found.extend(self.list(CandidateKind::Id, whole, own.collect()));
        }
        let is_system = matches!(self.site.kind, SiteKind::Doctype | SiteKind::Entity | SiteKind::Notation);
        let known;
        let mut names: BTreeSet<&str> = BTreeSet::new();
        if self.site.role.reference_use == ReferenceUse::Namespace {
            known = (sources.names)();
            names.extend(known.namespaces.iter().map(|name| &**name));
            names.extend(
                self.document.sites().filter(|site| site.span != self.site.span).filter_map(|site| namespace(&site)),
            );
        } else if self.site.role.cardinality == Cardinality::Pairs || is_schema_location(self.site) {
            let own = self.namespace_before();
            known = (sources.names)();
            let of_own = known.schemas.iter().filter(|(namespace, _)| Some(&**namespace) == own);
            // A relative location is relative to another document.
            names.extend(of_own.map(|(_, location)| &**location).filter(|location| location.contains(':')));
        }
        if self.document.settings().syntax != Syntax::Xml {
            // An IRI that was written before is probably meant again.
            let is_other = |site: &Site<'_>| site.kind == self.site.kind && site.span != self.site.span;
            let others = self.document.sites().filter(|site| is_other(site) && site.raw == site.value);
            names.extend(others.map(|site| site.raw).filter(|iri| iri.contains(':')));
        }
        // A name with a prefix is written like an IRI.
        let mut prefixes = Vec::new();
        if self.document.settings().syntax == Syntax::JsonLd && !before.contains([':', '/', '?']) {
            let declared = self.document.declared_prefixes();
            prefixes = declared.iter().map(|(prefix, _)| format!("{prefix}:")).collect();
        }
        names.extend(prefixes.iter().map(String::as_str));
        // The open document is one of the files, so that what is being typed is among the names.
        names.retain(|name| !name.is_empty() && *name != whole.slice(text));
        let pairs = |name: &str| (name.to_owned(), name.to_owned());
        found.extend(self.list(CandidateKind::Name, whole, names.into_iter().map(pairs).collect()));
        if self.site.role.reference_use != ReferenceUse::Identifier && !before.contains('/') || before.contains(':') {
            let catalogs = Catalogs::read(&sources.catalogs);
            let names: BTreeSet<&str> = catalogs.names(is_system).collect();
            found.extend(self.list(CandidateKind::Catalog, whole, names.into_iter().map(pairs).collect()));
        }
        if !is_name && !before.contains(['/', ':', '?']) {
            let scheme = Span::new(whole.start, self.cursor.max(whole.start));
            // No image or schema is at an address.
            let is_of_files = FileKinds::of(self.site).is_some();
            let possible = SCHEMES.into_iter().filter(|name| !is_of_files || name.ends_with('/') || *name == "data:");
            found.extend(self.list(CandidateKind::Scheme, scheme, possible.map(pairs).collect()));
        }
        found
    }

    /// Returns those of `ids` that may be written at the position in the fragment at `span`: in the topic of DITA, in a pointer.
    fn in_fragment(&self, span: Span, ids: Vec<(String, String)>) -> Candidates {
        let written = without_directive(span.slice(self.draft.text()));
        let element = written.strip_prefix(SAME_TOPIC).filter(|_| span.start + SAME_TOPIC.len() <= self.cursor);
        if let Some(element) = element {
            let span = Span::new(span.start + SAME_TOPIC.len(), span.start + SAME_TOPIC.len() + element.len());
            let own = self.document.ids();
            let topic = own.topic_at(self.site.span.start).map(|topic| format!("{topic}/")).unwrap_or_default();
            let is_of_topic = |(id, text): (String, String)| {
                let label = id.strip_prefix(&topic).filter(|_| !topic.is_empty())?.to_owned();
                Some((label, text.rsplit('/').next()?.to_owned()))
            };
            return self.list(CandidateKind::Id, span, ids.into_iter().filter_map(is_of_topic).collect());
        }
        let mut ids_of_pointer = named_ids(written, || None).into_iter().map(|named| named.span.moved(span.start));
        let at = ids_of_pointer.rfind(|id| id.start <= self.cursor && self.cursor <= id.end);
        self.list(CandidateKind::Id, at.unwrap_or(Span::new(span.start, span.start + written.len())), ids)
    }

    /// Returns the reference before this one in the same value, the namespace of a pair.
    fn namespace_before(&self) -> Option<&str> {
        let value = self.draft.value();
        let before = self.document.sites_in(value).filter(|site| site.span.end <= self.site.span.start).last()?;
        Some(before.raw.trim_matches(WHITESPACE)).filter(|name| !name.is_empty())
    }

    /// Returns the IDs of the document that `reference` identifies, as fragments.
    fn ids(&self, reference: &str, sources: &Sources<'_>) -> Vec<(String, String)> {
        if reference.is_empty() && self.document.settings().syntax != Syntax::Xml {
            return self.fragments();
        }
        let base = self.site.base.as_deref().unwrap_or_default();
        let settings = self.document.settings();
        let is_own =
            base.is_empty() || [&settings.location, &settings.base].into_iter().flatten().any(|own| own == base);
        let ids = if reference.is_empty() && is_own {
            Some(Arc::new(self.document.ids()))
        } else {
            let file = resolve(base, reference).unwrap_or_default();
            sources.targets.ids(without_query_and_fragment(&file))
        };
        let dialect = self.site.role.dialect;
        let mut all: Vec<(String, String)> = Vec::new();
        for id in ids.iter().flat_map(|ids| ids.all()) {
            if all.last().is_some_and(|(last, _)| **last == *id.fragment) {
                continue;
            }
            all.push((id.fragment.to_string(), fragment_from_id(&id.fragment, dialect)));
        }
        all
    }

    /// Returns the fragments of the other references of a document in RDF, where they are names.
    fn fragments(&self) -> Vec<(String, String)> {
        let others = self.document.sites().filter(|site| site.span != self.site.span && site.raw == site.value);
        let names: BTreeSet<&str> = others.filter_map(|site| site.raw.strip_prefix('#')).collect();
        names.into_iter().filter(|name| !name.is_empty()).map(|name| (name.to_owned(), name.to_owned())).collect()
    }

    /// Returns the names in the directory that the reference names before the position.
    fn files(&self, before: &str, whole: Span, sources: &Sources<'_>) -> Candidates {
        let directory = &before[..before.rfind('/').map_or(0, |slash| slash + 1)];
        // Names of other machines and other schemes are not known.
        let is_file = before.get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("file:"));
        let is_elsewhere = directory.starts_with("//")
            || !is_file && before.split('/').next().is_some_and(|first| first.contains(':'));
        let Some(base) = self.site.base.as_deref().filter(|_| !is_elsewhere) else { return Candidates::default() };
        let Some(iri) = resolve(base, if directory.is_empty() { "./" } else { directory }) else {
            return Candidates::default();
        };
        let text = self.draft.text();
        let start = whole.start + directory.len();
        let rest = &text[self.cursor..whole.end];
        let end = self.cursor + rest.find(['/', '?', '#']).unwrap_or(rest.len());
        let is_followed_by_slash = text[end..].starts_with('/');
        let is_hidden_wanted = text[start..].starts_with('.');
        let kinds = FileKinds::of(self.site);
        let mut names = sources.targets.list(&iri, MAX_NAMES);
        names.retain(|(name, _)| is_hidden_wanted || !name.starts_with('.'));
        names.sort_unstable();
        let (mut files, mut directories) = (Vec::new(), Vec::new());
        for (name, is_directory) in names {
            let segment = self.site.role.item_text(path_segment(&name, self.site.role.dialect));
            let new = if directory.is_empty() { relative_path(&segment).into_owned() } else { segment };
            if is_directory {
                let slash = if is_followed_by_slash { "" } else { "/" };
                directories.push((format!("{name}/"), new + slash));
            } else if kinds.is_none_or(|kinds| kinds.contain(&name)) {
                files.push((name, new));
            }
        }
        let segment = Span::new(start, end);
        let mut found = self.list(CandidateKind::File, segment, files);
        found.extend(self.list(CandidateKind::Directory, segment, directories));
        found
    }

    /// Returns candidates for `span` of the reference from labels and texts.
    fn list(&self, kind: CandidateKind, span: Span, names: Vec<(String, String)>) -> Candidates {
        let mut found = Candidates { all: Vec::new(), has_more: names.len() > LIMIT };
        let encoding = document_encoding(self.document);
        // What is typed narrows a long list.
        let typed = &self.draft.text()[span.start..self.cursor];
        let is_wanted = |text: &str| !found.has_more || text.starts_with(typed);
        let names: Vec<_> = names.into_iter().filter(|(_, text)| is_wanted(text)).collect();
        let edited = |edit: Edit| Some(self.draft.edited(&edit, encoding).ok()?.1.in_document(self.draft.value()));
        // An editor compares the text from the start of the edit to the cursor with the candidate.
        let is_here = |edit: &Edit<InDocument>| edit.span.start <= self.offset && self.offset <= edit.span.end;
        let smallest = |edit: Edit<InDocument>| Edit::smallest(&self.document.slice(edit.span), edit.span, &edit.text);
        // At the end of a CDATA section it is inserted with the character that it follows, which is in the section.
        let before = self.draft.text()[..span.start].chars().next_back().filter(|_| span.is_empty());
        for (label, text) in names.into_iter().take(LIMIT).take_while(|_| !self.cancel.is_cancelled()) {
            let after = |last: char| Edit {
                span: Span::new(span.start - last.len_utf8(), span.end),
                text: format!("{last}{text}"),
            };
            let edit = edited(Edit { span, text: text.clone() }).filter(is_here);
            let edit = edit.or_else(|| edited(after(before?)).map(smallest).filter(is_here));
            found.all.extend(edit.map(|edit| Candidate { label, kind, detail: "", edit }));
        }
        found
    }
}

impl Candidates {
    fn extend(&mut self, others: Self) {
        self.all.extend(others.all);
        self.has_more |= others.has_more || self.all.len() > LIMIT;
        self.all.truncate(LIMIT);
    }
}

/// Returns the namespace name at `site`, if it is one that is written as it is.
fn namespace<'d>(site: &Site<'d>) -> Option<&'d str> {
    (site.role.reference_use == ReferenceUse::Namespace && site.raw == site.value).then_some(site.raw)
}

/// Returns the rules and groups, if the position is after `iri-ignore` in a comment.
fn rules(document: &Document, offset: usize) -> Candidates {
    let Some(span) = suppressions::name_at(document, offset) else { return Candidates::default() };
    let candidate = |name: &str| Candidate {
        label: name.to_owned(),
        kind: CandidateKind::Rule,
        detail: summary(name),
        edit: Edit { span, text: name.to_owned() },
    };
    Candidates { all: rule_names().map(candidate).collect(), has_more: false }
}

/// Returns the first paragraph of the page of the rule with this name; empty for a group.
fn summary(name: &str) -> &'static str {
    iri_core::rules::find(name).and_then(|rule| rule.page().split("\n\n").nth(1)).unwrap_or_default()
}
