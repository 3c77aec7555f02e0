//! Where a reader sees each character: the text in its own order, and from left to right as it is
//! shown, each character in a slot of its own, which holds on every terminal.
//!
//! ```text
//! ─ direction ─ RFC 3987 order ─────────────────────────────────
//! as written  h t t p :  /  /  a b .  C  D  E  .  1  2  3  /
//! class       L L L L CS CS CS L L CS R  R  R  CS EN EN EN CS
//! level       0 0 0 0 0  0  0  0 0 0  1  1  1  1  2  2  2  0
//! as shown    h t t p :  /  /  a b .  1  2  3  .  E  D  C  /
//! from        0 1 2 3 4  5  6  7 8 9  14 15 16 13 12 11 10 17
//! in ASCII    http://ab.CDE.123/ is shown as http://ab.123.EDC/
//! twin        http://ab.123.CDE/ is another reference, shown the same
//! ```
//!
//! With fewer rows the display and the text stay longest.

use iri_core::unicode::{Character, bidi};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::app::{App, Pane};
use crate::editor;
use crate::judged::Direction;
use crate::ui::glyph::pieces;
use crate::ui::ink::Ink;
use crate::ui::{heading, lines, reference};

/// The columns of the names of the rows.
const NAMES: u16 = 12;

const SHOWN_AS: &str = " is shown as ";

/// A row, and how much it is needed: of two, the one with the lower number stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Row {
    Logical,
    Class,
    Level,
    Visual,
    From,
    Reads,
    Twin,
}

impl Row {
    /// In the order of the screen.
    const ALL: [Self; 7] = [Self::Logical, Self::Class, Self::Level, Self::Visual, Self::From, Self::Reads, Self::Twin];

    /// The first to stay first.
    const BY_NEED: [Self; 7] =
        [Self::Visual, Self::Logical, Self::Twin, Self::Reads, Self::From, Self::Level, Self::Class];

    const fn name(self) -> &'static str {
        match self {
            Self::Logical => "as written",
            Self::Class => "class",
            Self::Level => "level",
            Self::Visual => "as shown",
            Self::From => "from",
            Self::Reads => "in ASCII",
            Self::Twin => "twin",
        }
    }
}

/// One grapheme cluster in its slot.
struct Slot {
    /// The number of its first character.
    index: usize,
    /// Where that begins.
    start: usize,
    /// How many characters it has.
    count: usize,
    /// What is shown: where a reader sees it, at an odd level the mirror image.
    shown: String,
    class: &'static str,
    level: u8,
    cells: usize,
}

/// How many rows it wants below its heading.
pub fn rows(app: &App) -> u16 {
    match &app.judged.direction {
        Some(direction) if !direction.is_left_to_right => {
            if direction.twin.is_none() {
                6
            } else {
                7
            }
        }
        _ => 1,
    }
}

/// Draws it.
pub fn draw(buffer: &mut Buffer, app: &App, area: Rect) {
    let below = heading(buffer, app, Pane::Direction, area, "direction", app.order.title());
    let Some(direction) = &app.judged.direction else {
        let words = "  a long text: go to this pane, and it is worked out";
        Ink::new(buffer, below, app.theme).say(words, app.theme.dim());
        return;
    };
    if direction.is_left_to_right {
        let words = "  left to right throughout: a reader sees each character where it is written";
        Ink::new(buffer, below, app.theme).say(words, app.theme.dim());
        return;
    }
    let needed = Row::BY_NEED.into_iter().filter(|row| *row != Row::Twin || direction.twin.is_some());
    let kept: Vec<Row> = needed.take(usize::from(below.height)).collect();
    let shown = Row::ALL.into_iter().filter(|row| kept.contains(row));
    let room = usize::from(below.width.saturating_sub(NAMES));
    let logical = window(app, direction, room, Side::Logical);
    let visual = window(app, direction, room, Side::Visual);
    for (row, line) in shown.zip(lines(below)) {
        let slots = if matches!(row, Row::Visual | Row::From) { &visual } else { &logical };
        draw_row(buffer, app, line, row, slots, direction);
    }
}

fn draw_row(buffer: &mut Buffer, app: &App, line: Rect, row: Row, slots: &[Slot], direction: &Direction) {
    let theme = app.theme;
    let mut ink = Ink::new(buffer, line, theme);
    ink.say(row.name(), theme.dim()).skip_to(line.x + NAMES);
    match row {
        Row::Reads => {
            // Where both do not fit each has half of the line.
            let half = ink.room().saturating_sub(SHOWN_AS.len()) / 2;
            let long = direction.written.len() + direction.shown.len() > 2 * half;
            let most = if long { half } else { usize::MAX };
            ink.say(&cut(&direction.written, most, theme.ellipsis()), theme.plain()).say(SHOWN_AS, theme.dim());
            ink.say(&direction.shown, theme.plain());
            ink.say("   (capitals: right-to-left letters)", theme.dim());
            return;
        }
        Row::Twin => {
            ink.say(direction.twin.as_deref().unwrap_or_default(), theme.plain());
            ink.say(" is another reference, shown the same", theme.dim());
            return;
        }
        _ => {}
    }
    let selected = app.editor.cursor();
    for slot in slots {
        let from = ink.x();
        let is_selected = slot.start == selected;
        let style = reference::style_at(app, iri_core::Span::empty(slot.start), false);
        match row {
            Row::Logical | Row::Visual => {
                ink.show(&slot.shown, 0, |_, is_stand_in| {
                    let style = if is_stand_in { theme.stand_in(style) } else { style };
                    if is_selected { theme.selected(style) } else { style }
                });
            }
            Row::Class => drop(ink.say(slot.class, theme.plain())),
            Row::Level => drop(ink.say(&slot.level.to_string(), theme.plain())),
            Row::From => drop(ink.say(&slot.index.to_string(), theme.plain())),
            Row::Reads | Row::Twin => {}
        }
        ink.skip_to(from + u16::try_from(slot.cells).unwrap_or(u16::MAX));
    }
}

/// Text in Bidi Notation, which is ASCII, in at most so many columns.
fn cut(text: &str, most: usize, ellipsis: &str) -> String {
    if text.len() <= most {
        return text.to_owned();
    }
    text.chars().take(most.saturating_sub(1)).collect::<String>() + ellipsis
}

/// Which order a row is in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Logical,
    Visual,
}

/// The slots that are seen in `room` columns, the selected one among them.
fn window(app: &App, direction: &Direction, room: usize, side: Side) -> Vec<Slot> {
    let count = direction.starts.len();
    let selected = direction.starts.partition_point(|&start| start < app.editor.cursor()).min(count.saturating_sub(1));
    let column = match side {
        Side::Logical => selected,
        Side::Visual => direction.to_visual.get(selected).copied().unwrap_or(0),
    };
    // A slot takes two columns at least. The first that all rows can begin with is kept while it does.
    let fits = |from: usize| {
        let slots = slots(app, direction, from, room, side);
        let last = slots.last().map_or(from, |slot| match side {
            Side::Logical => slot.index + slot.count,
            Side::Visual => direction.to_visual[slot.index] + slot.count,
        });
        (column < last).then_some(slots)
    };
    let step = (room / 4).max(1);
    let mut from = column.saturating_sub(room / 2) / step * step;
    if column < room / 2 {
        from = 0;
    }
    while from < column {
        if let Some(slots) = fits(from) {
            return slots;
        }
        from = (from + step).min(column);
    }
    slots(app, direction, from, room, side)
}

fn slots(app: &App, direction: &Direction, from: usize, room: usize, side: Side) -> Vec<Slot> {
    let mut slots = Vec::new();
    let (mut at, mut used) = (from, 0);
    while at < direction.starts.len() {
        let index = if side == Side::Visual { direction.to_logical[at] } else { at };
        let slot = slot(app, direction, index, side);
        used += slot.cells;
        if used > room {
            break;
        }
        at += slot.count;
        slots.push(slot);
    }
    slots
}

fn slot(app: &App, direction: &Direction, index: usize, side: Side) -> Slot {
    let text = app.text();
    let start = direction.starts[index];
    let cluster = &text[start..editor::next(text, start)];
    let level = direction.levels[index];
    let is_mirrored = side == Side::Visual && level % 2 == 1;
    let shown = if is_mirrored { cluster.chars().map(bidi::mirrored).collect() } else { cluster.to_owned() };
    let class = cluster.chars().next().map_or("", |c| Character::of(c).bidi_class);
    let wide: usize = pieces(&shown, app.theme.glyphs).map(|piece| usize::from(piece.cells)).sum();
    let digits = index.to_string().len();
    let cells = wide.max(class.len()).max(digits) + 1;
    Slot { index, start, count: cluster.chars().count(), shown, class, level, cells }
}
