//! Data file of a family: its sections, and the lines of a section, which are read when a document first needs them.
//!
//! Properties of a section, before its lines:
//!
//! | property | elements that the lines apply to |
//! |--|--|
//! | `namespaces` | those of a namespace; `*` alone is any element, with a namespace or without one |
//! | `documents` | those without a namespace, in documents of these types (`documents.tsv`; `unknown` is no known type) |
//! | `inside` | those without a namespace, if the nearest element around them that has one has this one, or an `xsi:type` there is of it |
//! | `within` | all elements in documents of these types |
//!
//! `texts: displayed` says that other texts are displayed to people, so that one that is a reference may be no more than its
//! printed form. `values` names what else its values may be: see [`Values`].
//!
//! A line has the columns
//!
//! 1. elements: local names; `*`; `*End`; `~word`, a name whose last word ends so, in any case (`imageUrl`,
//!    `URL_2`), `~word~`, a name with that word (`URL_GENERAL`); `parent/name`; `ancestor//name`;
//! 2. places: `@name`, `@prefix:name` with a prefix of `prefixes.tsv`, `@*` (of any namespace), `@*End`, `@~word`, `@*:name` (of none,
//!    or of a namespace that is not in `prefixes.tsv`), `text()`;
//! 3. a role (`docs/configuration.md`), `typed` or `unknown` for those of vocabularies that are not known, or `none`, if
//!    the place contains no references, whatever a schema says;
//! 4. conditions: see [`Condition::parse`] and [`Shape::parse`]; `or word word` are words that may replace a reference, with
//!    any characters for a `*`; `unchecked name name` are references without findings, in the same form;
//!    `elsewhere`, if the target is not among the files of the document;
//!    `semicolons`, if there is one between two references;
//! 5. a remark.
//!
//! The first line that fits, and whose conditions are satisfied, decides.

use std::sync::{LazyLock, OnceLock};

use rustc_hash::FxHashMap;

use crate::rules::{Cardinality, ReferenceUse, Role};
use crate::vocabularies::{Condition, DocumentType, ExpandedName, KnownPlace, Shape};

/// Family: vocabularies of one kind.
#[derive(Debug)]
pub struct Family {
    /// Heading in the book.
    pub title: &'static str,
    /// Vocabularies of the family.
    pub vocabularies: Vec<Vocabulary>,
}

/// Vocabulary: which of its attributes and elements contain references.
#[derive(Debug, Default)]
pub struct Vocabulary {
    /// Common name.
    pub name: &'static str,
    /// Specification of its references.
    pub source: &'static str,
    /// Namespaces of its elements; a `*` at the end matches any characters, alone also no namespace.
    pub namespaces: Vec<&'static str>,
    /// Documents in which elements without a namespace belong to it.
    pub documents: Vec<DocumentType>,
    /// Namespaces inside which elements without a namespace belong to it.
    pub inside: Vec<&'static str>,
    /// Documents in which all elements belong to it.
    pub within: Vec<DocumentType>,
    /// Whether texts that are no places are displayed to people.
    pub has_displayed_texts: bool,
    /// What values of its elements may be besides references.
    pub values: Option<Values>,
    /// Lines of its places.
    lines: &'static str,
    /// Number of the first one in the file.
    first: usize,
    rows: OnceLock<Rows>,
}

/// What values of a vocabulary may be besides references, or never are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Values {
    /// `markup-extensions`: a whole value in braces is an expression of XAML; `{}` escapes a literal brace.
    MarkupExtensions,
    /// `literal-braces`: no program replaces a name in braces.
    LiteralBraces,
    /// `commands`: names of commands and of parts of the document, which only the program of the format understands.
    Commands,
    /// `templates-around`: attributes of elements in other namespaces are attribute value templates, as in XSLT.
    TemplatesAround,
}

impl Values {
    const ALL: [(&'static str, Self); 4] = [
        ("markup-extensions", Self::MarkupExtensions),
        ("literal-braces", Self::LiteralBraces),
        ("commands", Self::Commands),
        ("templates-around", Self::TemplatesAround),
    ];
}

/// Similar places of a vocabulary.
#[derive(Debug)]
pub struct Row {
    /// Elements, as the file names them.
    pub elements: &'static str,
    /// Attributes and `text()`, as the file names them.
    pub places: &'static str,
    /// Conditions, as the file names them; empty without one.
    pub conditions: &'static str,
    /// Meaning of the places.
    pub place: KnownPlace,
}

/// Lines by the names in them.
#[derive(Debug, Default)]
struct Names {
    /// Whole names; `*` is any name.
    whole: FxHashMap<&'static str, Vec<usize>>,
    /// Ends of names, by their last byte: each name is compared with few of them.
    ends: FxHashMap<u8, Vec<(&'static str, usize)>>,
    /// Patterns with words, by the last byte of the word.
    words: FxHashMap<u8, Vec<(&'static str, usize)>>,
}

/// Lines of a vocabulary, by the local names of their attributes, and, for texts, of their elements.
#[derive(Debug, Default)]
struct Rows {
    all: Vec<Row>,
    attributes: Names,
    texts: Names,
    problems: Vec<(usize, String)>,
}

const PREFIXES_FILE: &str = include_str!("prefixes.tsv");

static PREFIXES: LazyLock<FxHashMap<&'static str, &'static str>> =
    LazyLock::new(|| PREFIXES_FILE.lines().filter_map(|line| line.split_once('\t')).collect());

impl Family {
    /// Reads the data file `text`; also returns its lines that cannot be read, by their numbers. The lines of places are
    /// not read yet.
    pub fn parse(text: &'static str) -> (Self, Vec<(usize, String)>) {
        let mut family = Self { title: "", vocabularies: Vec::new() };
        let mut problems = Vec::new();
        let (mut start, mut number) = (0, 1);
        let sections = memchr::memmem::find_iter(text.as_bytes(), "\n[").map(|at| at + 1);
        for end in sections.chain([text.len()]) {
            let section = &text[start..end];
            let mut vocabulary = Vocabulary::default();
            let mut at = 0;
            for (index, line) in section.split_inclusive('\n').enumerate() {
                let is_place = line.contains('\t');
                if is_place && start > 0 {
                    vocabulary.first = number + index;
                    vocabulary.lines = &section[at..];
                    break;
                }
                at += line.len();
                let line = line.trim_end();
                if let Some(title) = line.strip_prefix("family: ").filter(|_| start == 0) {
                    family.title = title;
                } else if is_place || !vocabulary.set(line) {
                    problems.push((number + index, "neither a property nor a place of a section".to_owned()));
                }
            }
            family.vocabularies.extend((start > 0).then_some(vocabulary));
            number += memchr::memchr_iter(b'\n', section.as_bytes()).count();
            start = end;
        }
        (family, problems)
    }
}

impl Vocabulary {
    /// Sets the name or the property in `line`; returns false if there is neither, in a line with contents.
    fn set(&mut self, line: &'static str) -> bool {
        if line.is_empty() || line.starts_with('#') {
            return true;
        }
        if let Some(name) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            self.name = name;
            return true;
        }
        let Some((property, value)) = line.split_once(':') else { return false };
        let value = value.trim_start();
        let documents = |types: &mut Vec<DocumentType>| {
            types.extend(value.split(' ').filter_map(DocumentType::from_name));
            types.len() == value.split(' ').count()
        };
        match property {
            "source" => self.source = value,
            "namespaces" => self.namespaces = value.split(' ').collect(),
            "texts" => self.has_displayed_texts = value == "displayed",
            "values" => {
                self.values = Values::ALL.iter().find(|(name, _)| *name == value).map(|(_, values)| *values);
                return self.values.is_some();
            }
            "inside" => self.inside = value.split(' ').collect(),
            "documents" => return documents(&mut self.documents),
            "within" => return documents(&mut self.within),
            _ => return false,
        }
        true
    }

    fn parsed(&self) -> &Rows {
        self.rows.get_or_init(|| Rows::parse(self.lines, self.first))
    }

    /// Returns the places of the vocabulary.
    pub fn rows(&self) -> &[Row] {
        &self.parsed().all
    }

    /// Returns the lines that cannot be read, by their numbers.
    pub fn problems(&self) -> &[(usize, String)] {
        &self.parsed().problems
    }

    /// Returns the places of an attribute, or without one of the text, of an element in that order of lines: an element
    /// with the local name `element` inside elements named `ancestors`, the nearest first.
    pub fn find<'e>(
        &self,
        element: &str,
        ancestors: &(impl Iterator<Item = &'e str> + Clone),
        attribute: Option<ExpandedName<'_>>,
    ) -> impl Iterator<Item = KnownPlace> {
        let rows = self.parsed();
        let (names, local) = match attribute {
            Some(attribute) => (&rows.attributes, attribute.local),
            None => (&rows.texts, element),
        };
        names.find(local).into_iter().map(|index| &rows.all[index]).filter_map(move |row| {
            let is_place = attribute.is_none_or(|attribute| names_attribute(row.places, attribute));
            let is_element = || row.elements.split(' ').any(|path| is_at(path, element, ancestors));
            (is_place && is_element()).then_some(row.place)
        })
    }
}

/// Maximum number of elements between an element and the ancestor in a path.
const NEAR: usize = 32;

/// Returns whether `path` leads to the element with that name inside `ancestors`.
fn is_at<'e>(path: &str, element: &str, ancestors: &(impl Iterator<Item = &'e str> + Clone)) -> bool {
    let Some((around, local)) = path.rsplit_once('/') else { return fits(path, element) };
    fits(local, element)
        && match around.strip_suffix('/') {
            Some(ancestor) => ancestors.clone().take(NEAR).any(|name| name == ancestor),
            None => ancestors.clone().next() == Some(around),
        }
}

/// Returns whether `pattern` in a file is the local name, its end, or one of its words.
fn fits(pattern: &str, name: &str) -> bool {
    if pattern.starts_with('~') {
        return words(name).any(|part| is_word(pattern, part));
    }
    pattern.strip_prefix('*').map_or(pattern == name, |end| name.ends_with(end))
}

/// Returns whether `pattern` with its `~` is that of a word, which may be the last one of its name.
fn is_word(pattern: &str, (word, is_last): (&str, bool)) -> bool {
    let pattern = pattern.trim_start_matches('~');
    if let Some(whole) = pattern.strip_suffix('~') {
        return word.eq_ignore_ascii_case(whole);
    }
    let at = word.len().checked_sub(pattern.len());
    is_last && at.and_then(|at| word.get(at..)).is_some_and(|end| end.eq_ignore_ascii_case(pattern))
}

/// Returns the words of a name, and whether each is the last one: parts without `_`, `-`, `.` and digits, and of those the
/// parts between changes of case.
fn words(name: &str) -> impl Iterator<Item = (&str, bool)> {
    let parts = name.split(|c: char| c.is_ascii() && !c.is_ascii_alphabetic());
    let parts = parts.filter(|part| !part.is_empty()).flat_map(|part| {
        let bytes = part.as_bytes();
        let is_start = |&at: &usize| {
            let is_in_capitals = bytes[at - 1].is_ascii_uppercase();
            bytes[at].is_ascii_uppercase() && (!is_in_capitals || bytes.get(at + 1).is_some_and(u8::is_ascii_lowercase))
        };
        let mut from = 0;
        let ends = (1..part.len()).filter(is_start).chain([part.len()]);
        ends.map(|end| &part[std::mem::replace(&mut from, end)..end]).collect::<Vec<_>>()
    });
    let mut parts = parts.peekable();
    std::iter::from_fn(move || {
        let part = parts.next()?;
        Some((part, parts.peek().is_none()))
    })
}

fn names_attribute(places: &'static str, attribute: ExpandedName<'_>) -> bool {
    let mut names = places.split(' ').filter_map(|place| place.strip_prefix('@'));
    names.any(|name| {
        name == "*"
            || attribute_name(name).is_some_and(|(namespace, local)| {
                let is_unknown = || PREFIXES.values().all(|known| *known != attribute.namespace);
                (namespace == attribute.namespace || namespace == "*" && is_unknown()) && fits(local, attribute.local)
            })
    })
}

/// Returns the namespace and the local name of the attribute that a file names so; `None` if its prefix is unknown.
fn attribute_name(name: &'static str) -> Option<(&'static str, &'static str)> {
    match name.rsplit_once(':') {
        None => Some(("", name)),
        Some(("*", local)) => Some(("*", local)),
        Some((prefix, local)) => Some((PREFIXES.get(prefix)?, local)),
    }
}

impl Names {
    fn add(&mut self, name: &'static str, index: usize) {
        let end = |sign: char| name.strip_prefix(sign).and_then(|end| Some((end, *end.as_bytes().last()?)));
        if let Some((end, last)) = end('*') {
            self.ends.entry(last).or_default().push((end, index));
        } else if name.starts_with('~') {
            let last = name.trim_end_matches('~').bytes().last().unwrap_or_default();
            self.words.entry(last).or_default().push((name, index));
        } else {
            self.whole.entry(name).or_default().push(index);
        }
    }

    /// Returns the lines in which `name` occurs, in their order.
    fn find(&self, name: &str) -> Vec<usize> {
        let of = |name: &str| self.whole.get(name).map(Vec::as_slice).unwrap_or_default();
        let mut indices = [of(name), of("*")].concat();
        if let Some(ends) = name.as_bytes().last().and_then(|last| self.ends.get(last)) {
            indices.extend(ends.iter().filter(|(end, _)| name.ends_with(end)).map(|(_, index)| index));
        }
        if !self.words.is_empty() {
            for part in words(name) {
                let known = part.0.as_bytes().last().and_then(|last| self.words.get(&last.to_ascii_lowercase()));
                let fitting = known.into_iter().flatten().filter(|(pattern, _)| is_word(pattern, part));
                indices.extend(fitting.map(|(_, index)| index));
            }
        }
        indices.sort_unstable();
        indices.dedup();
        indices
    }
}

impl Rows {
    fn parse(lines: &'static str, first: usize) -> Self {
        let mut rows = Self::default();
        let is_blank = |line: &str| line.is_empty() || line.starts_with('#');
        for (index, line) in lines.lines().enumerate().filter(|(_, line)| !is_blank(line)) {
            match Row::parse(line) {
                Ok(row) => rows.add(row),
                Err(problem) => rows.problems.push((first + index, problem)),
            }
        }
        rows
    }

    fn add(&mut self, row: Row) {
        let index = self.all.len();
        for place in row.places.split(' ') {
            if let Some(name) = place.strip_prefix('@') {
                self.attributes.add(name.rsplit(':').next().unwrap_or(name), index);
            } else {
                let locals = row.elements.split(' ').map(|path| path.rsplit('/').next().unwrap_or(path));
                locals.for_each(|local| self.texts.add(local, index));
            }
        }
        self.all.push(row);
    }
}

impl Row {
    fn parse(line: &'static str) -> Result<Self, String> {
        let mut columns = line.split('\t');
        let mut next = || columns.next().unwrap_or_default();
        let (elements, places, role, conditions, _remark) = (next(), next(), next(), next(), next());
        if columns.next().is_some() {
            return Err("more than five columns".to_owned());
        }
        let is_name = |name: &str| !name.is_empty() && !name.contains(['@', '(', ':', '=', ';']);
        if let Some(wrong) = elements.split(' ').find(|path| !is_name(path)) {
            return Err(format!("'{wrong}' is no element"));
        }
        let is_place = |place: &&'static str| match place.strip_prefix('@') {
            Some(name) => attribute_name(name).is_some_and(|(_, local)| is_name(local)),
            None => *place == "text()",
        };
        if let Some(wrong) = places.split(' ').find(|place| !is_place(place)) {
            return Err(format!("'{wrong}' is neither an attribute nor text()"));
        }
        let role = match role {
            "none" => Some(Role::NOTHING),
            "typed" => Some(Role::TYPED),
            "unknown" => Some(Role::UNKNOWN),
            role => Role::from_name(role),
        };
        let mut place = KnownPlace::from(role.ok_or("no such role")?);
        let mut all = Vec::new();
        for text in conditions.split("; ").filter(|text| !text.is_empty()) {
            if let Some(words) = text.strip_prefix("or ") {
                place.keywords = words;
            } else if let Some(names) = text.strip_prefix("unchecked ") {
                place.unchecked = names;
            } else if text == "elsewhere" {
                place.role.reference_use = ReferenceUse::Elsewhere;
            } else if text == "semicolons" {
                place.role.cardinality = Cardinality::Semicolons;
            } else if text == "named" {
                place.shape = Shape::Named;
            } else if let Some(shape) = Shape::parse(text) {
                place.shape = shape;
            } else {
                all.push(Condition::parse(text).ok_or_else(|| format!("'{text}' is no condition"))?);
            }
        }
        if !all.is_empty() {
            place.conditions = all.leak();
        }
        Ok(Self { elements, places, conditions, place })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_split_at_changes_of_case_separators_and_digits() {
        let of = |name| words(name).map(|(word, _)| word).collect::<Vec<_>>();
        assert_eq!(of("IA_URL_GENERAL"), ["IA", "URL", "GENERAL"]);
        assert_eq!(of("InvoiceURLText"), ["Invoice", "URL", "Text"]);
        assert_eq!(of("image-url2"), ["image", "url"]);
        assert_eq!(of("éURL"), ["é", "URL"]);
        assert_eq!(of("1_"), [] as [&str; 0]);
        for (pattern, name) in [
            ("~url", "imageUrl"),
            ("~url", "imgurl"),
            ("~url", "Download_URL_1"),
            ("~link", "downloadlink1"),
            ("~url~", "URL_GENERAL"),
            ("~url~", "urlCit"),
            ("*url", "imageurl"),
            ("url", "url"),
        ] {
            assert!(fits(pattern, name), "{pattern} {name}");
        }
        for (pattern, name) in
            [("~url", "urlCit"), ("~url~", "currently"), ("~url~", "imgurl"), ("~url", "curls"), ("*url", "URL")]
        {
            assert!(!fits(pattern, name), "{pattern} {name}");
        }
    }
}
