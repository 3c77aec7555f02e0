//! File systems of the machine, and the attributes that a save promises to keep.

use std::collections::BTreeMap;
use std::fs::{self, File, Metadata};
use std::os::unix::fs::{MetadataExt, chown};
use std::path::{Path, PathBuf};

use crate::tools::missing_right;
use rustix::fs::{XattrFlags, getxattr, listxattr, setxattr};
use tempfile::TempDir;

/// Attributes that a save keeps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attributes {
    /// User and group.
    pub owner: (u32, u32),
    /// Type and mode.
    pub mode: u32,
    /// Number of hard links.
    pub links: u64,
    /// Extended attributes, among them the ACL.
    pub extended: BTreeMap<String, Vec<u8>>,
}

/// ACL of a file, and the default ACL of a directory.
pub const ACL: &str = "system.posix_acl_access";
pub const DEFAULT_ACL: &str = "system.posix_acl_default";

/// Returns an empty directory on each different file system that can be written here.
pub fn directories() -> Vec<TempDir> {
    let mut devices = Vec::new();
    let places = [Path::new(env!("CARGO_TARGET_TMPDIR")).to_owned(), std::env::temp_dir(), PathBuf::from("/dev/shm")];
    let mut directories = Vec::new();
    for place in places {
        let Ok(directory) = tempfile::tempdir_in(&place) else {
            missing_right(&format!("{} cannot be written", place.display()));
            continue;
        };
        let device = metadata(directory.path()).dev();
        if !devices.contains(&device) {
            devices.push(device);
            directories.push(directory);
        }
    }
    assert!(!directories.is_empty(), "no directory can be written");
    directories
}

fn metadata(path: &Path) -> Metadata {
    fs::symlink_metadata(path).expect("it exists")
}

/// Returns the attributes of a file.
pub fn attributes(path: &Path) -> Attributes {
    let metadata = metadata(path);
    let mut buffer = vec![0; 1 << 16];
    let length = listxattr(path, &mut *buffer).unwrap_or(0);
    let names: Vec<_> = buffer[..length].split(|byte| *byte == 0).filter(|name| !name.is_empty()).collect();
    let value = |name: &[u8]| {
        let name = String::from_utf8(name.to_vec()).expect("names of attributes are ASCII");
        let mut buffer = vec![0; 1 << 16];
        let length = getxattr(path, &*name, &mut *buffer).expect("the attribute exists");
        (name, buffer[..length].to_vec())
    };
    Attributes {
        owner: (metadata.uid(), metadata.gid()),
        mode: metadata.mode(),
        links: metadata.nlink(),
        extended: names.into_iter().map(value).collect(),
    }
}

/// Sets an extended attribute if the file system and the user may have it. Returns whether it was set.
pub fn try_set(path: &Path, name: &str, value: &[u8]) -> bool {
    let set = setxattr(path, name, value, XattrFlags::empty());
    if let Err(error) = set {
        missing_right(&format!("{name} at {}: {error}", path.display()));
    }
    set.is_ok()
}

/// Returns an ACL: the user 1000 may read, the group has `group`, and the mask is `mask`.
pub fn acl(group: u16, mask: u16) -> Vec<u8> {
    const UNUSED_ID: u32 = u32::MAX;
    // The tags of acl(5) in their order: owner, user 1000, group, mask, others.
    let entries = [
        (0x01, 6, UNUSED_ID),
        (0x02, 4, 1000),
        (0x04, group, UNUSED_ID),
        (0x10, mask, UNUSED_ID),
        (0x20, 0, UNUSED_ID),
    ];
    let mut bytes = 2u32.to_le_bytes().to_vec();
    for (tag, permissions, id) in entries {
        bytes.extend(u16::to_le_bytes(tag));
        bytes.extend(u16::to_le_bytes(permissions));
        bytes.extend(u32::to_le_bytes(id));
    }
    bytes
}

/// Changes the owner if the user may do that. Returns whether it was changed.
pub fn try_chown(path: &Path, user: u32, group: u32) -> bool {
    let changed = chown(path, Some(user), Some(group));
    if let Err(error) = &changed {
        missing_right(&format!("another owner at {}: {error}", path.display()));
    }
    changed.is_ok()
}

/// Returns the files below `directory`, except those in `known`.
pub fn others(directory: &Path, known: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(directory).expect("it can be listed") {
        let path = entry.expect("it can be listed").path();
        if metadata(&path).is_dir() {
            found.extend(others(&path, known));
        } else if !path.extension().is_some_and(|extension| known.iter().any(|known| extension == *known)) {
            found.push(path);
        }
    }
    found
}

/// Writes `text` without creating the file, so that its attributes and links stay.
pub fn overwrite(path: &Path, text: &[u8]) {
    use std::io::Write;
    let file = File::options().write(true).truncate(true).open(path);
    file.and_then(|mut file| file.write_all(text)).expect("it can be written");
}
