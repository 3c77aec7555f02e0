//! Tables and keys of the configuration file, with their descriptions.

use encoding_rs::Encoding;

use crate::reference::resolve;
use crate::vocabularies::Shape;

/// Table of a configuration file.
#[derive(Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ConfigTable {
    /// Table whose keys are rules and groups, and whose values are severities.
    Rules,
    /// Table with these keys.
    Keys(&'static [ConfigKey]),
}

/// Key of a table.
#[derive(Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ConfigKey {
    /// Name of the key.
    pub name: &'static str,
    /// What it means.
    pub description: &'static str,
    /// Values that it may have.
    pub values: ConfigValues,
}

/// Values that a key may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ConfigValues {
    /// A table.
    Table(&'static ConfigTable),
    /// An array of tables.
    Tables(&'static ConfigTable),
    /// A severity, or `off`.
    Severity,
    /// A role, or `off`.
    Role,
    /// A rule or a group, or several.
    RuleNames,
    /// `true` or `false`.
    Boolean,
    /// The path of a file, relative to the directory of the configuration.
    Path,
    /// The path of a schema.
    Schema,
    /// The path of an XML catalog, or several.
    Catalog,
    /// A pattern of paths, or several.
    Pattern,
    /// Any text, or several.
    Text,
    /// An IRI with a scheme, against which references can be resolved.
    Base,
    /// A label of the Encoding Standard.
    Charset,
    /// One of these words.
    Word(&'static [&'static str]),
    /// A number, or `none`.
    Number,
}

const fn key(name: &'static str, description: &'static str, values: ConfigValues) -> ConfigKey {
    ConfigKey { name, description, values }
}

/// Description of keys with file patterns.
const FILES: &str = "Patterns as in .gitignore, relative to the directory of this file.";

/// Entry of `places`.
pub(super) const PLACE: ConfigTable = ConfigTable::Keys(&[
    key("namespace", "Namespace name of the element; the empty string is no namespace.", ConfigValues::Text),
    key("element", "Local name of the element.", ConfigValues::Text),
    key(
        "attribute",
        "Attribute, with its namespace in braces if it has one; without it, the text.",
        ConfigValues::Text,
    ),
    key("role", "Role of the references; off removes a place.", ConfigValues::Role),
    key("keywords", "Words that may replace a reference.", ConfigValues::Text),
    key("values", "Values that are references, if not all are.", ConfigValues::Word(&Shape::NAMES)),
]);

/// Entry of `ignore`.
pub(super) const IGNORE: ConfigTable = ConfigTable::Keys(&[
    key("files", FILES, ConfigValues::Pattern),
    key("rules", "Rules and groups.", ConfigValues::RuleNames),
    key("values", "Whole values; * matches any text.", ConfigValues::Text),
]);

/// Entry of `associations`.
pub(super) const ASSOCIATION: ConfigTable = ConfigTable::Keys(&[
    key("files", FILES, ConfigValues::Pattern),
    key("root", "Local name of the root element.", ConfigValues::Text),
    key("namespace", "Namespace that the root element is in or declares.", ConfigValues::Text),
    key("schema", "Path of the schema, relative to the directory of this file.", ConfigValues::Schema),
]);

/// Entry of `override`.
pub(super) const OVERRIDE: ConfigTable = ConfigTable::Keys(&[
    key("files", FILES, ConfigValues::Pattern),
    key("rules", "Severities of rules and groups in these files.", ConfigValues::Table(&ConfigTable::Rules)),
]);

const SEVERITIES: ConfigValues = ConfigValues::Word(&["error", "warning", "information", "hint"]);

/// Table `check`: options of the command line with these names. A test compares them.
pub(super) const CHECK: ConfigTable = ConfigTable::Keys(&[
    key(
        "as",
        "Allow references of this dialect.",
        ConfigValues::Word(&["uri", "iri", "iri-bis", "leiri", "web-address"]),
    ),
    key("base", "Resolve references against this IRI.", ConfigValues::Base),
    key("baseline", "Report only findings that are not in this baseline.", ConfigValues::Path),
    key("charset", "Percent-encode queries in this encoding.", ConfigValues::Charset),
    key("exclude", "Skip files that match these patterns, as in .gitignore.", ConfigValues::Pattern),
    key("extension", "In directories, read also files with these extensions.", ConfigValues::Text),
    key(
        "fail-on",
        "Fail if there is a finding of at least this severity.",
        ConfigValues::Word(&["error", "warning", "information", "hint", "never"]),
    ),
    key("fix-least", "Fix only findings of at least this severity.", SEVERITIES),
    key("force-exclude", "Skip named files that are ignored, not XML, or deleted.", ConfigValues::Boolean),
    key(
        "format",
        "Set the output format.",
        ConfigValues::Word(&[
            "text",
            "json",
            "concise",
            "sarif",
            "github",
            "gitlab",
            "junit",
            "checkstyle",
            "rdjson",
            "csv",
            "html",
        ]),
    ),
    key("hidden", "Read hidden files and directories.", ConfigValues::Boolean),
    key("ignore", "Do not check these rules and groups.", ConfigValues::RuleNames),
    key("least", "Report only findings of at least this severity.", SEVERITIES),
    key("links", "Report references whose file or ID does not exist.", ConfigValues::Boolean),
    key("max-findings", "Report at most this number of findings.", ConfigValues::Number),
    key("no-ignore", "Read files that .gitignore or .ignore name.", ConfigValues::Boolean),
    key("select", "Check only these rules and groups.", ConfigValues::RuleNames),
]);

/// Table `schemas`.
pub(super) const SCHEMAS: ConfigTable = ConfigTable::Keys(&[
    key("catalogs", "XML catalogs, relative to the directory of this file.", ConfigValues::Catalog),
    key("associations", "Schemas of documents; all that match apply.", ConfigValues::Tables(&ASSOCIATION)),
    key(
        "index",
        "Whether the nearest schema in the workspace is used for a namespace without a schema.",
        ConfigValues::Boolean,
    ),
]);

impl ConfigTable {
    /// The whole file.
    pub const ROOT: Self = Self::Keys(&[
        key(
            "rules",
            "Severities of rules and groups; a rule takes precedence over its group.",
            ConfigValues::Table(&Self::Rules),
        ),
        key("extend", "Configuration that this one is added to, relative to its directory.", ConfigValues::Path),
        key("check", "Options of iri-inspect check; arguments take precedence.", ConfigValues::Table(&CHECK)),
        key("override", "Severities in some files.", ConfigValues::Tables(&OVERRIDE)),
        key("places", "Attributes and elements that contain references.", ConfigValues::Tables(&PLACE)),
        key("unknown", "Whether references in places that nothing knows are looked for.", ConfigValues::Boolean),
        key("ignore", "Files, rules and values whose findings are not reported.", ConfigValues::Tables(&IGNORE)),
        key("schemas", "Schemas and catalogs of documents.", ConfigValues::Table(&SCHEMAS)),
    ]);

    /// Returns the keys; none if they are rules.
    pub const fn keys(&self) -> &'static [ConfigKey] {
        match self {
            Self::Rules => &[],
            Self::Keys(keys) => keys,
        }
    }

    /// Returns the key at a path, such as `["places", "role"]`; `None` if it is unknown.
    ///
    /// ```
    /// use iri_core::files::config::ConfigTable;
    ///
    /// let key = ConfigTable::ROOT.find(&["ignore", "rules"]).expect("a key");
    /// assert_eq!(key.description, "Rules and groups.");
    /// ```
    pub fn find(&self, path: &[impl AsRef<str>]) -> Option<&'static ConfigKey> {
        let (first, rest) = path.split_first()?;
        let key = self.keys().iter().find(|key| key.name == first.as_ref())?;
        if rest.is_empty() { Some(key) } else { key.values.table()?.find(rest) }
    }

    /// Returns the table at a path; `None` if it is unknown.
    pub fn table(&'static self, path: &[impl AsRef<str>]) -> Option<&'static Self> {
        if path.is_empty() { Some(self) } else { self.find(path)?.values.table() }
    }
}

impl ConfigValues {
    /// Returns the table, if the values are tables.
    pub const fn table(self) -> Option<&'static ConfigTable> {
        match self {
            Self::Table(table) | Self::Tables(table) => Some(table),
            _ => None,
        }
    }

    /// Returns why `text` is not one of the values; `None` also for kinds that depend on more than the text.
    pub fn problem_of(self, text: &str) -> Option<&'static str> {
        match self {
            Self::Base if resolve(text, "").is_none() => {
                Some("expected an IRI with a scheme, such as http://example.org/docs/")
            }
            Self::Charset if Encoding::for_label(text.as_bytes()).is_none() => {
                Some("unknown encoding; expected a label of the Encoding Standard, such as windows-1252")
            }
            _ => None,
        }
    }
}
