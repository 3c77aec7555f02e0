//! Conversion of patterns to declarations.
//!
//! An element has the attributes, the texts and the elements that its pattern reaches without crossing another element
//! or attribute. Patterns that are not allowed are left out: `notAllowed`, and what needs it.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::grammar::LoadedPatterns;
use super::pattern::{DTD_COMPATIBILITY, DatatypeName, NamedPattern, Pattern, PatternId, Patterns, XSD_DATATYPES};
use crate::schema::{LoadedSchema, MAX_PROBLEMS, SchemaProblem};
use crate::text::WHITESPACE;
use crate::xml::types::{
    AttributeDeclaration, AttributeId, ContentId, ContentType, DeclarationsBuilder, ElementId, NameClass, NameRange,
    NameTest, ValueType,
};

/// Maximum number of patterns that are visited, so that many elements with large contents take a limited time.
const MAX_STEPS: usize = 20_000_000;

/// Maximum number of words of a type.
const MAX_WORDS: usize = 10_000;

/// Converts patterns to declarations.
pub fn compile(loaded: LoadedPatterns) -> LoadedSchema {
    let LoadedPatterns { patterns, defines, start, declarations, mut problems } = loaded;
    let compiler = Compiler {
        not_allowed: not_allowed(&patterns, &defines),
        visited: vec![0; patterns.len()],
        visit: 0,
        stack: Vec::new(),
        steps: 0,
        uses: 0,
        attributes: FxHashMap::default(),
        elements: FxHashMap::default(),
        types: FxHashMap::default(),
        pending: Vec::new(),
        patterns: &patterns,
        defines: &defines,
        declarations,
    };
    let (declarations, is_complete) = compiler.compile(defines[start as usize]);
    if !is_complete && problems.len() < MAX_PROBLEMS {
        problems.push(SchemaProblem { at: None, message: "schema has too many declarations".to_owned() });
    }
    LoadedSchema { declarations: Arc::new(declarations.build()), problems }
}

/// Returns for each pattern whether nothing matches it (section 4.20 of the specification).
fn not_allowed(patterns: &Patterns, defines: &[PatternId]) -> Vec<bool> {
    // Number of children that have to be not allowed until the pattern is not allowed.
    let mut missing = vec![1_u32; patterns.len()];
    let mut users: Vec<Vec<PatternId>> = vec![Vec::new(); patterns.len()];
    let mut found = Vec::new();
    for (id, pattern) in patterns.iter() {
        match pattern {
            Pattern::NotAllowed => found.push(id),
            Pattern::Ref(define) => users[defines[*define as usize] as usize].push(id),
            Pattern::Choice(_) => missing[id as usize] = super::pattern::index(patterns.children(pattern).len()),
            _ => {}
        }
        for &child in patterns.children(pattern) {
            users[child as usize].push(id);
        }
    }
    let mut is_not_allowed = vec![false; patterns.len()];
    while let Some(id) = found.pop() {
        if std::mem::replace(&mut is_not_allowed[id as usize], true) {
            continue;
        }
        for &user in &users[id as usize] {
            let missing = &mut missing[user as usize];
            *missing = missing.saturating_sub(1);
            if *missing == 0 {
                found.push(user);
            }
        }
    }
    is_not_allowed
}

struct Compiler<'p> {
    patterns: &'p Patterns,
    defines: &'p [PatternId],
    not_allowed: Vec<bool>,
    /// Last visit of each pattern.
    visited: Vec<u32>,
    /// Number of the current visit.
    visit: u32,
    /// Patterns to visit, and whether they are in a list.
    stack: Vec<(PatternId, bool)>,
    steps: usize,
    /// Number of attributes, children and words of all contents.
    uses: usize,
    attributes: FxHashMap<PatternId, AttributeId>,
    /// Declarations of each element pattern: one for each of its names.
    elements: FxHashMap<PatternId, Vec<ElementId>>,
    /// Type of each content of an attribute.
    types: FxHashMap<PatternId, ValueType>,
    /// Element patterns whose content is not known yet.
    pending: Vec<(&'p NamedPattern, ContentId)>,
    declarations: DeclarationsBuilder,
}

impl<'p> Compiler<'p> {
    /// Converts what `start` reaches, or all definitions if it reaches nothing: the schema is a part of another one, or
    /// not yet complete. Returns whether it is complete.
    fn compile(mut self, start: PatternId) -> (DeclarationsBuilder, bool) {
        let roots = self.content(&[start]).children;
        if roots.is_empty() {
            self.content(self.defines);
        }
        for root in roots {
            self.declarations.add_root(root);
        }
        while let Some((element, id)) = self.pending.pop() {
            if self.is_full() {
                return (self.declarations, false);
            }
            let content = self.content(&[element.content]);
            *self.declarations.content(id) = content;
        }
        let is_complete = !self.is_full();
        (self.declarations, is_complete)
    }

    fn is_full(&self) -> bool {
        self.steps > MAX_STEPS || self.declarations.is_full(self.uses)
    }

    /// Starts a visit at some patterns.
    fn visit(&mut self, starts: &[PatternId]) {
        self.visit += 1;
        self.stack.clear();
        self.stack.extend(starts.iter().rev().map(|&start| (start, false)));
    }

    /// Returns the next pattern of the visit that is not composed of others, with whether it is in a list.
    fn next(&mut self) -> Option<(PatternId, &'p Pattern, bool)> {
        loop {
            let (id, is_in_list) = self.stack.pop()?;
            self.steps += 1;
            if self.steps > MAX_STEPS {
                return None;
            }
            let last = &mut self.visited[id as usize];
            if std::mem::replace(last, self.visit) == self.visit || self.not_allowed[id as usize] {
                continue;
            }
            let pattern = self.patterns.get(id);
            match pattern {
                Pattern::Group(_) | Pattern::Choice(_) => {
                    self.stack.extend(self.patterns.children(pattern).iter().rev().map(|&child| (child, is_in_list)));
                }
                Pattern::List(content) => self.stack.push((*content, true)),
                Pattern::Ref(define) => self.stack.push((self.defines[*define as usize], is_in_list)),
                _ => return Some((id, pattern, is_in_list)),
            }
        }
    }

    /// Returns the attributes, the elements and the text that patterns reach.
    fn content(&mut self, starts: &[PatternId]) -> ContentType {
        let (mut attributes, mut children, mut texts) = (Vec::new(), Vec::new(), Texts::default());
        self.visit(starts);
        while let Some((id, pattern, is_in_list)) = self.next() {
            match pattern {
                Pattern::Attribute(named) => attributes.push((id, named)),
                Pattern::Element(named) => children.extend(self.element(id, named)),
                _ => texts.add(pattern, is_in_list),
            }
        }
        let text = texts.value_type();
        self.uses += attributes.len() + children.len() + text.as_ref().map_or(0, ValueType::word_count);
        let attributes = attributes.into_iter().map(|(id, named)| self.attribute(id, named)).collect();
        ContentType { attributes, children, text, ..ContentType::default() }
    }

    fn element(&mut self, id: PatternId, named: &'p NamedPattern) -> Vec<ElementId> {
        if let Some(known) = self.elements.get(&id) {
            return known.clone();
        }
        let content = self.declarations.reserve();
        let elements: Vec<_> = single_names(&named.names)
            .into_iter()
            .map(|names| self.declarations.element(names, content, named.at))
            .collect();
        self.pending.push((named, content));
        self.elements.insert(id, elements.clone());
        elements
    }

    fn attribute(&mut self, id: PatternId, named: &'p NamedPattern) -> AttributeId {
        if let Some(&known) = self.attributes.get(&id) {
            return known;
        }
        let value = self.value_type(named.content);
        let names = named.names.clone();
        let attribute = self.declarations.attribute(AttributeDeclaration { names, value, at: named.at });
        self.attributes.insert(id, attribute);
        attribute
    }

    /// Returns the type of the values that match a pattern.
    fn value_type(&mut self, mut content: PatternId) -> ValueType {
        // Many attributes refer to one definition. References in a circle are an error.
        for _ in 0..16 {
            let Pattern::Ref(define) = self.patterns.get(content) else { break };
            content = self.defines[*define as usize];
        }
        if let Some(known) = self.types.get(&content) {
            return known.clone();
        }
        let mut texts = Texts::default();
        self.visit(&[content]);
        while let Some((_, pattern, is_in_list)) = self.next() {
            texts.add(pattern, is_in_list);
        }
        let value = texts.value_type().unwrap_or(ValueType::Text);
        self.uses += value.word_count();
        self.types.insert(content, value.clone());
        value
    }
}

/// Types of the texts that a pattern allows.
#[derive(Default)]
struct Texts {
    types: Vec<ValueType>,
    words: Vec<Box<str>>,
    words_in_list: Vec<Box<str>>,
}

impl Texts {
    fn add(&mut self, pattern: &Pattern, is_in_list: bool) {
        let value = match pattern {
            Pattern::Text => ValueType::Text,
            Pattern::Data(datatype) => built_in(datatype),
            Pattern::Value(datatype, text) => {
                let value = built_in(datatype);
                if value.reference().is_none() {
                    let words = if is_in_list { &mut self.words_in_list } else { &mut self.words };
                    if words.len() < MAX_WORDS {
                        words.push(word(datatype, text));
                    }
                    return;
                }
                value
            }
            _ => return,
        };
        let value = if is_in_list { value.list() } else { value };
        // There are few types, but possibly many patterns.
        if !self.types.contains(&value) {
            self.types.push(value);
        }
    }

    /// Returns the type of all texts; `None` without texts.
    fn value_type(self) -> Option<ValueType> {
        let Self { mut types, words, words_in_list } = self;
        if !words_in_list.is_empty() {
            types.push(ValueType::words(words_in_list).list());
        }
        if !words.is_empty() {
            types.push(ValueType::words(words));
        }
        match types.as_slice() {
            [] => None,
            [only] => Some(only.clone()),
            all => Some(ValueType::choice(all)),
        }
    }
}

/// Returns the type of a `data` or `value` pattern; any text if it is not known.
fn built_in(datatype: &DatatypeName) -> ValueType {
    // The library of DTD compatibility has only ID, IDREF and IDREFS.
    let known = [XSD_DATATYPES, DTD_COMPATIBILITY]
        .contains(&&*datatype.datatypes)
        .then(|| ValueType::built_in(&datatype.name))
        .flatten();
    known.unwrap_or(ValueType::Text)
}

/// Returns a value without the whitespace that its type removes.
fn word(datatype: &DatatypeName, text: &str) -> Box<str> {
    if *datatype.name == *"string" {
        return text.into();
    }
    let words: Vec<&str> = text.split(WHITESPACE).filter(|word| !word.is_empty()).collect();
    words.join(" ").into()
}

/// Returns one class for each name, and one for the rest: a declaration with one name is found by it.
fn single_names(names: &NameClass) -> Vec<NameClass> {
    if names.ranges().len() < 2 {
        return vec![names.clone()];
    }
    let (mut classes, mut rest) = (Vec::new(), NameClass::default());
    for NameRange { names, except } in names.ranges() {
        if matches!(names, NameTest::Name(..)) {
            classes.push(class(names));
        } else {
            let except = except.iter().map(class).fold(NameClass::default(), NameClass::or);
            rest = rest.or(class(names).except(&except));
        }
    }
    if !rest.ranges().is_empty() {
        classes.push(rest);
    }
    classes
}

fn class(test: &NameTest) -> NameClass {
    match test {
        NameTest::Name(namespace, local) => NameClass::name(Arc::clone(namespace), Arc::clone(local)),
        NameTest::Namespace(namespace) => NameClass::namespace(Arc::clone(namespace)),
        NameTest::Any => NameClass::any(),
    }
}
