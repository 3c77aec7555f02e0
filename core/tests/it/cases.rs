//! How tests run on generated input.

use proptest::prelude::ProptestConfig;
use proptest::test_runner::RngSeed;

/// Runs `cases` cases if `IRI_LONG` is set, otherwise the first third of them: the same ones in every run. A failure
/// therefore needs no file to be reproduced; the shortest input that fails belongs in a test of its own.
pub fn config(cases: u32) -> ProptestConfig {
    let cases = if std::env::var_os("IRI_LONG").is_some() { cases } else { cases / 3 };
    ProptestConfig { cases, failure_persistence: None, rng_seed: RngSeed::Fixed(3987), ..ProptestConfig::default() }
}
