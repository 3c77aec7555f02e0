//! The findings, the worst first; those that say the same are said once.

use std::collections::HashMap;
use std::io::{self, Write};

use iri_core::{Finding, Safety, Span};

use crate::report::reference_text::page::PageContext;
use crate::report::styles;
use crate::report::wrap::wrap;

/// Where what belongs to a finding stands.
const INDENT: usize = 6;

pub(super) fn write(out: &mut impl Write, page: &PageContext<'_, '_>) -> io::Result<()> {
    for (finding, spans) in grouped(page.inspection.findings()) {
        let severity = styles::severity(finding.severity);
        let name = styles::EMPHASIS;
        let head = format!("{} {}", finding.severity, finding.rule.name);
        writeln!(out)?;
        write!(out, "  {severity}{}{severity:#} {name}{}{name:#}", finding.severity, finding.rule.name)?;
        let rest = format!("at {}: {}", page.places.list(&spans), page.shown(&finding.message));
        writeln!(out, " {}", wrap(&rest, head.len() + 3, INDENT, page.screen.width))?;
        write_fixes(out, page, finding)?;
    }
    Ok(())
}

fn write_fixes(out: &mut impl Write, page: &PageContext<'_, '_>, finding: &Finding) -> io::Result<()> {
    for (index, fix) in finding.fixes.iter().enumerate() {
        let label = styles::LABEL;
        let word = if index == 0 { "fix" } else { "or " };
        let note = match fix.safety {
            Safety::Safe => "",
            Safety::Suggested => " (it may change what is named: a person chooses)",
        };
        let text = wrap(&format!("{}{note}", page.shown(&fix.title)), INDENT + 5, INDENT + 5, page.screen.width);
        writeln!(out, "      {label}{word}{label:#}  {text}")?;
    }
    Ok(())
}

/// Findings of one rule and message together, with all their spans.
fn grouped(findings: &[Finding]) -> Vec<(&Finding, Vec<Span>)> {
    let mut groups: Vec<(&Finding, Vec<Span>)> = Vec::new();
    let mut number: HashMap<(&str, &str), usize> = HashMap::new();
    for finding in findings {
        let group = *number.entry((finding.rule.name, &finding.message)).or_insert_with(|| {
            groups.push((finding, Vec::new()));
            groups.len() - 1
        });
        groups[group].1.push(finding.span);
    }
    // Stable: within a severity in the order of the text.
    groups.sort_by_key(|(finding, _)| std::cmp::Reverse(finding.severity));
    groups
}
