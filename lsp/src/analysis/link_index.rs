//! Index of the links between the files of the workspace: who leads to a file or an ID, and what files contain.
//!
//! ```text
//! folders ─▶ walk ─▶ has the file changed? ─▶ Document ─▶ links, namespaces   kept per file
//!                    open texts come first
//! ```
//!
//! The index is built on a worker when it is first needed, and compared with the disk at every use, so that it is true
//! also for clients that do not watch files.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use iri_core::files::{
    Stamp, TargetsWithin, below, file_uri_from_path, is_document, is_page, path_from_file_uri, path_key,
};
use iri_core::reference::without_query_and_fragment;
use iri_core::rules::ReferenceUse;
use iri_core::text::InDocument;
use iri_core::xml::ids::{fragment_attributes, named_ids};
use iri_core::xml::keys::{KeyName, KeyTarget, may_contain_keys};
use iri_core::xml::targets::SiteTarget;
use iri_core::xml::{SiteKind, Syntax};
use iri_core::{CancelToken, Document, Site, Span};
use parking_lot::Mutex;

use crate::analysis::paths::PathReference;
use crate::analysis::{files, paths};
use crate::config::Configuration;
use crate::documents::{Documents, DocumentsByPath, Snapshot, schema_head};

/// Maximum number of files, links and names in the index, and size of a file.
const MAX_FILES: usize = 100_000;
const MAX_LINKS: usize = 5_000_000;
const MAX_NAMES: usize = 10_000;
const LARGEST: u64 = 64 << 20;

/// Link of a file to a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// Reference in the document, or what leads to a file without one: a path, or the fragment of another reference.
    pub span: Span<InDocument>,
    /// Path of the target, which may not exist.
    pub target: Arc<Path>,
    /// Fragment that identifies the element alone, decoded; a pointer that names several elements is several links.
    pub fragment: Option<Box<str>>,
}

impl Link {
    /// Returns the key that it uses, with the element in its target.
    pub fn key(&self) -> Option<&str> {
        self.fragment.as_deref().filter(|_| self.target.starts_with(KEY_SPACE))
    }
}

/// What a file contains.
#[derive(Clone, Debug, Default)]
pub struct FileLinks {
    /// Links in the order of the document.
    pub links: Vec<Link>,
    /// Namespace names.
    pub namespaces: Vec<Box<str>>,
    /// Locations of schemas, as written, with their namespaces.
    pub schemas: Vec<(Box<str>, Box<str>)>,
    /// Documents that it includes: by XInclude, or as external entities.
    pub includes: Vec<Arc<Path>>,
    /// Keys that it defines. A use of a key is a link to an element of its [`key_space`].
    pub keys: Vec<Key>,
}

/// Start of the paths of no files, in which keys are the IDs. `KEY/ID` is an element in the target of a key.
pub const KEY_SPACE: &str = "iri-lsp:keys";

/// Returns the path of the documents that share their keys with those of `name`.
pub fn key_space(name: &KeyName) -> PathBuf {
    Path::new(KEY_SPACE).join(name.space)
}

/// Key that a file defines.
#[derive(Clone, Debug)]
pub struct Key {
    /// [`key_space`] to which it belongs.
    pub space: Arc<Path>,
    /// Name.
    pub name: Box<str>,
    /// Name in the document.
    pub span: Span<InDocument>,
    /// File and fragment that it stands for, if any.
    pub target: Option<Destination>,
}

/// File, and an element in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Destination {
    /// Path of the file.
    pub file: PathBuf,
    /// ID of the element, decoded, as a fragment names it.
    pub fragment: Option<String>,
}

/// Version of the text of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Version {
    Disk(Stamp),
    Open(u64),
}

/// Links of the files in the workspace, kept per file.
#[derive(Debug, Default)]
pub struct LinkIndex {
    files: Mutex<Known>,
    /// Held while the index is compared with the disk, so that only one thread reads the files.
    refresh: Mutex<()>,
    /// Revision of the workspace at the last call of [`names`](Self::names).
    named: Mutex<Option<u64>>,
}

/// Versions and links of files.
type Known = HashMap<PathBuf, (Version, Arc<FileLinks>)>;

/// Files whose links are indexed.
pub struct LinkedFiles<'w> {
    /// Folders of the client.
    pub folders: Vec<PathBuf>,
    /// Directories whose files may be read.
    pub roots: Vec<PathBuf>,
    /// Open documents.
    pub documents: &'w Documents,
    /// Settings of the files.
    pub configuration: &'w Configuration,
}

/// Namespace names and the locations of their schemas.
pub type SchemaLocations = BTreeSet<(Box<str>, Box<str>)>;

/// Names in the workspace.
#[derive(Debug, Default)]
pub struct Names {
    /// Namespace names.
    pub namespaces: BTreeSet<Box<str>>,
    /// Locations of schemas.
    pub schemas: SchemaLocations,
    /// Keys by the [`key_space`], with what they stand for.
    pub keys: BTreeMap<(Arc<Path>, Box<str>), Option<Destination>>,
}

/// Links of all files.
pub type AllLinks = Vec<(PathBuf, Arc<FileLinks>)>;

/// Returns the [keys](path_key) of the files that are parts of a document with the file at `path`: they share their IDs.
pub fn parts_with(all: &AllLinks, path: &Path) -> HashSet<PathBuf> {
    let key = |path: &Path| path_key(path).into_owned();
    let of_file = |(path, links): &(PathBuf, Arc<FileLinks>)| {
        links.includes.iter().map(|included| (key(path), key(included))).collect::<Vec<_>>()
    };
    let includes: Vec<_> = all.iter().flat_map(of_file).collect();
    let mut parts = HashSet::from([key(path)]);
    // The documents that include it, then what they include.
    for is_up in [true, false] {
        let mut known = 0;
        while known < parts.len() {
            known = parts.len();
            let ends = includes.iter().map(|(from, to)| if is_up { (to, from) } else { (from, to) });
            let new: Vec<_> = ends.filter(|(start, _)| parts.contains(*start)).map(|(_, end)| end.clone()).collect();
            parts.extend(new);
        }
    }
    parts
}

impl LinkIndex {
    /// Returns the links of all files of the workspace, also of open ones outside the folders; `None` if it is cancelled.
    pub fn refreshed(&self, workspace: &LinkedFiles<'_>, cancel: &CancelToken) -> Option<AllLinks> {
        let _one = self.refresh.lock();
        let known = self.files.lock().clone();
        let open = workspace.documents.by_path();
        let mut all = Vec::new();
        let mut links = 0;
        for path in workspace.paths(&open, cancel) {
            if cancel.is_cancelled() {
                // What was read is kept for the next time.
                self.files
                    .lock()
                    .extend(all.iter().map(|(path, entry): &(PathBuf, _)| (path.clone(), Clone::clone(entry))));
                return None;
            }
            if all.len() == MAX_FILES || links > MAX_LINKS {
                tracing::warn!("the workspace has more files or links than are indexed");
                break;
            }
            let snapshot = open.get(&*path_key(&path));
            let version = match snapshot {
                Some(open) => Version::Open(open.generation),
                None => match Stamp::new(&path) {
                    Ok(stamp) => Version::Disk(stamp),
                    // It was removed while the directories were read.
                    Err(_) => continue,
                },
            };
            let current = known.get(&path).filter(|(known, _)| *known == version).map(|(_, links)| Arc::clone(links));
            let current = current.unwrap_or_else(|| Arc::new(workspace.links(&path, snapshot.map(|open| &**open))));
            links += current.links.len();
            all.push((path, (version, current)));
        }
        *self.files.lock() = all.iter().cloned().collect();
        let mut all = all.into_iter().map(|(path, (_, links))| (path, links)).collect();
        workspace.follow_keys(&mut all);
        Some(all)
    }

    /// Returns the names in all files. They are compared with the disk if the `revision` of the workspace has changed; open
    /// documents are always current.
    pub fn names(&self, workspace: &LinkedFiles<'_>, revision: u64, cancel: &CancelToken) -> Names {
        let mut named = self.named.lock();
        if *named != Some(revision) && self.refreshed(workspace, cancel).is_some() {
            *named = Some(revision);
        }
        drop(named);
        let mut files = self.files.lock();
        for open in workspace.documents.by_path().into_values() {
            let version = Version::Open(open.generation);
            if files.get(open.place()).is_some_and(|(known, _)| *known != version) {
                let links = Arc::new(workspace.links(open.place(), Some(&open)));
                files.insert(open.place().to_owned(), (version, links));
            }
        }
        let mut names = Names::default();
        for (_, links) in files.values() {
            if names.namespaces.len() < MAX_NAMES {
                names.namespaces.extend(links.namespaces.iter().cloned());
            }
            if names.schemas.len() < MAX_NAMES {
                names.schemas.extend(links.schemas.iter().cloned());
            }
            if names.keys.len() < MAX_NAMES {
                names.keys.extend(
                    links.keys.iter().map(|key| ((Arc::clone(&key.space), key.name.clone()), key.target.clone())),
                );
            }
        }
        names
    }
}

impl LinkedFiles<'_> {
    /// Returns the paths of all files, each once, in order.
    fn paths(&self, open: &DocumentsByPath, cancel: &CancelToken) -> impl Iterator<Item = PathBuf> + use<> {
        let found = files::in_folders(&self.folders, MAX_FILES, || !cancel.is_cancelled());
        let open = open.values().map(|open| open.place().to_owned());
        let paths: BTreeMap<_, _> = found.chain(open).map(|path| (path_key(&path).into_owned(), path)).collect();
        paths.into_values()
    }

    /// Adds to the links to keys those to their targets.
    fn follow_keys(&self, all: &mut AllLinks) {
        let mut defined: HashMap<Arc<Path>, HashMap<Box<str>, Vec<Destination>>> = HashMap::new();
        for key in all.iter().flat_map(|(_, links)| &links.keys) {
            let names = defined.entry(Arc::clone(&key.space)).or_default();
            names.entry(key.name.clone()).or_default().extend(key.target.clone());
        }
        let targets = self.configuration.targets().within(&self.roots);
        for (_, links) in all.iter_mut().filter(|_| !defined.is_empty()) {
            let named =
                links.links.iter().filter_map(|link| Some((link.span, defined.get(&link.target)?, link.key()?)));
            let added = named.flat_map(|(span, names, key)| {
                let (key, element) = key.split_once('/').map_or((key, None), |(key, element)| (key, Some(element)));
                let targets_of_key = names.get(key).into_iter().flatten();
                targets_of_key.map(move |target| {
                    let fragment = match element {
                        None => target.fragment.clone(),
                        Some(element) => Some(element_of(target, element, targets)),
                    };
                    Link { span, target: target.file.as_path().into(), fragment: fragment.map(Into::into) }
                })
            });
            let added: Vec<_> = added.collect();
            if !added.is_empty() {
                let links = Arc::make_mut(links);
                links.links.extend(added);
                links.links.sort_by_key(|link| link.span.start);
            }
        }
    }

    fn links(&self, path: &Path, open: Option<&Snapshot>) -> FileLinks {
        match open {
            Some(open) => FileLinks::new(&open.document, path),
            None => self.parse(path).map(|document| FileLinks::new(&document, path)).unwrap_or_default(),
        }
    }

    /// Parses the file at `path` without its findings; `None` for another file, if it cannot be read, or is in no directory that
    /// the user opened: a document may name it, on any machine.
    fn parse(&self, path: &Path) -> Option<Document> {
        self.roots.iter().find_map(|root| below(path, root))?;
        let of_client =
            self.documents.files.get(path).filter(|(_, text)| is_page(path) || is_document(path, text.as_bytes()));
        let text =
            of_client.map(|(_, text)| text.to_string()).or_else(|| Some(files::linked_source(path, LARGEST)?.text))?;
        let uri = file_uri_from_path(path).unwrap_or_default();
        let mut settings = self.configuration.settings_for(&uri, "", schema_head(&text));
        settings.severities.turn_off_all();
        Some(Document::parse(text, Arc::new(settings)))
    }

    /// Returns the document at `path`, open or not.
    pub fn document(&self, path: &Path) -> Option<(Option<Arc<Snapshot>>, Document)> {
        match self.documents.snapshot_of_file(path) {
            Some(open) => {
                let document = open.document.clone();
                Some((Some(open), document))
            }
            None => self.parse(path).map(|document| (None, document)),
        }
    }
}

impl FileLinks {
    /// Returns what `document`, which is at `path`, contains.
    pub fn new(document: &Document, path: &Path) -> Self {
        let mut found = Self::default();
        let own: Arc<Path> = path.into();
        let mut targets: HashMap<String, Option<Arc<Path>>> = HashMap::new();
        let mut namespace: Option<Box<str>> = None;
        let ids = std::cell::OnceCell::new();
        let text = document.shared_text();
        let paths = paths::all(document, &text);
        for site in document.sites().filter(|site| !paths::contain(&paths, site)) {
            if site.role.reference_use == ReferenceUse::Namespace {
                let name: Box<str> = site.reference().into();
                if found.namespaces.len() < MAX_NAMES && !found.namespaces.contains(&name) {
                    found.namespaces.push(name.clone());
                }
                namespace = Some(name);
                continue;
            }
            if is_schema_location(&site)
                && found.schemas.len() < MAX_NAMES
                && let Some(namespace) = namespace.take()
            {
                found.schemas.push((namespace, site.reference().into()));
            }
            let Some(target) = target_of(document, &site) else { continue };
            let file = match &target.file {
                None => Some(Arc::clone(&own)),
                Some(file) => {
                    targets.entry(file.clone()).or_insert_with(|| path_from_file_uri(file).map(Arc::from)).clone()
                }
            };
            let Some(file) = file else { continue };
            let is_include = site.kind == SiteKind::Entity
                || site.element == "{http://www.w3.org/2001/XInclude}include" && site.attribute == Some("href");
            if is_include && file != own {
                found.includes.push(Arc::clone(&file));
            }
            let Some(written) = target.fragment.map(|span| span.slice(&site.value)) else {
                found.links.push(Link { span: site.span, target: file, fragment: None });
                continue;
            };
            let topic = || ids.get_or_init(|| document.ids()).topic_at(site.span.start).map(str::to_owned);
            for named in named_ids(written, topic) {
                let fragment = Some(named.fragment.into());
                found.links.push(Link { span: site.span, target: Arc::clone(&file), fragment });
            }
        }
        if document.settings().syntax == Syntax::Xml {
            found.links.extend(without_reference(document, path, (&text, &paths)));
            if may_contain_keys(&text) {
                let ids = ids.get_or_init(|| document.ids());
                for name in ids.keys() {
                    found.add_key(document, path, &text, name);
                }
            }
            found.links.sort_by_key(|link| link.span.start);
        }
        found
    }
}

impl FileLinks {
    fn add_key(&mut self, document: &Document, path: &Path, text: &str, name: &KeyName) {
        let (key, space) = (name.key.slice(text), key_space(name));
        if let Some(target) = name.definition {
            let target = match target {
                KeyTarget::Document => Some(Destination { file: path.to_owned(), fragment: None }),
                KeyTarget::Reference(of) => destination(document, path, of),
                KeyTarget::Other => None,
            };
            self.keys.push(Key { space: space.into(), name: key.into(), span: name.key, target });
            return;
        }
        let mut link = |span: Span<InDocument>, file: &Path, fragment: String| {
            if !span.is_empty() {
                self.links.push(Link { span, target: file.into(), fragment: Some(fragment.into()) });
            }
        };
        link(name.key, &space, key.to_owned());
        match name.element {
            Some(element) if key.is_empty() => link(element, path, element.slice(text).to_owned()),
            Some(element) => link(element, &space, format!("{key}/{}", element.slice(text))),
            None => {}
        }
    }
}

/// Returns the fragment of the element with this ID in the target of a key: in DITA it is in the topic of the target.
pub fn element_of(target: &Destination, id: &str, targets: TargetsWithin<'_>) -> String {
    let named = target.fragment.as_deref().map(|fragment| fragment.split('/').next().unwrap_or_default().to_owned());
    let first = || Some(targets.ids(&file_uri_from_path(&target.file)?)?.first_topic()?.to_owned());
    named.or_else(first).map_or_else(|| id.to_owned(), |topic| format!("{topic}/{id}"))
}

/// Returns what leads to a file without a reference: paths, and the fragments of other references.
fn without_reference(document: &Document, path: &Path, (text, paths): (&str, &[PathReference<'_>])) -> Vec<Link> {
    let mut found: Vec<_> = paths
        .iter()
        .filter_map(|path| Some(Link { span: path.span, target: path.file()?.into(), fragment: None }))
        .collect();
    for attribute in fragment_attributes(text) {
        let Some(target) = target_of_fragment(document, path, attribute.of).map(Arc::<Path>::from) else { continue };
        found.extend(named_ids(attribute.span.slice(text), || None).into_iter().map(|named| Link {
            span: attribute.span,
            target: Arc::clone(&target),
            fragment: Some(named.fragment.into()),
        }));
    }
    found
}

/// Returns the target of the reference at `site`: also, in RDF/XML and RDFa, that of a name with the IRI of an element of
/// this document, by the base there.
pub fn target_of(document: &Document, site: &Site<'_>) -> Option<SiteTarget> {
    document.target_of(site).or_else(|| {
        let is_name = site.role.reference_use == ReferenceUse::Name && document.settings().syntax == Syntax::Xml;
        let text = site.reference();
        let hash = text.find('#').filter(|_| is_name && site.is_known)?;
        let base = site.base.as_deref().unwrap_or_default();
        let is_own = hash == 0 || text[..hash] == *without_query_and_fragment(base);
        let start = site.value.find(text).unwrap_or_default();
        let fragment = Some(Span::new(start + hash + 1, start + text.len()));
        is_own.then(|| SiteTarget { file: None, path: Span::empty(start), fragment })
    })
}

/// Returns the file that the reference at `of` in the document at `path` identifies; without a reference it is that of the
/// document.
pub fn target_of_fragment(document: &Document, path: &Path, of: Option<Span<InDocument>>) -> Option<PathBuf> {
    of.map_or_else(|| Some(path.to_owned()), |of| Some(destination(document, path, of)?.file))
}

/// Returns where the reference at `of` in the document at `path` leads.
fn destination(document: &Document, path: &Path, of: Span<InDocument>) -> Option<Destination> {
    let site = document.sites_in(of).find(|site| site.span.start <= of.end && of.start <= site.span.end)?;
    let target = document.target_of(&site)?;
    let file = target.file.map_or_else(|| Some(path.to_owned()), |file| path_from_file_uri(&file))?;
    let named = target.fragment.and_then(|fragment| named_ids(fragment.slice(&site.value), || None).into_iter().next());
    Some(Destination { file, fragment: named.map(|named| named.fragment) })
}

/// Returns whether the reference at `site` is the location of a schema, or the namespace in a pair with one.
pub fn is_schema_location(site: &Site<'_>) -> bool {
    site.attribute.is_some_and(|name| name.ends_with("}schemaLocation"))
}
