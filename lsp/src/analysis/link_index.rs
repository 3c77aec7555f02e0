//! Index of the links between the files of the workspace: who leads to a file or an ID, and what files contain.
//!
//! ```text
//! folders ─▶ walk ─▶ has the file changed? ─▶ Document ─▶ links, namespaces   kept per file
//!                    open texts come first
//! ```
//!
//! The index is built on a worker when it is first needed, and compared with the disk at every use, so that it is true
//! also for clients that do not watch files.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use iri_core::files::{Stamp, below, file_uri_from_path, is_document, path_from_file_uri, path_key};
use iri_core::rules::ReferenceUse;
use iri_core::text::InDocument;
use iri_core::xml::Syntax;
use iri_core::xml::ids::{fragment_attributes, named_ids};
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

/// What a file contains.
#[derive(Clone, Debug, Default)]
pub struct FileLinks {
    /// Links in the order of the document.
    pub links: Vec<Link>,
    /// Namespace names.
    pub namespaces: Vec<Box<str>>,
    /// Locations of schemas, as written, with their namespaces.
    pub schemas: Vec<(Box<str>, Box<str>)>,
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

/// Links of all files.
pub type AllLinks = Vec<(PathBuf, Arc<FileLinks>)>;

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
        Some(all.into_iter().map(|(path, (_, links))| (path, links)).collect())
    }

    /// Returns the namespaces and schema locations of all files. The files are compared with the disk if the `revision` of
    /// the workspace has changed.
    pub fn names(
        &self,
        workspace: &LinkedFiles<'_>,
        revision: u64,
        cancel: &CancelToken,
    ) -> (BTreeSet<Box<str>>, SchemaLocations) {
        let mut named = self.named.lock();
        if *named != Some(revision) && self.refreshed(workspace, cancel).is_some() {
            *named = Some(revision);
        }
        drop(named);
        let files = self.files.lock();
        let (mut namespaces, mut schemas) = (BTreeSet::new(), BTreeSet::new());
        for (_, links) in files.values() {
            if namespaces.len() < MAX_NAMES {
                namespaces.extend(links.namespaces.iter().cloned());
            }
            if schemas.len() < MAX_NAMES {
                schemas.extend(links.schemas.iter().cloned());
            }
        }
        (namespaces, schemas)
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

    fn links(&self, path: &Path, open: Option<&Snapshot>) -> FileLinks {
        match open {
            Some(open) => FileLinks::new(&open.document, path),
            None => self.parse(path).map(|document| FileLinks::new(&document, path)).unwrap_or_default(),
        }
    }

    /// Parses the file at `path` without its findings; `None` if it is not XML, cannot be read, or is in no directory that
    /// the user opened: a document may name it, on any machine.
    fn parse(&self, path: &Path) -> Option<Document> {
        self.roots.iter().find_map(|root| below(path, root))?;
        let of_client = self.documents.files.get(path).filter(|(_, text)| is_document(path, text.as_bytes()));
        let text = of_client.map(|(_, text)| text.to_string()).or_else(|| Some(files::source(path, LARGEST)?.text))?;
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
            let Some(target) = document.target_of(&site) else { continue };
            let file = match &target.file {
                None => Some(Arc::clone(&own)),
                Some(file) => {
                    targets.entry(file.clone()).or_insert_with(|| path_from_file_uri(file).map(Arc::from)).clone()
                }
            };
            let Some(file) = file else { continue };
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
            found.links.sort_by_key(|link| link.span.start);
        }
        found
    }
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

/// Returns the file that the reference at `of` in the document at `path` identifies; without a reference it is that of the
/// document.
pub fn target_of_fragment(document: &Document, path: &Path, of: Option<Span<InDocument>>) -> Option<PathBuf> {
    let Some(of) = of else { return Some(path.to_owned()) };
    let site = document.sites_in(of).find(|site| site.span.start <= of.end && of.start <= site.span.end)?;
    match document.target_of(&site)?.file {
        Some(file) => path_from_file_uri(&file),
        None => Some(path.to_owned()),
    }
}

/// Returns whether the reference at `site` is the location of a schema, or the namespace in a pair with one.
pub fn is_schema_location(site: &Site<'_>) -> bool {
    site.attribute.is_some_and(|name| name.ends_with("}schemaLocation"))
}
