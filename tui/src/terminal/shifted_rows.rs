//! Rows in which the terminal counts columns that it does not display.
//!
//! mlterm counts each bidi formatting character as a column, although it displays none. A row that starts with
//! [`ROW_START`] has each of its cells two columns further to the right:
//!
//! ```text
//!  displayed      a b C D
//!  column     0 1 2 3 4 5      0 and 1 are the formatting characters
//! ```
//!
//! So the cursor must be moved to column x + 2 for cell x, and the screen has two columns less than the terminal.

use std::io::{self, Write};

use ratatui::backend::{Backend, ClearType, CrosstermBackend, WindowSize};
use ratatui::buffer::Cell;
use ratatui::layout::{Position, Size};

/// LEFT-TO-RIGHT MARK, so that the row starts at the left, and LEFT-TO-RIGHT OVERRIDE, so that it is in stored order.
pub const ROW_START: &str = "\u{200E}\u{202D}";

/// Columns that these characters take.
const SHIFT: u16 = 2;

/// Output of a screen whose rows may start with [`ROW_START`].
pub struct ShiftedRows<W: Write> {
    inner: CrosstermBackend<W>,
    /// Rows that start with it.
    shifted: Vec<u16>,
    /// Columns of the terminal that are not part of the screen.
    reserved: u16,
}

impl<W: Write> ShiftedRows<W> {
    /// Creates an output to `writer`; `may_shift` if rows may start with [`ROW_START`].
    pub const fn new(writer: W, may_shift: bool) -> Self {
        let reserved = if may_shift { SHIFT } else { 0 };
        Self { inner: CrosstermBackend::new(writer), shifted: Vec::new(), reserved }
    }

    /// Returns the column of the terminal for a cell.
    fn column(&self, x: u16, y: u16) -> u16 {
        if self.shifted.contains(&y) { x.saturating_add(SHIFT) } else { x }
    }
}

/// Maximum width and height of what is drawn, in cells. A terminal may say that it has four billion cells.
pub const LARGEST: Size = Size { width: 1024, height: 512 };

impl<W: Write> ShiftedRows<W> {
    /// Returns the size of what is drawn on a terminal of this size.
    fn drawn(&self, size: Size) -> Size {
        let width = size.width.saturating_sub(self.reserved).min(LARGEST.width);
        Size { width, height: size.height.min(LARGEST.height) }
    }
}

impl<W: Write> Backend for ShiftedRows<W> {
    type Error = io::Error;

    fn draw<'a, I>(&mut self, content: I) -> io::Result<()>
    where
        I: Iterator<Item = (u16, u16, &'a Cell)>,
    {
        let cells: Vec<_> = content.collect();
        let mut no_longer = Vec::new();
        for (_, y, cell) in cells.iter().filter(|(x, _, _)| *x == 0) {
            let was_shifted = self.shifted.contains(y);
            self.shifted.retain(|row| row != y);
            if cell.symbol().starts_with(ROW_START) {
                self.shifted.push(*y);
            } else if was_shifted {
                no_longer.push(*y);
            }
        }
        // The first cell is written after its formatting characters, which start in column 0.
        let column = |x, y| if x == 0 { 0 } else { self.column(x, y) };
        let moved: Vec<_> = cells.iter().map(|(x, y, cell)| (column(*x, *y), *y, *cell)).collect();
        self.inner.draw(moved.into_iter())?;
        for y in no_longer {
            // Such a row was written as a whole. Its old last cells are in the columns after the new ones.
            let last = cells.iter().rfind(|(_, row, _)| *row == y).map_or(0, |(x, _, _)| *x);
            self.inner.set_cursor_position((last + 1, y))?;
            self.inner.clear_region(ClearType::UntilNewLine)?;
        }
        Ok(())
    }

    fn hide_cursor(&mut self) -> io::Result<()> {
        self.inner.hide_cursor()
    }

    fn show_cursor(&mut self) -> io::Result<()> {
        self.inner.show_cursor()
    }

    fn get_cursor_position(&mut self) -> io::Result<Position> {
        self.inner.get_cursor_position()
    }

    fn set_cursor_position<P: Into<Position>>(&mut self, position: P) -> io::Result<()> {
        let Position { x, y } = position.into();
        self.inner.set_cursor_position((self.column(x, y), y))
    }

    fn clear(&mut self) -> io::Result<()> {
        self.shifted.clear();
        self.inner.clear()
    }

    fn clear_region(&mut self, clear_type: ClearType) -> io::Result<()> {
        self.inner.clear_region(clear_type)
    }

    fn size(&self) -> io::Result<Size> {
        Ok(self.drawn(self.inner.size()?))
    }

    fn window_size(&mut self) -> io::Result<WindowSize> {
        let WindowSize { columns_rows: size, pixels } = self.inner.window_size()?;
        Ok(WindowSize { columns_rows: self.drawn(size), pixels })
    }

    fn flush(&mut self) -> io::Result<()> {
        Backend::flush(&mut self.inner)
    }
}

impl<W: Write> Write for ShiftedRows<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.inner.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Write::flush(&mut self.inner)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::rc::Rc;

    use super::*;

    /// Everything that was written.
    #[derive(Clone, Default)]
    struct Written(Rc<RefCell<Vec<u8>>>);

    impl Write for Written {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.borrow_mut().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl Written {
        /// Returns what was written since the last call, as `row;column:text` after each movement of the cursor.
        fn take(&self) -> Vec<String> {
            let bytes = String::from_utf8(self.0.take()).expect("cells are UTF-8");
            let parts = bytes.split("\u{1b}[").filter_map(|part| part.split_once('H'));
            parts.map(|(place, text)| format!("{place}:{text}")).collect()
        }
    }

    fn draw(rows: &mut ShiftedRows<Written>, y: u16, symbols: &[(u16, &'static str)]) {
        let cells: Vec<(u16, Cell)> = symbols.iter().map(|(x, symbol)| (*x, Cell::new(symbol))).collect();
        rows.draw(cells.iter().map(|(x, cell)| (*x, y, cell))).expect("a vector can be written");
    }

    #[test]
    fn the_cursor_moves_further_in_a_row_with_formatting_characters() {
        let written = Written::default();
        let mut rows = ShiftedRows::new(written.clone(), true);
        draw(&mut rows, 3, &[(0, "\u{200E}\u{202D}a"), (1, "\u{5D0}"), (2, "\u{1F600}"), (4, "b")]);
        // The cursor is moved after the first cell and after a wide character.
        assert_eq!(written.take(), ["4;1:\u{200E}\u{202D}a", "4;4:\u{5D0}\u{1F600}", "4;7:b"]);
        rows.set_cursor_position((2, 3)).expect("a vector can be written");
        rows.set_cursor_position((2, 4)).expect("a vector can be written");
        assert_eq!(written.take(), ["4;5:", "5;3:"]);
    }

    #[test]
    fn a_row_without_formatting_characters_is_written_in_its_columns() {
        let written = Written::default();
        let mut rows = ShiftedRows::new(written.clone(), true);
        draw(&mut rows, 3, &[(0, "\u{200E}\u{202D}a"), (1, "\u{5D0}"), (2, "x")]);
        assert_eq!(written.take(), ["4;1:\u{200E}\u{202D}a", "4;4:\u{5D0}x"]);
        draw(&mut rows, 2, &[(0, "a"), (1, "b"), (2, " ")]);
        draw(&mut rows, 3, &[(0, "a"), (1, "b"), (2, " ")]);
        // The rest of a row that had formatting characters is cleared.
        assert_eq!(written.take(), ["3;1:ab ", "4;1:ab ", "4;4:"]);
    }
}
