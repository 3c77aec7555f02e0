//! Number of findings per rule.
//!
//! ```text
//! 12  leiri-space  9 can be fixed with --fix
//! ```

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::Serialize;

use crate::files::tally::RuleCount;
use crate::report::json_writer::write_line;
use crate::report::styles;

#[derive(Serialize)]
struct StatisticsLine {
    schema: u8,
    rule: &'static str,
    count: usize,
    fixable: usize,
}

/// Writes the counts as text, the most frequent rule first.
///
/// # Errors
/// If `out` cannot be written.
pub fn write_text(out: &mut impl Write, rules: &BTreeMap<&'static str, RuleCount>) -> io::Result<()> {
    let sorted = sorted(rules);
    let width = sorted.first().map_or(0, |(_, count)| count.all.to_string().len());
    let name_width = sorted.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let label = styles::LABEL;
    for (rule, RuleCount { all, fixable }) in sorted {
        write!(out, "{all:width$}  ")?;
        if fixable == 0 {
            writeln!(out, "{rule}")?;
        } else {
            writeln!(out, "{rule:name_width$}  {label}{fixable} can be fixed with --fix{label:#}")?;
        }
    }
    Ok(())
}

/// Writes the counts as lines of JSON, the most frequent rule first.
///
/// # Errors
/// If `out` cannot be written.
pub fn write_json(out: &mut impl Write, rules: &BTreeMap<&'static str, RuleCount>) -> io::Result<()> {
    for (rule, RuleCount { all: count, fixable }) in sorted(rules) {
        write_line(out, &StatisticsLine { schema: 1, rule, count, fixable })?;
    }
    Ok(())
}

fn sorted(rules: &BTreeMap<&'static str, RuleCount>) -> Vec<(&'static str, RuleCount)> {
    let mut sorted: Vec<_> = rules.iter().map(|(name, count)| (*name, *count)).collect();
    sorted.sort_by_key(|(name, count)| (std::cmp::Reverse(count.all), *name));
    sorted
}
