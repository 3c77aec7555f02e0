//! Arguments about the inspector, which override the settings and the environment.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{OsStringValueParser, TypedValueParser};
use ratatui::layout::Size;

use crate::theme::appearance::{Bidi, GlyphSet, ThemeName};

/// Arguments about the inspector.
#[derive(Args, Clone, Debug, Default)]
#[allow(clippy::struct_excessive_bools)] // each is an option of the command line
#[command(next_help_heading = "Inspector")]
pub struct DisplayArgs {
    /// Set the colors [default: as in the settings, or auto]
    #[arg(long, value_name = "THEME", value_enum)]
    pub theme: Option<ThemeName>,

    /// Set the symbols [default: as in the settings, or by the locale]
    #[arg(long, value_name = "SET", value_enum)]
    pub glyphs: Option<GlyphSet>,

    /// Set how right-to-left letters are displayed [default: as in the settings, or auto]
    #[arg(long, value_name = "MODE", value_enum)]
    pub bidi: Option<Bidi>,

    /// Print the reference on exit; the inspector draws on the terminal itself
    #[arg(long = "output")]
    pub is_output: bool,

    /// Print and read lines instead of drawing a screen, for screen readers
    #[arg(long = "plain", conflicts_with = "print")]
    pub is_plain: bool,

    /// Update the list when files are changed, created or removed
    #[arg(long = "watch")]
    pub is_watching: bool,

    /// Check that the files and IDs to which relative references lead exist (key: t)
    #[arg(long)]
    pub links: bool,

    /// Start with the right-to-left test
    #[arg(long = "calibrate")]
    pub is_calibrating: bool,

    /// Print one screen of this size and exit [default: 80x24]
    ///
    /// Add --color always to include colors.
    #[arg(long = "print", value_name = "WIDTHxHEIGHT", num_args = 0..=1, require_equals = true,
        default_missing_value = "80x24", value_parser = super::value::size)]
    pub print: Option<Size>,

    /// Read settings from FILE; an empty name means no settings [env: IRI_INSPECT_SETTINGS]
    ///
    /// Settings are colors, symbols, keys and the use of the mouse.
    #[arg(long, value_name = "FILE", value_parser = path_or_nothing())]
    pub settings: Option<PathBuf>,

    /// Print all settings with their defaults
    #[arg(long = "print-settings")]
    pub is_printing_settings: bool,
}

/// Returns the parser of a path that may be empty.
fn path_or_nothing() -> impl TypedValueParser<Value = PathBuf> {
    OsStringValueParser::new().map(PathBuf::from)
}
