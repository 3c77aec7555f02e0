//! `explain`: the page of a rule, the rules of a group, or the table of all rules.

use std::io::{self, Write};

use iri_core::Severity;
use iri_core::rules::{self, Group, Page, Rule};
use serde::Serialize;

use crate::cli::outcome::{Outcome, fail};
use crate::cli::value::unknown_rule;
use crate::cli::{Format, PrintingArgs};
use crate::report::json_writer::write_line;
use crate::report::output::{self, OutputDevice};
use crate::report::rule_page::{page, table};

/// Prints the page of the rule `name`, the rules of the group `name`, or all rules.
///
/// # Errors
/// If the output cannot be written.
pub fn run(name: Option<&str>, printing: &PrintingArgs) -> io::Result<Outcome> {
    if printing.format == Format::Json {
        return explain_json(name);
    }
    let mut out = output::text(printing.color);
    let width = OutputDevice::stdout().width;
    match name {
        None => table(&mut out, &Group::ALL, width)?,
        Some(name) => match (rules::find(name), Group::from_name(name)) {
            (Some(rule), _) => page(&mut out, rule, width)?,
            (None, Some(group)) => table(&mut out, &[group], width)?,
            (None, None) => return Ok(fail(&unknown_rule(name))),
        },
    }
    out.flush()?;
    Ok(Outcome::Done)
}

/// Keys of a rule in order.
#[derive(Serialize)]
struct RuleLine {
    schema: u8,
    rule: &'static str,
    group: &'static str,
    /// `None` if the rule is off by default.
    severity: Option<&'static str>,
    summary: String,
    markdown: String,
}

/// Prints one line of JSON for the rule `name`, or for each rule of the group `name` or of all groups.
fn explain_json(name: Option<&str>) -> io::Result<Outcome> {
    let matches = |rule: &Rule| name.is_none_or(|name| rule.name == name || rule.group.name() == name);
    let mut out = output::exact();
    for rule in rules::ALL.iter().filter(|rule| matches(rule)) {
        let line = RuleLine {
            schema: 1,
            rule: rule.name,
            group: rule.group.name(),
            severity: rule.severity.map(Severity::name),
            summary: Page::parse(rule.page()).summary,
            markdown: rule.markdown(),
        };
        write_line(&mut out, &line)?;
    }
    out.flush()?;
    Ok(Outcome::Done)
}
