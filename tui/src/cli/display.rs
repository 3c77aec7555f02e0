//! The arguments about the appearance of the inspector, which override the settings and the environment.

use std::path::PathBuf;

use clap::Args;
use ratatui::layout::Size;

use crate::theme::appearance::{Bidi, GlyphSet, ThemeName};

/// How the inspector looks.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "The inspector's screen")]
pub struct DisplayArgs {
    /// Its colours
    #[arg(long, value_name = "THEME", value_enum)]
    pub theme: Option<ThemeName>,

    /// The signs it draws with [default: as the locale admits]
    #[arg(long, value_name = "WHICH", value_enum)]
    pub glyphs: Option<GlyphSet>,

    /// Who puts right-to-left letters in order
    #[arg(long, value_name = "WHO", value_enum)]
    pub bidi: Option<Bidi>,

    /// Begin with the screen that tells what this terminal does with right-to-left letters
    #[arg(long = "calibrate")]
    pub is_calibrating: bool,

    /// Print one screen of so many columns and rows, and end [default: 80x24]
    ///
    /// With --color always, in its colours.
    #[arg(long = "print", value_name = "WIDTHxHEIGHT", num_args = 0..=1, require_equals = true,
        default_missing_value = "80x24", value_parser = super::value::size)]
    pub print: Option<Size>,

    /// Take the settings from FILE: theme, colours, keys, mouse; an empty name takes none
    ///
    /// The variable IRI_INSPECT_SETTINGS names one as well.
    #[arg(long, value_name = "FILE")]
    pub settings: Option<PathBuf>,

    /// Print all settings as they are where nothing is set
    #[arg(long = "print-settings")]
    pub is_printing_settings: bool,
}

impl DisplayArgs {
    /// Whether any is given: after the name of a command it would be ignored without a message.
    pub const fn is_given(&self) -> bool {
        self.theme.is_some()
            || self.glyphs.is_some()
            || self.bidi.is_some()
            || self.is_calibrating
            || self.print.is_some()
            || self.settings.is_some()
            || self.is_printing_settings
    }
}
