//! The one model of paths: where a document is, its IRI, its text for people and for programs, and which paths are one file.
//!
//! ```text
//! path                                IRI                            text for programs
//! /a b.xml                            file:///a%20b.xml              /a b.xml
//! C:\a.xml   \\?\C:\a.xml             file:///C:/a.xml               C:/a.xml
//! \\host\share\a   \\?\UNC\host\…     file://host/share/a            //host/share/a
//! entry OPS/a.xml of book.epub        file:///OPS/a.xml              book.epub!/OPS/a.xml
//! ```
//!
//! RFC 8089 section 2, appendices E.2 and E.3. The style of the paths is a parameter, so that the rules of Windows are
//! tested on every system. Nothing here accesses the disk.

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::path::{Component, Path, PathBuf};

use crate::reference::{encode_byte, percent_decoded_bytes, without_query_and_fragment};

/// Separator of the name of a package and that of an entry in it, as in `book.epub!/OPS/package.opf`.
pub const ENTRY_SEPARATOR: &str = "!/";

/// Style of the paths of a system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathStyle {
    /// Only `/` separates names, and names differ by case.
    Unix,
    /// Also `\` separates names, a path starts with a drive or a share, and case does not matter.
    Windows,
}

impl Default for PathStyle {
    fn default() -> Self {
        Self::SYSTEM
    }
}

/// Start of an absolute path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Start {
    /// The names start with a drive, or are those below `/`.
    Here,
    /// The names start with those of a server and a share.
    Share,
}

impl PathStyle {
    /// Style of this system.
    pub const SYSTEM: Self = if cfg!(windows) { Self::Windows } else { Self::Unix };

    fn is_separator(self, byte: u8) -> bool {
        byte == b'/' || (self == Self::Windows && byte == b'\\')
    }

    /// Returns the start and the names of an absolute path; `None` for a relative path, and for that of a device.
    fn split(self, path: &[u8]) -> Option<(Start, &[u8])> {
        if self == Self::Unix {
            return Some((Start::Here, path.strip_prefix(b"/")?));
        }
        let is_separator = |byte: &u8| self.is_separator(*byte);
        let (start, names) = match path {
            // `\\?\`, `\\.\` and `\??\`: what follows is a drive, `UNC\`, or a device.
            [first, second, b'?' | b'.', third, rest @ ..] | [first, second @ b'?', b'?', third, rest @ ..]
                if is_separator(first) && is_separator(third) && (is_separator(second) || *second == b'?') =>
            {
                match rest.split_at_checked(b"UNC\\".len()) {
                    Some(([unc @ .., last], share)) if unc.eq_ignore_ascii_case(b"UNC") && is_separator(last) => {
                        (Start::Share, share)
                    }
                    _ => (Start::Here, rest),
                }
            }
            [first, second, share @ ..] if is_separator(first) && is_separator(second) => (Start::Share, share),
            drive => (Start::Here, drive),
        };
        let is_whole = match (start, names) {
            (Start::Here, [drive, b':']) => drive.is_ascii_alphabetic(),
            (Start::Here, [drive, b':', separator, ..]) => drive.is_ascii_alphabetic() && is_separator(separator),
            (Start::Here, _) => false,
            (Start::Share, names) => names.first().is_some_and(|first| !is_separator(first)),
        };
        is_whole.then_some((start, names))
    }

    /// Returns the `file` IRI of an absolute path; `None` for a relative one, and for that of a device.
    ///
    /// ```
    /// use iri_core::files::PathStyle;
    ///
    /// let iri = |path: &str| PathStyle::Windows.iri(path.as_bytes());
    /// assert_eq!(iri(r"C:\a b.xml").as_deref(), Some("file:///C:/a%20b.xml"));
    /// assert_eq!(iri(r"\\?\UNC\host\share\a.xml").as_deref(), Some("file://host/share/a.xml"));
    /// assert_eq!(iri(r"a.xml"), None);
    /// ```
    pub fn iri(self, path: &[u8]) -> Option<String> {
        let (start, names) = self.split(path)?;
        let mut iri = String::from(if start == Start::Share { "file://" } else { "file:///" });
        for &byte in names {
            match byte {
                _ if self.is_separator(byte) => iri.push('/'),
                b':' => iri.push(':'),
                _ => encode_name_byte(byte, &mut iri),
            }
        }
        Some(iri)
    }

    /// Returns the path that a `file` IRI identifies, whatever its query and fragment; `None` for other IRIs, for one of
    /// another machine if the style has no paths for it, and for one with NUL.
    ///
    /// ```
    /// use iri_core::files::PathStyle;
    ///
    /// let path = |iri| PathStyle::Windows.path(iri).and_then(|path| String::from_utf8(path).ok());
    /// assert_eq!(path("file:///c%3A/a%20b.xml").as_deref(), Some(r"c:\a b.xml"));
    /// assert_eq!(path("file://host/share/a.xml").as_deref(), Some(r"\\host\share\a.xml"));
    /// assert_eq!(PathStyle::Unix.path("file://host/share/a.xml"), None);
    /// ```
    pub fn path(self, iri: &str) -> Option<Vec<u8>> {
        let (scheme, rest) = without_query_and_fragment(iri).split_at_checked("file:".len())?;
        if !scheme.eq_ignore_ascii_case("file:") {
            return None;
        }
        let after = rest.strip_prefix("//");
        let (host, path) = after.map_or(("", rest), |after| after.split_at(after.find('/').unwrap_or(after.len())));
        let is_local = host.eq_ignore_ascii_case("localhost");
        // On Windows this machine too has shares.
        let is_share = || self == Self::Windows && starts_with_share(&percent_decoded_bytes(path));
        let is_here = host.is_empty() || (is_local && !is_share());
        let path = percent_decoded_bytes(if is_here { path } else { rest });
        if path.contains(&0) {
            return None;
        }
        if self == Self::Unix {
            // Elsewhere two separators start a share: such a reference leads nowhere on any system.
            let is_path = is_here && path.starts_with(b"/") && !matches!(path.get(1), Some(b'/' | b'\\'));
            return is_path.then(|| path.into_owned());
        }
        let mut path: Vec<u8> = path.iter().map(|&byte| if byte == b'/' { b'\\' } else { byte }).collect();
        let slashes = path.iter().take_while(|byte| **byte == b'\\').count();
        path.drain(..slashes);
        match slashes {
            0 => return None,
            1 => {
                let mark = path.get_mut(1).filter(|mark| is_drive_mark(**mark))?;
                *mark = b':';
                if path.len() == 2 {
                    path.push(b'\\');
                }
            }
            _ => drop(path.splice(..0, *b"\\\\")),
        }
        // `//?/pipe` is a device.
        let is_plain = !matches!(path.get(..3), Some([b'\\', b'\\', b'?' | b'.']));
        self.split(&path).filter(|_| is_plain).map(|_| path.clone())
    }

    /// Returns the path below the directory `root` to the absolute path `path`; `None` if it is elsewhere.
    pub fn below<'p>(self, path: &'p [u8], root: &[u8]) -> Option<&'p [u8]> {
        let (start, mut rest) = self.split(path)?;
        let (root_start, root) = self.split(root)?;
        let is_separator = |byte: &u8| self.is_separator(*byte);
        let trimmed = |path: &'p [u8]| &path[path.iter().take_while(|byte| is_separator(byte)).count()..];
        for name in root.split(is_separator).filter(|name| !name.is_empty()) {
            rest = trimmed(rest);
            let (first, after) = rest.split_at(rest.iter().position(is_separator).unwrap_or(rest.len()));
            if self.folded(first) != self.folded(name) {
                return None;
            }
            rest = after;
        }
        (start == root_start).then(|| trimmed(rest))
    }

    /// Returns whether two names in one directory are those of one file.
    pub fn is_same_name(self, one: &str, other: &str) -> bool {
        self.folded(one.as_bytes()) == self.folded(other.as_bytes())
    }

    /// Returns the names in a relative path, without `.`.
    pub fn names(self, path: &str) -> impl Iterator<Item = &str> {
        path.split(move |c: char| c.is_ascii() && self.is_separator(c as u8)).filter(|name| !matches!(*name, "" | "."))
    }

    /// Returns whether the system can have a file with exactly this name. Windows takes `a:b` for a stream of the file `a`, or
    /// for a path of the drive `a`, and drops dots and spaces at the end.
    pub fn is_file_name(self, name: &str) -> bool {
        let is_kept = |c: char| c >= ' ' && !r#"<>:"|?*"#.contains(c);
        self == Self::Unix || (!name.ends_with(['.', ' ']) && name.chars().all(is_kept))
    }

    /// Returns a path, or a part of one, as all names of a file have it.
    fn folded(self, path: &[u8]) -> Cow<'_, [u8]> {
        match (self, std::str::from_utf8(path)) {
            (Self::Windows, Ok(text)) => Cow::Owned(folded(text).into_bytes()),
            _ => Cow::Borrowed(path),
        }
    }

    /// Returns a pattern of files, or the path that it is compared with, so that a pattern matches all names of a file: git's
    /// `core.ignoreCase`.
    pub(in crate::files) fn folded_pattern(self, pattern: &str) -> Cow<'_, str> {
        if self == Self::Windows { Cow::Owned(folded(pattern)) } else { Cow::Borrowed(pattern) }
    }

    /// Returns the path that all names of the file at `path` have in common: without the mark of a verbatim path, with
    /// one case and one separator.
    pub fn key(self, path: &[u8]) -> Cow<'_, [u8]> {
        if self == Self::Unix {
            return Cow::Borrowed(path);
        }
        Cow::Owned(self.folded(self.text_with(path, b'\\').as_bytes()).into_owned())
    }

    /// Returns a path, perhaps followed by the name of an entry of a package, as text for programs: with `/` on every
    /// system.
    ///
    /// ```
    /// use iri_core::files::PathStyle;
    ///
    /// assert_eq!(PathStyle::Windows.text_for_programs(r"a\b.epub!/OPS/c\d.xml"), r"a/b.epub!/OPS/c\d.xml");
    /// assert_eq!(PathStyle::Unix.text_for_programs(r"a\b.xml"), r"a\b.xml");
    /// ```
    pub fn text_for_programs(self, name: &str) -> Cow<'_, str> {
        self.text_of_name(name, b'/')
    }

    /// Returns the same text for people: with the separator of the system.
    pub fn text_for_people(self, name: &str) -> Cow<'_, str> {
        self.text_of_name(name, b'\\')
    }

    /// Returns an absolute path of Windows without the mark of a verbatim path; `None` for others.
    fn plain(self, path: &str) -> Option<String> {
        let is_absolute = self == Self::Windows && self.split(path.as_bytes()).is_some();
        is_absolute.then(|| self.text_with(path.as_bytes(), b'\\'))
    }

    fn text_of_name(self, name: &str, separator: u8) -> Cow<'_, str> {
        if self == Self::Unix {
            return Cow::Borrowed(name);
        }
        let (path, entry) = name.split_at(name.find(ENTRY_SEPARATOR).unwrap_or(name.len()));
        Cow::Owned(self.text_with(path.as_bytes(), separator) + entry)
    }

    /// Returns a path of Windows without the mark of a verbatim path.
    fn text_with(self, path: &[u8], separator: u8) -> String {
        let (start, names) = self.split(path).unwrap_or((Start::Here, path));
        let mut text = vec![separator; if start == Start::Share { 2 } else { 0 }];
        text.extend(names.iter().map(|&byte| if self.is_separator(byte) { separator } else { byte }));
        String::from_utf8_lossy(&text).into_owned()
    }
}

/// Returns whether the path of a `file` IRI with a host starts with the name of a share: not with a drive, as in `/C:/a`, and not
/// with another host.
fn starts_with_share(path: &[u8]) -> bool {
    let Some(names) = path.strip_prefix(b"/") else { return false };
    let has_drive = names.get(1).is_some_and(|mark| is_drive_mark(*mark));
    names.first().is_some_and(|first| !matches!(first, b'/' | b'\\')) && !has_drive
}

fn is_drive_mark(byte: u8) -> bool {
    // RFC 8089 appendix E.2.2.
    matches!(byte, b':' | b'|')
}

/// Returns a text in the case that all names of a file have in common on Windows.
fn folded(text: &str) -> String {
    text.chars().map(folded_letter).collect()
}

/// Returns the small letter if Windows takes it and `letter` for one. Unlike Unicode, it maps a letter to one other letter, there
/// and back, whatever is beside it: `\u{212A}`, the sign of the kelvin, and `k` are two names. The final sigma alone has its
/// capital with another letter.
fn folded_letter(letter: char) -> char {
    if letter == '\u{3C2}' {
        return '\u{3C3}';
    }
    let mut lower = letter.to_lowercase();
    match (lower.next(), lower.next()) {
        (Some(lower), None) if letter <= '\u{FFFF}' && lower.to_uppercase().eq([letter]) => lower,
        _ => letter,
    }
}

fn encode_name_byte(byte: u8, iri: &mut String) {
    if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
        iri.push(char::from(byte));
    } else {
        encode_byte(byte, iri);
    }
}

/// Returns the absolute `file` IRI of `path`; `None` if the current directory is unknown, or the path is that of a device.
pub fn file_uri_from_path(path: &Path) -> Option<String> {
    let path = if is_normal(path) { Cow::Borrowed(path) } else { Cow::Owned(absolute(path)) };
    PathStyle::SYSTEM.iri(path.as_os_str().as_encoded_bytes())
}

/// Returns whether `path` is already its absolute form, at little cost.
fn is_normal(path: &Path) -> bool {
    let bytes = path.as_os_str().as_encoded_bytes();
    let has = |part: &[u8]| memchr::memmem::find(bytes, part).is_some();
    cfg!(unix) && bytes.starts_with(b"/") && !has(b"//") && !has(b"/.")
}

/// Returns the path of a `file` IRI. It may be on another machine: whether it may be accessed is decided by its place below
/// a trusted directory.
pub fn path_from_file_uri(iri: &str) -> Option<PathBuf> {
    PathStyle::SYSTEM.path(iri).and_then(path_from_bytes)
}

#[cfg(unix)]
#[allow(clippy::unnecessary_wraps)] // Elsewhere it can fail.
fn path_from_bytes(path: Vec<u8>) -> Option<PathBuf> {
    use std::os::unix::ffi::OsStringExt;
    Some(OsString::from_vec(path).into())
}

#[cfg(not(unix))]
fn path_from_bytes(path: Vec<u8>) -> Option<PathBuf> {
    String::from_utf8(path).ok().map(OsString::from).map(PathBuf::from)
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
    file_uri_from_path(path).map(owner_of_relationships)
}

/// Returns the same for an entry of a package, whose names are those of the package and of no system: a `file` IRI below the
/// top of the package.
///
/// ```
/// use iri_core::files::entry_location;
///
/// assert_eq!(entry_location("OPS/::a b.xml"), "file:///OPS/%3A%3Aa%20b.xml");
/// assert_eq!(entry_location("_rels/.rels"), "file:///");
/// ```
pub fn entry_location(name: &str) -> String {
    let mut iri = String::from("file:///");
    for byte in name.bytes() {
        if byte == b'/' { iri.push('/') } else { encode_name_byte(byte, &mut iri) }
    }
    owner_of_relationships(iri)
}

fn owner_of_relationships(iri: String) -> String {
    let owner = || {
        let (folder, name) = iri.strip_suffix(".rels")?.rsplit_once('/')?;
        Some(format!("{}{name}", folder.strip_suffix("_rels").filter(|above| above.ends_with('/'))?))
    };
    owner().unwrap_or(iri)
}

/// Returns the path from the directory `root` to `path`; `None` if it is elsewhere.
pub fn below<'p>(path: &'p Path, root: &Path) -> Option<&'p Path> {
    if PathStyle::SYSTEM == PathStyle::Windows
        && let (Some(path), Some(root)) = (path.to_str(), root.to_str())
        && let Some(below) = PathStyle::Windows.below(path.as_bytes(), root.as_bytes())
    {
        // A separator is ASCII. As `strip_prefix` does, without one at the end.
        return path.get(path.len() - below.len()..).map(|below| Path::new(below).components().as_path());
    }
    path.strip_prefix(root).ok()
}

/// Returns whether both paths are names of one file, without a look at the disk.
pub fn is_same_file(one: &Path, other: &Path) -> bool {
    below(one, other).is_some_and(|rest| rest.as_os_str().is_empty())
}

/// Returns the path that all names of a file have in common, to store and find it by.
pub fn path_key(path: &Path) -> Cow<'_, Path> {
    match PathStyle::SYSTEM.key(path.as_os_str().as_encoded_bytes()) {
        Cow::Borrowed(_) => Cow::Borrowed(path),
        Cow::Owned(key) => path_from_bytes(key).map_or(Cow::Borrowed(path), Cow::Owned),
    }
}

/// Returns whether `path` is on another machine, as its text says.
pub fn is_on_share(path: &Path) -> bool {
    let split = PathStyle::SYSTEM.split(path.as_os_str().as_encoded_bytes());
    split.is_some_and(|(start, _)| start == Start::Share)
}

/// Returns the absolute form of `path`, without `.` and `..`. Links are not resolved, so that a link keeps its name. The
/// system is not asked: Windows would take some names for those of devices, and drop dots at their ends.
pub fn absolute(path: &Path) -> PathBuf {
    let whole = if path.is_absolute() {
        Cow::Borrowed(path)
    } else if !path.has_root() && matches!(path.components().next(), Some(Component::Prefix(_))) {
        // `C:a` is below the current directory of that drive, and `C:` is this directory.
        std::path::absolute(path).map_or(Cow::Borrowed(path), Cow::Owned)
    } else if let Some(path) = path.to_str().and_then(|path| PathStyle::SYSTEM.plain(path)) {
        // The standard library does not know `\??\`.
        Cow::Owned(path.into())
    } else {
        std::env::current_dir().map_or(Cow::Borrowed(path), |here| Cow::Owned(here.join(path)))
    };
    let mut plain = PathBuf::new();
    for component in whole.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => drop(plain.pop()),
            Component::Normal(name) => push_name(&mut plain, name),
            start => plain.push(start),
        }
    }
    // The end of a directory's path may be a separator.
    if ends_with_separator(path) && plain.file_name().is_some() {
        plain.push("");
    }
    plain
}

/// Adds a name to a path: `push` would take `c:a` for a path of another drive.
fn push_name(path: &mut PathBuf, name: &OsStr) {
    let is_separate = path.as_os_str().is_empty() || ends_with_separator(path);
    let text = path.as_mut_os_string();
    if !is_separate {
        text.push(std::path::MAIN_SEPARATOR_STR);
    }
    text.push(name);
}

/// Returns whether `path` is written as that of a directory.
pub fn ends_with_separator(path: &Path) -> bool {
    path.as_os_str().as_encoded_bytes().last().is_some_and(|&last| PathStyle::SYSTEM.is_separator(last))
}

/// Returns the path from `folder` to `path` as text with `/` as separator; the whole path if it is elsewhere.
pub fn relative_text(path: &Path, folder: &Path) -> String {
    let names = below(path, folder).unwrap_or(path).components().filter_map(|component| match component {
        Component::Normal(name) => Some(name.to_string_lossy()),
        _ => None,
    });
    names.collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::PathStyle::{self, Unix, Windows};
    use super::*;

    fn iri(style: PathStyle, path: &str) -> Option<String> {
        style.iri(path.as_bytes())
    }

    fn path(style: PathStyle, iri: &str) -> Option<String> {
        style.path(iri).map(|path| String::from_utf8(path).expect("it is text"))
    }

    fn below(style: PathStyle, path: &str, root: &str) -> Option<String> {
        let below = style.below(path.as_bytes(), root.as_bytes());
        below.map(|below| String::from_utf8(below.to_vec()).expect("it is text"))
    }

    #[test]
    fn a_path_and_its_iri_lead_to_each_other() {
        let long = format!(r"C:\{}", [r"a long name"; 60].join("\\"));
        let iri_of_long = format!("file:///C:/{}", ["a%20long%20name"; 60].join("/"));
        for (style, text, expected) in [
            (Unix, "/a/b.xml", "file:///a/b.xml"),
            (Unix, "/", "file:///"),
            (Unix, "/a b/\u{E9}%#?\\", "file:///a%20b/%C3%A9%25%23%3F%5C"),
            (Windows, r"C:\a\b.xml", "file:///C:/a/b.xml"),
            (Windows, "c:\\a b\\\u{E9}%#.xml", "file:///c:/a%20b/%C3%A9%25%23.xml"),
            (Windows, r"z:\", "file:///z:/"),
            (Windows, r"\\server\share\a.xml", "file://server/share/a.xml"),
            (Windows, r"\\wsl.localhost\Ubuntu\home\a.xml", "file://wsl.localhost/Ubuntu/home/a.xml"),
            (Windows, r"\\wsl$\Ubuntu\a.xml", "file://wsl%24/Ubuntu/a.xml"),
            (Windows, r"\\192.168.0.1\d$\a b", "file://192.168.0.1/d%24/a%20b"),
            (Windows, r"\\localhost\c$\a.xml", "file://localhost/c%24/a.xml"),
            (Windows, r"\\server@SSL\DavWWWRoot\a", "file://server%40SSL/DavWWWRoot/a"),
            (Windows, &long, &iri_of_long),
        ] {
            assert_eq!(iri(style, text).as_deref(), Some(expected), "{text}");
            assert_eq!(path(style, expected).as_deref(), Some(text), "{expected}");
        }
    }

    #[test]
    fn names_of_one_file_have_one_iri_and_one_key() {
        for names in [
            [r"C:\t\a.xml", r"\\?\C:\t\a.xml", r"\\.\C:\t\a.xml", "C:/t/a.xml", "//?/C:/t/a.xml", r"\??\C:\t\a.xml"],
            [r"\\h\s\a", r"\\?\UNC\h\s\a", r"\\?\unc\h\s\a", "//h/s/a", r"/\h/s\a", "//?/UNC/h/s/a"],
        ] {
            for name in names {
                assert_eq!(iri(Windows, name), iri(Windows, names[0]), "{name}");
                assert_eq!(Windows.key(name.as_bytes()), Windows.key(names[0].to_uppercase().as_bytes()), "{name}");
                assert_eq!(below(Windows, name, names[0]).as_deref(), Some(""), "{name}");
                assert_eq!(Windows.text_for_people(name), names[0], "{name}");
                assert_eq!(Windows.plain(name).as_deref(), Some(names[0]), "{name}");
                assert_eq!(Windows.text_for_programs(name), names[0].replace('\\', "/"), "{name}");
            }
        }
    }

    #[test]
    fn clients_write_the_iri_of_a_file_in_several_ways() {
        for (style, iri, expected) in [
            (Unix, "file:/a%2z", Some("/a%2z")),
            (Unix, "FILE://localhost/a?q#f", Some("/a")),
            (Unix, "file:///a b", Some("/a b")),
            (Unix, "file:///c%3A/t", Some("/c:/t")),
            (Windows, "file:///c%3A/t/a.xml", Some(r"c:\t\a.xml")),
            (Windows, "file:///C:/t/a.xml#1", Some(r"C:\t\a.xml")),
            (Windows, "file:///C|/t/a.xml", Some(r"C:\t\a.xml")),
            (Windows, "file:/d:/t", Some(r"d:\t")),
            (Windows, "file://LOCALHOST/d:/t/", Some(r"d:\t\")),
            (Windows, "file:///d%3A", Some(r"d:\")),
            (Windows, "file:////server/share/a", Some(r"\\server\share\a")),
            (Windows, "file://///server/share/a", Some(r"\\server\share\a")),
            (Windows, "file:///%5C%5Cserver%5Cshare", Some(r"\\server\share")),
            (Windows, "file://wsl%24/Ubuntu", Some(r"\\wsl$\Ubuntu")),
        ] {
            assert_eq!(path(style, iri).as_deref(), expected, "{iri}");
        }
        for iri in ["http://a/b", "file://h/a", "file:////h/a", "file:///%2Fh/a", "file:///a%00", "file:a", "file:", ""]
        {
            assert_eq!(path(Unix, iri), None, "{iri}");
        }
        for iri in [
            "file:///t/a.xml",
            "file:///c:a.xml",
            "file:c:/a",
            "file:////?/C:/a",
            "file:////./pipe/a",
            "file:///C:/%00",
        ] {
            assert_eq!(path(Windows, iri), None, "{iri}");
        }
    }

    #[test]
    fn devices_and_relative_paths_have_no_iri() {
        for path in [r"a\b", "C:a", r"\a", r"\\?\Volume{1}\a", r"\\.\pipe\a", "//", "", "CON"] {
            assert_eq!((iri(Windows, path), Windows.plain(path)), (None, None), "{path}");
        }
    }

    #[test]
    fn a_path_is_below_a_root_whatever_names_both_have() {
        for (style, path, root, expected) in [
            (Unix, "/a/b/c", "/a", Some("b/c")),
            (Unix, "/a/b", "/A", None),
            (Unix, "/ab", "/a", None),
            (Windows, r"c:\T\Docs\A.xml", r"C:\t", Some(r"Docs\A.xml")),
            (Windows, r"\\?\C:\t\a", "c:/T/", Some("a")),
            (Windows, r"D:\t\a", r"C:\t", None),
            (Windows, r"\\server\share\x\y", r"\\SERVER\Share", Some(r"x\y")),
            (Windows, r"\\server\share\x", r"\\?\UNC\server\share\", Some("x")),
            (Windows, r"\\server\other\x", r"\\server\share", None),
            (Windows, r"\\evil\share\x", r"\\server\share", None),
            (Windows, r"\\c:\t\x", r"c:\t", None),
            (Windows, r"c:\tt\x", r"c:\t", None),
            (Windows, "C:\\\u{C9}T\u{C9}\\a", "c:\\\u{E9}t\u{E9}", Some("a")),
        ] {
            assert_eq!(below(style, path, root).as_deref(), expected, "{path} {root}");
        }
    }

    #[test]
    fn a_letter_of_two_cases_is_one_on_windows() {
        for (one, other, is_same) in [
            ("a.xml", "A.XML", true),
            ("\u{E4}\u{454}", "\u{C4}\u{404}", true),
            // A sigma is one letter in its three forms, wherever it is in a name.
            ("\u{3BF}\u{3C2}", "\u{39F}\u{3A3}", true),
            ("\u{3BF}\u{3C3}", "\u{39F}\u{3A3}", true),
            ("\u{3BF}\u{3C2}1", "\u{39F}\u{3A3}1", true),
            // Windows maps a letter to at most one, there and back, and none of these signs.
            ("\u{212A}", "k", false),
            ("\u{212B}", "\u{E5}", false),
            ("\u{2126}", "\u{3C9}", false),
            ("\u{1E9E}", "\u{DF}", false),
            ("\u{DF}", "ss", false),
            ("\u{130}", "i\u{307}", false),
            ("\u{131}", "I", false),
            ("\u{17F}", "S", false),
            ("\u{B5}", "\u{3BC}", false),
            ("\u{10400}", "\u{10428}", false),
        ] {
            assert_eq!(Windows.is_same_name(one, other), is_same, "{one} {other}");
            let path = |name: &str| format!(r"C:\{name}\a.xml");
            assert_eq!(below(Windows, &path(one), &format!(r"C:\{other}")).is_some(), is_same, "{one} {other}");
            let is_one_key = Windows.key(path(one).as_bytes()) == Windows.key(path(other).as_bytes());
            assert_eq!(is_one_key, is_same, "{one} {other}");
            assert_eq!(Windows.folded_pattern(one) == Windows.folded_pattern(other), is_same, "{one} {other}");
            assert!(!Unix.is_same_name(one, other), "{one} {other}");
        }
    }

    #[test]
    fn windows_has_no_file_with_some_names() {
        for name in [
            "a.xml:s",
            "a.xml::$DATA",
            "c:a.xml",
            "a.xml.",
            "a.xml ",
            "...",
            "a?",
            "a*b",
            "<a>",
            "a|b",
            "a\u{1F}",
            "\"",
        ] {
            assert!(!Windows.is_file_name(name) && Unix.is_file_name(name), "{name}");
        }
        for name in ["a.xml", ".a", " a", "a b", "\u{E9}", "a;b", "a=b", "a\u{7F}"] {
            assert!(Windows.is_file_name(name), "{name}");
        }
        let names = |style: PathStyle, path| style.names(path).map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(names(Windows, r"c:a\.\..//b"), ["c:a", "..", "b"]);
        assert_eq!(names(Unix, r"a\b/./c//"), [r"a\b", "c"]);
    }

    #[test]
    fn the_text_of_an_entry_keeps_its_name() {
        let name = r"docs/sub\book.epub!/OPS/a\b.xml";
        assert_eq!(Windows.text_for_programs(name), r"docs/sub/book.epub!/OPS/a\b.xml");
        assert_eq!(Windows.text_for_people(name), r"docs\sub\book.epub!/OPS/a\b.xml");
        assert_eq!(Unix.text_for_programs(name), name);
        for (entry, expected) in [
            ("::warning.xml", "file:///%3A%3Awarning.xml"),
            ("C:/a\\b%.xml", "file:///C%3A/a%5Cb%25.xml"),
            ("nul.xml", "file:///nul.xml"),
            ("word/_rels/a b.xml.rels", "file:///word/a%20b.xml"),
            ("x_rels/a.rels", "file:///x_rels/a.rels"),
            ("a.rels", "file:///a.rels"),
        ] {
            assert_eq!(entry_location(entry), expected);
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_normal_path_is_its_absolute_form() {
        for path in ["/", "/a/b", "/a/b/", "/a.b/c.", "/a/./b", "/a//b", "/a/../b", "/a/.b", "//a", "a/b", "./a", ".."]
        {
            let absolute = absolute(Path::new(path));
            assert_eq!(file_uri_from_path(Path::new(path)), file_uri_from_path(&absolute), "{path}");
            assert!(!is_normal(Path::new(path)) || absolute.as_os_str() == path, "{path}");
            let plain = absolute.to_str().is_some_and(|path| !path.contains("//") && !path.contains("/.."));
            assert!(absolute.is_absolute() && plain, "{path}");
        }
    }
}
