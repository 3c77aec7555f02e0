//! All vocabularies, and those of an element.

use std::sync::{Arc, LazyLock};

use rustc_hash::FxHashMap;

use crate::vocabularies::{DocumentType, ExpandedName, Family, KnownPlace, Values, Vocabulary, document};

/// Data files, in the order of the book.
const FILES: &[(&str, &str)] = &[
    ("web.tsv", include_str!("web.tsv")),
    ("books.tsv", include_str!("books.tsv")),
    ("schemas.tsv", include_str!("schemas.tsv")),
    ("stylesheets.tsv", include_str!("stylesheets.tsv")),
    ("rdf.tsv", include_str!("rdf.tsv")),
    ("feeds.tsv", include_str!("feeds.tsv")),
    ("office.tsv", include_str!("office.tsv")),
    ("software.tsv", include_str!("software.tsv")),
    ("development.tsv", include_str!("development.tsv")),
    ("security.tsv", include_str!("security.tsv")),
    ("localization.tsv", include_str!("localization.tsv")),
    ("reports.tsv", include_str!("reports.tsv")),
    ("services.tsv", include_str!("services.tsv")),
    ("messages.tsv", include_str!("messages.tsv")),
    ("pages.tsv", include_str!("pages.tsv")),
    ("libraries.tsv", include_str!("libraries.tsv")),
    ("maps.tsv", include_str!("maps.tsv")),
    ("science.tsv", include_str!("science.tsv")),
    ("business.tsv", include_str!("business.tsv")),
    ("xml.tsv", include_str!("xml.tsv")),
    ("processing.tsv", include_str!("processing.tsv")),
];

/// All families. The last one is about processing instructions, with their targets as elements.
pub static FAMILIES: LazyLock<Vec<Family>> =
    LazyLock::new(|| FILES.iter().map(|(_, text)| Family::parse(text).0).collect());

/// Vocabularies of elements, by what selects them.
#[derive(Default)]
struct Index {
    /// By a whole namespace.
    exact: FxHashMap<&'static str, Vec<&'static Vocabulary>>,
    /// By the start of a namespace.
    by_start: Vec<(&'static str, &'static Vocabulary)>,
    /// By the namespace around elements that have none.
    inside: Vec<(&'static str, &'static Vocabulary)>,
    /// By the type of the document: of elements without a namespace, or of all.
    documents: Vec<&'static Vocabulary>,
    /// Of any element.
    any: Vec<&'static Vocabulary>,
}

static INDEX: LazyLock<Index> = LazyLock::new(|| {
    let mut index = Index::default();
    let [elements @ .., _] = &**FAMILIES else { return index };
    for vocabulary in elements.iter().flat_map(|family| &family.vocabularies) {
        for namespace in &vocabulary.namespaces {
            match namespace.strip_suffix('*') {
                None => index.exact.entry(namespace).or_default().push(vocabulary),
                Some("") => index.any.push(vocabulary),
                Some(start) => index.by_start.push((start, vocabulary)),
            }
        }
        index.inside.extend(vocabulary.inside.iter().map(|namespace| (*namespace, vocabulary)));
        if !vocabulary.documents.is_empty() || !vocabulary.within.is_empty() {
            index.documents.push(vocabulary);
        }
    }
    index
});

/// Namespaces of the vocabularies that have certain values; a `*` at the end matches any characters.
static WITH_VALUES: LazyLock<FxHashMap<Values, Vec<&'static str>>> = LazyLock::new(|| {
    let mut known: FxHashMap<Values, Vec<&'static str>> = FxHashMap::default();
    for vocabulary in FAMILIES.iter().flat_map(|family| &family.vocabularies) {
        if let Some(values) = vocabulary.values {
            known.entry(values).or_default().extend(&vocabulary.namespaces);
        }
    }
    known
});

/// Known namespaces, and starts of them, by their text without what people write otherwise.
static SPELLINGS: LazyLock<FxHashMap<String, &'static str>> = LazyLock::new(|| {
    let [elements @ .., _] = &**FAMILIES else { return FxHashMap::default() };
    let vocabularies = elements.iter().flat_map(|family| &family.vocabularies);
    let known = vocabularies.flat_map(|vocabulary| vocabulary.namespaces.iter().chain(&vocabulary.inside));
    let whole = known.copied().chain(others()).filter(|namespace| !namespace.ends_with('*'));
    let mut spellings: FxHashMap<String, &'static str> = FxHashMap::default();
    // Of names with two right spellings none is meant.
    let mut several = Vec::new();
    for namespace in whole {
        let spelling = plain_spelling(namespace);
        if spellings.get(&spelling).is_some_and(|known| *known != namespace) {
            several.push(spelling);
        } else {
            spellings.insert(spelling, namespace);
        }
    }
    for spelling in &several {
        spellings.remove(spelling);
    }
    spellings
});

/// Starts of known namespaces, as [`SPELLINGS`].
static STARTS: LazyLock<Vec<(String, &'static str)>> = LazyLock::new(|| {
    // A short start is that of a site.
    let is_vocabulary = |start: &&str| start.matches('/').count() > 3;
    let starts = INDEX.by_start.iter().map(|(start, _)| *start).filter(is_vocabulary);
    starts.map(|start| (plain_spelling(start), start)).collect()
});

/// Returns the namespaces of `namespaces.txt`.
fn others() -> impl Iterator<Item = &'static str> {
    include_str!("namespaces.txt").lines().filter(|line| !line.starts_with("# "))
}

/// Returns a namespace name in lowercase, without its scheme, `www.` and a slash at the end.
fn plain_spelling(namespace: &str) -> String {
    let lower = namespace.to_ascii_lowercase();
    let rest = lower.strip_prefix("http://").or_else(|| lower.strip_prefix("https://")).unwrap_or(&lower);
    let plain = rest.strip_prefix("www.").unwrap_or(rest).trim_end_matches('/');
    // A year can have letters that look like its digits: `2OO1`.
    let is_year = |segment: &str| {
        let is_digit = |byte: u8| byte.is_ascii_digit() || matches!(byte, b'o' | b'l');
        segment.len() == 4 && segment.starts_with(['1', '2', 'l']) && segment.bytes().all(is_digit)
    };
    let digits = |segment: &str| segment.replace('o', "0").replace('l', "1");
    let segments = plain.split('/').map(|segment| if is_year(segment) { digits(segment) } else { segment.to_owned() });
    segments.collect::<Vec<_>>().join("/")
}

/// Returns whether `written` is `known` with a slip in a word: a letter that is missing, wrong or too much, two letters in the
/// other order, or a missing hyphen. Short words, and the ends of words, differ between related names.
fn is_slip_of(written: &str, known: &str) -> bool {
    const WORD: usize = 6;
    if written.len().abs_diff(known.len()) > 1 {
        return false;
    }
    let start = written.bytes().zip(known.bytes()).take_while(|(one, other)| one == other).count();
    let (left, meant) = (&written.as_bytes()[start..], &known.as_bytes()[start..]);
    let end = left.iter().rev().zip(meant.iter().rev()).take_while(|(one, other)| one == other).count();
    let (left, meant) = (&left[..left.len() - end], &meant[..meant.len() - end]);
    let is_one = match (left, meant) {
        ([a, b], [c, d]) => a == d && b == c,
        _ => left.len() <= 1 && meant.len() <= 1,
    };
    let is_letter = |byte: &u8| byte.is_ascii_lowercase();
    let are_letters = || left.iter().chain(meant).all(is_letter) || (left.is_empty() && meant == b"-");
    let before = || known.as_bytes()[..start].iter().rev().take_while(|byte| is_letter(byte)).count();
    let after = || known.as_bytes()[start + meant.len()..].iter().take_while(|byte| is_letter(byte)).count();
    is_one && are_letters() && after() > 0 && before() + meant.len() + after() >= WORD
}

/// Returns the known namespace that `namespace` is another spelling of: with another scheme, letters of the other case,
/// another end (`/`, `#`, or neither), or a slip in a word. XML compares the characters of these names (Namespaces in XML section 2.3).
pub fn meant_namespace(namespace: &str) -> Option<String> {
    // Nearly every name is known.
    if INDEX.exact.contains_key(namespace) {
        return None;
    }
    let plain = plain_spelling(namespace);
    // The names of terms in RDF follow a `#`.
    let known = |plain: &str| SPELLINGS.get(plain).map(|meant| (*meant).to_owned());
    let with_hash = || known(&format!("{plain}#")).or_else(|| known(plain.strip_suffix('#')?.trim_end_matches('/')));
    let whole = || known(&plain).or_else(with_hash);
    // The end of the others is a version.
    let start = || {
        let (plain_start, start) = STARTS.iter().find(|(start, _)| plain.starts_with(&**start))?;
        let rest = namespace.trim_end_matches('/').len().checked_sub(plain.len() - plain_start.len())?;
        Some(format!("{}{}", start.trim_end_matches('/'), namespace.get(rest..)?.trim_end_matches('/')))
    };
    let slip = || {
        let mut meant = SPELLINGS.iter().filter(|(known, _)| is_slip_of(&plain, known)).map(|(_, meant)| *meant);
        let first = meant.next()?;
        meant.next().is_none().then(|| first.to_owned())
    };
    let is_known = || INDEX.by_start.iter().any(|(start, _)| namespace.starts_with(start));
    whole().or_else(start).or_else(slip).filter(|meant| meant != namespace && !is_known())
}

/// Returns the lines of the data files that cannot be read: file, line and reason.
pub fn problems() -> Vec<String> {
    let of_families = FILES.iter().zip(FAMILIES.iter()).flat_map(|((name, text), family)| {
        let rows = family.vocabularies.iter().flat_map(|vocabulary| vocabulary.problems().to_vec());
        Family::parse(text).1.into_iter().chain(rows).map(move |(line, problem)| format!("{name}:{line}: {problem}"))
    });
    of_families.chain(document::problems()).collect()
}

/// Vocabularies of an element: the most specific ones first.
#[derive(Clone, Debug, Default)]
pub struct Vocabularies(Arc<[&'static Vocabulary]>);

/// Places of an attribute or a text. The first whose conditions are satisfied applies; without one it contains no references.
pub type Places = Vec<KnownPlace>;

impl Vocabularies {
    /// Returns the vocabularies of elements in `namespace`, if the nearest namespace around them is `inside`.
    pub fn for_elements(document: DocumentType, namespace: &str, inside: &str) -> Self {
        let exact = INDEX.exact.get(namespace).into_iter().flatten();
        let by_start = INDEX.by_start.iter().filter(|(start, _)| namespace.starts_with(start));
        let is_inside = |known: &&(&str, &Vocabulary)| namespace.is_empty() && is_namespace(known.0, inside);
        let documents = INDEX.documents.iter().filter(|vocabulary| {
            (namespace.is_empty() && vocabulary.documents.contains(&document)) || vocabulary.within.contains(&document)
        });
        let named = by_start.chain(INDEX.inside.iter().filter(is_inside)).map(|(_, vocabulary)| vocabulary);
        Self(exact.chain(named).chain(documents).chain(&INDEX.any).copied().collect())
    }

    /// Returns the vocabularies of processing instructions.
    pub fn for_instructions() -> Self {
        Self(FAMILIES.last().into_iter().flat_map(|family| &family.vocabularies).collect())
    }

    /// Returns whether texts that are no places are displayed to people.
    pub fn have_displayed_texts(&self) -> bool {
        self.0.iter().any(|vocabulary| vocabulary.has_displayed_texts)
    }

    /// Returns the places of an attribute (or, without one, of the text) of an element with the local name `element`,
    /// inside elements with the names `ancestors`, the nearest first. A namespace declaration is an attribute of the
    /// namespace `http://www.w3.org/2000/xmlns/`.
    pub fn places<'e>(
        &self,
        element: &str,
        ancestors: &(impl Iterator<Item = &'e str> + Clone),
        attribute: Option<ExpandedName<'_>>,
    ) -> Places {
        let mut places = Vec::new();
        for place in self.0.iter().flat_map(|vocabulary| vocabulary.find(element, ancestors, attribute)) {
            places.push(place);
            // It hides all later ones.
            if place.conditions.is_empty() {
                break;
            }
        }
        places
    }
}

/// Returns the namespaces of the vocabularies that have these values; a `*` at the end matches any characters.
pub fn namespaces_with(values: Values) -> &'static [&'static str] {
    WITH_VALUES.get(&values).map(Vec::as_slice).unwrap_or_default()
}

impl Values {
    /// Returns whether elements in `namespace` have them.
    pub fn are_in(self, namespace: &str) -> bool {
        namespaces_with(self).iter().any(|known| is_namespace(known, namespace))
    }
}

fn is_namespace(known: &str, namespace: &str) -> bool {
    known.strip_suffix('*').map_or(known == namespace, |start| namespace.starts_with(start))
}
