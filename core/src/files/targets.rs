//! Index of the files that references lead to: which exist, and the IDs of those that are XML.
//!
//! ```text
//! file:///book/ch/two.xml ─▶ is it below a root? ─▶ directory ─▶ names, listed once    missing-target
//!                                                   file ──────▶ IDs, parsed once      missing-fragment
//! ```
//!
//! Nothing outside the roots is accessed, also not through links. What is kept has a bounded size; when it is full, it
//! is emptied.
//!
//! In a program that runs while files change, what is kept applies to one pass over a document. The next pass asks for the
//! versions of the directories and files, and lists or parses only those that have changed.

use std::collections::{HashMap, HashSet};
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::files::input::read_found_if;
use crate::files::kinds::{HEAD, is_page, is_xml};
use crate::files::paths::{PathStyle, below, ends_with_separator, path_from_file_uri};
use crate::files::roots::{is_followed, resolve_within};
use crate::files::stamp::Stamp;
use crate::reference::{resolve, without_query_and_fragment};
use crate::text::encoding;
use crate::text::similar::similar_files;
use crate::xml::ids::DocumentIds;
use crate::xml::targets::{FragmentTarget, SharedTargets, SimilarNames, Targets, similar_names};

/// Maximum size of a file whose IDs are parsed.
const LARGEST: u64 = 256 << 20;
/// Maximum number of names and directories, and size of the IDs, that are kept.
const MAX_NAMES: usize = 2_000_000;
const MAX_IDS_SIZE: usize = 256 << 20;
/// Length of the longest path of a file in bytes.
const LONGEST_PATH: usize = if cfg!(windows) { 32_767 } else { 4_096 };
/// Maximum number of different roots.
const MAX_ROOTS: usize = 256;
/// Maximum number of names that are compared with a missing one.
const MAX_COMPARED: usize = 256;
/// Maximum number of missing names whose similar ones are kept for a directory.
const MAX_SIMILAR: usize = 10_000;
/// Age of a version of a directory from which on a further change leads to another version, on any file system.
const SETTLED: Duration = Duration::from_secs(3);
/// Maximum number of documents that are searched for an ID because others include them.
const MAX_INCLUDED: usize = 1_000;

/// Open files of an editor, whose texts are newer than those on the disk.
pub trait OpenFiles: Send + Sync {
    /// Returns a number that changes with the text of the file at `path`; `None` if it is not open.
    fn version(&self, path: &Path) -> Option<u64>;

    /// Returns the text of the file at `path`; `None` if it is not open.
    fn text(&self, path: &Path) -> Option<Arc<str>>;
}

/// Index of files and their IDs; may be shared by threads.
#[derive(Default)]
pub struct TargetIndex {
    known: Mutex<Known>,
    /// Number of questions about files that must not be accessed.
    outside: AtomicUsize,
    /// Open files, if the index is for a program that runs while files change.
    open: Option<Arc<dyn OpenFiles>>,
    /// Number of passes over documents so far.
    passes: AtomicU64,
}

impl fmt::Debug for TargetIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TargetIndex").finish_non_exhaustive()
    }
}

#[derive(Default)]
struct Known {
    /// Roots of the documents so far, by number.
    roots: HashMap<Vec<PathBuf>, usize>,
    /// Next number of roots. Numbers are not used again: another thread may hold one.
    next_number: usize,
    /// Directories by the number of the roots and the path.
    directories: HashMap<(usize, PathBuf), KnownDirectory>,
    /// Number of directories and names.
    names: usize,
    ids: HashMap<PathBuf, FileIds>,
    ids_size: usize,
}

/// What is known of a directory.
struct KnownDirectory {
    /// Last pass in which its version was asked for.
    pass: u64,
    /// Version; `None` if it may change and keep its version.
    stamp: Option<Stamp>,
    directory: Directory,
}

/// Directory below a root.
#[derive(Clone)]
enum Directory {
    /// Its path without links, and its names; those of links are missing.
    Listed(Arc<Path>, Arc<Names>),
    Missing,
    /// It must not be accessed.
    Outside,
}

/// Names in a directory.
#[derive(Debug, Default)]
struct Names {
    /// Names, sorted so that similar ones are near each other: by their lowercase form, then as they are.
    all: Vec<(String, OsString)>,
    /// Whether those of links are missing.
    has_links: bool,
    /// Similar names of names that were looked for.
    similar: Mutex<HashMap<Box<str>, Vec<String>>>,
}

impl Directory {
    fn names(&self) -> usize {
        if let Self::Listed(_, names) = self { names.all.len() + 1 } else { 1 }
    }
}

impl Names {
    /// Returns the names in the directory at `path`, without those of links.
    fn read(path: &Path) -> Self {
        let entries = fs::read_dir(path).into_iter().flatten().flatten().take(MAX_NAMES / 2);
        let is_link = |entry: &fs::DirEntry| entry.file_type().is_ok_and(|kind| kind.is_symlink());
        let (links, names): (Vec<_>, Vec<_>) = entries.partition(is_link);
        let names = names.into_iter().map(|entry| entry.file_name());
        let mut all: Vec<_> = names.map(|name| (lowercase(&name), name)).collect();
        all.sort_unstable();
        Self { all, has_links: !links.is_empty(), similar: Mutex::default() }
    }

    fn contains(&self, name: &OsStr) -> bool {
        let key = lowercase(name);
        self.all.binary_search_by(|(lower, known)| (lower.as_str(), known.as_os_str()).cmp(&(&key, name))).is_ok()
    }

    /// Returns whether nothing in the directory has this name or another spelling of it, whatever the file system takes for one.
    fn lacks(&self, name: &OsStr) -> bool {
        // Windows has short names.
        !cfg!(windows)
            && !self.has_links
            && name.is_ascii()
            // No system looks for a device of Windows.
            && name.to_str().is_some_and(is_followed)
            && self.all.binary_search_by(|(lower, _)| lower.as_str().cmp(&lowercase(name))).is_err()
    }

    /// Returns the names that are most similar to `name`, which is missing, among those that a reference can mean.
    fn similar(&self, name: &str) -> Vec<String> {
        let mut known = self.similar.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MAX_SIMILAR {
            known.clear();
        }
        let find = || {
            let is_hidden = name.starts_with('.');
            let is_meant =
                |known: &&str| *known != name && (is_hidden || !known.starts_with('.')) && is_followed(known);
            similar_files(name, self.near(name).filter(is_meant)).into_iter().map(str::to_owned).collect()
        };
        known.entry(name.into()).or_insert_with(find).clone()
    }

    /// Returns names near `name`, at most [`MAX_COMPARED`]; in a small directory all of them.
    fn near(&self, name: &str) -> impl Iterator<Item = &str> {
        let key = name.to_lowercase();
        let at = self.all.partition_point(|(lower, _)| *lower < key);
        let start = at.saturating_sub(MAX_COMPARED / 2).min(self.all.len().saturating_sub(MAX_COMPARED));
        self.all[start..].iter().take(MAX_COMPARED).filter_map(|(_, name)| name.to_str())
    }
}

fn lowercase(name: &OsStr) -> String {
    name.to_string_lossy().to_lowercase()
}

/// IDs of a file.
#[derive(Clone)]
struct FileIds {
    /// Last pass in which the version was asked for.
    pass: u64,
    /// Version of the file; `None` if it has none.
    version: Option<Version>,
    /// IDs; `None` if it is not XML.
    ids: Option<Arc<DocumentIds>>,
}

/// Version of a text: two equal ones are the same text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Version {
    /// Files do not change.
    Only,
    Disk(Stamp),
    Open(u64),
}

impl TargetIndex {
    /// Creates an index for a program that runs while files change: directories are listed and files are parsed again when
    /// they have changed. Texts of `open` replace those of files.
    pub fn live(open: Arc<dyn OpenFiles>) -> Self {
        Self { open: Some(open), ..Self::default() }
    }

    /// Returns the files below `roots`, as they are during one pass.
    pub fn within<'i>(&'i self, roots: &'i [PathBuf]) -> TargetsWithin<'i> {
        let mut known = self.lock();
        let number = known.roots.get(roots).copied().unwrap_or_else(|| {
            if known.roots.len() >= MAX_ROOTS {
                (known.roots, known.directories, known.names) = (HashMap::new(), HashMap::new(), 0);
            }
            let number = known.next_number;
            known.next_number += 1;
            known.roots.insert(roots.to_vec(), number);
            number
        });
        let pass = if self.open.is_some() { self.passes.fetch_add(1, Ordering::Relaxed) + 1 } else { 0 };
        TargetsWithin { index: self, roots, number, pass }
    }

    /// Returns the files below `roots`, for the settings of documents.
    pub fn shared(self: &Arc<Self>, roots: &[PathBuf]) -> SharedTargets {
        SharedTargets::new(OwnedTargets { index: Arc::clone(self), roots: roots.into() })
    }

    /// Returns how often a file was assumed to exist because it must not be accessed.
    pub fn outside(&self) -> usize {
        self.outside.load(Ordering::Relaxed)
    }

    /// Returns the directories and files in which targets were looked for.
    pub fn files(&self) -> Vec<PathBuf> {
        let known = self.lock();
        known.directories.keys().map(|(_, path)| path).chain(known.ids.keys()).cloned().collect()
    }

    fn lock(&self) -> MutexGuard<'_, Known> {
        // A panic leaves no half of an entry.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn parsed(&self, path: &Path, version: Version) -> Option<Arc<DocumentIds>> {
        let is_xml = |text: &str| is_xml(path, &text.as_bytes()[..text.len().min(HEAD)]);
        let text: Arc<str> = match version {
            Version::Open(_) => self.open.as_ref().and_then(|open| open.text(path))?,
            Version::Only | Version::Disk(_) => text_of(path)?.into(),
        };
        let is_other = !is_xml(&text);
        // An editor opens only XML, a browser reads any file.
        if is_other && !is_page(path) && (cfg!(target_family = "wasm") || !matches!(version, Version::Open(_))) {
            return None;
        }
        let ids = DocumentIds::parse(&text);
        Some(Arc::new(if is_other && is_page(path) { ids.of_page() } else { ids }))
    }
}

/// Returns the text of the XML file or page at `path`; `None` if it is another file, too large, or cannot be read.
fn text_of(path: &Path) -> Option<String> {
    let bytes = read_found_if(path, LARGEST, HEAD as u64, |head| is_page(path) || is_xml(path, head)).ok()??;
    encoding::decode(bytes).ok().map(|source| source.text)
}

/// Files below some directories.
#[derive(Clone, Copy, Debug)]
pub struct TargetsWithin<'i> {
    index: &'i TargetIndex,
    roots: &'i [PathBuf],
    /// Number of the roots in the index.
    number: usize,
    /// Number of the pass; 0 if files do not change.
    pass: u64,
}

/// State of a path.
enum State {
    /// It exists at this path without links.
    Present(PathBuf),
    Missing,
    /// It must not be accessed.
    Outside,
}

impl TargetsWithin<'_> {
    /// Returns the path without links of the file that `iri` identifies, if it exists below a root.
    pub fn resolved(&self, iri: &str) -> Option<PathBuf> {
        match self.state(&utf8_path(iri)?) {
            State::Present(path) => Some(path),
            State::Missing | State::Outside => None,
        }
    }

    /// Returns the IDs of the file that `iri` identifies; `None` if it is not XML or must not be read.
    pub fn ids(&self, iri: &str) -> Option<Arc<DocumentIds>> {
        let named = utf8_path(iri)?;
        if let Some(known) = self.index.lock().ids.get(&named).filter(|known| known.pass == self.pass) {
            return known.ids.clone();
        }
        let resolved = self.resolved(iri)?;
        let open = self.index.open.as_ref();
        let of_open =
            open.and_then(|open| [&named, &resolved].into_iter().find_map(|path| Some((path, open.version(path)?))));
        let (path, version) = match of_open {
            Some((path, version)) => (path, Some(Version::Open(version))),
            None if open.is_none() => (&resolved, Some(Version::Only)),
            None => (&resolved, Stamp::new(&resolved).ok().map(Version::Disk)),
        };
        let before =
            self.index.lock().ids.get(&named).filter(|known| known.version == version).map(|known| known.ids.clone());
        let ids = before.unwrap_or_else(|| self.index.parsed(path, version?));
        let size = ids.as_ref().map_or(0, |ids| ids.size()) + named.as_os_str().len() + size_of::<FileIds>();
        let mut known = self.index.lock();
        if known.ids_size + size > MAX_IDS_SIZE {
            (known.ids, known.ids_size) = (HashMap::new(), 0);
        }
        // Of a replaced entry the size is counted until the next start.
        let replaced = known.ids.insert(named, FileIds { pass: self.pass, version, ids: ids.clone() });
        known.ids_size += if replaced.is_some_and(|replaced| replaced.version == version) { 0 } else { size };
        ids
    }

    /// Returns the names in the directory that `iri` identifies, and whether each is a directory: those that are UTF-8, and
    /// without links out of the roots. At most `limit`, in the order of the disk.
    pub fn list(&self, iri: &str, limit: usize) -> Vec<(String, bool)> {
        let Some(directory) = utf8_path(iri).and_then(|path| resolve_within(&path, self.roots).ok()) else {
            return Vec::new();
        };
        let entries = fs::read_dir(&directory).into_iter().flatten().flatten();
        let named = entries.filter_map(|entry| {
            let name = entry.file_name().into_string().ok().filter(|name| is_followed(name))?;
            let kind = entry.file_type().ok()?;
            if !kind.is_symlink() {
                return Some((name, kind.is_dir()));
            }
            let target = resolve_within(&entry.path(), self.roots).ok()?;
            Some((name, fs::symlink_metadata(target).ok()?.is_dir()))
        });
        named.take(limit).collect()
    }

    fn state(&self, path: &Path) -> State {
        // There is no such file, but there can be thousands of such paths.
        if path.as_os_str().len() > LONGEST_PATH {
            return state(resolve_within(path, self.roots));
        }
        // A browser has no other files.
        if cfg!(target_family = "wasm")
            && let Some(open) = &self.index.open
        {
            let resolved = resolve_within(path, self.roots);
            let is_there = resolved.is_err() || open.version(path).is_some();
            return if is_there { state(resolved) } else { State::Missing };
        }
        let (Some(parent), Some(name)) = (path.parent(), last_name(path)) else {
            return match state(resolve_within(path, self.roots)) {
                // `a.xml/` is no file.
                State::Present(path) if fs::symlink_metadata(&path).is_ok_and(|found| !found.is_dir()) => {
                    State::Missing
                }
                other => other,
            };
        };
        match self.directory(parent) {
            Directory::Listed(resolved, names) if names.contains(name) => State::Present(resolved.join(name)),
            Directory::Listed(_, names) if names.lacks(name) => State::Missing,
            Directory::Missing => State::Missing,
            // A link, another spelling in a file system that ignores case, or a root.
            Directory::Listed(..) | Directory::Outside => state(resolve_within(path, self.roots)),
        }
    }

    fn directory(&self, path: &Path) -> Directory {
        // The same directory may be accessible from one document and not from another.
        let key = (self.number, path.to_owned());
        if let Some(known) = self.index.lock().directories.get(&key).filter(|known| known.pass == self.pass) {
            return known.directory.clone();
        }
        let resolved = state(resolve_within(path, self.roots));
        let stamp = match &resolved {
            State::Present(path) if self.pass > 0 => Stamp::new(path).ok().filter(|stamp| stamp.is_older_than(SETTLED)),
            _ => None,
        };
        let directory = {
            let known = self.index.lock();
            let before = known.directories.get(&key).filter(|known| stamp.is_some() && known.stamp == stamp);
            before.map(|known| known.directory.clone())
        };
        let directory = match (resolved, directory) {
            (State::Present(path), Some(Directory::Listed(known, names))) if *path == *known => {
                Directory::Listed(known, names)
            }
            (State::Present(path), _) => {
                let names = Names::read(&path);
                Directory::Listed(path.into(), Arc::new(names))
            }
            (State::Missing, _) => Directory::Missing,
            (State::Outside, _) => Directory::Outside,
        };
        let mut known = self.index.lock();
        if known.names + directory.names() > MAX_NAMES {
            (known.directories, known.names) = (HashMap::new(), 0);
        }
        known.names += directory.names();
        let entry = KnownDirectory { pass: self.pass, stamp, directory: directory.clone() };
        let replaced = known.directories.insert(key, entry);
        known.names -= replaced.map_or(0, |replaced| replaced.directory.names());
        directory
    }

    /// Returns the names in the directory at `path`, which is below a root.
    fn names(&self, path: &Path) -> Arc<Names> {
        match self.directory(path) {
            Directory::Listed(_, names) => names,
            Directory::Missing | Directory::Outside => Arc::default(),
        }
    }
}

/// Returns the path of a `file` IRI. A document cannot reference a file name that is not UTF-8.
fn utf8_path(iri: &str) -> Option<PathBuf> {
    path_from_file_uri(iri).filter(|path| path.to_str().is_some())
}

fn state(resolved: io::Result<PathBuf>) -> State {
    match resolved {
        Ok(path) => State::Present(path),
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => State::Outside,
        Err(_) => State::Missing,
    }
}

/// Returns the last name of a path without `.` and `..` in it.
fn last_name(path: &Path) -> Option<&OsStr> {
    // A path that ends with a separator is that of a directory.
    path.file_name().filter(|_| !ends_with_separator(path))
}

/// Files below some directories, with the index.
struct OwnedTargets {
    index: Arc<TargetIndex>,
    roots: Vec<PathBuf>,
}

impl Targets for OwnedTargets {
    fn exists(&self, file: &str) -> bool {
        self.index.within(&self.roots).exists(file)
    }

    fn similar(&self, file: &str) -> Option<SimilarNames> {
        self.index.within(&self.roots).similar(file)
    }

    fn fragment(&self, file: &str, fragment: &str) -> FragmentTarget {
        self.index.within(&self.roots).fragment(file, fragment)
    }

    fn path(&self, file: &str) -> Option<String> {
        self.index.within(&self.roots).path(file)
    }

    fn for_one_pass(&self) -> Option<Box<dyn Targets + '_>> {
        Some(Box::new(self.index.within(&self.roots)))
    }
}

impl Targets for TargetsWithin<'_> {
    fn exists(&self, file: &str) -> bool {
        let state = utf8_path(file).map_or(State::Outside, |path| self.state(&path));
        if matches!(state, State::Outside) {
            self.index.outside.fetch_add(1, Ordering::Relaxed);
        }
        !matches!(state, State::Missing)
    }

    fn similar(&self, file: &str) -> Option<SimilarNames> {
        let path = utf8_path(file)?;
        let below_root = self.roots.iter().filter_map(|root| Some((root, below(&path, root)?)));
        let (root, inner) = below_root.min_by_key(|(_, inner)| inner.as_os_str().len())?;
        let names: Vec<&str> = inner.components().map(|name| name.as_os_str().to_str()).collect::<Option<_>>()?;
        let child = |parent: &PathBuf, name: &str| {
            let path = parent.join(name);
            matches!(self.state(&path), State::Present(_)).then_some(path)
        };
        similar_names(root.clone(), &names, child, |parent, name| self.names(parent).similar(name))
    }

    fn fragment(&self, file: &str, fragment: &str) -> FragmentTarget {
        let mut result = FragmentTarget::Unknown;
        let (mut pending, mut seen) = (vec![file.to_owned()], HashSet::new());
        while let Some(next) = pending.pop() {
            if seen.len() == MAX_INCLUDED {
                return FragmentTarget::Unknown;
            }
            if !seen.insert(next.clone()) {
                continue;
            }
            let Some(ids) = self.ids(&next) else { return FragmentTarget::Unknown };
            match ids.target(fragment) {
                FragmentTarget::Missing(similar) if seen.len() == 1 => result = FragmentTarget::Missing(similar),
                FragmentTarget::Missing(_) => {}
                found => return found,
            }
            for include in ids.includes() {
                let Some(include) = resolve(&next, include) else { return FragmentTarget::Unknown };
                pending.push(without_query_and_fragment(&include).to_owned());
            }
        }
        result
    }

    fn path(&self, file: &str) -> Option<String> {
        let path = utf8_path(file)?;
        let below = self.roots.iter().filter_map(|root| below(&path, root));
        // The innermost root is that of the configuration, whatever directory a user opened.
        let below = below.min_by_key(|below| below.as_os_str().len())?.to_str()?;
        Some(PathStyle::SYSTEM.text_for_programs(below).into_owned())
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::symlink;

    use super::*;
    use crate::files::file_uri_from_path;

    fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a directory for temporary files");
        for (name, text) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().expect("a directory")).expect("it can be created");
            fs::write(path, text).expect("it can be written");
        }
        folder
    }

    /// One open file.
    struct Open(PathBuf);

    impl OpenFiles for Open {
        fn version(&self, path: &Path) -> Option<u64> {
            (path == self.0).then_some(1)
        }

        fn text(&self, path: &Path) -> Option<Arc<str>> {
            (path == self.0).then(|| "<html id='open'/>".into())
        }
    }

    fn indices() -> [TargetIndex; 2] {
        [TargetIndex::default(), TargetIndex::live(Arc::new(Open(PathBuf::new())))]
    }

    #[test]
    fn only_files_below_the_roots_are_looked_up() {
        let folder =
            folder(&[("in/a b.xml", "<a/>"), ("in/d/\u{5D0}.xml", "<a/>"), ("secret/token.xml", "<a id='x'/>")]);
        let root = folder.path().join("in");
        for (link, target) in [("out", "../secret"), ("d/in", "../a b.xml"), ("loop", "loop")] {
            symlink(target, root.join(link)).expect("links can be created");
        }
        fs::write(root.join(OsStr::from_bytes(b"\xFF.xml")), "<a/>").expect("it can be written");
        let roots = [root.clone()];
        let base = file_uri_from_path(&root).expect("an absolute path");
        for index in indices() {
            let targets = index.within(&roots);
            let mut listed = targets.list(&base, 100);
            listed.sort();
            assert_eq!(listed, [("a b.xml".to_owned(), false), ("d".to_owned(), true)]);
            assert_eq!(targets.list(&format!("{base}/d"), 100).len(), 2);
            assert!(targets.list(&format!("{base}/out"), 100).is_empty() && targets.list(&base, 0).is_empty());
            for name in ["a%20b.xml", "d/%D7%90.xml", "d/in", "d", "d/", "", "d/../a%20b.xml"] {
                assert!(targets.exists(&format!("{base}/{name}")), "{name}");
                assert!(targets.resolved(&format!("{base}/{name}")).is_some(), "{name}");
            }
            for name in ["a.xml", "d/x", "e/x", "a%20b.xml/x", "%EF%BF%BD.xml"] {
                assert!(!targets.exists(&format!("{base}/{name}")), "{name}");
            }
            for name in ["out/token.xml", "out/none.xml", "../secret/token.xml", "../none", "loop", "%FF.xml"] {
                let iri = resolve(&format!("{base}/"), name).expect("an absolute base");
                assert!(targets.exists(&iri), "{name} is outside, which counts as present");
                assert!(targets.ids(&iri).is_none() && targets.resolved(&iri).is_none(), "{name}");
                assert_eq!(targets.fragment(&iri, "y"), FragmentTarget::Unknown, "{name}");
                assert_eq!(targets.similar(&iri), None, "{name}");
            }
        }
    }

    #[test]
    fn devices_of_windows_count_as_present() {
        let folder = folder(&[("a.xml", "<a/>")]);
        let base = file_uri_from_path(folder.path()).expect("an absolute path");
        let roots = [folder.path().to_owned()];
        for index in indices() {
            for (name, expected) in [("nul.xhtml", true), ("CON", true), ("LPT1", true), ("console.xml", false)] {
                assert_eq!(index.within(&roots).exists(&format!("{base}/{name}")), expected, "{name}");
            }
        }
    }

    #[test]
    fn targets_on_other_machines_count_as_present() {
        let roots = [PathBuf::from("/")];
        for index in indices() {
            for iri in [
                "http://example.org/no/such",
                "file://server/share",
                "file://///evil/share",
                "file:////evil/share",
                "file:///%5C%5Cevil%5Cshare",
                "file:///%2Fevil/share",
                "file://localhost//evil/share",
                "file:///a%00b",
                "file:///",
            ] {
                assert!(index.within(&roots).exists(iri), "{iri}");
            }
            assert!(!index.within(&roots).exists("file:///no/such/file/anywhere"));
            assert!(index.within(&[PathBuf::from("/no/other")]).exists("file:///no/such/file/anywhere"));
            assert!(index.within(&[]).exists("file:///no/such/file/anywhere"));
        }
    }

    #[test]
    fn directories_are_known_only_to_the_roots_they_were_listed_for() {
        let folder = folder(&[("in/a.xml", ""), ("secret/b.xml", "")]);
        let (inside, all) = ([folder.path().join("in")], [folder.path().to_owned()]);
        let base = file_uri_from_path(folder.path()).expect("an absolute path");
        let secret = format!("{base}/secret/none.xml");
        let index = TargetIndex::default();
        let first = index.within(&inside);
        for number in 1..MAX_ROOTS {
            index.within(&[PathBuf::from(format!("/{number}"))]);
        }
        assert!(!index.within(&all).exists(&secret));
        assert!(first.exists(&secret), "it is outside, which counts as present");
    }

    #[test]
    fn the_most_similar_name_of_the_first_missing_directory_is_suggested() {
        let folder = folder(&[
            ("Images/one.png", ""),
            ("images2/x.png", ""),
            ("chapter.xml", "<a/>"),
            (".hidden.xml", ""),
            ("set-up.xml", ""),
            ("set_up.xml", ""),
        ]);
        let roots = [folder.path().to_owned()];
        let base = file_uri_from_path(folder.path()).expect("an absolute path");
        for index in indices() {
            let similar = |name: &str| {
                let similar = index.within(&roots).similar(&format!("{base}/{name}"));
                similar.map(|similar| (similar.from_end, similar.missing, similar.names.join(" ")))
            };
            let expected = |from_end, missing: &str, name: &str| Some((from_end, missing.to_owned(), name.to_owned()));
            assert_eq!(similar("Chapter.xml"), expected(0, "Chapter.xml", "chapter.xml"));
            assert_eq!(similar("images/one.png"), expected(1, "images", "Images"));
            assert_eq!(similar("images/0ne.png"), expected(0, "images/0ne.png", "Images/one.png"));
            assert_eq!(similar("chapter.dita"), expected(0, "chapter.dita", "chapter.xml"));
            assert_eq!(similar("set up.xml"), expected(0, "set up.xml", "set-up.xml set_up.xml"));
            assert_eq!(similar("images/two.png"), None);
            assert_eq!(similar("hidden.xml"), None);
            assert_eq!(similar("completely-different"), None);
            assert_eq!(similar("c.xml"), None);
        }
    }

    #[test]
    fn ids_are_those_of_the_file_and_of_what_it_includes() {
        let include = |href: &str| format!("<xi:include xmlns:xi='http://www.w3.org/2001/XInclude' href='{href}'/>");
        let book = format!("<book xml:id='b'>{}{}</book>", include("ch/one.xml"), include("ch/one.xml#x"));
        let chapter = format!("<chapter xml:id='c'>{}</chapter>", include("../book.xml"));
        let folder = folder(&[
            ("book.xml", &book),
            ("ch/one.xml", &chapter),
            ("text.txt", "<a id='x'/>"),
            ("page.html", "<!DOCTYPE html><p id='x'>"),
        ]);
        let roots = [folder.path().to_owned()];
        let base = file_uri_from_path(folder.path()).expect("an absolute path");
        for index in indices() {
            let target = |file: &str, id: &str| index.within(&roots).fragment(&format!("{base}/{file}"), id);
            assert_eq!(target("book.xml", "b"), FragmentTarget::Present);
            assert_eq!(target("book.xml", "c"), FragmentTarget::Present);
            assert_eq!(target("book.xml", "d"), FragmentTarget::Missing(Vec::new()));
            assert_eq!(target("text.txt", "d"), FragmentTarget::Unknown);
            assert_eq!(target("page.html", "x"), FragmentTarget::Present);
            assert_eq!(target("page.html", "d"), FragmentTarget::Unknown, "a value may have no quotation marks");
            assert_eq!(target("none.xml", "d"), FragmentTarget::Unknown);
        }
    }

    #[test]
    fn a_live_index_follows_files_and_open_texts() {
        let folder = folder(&[("a.xml", "<html id='one'/>"), ("b.xml", "<html id='one'/>")]);
        let open = folder.path().join("b.xml");
        let index = TargetIndex::live(Arc::new(Open(open)));
        let roots = [folder.path().to_owned()];
        let base = file_uri_from_path(folder.path()).expect("an absolute path");
        let target = |file: &str, id: &str| index.within(&roots).fragment(&format!("{base}/{file}"), id);
        assert_eq!(target("a.xml", "one"), FragmentTarget::Present);
        fs::write(folder.path().join("a.xml"), "<html id='another'/>").expect("it can be written");
        assert_eq!(target("a.xml", "another"), FragmentTarget::Present);
        assert_eq!(target("a.xml", "one"), FragmentTarget::Missing(Vec::new()));
        assert_eq!(target("b.xml", "open"), FragmentTarget::Present);
        assert!(!index.within(&roots).exists(&format!("{base}/c.xml")));
        fs::write(folder.path().join("c.xml"), "").expect("it can be written");
        assert!(index.within(&roots).exists(&format!("{base}/c.xml")));
        // In one pass the disk is asked once.
        let pass = index.within(&roots);
        assert!(pass.exists(&format!("{base}/a.xml")));
        assert_eq!(pass.fragment(&format!("{base}/a.xml"), "another"), FragmentTarget::Present);
        fs::remove_file(folder.path().join("a.xml")).expect("it can be removed");
        assert!(pass.exists(&format!("{base}/a.xml")));
        assert_eq!(pass.fragment(&format!("{base}/a.xml"), "another"), FragmentTarget::Present);
        assert!(!index.within(&roots).exists(&format!("{base}/a.xml")));
        // A directory that has been the same for long is listed again when it has changed.
        let old = std::time::SystemTime::now() - 10 * SETTLED;
        for name in ["d.xml", "e.xml"] {
            fs::File::open(folder.path()).and_then(|folder| folder.set_modified(old)).expect("its time can be set");
            let file = format!("{base}/{name}");
            assert!(!index.within(&roots).exists(&file) && !index.within(&roots).exists(&file));
            fs::write(folder.path().join(name), "").expect("it can be written");
            assert!(index.within(&roots).exists(&file));
        }
    }
}
