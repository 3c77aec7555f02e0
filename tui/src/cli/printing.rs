//! Arguments about output.

use std::ffi::OsStr;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::builder::{EnumValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, Args, Command, ValueEnum};
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
    /// Set the output format; with =FILE, write also a report in this format to FILE
    ///
    /// Can be repeated for several files: --format github --format sarif=iri.sarif
    #[arg(long = "format", visible_alias = "output-format", value_name = "FORMAT[=FILE]", default_value = "text",
        value_parser = ReportParser)]
    pub formats: Vec<ReportFormat>,

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
            formats: Vec::new(),
            output_file: None,
            quiet: false,
            statistics: false,
            max_findings: MaxFindings::NONE,
            color: Color::Never,
        }
    }

    /// Returns the format of the report on standard output or in the file of `--output-file`.
    pub fn format(&self) -> Format {
        self.formats.iter().find(|report| report.file.is_none()).map_or(Format::Text, |report| report.format)
    }

    /// Returns the reports in files of their own.
    pub fn files(&self) -> impl Iterator<Item = (Format, &Path)> {
        self.formats.iter().filter_map(|report| Some((report.format, report.file.as_deref()?)))
    }

    /// Returns the error about formats that contradict each other.
    pub fn misuse(&self) -> Option<&'static str> {
        let mut paths: Vec<&Path> = self.files().map(|(_, path)| path).chain(self.output_file.as_deref()).collect();
        let count = paths.len();
        paths.sort_unstable();
        paths.dedup();
        match () {
            () if self.formats.len() - self.files().count() > 1 => {
                Some("--format can be repeated only with a file: --format sarif=FILE")
            }
            () if paths.len() < count => Some("two reports have the same file"),
            () if self.statistics && self.files().next().is_some() => {
                Some("--statistics contradicts --format FORMAT=FILE")
            }
            () => None,
        }
    }

    /// Returns whether the report may have styles where a terminal has them.
    pub const fn is_for_stdout(&self) -> bool {
        self.output_file.is_none()
    }
}

impl From<&PrintingArgs> for CheckPrintingArgs {
    fn from(PrintingArgs { format, color, .. }: &PrintingArgs) -> Self {
        Self { formats: vec![ReportFormat { format: *format, file: None }], color: *color, ..Self::plain() }
    }
}

/// Returns a parser of the two formats that every command with a format has.
fn text_or_json() -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(["text", "json"]).map(|name| if name == "json" { Format::Json } else { Format::Text })
}

/// Format of a report, and its file if it is not the main report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportFormat {
    format: Format,
    file: Option<PathBuf>,
}

/// Parser of `FORMAT` and `FORMAT=FILE`.
#[derive(Clone)]
struct ReportParser;

impl TypedValueParser for ReportParser {
    type Value = ReportFormat;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<ReportFormat, clap::Error> {
        let text = value.to_str().ok_or_else(|| clap::Error::new(ErrorKind::InvalidUtf8).with_cmd(command))?;
        let split = text.split_once('=').filter(|(_, file)| !file.is_empty());
        let (name, file) = split.map_or((text, None), |(name, file)| (name, Some(PathBuf::from(file))));
        let format = EnumValueParser::<Format>::new().parse_ref(command, arg, OsStr::new(name))?;
        Ok(ReportFormat { format, file })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(Format::value_variants().iter().filter_map(Format::to_possible_value)))
    }
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
