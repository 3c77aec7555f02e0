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
//! the message about one that is not should come from us. The arguments of references and of printing
//! may come before and after the name of a command.

pub mod display;
pub mod files;
pub mod outcome;
mod printing;
mod reference;
mod usage;
pub mod value;

use std::ffi::OsString;
use std::path::Path;

use clap::{Parser, Subcommand};
use iri_core::reference::Form;
use iri_core::reference::NormalizationLevel;

use files::CheckArgs;
pub use printing::{Characters, Color, Format, PrintingArgs};
pub use reference::ReferenceArgs;
use value::{form, rung};

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
    pub reference_args: ReferenceArgs,

    /// How reports are printed.
    #[command(flatten)]
    pub printing: PrintingArgs,

    /// How the inspector looks.
    #[command(flatten)]
    pub display: display::DisplayArgs,
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
    Check(CheckArgs),
    /// Print every reference in files and folders, with its place and role
    #[command(after_long_help = EXIT_STATUS)]
    List(files::FileArgs),
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
        at: NormalizationLevel,
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

impl CheckArgs {
    /// Returns the arguments of `check PATH...`.
    pub fn from_paths(paths: &[OsString]) -> Self {
        let words = ["iri-inspect", "check", "--"].map(OsString::from);
        let read = Cli::try_parse_from(words.iter().chain(paths));
        match read.expect("these arguments are always valid").command {
            Some(Command::Check(check)) => check,
            _ => unreachable!("the arguments name the command check"),
        }
    }
}

/// Whether the arguments, one or more, name files and directories.
pub fn are_files(references: &[OsString]) -> bool {
    !references.is_empty() && references.iter().all(|name| !name.is_empty() && Path::new(name).exists())
}
