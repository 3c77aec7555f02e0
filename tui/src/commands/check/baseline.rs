//! Known findings: `--write-baseline` stores the findings of a run, and with `--baseline` only other findings count.
//!
//! ```text
//! {"schema":1,"findings":[
//! {"path":"docs/guide.xml","rule":"leiri-space","place":"figure@href","characters":" ","value":"3c9e…"}
//! ]}
//! ```
//!
//! A finding is known if its file has an entry for it, each entry for one finding: of the same rule, and, from the
//! strictest to the loosest comparison, with the same value, place and characters. So an edit of another part of the
//! value changes nothing, and a file never has more known findings of a rule than the baseline. The entries of a file
//! that is gone are those of one file that has findings with the same values and no entries of its own.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::io::{self, Write};
use std::path::{Component, Path, PathBuf};
use std::sync::OnceLock;

use iri_core::files::{PathStyle, absolute, below, below_other_name, is_missing_within, read_own};
use iri_core::xml::document::DocumentFinding;
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};

use crate::cells::escape_line;
use crate::files::tally::named;
use crate::report::findings::fingerprint::{ValueHashes, characters};
use crate::report::json_writer::write_value;
use crate::report::output_file::OutputFile;

/// Version of the file.
const SCHEMA: u8 = 1;
/// Maximum size of the file, in bytes.
const MAX_BYTES: u64 = 256 << 20;
/// Maximum number of stored characters of a finding.
const MAX_CHARACTERS: usize = 80;

/// Known findings, and what the run found.
pub(super) struct Baseline {
    path: PathBuf,
    /// Whether the run writes it, with all findings.
    is_new: bool,
    /// Directory of the file, to which its paths are relative.
    folder: PathBuf,
    /// Known findings of each file.
    known: BTreeMap<String, Vec<Entry>>,
    /// Files in it that no longer exist.
    gone: OnceLock<Vec<String>>,
    found: Mutex<Found>,
}

/// What the run found.
#[derive(Default)]
struct Found {
    /// Findings that belong into the baseline.
    findings: Vec<Entry>,
    /// Entries of each file that were found again.
    used: HashMap<String, HashSet<usize>>,
    files: HashSet<String>,
    /// Files that are gone, whose entries another file has taken.
    taken: HashSet<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct Entry {
    path: String,
    rule: String,
    /// Element and attribute.
    place: String,
    /// Characters that the finding is about.
    characters: String,
    /// Hash of the value and the position in it.
    value: String,
}

#[derive(Deserialize)]
struct BaselineFile {
    schema: u8,
    findings: Vec<Entry>,
}

impl Entry {
    fn new(path: &str, found: &DocumentFinding<'_>, hashes: &mut ValueHashes) -> Self {
        let (site, finding) = (&found.site, &found.finding);
        let attribute = site.attribute.map(|name| format!("@{name}"));
        Self {
            path: path.to_owned(),
            rule: finding.rule.name.to_owned(),
            place: format!("{}{}", site.element, attribute.unwrap_or_default()),
            characters: characters(site, finding).chars().take(MAX_CHARACTERS).collect(),
            value: hashes.at(site, finding),
        }
    }

    /// Returns what is compared in one of the comparisons, the strictest first.
    fn key(&self, comparison: usize) -> [&str; 4] {
        let Self { rule, place, characters, value, .. } = self;
        match comparison {
            0 => [rule, place, characters, value],
            1 => [rule, place, characters, ""],
            2 => [rule, "", characters, ""],
            _ => [rule, place, "", ""],
        }
    }
}

/// Number of comparisons.
const COMPARISONS: usize = 4;

/// Returns for each of `found` the index of its entry in `known`.
fn matched(known: &[Entry], found: &[Entry]) -> Vec<Option<usize>> {
    let mut result = vec![None; found.len()];
    let mut is_free = vec![true; known.len()];
    for comparison in 0..COMPARISONS {
        let mut free: HashMap<[&str; 4], Vec<usize>> = HashMap::new();
        for (index, entry) in known.iter().enumerate().rev().filter(|(index, _)| is_free[*index]) {
            free.entry(entry.key(comparison)).or_default().push(index);
        }
        for (entry, slot) in found.iter().zip(&mut result).filter(|(_, slot)| slot.is_none()) {
            *slot = free.get_mut(&entry.key(comparison)).and_then(Vec::pop);
            if let Some(index) = *slot {
                is_free[index] = false;
            }
        }
    }
    result
}

impl Baseline {
    /// Creates an empty baseline that will be stored at `path`.
    pub(super) fn new(path: &Path) -> Self {
        let whole = stored(path);
        let folder = whole.parent().map(Path::to_owned).unwrap_or_default();
        Self {
            path: path.to_owned(),
            is_new: true,
            folder,
            known: BTreeMap::new(),
            gone: OnceLock::new(),
            found: Mutex::default(),
        }
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
        let mut known: BTreeMap<String, Vec<Entry>> = BTreeMap::new();
        for entry in file.findings {
            known.entry(entry.path.clone()).or_default().push(entry);
        }
        Ok(Self { known, is_new: false, ..Self::new(path) })
    }

    /// Records the findings of the checked file `name`. Returns whether each is known.
    pub(super) fn compare<'d>(&self, name: &str, findings: impl Iterator<Item = DocumentFinding<'d>>) -> Vec<bool> {
        let path = self.path_of(name);
        let mut hashes = ValueHashes::default();
        let entries: Vec<Entry> = findings.map(|found| Entry::new(&path, &found, &mut hashes)).collect();
        let known = self.known.get_key_value(&path).or_else(|| self.take_former(&entries));
        let matched = known.map_or_else(|| vec![None; entries.len()], |(_, known)| matched(known, &entries));
        let mut found = self.found.lock();
        if let Some((name, _)) = known {
            found.used.entry(name.clone()).or_default().extend(matched.iter().flatten());
        }
        found.files.insert(path);
        let is_known: Vec<bool> = matched.iter().map(Option::is_some).collect();
        // A new baseline has all findings, an old one those that it had.
        let kept = entries.into_iter().zip(&is_known).filter(|(_, is_known)| **is_known || self.is_new);
        found.findings.extend(kept.map(|(entry, _)| entry));
        is_known
    }

    /// Returns the entries of the file that had the name of this file before: of one that is gone, with the most findings
    /// with the same values. Another file with such findings is a copy, and has none.
    fn take_former(&self, entries: &[Entry]) -> Option<(&String, &Vec<Entry>)> {
        let first = entries.first()?;
        let name = |path: &str| path.rsplit('/').next().map(str::to_owned);
        let values: HashSet<[&str; 4]> = entries.iter().map(|entry| entry.key(0)).collect();
        let common = |known: &[Entry]| known.iter().filter(|entry| values.contains(&entry.key(0))).count();
        let mut found = self.found.lock();
        let gone = self.gone().iter().filter(|path| !found.taken.contains(*path));
        let gone = gone.filter_map(|path| self.known.get_key_value(path));
        let similar = gone.filter(|(_, known)| common(known) > 0);
        let former = similar.max_by_key(|(path, known)| (common(known), name(path) == name(&first.path)))?;
        found.taken.insert(former.0.clone());
        Some(former)
    }

    /// Returns the path of the file `name` as the baseline stores it.
    fn path_of(&self, name: &str) -> String {
        let whole = stored(Path::new(name));
        let path = below(&whole, &self.folder).or_else(|| below_other_name(&whole, &self.folder)).unwrap_or(&whole);
        PathStyle::SYSTEM.text_for_programs(&path.to_string_lossy()).into_owned()
    }

    /// Stores the findings of the run. Returns the message for the user.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(super) fn write(&self) -> io::Result<String> {
        let count = self.write_entries(self.found.lock().findings.clone())?;
        Ok(format!("{} written to {}", named(count, "finding"), escape_line(&self.path.to_string_lossy())))
    }

    /// Removes the entries without a finding, and stores the new paths and values of the others. Returns the message for
    /// the user.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(super) fn prune(&self) -> io::Result<String> {
        let found = self.found.lock();
        let rest = self.known.iter().filter(|(path, _)| !self.is_over(&found, path));
        let kept: Vec<Entry> = rest.flat_map(|(_, entries)| entries).chain(&found.findings).cloned().collect();
        drop(found);
        let before: usize = self.known.values().map(Vec::len).sum();
        let count = self.write_entries(kept)?;
        let removed = named(before.saturating_sub(count), "finding");
        Ok(format!("{}: {removed} removed, {count} left", escape_line(&self.path.to_string_lossy())))
    }

    fn write_entries(&self, mut findings: Vec<Entry>) -> io::Result<usize> {
        findings.sort();
        let mut out = OutputFile::create(&self.path, true)?;
        write!(out, "{{\"schema\":{SCHEMA},\"findings\":[")?;
        for (index, entry) in findings.iter().enumerate() {
            out.write_all(if index == 0 { b"\n" } else { b",\n" })?;
            write_value(&mut out, entry)?;
        }
        out.write_all(b"\n]}\n")?;
        out.commit()?;
        Ok(findings.len())
    }

    /// Returns a line per file and rule with entries that have no finding.
    pub(super) fn removable(&self) -> Vec<String> {
        let found = self.found.lock();
        let mut counts: BTreeMap<(&str, &str), usize> = BTreeMap::new();
        for (path, entries) in self.known.iter().filter(|(path, _)| self.is_over(&found, path)) {
            let is_used = |index: usize| found.used.get(path).is_some_and(|used| used.contains(&index));
            for (_, entry) in entries.iter().enumerate().filter(|(index, _)| !is_used(*index)) {
                *counts.entry((path, &entry.rule)).or_default() += 1;
            }
        }
        let shown = escape_line(&self.path.to_string_lossy());
        let line = |((path, rule), count): ((&str, &str), usize)| {
            let (path, rule) = (escape_line(path), escape_line(rule));
            format!("{shown}: {} of {rule} in {path} no longer found (--prune-baseline)", named(count, "finding"))
        };
        counts.into_iter().map(line).collect()
    }

    /// Returns whether the run determines which entries of the file at `path` still have a finding: it was checked or is
    /// gone.
    fn is_over(&self, found: &Found, path: &String) -> bool {
        found.files.contains(path) || self.gone().contains(path)
    }

    /// Returns the files of the entries that do not exist. Others may have written the entries, so only paths below the
    /// directory of the baseline are looked for.
    fn gone(&self) -> &[String] {
        self.gone.get_or_init(|| {
            let is_below = |path: &Path| path.components().all(|name| matches!(name, Component::Normal(_)));
            let is_missing = |path: &str| is_missing_within(&self.folder.join(path), &self.folder);
            // An entry of a package is not gone as long as the package is there.
            let is_gone = |path: &&String| {
                is_below(Path::new(path))
                    && is_missing(path)
                    && path.split_once("!/").is_none_or(|(file, _)| is_missing(file))
            };
            self.known.keys().filter(is_gone).cloned().collect()
        })
    }
}

/// Returns the absolute form of `path`; where names in two cases are one file, with the case that the disk has.
fn stored(path: &Path) -> PathBuf {
    let is_case_ignored = PathStyle::SYSTEM == PathStyle::Windows;
    let real = if is_case_ignored { path.canonicalize().ok() } else { None };
    real.unwrap_or_else(|| absolute(path))
}
