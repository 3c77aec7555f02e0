//! Document type definitions (XML 1.0).
//!
//! ```text
//! text ─▶ declarations with parameter entities replaced ─▶ attributes of elements ─▶ Declarations
//! ```
//!
//! A DTD has no type for references, and tells people by the name of a parameter entity: `href %URI; #IMPLIED`. So an
//! attribute contains references if its type comes from an entity whose name contains `uri`, `url` or `iri`, and whose text
//! is `CDATA`. Namespaces are those of default values of `xmlns`.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use crate::schema::{LoadedBytes, LoadedSchema, MAX_DOCUMENTS, MAX_PROBLEMS, SchemaProblem, SchemaTexts};
use crate::xml::namespaces::{self, split};
use crate::xml::prolog::{External, Word, words};
use crate::xml::types::{AttributeDeclaration, DeclarationsBuilder, FileId, NameClass, SchemaPosition, ValueType};

/// Type that replaces `CDATA` if an entity with such a name stands for it, and the same for lists.
const REFERENCE: &str = "anyURI";
const REFERENCES: &str = "anyURIs";

/// Maximum number of entities in each other.
const MAX_DEPTH: usize = 40;

/// Parameter entity.
#[derive(Clone)]
enum Entity {
    /// Its replacement text.
    Text(Arc<str>),
    /// Its system identifier, and the location of the document with the declaration.
    External(Box<str>, Arc<str>),
}

/// Attributes of an element: types and positions by names.
type Attributes = BTreeMap<Box<str>, (ValueType, SchemaPosition)>;

/// Text that is read, up to a position.
struct Source {
    text: Arc<str>,
    at: usize,
    /// Position of all its declarations, if it is not the text of a file.
    file: FileId,
    origin: Option<SchemaPosition>,
    location: Arc<str>,
}

struct Loader<'s> {
    texts: &'s mut dyn SchemaTexts,
    builder: DeclarationsBuilder,
    entities: HashMap<Box<str>, Entity>,
    sources: Vec<Source>,
    loaded: LoadedBytes,
    documents: HashMap<Arc<str>, FileId>,
    problems: Vec<SchemaProblem>,
    /// Attributes by the names of their elements, and the position of the first.
    attributes: BTreeMap<Box<str>, (SchemaPosition, Attributes)>,
    /// Namespaces by the names of their elements, and prefixes.
    spaces: HashMap<(Box<str>, Box<str>), Box<str>>,
}

/// Loads the DTD at `location`.
pub fn load(location: &str, texts: &mut dyn SchemaTexts) -> LoadedSchema {
    let mut loader = Loader {
        texts,
        builder: DeclarationsBuilder::default(),
        entities: HashMap::new(),
        sources: Vec::new(),
        loaded: LoadedBytes::default(),
        documents: HashMap::new(),
        problems: Vec::new(),
        attributes: BTreeMap::new(),
        spaces: HashMap::new(),
    };
    loader.open(location, "", None);
    while loader.step() {}
    loader.finish()
}

impl Loader<'_> {
    fn problem(&mut self, at: Option<SchemaPosition>, message: String) {
        if self.problems.len() < MAX_PROBLEMS && !message.is_empty() {
            self.problems.push(SchemaProblem { at, message });
        }
    }

    /// Reads the file that `reference` identifies next.
    fn open(&mut self, reference: &str, base: &str, at: Option<SchemaPosition>) {
        let found = self.texts.text(reference, base).and_then(|found| {
            let is_repeated = self.documents.contains_key(&found.location);
            self.loaded.add(found.text.len(), is_repeated, reference)?;
            Ok(found)
        });
        match found {
            Ok(found) if self.documents.len() < MAX_DOCUMENTS => {
                let builder = &mut self.builder;
                let known = self.documents.entry(Arc::clone(&found.location));
                let file = *known.or_insert_with(|| builder.file(&found.location, &found.text));
                self.sources.push(Source { text: found.text, at: 0, file, origin: None, location: found.location });
            }
            Ok(_) => self.problem(at, "schema has too many documents".to_owned()),
            Err(message) => self.problem(at, message),
        }
    }

    /// Reads one piece of markup; returns false at the end.
    fn step(&mut self) -> bool {
        let Some(source) = self.sources.last_mut() else { return false };
        let rest = &source.text[source.at..];
        let rest = rest.trim_start_matches(['\u{FEFF}', ' ', '\t', '\r', '\n']);
        let start = source.text.len() - rest.len();
        let at = source.origin.unwrap_or_else(|| SchemaPosition::new(source.file, start));
        let until = |end: &str| rest.find(end).map_or(rest.len(), |found| found + end.len());
        let (length, markup) = if rest.is_empty() {
            self.sources.pop();
            return true;
        } else if rest.starts_with("<!--") {
            (until("-->"), None)
        } else if rest.starts_with("<?") {
            (until("?>"), None)
        } else if let Some(section) = rest.strip_prefix("<![") {
            let keyword = section.find('[').map_or(section.len(), |found| found + 1);
            ("<![".len() + keyword, Some(rest))
        } else if rest.starts_with("<!") {
            (declaration_length(rest), Some(rest))
        } else if rest.starts_with('%') {
            (until(";"), Some(rest))
        } else {
            (rest.chars().next().map_or(0, char::len_utf8), None)
        };
        source.at = start + length;
        if let Some(markup) = markup.map(|markup| markup[..length].to_owned()) {
            self.markup(&markup, at);
        }
        true
    }

    fn markup(&mut self, markup: &str, at: SchemaPosition) {
        if let Some(name) = markup.strip_prefix('%') {
            self.reference(name.trim_end_matches(';'), at);
        } else if let Some(keyword) = markup.strip_prefix("<![") {
            // Of a section that is included, the end is skipped like other text.
            if self.expanded(keyword.trim_end_matches('[')).trim() == "IGNORE" {
                self.skip_section();
            }
        } else if markup.starts_with("<!ENTITY") {
            self.entity(markup);
        } else if let Some(list) = markup.strip_prefix("<!ATTLIST") {
            let list = self.expanded(list.trim_end_matches('>'));
            self.attribute_list(&list, at);
        }
    }

    /// Reads the text of a parameter entity next.
    fn reference(&mut self, name: &str, at: SchemaPosition) {
        let depth = self.sources.len();
        match self.entities.get(name).cloned() {
            _ if depth > MAX_DEPTH => {}
            Some(Entity::Text(text)) => {
                let Some(source) = self.sources.last() else { return };
                let location = Arc::clone(&source.location);
                if self.loaded.add(text.len(), true, name).is_ok() {
                    self.sources.push(Source { text, at: 0, file: at.file, origin: Some(at), location });
                }
            }
            Some(Entity::External(system, base)) => self.open(&system, &base, Some(at)),
            None => {}
        }
    }

    /// Skips the rest of an ignored section, and the sections in it.
    fn skip_section(&mut self) {
        let Some(source) = self.sources.last_mut() else { return };
        let (mut depth, rest) = (1, &source.text[source.at..]);
        let marks = rest.char_indices().filter_map(|(at, _)| {
            let rest = &rest[at..];
            let (is_start, is_end) = (rest.starts_with("<!["), rest.starts_with("]]>"));
            (is_start || is_end).then_some((at, is_start))
        });
        for (at, is_start) in marks {
            depth = if is_start { depth + 1 } else { depth - 1 };
            if depth == 0 {
                source.at += at + "]]>".len();
                return;
            }
        }
        source.at = source.text.len();
    }

    /// Keeps the first declaration of a parameter entity.
    fn entity(&mut self, declaration: &str) {
        let mut words = words(&declaration["<!ENTITY".len()..], 0);
        let is_parameter = words.next().is_some_and(|word| word.text == "%" && word.quote.is_none());
        let Some(name) = words.next().filter(|_| is_parameter) else { return };
        if self.entities.contains_key(name.text) {
            return;
        }
        let first = words.next();
        let entity = if let Some(Word { quote: Some(_), text, .. }) = first {
            Entity::Text(self.expanded(text).into())
        } else {
            let external = External::parse(first, &mut words);
            let (Some(system), Some(source)) = (external.system, self.sources.last()) else { return };
            Entity::External(system.text.into(), Arc::clone(&source.location))
        };
        self.entities.insert(name.text.into(), entity);
    }

    /// Returns `text` with the texts of its parameter entities, and with the marks of those that stand for references. The
    /// text of an entity contains no others, because they were replaced when it was declared.
    fn expanded(&mut self, text: &str) -> String {
        let (mut out, mut rest) = (String::with_capacity(text.len()), text);
        while let Some((before, (name, after))) =
            rest.split_once('%').and_then(|(before, rest)| Some((before, rest.split_once(';')?)))
        {
            out.push_str(before);
            rest = after;
            if let Some(Entity::Text(value)) = self.entities.get(name) {
                // Entities of entities can be long without end.
                if self.loaded.add(value.len(), true, name).is_err() {
                    break;
                }
                out.push_str(reference_type(name, value).unwrap_or(value));
            }
        }
        out + rest
    }

    fn attribute_list(&mut self, list: &str, at: SchemaPosition) {
        let mut words = words(list, 0).peekable();
        let Some(element) = words.next().map(|word| word.text) else { return };
        while let Some(name) = words.next() {
            let mut types = Vec::new();
            let mut default = None;
            for word in words.by_ref() {
                match (word.quote, word.text) {
                    (None, "#REQUIRED" | "#IMPLIED") => break,
                    (None, "#FIXED") => {}
                    (None, kind) => types.push(kind),
                    (Some(_), value) => {
                        default = Some(value);
                        break;
                    }
                }
            }
            let (prefix, local) = split(name.text);
            let declared = if prefix == "xmlns" { Some(local) } else { (name.text == "xmlns").then_some("") };
            if let (Some(prefix), Some(namespace)) = (declared, default) {
                self.spaces.entry((element.into(), prefix.into())).or_insert_with(|| namespace.into());
                self.spaces.entry(("".into(), prefix.into())).or_insert_with(|| namespace.into());
            } else if declared.is_none() {
                let of_element = self.attributes.entry(element.into()).or_insert_with(|| (at, BTreeMap::new()));
                of_element.1.entry(name.text.into()).or_insert_with(|| (value_type(&types), at));
            }
        }
    }

    /// Returns the expanded name of an element or an attribute of `element`.
    fn name(&self, element: &str, name: &str, is_attribute: bool) -> NameClass {
        let (prefix, local) = split(name);
        if is_attribute && prefix.is_empty() {
            return NameClass::name("", local);
        }
        let declared = |element: &str| self.spaces.get(&(element.into(), prefix.into())).map(|namespace| &**namespace);
        let namespace = declared(element).or_else(|| declared("")).or_else(|| namespaces::usual(prefix));
        NameClass::name(namespace.unwrap_or_default(), local)
    }

    fn finish(mut self) -> LoadedSchema {
        for (element, (at, attributes)) in std::mem::take(&mut self.attributes) {
            let content = self.builder.reserve();
            for (name, (value, at)) in attributes {
                let names = self.name(&element, &name, true);
                let attribute = self.builder.attribute(AttributeDeclaration { names, value, at });
                self.builder.content(content).attributes.push(attribute);
            }
            let names = self.name(&element, &element, false);
            let element = self.builder.element(names, content, at);
            self.builder.add_root(element);
        }
        LoadedSchema { declarations: Arc::new(self.builder.build()), problems: self.problems }
    }
}

/// Returns the length of the declaration at the start of `text`: to its `>` outside of literals.
fn declaration_length(text: &str) -> usize {
    let mut quote = None;
    for (at, byte) in text.bytes().enumerate() {
        match (quote, byte) {
            (None, b'>') => return at + 1,
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), byte) if open == byte => quote = None,
            _ => {}
        }
    }
    text.len()
}

/// Returns the mark of an entity whose name shows that its `CDATA` is a reference, or a list of them.
fn reference_type(name: &str, text: &str) -> Option<&'static str> {
    let name = name.to_ascii_lowercase();
    let has = |words: [&str; 3]| words.iter().any(|word| name.contains(word));
    if text.trim() != "CDATA" || !has(["uri", "url", "iri"]) {
        return None;
    }
    let is_list = has(["uris", "urls", "iris"]) || name.contains("list");
    Some(if is_list { REFERENCES } else { REFERENCE })
}

/// Returns the type that the words between the name of an attribute and its default mean.
fn value_type(words: &[&str]) -> ValueType {
    match words {
        [REFERENCE] => ValueType::any_uri(),
        [REFERENCES] => ValueType::any_uri().list(),
        [kind] if *kind != "CDATA" => ValueType::built_in(kind).unwrap_or_else(|| ValueType::words([Box::from(*kind)])),
        [] | ["CDATA"] => ValueType::Text,
        words => ValueType::words(words.iter().map(|&word| word.into())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::SchemaText;

    struct Texts(HashMap<&'static str, &'static str>);

    impl SchemaTexts for Texts {
        fn text(&mut self, reference: &str, _: &str) -> Result<SchemaText, String> {
            let text = self.0.get(reference).ok_or_else(|| format!("schema not found: {reference}"))?;
            Ok(SchemaText { location: reference.into(), text: (*text).into() })
        }
    }

    fn loaded(texts: &[(&'static str, &'static str)]) -> (Vec<String>, Vec<String>) {
        let LoadedSchema { declarations, problems } = load("a.dtd", &mut Texts(texts.iter().copied().collect()));
        let places = declarations.places().map(|place| {
            let attribute = place.attribute.map(ToString::to_string).unwrap_or_default();
            let list = if place.value.is_list { " list" } else { "" };
            format!("{}@{attribute}{list} {}", place.element, declarations.line(place.at))
        });
        (places.collect(), problems.iter().map(|problem| problem.located(&declarations)).collect())
    }

    #[test]
    fn an_attribute_whose_type_is_an_entity_for_uris_contains_references() {
        let text = "<!-- <!ATTLIST x y %URI; #IMPLIED> -->\n<?pi ?>\n<!ENTITY % URI \"CDATA\">\n<!ENTITY % URIs 'CDATA'>\n\
                    <!ENTITY % links 'href %URI; #IMPLIED profile %URIs; #IMPLIED title CDATA \">\" id ID #REQUIRED'>\n\
                    <!ELEMENT a (#PCDATA)>\n<!ATTLIST a %links; kind (x|y) 'x'\n xmlns %URI; #FIXED 'urn:a'>\n\
                    <!ATTLIST b xlink:href %URI; #REQUIRED>";
        let expected = ["{urn:a}a@href 7", "{urn:a}a@profile list 7", "{urn:a}b@{http://www.w3.org/1999/xlink}href 9"];
        assert_eq!(loaded(&[("a.dtd", text)]), (expected.map(str::to_owned).to_vec(), vec![]));
    }

    #[test]
    fn entities_may_be_files_and_sections_may_be_ignored() {
        let text = "<!ENTITY % on 'INCLUDE'><!ENTITY % off 'IGNORE'><!ENTITY % URL 'CDATA'>\
                    <!ENTITY % more SYSTEM 'b.mod'>%more;<!ENTITY % none SYSTEM 'c.mod'>%none;%unknown;\
                    <![%on;[<!ATTLIST a b %URL; #IMPLIED>]]><![ %off; [<![%on;[<!ATTLIST a c %URL; #IMPLIED>]]>]]>\
                    <!ENTITY % decl '<!ATTLIST a d %URL; #IMPLIED>'>%decl;<!ATTLIST a e %URL; #IMPLIED";
        let (places, problems) = loaded(&[("a.dtd", text), ("b.mod", "<!ATTLIST z q %URL; #IMPLIED>")]);
        assert_eq!(places, ["a@b 1", "a@d 1", "a@e 1", "z@q 1"]);
        assert_eq!(problems, ["schema not found: c.mod (a.dtd, line 1)"]);
    }

    #[test]
    fn entities_in_each_other_end() {
        let mut text = "<!ENTITY % e0 'xxxxxxxxxx'>".to_owned();
        for n in 1..60 {
            let before = format!("%e{};", n - 1).repeat(4);
            text += &["<!ENTITY % e", &n.to_string(), " '", &before, "'>%e", &n.to_string(), ";"].concat();
        }
        text += "<!ENTITY % self '&#37;self;'>%self;<!ATTLIST a b %e59;";
        let text: &'static str = Box::leak(text.into());
        assert_eq!(loaded(&[("a.dtd", text)]).0, Vec::<String>::new());
    }
}
