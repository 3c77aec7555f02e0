//! Texts of schemas from files, and from packages such as `a.epub!/b.xsd`.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crate::characters::quotable;
use crate::files::catalogs::Catalogs;
use crate::files::input::{decoded, read_within};
use crate::files::open::OpenTexts;
use crate::files::package::{Package, PackageEntry, PackageError, PackageKind, entry_within};
use crate::files::paths::{ENTRY_SEPARATOR, file_uri_from_path, path_from_file_uri};
use crate::files::refusal::{Refusal, reason};
use crate::files::roots::resolve_within;
use crate::reference::{Reference, resolve};
use crate::schema::{MAX_BYTES, SchemaText, SchemaTexts};
use crate::text::fit;
use crate::xml::tree::Tree;

/// Maximum size of a package with schemas.
const MAX_PACKAGE: u64 = 256 << 20;

/// Number of bytes after which no further file is read.
const MAX_READ: usize = 2 * MAX_BYTES;

/// Maximum number of bytes of the texts whose elements are kept.
const MAX_KEPT_TREES: usize = 16 << 20;

/// Elements of documents that several schemas include or import, by location.
#[derive(Default)]
pub struct SharedTrees(Mutex<HashMap<Arc<str>, Arc<Tree>>>);

impl SharedTrees {
    fn tree(&self, text: &SchemaText) -> Arc<Tree> {
        let known = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // The file may have changed.
        if let Some(tree) = known().get(&text.location).filter(|tree| *tree.text() == *text.text) {
            return Arc::clone(tree);
        }
        let tree = Arc::new(Tree::parse(&text.text));
        let mut known = known();
        let bytes: usize = known.values().map(|tree| tree.text().len()).sum();
        if bytes + text.text.len() > MAX_KEPT_TREES {
            known.clear();
        }
        if text.text.len() <= MAX_KEPT_TREES {
            known.insert(Arc::clone(&text.location), Arc::clone(&tree));
        }
        tree
    }
}

/// Files below some roots, and those that a catalog names.
pub struct FileTexts<'s> {
    roots: Vec<PathBuf>,
    catalogs: &'s Catalogs,
    open: Option<&'s OpenTexts>,
    trees: &'s SharedTrees,
    files: Vec<PathBuf>,
    /// Texts that were read: many references can identify one file.
    texts: HashMap<PathBuf, Arc<str>>,
    /// Number of bytes that were read.
    bytes: usize,
    /// Package that was read last.
    package: Option<(PathBuf, Package)>,
}

impl<'s> FileTexts<'s> {
    pub fn new(
        roots: Vec<PathBuf>,
        catalogs: &'s Catalogs,
        open: Option<&'s OpenTexts>,
        trees: &'s SharedTrees,
    ) -> Self {
        Self { roots, catalogs, open, trees, files: Vec::new(), texts: HashMap::new(), bytes: 0, package: None }
    }

    /// Returns the files that were read or looked for.
    pub fn files(self) -> Vec<PathBuf> {
        self.files
    }

    /// Returns the location that a reference identifies: that of a catalog, or the resolved reference.
    fn location(&mut self, reference: &str, base: &str) -> String {
        let resolved = resolve(base, reference).unwrap_or_else(|| reference.to_owned());
        match self.catalogs.schema_target(&resolved) {
            Some(target) => {
                self.roots.extend(target.granted.filter(|folder| !self.roots.contains(folder)));
                target.location
            }
            None => resolved,
        }
    }

    fn read(&mut self, path: &Path) -> io::Result<Arc<str>> {
        if let Some(text) = self.texts.get(path) {
            return Ok(Arc::clone(text));
        }
        // The loader stops before, unless files are read that it cannot use.
        if self.bytes > MAX_READ {
            return Err(Refusal::TooLarge.into());
        }
        let text = self.read_from_disk(path)?;
        self.texts.insert(path.to_owned(), Arc::clone(&text));
        Ok(text)
    }

    fn read_from_disk(&mut self, path: &Path) -> io::Result<Arc<str>> {
        if let Some((package, entry)) = entry_within(path, &self.roots) {
            return self.read_entry(&package, &entry);
        }
        let resolved = resolve_within(path, &self.roots)?;
        if let Some(text) = self.open.and_then(|open| open(path).or_else(|| open(&resolved))) {
            return Ok(text);
        }
        let bytes = read_within(path, &self.roots, MAX_BYTES as u64)?;
        self.bytes += bytes.len();
        decoded(bytes)
    }

    /// Reads the entry of a package, or of a package in it: `entry` may be `inner.epub!/b.xsd`.
    fn read_entry(&mut self, path: &Path, entry: &str) -> io::Result<Arc<str>> {
        if self.package.as_ref().is_none_or(|(known, _)| known != path) {
            let kind = PackageKind::from_name(path).ok_or(io::ErrorKind::NotFound)?;
            let package = Package::open(path, kind, read_within(path, &self.roots, MAX_PACKAGE)?)?;
            self.package = Some((path.to_owned(), package));
        }
        let Some((_, package)) = &mut self.package else { return Err(io::ErrorKind::NotFound.into()) };
        let mut inner;
        let (mut package, mut name) = (package, entry);
        while let Some((outer, rest)) = name.split_once(ENTRY_SEPARATOR) {
            let kind = PackageKind::from_name(Path::new(outer)).ok_or(io::ErrorKind::NotFound)?;
            let entry = entry_of(package, outer)?;
            inner = package.inner_of_kind(&entry, kind)?;
            (package, name) = (&mut inner, rest);
        }
        let entry = entry_of(package, name)?;
        let bytes = package.read(&entry)?;
        self.bytes += bytes.len();
        if bytes.len() > MAX_BYTES { Err(Refusal::TooLarge.into()) } else { decoded(bytes) }
    }
}

fn entry_of(package: &mut Package, name: &str) -> io::Result<PackageEntry> {
    let entry = package.entries().into_iter().find(|entry| entry.name == name);
    entry.ok_or(io::ErrorKind::NotFound.into())
}

impl From<PackageError> for io::Error {
    fn from(error: PackageError) -> Self {
        match error {
            PackageError::TooLarge(_) | PackageError::Exhausted(_) => Refusal::TooLarge.into(),
            _ => io::ErrorKind::InvalidData.into(),
        }
    }
}

impl SchemaTexts for FileTexts<'_> {
    fn text(&mut self, reference: &str, base: &str) -> Result<SchemaText, String> {
        let location = self.location(reference, base);
        let message = |problem: &str| {
            let name = if base.is_empty() { last_segment(reference) } else { reference };
            fit(&quotable(name, name), |name| format!("{problem}: {name}"))
        };
        let Some(path) = path_from_file_uri(&location) else {
            return Err(message("schema is not a local file"));
        };
        self.files.push(entry_within(&path, &self.roots).map_or_else(|| path.clone(), |(package, _)| package));
        match self.read(&path) {
            Ok(text) => Ok(SchemaText { location: file_uri_from_path(&path).unwrap_or(location).into(), text }),
            Err(error) => Err(message(&format!("schema {}", reason(&error)))),
        }
    }

    fn is_available(&mut self, reference: &str, base: &str) -> bool {
        let location = self.location(reference, base);
        path_from_file_uri(&location).is_some_and(|path| self.read(&path).is_ok())
    }

    fn tree(&mut self, text: &SchemaText) -> Arc<Tree> {
        self.trees.tree(text)
    }
}

/// Returns whether `location` identifies a file on this machine.
pub fn is_file(location: &str) -> bool {
    Reference::parse(location).is_scheme("file")
}

fn last_segment(location: &str) -> &str {
    location.rsplit('/').next().unwrap_or(location)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_elements_of_a_text_are_shared_until_it_changes() {
        let trees = SharedTrees::default();
        let tree =
            |location: &str, text: &str| trees.tree(&SchemaText { location: location.into(), text: text.into() });
        let first = tree("file:///a.xsd", "<a/>");
        assert!(Arc::ptr_eq(&first, &tree("file:///a.xsd", "<a/>")));
        assert!(!Arc::ptr_eq(&first, &tree("file:///b.xsd", "<a/>")));
        assert_eq!(tree("file:///a.xsd", "<b/>").text(), "<b/>");
        let large = " ".repeat(MAX_KEPT_TREES);
        let kept = tree("file:///b.xsd", "<a/>");
        tree("file:///c.xsd", &large);
        assert!(!Arc::ptr_eq(&kept, &tree("file:///b.xsd", "<a/>")), "more bytes than are kept");
    }
}
