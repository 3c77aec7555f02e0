//! A report in a file, written whole or not at all.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anstream::{AutoStream, ColorChoice};

/// File that gets its name only when it is complete. Until then an existing file keeps its content.
pub struct OutputFile {
    out: BufWriter<AutoStream<File>>,
    /// Temporary file; `None` if the target is a device or a pipe, which is written directly.
    temporary: Option<PathBuf>,
    target: PathBuf,
}

impl OutputFile {
    /// Creates the file that will replace `path`.
    ///
    /// # Errors
    /// If its directory cannot be written.
    pub fn create(path: &Path, has_styles: bool) -> io::Result<Self> {
        let choice = if has_styles { ColorChoice::AlwaysAnsi } else { ColorChoice::Never };
        let writer = |file| BufWriter::with_capacity(64 * 1024, AutoStream::new(file, choice));
        let existing = fs::metadata(path);
        if existing.as_ref().is_ok_and(fs::Metadata::is_dir) {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        if existing.as_ref().is_ok_and(|metadata| !metadata.is_file()) {
            let file = OpenOptions::new().write(true).open(path)?;
            return Ok(Self { out: writer(file), temporary: None, target: path.to_owned() });
        }
        // A link keeps its target.
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let temporary = temporary_name(&target);
        let create = || OpenOptions::new().write(true).create_new(true).open(&temporary);
        let file = create().or_else(|error| {
            // A killed process with the same number left it, for example in a container.
            fs::remove_file(&temporary).map_err(|_| error).and_then(|()| create())
        })?;
        let output = Self { out: writer(file), temporary: Some(temporary), target };
        if let (Ok(metadata), Some(temporary)) = (existing, &output.temporary) {
            fs::set_permissions(temporary, metadata.permissions())?;
        }
        Ok(output)
    }

    /// Gives the file its name.
    ///
    /// # Errors
    /// If the rest cannot be written, or the file cannot be renamed.
    pub fn commit(&mut self) -> io::Result<()> {
        self.out.flush()?;
        if let Some(temporary) = &self.temporary {
            fs::rename(temporary, &self.target)?;
            self.temporary = None;
        }
        Ok(())
    }
}

/// Returns a hidden name in the directory of `target` that no other process uses.
fn temporary_name(target: &Path) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(target.file_name().unwrap_or_default());
    name.push(format!(".{}.tmp", std::process::id()));
    target.with_file_name(name)
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Drop for OutputFile {
    fn drop(&mut self) {
        if let Some(temporary) = &self.temporary {
            let _ = fs::remove_file(temporary);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_only_when_it_is_complete() {
        let folder = tempfile::tempdir().expect("a directory for temporary files");
        let path = folder.path().join("report.txt");
        fs::write(&path, "old").expect("it can be written");
        let names = || fs::read_dir(folder.path()).expect("it is there").count();
        let mut file = OutputFile::create(&path, false).expect("it can be created");
        file.write_all(b"half").expect("it can be written");
        drop(file);
        fs::write(temporary_name(&path), "left by a killed process").expect("it can be written");
        drop(OutputFile::create(&path, false).expect("it can be created again"));
        assert_eq!((fs::read_to_string(&path).expect("it is there").as_str(), names()), ("old", 1));
        let mut file = OutputFile::create(&path, false).expect("it can be created");
        file.write_all(b"\x1b[1mnew\x1b[0m").expect("it can be written");
        file.commit().expect("it can be renamed");
        assert_eq!((fs::read_to_string(&path).expect("it is there").as_str(), names()), ("new", 1));
        assert!(OutputFile::create(folder.path(), false).is_err());
    }
}
