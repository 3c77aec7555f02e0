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
use std::path::{Path, PathBuf};
use std::sync::Arc;

use iri_core::files::{
    CONFIG_FILE_NAME, CatalogPath, ConfigFile, TargetIndex, is_same_file, path_from_file_uri, xml_extensions,
};
use iri_core::reference::without_query_and_fragment;
use iri_core::text::encoding::{EncodedForm, declared};
use iri_core::text::lines::LineIndex;
use iri_core::workspace::{ConfigTarget, DocumentAt, Layer, Overrides, Workspace};
use iri_core::xml::Syntax;
use iri_core::{Settings, Severity};
use parking_lot::Mutex;
use serde_json::Value;

use crate::client::settings::{ClientSettings, ConfigDiagnostic, FeatureSettings};
use crate::documents::{Documents, OpenDocuments};

/// Returns the extensions of the names of documents.
pub fn document_extensions() -> Vec<&'static str> {
    xml_extensions().iter().copied().chain(Syntax::extensions()).collect()
}

/// Returns whether the document at `uri` is a configuration file.
pub fn is_config(uri: &str) -> bool {
    path_from_file_uri(uri).is_some_and(|path| path.file_name().is_some_and(|name| name == CONFIG_FILE_NAME))
}

/// Settings of the client and configuration files, which determine how documents are analyzed.
#[derive(Debug, Default)]
pub struct Configuration {
    clients: Mutex<Clients>,
    workspace: Workspace,
}

/// What the client said.
#[derive(Clone, Debug, Default)]
struct Clients {
    folders: Vec<PathBuf>,
    options: Arc<ClientSettings>,
    client: Arc<ClientSettings>,
    /// Settings of the client in single folders.
    scoped: Arc<HashMap<PathBuf, Arc<ClientSettings>>>,
}

impl Configuration {
    /// Creates a configuration whose schemas, configuration files and targets have the texts of `documents`.
    pub fn with_open(documents: &Arc<Documents>) -> Self {
        Self { clients: Mutex::default(), workspace: Workspace::live(Arc::new(OpenDocuments::new(documents))) }
    }

    /// Returns the index of the files that references lead to.
    pub fn targets(&self) -> &TargetIndex {
        self.workspace.targets()
    }

    /// Forgets the schemas that the document at `uri` is a part of; returns whether there are any.
    pub fn forget_schema(&self, uri: &str) -> bool {
        path_from_file_uri(uri).is_some_and(|path| self.workspace.forget_schema(&path))
    }

    /// Stores `options`, the `initializationOptions` of a client that works in `folders`.
    pub fn initialize(&self, folders: Vec<PathBuf>, options: &Value) {
        let mut clients = self.clients.lock();
        clients.folders = folders;
        clients.options = Arc::new(ClientSettings::parse(options));
    }

    /// Adds and removes folders that the client works in.
    pub fn change_folders(&self, added: Vec<PathBuf>, removed: &[PathBuf]) {
        let mut clients = self.clients.lock();
        clients.folders.retain(|folder| !removed.iter().chain(&added).any(|gone| is_same_file(gone, folder)));
        clients.folders.extend(added);
    }

    /// Replaces the settings that the client sent before: those of all folders, and of some single ones.
    pub fn set_client_settings(&self, settings: &Value, scoped: &[(PathBuf, Value)]) {
        let scoped = scoped.iter().filter(|(_, own)| own != settings);
        let scoped = scoped.map(|(folder, own)| (folder.clone(), Arc::new(ClientSettings::parse(own)))).collect();
        let mut clients = self.clients.lock();
        clients.client = Arc::new(ClientSettings::parse(settings));
        clients.scoped = Arc::new(scoped);
    }

    /// Forgets the configuration files, schemas and catalogs, so that they are read from disk again.
    pub fn forget_files(&self) {
        self.workspace.forget();
    }

    /// Returns whether the file at `uri` is a configuration, or one that a configuration extends.
    pub fn has_config(&self, uri: &str) -> bool {
        is_config(uri) || path_from_file_uri(uri).is_some_and(|path| self.workspace.configs().include(&path))
    }

    /// Forgets the configuration files.
    pub fn forget_configs(&self) {
        self.workspace.forget_configs();
    }

    /// Returns the errors in the settings of the client.
    pub fn settings_problems(&self) -> Vec<ConfigDiagnostic> {
        let clients = self.clients.lock();
        let scoped = clients.scoped.values().flat_map(|settings| &settings.problems);
        clients.options.problems.iter().chain(&clients.client.problems).chain(scoped).cloned().collect()
    }

    /// Returns the settings of the features that only the server has.
    pub fn features(&self) -> FeatureSettings {
        let clients = self.clients.lock();
        clients.options.features.overridden_by(&clients.client.features)
    }

    /// Returns the settings for the document in `language` at `uri`, which starts with `text`, up to the content of its root element.
    pub fn settings_for(&self, uri: &str, language: &str, text: &str) -> Settings {
        self.with_schemas(uri, text, self.settings_without_schemas(uri, language, text), true)
    }

    /// Returns the settings as [`settings_for`](Self::settings_for) does, without looking for schemas, which may take
    /// long.
    pub fn settings_without_schemas(&self, uri: &str, language: &str, text: &str) -> Settings {
        self.at(uri, true, |document, layers| {
            let mut settings =
                self.workspace.settings(&DocumentAt { language, ..*document }, layers, &Overrides::default());
            // A URI without a path on this system has a name too: `untitled:a.ttl`, `vscode-vfs://host/a.ttl`, `file:///a.ttl`.
            if document.path.is_none()
                && let Some(syntax) = Syntax::from_path(Path::new(without_query_and_fragment(uri)))
            {
                settings.syntax = syntax;
            }
            settings = settings.for_text(text);
            settings.charset = declared(text).charset();
            if self.workspace.is_ignored(document, layers) {
                settings.severities.turn_off_all();
            }
            settings
        })
    }

    /// Returns the settings for the file at `uri`, which contains `text` and is not open; `None` if it is ignored.
    pub fn settings_for_file(&self, uri: &str, text: &str, form: &EncodedForm) -> Option<Settings> {
        let settings = self.at(uri, false, |document, layers| {
            let is_ignored = self.workspace.is_ignored(document, layers);
            (!is_ignored).then(|| self.workspace.settings(document, layers, &Overrides::default()))
        })?;
        Some(self.with_schemas(uri, text, settings.with_form(form), false))
    }

    fn with_schemas(&self, uri: &str, text: &str, mut settings: Settings, is_open: bool) -> Settings {
        settings.types = self.at(uri, is_open, |document, layers| {
            let is_ignored = self.workspace.is_ignored(document, layers);
            if is_ignored { None } else { self.workspace.types(document, text, layers) }
        });
        settings
    }

    /// Returns the folders that the client works in.
    pub fn folders(&self) -> Vec<PathBuf> {
        self.clients.lock().folders.clone()
    }

    /// Returns the XML catalogs of the document at `uri`.
    pub fn catalogs_for(&self, uri: &str) -> Vec<CatalogPath> {
        self.at(uri, true, |document, layers| self.workspace.catalogs(document, layers))
    }

    /// Returns whether the configuration file of the document at `uri` allows to fix everything.
    pub fn allows_fixes(&self, uri: &str) -> bool {
        self.file_for(uri).allows_fixes()
    }

    fn file_for(&self, uri: &str) -> Arc<ConfigFile> {
        self.at(uri, true, |document, _| self.workspace.config_for(document))
    }

    /// Returns the directories below which files may be read for the document at `uri`.
    pub fn roots_for(&self, uri: &str) -> Vec<PathBuf> {
        self.at(uri, true, |document, _| self.workspace.roots(document))
    }

    /// Returns the errors in the configuration file of the document at `uri`.
    pub fn file_problems(&self, uri: &str) -> Vec<ConfigDiagnostic> {
        let file = self.at(uri, true, |document, _| self.workspace.config_with_problems(document));
        // An open configuration file has diagnostics of its own, and errors come and go while a user types.
        let is_open = |path: &PathBuf| self.workspace.configs().text(path).is_some();
        if file.path.as_ref().is_some_and(is_open) { Vec::new() } else { diagnostics(&file) }
    }

    /// Returns the configuration file of the document at `uri`, or the one to create. `None` if it cannot be read.
    pub fn target_for(&self, uri: &str) -> Option<ConfigTarget> {
        self.at(uri, true, |document, _| self.workspace.config_target(document))
    }

    /// Calls `with` with the document at `uri` and the settings of the client for it.
    fn at<T>(&self, uri: &str, is_open: bool, with: impl FnOnce(&DocumentAt<'_>, &[Layer]) -> T) -> T {
        let Clients { folders, options, client, scoped } = self.clients.lock().clone();
        // A browser has no paths, so the standard library takes none for absolute.
        let is_absolute = |path: &PathBuf| path.is_absolute() || cfg!(target_family = "wasm");
        let path = path_from_file_uri(uri).filter(is_absolute);
        let document = DocumentAt { path: path.as_deref(), language: "", folders: &folders, is_open };
        let folder = document.folder();
        // A file outside all folders has the settings that apply to all of them.
        let scope = if path.is_some() { document.containing_folder() } else { folder };
        let own = scope.and_then(|folder| scoped.get(folder)).unwrap_or(&client);
        let layer = |settings: &ClientSettings| Layer {
            folder: folder.map(Path::to_owned),
            config: Arc::clone(&settings.config),
        };
        with(&document, &[layer(&options), layer(own)])
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

#[cfg(test)]
mod tests {
    use iri_core::files::file_uri_from_path;

    use super::*;

    #[test]
    fn documents_end_with_their_session() {
        let documents = Arc::new(Documents::default());
        let configuration = Configuration::with_open(&documents);
        let (path, text) = (std::env::temp_dir().join("a/b.xml"), "<a xml:base='x y'/>");
        let uri = &file_uri_from_path(&path).expect("an absolute path");
        let settings = configuration.settings_without_schemas(uri, "xml", text);
        documents.open((uri, "xml"), Some(1), text.to_owned(), Arc::new(settings));
        let snapshot = documents.snapshot(uri).expect("it is open");
        documents.reanalyze(&snapshot, configuration.settings_for(uri, "xml", text));
        assert_eq!(configuration.workspace.configs().text(&path).as_deref(), Some(text));

        let kept = Arc::downgrade(&documents);
        drop((snapshot, configuration, documents));
        assert!(kept.upgrade().is_none(), "the documents keep themselves");
    }
}
