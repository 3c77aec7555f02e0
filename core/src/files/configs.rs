//! Configuration of each file: the nearest `.iri.toml` in its directory or a parent directory, read once.

use std::collections::HashMap;
use std::ffi::OsString;
use std::fmt;
use std::io;
use std::iter;
use std::path::{Path, PathBuf};
use std::slice;
use std::sync::{Arc, Mutex, PoisonError};

use crate::characters::quotable;
use crate::files::catalogs::MAX_CATALOG_BYTES;
use crate::files::config::{CheckSetting, Config, ConfigProblem, Schemas};
use crate::files::input::{decoded, may_apply, read_above, read_config, read_named, read_within, utf8};
use crate::files::nearest::Nearest;
use crate::files::open::OpenTexts;
use crate::files::paths::{absolute, relative_text};
use crate::files::refusal::{Refusal, reason, refusal};
use crate::files::roots::resolve_within;
use crate::rules::{Severities, Severity};
use crate::schema::{self, MAX_BYTES};
use crate::text::{InConfig, Span, fit};
use crate::xml::Settings;
use crate::xml::catalog::Catalog;

/// Texts of configurations by absolute path; `None` means that the file does not exist.
pub type ConfigTexts = HashMap<PathBuf, Option<String>>;

/// Reason why a configuration is not used.
const FOREIGN: &str = "belongs to another user; use --config to apply it";

/// Name of configuration files.
pub const CONFIG_FILE_NAME: &str = ".iri.toml";

/// Source of configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConfigSource {
    /// Nearest `.iri.toml` of each file.
    Nearest,
    /// This file, for all files.
    File(PathBuf),
    /// No configuration.
    Nothing,
}

/// Configuration file and its contents.
#[derive(Clone, Debug, Default)]
pub struct ConfigFile {
    /// Path of the file; `None` without a configuration.
    pub path: Option<PathBuf>,
    /// Text of the file; empty if it could not be read.
    pub text: String,
    /// Parsed configuration.
    pub config: Config,
    /// Configuration that it extends.
    pub extended: Option<Arc<ConfigFile>>,
    /// Errors and warnings.
    pub problems: Vec<ConfigProblem>,
    /// Files that it names in other directories: what may be read there depends on the document.
    pub elsewhere: Vec<NamedFile>,
    /// Whether the file could not be read; the reason is one of the problems.
    pub is_unread: bool,
}

impl ConfigFile {
    /// Returns whether files with this configuration are fixed together: an error may be about what is to be left as it is.
    pub fn allows_fixes(&self) -> bool {
        self.problems.iter().all(|problem| problem.severity < Severity::Error)
    }
}

/// Configurations of all files; may be shared by threads.
pub struct Configs {
    source: ConfigSource,
    texts: ConfigTexts,
    known: Mutex<Known>,
    open: Option<Arc<OpenTexts>>,
}

impl fmt::Debug for Configs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Configs").field("source", &self.source).finish_non_exhaustive()
    }
}

/// Configurations that were read so far.
#[derive(Debug, Default)]
struct Known {
    /// Effective configuration of each directory as callers write it: most files have the same directory as the last one.
    written: HashMap<OsString, Arc<ConfigFile>>,
    /// Effective configuration of each directory.
    folders: HashMap<PathBuf, Arc<ConfigFile>>,
    /// Directories with a configuration.
    nearest: Nearest,
    /// Configuration files by path.
    files: HashMap<Option<PathBuf>, Arc<ConfigFile>>,
    /// Those that name files elsewhere, with the problems of these files, by path and roots.
    within: HashMap<(Option<PathBuf>, Vec<PathBuf>), Arc<ConfigFile>>,
}

impl Configs {
    /// Creates a cache of configurations from `source`.
    pub fn new(source: ConfigSource) -> Self {
        Self { source, texts: ConfigTexts::new(), known: Mutex::default(), open: None }
    }

    /// Sets the texts that replace those of files on disk: unsaved configurations.
    #[must_use]
    pub fn with_texts(self, texts: ConfigTexts) -> Self {
        Self { texts, ..self }
    }

    /// Sets the source of further texts that are newer than their files.
    #[must_use]
    pub fn with_open_texts(self, open: Option<Arc<OpenTexts>>) -> Self {
        Self { open, ..self }
    }

    /// Returns the source of the configurations.
    pub const fn source(&self) -> &ConfigSource {
        &self.source
    }

    /// Forgets the configurations; the next use reads the files.
    pub fn forget(&self) {
        *self.known.lock().unwrap_or_else(PoisonError::into_inner) = Known::default();
    }

    /// Returns the text that replaces that of the file at `path`, if there is one.
    pub fn text(&self, path: &Path) -> Option<String> {
        let set = self.texts.get(path).cloned().flatten();
        set.or_else(|| Some((*self.open.as_ref()?(path)?).to_owned()))
    }

    /// Returns the files that the configurations so far consist of, also if they do not exist.
    pub fn files(&self) -> Vec<PathBuf> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.files.values().flat_map(|file| file.files()).collect()
    }

    /// Returns whether a configuration so far consists of the file at `path`, also if it does not exist.
    pub fn include(&self, path: &Path) -> bool {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.files.values().any(|file| file.files().any(|known| known == path))
    }

    /// Returns the effective configuration for `file` as [`config_for`](Self::config_for) does, with a problem for each
    /// file that it names in a directory below none of `roots`, or that cannot be used.
    pub fn config_within(&self, file: &Path, roots: impl FnOnce() -> Vec<PathBuf>) -> Arc<ConfigFile> {
        let config = self.config_for(file);
        if config.elsewhere.is_empty() {
            return config;
        }
        // The roots of a document depend on its configuration.
        let roots = roots();
        self.known.lock().unwrap_or_else(PoisonError::into_inner).within(&config, roots)
    }

    /// Returns the effective configuration for `file`, which need not exist.
    pub fn config_for(&self, file: &Path) -> Arc<ConfigFile> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        match &self.source {
            ConfigSource::Nothing => known.file(None, read_config),
            // A user named it, so it may be anywhere, and it may be a pipe.
            ConfigSource::File(path) => known.file(Some(absolute(path)), |path| utf8(read_named(path)?)),
            ConfigSource::Nearest => {
                let written = file.parent().filter(|_| file.file_name().is_some()).map(Path::as_os_str);
                if let Some(known) = written.and_then(|written| known.written.get(written)) {
                    return Arc::clone(known);
                }
                let file = absolute(file);
                let config = known.folder(file.parent().unwrap_or(&file), &self.texts, self.open.as_deref());
                if let Some(written) = written {
                    known.written.insert(written.to_owned(), Arc::clone(&config));
                }
                config
            }
        }
    }
}

impl Known {
    fn within(&mut self, config: &ConfigFile, roots: Vec<PathBuf>) -> Arc<ConfigFile> {
        let with_problems = |(_, roots): &(_, Vec<PathBuf>)| {
            let elsewhere = problems_of(config.elsewhere.iter().cloned(), roots);
            let elsewhere = elsewhere.into_iter().map(|(named, problem)| named.config_problem(problem));
            let problems = config.problems.iter().cloned().chain(elsewhere).collect();
            Arc::new(ConfigFile { problems, ..config.clone() })
        };
        Arc::clone(self.within.entry((config.path.clone(), roots)).or_insert_with_key(with_problems))
    }

    fn folder(&mut self, folder: &Path, texts: &ConfigTexts, open: Option<&OpenTexts>) -> Arc<ConfigFile> {
        if let Some(known) = self.folders.get(folder) {
            return Arc::clone(known);
        }
        let text_of = |path: &PathBuf| match texts.get(path) {
            Some(text) => Some(text.clone()),
            None => open.and_then(|open| open(path)).map(|text| Some((*text).to_owned())),
        };
        let has_config = |folder: &Path| {
            let path = folder.join(CONFIG_FILE_NAME);
            text_of(&path).map_or_else(|| path.symlink_metadata().is_ok(), |text| text.is_some())
        };
        let nearest = self.nearest.find(folder, has_config).map(|folder| folder.join(CONFIG_FILE_NAME));
        let file = match nearest.as_ref().and_then(|path| Some((path, text_of(path)??))) {
            Some((path, text)) => {
                let file = || Arc::new(ConfigFile::parse(path, text, None));
                Arc::clone(self.files.entry(Some(path.clone())).or_insert_with(file))
            }
            None => match nearest {
                // The same file may apply to other directories, so this is not known of the file.
                Some(path) if !may_apply(&path, folder) => {
                    Arc::new(ConfigFile::parse(&path, String::new(), Some(FOREIGN.to_owned())))
                }
                nearest => self.file(nearest, read_config),
            },
        };
        self.folders.insert(folder.to_owned(), Arc::clone(&file));
        file
    }

    fn file(&mut self, path: Option<PathBuf>, read: fn(&Path) -> io::Result<String>) -> Arc<ConfigFile> {
        let file = |path: &Option<PathBuf>| {
            Arc::new(path.as_deref().map_or_else(ConfigFile::default, |path| ConfigFile::read(path, read)))
        };
        Arc::clone(self.files.entry(path).or_insert_with_key(file))
    }
}

impl ConfigFile {
    /// Reads the configuration at the absolute path `path`. If it cannot be read, this is one of its problems.
    fn read(path: &Path, read: fn(&Path) -> io::Result<String>) -> Self {
        let (text, unread) = match read(path) {
            Ok(text) => (text, None),
            Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                (String::new(), Some("file is not valid UTF-8".to_owned()))
            }
            Err(error) => (String::new(), Some(error.to_string())),
        };
        Self::parse(path, text, unread)
    }

    /// Parses the text of a configuration; `unread` is the reason why it could not be read.
    fn parse(path: &Path, text: String, unread: Option<String>) -> Self {
        Self::parse_extended(&[path.to_owned()], text, unread)
    }

    /// Parses the text of the last of these configurations, each of which extends the next one.
    fn parse_extended(paths: &[PathBuf], text: String, unread: Option<String>) -> Self {
        let path = paths.last().expect("the callers name one");
        let text = text.strip_prefix('\u{FEFF}').map(str::to_owned).unwrap_or(text);
        let (config, mut problems) = Config::parse(&text);
        let is_unread = unread.is_some();
        problems.extend(unread.map(|message| ConfigProblem::new(Span::default(), Severity::Error, message)));
        let (mut elsewhere, mut extended) = (Vec::new(), None);
        for (named, problem) in problems_of(named_files(path, &config), &[]) {
            if problem.is_outside { elsewhere.push(named) } else { problems.push(named.config_problem(problem)) }
        }
        if let Some(at) = &config.extend {
            let problem = |message: &str| {
                let message =
                    fit(&quotable(&at.path, &at.path), |path| format!("extended configuration {path}: {message}"));
                ConfigProblem::new(at.span, Severity::Error, message)
            };
            match extended_text(path, &at.path) {
                Ok((target, _)) if paths.contains(&target) => problems.push(problem("it extends this one")),
                Ok(_) if paths.len() > MAX_EXTENDED => problems.push(problem("too many extend one another")),
                Ok((target, text)) => {
                    let file = Self::parse_extended(&[paths, &[target]].concat(), text, None);
                    let first = file.problems.first();
                    problems.extend(
                        first.map(|first| ConfigProblem { severity: first.severity, ..problem(&first.message) }),
                    );
                    let at = |named: &NamedFile| NamedFile { span: at.span, ..named.clone() };
                    elsewhere.extend(file.elsewhere.iter().map(at));
                    extended = Some(Arc::new(file));
                }
                Err(error) => problems.push(problem(&format!("{}{}", reason(&error), tip(&error, &at.path)))),
            }
        }
        Self { path: Some(path.to_owned()), text, config, extended, problems, elsewhere, is_unread }
    }

    /// Returns this configuration and those that it extends: each overrides the next one.
    pub fn chain(&self) -> impl Iterator<Item = &Self> {
        iter::successors(Some(self), |file| file.extended.as_deref())
    }

    /// Returns the configurations as [`chain`](Self::chain) does, each after the one that it extends.
    fn in_order(&self) -> impl Iterator<Item = &Self> {
        self.chain().collect::<Vec<_>>().into_iter().rev()
    }

    /// Returns the settings for `file`.
    pub fn settings_for(&self, file: &Path) -> Settings {
        let all = self.in_order().map(|config| config.config.settings_for(&config.pattern_path(file)));
        all.reduce(|mut settings, later| {
            override_with(&mut settings, later);
            settings
        })
        .unwrap_or_default()
    }

    /// Returns the configured severities for `file`, without those of `[[ignore]]`.
    pub fn severities_for(&self, file: &Path) -> Severities {
        let mut severities = Severities::default();
        let all = self.in_order().map(|config| config.config.severities_for(&config.pattern_path(file)));
        all.for_each(|later| severities.then(&later));
        severities
    }

    /// Returns the options of a check with the directory of their file, those that take precedence last.
    pub fn check_settings(&self) -> Vec<(Option<&Path>, &CheckSetting)> {
        let settings =
            self.in_order().map(|config| config.config.check.iter().map(|setting| (config.folder(), setting)));
        settings.flatten().collect()
    }

    /// Returns the catalogs and associations, each with the directory of its file, those that take precedence first.
    pub fn schemas(&self) -> impl Iterator<Item = (&Path, &Schemas)> {
        self.chain().filter_map(|config| Some((config.folder()?, &config.config.schemas)))
    }

    /// Returns whether schemas in the workspace are used if nothing names them.
    pub fn uses_index(&self) -> bool {
        self.chain().find_map(|config| config.config.schemas.index) != Some(false)
    }

    /// Returns the files that determine the configuration, also if they do not exist.
    fn files(&self) -> impl Iterator<Item = PathBuf> {
        self.chain().flat_map(|config| {
            let extended = config.config.extend.as_ref().zip(config.folder());
            let extended = extended.map(|(extended, folder)| absolute(&folder.join(&extended.path)));
            config.path.iter().cloned().chain(extended)
        })
    }

    /// Returns whether `file` is skipped as a whole.
    pub fn is_ignored_file(&self, file: &Path) -> bool {
        self.chain().any(|config| config.config.is_ignored_file(&config.pattern_path(file)))
    }

    /// Returns the path that patterns match: [`path_of`](Self::path_of), or nothing if there is no file with patterns.
    pub(super) fn pattern_path(&self, file: &Path) -> String {
        if self.path.is_some() { self.path_of(file) } else { String::new() }
    }

    /// Returns the path from the directory of the configuration to `file`, with `/`; the whole path if it is elsewhere.
    pub fn path_of(&self, file: &Path) -> String {
        relative_text(&absolute(file), self.folder().unwrap_or(Path::new("")))
    }

    /// Returns the directory of the configuration.
    pub fn folder(&self) -> Option<&Path> {
        self.path.as_deref().and_then(Path::parent)
    }
}

/// Maximum number of configurations that extend one another.
const MAX_EXTENDED: usize = 8;
/// Maximum size of an extended configuration, in bytes.
const MAX_EXTENDED_BYTES: u64 = 1 << 20;

/// Returns the path and the text of the configuration that the one at `path` extends. Anybody may have written that: only a
/// file below its directory, or one that could apply to it because it is in a parent directory, is read.
fn extended_text(path: &Path, extended: &str) -> io::Result<(PathBuf, String)> {
    let folder = path.parent().unwrap_or(path);
    let target = absolute(&folder.join(extended));
    let is_above = target.parent().is_some_and(|above| folder.starts_with(above) && above != folder);
    let bytes = if is_above {
        read_above(&target, folder, MAX_EXTENDED_BYTES)
    } else {
        read_within(&target, &[folder.to_owned()], MAX_EXTENDED_BYTES)
    };
    Ok((target, utf8(bytes?)?))
}

/// Adds the settings in `later`, which override the others.
pub(crate) fn override_with(settings: &mut Settings, later: Settings) {
    settings.severities.then(&later.severities);
    settings.places.extend(later.places);
    settings.ignored = settings.ignored.and(&later.ignored);
    settings.unknown = later.unknown.or(settings.unknown);
}

/// Returns a problem for each catalog, and for each schema of an association, in the configuration at `path` that cannot
/// be used if only the files below `roots` and in its own directory may be read.
pub fn schema_problems(path: &Path, config: &Config, roots: &[PathBuf]) -> Vec<ConfigProblem> {
    let problems = problems_of(named_files(path, config), roots).into_iter();
    problems.map(|(named, problem)| named.config_problem(problem)).collect()
}

/// Returns the files that the configuration at `path` names.
fn named_files(path: &Path, config: &Config) -> impl Iterator<Item = NamedFile> {
    let folder = path.parent().unwrap_or(path);
    let Schemas { catalogs, associations, .. } = &config.schemas;
    let catalogs = catalogs.iter().map(|catalog| (catalog, FileRole::Catalog));
    let schemas = associations.iter().map(|association| (&association.schema, FileRole::Schema));
    let schemas = catalogs.chain(schemas).map(|(at, role)| (&at.path, at.span, role));
    let options = config.check.iter().filter(|setting| setting.is_path);
    let options = options
        .flat_map(|setting| setting.values.iter().map(|path| (path, setting.span, FileRole::Option(setting.name))));
    schemas.chain(options).map(move |(written, span, role)| {
        let path = absolute(&folder.join(written));
        NamedFile { role, folder: folder.to_owned(), path, written: written.clone(), span }
    })
}

/// Returns those of the files that cannot be used, each with the reason. One that is named a thousand times is read once.
fn problems_of(files: impl Iterator<Item = NamedFile>, roots: &[PathBuf]) -> Vec<(NamedFile, FileProblem)> {
    let mut known: HashMap<(PathBuf, FileRole), Option<FileProblem>> = HashMap::new();
    let problem = |file: NamedFile| {
        let problem = known.entry((file.path.clone(), file.role)).or_insert_with(|| file.problem(roots)).clone()?;
        Some((file, problem))
    };
    files.filter_map(problem).collect()
}

/// Returns what is probably wrong if there is no file at `path`, as a configuration for all systems writes it.
fn tip(error: &io::Error, path: &str) -> &'static str {
    let has_other_separator = error.kind() == io::ErrorKind::NotFound && path.contains('\\');
    if has_other_separator { "; separate names with '/'" } else { "" }
}

/// Use of a file that a configuration names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum FileRole {
    Catalog,
    Schema,
    /// Value of this option of a check, which reads the file.
    Option(&'static str),
}

/// File that a configuration names.
#[derive(Clone, Debug)]
pub struct NamedFile {
    role: FileRole,
    /// Directory of the configuration.
    folder: PathBuf,
    /// Absolute path.
    path: PathBuf,
    /// Path as it is written.
    written: String,
    /// Span of the path in the configuration file.
    span: Span<InConfig>,
}

/// Reason why a file cannot be used.
#[derive(Clone, Debug)]
struct FileProblem {
    message: String,
    /// Whether it is outside the directories that may be read.
    is_outside: bool,
}

impl NamedFile {
    /// Returns why the file cannot be used. What is neither in the directory of the configuration nor below `roots` is not
    /// read: only the caller knows which directories it may access.
    fn problem(&self, roots: &[PathBuf]) -> Option<FileProblem> {
        let (name, limit) = match self.role {
            FileRole::Catalog => ("catalog", MAX_CATALOG_BYTES),
            FileRole::Schema => ("schema", MAX_BYTES as u64),
            FileRole::Option(name) => (name, 0),
        };
        let message =
            |problem: &str| fit(&quotable(&self.written, &self.written), |path| format!("{name} {problem}: {path}"));
        let roots = [slice::from_ref(&self.folder), roots].concat();
        if let FileRole::Option(_) = self.role {
            let error = resolve_within(&self.path, &roots).err()?;
            let is_outside = refusal(&error) == Some(Refusal::Outside);
            return is_outside.then(|| FileProblem { message: message(reason(&error)), is_outside });
        }
        let text = match read_within(&self.path, &roots, limit).and_then(decoded) {
            Ok(text) => text,
            Err(error) => {
                let is_outside = refusal(&error) == Some(Refusal::Outside);
                return Some(FileProblem { message: message(reason(&error)) + tip(&error, &self.written), is_outside });
            }
        };
        let message = match self.role {
            FileRole::Catalog if Catalog::parse(&text, None) == Catalog::default() => Some(message("has no entries")),
            FileRole::Catalog | FileRole::Option(_) => None,
            FileRole::Schema => schema::own_problem(&self.written, text),
        };
        Some(FileProblem { message: message?, is_outside: false })
    }

    fn config_problem(&self, FileProblem { message, .. }: FileProblem) -> ConfigProblem {
        let severity = if let FileRole::Option(_) = self.role { Severity::Error } else { Severity::Warning };
        ConfigProblem::new(self.span, severity, message)
    }
}
