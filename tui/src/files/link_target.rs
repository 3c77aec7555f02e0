//! What a relative reference opens: a file or an element in it, and whether that exists.
//!
//! ```text
//!  reference ─▶ resolved against xml:base, or the location of the document (RFC 3986 section 5.1)
//!            ─▶ a file of the disk below the opened directory, or an entry of the same package
//!            ─▶ opens topics/setup.dita, line 12 (exists)
//! ```
//!
//! The disk is looked up when the reference is analyzed, whether or not a rule checks the targets.

use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, LazyLock};

use iri_core::files::{ENTRY_SEPARATOR, OpenFiles, TargetIndex, absolute, below, folder_of, path_from_file_uri};
use iri_core::reference::percent_decoded;
use iri_core::text::LineColumn;
use iri_core::text::encoding;
use iri_core::text::lines::line_column;
use iri_core::xml::ids::named_ids;
use iri_core::xml::targets::{FragmentTarget, SimilarNames, Targets};
use iri_core::{Document, Site};

use crate::files::file::File;
use crate::files::here::name_of;
use crate::files::loader::FileLoader;

/// Target of a reference in a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkTarget {
    /// File.
    pub file: TargetFile,
    /// Element that the fragment names.
    pub fragment: Option<String>,
    /// Position of that element.
    pub at: Option<LineColumn>,
    /// Whether it exists.
    pub state: TargetState,
    /// Name of the file, relative to the folder of the document if both are in an opened directory; empty for the document.
    name: String,
}

/// File that a reference opens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TargetFile {
    /// The file that contains the reference.
    Own,
    /// File on disk.
    Disk(PathBuf),
    /// Entry of the package that contains the reference, by its name in the list.
    Entry(String),
}

/// Whether a target exists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TargetState {
    /// It exists.
    Present,
    /// The file does not exist; the most similar names.
    NoFile(Vec<String>),
    /// The file has no such element; the most similar fragments.
    NoElement(Vec<String>),
    /// The file exists, and the element is unknown.
    Element,
    /// It is outside the opened directory, where nothing is looked up.
    Outside,
}

impl TargetState {
    fn no_file(similar: Option<SimilarNames>) -> Self {
        Self::NoFile(similar.map(|similar| similar.names).unwrap_or_default())
    }

    fn of_element(target: FragmentTarget) -> Self {
        match target {
            FragmentTarget::Present => Self::Present,
            FragmentTarget::Missing(similar) => Self::NoElement(similar),
            _ => Self::Element,
        }
    }
}

/// No file is open in an editor.
struct NoOpenFiles;

impl OpenFiles for NoOpenFiles {
    fn version(&self, _: &Path) -> Option<u64> {
        None
    }

    fn text(&self, _: &Path) -> Option<Arc<str>> {
        None
    }
}

/// Index that notices what other programs change.
static DISK: LazyLock<Arc<TargetIndex>> = LazyLock::new(|| Arc::new(TargetIndex::live(Arc::new(NoOpenFiles))));

/// Maximum bytes of a document in which an element of its own is looked up.
const LONGEST: usize = 1 << 22;

/// Maximum number of files that are searched for targets outside the opened directories, and of those that are named.
const MOST_SEARCHED: usize = 1_000;
const MOST_NAMED: usize = 100;

impl LinkTarget {
    /// Returns the target of `site`, a reference in `document` of `file`; `None` if it is neither a file nor an element.
    pub fn new(file: &File, document: &Document, site: &Site<'_>) -> Option<Self> {
        // A value that only resembles a reference has no target that could be missing.
        let target = document.target_of(site).filter(|_| !site.role.is_unknown())?;
        let settings = document.settings();
        let topic = || document.ids().topic_at(site.span.start).map(str::to_owned);
        let written = target.fragment.map(|span| span.slice(&site.value));
        let named = written.map(|written| named_ids(written, topic)).unwrap_or_default();
        let fragment = named.into_iter().next().map(|named| named.fragment);
        let Some(iri) = target.file else {
            let (at, state) = match fragment.as_deref().filter(|fragment| !fragment.is_empty()) {
                None => (None, TargetState::Present),
                Some(_) if document.len() > LONGEST => (None, TargetState::Element),
                Some(fragment) => {
                    let ids = document.ids();
                    let at = ids.find(fragment).map(|found| document.line_column(found.span.start));
                    (at, TargetState::of_element(ids.target(fragment)))
                }
            };
            return Some(Self { file: TargetFile::Own, fragment, at, state, name: String::new() });
        };
        if let Some(package) = &file.package {
            let targets = settings.targets.as_ref()?.get();
            let entry = percent_decoded(iri.strip_prefix("file:///")?)?.into_owned();
            let outer = file.name.strip_suffix(package.entry.as_str())?.strip_suffix(ENTRY_SEPARATOR)?;
            let file = TargetFile::Entry(format!("{outer}{ENTRY_SEPARATOR}{entry}"));
            let name = entry;
            let state = match written.filter(|written| !written.is_empty()) {
                _ if !targets.exists(&iri) => TargetState::no_file(targets.similar(&iri)),
                Some(written) => TargetState::of_element(targets.fragment(&iri, written)),
                None => TargetState::Present,
            };
            return Some(Self { file, fragment, at: None, state, name });
        }
        let path = path_from_file_uri(&iri)?;
        let disk = DISK.within(&settings.roots);
        let state = if disk.resolved(&iri).is_some() {
            let written = written.filter(|written| !written.is_empty());
            written.map_or(TargetState::Present, |written| TargetState::of_element(disk.fragment(&iri, written)))
        } else if disk.exists(&iri) {
            TargetState::Outside
        } else {
            TargetState::no_file(disk.similar(&iri))
        };
        let at = fragment.as_deref().filter(|_| state == TargetState::Present).and_then(|fragment| {
            let start = disk.ids(&iri)?.find(fragment)?.span.start;
            let source = encoding::decode(iri_core::files::read_found(&path).ok()?).ok()?;
            Some(line_column(&source.text, start.min(source.text.len())))
        });
        let own = absolute(&file.path);
        let folder = folder_of(&own);
        let is_opened = settings.roots.iter().any(|root| below(&path, root).is_some() && below(folder, root).is_some());
        let name = if is_opened || below(&path, folder).is_some() {
            name_of(&relative_to(folder, &path))
        } else {
            name_of(&path)
        };
        Some(Self { file: TargetFile::Disk(path), fragment, at, state, name })
    }

    /// Returns whether something is missing.
    pub const fn is_missing(&self) -> bool {
        matches!(self.state, TargetState::NoFile(_) | TargetState::NoElement(_))
    }

    /// Returns the sentence about what the reference opens: words, and names of the input, one after the other.
    pub fn words(&self) -> Vec<TargetWord> {
        use TargetWord::{Name, Words};
        let mut words = vec![Words("opens ".to_owned())];
        words.push(match self.file {
            TargetFile::Own => Words("this file".to_owned()),
            TargetFile::Disk(_) if self.name.is_empty() => Words("the directory of this file".to_owned()),
            TargetFile::Disk(_) | TargetFile::Entry(_) => Name(self.name.clone()),
        });
        if let Some(fragment) = self.fragment.as_deref().filter(|fragment| !fragment.is_empty()) {
            words.extend([Words(" at '".to_owned()), Name(fragment.to_owned()), Words("'".to_owned())]);
        }
        if let Some(at) = self.at {
            words.push(Words(format!(", line {}", at.line)));
        }
        words.push(Words(" (".to_owned()));
        words.extend(self.state_words());
        words.push(Words(")".to_owned()));
        words
    }

    /// Returns the words about whether it exists.
    pub fn state_words(&self) -> Vec<TargetWord> {
        use TargetWord::{Name, Words};
        let (state, similar) = match &self.state {
            TargetState::Present => ("exists", &[][..]),
            TargetState::NoFile(similar) => ("does not exist", &similar[..]),
            TargetState::NoElement(similar) => ("no such ID", &similar[..]),
            TargetState::Element => ("the file exists", &[][..]),
            TargetState::Outside => ("outside the opened directory: not looked up", &[][..]),
        };
        let mut words = vec![Words(state.to_owned())];
        for (number, similar) in similar.iter().enumerate() {
            let before = if number == 0 { "; similar: " } else { ", " };
            words.extend([Words(before.to_owned()), Name(similar.clone())]);
        }
        words
    }
}

/// Returns messages about the references in `files` whose targets are where nothing is looked up, at most [`MOST_NAMED`].
pub fn outside_messages(files: &[File], loader: &FileLoader) -> Vec<String> {
    let of_file = |file: &File| {
        // What is opened only for this is not kept.
        let document = file.clone().open(loader).ok()?.clone();
        let message = |site: Site<'_>| {
            let LineColumn { line, column } = document.line_column(site.span.start);
            format!("{}:{line}:{column}: not checked: {}", file.name, site.value)
        };
        Some(document.sites().filter(|site| is_outside(&document, site)).map(message).collect::<Vec<_>>())
    };
    let on_disk = files.iter().filter(|file| file.package.is_none()).take(MOST_SEARCHED);
    on_disk.filter_map(of_file).flatten().take(MOST_NAMED).collect()
}

/// Returns whether the file that `site` of `document` opens is where nothing is looked up.
fn is_outside(document: &Document, site: &Site<'_>) -> bool {
    let target = document.target_of(site).filter(|_| !site.role.is_unknown());
    let disk = DISK.within(&document.settings().roots);
    target.and_then(|target| target.file).is_some_and(|iri| disk.resolved(&iri).is_none() && disk.exists(&iri))
}

/// Returns `path` as seen from `folder`; both are absolute. What the user started the program in has no effect.
fn relative_to(folder: &Path, path: &Path) -> PathBuf {
    let nearest = folder.ancestors().enumerate().find_map(|(up, above)| Some((up, below(path, above)?)));
    let Some((up, rest)) = nearest else { return path.to_owned() };
    std::iter::repeat_n(Component::ParentDir, up).chain(rest.components()).collect()
}

/// Part of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TargetWord {
    /// Our own words.
    Words(String),
    /// Name of the input.
    Name(String),
}

impl TargetWord {
    /// Returns the text.
    pub fn text(&self) -> &str {
        match self {
            Self::Words(text) | Self::Name(text) => text,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_named_as_seen_from_the_folder_of_the_document() {
        for (path, expected) in [
            ("/d/m/n", ""),
            ("/d/m/n/x.xml", "x.xml"),
            ("/d/m", ".."),
            ("/d", "../.."),
            ("/d/y.xml", "../../y.xml"),
            ("/d/m/o/z.xml", "../o/z.xml"),
        ] {
            assert_eq!(relative_to(Path::new("/d/m/n"), Path::new(path)), Path::new(expected), "{path}");
        }
        // Names of one directory, and another drive.
        for (path, expected) in
            [(r"c:\D\m\x.xml", r"..\x.xml"), (r"\\?\C:\d\y.xml", r"..\..\y.xml"), (r"E:\d", r"E:\d")]
        {
            if cfg!(windows) {
                assert_eq!(relative_to(Path::new(r"C:\d\M\n"), Path::new(path)), Path::new(expected), "{path}");
            }
        }
    }
}
