//! Use of the `[[ignore]]` entries of all configurations in a run. Entries without effect are reported if the run contains
//! every file that they may match: then they are old, or misspelled.
//!
//! A finding that an entry hides is not in the analysis of the file. So a file that such an entry matches is analyzed a
//! second time without it, but only until the entry was of use.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fs;
use std::iter;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use iri_core::files::config::ConfigProblem;
use iri_core::files::{ConfigFile, IgnoreUsage};
use iri_core::rules::Rule;
use iri_core::{CancelToken, Document};
use parking_lot::Mutex;

use crate::cli::ReferenceArgs;
use crate::cli::files::FileArgs;

/// Use of all entries; shared by threads.
#[derive(Default)]
pub struct IgnoreUses {
    /// Directories that the run contains as a whole.
    directories: Vec<PathBuf>,
    known: Mutex<HashMap<Option<PathBuf>, UsedConfig>>,
}

/// A configuration, and the use of its entries.
type UsedConfig = (Arc<ConfigFile>, IgnoreUsage);

impl IgnoreUses {
    /// Creates the use before a run with these arguments; `None` if it does not contain a directory as a whole, or has other
    /// severities than those of the configuration.
    pub fn new(files: &FileArgs, reference_args: &ReferenceArgs) -> Option<Self> {
        let is_partial = files.files_from.is_some()
            || files.changed_since.is_some()
            || !files.include.is_empty()
            || !files.exclude.is_empty();
        let is_usual = reference_args.rules.is_empty() && reference_args.dialect.is_none();
        let directories = files.inputs().into_iter().filter(|path| path.is_dir());
        let directories: Vec<_> = directories.filter_map(|path| fs::canonicalize(path).ok()).collect();
        (!is_partial && is_usual && !directories.is_empty()).then(|| Self { directories, known: Mutex::default() })
    }

    /// Records that the file at `path` is checked, or skipped as a whole. Returns whether its findings without the
    /// entries are needed.
    pub fn record_file(&self, config: &Arc<ConfigFile>, path: &Path) -> bool {
        let record = |config: &Arc<_>| self.usage(config, |usage| usage.record_file(config, path));
        extended(config).filter(|config| record(config)).count() > 0
    }

    /// Records the references of a file.
    pub fn record_places(&self, config: &Arc<ConfigFile>, document: &Document) {
        extended(config).for_each(|config| self.usage(config, |usage| usage.record_places(config, document)));
    }

    /// Records the findings of the file at `path`, which was analyzed without the entries.
    pub fn record_findings(&self, config: &Arc<ConfigFile>, path: &Path, document: &Document) {
        let missing = document.related_findings(&CancelToken::default());
        let mut rules: Vec<(Cow<'_, str>, Vec<&'static Rule>)> = Vec::new();
        let mut last = None;
        for found in document.findings().chain(missing) {
            // Findings of one reference follow one another.
            if last.replace(found.site.span) != Some(found.site.span) || rules.is_empty() {
                rules.push((found.site.value, Vec::new()));
            }
            let known = &mut rules.last_mut().expect("the line above added it if there was none").1;
            if !known.contains(&found.finding.rule) {
                known.push(found.finding.rule);
            }
        }
        let found = || rules.iter().map(|(value, rules)| (&**value, &rules[..]));
        extended(config).for_each(|config| self.usage(config, |usage| usage.record_findings(config, path, found())));
    }

    /// Returns the warnings about entries without effect, by configuration.
    pub fn problems(&self) -> Vec<(Arc<ConfigFile>, Vec<ConfigProblem>)> {
        let known = self.known.lock();
        let whole = known.values().filter(|(config, _)| self.contains(config));
        let mut problems: Vec<_> = whole.map(|(config, usage)| (Arc::clone(config), usage.problems(config))).collect();
        problems.retain(|(_, problems)| !problems.is_empty());
        problems.sort_by(|(a, _), (b, _)| a.path.cmp(&b.path));
        problems
    }

    /// Returns whether the run contains every file that the patterns of `config` may match.
    fn contains(&self, config: &ConfigFile) -> bool {
        let folder = config.path.as_deref().and_then(Path::parent).and_then(|folder| fs::canonicalize(folder).ok());
        folder.is_some_and(|folder| self.directories.iter().any(|directory| folder.starts_with(directory)))
    }

    fn usage<T>(&self, config: &Arc<ConfigFile>, with: impl FnOnce(&mut IgnoreUsage) -> T) -> T {
        let mut known = self.known.lock();
        let new = || (Arc::clone(config), IgnoreUsage::new(config));
        with(&mut known.entry(config.path.clone()).or_insert_with(new).1)
    }
}

/// Returns a configuration and those that it extends, if they have a file.
fn extended(config: &Arc<ConfigFile>) -> impl Iterator<Item = &Arc<ConfigFile>> {
    iter::successors(Some(config), |config| config.extended.as_ref()).filter(|config| config.path.is_some())
}
