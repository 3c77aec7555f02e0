//! The Python package `iri_core`: the entry points of the library for Python. Positions count characters, as indices of `str`.

use std::sync::Arc;

use iri_core::reference::{Form, NormalizationLevel};
use iri_core::{Dialect, Document, Finding, Options, Role, Settings, Span};
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

create_exception!(
    iri_core,
    InvalidReference,
    PyValueError,
    "A text does not match a grammar. Has the attributes start and end."
);

/// Returns what `from_name` makes of `name`, or the error that lists all names.
fn named<T, const N: usize>(name: &str, from_name: fn(&str) -> Option<T>, names: [&'static str; N]) -> PyResult<T> {
    from_name(name).ok_or_else(|| PyValueError::new_err(format!("expected one of {}", names.join(", "))))
}

fn dialect(name: &str) -> PyResult<Dialect> {
    named(name, Dialect::from_name, Dialect::ALL.map(Dialect::name))
}

/// Returns the number of characters before a byte offset.
fn index(text: &str, offset: usize) -> usize {
    if text.is_ascii() { offset } else { text[..offset].chars().count() }
}

fn slice<S>(text: &str, span: Span<S>) -> String {
    span.slice(text).to_owned()
}

/// Components of a reference; `None` for what is absent.
#[pyclass(frozen, get_all, module = "iri_core")]
struct Reference {
    scheme: Option<String>,
    authority: Option<String>,
    userinfo: Option<String>,
    host: Option<String>,
    port: Option<String>,
    path: String,
    query: Option<String>,
    fragment: Option<String>,
    /// Narrowest dialect that allows the text: uri, iri, iri-bis, leiri or web-address; None if none does.
    dialect: Option<&'static str>,
}

#[pymethods]
impl Reference {
    fn __repr__(&self) -> String {
        let part = |name: &str, value: &Option<String>| value.as_ref().map(|value| format!("{name}={value:?}"));
        let path = Some(self.path.clone());
        let parts = [
            part("scheme", &self.scheme),
            part("authority", &self.authority),
            part("path", &path),
            part("query", &self.query),
            part("fragment", &self.fragment),
        ];
        format!("Reference({})", parts.into_iter().flatten().collect::<Vec<_>>().join(", "))
    }
}

/// Change that removes a finding.
#[pyclass(frozen, get_all, module = "iri_core")]
#[derive(Clone)]
struct Fix {
    title: String,
    /// Whether the reference identifies the same resource afterwards, or was not valid.
    is_safe: bool,
    /// Text after the change.
    text: String,
}

/// Violation of a rule.
#[pyclass(frozen, name = "Finding", get_all, module = "iri_core")]
struct PyFinding {
    rule: &'static str,
    severity: &'static str,
    message: String,
    start: usize,
    end: usize,
    fixes: Vec<Fix>,
}

#[pymethods]
impl PyFinding {
    fn __repr__(&self) -> String {
        format!("Finding({}..{} {}[{}]: {})", self.start, self.end, self.severity, self.rule, self.message)
    }
}

impl PyFinding {
    fn new(text: &str, finding: &Finding) -> Self {
        let fix = |fix: &iri_core::Fix| Fix {
            title: fix.title.to_string(),
            is_safe: fix.safety == iri_core::Safety::Safe,
            text: iri_core::apply_edits(text, &fix.edits),
        };
        Self {
            rule: finding.rule.name,
            severity: finding.severity.name(),
            message: finding.message.to_string(),
            start: index(text, finding.span.start),
            end: index(text, finding.span.end),
            fixes: finding.fixes.iter().map(fix).collect(),
        }
    }
}

/// Reference in an XML text.
#[pyclass(frozen, get_all, module = "iri_core")]
struct Site {
    /// Reference as an XML processor decodes it.
    value: String,
    /// Element as {namespace}local.
    element: String,
    /// Attribute as {namespace}local; None in the text of an element.
    attribute: Option<String>,
    role: &'static str,
    /// Line and column, from 1; columns count characters.
    line: usize,
    column: usize,
}

/// Finding in an XML text.
#[pyclass(frozen, get_all, module = "iri_core")]
struct DocumentFinding {
    rule: &'static str,
    severity: &'static str,
    message: String,
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
    /// Reference that it is about.
    value: String,
}

/// Returns the components of any text.
#[pyfunction]
fn parse(text: &str) -> Reference {
    let reference = iri_core::Reference::parse(text);
    let part = |span: Option<Span>| span.map(|span| slice(text, span));
    let authority = reference.authority;
    Reference {
        scheme: part(reference.scheme),
        authority: part(authority.map(|authority| authority.span)),
        userinfo: part(authority.and_then(|authority| authority.userinfo)),
        host: part(authority.map(|authority| authority.host)),
        port: part(authority.and_then(|authority| authority.port)),
        path: slice(text, reference.path),
        query: part(reference.query),
        fragment: part(reference.fragment),
        dialect: reference.dialect.map(Dialect::name),
    }
}

/// Returns whether a text is a reference of a dialect; with absolute=True, one with a scheme.
#[pyfunction]
#[pyo3(signature = (text, dialect = "iri", *, absolute = false))]
fn is_valid(text: &str, dialect: &str, absolute: bool) -> PyResult<bool> {
    let dialect = self::dialect(dialect)?;
    let reference = iri_core::Reference::parse(text);
    Ok(if absolute { reference.is_non_relative(dialect) } else { reference.is_reference(dialect) })
}

/// Raises InvalidReference, with start and end, unless a text is a reference of a dialect.
#[pyfunction]
#[pyo3(signature = (text, dialect = "iri"))]
fn validate(py: Python<'_>, text: &str, dialect: &str) -> PyResult<()> {
    let violation = iri_core::Reference::parse(text).validate(self::dialect(dialect)?);
    violation.map(drop).map_err(|violation| {
        let error = InvalidReference::new_err(violation.to_string());
        let (start, end) = (index(text, violation.span.start), index(text, violation.span.end));
        let value = error.value(py);
        match value.setattr("start", start).and_then(|()| value.setattr("end", end)) {
            Ok(()) => error,
            Err(failure) => failure,
        }
    })
}

/// Returns the findings of all rules in a text.
#[pyfunction]
#[pyo3(signature = (text, dialect = "leiri", *, base = None))]
fn inspect(text: &str, dialect: &str, base: Option<&str>) -> PyResult<Vec<PyFinding>> {
    let role = Role { dialect: self::dialect(dialect)?, ..Role::default() };
    let mut options = Options::default().with_role(role);
    options.base = base.map(str::to_owned);
    let inspection = iri_core::inspect(text, &options);
    Ok(inspection.findings().iter().map(|finding| PyFinding::new(text, finding)).collect())
}

/// Returns a text in another form; None if it has no such form.
#[pyfunction]
fn convert(text: &str, to: &str) -> PyResult<Option<String>> {
    let form = named(to, Form::from_name, Form::ALL.map(Form::name))?;
    Ok(iri_core::parse_only(text, &Options::default()).converted(form))
}

/// Resolves a reference against a base; None if the base has no scheme.
#[pyfunction]
fn resolve(base: &str, reference: &str) -> Option<String> {
    iri_core::reference::resolve(base, reference)
}

fn level(name: &str) -> PyResult<NormalizationLevel> {
    named(name, NormalizationLevel::from_name, NormalizationLevel::ALL.map(NormalizationLevel::name))
}

/// Returns the normal form of a text.
#[pyfunction]
#[pyo3(signature = (text, level = "scheme"))]
fn normalize(text: &str, level: &str) -> PyResult<String> {
    Ok(iri_core::reference::normalize(text, self::level(level)?).into())
}

/// Returns the lowest level of normalization on which two texts are equal; None if they differ.
#[pyfunction]
fn compare(a: &str, b: &str) -> Option<&'static str> {
    iri_core::reference::compare(a, b).map(NormalizationLevel::name)
}

fn document(xml: String) -> Document {
    let charset = iri_core::text::encoding::declared(&xml).charset();
    Document::parse(xml, Arc::new(Settings::default().with_charset(charset)))
}

/// Returns the references of an XML text.
#[pyfunction]
fn references(py: Python<'_>, xml: String) -> Vec<Site> {
    py.detach(|| {
        let document = document(xml);
        let site = |site: iri_core::Site<'_>| {
            let at = document.line_column(site.span.start);
            Site {
                value: site.value.into_owned(),
                element: site.element.to_owned(),
                attribute: site.attribute.map(str::to_owned),
                role: site.role.name,
                line: at.line,
                column: at.column,
            }
        };
        document.sites().map(site).collect()
    })
}

/// Returns the findings in an XML text.
#[pyfunction]
fn check(py: Python<'_>, xml: String) -> Vec<DocumentFinding> {
    py.detach(|| {
        let document = document(xml);
        let mut positions = document.positions();
        let finding = |found: iri_core::xml::document::DocumentFinding<'_>| {
            let span = found.finding.span;
            let (start, end) = (positions.line_column_at(span.start), positions.line_column_at(span.end));
            DocumentFinding {
                rule: found.finding.rule.name,
                severity: found.finding.severity.name(),
                message: found.finding.message.to_string(),
                line: start.line,
                column: start.column,
                end_line: end.line,
                end_column: end.column,
                value: found.site.value.into_owned(),
            }
        };
        document.findings().map(finding).collect()
    })
}

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("InvalidReference", module.py().get_type::<InvalidReference>())?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<Reference>()?;
    module.add_class::<Fix>()?;
    module.add_class::<PyFinding>()?;
    module.add_class::<Site>()?;
    module.add_class::<DocumentFinding>()?;
    module.add_function(wrap_pyfunction!(parse, module)?)?;
    module.add_function(wrap_pyfunction!(is_valid, module)?)?;
    module.add_function(wrap_pyfunction!(validate, module)?)?;
    module.add_function(wrap_pyfunction!(inspect, module)?)?;
    module.add_function(wrap_pyfunction!(convert, module)?)?;
    module.add_function(wrap_pyfunction!(resolve, module)?)?;
    module.add_function(wrap_pyfunction!(normalize, module)?)?;
    module.add_function(wrap_pyfunction!(compare, module)?)?;
    module.add_function(wrap_pyfunction!(references, module)?)?;
    module.add_function(wrap_pyfunction!(check, module)?)
}
