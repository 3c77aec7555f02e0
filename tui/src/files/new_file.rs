//! New files, which have their whole text or none.

use std::fs::{self, File};
use std::path::Path;

use iri_core::files::{SaveError, folder_of, save};

/// Creates the file at `path` with `text`. If the process is killed, there is no file, an empty one, or the whole text.
///
/// # Errors
/// If there is a file already, or the text cannot be written; then no new file is left.
pub fn create(path: &Path, text: &[u8]) -> Result<(), SaveError> {
    create_below(path, folder_of(path), text)
}

/// Creates the file like [`create`], unless a link leads out of the directory `tree`.
///
/// # Errors
/// If there is a file already, or the text cannot be written; then no new file is left.
pub fn create_below(path: &Path, tree: &Path, text: &[u8]) -> Result<(), SaveError> {
    drop(File::create_new(path)?);
    match save(path, tree, b"", text) {
        Ok(_) => Ok(()),
        // Another program has written its text.
        Err(SaveError::Changed) => Err(SaveError::Changed),
        Err(error) => {
            let _ = fs::remove_file(path);
            Err(error)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_existing_file_is_not_overwritten() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let path = folder.path().join("a.toml");
        create(&path, b"one").expect("it can be created");
        assert!(create(&path, b"two").is_err());
        assert_eq!(fs::read(&path).expect("it is there"), b"one");
        assert_eq!(fs::read_dir(folder.path()).expect("it is there").count(), 1, "no other file is left");
        assert!(create(&folder.path().join("missing").join("a.toml"), b"one").is_err());
    }
}
