//! What the list knows of each reference of a file, in some fifty bytes and its text: a file may hold a million.

use std::collections::HashMap;

use iri_core::rules::{self, Rule};
use iri_core::xml::{Kind, Site};
use iri_core::{Document, Severity, Span};

/// One reference.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    start: u32,
    end: u32,
    text: (u32, u32),
    /// Its line, from 1.
    pub line: u32,
    /// Its column, from 1, in scalar values.
    pub column: u32,
    /// The number of its place.
    pub place: u16,
    /// How bad the worst finding is.
    pub worst: Option<Severity>,
    /// The rules it breaks.
    pub broken: RuleSet,
    /// How many findings it has.
    pub findings: u16,
}

/// Some of the rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RuleSet(u128);

/// The references of a file, in their order.
#[derive(Clone, Debug, Default)]
pub struct Rows {
    all: Vec<Row>,
    texts: String,
    places: Vec<String>,
}

/// Places have names of their own up to so many.
const MOST_PLACES: usize = u16::MAX as usize;

impl RuleSet {
    /// The rule of that number in `rules::ALL`.
    pub const fn of(number: usize) -> Self {
        Self(1 << (number % 128))
    }

    /// Whether the two have a rule in common.
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    fn add(&mut self, rule: &Rule) {
        let number = rules::ALL.iter().position(|known| *known == rule);
        self.0 |= number.map_or(0, |number| Self::of(number).0);
    }

    /// The numbers of the rules in it.
    pub fn numbers(self) -> impl Iterator<Item = usize> {
        (0..rules::ALL.len()).filter(move |&number| self.meets(Self::of(number)))
    }
}

impl Row {
    /// The raw reference in the document, in bytes.
    pub fn span(&self) -> Span {
        Span::new(self.start as usize, self.end as usize)
    }
}

impl Rows {
    /// Those of `document`. Offsets beyond 4 GiB are not told apart: no such text fits into the memory of a leaf.
    pub fn of(document: &Document) -> Self {
        let mut rows = Self::default();
        let mut numbers: HashMap<String, u16> = HashMap::new();
        let mut positions = document.positions();
        for site in document.sites() {
            let place = place(&site);
            let number = match numbers.get(&place) {
                Some(&number) => number,
                None if rows.places.len() < MOST_PLACES => {
                    let number = u16::try_from(rows.places.len()).unwrap_or(u16::MAX);
                    rows.places.push(place.clone());
                    numbers.insert(place, number);
                    number
                }
                None => 0,
            };
            let start = positions.at(site.span.start);
            let from = rows.texts.len();
            rows.texts.push_str(&site.value);
            rows.all.push(Row {
                start: small(site.span.start),
                end: small(site.span.end),
                text: (small(from), small(rows.texts.len())),
                line: small(start.line),
                column: small(start.column),
                place: number,
                worst: None,
                broken: RuleSet::default(),
                findings: 0,
            });
        }
        rows.add_findings(document);
        rows.texts.shrink_to_fit();
        rows
    }

    /// A finding about a whole list belongs to the item at which it begins.
    fn add_findings(&mut self, document: &Document) {
        for found in document.findings() {
            let at = found.site.span.start;
            let begun = self.all.partition_point(|row| row.start as usize <= at);
            let own = self.all.get(begun.saturating_sub(1)).is_some_and(|row| row.start as usize == at);
            let index = if own { begun - 1 } else { begun.min(self.all.len().saturating_sub(1)) };
            let Some(row) = self.all.get_mut(index) else { continue };
            row.worst = row.worst.max(Some(found.finding.severity));
            row.broken.add(found.finding.rule);
            row.findings = row.findings.saturating_add(1);
        }
    }

    /// About how many bytes they take.
    pub fn weight(&self) -> usize {
        self.all.len() * size_of::<Row>() + self.texts.len()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &Row> {
        self.all.iter()
    }

    /// The row of that number.
    pub fn get(&self, number: usize) -> Option<&Row> {
        self.all.get(number)
    }

    /// The reference of `row`, decoded.
    pub fn text(&self, row: &Row) -> &str {
        &self.texts[row.text.0 as usize..row.text.1 as usize]
    }

    /// The place of `row`.
    pub fn place(&self, row: &Row) -> &str {
        self.places.get(usize::from(row.place)).map_or("", String::as_str)
    }
}

fn small(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// Where a reference stands, as one would say it in XPath: `img/@xlink:href`, `loc`, `<!DOCTYPE`.
fn place(site: &Site<'_>) -> String {
    let element = local(site.element);
    match (site.kind, site.attribute) {
        (Kind::Attribute, Some(attribute)) => format!("{element}/@{}", prefixed(attribute)),
        (Kind::Attribute | Kind::Element, _) => element.to_owned(),
        (Kind::Doctype, _) => "<!DOCTYPE".to_owned(),
        (Kind::Entity, _) => "<!ENTITY".to_owned(),
        (Kind::Notation, _) => "<!NOTATION".to_owned(),
        (Kind::Pi, attribute) => format!("<?{element} {}", attribute.unwrap_or_default()),
    }
}

fn local(name: &str) -> &str {
    name.rsplit_once('}').map_or(name, |(_, local)| local)
}

/// The prefix that everybody knows, where the namespace has one.
fn prefixed(name: &str) -> String {
    let prefix = match name.strip_prefix('{').and_then(|name| name.split_once('}')).map(|(namespace, _)| namespace) {
        Some("http://www.w3.org/1999/xlink") => "xlink:",
        Some("http://www.w3.org/XML/1998/namespace") => "xml:",
        Some("http://www.w3.org/2000/xmlns/") => "xmlns:",
        Some("http://www.w3.org/2001/XMLSchema-instance") => "xsi:",
        Some("http://www.w3.org/1999/02/22-rdf-syntax-ns#") => "rdf:",
        Some(_) => "*:",
        None => "",
    };
    format!("{prefix}{}", local(name))
}
