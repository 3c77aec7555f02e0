//! `explain`: the page of a rule, the rules of a group, or the table of all rules.

use std::io::{self, Write};

use iri_core::rules::{self, Group};

use crate::cli::PrintingArgs;
use crate::cli::outcome::{Outcome, fail};
use crate::cli::value::unknown_rule;
use crate::report::output::{self, OutputDevice};
use crate::report::rule_page::{page, table};

/// Prints the page of the rule `name`, the rules of the group `name`, or all rules.
///
/// # Errors
/// If the output cannot be written.
pub fn run(name: Option<&str>, printing: &PrintingArgs) -> io::Result<Outcome> {
    let mut out = output::styled(printing.color);
    let width = OutputDevice::stdout().width;
    let group = |name: &str| Group::ALL.into_iter().find(|group| group.name() == name);
    match name {
        None => table(&mut out, &Group::ALL, width)?,
        Some(name) => match (rules::find(name), group(name)) {
            (Some(rule), _) => page(&mut out, rule, width)?,
            (None, Some(group)) => table(&mut out, &[group], width)?,
            (None, None) => return Ok(fail(&unknown_rule(name))),
        },
    }
    out.flush()?;
    Ok(Outcome::Done)
}
