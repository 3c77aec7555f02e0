//! Options: the context and the configuration of one inspection.

use crate::cancel::{CancelToken, NEVER};
use crate::reference::QueryCharset;
use crate::rules::{Example, Role, Rule, Severities, Severity, Whitespace};
use crate::text::{DecodeIssue, WHITESPACE};

/// Context of one reference: the format that contains it, its base and encoding, and the configured severities.
///
/// The default is a reference as XML allows it: a LEIRI without a base.
///
/// ```
/// use iri_core::{Options, Role, inspect};
///
/// let options = Options::default().with_role(Role::ANY_IRI).with_base("http://example.org/x/");
/// let inspection = inspect(" y ", &options);
/// assert_eq!(inspection.resolved().as_deref(), Some("http://example.org/x/y"));
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Options {
    /// Role of the attribute or element that contains the reference.
    pub role: Role,
    /// Base IRI against which a relative reference is resolved.
    pub base: Option<String>,
    /// Encoding of the document, in which its queries are percent-encoded (3987bis section 3.5).
    #[cfg(feature = "xml")]
    pub charset: Option<&'static encoding_rs::Encoding>,
    /// Configured severities.
    pub severities: Severities,
    /// Whether the caller looked for the target file and did not find it.
    pub is_target_missing: bool,
    /// Whether the caller looked for the ID that the fragment names and did not find it.
    pub is_fragment_missing: bool,
    /// What few references have, so that a copy of the options of the others is cheap.
    details: Option<Box<Details>>,
    /// Whether the text names a rule in a comment that suppresses nothing.
    pub(crate) is_suppression_unused: bool,
}

/// What few references have.
#[derive(Clone, Debug, Default)]
struct Details {
    schema_problem: Option<String>,
    decode_issues: Vec<DecodeIssue>,
    cancel: CancelToken,
}

impl Options {
    /// Sets the role of the attribute or element that contains the reference.
    #[must_use]
    pub fn with_role(self, role: Role) -> Self {
        Self { role, ..self }
    }

    /// Sets the base IRI. A base without a scheme resolves nothing.
    #[must_use]
    pub fn with_base(self, base: impl Into<String>) -> Self {
        Self { base: Some(base.into()), ..self }
    }

    /// Sets the encoding of the document; `None` is UTF-8.
    #[cfg(feature = "xml")]
    #[must_use]
    pub fn with_charset(self, charset: impl Into<Option<&'static encoding_rs::Encoding>>) -> Self {
        Self { charset: charset.into(), ..self }
    }

    /// Sets the configured severities.
    #[must_use]
    pub fn with_severities(self, severities: Severities) -> Self {
        Self { severities, ..self }
    }

    /// Sets whether the caller looked for the target file and did not find it.
    #[must_use]
    pub fn with_missing_target(self, is_target_missing: bool) -> Self {
        Self { is_target_missing, ..self }
    }

    /// Sets whether the caller looked for the ID that the fragment names and did not find it.
    #[must_use]
    pub fn with_missing_fragment(self, is_fragment_missing: bool) -> Self {
        Self { is_fragment_missing, ..self }
    }

    /// Sets the reason why the schema that the reference names could not be loaded.
    #[must_use]
    pub fn with_schema_problem(self, schema_problem: impl Into<Option<String>>) -> Self {
        let schema_problem = schema_problem.into();
        self.with_details(schema_problem.is_some(), |details| details.schema_problem = schema_problem)
    }

    /// Sets the issues that the decoder met while it decoded the text from its source, in the order of the text.
    #[must_use]
    pub fn with_decode_issues(self, decode_issues: Vec<DecodeIssue>) -> Self {
        self.with_details(!decode_issues.is_empty(), |details| details.decode_issues = decode_issues)
    }

    /// Sets the token that is asked between two rules. If the inspection is cancelled, it has no findings.
    #[must_use]
    pub fn with_cancel(self, cancel: CancelToken) -> Self {
        self.with_details(true, |details| details.cancel = cancel)
    }

    /// Sets a detail; nothing if it equals the default and no detail is set.
    fn with_details(mut self, is_set: bool, set: impl FnOnce(&mut Details)) -> Self {
        if is_set || self.details.is_some() {
            set(self.details.get_or_insert_default());
        }
        self
    }

    /// Returns the reason why the schema that the reference names could not be loaded, as a message.
    pub fn schema_problem(&self) -> Option<&str> {
        self.details.as_ref()?.schema_problem.as_deref()
    }

    /// Returns the issues that the decoder met while it decoded the text from its source, in the order of the text.
    pub fn decode_issues(&self) -> &[DecodeIssue] {
        self.details.as_ref().map_or(&[], |details| &details.decode_issues)
    }

    /// Returns the token that is asked between two rules.
    pub(crate) fn cancel(&self) -> &CancelToken {
        self.details.as_ref().map_or(&NEVER, |details| &details.cancel)
    }

    /// Returns the severity of `rule` under these options; `None` if it is off.
    pub fn severity(&self, rule: &Rule) -> Option<Severity> {
        self.severities.effective(rule, self.role)
    }

    /// Returns `text` without the whitespace that its role removes.
    pub(crate) fn inner<'t>(&self, text: &'t str) -> &'t str {
        if self.role.whitespace == Whitespace::Collapsed { text.trim_matches(WHITESPACE) } else { text }
    }

    /// Returns the encoding of queries.
    #[cfg(feature = "xml")]
    pub(crate) fn query_charset(&self) -> QueryCharset {
        QueryCharset::new(self.charset, self.base.as_deref())
    }

    /// Returns the encoding of queries.
    #[cfg(not(feature = "xml"))]
    #[allow(clippy::unused_self)] // only documents have another encoding than UTF-8
    pub(crate) fn query_charset(&self) -> QueryCharset {
        QueryCharset::UTF8
    }
}

/// Options that an example of a rule page requires.
impl From<&Example> for Options {
    fn from(example: &Example) -> Self {
        let schema_problem = example.is_unloaded.then(|| "schema not found: shop.xsd".to_owned());
        let options = Self {
            role: example.role,
            is_target_missing: example.is_missing,
            is_fragment_missing: example.is_fragment_missing,
            is_suppression_unused: example.is_unused,
            ..Self::default()
        };
        options.with_schema_problem(schema_problem)
    }
}
