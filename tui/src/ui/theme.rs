//! Colours and glyphs of our own. By default the terminal's foreground, background and sixteen
//! colours, which are right on light and dark alike; never a colour alone, so that without colours
//! bold, underline and reverse say the same.

use iri_core::Severity;
use iri_core::reference::ComponentName;
use ratatui::style::{Color, Modifier, Style};

use crate::ui::glyph::Glyphs;

/// How things look.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Theme {
    /// Which glyphs.
    pub glyphs: Glyphs,
    /// Which colours.
    pub colours: Colours,
}

/// How many colours there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Colours {
    /// The terminal's own sixteen.
    #[default]
    Sixteen,
    /// None (`NO_COLOR`).
    None,
}

// Themes for light and dark, and for 256 and more colours, will answer some of these differently.
#[allow(clippy::unused_self)]
impl Theme {
    /// As the environment asks: `NO_COLOR`, and a terminal or locale without Unicode.
    pub fn from_environment() -> Self {
        let colours = if anstyle_query::no_color() { Colours::None } else { Colours::Sixteen };
        let set = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
        let locale = set("LC_ALL").or_else(|| set("LC_CTYPE")).or_else(|| set("LANG")).unwrap_or_default();
        let is_plain = matches!(locale.as_str(), "C" | "POSIX") || set("TERM").is_some_and(|term| term == "linux");
        let glyphs = if is_plain { Glyphs::Ascii } else { Glyphs::Unicode };
        Self { glyphs, colours }
    }

    fn colour(self, style: Style, colour: Color) -> Style {
        match self.colours {
            Colours::Sixteen => style.fg(colour),
            Colours::None => style,
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
        Style::new().add_modifier(Modifier::DIM)
    }

    /// What counts.
    pub fn strong(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// The heading of a pane.
    pub fn heading(self) -> Style {
        self.strong()
    }

    /// The heading of the pane that has the keys.
    pub fn heading_with_keys(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD | Modifier::REVERSED)
    }

    /// The selected character, wherever it stands.
    pub fn selected(self, style: Style) -> Style {
        style.add_modifier(Modifier::REVERSED)
    }

    /// A component, in every pane the same.
    pub fn component(self, name: Option<ComponentName>) -> Style {
        let colour = match name {
            Some(ComponentName::Scheme) => Color::Cyan,
            Some(ComponentName::Userinfo) => Color::LightYellow,
            Some(ComponentName::Host) => Color::Green,
            Some(ComponentName::Port) => Color::LightCyan,
            Some(ComponentName::Path) => Color::LightBlue,
            Some(ComponentName::Query) => Color::LightMagenta,
            Some(ComponentName::Fragment) => Color::LightGreen,
            Some(ComponentName::Authority) | None => return self.dim(),
        };
        self.colour(Style::new(), colour)
    }

    /// A stand-in: what no letter of the text can look like.
    pub fn stand_in(self, style: Style) -> Style {
        self.colour(style, Color::Magenta).add_modifier(Modifier::BOLD)
    }

    /// A severity's word.
    pub fn severity(self, severity: Severity) -> Style {
        let colour = match severity {
            Severity::Error => Color::Red,
            Severity::Warning => Color::Yellow,
            Severity::Information => Color::Blue,
            Severity::Hint => Color::Cyan,
        };
        self.colour(self.strong(), colour)
    }

    /// What a finding of that severity stands under.
    pub fn flagged(self, style: Style, severity: Severity) -> Style {
        let underlined = style.add_modifier(Modifier::UNDERLINED);
        match (self.colours, self.severity(severity).fg) {
            (Colours::Sixteen, Some(colour)) => underlined.underline_color(colour),
            _ => underlined,
        }
    }

    /// What differs from the text.
    pub fn different(self, style: Style) -> Style {
        style.add_modifier(Modifier::BOLD | Modifier::UNDERLINED)
    }

    /// Something is as it should be.
    pub fn good(self) -> Style {
        self.colour(self.strong(), Color::Green)
    }

    /// Something is not.
    pub fn bad(self) -> Style {
        self.colour(self.strong(), Color::Red)
    }

    /// A key's name.
    pub fn key(self) -> Style {
        self.strong()
    }

    /// One column of a line across.
    pub fn rule(self) -> &'static str {
        self.pick("─", "-")
    }

    /// Something is left out here.
    pub fn ellipsis(self) -> &'static str {
        self.pick("…", ">")
    }

    /// The selected line.
    pub fn pointer(self) -> &'static str {
        self.pick("▶", ">")
    }

    /// What no IRI admits.
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

    /// One column that says how bad something is, without a colour.
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

    /// The bracket under a component: its left end, middle, stem and right end.
    pub fn bracket(self) -> [&'static str; 4] {
        match self.glyphs {
            Glyphs::Unicode => ["╰", "─", "┬", "╯"],
            Glyphs::Ascii => ["\\", "_", "|", "/"],
        }
    }
}
