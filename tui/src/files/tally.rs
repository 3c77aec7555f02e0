//! Counts of a check, and the summary line.
//!
//! ```text
//! 412 references in 37 files: 3 errors, 11 warnings; 9 can be fixed with --fix
//! ```

use std::collections::BTreeMap;

use iri_core::text::InDocument;
use iri_core::xml::{Fixer, LeftFix};
use iri_core::{Finding, Severity};

/// Counts of one file, or of many.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Checked files.
    pub files: usize,
    /// References in these files.
    pub references: usize,
    /// Remaining findings by severity, the least severe first.
    pub findings: [usize; 4],
    /// Remaining findings that are not reported.
    pub unreported: usize,
    /// Findings for which those of the report stand.
    pub reported: usize,
    /// Those of them that `--max-findings` leaves out.
    pub omitted: usize,
    /// Findings that the baseline contains, which count nowhere else.
    pub known: usize,
    /// Remaining findings that could be fixed.
    pub fixable: Fixable,
    /// Applied fixes.
    pub fixed: usize,
    /// Files that the fixes changed, or would change.
    pub changed: usize,
    /// Skipped files, which have no markup.
    pub skipped: usize,
    /// Targets of references that must not be looked at.
    pub outside: usize,
    /// Violated rules.
    pub rules: BTreeMap<&'static str, RuleCount>,
}

/// Counts of a rule.
#[derive(Clone, Copy, Debug, Default)]
pub struct RuleCount {
    /// All findings.
    pub all: usize,
    /// Findings that `--fix` fixes.
    pub fixable: usize,
}

/// Findings by the option that fixes them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Fixable {
    /// Fixed by `--fix`.
    now: usize,
    /// Fixed by `--fix-least hint`.
    lower: usize,
    /// Fixed by `--fix-suggested`.
    suggested: usize,
}

impl Tally {
    /// Counts a remaining finding. Without `fixer`, its file cannot be fixed.
    pub fn count(&mut self, finding: &Finding<InDocument>, fixer: Option<&Fixer>) {
        self.findings[finding.severity as usize] += 1;
        let rule = self.rules.entry(finding.rule.name).or_default();
        rule.all += 1;
        let Some(fixer) = fixer else { return };
        let is_fixable = usize::from(fixer.fix_of(finding).is_some());
        rule.fixable += is_fixable;
        self.fixable.now += is_fixable;
        match fixer.left(finding) {
            Some(LeftFix::LessSevere) => self.fixable.lower += 1,
            Some(LeftFix::Suggested) => self.fixable.suggested += 1,
            None => {}
        }
    }

    /// Adds the counts of another tally.
    pub fn add(&mut self, other: &Self) {
        self.files += other.files;
        self.references += other.references;
        for (sum, more) in self.findings.iter_mut().zip(other.findings) {
            *sum += more;
        }
        self.unreported += other.unreported;
        self.reported += other.reported;
        self.omitted += other.omitted;
        self.known += other.known;
        self.fixable.now += other.fixable.now;
        self.fixable.lower += other.fixable.lower;
        self.fixable.suggested += other.fixable.suggested;
        self.fixed += other.fixed;
        self.changed += other.changed;
        self.skipped += other.skipped;
        self.outside += other.outside;
        for (name, more) in &other.rules {
            let sum = self.rules.entry(name).or_default();
            sum.all += more.all;
            sum.fixable += more.fixable;
        }
    }

    /// Returns the number of remaining findings.
    pub fn all(&self) -> usize {
        self.findings.iter().sum()
    }

    /// Returns whether there is a finding of at least this severity.
    pub fn reaches(&self, least: Severity) -> bool {
        self.findings[least as usize..].iter().any(|&count| count > 0)
    }

    /// Returns the summary of a check. With `is_dry_run`, no fix was applied.
    pub fn summary(&self, is_dry_run: bool) -> String {
        if self.files == 0 {
            return format!("no XML or RDF files found{}", self.others());
        }
        let findings = Severity::ALL.iter().rev().zip(self.findings.iter().rev());
        let findings =
            findings.filter(|(_, count)| **count > 0).map(|(severity, &count)| named(count, severity.name()));
        let findings: Vec<String> = findings.collect();
        let mut parts = vec![if findings.is_empty() { "no findings".to_owned() } else { findings.join(", ") }];
        if self.unreported > 0 {
            parts.push(format!("{} not reported (--least)", self.unreported));
        }
        if self.omitted > 0 {
            parts.push(format!("{} not reported (--max-findings)", self.omitted));
        }
        if self.known > 0 {
            parts.push(format!("{} known (--baseline)", self.known));
        }
        parts.extend(outside_words(self.outside));
        if self.fixed > 0 {
            let done = if is_dry_run { "would be fixed" } else { "fixed" };
            parts.push(format!("{} {done} in {}", self.fixed, named(self.changed, "file")));
        }
        parts.extend(self.fixable.summary());
        let references = named(self.references, "reference");
        format!("{references} in {}: {}{}", named(self.files, "file"), parts.join("; "), self.others())
    }

    /// Returns the summary of a list.
    pub fn listed(&self) -> String {
        if self.files == 0 {
            return format!("no XML or RDF files found{}", self.others());
        }
        format!("{} in {}{}", named(self.references, "reference"), named(self.files, "file"), self.others())
    }

    fn others(&self) -> String {
        match self.skipped {
            0 => String::new(),
            count => format!("; {} skipped (not XML)", named(count, "file")),
        }
    }
}

impl Fixable {
    /// Returns how many findings can be fixed, by option.
    fn summary(self) -> Option<String> {
        let ways = [(self.now, "--fix"), (self.suggested, "--fix-suggested"), (self.lower, "--fix-least hint")];
        let mut ways = ways.into_iter().filter(|(count, _)| *count > 0);
        let (count, way) = ways.next()?;
        let fix = if way == "--fix" { "" } else { "--fix " };
        let rest = ways.map(|(count, way)| format!(", {count} more with {way}"));
        Some(format!("{count} can be fixed with {fix}{way}{}", rest.collect::<String>()))
    }
}

/// Returns the words about targets that were not looked at; `None` without any.
pub fn outside_words(count: usize) -> Option<String> {
    (count > 0).then(|| format!("{} outside the allowed directories not checked", named(count, "target")))
}

/// "1 file", "2 files"; "1 information", "2 information".
pub fn named(count: usize, noun: &str) -> String {
    let end = if count == 1 || noun == "information" { "" } else { "s" };
    format!("{count} {noun}{end}")
}
