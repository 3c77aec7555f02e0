//! Identifiers of findings that do not change if lines are added above the finding, or the rest of the value is edited.

use std::collections::HashMap;

use iri_core::text::InDocument;
use iri_core::xml::Site;
use iri_core::xml::document::DocumentFinding;
use iri_core::{Finding, Span};

/// Fingerprints of the findings of one file. Equal findings get different fingerprints by their number.
#[derive(Debug, Default)]
pub struct Fingerprints {
    /// Last characters and their hash, so that a long text is hashed once.
    last: Option<(Span<InDocument>, u64)>,
    seen: HashMap<u64, u32>,
}

impl Fingerprints {
    /// Returns the fingerprint of a finding, which includes `path` unless that is empty.
    pub fn next(&mut self, found: &DocumentFinding<'_>, path: &str) -> String {
        let (site, finding) = (&found.site, &found.finding);
        let known = self.last.filter(|(span, _)| *span == finding.span);
        let (_, place) = *self.last.insert(known.unwrap_or_else(|| {
            let parts = [path, site.element, site.attribute.unwrap_or_default(), characters(site, finding)];
            (finding.span, hash(OFFSET, &parts))
        }));
        let whole = hash(place, &[finding.rule.name]);
        let number = self.seen.entry(whole).or_default();
        let fingerprint = add(whole, &number.to_be_bytes());
        *number += 1;
        format!("{fingerprint:016x}")
    }
}

/// Returns the characters that a finding is about.
pub fn characters<'d>(site: &Site<'d>, finding: &Finding<InDocument>) -> &'d str {
    let from = |at: usize| at.checked_sub(site.span.start);
    let range = from(finding.span.start).zip(from(finding.span.end));
    range.and_then(|(start, end)| site.raw.get(start..end)).unwrap_or_default()
}

/// Hashes of the values of one file. A value may have as many findings as characters, and is hashed once.
#[derive(Debug, Default)]
pub struct ValueHashes {
    /// Last value and its hash.
    last: Option<(Span<InDocument>, u64)>,
}

impl ValueHashes {
    /// Returns the hash of the value of `site` and the position in it at which `finding` starts.
    pub fn at(&mut self, site: &Site<'_>, finding: &Finding<InDocument>) -> String {
        let known = self.last.filter(|(span, _)| *span == site.span);
        let (_, value) = *self.last.insert(known.unwrap_or_else(|| (site.span, hash(OFFSET, &[site.raw]))));
        let position = finding.span.start.saturating_sub(site.span.start);
        format!("{:016x}", hash(value, &[&position.to_string()]))
    }
}

fn hash(start: u64, parts: &[&str]) -> u64 {
    parts.iter().fold(start, |hash, part| add(add(hash, part.as_bytes()), &[0]))
}

/// FNV-1a hash of 64 bits, which does not depend on the machine or the version.
const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0100_0000_01b3;

fn add(hash: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(hash, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(PRIME))
}
