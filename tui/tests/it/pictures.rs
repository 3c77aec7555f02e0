//! The pictures of commands and of an editor in the book: their real output on the files of `tests/data/sample`, written
//! by `UPDATE_EXPECT=1 cargo test -p iri-inspect --test it pictures::` and compared without it. `src/ui/tests/pictures.rs`
//! has those of the inspector.

use std::fmt::Write as _;
use std::num::NonZero;
use std::path::Path;

use crate::program;
use crate::svg::{self, Cell, DARK, Rgb, Scheme, Underline};
use crate::system::not_tried;

/// Width of the output of commands.
const COLUMNS: NonZero<u16> = NonZero::new(100).expect("the number is not zero");
/// Width of the screen of the editor.
const EDITOR_COLUMNS: NonZero<u16> = NonZero::new(116).expect("the number is not zero");

/// Width of a page with annotations.
const PAGE_COLUMNS: NonZero<u16> = NonZero::new(110).expect("the number is not zero");

/// Colors 0 to 15 of the pictures.
const COLORS: [Rgb; 16] = [
    (0x45, 0x47, 0x5a),
    (0xf3, 0x8b, 0xa8),
    (0xa6, 0xe3, 0xa1),
    (0xf9, 0xe2, 0xaf),
    (0x89, 0xb4, 0xfa),
    (0xf5, 0xc2, 0xe7),
    (0x94, 0xe2, 0xd5),
    (0xba, 0xc2, 0xde),
    (0x7f, 0x84, 0x9c),
    (0xf3, 0x8b, 0xa8),
    (0xa6, 0xe3, 0xa1),
    (0xf9, 0xe2, 0xaf),
    (0x89, 0xb4, 0xfa),
    (0xf5, 0xc2, 0xe7),
    (0x94, 0xe2, 0xd5),
    (0xff, 0xff, 0xff),
];

/// Returns the rows of a terminal after `output`, without trailing empty rows.
fn rows(output: &[u8], columns: NonZero<u16>) -> Vec<Vec<Cell>> {
    let output = String::from_utf8_lossy(output);
    let lines = output.lines().count();
    let height = u16::try_from(2 * lines + 2).ok().and_then(NonZero::new).expect("the output fits on a screen");
    let mut parser = vt100::Parser::new(height, columns, 0);
    parser.process(&output.replace('\n', "\r\n").into_bytes());
    let screen = parser.screen();
    let mut rows: Vec<Vec<Cell>> = (0..height.get()).map(|y| row(screen, y)).collect();
    let is_empty = |row: &Vec<Cell>| row.iter().all(|cell| cell.symbol == " " && cell.paper.is_none());
    while rows.last().is_some_and(is_empty) {
        rows.pop();
    }
    rows
}

fn row(screen: &vt100::Screen, y: u16) -> Vec<Cell> {
    let cells =
        (0..screen.size().1.get()).filter_map(|x| screen.cell(y, x)).filter(|cell| !cell.is_wide_continuation());
    let shown = |cell: &vt100::Cell| Cell {
        symbol: if cell.has_contents() { cell.contents().to_owned() } else { " ".to_owned() },
        columns: if cell.is_wide() { 2 } else { 1 },
        ink: rgb(cell.fgcolor()),
        paper: rgb(cell.bgcolor()),
        underline: if cell.underline() { Underline::Plain } else { Underline::None },
        is_bold: cell.bold(),
        is_dim: cell.dim(),
        is_reversed: cell.inverse(),
    };
    cells.map(shown).collect()
}

fn rgb(color: vt100::Color) -> Option<Rgb> {
    match color {
        vt100::Color::Default => None,
        vt100::Color::Rgb(red, green, blue) => Some((red, green, blue)),
        vt100::Color::Idx(index) => COLORS.get(usize::from(index)).copied().or_else(|| Some(xterm(index))),
    }
}

/// Returns a color of the cube or a gray of xterm.
fn xterm(index: u8) -> Rgb {
    if index >= 232 {
        let gray = 8 + 10 * (index - 232);
        return (gray, gray, gray);
    }
    let step = |value: u8| if value == 0 { 0 } else { 55 + 40 * value };
    let index = index.saturating_sub(16);
    (step(index / 36), step(index / 6 % 6), step(index % 6))
}

/// Compares the picture `name` with the output of the program in the directory of the sample files.
fn keep(name: &str, title: &str, prompt: &str, arguments: &[&str], scheme: Scheme) {
    let mut command = program::command(arguments);
    command.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/sample"));
    let output = program::run(command.env("COLUMNS", COLUMNS.to_string()), b"");
    assert!(output.stderr.is_empty(), "{}", program::text(&output.stderr));
    let shown = [format!("\x1b[1m$ {prompt}\x1b[m\n").as_bytes(), &output.stdout].concat();
    svg::keep(name, &svg::svg(&rows(&shown, COLUMNS), title, scheme));
}

#[test]
fn check_reports_the_findings_of_a_directory() {
    if std::path::MAIN_SEPARATOR != '/' {
        return not_tried("the paths in the picture have the separator of another system");
    }
    let title = "The output of iri-inspect check";
    keep("check", title, "iri-inspect check docs", &["check", "docs", "--color", "always"], DARK);
}

#[test]
fn an_editor_shows_a_finding_and_its_fixes() {
    // The script editors/tests/helix/picture captures the screen of the real editor.
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/screens/helix.ansi");
    let screen = std::fs::read(path).expect("the screen was captured");
    let one_dark = Scheme { ink: "#abb2bf", paper: "#282c34" };
    let title = "Helix with iri-lsp: a finding in a DocBook document, and the menu of its fixes";
    svg::keep("editor", &svg::svg(&rows(&screen, EDITOR_COLUMNS), title, one_dark));
}

/// Colors of a page of GitHub.
const PAGE: Scheme = Scheme { ink: "#1f2328", paper: "#ffffff" };

/// Returns `::warning file=PATH,line=LINE,…,title=RULE::MESSAGE` as its path, line, rule and message.
fn annotation(command: &str) -> Option<(&str, usize, &str, &str)> {
    let (properties, message) = command.strip_prefix("::warning ")?.split_once("::")?;
    let property = |name: &str| properties.split(',').find_map(|one| one.strip_prefix(name)?.strip_prefix('='));
    Some((property("file")?, property("line")?.parse().ok()?, property("title")?, message))
}

/// A drawing, not a capture: the lines are those of the file, and the texts those of the annotations.
#[test]
fn a_pull_request_shows_annotations_at_their_lines() {
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/sample");
    let mut command = program::command(&["check", "docs/guide.xml", "--format", "github"]);
    let log = program::text(&program::run(command.current_dir(&sample), b"").stdout);
    let annotations: Vec<_> = log.lines().filter_map(annotation).collect();
    assert!(!annotations.is_empty(), "{log}");
    let text = std::fs::read_to_string(sample.join("docs/guide.xml")).expect("the sample exists");
    let mut page = String::from("\x1b[1mdocs/guide.xml\x1b[m\n\n");
    for (line, number) in text.lines().zip(1..) {
        let here: Vec<_> = annotations.iter().filter(|annotation| annotation.1 == number).collect();
        let is_near = annotations.iter().any(|annotation| annotation.1.abs_diff(number) <= 1);
        if !is_near {
            continue;
        }
        let _ = writeln!(page, "\x1b[48;2;218;251;225m{number:>4} + {line:<102}\x1b[m");
        for (path, line, rule, message) in here {
            let bar = "\x1b[38;2;191;135;0m  \u{2502}\x1b[m ";
            let _ = writeln!(page, "{bar}\x1b[1;38;2;154;103;0m! Check warning on line {line} in {path}\x1b[m");
            let _ = writeln!(page, "{bar}\x1b[1m{rule}\x1b[m\n{bar}{message}");
        }
    }
    let title = "A pull request with the annotations of iri-inspect check --format github";
    svg::keep("annotation", &svg::svg(&rows(page.as_bytes(), PAGE_COLUMNS), title, PAGE));
}
