//! Numbers of colors of a terminal, and the nearest color that it supports.

use ratatui::style::Color;

/// Number of colors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Depth {
    /// No colors.
    None,
    /// The 16 colors of the terminal.
    Sixteen,
    /// The 16 colors, a cube of 216 and 24 grays.
    TwoHundred,
    /// All colors, with a byte each for red, green and blue.
    True,
}

/// The 16 colors of xterm; the user of a terminal may have set others.
const SIXTEEN: [(Color, (u8, u8, u8)); 16] = [
    (Color::Black, (0x00, 0x00, 0x00)),
    (Color::Red, (0xcd, 0x00, 0x00)),
    (Color::Green, (0x00, 0xcd, 0x00)),
    (Color::Yellow, (0xcd, 0xcd, 0x00)),
    (Color::Blue, (0x00, 0x00, 0xee)),
    (Color::Magenta, (0xcd, 0x00, 0xcd)),
    (Color::Cyan, (0x00, 0xcd, 0xcd)),
    (Color::Gray, (0xe5, 0xe5, 0xe5)),
    (Color::DarkGray, (0x7f, 0x7f, 0x7f)),
    (Color::LightRed, (0xff, 0x00, 0x00)),
    (Color::LightGreen, (0x00, 0xff, 0x00)),
    (Color::LightYellow, (0xff, 0xff, 0x00)),
    (Color::LightBlue, (0x5c, 0x5c, 0xff)),
    (Color::LightMagenta, (0xff, 0x00, 0xff)),
    (Color::LightCyan, (0x00, 0xff, 0xff)),
    (Color::White, (0xff, 0xff, 0xff)),
];

/// Steps of the cube.
const STEPS: [u8; 6] = [0x00, 0x5f, 0x87, 0xaf, 0xd7, 0xff];

impl Depth {
    /// Reads the environment: `NO_COLOR`, `COLORTERM`, `TERM`.
    pub fn from_environment() -> Self {
        let term = std::env::var("TERM").unwrap_or_default();
        if anstyle_query::no_color() || !anstyle_query::term_supports_color() {
            return Self::None;
        }
        Self::from_term(&term, anstyle_query::truecolor())
    }

    /// Returns the number of colors for `TERM` and for `COLORTERM`, which may declare true colors.
    fn from_term(term: &str, is_true: bool) -> Self {
        if is_true || term.contains("-direct") || term.contains("truecolor") {
            Self::True
        } else if term.contains("256") || term.contains("kitty") || term.contains("alacritty") {
            Self::TwoHundred
        } else {
            Self::Sixteen
        }
    }

    /// Returns `color`, or the nearest color that is supported.
    pub fn nearest(self, color: Color) -> Color {
        match (self, color) {
            (Self::None, _) => Color::Reset,
            (Self::Sixteen, Color::Indexed(_) | Color::Rgb(..)) => rgb(color).map_or(Color::Reset, nearest_of_sixteen),
            (Self::TwoHundred, Color::Rgb(red, green, blue)) => nearest_of_cube((red, green, blue)),
            _ => color,
        }
    }
}

/// Returns red, green and blue of a color; the 16 colors are those of xterm.
pub fn rgb(color: Color) -> Option<(u8, u8, u8)> {
    match color {
        Color::Rgb(red, green, blue) => Some((red, green, blue)),
        Color::Indexed(index @ 16..=231) => {
            let step = |by: u8| STEPS[usize::from((index - 16) / by % 6)];
            Some((step(36), step(6), step(1)))
        }
        Color::Indexed(index @ 232..) => {
            let grey = 8 + 10 * (index - 232);
            Some((grey, grey, grey))
        }
        Color::Indexed(index) => Some(SIXTEEN[usize::from(index)].1),
        named => SIXTEEN.iter().find(|(color, _)| *color == named).map(|(_, rgb)| *rgb),
    }
}

fn nearest_of_sixteen(wanted: (u8, u8, u8)) -> Color {
    let near = SIXTEEN.iter().min_by_key(|(_, rgb)| distance(*rgb, wanted));
    near.map_or(Color::Reset, |(color, _)| *color)
}

fn nearest_of_cube(wanted: (u8, u8, u8)) -> Color {
    let all = (16..=255).map(Color::Indexed);
    let far = |color: &Color| rgb(*color).map_or(u32::MAX, |rgb| distance(rgb, wanted));
    all.min_by_key(far).unwrap_or(Color::Reset)
}

fn distance(a: (u8, u8, u8), b: (u8, u8, u8)) -> u32 {
    let square = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
    square(a.0, b.0) + square(a.1, b.1) + square(a.2, b.2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_depth_is_that_of_the_terminal() {
        for (term, is_true, depth) in [
            ("xterm", false, Depth::Sixteen),
            ("linux", false, Depth::Sixteen),
            ("xterm-256color", false, Depth::TwoHundred),
            ("tmux-256color", true, Depth::True),
            ("xterm-direct", false, Depth::True),
            ("xterm-kitty", false, Depth::TwoHundred),
        ] {
            assert_eq!(Depth::from_term(term, is_true), depth, "{term}");
        }
    }

    #[test]
    fn a_supported_color_is_nearest_to_itself() {
        for index in 16..=255 {
            let color = Color::Indexed(index);
            let (red, green, blue) = rgb(color).expect("the cube has colors");
            let nearest = Depth::TwoHundred.nearest(Color::Rgb(red, green, blue));
            assert_eq!(rgb(nearest), rgb(color));
        }
        for (color, (red, green, blue)) in SIXTEEN {
            assert_eq!(Depth::Sixteen.nearest(Color::Rgb(red, green, blue)), color);
        }
    }

    #[test]
    fn names_stay_the_terminals_own() {
        for depth in [Depth::Sixteen, Depth::TwoHundred, Depth::True] {
            assert_eq!(depth.nearest(Color::Red), Color::Red);
        }
        assert_eq!(Depth::None.nearest(Color::Red), Color::Reset);
        assert_eq!(Depth::Sixteen.nearest(Color::Rgb(250, 5, 5)), Color::LightRed);
    }
}
