//! The configured XML catalogs, and those that they reference.

use std::collections::{HashMap, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::files::input::{decoded, read_named_regular, read_within};
use crate::files::paths::{below, file_uri_from_path, is_on_share, path_from_file_uri};
use crate::files::roots::folder_of;
use crate::xml::catalog::{Catalog, CatalogResult, IdentifierKind, public_id_of_urn};

/// Maximum number of catalogs.
const MAX_CATALOGS: usize = 64;
/// Maximum length of a catalog in bytes. A longer one is not used.
pub(super) const MAX_CATALOG_BYTES: u64 = 16 * 1024 * 1024;

/// Path of a catalog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CatalogPath {
    /// Absolute path.
    pub path: PathBuf,
    /// Directories that contain it and the catalogs that it names; `None` if they may be anywhere on this machine or in its
    /// directory, because the user named it.
    pub roots: Option<Arc<[PathBuf]>>,
}

/// Target of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CatalogTarget {
    /// Its IRI.
    pub location: String,
    /// Directory in which everything may be read with it, because of the catalog that contains the entry.
    pub granted: Option<PathBuf>,
}

impl From<String> for CatalogTarget {
    fn from(location: String) -> Self {
        Self { location, granted: None }
    }
}

/// Catalogs.
#[derive(Clone, Debug, Default)]
pub struct Catalogs {
    /// With the directories that what they name is in; `None` if the user named them.
    all: Vec<(Catalog, Option<Arc<[PathBuf]>>)>,
    /// Their paths, also of those that do not exist.
    files: Vec<PathBuf>,
    /// Indices of the catalogs that each one names as the next ones, in this order.
    next: Vec<Vec<usize>>,
    /// Indices of the catalogs by their IRIs.
    by_location: HashMap<String, usize>,
    /// Indices of the catalogs in which every lookup starts, in this order.
    first: Vec<usize>,
    /// Whether all of them may name files anywhere on this machine, because the user named them.
    is_unlimited: bool,
    /// Directories of the catalogs that the user named, which may be on another machine.
    folders: Vec<PathBuf>,
}

impl Catalogs {
    /// Reads the catalogs at `paths`, and those that they name. A catalog that cannot or must not be read has no entries.
    pub fn read(paths: &[CatalogPath]) -> Self {
        let mut catalogs = Self {
            is_unlimited: !paths.is_empty() && paths.iter().all(|path| path.roots.is_none()),
            folders: paths.iter().map(|path| folder_of(&path.path).to_owned()).collect(),
            ..Self::default()
        };
        let mut pending: VecDeque<CatalogPath> = paths.iter().cloned().collect();
        let mut known: HashMap<PathBuf, Option<usize>> = HashMap::new();
        while let Some(next) = pending.pop_front() {
            if known.contains_key(&next.path) {
                continue;
            }
            let catalog = if catalogs.all.len() < MAX_CATALOGS { next.read() } else { None };
            let number = catalog.as_ref().map(|_| catalogs.all.len());
            known.insert(next.path.clone(), number);
            let (Some(catalog), Some(number)) = (catalog, number) else { continue };
            catalogs.by_location.extend(file_uri_from_path(&next.path).map(|location| (location, number)));
            for path in catalog.catalogs().filter_map(path_from_file_uri) {
                let is_granted = next.roots.is_some() || catalogs.is_granted(&path);
                if is_granted && !known.contains_key(&path) {
                    pending.push_back(CatalogPath { path, roots: next.roots.clone() });
                }
            }
            catalogs.all.push((catalog, next.roots));
        }
        let next = |(catalog, _): &(Catalog, _)| catalogs.numbers(&catalog.next);
        catalogs.next = catalogs.all.iter().map(next).collect();
        catalogs.files = known.keys().cloned().collect();
        catalogs.first = paths.iter().filter_map(|path| known.get(&path.path).copied().flatten()).collect();
        catalogs
    }

    /// Returns the files that were read or looked for.
    pub fn files(&self) -> &[PathBuf] {
        &self.files
    }

    /// Returns the target at `location` of an entry of a catalog with these roots. If the user named all catalogs, everything
    /// in the directory of the target may be read; else what is in the root that contains it.
    fn granted(&self, location: String, roots: Option<&[PathBuf]>) -> CatalogTarget {
        let path = path_from_file_uri(&location);
        let granted = path.and_then(|path| match roots {
            Some(roots) => roots.iter().find(|root| below(&path, root).is_some()).cloned(),
            None if self.is_unlimited && self.is_granted(&path) => path.parent().map(Path::to_owned),
            None => None,
        });
        CatalogTarget { location, granted }
    }

    /// Returns whether catalogs that the user named may name the file at `path`: anybody may have written them, so not on
    /// another machine.
    fn is_granted(&self, path: &Path) -> bool {
        !is_on_share(path) || self.folders.iter().any(|folder| below(path, folder).is_some())
    }

    /// Returns the names that have entries of their own: system identifiers, or other references.
    pub fn names(&self, is_system: bool) -> impl Iterator<Item = &str> {
        self.all.iter().flat_map(move |(catalog, _)| catalog.names(is_system))
    }

    /// Returns the target of a reference that is not an external identifier; `None` without an entry. Without an entry for
    /// the reference with its fragment it is the fragment in the target of the rest.
    pub fn target(&self, reference: &str) -> Option<CatalogTarget> {
        let found = match public_id_of_urn(reference) {
            Some(public_id) => self.external_target(Some(&public_id), None),
            None => self.find(|catalog| catalog.find(IdentifierKind::Uri, reference)),
        };
        found.or_else(|| {
            let (rest, fragment) = reference.split_once('#').filter(|(rest, _)| !rest.is_empty())?;
            let CatalogTarget { location, granted } = self.target(rest)?;
            Some(CatalogTarget { location: format!("{location}#{fragment}"), granted })
        })
    }

    /// Returns the target of a reference to a schema; `None` without an entry. Catalogs have entries for these references
    /// as well as for system identifiers.
    pub fn schema_target(&self, reference: &str) -> Option<CatalogTarget> {
        self.target(reference).or_else(|| self.external_target(None, Some(reference)))
    }

    /// Returns the target of an external identifier; `None` without an entry.
    pub fn external_target(&self, public_id: Option<&str>, system_id: Option<&str>) -> Option<CatalogTarget> {
        let in_system_id = system_id.and_then(public_id_of_urn);
        let system_id = system_id.filter(|_| in_system_id.is_none());
        let public_id = public_id.or(in_system_id.as_deref());
        let public_kind = if system_id.is_some() { IdentifierKind::Public } else { IdentifierKind::OnlyPublic };
        self.find(|catalog| {
            let by_system_id = system_id.map(|system_id| catalog.find(IdentifierKind::System, system_id));
            match (by_system_id, public_id) {
                (None | Some(CatalogResult::Missing), Some(public_id)) => catalog.find(public_kind, public_id),
                (result, _) => result.unwrap_or(CatalogResult::Missing),
            }
        })
    }

    /// Returns the target that the first catalog has, which may be one that another catalog names.
    fn find(&self, lookup: impl Fn(&Catalog) -> CatalogResult) -> Option<CatalogTarget> {
        let mut pending: Vec<usize> = self.first.iter().rev().copied().collect();
        let mut is_known = vec![false; self.all.len()];
        while let Some(number) = pending.pop() {
            if std::mem::replace(&mut is_known[number], true) {
                continue;
            }
            let (catalog, roots) = &self.all[number];
            match lookup(catalog) {
                CatalogResult::Target(target) => return Some(self.granted(target, roots.as_deref())),
                CatalogResult::Delegated(named) => {
                    pending.clear();
                    pending.extend(self.numbers(&named).into_iter().rev());
                }
                CatalogResult::Missing => pending.extend(self.next[number].iter().rev()),
            }
        }
        None
    }

    /// Returns the indices of the catalogs with these IRIs, each once.
    fn numbers(&self, iris: &[String]) -> Vec<usize> {
        let mut numbers = Vec::new();
        for &number in iris.iter().filter_map(|iri| self.by_location.get(iri).or_else(|| self.by_path(iri))) {
            if !numbers.contains(&number) {
                numbers.push(number);
            }
        }
        numbers
    }

    /// Returns the index of the catalog at `iri`, which may be written in another way.
    fn by_path(&self, iri: &str) -> Option<&usize> {
        self.by_location.get(&file_uri_from_path(&path_from_file_uri(iri)?)?)
    }
}

impl CatalogPath {
    fn read(&self) -> Option<Catalog> {
        let bytes = match &self.roots {
            // Relative to the place where it is named, not to where links lead.
            Some(roots) => read_within(&self.path, roots, MAX_CATALOG_BYTES),
            None => read_named_regular(&self.path, MAX_CATALOG_BYTES),
        };
        let text = decoded(bytes.ok()?).ok()?;
        Some(Catalog::parse(&text, file_uri_from_path(&self.path).as_deref()))
    }
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
        write(
            "delegating.xml",
            "<delegateURI uriStartString='urn:' catalog='c.xml'/><delegateSystem systemIdStartString='x' catalog='delegating.xml'/>\
             <public publicId='P' uri='p'/><group prefer='system'><public publicId='Q' uri='q'/></group>",
        );
        let roots: Arc<[PathBuf]> = Arc::from([folder.path().to_owned()]);
        let path = |name: &str, roots| CatalogPath { path: folder.path().join(name), roots };
        let catalogs = Catalogs::read(&["a b.xml", "c.xml", ""].map(|name| path(name, Some(Arc::clone(&roots)))));
        let elsewhere: Arc<[PathBuf]> = Arc::from([folder.path().join("inner")]);
        assert_eq!(Catalogs::read(&[path("c.xml", Some(elsewhere))]).target("urn:c"), None);
        assert!(Catalogs::read(&[path("c.xml", None)]).target("urn:c").is_some());
        std::os::unix::fs::symlink("/etc/hostname", folder.path().join("link.xml")).expect("links can be created");
        write(
            "d.xml",
            "<nextCatalog catalog='link.xml'/><nextCatalog catalog='file:////evil/c.xml'/><uri name='urn:e' uri='6'/>",
        );
        assert_eq!(Catalogs::read(&[path("d.xml", Some(Arc::clone(&roots)))]).all.len(), 1);
        let place = file_uri_from_path(folder.path()).expect("it is absolute");
        let location = |found: Option<CatalogTarget>| found.map(|target| target.location);
        for (name, target) in [("urn:a", "1"), ("urn:b", "3"), ("urn:c", "5")] {
            assert_eq!(location(catalogs.target(name)), Some(format!("{place}/{target}")));
        }
        let granted = |catalogs: &Catalogs| catalogs.target("urn:a").and_then(|target| target.granted);
        assert_eq!(granted(&catalogs).as_deref(), Some(folder.path()));
        write("far.xml", "<uri name='urn:a' uri='../far'/>");
        let far = Catalogs::read(&[path("far.xml", Some(Arc::clone(&roots)))]);
        assert_eq!((far.target("urn:a").is_some(), granted(&far)), (true, None));
        assert_eq!(catalogs.target("urn:d"), None);
        let catalogs = Catalogs::read(&["delegating.xml", "a b.xml"].map(|name| path(name, Some(Arc::clone(&roots)))));
        for (name, target) in
            [("urn:a", None), ("urn:b", Some("4")), ("urn:publicid:Q", Some("q")), ("urn:b#x", Some("4#x"))]
        {
            assert_eq!(location(catalogs.target(name)), target.map(|target| format!("{place}/{target}")), "{name}");
        }
        for (public_id, system_id, target) in [
            (Some("P"), Some("y"), Some("p")),
            (Some("P"), Some("x"), None),
            (Some("Q"), None, Some("q")),
            (Some("Q"), Some("y"), None),
            (None, Some("urn:publicid:Q"), Some("q")),
            (None, None, None),
        ] {
            let found = location(catalogs.external_target(public_id, system_id));
            assert_eq!(found, target.map(|target| format!("{place}/{target}")), "{public_id:?} {system_id:?}");
        }
    }
}
