//! Colors and glyphs of our own. Where nothing is known of the terminal, its foreground, background
//! and sixteen colors; never a color alone, so that without colors bold, underline and reverse say
//! the same. Roles and their colors: [`palette`]; what chooses among them: [`appearance`].

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

/// How things look.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Theme {
    /// Which glyphs.
    pub glyphs: Glyphs,
    /// How right-to-left letters are drawn.
    pub letters: Letters,
    /// Bidi Notation of what is on the screen.
    pub notation: BidiNotation,
    /// Which colors.
    pub colors: Colors,
    /// Whether lines below text are of its color: not every terminal gives them one of their own.
    pub has_plain_lines: bool,
}

/// Which colors there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colors {
    /// A color for each role.
    Of(Palette),
    /// None.
    None,
}

impl Default for Colors {
    fn default() -> Self {
        Self::Of(Palette::SIXTEEN)
    }
}

// A theme has an answer to everything, though some are the same for all.
#[allow(clippy::unused_self)]
impl Theme {
    /// How characters of the input are drawn.
    pub const fn drawing(self) -> Drawing {
        Drawing { glyphs: self.glyphs, letters: self.letters, notation: self.notation, is_message: false }
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

    /// Words and data.
    pub fn plain(self) -> Style {
        Style::new()
    }

    /// What is there for the eye's orientation only.
    pub fn dim(self) -> Style {
        match self.color(Style::new(), Role::Dim) {
            style if style.fg.is_some() => style,
            style => style.add_modifier(Modifier::DIM),
        }
    }

    /// What counts.
    pub fn strong(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// Returns the heading of a pane.
    pub fn heading(self) -> Style {
        self.strong()
    }

    /// Returns the heading of the pane that has the keys.
    pub fn heading_with_keys(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD | Modifier::REVERSED)
    }

    /// Returns the selected character, wherever it stands.
    pub fn selected(self, style: Style) -> Style {
        style.add_modifier(Modifier::REVERSED)
    }

    /// A component, in every pane the same.
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

    /// A stand-in: what no letter of the text can look like.
    pub fn stand_in(self, style: Style) -> Style {
        self.color(style, Role::StandIn).add_modifier(Modifier::BOLD)
    }

    /// A severity's word.
    pub fn severity(self, severity: Severity) -> Style {
        let role = match severity {
            Severity::Error => Role::Error,
            Severity::Warning => Role::Warning,
            Severity::Information => Role::Information,
            Severity::Hint => Role::Hint,
        };
        self.color(self.strong(), role)
    }

    /// What a finding of that severity stands under.
    pub fn flagged(self, style: Style, severity: Severity) -> Style {
        let underlined = style.add_modifier(Modifier::UNDERLINED);
        match self.severity(severity).fg {
            Some(color) if !self.has_plain_lines => underlined.underline_color(color),
            _ => underlined,
        }
    }

    /// What differs from the text.
    pub fn different(self, style: Style) -> Style {
        style.add_modifier(Modifier::BOLD | Modifier::UNDERLINED)
    }

    /// Something is as it should be.
    pub fn good(self) -> Style {
        self.color(self.strong(), Role::Good)
    }

    /// Something is not.
    pub fn bad(self) -> Style {
        self.color(self.strong(), Role::Bad)
    }

    /// A key's name.
    pub fn key(self) -> Style {
        self.strong()
    }

    /// Words of ours with the signs that these glyphs have.
    pub fn spelled(self, words: &str) -> Cow<'_, str> {
        let has_signs = self.glyphs == Glyphs::Ascii && words.contains(['\u{2192}', '\u{D7}', '\u{2026}', '\u{2013}']);
        if !has_signs {
            return Cow::Borrowed(words);
        }
        Cow::Owned(
            words.replace('\u{2192}', "->").replace('\u{D7}', "x").replace('\u{2026}', "...").replace('\u{2013}', "-"),
        )
    }

    /// One column of a line across.
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

    /// Something is left out here.
    pub fn ellipsis(self) -> &'static str {
        self.pick("…", ">")
    }

    /// Returns the selected line.
    pub fn pointer(self) -> &'static str {
        self.pick("▶", ">")
    }

    /// Marks a character that is not allowed in an IRI.
    pub fn no_iri(self) -> &'static str {
        self.pick("▲", "^")
    }

    /// Yes.
    pub fn yes(self) -> &'static str {
        self.pick("✓", "yes")
    }

    /// No.
    pub fn no(self) -> &'static str {
        self.pick("✗", "no")
    }

    /// One column that shows a severity without a color.
    pub fn severity_mark(self, severity: Severity) -> &'static str {
        match severity {
            Severity::Error => self.pick("✗", "E"),
            Severity::Warning => self.pick("▲", "W"),
            Severity::Information => self.pick("●", "I"),
            Severity::Hint => self.pick("·", "h"),
        }
    }

    /// Leads to.
    pub fn arrow(self) -> &'static str {
        self.pick("→", "->")
    }

    /// Returns the bracket under a component: its left end, middle, stem and right end.
    pub fn bracket(self) -> [&'static str; 4] {
        match self.glyphs {
            Glyphs::Unicode => ["╰", "─", "┬", "╯"],
            Glyphs::Ascii => ["\\", "_", "|", "/"],
        }
    }
}
