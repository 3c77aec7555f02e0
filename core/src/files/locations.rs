//! Conversion between file paths and `file` IRIs.
//!
//! ```text
//! file-URI = "file:" "//" [ "localhost" ] path-absolute                            RFC 8089 section 2
//! ```

use std::fmt::Write;
use std::io;
use std::path::{Path, PathBuf};

use crate::files::roots::{is_local, resolve_within};
use crate::reference::percent_encoding_at;

/// Returns the absolute `file` IRI of `path`; `None` if the current directory is unknown.
pub fn file_uri_from_path(path: &Path) -> Option<String> {
    let path = std::path::absolute(path).ok()?;
    let mut iri = String::from("file://");
    if !path.as_os_str().as_encoded_bytes().starts_with(b"/") {
        iri.push('/');
    }
    for &byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' | b':' => {
                iri.push(char::from(byte));
            }
            b'\\' if cfg!(windows) => iri.push('/'),
            _ => write!(iri, "%{byte:02X}").expect("a String takes every write"),
        }
    }
    Some(iri)
}

/// Returns whether the target of `iri`, a `file` IRI without query and fragment below one of `roots`, exists. Nothing else
/// is accessed, and counts as present.
pub fn target_exists(iri: &str, roots: &[PathBuf]) -> bool {
    let Some(path) = path_from_file_uri(iri) else { return true };
    match resolve_within(&path, roots) {
        Ok(_) => true,
        Err(error) => error.kind() == io::ErrorKind::PermissionDenied,
    }
}

/// Returns the path of a `file` IRI without a host that is on this machine; `None` for any other. On Windows there is no `/`
/// before the drive.
pub fn path_from_file_uri(iri: &str) -> Option<PathBuf> {
    let rest = iri.strip_prefix("file:")?;
    let path = match rest.strip_prefix("//") {
        Some(rest) => rest.strip_prefix("localhost").unwrap_or(rest),
        None => rest,
    };
    let path = if cfg!(windows) { path.strip_prefix('/')? } else { path };
    let is_absolute = cfg!(windows) || path.starts_with('/');
    // A document cannot reference a file name that is not UTF-8.
    is_absolute.then(|| String::from_utf8(decoded(path)).ok())?.filter(|path| is_local(path)).map(PathBuf::from)
}

/// Decodes every percent-encoding in `path`.
fn decoded(path: &str) -> Vec<u8> {
    let mut out = Vec::with_capacity(path.len());
    let mut at = 0;
    while let Some(&byte) = path.as_bytes().get(at) {
        let decoded = percent_encoding_at(path.as_bytes(), at);
        out.push(decoded.unwrap_or(byte));
        at += if decoded.is_some() { "%HH".len() } else { 1 };
    }
    out
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_path_and_its_iri_lead_to_each_other() {
        for (path, iri) in [("/a/b.xml", "file:///a/b.xml"), ("/a b/\u{E9}%#?", "file:///a%20b/%C3%A9%25%23%3F")] {
            assert_eq!(file_uri_from_path(Path::new(path)).as_deref(), Some(iri));
            assert_eq!(path_from_file_uri(iri), Some(PathBuf::from(path)));
        }
        assert_eq!(path_from_file_uri("file:/a%2z"), Some(PathBuf::from("/a%2z")));
        assert_eq!(path_from_file_uri("file://localhost/a"), Some(PathBuf::from("/a")));
        assert_eq!(path_from_file_uri("file:///a b"), Some(PathBuf::from("/a b")));
    }

    #[test]
    fn targets_on_other_machines_count_as_present() {
        let roots = [PathBuf::from("/")];
        for iri in [
            "http://example.org/no/such",
            "file://server/share",
            "file://///evil/share",
            "file:////evil/share",
            "file:///%5C%5Cevil%5Cshare",
            "file:///%2Fevil/share",
            "file://localhost//evil/share",
            "file:///a%00b",
            "file:///",
        ] {
            assert!(target_exists(iri, &roots), "{iri}");
        }
        assert!(!target_exists("file:///no/such/file/anywhere", &roots));
        assert!(target_exists("file:///no/such/file/anywhere", &[PathBuf::from("/no/other")]));
        assert!(target_exists("file:///no/such/file/anywhere", &[]));
    }
}
