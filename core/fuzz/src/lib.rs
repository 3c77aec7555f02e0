//! The fuzz targets: each takes bytes and fails if an invariant does not hold.
//!
//! ```text
//! libFuzzer ─▶ fuzz_targets/NAME.rs ─┐
//! tests/corpus/NAME/ ─▶ the tests ───┴─▶ NAME::run(bytes) ─▶ the crates
//! ```
//!
//! The tests run each target on its corpus, with stable Rust and without libFuzzer.

#![forbid(unsafe_code)]

pub mod config;
pub mod document;
pub mod edits;
pub mod encodings;
mod input;
pub mod inspector;
pub mod lsp;
pub mod packages;
pub mod reference;
pub mod schema;

/// Target: the directory of its corpus, and its function.
pub type Target = (&'static str, fn(&[u8]));

/// All targets.
pub const TARGETS: &[Target] = &[
    ("config", config::run),
    ("document", document::run),
    ("edits", edits::run),
    ("encodings", encodings::run),
    ("inspector", inspector::run),
    ("lsp", lsp::run),
    ("packages", packages::run),
    ("reference", reference::run),
    ("schema", schema::run),
];

/// Defines the program of a target. Without libFuzzer it runs the target on the files that the arguments name.
#[macro_export]
macro_rules! program {
    ($target:ident) => {
        #[cfg(fuzzing)]
        libfuzzer_sys::fuzz_target!(|bytes: &[u8]| $crate::$target::run(bytes));

        #[cfg(not(fuzzing))]
        fn main() -> std::io::Result<()> {
            for path in std::env::args_os().skip(1) {
                $crate::$target::run(&std::fs::read(path)?);
            }
            Ok(())
        }
    };
}
