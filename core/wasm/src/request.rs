//! Requests and their answers.

use std::path::Path;
use std::sync::Arc;

use iri_core::characters::{Escaper, boxed, needs_escape};
use iri_core::inspect::CharacterFilter;
use iri_core::present::{Report, ReportRow, Section};
use iri_core::reference::{Form, NormalizationLevel};
use iri_core::serialize::{FieldSelection, FindingRecord, ReferenceRecord, ReportField, ReportedSite, SiteRecord};
use iri_core::xml::document::{Limited, MAX_FINDINGS_PER_RULE, ValueLimit};
use iri_core::xml::{Fixer, Syntax};
use iri_core::{
    Dialect, Document, Edit, Fix, Inspection, Options, Role, Safety, Settings, Severities, Severity, apply_edits,
    inspect, parse_only,
};
use serde::{Deserialize, Serialize};

/// What is asked, in the member `method`, with its arguments.
#[derive(Deserialize)]
#[serde(tag = "method", rename_all = "lowercase")]
enum Request {
    /// Report of a reference, as `show --format json` writes it.
    Inspect {
        text: String,
        #[serde(flatten)]
        options: ReferenceOptions,
    },
    /// Report of a reference as rows of text, as `show` writes it.
    Report {
        text: String,
        #[serde(flatten)]
        options: ReferenceOptions,
    },
    /// Reference in another form; null if it has none.
    Convert { text: String, to: String, base: Option<String> },
    /// Reference resolved against a base; null if the base has no scheme.
    Resolve { base: String, text: String },
    /// Normal form of a reference.
    Normalize { text: String, level: String },
    /// Level of normalization on which two references are equal; null if they differ.
    Compare { a: String, b: String },
    /// Findings of a document, as `check --format json` writes them.
    Check {
        text: String,
        #[serde(flatten)]
        options: DocumentOptions,
    },
    /// References of a document, as `list --format json` writes them.
    List {
        text: String,
        #[serde(flatten)]
        options: DocumentOptions,
    },
    /// Edits that apply the safe fixes to a document, as `check --fix` does.
    Fix {
        text: String,
        #[serde(default)]
        suggested: bool,
        #[serde(flatten)]
        options: DocumentOptions,
    },
    /// Version of the library.
    Version,
}

/// Severities by rule or group; null turns one off.
type Rules = std::collections::BTreeMap<String, Option<String>>;

#[derive(Deserialize)]
struct ReferenceOptions {
    base: Option<String>,
    dialect: Option<String>,
    characters: Option<String>,
    #[serde(default)]
    rules: Rules,
    #[serde(default)]
    fields: Vec<String>,
}

#[derive(Deserialize)]
struct DocumentOptions {
    path: Option<String>,
    base: Option<String>,
    dialect: Option<String>,
    #[serde(default)]
    rules: Rules,
}

/// The report of a reference for people.
#[derive(Serialize)]
struct Rows {
    verdict: &'static str,
    sections: Vec<SectionRows>,
    /// Results of the fixes, one for each row of a fix.
    fixes: Vec<AppliedFix>,
    /// Text after all safe fixes; null if no fix is applied.
    fixed: Option<String>,
    /// Display order of a reference that is not displayed in stored order.
    order: Option<Order>,
}

#[derive(Serialize)]
struct SectionRows {
    section: Section,
    rows: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    #[serde(flatten)]
    row: ReportRow,
    /// Text in which each character is visible.
    shown: String,
}

#[derive(Serialize)]
struct AppliedFix {
    title: String,
    safety: Safety,
    text: String,
}

#[derive(Serialize)]
struct Order {
    /// Visible text of each character, in stored order.
    cells: Vec<String>,
    /// Displayed column of each character.
    columns: Vec<usize>,
}

impl Rows {
    fn new(inspection: &Inspection<'_>) -> Self {
        let report = Report::new(inspection);
        let is_shown = |section: &Section| *section != Section::Resolution || report.base().is_some();
        let row = |row: ReportRow| Row { shown: Escaper::PlainText.escape(&row.text), row };
        let rows = |section| report.rows(section).into_iter().map(row).collect();
        let sections = Section::ALL.into_iter().filter(is_shown);
        let applied = |fix: &Fix| AppliedFix {
            title: fix.title.to_string(),
            safety: fix.safety,
            text: apply_edits(inspection.text(), &fix.edits),
        };
        let fixed = inspection.apply_safe_fixes(Severity::Warning);
        let bidi = inspection.bidi();
        let cell = |c: char| if c == ' ' || needs_escape(c) { boxed(c) } else { c.to_string() };
        Self {
            verdict: report.verdict(),
            sections: sections.map(|section| SectionRows { section, rows: rows(section) }).collect(),
            fixes: report.findings().iter().flat_map(|group| group.finding.fixes.iter().map(applied)).collect(),
            fixed: Some(fixed).filter(|fixed| fixed != inspection.text()),
            order: report.direction().map(|_| Order {
                cells: inspection.text().chars().map(cell).collect(),
                columns: bidi.logical_to_visual,
            }),
        }
    }
}

/// Result of the safe fixes.
#[derive(Default, Serialize)]
struct Fixes {
    /// Number of fixed findings.
    fixed: usize,
    edits: Vec<Edit<iri_core::text::InDocument>>,
}

/// Answers a request with `{"result": …}` or `{"error": "…"}`.
pub fn answer(request: &[u8]) -> Vec<u8> {
    let result = serde_json::from_slice(request).map_err(|error| error.to_string()).and_then(result);
    result.unwrap_or_else(|error| to_json(&std::collections::BTreeMap::from([("error", error)])))
}

fn to_json(value: &impl Serialize) -> Vec<u8> {
    // All keys are strings, and nothing is written that can fail.
    serde_json::to_vec(value).unwrap_or_default()
}

/// Returns a result as JSON, or what is wrong with the request.
fn result(request: Request) -> Result<Vec<u8>, String> {
    match request {
        Request::Inspect { text, options } => {
            let (selection, options) = (selection(&options)?, reference_options(options)?);
            let inspection =
                if selection.uses_findings() { inspect(&text, &options) } else { parse_only(&text, &options) };
            done(&ReferenceRecord { inspection: &inspection, source: None, selection: &selection })
        }
        Request::Report { text, options } => {
            let options = reference_options(options)?;
            done(&Rows::new(&inspect(&text, &options)))
        }
        Request::Convert { text, to, base } => {
            let form = named(&to, Form::from_name, &Form::ALL.map(Form::name))?;
            let mut options = Options::default();
            options.base = base;
            done(&parse_only(&text, &options).converted(form))
        }
        Request::Resolve { base, text } => done(&iri_core::reference::resolve(&base, &text)),
        Request::Normalize { text, level } => {
            let names = NormalizationLevel::ALL.map(NormalizationLevel::name);
            let level = named(&level, NormalizationLevel::from_name, &names)?;
            done(&iri_core::reference::normalize(&text, level))
        }
        Request::Compare { a, b } => done(&iri_core::reference::compare(&a, &b)),
        Request::Check { text, options } => {
            let path = options.path.clone().unwrap_or_else(|| "-".to_owned());
            check(&document(text, options)?, &path)
        }
        Request::List { text, options } => {
            let path = options.path.clone().unwrap_or_else(|| "-".to_owned());
            let document = document(text, options)?;
            let (sites, mut positions) = (document.sites().collect::<Vec<_>>(), document.positions());
            let mut records = Vec::new();
            for site in &sites {
                records.push(SiteRecord::new(&path, site, positions.line_column_at(site.span.start)));
            }
            done(&records)
        }
        Request::Fix { text, suggested, options } => {
            let fixed = Fixer::default().with_suggested(suggested).fix(&document(text, options)?);
            let fixes = fixed.map_err(|error| error.to_string())?;
            done(&fixes.map_or_else(Fixes::default, |fixed| Fixes { fixed: fixed.fixed, edits: fixed.edits }))
        }
        Request::Version => done(&env!("CARGO_PKG_VERSION")),
    }
}

fn done(result: &impl Serialize) -> Result<Vec<u8>, String> {
    #[derive(Serialize)]
    struct Answer<'r, T: Serialize> {
        result: &'r T,
    }
    Ok(to_json(&Answer { result }))
}

/// Returns the findings in the order of the document, those of one rule in one value up to the limit of the command line.
fn check(document: &Document, path: &str) -> Result<Vec<u8>, String> {
    let mut limit = ValueLimit::new(MAX_FINDINGS_PER_RULE);
    let mut limited = Vec::new();
    for found in document.findings() {
        limited.extend(limit.push(found.value, found.finding.rule, || found.clone()));
    }
    limited.extend(limit.finish());
    let (mut positions, mut reported) = (document.positions(), ReportedSite::default());
    let mut records = Vec::new();
    for Limited { finding: found, more } in &limited {
        let start = positions.line_column_at(found.finding.span.start);
        let end = positions.line_column_at(found.finding.span.end);
        let detail = reported.detail(found.site.span);
        records.push(FindingRecord::new(path, document, found, (start, end), *more, detail));
    }
    done(&records)
}

fn document(text: String, options: DocumentOptions) -> Result<Document, String> {
    let syntax = options.path.and_then(|path| Syntax::from_path(Path::new(&path)));
    let mut settings = Settings::default().with_severities(severities(options.rules)?);
    settings.syntax = syntax.unwrap_or_default();
    settings.dialect = options.dialect.map(|name| dialect(&name)).transpose()?;
    settings.base = options.base;
    settings.charset = iri_core::text::encoding::declared(&text).charset();
    Ok(Document::parse(text, Arc::new(settings)))
}

fn reference_options(options: ReferenceOptions) -> Result<Options, String> {
    let mut role = Role::default();
    if let Some(name) = options.dialect {
        role.dialect = dialect(&name)?;
    }
    let mut made = Options::default().with_role(role).with_severities(severities(options.rules)?);
    made.base = options.base;
    Ok(made)
}

fn selection(options: &ReferenceOptions) -> Result<FieldSelection, String> {
    let names = ReportField::ALL.map(ReportField::name);
    let find = |name: &str| ReportField::ALL.into_iter().find(|field| field.name() == name);
    let fields = options.fields.iter().map(|name| named(name, find, &names)).collect::<Result<Vec<_>, _>>()?;
    let fields = if fields.is_empty() { ReportField::ALL.to_vec() } else { fields };
    let filter = match options.characters.as_deref() {
        Some("all") => CharacterFilter::All,
        None | Some("notable") => CharacterFilter::Notable,
        Some(_) => return Err("expected one of notable, all".to_owned()),
    };
    Ok(FieldSelection::new(&fields, filter))
}

fn severities(rules: Rules) -> Result<Severities, String> {
    let mut severities = Severities::default();
    for (rule, severity) in rules {
        let names = Severity::ALL.map(Severity::name);
        let severity = severity.map(|name| named(&name, Severity::from_name, &names)).transpose()?;
        severities.set(&rule, severity).map_err(|error| error.to_string())?;
    }
    Ok(severities)
}

fn dialect(name: &str) -> Result<Dialect, String> {
    named(name, Dialect::from_name, &Dialect::ALL.map(Dialect::name))
}

/// Returns what `from_name` makes of `name`, or an error with all names.
fn named<T>(name: &str, from_name: impl Fn(&str) -> Option<T>, names: &[&str]) -> Result<T, String> {
    from_name(name).ok_or_else(|| format!("unknown name '{name}': expected one of {}", names.join(", ")))
}
