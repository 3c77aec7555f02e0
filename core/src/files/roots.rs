//! Paths that documents and configurations name: only those on this machine and below trusted directories are accessed.
//!
//! ```text
//! file:///books/a/../b.xml ─▶ is it local? ─▶ is it below a root? ─▶ component by component:
//!                           (the text alone decides)               a link is read, not followed, and checked like the path
//! ```
//!
//! On Windows the mere question whether `\\server\share` exists connects to the server, with the credentials of the user.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use crate::files::refusal::Refusal;

/// Maximum number of links on the way to a file.
const MAX_LINKS: usize = 40;

/// Names of devices on Windows, with any extension and in any directory.
const DEVICES: [&str; 6] = ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"];

/// Returns whether `path` can only identify a file on this machine: neither a share of another one (`//server/share`,
/// `\\?\UNC\server\share`) nor a device. The answer is the same on every system, and the disk is not accessed.
///
/// ```
/// use iri_core::files::is_local;
///
/// assert!(is_local("/books/a.xml") && is_local("C:/books/a.xml") && is_local("../a.xml"));
/// assert!(!is_local("//server/share/a.xml") && !is_local(r"\\?\UNC\server\share\a.xml") && !is_local("a/NUL.xml"));
/// ```
pub fn is_local(path: &str) -> bool {
    let is_separator = |c: char| c == '/' || c == '\\';
    let is_share = path.chars().take(2).filter(|c| is_separator(*c)).count() == 2;
    // `\??\` of Windows NT, also after the `/` of a URI.
    let is_namespace = |name: &str| !name.is_empty() && name.chars().all(|c| c == '?');
    !is_share && !path.contains('\0') && !path.split(is_separator).any(|name| is_namespace(name) || is_device(name))
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

/// Returns the path without links of the file or directory at the absolute path `path`, which must be below one of
/// `roots`, also after each link on the way. Nothing outside the roots is accessed.
///
/// # Errors
/// Returns an error of the kind `PermissionDenied` if the path is not local or leads out of the roots, and other errors
/// if it does not exist.
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
            if !roots.iter().any(|root| current.starts_with(root)) {
                return Err(outside());
            }
            continue;
        }
        let next = current.join(&name);
        if !fs::symlink_metadata(&next)?.is_symlink() {
            current = next;
            continue;
        }
        links += 1;
        if links > MAX_LINKS {
            return Err(outside());
        }
        let target = fs::read_link(&next)?;
        if !target.to_str().is_some_and(is_local) {
            return Err(outside());
        }
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
    if !path.to_str().is_none_or(is_local) {
        return None;
    }
    let root = roots.iter().filter(|root| path.starts_with(root)).max_by_key(|root| root.as_os_str().len())?;
    Some((root.clone(), names(path.strip_prefix(root).ok()?)?))
}

/// Returns the same for the absolute target of a link, which may name a root by its path without links.
fn start_of_link(target: &Path, roots: &[PathBuf]) -> Option<(PathBuf, VecDeque<OsString>)> {
    start(target, roots).or_else(|| {
        let (root, real) = roots.iter().find_map(|root| {
            let real = fs::canonicalize(root).ok().filter(|real| target.starts_with(real))?;
            Some((root, real))
        })?;
        Some((root.clone(), names(target.strip_prefix(real).ok()?)?))
    })
}

/// Returns the names in a relative path; `None` if it is not relative.
fn names(path: &Path) -> Option<VecDeque<OsString>> {
    let mut names = VecDeque::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir | Component::Normal(_) => names.push_back(component.as_os_str().to_owned()),
            Component::RootDir | Component::Prefix(_) => return None,
        }
    }
    Some(names)
}

/// Returns the absolute form of `path`, without `.` and `..`. Links are not resolved, so that a link keeps its name.
pub fn absolute(path: &Path) -> PathBuf {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    if !path.components().any(|component| component == Component::ParentDir) {
        return path;
    }
    let mut plain = PathBuf::new();
    for component in path.components() {
        if component == Component::ParentDir {
            plain.pop();
        } else {
            plain.push(component);
        }
    }
    plain
}

/// Returns the path from `folder` to `path` as text with `/` as separator; the whole path if it is elsewhere.
pub fn relative_text(path: &Path, folder: &Path) -> String {
    let names = path.strip_prefix(folder).unwrap_or(path).components().filter_map(|component| match component {
        Component::Normal(name) => Some(name.to_string_lossy()),
        _ => None,
    });
    names.collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_and_devices_are_not_local_on_any_system() {
        for path in [
            "//evil/share/c.xml",
            "///evil/share",
            "\\\\evil\\share",
            "/\\evil\\share",
            "\\/evil/share",
            "/\\\\evil\\share",
            "\\\\?\\UNC\\evil\\share",
            "//?/UNC/evil/share",
            "//?/C:/a.xml",
            "\\\\.\\pipe\\a",
            "\\??\\UNC\\evil\\share",
            "/??/C:/a.xml",
            "/books/NUL",
            "/books/con.xml",
            "C:/books/com1.xml",
            "aux:x",
            "/a/LPT9 .xml",
            "a\0b",
        ] {
            assert!(!is_local(path), "{path}");
        }
        for path in
            ["/books/a.xml", "C:/a.xml", "C:\\a.xml", "", "a//b", "/books/console.xml", "/com10", "/a?b", "/nu/l"]
        {
            assert!(is_local(path), "{path}");
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
