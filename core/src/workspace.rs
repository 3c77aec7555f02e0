//! The settings of each document, the same in every front end and however a file is named: those of clients, then those of
//! the nearest `.iri.toml`, then those of a command line; later ones override earlier ones.
//!
//! ```text
//! layers of a client ─▶ .iri.toml ─▶ overrides ─▶ Settings ◀─ schemas, catalogs, targets of references
//!    (LSP settings)     (nearest)   (arguments)
//! ```

use std::borrow::Cow;
use std::collections::HashMap;
use std::error::Error;
use std::ffi::OsString;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::files::config::Config;
use crate::files::{
    CONFIG_FILE_NAME, CatalogPath, ConfigFile, ConfigSource, ConfigTexts, Configs, Nearest, OpenFiles, OpenTexts,
    SaveError, SchemaStore, SchemaSurroundings, TargetIndex, absolute, below, document_location, folder_of,
    has_repository, is_repository, override_with, read, read_config, relative_text, save,
};
use crate::reference::Dialect;
use crate::rules::{Role, Rule, Severities, Severity};
use crate::text::encoding::{self, EncodedForm, EncodingError, FileBytes, Source};
use crate::xml::types::Types;
use crate::xml::{Document, FixError, Fixer, Settings, Syntax, UnknownPlaces, UserPlace, are_targets_checked};

#[doc(hidden)] // for the programs of this workspace
/// Settings of a client, as in `.iri.toml`.
#[derive(Clone, Debug)]
pub struct Layer {
    /// Directory that patterns and paths are relative to; `None` if no directory is open.
    pub folder: Option<PathBuf>,
    /// Settings.
    pub config: Arc<Config>,
}

#[doc(hidden)] // for the programs of this workspace
/// Settings that win over those of files: the arguments of a command line.
#[derive(Clone, Debug, Default)]
pub struct Overrides {
    /// Severities.
    pub severities: Severities,
    /// Rules that are on: as a warning, unless they have a severity.
    pub selected: Vec<&'static Rule>,
    /// Grammar that references must match.
    pub dialect: Option<Dialect>,
    /// Base of relative references.
    pub base: Option<String>,
    /// Whether all references in unknown places are wanted.
    pub are_unknown_wanted: bool,
    /// Configuration of an argument.
    pub config: Option<Layer>,
}

impl Overrides {
    /// Overrides `severities`.
    pub fn apply(&self, severities: &mut Severities) {
        severities.then(&self.severities);
        for rule in &self.selected {
            if severities.effective(rule, Role::default()).is_none() {
                // The rule exists.
                let _ = severities.set(rule.name, Some(Severity::Warning));
            }
        }
    }
}

#[doc(hidden)] // for the programs of this workspace
/// Document whose settings are wanted.
#[derive(Clone, Copy, Debug)]
pub struct DocumentAt<'d> {
    /// Path of the file; `None` for a text without a file.
    pub path: Option<&'d Path>,
    /// Language that an editor gives the text; empty if it gives none. It counts if the name does not show the syntax.
    pub language: &'d str,
    /// Directories that the user opened or named. Files below them may be read.
    pub folders: &'d [PathBuf],
    /// Whether the document stays open, so that its targets are looked up although no rule checks them.
    pub is_open: bool,
}

/// Name of a text without a file, in patterns.
const UNNAMED: &str = "-";

#[doc(hidden)] // for the programs of this workspace
/// Configuration file that applies to a document, or the one to create for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigTarget {
    /// Path of the file.
    pub path: PathBuf,
    /// Its text; empty if it does not exist.
    pub text: String,
    /// Whether it must be created.
    pub is_new: bool,
}

/// Configurations, schemas and targets of all documents; may be shared by threads.
///
/// ```no_run
/// use iri_core::workspace::{DocumentAt, Workspace};
/// use iri_core::files::ConfigSource;
/// use std::path::{Path, PathBuf};
///
/// let workspace = Workspace::new(ConfigSource::Nearest);
/// let (path, folders) = (Path::new("/book/a.xml"), [PathBuf::from("/book")]);
/// let document = DocumentAt { path: Some(path), language: "", folders: &folders, is_open: false };
/// let mut settings = workspace.settings(&document, &[], &Default::default());
/// settings.types = workspace.types(&document, "<a/>", &[]);
/// # drop(settings);
/// ```
#[derive(Debug)]
pub struct Workspace {
    configs: Configs,
    schemas: SchemaStore,
    targets: Arc<TargetIndex>,
    projects: Mutex<Projects>,
}

/// Projects that were looked for.
#[derive(Debug, Default)]
struct Projects {
    /// Directory of the project, by the directories of files; `None` outside of any.
    of_folders: HashMap<OsString, Option<PathBuf>>,
    repositories: Nearest,
}

impl Projects {
    /// Returns the nearest repository above `folder` that applies there.
    fn repository(&mut self, folder: &Path) -> Option<PathBuf> {
        let mut found = self.repositories.find(folder, has_repository)?;
        while !is_repository(&found, folder) {
            found = self.repositories.find(found.parent()?, has_repository)?;
        }
        Some(found)
    }
}

impl Default for Workspace {
    fn default() -> Self {
        Self::new(ConfigSource::Nearest)
    }
}

impl Workspace {
    /// Creates a workspace with the configurations from `source`.
    pub fn new(source: ConfigSource) -> Self {
        Self {
            configs: Configs::new(source),
            schemas: SchemaStore::default(),
            targets: Arc::default(),
            projects: Mutex::default(),
        }
    }

    /// Creates a workspace for a program that runs while files change. The texts of `open` replace those of files.
    pub fn live(open: Arc<dyn OpenFiles>) -> Self {
        let targets = Arc::new(TargetIndex::live(Arc::clone(&open)));
        let texts: Arc<OpenTexts> = Arc::new(move |path| open.text(path));
        Self {
            configs: Configs::new(ConfigSource::Nearest).with_open_texts(Some(Arc::clone(&texts))),
            schemas: SchemaStore::with_open_texts(texts),
            targets,
            projects: Mutex::default(),
        }
    }

    /// Sets the texts of configurations that replace those on the disk.
    #[must_use]
    pub fn with_config_texts(self, texts: ConfigTexts) -> Self {
        Self { configs: self.configs.with_texts(texts), ..self }
    }

    /// Returns the configurations.
    pub const fn configs(&self) -> &Configs {
        &self.configs
    }

    /// Returns the index of the files that references lead to.
    pub fn targets(&self) -> &TargetIndex {
        &self.targets
    }

    /// Returns the files that the settings and schemas of documents so far depend on, also if they do not exist, and the
    /// directories and files in which targets of references were looked for.
    pub fn files(&self) -> Vec<PathBuf> {
        [self.configs.files(), self.schemas.files(), self.targets.files()].concat()
    }

    /// Forgets the configurations; the next use reads the files.
    pub fn forget_configs(&self) {
        self.configs.forget();
        *self.lock_projects() = Projects::default();
    }

    /// Forgets everything that was read.
    pub fn forget(&self) {
        self.forget_configs();
        self.schemas.forget();
    }

    /// Forgets the schemas that consist of or look for the file at `path`; returns whether there are any.
    pub fn forget_schema(&self, path: &Path) -> bool {
        self.schemas.forget_file(path)
    }

    /// Returns the configuration of a document.
    pub fn config_for(&self, document: &DocumentAt<'_>) -> Arc<ConfigFile> {
        self.configs.config_for(&document.name())
    }

    /// Returns the configuration of a document with the problems of all files that it names, also of those that are in none of
    /// the directories that may be read.
    pub fn config_with_problems(&self, document: &DocumentAt<'_>) -> Arc<ConfigFile> {
        self.configs.config_within(&document.name(), || self.roots(document))
    }

    /// Returns whether a document is ignored as a whole.
    pub fn is_ignored(&self, document: &DocumentAt<'_>, layers: &[Layer]) -> bool {
        let name = document.name();
        layers.iter().any(|layer| layer.is_ignored_file(&name)) || self.configs.config_for(&name).is_ignored_file(&name)
    }

    /// Returns the settings of a document, without its encoding and its [`types`](Self::types).
    pub fn settings(&self, document: &DocumentAt<'_>, layers: &[Layer], overrides: &Overrides) -> Settings {
        let name = document.name();
        let syntax = Syntax::from_path(Path::new(&*name)).or_else(|| Syntax::from_language(document.language));
        let syntax = syntax.unwrap_or_default();
        let mut settings = Settings { syntax, ..Settings::default() };
        for layer in layers {
            override_with(&mut settings, layer.config.settings_for(&layer.pattern_path(&name)));
        }
        override_with(&mut settings, self.configs.config_for(&name).settings_for(&name));
        if let Some(layer) = &overrides.config {
            override_with(&mut settings, layer.config.settings_for(&layer.pattern_path(&name)));
        }
        overrides.apply(&mut settings.severities);
        settings.dialect = overrides.dialect;
        settings.base.clone_from(&overrides.base);
        if overrides.are_unknown_wanted {
            settings.unknown = Some(UnknownPlaces::On);
        }
        // Similar files have equal settings, unless their findings depend on their locations.
        if document.is_open || are_targets_checked(&settings.severities) {
            settings.location = document.path.and_then(document_location);
            settings.roots = self.roots(document);
            settings.targets = Some(self.targets.shared(&settings.roots));
        }
        settings
    }

    /// Returns the types that the schemas of a document define. It starts with `text`, which contains the start tag of the
    /// root element.
    pub fn types(&self, document: &DocumentAt<'_>, text: &str, layers: &[Layer]) -> Option<Arc<Types>> {
        let path = document.path.map(absolute);
        let mut roots = self.roots(document);
        // Of a file that the user named, also if a link led to it.
        roots.extend(path.as_deref().and_then(Path::parent).map(Path::to_owned));
        let surroundings = SchemaSurroundings {
            is_project: path.as_deref().and_then(|path| self.marked(path)).is_some(),
            path,
            roots,
            workspace: self.project(document),
            config: self.config_for(document),
            of_client: layers
                .iter()
                .rev()
                .filter(|layer| !layer.config.schemas.associations.is_empty())
                .filter_map(|layer| Some((layer.folder.clone()?, Arc::clone(&layer.config))))
                .collect(),
            catalogs: self.catalogs(document, layers),
        };
        self.schemas.types(text, &surroundings)
    }

    /// Returns the places of references that the schema at `path` declares, for documents without it, and the problems of
    /// the schema as messages.
    pub fn schema_places(&self, path: &Path) -> (Vec<UserPlace>, Vec<String>) {
        let document = DocumentAt { path: Some(path), language: "", folders: &[], is_open: false };
        let path = absolute(path);
        let mut roots = self.roots(&document);
        roots.extend(path.parent().map(Path::to_owned));
        self.schemas.places(&path, &roots, &self.catalogs(&document, &[]))
    }

    /// Returns the XML catalogs of a document: those of its configuration file and of those that it extends, then those of
    /// a client. Anybody may have written a configuration file: its catalogs are in its directory or in a directory that the
    /// user opened.
    pub fn catalogs(&self, document: &DocumentAt<'_>, layers: &[Layer]) -> Vec<CatalogPath> {
        let file = self.config_for(document);
        let own = file.schemas().map(|(folder, schemas)| {
            let roots = document.folders.iter().map(PathBuf::as_path).chain([folder]).map(Path::to_owned);
            (folder, schemas, Some(roots.collect::<Arc<[PathBuf]>>()))
        });
        let of_client =
            layers.iter().rev().filter_map(|layer| Some((layer.folder.as_deref()?, &layer.config.schemas, None)));
        own.chain(of_client)
            .flat_map(|(folder, schemas, roots)| {
                let catalogs = schemas.catalogs.iter();
                catalogs.map(move |catalog| CatalogPath { path: folder.join(&catalog.path), roots: roots.clone() })
            })
            .collect()
    }

    /// Returns the path of the configuration file of a document, or of the one to create at the top of its project; `None`
    /// if it is in no directory.
    pub fn config_path(&self, document: &DocumentAt<'_>) -> Option<PathBuf> {
        let known = self.config_for(document).path.clone();
        known.or_else(|| Some(self.project(document)?.join(CONFIG_FILE_NAME)))
    }

    /// Returns the configuration file of a document, or the one to create; `None` if it cannot be read.
    pub fn config_target(&self, document: &DocumentAt<'_>) -> Option<ConfigTarget> {
        let path = self.config_path(document)?;
        if self.config_for(document).path.is_none() {
            return Some(ConfigTarget { path, text: String::new(), is_new: true });
        }
        let text = self.configs.text(&path).map_or_else(|| read_config(&path), Ok).ok()?;
        Some(ConfigTarget { path, text, is_new: false })
    }

    /// Returns the directories below which files may be read.
    pub fn roots(&self, document: &DocumentAt<'_>) -> Vec<PathBuf> {
        let mut roots = document.folders.to_vec();
        // A configuration that the user named may be anywhere.
        let config = self.config_for(document).folder().map(Path::to_owned);
        for root in self.project(document).into_iter().chain(config) {
            if !roots.contains(&root) {
                roots.push(root);
            }
        }
        roots
    }

    /// Returns the directory of the project of a document: the nearest one above it with its `.iri.toml` or a repository,
    /// else the innermost directory that the user opened or named, else that of the file. `None` if a text belongs to no
    /// directory.
    fn project(&self, document: &DocumentAt<'_>) -> Option<PathBuf> {
        let Some(path) = document.path else { return document.folders.first().cloned() };
        let path = absolute(path);
        let folder = path.parent().unwrap_or(&path);
        let marked = self.marked(&path);
        marked.or_else(|| document.containing_folder().map(Path::to_owned)).or_else(|| Some(folder.to_owned()))
    }

    /// Returns the nearest directory above the absolute `path` with its `.iri.toml` or a repository.
    fn marked(&self, path: &Path) -> Option<PathBuf> {
        let folder = path.parent()?;
        if let Some(known) = self.lock_projects().of_folders.get(folder.as_os_str()) {
            return known.clone();
        }
        let config = self.configs.config_for(path);
        // One of another user is not applied, and makes no project.
        let config = config.folder().filter(|above| !config.is_unread && folder.starts_with(above)).map(Path::to_owned);
        let mut projects = self.lock_projects();
        // Both are parts of one path.
        let marked = projects.repository(folder).into_iter().chain(config).max_by_key(|above| above.as_os_str().len());
        projects.of_folders.insert(folder.as_os_str().to_owned(), marked.clone());
        marked
    }

    fn lock_projects(&self) -> MutexGuard<'_, Projects> {
        // A panic leaves no half of an entry.
        self.projects.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Reads and checks one file, with the settings and schemas of its project.
///
/// ```
/// use iri_core::workspace::{check, fix};
/// use iri_core::xml::Fixer;
///
/// let directory = std::env::temp_dir().join(format!("iri-core-check-{}", std::process::id()));
/// std::fs::create_dir_all(&directory)?;
/// let path = directory.join("a.svg");
/// std::fs::write(&path, "<svg xmlns='http://www.w3.org/2000/svg'><a href='a b.svg'/></svg>")?;
/// assert_eq!(check(&path)?.findings().count(), 1);
/// assert_eq!(fix(&path, &Fixer::default())?.findings().count(), 0);
/// assert!(std::fs::read_to_string(&path)?.contains("href='a%20b.svg'"));
/// # std::fs::remove_dir_all(&directory)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the file cannot be read or decoded.
pub fn check(path: &Path) -> Result<Document, FileError> {
    Ok(CheckedFile::read(path)?.document)
}

/// Fixes one file in place: each fix that `fixer` applies, or none. Returns the document after that.
///
/// # Errors
/// If the file cannot be read, its configuration has errors, or it cannot be fixed or saved. It then has its old contents.
pub fn fix(path: &Path, fixer: &Fixer) -> Result<Document, FileError> {
    let CheckedFile { document, form, bytes, config } = CheckedFile::read(path)?;
    if !config.allows_fixes() {
        return Err(FileError::Configuration);
    }
    let fixer = fixer.clone().with_encoding(form.encoding);
    let Some(fixed) = fixer.fix(&document)? else { return Ok(document) };
    let text = document.text();
    let bytes = bytes.of(&text);
    let new = form.splice(bytes, &text, &fixed.edits).ok_or(FileError::Encoding)?;
    save(path, folder_of(path), bytes, &new)?;
    Ok(fixed.document)
}

/// File that was read and checked.
struct CheckedFile {
    document: Document,
    form: EncodedForm,
    bytes: FileBytes,
    config: Arc<ConfigFile>,
}

impl CheckedFile {
    fn read(path: &Path) -> Result<Self, FileError> {
        let (source, bytes) = encoding::decode_with_bytes(read(path)?);
        let Source { text, form } = source?;
        let workspace = Workspace::default();
        let document = DocumentAt { path: Some(path), language: "", folders: &[], is_open: false };
        let config = workspace.config_for(&document);
        let mut settings = workspace.settings(&document, &[], &Overrides::default());
        settings.types = workspace.types(&document, &text, &[]);
        settings.charset = form.encoding.charset();
        Ok(Self { document: Document::parse(text, Arc::new(settings)), form, bytes, config })
    }
}

/// Reason why a file was not checked or fixed. Displayed as a message; names in it come from the file.
#[derive(Debug)]
#[non_exhaustive]
pub enum FileError {
    /// It cannot be read.
    Read(io::Error),
    /// It cannot be decoded.
    Decode(EncodingError),
    /// Its configuration has errors, which may be about what is to be left as it is.
    Configuration,
    /// The fixes would make it invalid.
    Fix(FixError),
    /// It contains invalid bytes, or its encoding cannot represent the fixes.
    Encoding,
    /// It cannot be saved.
    Save(SaveError),
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(error) => error.fmt(f),
            Self::Decode(error) => error.fmt(f),
            Self::Configuration => f.write_str("the configuration has errors"),
            Self::Fix(error) => error.fmt(f),
            Self::Encoding => f.write_str("the fixes cannot be written in the encoding of the file"),
            Self::Save(error) => error.fmt(f),
        }
    }
}

impl Error for FileError {}

impl From<io::Error> for FileError {
    fn from(error: io::Error) -> Self {
        Self::Read(error)
    }
}

impl From<EncodingError> for FileError {
    fn from(error: EncodingError) -> Self {
        Self::Decode(error)
    }
}

impl From<FixError> for FileError {
    fn from(error: FixError) -> Self {
        Self::Fix(error)
    }
}

impl From<SaveError> for FileError {
    fn from(error: SaveError) -> Self {
        Self::Save(error)
    }
}

impl DocumentAt<'_> {
    /// Returns the path that patterns match; for a text without a file, one in the first directory.
    fn name(&self) -> Cow<'_, Path> {
        match (self.path, self.folders) {
            (Some(path), _) => Cow::Borrowed(path),
            (None, [folder, ..]) => Cow::Owned(folder.join(UNNAMED)),
            (None, []) => Cow::Borrowed(Path::new(UNNAMED)),
        }
    }

    /// Returns the innermost directory of the user that contains the document, or the first one.
    pub fn folder(&self) -> Option<&Path> {
        self.containing_folder().or(self.folders.first().map(PathBuf::as_path))
    }

    /// Returns the innermost directory of the user that contains the document.
    pub fn containing_folder(&self) -> Option<&Path> {
        let path = absolute(self.path?);
        let containing = self.folders.iter().filter(|folder| below(&path, folder).is_some());
        containing.max_by_key(|folder| folder.as_os_str().len()).map(PathBuf::as_path)
    }
}

impl Layer {
    /// Returns whether the file at `path` is ignored as a whole.
    pub fn is_ignored_file(&self, path: &Path) -> bool {
        self.config.is_ignored_file(&self.pattern_path(path))
    }

    /// Returns the path of a document that patterns match, with `/`.
    fn pattern_path(&self, path: &Path) -> String {
        relative_text(path, self.folder.as_deref().unwrap_or(Path::new("")))
    }
}
