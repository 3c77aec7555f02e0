//! The size of what is drawn: that of the terminal, within limits.

use std::io::{self, Write};

use ratatui::backend::{Backend, ClearType, CrosstermBackend, WindowSize};
use ratatui::buffer::Cell;
use ratatui::layout::{Position, Size};

/// Maximum width and height of what is drawn, in cells. A terminal may say that it has four billion cells.
const LARGEST: Size = Size { width: 1024, height: 512 };

/// Output of a screen with at most [`LARGEST`] cells.
pub struct Clamped<W: Write>(CrosstermBackend<W>);

impl<W: Write> Clamped<W> {
    /// Creates an output to `writer`.
    pub const fn new(writer: W) -> Self {
        Self(CrosstermBackend::new(writer))
    }
}

/// Returns the size of what is drawn on a terminal of this size.
pub fn drawn(size: Size) -> Size {
    Size { width: size.width.min(LARGEST.width), height: size.height.min(LARGEST.height) }
}

impl<W: Write> Backend for Clamped<W> {
    type Error = io::Error;

    fn draw<'a, I>(&mut self, content: I) -> io::Result<()>
    where
        I: Iterator<Item = (u16, u16, &'a Cell)>,
    {
        self.0.draw(content)
    }

    fn hide_cursor(&mut self) -> io::Result<()> {
        self.0.hide_cursor()
    }

    fn show_cursor(&mut self) -> io::Result<()> {
        self.0.show_cursor()
    }

    fn get_cursor_position(&mut self) -> io::Result<Position> {
        self.0.get_cursor_position()
    }

    fn set_cursor_position<P: Into<Position>>(&mut self, position: P) -> io::Result<()> {
        self.0.set_cursor_position(position)
    }

    fn clear(&mut self) -> io::Result<()> {
        self.0.clear()
    }

    fn clear_region(&mut self, clear_type: ClearType) -> io::Result<()> {
        self.0.clear_region(clear_type)
    }

    fn size(&self) -> io::Result<Size> {
        Ok(drawn(self.0.size()?))
    }

    fn window_size(&mut self) -> io::Result<WindowSize> {
        let WindowSize { columns_rows, pixels } = self.0.window_size()?;
        Ok(WindowSize { columns_rows: drawn(columns_rows), pixels })
    }

    fn flush(&mut self) -> io::Result<()> {
        Backend::flush(&mut self.0)
    }
}

impl<W: Write> Write for Clamped<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Write::flush(&mut self.0)
    }
}
