//! Types of attributes and texts, as the schemas of a document declare them, independent of the schema language.
//!
//! ```text
//!  schema ─▶ loader ─▶ DeclarationsBuilder ─▶ Declarations ─┐
//!  schema ─▶ loader ─▶ DeclarationsBuilder ─▶ Declarations ─┴▶ Types ─▶ Candidates of each open element ─▶ type of a value
//! ```
//!
//! No content model is followed: order and number of elements do not matter. Each open element has the set of the
//! declarations that it may have: those with its name among the children of its parent's candidates. In XML Schema
//! this is one; in RELAX NG it can be several. If an element has none, because the document is invalid or not yet
//! complete, its candidates are all declarations with its name.
//!
//! A loader uses a [`DeclarationsBuilder`]. It reserves the [`ContentType`] of each type or element pattern before it fills it, so that
//! contents may be recursive:
//!
//! ```text
//! let file = builder.file("file:///s/shop.rng", text);
//! let at = SchemaPosition::new(file, offset);
//! let item = builder.reserve();                                           a ContentId
//! let link = builder.attribute(AttributeDeclaration { names: NameClass::name("", "link"), value: ValueType::any_uri(), at });
//! builder.content(item).attributes.push(link);
//! let element = builder.element(NameClass::name("urn:shop", "item"), item, at);
//! builder.content(item).children.push(element);                           an item in an item
//! builder.add_root(element);
//! let declarations = builder.build();
//! ```
//!
//! In RELAX NG each `element` pattern is one element with a content of its own: its attributes and children are those
//! that are reached without crossing another `element` pattern, and its text is the [`ValueType::choice`] of the types
//! that are reached in this way. A value of `list` is [`ValueType::list`]. `start` determines the roots.

mod builder;
mod candidates;
mod names;
mod value_type;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, LazyLock, OnceLock};

use rustc_hash::{FxHashMap, FxHashSet};

pub use builder::DeclarationsBuilder;
pub use candidates::Candidates;
pub use names::{NameClass, NameRange, NameTest};
pub use value_type::{Lexical, OtherMember, ReferenceType, ValueType};

use crate::vocabularies::ExpandedName;
use crate::xml::namespaces::XSD;

/// Maximum number of values that are IDs or name them.
const MAX_IDS: usize = 100_000;

/// Index of a file of a schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(u32);

/// Index of an attribute declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AttributeId(u32);

/// Index of the content of a type or an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ContentId(u32);

/// Index of an element declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ElementId(u32);

/// Position of a declaration in a schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SchemaPosition {
    /// File.
    pub file: FileId,
    /// Offset in its decoded text, in bytes.
    pub offset: u32,
}

impl SchemaPosition {
    /// Creates the position at byte `offset` of `file`.
    pub fn new(file: FileId, offset: usize) -> Self {
        Self { file, offset: u32::try_from(offset).unwrap_or(u32::MAX) }
    }
}

/// File of a schema.
#[derive(Clone, Debug)]
struct File {
    location: Arc<str>,
    /// Offsets of the line feeds.
    line_feeds: Box<[u32]>,
}

/// Declaration of an attribute.
#[derive(Clone, Debug)]
pub struct AttributeDeclaration {
    /// Names that it may have.
    pub names: NameClass,
    /// Type of its value.
    pub value: ValueType,
    /// Position of the declaration.
    pub at: SchemaPosition,
}

/// Content of an element: its attributes, children and text.
#[derive(Clone, Debug, Default)]
pub struct ContentType {
    /// Attributes. The builder sorts them by name.
    pub attributes: Vec<AttributeId>,
    /// Further attributes that the content allows.
    pub attribute_wildcards: Vec<Wildcard>,
    /// Child elements, in any order; duplicates are removed.
    pub children: Vec<ElementId>,
    /// Further elements that the content allows.
    pub element_wildcards: Vec<Wildcard>,
    /// Type of the text; `None` if there is no text, or any text between elements.
    pub text: Option<ValueType>,
}

/// Names that a content allows without a declaration of its own.
#[derive(Clone, Debug)]
pub struct Wildcard {
    /// Allowed names.
    pub names: NameClass,
    /// Use of the declarations of these names.
    pub processing: Processing,
}

/// Use of the global declaration of a name that a wildcard allows (`processContents` of XML Schema).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Processing {
    /// There must be a declaration.
    Strict,
    /// A declaration is used if there is one.
    Lax,
    /// No declaration is used, also not for the elements inside.
    Skip,
}

/// Declaration of an element.
#[derive(Clone, Debug)]
struct Element {
    names: NameClass,
    content: ContentId,
    at: SchemaPosition,
}

/// All declarations of a schema.
#[derive(Debug, Default)]
pub struct Declarations {
    files: Vec<File>,
    attributes: Vec<AttributeDeclaration>,
    contents: Vec<ContentType>,
    elements: Vec<Element>,
    /// Elements that a root may have, in the order of [`Self::rank`].
    roots: Vec<ElementId>,
    global_attributes: Vec<AttributeId>,
    /// Named types, by namespace and name.
    types: FxHashMap<(Arc<str>, Box<str>), (ContentId, SchemaPosition)>,
    /// Elements with a single name, by local name, in ascending order.
    by_name: FxHashMap<Box<str>, Vec<ElementId>>,
    /// Elements that may have several names.
    with_many_names: Vec<ElementId>,
    /// Namespaces of the elements with a single name.
    namespaces: FxHashSet<Box<str>>,
    /// Values that are IDs or name them, found when they are first needed.
    ids: OnceLock<Vec<IdType>>,
}

/// Value that is an ID or names one by its type. Names are local ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdType {
    /// Element.
    pub element: Box<str>,
    /// Attribute; `None` for the text of the element.
    pub attribute: Option<Box<str>>,
    /// Whether it is the ID.
    pub is_id: bool,
}

/// Schemas of a document.
#[derive(Clone, Debug, Default)]
pub struct Types {
    schemas: Vec<BoundSchema>,
    not_loaded: Vec<NotLoaded>,
    own: OwnTypes,
}

/// References in values of a type that a schema names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum NamedType {
    /// No value needs to be one.
    #[default]
    Other,
    /// Each value is a reference.
    Reference,
    /// Each value is a list of references.
    References,
}

/// Types of references that a document defines, if it is a schema itself, by namespace and name.
pub type OwnTypes = BTreeMap<(Arc<str>, Box<str>), NamedType>;

/// Schema that could not be loaded, or only in part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotLoaded {
    /// Reference in the document that names it.
    pub reference: String,
    /// Reason, as a message.
    pub message: String,
}

/// Schema, and the reason for its use.
#[derive(Clone, Debug)]
pub struct BoundSchema {
    /// Declarations of the schema.
    pub declarations: Arc<Declarations>,
    /// Reason for its use.
    pub binding: Binding,
}

/// Reason for the use of a schema for a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Binding {
    /// An association in the configuration.
    Configuration,
    /// A processing instruction `xml-model`.
    XmlModel,
    /// `xsi:schemaLocation` or `xsi:noNamespaceSchemaLocation`.
    SchemaLocation,
    /// The document type declaration.
    DocumentType,
    /// An entry of a catalog for the namespace.
    Catalog,
    /// The index of the schemas in the workspace.
    WorkspaceIndex,
}

impl Binding {
    /// Returns the name in messages and in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Configuration => "configuration",
            Self::XmlModel => "xml-model",
            Self::SchemaLocation => "schemaLocation",
            Self::DocumentType => "DOCTYPE",
            Self::Catalog => "catalog",
            Self::WorkspaceIndex => "workspace index",
        }
    }
}

/// Returns the attribute of an element of XML Schema that names the type of values in the schema itself.
pub fn type_attribute(local: &str) -> Option<&'static str> {
    match local {
        "restriction" => Some("base"),
        "attribute" | "element" => Some("type"),
        _ => None,
    }
}

/// Returns whether an attribute without a namespace contains a value of the type that the element `element` names, or that
/// its parent names.
pub fn typed_value(element: ExpandedName<'_>, attribute: &str) -> Option<TypeName> {
    match (element.local, attribute) {
        _ if element.namespace != XSD => None,
        ("attribute" | "element", "default" | "fixed") => Some(TypeName::Own),
        ("enumeration", "value") => Some(TypeName::OfParent),
        _ => None,
    }
}

/// Element that names the type of a value in a schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypeName {
    /// The element with the value.
    Own,
    /// The parent of that element.
    OfParent,
}

/// Type of a value, and the declaration that determines it.
#[derive(Clone, Copy, Debug)]
pub struct Typed<'a> {
    /// Type.
    pub value: &'a ValueType,
    /// Index of the schema in [`Types::schemas`].
    pub schema: usize,
    /// Position of the declaration.
    pub at: SchemaPosition,
    /// Whether all declarations that the value may have agree that it is a reference, or that it is not.
    pub is_certain: bool,
}

/// Place of references that a schema declares.
#[derive(Clone, Copy, Debug)]
pub struct DeclaredPlace<'a> {
    /// Names of the element.
    pub element: &'a NameClass,
    /// Names of the attribute; `None` for the text of the element.
    pub attribute: Option<&'a NameClass>,
    /// Type of the value.
    pub value: &'a ReferenceType,
    /// Position of the declaration.
    pub at: SchemaPosition,
}

/// Declaration that makes a value a reference. Displays as "`xs:anyURI by 'shop.xsd' line 12 (bound by workspace
/// index)`"; the name of the file is not escaped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeOrigin {
    /// Location of the schema document that contains the declaration: an IRI if it is known.
    pub location: Arc<str>,
    /// Line of the declaration, from 1.
    pub line: usize,
    /// Reason for the use of the schema.
    pub binding: Binding,
}

impl TypeOrigin {
    /// Returns the last segment of the location.
    pub fn file_name(&self) -> &str {
        self.location.rsplit('/').next().unwrap_or_default()
    }

    /// Describes the declaration with the name of the file escaped by `escape`.
    pub fn escaped(&self, escape: impl Fn(&str) -> String) -> String {
        let Self { line, binding, .. } = self;
        format!("xs:anyURI by '{}' line {line} (bound by {})", escape(self.file_name()), binding.name())
    }
}

impl fmt::Display for TypeOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.escaped(str::to_owned))
    }
}

/// Two are equal if they share their declarations.
impl PartialEq for Types {
    fn eq(&self, other: &Self) -> bool {
        let is_same = |(one, other): (&BoundSchema, &BoundSchema)| {
            one.binding == other.binding && Arc::ptr_eq(&one.declarations, &other.declarations)
        };
        self.not_loaded == other.not_loaded
            && self.own == other.own
            && self.schemas.len() == other.schemas.len()
            && self.schemas.iter().zip(&other.schemas).all(is_same)
    }
}

impl Eq for Types {}

impl Types {
    /// Creates the types of a document with these schemas.
    pub fn new(schemas: Vec<BoundSchema>) -> Self {
        Self { schemas, not_loaded: Vec::new(), own: OwnTypes::new() }
    }

    /// Sets the types of references that the document itself defines.
    #[must_use]
    pub fn with_own_types(self, own: OwnTypes) -> Self {
        Self { own, ..self }
    }

    /// Returns the references in values of the type `name`, if the document itself defines it.
    pub fn own_type(&self, name: ExpandedName<'_>) -> NamedType {
        if self.own.is_empty() {
            return NamedType::Other;
        }
        self.own.get(&(name.namespace.into(), name.local.into())).copied().unwrap_or_default()
    }

    /// Sets the schemas that could not be loaded.
    #[must_use]
    pub fn with_not_loaded(self, not_loaded: Vec<NotLoaded>) -> Self {
        Self { not_loaded, ..self }
    }

    /// Returns the schemas that could not be loaded.
    pub fn not_loaded(&self) -> &[NotLoaded] {
        &self.not_loaded
    }

    /// Returns the declaration that determines a type.
    pub fn origin(&self, typed: Typed<'_>) -> TypeOrigin {
        let BoundSchema { declarations, binding } = &self.schemas[typed.schema];
        let location = Arc::clone(&declarations.files[typed.at.file.0 as usize].location);
        TypeOrigin { location, line: declarations.line(typed.at), binding: *binding }
    }

    /// Returns the values that are IDs or name them, without those that a schema does not name.
    pub fn ids(&self) -> impl Iterator<Item = &IdType> {
        self.schemas.iter().flat_map(|schema| schema.declarations.ids())
    }

    /// Returns the schemas, in the order of their use.
    pub fn schemas(&self) -> &[BoundSchema] {
        &self.schemas
    }
}

impl Declarations {
    /// Returns the location of `file`.
    pub fn location(&self, file: FileId) -> &str {
        &self.files[file.0 as usize].location
    }

    /// Returns the locations of all files, the main one first.
    pub fn locations(&self) -> impl Iterator<Item = &str> {
        self.files.iter().map(|file| &*file.location)
    }

    /// Returns the line of a position, from 1.
    pub fn line(&self, at: SchemaPosition) -> usize {
        self.files[at.file.0 as usize].line_feeds.partition_point(|&feed| feed < at.offset) + 1
    }

    /// Returns whether an element of `namespace` is declared.
    pub fn has_namespace(&self, namespace: &str) -> bool {
        self.namespaces.contains(namespace)
    }

    /// Returns the named types whose values are always references.
    pub fn reference_types(&self) -> OwnTypes {
        let all = self.types.iter().filter_map(|(name, (content, _))| {
            let reference = self.contents[content.0 as usize].text.as_ref()?.reference()?;
            let is_certain = !reference.is_optional && reference.keywords.is_empty();
            let named = if reference.is_list { NamedType::References } else { NamedType::Reference };
            is_certain.then(|| (name.clone(), named))
        });
        all.collect()
    }

    fn ids(&self) -> &[IdType] {
        self.ids.get_or_init(|| {
            let named = |value: &ValueType| match value {
                ValueType::NoReference(Lexical::Id) => Some(true),
                ValueType::NoReference(Lexical::IdReference) => Some(false),
                _ => None,
            };
            // Types are used by many elements.
            let in_content = self.contents.iter().map(|content| {
                let attributes = content.attributes.iter().filter_map(|id| {
                    let attribute = &self.attributes[id.0 as usize];
                    Some((Some(attribute.names.as_name()?.local), named(&attribute.value)?))
                });
                let text = content.text.as_ref().and_then(named).map(|is_id| (None, is_id));
                attributes.chain(text).collect::<Vec<_>>()
            });
            let in_content: Vec<_> = in_content.collect();
            let of_elements = self.elements.iter().filter_map(|element| {
                let name = element.names.as_name()?.local;
                Some(
                    in_content[element.content.0 as usize]
                        .iter()
                        .map(move |&(attribute, is_id)| (name, attribute, is_id)),
                )
            });
            let all: FxHashSet<_> = of_elements.flatten().take(MAX_IDS).collect();
            let owned = |(element, attribute, is_id): (&str, Option<&str>, bool)| IdType {
                element: element.into(),
                attribute: attribute.map(Box::from),
                is_id,
            };
            all.into_iter().map(owned).collect()
        })
    }

    /// Returns the number of element declarations.
    pub fn element_count(&self) -> usize {
        self.elements.len()
    }

    /// Returns whether there are no declarations that a document can have.
    pub fn is_empty(&self) -> bool {
        self.elements.is_empty() && self.global_attributes.is_empty() && self.types.is_empty()
    }

    /// Returns the names of each element with those of each of its attributes.
    pub fn attributes(&self) -> impl Iterator<Item = (&NameClass, &NameClass)> {
        self.elements.iter().flat_map(move |element| {
            let content = &self.contents[element.content.0 as usize];
            content.attributes.iter().map(move |id| (&element.names, &self.attributes[id.0 as usize].names))
        })
    }

    /// Returns the places of references, in the order of the element declarations and by the names of the attributes, then
    /// those of attributes that wildcards allow on any element. A place can occur more than once.
    pub fn places(&self) -> impl Iterator<Item = DeclaredPlace<'_>> {
        static ANY: LazyLock<NameClass> = LazyLock::new(NameClass::any);
        let wildcards = self.contents.iter().flat_map(|content| &content.attribute_wildcards);
        let wildcards: Vec<_> = wildcards.filter(|wildcard| wildcard.processing != Processing::Skip).collect();
        let of_any = self.global_attributes.iter().filter_map(move |id| {
            let AttributeDeclaration { names, value, at } = &self.attributes[id.0 as usize];
            let (name, value) = (names.as_name()?, value.reference()?);
            let is_allowed = wildcards.iter().any(|wildcard| wildcard.names.contains(name));
            is_allowed.then_some(DeclaredPlace { element: &ANY, attribute: Some(names), value, at: *at })
        });
        let of_elements = self.elements.iter().flat_map(move |element| {
            let content = &self.contents[element.content.0 as usize];
            let attributes = content.attributes.iter().filter_map(move |id| {
                let attribute = &self.attributes[id.0 as usize];
                let (value, names) = (attribute.value.reference()?, &attribute.names);
                Some(DeclaredPlace { element: &element.names, attribute: Some(names), value, at: attribute.at })
            });
            let text = content.text.as_ref().and_then(ValueType::reference);
            let text =
                text.map(|value| DeclaredPlace { element: &element.names, attribute: None, value, at: element.at });
            attributes.chain(text)
        });
        of_elements.chain(of_any)
    }
}
