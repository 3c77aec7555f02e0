//! How each document is analyzed: by the settings of the client, then by `.iri.toml`; later settings override earlier
//! ones.
//!
//! ```text
//! defaults ─▶ initializationOptions ─▶ workspace/configuration ─▶ the nearest .iri.toml ─▶ comments in the document
//!                                      or didChangeConfiguration
//! ```
//!
//! The file comes after the editor, so that an editor and a check in CI report the same.

use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use iri_core::files::{
    CONFIG_FILE_NAME, CatalogPath, ConfigFile, ConfigSource, Configs, OpenFiles, OpenTexts, SchemaStore,
    SchemaSurroundings, TargetIndex, XML_EXTENSIONS,
};
use iri_core::text::encoding::Encoding;
use iri_core::text::lines::LineIndex;
use iri_core::xml::are_targets_checked;
use iri_core::{Settings, Severity};
use serde_json::Value;

use crate::client::settings::{ClientSettings, ConfigDiagnostic, FeatureSettings};
use crate::documents::{Documents, OpenDocuments};
use crate::encoding::declared_encoding;
use crate::file_uri::path_from_file_uri;

/// Returns the extensions of the names of XML files.
pub const fn xml_extensions() -> &'static [&'static str] {
    XML_EXTENSIONS
}

/// Returns whether the document at `uri` is a configuration file.
pub fn is_config(uri: &str) -> bool {
    path_from_file_uri(uri).is_some_and(|path| path.file_name().is_some_and(|name| name == CONFIG_FILE_NAME))
}

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

/// Settings of the client and configuration files, which determine how documents are analyzed.
#[derive(Default)]
pub struct Configuration {
    sources: Mutex<Sources>,
    /// Schemas of the documents.
    schemas: SchemaStore,
    /// Texts that are newer than their files.
    open: Option<Arc<OpenTexts>>,
    /// Files that references lead to.
    targets: Arc<TargetIndex>,
}

impl fmt::Debug for Configuration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Configuration").field("sources", &self.sources).finish_non_exhaustive()
    }
}

#[derive(Clone, Debug)]
struct Sources {
    folders: Vec<PathBuf>,
    options: Arc<ClientSettings>,
    client: Arc<ClientSettings>,
    /// Settings of the client in single folders.
    scoped: Arc<HashMap<PathBuf, Arc<ClientSettings>>>,
    files: Arc<Configs>,
}

impl Default for Sources {
    fn default() -> Self {
        let files = Arc::new(Configs::new(ConfigSource::Nearest));
        Self { folders: Vec::new(), options: Arc::default(), client: Arc::default(), scoped: Arc::default(), files }
    }
}

impl Configuration {
    /// Creates a configuration whose schemas, configuration files and targets have the texts of `documents`.
    pub fn with_open(documents: &Arc<Documents>) -> Self {
        let files = OpenDocuments::new(documents);
        let targets = Arc::new(TargetIndex::live(Arc::new(files.clone())));
        let open: Arc<OpenTexts> = Arc::new(move |path| files.text(path));
        let configuration = Self {
            schemas: SchemaStore::with_open_texts(Arc::clone(&open)),
            open: Some(open),
            targets,
            ..Self::default()
        };
        configuration.forget_configs();
        configuration
    }

    /// Returns the index of the files that references lead to.
    pub fn targets(&self) -> &TargetIndex {
        &self.targets
    }

    /// Forgets the schemas that the document at `uri` is a part of; returns whether there are any.
    pub fn forget_schema(&self, uri: &str) -> bool {
        path_from_file_uri(uri).is_some_and(|path| self.schemas.forget_file(&path))
    }

    /// Stores `options`, the `initializationOptions` of a client that works in `folders`.
    pub fn initialize(&self, folders: Vec<PathBuf>, options: &Value) {
        let mut sources = self.lock();
        sources.folders = folders;
        sources.options = Arc::new(ClientSettings::parse(options));
    }

    /// Adds and removes folders that the client works in.
    pub fn change_folders(&self, added: Vec<PathBuf>, removed: &[PathBuf]) {
        let mut sources = self.lock();
        sources.folders.retain(|folder| !removed.contains(folder) && !added.contains(folder));
        sources.folders.extend(added);
    }

    /// Replaces the settings that the client sent before: those of all folders, and of some single ones.
    pub fn set_client_settings(&self, settings: &Value, scoped: &[(PathBuf, Value)]) {
        let scoped = scoped.iter().filter(|(_, own)| own != settings);
        let scoped = scoped.map(|(folder, own)| (folder.clone(), Arc::new(ClientSettings::parse(own)))).collect();
        let mut sources = self.lock();
        sources.client = Arc::new(ClientSettings::parse(settings));
        sources.scoped = Arc::new(scoped);
    }

    /// Returns the settings that the client sent for `folder`.
    fn client_for(&self, folder: Option<&Path>) -> Arc<ClientSettings> {
        let sources = self.lock();
        let own = folder.and_then(|folder| sources.scoped.get(folder));
        Arc::clone(own.unwrap_or(&sources.client))
    }

    /// Forgets the configuration files, schemas and catalogs, so that they are read from disk again.
    pub fn forget_files(&self) {
        self.forget_configs();
        self.schemas.forget();
    }

    /// Forgets the configuration files.
    pub fn forget_configs(&self) {
        let files = Configs::new(ConfigSource::Nearest).with_open_texts(self.open.clone());
        self.lock().files = Arc::new(files);
    }

    /// Returns the errors in the settings of the client.
    pub fn settings_problems(&self) -> Vec<ConfigDiagnostic> {
        let sources = self.lock();
        let scoped = sources.scoped.values().flat_map(|settings| &settings.problems);
        sources.options.problems.iter().chain(&sources.client.problems).chain(scoped).cloned().collect()
    }

    /// Returns the settings of the features that only the server has.
    pub fn features(&self) -> FeatureSettings {
        let sources = self.lock();
        sources.options.features.overridden_by(&sources.client.features)
    }

    /// Returns the settings for the document at `uri`, which starts with `text`, up to the content of its root element.
    pub fn settings_for(&self, uri: &str, text: &str) -> Settings {
        let mut settings = self.settings_without_schemas(uri, text);
        if !self.is_ignored(uri) {
            let Sources { folders, files, .. } = self.lock().clone();
            let path = path_from_file_uri(uri);
            let own = path.clone().or_else(|| Some(folder_containing(&folders, None)?.join("untitled")));
            let surroundings = SchemaSurroundings {
                path: path.filter(|path| path.is_absolute()),
                roots: settings.roots.clone(),
                workspace: folders,
                config: own.map(|path| files.config_for(&path)).unwrap_or_default(),
                catalogs: self.catalogs_for(uri),
            };
            settings.types = self.schemas.types(text, &surroundings);
        }
        settings
    }

    /// Returns the settings as [`settings_for`](Self::settings_for) does, without looking for schemas, which may take
    /// long.
    pub fn settings_without_schemas(&self, uri: &str, text: &str) -> Settings {
        let Sources { folders, options, files, .. } = self.lock().clone();
        let own = path_from_file_uri(uri);
        let folder = folder_containing(&folders, own.as_deref());
        let client = self.client_for(folder);
        // A document that is not a file is analyzed as one in the folder of the client, but has no location there.
        let location = own.as_deref().filter(|path| path.is_absolute()).and_then(iri_core::files::document_location);
        let path = own.or_else(|| Some(folder?.join("untitled")));
        let below = path.as_deref().map(|path| relative(path, folder)).unwrap_or_default();
        let file = path.as_deref().map(|path| files.config_for(path)).unwrap_or_default();
        let mut settings = Settings::default().with_charset(declared_encoding(text).charset());
        settings.location = location;
        let beside = file.path.as_deref().and_then(Path::parent);
        let own =
            path.as_deref().and_then(Path::parent).filter(|own| !folders.iter().any(|folder| own.starts_with(folder)));
        settings.roots = folders.iter().map(PathBuf::as_path).chain(beside).chain(own).map(Path::to_owned).collect();
        settings.targets = Some(self.targets.shared(&settings.roots));
        let mut is_ignored = false;
        for settings_of_client in [&options, &client] {
            override_with(&mut settings, settings_of_client.config.settings_for(&below));
            is_ignored |= settings_of_client.config.is_ignored_file(&below);
        }
        if let Some(path) = &path {
            override_with(&mut settings, file.settings_for(path));
            is_ignored |= file.is_ignored_file(path);
        }
        if is_ignored {
            settings.severities.turn_off_all();
        }
        settings
    }

    /// Returns the settings for the file at `uri`, which contains `text` and is not open; `None` if it is ignored. They are
    /// those of `iri-inspect check`: the location of a file is known only if its findings depend on it, so that similar
    /// files have equal settings.
    pub fn settings_for_file(&self, uri: &str, text: &str, encoding: Encoding) -> Option<Settings> {
        let mut settings = self.settings_for(uri, text);
        if self.is_ignored(uri) {
            return None;
        }
        settings.charset = encoding.charset();
        if !are_targets_checked(&settings.severities) {
            settings.location = None;
            settings.roots = Vec::new();
        }
        Some(settings)
    }

    /// Returns whether the file at `uri` is ignored as a whole.
    fn is_ignored(&self, uri: &str) -> bool {
        let Sources { folders, options, files, .. } = self.lock().clone();
        let own = path_from_file_uri(uri);
        let folder = folder_containing(&folders, own.as_deref());
        let Some(path) = own.clone().or_else(|| Some(folder?.join("untitled"))) else { return false };
        let (below, client) = (relative(&path, folder), self.client_for(folder));
        [&options, &client].into_iter().any(|settings| settings.config.is_ignored_file(&below))
            || files.config_for(&path).is_ignored_file(&path)
    }

    /// Returns the folders that the client works in.
    pub fn folders(&self) -> Vec<PathBuf> {
        self.lock().folders.clone()
    }

    /// Returns the XML catalogs of the document at `uri`: those of its configuration file, then those of the client.
    /// Anybody may have written the configuration file: its catalogs are in its directory or in a folder of the client.
    pub fn catalogs_for(&self, uri: &str) -> Vec<CatalogPath> {
        let Sources { folders, options, files, .. } = self.lock().clone();
        let path = path_from_file_uri(uri);
        let folder = folder_containing(&folders, path.as_deref());
        let client = self.client_for(folder);
        let file = path.clone().or_else(|| Some(folder?.join("untitled"))).map(|path| files.config_for(&path));
        let file = file.unwrap_or_default();
        let beside = file.path.as_deref().and_then(Path::parent);
        let roots: Arc<[PathBuf]> = folders.iter().map(PathBuf::as_path).chain(beside).map(Path::to_owned).collect();
        let configs =
            [(beside, &file.config, Some(roots)), (folder, &client.config, None), (folder, &options.config, None)];
        let paths = configs.into_iter().filter_map(|(from, config, roots)| Some((from?, config, roots)));
        paths
            .flat_map(|(from, config, roots)| {
                let catalogs = config.schemas.catalogs.iter();
                catalogs.map(move |catalog| CatalogPath { path: from.join(&catalog.path), roots: roots.clone() })
            })
            .collect()
    }

    /// Returns whether the configuration file of the document at `uri` allows to fix everything.
    pub fn allows_fixes(&self, uri: &str) -> bool {
        self.file_for(uri).allows_fixes()
    }

    fn file_for(&self, uri: &str) -> Arc<ConfigFile> {
        let files = Arc::clone(&self.lock().files);
        path_from_file_uri(uri).map(|path| files.config_for(&path)).unwrap_or_default()
    }

    /// Returns the errors in the configuration file of the document at `uri`.
    pub fn file_problems(&self, uri: &str) -> Vec<ConfigDiagnostic> {
        let file = self.file_for(uri);
        // An open configuration file has diagnostics of its own, and errors come and go while a user types.
        let is_open = |path: &PathBuf| self.open.as_ref().is_some_and(|open| open(path).is_some());
        if file.path.as_ref().is_some_and(is_open) { Vec::new() } else { diagnostics(&file) }
    }

    /// Returns the configuration file of the document at `uri`, or the one to create: in the folder of the client, or
    /// next to the document. `None` if it cannot be read.
    pub fn target_for(&self, uri: &str) -> Option<ConfigTarget> {
        let Sources { folders, files, .. } = self.lock().clone();
        let path = path_from_file_uri(uri);
        if let Some(known) = path.as_deref().and_then(|path| files.config_for(path).path.clone()) {
            let open = self.open.as_ref().and_then(|open| open(&known));
            let text = open.map_or_else(|| iri_core::files::read_config(&known), |text| Ok((*text).to_owned())).ok()?;
            return Some(ConfigTarget { path: known, text, is_new: false });
        }
        let folder = match &path {
            Some(path) => {
                folder_containing(&folders, Some(path)).filter(|folder| path.starts_with(folder)).or(path.parent())
            }
            None => folder_containing(&folders, None),
        };
        let path = folder?.join(CONFIG_FILE_NAME);
        (!path.exists()).then(|| ConfigTarget { path, text: String::new(), is_new: true })
    }

    fn lock(&self) -> MutexGuard<'_, Sources> {
        self.sources.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the folder of the client that contains `path`, or its first folder.
fn folder_containing<'f>(folders: &'f [PathBuf], path: Option<&Path>) -> Option<&'f Path> {
    let contains = |folder: &&PathBuf| path.is_some_and(|path| path.starts_with(folder));
    folders
        .iter()
        .filter(contains)
        .max_by_key(|folder| folder.as_os_str().len())
        .or(folders.first())
        .map(PathBuf::as_path)
}

/// Returns the path from `folder` to `path`, with `/` as separator.
fn relative(path: &Path, folder: Option<&Path>) -> String {
    let below = folder.and_then(|folder| path.strip_prefix(folder).ok()).unwrap_or(path);
    let names = below.components().filter_map(|component| match component {
        std::path::Component::Normal(name) => Some(name.to_string_lossy()),
        _ => None,
    });
    names.collect::<Vec<_>>().join("/")
}

/// Adds the settings in `later`, which override the others.
fn override_with(settings: &mut Settings, later: Settings) {
    settings.severities.then(&later.severities);
    settings.places.extend(later.places);
    settings.ignored = settings.ignored.and(&later.ignored);
}

fn diagnostics(file: &ConfigFile) -> Vec<ConfigDiagnostic> {
    let path = file.path.as_deref().unwrap_or(Path::new("")).display();
    let problems = file.problems.iter().filter(|problem| problem.severity >= Severity::Warning);
    let lines = LineIndex::new(&file.text);
    let name = |offset| {
        let at = lines.line_column(offset);
        format!("{path}:{}:{}", at.line, at.column)
    };
    problems
        .map(|problem| ConfigDiagnostic { name: name(problem.span.start), message: problem.message.clone() })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_end_with_their_session() {
        let documents = Arc::new(Documents::default());
        let configuration = Configuration::with_open(&documents);
        let (uri, text) = ("file:///a/b.xml", "<a xml:base='x y'/>");
        let settings = configuration.settings_without_schemas(uri, text);
        documents.open(uri, Some(1), text.to_owned(), Arc::new(settings));
        let snapshot = documents.snapshot(uri).expect("it is open");
        documents.reanalyze(&snapshot, configuration.settings_for(uri, text));
        assert_eq!(configuration.open.as_ref().and_then(|open| open(Path::new("/a/b.xml"))).as_deref(), Some(text));

        let kept = Arc::downgrade(&documents);
        drop((snapshot, configuration, documents));
        assert!(kept.upgrade().is_none(), "the documents keep themselves");
    }
}
