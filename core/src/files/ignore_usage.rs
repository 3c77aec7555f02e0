//! What the `[[ignore]]` entries of a configuration hide in a run, and what is in its `[[places]]`, so that entries without
//! effect can be reported.

use std::path::Path;

use crate::files::config::{Config, ConfigProblem, Ignore};
use crate::files::configs::ConfigFile;
use crate::rules::{self, Rule, Severities, Severity};
use crate::text::{InConfig, Span, shorten};
use crate::xml::suppression::Suppression;
use crate::xml::{Document, TARGET_RULES};

/// Maximum length of a name or value in a message, in characters.
const LONGEST_NAME: usize = 40;

/// Use of the `[[ignore]]` entries of one configuration in a run.
///
/// ```
/// use iri_core::files::{ConfigSource, Configs, IgnoreUsage};
/// use std::path::Path;
///
/// let config = Configs::new(ConfigSource::Nothing).config_for(Path::new("a.xml"));
/// let usage = IgnoreUsage::new(&config);
/// assert!(usage.problems(&config).is_empty());
/// ```
#[derive(Clone, Debug, Default)]
pub struct IgnoreUsage {
    entries: Vec<EntryUsage>,
    /// Whether each place contains a reference. One without references is of use without that.
    places: Vec<bool>,
}

#[derive(Clone, Debug, Default)]
struct EntryUsage {
    /// Whether a file of the run matches.
    has_file: bool,
    /// Whether each rule hid a finding.
    rules: Vec<bool>,
    /// Whether each value hid a finding.
    values: Vec<bool>,
}

impl IgnoreUsage {
    /// Creates the use of the entries of `file` before the run.
    pub fn new(file: &ConfigFile) -> Self {
        let usage = |entry: &Ignore| EntryUsage {
            has_file: false,
            rules: vec![false; entry.rules.len()],
            values: vec![false; entry.values.len()],
        };
        Self {
            entries: file.config.ignores.iter().map(usage).collect(),
            places: file.config.places.iter().map(|place| place.role.is_none()).collect(),
        }
    }

    /// Records that the run contains the file at `path`, checked or skipped as a whole. Returns whether its findings
    /// without the entries must be recorded too: all entries that match it have been used otherwise.
    pub fn record_file(&mut self, file: &ConfigFile, path: &Path) -> bool {
        if self.entries.is_empty() {
            return false;
        }
        let mut is_open = false;
        for (usage, _) in self.entries_for(&file.config, &file.pattern_path(path)) {
            usage.has_file = true;
            is_open |= usage.is_open();
        }
        is_open
    }

    /// Records the references of a file of the run.
    pub fn record_places(&mut self, file: &ConfigFile, document: &Document) {
        if self.places.iter().all(|is_used| *is_used) {
            return;
        }
        for site in document.sites() {
            for (is_used, place) in self.places.iter_mut().zip(&file.config.places).filter(|(is_used, _)| !**is_used) {
                *is_used = place.contains(&site);
            }
        }
    }

    /// Records the rules with a finding in each reference of the file at `path`, which it has without the entries. Takes
    /// time for the references and for the entries, not for each of the pairs.
    pub fn record_findings<'v>(
        &mut self,
        file: &ConfigFile,
        path: &Path,
        found: impl IntoIterator<Item = (&'v str, &'v [&'static Rule])>,
    ) {
        let config = &file.config;
        let mut all = Suppression::default();
        // Rules with a finding in a reference that each value matches.
        let mut hidden = vec![Suppression::default(); config.ignored.len()];
        for (value, rules) in found {
            let rules =
                rules.iter().map(|rule| Suppression::from_rule(rule)).fold(Suppression::default(), Suppression::or);
            all = all.or(rules);
            config.ignored.visit(value, |index, matches| {
                if hidden[index].or(rules) != hidden[index] && matches() {
                    hidden[index] = hidden[index].or(rules);
                }
            });
        }
        let mut first = 0;
        let path = file.pattern_path(path);
        for (usage, entry) in self.entries.iter_mut().zip(&config.ignores) {
            let hidden = &hidden[first..first + entry.values.len()];
            first += entry.values.len();
            if !entry.is_for(&path) {
                continue;
            }
            let of_entry =
                if hidden.is_empty() { all } else { hidden.iter().copied().fold(<_>::default(), Suppression::or) };
            for (is_used, (_, name)) in usage.rules.iter_mut().zip(&entry.rules) {
                *is_used |= Suppression::named(name).intersects(of_entry);
            }
            for (index, (is_used, hidden)) in usage.values.iter_mut().zip(hidden).enumerate() {
                *is_used |= config.ignored.rules_of(first - entry.values.len() + index).intersects(*hidden);
            }
        }
    }

    /// Returns a warning for each entry, and each rule and value in one, that hid nothing. A rule that is off may be on
    /// in another run, so it has none; neither has a rule that needs other files.
    pub fn problems(&self, file: &ConfigFile) -> Vec<ConfigProblem> {
        let entries = self.entries.iter().zip(&file.config.ignores);
        let entries = entries.filter(|(_, entry)| !entry.may_be_unused);
        let entries = entries.flat_map(|(usage, entry)| usage.problems(entry, file.config.severities()));
        let places = self.places.iter().zip(&file.config.place_spans).filter(|(is_used, _)| !**is_used);
        let message = "place has no effect: no XML file has it";
        let places = places.map(|(_, span)| ConfigProblem::new(*span, Severity::Warning, message.to_owned()));
        entries.chain(places).collect()
    }

    fn entries_for<'u>(
        &'u mut self,
        config: &'u Config,
        path: &'u str,
    ) -> impl Iterator<Item = (&'u mut EntryUsage, &'u Ignore)> {
        self.entries.iter_mut().zip(&config.ignores).filter(move |(_, entry)| entry.is_for(path))
    }
}

impl EntryUsage {
    /// Returns whether a further file of the entry can show that something in it is used.
    fn is_open(&self) -> bool {
        self.rules.iter().chain(&self.values).any(|is_used| !is_used)
    }

    /// Returns a warning for the entry, or for each rule and value in it, that hid nothing.
    fn problems(&self, entry: &Ignore, severities: &Severities) -> Vec<ConfigProblem> {
        let warning = |span: Span<InConfig>, message: String| ConfigProblem::new(span, Severity::Warning, message);
        if !self.has_file {
            return vec![warning(entry.span, "entry has no effect: no XML file matches".to_owned())];
        }
        let rules = self.rules.iter().zip(&entry.rules);
        let values = self.values.iter().zip(&entry.values);
        let rules = rules.map(|(is_used, (span, name))| (*is_used || !is_decidable(name, severities), *span, &**name));
        let values = values.map(|(is_used, (span, known))| (*is_used, *span, &*known.value));
        let parts: Vec<_> = rules.chain(values).collect();
        let unused = |&(is_used, span, name): &(bool, Span<InConfig>, &str)| {
            let message = || format!("'{}' has no effect: it hides no finding", shorten(name, LONGEST_NAME));
            (!is_used).then(|| warning(span, message()))
        };
        if parts.is_empty() || parts.iter().any(|(is_used, ..)| *is_used) {
            return parts.iter().filter_map(unused).collect();
        }
        vec![warning(entry.span, "entry has no effect: it hides no finding".to_owned())]
    }
}

/// Returns whether a run shows that no finding of the rule or group `name` occurs.
fn is_decidable(name: &str, severities: &Severities) -> bool {
    let mut named = rules::ALL.iter().filter(|rule| rule.name == name || rule.group.name() == name);
    named.any(|rule| !severities.is_off_for_references(rule)) && !TARGET_RULES.iter().any(|rule| rule.name == name)
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use crate::rules::find;

    fn rule(name: &str) -> &'static Rule {
        find(name).expect("the rule exists")
    }

    /// Returns the sources of the problems after the files and findings of a run.
    fn problems(text: &str, run: &[(&str, &[(&str, &str)])]) -> Vec<(String, String)> {
        let (config, problems) = Config::parse(text);
        assert!(problems.is_empty(), "{problems:?}");
        let file = ConfigFile {
            path: Some(PathBuf::from("/.iri.toml")),
            text: text.to_owned(),
            config,
            ..ConfigFile::default()
        };
        let mut usage = IgnoreUsage::new(&file);
        for (path, findings) in run {
            let path = Path::new("/").join(path);
            if usage.record_file(&file, &path) {
                let rules: Vec<_> = findings.iter().map(|(name, value)| (*value, [rule(name)])).collect();
                usage.record_findings(&file, &path, rules.iter().map(|(value, rules)| (*value, &rules[..])));
            }
        }
        let source = |problem: ConfigProblem| (problem.span.slice(text).to_owned(), problem.message);
        usage.problems(&file).into_iter().map(source).collect()
    }

    #[test]
    fn an_entry_without_effect_is_reported_with_its_parts() {
        let text = "[[ignore]]\nfiles = ['old/**']\n[[ignore]]\nfiles = ['a/**']\nrules = ['bidi', 'leiri-space']\n\
                    [[ignore]]\nvalues = ['$*', '%*']\n[[ignore]]\nfiles = ['a/**']\nrules = ['not-nfc']\n";
        let run: &[(&str, &[(&str, &str)])] =
            &[("a/b.xml", &[("leiri-space", "a b")]), ("c.xml", &[("bad-scheme", "$x")])];
        let problems = problems(text, run);
        let of: Vec<_> = problems.iter().map(|(source, message)| (source.as_str(), message.as_str())).collect();
        assert_eq!(
            of,
            [
                ("[[ignore]]", "entry has no effect: no XML file matches"),
                ("'bidi'", "'bidi' has no effect: it hides no finding"),
                ("'%*'", "'%*' has no effect: it hides no finding"),
                ("[[ignore]]", "entry has no effect: it hides no finding"),
            ]
        );
    }

    #[test]
    fn an_entry_that_another_run_may_need_is_not_reported() {
        let off = "[rules]\nnot-nfc = 'off'\n[[ignore]]\nrules = ['not-nfc']\n[[ignore]]\nrules = ['missing-target']\n";
        assert_eq!(problems(off, &[("a.xml", &[])]), []);
        let whole = "[[ignore]]\nfiles = ['a.xml']\n";
        assert_eq!(problems(whole, &[("a.xml", &[])]), []);
        // A rule of an entry with values is used only for one of them.
        let both = "[[ignore]]\nvalues = ['a b']\nrules = ['leiri-space']\n";
        assert_eq!(problems(both, &[("a.xml", &[("leiri-space", "a b")])]), []);
        assert_eq!(problems(both, &[("a.xml", &[("leiri-space", "b c")])]).len(), 1);
    }
}
