//! The pane of characters: by default those that LEIRI allows but IRI does not.
//!
//! ```text
//! ─ characters ─ LEIRI only: 2 of 24 ─────────────────────────────
//!      at  char    code     name             class  group   allowed in
//! ❯▲   20  ␣       U+0020   SPACE            WS     space   LEIRI
//!
//!  U+0020 SPACE                              details of the selected one, if there is room
//!  …
//! ```

use iri_core::inspect::CharacterFilter;
use iri_core::unicode::LeiriGroup;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::cells::Ink;
use crate::inspector::analysis::{CharacterRow, Sort};
use crate::inspector::app::{App, Target};
use crate::inspector::pane::Pane;
use crate::ui::character_detail;
use crate::ui::character_style::style_at;
use crate::ui::heading::heading;
use crate::ui::rows::{first_line, lines};

/// Minimum width for a column with the groups if few characters have one.
const WIDE: u16 = 96;

/// Maximum number of characters for which the pane asks for rows.
const MOST_ROWS: u16 = 20;

/// Step in which the column of the names grows, so that it rarely changes while the list scrolls.
const NAME_STEP: usize = 16;

/// Columns, from the left of the pane; the column of the names is as wide as the visible names, if there is room.
struct Columns {
    at: u16,
    symbol: u16,
    code: u16,
    name: u16,
    class: u16,
    /// `None` if there is no column for it.
    group: Option<u16>,
    from: u16,
}

impl Columns {
    fn new(app: &App, area: Rect) -> Self {
        // The name is more important than the group, which the details below show as well, unless all have a group.
        let has_group = area.width >= if app.panes.filter == CharacterFilter::LeiriOnly { 80 } else { WIDE };
        let (class, group, from) = if has_group { (34, 28, 12) } else { (22, 0, 14) };
        let name = area.x + 30;
        let longest = seen(app, area).iter().map(|row| row.at.character.name.len() + 1).max().unwrap_or(0);
        let names = u16::try_from(longest.max(1).next_multiple_of(NAME_STEP)).unwrap_or(u16::MAX);
        let end = name.saturating_add(names).saturating_add(class).min(area.right());
        // Columns that do not fit in a narrow pane are beyond its edge and not drawn.
        let right = |cells: u16| end.saturating_sub(cells).max(area.x + 34);
        let hidden = area.right();
        Self {
            at: area.x + 3,
            symbol: area.x + 11,
            code: area.x + 20,
            name,
            class: if area.width >= 72 { right(class) } else { hidden },
            group: has_group.then(|| right(group)),
            from: if area.width >= 72 { right(from) } else { hidden },
        }
    }
}

/// Returns how many rows the pane needs below its heading.
pub fn rows(app: &App, width: u16) -> u16 {
    let listed = u16::try_from(app.panes.analysis.listing.count).unwrap_or(u16::MAX).min(MOST_ROWS);
    listed + 2 + character_detail::rows(app, width)
}

/// Returns the area of the list, and below it that of the details.
fn areas(app: &App, below: Rect) -> (Rect, Rect) {
    let wanted = character_detail::rows(app, below.width);
    // The list comes first: in a low pane it gets all rows.
    let listed = u16::try_from(app.panes.analysis.listing.count).unwrap_or(u16::MAX).saturating_add(1);
    let room = below.height.saturating_sub(listed.min(4.max(below.height * 2 / 5)));
    let rows = if room < 3 { 0 } else { wanted.min(room) };
    let height = below.height - rows;
    (Rect { height, ..below }, Rect { y: below.y + height, height: rows, ..below })
}

/// Draws the pane.
pub fn draw(buffer: &mut Buffer, app: &App, area: Rect) {
    let analysis = &app.panes.analysis;
    let filter = match app.panes.filter {
        CharacterFilter::All => "all",
        CharacterFilter::Notable => "notable",
        CharacterFilter::LeiriOnly => "LEIRI only",
    };
    let mut note = format!("{filter}: {} of {}", analysis.listing.count, analysis.length);
    if app.panes.sort != Sort::Position {
        note = format!("{filter}: {} distinct, {}", analysis.listing.count, app.panes.sort.title());
    }
    let below = heading(buffer, app, Pane::Characters, area, &note);
    let (below, detail) = areas(app, below);
    character_detail::draw(buffer, app, detail);
    let columns = Columns::new(app, below);
    let mut rows = lines(below);
    if analysis.listing.rows.is_empty() {
        if let Some(row) = rows.next() {
            Ink::new(buffer, row, app.look.theme).write(&format!("  {}", nothing_listed(app)), app.look.theme.dim());
        }
        return;
    }
    if below.height > 2
        && let Some(row) = rows.next()
    {
        draw_titles(buffer, app, row, &columns);
    }
    for (character, row) in seen(app, below).iter().zip(rows) {
        draw_row(buffer, app, row, &columns, character);
    }
}

fn nothing_listed(app: &App) -> &'static str {
    match app.panes.filter {
        _ if app.panes.text().is_empty() => "no characters",
        CharacterFilter::LeiriOnly | CharacterFilter::Notable if !app.panes.analysis.is_complete => "analyzing …",
        CharacterFilter::LeiriOnly if app.panes.pane == Pane::Characters => "none (v change the filter)",
        _ => "none",
    }
}

/// Returns the visible rows below the titles.
fn seen(app: &App, below: Rect) -> &[CharacterRow] {
    let listing = &app.panes.analysis.listing;
    let height = usize::from(if below.height > 2 { below.height - 1 } else { below.height });
    let selected = listing.row_of(app.panes.text(), app.panes.selected_character());
    let first = first_line(selected, listing.count, height).saturating_sub(listing.first);
    let last = (first + height).min(listing.rows.len());
    listing.rows.get(first..last).unwrap_or_default()
}

fn draw_titles(buffer: &mut Buffer, app: &App, row: Rect, columns: &Columns) {
    let mut ink = Ink::new(buffer, row, app.look.theme);
    let titles = [
        if app.panes.sort == Sort::Position { (columns.at + 3, "at") } else { (columns.at, "times") },
        (columns.symbol, "char"),
        (columns.code, "code"),
        (columns.name, "name"),
        (columns.class, "class"),
    ];
    let group = columns.group.map(|x| (x, "group"));
    for (x, title) in titles.into_iter().chain(group).chain([(columns.from, "allowed in")]) {
        ink.skip_to(x);
        ink.write(title, app.look.theme.dim());
    }
}

fn draw_row(buffer: &mut Buffer, app: &App, row: Rect, columns: &Columns, listed: &CharacterRow) {
    let theme = app.look.theme;
    let at = &listed.at;
    let c = at.character.c;
    let is_selected = if app.panes.sort == Sort::Position {
        app.panes.selected_character() == at.start
    } else {
        app.panes.text()[app.panes.selected_character()..].starts_with(c)
    };
    let is_iri = app.panes.analysis.not_iri.binary_search(&at.start).is_err();
    let mut ink = Ink::new(buffer, row, theme);
    ink.write(if is_selected { theme.pointer() } else { " " }, theme.strong());
    ink.write(if is_iri { " " } else { theme.no_iri() }, theme.bad());
    ink.skip_to(columns.at);
    let number = if app.panes.sort == Sort::Position { at.index.to_string() } else { listed.times.to_string() };
    ink.write(&format!("{number:>5}"), theme.plain()).skip_to(columns.symbol);
    let text = c.encode_utf8(&mut [0; 4]).to_owned();
    ink.write_input(&text, 0, |span, is_stand_in| {
        let style = style_at(app, at.start + span.start, is_stand_in);
        if is_selected { theme.selected(style) } else { style }
    });
    ink.skip_to(columns.code);
    ink.write(&at.character.code_point(), theme.plain()).skip_to(columns.name);
    let name = cut_to(&at.character.name, usize::from(columns.class.saturating_sub(columns.name)), theme.ellipsis());
    ink.write(&name, theme.plain()).skip_to(columns.class);
    ink.write(at.character.bidi_class, theme.plain());
    if let Some(x) = columns.group {
        ink.skip_to(x);
        ink.write(at.character.group.map_or("", LeiriGroup::name), theme.plain());
    }
    ink.skip_to(columns.from);
    ink.write(at.allowed_by.first().map_or("no dialect", |dialect| dialect.title()), theme.plain());
}

/// Returns a name, which is ASCII, shortened so that a free column follows it.
fn cut_to(name: &str, width: usize, ellipsis: &str) -> String {
    if name.len() < width {
        return name.to_owned();
    }
    name.chars().take(width.saturating_sub(2)).collect::<String>() + ellipsis
}

/// Returns the character under the mouse.
pub fn target(app: &App, area: Rect, at: Position) -> Target {
    let below = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
    let (below, _) = areas(app, below);
    let titles = u16::from(below.height > 2);
    let row = usize::from(at.y.saturating_sub(below.y + titles));
    let is_row = at.y >= below.y + titles && at.y < below.bottom();
    match seen(app, below).get(row).filter(|_| is_row) {
        Some(row) => Target::Character(Pane::Characters, row.at.start),
        None => Target::Pane(Pane::Characters),
    }
}
