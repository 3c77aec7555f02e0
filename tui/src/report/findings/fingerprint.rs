//! Identifies a finding in a way that stays the same if lines are added above it.

use std::collections::HashMap;

use iri_core::Span;
use iri_core::text::InDocument;

use crate::report::findings::located::LocatedFinding;

/// Makes fingerprints for the findings of one file. The second of two that are otherwise the same gets
/// another, by its number.
#[derive(Debug, Default)]
pub struct Fingerprints {
    /// The last reference and its hash: a long one is not hashed again for each of its findings.
    site: Option<(Span<InDocument>, u64)>,
    seen: HashMap<u64, u32>,
}

impl Fingerprints {
    /// Returns the fingerprint of a finding of the file at `path`; the path belongs to it where it is not empty.
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

/// FNV-1a, 64 bits: no secret, the same on every machine and in every version.
const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0100_0000_01b3;

fn add(hash: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(hash, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(PRIME))
}
