//! The arguments of the commands that read files: `check` and `list`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use iri_core::Severity;

/// Which files are read, and what is configured for them.
#[derive(Args, Debug)]
#[allow(clippy::struct_excessive_bools)] // each is a flag that a person may write
#[allow(clippy::struct_field_names)] // and a field has the name of its flag
pub struct FileArgs {
    /// Files and folders; - is standard input [default: the current folder]
    ///
    /// Of a folder, all files below it are read that are XML by their name or by how they begin. Hidden
    /// files and those that .gitignore or .ignore name are left out. A file that is named here is read even
    /// then.
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,

    /// The name that - has in reports, and that chooses its configuration
    #[arg(long, value_name = "NAME", help_heading = "Files")]
    pub stdin_filename: Option<PathBuf>,

    /// Read this configuration, not the nearest .iri.toml of each file
    #[arg(long, value_name = "FILE", help_heading = "Files")]
    pub config: Option<PathBuf>,

    /// Read no configuration
    #[arg(long, conflicts_with = "config", help_heading = "Files")]
    pub no_config: bool,

    /// Leave out also files that are named here where they are ignored
    #[arg(long, help_heading = "Files")]
    pub force_exclude: bool,

    /// How many files are read at once [default: as many as there are processors]
    #[arg(long, value_name = "N", help_heading = "Files")]
    pub threads: Option<NonZeroUsize>,

    /// Only print which files would be read, one a line
    #[arg(long, conflicts_with = "print_config", help_heading = "Files")]
    pub list_files: bool,

    /// Only print the configuration of each path that is named
    #[arg(long, help_heading = "Files")]
    pub print_config: bool,
}

/// What `check` does with what it finds.
#[derive(Args, Debug)]
#[allow(clippy::struct_excessive_bools)] // each is a flag that a person may write
pub struct CheckArgs {
    /// Which files.
    #[command(flatten)]
    pub files: FileArgs,

    /// Apply the safe fixes, and report what is left
    ///
    /// A fix is safe where the reference still names the same resource, or had no reading at all. Of - the
    /// whole text is printed, also where nothing was to be fixed, and the report goes to standard error.
    #[arg(long)]
    pub fix: bool,

    /// Print what --fix would change, as a patch, and change nothing
    #[arg(long, conflicts_with = "fix")]
    pub diff: bool,

    /// With --fix and --diff: fix findings of at least this severity
    #[arg(long, value_name = "SEVERITY", default_value = "warning", value_parser = super::value::severity())]
    pub fix_least: Severity,

    /// With --fix and --diff: take the preferred fix also where a person should choose
    ///
    /// Read what changed: such a fix may make another resource of it.
    #[arg(long)]
    pub fix_suggested: bool,

    /// Exit with 1 where there is a finding of at least this severity
    #[arg(long, value_name = "SEVERITY", value_enum, default_value_t = FailOn::Warning)]
    pub fail_on: FailOn,

    /// Report findings of at least this severity; the others are only counted
    #[arg(long, value_name = "SEVERITY", default_value = "hint", value_parser = super::value::severity())]
    pub least: Severity,
}

/// From which severity on a check fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FailOn {
    /// Only errors
    Error,
    /// Warnings and errors
    Warning,
    /// Information and more
    Information,
    /// Every finding
    Hint,
    /// No finding: only what could not be checked
    Never,
}

impl FailOn {
    /// The least severity that fails, if one does.
    pub const fn severity(self) -> Option<Severity> {
        match self {
            Self::Error => Some(Severity::Error),
            Self::Warning => Some(Severity::Warning),
            Self::Information => Some(Severity::Information),
            Self::Hint => Some(Severity::Hint),
            Self::Never => None,
        }
    }
}
