//! Texts of schemas from files.

use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::characters::quotable;
use crate::files::catalogs::Catalogs;
use crate::files::guarded::open_regular;
use crate::files::locations::{file_uri_from_path, path_from_file_uri};
use crate::files::open::OpenTexts;
use crate::files::package::PackageKind;
use crate::files::roots::resolve_within;
use crate::reference::{Reference, resolve, without_query_and_fragment};
use crate::schema::{MAX_BYTES, SchemaText, SchemaTexts};
use crate::text::{encoding, fit};

/// Files below some roots, and those that a catalog names.
pub struct FileTexts<'s> {
    roots: Vec<PathBuf>,
    catalogs: &'s Catalogs,
    open: Option<&'s OpenTexts>,
    files: Vec<PathBuf>,
}

impl<'s> FileTexts<'s> {
    pub fn new(roots: Vec<PathBuf>, catalogs: &'s Catalogs, open: Option<&'s OpenTexts>) -> Self {
        Self { roots, catalogs, open, files: Vec::new() }
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
                self.roots.extend(self.catalogs.granted_folder(&target).filter(|folder| !self.roots.contains(folder)));
                target
            }
            None => resolved,
        }
    }

    fn read(&self, path: &Path) -> Result<Arc<str>, Failure> {
        let resolved = resolve_within(path, &self.roots)?;
        if let Some(text) = self.open.and_then(|open| open(path).or_else(|| open(&resolved))) {
            return Ok(text);
        }
        let file = open_regular(&resolved)?;
        let limit = MAX_BYTES as u64;
        if file.metadata()?.len() > limit {
            return Err(Failure::TooLarge);
        }
        let mut bytes = Vec::new();
        file.take(limit).read_to_end(&mut bytes)?;
        encoding::decode(bytes).map(|source| source.text.into()).map_err(|_| Failure::NotText)
    }
}

/// Reason why there is no text.
enum Failure {
    Io(io::ErrorKind),
    TooLarge,
    NotText,
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Io(error.kind())
    }
}

impl SchemaTexts for FileTexts<'_> {
    fn text(&mut self, reference: &str, base: &str) -> Result<SchemaText, String> {
        let location = self.location(reference, base);
        let message = |problem: &str| {
            let name = if base.is_empty() { last_segment(reference) } else { reference };
            fit(&quotable(name, name), |name| format!("{problem}: {name}"))
        };
        let Some(path) = path_from_file_uri(without_query_and_fragment(&location)) else {
            return Err(message("schema is not a local file"));
        };
        if is_in_package(&path) {
            return Err(message("schema in a package is not loaded"));
        }
        self.files.push(path.clone());
        match self.read(&path) {
            Ok(text) => Ok(SchemaText { location: file_uri_from_path(&path).unwrap_or(location).into(), text }),
            Err(Failure::TooLarge) => Err(message("schema is too large")),
            Err(Failure::NotText) => Err(message("schema has an unknown encoding")),
            Err(Failure::Io(io::ErrorKind::NotFound)) => Err(message("schema not found")),
            Err(Failure::Io(io::ErrorKind::PermissionDenied)) => {
                Err(message("schema is outside the allowed directories"))
            }
            Err(Failure::Io(_)) => Err(message("schema cannot be read")),
        }
    }

    fn is_available(&mut self, reference: &str, base: &str) -> bool {
        let location = self.location(reference, base);
        path_from_file_uri(without_query_and_fragment(&location)).is_some_and(|path| self.read(&path).is_ok())
    }
}

/// Returns whether `location` identifies a file on this machine.
pub fn is_file(location: &str) -> bool {
    Reference::parse(location).is_scheme("file")
}

/// Returns whether `path` is that of an entry of a package, such as `a.epub!/b.xsd`.
fn is_in_package(path: &Path) -> bool {
    let mut names = path.ancestors().filter_map(|path| path.to_str()?.strip_suffix('!'));
    names.any(|name| PackageKind::from_name(Path::new(name)).is_some())
}

fn last_segment(location: &str) -> &str {
    location.rsplit('/').next().unwrap_or(location)
}
