//! The inspector's own settings, of the person and not of a project: how it looks, which keys do what.
//!
//! ```toml
//! theme = "auto"            # auto, terminal, dark, light, none
//! glyphs = "unicode"        # unicode, ascii
//! bidi = "auto"             # auto, app, terminal, notation
//! mouse = true
//!
//! [colors]                  # a role = a colour: one of the sixteen by name, 0 to 255, "#rrggbb"
//! error = "#ff5f5f"
//!
//! [keys]                    # an action = its keys, in every place that has the action
//! quit = ["q", "ctrl-q"]
//! ```
//!
//! Reading never fails: what makes no sense is a problem at its span, and the rest counts.

mod defaults;
mod reader;

use std::path::PathBuf;

use iri_core::{ConfigProblem, Span};
use ratatui::style::Color;
use toml::de::DeTable;

use crate::keys::Keys;
use crate::theme::appearance::{Bidi, GlyphSet, ThemeName};
use crate::theme::palette::Role;
pub use defaults::defaults;
use reader::Reader;

/// The variable that names another file.
pub const VARIABLE: &str = "IRI_INSPECT_SETTINGS";

/// What a person set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// The theme.
    pub theme: Option<ThemeName>,
    /// The signs.
    pub glyphs: Option<GlyphSet>,
    /// Who arranges right-to-left letters.
    pub bidi: Option<Bidi>,
    /// Whether the mouse is taken from the terminal.
    pub mouse: Option<bool>,
    /// Colours of roles.
    pub colours: Vec<(Role, Color)>,
    /// Keys of actions.
    pub keys: Vec<(&'static str, Vec<Keys>)>,
}

/// Where settings are looked for, where nothing says otherwise.
pub fn path() -> Option<PathBuf> {
    let folder = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let of_system = if cfg!(windows) { folder("APPDATA") } else { None };
    let configs = folder("XDG_CONFIG_HOME").or(of_system);
    let configs = configs.or_else(|| std::env::home_dir().map(|home| home.join(".config")))?;
    Some(configs.join("iri-inspect").join("config.toml"))
}

impl Settings {
    /// Reads settings. Problems are in the order of the text.
    pub fn parse(text: &str) -> (Self, Vec<ConfigProblem>) {
        let mut reader = Reader { text, problems: Vec::new() };
        let (table, errors) = DeTable::parse_recoverable(text);
        for error in errors {
            let span = error.span().map_or(Span::empty(text.len()), |range| Span::new(range.start, range.end));
            reader.problem(span, error.message().to_owned());
        }
        let settings = reader.settings(table.get_ref());
        let mut problems = reader.problems;
        problems.sort_by_key(|problem| (problem.span.start, problem.span.end));
        (settings, problems)
    }
}

#[cfg(test)]
mod tests;
