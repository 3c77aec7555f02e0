//! Finding about a name in RDF that depends on other names of the document.

use std::sync::Arc;

use crate::rdf::namespace::web_scheme;
use crate::reference::Reference;
use crate::rules::{
    Finding, Fix, NAMESPACE_END, NAMESPACE_END_MESSAGE, OTHER_SPELLING, Rule, Safety, Severity, other_scheme_message,
    other_spelling_message,
};
use crate::text::{Edit, InDocument, Span, fit};

/// Name with a finding.
#[derive(Clone, Debug)]
pub struct NameFinding {
    /// Leaf of the value.
    pub leaf: usize,
    /// Number of the value in the leaf.
    pub number: usize,
    /// Problem.
    pub problem: NameProblem,
}

/// What is wrong with a name.
#[derive(Clone, Debug)]
pub enum NameProblem {
    /// Its spelling occurs less often than that one, which occurs there first.
    Spelling(Arc<str>, Span<InDocument>),
    /// It is in that namespace, which is declared there, with another scheme.
    Scheme(Arc<str>, Span<InDocument>),
    /// It is a namespace that ends in a letter or digit.
    End,
}

/// Value, by its leaf and its number there.
pub type ValuePlace = (usize, usize);

impl NameProblem {
    /// Returns the other place that it is about.
    pub fn place(&self) -> Option<Span<InDocument>> {
        match self {
            Self::Spelling(_, place) | Self::Scheme(_, place) => Some(*place),
            Self::End => None,
        }
    }
}

impl NameFinding {
    /// Returns the rule.
    pub fn rule(&self) -> &'static Rule {
        if matches!(self.problem, NameProblem::End) { &NAMESPACE_END } else { &OTHER_SPELLING }
    }

    /// Returns the finding about `text`, which stands for `iri`.
    pub fn on(&self, text: &str, iri: &str, severity: Severity) -> Finding {
        let whole = Span::new(0, text.len());
        let replaced = |new: String| {
            let title = fit(&new, |new| format!("replace with '{new}'"));
            Fix { title: title.into(), safety: Safety::Suggested, edits: vec![Edit::smallest(text, whole, &new)] }
        };
        let (message, fixes) = match &self.problem {
            NameProblem::Spelling(usual, _) => {
                (other_spelling_message(usual), as_written(text, iri, usual).map(replaced).into_iter().collect())
            }
            NameProblem::Scheme(namespace, _) => {
                let scheme = web_scheme(namespace).map_or("", |(scheme, _)| scheme);
                let rest = web_scheme(text).map_or(text, |(_, rest)| rest);
                (other_scheme_message(namespace), vec![replaced(format!("{scheme}{rest}"))])
            }
            NameProblem::End => {
                let reference = Reference::parse(text);
                let separators: &[char] = match reference.fragment {
                    // A second '#' is not allowed.
                    Some(_) => &['/'],
                    None if reference.path.is_empty() => &['/', '#'],
                    None => &['#', '/'],
                };
                let fix = |separator: &char| {
                    Fix::suggested(format!("add '{separator}'"), Span::empty(text.len()), separator.to_string())
                };
                (NAMESPACE_END_MESSAGE.to_owned(), separators.iter().map(fix).collect())
            }
        };
        Finding { rule: self.rule(), severity, span: whole, message: message.into(), fixes }
    }
}

/// Returns `usual` as `text` is written, which stands for `iri`: without the part that the base or a prefix adds.
fn as_written(text: &str, iri: &str, usual: &str) -> Option<String> {
    let before = iri.strip_suffix(text)?;
    usual.strip_prefix(before).map(str::to_owned)
}
