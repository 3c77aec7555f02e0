//! Paths that documents and configurations name: only those below trusted directories are accessed.
//!
//! ```text
//! file:///books/a/../b.xml ─▶ is it below a root? ─▶ component by component:
//!                             (the text alone decides)      a link is read, not followed, and checked like the path
//! ```
//!
//! A directory that the user named, opened or configured is trusted wherever it is, also on a share. On Windows the mere
//! question whether `\\server\share` exists connects to the server, with the credentials of the user.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use crate::files::paths::{PathStyle, below, is_same_file};
use crate::files::refusal::Refusal;

/// Maximum number of links on the way to a file.
const MAX_LINKS: usize = 40;

/// Names of devices on Windows, with any extension and in any directory.
const DEVICES: [&str; 6] = ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"];

/// Returns whether `name`, one name of a path, may be followed on every system: it is not that of a device, and contains
/// none (`a\NUL`).
pub fn is_followed(name: &str) -> bool {
    // `\??\` of Windows NT, also after the `/` of a URI.
    let is_namespace = |name: &str| !name.is_empty() && name.chars().all(|c| c == '?');
    !name.contains('\0') && !name.split('\\').any(|name| is_namespace(name) || is_device(name))
}

fn is_device(name: &str) -> bool {
    let stem = name.split(['.', ':']).next().unwrap_or_default().trim_end();
    let is_port = || {
        let Some((kind, number)) = stem.split_at_checked(3) else { return false };
        let is_kind = kind.eq_ignore_ascii_case("COM") || kind.eq_ignore_ascii_case("LPT");
        is_kind && matches!(number, "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "¹" | "²" | "³")
    };
    DEVICES.iter().any(|device| device.eq_ignore_ascii_case(stem)) || is_port()
}

/// Returns whether `path`, which is not that of a file, is one of a device: `NUL` in any directory, `\\\\.\\COM1`.
pub fn is_device_path(path: &Path) -> bool {
    PathStyle::SYSTEM == PathStyle::Windows && path.to_str().is_some_and(names_device)
}

fn names_device(path: &str) -> bool {
    let path = path.replace('/', "\\");
    let is_marked = [r"\\?\", r"\\.\", r"\??\"].iter().any(|mark| path.starts_with(mark));
    let name = path.rsplit('\\').next().unwrap_or_default();
    // `C:NUL` too is the device.
    let name = name.split_once(':').map_or(name, |(drive, rest)| if rest.is_empty() { drive } else { rest });
    let is_other = is_marked && PathStyle::Windows.iri(path.as_bytes()).is_none();
    is_other || (is_device(name) && !path.starts_with(r"\\?\"))
}

/// Returns the directory of the file at `path`; `.` if the path is only a name.
///
/// ```
/// use iri_core::files::folder_of;
/// use std::path::Path;
///
/// assert_eq!(folder_of(Path::new("a/b.xml")), Path::new("a"));
/// assert_eq!(folder_of(Path::new("b.xml")), Path::new("."));
/// ```
pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Returns the path below the directory `root` to the absolute path `path`, if it is there by another name of the directory:
/// a link such as `/var` of macOS, or a short name of Windows. The user named both, so the disk is asked.
pub fn below_other_name<'p>(path: &'p Path, root: &Path) -> Option<&'p Path> {
    let root = fs::canonicalize(root).ok()?;
    // One look shows that most paths are elsewhere.
    let mut real = [path, folder_of(path)].into_iter().filter_map(|path| fs::canonicalize(path).ok());
    real.find(|real| below(real, &root).is_some())?;
    let is_root = |above: &&Path| fs::canonicalize(above).is_ok_and(|above| is_same_file(&above, &root));
    path.strip_prefix(path.ancestors().find(is_root)?).ok()
}

/// Returns the path without links of the file or directory at the absolute path `path`, which must be below one of
/// `roots`, also after each link on the way. Nothing outside the roots is accessed.
///
/// # Errors
/// Returns an error of the kind `PermissionDenied` if the path leads out of the roots or to a device, and other errors if
/// it does not exist.
pub fn resolve_within(path: &Path, roots: &[PathBuf]) -> io::Result<PathBuf> {
    let (root, names) = start(path, roots).ok_or_else(outside)?;
    follow(root, names, roots)
}

/// Returns whether nothing is at the absolute path `path` below the directory `root`. Nothing outside of it is accessed.
pub fn is_missing_within(path: &Path, root: &Path) -> bool {
    let found = resolve_within(path, &[root.to_owned()]);
    found.is_err_and(|error| matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory))
}

/// Returns the path without a link in place of its last name, which must not lead out of its directory. Links on the way
/// to the directory are followed: whoever names a directory trusts them.
///
/// # Errors
/// As [`resolve_within`].
pub fn resolve_own(path: &Path) -> io::Result<PathBuf> {
    let folder = folder_of(path).to_owned();
    let name = path.file_name().ok_or_else(outside)?.to_owned();
    follow(folder.clone(), VecDeque::from([name]), &[folder])
}

/// Follows `pending` from the directory `current`, which is one of `roots` or below it.
fn follow(mut current: PathBuf, mut pending: VecDeque<OsString>, roots: &[PathBuf]) -> io::Result<PathBuf> {
    let mut links = 0;
    while let Some(name) = pending.pop_front() {
        if name == ".." {
            current.pop();
            if !roots.iter().any(|root| below(&current, root).is_some()) {
                return Err(outside());
            }
            continue;
        }
        if name.to_str().is_some_and(|name| !PathStyle::SYSTEM.is_file_name(name)) {
            return Err(io::ErrorKind::NotFound.into());
        }
        let next = current.join(&name);
        // A browser has no links.
        if cfg!(target_family = "wasm") || !fs::symlink_metadata(&next)?.is_symlink() {
            current = next;
            continue;
        }
        links += 1;
        if links > MAX_LINKS {
            return Err(outside());
        }
        let target = fs::read_link(&next)?;
        let rest = if target.is_absolute() {
            let (root, rest) = start_of_link(&target, roots).ok_or_else(outside)?;
            current = root;
            rest
        } else {
            names(&target).ok_or_else(outside)?
        };
        pending = rest.into_iter().chain(pending).collect();
    }
    Ok(current)
}

fn outside() -> io::Error {
    Refusal::Outside.into()
}

/// Returns the innermost root that contains `path`, and the names below it.
fn start(path: &Path, roots: &[PathBuf]) -> Option<(PathBuf, VecDeque<OsString>)> {
    let below = roots.iter().filter_map(|root| Some((root, below(path, root)?)));
    let (root, rest) = below.min_by_key(|(_, rest)| rest.as_os_str().len())?;
    Some((root.clone(), names(rest)?))
}

/// Returns the same for the absolute target of a link, which may name a root by its path without links.
fn start_of_link(target: &Path, roots: &[PathBuf]) -> Option<(PathBuf, VecDeque<OsString>)> {
    start(target, roots).or_else(|| {
        roots.iter().find_map(|root| {
            let real = fs::canonicalize(root).ok()?;
            Some((root.clone(), names(below(target, &real)?)?))
        })
    })
}

/// Returns the names in a relative path; `None` if it is not relative, or one of them must not be followed.
fn names(path: &Path) -> Option<VecDeque<OsString>> {
    if let Some(path) = path.to_str().filter(|path| !path.starts_with(std::path::is_separator)) {
        // `c:a` is a name here, which no file has, and no drive.
        let all = PathStyle::SYSTEM.names(path);
        return all.map(|name| is_followed(name).then(|| name.into())).collect();
    }
    let name = |component: Component<'_>| match component {
        Component::ParentDir | Component::Normal(_) => Some(component.as_os_str().to_owned()),
        _ => None,
    };
    path.components().filter(|component| *component != Component::CurDir).map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn devices_are_followed_on_no_system() {
        for name in ["a\\NUL", "\\??\\UNC\\evil", "??", "NUL", "con.xml", "com1.xml", "aux:x", "LPT9 .xml", "a\0b"] {
            assert!(!is_followed(name), "{name}");
        }
        for name in ["a.xml", "C:\\a.xml", "", "console.xml", "com10", "a?b", "l", "..", "a\\b", "\\\\evil\\share"] {
            assert!(is_followed(name), "{name}");
        }
    }

    #[test]
    fn a_path_of_windows_may_be_that_of_a_device() {
        for path in [
            "NUL",
            "nul.txt",
            "CON:",
            r"docs\aux",
            "docs/COM1",
            "C:nul",
            r"C:\a\NUL",
            r"\\.\COM1",
            r"\\.\pipe\x",
            r"\\?\pipe\x",
            r"\??\pipe\x",
            r"\??\COM1",
            "//./C",
        ] {
            assert!(names_device(path), "{path}");
        }
        for path in [
            "",
            "a.xml",
            r"C:\a.xml",
            r"\\?\C:\a\NUL",
            r"\\.\C:\a.xml",
            r"\??\C:\a.xml",
            r"NUL\a.xml",
            r"\\con\share\a.xml",
        ] {
            assert!(!names_device(path), "{path}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_directory_has_other_names() {
        let folder = tempfile::tempdir().expect("a directory for temporary files");
        let at = |path: &str| folder.path().join(path);
        fs::create_dir_all(at("real/a/b")).expect("it can be created");
        fs::write(at("real/a/b/c.xml"), "x").expect("it can be written");
        for (target, link) in [("real", "link"), ("link/a", "inner"), ("real/a/b/c.xml", "file")] {
            std::os::unix::fs::symlink(at(target), at(link)).expect("links can be created");
        }
        for (path, root, expected) in [
            ("link/a/b/c.xml", "real", Some("a/b/c.xml")),
            ("link/a/new.xml", "real", Some("a/new.xml")),
            ("real/a/b/c.xml", "link", Some("a/b/c.xml")),
            ("inner/b/c.xml", "real/a", Some("b/c.xml")),
            ("link", "real", Some("")),
            ("file", "real", None),
            ("link/a", "real/a/b", None),
            ("link/none/c.xml", "real", None),
            ("real/a", "none", None),
        ] {
            assert_eq!(below_other_name(&at(path), &at(root)), expected.map(Path::new), "{path} {root}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn only_paths_below_a_root_are_accessed() {
        use std::os::unix::fs::symlink;

        let folder = tempfile::tempdir().expect("a directory for temporary files");
        let (root, secret) = (folder.path().join("root"), folder.path().join("secret"));
        fs::create_dir_all(root.join("a/b")).expect("it can be created");
        fs::create_dir(&secret).expect("it can be created");
        for file in [root.join("a/one.xml"), secret.join("token")] {
            fs::write(file, "x").expect("it can be written");
        }
        let link = |target: &Path, name: &str| symlink(target, root.join(name)).expect("links can be created");
        link(Path::new("a/b"), "in");
        link(&root.join("a"), "absolute");
        link(Path::new("../secret"), "out");
        link(&secret.join("token"), "a/token");
        link(Path::new("loop"), "loop");
        link(Path::new("in/../../a/../../secret"), "through");
        let roots = [root.clone()];
        let resolved = |path: &str| resolve_within(&root.join(path), &roots);
        for (path, expected) in
            [("a/one.xml", "a/one.xml"), ("in/../one.xml", "a/one.xml"), ("absolute/one.xml", "a/one.xml")]
        {
            assert_eq!(resolved(path).expect("it is inside"), root.join(expected), "{path}");
        }
        assert_eq!(resolved("a/none.xml").expect_err("it does not exist").kind(), io::ErrorKind::NotFound);
        for path in ["out/token", "a/token", "loop", "through/token", "../secret/token", "a/../../secret/token"] {
            assert_eq!(resolved(path).expect_err("it is outside").kind(), io::ErrorKind::PermissionDenied, "{path}");
        }
        let elsewhere = resolve_within(&secret.join("token"), &roots);
        assert_eq!(elsewhere.expect_err("it is outside").kind(), io::ErrorKind::PermissionDenied);
        assert!(resolve_within(&root, &[]).is_err());
    }
}
