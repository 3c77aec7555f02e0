//! Colors and symbols of the inspector. If nothing is known of the terminal, its foreground, background and 16 colors
//! are used. Bold, underline and reverse give the same information as colors. [`palette`] defines the colors of roles,
//! [`appearance`] the choice among them.

pub mod appearance;
pub mod depth;
pub mod drawing;
pub mod palette;

use std::borrow::Cow;

use iri_core::Severity;
use iri_core::characters::BidiNotation;
use iri_core::reference::ComponentName;
use ratatui::style::{Color, Modifier, Style};

use drawing::{Drawing, Glyphs, Letters};
use palette::{Palette, Role};

/// Style of everything on the screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Theme {
    /// Symbols.
    pub glyphs: Glyphs,
    /// Drawing of right-to-left letters.
    pub letters: Letters,
    /// Whether code points replace all other characters than those of ASCII.
    pub is_ascii: bool,
    /// Bidi Notation of the screen.
    pub notation: BidiNotation,
    /// Colors.
    pub colors: Colors,
    /// Whether underlines have the color of the text: not every terminal supports another color.
    pub has_plain_lines: bool,
}

/// Colors of a theme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colors {
    /// Colors of the roles.
    Of(Palette),
    /// No colors.
    None,
}

impl Default for Colors {
    fn default() -> Self {
        Self::Of(Palette::SIXTEEN)
    }
}

// A theme has a method for every style, although some do not depend on the theme.
#[allow(clippy::unused_self)]
impl Theme {
    /// Returns how characters of the input are drawn.
    pub const fn drawing(self) -> Drawing {
        Drawing {
            glyphs: self.glyphs,
            letters: self.letters,
            is_ascii: self.is_ascii,
            notation: self.notation,
            is_message: false,
        }
    }

    fn color(self, style: Style, role: Role) -> Style {
        match self.colors {
            Colors::Of(palette) if palette.color(role) != Color::Reset => style.fg(palette.color(role)),
            _ => style,
        }
    }

    fn pick(self, unicode: &'static str, ascii: &'static str) -> &'static str {
        match self.glyphs {
            Glyphs::Unicode => unicode,
            Glyphs::Ascii => ascii,
        }
    }

    /// Returns the style of words and data.
    pub fn plain(self) -> Style {
        Style::new()
    }

    /// Returns the style of secondary text.
    pub fn dim(self) -> Style {
        match self.color(Style::new(), Role::Dim) {
            style if style.fg.is_some() => style,
            style => style.add_modifier(Modifier::DIM),
        }
    }

    /// Returns the style of important text.
    pub fn strong(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// Returns the style of the heading of a pane.
    pub fn heading(self) -> Style {
        self.strong()
    }

    /// Returns the style of the heading of the selected pane.
    pub fn heading_with_keys(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD | Modifier::REVERSED)
    }

    /// Returns the style of the selected character.
    pub fn selected(self, style: Style) -> Style {
        style.add_modifier(Modifier::REVERSED)
    }

    /// Returns the style of a component.
    pub fn component(self, name: Option<ComponentName>) -> Style {
        let role = match name {
            Some(ComponentName::Scheme) => Role::Scheme,
            Some(ComponentName::Userinfo) => Role::Userinfo,
            Some(ComponentName::Host) => Role::Host,
            Some(ComponentName::Port) => Role::Port,
            Some(ComponentName::Path) => Role::Path,
            Some(ComponentName::Query) => Role::Query,
            Some(ComponentName::Fragment) => Role::Fragment,
            Some(ComponentName::Authority) | None => return self.dim(),
        };
        self.color(Style::new(), role)
    }

    /// Returns the style of a piece of a text in `style`: that of a stand-in is one that no letter of the text has.
    pub fn piece(self, style: Style, is_stand_in: bool) -> Style {
        if is_stand_in { self.color(style, Role::StandIn).add_modifier(Modifier::BOLD) } else { style }
    }

    /// Returns the style of the name of a severity.
    pub fn severity(self, severity: Severity) -> Style {
        let role = match severity {
            Severity::Error => Role::Error,
            Severity::Warning => Role::Warning,
            Severity::Information => Role::Information,
            Severity::Hint => Role::Hint,
        };
        self.color(self.strong(), role)
    }

    /// Returns the style of text with a finding of this severity.
    pub fn flagged(self, style: Style, severity: Severity) -> Style {
        let underlined = style.add_modifier(Modifier::UNDERLINED);
        match self.severity(severity).fg {
            Some(color) if !self.has_plain_lines => underlined.underline_color(color),
            _ => underlined,
        }
    }

    /// Returns the style of changed text.
    pub fn different(self, style: Style) -> Style {
        style.add_modifier(Modifier::BOLD | Modifier::UNDERLINED)
    }

    /// Returns the style of a positive result.
    pub fn good(self) -> Style {
        self.color(self.strong(), Role::Good)
    }

    /// Returns the style of a negative result.
    pub fn bad(self) -> Style {
        self.color(self.strong(), Role::Bad)
    }

    /// Returns the style of the name of a key.
    pub fn key(self) -> Style {
        self.strong()
    }

    /// Returns our own words with the symbols that these glyphs have.
    pub fn spelled(self, words: &str) -> Cow<'_, str> {
        let has_signs = self.glyphs == Glyphs::Ascii && words.contains(['\u{2192}', '\u{D7}', '\u{2026}', '\u{2013}']);
        if !has_signs {
            return Cow::Borrowed(words);
        }
        Cow::Owned(
            words.replace('\u{2192}', "->").replace('\u{D7}', "x").replace('\u{2026}', "...").replace('\u{2013}', "-"),
        )
    }

    /// Returns a column of a horizontal line.
    pub fn rule(self) -> &'static str {
        self.pick("─", "-")
    }

    /// Returns the corners of a frame, row by row, and its sides.
    pub fn frame(self) -> [&'static str; 5] {
        match self.glyphs {
            Glyphs::Unicode => ["┌", "┐", "└", "┘", "│"],
            Glyphs::Ascii => ["+", "+", "+", "+", "|"],
        }
    }

    /// Returns the symbol of omitted text.
    pub fn ellipsis(self) -> &'static str {
        self.pick("…", ">")
    }

    /// Returns the mark of the selected line.
    pub fn pointer(self) -> &'static str {
        self.pick("❯", ">")
    }

    /// Returns the mark of a character that is not allowed in an IRI.
    pub fn no_iri(self) -> &'static str {
        self.pick("▲", "^")
    }

    /// Returns the symbol of a positive result.
    pub fn yes(self) -> &'static str {
        self.pick("✓", "+")
    }

    /// Returns the symbol of a negative result.
    pub fn no(self) -> &'static str {
        self.pick("✗", "x")
    }

    /// Returns the symbol of a severity, one column wide.
    pub fn severity_mark(self, severity: Severity) -> &'static str {
        match severity {
            Severity::Error => self.pick("✗", "E"),
            Severity::Warning => self.pick("▲", "W"),
            Severity::Information => self.pick("●", "I"),
            Severity::Hint => self.pick("·", "h"),
        }
    }

    /// Returns the arrow.
    pub fn arrow(self) -> &'static str {
        self.pick("→", "->")
    }

    /// Returns the parts of the bracket under a component: left end, middle, stem and right end.
    pub fn bracket(self) -> [&'static str; 4] {
        match self.glyphs {
            Glyphs::Unicode => ["╰", "─", "┬", "╯"],
            Glyphs::Ascii => ["\\", "_", "|", "/"],
        }
    }
}
