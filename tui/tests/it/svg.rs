//! Screens as pictures of the book. Each run of cells has its own position, from left to right independent of its
//! content, so that the grid is the same in every viewer.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// Font size.
const FONT: f32 = 14.0;
/// Width of a column.
const WIDTH: f32 = 8.43;
/// Height of a row.
const HEIGHT: f32 = 18.0;
const MARGIN: f32 = 10.0;

/// Red, green and blue.
pub type Rgb = (u8, u8, u8);

/// Colors of text and background without a style.
#[derive(Clone, Copy)]
pub struct Scheme {
    /// Color of the text.
    pub ink: &'static str,
    /// Color of the background.
    pub paper: &'static str,
}

/// Colors of a dark terminal.
pub const DARK: Scheme = Scheme { ink: "#d8dae6", paper: "#1e1e2e" };

/// Line below text.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Underline {
    /// No line.
    #[default]
    None,
    /// Line in the color of the text.
    Plain,
    /// Line in its own color.
    Colored(Rgb),
}

/// A cell of a screen.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cell {
    /// Content; empty under the second half of a wide character.
    pub symbol: String,
    /// Number of columns.
    pub columns: usize,
    /// Color of the text.
    pub ink: Option<Rgb>,
    /// Color of the background.
    pub paper: Option<Rgb>,
    /// Underline.
    pub underline: Underline,
    /// Whether the text is bold.
    pub is_bold: bool,
    /// Whether the text is dim.
    pub is_dim: bool,
    /// Whether text and background have exchanged colors.
    pub is_reversed: bool,
}

/// Compares a picture with `docs/screens/<name>.svg`, or writes it if `UPDATE_EXPECT` is set.
pub fn keep(name: &str, picture: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/screens").join(name).with_extension("svg");
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(&path, picture).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(kept.replace("\r\n", "\n") == picture, "{name} is outdated: run UPDATE_EXPECT=1 cargo test -p iri-inspect");
}

/// Draws a screen.
pub fn svg(rows: &[Vec<Cell>], title: &str, scheme: Scheme) -> String {
    let columns = rows.iter().map(|row| row.iter().map(|cell| cell.columns).sum()).max().unwrap_or(0);
    let (width, height) = (length(columns) * WIDTH + 2.0 * MARGIN, length(rows.len()) * HEIGHT + 2.0 * MARGIN);
    let Scheme { ink, paper } = scheme;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" \
         height=\"{height:.0}\" role=\"img\">\n<title>{}</title>\n<style>text{{font:{FONT}px 'DejaVu Sans \
         Mono',Menlo,'Cascadia Mono',Consolas,'FreeMono',monospace;fill:{ink};direction:ltr;\
         unicode-bidi:bidi-override}}.b{{font-weight:bold}}</style>\n\
         <rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"{paper}\"/>\n",
        escaped(title)
    );
    for (y, row) in rows.iter().enumerate() {
        draw_row(&mut out, y, row, scheme);
    }
    out + "</svg>\n"
}

fn draw_row(out: &mut String, y: usize, row: &[Cell], scheme: Scheme) {
    let (mut index, mut column) = (0, 0);
    while index < row.len() {
        let cell = &row[index];
        let style = |cell: &Cell| Cell { symbol: String::new(), columns: 0, ..cell.clone() };
        let is_same = |other: &&Cell| other.symbol.is_ascii() && style(other) == style(cell);
        let count = if cell.symbol.is_ascii() { row[index..].iter().take_while(is_same).count() } else { 1 };
        let run = &row[index..index + count];
        let text: String = run.iter().map(|cell| cell.symbol.as_str()).collect();
        let columns = run.iter().map(|cell| cell.columns).sum();
        draw_run(out, (column, y), columns, &text, cell, scheme);
        index += count;
        column += columns;
    }
}

fn draw_run(out: &mut String, (x, y): (usize, usize), columns: usize, text: &str, cell: &Cell, scheme: Scheme) {
    let (left, top) = (MARGIN + length(x) * WIDTH, MARGIN + length(y) * HEIGHT);
    let width = length(columns) * WIDTH;
    let (mut ink, mut paper) = (cell.ink.map(hex), cell.paper.map(hex));
    if cell.is_reversed {
        let text = paper.unwrap_or_else(|| scheme.paper.to_owned());
        paper = Some(ink.unwrap_or_else(|| scheme.ink.to_owned()));
        ink = Some(text);
    }
    if let Some(paper) = paper {
        let _ = writeln!(
            out,
            "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{HEIGHT}\" fill=\"{paper}\"/>"
        );
    }
    let line = match cell.underline {
        Underline::None => None,
        Underline::Plain => Some(ink.clone().unwrap_or_else(|| scheme.ink.to_owned())),
        Underline::Colored(color) => Some(hex(color)),
    };
    if let Some(line) = line {
        let below = top + HEIGHT - 2.0;
        let _ = writeln!(
            out,
            "<rect x=\"{left:.1}\" y=\"{below:.1}\" width=\"{width:.1}\" height=\"1.5\" fill=\"{line}\"/>"
        );
    }
    let mut attributes = String::new();
    if cell.is_bold {
        attributes.push_str(" class=\"b\"");
    }
    if cell.is_dim {
        attributes.push_str(" opacity=\"0.6\"");
    }
    if let Some(ink) = ink {
        let _ = write!(attributes, " style=\"fill:{ink}\"");
    }
    let baseline = top + 13.5;
    // Viewers collapse spaces, so each word has its own position.
    let mut at = 0;
    for word in text.split(' ') {
        if !word.is_empty() {
            let left = left + length(at) * WIDTH;
            let (width, is_fitted) = (length(word.len()) * WIDTH, word.len() > 1 && word.is_ascii());
            let fitted = if is_fitted { format!(" textLength=\"{width:.1}\"") } else { String::new() };
            let word = escaped(word);
            let _ = writeln!(out, "<text x=\"{left:.1}\" y=\"{baseline:.1}\"{attributes}{fitted}>{word}</text>");
        }
        at += word.chars().count() + 1;
    }
}

#[allow(clippy::cast_precision_loss)] // Screens are small.
fn length(cells: usize) -> f32 {
    cells as f32
}

fn hex((red, green, blue): Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Escapes text for XML in ASCII, without the marks that prevent reordering: here each cell has a position.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars().filter(|c| *c != '\u{200E}') {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            ' '..='~' => out.push(c),
            _ => drop(write!(out, "&#x{:X};", u32::from(c))),
        }
    }
    out
}
