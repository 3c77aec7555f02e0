use iri_core::Options;
use iri_core::unicode::is_right_to_left;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::layout::{Position, Rect, Size};
use unicode_width::UnicodeWidthStr;

use super::*;
use crate::cells::{Ink, with_joined_letters};
use crate::inspector::message::{Message, PromptPurpose};
use crate::inspector::settings::AppliedSettings;
use crate::theme::drawing::{Glyphs, Letters};
use crate::theme::{Colors, Theme};
use crate::ui::viewport::ScreenLayout;

mod agreement;
mod dump;
mod harmless;
#[path = "../../tests/it/svg.rs"]
mod picture;
pub mod pictures;
mod svg;
#[allow(dead_code, reason = "these tests use a part")]
#[path = "../../../core/tests/it/system.rs"]
pub mod system;

use harmless::assert_harmless;
pub use harmless::assert_harmless_frame;

fn frame(app: &App) -> Buffer {
    let mut terminal =
        Terminal::new(TestBackend::new(app.look.size.width, app.look.size.height)).expect("a buffer has no errors");
    terminal.draw(|frame| draw(frame, app)).expect("a buffer has no errors").buffer.clone()
}

/// Returns the text of the screen.
pub fn shown(app: &App) -> String {
    dump::dump(&frame(app))
}

fn app(reference: &str, width: u16, height: u16) -> App {
    App::new(reference, Options::default(), &ScreenLayout, Theme::default(), Size::new(width, height))
}

/// Returns the screen of `reference` with the keys in `pane`.
fn screen(reference: &str, pane: Pane, width: u16, height: u16) -> String {
    let mut app = app(reference, width, height);
    app.update(Message::Focus(pane));
    shown(&app)
}

const ASCII: &str = "http://example.org/index?a=b#c";
const LEIRI: &str = "http://example.org/a b|c";
/// Bidi Notation: `http://ab.CDE.123/kl`.
const HEBREW: &str = "http://ab.\u{5D2}\u{5D3}\u{5D4}.123/kl";
const ARABIC: &str = "http://\u{645}\u{62B}\u{627}\u{644}/\u{661}\u{662}?\u{633}=(\u{639})";
const EMOJI: &str = "http://e/\u{1F469}\u{200D}\u{1F680}/\u{1F1E9}\u{1F1EA}";
const DEVANAGARI: &str = "http://\u{909}\u{926}\u{93E}\u{939}\u{930}\u{923}.\u{92D}\u{93E}\u{930}\u{924}/\u{939}\u{93F}\u{928}\u{94D}\u{926}\u{940}";
const CJK: &str = "http://\u{4F8B}\u{3048}.\u{30C6}\u{30B9}\u{30C8}/\u{D55C}\u{AD6D}?\u{FF21}=\u{4E2D} \u{6587}";
/// Bidi Notation: `http://www.ABC.example/DEF/x?q=GHI&n=12#JKL`, the path with a space and a stray mark.
const MIXED: &str = "http://www.\u{5D0}\u{5D1}\u{5D2}.example/\u{5D3}\u{5D4}\u{5D5} x?q=\u{627}\u{628}&n=12#\u{5D9}";
const MARKS: &str = "\u{301}/e\u{301}/\u{915}\u{94D}\u{937}\u{93F}/\u{4E2D}\u{6587}";
const GROUPS: &str = "a <|\u{7}\u{202E}\u{FFFC}\u{E000}\u{E0061}\u{FDD0}";

#[test]
fn screens_80_by_24() {
    for (name, reference) in [
        ("ascii", ASCII),
        ("leiri", LEIRI),
        ("hebrew", HEBREW),
        ("arabic", ARABIC),
        ("emoji", EMOJI),
        ("marks", MARKS),
        ("groups", GROUPS),
        ("devanagari", DEVANAGARI),
        ("cjk", CJK),
        ("empty", ""),
    ] {
        insta::assert_snapshot!(format!("80x24_{name}"), screen(reference, Pane::Findings, 80, 24));
    }
}

#[test]
fn each_pane_small_and_large() {
    for (name, pane) in [
        ("reference", Pane::Reference),
        ("findings", Pane::Findings),
        ("characters", Pane::Characters),
        ("direction", Pane::Direction),
        ("conversions", Pane::Conversions),
    ] {
        insta::assert_snapshot!(format!("80x24_mixed_{name}"), screen(MIXED, pane, 80, 24));
        insta::assert_snapshot!(format!("200x60_mixed_{name}"), screen(MIXED, pane, 200, 60));
    }
}

#[test]
fn bytes_of_the_enlarged_pane_fill_it() {
    for (width, height, characters) in [(80, 24, 16), (40, 12, 3), (200, 60, 80)] {
        let mut app = app(&format!("http://example.org/{}", "segment/".repeat(9)), width, height);
        app.update(Message::Focus(Pane::Bytes));
        app.update(Message::Zoom);
        for motion in [crate::inspector::editor::Motion::Start, crate::inspector::editor::Motion::End] {
            app.update(Message::Move(motion));
            let screen = shown(&app);
            let count = screen.matches("U+00").count();
            assert!(count >= characters || motion == crate::inspector::editor::Motion::End, "{count}: {screen}");
        }
        app.update(Message::Move(crate::inspector::editor::Motion::Start));
        for _ in 0..90 {
            app.update(Message::Move(crate::inspector::editor::Motion::Right));
            let area = areas(&app).panes[0].1;
            let is_selected = |at| {
                let target = bytes::target(&app, area, at);
                target == crate::inspector::app::Target::Character(Pane::Bytes, app.panes.selected_character())
            };
            let cells = area.positions().filter(|at| at.y > area.y);
            assert!(
                app.panes.reference.editor.cursor() == app.panes.text().len() || { cells }.any(is_selected),
                "{width}x{height}"
            );
        }
    }
}

#[test]
fn a_low_and_narrow_screen_has_the_fix() {
    let screen = screen(LEIRI, Pane::Findings, 40, 12);
    assert!(screen.contains(" f fix ") && screen.contains("q quit|"), "{screen}");
}

#[test]
fn the_columns_of_characters_are_as_wide_as_their_content() {
    for width in [200, 300] {
        let screen = screen("a b\u{202E}c", Pane::Characters, width, 60);
        let line = screen.lines().find(|line| line.contains("RIGHT-TO-LEFT OVERRIDE")).expect("it is listed");
        let (_, after) = line.split_once("OVERRIDE").expect("it was found");
        assert!(after.starts_with(' ') && after.trim_start().starts_with("RLO"), "{line}");
        assert!(after.len() - after.trim_start().len() <= 16, "{line}");
    }
}

#[test]
fn a_form_that_is_too_long_for_its_line_is_shown_completely() {
    let mut app = app(MIXED, 80, 24);
    app.update(Message::Focus(Pane::Conversions));
    app.update(Message::Step(crate::inspector::message::Step::Down));
    insta::assert_snapshot!("a_long_conversion", dump::dump(&frame(&app)));
}

#[test]
fn each_group_of_the_note_with_its_advice() {
    let characters = [' ', '<', '|', '\u{7}', '\u{202E}', '\u{FFFC}', '\u{E000}', '\u{E0061}', '\u{FDD0}'];
    for (group, c) in iri_core::unicode::LeiriGroup::ALL.into_iter().zip(characters) {
        assert_eq!(iri_core::unicode::LeiriGroup::from_char(c), Some(group));
        let text = format!("http://example.org/a{c}b");
        insta::assert_snapshot!(format!("group_{}", group.name()), screen(&text, Pane::Characters, 80, 24));
    }
}

#[test]
fn characters_sorted_and_selected() {
    let mut app = app(CJK, 80, 24);
    app.update(Message::NextFilter);
    app.update(Message::NextFilter);
    for (name, message) in [("code", Message::NextSort), ("frequency", Message::NextSort)] {
        app.update(Message::Focus(Pane::Characters));
        app.update(message);
        insta::assert_snapshot!(format!("characters_by_{name}"), dump::dump(&frame(&app)));
    }
    app.update(Message::Focus(Pane::Reference));
    for _ in 0..3 {
        app.update(Message::Extend(crate::inspector::editor::Motion::Left));
    }
    insta::assert_snapshot!("selected", dump::dump(&frame(&app)));
}

#[test]
fn the_heading_shows_the_displayed_column_of_the_cursor() {
    let mut app = app("http://\u{5D0}\u{5D1}1", 80, 24);
    app.update(Message::Focus(Pane::Reference));
    let mut places = Vec::new();
    for _ in 0..4 {
        places.push(direction::words::place(&app).unwrap_or_default());
        app.update(Message::Move(crate::inspector::editor::Motion::Right));
    }
    // The number is displayed left of the letters, which run from right to left.
    assert_eq!(
        places,
        [
            "displayed in column 9",
            "displayed in column 8",
            "displayed in column 7",
            "typed text appears right of column 7"
        ]
    );
}

#[test]
fn a_long_reference_before_and_after_its_analysis() {
    let mut app = app(&format!("http://example.org/{}", "a b".repeat(5_000)), 80, 24);
    insta::assert_snapshot!("long_being_analyzed", dump::dump(&frame(&app)));
    app.wait_for_analysis();
    insta::assert_snapshot!("long_analyzed", dump::dump(&frame(&app)));
}

#[test]
fn each_selected_pane() {
    for (name, pane) in [
        ("reference", Pane::Reference),
        ("characters", Pane::Characters),
        ("direction", Pane::Direction),
        ("conversions", Pane::Conversions),
    ] {
        insta::assert_snapshot!(format!("keys_in_{name}"), screen(LEIRI, pane, 80, 24));
    }
    insta::assert_snapshot!("hebrew_direction", screen(HEBREW, Pane::Direction, 80, 24));
}

/// Returns the screen of `reference` after `typed` was accepted in the prompt.
fn answered(reference: &str, purpose: PromptPurpose, answer: &str, width: u16, height: u16) -> String {
    let mut app = app(reference, width, height);
    app.update(Message::Ask(purpose));
    app.update(Message::Insert(answer.to_owned()));
    app.update(Message::Accept);
    dump::dump(&frame(&app))
}

#[test]
fn resolution_and_comparison() {
    for (name, width, height) in [("80x24", 80, 24), ("200x60", 200, 60)] {
        let screen = |purpose, reference, answer| answered(reference, purpose, answer, width, height);
        let base = "http://example.org/docs/guide/index.html?lang=en";
        insta::assert_snapshot!(format!("{name}_resolution"), screen(PromptPurpose::Base, "../img/a b.png#top", base));
        insta::assert_snapshot!(format!("{name}_resolution_hebrew"), screen(PromptPurpose::Base, "?\u{5D0}", HEBREW));
        let other = "HTTP://Example.org:80/docs/../%7Ea";
        insta::assert_snapshot!(
            format!("{name}_comparison"),
            screen(PromptPurpose::Other, "http://example.org/~a", other)
        );
        insta::assert_snapshot!(
            format!("{name}_comparison_percent"),
            screen(PromptPurpose::Other, LEIRI, "http://example.org/a%20b%7cc")
        );
        insta::assert_snapshot!(format!("{name}_comparison_different"), screen(PromptPurpose::Other, HEBREW, ARABIC));
    }
    insta::assert_snapshot!("80x24_no_base", screen(LEIRI, Pane::Resolution, 80, 24));
    insta::assert_snapshot!("80x24_no_other", screen(LEIRI, Pane::Comparison, 80, 24));
    insta::assert_snapshot!("80x24_base_without_scheme", answered("a", PromptPurpose::Base, "b/c", 80, 24));
}

#[test]
fn a_name_in_the_heading_of_the_lowest_pane_leads_to_its_pane() {
    let mut app = app(LEIRI, 80, 24);
    for pane in [Pane::Resolution, Pane::Comparison, Pane::Conversions] {
        let areas = areas(&app);
        let (_, lowest) = areas.panes[areas.panes.len() - 1];
        let column =
            (0..80).find(|&x| heading::named_at(&app, app.panes.lowest, lowest, x) == Some(pane)).expect("it is named");
        app.update(Message::Point(Position::new(column + 2, lowest.y)));
        assert_eq!((app.panes.pane, app.panes.lowest), (pane, pane));
    }
}

#[test]
fn large_and_small_screens() {
    insta::assert_snapshot!("120x40_leiri", screen(LEIRI, Pane::Findings, 120, 40));
    insta::assert_snapshot!("120x40_hebrew", screen(HEBREW, Pane::Direction, 120, 40));
    insta::assert_snapshot!("200x60_groups", screen(GROUPS, Pane::Characters, 200, 60));
    insta::assert_snapshot!("40x12_leiri", screen(LEIRI, Pane::Findings, 40, 12));
    insta::assert_snapshot!("40x12_conversions", screen(LEIRI, Pane::Conversions, 40, 12));
}

#[test]
fn a_filtered_menu_shrinks_and_keeps_its_upper_edge() {
    let mut app = app(LEIRI, 80, 24);
    app.update(Message::Palette);
    let before = dump::dump(&frame(&app));
    app.update(Message::Insert("copy".to_owned()));
    insta::assert_snapshot!("80x24_palette_narrowed", dump::dump(&frame(&app)));
    let after = dump::dump(&frame(&app));
    let top = |screen: &str| screen.lines().position(|line| line.contains("commands"));
    assert_eq!(top(&before), top(&after));
}

#[test]
fn messages_are_shown_completely_if_they_fit() {
    // The finding that is open has all its lines; those of the other are cut where they do not fit.
    const ENCODED: &str = "http://h/%41%42%43%44%45%46%47%48%49%4A%4B%4C/a b";
    let low = screen(ENCODED, Pane::Findings, 60, 25);
    assert!(low.contains("SPACE (U+0020) is not allowed\u{2026}"), "{low}");
    let high = screen(ENCODED, Pane::Findings, 60, 50);
    assert!(high.contains("is an unnecessary") && high.contains("encoding of 'ABCDEFGHIJKL'"), "{high}");
    assert!(high.contains("SPACE (U+0020) is not allowed in an IRI"), "{high}");
}

#[test]
fn the_displayed_order_is_shown_to_its_end_with_an_ellipsis() {
    let mut app = app(HEBREW, 60, 40);
    app.update(Message::Focus(Pane::Direction));
    app.update(Message::NextOrder);
    app.update(Message::NextOrder);
    // In a right-to-left paragraph the `b` of `ab` is at the right end.
    app.update(Message::Step(crate::inspector::message::Step::First));
    (0..8).for_each(|_| drop(app.update(Message::Move(crate::inspector::editor::Motion::Right))));
    let screen = dump::dump(&frame(&app));
    let shown = screen.lines().find(|line| line.starts_with("displayed")).expect("the row is there");
    assert!(shown.starts_with("displayed   \u{2026}") && shown.matches(' ').count() > 12, "{shown}");
}

#[test]
fn the_selected_comparison_shows_every_level() {
    let shown = answered("http://h/a b", PromptPurpose::Other, "http://h/a%20c", 100, 30);
    for level in ["string", "case", "character", "percent", "path", "scheme"] {
        assert!(shown.lines().any(|line| line.starts_with(&format!("\u{2717} {level}"))), "{level}: {shown}");
    }
}

#[test]
fn a_notice_is_shown_completely_instead_of_the_verdicts() {
    let mut app = app(LEIRI, 80, 24);
    app.update(Message::FixAllSafe);
    let first = dump::dump(&frame(&app)).lines().next().map(str::to_owned);
    assert_eq!(first.as_deref(), Some(" iri-inspect  applied: all safe fixes, 0 of 2 findings left (u undo)|"));
}

#[test]
fn the_help_is_the_key_table() {
    let mut app = app(LEIRI, 80, 24);
    app.update(Message::Help);
    insta::assert_snapshot!("help", dump::dump(&frame(&app)));
}

/// Returns the screen of `reference` with right-to-left letters drawn so.
fn drawn(reference: &str, letters: Letters) -> App {
    let theme = Theme { letters, ..Theme::default() };
    App::new(reference, Options::default(), &ScreenLayout, theme, Size::new(80, 24))
}

#[test]
fn right_to_left_letters_apart_and_in_notation() {
    insta::assert_snapshot!("80x24_hebrew_apart", dump::dump(&frame(&drawn(HEBREW, Letters::Apart))));
    let notation = frame(&drawn(HEBREW, Letters::Notation));
    let is_letter = is_right_to_left;
    assert!(!notation.content.iter().any(|cell| cell.symbol().contains(is_letter)));
    insta::assert_snapshot!("80x24_hebrew_notation", dump::dump(&notation));
}

#[test]
fn the_right_to_left_test_has_one_unmarked_row() {
    let mut app = app(HEBREW, 80, 24);
    app.update(Message::Calibration);
    insta::assert_snapshot!("80x24_calibration", dump::dump(&frame(&app)));
    let row = bare(&app).expect("it is on the screen");
    let unmarked = frame(&app).content.iter().filter(|cell| cell.symbol() == "\u{5D0}").count();
    assert_eq!((row.height, unmarked), (1, 4), "four letters in one row without marks");
}

#[test]
fn without_colors_and_unicode_the_screen_says_the_same() {
    let theme = Theme { glyphs: Glyphs::Ascii, colors: Colors::None, ..Theme::default() };
    let app = App::new(LEIRI, Options::default(), &ScreenLayout, theme, Size::new(80, 24));
    let dumped = dump::dump(&frame(&app));
    assert!(!dumped.contains("fg"), "{dumped}");
    assert!(frame(&app).content.iter().all(|cell| cell.symbol().is_ascii()), "{dumped}");
    insta::assert_snapshot!("ascii_without_colors", dumped);
}

/// Returns the row without marks, if it is visible.
fn bare(app: &App) -> Option<Rect> {
    matches!(app.overlays.last(), Some(Overlay::Calibration)).then(|| calibration::bare_row(app)).flatten()
}

#[test]
fn every_pane_is_ascii_on_an_ascii_terminal() {
    let theme = Theme { glyphs: Glyphs::Ascii, colors: Colors::None, ..Theme::default() };
    // An override has a trace with many rules, and a run of spaces has a count.
    for text in ["http://example.org/a   b|c", "HTTP://e/\u{202E}1a./../%7ea", "../a", ""] {
        let mut app = App::new(text, Options::default(), &ScreenLayout, theme, Size::new(120, 50));
        for pane in Pane::ALL {
            app.update(Message::Focus(pane));
            app.update(Message::Move(crate::inspector::editor::Motion::Right));
            let buffer = frame(&app);
            let odd = buffer.content.iter().find(|cell| !cell.symbol().is_ascii());
            assert_eq!(odd.map(ratatui::buffer::Cell::symbol), None, "{pane:?} of {text:?}");
        }
    }
}

/// Returns the screen of `app`.
pub fn screen_of(app: &App) -> String {
    dump::dump(&frame(app))
}

#[test]
fn the_cursor_is_always_visible() {
    for reference in [HEBREW.repeat(9), MARKS.repeat(30), "\u{4E2D}".repeat(200), GROUPS.repeat(30)] {
        for (width, height) in [(40, 12), (40, 24), (80, 40)] {
            let mut app = app(&reference, width, height);
            app.update(Message::Focus(Pane::Reference));
            let areas = areas(&app);
            for motion in [crate::inspector::editor::Motion::Right, crate::inspector::editor::Motion::Left] {
                let start = if motion == crate::inspector::editor::Motion::Right {
                    crate::inspector::editor::Motion::Start
                } else {
                    crate::inspector::editor::Motion::End
                };
                app.update(Message::Move(start));
                for _ in 0..150 {
                    app.update(Message::Move(motion));
                    let seen = reference::shows(&app, areas.reference, app.panes.reference.editor.cursor());
                    assert!(
                        seen,
                        "at {} from {} on {width}x{height}: {}",
                        app.panes.reference.editor.cursor(),
                        app.panes.view,
                        dump::dump(&frame(&app))
                    );
                }
            }
        }
    }
}

#[test]
fn the_displayed_order_is_the_same_in_all_lines() {
    let texts = [
        "http://\u{5D0}.ab/\u{600}\u{661}\u{662}/b",
        "http://a.b/\u{6DD}\u{661}\u{662}\u{663}/x",
        "http://a.b/\u{5D0}\u{200C}\u{5D1}",
        "http://a.b/\u{628}\u{628}\u{200C}\u{64B}\u{628}/(\u{5D0})",
        "http://a.b/\u{645}\u{6CC}\u{200C}\u{62E}\u{648}\u{627}\u{647}\u{645}/\u{628}\u{34F}\u{628}",
        "\u{5D0}\u{5B0}\u{FE0F}\u{1F469}\u{200D}\u{1F680}\u{E0041}\u{5D1}",
    ];
    for text in texts {
        let mut app = app(text, 200, 60);
        app.update(Message::TurnTopLine);
        let area = Rect::new(0, 0, 200, 60);
        let rows = reference_rows::rows(&app, area);
        let reference: String = rows.iter().flat_map(|row| &row.columns).map(|column| &*column.piece.symbol).collect();
        // A name may contain a space.
        let reference = reference.replace(' ', "");
        let theme = app.look.theme;
        let line = |write: &dyn Fn(Ink<'_>)| {
            let mut buffer = Buffer::empty(area);
            write(Ink::new(&mut buffer, area, theme));
            let cells = buffer.content.iter().take(200).map(ratatui::buffer::Cell::symbol);
            cells.filter(|symbol| *symbol != " ").collect::<String>()
        };
        let in_list = line(&|mut ink| _ = ink.write_displayed(text, 0, |_, _| theme.plain()));
        assert_eq!(reference, in_list, "{text:?}");
        for shown in app.panes.analysis.direction.iter().filter_map(|direction| direction.shown.first()) {
            let letters = with_joined_letters(&shown.text, theme.drawing());
            assert_eq!(reference, line(&|mut ink| _ = ink.write_input(&letters, 0, |_, _| theme.plain())), "{text:?}");
        }
    }
}

/// Returns the columns of the visible symbols of a row of the direction pane.
fn slot_columns(buffer: &Buffer, name: &str) -> Vec<u16> {
    let row = (0..buffer.area.height).find(|&y| {
        let label: String = (0..10).filter_map(|x| buffer.cell((x, y))).map(ratatui::buffer::Cell::symbol).collect();
        label.trim_end() == name
    });
    let y = row.unwrap_or_else(|| panic!("no row {name}:\n{}", dump::dump(buffer)));
    let symbol = |x: u16| buffer.cell((x, y)).map_or("", ratatui::buffer::Cell::symbol);
    let mut starts = Vec::new();
    let (mut x, mut was_blank) = (13, true);
    while x < buffer.area.width - 1 {
        let is_blank = matches!(symbol(x), " " | "\u{2026}");
        if was_blank && !is_blank {
            starts.push(x);
        }
        was_blank = is_blank;
        // The second cell of a wide character is empty, but no blank.
        x += u16::try_from(symbol(x).width()).unwrap_or(1).max(1);
    }
    starts
}

#[test]
fn stored_and_displayed_rows_have_the_same_columns() {
    let arabic = "\u{645}\u{62B}\u{627}\u{644}\u{661}";
    let devanagari = "\u{915}\u{94D}\u{937}\u{93F}";
    for (count, (width, height), theme) in [
        (10, (80, 24), Letters::Together),
        (10, (40, 12), Letters::Together),
        (35, (110, 40), Letters::Together),
        (35, (80, 24), Letters::Apart),
        (60, (80, 24), Letters::Notation),
        (60, (120, 40), Letters::Together),
        (100, (120, 40), Letters::Apart),
        (150, (110, 40), Letters::Together),
        (200, (200, 60), Letters::Together),
        (400, (80, 24), Letters::Together),
        (400, (200, 60), Letters::Apart),
    ] {
        for letters in ["\u{5D0}", arabic, "\u{5D0}\u{5B0}1", "\u{5D0}\u{1F469}\u{200D}\u{1F680}", devanagari] {
            let path: String = letters.chars().cycle().take(count).collect();
            let theme = Theme { letters: theme, ..Theme::default() };
            let text = format!("http://\u{5D0}.example/{path}");
            let mut app = App::new(&text, Options::default(), &ScreenLayout, theme, Size::new(width, height));
            app.update(Message::Focus(Pane::Direction));
            for _ in 0..count.div_ceil(20) {
                let buffer = frame(&app);
                let (stored, displayed) = (slot_columns(&buffer, "stored"), slot_columns(&buffer, "displayed"));
                assert_eq!(stored, displayed, "{count} of {letters:?}:\n{}", dump::dump(&buffer));
                assert!(stored.len() > usize::from(width / 20), "{count} of {letters:?}:\n{}", dump::dump(&buffer));
                (0..20).for_each(|_| drop(app.update(Message::Move(crate::inspector::editor::Motion::Right))));
            }
        }
    }
}

#[test]
fn each_step_between_the_orders_has_the_same_columns() {
    let text = "http://ab.\u{5D2}\u{5D3}\u{5D4}.123/\u{661}\u{662}\u{627}/\u{5D0}12-34\u{5D1}/\u{1F469}\u{200D}\u{1F680}\u{5D2}";
    for (width, height) in [(80, 24), (120, 40), (200, 60)] {
        let mut app = app(text, width, height);
        app.update(Message::Focus(Pane::Direction));
        app.update(Message::Zoom);
        let before = dump::dump(&frame(&app));
        app.update(Message::NextReorderingStep);
        let first = frame(&app);
        assert_eq!(slot_columns(&first, "stored"), slot_columns(&first, "step 1"), "{}", dump::dump(&first));
        app.update(Message::NextReorderingStep);
        let last = frame(&app);
        assert_eq!(slot_columns(&last, "stored"), slot_columns(&last, "displayed"), "{}", dump::dump(&last));
        assert_eq!(slot_columns(&last, "step 1"), slot_columns(&last, "displayed"), "{}", dump::dump(&last));
        app.update(Message::NextReorderingStep);
        assert_eq!(dump::dump(&frame(&app)), before, "after the last step both orders are shown again");
    }
}

#[test]
fn screens_of_the_steps_between_the_orders() {
    for (name, width, height, letters) in [
        ("80x24", 80, 24, Letters::Together),
        ("40x12", 40, 12, Letters::Together),
        ("notation", 80, 24, Letters::Notation),
    ] {
        let glyphs = if letters == Letters::Notation { Glyphs::Ascii } else { Glyphs::Unicode };
        let theme = Theme { glyphs, letters, ..Theme::default() };
        let mut app = App::new(HEBREW, Options::default(), &ScreenLayout, theme, Size::new(width, height));
        app.update(Message::Focus(Pane::Direction));
        app.update(Message::NextReorderingStep);
        app.update(Message::NextReorderingStep);
        insta::assert_snapshot!(format!("steps_{name}"), dump::dump(&frame(&app)));
    }
    // Other panes still show both orders.
    let mut app = app(HEBREW, 80, 24);
    app.update(Message::Focus(Pane::Direction));
    app.update(Message::NextReorderingStep);
    app.update(Message::Focus(Pane::Findings));
    let screen = dump::dump(&frame(&app));
    assert!(screen.contains("\ndisplayed ") && !screen.contains("\nstep 1 "), "{screen}");
}

#[test]
fn a_right_to_left_reference_has_labels_letters_and_a_legend() {
    let screen = screen(ARABIC, Pane::Findings, 80, 24);
    assert!(screen.contains("stored order, at "), "{screen}");
    let legend = screen.lines().find(|line| line.starts_with("legend")).unwrap_or_else(|| panic!("{screen}"));
    assert!(legend.contains("W = ") && legend.contains("\\u{645}"), "{legend}");
    let mut app = app(ARABIC, 80, 24);
    app.update(Message::TurnTopLine);
    let screen = dump::dump(&frame(&app));
    assert!(screen.contains("displayed order, at "), "{screen}");
    let top = screen.lines().find(|line| line.starts_with("http://")).unwrap_or_else(|| panic!("{screen}"));
    // The parentheses are mirrored, and the letter of the host that is stored first comes last, joined with the next one.
    assert!(top.starts_with("http://(") && top.ends_with("\\u{fee3}\\u{200e}|"), "{top}");
    // A text that is edited is in stored order.
    app.update(Message::Focus(Pane::Reference));
    assert!(dump::dump(&frame(&app)).contains("stored order"));
}

#[test]
fn bidi_notation_has_its_legend_on_a_screen_of_80_columns() {
    for (reference, entry) in [(HEBREW, "C = GIMEL, D = DALET, E = HE"), (ARABIC, "W = LAM, X = MEEM")] {
        let theme = Theme { letters: Letters::Notation, ..Theme::default() };
        let app = App::new(reference, Options::default(), &ScreenLayout, theme, Size::new(80, 24));
        let screen = dump::dump(&frame(&app));
        assert!(screen.contains(entry), "{screen}");
    }
}

#[test]
fn a_name_of_a_character_is_whole_on_a_screen_of_80_columns() {
    for (text, name) in [(ARABIC, "ARABIC LETTER MEEM "), (HEBREW, "LATIN SMALL LETTER A ")] {
        let screen = screen(text, Pane::Characters, 80, 24);
        assert!(screen.contains(name) && screen.contains("allowed in"), "{screen}");
    }
}

#[test]
fn the_legend_ends_with_an_ellipsis_and_divides_no_entry() {
    let letters: String = ('\u{5D0}'..='\u{5DF}').collect();
    let text = format!("http://example.org/{letters}");
    for width in 60..140 {
        let mut app = app(&text, width, 60);
        app.update(Message::Focus(Pane::Direction));
        let screen = dump::dump(&frame(&app));
        let rows: Vec<&str> = screen.lines().skip_while(|line| !line.starts_with("legend")).collect();
        let letters = rows[0].trim_end_matches('|');
        let last = letters.rsplit_once(" = ").map_or("", |(_, letter)| letter);
        assert!(letters.ends_with('\u{2026}') || last.starts_with("\\u{"), "{width}: {letters}");
        let names = rows.iter().filter(|row| row.starts_with("             ") && row.contains(" = U+"));
        let last = names.clone().next_back().unwrap_or_else(|| panic!("{screen}")).trim_end_matches(['|', ' ']);
        assert!(last.ends_with('\u{2026}') || last.contains("= U+05DF"), "{width}: {last}");
        for row in names {
            let row = row.trim_matches(['|', ' ']);
            let entries: Vec<&str> = row.trim_end_matches([',', '\u{2026}']).split(", ").collect();
            assert!(entries.iter().all(|entry| entry[1..].starts_with(" = U+05")), "{width}: {row}");
        }
    }
}

#[test]
fn a_twin_is_in_its_own_letters_in_a_wrapped_message() {
    let text = "http://\u{645}\u{648}\u{642}\u{639}.com/\u{645}\u{633}\u{627}\u{631}/\u{645}\u{644}\u{641} 1.html";
    for (width, height) in [(80, 24), (140, 40)] {
        let mut app = app(text, width, height);
        while app.panes.selected_finding().is_some_and(|finding| finding.rule.name != "bidi-twin") {
            app.update(Message::SearchAgain(true));
        }
        let lines = pane_lines(&app, Pane::Findings, Size::new(width * 45 / 100, height));
        let pane = lines.join("\n");
        assert!(pane.contains("displays identically") && !pane.contains("http://XBUR"), "{pane}");
    }
}

#[test]
fn a_mark_leaves_the_name_of_a_component_whole() {
    let text = format!("http://example.org/{} {}", "x".repeat(40), "y z/".repeat(12));
    for height in [24, 40] {
        let screen = screen_of(&app(&text, 80, height));
        assert!(screen.contains(" path ") && !screen.contains("ath\u{2500}\u{25b2}"), "{screen}");
    }
}

#[test]
fn a_text_that_is_narrower_after_a_resize_divides_no_word() {
    let mut app = app("http://example.org/a b", 80, 24);
    app.update(Message::Explain);
    app.update(Message::Resize(Size::new(40, 12)));
    let Some(Overlay::Page(page)) = app.overlays.last() else { panic!("the page is open") };
    let starts = page.rows.iter().filter(|row| row.start > 0).collect::<Vec<_>>();
    assert!(starts.len() > 5);
    for row in starts {
        let line = &page.lines[row.line].text;
        let (before, after) = line.split_at(row.start);
        let parts = [before.rsplit(' ').next(), after.split(' ').next()];
        let word: usize = parts.into_iter().flatten().map(str::len).sum();
        // Only a long word is divided.
        assert!(before.ends_with(' ') || word > 20, "{before:?} | {after:?}");
    }
}

#[test]
fn problems_of_the_settings_are_shown_in_every_screen() {
    let problem = "set.toml:1:1: unknown key 'tone'";
    let mut app = app("a b", 80, 24)
        .with_settings(AppliedSettings { problems: vec![problem.to_owned()], ..AppliedSettings::default() });
    assert!(shown(&app).contains("problems in the settings (! shows them)"));
    app.update(Message::Failures);
    assert!(shown(&app).contains(problem), "{}", shown(&app));
}

#[test]
fn without_findings_the_direction_gets_their_rows() {
    let screen = screen("http://example.org/\u{5D0}\u{5D1}", Pane::Findings, 80, 24);
    for row in ["stored ", "level ", "displayed ", "from ", "legend "] {
        assert!(screen.contains(&format!("\n{row}")), "{screen}");
    }
}

#[test]
fn the_notation_of_a_displayed_text_is_in_a_row_of_its_own_if_both_do_not_fit() {
    let short = screen(HEBREW, Pane::Direction, 120, 40);
    assert!(short.contains("http://ab.123.EDC/kl  RFC 3987 order") && !short.contains("\nnotation"), "{short}");
    let text = format!("http://example.org/{}", "\u{5D0}".repeat(60));
    let long = screen(&text, Pane::Direction, 120, 40);
    let notation = format!("\nnotation     http://example.org/{}|", "A".repeat(60));
    assert!(long.contains(&notation), "{long}");
}

#[test]
fn a_long_reference_is_wrapped_and_its_host_stays_visible() {
    let text = format!("http://user@www.bank.example/{}", "segment/".repeat(60));
    for (width, height, least) in [(80, 24, 2), (120, 40, 3), (200, 60, 3), (40, 12, 1)] {
        let mut app = app(&text, width, height);
        for motion in [crate::inspector::editor::Motion::Start, crate::inspector::editor::Motion::End] {
            app.update(Message::Move(motion));
            let screen = dump::dump(&frame(&app));
            let symbols = screen.lines().filter(|line| !line.starts_with("    "));
            let with_text = symbols.clone().filter(|line| line.contains("segment/s")).count();
            assert!(with_text >= least, "{width}x{height}:\n{screen}");
            let top = symbols.take(4).any(|line| line.contains("bank.example"));
            assert!(top, "{width}x{height} {motion:?}:\n{screen}");
        }
    }
}

#[test]
fn the_mouse_selects_characters_in_a_wrapped_reference() {
    let text = format!("http://www.bank.example/{}", "0123456789".repeat(13));
    let mut app = app(&text, 80, 24);
    let top = areas(&app).reference.y + 1;
    app.update(Message::Point(Position::new(3, top + 2)));
    assert_eq!(app.panes.reference.editor.cursor(), 83);
    app.update(Message::Point(Position::new(4, top)));
    assert_eq!(app.panes.reference.editor.cursor(), 4);
}

#[test]
fn a_frame_of_a_long_text_writes_only_the_screen() {
    let text = format!("http://example.org/{}", "a b".repeat(20_000));
    let mut app = app(&text, 200, 60);
    assert!(app.panes.analysis.findings.is_empty() && !app.panes.analysis.is_complete, "analyzed elsewhere");
    assert_harmless(&frame(&app), "a long text that is being analyzed");
    app.wait_for_analysis();
    assert_eq!(app.panes.analysis.findings.len(), 20_000);
    assert!(app.panes.analysis.listing.rows.len() <= 1024);
    assert_harmless(&frame(&app), "a long text");
}

#[test]
fn the_bytes_of_the_characters_are_below_them() {
    insta::assert_snapshot!("80x24_bytes", screen(MIXED, Pane::Bytes, 80, 24));
    let mut app = app(&"http://e/\u{5D0}\u{1F469}".repeat(40), 80, 24);
    app.update(Message::Focus(Pane::Bytes));
    for _ in 0..300 {
        app.update(Message::Move(crate::inspector::editor::Motion::Right));
        if app.panes.selected_character() < app.panes.text().len() {
            let area = areas(&app).panes.iter().find(|(pane, _)| *pane == Pane::Bytes).map(|(_, area)| *area);
            let area = area.expect("the pane is visible");
            let at = |x| bytes::target(&app, area, Position::new(x, area.y + 1));
            let selected = crate::inspector::app::Target::Character(Pane::Bytes, app.panes.selected_character());
            assert!((area.x..area.right()).any(|x| at(x) == selected), "the selected character is visible");
        }
    }
}

#[test]
fn a_pane_can_have_the_whole_space() {
    let mut app = app(MIXED, 120, 40);
    app.update(Message::Focus(Pane::Parsers));
    assert_eq!(areas(&app).panes.len(), 4);
    app.update(Message::Zoom);
    let panes = areas(&app).panes;
    assert!(matches!(panes[..], [(Pane::Parsers, area)] if area.height > 25), "{panes:?}");
    app.update(Message::NextPane);
    assert!(matches!(areas(&app).panes[..], [(Pane::Resolution, _)]));
    app.update(Message::Zoom);
    assert_eq!(areas(&app).panes.len(), 4);
}

#[test]
fn the_cursor_of_the_terminal_is_on_the_selection() {
    let mut app = app("http://e/a b", 80, 24);
    let cursor = |app: &App| {
        let mut terminal = Terminal::new(TestBackend::new(80, 24)).expect("a buffer has no errors");
        terminal.draw(|frame| draw(frame, app)).expect("a buffer has no errors");
        terminal.get_cursor_position().expect("a buffer has no errors")
    };
    assert_eq!(cursor(&app), Position::new(10, 2));
    app.update(Message::Move(crate::inspector::editor::Motion::Left));
    assert_eq!(cursor(&app), Position::new(9, 2));
}

#[test]
fn a_finding_about_a_twin_has_its_letters_in_each_order() {
    let long = "\u{5D0}\u{5D1}\u{5D2}\u{5D3}\u{5D4}".repeat(3);
    for text in
        ["http://ab.\u{5D2}\u{5D3}\u{5D4}.123/kl".to_owned(), format!("http://{long}.{long}.example/{long}.1/kl")]
    {
        let mut app = app(&text, 200, 60);
        app.update(Message::Focus(Pane::Findings));
        let is_of_twin =
            |app: &App| app.panes.selected_finding().is_some_and(|finding| finding.rule.name == "bidi-twin");
        while !is_of_twin(&app) {
            assert!(app.panes.finding + 1 < app.panes.analysis.findings.len(), "no twin of {text:?}");
            app.update(Message::Step(crate::inspector::message::Step::Down));
        }
        for order in iri_core::bidi::DisplayOrder::ALL {
            let lines = lines(&frame(&app));
            let is_named = |line: &String| line.contains("displays identically to another reference (RFC 3987 order)");
            let at = lines.iter().position(is_named).unwrap_or_else(|| panic!("{order}: {lines:#?}"));
            // Another pane may be beside the finding.
            let named = lines[at + 1].trim_start().split("  ").next().unwrap_or_default();
            let is_capital = |c: char| c.is_ascii_uppercase();
            assert!(named.contains(is_right_to_left) && !named.contains(is_capital), "{order}: {named}");
            app.update(Message::NextOrder);
            app.wait_for_analysis();
        }
    }
}
