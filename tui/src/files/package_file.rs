//! Packages whose files are read: files of their own, or entries of other packages.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use iri_core::files::{ENTRY_SEPARATOR, Package, PackageEntry, PackageError, PackageKind};
use iri_core::xml::targets::SharedTargets;

use super::package_targets::PackageTargets;

/// Maximum number of packages in one another.
const DEEPEST: usize = 3;

/// Package that is read: a file, or an entry of another package.
pub struct PackageFile {
    name: String,
    path: PathBuf,
    tree: PathBuf,
    kind: PackageKind,
    bytes: Vec<u8>,
    depth: usize,
    /// Targets of references in it, once they are needed.
    targets: OnceLock<Option<SharedTargets>>,
}

impl PackageFile {
    /// Creates the package in a file with the contents `bytes`.
    pub const fn new(name: String, path: PathBuf, tree: PathBuf, kind: PackageKind, bytes: Vec<u8>) -> Self {
        Self { name, path, tree, kind, bytes, depth: 0, targets: OnceLock::new() }
    }

    /// Returns the name in reports.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the directory that links must not lead out of.
    pub fn tree(&self) -> &Path {
        &self.tree
    }

    /// Returns the bytes of the package.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the targets of references in it; `None` if its references have bases of their own, as in Office files, or if it
    /// cannot be read.
    pub fn targets(&self) -> Option<SharedTargets> {
        let is_epub = self.path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("epub"));
        let new =
            || self.open().ok().filter(|_| is_epub).map(|package| SharedTargets::new(PackageTargets::new(package)));
        self.targets.get_or_init(new).clone()
    }

    /// Opens it.
    ///
    /// # Errors
    /// If it is damaged or has too many entries.
    pub fn open(&self) -> Result<Package, PackageError> {
        Package::open(&self.path, self.kind, self.bytes.clone())
    }

    /// Returns the name of an entry in reports.
    pub fn entry_name(&self, entry: &PackageEntry) -> String {
        format!("{}{ENTRY_SEPARATOR}{}", self.name, entry.name)
    }

    /// Returns whether it is a file of its own, which can be saved.
    pub const fn is_fixable(&self) -> bool {
        self.depth == 0
    }

    /// Returns the package in `entry`, if it is one and not too deep.
    pub fn inner(&self, entry: &PackageEntry, package: &mut Package) -> Option<Self> {
        let kind = PackageKind::from_name(Path::new(&entry.name)).filter(|kind| *kind != PackageKind::Archive)?;
        let bytes = (self.depth + 1 < DEEPEST).then(|| package.read(entry).ok()).flatten()?;
        Some(Self {
            name: self.entry_name(entry),
            path: self.path.join("!").join(&entry.name),
            tree: self.tree.clone(),
            kind,
            bytes,
            depth: self.depth + 1,
            targets: OnceLock::new(),
        })
    }
}
