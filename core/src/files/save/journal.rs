//! Saving in place, with a journal from which the next run restores the old text if the process is killed.
//!
//! ```text
//! journal: signature, target, old text, new text, checksum ─▶ fsync ─▶ write the target ─▶ fsync ─▶ remove the journal
//! ```
//!
//! A journal without a valid checksum was not finished, so its target was not touched. A target that another program
//! changed since is not restored. A journal that others may have written has no effect.

use std::ffi::OsStr;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

use crate::files::input::MAX_FILE;
use crate::files::save::steps;
use crate::files::save::temporary::{Temporary, checksum, identity};

/// Start of a journal.
const SIGNATURE: &[u8] = b"iri-core save journal 1\n";
/// Maximum length of a journal, in bytes: two texts of the largest file, and what describes them.
const LONGEST: u64 = 2 * MAX_FILE + (1 << 16);
/// Number of bytes of a number in a journal.
const NUMBER: usize = 8;

/// Contents of a journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Journal {
    /// Name of the target, in the directory of the journal.
    target: Vec<u8>,
    /// Device and number of the target.
    identity: [u64; 2],
    /// Old text.
    old: Vec<u8>,
    /// New text.
    new: Vec<u8>,
}

/// Result of restoring the target of a journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Restoration {
    /// The target has its old or its new text.
    Whole,
    /// The old text was restored.
    Restored,
    /// The target was changed or replaced since, and was not written.
    Changed,
    /// The journal is about another file.
    Other,
}

impl Journal {
    /// Describes the save of `new` over `old` in the open file at `path`.
    pub fn new(path: &Path, file: &File, old: &[u8], new: &[u8]) -> io::Result<Self> {
        // Without an identity, the journal never restores a file.
        let identity = identity(&file.metadata()?).unwrap_or_default();
        Ok(Self { target: name_of(path).to_vec(), identity, old: old.to_vec(), new: new.to_vec() })
    }

    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = SIGNATURE.to_vec();
        for number in self.identity {
            bytes.extend(number.to_le_bytes());
        }
        for field in [&self.target, &self.old, &self.new] {
            bytes.extend((field.len() as u64).to_le_bytes());
            bytes.extend(field);
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// Parses a journal; `None` if it is incomplete.
    fn parse(bytes: &[u8]) -> Option<Self> {
        let (bytes, check) = bytes.split_last_chunk::<NUMBER>()?;
        if checksum(bytes) != u64::from_le_bytes(*check) {
            return None;
        }
        let mut rest = bytes.strip_prefix(SIGNATURE)?;
        let identity = [number(&mut rest)?, number(&mut rest)?];
        let target = field(&mut rest)?.to_vec();
        let old = field(&mut rest)?.to_vec();
        let new = field(&mut rest)?.to_vec();
        rest.is_empty().then_some(Self { target, identity, old, new })
    }

    /// Returns whether a save or a restoration that was interrupted can leave `text`: each byte is of the old or the new
    /// text. After a power failure, the part that was added may consist of zeros.
    fn explains(&self, text: &[u8]) -> bool {
        let (old, new) = (self.old.len(), self.new.len());
        let is_of_either = |(at, byte): (usize, &u8)| {
            self.old.get(at) == Some(byte) || self.new.get(at) == Some(byte) || (at >= old && *byte == 0)
        };
        (old.min(new)..=old.max(new)).contains(&text.len()) && text.iter().enumerate().all(is_of_either)
    }

    /// Restores the file at `path`, which must be its target.
    fn restore(&self, path: &Path) -> io::Result<Restoration> {
        let Ok(mut file) = target_options().open(path) else { return Ok(Restoration::Changed) };
        if !file.metadata()?.is_file() {
            return Ok(Restoration::Changed);
        }
        let mut text = Vec::new();
        let longest = self.old.len().max(self.new.len()) as u64;
        (&mut file).take(longest + 1).read_to_end(&mut text)?;
        if text == self.old || text == self.new {
            return Ok(Restoration::Whole);
        }
        // Somebody may have put a file with the same name in its place, or written a journal for a file of another user.
        if identity(&file.metadata()?) != Some(self.identity) || !self.explains(&text) {
            return Ok(Restoration::Changed);
        }
        write_over(&mut file, text.len(), &self.old)?;
        Ok(Restoration::Restored)
    }
}

/// Removes a number from the start of `bytes`.
fn number(bytes: &mut &[u8]) -> Option<u64> {
    let (number, rest) = bytes.split_first_chunk::<NUMBER>()?;
    *bytes = rest;
    Some(u64::from_le_bytes(*number))
}

/// Removes a field with its length from the start of `bytes`.
fn field<'b>(bytes: &mut &'b [u8]) -> Option<&'b [u8]> {
    let length = usize::try_from(number(bytes)?).ok()?;
    let (field, rest) = bytes.split_at_checked(length)?;
    *bytes = rest;
    Some(field)
}

/// Returns the name of the file at `path`, as in a journal.
fn name_of(path: &Path) -> &[u8] {
    path.file_name().map(OsStr::as_encoded_bytes).unwrap_or_default()
}

/// Saves `new` over `old` in `file`, which is open for writing at `path`, with an empty journal. If this fails, the old text is restored; if the
/// process is killed, the next run restores it.
pub fn write_in_place(mut journal: Temporary, path: &Path, file: &mut File, old: &[u8], new: &[u8]) -> io::Result<()> {
    steps::write(&mut journal.file, &Journal::new(path, file, old, new)?.to_bytes())?;
    steps::sync(&journal.file)?;
    sync_directory(path);
    if let Err(error) = write_over(file, old.len(), new) {
        if write_over(file, new.len().max(old.len()), old).is_err() {
            // The old text exists only in the journal.
            journal.keep();
        }
        return Err(error);
    }
    // Without the journal the save is complete; with it, the next run finds the new text and removes it.
    let _ = journal.remove();
    Ok(())
}

/// Restores the file at `path` from a journal that was left over, and removes the journal unless the file was changed.
pub fn restore(leftover: Temporary, path: &Path) -> io::Result<Restoration> {
    let mut bytes = Vec::new();
    (&leftover.file).take(SIGNATURE.len() as u64).read_to_end(&mut bytes)?;
    if bytes == SIGNATURE {
        (&leftover.file).take(LONGEST).read_to_end(&mut bytes)?;
    }
    let restored = match Journal::parse(&bytes) {
        // It was not finished, so the file was not written.
        None => Restoration::Whole,
        Some(journal) if journal.target != name_of(path) => Restoration::Other,
        Some(journal) => journal.restore(path)?,
    };
    if matches!(restored, Restoration::Whole | Restoration::Restored) {
        leftover.remove()?;
    }
    Ok(restored)
}

/// Writes `text` over a file with `length` bytes, starting with the part that makes the file longer: if the disk is full,
/// the old text is still complete.
fn write_over(file: &mut File, length: usize, text: &[u8]) -> io::Result<()> {
    if text.len() > length {
        file.seek(SeekFrom::Start(length as u64))?;
        steps::write(file, &text[length..])?;
        steps::sync(file)?;
    }
    file.seek(SeekFrom::Start(0))?;
    steps::write(file, &text[..text.len().min(length)])?;
    steps::set_len(file, text.len() as u64)?;
    steps::sync(file)
}

/// Syncs the directory of `path`. Some file systems do not support this.
pub fn sync_directory(path: &Path) {
    if let Some(folder) = path.parent() {
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
    }
}

/// Options to open a target; links and pipes are not followed.
pub fn target_options() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true).write(true);
    #[cfg(unix)]
    {
        use rustix::fs::OFlags;
        use std::os::unix::fs::OpenOptionsExt;
        let flags = i32::try_from((OFlags::NOFOLLOW | OFlags::NONBLOCK).bits()).unwrap_or_default();
        options.custom_flags(flags);
    }
    options
}
