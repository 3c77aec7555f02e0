//! The configured XML catalogs, and those that they reference.

use std::collections::HashSet;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::files::guarded::open_regular;
use crate::files::locations::{file_uri_from_path, path_from_file_uri};
use crate::files::roots::resolve_within;
use crate::text::encoding;
use crate::xml::catalog::Catalog;
use crate::xml::{Document, Settings};

/// Maximum number of catalogs, and of entries of each.
const MAX_CATALOGS: usize = 64;
const LONGEST: u64 = 16 * 1024 * 1024;

/// Path of a catalog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CatalogPath {
    /// Absolute path.
    pub path: PathBuf,
    /// Directories that contain it and the catalogs that it names; `None` if they may be anywhere on this machine, because
    /// the user named it.
    pub roots: Option<Arc<[PathBuf]>>,
}

/// Catalogs, in the order of lookup.
#[derive(Clone, Debug, Default)]
pub struct Catalogs {
    all: Vec<Catalog>,
    /// Whether all of them may name files anywhere on this machine, because the user named them.
    is_unlimited: bool,
}

impl Catalogs {
    /// Reads the catalogs at `paths`, each followed by those that it names. A catalog that cannot or must not be read has
    /// no entries.
    pub fn read(paths: &[CatalogPath]) -> Self {
        let mut pending: Vec<CatalogPath> = paths.iter().rev().cloned().collect();
        let (mut known, mut all) = (HashSet::new(), Vec::new());
        while let Some(next) = pending.pop() {
            if all.len() == MAX_CATALOGS || !known.insert(next.path.clone()) {
                continue;
            }
            let Some(catalog) = next.read() else { continue };
            let named = catalog.next.iter().rev().filter_map(|iri| path_from_file_uri(iri));
            pending.extend(named.map(|path| CatalogPath { path, roots: next.roots.clone() }));
            all.push(catalog);
        }
        Self { all, is_unlimited: !paths.is_empty() && paths.iter().all(|path| path.roots.is_none()) }
    }

    /// Returns the directory of the file at `location`, the target of an entry, if everything in it may be read: the user
    /// named the catalogs.
    pub fn granted_folder(&self, location: &str) -> Option<PathBuf> {
        let path = path_from_file_uri(location).filter(|_| self.is_unlimited)?;
        path.parent().map(Path::to_owned)
    }

    /// Returns the target of `reference`, a system identifier or another reference; `None` without an entry.
    pub fn target(&self, reference: &str, is_system: bool) -> Option<String> {
        self.all.iter().find_map(|catalog| catalog.target(reference, is_system))
    }
}

impl CatalogPath {
    fn read(&self) -> Option<Catalog> {
        match &self.roots {
            // Relative to the place where it is named, not to where links lead.
            Some(roots) => read(&self.path, &resolve_within(&self.path, roots).ok()?),
            None => read(&self.path, &self.path),
        }
    }
}

/// Reads the catalog named `path`, which is at `at`.
fn read(path: &Path, at: &Path) -> Option<Catalog> {
    let mut bytes = Vec::new();
    open_regular(at).ok()?.take(LONGEST).read_to_end(&mut bytes).ok()?;
    let Ok(source) = encoding::decode(bytes) else { return None };
    let settings = Settings { location: file_uri_from_path(path), ..Settings::default() };
    Some(Catalog::from_document(&Document::parse(source.text, Arc::new(settings))))
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_catalog_is_followed_by_the_catalogs_it_names_once_each() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let write = |name: &str, entries: &str| {
            let text = format!("<catalog xmlns='urn:oasis:names:tc:entity:xmlns:xml:catalog'>{entries}</catalog>");
            fs::write(folder.path().join(name), text).expect("it can be written");
        };
        write("a b.xml", "<nextCatalog catalog='b.xml'/><nextCatalog catalog='gone.xml'/><uri name='urn:a' uri='1'/>");
        write("b.xml", "<uri name='urn:a' uri='2'/><uri name='urn:b' uri='3'/><nextCatalog catalog='a%20b.xml'/>");
        write("c.xml", "<uri name='urn:b' uri='4'/><uri name='urn:c' uri='5'/>");
        let roots: Arc<[PathBuf]> = Arc::from([folder.path().to_owned()]);
        let path = |name: &str, roots| CatalogPath { path: folder.path().join(name), roots };
        let catalogs = Catalogs::read(&["a b.xml", "c.xml", ""].map(|name| path(name, Some(Arc::clone(&roots)))));
        let elsewhere: Arc<[PathBuf]> = Arc::from([folder.path().join("inner")]);
        assert_eq!(Catalogs::read(&[path("c.xml", Some(elsewhere))]).target("urn:c", false), None);
        assert!(Catalogs::read(&[path("c.xml", None)]).target("urn:c", false).is_some());
        std::os::unix::fs::symlink("/etc/hostname", folder.path().join("link.xml")).expect("links can be created");
        write(
            "d.xml",
            "<nextCatalog catalog='link.xml'/><nextCatalog catalog='file:////evil/c.xml'/><uri name='urn:e' uri='6'/>",
        );
        assert_eq!(Catalogs::read(&[path("d.xml", Some(Arc::clone(&roots)))]).all.len(), 1);
        let place = file_uri_from_path(folder.path()).expect("it is absolute");
        for (name, target) in [("urn:a", "1"), ("urn:b", "3"), ("urn:c", "5")] {
            assert_eq!(catalogs.target(name, false), Some(format!("{place}/{target}")));
        }
        assert_eq!(catalogs.target("urn:d", false), None);
    }
}
