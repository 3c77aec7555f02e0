//! Declarations that an open element may have, and the types of its attributes and its text.

use crate::vocabularies::ExpandedName;
use crate::xml::namespaces::XSD;
use crate::xml::types::{
    AttributeId, BoundSchema, ContentId, ContentType, Declarations, ElementId, Processing, SchemaPosition, Typed,
    Types, ValueType, Wildcard,
};

/// Maximum number of candidates of an element, and of declarations of an attribute of each.
const MAX_CANDIDATES: usize = 64;

/// Declarations that an open element may have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Candidates {
    /// There are no declarations of the element: those of its children are looked up as for a root, and only global
    /// attributes apply.
    #[default]
    Unknown,
    /// A wildcard allows the element, but there is no declaration of it: only global ones apply inside.
    Lax,
    /// No declaration applies to the element and to those inside.
    Skipped,
    /// These declarations.
    Known(Box<[Candidate]>),
}

/// Declaration that an open element may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Index of the schema.
    schema: u32,
    content: ContentId,
    /// Position of the declaration of the element.
    at: SchemaPosition,
}

impl Types {
    /// Returns the candidates of an element `name` whose parent has the candidates `parent`; for a root they are
    /// [`Candidates::Unknown`].
    pub fn child(&self, parent: &Candidates, name: ExpandedName<'_>) -> Candidates {
        let (candidates, processing) = match parent {
            Candidates::Skipped => return Candidates::Skipped,
            Candidates::Lax => (self.global(name), Some(Processing::Lax)),
            Candidates::Unknown => (self.global(name), None),
            Candidates::Known(parents) => self.declared(parents, name),
        };
        if !candidates.is_empty() {
            return Candidates::Known(candidates.into());
        }
        match processing {
            Some(Processing::Skip) => Candidates::Skipped,
            Some(Processing::Lax) => Candidates::Lax,
            Some(Processing::Strict) | None => self.all(name),
        }
    }

    /// Returns the candidates of an element with an `xsi:type` that names the type `name`.
    pub fn with_type(&self, candidates: Candidates, name: ExpandedName<'_>) -> Candidates {
        // What a wildcard skips is not assessed, whatever it says. XML Schema part 1 section 3.10.1.
        if candidates == Candidates::Skipped {
            return candidates;
        }
        for (number, schema) in (0_u32..).zip(&self.schemas) {
            let key = (name.namespace.into(), name.local.into());
            if let Some(&(content, at)) = schema.declarations.types.get(&key) {
                return Candidates::Known([Candidate { schema: number, content, at }].into());
            }
        }
        // The caller knows the types of XML Schema itself.
        let is_built_in = name.namespace == XSD && ValueType::built_in(name.local).is_some();
        if is_built_in { Candidates::Skipped } else { candidates }
    }

    /// Returns the type of the attribute `name`; `None` if it is not declared.
    pub fn attribute(&self, candidates: &Candidates, name: ExpandedName<'_>) -> Option<Typed<'_>> {
        match candidates {
            Candidates::Skipped => None,
            // A validator also uses them if it has no declaration of the element.
            Candidates::Unknown | Candidates::Lax => self.global_attribute(name),
            Candidates::Known(known) => combined(known.iter().flat_map(|candidate| {
                let schema = candidate.schema as usize;
                let declarations = &self.schemas[schema].declarations;
                let content = declarations.content(candidate.content);
                let own = declarations.attributes_named(&content.attributes, name).take(MAX_CANDIDATES);
                let own = own.map(move |id| declarations.typed(schema, id));
                let global = || is_processed(&content.attribute_wildcards, name).then(|| self.global_attribute(name));
                let mut own = own.peekable();
                let global = if own.peek().is_none() { global().flatten() } else { None };
                own.chain(global)
            })),
        }
    }

    /// Returns the type of the text; `None` if it is not declared.
    pub fn text(&self, candidates: &Candidates) -> Option<Typed<'_>> {
        let Candidates::Known(known) = candidates else { return None };
        combined(known.iter().filter_map(|candidate| {
            let schema = candidate.schema as usize;
            let value = self.schemas[schema].declarations.content(candidate.content).text.as_ref()?;
            Some(Typed { value, schema, at: candidate.at, is_certain: true })
        }))
    }

    /// Returns the candidates among the children of `parents`, and how the wildcards of these process the name.
    fn declared(&self, parents: &[Candidate], name: ExpandedName<'_>) -> (Vec<Candidate>, Option<Processing>) {
        let (mut candidates, mut processing) = (Vec::new(), None);
        for parent in parents {
            let declarations = &self.schemas[parent.schema as usize].declarations;
            let content = declarations.content(parent.content);
            add_all(&mut candidates, parent.schema, declarations, declarations.named_in(&content.children, name));
            let wildcards = content.element_wildcards.iter().filter(|wildcard| wildcard.names.contains(name));
            processing = wildcards.map(|wildcard| wildcard.processing).fold(processing, |known, one| match known {
                Some(Processing::Skip) | None => Some(one),
                Some(known) => Some(known),
            });
        }
        if candidates.is_empty() && processing.is_some_and(|processing| processing != Processing::Skip) {
            candidates = self.global(name);
        }
        (candidates, processing)
    }

    /// Returns the global declarations of `name`, which a root may have.
    fn global(&self, name: ExpandedName<'_>) -> Vec<Candidate> {
        let mut candidates = Vec::new();
        for (number, BoundSchema { declarations, .. }) in (0_u32..).zip(&self.schemas) {
            add_all(&mut candidates, number, declarations, declarations.named_in(&declarations.roots, name));
        }
        candidates
    }

    /// Returns all declarations of `name`.
    fn all(&self, name: ExpandedName<'_>) -> Candidates {
        let mut candidates = Vec::new();
        for (number, BoundSchema { declarations, .. }) in (0_u32..).zip(&self.schemas) {
            add_all(&mut candidates, number, declarations, declarations.with_name(name));
        }
        if candidates.is_empty() { Candidates::Unknown } else { Candidates::Known(candidates.into()) }
    }

    fn global_attribute(&self, name: ExpandedName<'_>) -> Option<Typed<'_>> {
        combined(self.schemas.iter().enumerate().flat_map(|(number, BoundSchema { declarations, .. })| {
            let all = declarations.attributes_named(&declarations.global_attributes, name);
            all.map(move |id| declarations.typed(number, id))
        }))
    }
}

impl Declarations {
    fn content(&self, id: ContentId) -> &ContentType {
        &self.contents[id.0 as usize]
    }

    /// Returns the elements with the single name `name`.
    fn with_name<'a>(&'a self, name: ExpandedName<'a>) -> impl Iterator<Item = ElementId> + 'a {
        self.having(self.by_name.get(name.local).map_or(&[], Vec::as_slice), name)
    }

    /// Returns the elements in `all` that may have `name`.
    fn having<'a>(&'a self, all: &'a [ElementId], name: ExpandedName<'a>) -> impl Iterator<Item = ElementId> + 'a {
        all.iter().copied().filter(move |id| self.elements[id.0 as usize].names.contains(name))
    }

    /// Returns the elements in `all`, which is sorted by [`rank`](Self::rank), that may have `name`. Of `all` and the
    /// elements with that name in the whole schema, the shorter list is searched.
    fn named_in<'a>(&'a self, all: &'a [ElementId], name: ExpandedName<'a>) -> impl Iterator<Item = ElementId> + 'a {
        let same_name = self.by_name.get(name.local).map_or(&[][..], Vec::as_slice);
        let is_short = all.len() <= same_name.len() + self.with_many_names.len();
        let (own, lists) = if is_short { (all, [&[][..]; 2]) } else { (&[][..], [same_name, &self.with_many_names]) };
        let is_own = move |id: &ElementId| all.binary_search_by_key(&self.rank(*id), |&own| self.rank(own)).is_ok();
        let others = lists.into_iter().flat_map(move |list| self.having(list, name)).filter(is_own);
        self.having(own, name).chain(others)
    }

    /// Returns the order of elements: those with a single name first.
    fn rank(&self, id: ElementId) -> (bool, ElementId) {
        (self.elements[id.0 as usize].names.as_name().is_none(), id)
    }

    /// Sorts elements for [`named_in`](Self::named_in), and removes duplicates.
    pub(super) fn sort_elements(&self, elements: &mut Vec<ElementId>) {
        elements.sort_unstable_by_key(|&id| self.rank(id));
        elements.dedup();
    }

    /// Returns the attributes in `all`, which is sorted by [`attribute_key`](Self::attribute_key), that may have
    /// `name`.
    fn attributes_named<'a>(
        &'a self,
        all: &'a [AttributeId],
        name: ExpandedName<'a>,
    ) -> impl Iterator<Item = AttributeId> + 'a {
        let wanted = Some((name.local, name.namespace));
        let with_many_names = all.partition_point(|&id| self.attribute_key(id).is_none());
        let first = all.partition_point(|&id| self.attribute_key(id) < wanted);
        let end = first + all[first..].partition_point(|&id| self.attribute_key(id) == wanted);
        let may_have = move |id: &AttributeId| self.attributes[id.0 as usize].names.contains(name);
        // The declaration of that very name is the first.
        all[first..end].iter().chain(&all[..with_many_names]).copied().filter(may_have)
    }

    /// Returns the order of attributes: by the single name, those with several names first.
    fn attribute_key(&self, id: AttributeId) -> Option<(&str, &str)> {
        self.attributes[id.0 as usize].names.as_name().map(|name| (name.local, name.namespace))
    }

    /// Sorts attributes for [`attributes_named`](Self::attributes_named). Those with one name keep their order.
    pub(super) fn sort_attributes(&self, attributes: &mut [AttributeId]) {
        attributes.sort_by_key(|&id| self.attribute_key(id));
    }

    fn candidate(&self, schema: u32, id: ElementId) -> Candidate {
        let element = &self.elements[id.0 as usize];
        Candidate { schema, content: element.content, at: element.at }
    }

    fn typed(&self, schema: usize, id: AttributeId) -> Typed<'_> {
        let attribute = &self.attributes[id.0 as usize];
        Typed { value: &attribute.value, schema, at: attribute.at, is_certain: true }
    }
}

/// Adds the candidates for some elements of a schema, as long as there is room.
fn add_all(
    candidates: &mut Vec<Candidate>,
    schema: u32,
    declarations: &Declarations,
    elements: impl Iterator<Item = ElementId>,
) {
    for id in elements {
        if candidates.len() == MAX_CANDIDATES {
            return;
        }
        let candidate = declarations.candidate(schema, id);
        let is_same = |known: &Candidate| known.schema == schema && known.content == candidate.content;
        if !candidates.iter().any(is_same) {
            candidates.push(candidate);
        }
    }
}

fn is_processed(wildcards: &[Wildcard], name: ExpandedName<'_>) -> bool {
    wildcards.iter().any(|wildcard| wildcard.processing != Processing::Skip && wildcard.names.contains(name))
}

/// Returns the type that a value may have according to several declarations: a reference if one says so, which is not
/// certain if another says something else; one that excludes references only if all do.
fn combined<'a>(all: impl Iterator<Item = Typed<'a>>) -> Option<Typed<'a>> {
    let rank = |typed: &Typed<'_>| match typed.value {
        ValueType::Reference(reference) => 3 - u8::from(reference.is_optional),
        other => u8::from(!other.excludes_references()),
    };
    all.reduce(|best, next| {
        let is_certain =
            best.is_certain && next.is_certain && best.value.reference().is_some() == next.value.reference().is_some();
        Typed { is_certain, ..if rank(&next) > rank(&best) { next } else { best } }
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::xml::types::{AttributeDeclaration, Binding, DeclarationsBuilder, FileId, NameClass};

    const SHOP: &str = "urn:shop";

    fn name(local: &str) -> ExpandedName<'_> {
        ExpandedName { namespace: SHOP, local }
    }

    fn class(local: &str) -> NameClass {
        NameClass::name(SHOP, local)
    }

    /// Returns the line of the declaration that makes the attribute `link` a reference.
    fn line(types: &Types, candidates: &Candidates) -> Option<usize> {
        let typed = types.attribute(candidates, ExpandedName { namespace: "", local: "link" })?;
        typed.value.reference().map(|_| types.schemas()[typed.schema].declarations.line(typed.at))
    }

    /// A shop with items, each with a link; a note in the shop has a link in line 3, in an item it has a number. Wildcards
    /// in `open`.
    fn shop() -> Types {
        let mut builder = DeclarationsBuilder::default();
        let file = builder.file("file:///shop.xsd", "1\n2\n3\n4\n5\n");
        let at = |line: usize| SchemaPosition::new(file, 2 * (line - 1));
        let link = |builder: &mut DeclarationsBuilder, line, value| {
            let content = builder.reserve();
            let names = NameClass::name("", "link");
            let link = builder.attribute(AttributeDeclaration { names, value, at: at(line) });
            builder.content(content).attributes.push(link);
            content
        };
        let item = link(&mut builder, 2, ValueType::any_uri());
        let note = link(&mut builder, 3, ValueType::any_uri());
        let inner = link(&mut builder, 4, ValueType::NoReference(crate::xml::types::Lexical::Number));
        let (shop, open) = (builder.reserve(), builder.reserve());
        let children = [
            builder.element(class("item"), item, at(2)),
            builder.element(class("note"), note, at(3)),
            builder.element(class("open"), open, at(5)),
        ];
        builder.content(shop).children.extend(children);
        let inner = builder.element(class("note"), inner, at(4));
        builder.content(item).children.push(inner);
        let root = builder.element(class("shop"), shop, at(1));
        builder.add_root(root);
        for (namespace, processing) in
            [("urn:strict", Processing::Strict), ("urn:lax", Processing::Lax), (SHOP, Processing::Lax)]
        {
            let names = NameClass::namespace(namespace);
            builder.content(open).element_wildcards.push(Wildcard { names, processing });
        }
        let names = NameClass::namespace("urn:skip");
        builder.content(open).element_wildcards.push(Wildcard { names, processing: Processing::Skip });
        builder.name_type(&SHOP.into(), "itemType", item, at(2));
        let global =
            AttributeDeclaration { names: NameClass::name("urn:g", "ref"), value: ValueType::any_uri(), at: at(5) };
        let global = builder.attribute(global);
        builder.add_global_attribute(global);
        let names = NameClass::any();
        builder.content(open).attribute_wildcards.push(Wildcard { names, processing: Processing::Lax });
        let declarations = Arc::new(builder.build());
        Types::new(vec![BoundSchema { declarations, binding: Binding::SchemaLocation }])
    }

    #[test]
    fn the_parent_determines_the_declaration() {
        let types = shop();
        let root = types.child(&Candidates::Unknown, name("shop"));
        let item = types.child(&root, name("item"));
        assert_eq!(line(&types, &root), None);
        assert_eq!(line(&types, &item), Some(2));
        assert_eq!(line(&types, &types.child(&root, name("note"))), Some(3));
        let inner = types.child(&item, name("note"));
        assert_eq!(line(&types, &inner), None);
        let link = types.attribute(&inner, ExpandedName { namespace: "", local: "link" });
        assert!(link.is_some_and(|link| link.value.excludes_references()));
    }

    #[test]
    fn an_element_at_another_place_has_all_declarations_of_its_name() {
        let types = shop();
        for parent in [Candidates::Unknown, types.child(&Candidates::Unknown, name("other"))] {
            assert_eq!(line(&types, &types.child(&parent, name("note"))), Some(3));
        }
        assert_eq!(types.child(&Candidates::Unknown, name("other")), Candidates::Unknown);
    }

    #[test]
    fn a_type_that_the_document_names_replaces_that_of_the_declaration() {
        let types = shop();
        let root = types.child(&Candidates::Unknown, name("shop"));
        assert_eq!(line(&types, &types.with_type(root.clone(), name("itemType"))), Some(2));
        assert_eq!(types.with_type(root.clone(), name("unknown")), root);
        assert_eq!(types.with_type(root, ExpandedName { namespace: XSD, local: "int" }), Candidates::Skipped);
    }

    #[test]
    fn wildcards_lead_to_global_declarations() {
        let types = shop();
        let root = types.child(&Candidates::Unknown, name("shop"));
        let open = types.child(&root, name("open"));
        assert!(matches!(types.child(&open, name("shop")), Candidates::Known(_)));
        let any = |namespace| ExpandedName { namespace, local: "any" };
        let lax = types.child(&open, any("urn:lax"));
        assert_eq!(lax, Candidates::Lax);
        assert!(matches!(types.child(&lax, name("shop")), Candidates::Known(_)));
        assert_eq!(types.child(&lax, name("note")), Candidates::Lax);
        let skipped = types.child(&open, any("urn:skip"));
        assert_eq!(types.child(&skipped, name("shop")), Candidates::Skipped);
        assert_eq!(types.child(&open, any("urn:strict")), Candidates::Unknown);
        let global = ExpandedName { namespace: "urn:g", local: "ref" };
        assert!(types.attribute(&open, global).is_some() && types.attribute(&lax, global).is_some());
        assert!(types.attribute(&root, global).is_none() && types.attribute(&skipped, global).is_none());
        assert!(types.attribute(&Candidates::Unknown, global).is_some());
    }

    #[test]
    fn references_in_any_candidate_are_references() {
        let at = SchemaPosition::new(FileId(0), 0);
        let [reference, number, text] =
            [ValueType::any_uri(), ValueType::NoReference(crate::xml::types::Lexical::Number), ValueType::Text];
        let best = |all: &[&ValueType]| {
            let all = all.iter().map(|value| Typed { value, schema: 0, at, is_certain: true });
            combined(all).map(|typed| (typed.value.clone(), typed.is_certain))
        };
        assert_eq!(best(&[&number, &text, &reference]), Some((reference.clone(), false)));
        assert_eq!(best(&[&reference, &reference]), Some((reference.clone(), true)));
        assert_eq!(best(&[&number, &text]), Some((text.clone(), true)));
        assert_eq!(best(&[&number, &number]), Some((number.clone(), true)));
        assert_eq!(best(&[]), None);
    }
}
