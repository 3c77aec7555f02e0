//! Arguments about output.

use clap::{Args, ValueEnum};
use iri_core::inspect::CharacterFilter;

/// Arguments about output.
#[derive(Args, Debug)]
#[command(next_help_heading = "Output")]
pub struct PrintingArgs {
    /// Set the output format
    #[arg(long, value_name = "FORMAT", global = true, value_enum, default_value_t = Format::Text)]
    pub format: Format,

    /// List these characters one by one
    #[arg(long, value_name = "FILTER", global = true, value_enum, default_value_t = Characters::Notable)]
    pub characters: Characters,

    /// Use colors [env: NO_COLOR]
    #[arg(long, value_name = "WHEN", global = true, value_enum, default_value_t = Color::Auto)]
    pub color: Color,
}

/// Output formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Text for people
    Text,
    /// JSON Lines, schema 1
    Json,
    /// SARIF 2.1.0 (check)
    Sarif,
    /// Annotations of a GitHub workflow, and the text (check)
    Github,
    /// GitLab Code Quality report (check)
    Gitlab,
}

/// Characters that a report lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Characters {
    /// Characters that are not allowed in an IRI or have a finding
    Notable,
    /// All characters
    All,
}

impl Characters {
    /// Returns the filter of the core.
    pub const fn filter(self) -> CharacterFilter {
        match self {
            Self::Notable => CharacterFilter::Notable,
            Self::All => CharacterFilter::All,
        }
    }
}

/// Use of colors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// If the output is a terminal with colors
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}
