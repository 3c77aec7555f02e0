//! Arguments about output.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use iri_core::inspect::CharacterFilter;

/// Arguments about the output of `show` and of the form without a command.
#[derive(Args, Debug)]
#[command(next_help_heading = "Output")]
pub struct PrintingArgs {
    /// Set the output format: text for people, or JSON Lines, schema 1
    #[arg(long, visible_alias = "output-format", value_name = "FORMAT", default_value = "text",
        value_parser = text_or_json())]
    pub format: Format,

    /// List these characters one by one
    #[arg(long, value_name = "FILTER", value_enum, default_value_t = Characters::Notable)]
    pub characters: Characters,

    /// Use colors [env: NO_COLOR]
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = Color::Auto)]
    pub color: Color,
}

/// Arguments about the output of `list` and `explain`.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Output")]
pub struct TextOrJsonArgs {
    /// Set the output format: text for people, or JSON Lines, schema 1
    #[arg(long, visible_alias = "output-format", value_name = "FORMAT", default_value = "text",
        value_parser = text_or_json())]
    pub format: Format,

    /// Use colors [env: NO_COLOR]
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = Color::Auto)]
    pub color: Color,
}

/// Arguments about the output of `check`.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Output")]
pub struct CheckPrintingArgs {
    /// Set the output format
    #[arg(long, visible_alias = "output-format", value_name = "FORMAT", value_enum, default_value_t = Format::Text)]
    pub format: Format,

    /// Use colors [env: NO_COLOR]
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = Color::Auto)]
    pub color: Color,
}

impl From<TextOrJsonArgs> for PrintingArgs {
    fn from(TextOrJsonArgs { format, color }: TextOrJsonArgs) -> Self {
        Self { format, characters: Characters::Notable, color }
    }
}

impl From<CheckPrintingArgs> for PrintingArgs {
    fn from(CheckPrintingArgs { format, color }: CheckPrintingArgs) -> Self {
        Self { format, characters: Characters::Notable, color }
    }
}

/// Returns a parser of the two formats that every command with a format has.
fn text_or_json() -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(["text", "json"]).map(|name| if name == "json" { Format::Json } else { Format::Text })
}

/// Output formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Text for people
    Text,
    /// JSON Lines, schema 1
    Json,
    /// SARIF 2.1.0
    Sarif,
    /// Annotations of a GitHub workflow, and the text
    Github,
    /// GitLab Code Quality report
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
