//! Identifiers of findings that do not change if lines are added above the finding.

use std::collections::HashMap;

use iri_core::Span;
use iri_core::text::InDocument;

use crate::report::findings::located::LocatedFinding;

/// Fingerprints of the findings of one file. Equal findings get different fingerprints by their number.
#[derive(Debug, Default)]
pub struct Fingerprints {
    /// Last reference and its hash, so that a long reference is hashed once.
    site: Option<(Span<InDocument>, u64)>,
    seen: HashMap<u64, u32>,
}

impl Fingerprints {
    /// Returns the fingerprint of a finding, which includes `path` unless that is empty.
    pub fn next(&mut self, located: &LocatedFinding<'_>, path: &str) -> String {
        let site = &located.found.site;
        let known = self.site.filter(|(span, _)| *span == site.span);
        let (_, place) = *self.site.insert(known.unwrap_or_else(|| {
            let parts = [path, site.element, site.attribute.unwrap_or_default(), site.raw];
            (site.span, hash(OFFSET, &parts))
        }));
        let finding = &located.found.finding;
        let span = finding.span.start.saturating_sub(site.span.start).to_string();
        let whole = hash(place, &[finding.rule.name, &span]);
        let number = self.seen.entry(whole).or_default();
        let fingerprint = add(whole, &number.to_be_bytes());
        *number += 1;
        format!("{fingerprint:016x}")
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
