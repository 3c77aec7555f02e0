//! Conversion between file paths and `file` IRIs.
//!
//! ```text
//! file-URI = "file:" "//" [ "localhost" ] path-absolute                            RFC 8089 section 2
//! ```

use std::borrow::Cow;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use crate::files::roots::is_local;
use crate::reference::percent_decoded;

/// Returns the absolute `file` IRI of `path`; `None` if the current directory is unknown.
pub fn file_uri_from_path(path: &Path) -> Option<String> {
    let path = if is_normal(path) { Cow::Borrowed(path) } else { Cow::Owned(std::path::absolute(path).ok()?) };
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

/// Returns whether `path` is already its absolute form, at little cost.
fn is_normal(path: &Path) -> bool {
    let bytes = path.as_os_str().as_encoded_bytes();
    let has = |part: &[u8]| memchr::memmem::find(bytes, part).is_some();
    cfg!(unix) && bytes.starts_with(b"/") && !has(b"//") && !has(b"/.")
}

/// Returns the `file` IRI against which the references of the document at `path` are resolved: that of the document, and for
/// the relationships of an Office file that of the part that they belong to (ECMA-376 part 2 section 6.5.3).
///
/// ```
/// # #[cfg(unix)] {
/// use iri_core::files::document_location;
/// use std::path::Path;
///
/// let location = |path| document_location(Path::new(path));
/// assert_eq!(location("/a/b.xml").as_deref(), Some("file:///a/b.xml"));
/// assert_eq!(location("/a/word/_rels/document.xml.rels").as_deref(), Some("file:///a/word/document.xml"));
/// assert_eq!(location("/a/_rels/.rels").as_deref(), Some("file:///a/"));
/// # }
/// ```
pub fn document_location(path: &Path) -> Option<String> {
    let part = || {
        let directory = path.parent().filter(|directory| directory.file_name().is_some_and(|name| name == "_rels"))?;
        Some(directory.with_file_name(path.file_name()?.to_str()?.strip_suffix(".rels")?))
    };
    file_uri_from_path(&part().unwrap_or_else(|| path.to_owned()))
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
    let path = percent_decoded(path).filter(|path| is_absolute && is_local(path))?;
    Some(PathBuf::from(path.into_owned()))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_normal_path_is_its_absolute_form() {
        for path in ["/", "/a/b", "/a/b/", "/a.b/c.", "/a/./b", "/a//b", "/a/../b", "/a/.b", "//a", "a/b", "./a"] {
            let absolute = std::path::absolute(path).expect("the current directory is known");
            assert_eq!(file_uri_from_path(Path::new(path)), file_uri_from_path(&absolute), "{path}");
            assert!(!is_normal(Path::new(path)) || absolute.as_os_str() == path, "{path}");
        }
    }

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
}
