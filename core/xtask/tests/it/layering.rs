//! The layers of docs/architecture.md, compared with the imports of the sources.
//!
//! `modules.rs` resolves each path to the file that defines the item, so a re-export hides nothing. The tables below are
//! the layout: a row is a layer, and a file may import from its own layer and from those above it in the table.
//!
//! A new import must follow the tables. If one cannot, `allowed` lists it with the reason; an entry that is no longer
//! needed fails the tests. The limits are the known violations: they may only decrease.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use crate::modules::{Graph, Import, Known, Root, Sources, circles};
use crate::repository::root;

/// Layer and its modules. A module is in the row that names it or its nearest ancestor; `""` is the first file of the
/// crate.
type Layout = &'static [(&'static str, &'static [&'static str])];

/// Import that the layout does not allow: the two files and the reason for it.
type Allowed = &'static [(&'static str, &'static str, &'static str)];

struct Crate {
    root: Root,
    layout: Layout,
    allowed: Allowed,
    limits: Numbers,
}

/// Violations in the imports of a crate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Numbers {
    circles: usize,
    files_in_circles: usize,
    backward_imports: usize,
}

const CORE: Crate = Crate {
    root: Root { name: "iri_core", file: "core/src/lib.rs" },
    layout: &[
        ("cancel", &["cancel"]),
        ("text", &["text"]),
        ("unicode", &["unicode"]),
        ("reference", &["reference"]),
        ("bidi", &["bidi"]),
        ("characters", &["characters"]),
        ("interop", &["interop"]),
        ("rules", &["rules"]),
        ("inspect", &["inspect"]),
        ("vocabularies", &["vocabularies"]),
        ("xml", &["xml", "rdf"]),
        ("schema", &["schema"]),
        ("present", &["present"]),
        ("files", &["files"]),
        ("workspace", &["workspace"]),
        ("serialize", &["serialize"]),
        ("crate", &[""]),
    ],
    allowed: &[],
    limits: Numbers { circles: 0, files_in_circles: 0, backward_imports: 0 },
};

const TUI: Crate = Crate {
    root: Root { name: "iri_inspect", file: "tui/src/lib.rs" },
    layout: &[
        ("terminal", &["terminal"]),
        ("theme", &["theme"]),
        ("cells", &["cells"]),
        ("cli", &["cli"]),
        ("files", &["files"]),
        ("report", &["report"]),
        ("inspector", &["inspector"]),
        ("ui", &["ui"]),
        ("commands", &["commands"]),
        ("crate", &[""]),
    ],
    allowed: &[],
    limits: Numbers { circles: 0, files_in_circles: 0, backward_imports: 0 },
};

const LSP: Crate = Crate {
    root: Root { name: "iri_lsp", file: "lsp/src/lib.rs" },
    layout: &[
        ("ground", &["log", "bidi_marks", "encoding", "task"]),
        ("transport", &["transport"]),
        ("client", &["client"]),
        ("documents", &["changed_lines", "client_files", "documents", "config"]),
        ("analysis", &["analysis"]),
        ("proto", &["proto"]),
        ("session", &["session", "open_ids", "reports", "scheduler", "workspace"]),
        ("features", &["features"]),
        ("server", &["server", "server_capabilities", "worker"]),
        ("connection", &["browser"]),
        ("crate", &[""]),
    ],
    allowed: &[],
    limits: Numbers { circles: 0, files_in_circles: 0, backward_imports: 0 },
};

/// Programs: one file each, which uses the library.
const PROGRAMS: [Root; 2] = [
    Root { name: "iri_inspect_program", file: "tui/src/main.rs" },
    Root { name: "iri_lsp_program", file: "lsp/src/main.rs" },
];

/// Only directory of the server that may use items of the core and types of the protocol together.
const PROTOCOL: &str = "lsp/src/proto";
/// Other files that use both, each with the reason.
const ALLOWED_BOTH: &[(&str, &str)] = &[];
/// Number of further files.
const LIMIT_BOTH: usize = 0;

/// Items of the core that front ends must not use: modules with everything below them, items and associated functions.
/// `rules::*` is everything that the modules below `rules` define.
const INTERNALS: &[&str] = &[
    "rules::*",
    "reference::parse::Reference::parse",
    "reference::parse::Reference::parse_collapsed",
    "xml::lexer",
    "xml::prolog",
    "xml::reader",
    "xml::scope",
    "xml::analysis",
];
/// Exceptions, each with the reason.
const ALLOWED_INTERNALS: &[(&str, &str)] = &[
    ("rules::finding", "what a rule found, as data"),
    ("rules::page", "the page of a rule, a text to show"),
    ("rules::policy", "the configured severities"),
    ("rules::registry", "the list of rules; what runs them is private to the core"),
    ("rules::role", "what a format says of a reference"),
    ("rules::rule", "name, group and severity of a rule"),
];
/// Number of further uses, one per file and item.
const LIMIT_INTERNALS: usize = 0;

/// Returns the text of every source file of the three crates.
fn sources() -> Sources {
    let top = root();
    let mut sources = Sources::new();
    let mut waiting: Vec<String> = ["core/src", "tui/src", "lsp/src"].map(str::to_owned).into();
    while let Some(directory) = waiting.pop() {
        for entry in fs::read_dir(top.join(&directory)).expect("a directory of sources") {
            let entry = entry.expect("a readable directory");
            let path = format!("{directory}/{}", entry.file_name().to_string_lossy());
            if entry.file_type().expect("the type of a file").is_dir() {
                waiting.push(path);
            } else if Path::new(&path).extension().is_some_and(|extension| extension == "rs") {
                sources.insert(path, fs::read_to_string(entry.path()).expect("a readable file"));
            }
        }
    }
    sources
}

fn graph() -> &'static Graph {
    static GRAPH: LazyLock<Graph> =
        LazyLock::new(|| Graph::new(&[CORE.root, TUI.root, LSP.root, PROGRAMS[0], PROGRAMS[1]], &sources()));
    &GRAPH
}

/// Returns the layer of `module`, by its position in `layout`.
fn layer_of(module: &str, layout: Layout) -> Option<usize> {
    let is_in =
        |listed: &str| module.strip_prefix(listed).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"));
    let rows = layout.iter().enumerate();
    let listed = rows.flat_map(|(layer, (_, modules))| modules.iter().map(move |module| (layer, *module)));
    let nearest = listed.filter(|(_, listed)| is_in(listed)).max_by_key(|(_, listed)| listed.len());
    nearest.map(|(layer, _)| layer)
}

/// Returns the imports from layers further down in the table.
fn backward_imports(graph: &Graph, name: &str, layout: Layout) -> Vec<Import> {
    let layer = |(file, module): (String, String)| {
        let layer = layer_of(&module, layout);
        let layer = layer.unwrap_or_else(|| panic!("no row of the layout of {name} has the module {module}"));
        (file, layer)
    };
    let layers: BTreeMap<String, usize> = graph.files(name).into_iter().map(layer).collect();
    let imports = graph.imports(name).into_iter();
    imports.filter(|import| layers[&import.from] < layers[&import.to]).collect()
}

fn is_same(import: &Import, allowed: &(&str, &str, &str)) -> bool {
    (import.from.as_str(), import.to.as_str()) == (allowed.0, allowed.1)
}

fn lines<T: std::fmt::Display>(list: &[T]) -> String {
    list.iter().fold(String::new(), |text, line| text + "\n  " + &line.to_string())
}

/// Fails if `list` is longer than `limit`.
fn assert_at_most(limit: usize, what: &str, list: &[String]) {
    assert!(list.len() <= limit, "{} {what}, at most {limit}:{}", list.len(), lines(list));
}

/// Fails if the imports of `member` exceed its limits, or if an entry of its allow-list is not needed.
#[allow(clippy::print_stdout)] // the numbers are worth quoting
fn check(member: &Crate) {
    let graph = graph();
    let name = member.root.name;
    let imports = graph.imports(name);
    let backward = backward_imports(graph, name, member.layout);
    let all_circles = circles(&imports);
    for allowed in member.allowed {
        let is_circular = |import: &Import| {
            all_circles.iter().any(|circle| circle.contains(&import.from) && circle.contains(&import.to))
        };
        let mut uses = imports.iter().filter(|import| is_same(import, allowed));
        let is_needed = uses.any(|import| backward.contains(import) || is_circular(import));
        assert!(is_needed, "{name} no longer needs {allowed:?}");
    }
    let is_allowed = |import: &Import| member.allowed.iter().any(|allowed| is_same(import, allowed));
    let backward: Vec<Import> = backward.into_iter().filter(|import| !is_allowed(import)).collect();
    let circles = circles(&imports.iter().filter(|import| !is_allowed(import)).cloned().collect::<Vec<_>>());
    let numbers = Numbers {
        circles: circles.len(),
        files_in_circles: circles.iter().map(Vec::len).sum(),
        backward_imports: backward.len(),
    };
    println!("{name}: {} modules, {} imports, {numbers:?}", graph.files(name).len(), imports.len());
    let limits = member.limits;
    assert!(
        numbers.circles <= limits.circles && numbers.files_in_circles <= limits.files_in_circles,
        "{numbers:?} is more than {limits:?}; circles:{}",
        lines(&explained(&circles, &imports))
    );
    assert!(
        numbers.backward_imports <= limits.backward_imports,
        "{numbers:?} is more than {limits:?}; backward imports:{}",
        lines(&backward)
    );
}

/// Returns the imports within each circle.
fn explained(circles: &[Vec<String>], imports: &[Import]) -> Vec<String> {
    let within = |circle: &Vec<String>| {
        let is_within = |import: &&Import| circle.contains(&import.from) && circle.contains(&import.to);
        format!("{} files:{}", circle.len(), lines(&imports.iter().filter(is_within).collect::<Vec<_>>()))
    };
    circles.iter().map(within).collect()
}

#[test]
fn the_core_imports_in_one_direction() {
    check(&CORE);
}

#[test]
fn the_inspector_imports_in_one_direction() {
    check(&TUI);
}

#[test]
fn the_server_imports_in_one_direction() {
    check(&LSP);
}

#[test]
fn the_layouts_name_modules_that_exist_and_the_graph_has_every_source_file() {
    let (graph, sources) = (graph(), sources());
    let mut files = BTreeSet::new();
    for member in [CORE, TUI, LSP] {
        let modules = graph.files(member.root.name);
        for listed in member.layout.iter().flat_map(|(_, modules)| *modules) {
            assert!(modules.values().any(|module| module == listed), "{} has no module {listed}", member.root.name);
        }
        files.extend(modules.into_keys());
    }
    for program in PROGRAMS {
        files.extend(graph.files(program.name).into_keys());
    }
    // Test modules are not in the graph. Their declarations name them.
    let is_of_tests = |file: &str| {
        let name = file.trim_end_matches(".rs").rsplit('/').next().unwrap_or_default();
        let declaration = [format!("mod {name};"), format!("mod {name} ")];
        let is_after_test = |text: &str| {
            let mut lines = text.lines().zip(text.lines().skip(1));
            lines.any(|(cfg, line)| cfg.contains("test") && declaration.iter().any(|words| line.contains(words)))
        };
        file.contains("/tests/") || sources.values().any(|text| is_after_test(text))
    };
    let missing: Vec<&String> = sources.keys().filter(|file| !files.contains(*file) && !is_of_tests(file)).collect();
    assert!(missing.is_empty(), "not read:{}", lines(&missing));
}

/// Returns the files outside `outside_of` that use the core and the protocol, each with one example of both.
fn files_with_both(graph: &Graph, name: &str, outside_of: &str) -> BTreeMap<String, String> {
    // Cancellation is of no layer.
    let is_core = |known: &&Known| {
        known.definition.starts_with("iri_core::") && !known.definition.starts_with("iri_core::cancel::")
    };
    let is_protocol = |known: &&Known| known.definition.split("::").any(|segment| segment == "lsp_types");
    let both = |(file, known): (String, Vec<Known>)| {
        let core = known.iter().find(is_core)?;
        let protocol = known.iter().find(is_protocol)?;
        let line = format!(
            "{file}: {} (line {}) and {} (line {})",
            core.definition, core.line, protocol.definition, protocol.line
        );
        Some((file, line))
    };
    let outside = graph.knowledge(name).into_iter().filter(|(file, _)| !file.starts_with(outside_of));
    outside.filter_map(both).collect()
}

#[test]
fn one_directory_of_the_server_uses_the_core_and_the_protocol() {
    let both = files_with_both(graph(), LSP.root.name, PROTOCOL);
    for (file, reason) in ALLOWED_BOTH {
        assert!(both.contains_key(*file), "{file} no longer knows both, although: {reason}");
    }
    let not_allowed = both.into_iter().filter(|(file, _)| !ALLOWED_BOTH.iter().any(|(allowed, _)| allowed == file));
    let rest: Vec<String> = not_allowed.map(|(_, line)| line).collect();
    assert_at_most(LIMIT_BOTH, "files know both", &rest);
}

/// Returns whether `pattern` of [`INTERNALS`] includes `definition`, a path within the core.
fn includes(pattern: &str, definition: &str) -> bool {
    let below = |pattern: &str| {
        let rest = definition.strip_prefix(pattern)?;
        if rest.is_empty() { Some("") } else { rest.strip_prefix("::") }
    };
    match pattern.strip_suffix("::*") {
        // A module below it has a lowercase name, followed by an item of that module.
        Some(parent) => below(parent).is_some_and(|rest| {
            let mut segments = rest.split("::");
            let is_module = segments.next().is_some_and(|name| !name.is_empty() && name.to_lowercase() == name);
            is_module && segments.next().is_some()
        }),
        None => below(pattern).is_some(),
    }
}

#[test]
fn front_ends_use_entry_points() {
    let graph = graph();
    for pattern in INTERNALS {
        assert!(graph.has(CORE.root.name, pattern.trim_end_matches("::*")), "the core has no {pattern}");
    }
    let mut used = BTreeSet::new();
    let mut reached = Vec::new();
    for (file, known) in [TUI.root, LSP.root].into_iter().chain(PROGRAMS).flat_map(|root| graph.knowledge(root.name)) {
        for Known { definition, line } in known {
            let Some(definition) = definition.strip_prefix("iri_core::") else { continue };
            if !INTERNALS.iter().any(|pattern| includes(pattern, definition)) {
                continue;
            }
            match ALLOWED_INTERNALS.iter().find(|(allowed, _)| includes(allowed, definition)) {
                Some((allowed, _)) => _ = used.insert(*allowed),
                None => reached.push(format!("{file}:{line}: {definition}")),
            }
        }
    }
    for (allowed, reason) in ALLOWED_INTERNALS {
        assert!(used.contains(allowed), "nothing uses {allowed} any more, although: {reason}");
    }
    assert_at_most(LIMIT_INTERNALS, "uses of internals", &reached);
}

// The analyzer itself, on crates in memory.

const ONE: Root = Root { name: "one", file: "one/src/lib.rs" };
const TWO: Root = Root { name: "two", file: "two/src/lib.rs" };

/// Returns the graph of `files`, which belong to the crate `one` unless their names start with `two/`.
fn graph_of(files: &[(&str, &str)]) -> Graph {
    let file = |(name, text): &(&str, &str)| {
        let (member, name) = name.strip_prefix("two/").map_or(("one", *name), |name| ("two", name));
        (format!("{member}/src/{name}.rs"), (*text).to_owned())
    };
    let sources: Sources = files.iter().map(file).collect();
    let has_two = sources.contains_key(TWO.file);
    Graph::new(if has_two { &[ONE, TWO] } else { &[ONE] }, &sources)
}

fn short(file: &str) -> &str {
    file.trim_start_matches("one/src/").trim_end_matches(".rs")
}

/// Returns the imports of the crate `one`: `a -> b`, separated by commas.
fn imports_of(files: &[(&str, &str)]) -> String {
    let arrow = |import: Import| format!("{} -> {}", short(&import.from), short(&import.to));
    graph_of(files).imports("one").into_iter().map(arrow).collect::<Vec<_>>().join(", ")
}

/// Returns the circles of the crate `one`: `a b`, separated by commas.
fn circles_of(files: &[(&str, &str)]) -> String {
    let circles = circles(&graph_of(files).imports("one"));
    let names = |circle: Vec<String>| circle.iter().map(|file| short(file)).collect::<Vec<_>>().join(" ");
    circles.into_iter().map(names).collect::<Vec<_>>().join(", ")
}

#[test]
fn a_direct_circle_is_found() {
    let files = [
        ("lib", "mod a; mod b; mod c;"),
        ("a", "use crate::b::B; pub struct A;"),
        ("b", "use crate::a::A; pub struct B;"),
        ("c", "use crate::a::A;"),
    ];
    assert_eq!(circles_of(&files), "a b");
    assert_eq!(imports_of(&files), "a -> b, b -> a, c -> a");
}

#[test]
fn a_circle_of_three_is_found() {
    let files = [
        ("lib", "mod a; mod b; mod c; mod d;"),
        ("a", "use crate::b::B; use crate::d::D; pub struct A;"),
        ("b", "use crate::c::C; pub struct B;"),
        ("c", "use crate::a::A; pub struct C;"),
        ("d", "pub struct D;"),
    ];
    assert_eq!(circles_of(&files), "a b c");
}

#[test]
fn a_circle_through_a_re_export_is_found() {
    let files = [
        ("lib", "mod a; mod b; pub use facade::Renamed; mod facade;"),
        ("facade", "pub use crate::b::B as Renamed;"),
        ("a", "use crate::Renamed; pub struct A;"),
        ("b", "use crate::a::A; pub struct B;"),
    ];
    assert_eq!(circles_of(&files), "a b");
    assert_eq!(imports_of(&files), "a -> b, b -> a, facade -> b");
}

#[test]
fn a_circle_through_super_is_found() {
    let files = [
        ("lib", "mod a;"),
        ("a", "mod b; use b::B; pub struct A;"),
        ("a/b", "mod c; pub struct B;"),
        ("a/b/c", "use super::super::A; use super::{self as parent, B};"),
    ];
    assert_eq!(imports_of(&files), "a -> a/b, a/b/c -> a, a/b/c -> a/b");
    let files = [("lib", "mod a;"), ("a", "mod b; fn f() { b::g() }"), ("a/b", "pub fn g() { super::h() }")];
    assert_eq!(imports_of(&files), "a -> a/b", "there is no h");
    let files = [("lib", "mod a;"), ("a", "mod b; fn f() { self::b::g() }"), ("a/b", "pub fn g() { super::f() }")];
    assert_eq!(circles_of(&files), "a a/b");
}

#[test]
fn a_circle_through_a_glob_is_found() {
    let files = [
        ("lib", "mod a; mod b; mod prelude;"),
        ("prelude", "pub use crate::b::*;"),
        ("a", "use crate::prelude::*; pub struct A(B);"),
        ("b", "use crate::a::A; pub struct B; pub struct Other;"),
    ];
    assert_eq!(circles_of(&files), "a b");
    let unused = [files[0], files[1], ("a", "use crate::prelude::*; pub struct A;"), files[3]];
    assert_eq!(imports_of(&unused), "b -> a", "a glob of which no name is used");
    let a_trait = [files[0], files[1], unused[2], ("b", "use crate::a::A; pub trait B { fn b(&self) {} }")];
    assert_eq!(circles_of(&a_trait), "a b", "the methods of a trait need no name");
    let variants = [
        files[0],
        files[1],
        ("a", "use crate::b::B::*; pub struct A; const X: u8 = Y as u8;"),
        ("b", "pub enum B { Y }"),
    ];
    assert_eq!(imports_of(&variants), "a -> b");
}

#[test]
fn a_circle_through_a_qualified_path_is_found() {
    let b = ("b", "use crate::a::A; pub fn b() {} pub struct B; pub enum E { V }");
    for body in [
        "crate::b::b()",
        "let _: Vec<Option<crate::b::B>> = Vec::new();",
        "match x { crate::b::E::V => {} }",
        "if let Some(crate::b::B) = x {}",
        "<crate::b::B as Clone>::clone(&x);",
        "(|| { self::inner::g(crate::b::B) })()",
        "println!(\"{}\", crate::b::b())",
        "vec![[0; { crate::b::b() }]]",
        "use crate::b; b::b()",
        "{ use crate::{b::{self as other}}; other::b() }",
    ] {
        let a = format!("pub struct A; fn f() {{ {body} }}");
        assert_eq!(circles_of(&[("lib", "mod a; mod b;"), ("a", &a), b]), "a b", "{body}");
    }
    for a in [
        "pub struct A; impl crate::b::B {}",
        "pub struct A; trait T: Into<crate::b::B> {}",
        "pub struct A where crate::b::B: Copy;",
        "pub struct A; #[arg(default = crate::b::b())] struct Args;",
        "pub struct A; mod inline { use super::super::b::B; }",
        "pub struct A; macro_rules! m { () => { $crate::b::b() } }",
    ] {
        assert_eq!(circles_of(&[("lib", "mod a; mod b;"), ("a", a), b]), "a b", "{a}");
    }
}

#[test]
fn a_circle_through_a_type_alias_is_found() {
    let files = [
        ("lib", "mod a; mod alias; mod b;"),
        ("a", "use crate::alias::Alias; pub struct A;"),
        ("alias", "pub type Alias = Vec<crate::b::B>;"),
        ("b", "use crate::a::A; pub struct B;"),
    ];
    assert_eq!(imports_of(&files), "a -> alias, a -> b, alias -> b, b -> a");
}

#[test]
fn declarations_and_pure_re_exports_of_children_are_no_imports() {
    let files = [
        ("lib", "pub mod a; pub use a::{A, B}; pub use a::b;"),
        ("a", "pub mod b; pub use b::B; pub struct A;"),
        ("a/b", "use super::A; pub struct B;"),
    ];
    assert_eq!(imports_of(&files), "a/b -> a");
    let used = [files[0], ("a", "pub mod b; pub use b::B; pub struct A(B);"), files[2]];
    assert_eq!(circles_of(&used), "a a/b", "a re-export that the file uses itself");
    let sibling = [("lib", "mod a; mod c;"), ("a", "pub use crate::c::C;"), ("c", "pub struct C;")];
    assert_eq!(imports_of(&sibling), "a -> c", "a re-export from a sibling");
}

#[test]
fn items_of_tests_are_left_out() {
    let files = [
        ("lib", "mod a; mod b; #[cfg(all(test, unix))] mod missing;"),
        ("a", "pub struct A; #[cfg(test)] mod tests { use crate::b::B; } #[cfg(test)] use crate::b::B as C;"),
        ("b", "use crate::a::A; pub struct B; #[cfg(any(unix, test))] use crate::a::A as A2;"),
    ];
    assert_eq!(imports_of(&files), "b -> a");
    let not_test = [files[0], ("a", "pub struct A; #[cfg(not(test))] use crate::b::B;"), files[2]];
    assert_eq!(circles_of(&not_test), "a b");
}

#[test]
fn a_backward_import_through_a_re_export_is_found() {
    let layout: Layout = &[("low", &["low"]), ("high", &["high"]), ("crate", &[""])];
    let backward = |files: &[(&str, &str)]| {
        let found = backward_imports(&graph_of(files), "one", layout).into_iter();
        found.map(|import| format!("{} {}", short(&import.from), import.path)).collect::<Vec<_>>()
    };
    let lib = ("lib", "pub mod low; pub mod high; pub use high::High;");
    let high = ("high", "mod deep; pub use deep::High; use crate::low::Low;");
    let deep = ("high/deep", "pub struct High;");
    assert_eq!(backward(&[lib, ("low", "use crate::High; pub struct Low;"), high, deep]), ["low crate::High"]);
    let own = ("low", "pub struct Low; fn f() { one::High; }");
    assert_eq!(backward(&[lib, own, high, deep]), ["low one::High"], "by the crate's own name");
    assert!(backward(&[lib, ("low", "pub struct Low;"), high, deep]).is_empty());
    let first_file = ("lib", "pub mod low; pub mod high; pub use high::High; pub const LIMIT: u8 = 1;");
    let below = ("low", "pub struct Low; const X: u8 = crate::LIMIT;");
    assert_eq!(backward(&[first_file, below, high, deep]), ["low crate::LIMIT"]);
}

#[test]
fn knowledge_passes_through_aliases_and_re_exports() {
    let graph = graph_of(&[
        ("two/lib", "pub mod site; pub use site::Site;"),
        ("two/site", "pub struct Site; impl Site { pub fn parse() {} } pub type Same = Site;"),
        ("lib", "mod proto; mod both; mod glob; mod one; mod calls;"),
        ("proto", "use tower_lsp::lsp_types as lsp; pub type Range = lsp::Range; pub use two::site::Same as Place;"),
        ("both", "use crate::proto::{Place, Range};"),
        ("glob", "use tower_lsp::lsp_types::*; use two::Site;"),
        ("one", "use crate::proto::Range;"),
        ("calls", "use crate::proto::Place; fn f() { Place::parse() }"),
    ]);
    let known = |file: &str| {
        let known = graph.knowledge("one").remove(&format!("one/src/{file}.rs")).unwrap_or_default();
        known.into_iter().map(|known| known.definition).collect::<Vec<_>>()
    };
    let both = ["one::proto::Range", "tower_lsp::lsp_types::Range", "two::site::Same", "two::site::Site"];
    assert_eq!(known("both"), both);
    assert_eq!(known("glob"), ["tower_lsp::lsp_types", "two::site::Site"]);
    assert_eq!(known("one"), ["one::proto::Range", "tower_lsp::lsp_types::Range"]);
    assert!(known("calls").contains(&"two::site::Site::parse".to_owned()), "{:?}", known("calls"));
    assert!(graph.has("two", "site::Site::parse") && graph.has("two", "site") && !graph.has("two", "site::parse"));
}

#[test]
fn patterns_of_internals_match_whole_names() {
    assert!(includes("rules::*", "rules::bad_host::check") && includes("xml::lexer", "xml::lexer::tag::Tag"));
    assert!(!includes("rules::*", "rules::Rule") && !includes("rules::*", "rules::Group::ALL"));
    assert!(!includes("xml::lexer", "xml::lexers::X") && includes("xml::lexer", "xml::lexer"));
    assert!(!includes("a::R::parse", "a::R::parse_only") && includes("a::R::parse", "a::R::parse"));
}
