//! Known findings: `--write-baseline` stores the findings of a run, and with `--baseline` only other findings count.
//!
//! ```text
//! {"schema":1,"findings":[
//! {"path":"docs/guide.xml","rule":"leiri-space","fingerprint":"3c9e…"}
//! ]}
//! ```
//!
//! A finding is recognized by its path, rule, place, value and number among equal findings, not by its line.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::io::{self, Write};
use std::path::{Component, Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use iri_core::files::{PathStyle, absolute, below, is_missing_within, read_own};
use serde::{Deserialize, Serialize};

use crate::cells::escape_line;
use crate::files::tally::named;
use crate::report::json_writer::write_value;
use crate::report::output_file::OutputFile;

/// Version of the file.
const SCHEMA: u8 = 1;
/// Maximum size of the file, in bytes.
const MAX_BYTES: u64 = 256 << 20;

/// Known findings, and what the run found.
pub(super) struct Baseline {
    path: PathBuf,
    /// Directory of the file, to which its paths are relative.
    folder: PathBuf,
    known: HashMap<String, Entry>,
    found: Mutex<Found>,
}

/// What the run found.
#[derive(Default)]
struct Found {
    findings: Vec<Entry>,
    fingerprints: HashSet<String>,
    files: HashSet<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Entry {
    path: String,
    rule: String,
    fingerprint: String,
}

#[derive(Deserialize)]
struct BaselineFile {
    schema: u8,
    findings: Vec<Entry>,
}

impl Baseline {
    /// Creates an empty baseline that will be stored at `path`.
    pub(super) fn new(path: &Path) -> Self {
        let whole = stored(path);
        let folder = whole.parent().map(Path::to_owned).unwrap_or_default();
        Self { path: path.to_owned(), folder, known: HashMap::new(), found: Mutex::default() }
    }

    /// Reads the baseline at `path`.
    ///
    /// # Errors
    /// The message, if the file cannot be read or is no baseline.
    pub(super) fn read(path: &Path) -> Result<Self, String> {
        let shown = escape_line(&path.to_string_lossy());
        let problem = |problem: &str| format!("cannot read the baseline {shown}: {problem}");
        let text = read_own(path, MAX_BYTES).map_err(|error| problem(&error.to_string()))?;
        // The message of the parser would quote the text.
        let file: BaselineFile = serde_json::from_slice(&text).map_err(|error| {
            problem(&format!("it is not a baseline (line {}, column {})", error.line(), error.column()))
        })?;
        if file.schema != SCHEMA {
            return Err(problem(&format!("expected schema {SCHEMA}, found {}", file.schema)));
        }
        let known = file.findings.into_iter().map(|entry| (entry.fingerprint.clone(), entry)).collect();
        Ok(Self { known, ..Self::new(path) })
    }

    /// Returns the path of the file `name` as the baseline stores it, and records that the file was checked.
    pub(super) fn path_of(&self, name: &str) -> String {
        let whole = stored(Path::new(name));
        let path = below(&whole, &self.folder).unwrap_or(&whole);
        let path = PathStyle::SYSTEM.text_for_programs(&path.to_string_lossy()).into_owned();
        self.found().files.insert(path.clone());
        path
    }

    /// Records a finding. Returns whether it is known.
    pub(super) fn record(&self, path: &str, rule: &str, fingerprint: String) -> bool {
        let mut found = self.found();
        let is_known = self.known.contains_key(&fingerprint);
        let is_new = found.fingerprints.insert(fingerprint.clone());
        if is_new && self.known.is_empty() {
            found.findings.push(Entry { path: path.to_owned(), rule: rule.to_owned(), fingerprint });
        }
        is_known
    }

    /// Stores the findings of the run. Returns the message for the user.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(super) fn write(&self) -> io::Result<String> {
        let found = self.found();
        let mut findings = found.findings.clone();
        findings.sort_by(|a, b| (&a.path, &a.rule, &a.fingerprint).cmp(&(&b.path, &b.rule, &b.fingerprint)));
        let mut out = OutputFile::create(&self.path, true)?;
        write!(out, "{{\"schema\":{SCHEMA},\"findings\":[")?;
        for (index, entry) in findings.iter().enumerate() {
            out.write_all(if index == 0 { b"\n" } else { b",\n" })?;
            write_value(&mut out, entry)?;
        }
        out.write_all(b"\n]}\n")?;
        out.commit()?;
        Ok(format!("{} written to {}", named(findings.len(), "finding"), escape_line(&self.path.to_string_lossy())))
    }

    /// Returns a line per file and rule with known findings that are fixed: of files that were checked or are gone.
    pub(super) fn removable(&self) -> Vec<String> {
        let found = self.found();
        let mut counts: BTreeMap<(&str, &str), usize> = BTreeMap::new();
        for entry in self.known.values() {
            let is_checked = found.files.contains(&entry.path) || self.is_gone(&entry.path);
            if is_checked && !found.fingerprints.contains(&entry.fingerprint) {
                *counts.entry((&entry.path, &entry.rule)).or_default() += 1;
            }
        }
        let shown = escape_line(&self.path.to_string_lossy());
        let line = |((path, rule), count): ((&str, &str), usize)| {
            let (path, rule) = (escape_line(path), escape_line(rule));
            format!("{shown}: {} of {rule} in {path} can be removed: fixed", named(count, "finding"))
        };
        counts.into_iter().map(line).collect()
    }

    /// Returns whether the file that an entry names does not exist. Others may have written the entry, so only paths below
    /// the directory of the baseline are looked for.
    fn is_gone(&self, path: &str) -> bool {
        let is_below = Path::new(path).components().all(|name| matches!(name, Component::Normal(_)));
        is_below && is_missing_within(&self.folder.join(path), &self.folder)
    }

    fn found(&self) -> MutexGuard<'_, Found> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
/// Returns the absolute form of `path`; where names in two cases are one file, with the case that the disk has.
fn stored(path: &Path) -> PathBuf {
    let is_case_ignored = PathStyle::SYSTEM == PathStyle::Windows;
    let real = if is_case_ignored { path.canonicalize().ok() } else { None };
    real.unwrap_or_else(|| absolute(path))
}
