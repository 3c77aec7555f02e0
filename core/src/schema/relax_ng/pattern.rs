//! Patterns of a schema, as a list with indices: `ISO/IEC 19757-2` section 4, without order and occurrence.
//!
//! ```text
//! group, interleave, mixed      all of their children
//! choice, optional, zeroOrMore  one of their children, or nothing
//! oneOrMore                     its child
//! ref, parentRef, externalRef   a definition, so that the list contains no pattern twice
//! ```

use std::sync::Arc;

use crate::xml::types::{NameClass, SchemaPosition};

/// Datatype library of XML Schema part 2.
pub const XSD_DATATYPES: &str = "http://www.w3.org/2001/XMLSchema-datatypes";
/// Library of the types of DTDs. RELAX NG DTD Compatibility section 6.
pub const DTD_COMPATIBILITY: &str = "http://relaxng.org/ns/compatibility/datatypes/1.0";

/// Index of a pattern in [`Patterns`].
pub type PatternId = u32;

/// Index of a definition.
pub type DefineId = u32;

/// Children of a pattern: a part of [`Patterns::children`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Children {
    start: u32,
    end: u32,
}

/// Element or attribute pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedPattern {
    /// Names that it allows.
    pub names: NameClass,
    /// Pattern of its content.
    pub content: PatternId,
    /// SchemaPosition of the pattern.
    pub at: SchemaPosition,
}

/// Type of a `data` or `value` pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DatatypeName {
    /// Datatype library; empty for the built-in one.
    pub datatypes: Arc<str>,
    /// Name of the type.
    pub name: Arc<str>,
    /// SchemaPosition of the pattern.
    pub at: SchemaPosition,
}

/// Pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// `empty`, or a pattern that is not available.
    Empty,
    /// `notAllowed`
    NotAllowed,
    /// `text`
    Text,
    /// All of the children.
    Group(Children),
    /// One of the children.
    Choice(Children),
    /// `list`
    List(PatternId),
    /// `element`
    Element(NamedPattern),
    /// `attribute`
    Attribute(NamedPattern),
    /// Reference to a definition.
    Ref(DefineId),
    /// `data`
    Data(DatatypeName),
    /// `value`, with its text.
    Value(DatatypeName, Arc<str>),
}

/// All patterns of a schema.
#[derive(Clone, Debug)]
pub struct Patterns {
    all: Vec<Pattern>,
    children: Vec<PatternId>,
}

/// Maximum number of patterns.
const MAX_PATTERNS: usize = 2_000_000;
/// Maximum number of names of a name class.
pub const MAX_NAMES: usize = 1024;
/// Maximum depth of patterns within patterns.
pub const DEEPEST: usize = 4096;

/// Index of the pattern `empty`.
pub const EMPTY: PatternId = 0;
/// Index of the pattern `notAllowed`.
pub const NOT_ALLOWED: PatternId = 1;
/// Index of the pattern `text`.
pub const TEXT: PatternId = 2;

impl Default for Patterns {
    fn default() -> Self {
        Self { all: vec![Pattern::Empty, Pattern::NotAllowed, Pattern::Text], children: Vec::new() }
    }
}

impl Patterns {
    /// Adds a pattern.
    pub fn add(&mut self, pattern: Pattern) -> PatternId {
        self.all.push(pattern);
        index(self.all.len() - 1)
    }

    /// Adds a group of the patterns from `first` on, which are removed from `children`.
    pub fn group(&mut self, children: &mut Vec<PatternId>, first: usize) -> PatternId {
        self.unite(children, first, EMPTY, Pattern::Group)
    }

    /// Adds a choice between the patterns from `first` on, which are removed from `children`.
    pub fn choice(&mut self, children: &mut Vec<PatternId>, first: usize) -> PatternId {
        self.unite(children, first, NOT_ALLOWED, Pattern::Choice)
    }

    fn unite(
        &mut self,
        children: &mut Vec<PatternId>,
        first: usize,
        none: PatternId,
        pattern: fn(Children) -> Pattern,
    ) -> PatternId {
        match children.get(first..) {
            None | Some([]) => none,
            Some(&[only]) => {
                children.truncate(first);
                only
            }
            Some(_) => {
                let start = index(self.children.len());
                self.children.extend(children.drain(first..));
                self.add(pattern(Children { start, end: index(self.children.len()) }))
            }
        }
    }

    /// Adds a choice between the pattern and nothing.
    pub fn optional(&mut self, pattern: PatternId) -> PatternId {
        self.choice(&mut vec![EMPTY, pattern], 0)
    }

    /// Returns the number of patterns.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Returns whether there are too many patterns. The caller then stops.
    pub fn is_full(&self) -> bool {
        self.all.len() > MAX_PATTERNS
    }

    /// Returns the pattern with that index.
    pub fn get(&self, id: PatternId) -> &Pattern {
        &self.all[id as usize]
    }

    /// Returns all patterns with their indices.
    pub fn iter(&self) -> impl Iterator<Item = (PatternId, &Pattern)> {
        (0..).zip(&self.all)
    }

    /// Returns the children of a pattern, apart from definitions.
    pub fn children<'p>(&'p self, pattern: &'p Pattern) -> &'p [PatternId] {
        match pattern {
            Pattern::Group(children) | Pattern::Choice(children) => {
                &self.children[children.start as usize..children.end as usize]
            }
            Pattern::List(child) => std::slice::from_ref(child),
            Pattern::Element(named) | Pattern::Attribute(named) => std::slice::from_ref(&named.content),
            _ => &[],
        }
    }
}

/// Converts an index; texts are limited, so it always fits.
pub fn index(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
