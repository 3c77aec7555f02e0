//! Graph of the source files of some crates: which file uses items that another file defines.
//!
//! Each path in the code is resolved to the file that *defines* the item, through `use`, `pub use`, renames, globs,
//! `crate`, `super`, `self`, other crates of the workspace and type aliases. So a re-export hides nothing.
//!
//! Paths are collected everywhere: in `use` items, in types, expressions and patterns, and among the tokens of macros
//! and attributes. The types of expressions are not known: a method call or a field access alone is not an import.
//! Items that only tests compile are omitted.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};
use syn::ext::IdentExt;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Attribute, Item, Meta, Token, UseTree, Visibility};

/// Text of each source file, by its path from the top of the repository.
pub type Sources = BTreeMap<String, String>;

/// Crate: its name in paths, and its first file.
#[derive(Clone, Copy, Debug)]
pub struct Root {
    /// Name in paths: `iri_core`.
    pub name: &'static str,
    /// First file: `core/src/lib.rs`.
    pub file: &'static str,
}

/// Use of an item of another file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Import {
    /// File that uses the item.
    pub from: String,
    /// File that defines the item.
    pub to: String,
    /// Line of the first use.
    pub line: usize,
    /// Path as written there.
    pub path: String,
}

impl std::fmt::Display for Import {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{}:{}: {} is defined in {}", self.from, self.line, self.path, self.to)
    }
}

/// Item that a file uses, by its full path, such as `iri_core::text::span::Span` or `tower_lsp::lsp_types::Url`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Known {
    /// Full path of the definition, including what follows a type, such as a method or a variant.
    pub definition: String,
    /// Line of the first use.
    pub line: usize,
}

/// Target of a path.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Target {
    Module(usize),
    Item { module: usize, name: String },
    External(Vec<String>),
}

/// Target with the segments that follow an item: a variant, an associated function.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Resolved {
    target: Target,
    tail: Vec<String>,
}

/// Path as written.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Written {
    segments: Vec<String>,
    line: usize,
}

#[derive(Debug)]
struct Use {
    path: Written,
    /// Imported name; `None` for a glob.
    name: Option<String>,
    is_reexport: bool,
}

#[derive(Debug, Default)]
struct Module {
    /// Names, starting with that of the crate.
    path: Vec<String>,
    parent: Option<usize>,
    root: usize,
    file: String,
    children: HashMap<String, usize>,
    items: HashMap<String, Definition>,
    uses: Vec<Use>,
    paths: Vec<Written>,
    /// Whether its items are in the file of its parent.
    is_inline: bool,
}

/// Relevant properties of an item.
#[derive(Debug, Default)]
struct Definition {
    /// Paths in the aliased type.
    alias_of: Vec<Written>,
    variants: Vec<String>,
    is_trait: bool,
}

/// Modules of some crates.
#[derive(Debug)]
pub struct Graph {
    modules: Vec<Module>,
    roots: HashMap<String, usize>,
    /// Names of associated functions, by crate.
    functions: HashSet<(usize, String)>,
}

impl Graph {
    /// Parses the crates that start with `roots`.
    ///
    /// # Panics
    ///
    /// Panics if a file is missing or is not Rust.
    pub fn new(roots: &[Root], sources: &Sources) -> Self {
        let mut graph = Self { modules: Vec::new(), roots: HashMap::new(), functions: HashSet::new() };
        for root in roots {
            let id = graph.modules.len();
            let path = vec![root.name.to_owned()];
            graph.modules.push(Module { path, root: id, file: root.file.to_owned(), ..Module::default() });
            graph.roots.insert(root.name.to_owned(), id);
            let directory = root.file.rsplit_once('/').map_or("", |(directory, _)| directory).to_owned();
            graph.read(id, &directory, sources);
        }
        graph
    }

    /// Parses the file of `module`, whose children are in `directory`, and those of its children.
    fn read(&mut self, module: usize, directory: &str, sources: &Sources) {
        let file = self.modules[module].file.clone();
        let text = sources.get(&file).unwrap_or_else(|| panic!("{file} is missing"));
        let parsed = syn::parse_file(text).unwrap_or_else(|error| panic!("{file}: {error}"));
        self.collect(module, directory, &parsed.items, sources);
    }

    fn collect(&mut self, module: usize, directory: &str, items: &[Item], sources: &Sources) {
        let mut reader = Reader::default();
        for item in items.iter().filter(|item| !is_for_tests(attributes(item))) {
            self.define(module, item);
            match item {
                Item::Mod(child) => self.enter(module, directory, child, sources),
                item => reader.visit_item(item),
            }
        }
        self.modules[module].uses = reader.uses;
        self.modules[module].paths = reader.paths;
    }

    fn enter(&mut self, parent: usize, directory: &str, child: &syn::ItemMod, sources: &Sources) {
        let name = child.ident.unraw().to_string();
        assert!(!child.attrs.iter().any(|attribute| attribute.path().is_ident("path")), "mod {name} has a path");
        let id = self.modules.len();
        let inside = format!("{directory}/{name}");
        let is_inline = child.content.is_some();
        let file = if is_inline {
            self.modules[parent].file.clone()
        } else {
            let candidates = [format!("{inside}.rs"), format!("{inside}/mod.rs")];
            let found = candidates.iter().find(|file| sources.contains_key(*file));
            found.unwrap_or_else(|| panic!("neither of {candidates:?} exists")).clone()
        };
        let path = [self.modules[parent].path.as_slice(), std::slice::from_ref(&name)].concat();
        let root = self.modules[parent].root;
        self.modules.push(Module { path, parent: Some(parent), root, file, is_inline, ..Module::default() });
        self.modules[parent].children.insert(name, id);
        match &child.content {
            Some((_, items)) => self.collect(id, &inside, items, sources),
            None => self.read(id, &inside, sources),
        }
    }

    /// Adds the definition of `item` in `module`.
    fn define(&mut self, module: usize, item: &Item) {
        let mut definition = Definition::default();
        let name = match item {
            Item::Const(item) => &item.ident,
            Item::Enum(item) => {
                definition.variants = item.variants.iter().map(|variant| variant.ident.unraw().to_string()).collect();
                &item.ident
            }
            Item::Fn(item) => &item.sig.ident,
            Item::Impl(item) => {
                let root = self.modules[module].root;
                for function in &item.items {
                    if let syn::ImplItem::Fn(function) = function {
                        self.functions.insert((root, function.sig.ident.unraw().to_string()));
                    }
                }
                return;
            }
            Item::Macro(item) => match &item.ident {
                Some(name) => name,
                None => return,
            },
            Item::Static(item) => &item.ident,
            Item::Struct(item) => &item.ident,
            Item::Trait(item) => {
                definition.is_trait = true;
                &item.ident
            }
            Item::Type(item) => {
                let mut reader = Reader::default();
                reader.visit_type(&item.ty);
                definition.alias_of = reader.paths;
                &item.ident
            }
            Item::Union(item) => &item.ident,
            _ => return,
        };
        self.modules[module].items.insert(name.unraw().to_string(), definition);
    }

    /// Returns the targets of `name` in `module`.
    fn lookup(&self, module: usize, name: &str, visited: &mut HashSet<(usize, String)>) -> Vec<Target> {
        if !visited.insert((module, name.to_owned())) {
            return Vec::new();
        }
        let scope = &self.modules[module];
        let mut targets = Vec::new();
        targets.extend(scope.children.get(name).map(|&child| Target::Module(child)));
        if scope.items.contains_key(name) {
            targets.push(Target::Item { module, name: name.to_owned() });
        }
        for import in &scope.uses {
            match &import.name {
                Some(known) if known == name => {
                    let found = self.resolve_in(module, &import.path.segments, true, visited);
                    targets.extend(found.into_iter().map(|found| found.target));
                }
                Some(_) => {}
                None => {
                    for found in self.resolve_in(module, &import.path.segments, true, visited) {
                        match found.target {
                            Target::Module(other) => targets.extend(self.lookup(other, name, visited)),
                            Target::Item { module, name: owner } => {
                                let variants = &self.modules[module].items[&owner].variants;
                                if variants.iter().any(|variant| variant == name) {
                                    targets.push(Target::Item { module, name: owner });
                                }
                            }
                            Target::External(_) => {}
                        }
                    }
                }
            }
        }
        visited.remove(&(module, name.to_owned()));
        targets
    }

    /// Resolves the path `segments` from `module`; `is_use` is true for a path of a `use` item.
    fn resolve(&self, module: usize, segments: &[String], is_use: bool) -> Vec<Resolved> {
        let mut found = self.resolve_in(module, segments, is_use, &mut HashSet::new());
        found.sort();
        found.dedup();
        found
    }

    fn resolve_in(
        &self,
        module: usize,
        segments: &[String],
        is_use: bool,
        visited: &mut HashSet<(usize, String)>,
    ) -> Vec<Resolved> {
        let (start, rest) = match segments {
            // A path that starts with `::`.
            [colons, name, rest @ ..] if colons.is_empty() => (self.crate_named(name), rest),
            [first, rest @ ..] => (self.first(module, first, is_use || !rest.is_empty(), visited), rest),
            [] => return Vec::new(),
        };
        let mut reached: Vec<Resolved> =
            start.into_iter().map(|target| Resolved { target, tail: Vec::new() }).collect();
        for segment in rest {
            reached = reached.into_iter().flat_map(|reached| self.step(reached, segment, visited)).collect();
        }
        reached
    }

    /// Resolves the first segment of a path; `may_be_crate` is true if it can be a crate.
    fn first(
        &self,
        module: usize,
        name: &str,
        may_be_crate: bool,
        visited: &mut HashSet<(usize, String)>,
    ) -> Vec<Target> {
        match name {
            // `$crate` is parsed without its sign.
            "crate" => vec![Target::Module(self.modules[module].root)],
            "self" => vec![Target::Module(module)],
            "super" => self.modules[module].parent.map(Target::Module).into_iter().collect(),
            "Self" => Vec::new(),
            name => {
                let found = self.lookup(module, name, visited);
                if found.is_empty() && may_be_crate { self.crate_named(name) } else { found }
            }
        }
    }

    fn crate_named(&self, name: &str) -> Vec<Target> {
        match self.roots.get(name) {
            Some(&root) => vec![Target::Module(root)],
            None => vec![Target::External(vec![name.to_owned()])],
        }
    }

    fn step(&self, reached: Resolved, segment: &str, visited: &mut HashSet<(usize, String)>) -> Vec<Resolved> {
        let Resolved { target, mut tail } = reached;
        match target {
            Target::Module(module) if segment == "super" => {
                let parent = self.modules[module].parent.map(Target::Module);
                parent.into_iter().map(|target| Resolved { target, tail: Vec::new() }).collect()
            }
            Target::Module(module) => {
                let targets = self.lookup(module, segment, visited);
                targets.into_iter().map(|target| Resolved { target, tail: Vec::new() }).collect()
            }
            Target::Item { .. } => {
                tail.push(segment.to_owned());
                vec![Resolved { target, tail }]
            }
            Target::External(mut path) => {
                path.push(segment.to_owned());
                vec![Resolved { target: Target::External(path), tail }]
            }
        }
    }

    /// Returns `found` with type aliases replaced by their types.
    fn see_through(&self, found: Vec<Resolved>) -> Vec<Resolved> {
        let mut all: Vec<Resolved> = Vec::new();
        let mut waiting = found;
        while let Some(next) = waiting.pop() {
            if all.contains(&next) {
                continue;
            }
            if let Target::Item { module, name } = &next.target {
                for path in &self.modules[*module].items[name].alias_of {
                    let aliased = self.resolve(*module, &path.segments, false);
                    // An associated item of the alias belongs to the type.
                    waiting.extend(aliased.into_iter().map(|mut aliased| {
                        if aliased.tail.is_empty() {
                            aliased.tail.clone_from(&next.tail);
                        }
                        aliased
                    }));
                }
            }
            all.push(next);
        }
        all
    }

    /// Returns every path that a file of the crate `name` uses, with its targets.
    fn uses(&self, name: &str) -> Vec<(usize, &Written, Vec<Resolved>)> {
        let root = self.roots[name];
        let mut uses = Vec::new();
        for (id, module) in self.modules.iter().enumerate().filter(|(_, module)| module.root == root) {
            for path in &module.paths {
                uses.push((id, path, self.resolve(id, &path.segments, false)));
            }
            for import in &module.uses {
                let mut found = self.resolve(id, &import.path.segments, true);
                if import.name.is_none() {
                    found = found.into_iter().flat_map(|found| self.of_glob(found)).collect();
                }
                if import.is_reexport {
                    found.retain(|found| !self.is_within(&found.target, id));
                }
                uses.push((id, &import.path, found));
            }
        }
        uses
    }

    /// Returns the items that a glob import uses without naming them: the traits, whose methods need no name, an enum,
    /// and everything of a crate that is not parsed here. Other names are counted where they are used.
    fn of_glob(&self, found: Resolved) -> Vec<Resolved> {
        match found.target {
            Target::Module(module) => {
                let mut names = BTreeSet::new();
                self.names(module, &mut names, &mut HashSet::new());
                let targets = names.iter().flat_map(|name| self.lookup(module, name, &mut HashSet::new()));
                let is_trait = |target: &Target| match target {
                    Target::Item { module, name } => self.modules[*module].items[name].is_trait,
                    _ => false,
                };
                targets.filter(is_trait).map(|target| Resolved { target, tail: Vec::new() }).collect()
            }
            _ => vec![found],
        }
    }

    /// Collects the names that `module` makes available.
    fn names(&self, module: usize, names: &mut BTreeSet<String>, visited: &mut HashSet<usize>) {
        if !visited.insert(module) {
            return;
        }
        let scope = &self.modules[module];
        names.extend(scope.items.keys().cloned());
        for import in &scope.uses {
            match &import.name {
                Some(name) => _ = names.insert(name.clone()),
                None => {
                    for found in self.resolve(module, &import.path.segments, true) {
                        if let Target::Module(other) = found.target {
                            self.names(other, names, visited);
                        }
                    }
                }
            }
        }
    }

    fn is_within(&self, target: &Target, ancestor: usize) -> bool {
        let module = match target {
            Target::Module(module) | Target::Item { module, .. } => *module,
            Target::External(_) => return false,
        };
        let (path, above) = (&self.modules[module].path, &self.modules[ancestor].path);
        path.len() > above.len() && path.starts_with(above)
    }

    /// Returns the path of the definition.
    fn definition(&self, found: &Resolved) -> Option<String> {
        let path = match &found.target {
            Target::Module(_) => return None,
            Target::Item { module, name } => {
                [self.modules[*module].path.as_slice(), std::slice::from_ref(name)].concat()
            }
            Target::External(path) => path.clone(),
        };
        Some([path.as_slice(), found.tail.as_slice()].concat().join("::"))
    }

    /// Returns the files of the crate `name`, each with the path of its module: `text::span`, and an empty path for the
    /// first file of the crate.
    pub fn files(&self, name: &str) -> BTreeMap<String, String> {
        let root = self.roots[name];
        let modules = self.modules.iter().filter(|module| module.root == root && !module.is_inline);
        modules.map(|module| (module.file.clone(), module.path[1..].join("::"))).collect()
    }

    /// Returns the imports between the files of the crate `name`, one for each pair of files.
    pub fn imports(&self, name: &str) -> Vec<Import> {
        let root = self.roots[name];
        let mut imports: BTreeMap<(&str, &str), Import> = BTreeMap::new();
        for (id, path, found) in self.uses(name) {
            let from = self.modules[id].file.as_str();
            for found in self.see_through(found) {
                let Target::Item { module, .. } = found.target else { continue };
                let to = &self.modules[module];
                if to.root != root || to.file == from {
                    continue;
                }
                let import =
                    Import { from: from.to_owned(), to: to.file.clone(), line: path.line, path: written(path) };
                let kept = imports.entry((from, to.file.as_str())).or_insert_with(|| import.clone());
                if import.line < kept.line {
                    *kept = import;
                }
            }
        }
        imports.into_values().collect()
    }

    /// Returns the items that the files of the crate `name` use, by file.
    pub fn knowledge(&self, name: &str) -> BTreeMap<String, Vec<Known>> {
        let mut knowledge: BTreeMap<String, BTreeMap<String, usize>> = BTreeMap::new();
        for (id, path, found) in self.uses(name) {
            let known = knowledge.entry(self.modules[id].file.clone()).or_default();
            for definition in self.see_through(found).iter().filter_map(|found| self.definition(found)) {
                let line = known.entry(definition).or_insert(path.line);
                *line = path.line.min(*line);
            }
        }
        let list = |known: BTreeMap<String, usize>| {
            known.into_iter().map(|(definition, line)| Known { definition, line }).collect()
        };
        knowledge.into_iter().map(|(file, known)| (file, list(known))).collect()
    }

    /// Returns whether the crate `name` has a module or an item at `path`, or an item with an associated function
    /// there.
    pub fn has(&self, name: &str, path: &str) -> bool {
        let path: Vec<&str> = path.split("::").collect();
        let module_at = |path: &[&str]| {
            let is_here = |module: &Module| module.path[0] == name && module.path[1..].iter().eq(path.iter());
            self.modules.iter().position(is_here)
        };
        let has_item = |path: &[&str]| {
            let (item, module) = path.split_last().expect("a path has segments");
            module_at(module).is_some_and(|module| self.modules[module].items.contains_key(*item))
        };
        let (last, owner) = path.split_last().expect("a path has segments");
        let is_function = || self.functions.contains(&(self.roots[name], (*last).to_owned()));
        module_at(&path).is_some() || has_item(&path) || (!owner.is_empty() && has_item(owner) && is_function())
    }
}

/// Returns the groups of files that import each other, directly or through others.
pub fn circles(imports: &[Import]) -> Vec<Vec<String>> {
    let mut next: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for import in imports {
        next.entry(&import.from).or_default().push(&import.to);
    }
    let reachable = |start: &str| {
        let mut reached = BTreeSet::new();
        let mut waiting = vec![start];
        while let Some(file) = waiting.pop() {
            let unseen = next.get(file).into_iter().flatten().filter(|file| reached.insert(**file));
            waiting.extend(unseen.copied().collect::<Vec<_>>());
        }
        reached
    };
    let reached: BTreeMap<&str, BTreeSet<&str>> = next.keys().map(|&file| (file, reachable(file))).collect();
    let mut circles: Vec<Vec<String>> = Vec::new();
    for (file, others) in reached.iter().filter(|(file, others)| others.contains(*file)) {
        let mutual = others.iter().filter(|other| reached.get(*other).is_some_and(|back| back.contains(file)));
        let circle: Vec<String> = mutual.map(|&other| other.to_owned()).collect();
        if !circles.contains(&circle) {
            circles.push(circle);
        }
    }
    circles
}

fn written(path: &Written) -> String {
    path.segments.join("::")
}

/// Paths and `use` items of a module, without those of the modules in it.
#[derive(Default)]
struct Reader {
    uses: Vec<Use>,
    paths: Vec<Written>,
}

impl Reader {
    fn flatten(&mut self, prefix: &[String], tree: &UseTree, is_reexport: bool) {
        let line = tree.span().start().line;
        let joined = |name: &syn::Ident| [prefix, &[name.unraw().to_string()]].concat();
        let mut import = |segments: Vec<String>, name: Option<String>| {
            self.uses.push(Use { path: Written { segments, line }, name, is_reexport });
        };
        match tree {
            UseTree::Path(path) => self.flatten(&joined(&path.ident), &path.tree, is_reexport),
            // `use a::{self}` is `use a`.
            UseTree::Name(name) if name.ident == "self" => import(prefix.to_vec(), prefix.last().cloned()),
            UseTree::Name(name) => import(joined(&name.ident), Some(name.ident.unraw().to_string())),
            UseTree::Rename(renamed) => {
                let path = if renamed.ident == "self" { prefix.to_vec() } else { joined(&renamed.ident) };
                import(path, Some(renamed.rename.unraw().to_string()));
            }
            UseTree::Glob(_) => import(prefix.to_vec(), None),
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.flatten(prefix, tree, is_reexport)),
        }
    }

    /// Collects the paths among the tokens of a macro, which are not parsed.
    fn tokens(&mut self, tokens: TokenStream) {
        let mut path: Option<Written> = None;
        // Whether the next identifier continues `path`, and whether it is the name of a field or a method.
        let (mut colons, mut is_member) = (0, false);
        for token in tokens {
            match token {
                TokenTree::Ident(name) => {
                    let line = name.span().start().line;
                    let name = name.unraw().to_string();
                    match &mut path {
                        Some(path) if colons == 2 => path.segments.push(name),
                        _ => {
                            self.paths.extend(path.take());
                            path = (!is_member).then(|| Written { segments: vec![name], line });
                        }
                    }
                    (colons, is_member) = (0, false);
                }
                TokenTree::Punct(sign)
                    if sign.as_char() == ':' && (sign.spacing() == Spacing::Joint || colons == 1) =>
                {
                    colons += 1;
                }
                TokenTree::Punct(sign) => {
                    self.paths.extend(path.take());
                    (colons, is_member) = (0, sign.as_char() == '.');
                }
                TokenTree::Group(group) => {
                    // `a::{b, c}` in a `use` item within a macro.
                    assert!(colons == 0 || group.delimiter() != Delimiter::Brace, "use in a macro is not understood");
                    self.paths.extend(path.take());
                    (colons, is_member) = (0, false);
                    self.tokens(group.stream());
                }
                TokenTree::Literal(_) => {
                    self.paths.extend(path.take());
                    (colons, is_member) = (0, false);
                }
            }
        }
        self.paths.extend(path);
    }
}

impl<'ast> Visit<'ast> for Reader {
    fn visit_item(&mut self, item: &'ast Item) {
        // Items within functions are visited here too.
        if !is_for_tests(attributes(item)) {
            visit::visit_item(self, item);
        }
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        if !is_for_tests(&function.attrs) {
            visit::visit_impl_item_fn(self, function);
        }
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        let prefix = item.leading_colon.as_ref().map(|_| String::new());
        let is_reexport = !matches!(item.vis, Visibility::Inherited);
        self.flatten(prefix.as_slice(), &item.tree, is_reexport);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let line = path.span().start().line;
        let names = path.segments.iter().map(|segment| segment.ident.unraw().to_string());
        let segments = path.leading_colon.as_ref().map(|_| String::new()).into_iter().chain(names).collect();
        self.paths.push(Written { segments, line });
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        self.tokens(call.tokens.clone());
        visit::visit_macro(self, call);
    }

    fn visit_attribute(&mut self, attribute: &'ast Attribute) {
        if let Meta::List(list) = &attribute.meta {
            self.tokens(list.tokens.clone());
        }
        visit::visit_attribute(self, attribute);
    }
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::ExternCrate(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::ForeignMod(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::TraitAlias(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Union(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

/// Returns whether an item with these attributes exists only in tests.
fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("test")
            || attribute.path().is_ident("cfg")
                && attribute.parse_args::<Meta>().is_ok_and(|condition| !may_hold_outside_tests(&condition))
    })
}

/// Returns whether a condition of `cfg` can be true in a build that is not a test.
fn may_hold_outside_tests(condition: &Meta) -> bool {
    let parts = |list: &syn::MetaList| {
        let parts = list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated);
        parts.expect("a list of conditions").into_iter().collect::<Vec<_>>()
    };
    match condition {
        Meta::Path(path) => !(path.is_ident("test") || path.is_ident("doctest")),
        Meta::List(list) if list.path.is_ident("all") => parts(list).iter().all(may_hold_outside_tests),
        Meta::List(list) if list.path.is_ident("any") => parts(list).iter().any(may_hold_outside_tests),
        _ => true,
    }
}
