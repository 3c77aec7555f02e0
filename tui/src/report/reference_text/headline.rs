//! The reference with marks under its findings, and the verdict.

use std::io::{self, Write};

use iri_core::Span;
use unicode_width::UnicodeWidthStr;

use crate::report::reference_text::page::{PageContext, pad};
use crate::report::styles;

/// Column of the verdict after a short reference.
const VERDICT_FROM: usize = 36;
/// Maximum width of a reference with marks and the verdict on the same line.
const LONGEST: usize = 120;

pub(super) fn write(out: &mut impl Write, page: &PageContext<'_, '_>) -> io::Result<()> {
    if let (Some(_), Some(source)) = (page.report.unknown(), page.source) {
        let source = page.shown(source);
        write!(out, "{source}")?;
        return write_verdict(out, page, source.width());
    }
    let styled_spans = styled_spans(page);
    let mut cells = 0;
    for styled in &styled_spans {
        let shown = page.shown(styled.span.slice(page.text()));
        cells += shown.width();
        let style = if styled.is_flagged { styled.style.underline() } else { styled.style };
        write!(out, "{style}{shown}{style:#}")?;
    }
    if styled_spans.is_empty() {
        cells = 2;
        write!(out, "\"\"")?;
    }
    write_verdict(out, page, cells)?;
    write_marks(out, page, &styled_spans, cells)?;
    if let Some(source) = page.source.filter(|source| *source != page.text()) {
        let label = styles::LABEL;
        writeln!(out, "{label}source{label:#} {}", page.shown(source))?;
    }
    write_destination(out, page)
}

/// Writes what the reference opens, and what the address bars show if that is not the same.
fn write_destination(out: &mut impl Write, page: &PageContext<'_, '_>) -> io::Result<()> {
    let Some(destination) = page.report.destination() else { return Ok(()) };
    let (strong, text) = (styles::EMPHASIS, destination.text.as_str());
    match destination.emphasis {
        Some(emphasis) => {
            let [before, name, after] = [&text[..emphasis.start], &text[emphasis.clone()], &text[emphasis.end..]];
            let [before, name, after] = [before, name, after].map(|part| page.message(part));
            writeln!(out, "  {before}{strong}{name}{strong:#}{after}")?;
        }
        None => writeln!(out, "  {}", page.message(text))?,
    }
    for line in page.report.address_bar_notes() {
        writeln!(out, "  {}", page.message(&line))?;
    }
    Ok(())
}

fn write_verdict(out: &mut impl Write, page: &PageContext<'_, '_>, cells: usize) -> io::Result<()> {
    let verdict = page.report.verdict();
    let from = (cells + 4).max(VERDICT_FROM);
    let style = styles::EMPHASIS;
    if from + verdict.width() <= page.screen.width.unwrap_or(LONGEST) {
        writeln!(out, "{}{style}{verdict}{style:#}", pad(cells, from))
    } else {
        writeln!(out, "\n  {style}{verdict}{style:#}")
    }
}

/// Writes a `^` below every cell that a finding covers, unless the terminal may move letters.
fn write_marks(
    out: &mut impl Write,
    page: &PageContext<'_, '_>,
    styled_spans: &[StyledSpan],
    cells: usize,
) -> io::Result<()> {
    let fits = cells <= page.screen.width.unwrap_or(LONGEST).min(LONGEST);
    let is_moved = page.screen.is_terminal && page.is_right_to_left();
    if !fits || is_moved || page.report.inspection().findings().is_empty() {
        return Ok(());
    }
    let mut marks = String::new();
    for styled in styled_spans {
        let width = page.shown(styled.span.slice(page.text())).width();
        marks.push_str(&(if styled.is_flagged { "^" } else { " " }).repeat(width));
    }
    match marks.trim_end() {
        "" => Ok(()),
        marks => writeln!(out, "{marks}"),
    }
}

/// Part of the text in one style.
struct StyledSpan {
    span: Span,
    style: anstyle::Style,
    is_flagged: bool,
}

/// Splits the text where a component or a finding starts or ends.
fn styled_spans(page: &PageContext<'_, '_>) -> Vec<StyledSpan> {
    let reference = page.report.inspection().reference();
    let findings = page.report.inspection().findings();
    let mut cuts: Vec<usize> = vec![0, page.text().len()];
    cuts.extend(reference.components().iter().flat_map(|part| [part.span.start, part.span.end]));
    cuts.extend(findings.iter().flat_map(|finding| [finding.span.start, finding.span.end]));
    cuts.sort_unstable();
    cuts.dedup();

    let parts = reference.components();
    // Findings are in the order of their start, so one pass covers them all.
    let mut flagged_until = 0;
    let mut coming = findings.iter().peekable();
    let mut styled_spans = Vec::with_capacity(cuts.len());
    for pair in cuts.windows(2) {
        let span = Span::new(pair[0], pair[1]);
        while let Some(finding) = coming.next_if(|finding| finding.span.start <= span.start) {
            flagged_until = flagged_until.max(finding.span.end);
        }
        // The last component that contains the position is the innermost: the host follows the authority.
        let part = parts.iter().rev().find(|part| part.span.contains(span.start));
        let style = part.map_or(styles::DELIMITER, |part| styles::component(part.name));
        styled_spans.push(StyledSpan { span, style, is_flagged: span.start < flagged_until });
    }
    styled_spans
}
