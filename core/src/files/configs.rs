//! The configuration of each file: the nearest `.iri.toml` in its folder or above, read once.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crate::files::config::{Config, ConfigProblem};
use crate::rules::Severity;
use crate::text::Span;
use crate::xml::Settings;

/// The name of a configuration file.
const NAME: &str = ".iri.toml";

/// Where configuration comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConfigSource {
    /// The nearest `.iri.toml` of each file.
    Nearest,
    /// This file, whatever is near.
    File(PathBuf),
    /// Nowhere.
    Nothing,
}

/// A configuration file, read.
#[derive(Clone, Debug, Default)]
pub struct ConfigFile {
    /// Where it is; nothing where there is no configuration.
    pub path: Option<PathBuf>,
    /// What it says; empty where it could not be read.
    pub text: String,
    /// What that means.
    pub config: Config,
    /// What of it makes no sense.
    pub problems: Vec<ConfigProblem>,
}

/// The configuration of every file, whichever thread asks.
#[derive(Debug)]
pub struct Configs {
    source: ConfigSource,
    known: Mutex<Known>,
}

/// What was read so far.
#[derive(Debug, Default)]
struct Known {
    /// What is in force in a folder.
    folders: HashMap<PathBuf, Arc<ConfigFile>>,
    /// The configuration files, by where they are.
    files: HashMap<Option<PathBuf>, Arc<ConfigFile>>,
}

impl Configs {
    /// Configuration from there.
    pub fn new(source: ConfigSource) -> Self {
        Self { source, known: Mutex::default() }
    }

    /// What is in force for `file`, which need not be there.
    pub fn config_for(&self, file: &Path) -> Arc<ConfigFile> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        match &self.source {
            ConfigSource::Nothing => known.file(None),
            ConfigSource::File(path) => known.file(Some(absolute(path))),
            ConfigSource::Nearest => {
                let file = absolute(file);
                known.folder(file.parent().unwrap_or(&file))
            }
        }
    }
}

impl Known {
    fn folder(&mut self, folder: &Path) -> Arc<ConfigFile> {
        if let Some(known) = self.folders.get(folder) {
            return Arc::clone(known);
        }
        let nearest = folder.ancestors().map(|folder| folder.join(NAME)).find(|path| path.is_file());
        let file = self.file(nearest);
        self.folders.insert(folder.to_owned(), Arc::clone(&file));
        file
    }

    fn file(&mut self, path: Option<PathBuf>) -> Arc<ConfigFile> {
        let read =
            |path: &Option<PathBuf>| Arc::new(path.as_deref().map_or_else(ConfigFile::default, ConfigFile::read));
        Arc::clone(self.files.entry(path).or_insert_with_key(read))
    }
}

impl ConfigFile {
    /// Reads the configuration at `path`, which is absolute. Where it cannot be read, that is its problem.
    fn read(path: &Path) -> Self {
        let (text, unread) = match fs::read_to_string(path) {
            Ok(text) => (text, None),
            Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                (String::new(), Some("it is not UTF-8".to_owned()))
            }
            Err(error) => (String::new(), Some(error.to_string())),
        };
        let text = text.strip_prefix('\u{FEFF}').map(str::to_owned).unwrap_or(text);
        let (config, mut problems) = Config::parse(&text);
        problems.extend(unread.map(|message| ConfigProblem {
            span: Span::default(),
            severity: Severity::Error,
            message,
        }));
        Self { path: Some(path.to_owned()), text, config, problems }
    }

    /// How `file` is judged.
    pub fn settings_for(&self, file: &Path) -> Settings {
        self.config.settings_for(&self.path_of(file))
    }

    /// Whether nothing is said of `file`.
    pub fn is_ignored_file(&self, file: &Path) -> bool {
        self.config.is_ignored_file(&self.path_of(file))
    }

    /// The way from the folder of the configuration to `file`, with `/`; the whole path where it lies elsewhere.
    fn path_of(&self, file: &Path) -> String {
        let file = absolute(file);
        let folder = self.path.as_deref().and_then(Path::parent).unwrap_or(Path::new(""));
        let names = file.strip_prefix(folder).unwrap_or(&file).components().filter_map(|component| match component {
            Component::Normal(name) => Some(name.to_string_lossy()),
            _ => None,
        });
        names.collect::<Vec<_>>().join("/")
    }
}

/// `path` from the root, without `.` and `..`. The disk is not asked, so that a link keeps its name.
fn absolute(path: &Path) -> PathBuf {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let mut plain = PathBuf::new();
    for component in path.components() {
        if component == Component::ParentDir {
            plain.pop();
        } else {
            plain.push(component);
        }
    }
    plain
}
