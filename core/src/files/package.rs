//! Packages: ZIP archives with XML files, such as EPUB and Office files, and single files compressed with gzip.
//!
//! Entries are read into memory, never written to the disk. A changed package is the old one with other bytes for the changed
//! entries: everything else, also the order, the names and the extra fields, stays byte for byte.

use std::borrow::Cow;
use std::collections::HashSet;
use std::error::Error;
use std::fmt;
use std::io::{self, Cursor, Read, Write};
use std::iter;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use flate2::read::MultiGzDecoder;
use flate2::write::{DeflateEncoder, GzEncoder};
use flate2::{Compression, Crc, GzBuilder};
use zip::result::ZipError;
use zip::{CompressionMethod, ZipArchive};

/// Extensions of packages that contain XML: EPUB, Office Open XML, OpenDocument.
const PACKAGES: &[&str] = &[
    "epub", "docx", "docm", "dotx", "dotm", "xlsx", "xlsm", "xltx", "xltm", "xlam", "pptx", "pptm", "potx", "potm",
    "ppsx", "ppsm", "ppam", "vsdx", "odt", "ods", "odp", "odg", "odf", "odb", "odc", "odm", "ott", "ots", "otp", "otg",
    "oth",
];
/// Extensions of archives that may contain XML.
const ARCHIVES: &[&str] = &["zip", "jar", "war", "ear", "nupkg", "kmz", "idml", "3mf", "oxt", "xpi"];
/// Maximum number of entries.
const MOST_ENTRIES: usize = 65_535;
/// Maximum size of an entry, in bytes.
const LARGEST_ENTRY: u64 = 256 << 20;
/// Maximum size of all entries that are read, in bytes.
const LARGEST_TOTAL: u64 = 1 << 30;
/// Size from which an entry must not be compressed too well.
const RATIO_FROM: u64 = 16 << 20;
/// Maximum ratio of the size of an entry to its compressed size.
const LARGEST_RATIO: u64 = 200;

/// Separator of the name of a package and that of an entry in it, as in `book.epub!/OPS/package.opf`.
pub const ENTRY_SEPARATOR: &str = "!/";

/// Returns the path of the package and the name of the entry in it that `path` names, such as `book.epub!/OPS/package.opf`;
/// `None` if there is something at that path itself, or no such package. The name may be that of an entry of a package in
/// the package.
pub fn named_entry(path: &Path) -> Option<(PathBuf, String)> {
    let outer = path.ancestors().skip(1).filter_map(|outer| {
        let package = PathBuf::from(outer.to_str()?.strip_suffix('!')?);
        PackageKind::from_name(&package)?;
        Some((outer, package))
    });
    let (outer, package) = outer.filter(|(_, package)| package.is_file()).last().filter(|_| !path.exists())?;
    let names: Option<Vec<&str>> =
        path.strip_prefix(outer).ok()?.components().map(|name| name.as_os_str().to_str()).collect();
    Some((package, names?.join("/")))
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

/// Reason why a package or an entry cannot be read or changed. Displayed as a message.
#[derive(Debug)]
#[non_exhaustive]
pub enum PackageError {
    /// It is damaged, encrypted, or compressed by another method.
    Unreadable(String),
    /// It is larger than the limits allow.
    TooLarge(&'static str),
    /// The name of an entry leads out of the package.
    Outside,
    /// It has a structure that cannot be changed safely.
    Unchangeable(&'static str),
}

impl fmt::Display for PackageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(cause) => write!(f, "cannot read the package: {cause}"),
            Self::TooLarge(limit) => write!(f, "refused, as for a decompression bomb: {limit}"),
            Self::Outside => f.write_str("the name of the entry leads out of the package"),
            Self::Unchangeable(cause) => write!(f, "cannot change the package: {cause}"),
        }
    }
}

impl Error for PackageError {}

impl From<ZipError> for PackageError {
    fn from(error: ZipError) -> Self {
        Self::Unreadable(error.to_string())
    }
}

impl From<io::Error> for PackageError {
    fn from(error: io::Error) -> Self {
        Self::Unreadable(error.to_string())
    }
}

/// Package in memory.
pub struct Package {
    bytes: Arc<[u8]>,
    contents: Contents,
    /// Size of the entries that were read.
    total: u64,
    /// Directory of a ZIP archive, once it is needed, or the reason why it cannot be changed.
    directory: Option<Result<Directory, &'static str>>,
}

enum Contents {
    Zip(Box<ZipArchive<Cursor<Arc<[u8]>>>>),
    /// Name of the only file.
    Gzip(String),
}

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
        let bytes: Arc<[u8]> = bytes.into();
        let contents = if kind == PackageKind::Gzip {
            Contents::Gzip(unzipped_name(path))
        } else {
            let archive = ZipArchive::new(Cursor::new(Arc::clone(&bytes)))?;
            if archive.len() > MOST_ENTRIES {
                return Err(PackageError::TooLarge("more than 65,535 entries"));
            }
            Contents::Zip(Box::new(archive))
        };
        Ok(Self { bytes, contents, total: 0, directory: None })
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

    /// Reads an entry.
    ///
    /// # Errors
    /// If it is damaged, encrypted, too large, or its name leads out of the package.
    pub fn read(&mut self, entry: &PackageEntry) -> Result<Vec<u8>, PackageError> {
        let mut bytes = Vec::new();
        match &mut self.contents {
            Contents::Gzip(_) => {
                let compressed = self.bytes.len() as u64;
                read_limited(MultiGzDecoder::new(&*self.bytes), (compressed, 0), self.total, &mut bytes)?;
            }
            Contents::Zip(archive) => {
                let file = archive.by_index(entry.index)?;
                if file.enclosed_name().is_none() || is_outside(&entry.name) {
                    return Err(PackageError::Outside);
                }
                let sizes = (file.compressed_size(), file.size());
                read_limited(file, sizes, self.total, &mut bytes)?;
            }
        }
        self.total += bytes.len() as u64;
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

    /// Returns whether [`Self::changed`] can change an entry, as far as its content does not matter.
    ///
    /// # Errors
    /// The reason if not.
    pub fn is_changeable(&mut self, entry: &PackageEntry) -> Result<(), PackageError> {
        let Contents::Zip(archive) = &mut self.contents else { return Ok(()) };
        let directory = self.directory.get_or_insert_with(|| Directory::read(&self.bytes, archive));
        if let Err(reason) = directory {
            return Err(PackageError::Unchangeable(reason));
        }
        let file = archive.by_index_raw(entry.index)?;
        match file.compression() {
            _ if file.encrypted() => Err(PackageError::Unchangeable(ENCRYPTED)),
            CompressionMethod::Stored | CompressionMethod::Deflated => Ok(()),
            _ => Err(PackageError::Unchangeable(OTHER_METHOD)),
        }
    }

    /// Returns the bytes of the package with other contents for some entries.
    ///
    /// # Errors
    /// If the package has a structure that cannot be changed safely.
    pub fn changed(&mut self, changes: &[ChangedEntry]) -> Result<Vec<u8>, PackageError> {
        match &mut self.contents {
            Contents::Gzip(_) => match changes {
                [(_, content)] => compress_again(&self.bytes, content),
                _ => Ok(self.bytes.to_vec()),
            },
            Contents::Zip(archive) => splice(&self.bytes, archive, changes),
        }
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

/// Reads to the end, at most as much as the limits allow, and nothing if the stated size exceeds them. `sizes` are that of
/// the compressed bytes and the stated one, which may be wrong.
fn read_limited(
    reader: impl Read,
    (compressed, stated): (u64, u64),
    total: u64,
    bytes: &mut Vec<u8>,
) -> Result<(), PackageError> {
    let by_ratio = compressed.saturating_mul(LARGEST_RATIO).max(RATIO_FROM);
    let most = LARGEST_ENTRY.min(by_ratio).min(LARGEST_TOTAL - total.min(LARGEST_TOTAL));
    let length = if stated > most { stated } else { reader.take(most + 1).read_to_end(bytes)? as u64 };
    match () {
        () if length <= most => Ok(()),
        () if most == by_ratio => Err(PackageError::TooLarge("an entry is more than 200 times its compressed size")),
        () if most == LARGEST_ENTRY => Err(PackageError::TooLarge("an entry has more than 256 MiB")),
        () => Err(PackageError::TooLarge("the entries have more than 1 GiB together")),
    }
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
    Ok(encoder.finish()?)
}

/// Lengths and signatures of the records. APPNOTE.TXT sections 4.3.9, 4.3.12 and 4.3.16.
const CENTRAL: usize = 46;
const END: usize = 22;
const DESCRIPTOR_SIGNATURE: [u8; 4] = *b"PK\x07\x08";
/// Bit 3 of the flags: crc and sizes are in a descriptor after the data.
const HAS_DESCRIPTOR: u16 = 1 << 3;
const IS_ENCRYPTED: u16 = 1;
const STORED: u16 = 0;
const DEFLATED: u16 = 8;

const DAMAGED: &str = "its directory is damaged";
const ENCRYPTED: &str = "the entry is encrypted";
const OTHER_METHOD: &str = "the entry has another compression";

/// Directory of an archive that can be changed.
struct Directory {
    /// Offset of the first record.
    start: usize,
    /// Offset of the end record.
    end: usize,
    /// Offsets of the records.
    records: Vec<usize>,
}

impl Directory {
    fn read(old: &[u8], archive: &ZipArchive<Cursor<Arc<[u8]>>>) -> Result<Self, &'static str> {
        let start = usize::try_from(archive.central_directory_start()).map_err(|_| DAMAGED)?;
        let end = end_record(old, start).ok_or("it is a Zip64 archive or has other data")?;
        let mut records: Vec<usize> = records(old, start).collect();
        if records.pop() != Some(end) {
            return Err(DAMAGED);
        }
        if records.len() != archive.len() {
            // They would be one for some programs.
            return Err("two entries have one name");
        }
        Ok(Self { start, end, records })
    }
}

/// Returns the offsets of the records of the directory that starts at `start`, and the offset after the last one.
fn records(old: &[u8], start: usize) -> impl Iterator<Item = usize> {
    iter::successors(Some(start), |&record| {
        old.get(record..)?.starts_with(b"PK\x01\x02").then_some(())?;
        let length = |at: usize| u16_at(old, record + at).map(usize::from);
        Some(record + CENTRAL + length(28)? + length(30)? + length(32)?)
    })
}

/// Returns the names that two or more entries have, as they are in the directory.
fn repeated_names<'o>(old: &'o [u8], archive: &ZipArchive<Cursor<Arc<[u8]>>>) -> HashSet<&'o [u8]> {
    let start = usize::try_from(archive.central_directory_start()).unwrap_or(old.len());
    let name = |record| {
        let length = u16_at(old, record + 28).map(usize::from)?;
        old.get(record + CENTRAL..record + CENTRAL + length)
    };
    let mut names = HashSet::new();
    records(old, start).filter_map(name).filter(|name| !names.insert(*name)).collect()
}

/// A range of the old bytes with its replacement.
struct Splice {
    start: usize,
    end: usize,
    bytes: Vec<u8>,
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(bytes.get(at..at + 2)?.try_into().ok()?))
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}

fn splice(
    old: &[u8],
    archive: &mut ZipArchive<Cursor<Arc<[u8]>>>,
    changes: &[ChangedEntry],
) -> Result<Vec<u8>, PackageError> {
    const DAMAGED: PackageError = PackageError::Unchangeable(self::DAMAGED);
    let directory = Directory::read(old, archive).map_err(PackageError::Unchangeable)?;
    let Directory { start: central, end, records: all } = directory;
    let mut splices = Vec::new();
    let mut records: Vec<(usize, [u8; 12], u16)> = Vec::new();
    for (entry, content) in changes {
        let file = archive.by_index(entry.index)?;
        let at = |offset: u64| usize::try_from(offset).map_err(|_| DAMAGED);
        let (local, data) = (at(file.header_start())?, at(file.data_start().ok_or(DAMAGED)?)?);
        let (record, length) = (at(file.central_header_start())?, at(file.compressed_size())?);
        drop(file);
        let (flags, method) = u16_at(old, record + 8).zip(u16_at(old, record + 10)).ok_or(DAMAGED)?;
        if flags & IS_ENCRYPTED != 0 {
            return Err(PackageError::Unchangeable(ENCRYPTED));
        }
        let compressed = match method {
            STORED => content.clone(),
            DEFLATED => {
                let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
                encoder.write_all(content)?;
                encoder.finish()?
            }
            _ => return Err(PackageError::Unchangeable(OTHER_METHOD)),
        };
        let mut crc = Crc::new();
        crc.update(content);
        let size = |length: usize| u32::try_from(length).ok().filter(|&size| size != u32::MAX);
        let sizes = size(compressed.len()).zip(size(content.len()));
        let (packed, unpacked) = sizes.ok_or(PackageError::Unchangeable("the entry is too large"))?;
        let mut numbers = [0; 12];
        numbers[..4].copy_from_slice(&crc.sum().to_le_bytes());
        numbers[4..8].copy_from_slice(&packed.to_le_bytes());
        numbers[8..].copy_from_slice(&unpacked.to_le_bytes());
        let mut data_end = data.checked_add(length).filter(|&end| end <= central).ok_or(DAMAGED)?;
        if flags & HAS_DESCRIPTOR != 0 {
            let is_signed = old.get(data_end..data_end + 4) == Some(&DESCRIPTOR_SIGNATURE);
            data_end += if is_signed { 16 } else { 12 };
        }
        let flags = flags & !HAS_DESCRIPTOR;
        splices.push(Splice { start: local + 6, end: local + 8, bytes: flags.to_le_bytes().to_vec() });
        splices.push(Splice { start: local + 14, end: local + 26, bytes: numbers.to_vec() });
        splices.push(Splice { start: data, end: data_end, bytes: compressed });
        records.push((record, numbers, flags));
    }
    splices.sort_by_key(|splice| splice.start);
    if splices.windows(2).any(|pair| pair[0].end > pair[1].start) || splices.iter().any(|splice| splice.end > central) {
        return Err(PackageError::Unchangeable("entries overlap"));
    }
    let mut new = Vec::with_capacity(old.len());
    let mut from = 0;
    for Splice { start, end, bytes } in &splices {
        new.extend_from_slice(&old[from..*start]);
        new.extend_from_slice(bytes);
        from = *end;
    }
    new.extend_from_slice(&old[from..central]);
    let moved = |offset: usize| {
        let before = splices.iter().take_while(|splice| splice.end <= offset);
        let (added, removed) = before.fold((0, 0), |(added, removed), splice| {
            (added + splice.bytes.len(), removed + (splice.end - splice.start))
        });
        u32::try_from(offset + added - removed).map_err(|_| PackageError::Unchangeable("it is too large"))
    };
    let new_central = new.len();
    new.extend_from_slice(&old[central..]);
    let shift = |at: usize| at - central + new_central;
    for (record, numbers, flags) in records {
        let at = shift(record);
        new[at + 8..at + 10].copy_from_slice(&flags.to_le_bytes());
        new[at + 16..at + 28].copy_from_slice(&numbers);
    }
    for record in all {
        let offset = u32_at(old, record + 42).filter(|&offset| offset != u32::MAX).ok_or(DAMAGED)?;
        let offset = moved(usize::try_from(offset).map_err(|_| DAMAGED)?)?;
        let at = shift(record) + 42;
        new[at..at + 4].copy_from_slice(&offset.to_le_bytes());
    }
    let at = shift(end) + 16;
    let start = u32::try_from(new_central).map_err(|_| PackageError::Unchangeable("it is too large"))?;
    new[at..at + 4].copy_from_slice(&start.to_le_bytes());
    Ok(new)
}

/// Returns the offset of the end record, if it directly follows the directory that starts at `central`, and nothing but its
/// comment follows.
fn end_record(old: &[u8], central: usize) -> Option<usize> {
    let last = old.len().checked_sub(END)?;
    let first = last.saturating_sub(usize::from(u16::MAX)).max(central);
    (first..=last).rev().find(|&at| {
        let is_record = old[at..].starts_with(b"PK\x05\x06");
        let is_last = u16_at(old, at + 20).is_some_and(|comment| at + END + usize::from(comment) == old.len());
        let size = u32_at(old, at + 12).and_then(|size| usize::try_from(size).ok());
        let offset = u32_at(old, at + 16).and_then(|offset| usize::try_from(offset).ok());
        // Equal offsets also mean that no other data precedes the archive.
        is_record && is_last && offset == Some(central) && size.is_some_and(|size| central + size == at)
    })
}

#[cfg(test)]
mod tests;
