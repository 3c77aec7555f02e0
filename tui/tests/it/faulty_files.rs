//! The faulty documents of the core as files, and what the core reports of each.
//!
//! ```text
//! folder/configuration-3/.iri.toml
//!                        there.xml
//!                        surroundings-07-value-12.xml
//! ```

#[path = "../../../core/tests/it/faulty_documents.rs"]
pub mod faulty_documents;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub use faulty_documents::{CONVERTED, HIDDEN};
use faulty_documents::{Combination, EXISTING, combinations};
use iri_core::characters::Escaper;
use iri_core::files::{ConfigSource, Configs, SchemaStore, SchemaSurroundings, TargetIndex, document_location};
use iri_core::text::{InDocument, encoding};
use iri_core::unicode::is_right_to_left;
use iri_core::{CancelToken, Document, Finding, Safety, Span};
use tempfile::TempDir;

/// A finding as users see it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Reported {
    /// Name of its rule.
    pub rule: String,
    /// Name of its severity.
    pub severity: String,
    /// Message, escaped for plain text.
    pub message: String,
    /// Fixes, the preferred one first.
    pub fixes: Vec<ReportedFix>,
}

/// The span of a reference, and its findings with the numbers of the characters at which they start.
pub type Inspected = (Span<InDocument>, Vec<(usize, Reported)>);

/// A fix as users see it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ReportedFix {
    /// Title, escaped for plain text.
    pub title: String,
    /// Whether it is safe.
    pub is_safe: bool,
}

impl Reported {
    /// Returns `finding` as users see it.
    pub fn new<S>(finding: &Finding<S>) -> Self {
        let plain = |text: &str| Escaper::PlainText.escape(text);
        let fix =
            |fix: &iri_core::Fix<S>| ReportedFix { title: plain(&fix.title), is_safe: fix.safety == Safety::Safe };
        Self {
            rule: finding.rule.name.to_owned(),
            severity: finding.severity.name().to_owned(),
            message: plain(&finding.message),
            fixes: finding.fixes.iter().map(fix).collect(),
        }
    }
}

/// Returns whether `displayed` is `text`, either in letters or in Bidi Notation: an uppercase letter for each
/// right-to-left letter, and braces around the uppercase letters of the text and around short names.
pub fn is_display_of(displayed: &str, text: &str) -> bool {
    let mut shown = displayed.chars().filter(|c| *c != '\u{200E}').peekable();
    let is_same = |c: char| match shown.next() {
        Some('{') if c.is_ascii_uppercase() => shown.next() == Some(c) && shown.next() == Some('}'),
        Some('{') if c == '[' => true,
        Some('}') if c == ']' => true,
        Some(letter) => letter == c || is_right_to_left(c) && letter.is_ascii_uppercase(),
        None => false,
    };
    text.chars().all(is_same) && shown.next().is_none()
}

/// A file.
pub struct File {
    /// Its path in the folder, with `/`.
    pub path: String,
    /// Its URI.
    pub uri: String,
    /// Its content.
    pub document: Document,
}

impl File {
    /// Returns the findings, with their spans, in the order of the spans.
    pub fn findings(&self) -> Vec<(Span<InDocument>, Reported)> {
        let all = self.document.findings().chain(self.document.related_findings(&CancelToken::default()));
        let mut all: Vec<_> = all.map(|found| (found.finding.span, Reported::new(&found.finding))).collect();
        all.sort();
        all
    }

    /// Returns the references, in the order of the text.
    pub fn references(&self) -> Vec<Inspected> {
        let inspected = |site: iri_core::Site<'_>| {
            let inspection =
                self.document.inspect_with_targets(&site, &CancelToken::default()).expect("a site of the document");
            let number = |finding: &Finding| inspection.text()[..finding.span.start].chars().count();
            let mut all: Vec<_> =
                inspection.findings().iter().map(|finding| (number(finding), Reported::new(finding))).collect();
            all.sort();
            (site.span, all)
        };
        self.document.sites().map(inspected).collect()
    }
}

/// The files, in a temporary folder.
pub struct Files {
    folder: TempDir,
    /// The documents, in the order of their paths.
    pub all: Vec<File>,
}

impl Files {
    /// Writes the documents, and reads them like the core.
    pub fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let top = plain_path(&folder);
        let configs = Configs::new(ConfigSource::Nearest);
        let schemas = SchemaStore::default();
        let targets = Arc::new(TargetIndex::default());
        let mut all = Vec::new();
        for Combination { path, text, configuration } in combinations() {
            let file = top.join(&path);
            let parent = file.parent().expect("the file is in a folder");
            if !parent.exists() {
                fs::create_dir(parent).expect("a folder can be made");
                fs::write(parent.join(".iri.toml"), configuration).expect("it can be written");
                fs::write(parent.join(EXISTING), "<r/>").expect("it can be written");
            }
            fs::write(&file, &text).expect("it can be written");
            let source = encoding::decode(text.into_bytes()).expect("it is UTF-8");
            let uri = document_location(&file).expect("the path is absolute");
            let config = configs.config_for(&file);
            let mut settings = config.settings_for(&file);
            settings.location = Some(uri.clone());
            // The front ends add the directory of the configuration to that of the user.
            settings.roots = vec![top.clone(), parent.to_owned()];
            settings.targets = Some(targets.shared(&settings.roots));
            settings.charset = source.form.encoding.charset();
            let surroundings = SchemaSurroundings {
                is_project: true,
                path: Some(file.clone()),
                roots: settings.roots.clone(),
                workspace: Some(parent.to_owned()),
                config,
                of_client: Vec::new(),
                catalogs: Vec::new(),
            };
            settings.types = schemas.types(&source.text, &surroundings);
            all.push(File { path, uri, document: Document::parse(source.text, Arc::new(settings)) });
        }
        all.sort_by(|one, other| one.path.cmp(&other.path));
        Self { folder, all }
    }

    /// Returns the folder, without symbolic links.
    pub fn folder(&self) -> PathBuf {
        plain_path(&self.folder)
    }

    /// Returns the folders of the configurations.
    #[cfg_attr(not(target_os = "linux"), allow(dead_code, reason = "some tests are of Linux only"))]
    pub fn folders(&self) -> Vec<PathBuf> {
        let mut all: Vec<_> = fs::read_dir(self.folder()).expect("a folder").flatten().map(|one| one.path()).collect();
        all.sort();
        all
    }

    /// Returns the file at `path` in `folder`.
    pub fn at(&self, path: &Path) -> &File {
        let below = path.strip_prefix(self.folder()).unwrap_or(path);
        let name = below.components().filter_map(|one| match one {
            std::path::Component::Normal(name) => name.to_str(),
            _ => None,
        });
        let name = name.collect::<Vec<_>>().join("/");
        let index = self.all.binary_search_by(|file| file.path.as_str().cmp(&name));
        &self.all[index.unwrap_or_else(|_| panic!("no document {name}"))]
    }
}

/// Returns the path of a folder without symbolic links, like a program that runs there. On Windows the path would have
/// the prefix of verbatim paths, which no program shows.
pub fn plain_path(folder: &TempDir) -> PathBuf {
    let path = folder.path();
    if cfg!(windows) { path.to_owned() } else { path.canonicalize().expect("it exists") }
}
