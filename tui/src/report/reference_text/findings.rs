//! The findings, the most severe first; equal ones are combined.

use std::io::{self, Write};

use iri_core::present::{CharacterIndex, FindingGroup};
use iri_core::{Finding, Safety};

use crate::report::reference_text::page::PageContext;
use crate::report::styles;
use crate::report::wrap::wrap;

/// Indentation of the lines of a finding.
const INDENT: usize = 6;

pub(super) fn write(out: &mut impl Write, page: &PageContext<'_, '_>) -> io::Result<()> {
    for FindingGroup { finding, numbers } in page.report.findings() {
        let severity = styles::severity(finding.severity);
        let name = styles::EMPHASIS;
        let head = format!("{} {}", finding.severity, finding.rule.name);
        writeln!(out)?;
        write!(out, "  {severity}{}{severity:#} {name}{}{name:#}", finding.severity, finding.rule.name)?;
        let rest = format!("at {}: {}", CharacterIndex::list(&numbers), page.message(&finding.message));
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
            Safety::Safe => String::new(),
            Safety::Suggested => format!(" ({})", fix.safety.words()),
        };
        let text = wrap(&format!("{}{note}", page.message(&fix.title)), INDENT + 5, INDENT + 5, page.screen.width);
        writeln!(out, "      {label}{word}{label:#}  {text}")?;
    }
    Ok(())
}
