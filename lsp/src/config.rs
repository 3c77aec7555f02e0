//! How each document is analyzed: by the settings of the client, then by `.iri.toml`; later settings override earlier
//! ones.
//!
//! ```text
//! defaults ─▶ initializationOptions ─▶ workspace/configuration ─▶ the nearest .iri.toml ─▶ comments in the document
//!                                      or didChangeConfiguration
//! ```
//!
//! The file comes after the editor, so that an editor and a check in CI report the same.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use iri_core::files::{CatalogPath, ConfigFile, ConfigSource, Configs, OpenTexts, SchemaStore, SchemaSurroundings};
use iri_core::rules::Group;
use iri_core::text::encoding::Encoding;
use iri_core::text::lines::LineIndex;
use iri_core::xml::is_missing_target_enabled;
use iri_core::{Settings, Severity};
use serde_json::Value;

use crate::client::settings::{ClientSettings, ConfigDiagnostic, FeatureSettings};
use crate::encoding::declared_encoding;
use crate::file_uri::path_from_file_uri;

/// Name of a configuration file.
const NAME: &str = ".iri.toml";

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
#[derive(Debug, Default)]
pub struct Configuration {
    sources: Mutex<Sources>,
    /// Schemas of the documents.
    schemas: SchemaStore,
}

#[derive(Clone, Debug)]
struct Sources {
    folders: Vec<PathBuf>,
    options: Arc<ClientSettings>,
    client: Arc<ClientSettings>,
    files: Arc<Configs>,
}

impl Default for Sources {
    fn default() -> Self {
        let files = Arc::new(Configs::new(ConfigSource::Nearest));
        Self { folders: Vec::new(), options: Arc::default(), client: Arc::default(), files }
    }
}

impl Configuration {
    /// Creates a configuration whose schemas have the texts of `open` if they are open.
    pub fn with_open_texts(open: Box<OpenTexts>) -> Self {
        Self { schemas: SchemaStore::with_open_texts(open), ..Self::default() }
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

    /// Replaces the settings that the client sent before.
    pub fn set_client_settings(&self, settings: &Value) {
        self.lock().client = Arc::new(ClientSettings::parse(settings));
    }

    /// Forgets the configuration files, so that they are read from disk again.
    pub fn forget_files(&self) {
        self.lock().files = Arc::new(Configs::new(ConfigSource::Nearest));
        self.schemas.forget();
    }

    /// Returns the errors in the settings of the client.
    pub fn settings_problems(&self) -> Vec<ConfigDiagnostic> {
        let sources = self.lock();
        sources.options.problems.iter().chain(&sources.client.problems).cloned().collect()
    }

    /// Returns the settings of the features that only the server has.
    pub fn features(&self) -> FeatureSettings {
        let sources = self.lock();
        sources.options.features.overridden_by(&sources.client.features)
    }

    /// Returns the settings for the document at `uri`, which starts with `text`, up to the content of its root element.
    pub fn settings_for(&self, uri: &str, text: &str) -> Settings {
        let Sources { folders, options, client, files } = self.lock().clone();
        let own = path_from_file_uri(uri);
        let folder = folder_containing(&folders, own.as_deref());
        // A document that is not a file is analyzed as one in the folder of the client, but has no location there.
        let location = own.as_deref().filter(|path| path.is_absolute()).and_then(iri_core::files::file_uri_from_path);
        let path = own.or_else(|| Some(folder?.join("untitled")));
        let below = path.as_deref().map(|path| relative(path, folder)).unwrap_or_default();
        let file = path.as_deref().map(|path| files.config_for(path)).unwrap_or_default();
        let mut settings = Settings::default().with_charset(declared_encoding(text).charset());
        settings.location = location;
        let beside = file.path.as_deref().and_then(Path::parent);
        let own =
            path.as_deref().and_then(Path::parent).filter(|own| !folders.iter().any(|folder| own.starts_with(folder)));
        settings.roots = folders.iter().map(PathBuf::as_path).chain(beside).chain(own).map(Path::to_owned).collect();
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
            turn_off_all_rules(&mut settings);
        } else {
            let surroundings = SchemaSurroundings {
                path: path_from_file_uri(uri).filter(|path| path.is_absolute()),
                roots: settings.roots.clone(),
                workspace: folders,
                config: file,
                catalogs: self.catalogs_for(uri),
            };
            settings.types = self.schemas.types(text, &surroundings);
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
        if !is_missing_target_enabled(&settings.severities) {
            settings.location = None;
            settings.roots = Vec::new();
        }
        Some(settings)
    }

    /// Returns whether the file at `uri` is ignored as a whole.
    fn is_ignored(&self, uri: &str) -> bool {
        let Sources { folders, options, client, files } = self.lock().clone();
        let Some(path) = path_from_file_uri(uri) else { return false };
        let below = relative(&path, folder_containing(&folders, Some(&path)));
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
        let Sources { folders, options, client, files } = self.lock().clone();
        let path = path_from_file_uri(uri);
        let folder = folder_containing(&folders, path.as_deref());
        let file = path.clone().or_else(|| Some(folder?.join("untitled"))).map(|path| files.config_for(&path));
        let file = file.unwrap_or_default();
        let beside = file.path.as_deref().and_then(Path::parent);
        let roots: Arc<[PathBuf]> = folders.iter().map(PathBuf::as_path).chain(beside).map(Path::to_owned).collect();
        let configs =
            [(beside, &file.config, Some(roots)), (folder, &client.config, None), (folder, &options.config, None)];
        let paths = configs.into_iter().filter_map(|(from, config, roots)| Some((from?, config, roots)));
        paths
            .flat_map(|(from, config, roots)| {
                let path = move |path: &String| CatalogPath { path: from.join(path), roots: roots.clone() };
                config.schemas.catalogs.iter().map(path)
            })
            .collect()
    }

    /// Returns the errors in the configuration file of the document at `uri`.
    pub fn file_problems(&self, uri: &str) -> Vec<ConfigDiagnostic> {
        let files = Arc::clone(&self.lock().files);
        path_from_file_uri(uri).map(|path| diagnostics(&files.config_for(&path))).unwrap_or_default()
    }

    /// Returns the configuration file of the document at `uri`, or the one to create: in the folder of the client, or
    /// next to the document. `None` if it cannot be read.
    pub fn target_for(&self, uri: &str) -> Option<ConfigTarget> {
        let Sources { folders, files, .. } = self.lock().clone();
        let path = path_from_file_uri(uri);
        if let Some(known) = path.as_deref().and_then(|path| files.config_for(path).path.clone()) {
            let text = iri_core::files::read_config(&known).ok()?;
            return Some(ConfigTarget { path: known, text, is_new: false });
        }
        let folder = match &path {
            Some(path) => {
                folder_containing(&folders, Some(path)).filter(|folder| path.starts_with(folder)).or(path.parent())
            }
            None => folder_containing(&folders, None),
        };
        let path = folder?.join(NAME);
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
    settings.ignored.extend(later.ignored);
}

fn turn_off_all_rules(settings: &mut Settings) {
    for group in Group::ALL {
        // A group without rules has nothing to turn off.
        let _ = settings.severities.set(group.name(), None);
    }
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
