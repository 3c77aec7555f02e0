//! The documents of a schema: the first one, and all that are included and imported.
//!
//! ```text
//! include, redefine, override     the same target namespace; one without takes that of the document that includes it
//! import                          another one
//! ```

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::schema::xsd::components::{ComponentKind, Components, Definition};
use crate::schema::{LoadedBytes, MAX_DOCUMENTS, MAX_PROBLEMS, SchemaProblem, SchemaTexts};
use crate::vocabularies::ExpandedName;
use crate::xml::namespaces::XSD;
use crate::xml::tree::{NodeId, Tree};
use crate::xml::types::{DeclarationsBuilder, FileId, SchemaPosition};

/// Namespace of the attributes that include a declaration only in some versions of XML Schema.
const VERSIONING: &str = "http://www.w3.org/2007/XMLSchema-versioning";
/// Version whose declarations are used.
const VERSION: f64 = 1.1;

/// Document of a schema, with the target namespace that its declarations have.
#[derive(Debug)]
pub struct SchemaDocument {
    pub tree: Arc<Tree>,
    pub file: FileId,
    pub target: Arc<str>,
    /// Whether it has no target namespace of its own: then names without a namespace are in the target namespace.
    is_chameleon: bool,
    /// Whether something in it may be for some versions of XML Schema only.
    is_versioned: bool,
}

/// Loaded documents and their global components.
#[derive(Default)]
pub struct Documents {
    pub all: Vec<SchemaDocument>,
    pub components: Components,
    pub builder: DeclarationsBuilder,
    pub problems: Vec<SchemaProblem>,
}

/// Reference to a document that is not loaded yet.
struct Reference {
    location: String,
    base: Arc<str>,
    /// Target namespace that the document gets if it has none.
    target: Option<Arc<str>>,
    at: Option<SchemaPosition>,
}

pub struct Loader<'t> {
    texts: &'t mut dyn SchemaTexts,
    documents: Documents,
    pending: Vec<Reference>,
    /// Files by location, with their trees.
    files: FxHashMap<Arc<str>, (FileId, Arc<Tree>)>,
    /// Indices of documents by location and target namespace.
    known: FxHashMap<(Arc<str>, Arc<str>), usize>,
    bytes: LoadedBytes,
}

/// Returns whether a document with that root element is a schema in this language.
pub fn is_schema(root: ExpandedName<'_>) -> bool {
    root == ExpandedName { namespace: XSD, local: "schema" }
}

impl SchemaDocument {
    /// Returns the position of a node.
    pub fn at(&self, node: NodeId) -> SchemaPosition {
        SchemaPosition::new(self.file, self.tree.start(node))
    }

    /// Returns the local name of a node of the schema language; empty for other nodes.
    pub fn kind(&self, node: NodeId) -> &str {
        let name = self.tree.name(node);
        if name.namespace == XSD { name.local } else { "" }
    }

    /// Returns the child elements of a node, without those that are for other versions of XML Schema than 1.1.
    /// XML Schema 1.1 part 1 section 4.2.2.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let version = |node, name| self.tree.attribute_in(node, VERSIONING, name)?.trim().parse::<f64>().ok();
        self.tree.children(node).filter(move |&child| {
            !self.is_versioned
                || version(child, "minVersion").is_none_or(|first| first <= VERSION)
                    && version(child, "maxVersion").is_none_or(|end| end > VERSION)
        })
    }

    /// Returns the name that an attribute of `node`, or a part of its value, refers to.
    pub fn qualified<'v>(&self, node: NodeId, value: &'v str) -> Option<(Arc<str>, &'v str)> {
        let (namespace, local) = self.tree.qualified(node, value.trim())?;
        let is_own = namespace.is_empty() && self.is_chameleon;
        Some((if is_own { Arc::clone(&self.target) } else { namespace }, local))
    }
}

impl<'t> Loader<'t> {
    /// Loads the schema at `location`.
    pub fn load(location: &str, texts: &'t mut dyn SchemaTexts) -> Documents {
        let mut loader = Self {
            texts,
            documents: Documents::default(),
            pending: vec![Reference { location: location.to_owned(), base: "".into(), target: None, at: None }],
            files: FxHashMap::default(),
            known: FxHashMap::default(),
            bytes: LoadedBytes::default(),
        };
        while let Some(reference) = loader.pending.pop() {
            loader.document(reference);
        }
        loader.documents
    }

    fn problem(&mut self, at: Option<SchemaPosition>, message: String) {
        if self.documents.problems.len() < MAX_PROBLEMS {
            self.documents.problems.push(SchemaProblem { at, message });
        }
    }

    fn document(&mut self, reference: Reference) {
        let Reference { location, base, target, at } = reference;
        if self.documents.all.len() >= MAX_DOCUMENTS {
            return self.problem(at, "schema has too many documents".to_owned());
        }
        let text = match self.texts.text(&location, &base) {
            Ok(text) => text,
            Err(message) => return self.problem(at, message),
        };
        let name = location.rsplit('/').next().unwrap_or_default();
        let known_files = self.files.len();
        let (file, tree) = if let Some((file, tree)) = self.files.get(&text.location) {
            (*file, Arc::clone(tree))
        } else {
            if let Err(message) = self.bytes.add(text.text.len(), false, name) {
                return self.problem(at, message);
            }
            let file = self.documents.builder.file(&text.location, &text.text);
            // What refers to others is used once.
            let tree = if base.is_empty() { Arc::new(Tree::parse(&text.text)) } else { self.texts.tree(&text) };
            self.files.insert(Arc::clone(&text.location), (file, Arc::clone(&tree)));
            if let Some(offset) = tree.damage() {
                self.problem(Some(SchemaPosition::new(file, offset)), "schema is not well-formed XML".to_owned());
            }
            (file, tree)
        };
        let Some(root) = tree.root().filter(|&root| is_schema(tree.name(root))) else {
            return self.problem(at, format!("not a schema: {name}"));
        };
        let own = tree.attribute(root, "targetNamespace").map(str::trim).map(Arc::from);
        let is_chameleon = own.is_none() && target.as_ref().is_some_and(|target| !target.is_empty());
        let target = own.or(target).unwrap_or_default();
        let key = (Arc::clone(&text.location), Arc::clone(&target));
        if self.known.contains_key(&key) {
            return;
        }
        let is_repeated = self.files.len() == known_files;
        if is_repeated && let Err(message) = self.bytes.add(text.text.len(), true, name) {
            return self.problem(at, message);
        }
        let number = self.documents.all.len();
        self.known.insert(key, number);
        // Few schemas are. A version is an attribute whose name has a colon before one of these names.
        let contains = |name: &str| memchr::memmem::find(tree.text().as_bytes(), name.as_bytes()).is_some();
        let is_versioned = contains(":minVersion") || contains(":maxVersion");
        let document = SchemaDocument { tree, file, target, is_chameleon, is_versioned };
        self.components(number, &document, root, &text.location);
        self.documents.all.push(document);
    }

    /// Collects the global components of a document, and the documents that it refers to.
    fn components(&mut self, number: usize, document: &SchemaDocument, root: NodeId, base: &Arc<str>) {
        let tree = &document.tree;
        let mut referenced = Vec::new();
        for node in document.children(root) {
            let kind = document.kind(node);
            let is_overriding = matches!(kind, "redefine" | "override");
            if is_overriding || matches!(kind, "include" | "import") {
                let target = (kind != "import").then(|| Arc::clone(&document.target));
                let location = tree.attribute(node, "schemaLocation").map(str::trim);
                let is_import = kind == "import";
                let namespace = tree.attribute(node, "namespace");
                let location = match location {
                    Some(location) => Some((location.to_owned(), Arc::clone(base))),
                    None if is_import => namespace.map(|namespace| (namespace.to_owned(), Arc::default())),
                    None => None,
                };
                if let Some((location, base)) = location {
                    // An imported schema need not be here if the import does not say where it is.
                    let is_expected = !is_import || !location.contains(':');
                    let at = is_expected.then(|| document.at(node));
                    referenced.push((Reference { location, base, target, at }, is_expected));
                }
            }
            if is_overriding {
                for node in document.children(node) {
                    self.component(number, document, node, kind == "redefine");
                }
            } else {
                self.component(number, document, node, false);
            }
        }
        // In the order of the text: the last one is loaded first.
        for (reference, is_expected) in referenced.into_iter().rev() {
            if is_expected || self.texts.is_available(&reference.location, &reference.base) {
                self.pending.push(reference);
            }
        }
    }

    fn component(&mut self, number: usize, document: &SchemaDocument, node: NodeId, is_redefining: bool) {
        let kind = match document.kind(node) {
            "element" => ComponentKind::Element,
            "attribute" => ComponentKind::Attribute,
            "complexType" | "simpleType" => ComponentKind::Type,
            "group" => ComponentKind::Group,
            "attributeGroup" => ComponentKind::AttributeGroup,
            _ => return,
        };
        let Some(name) = document.tree.attribute(node, "name") else { return };
        let definition = Definition { document: number, node, is_redefining };
        self.documents.components.add(kind, &document.target, name.trim(), definition);
    }
}
