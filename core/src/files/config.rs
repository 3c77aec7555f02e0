//! `.iri.toml`: configured severities, places and suppressions.
//!
//! ```toml
//! [rules]                        # a rule or a group = error | warning | information | hint | off
//! leiri = "error"
//!
//! [[places]]                     # additional vocabulary; "off" removes a place
//! namespace = "urn:example:shop"
//! element = "item"
//! attribute = "link"
//! role = "iri"
//!
//! [[ignore]]                     # patterns as in .gitignore; without rules and values, the whole file
//! files = ["vendor/**"]
//!
//! [[override]]                   # severities in some files
//! files = ["drafts/**"]
//! rules = { leiri = "hint" }
//!
//! [check]                        # options of a check
//! fail-on = "error"
//!
//! [schemas]                      # schemas determine further places
//! catalogs = ["catalog.xml"]
//! associations = [{ files = "*.shop.xml", schema = "schemas/shop.xsd" }]
//! ```
//!
//! Parsing never fails: each error is a [`ConfigProblem`] at its span, and the rest is effective.

mod edit;
mod files;
pub(in crate::files) use files::add_pattern;
mod keys;
mod reader;
mod values;

use std::error::Error;
use std::fmt;

#[doc(hidden)] // for the programs of this workspace
pub use {
    edit::toml_string,
    files::FilePatterns,
    keys::{ConfigKey, ConfigTable, ConfigValues},
    values::{TomlReader, TomlValue, span_of},
};

use crate::rules::Severities;
use crate::rules::Severity;
use crate::text::{Edit, InConfig, Span};
use crate::xml::{IgnoredValue, IgnoredValues, Settings, UnknownPlaces, UserPlace};

/// Maximum number of problems of a configuration file that are reported: a file of 1 MB may have 100,000.
#[doc(hidden)] // for the programs of this workspace
pub const MAX_REPORTED_PROBLEMS: usize = 1_000;

/// Contents of a configuration file.
#[derive(Clone, Debug, Default)]
pub struct Config {
    severities: Severities,
    pub(super) places: Vec<UserPlace>,
    /// Their spans in the configuration file.
    pub(super) place_spans: Vec<Span<InConfig>>,
    unknown: Option<UnknownPlaces>,
    pub(super) ignores: Vec<Ignore>,
    /// Severities in some files.
    overrides: Vec<(FilePatterns, Severities)>,
    /// Options of a check.
    pub check: Vec<CheckSetting>,
    /// Configuration that this one is added to.
    pub extend: Option<ConfigPath>,
    /// Values of all these tables in order.
    pub(super) ignored: IgnoredValues,
    /// Schemas and catalogs.
    pub schemas: Schemas,
}

#[doc(hidden)] // for the programs of this workspace
/// Option in the table `check`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckSetting {
    /// Name of the option, without `--`.
    pub name: &'static str,
    /// Its values: `true` or `false` of an option without one.
    pub values: Vec<String>,
    /// Whether the value is a path, relative to the directory of the configuration.
    pub is_path: bool,
    /// Span of the value in the configuration file.
    pub span: Span<InConfig>,
}

/// An `[[ignore]]` table.
#[derive(Clone, Debug, Default)]
pub(super) struct Ignore {
    /// Span of the table in the configuration file.
    pub(super) span: Span<InConfig>,
    /// Affected files; `None` for every file.
    files: Option<FilePatterns>,
    /// Names of rules and groups; all of them if the list is empty.
    pub(super) rules: Vec<(Span<InConfig>, String)>,
    /// Rules that are off there.
    severities: Severities,
    /// Values whose findings of these rules are hidden; those of every value if the list is empty.
    pub(super) values: Vec<(Span<InConfig>, IgnoredValue)>,
    /// Whether the files are skipped as a whole.
    is_whole: bool,
    /// Whether it has an effect if there are no such files.
    pub(super) may_be_unused: bool,
}

#[doc(hidden)] // for the programs of this workspace
/// Schemas and catalogs of documents.
#[derive(Clone, Debug, Default)]
pub struct Schemas {
    /// XML catalogs.
    pub catalogs: Vec<ConfigPath>,
    /// Associations of documents with schemas; all that match apply.
    pub associations: Vec<Association>,
    /// Whether schemas in the workspace are used if nothing names them; `None` if the file does not say it.
    pub index: Option<bool>,
}

#[doc(hidden)] // for the programs of this workspace
/// Path in a configuration file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigPath {
    /// Path, relative to the directory of the configuration file.
    pub path: String,
    /// Span of the path in the configuration file.
    pub span: Span<InConfig>,
}

#[doc(hidden)] // for the programs of this workspace
/// Association of documents with a schema: of those that match all that is given.
#[derive(Clone, Debug)]
pub struct Association {
    /// Affected files; `None` for every file.
    pub files: Option<FilePatterns>,
    /// Local name of the root element; `None` for any.
    pub root: Option<String>,
    /// Namespace that the root element is in or declares; `None` for any.
    pub namespace: Option<String>,
    /// Schema.
    pub schema: ConfigPath,
}

/// Problem in a configuration file. Displays the message.
///
/// ```
/// use iri_core::{Config, Severity};
///
/// let (_, problems) = Config::parse("[rules]\nleiri-spice = 'error'");
/// assert_eq!(problems[0].severity, Severity::Error);
/// assert!(problems[0].to_string().ends_with("did you mean 'leiri-space'?"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ConfigProblem {
    /// Span in the file.
    pub span: Span<InConfig>,
    /// Error if a setting has no effect although it should; warning for an unknown key.
    pub severity: Severity,
    /// Problem, and what was probably meant. May quote the file.
    pub message: String,
    /// Edit that writes what was probably meant.
    pub fix: Option<Edit<InConfig>>,
}

impl ConfigProblem {
    /// Creates a problem at `span` of a configuration file.
    pub fn new(span: Span<InConfig>, severity: Severity, message: impl Into<String>) -> Self {
        Self { span, severity, message: message.into(), fix: None }
    }
}

impl fmt::Display for ConfigProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Error for ConfigProblem {}

impl Config {
    /// Returns the settings for the file at `path`, which is relative to the directory of the configuration file, with
    /// `/`.
    pub fn settings_for(&self, path: &str) -> Settings {
        let mut settings = Settings {
            severities: self.severities_for(path),
            places: self.places.clone(),
            unknown: self.unknown,
            ..Settings::default()
        };
        let mut applicable = Vec::new();
        for ignore in &self.ignores {
            let is_applicable = ignore.is_for(path);
            applicable.resize(applicable.len() + ignore.values.len(), is_applicable);
            if is_applicable {
                settings.severities.then(&ignore.severities);
            }
        }
        settings.ignored = self.ignored.only(|index| applicable[index]);
        settings
    }

    /// Returns the configured severities for the file at `path`, without those of `[[ignore]]`. `path` is as in
    /// [`Self::settings_for`].
    pub(super) fn severities_for(&self, path: &str) -> Severities {
        let mut severities = self.severities.clone();
        let overrides = self.overrides.iter().filter(|(files, _)| files.matches(path));
        overrides.for_each(|(_, later)| severities.then(later));
        severities
    }

    /// Returns the configured severities of files in general.
    pub(super) const fn severities(&self) -> &Severities {
        &self.severities
    }

    /// Returns whether the file at `path` is skipped as a whole. `path` is as in [`Self::settings_for`].
    pub fn is_ignored_file(&self, path: &str) -> bool {
        self.ignores.iter().any(|ignore| ignore.is_whole && ignore.is_for(path))
    }
}

impl Ignore {
    /// Returns whether the entry applies to the file at `path`, which is as in [`Config::settings_for`].
    pub(super) fn is_for(&self, path: &str) -> bool {
        self.files.as_ref().is_none_or(|files| files.matches(path))
    }
}
