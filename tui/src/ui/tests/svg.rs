//! Frames of the inspector as pictures.

use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};
use unicode_width::UnicodeWidthStr;

use super::picture;
use crate::theme::depth;

/// Draws a frame.
pub fn svg(buffer: &Buffer, title: &str, scheme: picture::Scheme) -> String {
    let rows: Vec<Vec<picture::Cell>> = buffer.content.chunks(usize::from(buffer.area.width)).map(row).collect();
    picture::svg(&rows, title, scheme)
}

fn row(cells: &[Cell]) -> Vec<picture::Cell> {
    let mut row: Vec<picture::Cell> = Vec::new();
    let mut covered = 0;
    for cell in cells {
        if covered > 0 {
            covered -= 1;
            continue;
        }
        let columns = cell.symbol().width().max(1);
        covered = columns - 1;
        let has = |modifier| cell.modifier.contains(modifier);
        let rgb = |color: Color| if color == Color::Reset { None } else { depth::rgb(color) };
        row.push(picture::Cell {
            symbol: cell.symbol().to_owned(),
            columns,
            ink: rgb(cell.fg),
            paper: rgb(cell.bg),
            underline: match rgb(cell.underline_color) {
                _ if !has(Modifier::UNDERLINED) => picture::Underline::None,
                None => picture::Underline::Plain,
                Some(color) => picture::Underline::Colored(color),
            },
            is_bold: has(Modifier::BOLD),
            is_dim: has(Modifier::DIM),
            is_reversed: has(Modifier::REVERSED),
        });
    }
    row
}
