//! The arguments about reports.

use clap::{Args, ValueEnum};
use iri_core::inspect::CharacterFilter;

/// How reports are printed.
#[derive(Args, Debug)]
#[command(next_help_heading = "Printing")]
pub struct PrintingArgs {
    /// The shape of the report
    #[arg(long, value_name = "FORMAT", global = true, value_enum, default_value_t = Format::Text)]
    pub format: Format,

    /// Which characters are listed one by one
    #[arg(long, value_name = "WHICH", global = true, value_enum, default_value_t = Characters::Notable)]
    pub characters: Characters,

    /// Whether to colour the output; NO_COLOR turns it off as well
    #[arg(long, value_name = "WHEN", global = true, value_enum, default_value_t = Color::Auto)]
    pub color: Color,
}

/// The shape of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For a person
    Text,
    /// JSON Lines, schema 1
    Json,
    /// check: SARIF 2.1.0
    Sarif,
    /// check: annotations of a GitHub workflow, and the text
    Github,
    /// check: a GitLab Code Quality report
    Gitlab,
}

/// Which characters a report lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Characters {
    /// Those that no IRI admits where they stand, and those under a finding
    Notable,
    /// Every one
    All,
}

impl Characters {
    /// The same in the words of the core.
    pub const fn filter(self) -> CharacterFilter {
        match self {
            Self::Notable => CharacterFilter::Notable,
            Self::All => CharacterFilter::All,
        }
    }
}

/// When output is coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal that can
    Auto,
    /// Everywhere
    Always,
    /// Nowhere
    Never,
}
