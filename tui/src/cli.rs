//! The command line: arguments, their values and their errors.
//!
//! ```text
//! iri-inspect [REFERENCE]...           the inspector; without a terminal, the same as show
//! iri-inspect PATH                     the inspector with the references of files; without a terminal, check
//! iri-inspect show [REFERENCE]...      a report of each reference
//! iri-inspect check [PATH]...          the findings in files
//! iri-inspect list [PATH]...           the references in files
//! iri-inspect schema [PATH]...         the schemas of files
//! iri-inspect convert --to FORM [REFERENCE]...
//! iri-inspect compare A B [--at LEVEL]
//! iri-inspect explain [RULE|GROUP]
//! iri-inspect tour
//! iri-inspect init
//! iri-inspect completions SHELL
//! iri-inspect man [COMMAND]
//! ```
//!
//! A reference is an `OsString` until `commands::references` decodes it: an argument may not be UTF-8, and the
//! message about it should be ours. Each command has only the options that it uses, after its name.

pub mod display;
pub mod fields;
pub mod files;
pub mod outcome;
mod printing;
mod reference;
pub mod run_settings;
mod source;
mod usage;
pub mod value;
pub mod workflow_log;

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use clap::{Parser, Subcommand, ValueEnum};
use iri_core::files::{PathStyle, folder_of, named_entry};
use iri_core::reference::{Form, NormalizationLevel, resolve};
use iri_core::serialize::ReportField;
use iri_core::text::similar::similar_files;

use fields::FieldName;
use files::CheckArgs;
pub use printing::{Characters, CheckPrintingArgs, Color, Format, FormatKind, PrintingArgs, TextOrJsonArgs};
pub use reference::{FileReferenceArgs, ReferenceArgs};
pub use source::{SourceArgs, not_references};
use value::{form, level};

const EXIT_STATUS: &str = "Exit status:
  0  success; check: no finding at or above --fail-on; compare: equal at the level of --at
  1  check: a finding at or above --fail-on; --diff: a patch; compare: not equal
  2  error: invalid arguments, input that cannot be read or output that cannot be written";

/// The parsed command line.
#[derive(Debug, Parser)]
#[allow(clippy::struct_excessive_bools)] // Each field is a flag of the command line.
#[command(
    name = "iri-inspect",
    // The name of the file may have an extension.
    bin_name = "iri-inspect",
    about = "Check, fix and inspect the IRIs, URIs and LEIRIs in XML files and on the command line",
    override_usage = "iri-inspect [OPTIONS] [REFERENCE]...\n       iri-inspect [OPTIONS] <COMMAND>",
    after_long_help = EXIT_STATUS,
    after_help = "Run with --help for the meaning of all values and the exit statuses.",
    args_conflicts_with_subcommands = true,
    disable_version_flag = true,
    max_term_width = 100
)]
pub struct Cli {
    /// Command.
    #[command(subcommand)]
    pub command: Option<Command>,

    /// Inspect this IRI, URI or LEIRI, or list the references of these files and directories
    ///
    /// Without an argument, the inspector opens empty. If standard input is not a terminal, references are read
    /// from it, one per line.
    #[arg(value_name = "REFERENCE")]
    pub references: Vec<OsString>,

    /// Read NUL-terminated references from standard input
    #[arg(short = '0', conflicts_with = "references")]
    pub is_nul: bool,

    /// Treat REFERENCE as a reference even if a file has that name
    #[arg(long = "reference")]
    pub is_reference: bool,

    /// Print the version
    #[arg(short = 'V', long = "version")]
    pub is_version: bool,

    /// Print also the versions of all Unicode data [requires: --version]
    #[arg(short = 'v', long = "verbose", requires = "is_version")]
    pub is_verbose: bool,

    /// Arguments about references.
    #[command(flatten)]
    pub reference_args: ReferenceArgs,

    /// Arguments about output.
    #[command(flatten)]
    pub printing: PrintingArgs,

    /// Arguments about the inspector.
    #[command(flatten)]
    pub display: display::DisplayArgs,
}

/// Commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Print a report of each reference
    #[command(after_long_help = EXIT_STATUS)]
    Show {
        /// Arguments about the source of references.
        #[command(flatten)]
        source: SourceArgs,

        /// Print what browsers, curl, Python, Go, Java and others open
        #[arg(long)]
        parsers: bool,

        /// Arguments about references.
        #[command(flatten)]
        reference_args: ReferenceArgs,

        /// Arguments about output.
        #[command(flatten)]
        printing: PrintingArgs,

        /// Print only these fields of the JSON, and compute no others [requires: --format json]
        #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = FieldName, help_heading = "Output")]
        fields: Vec<ReportField>,

        /// Print the number of findings of each rule instead of the reports
        #[arg(long, conflicts_with_all = ["fields", "parsers"], help_heading = "Output")]
        statistics: bool,
    },
    /// Check the references in files and directories, and fix them
    #[command(after_long_help = EXIT_STATUS)]
    Check(Box<CheckArgs>),
    /// List the references in files and directories with location and role
    #[command(after_long_help = EXIT_STATUS)]
    List {
        /// Arguments about files.
        #[command(flatten)]
        files: files::FileArgs,

        /// Resolve references against this IRI
        #[arg(long, value_name = "IRI", value_parser = value::base, help_heading = "References")]
        base: Option<String>,

        /// Add to references in places that nothing knows the lines for .iri.toml that declare them
        #[arg(long = "unknown", help_heading = "References")]
        are_unknown_listed: bool,

        /// Arguments about output.
        #[command(flatten)]
        printing: TextOrJsonArgs,
    },
    /// Print the schemas of files, why they are used, and the places that they add
    #[command(after_long_help = EXIT_STATUS)]
    Schema {
        /// Arguments about files.
        #[command(flatten)]
        files: files::FileArgs,

        /// Arguments about output.
        #[command(flatten)]
        printing: TextOrJsonArgs,
    },
    /// Print the places that schemas declare, as entries of .iri.toml
    #[command(after_long_help = EXIT_STATUS)]
    Places {
        /// Read this XML Schema, RELAX NG schema (XML or compact syntax) or DTD
        #[arg(value_name = "SCHEMA", required = true, value_hint = clap::ValueHint::FilePath)]
        schemas: Vec<PathBuf>,
    },
    /// Convert references, one per line
    #[command(after_long_help = EXIT_STATUS)]
    Convert {
        /// Convert to this form
        #[arg(long, value_name = "FORM", value_parser = form())]
        to: Form,

        /// Arguments about the source of references.
        #[command(flatten)]
        source: SourceArgs,

        /// Percent-encode queries in this encoding, that of the document [default: UTF-8]
        #[arg(long, value_name = "LABEL", value_parser = value::charset, help_heading = "References")]
        charset: Option<&'static encoding_rs::Encoding>,

        /// Decode references first like an XML attribute value: &amp; is &, &#x20; is a space
        #[arg(long = "xml", help_heading = "References")]
        is_xml: bool,
    },
    /// Report the normalization level under which two references are equal
    #[command(after_long_help = EXIT_STATUS)]
    Compare {
        /// Compare this reference
        a: OsString,

        /// Compare with this reference
        b: OsString,

        /// Compare the arguments even if they are the names of files
        #[arg(long = "reference")]
        is_reference: bool,

        /// Accept references that are equal up to this level
        #[arg(long, value_name = "LEVEL", default_value = "scheme", value_parser = level())]
        at: NormalizationLevel,

        /// Resolve references against this IRI
        #[arg(long, value_name = "IRI", value_parser = value::base, help_heading = "References")]
        base: Option<String>,

        /// Decode references first like an XML attribute value: &amp; is &, &#x20; is a space
        #[arg(long = "xml", help_heading = "References")]
        is_xml: bool,
    },
    /// Explain a rule, or list the rules of a group or all rules
    Explain {
        /// Explain this rule, or list this group [default: all rules]
        #[arg(value_name = "RULE|GROUP", value_parser = value::RuleName, hide_possible_values = true)]
        name: Option<String>,

        /// Arguments about output.
        #[command(flatten)]
        printing: TextOrJsonArgs,
    },
    /// Tour references that open something else than people read
    Tour {
        /// Use colors [env: NO_COLOR]
        #[arg(long, value_name = "WHEN", value_enum, default_value_t = Color::Auto, help_heading = "Output")]
        color: Color,

        /// Arguments about the inspector.
        #[command(flatten)]
        display: display::DisplayArgs,
    },
    /// Write a commented configuration file, .iri.toml, into the current directory
    Init,
    /// Print completions for a shell
    Completions {
        /// Complete for this shell
        shell: Shell,
    },
    /// Print the manual page of the program or of a command
    Man {
        /// Print the page of this command [default: of the program]
        #[arg(value_parser = value::CommandName)]
        command: Option<String>,
    },
}

/// Shells with completions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Shell {
    /// Bash 4 or later
    Bash,
    /// Elvish
    Elvish,
    /// fish
    Fish,
    /// Nushell
    Nushell,
    /// PowerShell
    Powershell,
    /// Zsh
    Zsh,
}

/// Returns whether there are arguments and all of them name existing files or directories.
pub fn are_files(references: &[OsString]) -> bool {
    !references.is_empty() && references.iter().all(|name| !name.is_empty() && is_there(Path::new(name)))
}

/// Returns whether `name` can be meant as the path of a file. A reference with a scheme, an authority, a query or a
/// fragment cannot, but a path of Windows with a drive or a share. There one letter is a drive, and no scheme.
pub fn may_be_a_path(name: &OsStr) -> bool {
    name.to_str().is_some_and(|text| may_be_a_path_of(PathStyle::SYSTEM, text))
}

fn may_be_a_path_of(style: PathStyle, text: &str) -> bool {
    let is_of_windows = match text.as_bytes() {
        [b'\\', b'\\', ..] | [b'\\', b'?', b'?', b'\\', ..] => true,
        [letter, b':', rest @ ..] if letter.is_ascii_alphabetic() => {
            style == PathStyle::Windows || matches!(rest, [b'/' | b'\\', ..])
        }
        _ => false,
    };
    let is_reference = text.is_empty() || text.starts_with("//") || text.contains(['?', '#']) || text.contains('\n');
    is_of_windows || !is_reference && resolve(text, "").is_none()
}

/// Maximum number of names that are compared with a missing one.
const MOST_NAMES: usize = 10_000;

/// Returns whether a path names an existing file or directory, or the name of a file in an existing package.
pub fn is_there(path: &Path) -> bool {
    path.exists() || named_entry(path).is_some()
}

/// Returns the existing path that is most similar to `path`, in the same directory.
pub fn nearest(path: &Path) -> Option<PathBuf> {
    let name = path.file_name()?.to_str()?;
    let entries = std::fs::read_dir(folder_of(path)).ok()?;
    let names: Vec<String> =
        entries.take(MOST_NAMES).filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect();
    // A link whose target does not exist has the name itself.
    let others = names.iter().map(String::as_str).filter(|other| *other != name);
    let found = similar_files(name, others);
    Some(path.with_file_name(found.first()?))
}

#[cfg(test)]
mod tests {
    use super::PathStyle::{Unix, Windows};
    use super::*;

    #[test]
    fn a_path_is_no_reference_with_a_scheme_an_authority_a_query_or_a_fragment() {
        for path in [
            "a.xml",
            "a b",
            "/a",
            "C:/a?b",
            "c:\\a#b",
            "C:\\",
            "1:a",
            "\\\\server\\share#",
            "\\\\?\\C:\\a",
            "\\??\\C:\\a",
        ] {
            assert!([Unix, Windows].into_iter().all(|style| may_be_a_path_of(style, path)), "{path}");
        }
        for reference in ["", "http:a", "//host/share", "a?b", "#a", "a\nb"] {
            assert!(![Unix, Windows].into_iter().any(|style| may_be_a_path_of(style, reference)), "{reference}");
        }
        // Windows looks in the current directory of the drive.
        for drive in ["C:", "C:a.xml", "c:a b", "z:*.xml"] {
            assert!(may_be_a_path_of(Windows, drive) && !may_be_a_path_of(Unix, drive), "{drive}");
        }
    }
}
