//! What a document asks about the targets of its references: the caller accesses the disk.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use crate::text::similar::MOST_EQUAL;

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

/// Name of a file or directory that does not exist, and those that do and are most similar. If several names of a path are
/// wrong, each is the part of the path from the first to the last of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SimilarNames {
    /// Number of names after it in the path.
    pub from_end: usize,
    /// Name that does not exist.
    pub missing: String,
    /// Equally similar names, at least one.
    pub names: Vec<String>,
}

/// Maximum number of wrong names in a path that are replaced together.
const MOST_WRONG: usize = 2;
/// Maximum number of paths that are followed at a time.
const MOST_FOLLOWED: usize = 16;

/// Path that exists so far, and the indices of its names that replace others.
struct Followed<'n, D> {
    directory: D,
    names: Vec<Cow<'n, str>>,
    wrong: Vec<usize>,
}

/// Returns the names that replace those of a path that does not exist: name by name from the directory `start`, one that
/// exists stays, and another one becomes one of `similar`. `child` returns what a name in a directory leads to, if it exists.
pub fn similar_names<D: Clone>(
    start: D,
    path: &[&str],
    child: impl Fn(&D, &str) -> Option<D>,
    similar: impl Fn(&D, &str) -> Vec<String>,
) -> Option<SimilarNames> {
    let mut all = vec![Followed { directory: start, names: Vec::new(), wrong: Vec::new() }];
    for (number, &name) in path.iter().enumerate() {
        let mut next = Vec::new();
        for Followed { directory, names, wrong } in all {
            let with = |name: Cow<'_, str>, wrong: &[usize]| {
                let directory = child(&directory, &name)?;
                let names = names.iter().cloned().chain([Cow::Owned(name.into_owned())]).collect();
                Some(Followed { directory, names, wrong: wrong.to_vec() })
            };
            match with(Cow::Borrowed(name), &wrong) {
                Some(known) => next.push(known),
                None if wrong.len() < MOST_WRONG => {
                    let wrong: Vec<usize> = wrong.into_iter().chain([number]).collect();
                    next.extend(
                        similar(&directory, name).into_iter().filter_map(|name| with(Cow::Owned(name), &wrong)),
                    );
                }
                None => {}
            }
        }
        next.truncate(MOST_FOLLOWED);
        all = next;
    }
    let wrong = all.iter().map(|found| &found.wrong).min_by_key(|wrong| wrong.len())?;
    let (first, last) = (*wrong.first()?, *wrong.last()?);
    let names = all.iter().filter(|found| found.wrong == *wrong).map(|found| found.names[first..=last].join("/"));
    Some(SimilarNames {
        from_end: path.len() - 1 - last,
        missing: path[first..=last].join("/"),
        names: names.take(MOST_EQUAL).collect(),
    })
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
