//! How each text is judged: what the client said, then what `.iri.toml` says, the later word winning.
//!
//! ```text
//! built in ─▶ initializationOptions ─▶ workspace/configuration ─▶ the nearest .iri.toml ─▶ comments in the text
//!                                      or didChangeConfiguration
//! ```
//!
//! The file comes after the editor, so that who opens a file and who checks it in CI hears the same.

mod wishes;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use iri_core::files::{ConfigFile, ConfigSource, Configs};
use iri_core::rules::Group;
use iri_core::{Settings, Severity};
use serde_json::Value;

use crate::encoding::declared_encoding;
use crate::file_uri::path_from_file_uri;
pub use wishes::Features;
use wishes::Wishes;

/// The name of a configuration file.
const NAME: &str = ".iri.toml";

/// Something that was said of how texts are judged and makes no sense.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Problem {
    /// What is meant: a setting, or a place in a file.
    pub name: String,
    /// What is wrong with it.
    pub message: String,
}

/// A configuration file that is there or could be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigPlace {
    /// Where.
    pub path: PathBuf,
    /// What it says now; nothing where it is not there.
    pub text: String,
    /// Whether it has to be created.
    pub is_new: bool,
}

/// Everything that was said of how texts are judged.
#[derive(Debug, Default)]
pub struct Configuration {
    said: Mutex<Said>,
}

#[derive(Debug)]
struct Said {
    folders: Vec<PathBuf>,
    options: Arc<Wishes>,
    client: Arc<Wishes>,
    files: Arc<Configs>,
}

impl Default for Said {
    fn default() -> Self {
        let files = Arc::new(Configs::new(ConfigSource::Nearest));
        Self { folders: Vec::new(), options: Arc::default(), client: Arc::default(), files }
    }
}

impl Configuration {
    /// Takes `options`, the `initializationOptions` of a client that works in `folders`.
    pub fn begin(&self, folders: Vec<PathBuf>, options: &Value) {
        let mut said = self.lock();
        said.folders = folders;
        said.options = Arc::new(Wishes::of(options));
    }

    /// Takes note that the client works in the folders `added` now, and no more in those `removed`.
    pub fn change_folders(&self, added: Vec<PathBuf>, removed: &[PathBuf]) {
        let mut said = self.lock();
        said.folders.retain(|folder| !removed.contains(folder) && !added.contains(folder));
        said.folders.extend(added);
    }

    /// Takes what the client says now, in place of what it said before.
    pub fn set(&self, settings: &Value) {
        self.lock().client = Arc::new(Wishes::of(settings));
    }

    /// Reads the files again that were read.
    pub fn forget_files(&self) {
        self.lock().files = Arc::new(Configs::new(ConfigSource::Nearest));
    }

    /// What of the client's settings makes no sense.
    pub fn problems(&self) -> Vec<Problem> {
        let said = self.lock();
        said.options.problems.iter().chain(&said.client.problems).cloned().collect()
    }

    /// What the server does besides judging.
    pub fn features(&self) -> Features {
        let said = self.lock();
        said.options.features.then(&said.client.features)
    }

    /// How the text at `uri` is judged.
    pub fn settings_for(&self, uri: &str, text: &str) -> Settings {
        let (folders, options, client, files) = {
            let said = self.lock();
            (said.folders.clone(), Arc::clone(&said.options), Arc::clone(&said.client), Arc::clone(&said.files))
        };
        let own = path_from_file_uri(uri);
        let folder = folder_of(&folders, own.as_deref());
        // What is no file is judged as one in the folder that the client works in, but leads nowhere from there.
        let location = own.as_deref().filter(|path| path.is_absolute()).and_then(iri_core::files::file_uri_from_path);
        let path = own.or_else(|| Some(folder?.join("untitled")));
        let below = path.as_deref().map(|path| relative(path, folder)).unwrap_or_default();
        let file = path.as_deref().map(|path| files.config_for(path)).unwrap_or_default();
        let mut settings = Settings { charset: declared_encoding(text).charset(), location, ..Settings::default() };
        let mut is_ignored = false;
        for wishes in [&options, &client] {
            add(&mut settings, wishes.config.settings_for(&below));
            is_ignored |= wishes.config.is_ignored_file(&below);
        }
        if let Some(path) = &path {
            add(&mut settings, file.settings_for(path));
            is_ignored |= file.is_ignored_file(path);
        }
        if is_ignored {
            silence(&mut settings);
        }
        settings
    }

    /// The XML catalogs of the text at `uri`: those that the file names, then those of the client.
    pub fn catalogs_for(&self, uri: &str) -> Vec<PathBuf> {
        let (folders, options, client, files) = {
            let said = self.lock();
            (said.folders.clone(), Arc::clone(&said.options), Arc::clone(&said.client), Arc::clone(&said.files))
        };
        let path = path_from_file_uri(uri);
        let folder = folder_of(&folders, path.as_deref());
        let file = path.clone().or_else(|| Some(folder?.join("untitled"))).map(|path| files.config_for(&path));
        let file = file.unwrap_or_default();
        let beside = file.path.as_deref().and_then(Path::parent);
        let said = [(beside, &file.config), (folder, &client.config), (folder, &options.config)];
        let paths = said.into_iter().filter_map(|(from, config)| Some((from?, config)));
        paths.flat_map(|(from, config)| config.schemas.catalogs.iter().map(|path| from.join(path))).collect()
    }

    /// What is wrong with the configuration file of the text at `uri`.
    pub fn problems_of_file(&self, uri: &str) -> Vec<Problem> {
        let files = Arc::clone(&self.lock().files);
        path_from_file_uri(uri).map(|path| problems_of(&files.config_for(&path))).unwrap_or_default()
    }

    /// The configuration file of the text at `uri`, or where one would be: in the folder that the client works
    /// in, or beside the text. Nothing where that cannot be read.
    pub fn place_for(&self, uri: &str) -> Option<ConfigPlace> {
        let (folders, files) = {
            let said = self.lock();
            (said.folders.clone(), Arc::clone(&said.files))
        };
        let path = path_from_file_uri(uri);
        if let Some(known) = path.as_deref().and_then(|path| files.config_for(path).path.clone()) {
            let text = std::fs::read_to_string(&known).ok()?;
            return Some(ConfigPlace { path: known, text, is_new: false });
        }
        let folder = match &path {
            Some(path) => folder_of(&folders, Some(path)).filter(|folder| path.starts_with(folder)).or(path.parent()),
            None => folder_of(&folders, None),
        };
        let path = folder?.join(NAME);
        (!path.exists()).then(|| ConfigPlace { path, text: String::new(), is_new: true })
    }

    fn lock(&self) -> MutexGuard<'_, Said> {
        self.said.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The folder of the client that holds `path`, or its first one.
fn folder_of<'f>(folders: &'f [PathBuf], path: Option<&Path>) -> Option<&'f Path> {
    let holds = |folder: &&PathBuf| path.is_some_and(|path| path.starts_with(folder));
    folders.iter().filter(holds).max_by_key(|folder| folder.as_os_str().len()).or(folders.first()).map(PathBuf::as_path)
}

/// The way from `folder` to `path`, with `/`.
fn relative(path: &Path, folder: Option<&Path>) -> String {
    let below = folder.and_then(|folder| path.strip_prefix(folder).ok()).unwrap_or(path);
    let names = below.components().filter_map(|component| match component {
        std::path::Component::Normal(name) => Some(name.to_string_lossy()),
        _ => None,
    });
    names.collect::<Vec<_>>().join("/")
}

/// Adds what `later` says, which wins.
fn add(settings: &mut Settings, later: Settings) {
    settings.severities.then(&later.severities);
    settings.places.extend(later.places);
    settings.ignored.extend(later.ignored);
}

fn silence(settings: &mut Settings) {
    for group in Group::ALL {
        // A group without rules has nothing to turn off.
        let _ = settings.severities.set(group.name(), None);
    }
}

fn problems_of(file: &ConfigFile) -> Vec<Problem> {
    let path = file.path.as_deref().unwrap_or(Path::new("")).display();
    let at = |offset: usize| {
        let before = &file.text[..file.text.floor_char_boundary(offset)];
        let line = before.rfind('\n').map_or(0, |at| at + 1);
        format!("{}:{}", before.matches('\n').count() + 1, before[line..].chars().count() + 1)
    };
    let problems = file.problems.iter().filter(|problem| problem.severity >= Severity::Warning);
    let name = |offset| format!("{path}:{}", at(offset));
    problems.map(|problem| Problem { name: name(problem.span.start), message: problem.message.clone() }).collect()
}
