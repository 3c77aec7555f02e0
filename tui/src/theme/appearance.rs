//! The appearance, computed from the requests of the user and the properties of the terminal.
//!
//! ```text
//!  arguments > settings > environment > answers of the terminal > defaults
//! ```

use clap::ValueEnum;
use ratatui::style::Color;

use super::depth::Depth;
use super::palette::{Palette, Role};
use super::{Colors, Theme};
use crate::terminal::probe::{Answers, Background};
use crate::theme::drawing::{Glyphs, Letters};

/// Names of themes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ThemeName {
    /// Dark or light like the background; terminal colors if it is unknown
    #[default]
    Auto,
    /// The 16 colors of the terminal
    Terminal,
    /// For dark backgrounds
    Dark,
    /// For light backgrounds
    Light,
    /// No colors: bold, underline and reverse
    None,
}

/// Symbols of the inspector.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GlyphSet {
    /// Control pictures, brackets and arrows
    Unicode,
    /// ASCII only, except for letters of the reference
    Ascii,
}

/// Display of right-to-left letters, which depends on whether the terminal reorders them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Bidi {
    /// Depends on the terminal
    #[default]
    Auto,
    /// Reordered by the program: the terminal displays letters unchanged
    App,
    /// Reordered by the terminal: each letter takes two cells, which prevents it
    Terminal,
    /// Bidi Notation: uppercase letters represent right-to-left letters
    Notation,
}

impl Bidi {
    /// The choices of the right-to-left test, in the order of their keys.
    pub const CHOICES: [Self; 3] = [Self::App, Self::Terminal, Self::Notation];

    /// Returns the choice of that index, or the last.
    pub const fn choice(index: usize) -> Self {
        let last = Self::CHOICES.len() - 1;
        Self::CHOICES[if index < last { index } else { last }]
    }
}

/// Requested appearance.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Appearance {
    /// Theme.
    pub theme: ThemeName,
    /// Symbols; depend on the locale if unset.
    pub glyphs: Option<GlyphSet>,
    /// Display of right-to-left letters.
    pub bidi: Bidi,
    /// Colors of roles that replace those of the theme.
    pub colors: Vec<(Role, Color)>,
    /// Whether the inspector starts with the right-to-left test.
    pub is_calibrating: bool,
    /// Environment.
    pub environment: Environment,
}

/// Properties of the terminal according to the environment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools)] // Each is independent of the others.
pub struct Environment {
    /// Number of colors.
    pub depth: Depth,
    /// Whether it supports more than ASCII.
    pub has_unicode: bool,
    /// Whether the locale names another encoding than UTF-8.
    pub has_other_encoding: bool,
    /// Whether the locale is C or POSIX.
    pub is_c: bool,
    /// Whether it is known to reorder letters even in explicit mode.
    pub reorders: bool,
    /// Whether it reorders letters and counts a mark as a column that it does not display, as mlterm does.
    pub counts_marks: bool,
    /// Whether it is known to support colored underlines. Others, such as xterm, interpret the color as italics.
    pub has_line_colors: bool,
}

impl Default for Environment {
    fn default() -> Self {
        Self {
            depth: Depth::Sixteen,
            has_unicode: true,
            has_other_encoding: false,
            is_c: false,
            reorders: false,
            counts_marks: false,
            has_line_colors: false,
        }
    }
}

impl Environment {
    /// Reads the environment.
    pub fn read() -> Self {
        let set = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
        let locale = set("LC_ALL").or_else(|| set("LC_CTYPE")).or_else(|| set("LANG")).unwrap_or_default();
        let term = set("TERM").unwrap_or_default();
        let is_plain = !is_unicode(&locale) || is_c(&locale) || term == "linux";
        let is_apple = set("TERM_PROGRAM").is_some_and(|program| program == "Apple_Terminal");
        let knows_lines =
            ["VTE_VERSION", "KONSOLE_VERSION", "KITTY_WINDOW_ID", "WEZTERM_PANE", "ALACRITTY_WINDOW_ID", "WT_SESSION"];
        // In tmux these variables are those of the terminal in which tmux was started.
        let is_direct = set("TMUX").is_none();
        // kitty damages a letter with a mark in one cell; Terminal.app always reorders letters.
        let reorders = is_apple || term.contains("kitty") || set("KITTY_WINDOW_ID").is_some();
        let has_line_colors =
            is_direct && (term.starts_with("foot") || knows_lines.into_iter().any(|name| set(name).is_some()));
        Self {
            depth: Depth::from_environment(),
            has_unicode: !is_plain,
            has_other_encoding: !is_unicode(&locale),
            is_c: is_c(&locale),
            reorders,
            counts_marks: is_direct && set("MLTERM").is_some(),
            has_line_colors,
        }
    }
}

/// Returns whether the encoding of a locale is UTF-8. A locale without an encoding has that of the system.
fn is_unicode(locale: &str) -> bool {
    let (name, variant) = locale.split_once('@').unwrap_or((locale, ""));
    match name.split_once('.') {
        Some((_, encoding)) => matches!(encoding.to_ascii_lowercase().as_str(), "utf-8" | "utf8"),
        // `de_DE@euro` has always been ISO-8859-15.
        None => variant != "euro",
    }
}

/// Returns whether a locale is the one of a system that has none.
fn is_c(locale: &str) -> bool {
    matches!(locale.split('@').next(), Some("C" | "POSIX"))
}

impl Appearance {
    /// Returns the theme for the request and the answers of the terminal.
    pub fn theme(&self, answers: Answers) -> Theme {
        let glyphs = match self.glyphs {
            Some(GlyphSet::Unicode) => Glyphs::Unicode,
            None if self.environment.has_unicode => Glyphs::Unicode,
            Some(GlyphSet::Ascii) | None => Glyphs::Ascii,
        };
        let has_plain_lines = !self.environment.has_line_colors;
        let is_ascii = self.bidi == Bidi::Auto && (self.environment.has_other_encoding || self.environment.is_c);
        let (letters, colors) = (self.letters(), self.colors(answers));
        Theme { glyphs, letters, is_ascii, colors, has_plain_lines, ..Theme::default() }
    }

    fn letters(&self) -> Letters {
        match self.bidi {
            Bidi::Auto if self.environment.has_other_encoding => Letters::Together,
            // The C locale and the Linux console may have no such letters.
            Bidi::Auto if self.environment.counts_marks || !self.environment.has_unicode => Letters::Notation,
            Bidi::Auto if self.environment.reorders => Letters::Apart,
            Bidi::Auto | Bidi::App => Letters::Together,
            Bidi::Terminal => Letters::Apart,
            Bidi::Notation => Letters::Notation,
        }
    }

    fn colors(&self, answers: Answers) -> Colors {
        let own = self.environment.depth;
        // A theme that is requested by name overrides an environment that requests no colors.
        let asked = matches!(self.theme, ThemeName::Terminal | ThemeName::Dark | ThemeName::Light);
        let depth = if asked { own.max(Depth::Sixteen) } else { own };
        if depth == Depth::None || self.theme == ThemeName::None {
            return Colors::None;
        }
        let background = match self.theme {
            ThemeName::Dark => Some(Background::Dark),
            ThemeName::Light => Some(Background::Light),
            ThemeName::Terminal => None,
            ThemeName::Auto | ThemeName::None => answers.background(),
        };
        let palette = match background {
            Some(Background::Light) if depth == Depth::Sixteen => Palette::SIXTEEN_ON_LIGHT,
            None | Some(_) if depth == Depth::Sixteen => Palette::SIXTEEN,
            Some(Background::Dark) => Palette::DARK,
            Some(Background::Light) => Palette::LIGHT,
            None => Palette::SIXTEEN,
        };
        let set = self.colors.iter().fold(palette, |palette, (role, color)| palette.with(*role, *color));
        Colors::Of(set.map(|color| depth.nearest(color)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_locales_in_utf_8_get_symbols() {
        for locale in ["", "C.UTF-8", "en_US.UTF-8", "de_DE.utf8", "he_IL.UTF-8@x"] {
            assert!(is_unicode(locale) && !is_c(locale), "{locale}");
        }
        assert!(is_c("C") && is_c("POSIX"));
        for locale in ["de_DE.ISO-8859-1", "de_DE@euro", "ru_RU.KOI8-R", "en_US.iso88591"] {
            assert!(!is_unicode(locale), "{locale}");
        }
    }

    #[test]
    fn letters_are_not_sent_in_another_encoding() {
        let drawn = |appearance: &Appearance| {
            let theme = appearance.theme(Answers::default());
            (theme.letters, theme.is_ascii)
        };
        let mut appearance = Appearance::default();
        appearance.environment.has_unicode = false;
        assert_eq!(drawn(&appearance), (Letters::Notation, false));
        appearance.environment.is_c = true;
        assert_eq!(drawn(&appearance), (Letters::Notation, true));
        appearance.environment.has_other_encoding = true;
        assert_eq!(drawn(&appearance), (Letters::Together, true));
        appearance.bidi = Bidi::App;
        assert_eq!(drawn(&appearance), (Letters::Together, false));
    }

    fn appearance(theme: ThemeName, depth: Depth) -> Appearance {
        Appearance { theme, environment: Environment { depth, ..Environment::default() }, ..Appearance::default() }
    }

    fn answers(background: Option<(u8, u8, u8)>) -> Answers {
        Answers { color: background, ..Answers::default() }
    }

    #[test]
    fn the_background_chooses_the_theme() {
        let auto = appearance(ThemeName::Auto, Depth::True);
        assert_eq!(auto.theme(answers(Some((0x1e, 0x1e, 0x2e)))).colors, Colors::Of(Palette::DARK));
        assert_eq!(auto.theme(answers(Some((0xfd, 0xf6, 0xe3)))).colors, Colors::Of(Palette::LIGHT));
        assert_eq!(auto.theme(answers(None)).colors, Colors::Of(Palette::SIXTEEN));
    }

    #[test]
    fn a_named_theme_needs_no_answer() {
        let light = appearance(ThemeName::Light, Depth::True);
        assert_eq!(light.theme(answers(Some((0, 0, 0)))).colors, Colors::Of(Palette::LIGHT));
        let own = appearance(ThemeName::Terminal, Depth::True);
        assert_eq!(own.theme(answers(Some((0, 0, 0)))).colors, Colors::Of(Palette::SIXTEEN));
    }

    #[test]
    fn without_colors_there_are_none_unless_a_theme_is_named() {
        assert_eq!(appearance(ThemeName::Auto, Depth::None).theme(answers(Some((0, 0, 0)))).colors, Colors::None);
        assert_eq!(appearance(ThemeName::None, Depth::True).theme(answers(None)).colors, Colors::None);
        assert_ne!(appearance(ThemeName::Dark, Depth::None).theme(answers(None)).colors, Colors::None);
    }

    #[test]
    fn a_color_of_the_user_is_reduced_to_the_depth() {
        let mut appearance = appearance(ThemeName::Dark, Depth::Sixteen);
        appearance.colors = vec![(Role::Error, Color::Rgb(255, 0, 0))];
        let Colors::Of(palette) = appearance.theme(answers(None)).colors else { panic!("there are colors") };
        assert_eq!(palette.color(Role::Error), Color::LightRed);
    }

    #[test]
    fn a_terminal_that_reorders_letters_gets_two_cells_per_letter() {
        let mut appearance = Appearance::default();
        assert_eq!(appearance.theme(Answers::default()).letters, Letters::Together);
        appearance.environment.reorders = true;
        assert_eq!(appearance.theme(Answers::default()).letters, Letters::Apart);
        appearance.bidi = Bidi::App;
        assert_eq!(appearance.theme(Answers::default()).letters, Letters::Together);
        appearance.bidi = Bidi::Notation;
        assert_eq!(appearance.theme(Answers::default()).letters, Letters::Notation);
    }
}
