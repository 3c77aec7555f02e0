//! Arguments about output.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

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
#[allow(clippy::struct_field_names)] // A field has the name of its flag.
pub struct CheckPrintingArgs {
    /// Set the output format
    #[arg(long, visible_alias = "output-format", value_name = "FORMAT", value_enum, default_value_t = Format::Text)]
    pub format: Format,

    /// Write the report to FILE, whole or not at all
    ///
    /// Messages about the run go to standard error as without this option.
    #[arg(short, long, value_name = "FILE", conflicts_with_all = ["list_files", "print_config"])]
    pub output_file: Option<PathBuf>,

    /// Print findings and errors, without notes and a summary
    #[arg(short, long)]
    pub quiet: bool,

    /// Print the number of findings of each rule instead of the findings (text and json)
    #[arg(long, conflicts_with = "diff")]
    pub statistics: bool,

    /// Report at most N findings, or all with 'none'
    ///
    /// Other findings count in the summary and for the exit status, and are fixed.
    #[arg(long, value_name = "N", default_value_t)]
    pub max_findings: MaxFindings,

    /// Use colors [env: NO_COLOR]
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = Color::Auto)]
    pub color: Color,
}

/// Maximum number of reported findings of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MaxFindings(Option<usize>);

impl MaxFindings {
    /// Reports all findings.
    pub const NONE: Self = Self(None);

    /// Returns the number.
    pub fn count(self) -> usize {
        self.0.unwrap_or(usize::MAX)
    }
}

impl Default for MaxFindings {
    /// A report of them takes a few megabytes.
    fn default() -> Self {
        Self(Some(5_000))
    }
}

impl FromStr for MaxFindings {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text == "none" {
            return Ok(Self::NONE);
        }
        text.parse().map(|count| Self(Some(count))).map_err(|_| "expected a number or 'none'")
    }
}

impl fmt::Display for MaxFindings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(count) => count.fmt(f),
            None => f.write_str("none"),
        }
    }
}

impl From<TextOrJsonArgs> for PrintingArgs {
    fn from(TextOrJsonArgs { format, color }: TextOrJsonArgs) -> Self {
        Self { format, characters: Characters::Notable, color }
    }
}

impl CheckPrintingArgs {
    /// Returns the arguments for lines that other programs read.
    pub const fn plain() -> Self {
        Self {
            format: Format::Json,
            output_file: None,
            quiet: false,
            statistics: false,
            max_findings: MaxFindings::NONE,
            color: Color::Never,
        }
    }

    /// Returns whether the report may have styles where a terminal has them.
    pub const fn is_for_stdout(&self) -> bool {
        self.output_file.is_none()
    }
}

impl From<&PrintingArgs> for CheckPrintingArgs {
    fn from(PrintingArgs { format, color, .. }: &PrintingArgs) -> Self {
        Self { format: *format, color: *color, ..Self::plain() }
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
    /// One line per finding
    Concise,
    /// SARIF 2.1.0
    Sarif,
    /// Annotations of a GitHub workflow, and the text
    Github,
    /// GitLab Code Quality report
    Gitlab,
    /// JUnit XML: a failed test per finding
    Junit,
    /// Checkstyle XML
    Checkstyle,
    /// Diagnostic format of reviewdog
    Rdjson,
    /// Comma-separated values with a header
    Csv,
    /// Self-contained HTML page
    Html,
}

/// Markup or data that separates the findings, or people who read them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormatKind {
    /// Lines for people, with styles.
    Lines,
    /// JSON.
    Json,
    /// XML or HTML.
    Markup,
    /// Other text without styles.
    Plain,
}

impl Format {
    /// Returns the kind of the format.
    pub const fn kind(self) -> FormatKind {
        match self {
            Self::Text | Self::Github | Self::Concise => FormatKind::Lines,
            Self::Json | Self::Sarif | Self::Gitlab | Self::Rdjson => FormatKind::Json,
            Self::Junit | Self::Checkstyle | Self::Html => FormatKind::Markup,
            Self::Csv => FormatKind::Plain,
        }
    }
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
