//! Documents of tests: those under `tests/data/documents`, and the XML files in the directory `IRI_DOCUMENTS`, if it is
//! set.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{env, fs};

use iri_core::xml::document::DocumentFinding;
use iri_core::{Document, Settings, Site};

/// File with its text.
pub struct Sample {
    pub path: PathBuf,
    pub text: String,
}

/// Returns the samples of the repository, and at most `IRI_DOCUMENTS_MAX` (1,000) of the user, of at most `most` bytes.
pub fn samples(most: usize) -> Vec<Sample> {
    let ours = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/documents");
    let mut samples = below(&ours, most);
    assert!(samples.len() >= 9, "only {} documents", samples.len());
    if let Some(folder) = env::var_os("IRI_DOCUMENTS") {
        let most_files = env::var("IRI_DOCUMENTS_MAX").ok().and_then(|max| max.parse().ok()).unwrap_or(1000);
        let theirs = below(Path::new(&folder), most);
        let step = (theirs.len() / most_files).max(1);
        samples.extend(theirs.into_iter().step_by(step));
    }
    samples
}

fn below(folder: &Path, most: usize) -> Vec<Sample> {
    let mut folders = vec![folder.to_owned()];
    let mut samples = Vec::new();
    while let Some(folder) = folders.pop() {
        let mut entries: Vec<_> =
            fs::read_dir(&folder).expect("a folder").map(|entry| entry.expect("an entry")).collect();
        entries.sort_by_key(fs::DirEntry::path);
        for entry in entries {
            let kind = entry.file_type().expect("a kind");
            if kind.is_dir() {
                folders.push(entry.path());
            } else if kind.is_file() && entry.metadata().is_ok_and(|data| data.len() <= most as u64) {
                samples.extend(sample(entry.path()));
            }
        }
    }
    samples
}

/// Reads the file at `path`; `None` unless it is XML in UTF-8.
fn sample(path: PathBuf) -> Option<Sample> {
    let text = String::from_utf8(fs::read(&path).ok()?).ok()?;
    text.trim_start().starts_with('<').then_some(Sample { path, text })
}

/// Parses `text` without a cache.
pub fn read(text: &str) -> Document {
    Document::parse(text, Arc::new(Settings::default()))
}

/// Describes all of a site, with its line and column.
pub fn line(document: &Document, site: &Site<'_>) -> String {
    format!("{:?} {site:?}", document.line_column(site.span.start))
}

/// Describes all of a finding.
pub fn found_line(document: &Document, found: &DocumentFinding<'_>) -> String {
    format!("{:?} {found:?}", document.line_column(found.finding.span.start))
}

/// Describes every site of a document.
pub fn sites(document: &Document) -> Vec<String> {
    document.sites().map(|site| line(document, &site)).collect()
}

/// Describes every finding of a document.
pub fn findings(document: &Document) -> Vec<String> {
    document.findings().map(|found| found_line(document, &found)).collect()
}
