//! Loads one file as text with its settings, or reports why that is not possible.

use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use iri_core::Document;
use iri_core::Settings;
use iri_core::files::{
    CONFIG_FILE_NAME, ConfigFile, ENTRY_SEPARATOR, HEAD, Package, PackageEntry, PackageError, PackageKind, PathStyle,
    entry_location, folder_of, is_document, is_document_by_name, is_found_document, is_named_document,
};
use iri_core::files::{ConfigSource, ConfigTexts, absolute};
use iri_core::text::encoding::{self, EncodedForm, FileBytes, Source};
use iri_core::text::similar::did_you_mean;
use iri_core::workspace::{DocumentAt, Layer, Overrides, Workspace};
use iri_core::xml::Syntax;

use super::chunk::Chunk;
use super::here::{name_of, tree_of};
use super::ignore_uses::IgnoreUses;
use super::jobs::{Job, unread};
use super::package_file::PackageFile;
use super::tally::Tally;
use super::workers::Sink;
use crate::cells::escape_line;
use crate::cli::ReferenceArgs;
use crate::cli::files::FileArgs;
use crate::cli::outcome::note_standard_input;

/// A file that was read.
pub struct LoadedFile {
    /// Path, relative to the current directory if possible.
    pub name: String,
    /// Source, where it is also saved.
    pub place: InputSource,
    /// Decoded text.
    pub text: String,
    /// Encoding.
    pub form: EncodedForm,
    /// Bytes; none if they were not requested.
    pub bytes: FileBytes,
    /// Settings of its inspection.
    pub settings: Arc<Settings>,
    /// Whether it may be saved: neither its encoding nor its configuration has errors.
    pub is_fixable: bool,
}

/// Source of a text.
pub enum InputSource {
    /// Standard input.
    Stdin,
    /// A file, and the directory that links must not lead out of.
    File {
        /// File.
        path: PathBuf,
        /// Directory.
        tree: PathBuf,
        /// Whether the user named the file, so that it may be a link or a pipe.
        is_named: bool,
    },
    /// An entry of a package, which is saved with the package.
    Entry {
        /// Reason why it cannot be changed, as a clause about it; `None` if it can.
        refusal: Option<Arc<str>>,
    },
}

/// Kind of a selected file.
#[allow(clippy::large_enum_variant)] // there is one per package
pub enum Selected {
    /// No package.
    File,
    /// A package.
    Package(PackageFile),
    /// A package that cannot be read; a message was sent.
    Failed,
}

/// Use of the bytes of a file after they are decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeepBytes {
    /// Not needed.
    No,
    /// Needed.
    Yes,
    /// Needed, and those of standard input are written to standard output, fixed or not.
    ForOutput,
}

/// State that all files share.
pub struct FileLoader {
    workspace: Workspace,
    overrides: Overrides,
    extensions: Vec<String>,
    charset: Option<&'static encoding_rs::Encoding>,
    is_excluding: bool,
    stdin_filename: Option<PathBuf>,
    bytes: KeepBytes,
    opens_packages: bool,
    has_locations: bool,
    ignore_uses: Option<IgnoreUses>,
}

impl FileLoader {
    /// Creates the loader from the arguments.
    pub fn new(files: &FileArgs, reference_args: &ReferenceArgs, bytes: KeepBytes) -> Self {
        Self {
            workspace: Workspace::new(files.config_source()),
            overrides: Overrides {
                severities: reference_args.severities(),
                selected: reference_args.selected.clone(),
                dialect: reference_args.dialect,
                base: reference_args.base.clone(),
                are_unknown_wanted: reference_args.are_unknown_wanted,
                config: inline_layer(files),
            },
            extensions: files.extension.clone(),
            charset: reference_args.charset,
            is_excluding: files.force_exclude,
            stdin_filename: files.stdin_filename.clone(),
            bytes,
            opens_packages: false,
            has_locations: false,
            ignore_uses: None,
        }
    }

    /// Sets the texts of configurations that replace those on disk.
    #[must_use]
    pub fn with_config_texts(self, texts: ConfigTexts) -> Self {
        Self { workspace: self.workspace.with_config_texts(texts), ..self }
    }

    /// Returns the files and directories that findings so far depend on, apart from the documents.
    pub fn files(&self) -> Vec<PathBuf> {
        self.workspace.files()
    }

    /// Returns how many targets of references were not looked at.
    pub fn targets_outside(&self) -> usize {
        self.workspace.targets().outside()
    }

    /// Returns the configuration of the file at `path`.
    pub fn config_for(&self, path: &Path) -> Arc<ConfigFile> {
        self.workspace.configs().config_for(path)
    }

    /// Returns the path of the configuration of the file at `path`, which may have to be created: in its project, or else in
    /// the innermost of the absolute directories `folders` that contains it.
    pub fn config_path(&self, path: &Path, folders: &[PathBuf]) -> PathBuf {
        let document = DocumentAt { path: Some(path), language: "", folders, is_open: false };
        self.workspace.config_path(&document).unwrap_or_else(|| folder_of(path).join(CONFIG_FILE_NAME))
    }

    /// Returns the loader that also turns the rules about the targets of references on.
    #[must_use]
    pub fn with_links(mut self, is_checked: bool) -> Self {
        self.overrides.selected.extend(iri_core::xml::TARGET_RULES.into_iter().filter(|_| is_checked));
        self
    }

    /// Returns the loader whose documents know their locations, also if no rule checks the targets of references.
    #[must_use]
    pub fn with_locations(self) -> Self {
        Self { has_locations: true, ..self }
    }

    /// Returns the loader that also selects packages. The caller then opens them.
    #[must_use]
    pub fn with_packages(self) -> Self {
        Self { opens_packages: true, ..self }
    }

    /// Returns the loader that records the use of the `[[ignore]]` entries.
    #[must_use]
    pub fn with_ignore_uses(self, ignore_uses: Option<IgnoreUses>) -> Self {
        Self { ignore_uses, ..self }
    }

    /// Returns the use of the `[[ignore]]` entries, if it is recorded.
    pub const fn ignore_uses(&self) -> Option<&IgnoreUses> {
        self.ignore_uses.as_ref()
    }

    /// Records which `[[ignore]]` entries hide findings of `document`, the file at `path`.
    pub fn record_ignore_uses(&self, path: &Path, document: &Document) {
        let Some(uses) = &self.ignore_uses else { return };
        let config = self.workspace.configs().config_for(path);
        uses.record_places(&config, document);
        if uses.record_file(&config, path) {
            let mut severities = config.severities_for(path);
            self.overrides.apply(&mut severities);
            let settings = Settings::clone(document.settings()).with_severities(severities).with_ignored([]);
            uses.record_findings(&config, path, &Document::parse(document.text(), Arc::new(settings)));
        }
    }

    /// Reads the package at `place`, if it is one.
    ///
    /// # Errors
    /// If the receiver is gone.
    pub fn package_at(&self, place: &InputSource, sink: &Sink<Chunk>) -> io::Result<Selected> {
        let InputSource::File { path, tree, .. } = place else { return Ok(Selected::File) };
        let Some(kind) = PackageKind::from_name(path).filter(|_| self.opens_packages) else {
            return Ok(Selected::File);
        };
        let name = name_of(path);
        let failure = match place.read() {
            Ok(bytes) => match PackageFile::open(name.clone(), path.clone(), tree.clone(), kind, bytes) {
                Ok(file) => return Ok(Selected::Package(file)),
                Err(error) => format!("{name}: {error}"),
            },
            Err(error) => unread(path, &error),
        };
        sink.send(Chunk::Failure(failure))?;
        Ok(Selected::Failed)
    }

    /// Opens the package in `entry`; `None` if it is not a package, with a message if it cannot be read.
    ///
    /// # Errors
    /// If the receiver is gone.
    pub fn inner_package(
        (file, package): (&PackageFile, &mut Package),
        entry: &PackageEntry,
        sink: &Sink<Chunk>,
    ) -> io::Result<Option<PackageFile>> {
        match file.inner(entry, package) {
            Ok(inner) => Ok(inner),
            Err(PackageError::Exhausted(_)) => Ok(None),
            Err(error) => fail(sink, format!("{}: {error}", file.entry_name(entry))),
        }
    }

    /// Loads the file of `job`, or each XML file of a package, and passes it to `visit`. If the job names a file in the
    /// package, the others are not loaded.
    ///
    /// # Errors
    /// If the receiver is gone, or `visit` fails.
    pub fn load_each(
        &self,
        job: Job,
        sink: &Sink<Chunk>,
        visit: &mut dyn FnMut(LoadedFile) -> io::Result<()>,
    ) -> io::Result<()> {
        let only = job.entry_name();
        let Some((place, is_named)) = self.select(job, sink)? else { return Ok(()) };
        let outermost = match self.package_at(&place, sink)? {
            Selected::File => return self.load_selected(place, is_named, sink)?.map_or(Ok(()), visit),
            Selected::Package(file) => file,
            Selected::Failed => return Ok(()),
        };
        let (name, limited) = (outermost.name().to_owned(), outermost.package());
        let mut packages = vec![outermost];
        while let Some(file) = packages.pop() {
            let mut package = file.package();
            let entries = Self::package_entries((&file, &mut package), only.as_deref(), sink)?;
            for entry in &entries {
                if let Some(loaded) = self.load_entry((&file, &mut package), entry, None, sink)? {
                    visit(loaded)?;
                }
            }
            for entry in entries.iter().rev() {
                packages.extend(Self::inner_package((&file, &mut package), entry, sink)?);
            }
        }
        report_refusal(&name, &limited, sink)
    }

    /// Returns the entries that a walk of the unpacked directory would find, packages among them. With `only`, the name of a
    /// file, it returns that file, or the package that contains it; if there is neither, a message is sent.
    ///
    /// # Errors
    /// If the receiver is gone.
    pub fn package_entries(
        (file, package): (&PackageFile, &mut Package),
        only: Option<&str>,
        sink: &Sink<Chunk>,
    ) -> io::Result<Vec<PackageEntry>> {
        if let Some(reason) = package.lost_entries() {
            sink.send(Chunk::Failure(format!("{}: {reason}", file.name())))?;
        }
        let mut entries = package.entries();
        let Some(only) = only else {
            entries.retain(|entry| !is_hidden(&entry.name));
            return Ok(entries);
        };
        let within = only.strip_prefix(file.name()).and_then(|rest| rest.strip_prefix(ENTRY_SEPARATOR));
        let within = within.unwrap_or_default();
        // As the names of a path: on Windows, those of an entry that are separated with '\' too.
        let names = |name: &str| PathStyle::SYSTEM.names(name).collect::<Vec<_>>().join("/");
        let is_inner = |name: &str| within.strip_prefix(name).is_some_and(|rest| rest.starts_with(ENTRY_SEPARATOR));
        let is_wanted = |entry: &PackageEntry| {
            let name = names(&entry.name);
            name == within || is_inner(&name)
        };
        if !entries.iter().any(is_wanted) {
            let tip = did_you_mean(within, entries.iter().map(|entry| entry.name.as_str()));
            sink.send(Chunk::Failure(format!("{only}: no such file in the package{tip}")))?;
        }
        entries.retain(is_wanted);
        Ok(entries)
    }

    /// Loads an entry as a file; `None` if it is not XML, with a message if it cannot be read. `content` replaces what the
    /// package contains.
    ///
    /// # Errors
    /// If the receiver is gone.
    pub fn load_entry(
        &self,
        (file, package): (&PackageFile, &mut Package),
        entry: &PackageEntry,
        content: Option<Vec<u8>>,
        sink: &Sink<Chunk>,
    ) -> io::Result<Option<LoadedFile>> {
        let path = Path::new(&entry.name);
        if !is_document_by_name(path) && PackageKind::from_name(path).is_some() {
            return Ok(None);
        }
        let name = file.entry_name(entry);
        let is_document =
            is_document_by_name(path) || package.head(entry, HEAD).is_ok_and(|head| is_document(path, &head));
        let virtual_path = PathBuf::from(&name);
        let config = self.workspace.configs().config_for(&virtual_path);
        if !is_document || self.is_ignored(&config, &virtual_path) {
            return Ok(None);
        }
        if entry.is_repeated {
            sink.send(Chunk::Failure(format!(
                "{name}: the package has several files with this name; the last one is read"
            )))?;
        }
        let bytes = match content.map_or_else(|| package.read(entry), Ok) {
            Ok(bytes) => bytes,
            // It is reported once for the file on the disk.
            Err(PackageError::Exhausted(_)) => return Ok(None),
            Err(error) => return fail(sink, format!("{name}: {error}")),
        };
        let (Source { text, form }, bytes) = match self.decoded(bytes, &name, false) {
            Ok(decoded) => decoded,
            Err((chunks, _)) => return chunks.into_iter().try_for_each(|chunk| sink.send(chunk)).map(|()| None),
        };
        let damage = form.damage.map(|damage| damage.to_string()).or_else(|| nul(&name, &text));
        if let Some(damage) = &damage {
            sink.send(Chunk::Failure(format!("{name}: {damage}")))?;
        }
        let mut settings = self.settings(Some(&virtual_path), file.tree(), &text, form);
        // The targets are entries, not files.
        settings.targets = settings.location.take().and_then(|_| file.targets());
        if settings.targets.is_some() {
            settings.location = Some(entry_location(&entry.name));
        }
        let is_fixable = damage.is_none() && config.allows_fixes();
        let unchangeable = || package.is_changeable(entry).err().map(|reason| reason.to_string().into());
        let refusal = file.refusal(false).or_else(unchangeable);
        let place = InputSource::Entry { refusal };
        Ok(Some(LoadedFile { name, place, text, form, bytes, settings: Arc::new(settings), is_fixable }))
    }

    /// Returns the message about a configuration that was named and cannot be read. Without it, the run would check other
    /// things than the user wants.
    pub fn unread_config(&self, files: &FileArgs) -> Option<String> {
        let (config, text, problems) = files.inline_config();
        if let Some(problem) = problems.first() {
            let line = problem.span.slice(&text);
            return Some(format!("--config: {}: {}", escape_line(line), escape_line(&problem.message)));
        }
        if config.extend.is_some() || !config.schemas.associations.is_empty() || config.schemas.index.is_some() {
            return Some("--config: extend, schemas.associations and schemas.index must be in a file".to_owned());
        }
        let ConfigSource::File(path) = self.workspace.configs().source() else { return None };
        let file = self.workspace.configs().config_for(Path::new("-"));
        let reason = file.problems.last().filter(|_| file.is_unread)?;
        Some(format!("cannot read the configuration {}: {reason}", escape_line(&path.to_string_lossy())))
    }

    /// Loads a selected file; `None` if it cannot be read, with a message.
    ///
    /// # Errors
    /// If the receiver is gone.
    pub fn load_selected(
        &self,
        place: InputSource,
        is_named: bool,
        sink: &Sink<Chunk>,
    ) -> io::Result<Option<LoadedFile>> {
        let path = place.path().or(self.stdin_filename.as_deref());
        let name = path.map_or_else(|| "-".to_owned(), name_of);
        let file = self.workspace.configs().config_for(path.unwrap_or(Path::new("-")));
        let bytes = match place.read() {
            Ok(bytes) => bytes,
            Err(error) => return fail(sink, unread(Path::new(&name), &error)),
        };
        let (Source { text, form }, bytes) = match self.decoded(bytes, &name, is_named) {
            Ok(decoded) => decoded,
            Err((chunks, bytes)) => {
                self.pass_through(&place, bytes, sink)?;
                return chunks.into_iter().try_for_each(|chunk| sink.send(chunk)).map(|()| None);
            }
        };
        let damage = form.damage.map(|damage| damage.to_string()).or_else(|| nul(&name, &text));
        if let Some(damage) = &damage {
            sink.send(Chunk::Failure(format!("{name}: {damage}")))?;
        }
        let tree = match &place {
            InputSource::File { tree, .. } => tree.clone(),
            InputSource::Stdin | InputSource::Entry { .. } => tree_of(path.unwrap_or(Path::new(""))),
        };
        let settings = Arc::new(self.settings(path, &tree, &text, form));
        let is_fixable = damage.is_none() && file.allows_fixes();
        Ok(Some(LoadedFile { name, place, text, form, bytes, settings, is_fixable }))
    }

    /// Returns the source of `job`, unless it is skipped, and whether it is read because it was named. Files that are
    /// found in a directory must be XML, and with `--force-exclude` those that are named too.
    ///
    /// # Errors
    /// If the receiver is gone.
    pub fn select(&self, job: Job, sink: &Sink<Chunk>) -> io::Result<Option<(InputSource, bool)>> {
        let (path, tree, is_named) = match job {
            Job::Stdin => {
                let name = self.stdin_filename.as_deref().unwrap_or(Path::new("-"));
                self.configured(name, &tree_of(name), sink)?;
                return Ok(Some((InputSource::Stdin, true)));
            }
            Job::Unread(message) => return fail(sink, message),
            Job::Skipped(message) => return sink.send(Chunk::Note(message)).map(|()| None),
            Job::File { path, tree, is_named, .. } => (path, tree, is_named && !self.is_excluding),
        };
        if !is_named {
            let extension = path.extension().unwrap_or_default();
            let is_wanted = self.extensions.iter().any(|wanted| extension == wanted.trim_start_matches('.'));
            let is_package =
                self.opens_packages && PackageKind::from_name(&path).is_some_and(|kind| kind != PackageKind::Archive);
            match if is_wanted || is_package { Ok(true) } else { iri_core::files::is_document_file(&path) } {
                Ok(false) => return Ok(None),
                Ok(true) => {}
                Err(error) => return fail(sink, unread(&path, &error)),
            }
        }
        let file = self.configured(&path, &tree, sink)?;
        if !is_named && self.is_ignored(&file, &path) {
            return Ok(None);
        }
        Ok(Some((InputSource::File { path, tree, is_named }, is_named)))
    }

    /// Returns whether the configuration ignores the XML file at `path` as a whole.
    fn is_ignored(&self, config: &Arc<ConfigFile>, path: &Path) -> bool {
        let inline = &self.overrides.config;
        let is_ignored =
            config.is_ignored_file(path) || inline.as_ref().is_some_and(|layer| layer.is_ignored_file(path));
        if let Some(uses) = self.ignore_uses.as_ref().filter(|_| is_ignored) {
            uses.record_file(config, path);
        }
        is_ignored
    }

    /// Returns the configuration of the file at `path` in the directory `tree` and reports its problems.
    ///
    /// # Errors
    /// If the receiver is gone.
    fn configured(&self, path: &Path, tree: &Path, sink: &Sink<Chunk>) -> io::Result<Arc<ConfigFile>> {
        let folders = [absolute(tree)];
        let document = DocumentAt { path: Some(path), language: "", folders: &folders, is_open: false };
        let file = self.workspace.config_with_problems(&document);
        if !file.problems.is_empty() {
            sink.send(Chunk::Config(Arc::clone(&file)))?;
        }
        Ok(file)
    }

    /// Decodes a file, or returns the messages about it and its bytes. A named file must be XML; in a directory any file may
    /// have any name.
    fn decoded(
        &self,
        bytes: Vec<u8>,
        name: &str,
        is_named: bool,
    ) -> Result<(Source, FileBytes), (Vec<Chunk>, Vec<u8>)> {
        let (source, bytes) = match self.bytes {
            KeepBytes::No => (encoding::decode(bytes), FileBytes::default()),
            KeepBytes::Yes | KeepBytes::ForOutput => encoding::decode_with_bytes(bytes),
        };
        let (text, chunks) = match source {
            Ok(source) if has_markup(&source.text, name, is_named) => return Ok((source, bytes)),
            Err(refusal) => (String::new(), vec![Chunk::Failure(format!("{name}: {refusal}"))]),
            Ok(source) if is_named => {
                // Only standard input: what a package has at its end is needed first.
                let reason = if source.text.starts_with("PK\u{3}\u{4}") {
                    "a package is read from a file, not from standard input"
                } else {
                    "not XML: it does not start with markup"
                };
                (source.text, vec![Chunk::Failure(format!("{name}: {reason}"))])
            }
            Ok(source) => {
                let tally = Tally { skipped: 1, ..Tally::default() };
                let note = Chunk::Note(format!("{name}: skipped: no markup found"));
                (source.text, vec![note, Chunk::Done(Box::new(tally))])
            }
        };
        Err((chunks, bytes.into_vec(&text)))
    }

    /// Standard input is passed through even if it cannot be checked.
    fn pass_through(&self, place: &InputSource, bytes: Vec<u8>, sink: &Sink<Chunk>) -> io::Result<()> {
        match place {
            InputSource::Stdin if self.bytes == KeepBytes::ForOutput => sink.send(Chunk::Document(bytes)),
            _ => Ok(()),
        }
    }

    /// Returns the settings of the file at `path` in the directory `tree`.
    fn settings(&self, path: Option<&Path>, tree: &Path, text: &str, form: EncodedForm) -> Settings {
        let folders = [absolute(tree)];
        let document = DocumentAt { path, language: "", folders: &folders, is_open: self.has_locations };
        let mut settings = self.workspace.settings(&document, &[], &self.overrides).for_text(text);
        settings.types = self.workspace.types(&document, text, self.overrides.config.as_slice());
        let settings = settings.with_form(&form);
        let charset = self.charset.or(settings.charset);
        settings.with_charset(charset)
    }
}

/// Returns whether `text` may be a document. A file that is named must start with markup, unless its name is that of an XML
/// file.
fn has_markup(text: &str, name: &str, is_named: bool) -> bool {
    let path = Path::new(name);
    if is_named { is_named_document(path, text) } else { is_found_document(path, text) }
}

/// Returns whether a walk skips an entry as hidden. The relationships of an Office file are not hidden.
fn is_hidden(name: &str) -> bool {
    let visible = name.strip_suffix("_rels/.rels").unwrap_or(name);
    visible.split('/').any(|part| part.starts_with('.') && part != "..")
}

/// Returns the message about U+0000, which no XML contains but every binary file does. Strings in RDF may contain it.
fn nul(name: &str, text: &str) -> Option<String> {
    if Syntax::from_path(Path::new(name)).is_some() {
        return None;
    }
    let offset = memchr::memchr(0, text.as_bytes())?;
    Some(format!("U+0000 at offset {offset} is not allowed in XML; the rest was checked"))
}

/// Returns the configuration of the arguments of `--config` with an equals sign, if there is one.
fn inline_layer(files: &FileArgs) -> Option<Layer> {
    let (config, text, _) = files.inline_config();
    (!text.is_empty()).then(|| Layer { folder: Some(absolute(Path::new("."))), config: Arc::new(config) })
}

/// Reports that the limits of the file `name` on the disk, whose package is `package`, were exceeded.
///
/// # Errors
/// If the receiver is gone.
pub fn report_refusal(name: &str, package: &Package, sink: &Sink<Chunk>) -> io::Result<()> {
    package.refusal().map_or(Ok(()), |error| sink.send(Chunk::Failure(format!("{name}: {error}"))))
}

fn fail<T>(sink: &Sink<Chunk>, message: String) -> io::Result<Option<T>> {
    sink.send(Chunk::Failure(message)).map(|()| None)
}

impl InputSource {
    /// Returns the path; `None` for standard input.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::Stdin | Self::Entry { .. } => None,
            Self::File { path, .. } => Some(path),
        }
    }

    fn read(&self) -> io::Result<Vec<u8>> {
        match self {
            Self::File { path, is_named: true, .. } => iri_core::files::read(path),
            Self::File { path, .. } => iri_core::files::read_found(path),
            Self::Entry { .. } => Ok(Vec::new()),
            Self::Stdin => {
                note_standard_input();
                let mut bytes = Vec::new();
                io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
            }
        }
    }
}
