//! The reference beside a second one, on each rung of the comparison ladder.
//!
//! ```text
//! ─ comparison ─ RFC 3987 section 5 ────────────────────────────
//!   the same from the rung percent up
//! with        HTTP://e/~a                              enter: another
//! ✗ string    http://e/%7Ea      as they are written
//!             HTTP://e/~a
//! ✗ case      http://e/%7Ea      letter case of scheme, host and triplets
//!             http://e/~a
//! ✓ percent   http://e/~a        triplets that no character needs
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

/// The columns of the names of the rungs.
const NAMES: u16 = 13;

/// A line of the pane.
enum Line<'a> {
    /// How far up the two differ.
    Verdict,
    /// The other reference.
    Other,
    /// A rung, and ours or what both are.
    Ours(&'a Compared),
    /// What the other is on the rung above.
    Theirs(&'a Compared),
}

/// How many rows it wants below its heading.
pub fn rows(app: &App) -> u16 {
    app.analysis.comparison.as_ref().map_or(1, |comparison| u16::try_from(all(comparison).len()).unwrap_or(u16::MAX))
}

/// Draws it.
pub fn draw(buffer: &mut Buffer, app: &App, area: Rect) {
    let theme = app.theme;
    let is_resolved = app.analysis.comparison.as_ref().is_some_and(|comparison| comparison.is_resolved);
    let note = match app.base() {
        Some(_) if is_resolved => "what both mean under the base",
        Some(_) if app.analysis.comparison.is_some() => "as they stand: the base has no scheme",
        _ => "RFC 3987 section 5",
    };
    let below = heading(buffer, app, Pane::Comparison, area, note);
    let Some(comparison) = &app.analysis.comparison else {
        let words = if app.other.is_empty() {
            "  enter asks for a second reference, to be compared with this one"
        } else {
            "  a long text: the two are being compared"
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
                let style = |_, is_stand_in| if is_stand_in { theme.stand_in(theme.plain()) } else { theme.plain() };
                ink.write_input(&comparison.other, 0, style);
            }
            Line::Ours(compared) => {
                let is_same = compared.differs_at.is_none();
                let (mark, style) = if is_same { (theme.yes(), theme.good()) } else { (theme.no(), theme.bad()) };
                ink.write(mark, style).write(" ", theme.plain()).write(compared.rung.name(), theme.strong());
                ink.skip_to(row.x + NAMES);
                show(&mut ink, app, &compared.ours, compared);
                ink.write(&format!("   {}", what(compared.rung)), theme.dim());
            }
            Line::Theirs(compared) => {
                ink.skip_to(row.x + NAMES);
                show(&mut ink, app, &compared.theirs, compared);
                if let Some(at) = compared.differs_at {
                    ink.write(&format!("   they differ at {at}"), theme.dim());
                }
            }
        }
    }
}

fn verdict(comparison: &Comparison) -> String {
    let from = |rung: NormalizationLevel| match rung {
        NormalizationLevel::String => "the same".to_owned(),
        _ => format!("the same from the rung {} up", rung.name()),
    };
    match (comparison.same_from(), comparison.same_as_iris) {
        (Some(rung), _) => from(rung),
        (None, Some(rung)) => format!("different; converted to IRIs {}", from(rung)),
        (None, None) => "different on every rung".to_owned(),
    }
}

/// What a rung takes for the same, beside what the rungs below it do.
const fn what(rung: NormalizationLevel) -> &'static str {
    match rung {
        NormalizationLevel::String => "as they are written",
        NormalizationLevel::Case => "letter case of scheme, host and triplets",
        NormalizationLevel::Character => "composed characters (NFC)",
        NormalizationLevel::Percent => "triplets that no character needs",
        NormalizationLevel::Path => "dot segments",
        NormalizationLevel::Scheme => "what the scheme says: default port, empty path, A-labels",
    }
}

/// Every line there is.
fn all(comparison: &Comparison) -> Vec<Line<'_>> {
    let mut lines = vec![Line::Verdict, Line::Other];
    for compared in &comparison.rungs {
        lines.push(Line::Ours(compared));
        if compared.differs_at.is_some() {
            lines.push(Line::Theirs(compared));
        }
    }
    lines
}

/// The lines that are seen: where there are too many, of each rung the first, and the lowest rung where the two are
/// the same, or else the highest, with all it has.
fn kept(comparison: &Comparison, rows: usize) -> Vec<Line<'_>> {
    let all = all(comparison);
    if all.len() <= rows {
        return all;
    }
    let telling = comparison.same_from().map_or(NormalizationLevel::Scheme, |same| {
        let below = NormalizationLevel::ALL.iter().rev().find(|rung| **rung < same);
        *below.unwrap_or(&same)
    });
    let mut lines: Vec<Line<'_>> = all
        .into_iter()
        .filter(|line| match line {
            Line::Verdict | Line::Ours(_) => true,
            Line::Other => rows > 8,
            Line::Theirs(compared) => rows > 7 && compared.rung == telling,
        })
        .collect();
    // What is the same stays the same further up; of what is not the highest rungs tell most.
    let over = lines.len().saturating_sub(rows);
    if comparison.same_from().is_none() && rows > 0 {
        lines.drain(1..=over);
    }
    lines.truncate(rows);
    lines
}

fn show(ink: &mut Ink<'_>, app: &App, excerpt: &Excerpt, compared: &Compared) {
    let theme = app.theme;
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
        let style = if is_stand_in { theme.stand_in(theme.plain()) } else { theme.plain() };
        let differs = compared.differs_at.is_some() && span.start >= excerpt.differs_at;
        if differs { theme.different(style) } else { style }
    });
}
