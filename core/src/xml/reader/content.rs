//! What was read of a stretch of text.

use std::sync::Arc;

use crate::text::{InLeaf, Span};
use crate::xml::analysis::ValueFinding;
use crate::xml::scope::ValueContext;
use crate::xml::site::SiteKind;
use crate::xml::suppression::Suppression;

/// What a stretch of text contains.
#[derive(Clone, Debug, Default)]
pub struct Content {
    /// Where references stand, list or not.
    pub sites: Vec<Value>,
    /// What is wrong, with the number of the site.
    pub findings: Vec<(usize, ValueFinding)>,
    /// The sites behind those with which something may be wrong: nothing was kept of it, or nobody has looked.
    pub unkept: Vec<usize>,
    /// What is silenced in all of the document.
    pub silences: Vec<Suppression>,
    /// The internal entities declared, and where.
    pub declared: Vec<(Box<str>, Span<InLeaf>)>,
    /// Which closing words something waits for in vain.
    pub waits_for: [bool; 5],
}

/// A value that holds references.
#[derive(Clone, Debug)]
pub struct Value {
    /// The raw value.
    pub span: Span<InLeaf>,
    /// The quote around it.
    pub quote: Option<char>,
    /// What holds it.
    pub spot: Arc<ValueContext>,
    /// The decoded value, where that is another than the raw one.
    pub decoded: Option<Box<str>>,
    /// Whether all of it is known, the replacements of its entities included.
    pub is_known: bool,
}

impl Value {
    /// Whether it is what a reader follows, and not a name in a comment.
    pub fn is_reference(&self) -> bool {
        self.spot.kind != SiteKind::Comment
    }
}

/// How much a leaf held.
#[derive(Clone, Copy)]
pub struct Mark {
    sites: usize,
    findings: usize,
    unkept: usize,
    silences: usize,
    declared: usize,
    waits_for: [bool; 5],
}

impl Content {
    /// How much there is to tell: zero where nothing is wrong.
    pub fn faults(&self) -> usize {
        self.findings.len() + self.unkept.len()
    }

    pub fn keep(&mut self, number: usize, judged: Vec<ValueFinding>, keeps: &mut usize) {
        if judged.len() <= *keeps {
            *keeps -= judged.len();
            self.findings.extend(judged.into_iter().map(|judged| (number, judged)));
        } else {
            *keeps = 0;
            self.unkept.push(number);
        }
    }

    pub fn mark(&self) -> Mark {
        Mark {
            sites: self.sites.len(),
            findings: self.findings.len(),
            unkept: self.unkept.len(),
            silences: self.silences.len(),
            declared: self.declared.len(),
            waits_for: self.waits_for,
        }
    }

    pub fn cut(&mut self, mark: Mark) {
        self.sites.truncate(mark.sites);
        self.findings.truncate(mark.findings);
        self.unkept.truncate(mark.unkept);
        self.silences.truncate(mark.silences);
        self.declared.truncate(mark.declared);
        self.waits_for = mark.waits_for;
    }
}
