//! Findings that a leaf does not keep because they are very many: those of the last value are kept for the next request.
//!
//! An editor requests the actions at every move of the cursor. Without this, each request would analyze the value again.

use std::ops::Deref;
use std::sync::{Arc, Mutex, PoisonError};

use crate::xml::analysis::ValueFinding;
use crate::xml::document::leaf::Leaf;

/// Number of findings from which the findings of a value are kept: fewer are computed fast.
const MANY: usize = 100;

/// Findings of the value that was analyzed last, shared by all clones of a document.
#[derive(Clone, Debug, Default)]
pub struct RecentFindings(Arc<Mutex<Option<Entry>>>);

#[derive(Debug)]
struct Entry {
    leaf: Arc<Leaf>,
    number: usize,
    findings: Arc<Vec<ValueFinding>>,
}

impl RecentFindings {
    /// Returns the findings of the value `number` of `leaf`, computed by `analyze` unless they are those of the last call.
    pub fn get_or_analyze(
        &self,
        leaf: &Arc<Leaf>,
        number: usize,
        analyze: impl FnOnce() -> Vec<ValueFinding>,
    ) -> Arc<Vec<ValueFinding>> {
        let lock = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = lock().as_ref().filter(|known| known.number == number && Arc::ptr_eq(&known.leaf, leaf)) {
            return Arc::clone(&known.findings);
        }
        let findings: Arc<Vec<ValueFinding>> = Arc::new(analyze());
        if findings.len() >= MANY {
            *lock() = Some(Entry { leaf: Arc::clone(leaf), number, findings: Arc::clone(&findings) });
        }
        findings
    }
}

/// Finding of a leaf.
pub enum LeafFinding<'d> {
    /// Finding that the leaf keeps.
    Kept(&'d ValueFinding),
    /// Finding at this index of those that were computed again.
    Again(Arc<Vec<ValueFinding>>, usize),
}

impl Deref for LeafFinding<'_> {
    type Target = ValueFinding;

    fn deref(&self) -> &ValueFinding {
        match self {
            Self::Kept(finding) => finding,
            Self::Again(findings, index) => &findings[*index],
        }
    }
}
