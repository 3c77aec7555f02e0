//! Places that a schema types, as a configuration declares them for documents without the schema.

use std::collections::{BTreeMap, BTreeSet};

use crate::vocabularies::{ExpandedName, Shape};
use crate::xml::UserPlace;
use crate::xml::namespaces::clark;
use crate::xml::types::{Declarations, NameClass, NameTest, ReferenceType};

/// Names of an element: its namespace and its local name; `None` is any.
type Element<'d> = (Option<&'d str>, Option<&'d str>);

/// Maximum number of places that are read, and of attributes that they are compared with: each attribute of a group counts
/// for each element that has the group.
const MAX_PLACES: usize = 20_000;

/// Returns the places of references, without duplicates: first those of attributes that have the same type on each element
/// of a namespace that has them, then the others by the names of their elements; and whether these are all. Left out are
/// names that a configuration cannot express, such as any attribute of a namespace.
pub fn places(declarations: &Declarations) -> (Vec<UserPlace>, bool) {
    let mut is_complete = declarations.places().nth(MAX_PLACES).is_none();
    // Of all elements with an attribute of that name, the ones in which it contains references.
    let mut typed = BTreeMap::<_, BTreeMap<Element<'_>, UserPlace>>::new();
    for place in declarations.places().take(MAX_PLACES) {
        let attribute = match place.attribute.map(NameClass::as_name) {
            None => None,
            Some(Some(name)) => Some(clark(name.namespace, name.local)),
            Some(None) => continue,
        };
        for element in elements(place.element) {
            if attribute.is_some() || element.1.is_some() {
                let user = user_place(element, attribute.as_deref(), place.value);
                typed.entry((element.0, attribute.clone())).or_default().entry(element).or_insert(user);
            }
        }
    }
    let mut with_attribute = BTreeMap::<_, BTreeSet<Element<'_>>>::new();
    is_complete &= declarations.attributes().nth(MAX_PLACES).is_none();
    for (element, attribute) in declarations.attributes().take(MAX_PLACES) {
        let Some(ExpandedName { namespace, local }) = attribute.as_name() else { continue };
        for element in elements(element) {
            with_attribute.entry((element.0, clark(namespace, local))).or_default().insert(element);
        }
    }
    let (mut common, mut single) = (Vec::new(), Vec::new());
    for ((namespace, attribute), mut users) in typed {
        let is_on_all = attribute.as_ref().is_some_and(|attribute| {
            let others = with_attribute.get(&(namespace, attribute.clone()));
            is_complete
                && users.len() > 1
                && others.is_some_and(|others| others.iter().all(|element| users.contains_key(element)))
        });
        let any = |user: &UserPlace| UserPlace { element: None, ..user.clone() };
        let first = users.values().next().map(any);
        if is_on_all && users.values().all(|user| Some(any(user)) == first) {
            common.extend(first);
        } else {
            single.extend(std::mem::take(&mut users).into_values());
        }
    }
    let key = |place: &UserPlace| (place.namespace.clone(), place.element.clone(), place.attribute.clone());
    single.sort_by_key(key);
    common.append(&mut single);
    (common, is_complete)
}

fn elements(names: &NameClass) -> impl Iterator<Item = Element<'_>> {
    names.ranges().iter().map(|range| match &range.names {
        NameTest::Name(namespace, local) => (Some(&**namespace), Some(&**local)),
        NameTest::Namespace(namespace) => (Some(&**namespace), None),
        NameTest::Any => (None, None),
    })
}

fn user_place((namespace, element): Element<'_>, attribute: Option<&str>, value: &ReferenceType) -> UserPlace {
    let name = attribute.map(|name| name.rsplit('}').next().unwrap_or(name)).or(element).unwrap_or_default();
    UserPlace {
        namespace: namespace.map(str::to_owned),
        element: element.map(str::to_owned),
        attribute: attribute.map(str::to_owned),
        role: Some(value.role(name)),
        keywords: value.keywords.clone(),
        values: if value.is_optional { Shape::Absolute } else { Shape::Any },
    }
}
