//! `--print`: one screen of the inspector on standard output, for scripts and pictures.

use std::fmt::Write as _;
use std::io;

use anstyle::{Ansi256Color, AnsiColor, Effects, RgbColor, Style};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Size;
use ratatui::style::{Color, Modifier};
use unicode_width::UnicodeWidthStr;

use crate::commands::inspect::headless::wait_for_worker;
use crate::inspector::app::App;
use crate::ui;

/// Returns the screen of `app` after all files have been read and all questions answered.
///
/// # Errors
/// None, because a buffer has no errors.
pub fn screen_text(app: &mut App, is_styled: bool) -> io::Result<String> {
    wait_for_worker(app);
    let Size { width, height } = app.look.size;
    let mut terminal = Terminal::new(TestBackend::new(width, height)).map_err(io::Error::other)?;
    let frame = terminal.draw(|frame| ui::draw(frame, app)).map_err(io::Error::other)?;
    Ok(text(frame.buffer, is_styled))
}

/// Returns the lines of a frame without trailing blanks.
fn text(buffer: &Buffer, is_styled: bool) -> String {
    let mut out = String::new();
    for row in buffer.content.chunks(usize::from(buffer.area.width).max(1)) {
        let mut line = String::new();
        let mut covered = 0;
        let mut style = Style::new();
        let last = row.iter().rposition(|cell| !is_blank(cell, is_styled)).map_or(0, |last| last + 1);
        for cell in &row[..last] {
            // The cell under the second half of a wide character is not visible.
            if covered > 0 {
                covered -= 1;
                continue;
            }
            covered = cell.symbol().width().saturating_sub(1);
            let own = if is_styled { style_of(cell) } else { Style::new() };
            if own != style {
                let _ = write!(line, "{}{}", style.render_reset(), own.render());
                style = own;
            }
            line.push_str(cell.symbol());
        }
        let _ = write!(line, "{}", style.render_reset());
        out.push_str(&line);
        out.push('\n');
    }
    out
}

fn is_blank(cell: &Cell, is_styled: bool) -> bool {
    cell.symbol() == " " && (!is_styled || style_of(cell) == Style::new())
}

fn style_of(cell: &Cell) -> Style {
    let mut effects = Effects::new();
    for (modifier, effect) in [
        (Modifier::BOLD, Effects::BOLD),
        (Modifier::DIM, Effects::DIMMED),
        (Modifier::UNDERLINED, Effects::UNDERLINE),
        (Modifier::REVERSED, Effects::INVERT),
    ] {
        if cell.modifier.contains(modifier) {
            effects |= effect;
        }
    }
    Style::new().effects(effects).fg_color(color(cell.fg)).bg_color(color(cell.bg))
}

fn color(color: Color) -> Option<anstyle::Color> {
    Some(match color {
        Color::Reset => return None,
        Color::Rgb(red, green, blue) => RgbColor(red, green, blue).into(),
        Color::Indexed(index) => Ansi256Color(index).into(),
        Color::Black => AnsiColor::Black.into(),
        Color::Red => AnsiColor::Red.into(),
        Color::Green => AnsiColor::Green.into(),
        Color::Yellow => AnsiColor::Yellow.into(),
        Color::Blue => AnsiColor::Blue.into(),
        Color::Magenta => AnsiColor::Magenta.into(),
        Color::Cyan => AnsiColor::Cyan.into(),
        Color::Gray => AnsiColor::White.into(),
        Color::DarkGray => AnsiColor::BrightBlack.into(),
        Color::LightRed => AnsiColor::BrightRed.into(),
        Color::LightGreen => AnsiColor::BrightGreen.into(),
        Color::LightYellow => AnsiColor::BrightYellow.into(),
        Color::LightBlue => AnsiColor::BrightBlue.into(),
        Color::LightMagenta => AnsiColor::BrightMagenta.into(),
        Color::LightCyan => AnsiColor::BrightCyan.into(),
        Color::White => AnsiColor::BrightWhite.into(),
    })
}
