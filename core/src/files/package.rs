//! Packages: ZIP archives with XML files, such as EPUB and Office files, and single files compressed with gzip.
//!
//! Entries are read into memory, never written to the disk. A changed package is the old one with other bytes for the changed
//! entries: everything else, also the order, the names and the extra fields, stays byte for byte.

mod archive;
mod budget;
mod error;
mod signatures;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::collections::HashSet;
use std::io::{Cursor, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;
use flate2::{Compression, GzBuilder};
use zip::ZipArchive;

use crate::files::paths::PathStyle;
use crate::files::roots::resolve_within;
use crate::text::encoding;
use crate::xml::signed_spans;

pub use error::PackageError;

use archive::{Directory, repeated_names};
use budget::Budget;
use signatures::{ENCRYPTION, INDICES, encrypted_names, is_signature, lists_signature, may_be_signature};

/// Extensions of packages that contain XML: EPUB, Office Open XML, OpenDocument.
const PACKAGES: &[&str] = &[
    "epub", "docx", "docm", "dotx", "dotm", "xlsx", "xlsm", "xltx", "xltm", "xlam", "pptx", "pptm", "potx", "potm",
    "ppsx", "ppsm", "ppam", "vsdx", "odt", "ods", "odp", "odg", "odf", "odb", "odc", "odm", "ott", "ots", "otp", "otg",
    "oth",
];
/// Extensions of archives that may contain XML.
const ARCHIVES: &[&str] = &["zip", "jar", "war", "ear", "nupkg", "kmz", "idml", "3mf", "oxt", "xpi"];

/// Returns the path of the package and the name of the entry in it that `path` names, such as `book.epub!/OPS/package.opf`;
/// `None` if there is something at that path itself, or no such package. The name may be that of an entry of a package in
/// the package. The user named the path.
pub fn named_entry(path: &Path) -> Option<(PathBuf, String)> {
    entry_if(path, Path::is_file, Path::exists)
}

/// Returns the same for a path that a document names. Nothing outside `roots` is accessed.
pub fn entry_within(path: &Path, roots: &[PathBuf]) -> Option<(PathBuf, String)> {
    let resolved = |path: &Path| resolve_within(path, roots).ok();
    entry_if(path, |path| resolved(path).is_some_and(|path| path.is_file()), |path| resolved(path).is_some())
}

fn entry_if(path: &Path, is_file: impl Fn(&Path) -> bool, exists: impl Fn(&Path) -> bool) -> Option<(PathBuf, String)> {
    // A verbatim path of Windows has only `\` between its names, and here may have `/` before that of the entry.
    let text = path.to_str()?;
    let mut packages = text.match_indices('!').filter_map(|(at, _)| {
        let (package, entry) = (Path::new(&text[..at]), text[at + 1..].strip_prefix(std::path::is_separator)?);
        (PackageKind::from_name(package).is_some() && is_file(package)).then_some((package, entry))
    });
    let (package, entry) = packages.next().filter(|_| !exists(path))?;
    let names: Vec<&str> = PathStyle::SYSTEM.names(entry).collect();
    (!names.is_empty()).then(|| (package.to_owned(), names.join("/")))
}

/// Kind of a package.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PackageKind {
    /// ZIP archive of a format that consists of XML files.
    Package,
    /// Other ZIP archive.
    Archive,
    /// XML file that is compressed with gzip.
    Gzip,
}

impl PackageKind {
    /// Returns the kind of the file at `path` by its name; `None` for other files.
    ///
    /// ```
    /// use iri_core::files::PackageKind;
    /// use std::path::{Path, PathBuf};
    ///
    /// assert_eq!(PackageKind::from_name(Path::new("a.epub")), Some(PackageKind::Package));
    /// assert_eq!(PackageKind::from_name(Path::new("a.xml.gz")), Some(PackageKind::Gzip));
    /// assert_eq!(PackageKind::from_name(Path::new("a.xml")), None);
    /// ```
    pub fn from_name(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?;
        let is_one_of = |known: &[&str]| known.iter().any(|known| known.eq_ignore_ascii_case(extension));
        match () {
            () if is_one_of(PACKAGES) => Some(Self::Package),
            () if is_one_of(ARCHIVES) => Some(Self::Archive),
            () if is_one_of(&["svgz"]) => Some(Self::Gzip),
            () if is_one_of(&["gz"]) && super::is_xml_by_name(Path::new(path.file_stem()?)) => Some(Self::Gzip),
            () => None,
        }
    }
}

/// Package in memory. A clone shares the memory and the limits.
#[derive(Clone)]
pub struct Package {
    bytes: Arc<[u8]>,
    contents: Contents,
    /// What may still be read of the file on the disk that contains it.
    budget: Arc<Budget>,
    /// Number of packages that contain it.
    depth: usize,
    /// Directory of a ZIP archive, or the reason why it cannot be changed.
    directory: Arc<OnceLock<Result<Directory, &'static str>>>,
    /// Names of the entries that another one says are encrypted.
    encrypted: Arc<OnceLock<HashSet<String>>>,
}

#[derive(Clone)]
enum Contents {
    Zip(Box<ZipArchive<Cursor<Arc<[u8]>>>>),
    /// Name of the only file.
    Gzip(String),
}

/// Maximum number of packages that contain a package.
const DEEPEST: usize = 2;

/// File in a package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackageEntry {
    /// Name, with `/`. It may contain any character.
    pub name: String,
    /// Whether other entries have the same name. They cannot be read: only the last one can.
    pub is_repeated: bool,
    index: usize,
}

/// An entry with its new content.
pub type ChangedEntry = (PackageEntry, Vec<u8>);

impl Package {
    /// Opens the package `bytes` of the file at `path`.
    ///
    /// # Errors
    /// If it is damaged or has too many entries.
    pub fn open(path: &Path, kind: PackageKind, bytes: Vec<u8>) -> Result<Self, PackageError> {
        let budget = Arc::new(Budget::new(bytes.len() as u64));
        Self::within(path, kind, bytes.into(), budget, 0)
    }

    /// Opens the package in `entry`, which shares the limits of this one. `None` if it is not a package by its name, or an
    /// archive, which is read only if it is named.
    ///
    /// # Errors
    /// If it cannot be read, is damaged, too large, or within more than two packages.
    pub fn inner(&mut self, entry: &PackageEntry) -> Result<Option<Self>, PackageError> {
        let path = Path::new(&entry.name);
        let kind = PackageKind::from_name(path).filter(|kind| *kind != PackageKind::Archive);
        kind.map(|kind| self.inner_of_kind(entry, kind)).transpose()
    }

    /// Opens the package in `entry`, of any kind.
    ///
    /// # Errors
    /// As [`Self::inner`].
    pub fn inner_of_kind(&mut self, entry: &PackageEntry, kind: PackageKind) -> Result<Self, PackageError> {
        if self.depth == DEEPEST {
            return Err(PackageError::TooDeep);
        }
        let bytes = self.read(entry)?;
        Self::within(Path::new(&entry.name), kind, bytes.into(), Arc::clone(&self.budget), self.depth + 1)
    }

    fn within(
        path: &Path,
        kind: PackageKind,
        bytes: Arc<[u8]>,
        budget: Arc<Budget>,
        depth: usize,
    ) -> Result<Self, PackageError> {
        let contents = if kind == PackageKind::Gzip {
            Contents::Gzip(unzipped_name(path))
        } else {
            let archive = ZipArchive::new(Cursor::new(Arc::clone(&bytes)))?;
            budget.take_entries(archive.len())?;
            Contents::Zip(Box::new(archive))
        };
        Ok(Self { bytes, contents, budget, depth, directory: Arc::default(), encrypted: Arc::default() })
    }

    /// Returns the bytes of the package.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns why the file on the disk is refused, if something in it was not read because of the limits that all its
    /// packages share.
    pub fn refusal(&self) -> Option<PackageError> {
        self.budget.exceeded()
    }

    /// Returns whether another package contains it.
    pub const fn is_inner(&self) -> bool {
        self.depth > 0
    }

    /// Returns the files of the package in the order of a directory walk: by name, component by component.
    pub fn entries(&mut self) -> Vec<PackageEntry> {
        let mut entries = match &mut self.contents {
            Contents::Gzip(name) => vec![PackageEntry { name: name.clone(), is_repeated: false, index: 0 }],
            Contents::Zip(archive) => {
                let (repeated, count) = (repeated_names(&self.bytes, archive), archive.len());
                let entry = |index| {
                    let file = archive.by_index_raw(index).ok()?;
                    let lossy = || String::from_utf8_lossy(file.name_raw()).into_owned();
                    let name = file.name().map_or_else(|_| lossy(), Cow::into_owned);
                    let is_repeated = repeated.contains(file.name_raw());
                    (!name.ends_with('/')).then_some(PackageEntry { name, is_repeated, index })
                };
                (0..count).filter_map(entry).collect()
            }
        };
        entries.sort_by(|a, b| a.name.split('/').cmp(b.name.split('/')));
        entries
    }

    /// Reads an entry. What is read of a file on the disk, also in packages within it, has a common limit: each entry
    /// counts whenever it is read.
    ///
    /// # Errors
    /// If it is damaged, encrypted, too large, or its name leads out of the package.
    pub fn read(&mut self, entry: &PackageEntry) -> Result<Vec<u8>, PackageError> {
        let mut bytes = Vec::new();
        match &mut self.contents {
            Contents::Gzip(_) => {
                let compressed = self.bytes.len() as u64;
                self.budget.read(MultiGzDecoder::new(&*self.bytes), (compressed, 0), &mut bytes)?;
            }
            Contents::Zip(archive) => {
                let file = archive.by_index(entry.index)?;
                if is_outside(&entry.name) {
                    return Err(PackageError::Outside);
                }
                let sizes = (file.compressed_size(), file.size());
                self.budget.read(file, sizes, &mut bytes)?;
            }
        }
        Ok(bytes)
    }

    /// Returns the first bytes of an entry, at most `most`.
    ///
    /// # Errors
    /// As [`Self::read`].
    pub fn head(&mut self, entry: &PackageEntry, most: usize) -> Result<Vec<u8>, PackageError> {
        let mut bytes = Vec::new();
        match &mut self.contents {
            Contents::Gzip(_) => MultiGzDecoder::new(&*self.bytes).take(most as u64).read_to_end(&mut bytes)?,
            Contents::Zip(archive) => archive.by_index(entry.index)?.take(most as u64).read_to_end(&mut bytes)?,
        };
        Ok(bytes)
    }

    /// Returns the name of an entry that signs the others: a change would make the signature invalid. `None` if
    /// unsigned.
    pub fn signature(&mut self) -> Option<String> {
        let entries = self.entries();
        if let Some(signature) = entries.iter().find(|entry| is_signature(&entry.name)) {
            return Some(signature.name.clone());
        }
        let is_index = |name: &str| INDICES.contains(&name) || may_be_signature(name);
        let mut indices = entries.into_iter().filter(|entry| is_index(&entry.name));
        let lists = |index: &PackageEntry| {
            let source = self.read(index).ok().and_then(|bytes| encoding::decode(bytes).ok());
            source.is_some_and(|source| lists_signature(&source.text) || !signed_spans(&source.text, None).is_empty())
        };
        indices.find(lists).map(|index| index.name)
    }

    /// Returns why some files of the package are not among its [`entries`](Self::entries); `None` if all are.
    pub fn lost_entries(&mut self) -> Option<&'static str> {
        let Contents::Zip(archive) = &mut self.contents else { return None };
        let count = archive.len();
        if count == 0 {
            // Programs that read from the start find what no directory lists.
            return self.bytes.starts_with(b"PK\x03\x04").then_some("the directory at the end lists no files");
        }
        let mut is_lost =
            |index| archive.by_index_raw(index).map_or(true, |file| file.name_raw().ends_with(b"/") && file.size() > 0);
        (0..count).any(&mut is_lost).then_some("some files cannot be found: the package is damaged")
    }

    /// Returns whether [`Self::changed`] can change an entry, as far as its content does not matter.
    ///
    /// # Errors
    /// The reason if not.
    pub fn is_changeable(&mut self, entry: &PackageEntry) -> Result<(), PackageError> {
        let Contents::Zip(archive) = &mut self.contents else { return Ok(()) };
        let record = usize::try_from(archive.by_index_raw(entry.index)?.central_header_start()).unwrap_or(usize::MAX);
        let directory = self.directory.get_or_init(|| Directory::read(&self.bytes, archive));
        let directory = directory.as_ref().map_err(|reason| PackageError::Unchangeable(reason))?;
        directory.is_changeable(record).map_err(PackageError::Unchangeable)?;
        let is_encrypted = self.encrypted().contains(&entry.name);
        if is_encrypted { Err(PackageError::Unchangeable(archive::ENCRYPTED)) } else { Ok(()) }
    }

    /// Returns the names of the entries that the package lists as encrypted, whatever they contain.
    fn encrypted(&mut self) -> &HashSet<String> {
        if self.encrypted.get().is_none() {
            let entry = self.entries().into_iter().find(|entry| entry.name == ENCRYPTION);
            let bytes = entry.and_then(|entry| self.read(&entry).ok());
            let source = bytes.and_then(|bytes| encoding::decode(bytes).ok());
            let names = source.map(|source| encrypted_names(&source.text)).unwrap_or_default();
            return self.encrypted.get_or_init(|| names);
        }
        self.encrypted.get_or_init(HashSet::new)
    }

    /// Returns the bytes of the package with other contents for some entries, after they were read back: the entries have
    /// these contents, and the others the same bytes as before.
    ///
    /// # Errors
    /// If the package has a structure that cannot be changed safely.
    pub fn changed(&mut self, changes: &[ChangedEntry]) -> Result<Vec<u8>, PackageError> {
        for (entry, _) in changes {
            self.is_changeable(entry)?;
        }
        let archive = match &mut self.contents {
            Contents::Gzip(_) => {
                return match changes {
                    [(_, content)] => compress_again(&self.bytes, content),
                    _ => Ok(self.bytes.to_vec()),
                };
            }
            Contents::Zip(archive) => archive,
        };
        let mut contents = Vec::with_capacity(changes.len());
        for (entry, content) in changes {
            let record =
                usize::try_from(archive.by_index_raw(entry.index)?.central_header_start()).unwrap_or(usize::MAX);
            contents.push((record, content.as_slice()));
        }
        let directory = self.directory.get_or_init(|| Directory::read(&self.bytes, archive));
        let directory = directory.as_ref().map_err(|reason| PackageError::Unchangeable(reason))?;
        let new = directory.changed(&self.bytes, contents).map_err(PackageError::Unchangeable)?;
        // The library has another way to find the directory and the entries.
        let mut again = ZipArchive::new(Cursor::new(new.as_slice()))?;
        let mut is_same = again.len() == archive.len();
        for (entry, content) in changes {
            let mut back = Vec::with_capacity(content.len());
            again.by_index(entry.index)?.take(content.len() as u64 + 1).read_to_end(&mut back)?;
            is_same &= back == *content;
        }
        if is_same { Ok(new) } else { Err(PackageError::Unchangeable(archive::NOT_READ_BACK)) }
    }
}

/// Returns the name of the file in a gzip file.
fn unzipped_name(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let is_svgz = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("svgz"));
    if is_svgz { stem + ".svg" } else { stem }
}

/// Returns whether a name leads out of the package on any system.
fn is_outside(name: &str) -> bool {
    let is_separator = |c: char| c == '/' || c == '\\';
    name.starts_with(is_separator)
        || name.contains('\0')
        || matches!(name.as_bytes(), [drive, b':', ..] if drive.is_ascii_alphabetic())
        || name.split(is_separator).any(|part| part == "..")
}

fn compress_again(old: &[u8], content: &[u8]) -> Result<Vec<u8>, PackageError> {
    let decoder = MultiGzDecoder::new(old);
    let mut builder = GzBuilder::new();
    if let Some(header) = decoder.header() {
        builder = builder.mtime(header.mtime()).operating_system(header.operating_system());
        if let Some(name) = header.filename() {
            builder = builder.filename(name);
        }
        if let Some(comment) = header.comment() {
            builder = builder.comment(comment);
        }
    }
    let mut encoder: GzEncoder<Vec<u8>> = builder.write(Vec::new(), Compression::best());
    encoder.write_all(content)?;
    let new = encoder.finish()?;
    let mut back = Vec::with_capacity(content.len());
    MultiGzDecoder::new(&*new).read_to_end(&mut back)?;
    if back == content { Ok(new) } else { Err(PackageError::Unchangeable(archive::NOT_READ_BACK)) }
}
