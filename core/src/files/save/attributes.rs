//! Attributes of a file that its replacement keeps: owner, group, mode, ACLs and extended attributes.
//!
//! ```text
//! Linux     POSIX ACLs and labels of SELinux are extended attributes; all of them are copied
//! macOS     the system copies ACLs, extended attributes and flags together with the text
//! Windows   the system copies attributes and streams when the file is created; the directory determines the permissions
//! ```
//!
//! Everything is compared after it was copied. If something differs, the file is written in place, which keeps it.

use std::fs::{File, Metadata};
use std::io;
use std::path::Path;

use crate::files::save::steps;

/// Attribute that cannot be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LostAttributes {
    /// Owner or group.
    Owner,
    /// Mode, ACL or extended attribute.
    Attributes,
}

/// Copies what only a copy of the whole file keeps. Called before the new text is written.
#[cfg(target_vendor = "apple")]
pub fn copy_with_text(old: &Path, new: &Path, file: &File) -> io::Result<()> {
    // The file exists already, so the system copies its data, its mode, its ACL and its extended attributes.
    std::fs::copy(old, new)?;
    file.set_len(0)
}

/// Does nothing: other functions copy everything.
#[cfg(not(target_vendor = "apple"))]
#[allow(clippy::unnecessary_wraps)] // As on Apple systems.
pub const fn copy_with_text(_: &Path, _: &Path, _: &File) -> io::Result<()> {
    Ok(())
}

/// Copies the attributes of `old` to `new`, whose text is complete: writing a text removes some of them.
pub fn copy(old: &File, metadata: &Metadata, new: &File) -> io::Result<Result<(), LostAttributes>> {
    steps::before("attributes")?;
    if !set_owner(new, metadata) {
        return Ok(Err(LostAttributes::Owner));
    }
    // The ACL comes before the mode: in a file with an ACL, the bits of the group are the mask of the ACL. A mode without
    // its ACL would permit more than before.
    let is_kept = copy_extended(old, new)? && set_mode(new, metadata) && is_same_mode(&new.metadata()?, metadata);
    Ok(if is_kept { Ok(()) } else { Err(LostAttributes::Attributes) })
}

#[cfg(unix)]
fn set_owner(file: &File, old: &Metadata) -> bool {
    use std::os::unix::fs::{MetadataExt, fchown};
    let is_same_owner = |new: Metadata| (new.uid(), new.gid()) == (old.uid(), old.gid());
    file.metadata().is_ok_and(is_same_owner) || fchown(file, Some(old.uid()), Some(old.gid())).is_ok()
}

#[cfg(not(unix))]
fn set_owner(_: &File, _: &Metadata) -> bool {
    true
}

fn set_mode(file: &File, old: &Metadata) -> bool {
    file.set_permissions(old.permissions()).is_ok()
}

/// Returns whether owner and mode are the same.
#[cfg(unix)]
pub fn is_same_mode(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.uid(), one.gid(), one.mode()) == (other.uid(), other.gid(), other.mode())
}

/// Returns whether both can be written.
#[cfg(not(unix))]
pub fn is_same_mode(one: &Metadata, other: &Metadata) -> bool {
    one.permissions() == other.permissions()
}

/// Copies all extended attributes, and removes those that the old file does not have, such as an ACL that the directory
/// gives to new files. Returns whether both files have the same now.
#[cfg(any(target_os = "linux", target_os = "android"))]
fn copy_extended(old: &File, new: &File) -> io::Result<bool> {
    use rustix::fs::{XattrFlags, fremovexattr, fsetxattr};

    let (wanted, present) = (linux::extended(old)?, linux::extended(new)?);
    for name in present.keys().filter(|name| !wanted.contains_key(*name)) {
        if fremovexattr(new, name).is_err() {
            return Ok(false);
        }
    }
    for (name, value) in wanted.iter().filter(|(name, value)| present.get(*name) != Some(value)) {
        if fsetxattr(new, name, value, XattrFlags::empty()).is_err() {
            return Ok(false);
        }
    }
    Ok(linux::extended(new)? == wanted)
}

/// `copy_with_text` copied them if the system has any.
#[cfg(not(any(target_os = "linux", target_os = "android")))]
#[allow(clippy::unnecessary_wraps)] // As on Linux.
const fn copy_extended(_: &File, _: &File) -> io::Result<bool> {
    Ok(true)
}

#[cfg(any(target_os = "linux", target_os = "android"))]
mod linux {
    use std::collections::BTreeMap;
    use std::ffi::CString;
    use std::fs::File;
    use std::io;

    use rustix::fs::{fgetxattr, flistxattr};
    use rustix::io::Errno;

    /// Attributes about the text itself, which the kernel updates: hashes and signatures of IMA and EVM.
    const ABOUT_TEXT: [&[u8]; 2] = [b"security.ima", b"security.evm"];
    /// Maximum size of an attribute, and of the list of names.
    const LARGEST: usize = 1 << 16;

    /// Returns the extended attributes of a file.
    pub fn extended(file: &File) -> io::Result<BTreeMap<CString, Vec<u8>>> {
        let mut buffer = vec![0; LARGEST];
        let length = match flistxattr(file, &mut *buffer) {
            // The file system has none.
            Err(Errno::NOTSUP | Errno::NOSYS) => 0,
            length => length?,
        };
        let names: Vec<_> = buffer[..length].split(|byte| *byte == 0).map(<[u8]>::to_vec).collect();
        let mut attributes = BTreeMap::new();
        for name in names.into_iter().filter(|name| !name.is_empty() && !ABOUT_TEXT.contains(&&**name)) {
            let Ok(name) = CString::new(name) else { continue };
            match fgetxattr(file, &name, &mut *buffer) {
                Ok(length) => drop(attributes.insert(name, buffer[..length].to_vec())),
                // It was removed since the list was read.
                Err(Errno::NODATA) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(attributes)
    }
}
