//! The page of a rule for the terminal, and the table of rules.
//!
//! ```text
//! leiri                                                  the group, then its rules
//!   leiri-space   warning   A space is legal in a LEIRI and in no IRI.
//! ```

use std::io::{self, Write};

use anstyle::Style;
use iri_core::Severity;
use iri_core::rules::{self, Group, Page, Rule};

use crate::report::styles;
use crate::report::wrap::wrap;

/// Returns the page of a rule as plain text, wrapped at `width` columns if that is given.
pub fn text(rule: &Rule, width: Option<usize>) -> String {
    let mut out = Vec::new();
    page(&mut out, rule, width).expect("a buffer takes every write");
    anstream::adapter::strip_bytes(&out).into_vec().try_into().unwrap_or_default()
}

/// Writes the rules of `groups` as a table.
///
/// # Errors
/// If `out` cannot be written.
pub fn table(out: &mut impl Write, groups: &[Group], width: Option<usize>) -> io::Result<()> {
    let name_width = rules::ALL.iter().map(|rule| rule.name.len()).max().unwrap_or(0);
    let severity_width = Severity::ALL.iter().map(|severity| severity.name().len()).max().unwrap_or(0);
    let mut is_first = true;
    for &group in groups {
        let rules: Vec<&Rule> = rules::ALL.iter().copied().filter(|rule| rule.group == group).collect();
        if rules.is_empty() {
            continue;
        }
        if !std::mem::take(&mut is_first) {
            writeln!(out)?;
        }
        let heading = styles::EMPHASIS;
        writeln!(out, "{heading}{}{heading:#}", group.name())?;
        for rule in rules {
            let severity = rule.severity.map_or("off", Severity::name);
            let style = rule.severity.map_or(styles::LABEL, styles::severity);
            let used = name_width + severity_width + 6;
            let summary = wrap(&plain(&Page::parse(rule.page()).summary), used, summary_indent(used, width), width);
            let gap = " ".repeat(severity_width - severity.len());
            writeln!(out, "  {:name_width$}  {style}{severity}{style:#}{gap}  {summary}", rule.name)?;
        }
    }
    Ok(())
}

/// Returns the indentation of the summary: below the name if a column beside it would be too narrow.
fn summary_indent(used: usize, width: Option<usize>) -> usize {
    if width.is_some_and(|width| width < used + 20) { 4 } else { used }
}

/// Writes the page with its paragraphs filled for this width and its examples unchanged.
///
/// # Errors
/// If `out` cannot be written.
pub fn page(out: &mut impl Write, rule: &Rule, width: Option<usize>) -> io::Result<()> {
    let severity = rule.severity.map_or("off by default", Severity::name);
    let mut block = Block::default();
    for line in rule.markdown().lines() {
        if line.starts_with("```") {
            block.end(out, width)?;
            block.is_in_fence = !block.is_in_fence;
        } else if block.is_in_fence {
            styled(out, styles::EXAMPLE, format!("    {line}").trim_end())?;
        } else if let Some(title) = line.strip_prefix("# ") {
            styled(out, styles::EMPHASIS, title)?;
            styled(out, styles::LABEL, &format!("group {}, {severity}", rule.group.name()))?;
        } else if let Some(heading) = line.strip_prefix("## ") {
            styled(out, styles::EMPHASIS, heading)?;
        } else if line.is_empty() {
            block.end(out, width)?;
            writeln!(out)?;
        } else {
            if line.starts_with("- ") {
                block.end(out, width)?;
            }
            block.push(line);
        }
    }
    block.end(out, width)
}

fn styled(out: &mut impl Write, style: Style, text: &str) -> io::Result<()> {
    writeln!(out, "{style}{text}{style:#}")
}

/// Paragraph or list item that is being read.
#[derive(Default)]
struct Block {
    text: String,
    is_in_fence: bool,
}

impl Block {
    fn push(&mut self, line: &str) {
        if !self.text.is_empty() {
            self.text.push(' ');
        }
        self.text.push_str(line.trim());
    }

    fn end(&mut self, out: &mut impl Write, width: Option<usize>) -> io::Result<()> {
        let text = plain(&std::mem::take(&mut self.text));
        if text.is_empty() {
            return Ok(());
        }
        let indent = if text.starts_with("- ") { 4 } else { 2 };
        // Wide lines of prose are hard to read.
        let width = width.unwrap_or(usize::MAX).min(90);
        writeln!(out, "  {}", wrap(&text, 2, indent, Some(width)))
    }
}

/// Returns text without the backticks around code spans.
///
/// ```text
/// a code span: n backticks, text, n backticks; one space at each inner end is not part of the text
/// ```
fn plain(markdown: &str) -> String {
    let mut out = String::with_capacity(markdown.len());
    let mut rest = markdown;
    while let Some(open) = rest.find('`') {
        out.push_str(&rest[..open]);
        let marks = rest[open..].len() - rest[open..].trim_start_matches('`').len();
        let (fence, inside) = rest[open..].split_at(marks);
        let Some((code, after)) = inside.split_once(fence) else {
            rest = inside;
            continue;
        };
        let unpadded = code.strip_prefix(' ').and_then(|code| code.strip_suffix(' '));
        out.push_str(unpadded.filter(|code| !code.trim().is_empty()).unwrap_or(code));
        rest = after;
    }
    out.push_str(rest);
    out
}
