//! Collection of the declarations of a schema.

use std::sync::Arc;

use crate::xml::types::{
    AttributeDeclaration, AttributeId, ContentId, ContentType, Declarations, Element, ElementId, File, FileId,
    NameClass, SchemaPosition,
};

/// Maximum number of bytes that the declarations of a schema take, beyond those in proportion to its texts.
const MAX_BYTES: usize = 48 << 20;
/// Maximum number of bytes of the declarations per byte of the texts.
const BYTES_PER_BYTE: usize = 64;
/// Approximate number of bytes of a declaration, with its names and what finds it.
const DECLARATION: usize = 256;
/// Approximate number of bytes of the use of a declaration in a content, while it is compiled.
const USE: usize = 24;

/// Collects the declarations of a schema.
#[derive(Debug, Default)]
pub struct DeclarationsBuilder {
    declarations: Declarations,
    /// Bytes of the texts.
    texts: usize,
}

impl DeclarationsBuilder {
    /// Adds a file of the schema, the main one first.
    pub fn file(&mut self, location: &str, text: &str) -> FileId {
        let line_feeds = memchr::memchr_iter(b'\n', text.as_bytes()).filter_map(|at| u32::try_from(at).ok());
        self.texts += text.len();
        let files = &mut self.declarations.files;
        files.push(File { location: location.into(), line_feeds: line_feeds.collect() });
        FileId(index(files.len() - 1))
    }

    /// Adds the declaration of an attribute, which any number of contents may use.
    pub fn attribute(&mut self, attribute: AttributeDeclaration) -> AttributeId {
        let attributes = &mut self.declarations.attributes;
        attributes.push(attribute);
        AttributeId(index(attributes.len() - 1))
    }

    /// Adds an empty content, which [`content`](Self::content) fills.
    pub fn reserve(&mut self) -> ContentId {
        let contents = &mut self.declarations.contents;
        contents.push(ContentType::default());
        ContentId(index(contents.len() - 1))
    }

    /// Returns the content with that index.
    pub fn content(&mut self, id: ContentId) -> &mut ContentType {
        &mut self.declarations.contents[id.0 as usize]
    }

    /// Adds the declaration of an element.
    pub fn element(&mut self, names: NameClass, content: ContentId, at: SchemaPosition) -> ElementId {
        let elements = &mut self.declarations.elements;
        elements.push(Element { names, content, at });
        ElementId(index(elements.len() - 1))
    }

    /// Records that a document may have `element` as its root, and that wildcards use it.
    pub fn add_root(&mut self, element: ElementId) {
        self.declarations.roots.push(element);
    }

    /// Records that wildcards use `attribute`.
    pub fn add_global_attribute(&mut self, attribute: AttributeId) {
        self.declarations.global_attributes.push(attribute);
    }

    /// Names a type that `xsi:type` may select.
    pub fn name_type(&mut self, namespace: &Arc<str>, local: &str, content: ContentId, at: SchemaPosition) {
        self.declarations.types.insert((Arc::clone(namespace), local.into()), (content, at));
    }

    /// Returns whether the declarations and their `uses` take too many bytes. The caller then stops.
    pub fn is_full(&self, uses: usize) -> bool {
        self.declarations.bytes() + uses * USE > MAX_BYTES + self.texts.saturating_mul(BYTES_PER_BYTE)
    }

    /// Returns the declarations.
    pub fn build(self) -> Declarations {
        let mut declarations = self.declarations;
        // The order of what is taken out depends on the rest.
        let mut contents = std::mem::take(&mut declarations.contents);
        let mut roots = std::mem::take(&mut declarations.roots);
        let mut global_attributes = std::mem::take(&mut declarations.global_attributes);
        for content in &mut contents {
            declarations.sort_elements(&mut content.children);
            declarations.sort_attributes(&mut content.attributes);
        }
        declarations.sort_elements(&mut roots);
        declarations.sort_attributes(&mut global_attributes);
        declarations = Declarations { contents, roots, global_attributes, ..declarations };
        for (number, element) in declarations.elements.iter().enumerate() {
            let id = ElementId(index(number));
            match element.names.as_name() {
                Some(name) => {
                    if !declarations.namespaces.contains(name.namespace) {
                        declarations.namespaces.insert(name.namespace.into());
                    }
                    match declarations.by_name.get_mut(name.local) {
                        Some(known) => known.push(id),
                        None => drop(declarations.by_name.insert(name.local.into(), vec![id])),
                    }
                }
                None => declarations.with_many_names.push(id),
            }
        }
        declarations
    }
}

impl Declarations {
    /// Returns the approximate number of bytes in memory, without those of the uses of declarations in contents.
    pub fn bytes(&self) -> usize {
        (self.attributes.len() + self.contents.len() + self.elements.len()) * DECLARATION
    }
}

fn index(number: usize) -> u32 {
    // More would not fit into memory.
    u32::try_from(number).unwrap_or(u32::MAX)
}
