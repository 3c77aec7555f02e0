//! `.iri.toml`: what a user says of severities, places and silence.
//!
//! ```toml
//! [rules]                        # a rule or a group = error | warning | information | hint | off
//! leiri = "error"
//!
//! [[places]]                     # the user's own vocabulary; "off" takes a place away
//! namespace = "urn:example:shop"
//! element = "item"
//! attribute = "link"
//! role = "iri"
//!
//! [[ignore]]                     # patterns as in .gitignore; without rules and values, the whole file
//! files = ["vendor/**"]
//!
//! [schemas]                      # what links follow; nothing uses the associations yet
//! catalogs = ["catalog.xml"]
//! associations = [{ files = "*.shop.xml", schema = "schemas/shop.xsd" }]
//! ```
//!
//! Reading never fails: what makes no sense is a [`ConfigProblem`] at its span, and the rest counts.

mod edit;
mod files;
mod reader;
mod values;

use std::error::Error;
use std::fmt;

pub use files::FilePatterns;

use crate::rules::Severities;
use crate::rules::Severity;
use crate::text::{InConfig, Span};
use crate::xml::{IgnoredValue, Settings, UserPlace};

/// What a configuration file says.
#[derive(Clone, Debug, Default)]
pub struct Config {
    severities: Severities,
    places: Vec<UserPlace>,
    ignores: Vec<Ignore>,
    /// Schemas and catalogs.
    pub schemas: Schemas,
}

/// One `[[ignore]]`.
#[derive(Clone, Debug, Default)]
struct Ignore {
    /// Every file where it is nothing.
    files: Option<FilePatterns>,
    /// The rules that are off there.
    severities: Severities,
    values: Vec<IgnoredValue>,
    /// Whether nothing at all is said of the files.
    is_whole: bool,
}

/// Where the types of a document's own vocabulary are written down.
#[derive(Clone, Debug, Default)]
pub struct Schemas {
    /// Paths of XML catalogs, from the folder of the configuration file.
    pub catalogs: Vec<String>,
    /// Which files have which schema.
    pub associations: Vec<Association>,
}

/// Files and their schema.
#[derive(Clone, Debug)]
pub struct Association {
    /// The files.
    pub files: FilePatterns,
    /// The path of the schema, from the folder of the configuration file.
    pub schema: String,
}

/// Something in a configuration file that is wrong. Displays the message.
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
    /// Where it stands in the file.
    pub span: Span<InConfig>,
    /// An error where something that was meant is not done; a warning for a key that says nothing.
    pub severity: Severity,
    /// What is wrong, and what was probably meant. May quote the file.
    pub message: String,
}

impl ConfigProblem {
    /// Creates a problem at `span` of a configuration file.
    pub fn new(span: Span<InConfig>, severity: Severity, message: impl Into<String>) -> Self {
        Self { span, severity, message: message.into() }
    }
}

impl fmt::Display for ConfigProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Error for ConfigProblem {}

impl Config {
    /// How the file at `path` is judged. `path` leads from the folder of the configuration file, with `/`.
    pub fn settings_for(&self, path: &str) -> Settings {
        let mut settings =
            Settings { severities: self.severities.clone(), places: self.places.clone(), ..Settings::default() };
        for ignore in self.ignores.iter().filter(|ignore| ignore.is_for(path)) {
            settings.severities.then(&ignore.severities);
            settings.ignored.extend_from_slice(&ignore.values);
        }
        settings
    }

    /// Whether nothing at all is said of the file at `path`, which is as in [`Self::settings_for`].
    pub fn is_ignored_file(&self, path: &str) -> bool {
        self.ignores.iter().any(|ignore| ignore.is_whole && ignore.is_for(path))
    }
}

impl Ignore {
    fn is_for(&self, path: &str) -> bool {
        self.files.as_ref().is_none_or(|files| files.matches(path))
    }
}
