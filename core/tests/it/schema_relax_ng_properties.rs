//! The two syntaxes of RELAX NG: the same schema in both has the same declarations.

use std::fmt::Write;
use std::sync::Arc;

use crate::cases;
use iri_core::schema::{LoadedSchema, SchemaText, SchemaTexts, relax_ng};
use iri_core::xml::ExpandedName;
use iri_core::xml::types::{Binding, BoundSchema, Candidates, Declarations, NameClass, Types};
use proptest::prelude::*;

/// One text.
struct Text<'t>(&'t str);

impl SchemaTexts for Text<'_> {
    fn text(&mut self, reference: &str, _base: &str) -> Result<SchemaText, String> {
        Ok(SchemaText { location: reference.into(), text: self.0.into() })
    }
}

fn load(text: &str) -> LoadedSchema {
    relax_ng::load("file:///s/main", &mut Text(text))
}

/// Class of names. A name is the index of a namespace and of a local name.
#[derive(Clone, Debug)]
enum Names {
    Name(usize, usize),
    Namespace(usize, Vec<(usize, usize)>),
    Any(Vec<Names>),
    Choice(Vec<Names>),
}

#[derive(Clone, Debug)]
enum Pattern {
    Word(&'static str),
    Text(usize),
    Value(usize),
    Ref(usize),
    Element(Names, Box<Pattern>),
    Attribute(Names, Box<Pattern>),
    List(Box<Pattern>),
    Mixed(Box<Pattern>),
    Repeated(usize, Box<Pattern>),
    Several(usize, Vec<Pattern>),
}

const DEFINITIONS: usize = 4;
const LOCAL_NAMES: [&str; 4] = ["a", "b-c.d", "list", "element"];
/// Prefixes and namespaces.
const NAMESPACES: [(&str, &str); 3] = [("none", ""), ("n", "urn:n"), ("m", "urn:m")];
/// Types in the compact syntax, and the library and type in the XML syntax.
const TYPES: [(&str, &str, &str); 5] = [
    ("xsd:anyURI", "http://www.w3.org/2001/XMLSchema-datatypes", "anyURI"),
    ("xsd:ID", "http://www.w3.org/2001/XMLSchema-datatypes", "ID"),
    ("xsd:string", "http://www.w3.org/2001/XMLSchema-datatypes", "string"),
    ("string", "", "string"),
    ("token", "", "token"),
];
const VALUES: [&str; 4] = ["a", "it's", "urn:x ", "<&>"];
const OPERATORS: [(&str, &str); 3] = [(",", "group"), ("|", "choice"), ("&", "interleave")];
const REPETITIONS: [(&str, &str); 3] = [("?", "optional"), ("*", "zeroOrMore"), ("+", "oneOrMore")];

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('\'', "&apos;")
}

impl Names {
    fn compact(&self) -> String {
        let name = |&(namespace, local): &(usize, usize)| format!("{}:{}", NAMESPACES[namespace].0, LOCAL_NAMES[local]);
        let alternatives = |all: Vec<String>| format!("({})", all.join(" | "));
        match self {
            Self::Name(namespace, local) => name(&(*namespace, *local)),
            Self::Namespace(namespace, except) if except.is_empty() => format!("{}:*", NAMESPACES[*namespace].0),
            Self::Namespace(namespace, except) => {
                format!("{}:* - {}", NAMESPACES[*namespace].0, alternatives(except.iter().map(name).collect()))
            }
            Self::Any(except) if except.is_empty() => "*".to_owned(),
            Self::Any(except) => format!("* - {}", alternatives(except.iter().map(Self::compact).collect())),
            Self::Choice(all) => alternatives(all.iter().map(Self::compact).collect()),
        }
    }

    fn xml(&self) -> String {
        let name = |&(namespace, local): &(usize, usize)| {
            format!("<name ns='{}'> {} </name>", NAMESPACES[namespace].1, LOCAL_NAMES[local])
        };
        let except = |all: String| if all.is_empty() { all } else { format!("<except>{all}</except>") };
        match self {
            Self::Name(namespace, local) => name(&(*namespace, *local)),
            Self::Namespace(namespace, all) => {
                format!("<nsName ns='{}'>{}</nsName>", NAMESPACES[*namespace].1, except(all.iter().map(name).collect()))
            }
            Self::Any(all) => format!("<anyName>{}</anyName>", except(all.iter().map(Self::xml).collect())),
            Self::Choice(all) => format!("<choice>{}</choice>", all.iter().map(Self::xml).collect::<String>()),
        }
    }
}

impl Pattern {
    fn compact(&self) -> String {
        match self {
            Self::Word(word) => (*word).to_owned(),
            Self::Text(number) => TYPES[*number].0.to_owned(),
            Self::Value(number) => format!("{} \"{}\"", TYPES[*number].0, VALUES[*number % VALUES.len()]),
            Self::Ref(number) => format!("\\d{number}"),
            Self::Element(names, content) => format!("element {} {{ {} }}", names.compact(), content.compact()),
            Self::Attribute(names, content) => format!("attribute {} {{ {} }}", names.compact(), content.compact()),
            Self::List(content) => format!("list {{ {} }}", content.compact()),
            Self::Mixed(content) => format!("mixed {{ {} }}", content.compact()),
            Self::Repeated(number, content) => format!("({}){}", content.compact(), REPETITIONS[*number].0),
            Self::Several(number, all) => {
                let all: Vec<String> = all.iter().map(Self::compact).collect();
                format!("({})", all.join(OPERATORS[*number].0))
            }
        }
    }

    fn xml(&self) -> String {
        match self {
            Self::Word(word) => format!("<{word}/>"),
            Self::Text(number) => {
                let (_, library, name) = TYPES[*number];
                format!("<data datatypeLibrary='{library}' type='{name}'/>")
            }
            Self::Value(number) => {
                let (_, library, name) = TYPES[*number];
                let value = escaped(VALUES[*number % VALUES.len()]);
                format!("<value type='{name}' datatypeLibrary='{library}'>{value}</value>")
            }
            Self::Ref(number) => format!("<ref name='d{number}'/>"),
            Self::Element(Names::Name(namespace, local), content) => {
                let (namespace, local) = (NAMESPACES[*namespace].1, LOCAL_NAMES[*local]);
                format!("<element ns='{namespace}' name='{local}'><x:x/>{}</element>", content.xml())
            }
            Self::Element(names, content) => format!("<element>{}{}</element>", names.xml(), content.xml()),
            Self::Attribute(names, content) => format!("<attribute>{}{}</attribute>", names.xml(), content.xml()),
            Self::List(content) => format!("<list>{}</list>", content.xml()),
            Self::Mixed(content) => format!("<mixed>{}</mixed>", content.xml()),
            Self::Repeated(number, content) => format!("<{0}>{1}</{0}>", REPETITIONS[*number].1, content.xml()),
            Self::Several(number, all) => {
                format!("<{0}>{1}</{0}>", OPERATORS[*number].1, all.iter().map(Self::xml).collect::<String>())
            }
        }
    }
}

fn names() -> impl Strategy<Value = Names> {
    let name = || (0..NAMESPACES.len(), 0..LOCAL_NAMES.len());
    let namespace = (0..NAMESPACES.len(), prop::collection::vec(name(), 0..3));
    let simple = prop_oneof![
        6 => name().prop_map(|(namespace, local)| Names::Name(namespace, local)),
        1 => namespace.prop_map(|(namespace, except)| Names::Namespace(namespace, except)),
    ];
    let any = prop::collection::vec(simple.clone(), 0..3).prop_map(Names::Any);
    prop_oneof![
        8 => simple.clone(),
        1 => any,
        1 => prop::collection::vec(simple, 1..4).prop_map(Names::Choice),
    ]
}

fn pattern() -> impl Strategy<Value = Pattern> {
    let leaf = prop_oneof![
        prop::sample::select(vec!["text", "empty", "notAllowed"]).prop_map(Pattern::Word),
        (0..TYPES.len()).prop_map(Pattern::Text),
        (0..TYPES.len()).prop_map(Pattern::Value),
        (0..DEFINITIONS).prop_map(Pattern::Ref),
        names().prop_map(|names| Pattern::Attribute(names, Box::new(Pattern::Text(0)))),
    ];
    leaf.prop_recursive(5, 40, 4, |inner| {
        let boxed = || inner.clone().prop_map(Box::new);
        prop_oneof![
            3 => (names(), boxed()).prop_map(|(names, content)| Pattern::Element(names, content)),
            2 => (names(), boxed()).prop_map(|(names, content)| Pattern::Attribute(names, content)),
            1 => boxed().prop_map(Pattern::List),
            1 => boxed().prop_map(Pattern::Mixed),
            1 => (0..REPETITIONS.len(), boxed()).prop_map(|(number, content)| Pattern::Repeated(number, content)),
            3 => (0..OPERATORS.len(), prop::collection::vec(inner, 1..4))
                .prop_map(|(number, all)| Pattern::Several(number, all)),
        ]
    })
}

/// Returns what can be asked of the declarations, without positions.
fn answers(declarations: &Arc<Declarations>) -> Vec<String> {
    let mut answers: Vec<String> = declarations
        .places()
        .map(|place| format!("{} {:?} {:?}", place.element, place.attribute.map(NameClass::to_string), place.value))
        .collect();
    answers.push(declarations.element_count().to_string());
    let bound = BoundSchema { declarations: Arc::clone(declarations), binding: Binding::XmlModel };
    let types = Types::new(vec![bound]);
    let names: Vec<ExpandedName<'_>> = NAMESPACES
        .iter()
        .flat_map(|(_, namespace)| LOCAL_NAMES.iter().map(|local| ExpandedName { namespace, local }))
        .collect();
    for &root in &names {
        let root = types.child(&Candidates::Unknown, root);
        let children = names.iter().map(|&child| types.child(&root, child));
        for element in std::iter::once(root.clone()).chain(children) {
            answers.push(format!("{:?}", types.text(&element).map(|typed| typed.value)));
            let values = names.iter().map(|&name| types.attribute(&element, name).map(|typed| typed.value));
            answers.extend(values.map(|value| format!("{value:?}")));
        }
    }
    answers
}

proptest! {
    #![proptest_config(cases::config(2_000))]

    #[test]
    fn both_syntaxes_have_the_same_declarations(
        start in pattern(),
        definitions in prop::collection::vec(pattern(), DEFINITIONS),
        more in pattern(),
        operator in 1..OPERATORS.len(),
    ) {
        let mut compact: String = NAMESPACES.map(|(prefix, name)| format!("namespace {prefix} = '{name}'\n")).concat();
        let mut xml = "<grammar xmlns='http://relaxng.org/ns/structure/1.0' xmlns:x='urn:x'>".to_owned();
        for (number, definition) in definitions.iter().enumerate() {
            writeln!(compact, "d{number} = {}", definition.compact()).expect("a string");
            write!(xml, "<define name='d{number}'>{}</define>", definition.xml()).expect("a string");
        }
        let (symbol, combine) = OPERATORS[operator];
        write!(compact, "d0 {symbol}= {}\nstart = {}", more.compact(), start.compact()).expect("a string");
        write!(xml, "<define name='d0' combine='{combine}'>{}</define>", more.xml()).expect("a string");
        write!(xml, "<start>{}</start></grammar>", start.xml()).expect("a string");
        let (from_compact, from_xml) = (load(&compact), load(&xml));
        prop_assert_eq!(&from_compact.problems, &[], "{}", compact);
        prop_assert_eq!(&from_xml.problems, &[], "{}", xml);
        prop_assert_eq!(answers(&from_compact.declarations), answers(&from_xml.declarations), "{}\n{}", compact, xml);
    }

    /// Cuts, insertions and repetitions of a schema.
    #[test]
    fn a_damaged_schema_is_loaded(
        start in pattern(),
        inserted in "[\\[\\]{}()<>='\"\\\\|&,~*+?:-]{0,3}| element | = |\\PC{0,3}",
        at in any::<prop::sample::Index>(),
        until in any::<prop::sample::Index>(),
    ) {
        let xml = format!("<grammar xmlns='http://relaxng.org/ns/structure/1.0'><start>{}</start></grammar>", start.xml());
        for text in [format!("start = {}", start.compact()), xml] {
            let cut = |index: prop::sample::Index| {
                let at = index.index(text.len() + 1);
                (0..=at).rev().find(|&at| text.is_char_boundary(at)).unwrap_or_default()
            };
            let (at, until) = (cut(at), cut(until));
            let damaged = format!("{}{inserted}{}", &text[..at], &text[until..]);
            let loaded = load(&damaged);
            for problem in &loaded.problems {
                prop_assert!(problem.at.is_some_and(|at| at.offset as usize <= damaged.len()), "{}", damaged);
            }
            prop_assert!(loaded.declarations.element_count() <= damaged.len());
        }
    }
}
