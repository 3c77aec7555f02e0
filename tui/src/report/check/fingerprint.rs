//! What tells a finding apart from others, and stays the same where lines are added above it.

use std::collections::HashMap;

use super::Placed;

/// Makes fingerprints for the findings of one file. The second of two that are otherwise the same gets
/// another, by its number.
#[derive(Debug, Default)]
pub struct Fingerprints {
    seen: HashMap<u64, u32>,
}

impl Fingerprints {
    /// The fingerprint of a finding of the file at `path`; the path belongs to it where it is not empty.
    pub fn of(&mut self, placed: &Placed<'_>, path: &str) -> String {
        let site = &placed.found.site;
        let span = placed.found.finding.span.start.saturating_sub(site.span.start).to_string();
        let rule = placed.found.finding.rule.name;
        let parts = [path, rule, site.element, site.attribute.unwrap_or_default(), site.raw, &span];
        let hash = parts.iter().fold(OFFSET, |hash, part| add(add(hash, part.as_bytes()), &[0]));
        let number = self.seen.entry(hash).or_default();
        let fingerprint = add(hash, &number.to_be_bytes());
        *number += 1;
        format!("{fingerprint:016x}")
    }
}

/// FNV-1a, 64 bits: no secret, the same on every machine and in every version.
const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0100_0000_01b3;

fn add(hash: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(hash, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(PRIME))
}
