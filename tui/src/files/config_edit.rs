//! Configuration files with unsaved changes.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use iri_core::files::{SaveError, Saved};

use crate::files::here::from_here;
use crate::files::new_file::create;

/// A change of a configuration file.
#[derive(Clone, Debug)]
pub struct ConfigChange {
    /// Absolute path of the file.
    pub path: PathBuf,
    /// New text; `None` removes a file that did not exist before.
    pub text: Option<String>,
}

/// A configuration file and its text with unsaved changes.
#[derive(Clone, Debug)]
pub struct EditedConfig {
    path: PathBuf,
    /// Bytes on disk when they were last read or saved; `None` if there is no file.
    disk: Option<Vec<u8>>,
    /// Text without a byte order mark; `None` if there shall be no file.
    text: Option<String>,
}

const MARK: &str = "\u{FEFF}";

impl EditedConfig {
    /// Reads the file at the absolute path `path`.
    ///
    /// # Errors
    /// If it exists and cannot be read, or is not UTF-8.
    pub fn read(path: &Path) -> Result<Self, String> {
        let disk = match iri_core::files::read(path) {
            Ok(bytes) => Some(bytes),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(format!("{}: {error}", from_here(path))),
        };
        let text = disk.clone().map(String::from_utf8).transpose();
        let text = text.map_err(|_| format!("{}: file is not valid UTF-8", from_here(path)))?;
        let text = text.map(|text| text.strip_prefix(MARK).map(str::to_owned).unwrap_or(text));
        Ok(Self { path: path.to_owned(), disk, text })
    }

    /// Returns the name, relative to the current directory if possible.
    pub fn name(&self) -> String {
        from_here(&self.path)
    }

    /// Returns the text; `None` if there shall be no file.
    pub fn text(&self) -> Option<&String> {
        self.text.as_ref()
    }

    /// Returns the text on disk; empty without a file.
    pub fn saved_text(&self) -> String {
        let text = self.disk.as_deref().map(String::from_utf8_lossy).unwrap_or_default();
        text.strip_prefix(MARK).unwrap_or(&text).to_owned()
    }

    /// Sets the text and returns the previous one.
    pub fn set_text(&mut self, text: Option<String>) -> Option<String> {
        std::mem::replace(&mut self.text, text)
    }

    /// Returns whether it has unsaved changes.
    pub fn is_changed(&self) -> bool {
        self.bytes() != self.disk
    }

    fn bytes(&self) -> Option<Vec<u8>> {
        let has_mark = self.disk.as_ref().is_some_and(|bytes| bytes.starts_with(MARK.as_bytes()));
        self.text.as_ref().map(|text| format!("{}{text}", if has_mark { MARK } else { "" }).into_bytes())
    }

    /// Saves the file, unless another program changed it.
    ///
    /// # Errors
    /// The reason why it was not saved, as the end of a sentence about the file.
    pub fn save(&mut self) -> Result<Saved, String> {
        let new = self.bytes();
        let folder = self.path.parent().unwrap_or(Path::new("/")).to_owned();
        let saved = match (&self.disk, &new) {
            (Some(old), Some(new)) => iri_core::files::save(&self.path, &folder, old, new).map_err(reason)?,
            (None, Some(new)) => {
                create(&self.path, new).map_err(reason)?;
                Saved::Replaced
            }
            (Some(old), None) => {
                if iri_core::files::read(&self.path).map_err(|error| format!("({error})"))? != *old {
                    return Err("changed on disk".to_owned());
                }
                fs::remove_file(&self.path).map_err(|error| format!("({error})"))?;
                Saved::Replaced
            }
            (None, None) => Saved::Replaced,
        };
        self.disk = new;
        Ok(saved)
    }
}

/// Returns why a file was not saved, as the end of a sentence about it.
fn reason(error: SaveError) -> String {
    match error {
        SaveError::Changed => "changed on disk".to_owned(),
        other => format!("({other})"),
    }
}
