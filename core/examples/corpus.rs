//! Figures about the references in a collection of XML files, and every finding to review.
//!
//! ```text
//! cargo run --release -p iri-core --example corpus -- FOLDER…            figures, then every distinct finding
//! cargo run --release -p iri-core --example corpus -- --values FOLDER…   every reference, one per line
//! cargo run --release -p iri-core --example corpus -- --fixes FOLDER…    every distinct change of safe fixes
//! ```
//!
//! The output is for scripts too: columns are separated by tabs, and no column contains one. The page `docs/corpus.md`
//! describes how to read it.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use iri_core::characters::Escaper;
use iri_core::files;
use iri_core::text::encoding;
use iri_core::xml::{Fixer, Site};
use iri_core::{Document, Settings, Severity};

/// Maximum length of a printed value, in characters.
const LONGEST: usize = 300;

/// Output of a run.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Findings,
    Values,
    Fixes,
}

/// Finding to review: the same one in many files counts once.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Distinct {
    severity: &'static str,
    rule: &'static str,
    place: String,
    value: String,
    message: String,
    fix: String,
}

/// Figures of a collection.
#[derive(Default)]
struct Figures {
    files: usize,
    bytes: usize,
    unread: usize,
    values: usize,
    /// Values with a finding of that severity or above.
    faulty: BTreeMap<Severity, usize>,
    by_rule: BTreeMap<(Severity, &'static str), usize>,
    /// Occurrences, and the location of the first one.
    distinct: BTreeMap<Distinct, (usize, String)>,
    /// Changes of safe fixes: the place, the value before and after, with the location of the first one.
    changes: BTreeMap<(String, String, String), (usize, String)>,
    fixed: usize,
    unfixed: Vec<String>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut mode = Mode::Findings;
    let mut folders = Vec::new();
    for argument in std::env::args_os().skip(1) {
        match argument.to_str() {
            Some("--values") => mode = Mode::Values,
            Some("--fixes") => mode = Mode::Fixes,
            _ => folders.push(PathBuf::from(argument)),
        }
    }
    if folders.is_empty() {
        return Err("missing folder; usage: corpus [--values|--fixes] FOLDER…".into());
    }
    let mut out = BufWriter::new(io::stdout().lock());
    let mut figures = Figures::default();
    for folder in &folders {
        for path in files::walk(folder, files::WalkOptions::default()) {
            let path = path?;
            if files::is_document_file(&path).unwrap_or(false) {
                figures.add(&path, mode, &mut out)?;
            }
        }
    }
    match mode {
        Mode::Findings => figures.print_findings(&mut out)?,
        Mode::Fixes => figures.print_fixes(&mut out)?,
        Mode::Values => {}
    }
    out.flush()?;
    Ok(())
}

impl Figures {
    fn add(&mut self, path: &Path, mode: Mode, out: &mut impl Write) -> io::Result<()> {
        let Some((text, bytes)) = text_of(path) else {
            self.unread += 1;
            return Ok(());
        };
        self.files += 1;
        self.bytes += bytes;
        let document = Document::parse(text, Arc::new(Settings::default()));
        self.values += document.sites().count();
        match mode {
            Mode::Findings => self.add_findings(path, &document),
            Mode::Fixes => self.add_fixes(path, &document),
            Mode::Values => {
                for site in document.sites() {
                    let (role, value) = (site.role.name, Escaper::PlainText.escape(&site.value));
                    writeln!(out, "{}\t{}\t{role}\t{value}", path.display(), place_of(&site))?;
                }
            }
        }
        Ok(())
    }

    fn add_findings(&mut self, path: &Path, document: &Document) {
        let mut worst: BTreeMap<(usize, usize), Severity> = BTreeMap::new();
        for found in document.findings() {
            let (finding, site) = (&found.finding, &found.site);
            let severity = worst.entry((site.span.start, site.span.end)).or_insert(finding.severity);
            *severity = (*severity).max(finding.severity);
            *self.by_rule.entry((finding.severity, finding.rule.name)).or_default() += 1;
            let fix =
                finding.fixes.first().map_or_else(String::new, |fix| format!("{}: {}", fix.safety.name(), fix.title));
            let distinct = Distinct {
                severity: finding.severity.name(),
                rule: finding.rule.name,
                place: place_of(site),
                value: Escaper::PlainText.escape_at_most(&site.value, LONGEST),
                message: finding.message.to_string(),
                fix,
            };
            let first = || (0, location(path, document, finding.span.start));
            self.distinct.entry(distinct).or_insert_with(first).0 += 1;
        }
        for severity in worst.into_values() {
            *self.faulty.entry(severity).or_default() += 1;
        }
    }

    fn add_fixes(&mut self, path: &Path, document: &Document) {
        let options = Fixer::default().with_least(Severity::Hint);
        match options.fix(document) {
            Ok(None) => {}
            Ok(Some(fixed)) => {
                self.fixed += 1;
                for (before, after) in document.sites().zip(fixed.document.sites()) {
                    if before.raw != after.raw {
                        let shown = |site: &Site<'_>| Escaper::PlainText.escape_at_most(site.raw, LONGEST);
                        let change = (place_of(&before), shown(&before), shown(&after));
                        let first = || (0, location(path, document, before.span.start));
                        self.changes.entry(change).or_insert_with(first).0 += 1;
                    }
                }
                if !matches!(options.fix(&fixed.document), Ok(None)) {
                    self.unfixed.push(format!("{}: a second run changes it again", path.display()));
                }
            }
            Err(error) => self.unfixed.push(format!("{}: {error}", path.display())),
        }
    }

    fn print_findings(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(
            out,
            "files\t{}\nunread\t{}\nbytes\t{}\nvalues\t{}",
            self.files, self.unread, self.bytes, self.values
        )?;
        for (severity, count) in self.faulty.iter().rev() {
            writeln!(out, "values with {severity} at most\t{count}")?;
        }
        writeln!(out, "\nseverity\trule\tfindings\tdistinct")?;
        for (&(severity, rule), count) in self.by_rule.iter().rev() {
            let is_same = |distinct: &&Distinct| distinct.rule == rule && distinct.severity == severity.name();
            let distinct: BTreeSet<_> =
                self.distinct.keys().filter(is_same).map(|key| (&key.place, &key.value)).collect();
            writeln!(out, "{severity}\t{rule}\t{count}\t{}", distinct.len())?;
        }
        writeln!(out, "\nseverity\trule\tfindings\tplace\tvalue\tmessage\tfix\tfirst location")?;
        for (key, (count, location)) in &self.distinct {
            let Distinct { severity, rule, place, value, message, fix } = key;
            writeln!(out, "{severity}\t{rule}\t{count}\t{place}\t{value}\t{message}\t{fix}\t{location}")?;
        }
        Ok(())
    }

    fn print_fixes(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(
            out,
            "files\t{}\nfixed files\t{}\n\nchanges\tplace\tbefore\tafter\tfirst location",
            self.files, self.fixed
        )?;
        for ((place, before, after), (count, location)) in &self.changes {
            writeln!(out, "{count}\t{place}\t{before}\t{after}\t{location}")?;
        }
        writeln!(out, "\nnot fixed\t{}", self.unfixed.len())?;
        self.unfixed.iter().try_for_each(|line| writeln!(out, "{line}"))
    }
}

/// Returns the text of a file and its number of bytes; `None` if it cannot be read or decoded.
fn text_of(path: &Path) -> Option<(String, usize)> {
    let bytes = files::read(path).ok()?;
    let length = bytes.len();
    Some((encoding::decode(bytes).ok()?.text, length))
}

/// Returns the place of a reference: its attribute and element in Clark notation.
fn place_of(site: &Site<'_>) -> String {
    let attribute = site.attribute.map_or_else(|| "text()".to_owned(), |name| format!("@{name}"));
    Escaper::PlainText.escape(&format!("{} {attribute}", site.element))
}

fn location(path: &Path, document: &Document, offset: usize) -> String {
    let line = document.slice(iri_core::Span::new(0, offset)).matches('\n').count() + 1;
    format!("{}:{line}", path.display())
}
