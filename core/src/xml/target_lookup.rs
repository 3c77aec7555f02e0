//! What a document asks about the targets of its references: the caller accesses the disk.

use std::fmt;
use std::sync::Arc;

/// Files that references identify. The implementation decides which of them may be accessed; all others count as
/// present.
pub trait Targets {
    /// Returns whether the file exists whose `file` IRI, without query and fragment, is `file`.
    fn exists(&self, file: &str) -> bool;

    /// Returns the most similar names in the path of `file`, which does not exist.
    fn similar(&self, _file: &str) -> Option<SimilarNames> {
        None
    }

    /// Looks up a fragment, percent-encoded as written, in `file`, which exists.
    fn fragment(&self, _file: &str, _fragment: &str) -> FragmentTarget {
        FragmentTarget::Unknown
    }

    /// Returns the path of `file` for a message; `None` if the reference is clear enough.
    fn path(&self, _file: &str) -> Option<String> {
        None
    }

    /// Returns these targets for one pass over a document, in which they need not be looked up twice; `None` if these are as
    /// good.
    fn for_one_pass(&self) -> Option<Box<dyn Targets + '_>> {
        None
    }
}

impl<F: Fn(&str) -> bool> Targets for F {
    fn exists(&self, file: &str) -> bool {
        self(file)
    }
}

/// Targets that several documents share. Two are equal: which files they are depends on the roots of the settings.
#[derive(Clone)]
pub struct SharedTargets(Arc<dyn Targets + Send + Sync>);

impl SharedTargets {
    /// Shares `targets`.
    pub fn new(targets: impl Targets + Send + Sync + 'static) -> Self {
        Self(Arc::new(targets))
    }

    /// Returns the targets.
    pub fn get(&self) -> &dyn Targets {
        &*self.0
    }
}

impl fmt::Debug for SharedTargets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SharedTargets").finish_non_exhaustive()
    }
}

impl PartialEq for SharedTargets {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for SharedTargets {}

/// Name of a file or directory that does not exist, and those that do and are most similar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SimilarNames {
    /// Number of names after it in the path.
    pub from_end: usize,
    /// Name that does not exist.
    pub missing: String,
    /// Equally similar names, at least one.
    pub names: Vec<String>,
}

impl SimilarNames {
    /// Creates it; `None` without similar names.
    pub fn new(from_end: usize, missing: &str, names: Vec<&str>) -> Option<Self> {
        let names: Vec<String> = names.into_iter().map(str::to_owned).collect();
        (!names.is_empty()).then(|| Self { from_end, missing: missing.to_owned(), names })
    }
}

/// Result of looking up a fragment.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FragmentTarget {
    /// The fragment identifies an element, or the whole document.
    Present,
    /// No element has this ID; the most similar fragments.
    Missing(Vec<String>),
    /// The fragment is not an ID, or the IDs are not known.
    Unknown,
}

impl FragmentTarget {
    /// Returns whether no element has this ID.
    pub const fn is_missing(&self) -> bool {
        matches!(self, Self::Missing(_))
    }
}
