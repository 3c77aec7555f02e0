//! The colors of the roles, for terminals of each depth and background.
//!
//! ```text
//!  background unknown, or 16 colors    the colors of the terminal, as its user set them
//!  dark, 256 colors or more            DARK, legible on black to dark gray
//!  light, 256 colors or more           LIGHT, legible on white to light gray
//! ```

use ratatui::style::Color;

/// Role of a color.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A component of the reference.
    Scheme,
    /// A component of the reference.
    Userinfo,
    /// A component of the reference.
    Host,
    /// A component of the reference.
    Port,
    /// A component of the reference.
    Path,
    /// A component of the reference.
    Query,
    /// A component of the reference.
    Fragment,
    /// Stand-in for an invisible character.
    StandIn,
    /// A severity.
    Error,
    /// A severity.
    Warning,
    /// A severity.
    Information,
    /// A severity.
    Hint,
    /// Positive result.
    Good,
    /// Negative result.
    Bad,
    /// Secondary text.
    Dim,
}

impl Role {
    /// All roles, in the order of the tables below.
    pub const ALL: [Self; 15] = [
        Self::Scheme,
        Self::Userinfo,
        Self::Host,
        Self::Port,
        Self::Path,
        Self::Query,
        Self::Fragment,
        Self::StandIn,
        Self::Error,
        Self::Warning,
        Self::Information,
        Self::Hint,
        Self::Good,
        Self::Bad,
        Self::Dim,
    ];

    /// Returns the name in the settings.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Scheme => "scheme",
            Self::Userinfo => "userinfo",
            Self::Host => "host",
            Self::Port => "port",
            Self::Path => "path",
            Self::Query => "query",
            Self::Fragment => "fragment",
            Self::StandIn => "stand-in",
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Information => "information",
            Self::Hint => "hint",
            Self::Good => "good",
            Self::Bad => "bad",
            Self::Dim => "dim",
        }
    }
}

/// A color for each role. `Reset` is the terminal's foreground.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Palette([Color; Role::ALL.len()]);

impl Palette {
    /// The 16 colors of the terminal.
    pub const SIXTEEN: Self = Self([
        Color::Cyan,
        Color::LightYellow,
        Color::Green,
        Color::LightCyan,
        Color::LightBlue,
        Color::LightMagenta,
        Color::LightGreen,
        Color::Magenta,
        Color::Red,
        Color::Yellow,
        Color::Blue,
        Color::Cyan,
        Color::Green,
        Color::Red,
        Color::Reset,
    ]);

    /// The 16 colors without those that are illegible on a light background.
    pub const SIXTEEN_ON_LIGHT: Self = Self([
        Color::Cyan,
        Color::Red,
        Color::Green,
        Color::Cyan,
        Color::Blue,
        Color::Magenta,
        Color::Green,
        Color::Magenta,
        Color::Red,
        Color::Red,
        Color::Blue,
        Color::Cyan,
        Color::Green,
        Color::Red,
        Color::Reset,
    ]);

    /// For dark backgrounds.
    pub const DARK: Self = Self([
        Color::Rgb(0x5f, 0xd7, 0xd7),
        Color::Rgb(0xff, 0xd7, 0x87),
        Color::Rgb(0x87, 0xd7, 0x87),
        Color::Rgb(0x87, 0xff, 0xff),
        Color::Rgb(0x87, 0xaf, 0xff),
        Color::Rgb(0xff, 0x87, 0xd7),
        Color::Rgb(0xaf, 0xd7, 0x5f),
        Color::Rgb(0xd7, 0xaf, 0xff),
        Color::Rgb(0xff, 0x87, 0x87),
        Color::Rgb(0xff, 0xaf, 0x5f),
        Color::Rgb(0x87, 0xd7, 0xff),
        Color::Rgb(0xaf, 0xd7, 0xd7),
        Color::Rgb(0x87, 0xd7, 0x87),
        Color::Rgb(0xff, 0x87, 0x87),
        Color::Rgb(0xa8, 0xa8, 0xa8),
    ]);

    /// For light backgrounds.
    pub const LIGHT: Self = Self([
        Color::Rgb(0x00, 0x5f, 0x5f),
        Color::Rgb(0x87, 0x00, 0x5f),
        Color::Rgb(0x00, 0x5f, 0x00),
        Color::Rgb(0x00, 0x5f, 0x87),
        Color::Rgb(0x00, 0x00, 0xaf),
        Color::Rgb(0x87, 0x00, 0xaf),
        Color::Rgb(0x5f, 0x5f, 0x00),
        Color::Rgb(0x5f, 0x00, 0xaf),
        Color::Rgb(0xaf, 0x00, 0x00),
        Color::Rgb(0x87, 0x5f, 0x00),
        Color::Rgb(0x00, 0x5f, 0xaf),
        Color::Rgb(0x00, 0x5f, 0x5f),
        Color::Rgb(0x00, 0x5f, 0x00),
        Color::Rgb(0xaf, 0x00, 0x00),
        Color::Rgb(0x58, 0x58, 0x58),
    ]);

    /// Returns the color of a role.
    pub const fn color(&self, role: Role) -> Color {
        self.0[role as usize]
    }

    /// Returns the palette with another color for a role.
    #[must_use]
    pub const fn with(mut self, role: Role, color: Color) -> Self {
        self.0[role as usize] = color;
        self
    }

    /// Returns the palette with each color changed by `change`.
    #[must_use]
    pub fn map(self, change: impl Fn(Color) -> Color) -> Self {
        Self(self.0.map(change))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theme::depth::{Depth, rgb};

    /// WCAG 2: the relative luminance of a color.
    fn luminance(color: (u8, u8, u8)) -> f64 {
        let linear = |part: u8| {
            let part = f64::from(part) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(color.0) + 0.7152 * linear(color.1) + 0.0722 * linear(color.2)
    }

    fn contrast(a: (u8, u8, u8), b: (u8, u8, u8)) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn every_role_is_legible_on_its_backgrounds() {
        let backgrounds =
            [(Palette::DARK, [(0, 0, 0), (0x30, 0x34, 0x46)]), (Palette::LIGHT, [(255, 255, 255), (0xee, 0xe8, 0xd5)])];
        for (palette, backgrounds) in backgrounds {
            for depth in [Depth::True, Depth::TwoHundred] {
                for role in Role::ALL {
                    let color = rgb(depth.nearest(palette.color(role))).expect("these have red, green and blue");
                    for background in backgrounds {
                        let contrast = contrast(color, background);
                        assert!(contrast >= 4.5, "{} on {background:?}: {contrast:.1}", role.name());
                    }
                }
            }
        }
    }

    #[test]
    fn components_side_by_side_have_colors_of_their_own() {
        for palette in [Palette::DARK, Palette::LIGHT, Palette::SIXTEEN] {
            let colors: Vec<Color> = Role::ALL[..7].iter().map(|role| palette.color(*role)).collect();
            for (index, color) in colors.iter().enumerate() {
                assert!(!colors[..index].contains(color), "{color} twice");
            }
        }
    }

    #[test]
    fn the_tables_are_in_the_order_of_the_roles() {
        for (index, role) in Role::ALL.into_iter().enumerate() {
            assert_eq!(role as usize, index);
        }
    }
}
