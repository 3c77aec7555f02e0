//! The directories that the client works in, under any of their names.
//!
//! A document in such a directory may have a URI with another name of it, such as `/private/var` for `/var` on macOS, or a
//! short name of Windows. To the server it is in that directory.

use std::path::PathBuf;

use iri_core::files::{below, below_other_name, file_uri_from_path, path_from_file_uri};

/// Directories that the client works in.
#[derive(Debug, Default)]
pub struct ClientFolders(Vec<PathBuf>);

impl ClientFolders {
    /// Adds the directory at `uri`.
    pub fn open(&mut self, uri: &str) {
        self.0.extend(path_from_file_uri(uri));
    }

    /// Removes the directory at `uri`.
    pub fn close(&mut self, uri: &str) {
        let path = path_from_file_uri(uri);
        self.0.retain(|folder| Some(folder) != path.as_ref());
    }

    /// Returns the URI below a directory of the file at `uri`, which is there by another name of the directory.
    pub fn uri_inside(&self, uri: &str) -> Option<String> {
        let path = path_from_file_uri(uri)?;
        if self.0.iter().any(|folder| below(&path, folder).is_some()) {
            return None;
        }
        let inside = self.0.iter().find_map(|folder| Some(folder.join(below_other_name(&path, folder)?)))?;
        file_uri_from_path(&inside)
    }
}
