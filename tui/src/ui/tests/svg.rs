//! A frame as a picture. Each run of cells has its own position, from left to right whatever it contains, so
//! that the grid holds in every viewer.

use std::fmt::Write as _;

use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};
use unicode_width::UnicodeWidthStr;

use crate::theme::depth;

/// Of a font of this size.
const FONT: f32 = 14.0;
/// The columns and rows.
const WIDTH: f32 = 8.43;
const HEIGHT: f32 = 18.0;
const MARGIN: f32 = 10.0;
const INK: &str = "#d8dae6";
const PAPER: &str = "#1e1e2e";

/// Returns the picture.
pub fn svg(buffer: &Buffer, title: &str) -> String {
    let columns = f32::from(buffer.area.width);
    let rows = f32::from(buffer.area.height);
    let (width, height) = (columns * WIDTH + 2.0 * MARGIN, rows * HEIGHT + 2.0 * MARGIN);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" \
         height=\"{height:.0}\" role=\"img\">\n<title>{}</title>\n<style>text{{font:{FONT}px 'DejaVu Sans \
         Mono',Menlo,'Cascadia Mono',Consolas,'FreeMono',monospace;fill:{INK};direction:ltr;\
         unicode-bidi:bidi-override}}.b{{font-weight:bold}}</style>\n\
         <rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"{PAPER}\"/>\n",
        escaped(title)
    );
    for (y, row) in buffer.content.chunks(usize::from(buffer.area.width)).enumerate() {
        draw_row(&mut out, y, row);
    }
    out + "</svg>\n"
}

fn draw_row(out: &mut String, y: usize, row: &[Cell]) {
    let mut x = 0;
    while x < row.len() {
        let cell = &row[x];
        let own = cell.symbol().width().max(1);
        let is_plain = |cell: &Cell| cell.symbol().is_ascii();
        let length = if is_plain(cell) {
            row[x..].iter().take_while(|other| is_plain(other) && look(other) == look(cell)).count()
        } else {
            own
        };
        let text: String = row[x..x + if is_plain(cell) { length } else { 1 }].iter().map(Cell::symbol).collect();
        draw_run(out, (x, y), length, &text, cell);
        x += length;
    }
}

fn look(cell: &Cell) -> (Color, Color, Modifier) {
    (cell.fg, cell.underline_color, cell.modifier)
}

#[allow(clippy::cast_precision_loss)] // screens are small
fn draw_run(out: &mut String, (x, y): (usize, usize), length: usize, text: &str, cell: &Cell) {
    let (left, top) = (MARGIN + x as f32 * WIDTH, MARGIN + y as f32 * HEIGHT);
    let width = length as f32 * WIDTH;
    let has = |modifier| cell.modifier.contains(modifier);
    let ink = hex(cell.fg);
    let is_reversed = has(Modifier::REVERSED);
    if is_reversed {
        let paper = ink.as_deref().unwrap_or(INK);
        let _ = writeln!(
            out,
            "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{HEIGHT}\" fill=\"{paper}\"/>"
        );
    }
    if has(Modifier::UNDERLINED) {
        let line = hex(cell.underline_color).or(ink.clone()).unwrap_or_else(|| INK.to_owned());
        let below = top + HEIGHT - 2.0;
        let _ = writeln!(
            out,
            "<rect x=\"{left:.1}\" y=\"{below:.1}\" width=\"{width:.1}\" height=\"1.5\" fill=\"{line}\"/>"
        );
    }
    let mut attributes = String::new();
    if has(Modifier::BOLD) {
        attributes.push_str(" class=\"b\"");
    }
    if has(Modifier::DIM) {
        attributes.push_str(" opacity=\"0.6\"");
    }
    match (is_reversed, ink) {
        (true, _) => drop(write!(attributes, " style=\"fill:{PAPER}\"")),
        (false, Some(ink)) => drop(write!(attributes, " style=\"fill:{ink}\"")),
        (false, None) => {}
    }
    let baseline = top + 13.5;
    // Viewers take the spaces at the ends of a text, and all but one within it, for layout.
    let mut at = 0;
    for word in text.split(' ') {
        if !word.is_empty() {
            let left = left + at as f32 * WIDTH;
            let (width, is_fitted) = (word.len() as f32 * WIDTH, word.len() > 1 && word.is_ascii());
            let fitted = if is_fitted { format!(" textLength=\"{width:.1}\"") } else { String::new() };
            let word = escaped(word);
            let _ = writeln!(out, "<text x=\"{left:.1}\" y=\"{baseline:.1}\"{attributes}{fitted}>{word}</text>");
        }
        at += word.chars().count() + 1;
    }
}

fn hex(color: Color) -> Option<String> {
    depth::rgb(color).map(|(red, green, blue)| format!("#{red:02x}{green:02x}{blue:02x}"))
}

/// As XML has it, in ASCII; without the marks that hold letters in their cells, for here they have places.
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
