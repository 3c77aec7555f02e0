//! The command line: what may be said, and what it means.
//!
//! ```text
//! iri-inspect [REFERENCE]              the inspector; when stdout is no terminal, the same as show
//! iri-inspect PATH                     the inspector with the references of files; else the same as check
//! iri-inspect show [REFERENCE]...      everything about each reference
//! iri-inspect check [PATH]...          what is wrong with the references in files
//! iri-inspect list [PATH]...           every reference in files
//! iri-inspect convert --to FORM [REFERENCE]...
//! iri-inspect compare A B [--at RUNG]
//! iri-inspect explain [RULE|GROUP]
//! iri-inspect completions SHELL
//! iri-inspect man [COMMAND]
//! ```
//!
//! A reference is an `OsString` until `input` has looked at it: an argument need not be UTF-8, and
//! the message about one that is not should come from us. The options of judging and of printing
//! are the same before and behind the name of a command.

pub mod files;
pub mod looking;
mod misuse;
mod value;

use std::ffi::OsString;

use clap::{Args, Parser, Subcommand, ValueEnum};
use encoding_rs::Encoding;
use iri_core::inspection::CharacterFilter;
use iri_core::reference::{Dialect, Form, Rung};
use iri_core::{Options, Role, Severities};

use value::{RuleSeverity, charset, dialect, form, rule_severity, rung, severity};

const EXIT_STATUS: &str = "Exit status:
  0  done; check: nothing at or above --fail-on; compare: the two are the same at or below the rung of --at
  1  check: something is; --diff: there is a patch; compare: they are not the same
  2  something could not be done: wrong usage, input that is not UTF-8, an output that failed";

/// The command line, read.
#[derive(Debug, Parser)]
#[allow(clippy::struct_excessive_bools)] // each is a flag that a person may write
#[command(
    name = "iri-inspect",
    about = "Shows what an IRI really says: logical and visual order, every component, what LEIRI allows and IRI does not",
    override_usage = "iri-inspect [OPTIONS] [REFERENCE]\n       iri-inspect [OPTIONS] <COMMAND>",
    after_long_help = EXIT_STATUS,
    after_help = "With --help: what each value means, and the exit statuses.",
    disable_version_flag = true,
    max_term_width = 100
)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Option<Command>,

    /// The reference to inspect: an IRI, URI or LEIRI, also a relative one; or files and folders, for all in them
    ///
    /// Without one the inspector opens empty, or references are read from standard input, one a line,
    /// where that is no terminal.
    #[arg(value_name = "REFERENCE")]
    pub references: Vec<OsString>,

    /// Read references from standard input, each ended by a NUL
    #[arg(short = '0', conflicts_with = "references")]
    pub is_nul: bool,

    /// REFERENCE is a reference, even where a file has that name
    #[arg(long = "reference")]
    pub is_reference: bool,

    /// Print the version
    #[arg(short = 'V', long = "version")]
    pub is_version: bool,

    /// With --version: the Unicode version of everything that carries Unicode data
    #[arg(short = 'v', long = "verbose", requires = "is_version")]
    pub is_verbose: bool,

    /// How references are judged.
    #[command(flatten)]
    pub judging: Judging,

    /// How reports are printed.
    #[command(flatten)]
    pub printing: Printing,

    /// How the inspector looks.
    #[command(flatten)]
    pub looking: looking::Looking,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Print everything about each reference
    #[command(after_long_help = EXIT_STATUS)]
    Show {
        /// The references; without any they are read from standard input, one a line
        #[arg(value_name = "REFERENCE")]
        references: Vec<OsString>,

        /// Read references from standard input, each ended by a NUL
        #[arg(short = '0', conflicts_with = "references")]
        is_nul: bool,
    },
    /// Say what is wrong with the references in files and folders, and fix it
    #[command(after_long_help = EXIT_STATUS)]
    Check(files::Check),
    /// Print every reference in files and folders, with its place and role
    #[command(after_long_help = EXIT_STATUS)]
    List(files::Files),
    /// Print each reference converted, one a line
    #[command(after_long_help = EXIT_STATUS)]
    Convert {
        /// The form to convert to
        #[arg(long, value_name = "FORM", value_parser = form())]
        to: Form,

        /// The references; without any they are read from standard input, one a line
        #[arg(value_name = "REFERENCE")]
        references: Vec<OsString>,

        /// Read references from standard input, each ended by a NUL, and end each output by one
        #[arg(short = '0', conflicts_with = "references")]
        is_nul: bool,
    },
    /// Say how far up the comparison ladder two references are the same
    #[command(after_long_help = EXIT_STATUS)]
    Compare {
        /// The one
        a: OsString,

        /// The other
        b: OsString,

        /// The highest rung that counts as the same
        #[arg(long, value_name = "RUNG", default_value = "scheme", value_parser = rung())]
        at: Rung,
    },
    /// Print the page of a rule, the rules of a group, or the table of all rules
    Explain {
        /// A rule or a group of rules
        #[arg(value_name = "RULE|GROUP")]
        name: Option<String>,
    },
    /// Print the completions for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page, or that of one command
    Man {
        /// The command
        command: Option<String>,
    },
}

/// How references are judged.
#[derive(Args, Debug)]
#[command(next_help_heading = "Judging")]
pub struct Judging {
    /// Resolve each reference against this IRI
    #[arg(long, value_name = "IRI", global = true)]
    pub base: Option<String>,

    /// What the place of the reference admits [default: leiri]
    #[arg(long = "as", value_name = "DIALECT", global = true, value_parser = dialect())]
    pub dialect: Option<Dialect>,

    /// The encoding of the document, in which its queries are percent-encoded [default: UTF-8]
    #[arg(long, value_name = "LABEL", global = true, value_parser = charset)]
    pub charset: Option<&'static Encoding>,

    /// Set a rule, or every rule of a group, to error, warning, information, hint or off
    #[arg(long = "rule", value_name = "NAME=SEVERITY", global = true, value_parser = rule_severity)]
    rules: Vec<RuleSeverity>,

    /// The reference is written as in an XML attribute: &amp; and &#x20; are read as what they mean
    #[arg(long = "xml", global = true)]
    pub is_xml: bool,
}

/// How reports are printed.
#[derive(Args, Debug)]
#[command(next_help_heading = "Printing")]
pub struct Printing {
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

impl Judging {
    /// The same in the words of the core.
    pub fn options(&self) -> Options {
        let role = Role { dialect: self.dialect.unwrap_or(Role::default().dialect), ..Role::default() };
        Options {
            role,
            base: self.base.clone(),
            charset: self.charset,
            severities: self.severities(),
            ..Options::default()
        }
    }

    /// The severities that were set.
    pub fn severities(&self) -> Severities {
        let mut severities = Severities::default();
        for rule in &self.rules {
            severities.set(&rule.name, rule.severity).expect("the name was known when it was read");
        }
        severities
    }
}
