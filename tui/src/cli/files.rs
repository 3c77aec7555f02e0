//! Arguments of the commands that read files: `check` and `list`.

use std::ffi::{OsStr, OsString};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum, ValueHint};
use iri_core::files::config::ConfigProblem;
use iri_core::files::{ConfigSource, expanded};
use iri_core::{Config, Severity};

use super::{CheckPrintingArgs, FileReferenceArgs, Format, FormatKind, value};

/// Arguments about files and their configuration.
#[derive(Args, Clone, Debug)]
#[allow(clippy::struct_excessive_bools)] // Each field is a flag of the command line.
#[allow(clippy::struct_field_names)] // A field has the name of its flag.
pub struct FileArgs {
    /// Read these files and directories; - is standard input [default: the current directory]
    ///
    /// In a directory, all files are read that are XML by name or content. Hidden files and files that .gitignore
    /// or .ignore name are skipped. Files that are named here are always read, unless --force-exclude is given.
    /// Packages such as .epub, .docx and .odt are opened; book.epub!/OPS/toc.ncx names one file in a package.
    /// If no file has the name, * and ? stand for other characters, and ** for directories.
    #[arg(value_name = "PATH", value_parser = value::path(), value_hint = ValueHint::AnyPath)]
    pub paths: Vec<PathBuf>,

    /// Use NAME for standard input in reports and to find its configuration
    #[arg(long, value_name = "NAME", help_heading = "File selection")]
    pub stdin_filename: Option<PathBuf>,

    /// Read this configuration instead of the nearest .iri.toml of each file, or apply a line of one
    ///
    /// A line has an equals sign: --config 'check.fail-on="error"'. It takes precedence over the files.
    #[arg(long, value_name = "FILE|KEY=VALUE", help_heading = "File selection")]
    pub config: Vec<OsString>,

    /// Read no configuration
    #[arg(long, help_heading = "File selection")]
    pub no_config: bool,

    /// Read also the paths in FILE, one per line; - is standard input
    ///
    /// With --null, each path ends with NUL.
    #[arg(long, value_name = "FILE", help_heading = "File selection")]
    pub files_from: Option<PathBuf>,

    /// Paths in that file.
    #[arg(skip)]
    pub listed: Vec<PathBuf>,

    /// Skip files that match this pattern, as in .gitignore
    ///
    /// Named files are read in any case, unless --force-exclude is given.
    #[arg(long, value_name = "PATTERN", help_heading = "File selection")]
    pub exclude: Vec<String>,

    /// In directories, read only files that match one of these patterns, as in .gitignore
    #[arg(long, value_name = "PATTERN", help_heading = "File selection")]
    pub include: Vec<String>,

    /// In directories, read also files with these extensions
    #[arg(long, value_name = "EXTENSION", value_delimiter = ',', help_heading = "File selection")]
    pub extension: Vec<String>,

    /// Read hidden files and directories, except .git
    #[arg(long, help_heading = "File selection")]
    pub hidden: bool,

    /// Read files that .gitignore or .ignore name
    #[arg(long, help_heading = "File selection")]
    pub no_ignore: bool,

    /// Read only files that differ from this revision of git, and new files
    #[arg(long, value_name = "REVISION", help_heading = "File selection")]
    pub changed_since: Option<String>,

    /// Skip named files that are ignored, not XML, or deleted
    #[arg(long, help_heading = "File selection")]
    pub force_exclude: bool,

    /// Read N files in parallel [default: number of processors]
    #[arg(long, value_name = "N", help_heading = "File selection", value_parser = super::value::threads)]
    pub threads: Option<NonZeroUsize>,

    /// Print only the files that would be read, one per line
    #[arg(long, conflicts_with = "print_config", help_heading = "File selection")]
    pub list_files: bool,

    /// End each path of --list-files and --files-from with NUL instead of a line feed
    #[arg(short = '0', long, help_heading = "File selection")]
    pub null: bool,

    /// Print only the configuration of each named path
    #[arg(long, help_heading = "File selection")]
    pub print_config: bool,
}

impl FileArgs {
    /// Returns the error about arguments that contradict each other.
    pub fn misuse(&self) -> Option<&'static str> {
        let is_list_on_stdin = self.files_from.as_ref().is_some_and(|path| path.as_os_str() == "-");
        match () {
            () if self.stdin_filename.is_some() && !self.reads_stdin() => Some("--stdin-filename requires the path -"),
            () if self.null && !self.list_files && self.files_from.is_none() => {
                Some("--null requires --list-files or --files-from")
            }
            () if self.config_file().is_some() && self.no_config => Some("--no-config contradicts --config FILE"),
            () if inline_and_files(&self.config).1.len() > 1 => Some("--config can name only one file"),
            () if is_list_on_stdin && self.reads_stdin() => {
                Some("--files-from - and the path - both read standard input")
            }
            () => None,
        }
    }

    /// Returns the configuration file that is named.
    pub fn config_file(&self) -> Option<PathBuf> {
        inline_and_files(&self.config).1.pop()
    }

    /// Returns the source of the configuration.
    pub fn config_source(&self) -> ConfigSource {
        match self.config_file() {
            Some(path) => ConfigSource::File(path),
            None if self.no_config => ConfigSource::Nothing,
            None => ConfigSource::Nearest,
        }
    }

    /// Returns the configuration of the arguments of `--config` with an equals sign, and its text and problems.
    pub fn inline_config(&self) -> (Config, String, Vec<ConfigProblem>) {
        let text = inline_and_files(&self.config).0;
        let (config, problems) = Config::parse(&text);
        (config, text, problems)
    }

    /// Returns the named paths; the current directory if nothing is named. A list has names of files, not patterns.
    pub fn inputs(&self) -> Vec<PathBuf> {
        let is_default = self.paths.is_empty() && self.files_from.is_none();
        let named = if is_default { vec![PathBuf::from(".")] } else { self.paths.clone() };
        named.into_iter().flat_map(expanded).chain(self.listed.iter().cloned()).collect()
    }

    /// Returns whether standard input is one of the files.
    pub fn reads_stdin(&self) -> bool {
        self.paths.iter().any(|path| path.as_os_str() == "-")
    }
}

/// Returns the text of the arguments of `--config` that are no paths, and the paths.
fn inline_and_files(arguments: &[OsString]) -> (String, Vec<PathBuf>) {
    let (mut text, mut files) = (String::new(), Vec::new());
    for argument in arguments {
        match argument.to_str().filter(|argument| argument.contains('=') && !Path::new(argument).exists()) {
            Some(line) => text.extend([line, "\n"]),
            None => files.push(PathBuf::from(OsStr::new(argument))),
        }
    }
    (text, files)
}

/// Arguments of `check`.
#[derive(Args, Debug)]
#[allow(clippy::struct_excessive_bools)] // Each field is a flag of the command line.
pub struct CheckArgs {
    /// Arguments about files.
    #[command(flatten)]
    pub files: FileArgs,

    /// Apply safe fixes and report the remaining findings
    ///
    /// A fix is safe if the reference identifies the same resource as before, or was not valid. For -, the whole
    /// text goes to standard output even if nothing was fixed, and the report to standard error.
    #[arg(long, conflicts_with_all = ["list_files", "print_config"])]
    pub fix: bool,

    /// Print the changes of --fix as a patch without changing files
    #[arg(long, conflicts_with_all = ["fix", "list_files", "print_config"])]
    pub diff: bool,

    /// Report relative references whose file, or whose ID in the file, does not exist
    ///
    /// Turns on the rules missing-target and missing-fragment as warnings, unless they are configured. Only files in the
    /// named directories, the current directory and that of .iri.toml are read.
    #[arg(long)]
    pub links: bool,

    /// Fix only findings of at least this severity
    #[arg(long, value_name = "SEVERITY", default_value = "warning", value_parser = super::value::severity())]
    pub fix_least: Severity,

    /// Apply the preferred fix even if it is not safe
    ///
    /// Review the changes: such a fix may change the resource that a reference identifies.
    #[arg(long)]
    pub fix_suggested: bool,

    /// Fix signed documents and packages, whose signatures this makes invalid
    ///
    /// Without it, a document with an XML Signature, or a package with one, is checked but not changed.
    #[arg(long)]
    pub fix_signed: bool,

    /// Report only findings that are not in this baseline
    #[arg(long, value_name = "FILE", help_heading = "Baseline")]
    pub baseline: Option<PathBuf>,

    /// Remove from the baseline what is no longer found, and store what has moved
    #[arg(long, requires = "baseline", help_heading = "Baseline",
        conflicts_with_all = ["diff", "list_files", "print_config"])]
    pub prune_baseline: bool,

    /// Write all findings to this baseline instead of reporting them
    #[arg(long, value_name = "FILE", help_heading = "Baseline",
        conflicts_with_all = ["baseline", "fix", "diff", "output_file", "statistics"])]
    pub write_baseline: Option<PathBuf>,

    /// Print also the findings that --fix fixes
    #[arg(long)]
    pub show_fixes: bool,

    /// Check again after each change of a file, until Ctrl-C
    ///
    /// Configurations, schemas, catalogs and the targets of --links are watched too. The exit status is 0.
    #[arg(long, conflicts_with_all = ["fix", "diff", "write_baseline", "prune_baseline", "output_file", "list_files", "print_config"])]
    pub watch: bool,

    /// Exit with status 1 if there is a finding of at least this severity
    #[arg(long, value_name = "SEVERITY", value_enum, default_value_t = FailOn::Warning)]
    pub fail_on: FailOn,

    /// Exit with status 0 even if there are findings, as --fail-on never
    #[arg(long, conflicts_with = "fail_on")]
    pub exit_zero: bool,

    /// Report only findings of at least this severity; count the others
    #[arg(long, value_name = "SEVERITY", default_value = "hint", value_parser = super::value::severity())]
    pub least: Severity,

    /// Arguments about references.
    #[command(flatten)]
    pub reference_args: FileReferenceArgs,

    /// Arguments about output.
    #[command(flatten)]
    pub printing: CheckPrintingArgs,
}

impl CheckArgs {
    /// Returns the error about arguments that contradict each other.
    pub fn misuse(&self) -> Option<&'static str> {
        if let Some(message) = self.files.misuse() {
            return Some(message);
        }
        let printing = &self.printing;
        let is_several = self.files.reads_stdin() && self.files.paths.len() > 1;
        if let Some(message) = printing.misuse() {
            return Some(message);
        }
        let format = printing.format();
        let is_text = format == Format::Text;
        match () {
            () if self.files.list_files && !is_text => {
                Some("--list-files requires --format text; -0 separates with NUL")
            }
            () if self.files.print_config && !is_text => {
                Some("--print-config requires --format text; its output is TOML")
            }
            () if is_several && (self.fix || self.diff) => Some("- must be the only path with --fix or --diff"),
            () if self.diff && !is_text => Some("--diff requires --format text, because it prints a patch"),
            () if self.fix && self.files.reads_stdin() && !is_text => {
                Some("--fix with - requires --format text, because it prints the text")
            }
            () if printing.statistics && !matches!(format, Format::Text | Format::Json) => {
                Some("--statistics requires --format text or json")
            }
            () if self.show_fixes && !(self.fix || self.diff) => Some("--show-fixes requires --fix or --diff"),
            () if self.show_fixes && format.kind() != FormatKind::Lines => {
                Some("--show-fixes requires --format text, concise or github")
            }
            () if self.watch
                && (self.files.reads_stdin() || self.files.files_from.as_deref() == Some(Path::new("-"))) =>
            {
                Some("--watch cannot read standard input, which does not change")
            }
            () if self.watch && !matches!(format, Format::Text | Format::Concise) => {
                Some("--watch requires --format text or concise")
            }
            () if self.watch && printing.files().next().is_some() => Some("--watch contradicts --format FORMAT=FILE"),
            () if self.write_baseline.is_some() && printing.files().next().is_some() => {
                Some("--write-baseline contradicts --format FORMAT=FILE")
            }
            () if self.fix_suggested && !(self.fix || self.diff) => Some("--fix-suggested requires --fix or --diff"),
            () if self.fix_signed && !(self.fix || self.diff) => Some("--fix-signed requires --fix or --diff"),
            () => None,
        }
    }
}

/// Least severity at which a check fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FailOn {
    /// Errors
    Error,
    /// Errors and warnings
    Warning,
    /// Errors, warnings and information
    Information,
    /// All findings
    Hint,
    /// No findings: only files that cannot be checked
    Never,
}

impl FailOn {
    /// Returns the least severity at which a check fails, if any.
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
