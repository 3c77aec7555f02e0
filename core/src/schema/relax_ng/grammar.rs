//! Grammars: definitions by name, their combination, inclusion with overrides, and the loading of the documents.
//!
//! ```text
//! document ─▶ patterns, definitions, further documents to load ─▶ document ─▶ …
//! ```
//!
//! A document is parsed each time it is included, because its definitions belong to another grammar. The numbers of
//! documents and bytes are limited, so nothing is loaded without end.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::pattern::{DefineId, EMPTY, Pattern, PatternId, Patterns, index};
use crate::schema::{LoadedBytes, MAX_DOCUMENTS, MAX_PROBLEMS, SchemaProblem, SchemaTexts};
use crate::text::{MAX_MESSAGE_LENGTH, fit, shorten};
use crate::xml::types::{DeclarationsBuilder, FileId, SchemaPosition};

/// Maximum number of documents that include each other.
const DEEPEST: u32 = 100;
/// Index of a grammar.
type GrammarId = usize;

/// Grammar: a set of definitions.
#[derive(Debug)]
struct Grammar {
    parent: Option<GrammarId>,
    start: DefineId,
    names: FxHashMap<Arc<str>, DefineId>,
}

/// How the definitions with one name are combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Combine {
    /// `combine="choice"`, `|=`
    Choice,
    /// `combine="interleave"`, `&=`
    Interleave,
}

/// Definitions with one name in one grammar.
#[derive(Clone, Debug, Default)]
pub struct Define {
    name: Arc<str>,
    /// Pattern; several ones while the documents are loaded.
    parts: Vec<PatternId>,
    combine: Option<Combine>,
    /// Whether one of them does not say how it is combined.
    has_plain: bool,
    /// Whether a problem explains why it has no pattern.
    is_excused: bool,
    /// First reference to it.
    used_at: Option<SchemaPosition>,
}

/// Names that an inclusion overrides.
#[derive(Debug, Default)]
pub struct Overridden {
    start: bool,
    names: FxHashSet<Arc<str>>,
    /// Overrides of the inclusion of the document that includes.
    outer: Option<usize>,
}

/// Grammar that definitions are added to, and the overrides that are in effect.
#[derive(Clone, Copy, Debug, Default)]
pub struct GrammarScope {
    grammar: Option<GrammarId>,
    overrides: Option<usize>,
}

/// Document that is parsed.
#[derive(Clone, Debug)]
pub struct SchemaContext {
    /// Document.
    pub file: FileId,
    /// Location of the document.
    pub location: Arc<str>,
    /// Namespace that the document inherits.
    pub namespace: Arc<str>,
    /// Grammar with the reference to the document.
    pub scope: GrammarScope,
    /// Definition that its pattern belongs to; `None` if it is included in a grammar.
    pattern_of: Option<DefineId>,
    depth: u32,
    /// Index of this inclusion, for the search for cycles.
    chain: usize,
}

/// Document to load.
struct Task {
    reference: String,
    base: Arc<str>,
    /// Position of the reference to it; `None` for the schema itself.
    at: Option<SchemaPosition>,
    namespace: Arc<str>,
    depth: u32,
    /// Document with the reference to it.
    chain: Option<usize>,
    kind: TaskKind,
}

enum TaskKind {
    Include(GrammarScope),
    /// The definition gets the pattern; references in it are to the grammar.
    External(DefineId, GrammarScope),
}

/// Documents that include each other.
struct Inclusion {
    file: FileId,
    outer: Option<usize>,
}

/// Reference from a document to another: where it is, and what it inherits.
#[derive(Clone, Debug)]
pub struct Inherited {
    /// Reference to the other document.
    pub href: String,
    /// Base of the reference.
    pub base: Arc<str>,
    /// Namespace that the other document inherits.
    pub namespace: Arc<str>,
    /// SchemaPosition of the reference.
    pub at: SchemaPosition,
}

/// Schema while its documents are loaded.
#[derive(Default)]
pub struct PatternsBuilder {
    /// All patterns.
    pub patterns: Patterns,
    defines: Vec<Define>,
    grammars: Vec<Grammar>,
    overrides: Vec<Overridden>,
    inclusions: Vec<Inclusion>,
    declarations: DeclarationsBuilder,
    files: FxHashMap<Arc<str>, FileId>,
    externals: FxHashMap<(FileId, Arc<str>, Option<GrammarId>), DefineId>,
    tasks: Vec<Task>,
    problems: Vec<SchemaProblem>,
    strings: FxHashSet<Arc<str>>,
    /// Definition of the root elements.
    start: DefineId,
    documents: usize,
    bytes: LoadedBytes,
}

/// Loaded schema: its patterns and definitions.
#[derive(Debug)]
pub struct LoadedPatterns {
    /// All patterns.
    pub patterns: Patterns,
    /// Pattern of each definition.
    pub defines: Vec<PatternId>,
    /// Definition of the root elements.
    pub start: DefineId,
    /// Declarations, which contain only the files.
    pub declarations: DeclarationsBuilder,
    /// Problems.
    pub problems: Vec<SchemaProblem>,
}

/// Returns the message that `write` makes of a text of the schema: one line that is not too long.
pub fn quoting(text: &str, write: impl Fn(&str) -> String) -> String {
    fit(&shorten(text, MAX_MESSAGE_LENGTH).replace(char::is_control, " "), write)
}

impl Overridden {
    /// Adds the definition `name`; `None` is the start.
    pub fn add(&mut self, name: Option<Arc<str>>) {
        match name {
            Some(name) => _ = self.names.insert(name),
            None => self.start = true,
        }
    }
}

impl SchemaContext {
    /// Returns whether its definitions are added to the grammar that includes it; otherwise it is a pattern.
    pub const fn is_included(&self) -> bool {
        self.pattern_of.is_none()
    }

    /// Returns the position at byte `offset` of the document.
    pub fn position(&self, offset: usize) -> SchemaPosition {
        SchemaPosition::new(self.file, offset)
    }
}

impl PatternsBuilder {
    /// Creates a builder whose first document is at `location`.
    pub fn new(location: &str) -> Self {
        let mut builder = Self::default();
        builder.start = builder.new_define("");
        let none = builder.string("");
        builder.tasks.push(Task {
            reference: location.to_owned(),
            base: Arc::clone(&none),
            at: None,
            namespace: none,
            depth: 0,
            chain: None,
            kind: TaskKind::External(builder.start, GrammarScope::default()),
        });
        builder
    }

    /// Returns the patterns of all documents.
    pub fn finish(mut self) -> LoadedPatterns {
        let mut defines = Vec::with_capacity(self.defines.len());
        for mut define in std::mem::take(&mut self.defines) {
            if define.parts.is_empty() {
                if let Some(at) = define.used_at.filter(|_| !define.is_excused) {
                    let name = &define.name;
                    let message = match &**name {
                        "" => "missing start".to_owned(),
                        name => quoting(name, |name| format!("no definition of '{name}'")),
                    };
                    self.problem(at, message);
                }
                // What is missing must not remove what is around it.
                defines.push(EMPTY);
                continue;
            }
            defines.push(match define.combine {
                Some(Combine::Interleave) => self.patterns.group(&mut define.parts, 0),
                _ => self.patterns.choice(&mut define.parts, 0),
            });
        }
        let Self { patterns, declarations, problems, start, .. } = self;
        LoadedPatterns { patterns, defines, start, declarations, problems }
    }

    /// Returns the next document to parse, with its text.
    pub fn next_document(&mut self, texts: &mut dyn SchemaTexts) -> Option<(SchemaContext, Arc<str>)> {
        loop {
            let task = self.tasks.pop()?;
            let next = self.document(task, texts);
            if next.is_some() {
                return next;
            }
        }
    }

    /// Reads the text of a document, unless its patterns are known.
    fn document(&mut self, task: Task, texts: &mut dyn SchemaTexts) -> Option<(SchemaContext, Arc<str>)> {
        let Task { reference, base, at, namespace, depth, chain, kind } = task;
        if depth > DEEPEST || self.documents >= MAX_DOCUMENTS {
            self.too_large(&kind, at, "schema has too many documents");
            return None;
        }
        self.documents += 1;
        let text = match texts.text(&reference, &base) {
            Ok(text) => text,
            Err(reason) => {
                self.not_loaded(&kind, at, reason);
                return None;
            }
        };
        let known_files = self.files.len();
        let file = self.file(&text.location, &text.text);
        let is_repeated = self.files.len() == known_files;
        let name = quoting(&reference, str::to_owned);
        if let Err(message) = self.bytes.add(text.text.len(), is_repeated, &name) {
            self.too_large(&kind, at, &message);
            return None;
        }
        if self.is_within(file, chain) {
            self.not_loaded(&kind, at, quoting(&reference, |it| format!("schema includes itself: {it}")));
            return None;
        }
        let (scope, pattern_of) = match kind {
            TaskKind::Include(scope) => (scope, None),
            TaskKind::External(define, scope) => {
                let key = (file, Arc::clone(&namespace), scope.grammar);
                if let Some(&known) = self.externals.get(&key) {
                    let pattern = self.patterns.add(Pattern::Ref(known));
                    self.defines[define as usize].parts.push(pattern);
                    return None;
                }
                self.externals.insert(key, define);
                (scope, Some(define))
            }
        };
        self.inclusions.push(Inclusion { file, outer: chain });
        let chain = self.inclusions.len() - 1;
        let context = SchemaContext { file, location: text.location, namespace, scope, pattern_of, depth, chain };
        Some((context, text.text))
    }

    /// Returns whether `file` is one of the documents that include each other up to `chain`.
    fn is_within(&self, file: FileId, mut chain: Option<usize>) -> bool {
        while let Some(inclusion) = chain.and_then(|number| self.inclusions.get(number)) {
            if inclusion.file == file {
                return true;
            }
            chain = inclusion.outer;
        }
        false
    }

    /// Sets the pattern of a document that is parsed, unless it is included.
    pub fn complete(&mut self, context: &SchemaContext, pattern: Option<PatternId>) {
        if let Some(define) = context.pattern_of {
            let define = &mut self.defines[define as usize];
            define.parts.extend(pattern);
            define.is_excused = true;
        }
    }

    fn not_loaded(&mut self, kind: &TaskKind, at: Option<SchemaPosition>, reason: String) {
        self.excuse(kind);
        self.add_problem(SchemaProblem { at, message: reason });
    }

    /// Returns whether there are too many patterns, and records this as a problem. The caller then stops.
    pub fn is_full(&mut self, at: SchemaPosition) -> bool {
        let is_full = self.patterns.is_full();
        if is_full {
            self.problem(at, "schema has too many patterns");
        }
        is_full
    }

    /// Records that a problem explains why a document has no pattern.
    fn excuse(&mut self, kind: &TaskKind) {
        if let TaskKind::External(define, _) = *kind {
            self.defines[define as usize].is_excused = true;
        }
    }

    /// Stops the loading of documents.
    fn too_large(&mut self, kind: &TaskKind, at: Option<SchemaPosition>, message: &str) {
        let tasks = std::mem::take(&mut self.tasks);
        for kind in tasks.iter().map(|task| &task.kind).chain([kind]) {
            self.excuse(kind);
        }
        self.problems.truncate(MAX_PROBLEMS - 1);
        self.problems.push(SchemaProblem { at, message: message.to_owned() });
    }

    /// Adds a problem, once: a document can be loaded several times.
    fn add_problem(&mut self, problem: SchemaProblem) {
        if self.problems.len() < MAX_PROBLEMS && !self.problems.contains(&problem) {
            self.problems.push(problem);
        }
    }

    fn file(&mut self, location: &Arc<str>, text: &str) -> FileId {
        let new = || self.declarations.file(location, text);
        *self.files.entry(Arc::clone(location)).or_insert_with(new)
    }

    /// Returns a string that is shared by all patterns.
    pub fn string(&mut self, string: &str) -> Arc<str> {
        if let Some(known) = self.strings.get(string) {
            return Arc::clone(known);
        }
        let new = Arc::<str>::from(string);
        self.strings.insert(Arc::clone(&new));
        new
    }

    /// Records a problem.
    pub fn problem(&mut self, at: SchemaPosition, message: impl Into<String>) {
        self.add_problem(SchemaProblem { at: Some(at), message: message.into() });
    }

    fn new_define(&mut self, name: &str) -> DefineId {
        let name = self.string(name);
        self.defines.push(Define { name, ..Define::default() });
        index(self.defines.len() - 1)
    }

    /// Creates a grammar within that of `outer`.
    pub fn grammar(&mut self, outer: GrammarScope) -> GrammarScope {
        let start = self.new_define("");
        self.grammars.push(Grammar { parent: outer.grammar, start, names: FxHashMap::default() });
        GrammarScope { grammar: Some(self.grammars.len() - 1), overrides: None }
    }

    /// Returns a reference to the start of a grammar.
    pub fn start(&mut self, scope: GrammarScope, at: SchemaPosition) -> PatternId {
        let start = scope.grammar.and_then(|grammar| self.grammars.get(grammar)).map(|grammar| grammar.start);
        start.map_or(EMPTY, |start| self.use_of(start, at))
    }

    fn use_of(&mut self, define: DefineId, at: SchemaPosition) -> PatternId {
        self.defines[define as usize].used_at.get_or_insert(at);
        self.patterns.add(Pattern::Ref(define))
    }

    fn named(&mut self, grammar: GrammarId, name: &str) -> DefineId {
        if let Some(&known) = self.grammars[grammar].names.get(name) {
            return known;
        }
        let (define, name) = (self.new_define(name), self.string(name));
        self.grammars[grammar].names.insert(name, define);
        define
    }

    /// Returns a reference to the definition `name` of a grammar.
    pub fn reference(&mut self, scope: GrammarScope, name: &str, at: SchemaPosition) -> PatternId {
        let Some(grammar) = scope.grammar else {
            self.problem(at, quoting(name, |name| format!("reference to '{name}' outside a grammar")));
            return EMPTY;
        };
        let define = self.named(grammar, name);
        self.use_of(define, at)
    }

    /// Returns a reference to the definition `name` of the grammar that contains that of `scope`.
    pub fn parent_reference(&mut self, scope: GrammarScope, name: &str, at: SchemaPosition) -> PatternId {
        let parent = scope.grammar.and_then(|grammar| self.grammars[grammar].parent);
        self.reference(GrammarScope { grammar: parent, overrides: None }, name, at)
    }

    /// Adds a definition, the start without a name, unless it is overridden.
    pub fn define(
        &mut self,
        scope: GrammarScope,
        name: Option<&str>,
        combine: Option<Combine>,
        pattern: PatternId,
        at: SchemaPosition,
    ) {
        let Some(grammar) = scope.grammar else { return };
        let mut next = scope.overrides;
        while let Some(overrides) = next.and_then(|number| self.overrides.get(number)) {
            if name.map_or(overrides.start, |name| overrides.names.contains(name)) {
                return;
            }
            next = overrides.outer;
        }
        let id = name.map_or(self.grammars[grammar].start, |name| self.named(grammar, name));
        let define = &mut self.defines[id as usize];
        let is_second = combine.is_none() && define.has_plain;
        define.has_plain |= combine.is_none();
        let differs = combine.is_some() && define.combine.is_some_and(|known| Some(known) != combine);
        define.combine = define.combine.or(combine);
        define.parts.push(pattern);
        let name = name.unwrap_or("start");
        if is_second {
            self.problem(at, quoting(name, |name| format!("duplicate definition of '{name}'")));
        } else if differs {
            self.problem(at, quoting(name, |name| format!("definitions of '{name}' are combined in different ways")));
        }
    }

    /// Returns a reference to the pattern in another document.
    pub fn external(&mut self, context: &SchemaContext, scope: GrammarScope, inherited: Inherited) -> PatternId {
        let (define, at) = (self.new_define(""), inherited.at);
        let scope = GrammarScope { overrides: None, ..scope };
        self.load_later(context, inherited, TaskKind::External(define, scope));
        self.use_of(define, at)
    }

    /// Adds the definitions in another document to the grammar of `scope`, except those that are overridden.
    pub fn include(
        &mut self,
        context: &SchemaContext,
        scope: GrammarScope,
        inherited: Inherited,
        mut overrides: Overridden,
    ) {
        overrides.outer = scope.overrides;
        let is_any = overrides.start || !overrides.names.is_empty();
        let overrides = if is_any {
            self.overrides.push(overrides);
            Some(self.overrides.len() - 1)
        } else {
            scope.overrides
        };
        self.load_later(context, inherited, TaskKind::Include(GrammarScope { overrides, ..scope }));
    }

    fn load_later(&mut self, context: &SchemaContext, inherited: Inherited, kind: TaskKind) {
        let Inherited { href, base, namespace, at } = inherited;
        let (depth, chain) = (context.depth + 1, Some(context.chain));
        self.tasks.push(Task { reference: href, base, at: Some(at), namespace, depth, chain, kind });
    }
}
