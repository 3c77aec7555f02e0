//! A frame as text for snapshots: the symbols, with ambiguous characters escaped, and under each row the runs of styled
//! cells.

use std::fmt::Write as _;

use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};
use unicode_width::UnicodeWidthStr;

/// Writes one line per row: `text|`, then `column+length style` for each run that is not plain.
pub fn dump(buffer: &Buffer) -> String {
    let mut out = String::new();
    for y in 0..buffer.area.height {
        let row: Vec<&Cell> = (0..buffer.area.width).filter_map(|x| buffer.cell((x, y))).collect();
        let mut covered = 0;
        for cell in &row {
            // The cell under the second half of a wide character is not visible.
            if covered > 0 {
                covered -= 1;
                continue;
            }
            covered = cell.symbol().width().saturating_sub(1);
            out.extend(cell.symbol().chars().map(shown));
        }
        out.truncate(out.trim_end_matches(' ').len());
        out.push_str("|\n");
        let styles = runs(&row);
        if !styles.is_empty() {
            let _ = writeln!(out, "    {}", styles.join("; "));
        }
    }
    out
}

fn shown(c: char) -> String {
    let is_ours = matches!(c, '\u{2400}'..='\u{25FF}' | '…' | '→' | '✓' | '✗' | '❯');
    if c.is_ascii() || is_ours && c != '\u{25CC}' { c.to_string() } else { c.escape_unicode().to_string() }
}

fn runs(row: &[&Cell]) -> Vec<String> {
    let mut runs = Vec::new();
    let mut x = 0;
    while x < row.len() {
        let style = style(row[x]);
        let length = row[x..].iter().take_while(|cell| self::style(cell) == style).count();
        if !style.is_empty() {
            runs.push(format!("{x}+{length} {style}"));
        }
        x += length;
    }
    runs
}

fn style(cell: &Cell) -> String {
    let mut words = Vec::new();
    if cell.fg != Color::Reset {
        words.push(format!("fg={}", cell.fg));
    }
    if cell.underline_color != Color::Reset {
        words.push(format!("line={}", cell.underline_color));
    }
    let names = [
        (Modifier::BOLD, "bold"),
        (Modifier::DIM, "dim"),
        (Modifier::UNDERLINED, "underlined"),
        (Modifier::REVERSED, "reversed"),
    ];
    words.extend(
        names.into_iter().filter(|(modifier, _)| cell.modifier.contains(*modifier)).map(|(_, name)| name.to_owned()),
    );
    words.join(" ")
}
