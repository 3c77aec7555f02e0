//! The comparison of the reference with another one under each normalization level.
//!
//! ```text
//! ─ comparison ─ RFC 3987 section 5 ────────────────────────────
//!   equal after percent normalization
//! with        HTTP://e/~a
//! ✗ string    http://e/%7Ea      no normalization
//!             HTTP://e/~a
//! ✗ case      http://e/%7Ea      letter case of scheme, host and percent-encodings
//!             http://e/~a
//! ✓ percent   http://e/~a        unnecessary percent-encodings decoded
//! ```

use iri_core::reference::NormalizationLevel;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::cells::Ink;
use crate::inspector::analysis::comparison::{Compared, Comparison, Excerpt};
use crate::inspector::app::App;
use crate::inspector::pane::Pane;
use crate::ui::heading::heading;
use crate::ui::rows::lines;

/// Columns of the names of the levels.
const NAMES: u16 = 13;

/// A line of the pane.
enum Line<'a> {
    /// Verdict.
    Verdict,
    /// Other reference.
    Other,
    /// Level with our normal form, which may be equal to the other one.
    Ours(&'a Compared),
    /// Normal form of the other reference on the level of the previous line.
    Theirs(&'a Compared),
}

/// Returns how many rows it needs below its heading.
pub fn rows(app: &App) -> u16 {
    let comparison = app.panes.analysis.comparison.as_ref();
    comparison.map_or(1, |comparison| u16::try_from(all(comparison).len()).unwrap_or(u16::MAX))
}

/// Draws the pane.
pub fn draw(buffer: &mut Buffer, app: &App, area: Rect) {
    let theme = app.look.theme;
    let is_resolved = app.panes.analysis.comparison.as_ref().is_some_and(|comparison| comparison.is_resolved);
    let note = match app.panes.base() {
        Some(_) if is_resolved => "both resolved against the base",
        Some(_) if app.panes.analysis.comparison.is_some() => "not resolved: the base has no scheme",
        _ => "RFC 3987 section 5",
    };
    let below = heading(buffer, app, Pane::Comparison, area, note);
    let Some(comparison) = &app.panes.analysis.comparison else {
        let words = if app.panes.other.is_empty() {
            "  no other reference (enter set the other reference)"
        } else {
            "  analyzing …"
        };
        Ink::new(buffer, below, theme).write(words, theme.dim());
        return;
    };
    for (line, row) in kept(comparison, usize::from(below.height)).into_iter().zip(lines(below)) {
        let mut ink = Ink::new(buffer, row, theme);
        match line {
            Line::Verdict => {
                let style = if comparison.same_from().is_some() { theme.good() } else { theme.bad() };
                ink.skip_to(row.x + 2);
                ink.write(&verdict(comparison), style);
            }
            Line::Other => {
                ink.write("with", theme.dim()).skip_to(row.x + NAMES);
                ink.write_input(&comparison.other, 0, |_, is_stand_in| theme.piece(theme.plain(), is_stand_in));
            }
            Line::Ours(compared) => {
                let is_same = compared.differs_at.is_none();
                let (mark, style) = if is_same { (theme.yes(), theme.good()) } else { (theme.no(), theme.bad()) };
                ink.write(mark, style).write(" ", theme.plain()).write(compared.level.name(), theme.strong());
                ink.skip_to(row.x + NAMES);
                show(&mut ink, app, &compared.ours, compared);
                ink.write(&format!("   {}", what(compared.level)), theme.dim());
            }
            Line::Theirs(compared) => {
                ink.skip_to(row.x + NAMES);
                show(&mut ink, app, &compared.theirs, compared);
                if let Some(at) = compared.differs_at {
                    ink.write(&format!("   first difference at {at}"), theme.dim());
                }
            }
        }
    }
}

/// Returns whether the two are equal, and after which normalization.
pub fn verdict(comparison: &Comparison) -> String {
    match comparison.same_from() {
        Some(NormalizationLevel::String) => "equal".to_owned(),
        Some(level) => format!("equal after {} normalization", level.name()),
        None => "different".to_owned(),
    }
}

/// Returns what a level normalizes in addition to the levels below it.
const fn what(level: NormalizationLevel) -> &'static str {
    match level {
        NormalizationLevel::String => "no normalization",
        NormalizationLevel::Case => "letter case of scheme, host and percent-encodings",
        NormalizationLevel::Character => "composed characters (NFC)",
        NormalizationLevel::Percent => "one spelling of percent-encodings",
        NormalizationLevel::Path => "dot segments removed",
        NormalizationLevel::Scheme => "default port, empty path, A-labels, IPv6",
    }
}

/// Returns all lines.
fn all(comparison: &Comparison) -> Vec<Line<'_>> {
    let mut lines = vec![Line::Verdict, Line::Other];
    for compared in &comparison.levels {
        lines.push(Line::Ours(compared));
        if compared.differs_at.is_some() {
            lines.push(Line::Theirs(compared));
        }
    }
    lines
}

/// Returns the visible lines. If there are too many, these are the first line of each level, and both lines of the lowest
/// level on which the two are equal, or else of the highest level.
fn kept(comparison: &Comparison, rows: usize) -> Vec<Line<'_>> {
    let all = all(comparison);
    if all.len() <= rows {
        return all;
    }
    let telling = comparison.same_from().map_or(NormalizationLevel::Scheme, |same| {
        let below = NormalizationLevel::ALL.iter().rev().find(|level| **level < same);
        *below.unwrap_or(&same)
    });
    let mut lines: Vec<Line<'_>> = all
        .into_iter()
        .filter(|line| match line {
            Line::Verdict | Line::Ours(_) => true,
            Line::Other => rows > 8,
            Line::Theirs(compared) => rows > 7 && compared.level == telling,
        })
        .collect();
    // Equal references stay equal on higher levels; of different ones the highest levels are most informative.
    let over = lines.len().saturating_sub(rows);
    if comparison.same_from().is_none() && rows > 0 {
        lines.drain(1..=over);
    }
    lines.truncate(rows);
    lines
}

fn show(ink: &mut Ink<'_>, app: &App, excerpt: &Excerpt, compared: &Compared) {
    let theme = app.look.theme;
    // The first difference is visible, and some text before it.
    let room = ink.room();
    let mut from = 0;
    if excerpt.differs_at > room * 2 / 3 && compared.differs_at.is_some() {
        from = excerpt.text[..excerpt.differs_at].char_indices().rev().nth(room / 3).map_or(0, |(start, _)| start);
    }
    if from > 0 || excerpt.is_cut {
        ink.write(theme.ellipsis(), theme.dim());
    }
    ink.write_input(&excerpt.text, from, |span, is_stand_in| {
        let style = theme.piece(theme.plain(), is_stand_in);
        let differs = compared.differs_at.is_some() && span.start >= excerpt.differs_at;
        if differs { theme.different(style) } else { style }
    });
}
