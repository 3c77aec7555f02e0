//! Schemas of documents: found, loaded once, and kept.
//!
//! ```text
//! head of a document ─▶ association, xml-model, schemaLocation, catalog, index ─▶ locations ─▶ Types
//! ```
//!
//! Only regular files below the roots are read, entries of the package of the document, and what a catalog of the user
//! names. Nothing is downloaded: a schema on the web is used if a catalog maps it to a file, or the workspace contains
//! one for the namespace.

mod index;
mod places;
mod texts;

pub use index::is_schema_by_name;

use std::cell::OnceCell;
use std::collections::HashMap;
use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::files::catalogs::{CatalogPath, CatalogTarget, Catalogs};
use crate::files::config::{Association, Config};
use crate::files::configs::ConfigFile;
use crate::files::open::OpenTexts;
use crate::files::package::named_entry;
use crate::files::paths::{absolute, file_uri_from_path, is_same_file, relative_text};
use crate::reference::resolve;
use crate::schema::{self, LoadedSchema, SchemaText, SchemaTexts};
use crate::vocabularies::ExpandedName;
use crate::xml::UserPlace;
use crate::xml::head::DocumentHead;
use crate::xml::types::{Binding, BoundSchema, NotLoaded, OwnTypes, Types};
use index::Index;
use texts::{FileTexts, SharedTrees};

/// Maximum number of schemas that are kept.
const MAX_KEPT: usize = 256;
/// Maximum number of bytes that the declarations of the schemas that are kept take, about.
const MAX_KEPT_BYTES: usize = 128 << 20;
/// Maximum number of schemas of one document.
const MAX_PER_DOCUMENT: usize = 16;

/// Namespaces whose attributes say something about the document; schemas are not looked up for them.
const OF_DOCUMENTS: [&str; 3] =
    ["", "http://www.w3.org/2001/XMLSchema-instance", "http://www.w3.org/XML/1998/namespace"];

/// Surroundings of a document.
#[derive(Clone, Debug, Default)]
pub struct SchemaSurroundings {
    /// Path of the document; `None` if it is not a file.
    pub path: Option<PathBuf>,
    /// Directories that may be accessed.
    pub roots: Vec<PathBuf>,
    /// Directory whose schemas, with those below it, are used for the namespaces that they declare.
    pub workspace: Option<PathBuf>,
    /// Whether that directory is one of a project, and not just one that contains the document.
    pub is_project: bool,
    /// Configuration of the document.
    pub config: Arc<ConfigFile>,
    /// Settings of a client with the directories that they are relative to.
    pub of_client: Vec<(PathBuf, Arc<Config>)>,
    /// Catalogs.
    pub catalogs: Vec<CatalogPath>,
}

/// Schemas that were loaded so far; may be shared by threads.
#[derive(Default)]
pub struct SchemaStore {
    known: Mutex<Known>,
    trees: SharedTrees,
    open: Option<Arc<OpenTexts>>,
}

impl fmt::Debug for SchemaStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SchemaStore").finish_non_exhaustive()
    }
}

#[derive(Default)]
struct Known {
    /// Schemas by location and roots; an error is kept too.
    schemas: HashMap<(String, Vec<PathBuf>), Loaded>,
    catalogs: Vec<(Vec<CatalogPath>, Arc<Catalogs>)>,
    /// Real paths of roots; `None` for one that does not exist.
    real_roots: HashMap<PathBuf, Option<PathBuf>>,
    /// Indices by their directories. Paths as keys would be split into components for each document.
    indices: HashMap<OsString, Arc<Index>>,
}

/// Result of loading a schema.
#[derive(Clone)]
struct Loaded {
    schema: Arc<LoadedSchema>,
    /// Files that were read, or looked for.
    files: Arc<[PathBuf]>,
}

impl SchemaStore {
    /// Creates a store that prefers the texts of `open` to files.
    pub fn with_open_texts(open: Arc<OpenTexts>) -> Self {
        Self { open: Some(open), ..Self::default() }
    }

    /// Returns the types of the schemas of the document that starts with `text`; `None` if it has none.
    pub fn types(&self, text: &str, surroundings: &SchemaSurroundings) -> Option<Arc<Types>> {
        let head = DocumentHead::parse(text);
        let root = head.root.as_ref()?;
        let catalogs = self.catalogs(&surroundings.catalogs);
        let mut binder = Binder {
            store: self,
            surroundings,
            catalogs,
            location: OnceCell::new(),
            index: OnceCell::new(),
            bound: Vec::new(),
            not_loaded: Vec::new(),
        };
        binder.associations(&head, root);
        if binder.bound.is_empty() {
            binder.named(head.models.iter().map(|href| (href, None)), Binding::XmlModel, &head);
        }
        if binder.bound.is_empty() {
            let locations = head.locations.iter().map(|(namespace, location)| (location, Some(&**namespace)));
            binder.named(locations, Binding::SchemaLocation, &head);
        }
        if binder.bound.is_empty() {
            binder.document_type(&head, is_schema_by_name);
        }
        let inner = head.inner_locations.iter().map(|(namespace, location)| (location, Some(&**namespace)));
        binder.named(inner, Binding::SchemaLocation, &head);
        for namespace in std::iter::once(&root.0).chain(&head.namespaces) {
            binder.by_namespace(namespace);
        }
        // A DTD says least.
        if binder.bound.is_empty() {
            binder.document_type(&head, is_dtd_by_name);
        }
        let Binder { bound, not_loaded, .. } = binder;
        // Another schema for the namespace replaces one that is not where the document says.
        let is_missing = |namespace: &Option<Box<str>>| {
            !namespace
                .as_deref()
                .is_some_and(|namespace| bound.iter().any(|schema| schema.declarations.has_namespace(namespace)))
        };
        let not_loaded = not_loaded.into_iter().filter(|(namespace, _)| is_missing(namespace));
        let not_loaded: Vec<_> = not_loaded.map(|(_, not_loaded)| not_loaded).collect();
        let own = self.own_types(root, text, surroundings);
        let is_empty = bound.is_empty() && not_loaded.is_empty() && own.is_empty();
        (!is_empty).then(|| Arc::new(Types::new(bound).with_not_loaded(not_loaded).with_own_types(own)))
    }

    /// Returns the places of references that the schema at the absolute `path` declares, and its problems as messages.
    /// Only files below `roots` are read.
    pub fn places(&self, path: &Path, roots: &[PathBuf], catalogs: &[CatalogPath]) -> (Vec<UserPlace>, Vec<String>) {
        let location = file_uri_from_path(path).unwrap_or_default();
        let LoadedSchema { declarations, problems } = &*self.load(&location, roots, &self.catalogs(catalogs)).schema;
        let (places, is_complete) = places::places(declarations);
        let too_many = (!is_complete).then(|| "schema has too many places".to_owned());
        (places, problems.iter().map(|problem| problem.located(declarations)).chain(too_many).collect())
    }

    /// Returns the files that the schemas and catalogs so far consist of, also if they do not exist.
    pub fn files(&self) -> Vec<PathBuf> {
        let known = self.lock();
        let schemas = known.schemas.values().flat_map(|loaded| loaded.files.iter());
        schemas.chain(known.catalogs.iter().flat_map(|(_, catalogs)| catalogs.files())).cloned().collect()
    }

    /// Forgets all schemas, catalogs and indices; each is read when it is next needed.
    pub fn forget(&self) {
        *self.lock() = Known::default();
    }

    /// Forgets the schemas that consist of or look for the file at `path`; returns whether there are any.
    pub fn forget_file(&self, path: &Path) -> bool {
        let mut known = self.lock();
        let before = known.schemas.len();
        known.schemas.retain(|_, loaded| !loaded.files.iter().any(|file| is_same_file(file, path)));
        known.schemas.len() < before
    }

    fn lock(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the types of references that the document defines, if it is an XML Schema. Documents that it includes are not
    /// read: each of them may include all others.
    fn own_types(
        &self,
        (namespace, local): &(Arc<str>, Box<str>),
        text: &str,
        surroundings: &SchemaSurroundings,
    ) -> OwnTypes {
        if !schema::xsd::is_schema(ExpandedName { namespace, local }) {
            return OwnTypes::new();
        }
        // Of an open document, `text` may be only the start.
        let open = self.open.as_ref().zip(surroundings.path.as_deref()).and_then(|(open, path)| open(path));
        let text = open.unwrap_or_else(|| text.into());
        // Few schemas define such types and use them for values.
        let contains = |word: &str| memchr::memmem::find(text.as_bytes(), word.as_bytes()).is_some();
        if text.len() > schema::MAX_BYTES
            || !contains("anyURI")
            || !["default", "fixed", "enumeration"].map(contains).contains(&true)
        {
            return OwnTypes::new();
        }
        schema::xsd::load("", &mut OwnText(text)).declarations.reference_types()
    }

    fn catalogs(&self, paths: &[CatalogPath]) -> Arc<Catalogs> {
        if paths.is_empty() {
            return Arc::default();
        }
        if let Some((_, known)) = self.lock().catalogs.iter().find(|(of, _)| of == paths) {
            return Arc::clone(known);
        }
        let catalogs = Arc::new(Catalogs::read(paths));
        self.lock().catalogs.push((paths.to_vec(), Arc::clone(&catalogs)));
        catalogs
    }

    fn index(&self, surroundings: &SchemaSurroundings) -> Option<Arc<Index>> {
        let workspace = surroundings.workspace.as_deref()?;
        // The lock is held so that only one thread reads the directories.
        let mut known = self.lock();
        if let Some(known) = known.indices.get(workspace.as_os_str()) {
            return Some(Arc::clone(known));
        }
        let index = Arc::new(Index::below(workspace, surroundings.is_project));
        known.indices.insert(workspace.as_os_str().to_owned(), Arc::clone(&index));
        Some(index)
    }

    /// Loads the schema at `location`, an absolute IRI, from files below `roots`.
    fn load(&self, location: &str, roots: &[PathBuf], catalogs: &Catalogs) -> Loaded {
        let roots = self.lock().without_inner(roots);
        let key = (location.to_owned(), roots.clone());
        if let Some(known) = self.lock().schemas.get(&key) {
            return known.clone();
        }
        let mut texts = FileTexts::new(roots, catalogs, self.open.as_deref(), &self.trees);
        let schema = Arc::new(schema::load(location, &mut texts));
        let loaded = Loaded { schema, files: texts.files().into() };
        let mut known = self.lock();
        let bytes = |loaded: &Loaded| loaded.schema.declarations.bytes();
        let kept: usize = known.schemas.values().map(bytes).sum();
        if known.schemas.len() >= MAX_KEPT || kept + bytes(&loaded) > MAX_KEPT_BYTES {
            known.schemas.clear();
        }
        // If another thread was faster, its declarations are shared.
        known.schemas.entry(key).or_insert(loaded).clone()
    }
}

impl Known {
    /// Returns the roots without those in another one: the directories of all documents of a project can access the same
    /// files, and share the schemas that are loaded.
    fn without_inner(&mut self, roots: &[PathBuf]) -> Vec<PathBuf> {
        for root in roots {
            if !self.real_roots.contains_key(root) {
                self.real_roots.insert(root.clone(), root.canonicalize().ok());
            }
        }
        let real = |root: &PathBuf| self.real_roots.get(root).and_then(Option::as_deref);
        let mut outer: Vec<PathBuf> = Vec::new();
        for root in roots {
            // A link on the way may lead out of the other root.
            let is_really_inner = |(inner, other): (&Path, &Path)| inner.starts_with(other);
            let is_inner =
                |other: &PathBuf| root.starts_with(other) && real(root).zip(real(other)).is_some_and(is_really_inner);
            if !outer.iter().any(is_inner) {
                outer.push(root.clone());
            }
        }
        outer
    }
}

/// Returns whether the name of a file is that of a DTD.
fn is_dtd_by_name(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("dtd"))
}

/// Text of a schema without the documents that it includes.
struct OwnText(Arc<str>);

impl SchemaTexts for OwnText {
    fn text(&mut self, reference: &str, _base: &str) -> Result<SchemaText, String> {
        let text = SchemaText { location: Arc::default(), text: Arc::clone(&self.0) };
        if reference.is_empty() { Ok(text) } else { Err(String::new()) }
    }
}

/// Search for the schemas of one document.
struct Binder<'s> {
    store: &'s SchemaStore,
    surroundings: &'s SchemaSurroundings,
    catalogs: Arc<Catalogs>,
    /// IRI of the document, determined when it is first needed; empty if the document is not a file.
    location: OnceCell<String>,
    /// Index of the workspace, determined when it is first needed; `None` if there is no directory for one.
    index: OnceCell<Option<Arc<Index>>>,
    bound: Vec<BoundSchema>,
    /// Schemas that could not be loaded; if a file does not exist, with the namespace that the document names with it.
    not_loaded: Vec<(Option<Box<str>>, NotLoaded)>,
}

impl Binder<'_> {
    /// Returns the IRI of the document; empty if it is not a file.
    fn location_of_document(&self) -> &str {
        let location = || self.surroundings.path.as_deref().and_then(file_uri_from_path).unwrap_or_default();
        self.location.get_or_init(location)
    }

    /// Binds the schemas that the configuration associates with the document.
    fn associations(&mut self, head: &DocumentHead, root: &(Arc<str>, Box<str>)) {
        let surroundings = self.surroundings;
        let own = surroundings.config.schemas().map(|(folder, schemas)| (folder, schemas, Some(folder)));
        let of_client = surroundings.of_client.iter().map(|(folder, config)| (folder.as_path(), &config.schemas, None));
        let document = surroundings.path.as_deref();
        let locations = own.chain(of_client).flat_map(|(folder, schemas, granted)| {
            let path = document.map(|path| relative_text(&absolute(path), folder)).unwrap_or_default();
            let matches = move |association: &&Association| {
                association.files.as_ref().is_none_or(|files| files.matches(&path))
                    && association.root.as_ref().is_none_or(|local| **local == *root.1)
                    && association.namespace.as_ref().is_none_or(|namespace| {
                        **namespace == *root.0 || head.namespaces.iter().any(|declared| **declared == **namespace)
                    })
            };
            let meant = schemas.associations.iter().filter(matches);
            meant.filter_map(move |association| {
                Some((file_uri_from_path(&folder.join(&association.schema.path))?, granted.map(Path::to_owned)))
            })
        });
        let locations: Vec<_> = locations.collect();
        for (location, granted) in locations {
            self.bind(&location, granted, None, Binding::Configuration);
        }
    }

    /// Binds schemas that the document names, each by a reference and perhaps a namespace.
    fn named<'r>(
        &mut self,
        references: impl Iterator<Item = (&'r String, Option<&'r str>)>,
        binding: Binding,
        head: &DocumentHead,
    ) {
        for (reference, namespace) in references {
            let document = self.location_of_document();
            let base = head.base.as_deref().filter(|_| binding == Binding::SchemaLocation);
            let base = base.and_then(|base| resolve(document, base)).unwrap_or_else(|| document.to_owned());
            let location = resolve(&base, reference).unwrap_or_else(|| reference.clone());
            let mapped = self.catalogs.schema_target(&location).or_else(|| self.catalogs.schema_target(reference));
            let mapped = mapped.or_else(|| namespace.and_then(|namespace| self.catalogs.target(namespace)));
            let (location, granted) = mapped.map_or((location, None), |mapped| (mapped.location, mapped.granted));
            // In models, a fragment names an object: `library.ecore#//shop`.
            let is_object = reference.split_once('#').is_some_and(|(file, _)| !is_schema_by_name(Path::new(file)));
            if texts::is_file(&location) && !is_object {
                self.bind(&location, granted, Some((reference, namespace)), binding);
            }
        }
    }

    /// Binds the schema that the document type declaration identifies, if its file has such a name.
    fn document_type(&mut self, head: &DocumentHead, is_named: fn(&Path) -> bool) {
        let (public_id, system_id) = (head.public_id.as_deref(), head.system_id.as_deref());
        let mapped = self.catalogs.external_target(public_id, system_id);
        let resolved = || Some(CatalogTarget::from(resolve(self.location_of_document(), system_id?)?));
        let is_schema =
            |CatalogTarget { location, .. }: &CatalogTarget| texts::is_file(location) && is_named(Path::new(location));
        if let Some(CatalogTarget { location, granted }) = mapped.or_else(resolved).filter(is_schema) {
            // Many documents name a DTD that only their publishers have.
            let reference = system_id.filter(|_| !is_dtd_by_name(Path::new(&location))).map(str::to_owned);
            self.bind(&location, granted, reference.as_ref().map(|reference| (reference, None)), Binding::DocumentType);
        }
    }

    /// Binds the schema for a namespace that no bound schema has, if a catalog or the workspace contains one.
    fn by_namespace(&mut self, namespace: &Arc<str>) {
        let is_known = |schema: &BoundSchema| schema.declarations.has_namespace(namespace);
        if OF_DOCUMENTS.contains(&&**namespace) || self.bound.iter().any(is_known) {
            return;
        }
        if let Some(mapped) = self.catalogs.target(namespace).filter(|mapped| texts::is_file(&mapped.location)) {
            return self.bind(&mapped.location, mapped.granted, None, Binding::Catalog);
        }
        if self.surroundings.config.uses_index() {
            let path = self.surroundings.path.as_deref();
            let index = self.index.get_or_init(|| self.store.index(self.surroundings));
            let nearest = index.as_ref().and_then(|index| index.nearest(namespace, path));
            if let Some(location) = nearest.and_then(file_uri_from_path) {
                self.bind(&location, None, None, Binding::WorkspaceIndex);
            }
        }
    }

    /// Binds the schema at `location`, which `reference` in the document names, perhaps for a namespace. Further files in
    /// the directory `granted` may be read.
    fn bind(
        &mut self,
        location: &str,
        granted: Option<PathBuf>,
        reference: Option<(&String, Option<&str>)>,
        binding: Binding,
    ) {
        if self.bound.len() == MAX_PER_DOCUMENT {
            return;
        }
        let mut roots = self.surroundings.roots.clone();
        roots.extend(granted);
        // The package of the document, whose other entries it may name.
        let package = self.surroundings.path.as_deref().and_then(named_entry);
        roots.extend(package.map(|(package, _)| package));
        let Loaded { schema, .. } = self.store.load(location, &roots, &self.catalogs);
        if let (Some((reference, namespace)), Some(problem)) = (reference, schema.problems.first()) {
            let message = problem.located(&schema.declarations);
            let not_loaded = NotLoaded { reference: reference.clone(), message };
            let is_absent = schema.declarations.is_empty() && problem.message.starts_with("schema not found");
            let namespace = namespace.filter(|_| is_absent).map(Box::from);
            self.not_loaded.push((namespace, not_loaded));
        }
        let is_known = |known: &BoundSchema| Arc::ptr_eq(&known.declarations, &schema.declarations);
        if !schema.declarations.is_empty() && !self.bound.iter().any(is_known) {
            self.bound.push(BoundSchema { declarations: Arc::clone(&schema.declarations), binding });
        }
    }
}
