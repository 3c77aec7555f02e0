//! Findings as SARIF 2.1.0: one run with its results, then the tool with the violated rules.
//!
//! Columns count Unicode scalar values (`columnKind`). Paths are percent-encoded references, relative if the files were
//! named so.
//!
//! A file in a package is nested in its artifact. Services show only files that are in the repository, so the location of such
//! a finding is the package, the name in it is a logical location, and the message starts with the position in it. The related
//! location is the nested artifact, whose index the printer adds: it depends on the files before.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use std::io::{self, Write};

use iri_core::files::{ENTRY_SEPARATOR, PathStyle};
use iri_core::rules::{self, Page, Rule};
use iri_core::serialize::ReferenceDetail;
use iri_core::text::{InDocument, LineColumn};
use iri_core::xml::document::Positions;
use iri_core::{Edit, Fix, Severity, Span};
use serde::Serialize;
use serde_json::{Value, json};

use crate::files::tally::RuleCount;
use crate::report::findings::ReportedFindings;
use crate::report::findings::located::LocatedFinding;
use crate::report::findings::markdown::without_links_and_tags;
use crate::report::json_writer::write_value;
use crate::report::rule_page;

/// Maximum number of edits of a fix: each takes some 100 bytes.
const MAX_EDITS: usize = 1_000;

/// Text before the first result.
pub const HEAD: &str = "{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\",\
                        \"runs\":[{\"columnKind\":\"unicodeCodePoints\",\"results\":[";
/// Text between results.
pub const SEPARATOR: &str = ",\n";
/// Number of results that GitHub shows of a file; it rejects one with more than 25,000.
pub const LIMIT: usize = 5_000;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ResultLine<'d> {
    rule_id: &'static str,
    rule_index: usize,
    level: &'static str,
    message: Message<'d>,
    locations: [Location<'d>; 1],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_locations: Vec<RelatedLocation<'d>>,
    partial_fingerprints: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    baseline_state: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fixes: Vec<FixLine<'d>>,
    properties: Value,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct FixLine<'d> {
    description: Message<'d>,
    artifact_changes: [ArtifactChange<'d>; 1],
    properties: Value,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ArtifactChange<'d> {
    artifact_location: Value,
    replacements: Vec<Replacement<'d>>,
}

/// Edit of a fix. One fix may have hundreds of thousands.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Replacement<'d> {
    deleted_region: Region,
    inserted_content: Exact<'d>,
}

/// Text that a fix inserts.
#[derive(Serialize)]
struct Exact<'d> {
    text: &'d str,
}

/// Text for readers.
#[derive(Serialize)]
struct Message<'d> {
    text: Cow<'d, str>,
}

impl<'d> Message<'d> {
    fn new(text: &'d str) -> Self {
        Self { text: without_links_and_tags(text) }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Location<'d> {
    physical_location: PhysicalLocation,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    logical_locations: Vec<LogicalLocation<'d>>,
}

/// Location in a file in a package.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct RelatedLocation<'d> {
    physical_location: PhysicalLocation,
    message: Message<'d>,
}

/// File in a package.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct LogicalLocation<'d> {
    fully_qualified_name: &'d str,
    kind: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PhysicalLocation {
    artifact_location: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    region: Option<Region>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: usize,
    start_column: usize,
    end_line: usize,
    end_column: usize,
}

impl Region {
    fn new(start: LineColumn, end: LineColumn) -> Self {
        Self { start_line: start.line, start_column: start.column, end_line: end.line, end_column: end.column }
    }

    fn from_span(span: Span<InDocument>, positions: &mut Positions<'_>) -> Self {
        let start = positions.line_column_at(span.start);
        Self::new(start, positions.line_column_at(span.end))
    }
}

/// Writes one finding, a [`SEPARATOR`] before it. With a baseline it is a new one.
///
/// # Errors
/// If `out` cannot be written.
pub fn write(
    out: &mut impl Write,
    located: &LocatedFinding<'_>,
    reported: &mut ReportedFindings<'_>,
    has_baseline: bool,
) -> io::Result<()> {
    out.write_all(SEPARATOR.as_bytes())?;
    let (finding, site) = (&located.found.finding, &located.found.site);
    let (path, entry) = located.on_disk();
    let artifact = artifact(PathStyle::SYSTEM, path);
    // The bytes of a package are not those of the text.
    let fixes = finding.fixes.iter().filter(|fix| entry.is_none() && fix.edits.len() <= MAX_EDITS);
    let fixes = fixes.map(|fix| fixed(fix, &mut reported.edits, &artifact)).collect();
    let start = located.start;
    let message = located.message_on_disk();
    let related = |entry: &'_ str| PhysicalLocation {
        artifact_location: json!({ "uri": nested_uri(last_entry(entry)), INDEX: UNKNOWN }),
        region: Some(Region::new(start, located.end)),
    };
    let related =
        entry.map(|entry| RelatedLocation { physical_location: related(entry), message: Message::new(entry) });
    let location = Location {
        physical_location: PhysicalLocation {
            artifact_location: artifact,
            region: entry.is_none().then(|| Region::new(start, located.end)),
        },
        logical_locations: entry
            .map(|name| LogicalLocation { fully_qualified_name: name, kind: "resource" })
            .into_iter()
            .collect(),
    };
    let value = site.known_value().filter(|_| reported.detail(located) == ReferenceDetail::Whole);
    write_value(
        out,
        &ResultLine {
            rule_id: finding.rule.name,
            rule_index: rules::ALL.iter().position(|rule| rule.name == finding.rule.name).unwrap_or_default(),
            level: level(Some(finding.severity)),
            message: Message::new(&message),
            locations: [location],
            related_locations: related.into_iter().collect(),
            partial_fingerprints: json!({ "iriInspect/v1": reported.fingerprints.next(&located.found, "") }),
            baseline_state: has_baseline.then_some("new"),
            fixes,
            properties: json!({
                "severity": finding.severity.name(), "kind": site.kind.name(), "element": site.element,
                "attribute": site.attribute, "role": site.role.name, "value": value,
            }),
        },
    )
}

/// Key of the index of an artifact, and its value until the index is known. No string contains both: its quotation marks are
/// escaped.
const INDEX: &str = "index";
const UNKNOWN: &str = "unknown";

/// Artifacts that are nested in packages, and these, in the order in which findings are in them.
#[derive(Default)]
pub struct Artifacts {
    /// By the path on the disk and the names within it.
    indices: HashMap<String, usize>,
    all: Vec<Value>,
}

impl Artifacts {
    /// Returns results in the file `name`, whose package has a path of `package` bytes, with the index of its artifact.
    pub fn numbered(&mut self, bytes: &[u8], (name, package): (&str, usize)) -> Vec<u8> {
        let unknown = format!("\"{INDEX}\":\"{UNKNOWN}\"");
        let mut numbered = Vec::with_capacity(bytes.len());
        let mut copied = 0;
        for at in memchr::memmem::find_iter(bytes, &unknown) {
            numbered.extend_from_slice(&bytes[copied..at]);
            numbered.extend_from_slice(format!("\"{INDEX}\":{}", self.index(name, package)).as_bytes());
            copied = at + unknown.len();
        }
        numbered.extend_from_slice(&bytes[copied..]);
        numbered
    }

    /// Returns the index of the file `name`, and adds it and the packages that contain it.
    fn index(&mut self, name: &str, package: usize) -> usize {
        if let Some(&known) = self.indices.get(name) {
            return known;
        }
        let artifact = match name.get(package..).and_then(|within| within.rfind(ENTRY_SEPARATOR)) {
            Some(at) => {
                let (parent, entry) = name.split_at(package + at);
                let parent = self.index(parent, package);
                let entry = entry.strip_prefix(ENTRY_SEPARATOR).unwrap_or(entry);
                json!({ "location": { "uri": nested_uri(entry) }, "parentIndex": parent })
            }
            None => json!({ "location": artifact(PathStyle::SYSTEM, name) }),
        };
        self.all.push(artifact);
        self.indices.insert(name.to_owned(), self.all.len() - 1);
        self.all.len() - 1
    }
}

/// Returns the name of a file in the innermost package.
fn last_entry(entry: &str) -> &str {
    entry.rsplit_once(ENTRY_SEPARATOR).map_or(entry, |(_, last)| last)
}

/// Returns the location of an artifact in the one that contains it.
fn nested_uri(entry: &str) -> String {
    format!("/{}", encoded(entry))
}

/// Writes the text after the last result: the tool with the names of all rules and the pages of the violated ones, the
/// nested artifacts, the failures, and a `note` if there is one.
///
/// # Errors
/// If `out` cannot be written.
pub fn write_tail(
    out: &mut impl Write,
    met: &BTreeMap<&'static str, RuleCount>,
    Artifacts { all: artifacts, .. }: &Artifacts,
    failures: &[String],
    note: Option<&str>,
) -> io::Result<()> {
    let notification = |level: &str, text: &str| json!({ "level": level, "message": Message::new(text) });
    let errors = failures.iter().map(|text| notification("error", text));
    let notifications: Vec<Value> = errors.chain(note.map(|text| notification("warning", text))).collect();
    let version = env!("CARGO_PKG_VERSION");
    let address = Some(env!("CARGO_PKG_REPOSITORY")).filter(|address| !address.is_empty());
    let rules: Vec<Value> =
        rules::ALL.iter().map(|rule| described(rule, met.contains_key(rule.name), address)).collect();
    out.write_all(b"],")?;
    if !artifacts.is_empty() {
        out.write_all(b"\"artifacts\":")?;
        write_value(out, artifacts)?;
        out.write_all(b",")?;
    }
    out.write_all(b"\"invocations\":")?;
    let invocation =
        json!([{ "executionSuccessful": failures.is_empty(), "toolExecutionNotifications": notifications }]);
    write_value(out, &invocation)?;
    let root = json!({ "%SRCROOT%": { "description": { "text": "Current directory of the run" } } });
    out.write_all(b",\"originalUriBaseIds\":")?;
    write_value(out, &root)?;
    out.write_all(b",\"tool\":")?;
    let mut driver = json!({ "name": "iri-inspect", "version": version, "semanticVersion": version, "rules": rules });
    if let Some(address) = address {
        driver["informationUri"] = address.into();
    }
    write_value(out, &json!({ "driver": driver }))?;
    out.write_all(b"}]}\n")
}

/// Describes a rule, with a link if the project has an `address`; if it is not met, this is its name.
fn described(rule: &Rule, is_met: bool, address: Option<&str>) -> Value {
    // The index of a rule is the same in each report.
    if !is_met {
        return json!({ "id": rule.name });
    }
    let summary = Page::parse(rule.page()).summary;
    let mut described = json!({
        "id": rule.name,
        "shortDescription": { "text": summary },
        "fullDescription": { "text": summary },
        "help": { "text": rule_page::text(rule, None), "markdown": rule.markdown() },
        "defaultConfiguration": { "level": level(rule.severity), "enabled": rule.severity.is_some() },
        "properties": { "tags": [rule.group.name()] },
    });
    if let Some(address) = address {
        let version = env!("CARGO_PKG_VERSION");
        described["helpUri"] = format!("{address}/blob/v{version}/docs/rules/{}.md", rule.name).into();
    }
    described
}

const fn level(severity: Option<Severity>) -> &'static str {
    match severity {
        Some(Severity::Error) => "error",
        Some(Severity::Warning) => "warning",
        Some(Severity::Information | Severity::Hint) => "note",
        None => "none",
    }
}

fn fixed<'d>(fix: &'d Fix<InDocument>, positions: &mut Positions<'_>, artifact: &Value) -> FixLine<'d> {
    let replacement = |edit: &'d Edit<InDocument>| Replacement {
        deleted_region: Region::from_span(edit.span, positions),
        inserted_content: Exact { text: &edit.text },
    };
    let replacements = fix.edits.iter().map(replacement).collect();
    FixLine {
        description: Message::new(&fix.title),
        artifact_changes: [ArtifactChange { artifact_location: artifact.clone(), replacements }],
        properties: json!({ "safety": fix.safety.name() }),
    }
}

/// Returns the location of a file, relative to the top of the sources if its path is relative.
fn artifact(style: PathStyle, path: &str) -> Value {
    match style.iri(path.as_bytes()) {
        Some(uri) => json!({ "uri": uri }),
        None => json!({ "uri": encoded(path.strip_prefix("./").unwrap_or(path)), "uriBaseId": "%SRCROOT%" }),
    }
}

/// Percent-encodes all but unreserved characters and `/`; a `:` in the first name would end a scheme.
fn encoded(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for &byte in path.as_bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            out.push(char::from(byte));
        } else {
            write!(out, "%{byte:02X}").expect("a String takes every write");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_has_a_link_once_the_project_has_an_address() {
        let rule = rules::find("leiri-space").expect("the rule exists");
        assert_eq!(described(rule, true, None).get("helpUri"), None);
        let link = &described(rule, true, Some("https://example.org/p"))["helpUri"];
        let expected = concat!("https://example.org/p/blob/v", env!("CARGO_PKG_VERSION"), "/docs/rules/leiri-space.md");
        assert_eq!(link, expected);
    }

    #[test]
    fn the_location_of_a_file_is_a_uri_of_its_system() {
        use PathStyle::{Unix, Windows};
        let below = |uri: &str| json!({ "uri": uri, "uriBaseId": "%SRCROOT%" });
        for (style, path, expected) in [
            (Unix, "./a b.xml", below("a%20b.xml")),
            (Unix, "a:b/c.xml", below("a%3Ab/c.xml")),
            (Unix, "/a/b.xml", json!({ "uri": "file:///a/b.xml" })),
            (Windows, "docs/a.xml", below("docs/a.xml")),
            (Windows, "D:/a b.xml", json!({ "uri": "file:///D:/a%20b.xml" })),
            (Windows, "//server/share/a.epub!/b.xml", json!({ "uri": "file://server/share/a.epub%21/b.xml" })),
        ] {
            assert_eq!(artifact(style, path), expected, "{path}");
        }
    }
}
