//! Application of fixes to a document until none is left, and verification of the result against the original document.
//!
//! ```text
//! document ─▶ whole fixes, apart from one another ─▶ text ─▶ document ─▶ … ─▶ edits of the first text
//!              └──────────── again, while there are any ─────────┘
//! ```
//!
//! If the result is not valid, the fixes around the first reference that is not as it should be are left out, and all
//! starts again with the original document.

mod chosen;
mod fixer;
mod part;
mod run;
mod verification;

pub use fixer::{FixChoice, FixError, FixOutcome, FixedDocument, Fixer, LeftFix};
