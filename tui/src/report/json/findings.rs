//! Findings, fixes and edits as values of JSON.

use iri_core::{Edit, Finding, Fix};
use serde::ser::SerializeSeq;
use serde::{Serialize, Serializer};

/// The findings of a reference.
pub struct FindingList<'i>(pub &'i [Finding]);

impl Serialize for FindingList<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.0.len()))?;
        for finding in self.0 {
            list.serialize_element(&FindingLine {
                rule: finding.rule.name,
                severity: finding.severity.name(),
                start: finding.span.start,
                end: finding.span.end,
                message: &finding.message,
                fixes: Fixes(&finding.fixes),
            })?;
        }
        list.end()
    }
}

#[derive(Serialize)]
struct FindingLine<'i> {
    rule: &'static str,
    severity: &'static str,
    start: usize,
    end: usize,
    message: &'i str,
    fixes: Fixes<'i>,
}

/// The fixes of a finding.
pub struct Fixes<'i>(pub &'i [Fix]);

impl Serialize for Fixes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(|fix| FixLine {
            title: &fix.title,
            safety: fix.safety.name(),
            edits: Edits(&fix.edits),
        }))
    }
}

#[derive(Serialize)]
struct FixLine<'i> {
    title: &'i str,
    safety: &'static str,
    edits: Edits<'i>,
}

struct Edits<'i>(&'i [Edit]);

impl Serialize for Edits<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(|edit| EditLine {
            start: edit.span.start,
            end: edit.span.end,
            text: &edit.text,
        }))
    }
}

#[derive(Serialize)]
struct EditLine<'i> {
    start: usize,
    end: usize,
    text: &'i str,
}
