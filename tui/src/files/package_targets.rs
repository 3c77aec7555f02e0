//! Targets of references within a package: its entries.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use iri_core::files::{Package, PackageEntry};
use iri_core::reference::percent_decoded;
use iri_core::text::encoding;
use iri_core::text::similar::similar_files;
use iri_core::xml::Targets;
use iri_core::xml::ids::DocumentIds;
use iri_core::xml::targets::{FragmentTarget, SimilarNames, similar_names};
use parking_lot::Mutex;

/// Entries of a package, which the IRI `file:///NAME` identifies while its documents are checked.
pub struct PackageTargets {
    package: Mutex<Package>,
    entries: HashMap<String, PackageEntry>,
    /// Names of the entries and of all directories.
    names: BTreeSet<String>,
    ids: Mutex<HashMap<String, Option<Arc<DocumentIds>>>>,
}

impl PackageTargets {
    /// Creates the targets of references to the entries of `package`.
    pub fn new(mut package: Package) -> Self {
        let mut names = BTreeSet::new();
        let entries = package.entries();
        for entry in &entries {
            let mut name = entry.name.trim_end_matches('/');
            // The directories of an entry that is known are known too.
            while names.insert(name.to_owned()) {
                name = name.rsplit_once('/').map_or("", |(directory, _)| directory);
            }
        }
        let entries = entries.into_iter().map(|entry| (entry.name.clone(), entry)).collect();
        Self { package: Mutex::new(package), entries, names, ids: Mutex::default() }
    }

    fn ids(&self, name: &str) -> Option<Arc<DocumentIds>> {
        if let Some(known) = self.ids.lock().get(name) {
            return known.clone();
        }
        let entry = self.entries.get(name)?;
        let bytes = self.package.lock().read(entry).ok();
        let source = bytes.and_then(|bytes| encoding::decode(bytes).ok());
        let ids =
            source.filter(|source| source.text.contains('<')).map(|source| Arc::new(DocumentIds::parse(&source.text)));
        self.ids.lock().insert(name.to_owned(), ids.clone());
        ids
    }
}

/// Returns the name of the entry that `file` identifies.
fn name(file: &str) -> Option<String> {
    let path = file.strip_prefix("file:///")?;
    percent_decoded(path).map(|name| name.trim_end_matches('/').to_owned())
}

impl Targets for PackageTargets {
    fn exists(&self, file: &str) -> bool {
        name(file).is_none_or(|name| self.names.contains(&name))
    }

    fn similar(&self, file: &str) -> Option<SimilarNames> {
        let name = name(file)?;
        let path: Vec<&str> = name.split('/').collect();
        let child = |directory: &String, name: &str| {
            let path = format!("{directory}{name}");
            self.names.contains(&path).then(|| path + "/")
        };
        similar_names(String::new(), &path, child, |directory, missing| {
            let below = self.names.range(directory.clone()..).take_while(|known| known.starts_with(directory));
            let siblings = below.filter_map(|known| known.get(directory.len()..));
            let siblings = siblings.filter(|known| !known.is_empty() && !known.contains('/'));
            similar_files(missing, siblings.take(1_000)).into_iter().map(str::to_owned).collect()
        })
    }

    fn fragment(&self, file: &str, fragment: &str) -> FragmentTarget {
        let ids = name(file).and_then(|name| self.ids(&name));
        let ids = ids.filter(|ids| ids.includes().is_empty());
        ids.map_or(FragmentTarget::Unknown, |ids| ids.target(fragment))
    }

    fn path(&self, file: &str) -> Option<String> {
        name(file)
    }
}
