//! Packages whose files are read: files of their own, or entries of other packages.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use iri_core::files::{ENTRY_SEPARATOR, Package, PackageEntry, PackageError, PackageKind};
use iri_core::xml::targets::SharedTargets;

use super::package_targets::PackageTargets;

/// Package that is read: a file, or an entry of another package.
pub struct PackageFile {
    name: String,
    /// Length of the name of the file on the disk in it.
    disk_name_length: usize,
    path: PathBuf,
    tree: PathBuf,
    package: Package,
    /// Targets of references in it, once they are needed.
    targets: OnceLock<Option<SharedTargets>>,
    /// Name of an entry that signs it, once it is needed.
    signature: OnceLock<Option<String>>,
}

impl PackageFile {
    /// Opens the package in a file with the contents `bytes`.
    ///
    /// # Errors
    /// If it is damaged or has too many entries.
    pub fn open(
        name: String,
        path: PathBuf,
        tree: PathBuf,
        kind: PackageKind,
        bytes: Vec<u8>,
    ) -> Result<Self, PackageError> {
        let package = Package::open(&path, kind, bytes)?;
        Ok(Self {
            disk_name_length: name.len(),
            name,
            path,
            tree,
            package,
            targets: OnceLock::new(),
            signature: OnceLock::new(),
        })
    }

    /// Returns the name in reports.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the length of the name of the file on the disk, with which the name in reports starts.
    pub const fn disk_name_length(&self) -> usize {
        self.disk_name_length
    }

    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the directory that links must not lead out of.
    pub fn tree(&self) -> &Path {
        &self.tree
    }

    /// Returns the targets of references in it; `None` if its references have bases of their own, as in Office files.
    pub fn targets(&self) -> Option<SharedTargets> {
        let is_epub = self.path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("epub"));
        let new = || is_epub.then(|| SharedTargets::new(PackageTargets::new(self.package())));
        self.targets.get_or_init(new).clone()
    }

    /// Returns the package, which shares its limits with every other copy.
    pub fn package(&self) -> Package {
        self.package.clone()
    }

    /// Returns the name of an entry in reports.
    pub fn entry_name(&self, entry: &PackageEntry) -> String {
        format!("{}{ENTRY_SEPARATOR}{}", self.name, entry.name)
    }

    /// Returns why no entry is changed, as a clause; `None` if the package is a file of its own that nothing signs, or
    /// signed
    /// packages are changed too.
    pub fn refusal(&self, fixes_signed: bool) -> Option<Arc<str>> {
        if self.package.is_inner() {
            return Some("it is in another package".into());
        }
        let signature = self.signature.get_or_init(|| self.package().signature());
        let signature = signature.as_ref().filter(|_| !fixes_signed)?;
        Some(format!("the package is signed by {signature} (check --fix-signed)").into())
    }

    /// Returns the package in `entry`, if it is one.
    ///
    /// # Errors
    /// If it cannot be read, or is within too many packages.
    pub fn inner(&self, entry: &PackageEntry, package: &mut Package) -> Result<Option<Self>, PackageError> {
        let inner = package.inner(entry)?.map(|package| Self {
            name: self.entry_name(entry),
            disk_name_length: self.disk_name_length,
            path: self.path.join("!").join(&entry.name),
            tree: self.tree.clone(),
            package,
            targets: OnceLock::new(),
            signature: OnceLock::new(),
        });
        Ok(inner)
    }
}
