//! Name classes: sets of expanded names.

use std::fmt;
use std::sync::Arc;

use crate::vocabularies::ExpandedName;

/// Maximum number of ranges of a name class.
const MAX_RANGES: usize = 1024;

/// Maximum number of exceptions that one subtraction looks at. Only nested exceptions need more than one each, and RELAX NG
/// does not allow them (section 4.16); a class of a few nested ones would have millions.
const MAX_STEPS: usize = 8 * 1024;

/// Simple set of names.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum NameTest {
    /// One name: namespace and local name.
    Name(Arc<str>, Arc<str>),
    /// All names of a namespace.
    Namespace(Arc<str>),
    /// All names.
    Any,
}

/// Names that match a test and none of some exceptions.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NameRange {
    /// Test.
    pub names: NameTest,
    /// Exceptions.
    pub except: Vec<NameTest>,
}

/// Set of names: the union of some ranges. Displays as a list of names in Clark notation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct NameClass {
    ranges: Vec<NameRange>,
}

impl NameTest {
    fn contains(&self, name: ExpandedName<'_>) -> bool {
        match self {
            Self::Name(namespace, local) => **local == *name.local && **namespace == *name.namespace,
            Self::Namespace(namespace) => **namespace == *name.namespace,
            Self::Any => true,
        }
    }

    /// Returns the names that match both tests, if any.
    fn both(&self, other: &Self) -> Option<Self> {
        match (self, other) {
            (Self::Any, other) => Some(other.clone()),
            (this, Self::Any) => Some(this.clone()),
            (Self::Name(namespace, local), other) | (other, Self::Name(namespace, local)) => {
                let name = ExpandedName { namespace, local };
                other.contains(name).then(|| Self::Name(Arc::clone(namespace), Arc::clone(local)))
            }
            (Self::Namespace(one), Self::Namespace(other)) => (one == other).then(|| Self::Namespace(Arc::clone(one))),
        }
    }
}

impl NameClass {
    /// Creates the class of one name.
    pub fn name(namespace: impl Into<Arc<str>>, local: impl Into<Arc<str>>) -> Self {
        Self::test(NameTest::Name(namespace.into(), local.into()))
    }

    /// Creates the class of all names of a namespace; the empty string is no namespace.
    pub fn namespace(namespace: impl Into<Arc<str>>) -> Self {
        Self::test(NameTest::Namespace(namespace.into()))
    }

    /// Creates the class of all names.
    pub fn any() -> Self {
        Self::test(NameTest::Any)
    }

    fn test(names: NameTest) -> Self {
        Self { ranges: vec![NameRange { names, except: Vec::new() }] }
    }

    /// Returns the names in either class.
    #[must_use]
    pub fn or(mut self, other: Self) -> Self {
        let room = MAX_RANGES.saturating_sub(self.ranges.len());
        self.ranges.extend(other.ranges.into_iter().take(room));
        self
    }

    /// Returns the names of this class that are not in `other`; without some of them if that takes too long.
    #[must_use]
    pub fn except(self, other: &Self) -> Self {
        let (mut ranges, mut steps) = (self.ranges, MAX_STEPS);
        for excluded in &other.ranges {
            let mut rest = Vec::with_capacity(ranges.len());
            for mut range in ranges {
                let needed = 1 + excluded.except.len() * (1 + range.except.len());
                let Some(left) = steps.checked_sub(needed) else { continue };
                steps = left;
                // a − (b − c) is (a − b) ∪ (a ∩ c)
                for kept in &excluded.except {
                    let names = range.names.both(kept);
                    rest.extend(names.map(|names| NameRange { names, except: range.except.clone() }));
                }
                if let Some(both) = range.names.both(&excluded.names) {
                    if both == range.names {
                        continue;
                    }
                    range.except.push(both);
                }
                rest.push(range);
            }
            rest.truncate(MAX_RANGES);
            ranges = rest;
        }
        Self { ranges }
    }

    /// Returns whether the class contains `name`.
    pub fn contains(&self, name: ExpandedName<'_>) -> bool {
        let is_in = |range: &NameRange| {
            range.names.contains(name) && !range.except.iter().any(|excluded| excluded.contains(name))
        };
        self.ranges.iter().any(is_in)
    }

    /// Returns the only name of the class; `None` if it may contain others.
    pub fn as_name(&self) -> Option<ExpandedName<'_>> {
        match self.ranges.as_slice() {
            [NameRange { names: NameTest::Name(namespace, local), .. }] => Some(ExpandedName { namespace, local }),
            _ => None,
        }
    }

    /// Returns the ranges, whose union is the class.
    pub fn ranges(&self) -> &[NameRange] {
        &self.ranges
    }
}

impl fmt::Display for NameTest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(namespace, local) if namespace.is_empty() => f.write_str(local),
            Self::Name(namespace, local) => write!(f, "{{{namespace}}}{local}"),
            Self::Namespace(namespace) => write!(f, "{{{namespace}}}*"),
            Self::Any => f.write_str("*"),
        }
    }
}

impl fmt::Display for NameClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, range) in self.ranges.iter().enumerate() {
            f.write_str(if number == 0 { "" } else { " | " })?;
            write!(f, "{}", range.names)?;
            for excluded in &range.except {
                write!(f, " - {excluded}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contains(class: &NameClass, names: [(&str, &str); 4]) -> [bool; 4] {
        names.map(|(namespace, local)| class.contains(ExpandedName { namespace, local }))
    }

    const NAMES: [(&str, &str); 4] = [("", "a"), ("urn:x", "a"), ("urn:x", "b"), ("urn:y", "a")];

    #[test]
    fn a_class_contains_its_names_except_for_the_excluded_ones() {
        let x = || NameClass::namespace("urn:x");
        let xb = || NameClass::name("urn:x", "b");
        assert_eq!(contains(&xb(), NAMES), [false, false, true, false]);
        assert_eq!(contains(&x(), NAMES), [false, true, true, false]);
        assert_eq!(contains(&x().except(&xb()), NAMES), [false, true, false, false]);
        assert_eq!(contains(&NameClass::any().except(&x()), NAMES), [true, false, false, true]);
        // Everything except what is in urn:x and is not b.
        assert_eq!(contains(&NameClass::any().except(&x().except(&xb())), NAMES), [true, false, true, true]);
        assert_eq!(contains(&xb().or(NameClass::name("", "a")), NAMES), [true, false, true, false]);
        assert_eq!(contains(&xb().except(&x()), NAMES), [false; 4]);
        assert_eq!(contains(&NameClass::any().except(&NameClass::any()), NAMES), [false; 4]);
    }

    // Found by fuzzing: 500 bytes of a schema took 12 seconds.
    #[test]
    fn nested_exceptions_take_limited_memory() {
        let names =
            |count: usize| (0..count).fold(NameClass::default(), |all, n| all.or(NameClass::name("", n.to_string())));
        let mut class = NameClass::any();
        for _ in 0..40 {
            class = NameClass::any().or(NameClass::namespace("")).except(&class.or(names(3)));
            let size: usize = class.ranges.iter().map(|range| 1 + range.except.len()).sum();
            assert!(size <= 2 * MAX_STEPS, "{size}");
        }
        let all_but_many = NameClass::any().except(&names(1_000));
        let name = |local| ExpandedName { namespace: "", local };
        assert!(!all_but_many.contains(name("999")) && all_but_many.contains(name("1000")));
    }

    #[test]
    fn a_class_displays_its_names() {
        let class = NameClass::any().except(&NameClass::namespace("urn:x")).or(NameClass::name("", "a"));
        assert_eq!(class.to_string(), "* - {urn:x}* | a");
        assert!(class.as_name().is_none() && NameClass::name("", "a").as_name().is_some());
    }
}
