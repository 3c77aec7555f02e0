//! The decoder compared with a slow and simple one: character by character, with recursion for entities.

use std::cell::Cell;
use std::collections::HashMap;
use std::sync::LazyLock;

use crate::cases;
use fastrand::Rng;
use iri_core::text::Entities;
use iri_core::text::{InRawValue, InValue, apply_edits};
use iri_core::{Decoded, Edit, Span};
use proptest::collection::vec;
use proptest::prelude::{Just, Strategy, any, prop_oneof};
use proptest::proptest;
use proptest::sample::{Index, select};
use proptest::test_runner::TestRunner;
use regex::Regex;

/// Indivisible part of the source, with its value.
#[derive(Clone, Debug, PartialEq)]
struct Atom {
    raw: String,
    value: String,
    /// Whether an edit must not change it: a reference to an entity, or markup.
    is_kept: bool,
    entity: Option<String>,
    is_opaque: bool,
}

impl Atom {
    fn new(raw: &str, value: impl Into<String>) -> Self {
        Self { raw: raw.to_owned(), value: value.into(), is_kept: false, entity: None, is_opaque: false }
    }

    fn markup(raw: &str) -> Self {
        Self { is_kept: true, ..Self::new(raw, "") }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Syntax {
    Attribute,
    Text,
    Literal,
}

type Declared = HashMap<String, String>;

static REFERENCE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^&(?:#x([0-9a-fA-F]+)|#([0-9]+)|([A-Za-z_:\u{C0}-\u{D6}\u{10000}-\u{EFFFF}][-A-Za-z0-9._:\u{C0}-\u{D6}\u{10000}-\u{EFFFF}]*));")
        .expect("a pattern")
});

/// Start of a declaration, a conditional section or a CDATA section without an end: the text ends before it.
static DECLARATION: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"^<![A-Z\[]").expect("a pattern"));

/// Returns the character of a numeric character reference; U+FFFD if the number is not a character.
fn character(digits: &str, radix: u32) -> char {
    let c = u32::from_str_radix(digits, radix).ok().and_then(char::from_u32);
    c.filter(|c| !matches!(c, '\0'..='\u{8}' | '\u{B}' | '\u{C}' | '\u{E}'..='\u{1F}')).unwrap_or('\u{FFFD}')
}

/// Returns the first atom of `raw`, which is not empty; `open` contains the enclosing entities.
fn first(raw: &str, syntax: Syntax, declared: &Declared, open: &[String]) -> Atom {
    let line_end = if raw.starts_with("\r\n") && open.is_empty() { 2 } else { 1 };
    let c = raw.chars().next().expect("it is not empty");
    match c {
        '\t' | '\n' | '\r' if syntax == Syntax::Attribute => return Atom::new(&raw[..line_end], " "),
        '\r' if open.is_empty() => return Atom::new(&raw[..line_end], "\n"),
        _ => {}
    }
    let Some(found) = REFERENCE.captures(raw).filter(|_| syntax != Syntax::Literal) else {
        return Atom::new(&raw[..c.len_utf8()], c);
    };
    let whole = &found[0];
    if let Some(digits) = found.get(1) {
        return Atom::new(whole, character(digits.as_str(), 16));
    }
    if let Some(digits) = found.get(2) {
        return Atom::new(whole, character(digits.as_str(), 10));
    }
    let name = &found[3];
    let predefined = [("amp", "&"), ("lt", "<"), ("gt", ">"), ("quot", "\""), ("apos", "'")];
    if let Some((_, value)) = predefined.into_iter().find(|(known, _)| *known == name) {
        return Atom::new(whole, value);
    }
    let replaced = replaced(name, syntax, declared, open);
    let is_opaque = replaced.is_none();
    let atom = Atom::new(whole, replaced.unwrap_or_else(|| "x".to_owned()));
    Atom { is_kept: true, entity: Some(name.to_owned()), is_opaque, ..atom }
}

/// Returns the value of an entity; `None` if a part of it is unknown.
fn replaced(name: &str, syntax: Syntax, declared: &Declared, open: &[String]) -> Option<String> {
    let open = [open, &[name.to_owned()]].concat();
    if open[..open.len() - 1].contains(&open[open.len() - 1]) {
        return None;
    }
    let mut rest = declared.get(name)?.as_str();
    let mut value = String::new();
    while !rest.is_empty() {
        let atom = first(rest, syntax, declared, &open);
        if atom.is_opaque || (syntax == Syntax::Text && atom.raw == "<") {
            return None;
        }
        value += &atom.value;
        rest = &rest[atom.raw.len()..];
    }
    Some(value)
}

/// Returns the length of `raw` including the next `close`; the whole length without one.
fn up_to(raw: &str, open: &str, close: &str) -> usize {
    raw[open.len()..].find(close).map_or(raw.len(), |end| open.len() + end + close.len())
}

fn atoms(raw: &str, syntax: Syntax, declared: &Declared) -> Vec<Atom> {
    let mut atoms = Vec::new();
    let mut rest = raw;
    while !rest.is_empty() {
        let before = rest;
        match rest {
            _ if syntax != Syntax::Text => {}
            _ if rest.starts_with("<![CDATA[") && rest.contains("]]>") => {
                let whole = &rest[..up_to(rest, "<![CDATA[", "]]>")];
                let mut inside = &whole["<![CDATA[".len()..whole.len() - "]]>".len()];
                atoms.push(Atom::markup("<![CDATA["));
                while !inside.is_empty() {
                    let atom = first(inside, Syntax::Literal, declared, &[]);
                    inside = &inside[atom.raw.len()..];
                    atoms.push(atom);
                }
                atoms.push(Atom::markup("]]>"));
                rest = &rest[whole.len()..];
                continue;
            }
            _ if rest.starts_with("<!--") => rest = &rest[up_to(rest, "<!--", "-->")..],
            _ if rest.starts_with("<?") => rest = &rest[up_to(rest, "<?", "?>")..],
            _ if DECLARATION.is_match(rest) => rest = "",
            _ => {}
        }
        let lost = &before[..before.len() - rest.len()];
        if lost.is_empty() {
            atoms.push(first(rest, syntax, declared, &[]));
            rest = &rest[atoms[atoms.len() - 1].raw.len()..];
        } else {
            atoms.push(Atom::markup(lost));
        }
    }
    atoms
}

/// Atom with its positions in the source and in the value.
struct Placed {
    atom: Atom,
    raw: Span<InRawValue>,
    value: Span<InValue>,
}

fn placed(atoms: Vec<Atom>) -> Vec<Placed> {
    let (mut in_raw, mut in_value) = (0, 0);
    let place = |atom: Atom| {
        let raw = Span::new(in_raw, in_raw + atom.raw.len());
        let value = Span::new(in_value, in_value + atom.value.len());
        (in_raw, in_value) = (raw.end, value.end);
        Placed { atom, raw, value }
    };
    atoms.into_iter().map(place).collect()
}

const PIECES: &[&str] = &[
    "a",
    "b",
    "e1",
    "&",
    "&",
    ";",
    "#",
    "x41;",
    "&amp;",
    "&lt;",
    "&gt;",
    "&quot;",
    "&#65;",
    "&#x20;",
    "&#13;",
    "&#10;",
    "&#xD800;",
    "&#0;",
    "&e0;",
    "&e1;",
    "&e2;",
    "&e3;",
    "&e4;",
    "&unknown;",
    "\r",
    "\n",
    "\r\n",
    "\t",
    " ",
    "<",
    "!--",
    "<!-- c -->",
    "<![CDATA[",
    "<![",
    "<!E",
    "]]>",
    "]]",
    "]",
    ">",
    "<?pi ?>",
    "?>",
    "\u{C9}",
    "\u{1F30D}",
    "\"",
    "'",
    "=",
];

/// Generates texts of at most `pieces` pieces.
fn texts(pieces: usize) -> impl Strategy<Value = String> {
    vec(select(PIECES), 0..=pieces).prop_map(|pieces| pieces.concat())
}

/// Source of a value, with its declarations.
#[derive(Clone, Debug)]
struct Sample {
    /// Entities by number, some nested, some recursive; the first declaration of each is effective.
    declarations: Vec<(usize, String)>,
    raw: String,
}

fn samples() -> impl Strategy<Value = Sample> {
    let declarations = vec((0..5_usize, texts(3)), 6);
    (declarations, texts(12)).prop_map(|(declarations, raw)| Sample { declarations, raw })
}

impl Sample {
    /// Returns the declarations for the decoder and for the simple one.
    fn declared(&self) -> (Entities, Declared) {
        let mut entities = Entities::default();
        let mut declared = Declared::new();
        for (number, literal) in &self.declarations {
            let name = format!("e{number}");
            entities = entities.with(&name, literal);
            declared.entry(name).or_insert_with(|| included(literal));
        }
        (entities, declared)
    }

    /// Calls `check` with the value in each syntax.
    fn in_each_syntax(&self, check: impl Fn(Syntax, &Decoded<'_>, &Entities, &Declared)) {
        let (entities, declared) = self.declared();
        for syntax in [Syntax::Attribute, Syntax::Text, Syntax::Literal] {
            check(syntax, &decoded(&self.raw, syntax, &entities), &entities, &declared);
        }
    }
}

/// XML 1.0 section 4.5, for literals without parameter entities.
fn included(literal: &str) -> String {
    static CHARACTER: LazyLock<Regex> =
        LazyLock::new(|| Regex::new("&#(?:x([0-9a-fA-F]+)|([0-9]+));").expect("a pattern"));
    let literal = literal.replace("\r\n", "\n").replace('\r', "\n");
    let text = CHARACTER.replace_all(&literal, |found: &regex::Captures<'_>| {
        let decimal = || character(&found[2], 10);
        match found.get(1).map_or_else(decimal, |hex| character(hex.as_str(), 16)) {
            '\u{FFFD}' => found[0].to_owned(),
            c => c.to_string(),
        }
    });
    text.into_owned()
}

fn decoded<'s>(raw: &'s str, syntax: Syntax, entities: &Entities) -> Decoded<'s> {
    match syntax {
        Syntax::Attribute => Decoded::attribute(raw, entities),
        Syntax::Text => Decoded::text(raw, entities),
        Syntax::Literal => Decoded::literal(raw),
    }
}

/// Returns a span of at most `length` characters, from a boundary that `start` selects.
fn chosen_span(start: Index, length: usize, text: &str) -> Span<InValue> {
    let bounds: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
    let start = start.index(bounds.len());
    let end = (start + length).min(bounds.len() - 1);
    Span::new(bounds[start], bounds[end])
}

proptest! {
    #![proptest_config(cases::config(30_000))]

    #[test]
    fn values_equal_those_of_the_simple_decoder(sample in samples()) {
        sample.in_each_syntax(|syntax, decoded, _, declared| {
            let value: String = atoms(decoded.raw, syntax, declared).iter().map(|atom| atom.value.as_str()).collect();
            assert_eq!(decoded.value, value, "{syntax:?}");
        });
    }
}

proptest! {
    #![proptest_config(cases::config(10_000))]

    #[test]
    fn every_span_has_the_source_of_everything_it_touches(sample in samples()) {
        sample.in_each_syntax(|syntax, decoded, _, declared| spans_have_their_sources(syntax, decoded, declared));
    }
}

fn spans_have_their_sources(syntax: Syntax, decoded: &Decoded<'_>, declared: &Declared) {
    let placed = placed(atoms(decoded.raw, syntax, declared));
    let bounds: Vec<usize> = decoded.value.char_indices().map(|(at, _)| at).chain([decoded.value.len()]).collect();
    for (index, &start) in bounds.iter().enumerate() {
        for &end in &bounds[index + 1..] {
            let span = Span::new(start, end);
            let touched = || placed.iter().filter(|placed| placed.value.overlaps(span) && !placed.value.is_empty());
            let first = touched().next().expect("a span touches something");
            let last = touched().next_back().expect("a span touches something");
            assert_eq!(decoded.source_of(span), Span::new(first.raw.start, last.raw.end), "{syntax:?} {span:?}");
            let entity = touched().find_map(|placed| placed.atom.entity.clone());
            assert_eq!(decoded.entity_of(span).map(str::to_owned), entity, "{syntax:?} {span:?}");
            let is_opaque = touched().any(|placed| placed.atom.is_opaque);
            assert_eq!(decoded.touches_opaque(span), is_opaque, "{syntax:?} {span:?}");
        }
        let at = decoded.source_of(Span::empty(start));
        assert!(at.is_empty() && decoded.raw.is_char_boundary(at.start));
    }
}

#[test]
fn edited_source_decodes_to_the_edited_value_and_keeps_entities_and_markup() {
    let (written, refused) = (Cell::new(0), Cell::new(0));
    let new = prop_oneof![Just("%20".to_owned()), texts(3)];
    let edits = (samples(), any::<Index>(), 0..5_usize, new, select(&[Some('"'), Some('\''), None][..]));
    let run = TestRunner::new(cases::config(30_000)).run(&edits, |(sample, start, length, new, quote)| {
        sample.in_each_syntax(|syntax, decoded, entities, declared| {
            let edit = Edit { span: chosen_span(start, length, &decoded.value), text: new.clone() };
            let quote = quote.filter(|_| syntax != Syntax::Text);
            let Some(source) = decoded.to_source(&edit, quote) else {
                refused.set(refused.get() + 1);
                assert!(may_be_refused(syntax, decoded, &edit, declared), "{syntax:?} {edit:?}");
                return;
            };
            written.set(written.get() + 1);
            let raw = apply_edits(decoded.raw, [&source]);
            let value = apply_edits(&decoded.value, [&edit]);
            assert_eq!(self::decoded(&raw, syntax, entities).value, value, "{syntax:?} {edit:?} {source:?}");
            let kept = |raw: &str| {
                let atoms = atoms(raw, syntax, declared).into_iter();
                atoms.filter(|atom| atom.is_kept).map(|atom| atom.raw).collect::<Vec<_>>()
            };
            assert_eq!(kept(&raw), kept(decoded.raw), "{syntax:?} {edit:?} {source:?}");
            if syntax != Syntax::Text {
                assert!(!source.text.contains(|c| Some(c) == quote), "{edit:?} {source:?}");
            }
        });
        Ok(())
    });
    run.unwrap_or_else(|failure| panic!("{failure}"));
    let (written, refused) = (written.get(), refused.get());
    assert!(written > 5 * refused, "{written} were written, {refused} refused");
}

/// Returns whether an edit would lose something, or may combine with its neighbors.
fn may_be_refused(syntax: Syntax, decoded: &Decoded<'_>, edit: &Edit<InValue>, declared: &Declared) -> bool {
    let placed = placed(atoms(decoded.raw, syntax, declared));
    let is_lost = placed.iter().any(|placed| placed.atom.is_kept && placed.value.overlaps(edit.span));
    let is_risky = |c| matches!(c, '&' | '<' | '>' | ']' | '\r' | '"' | '\'');
    let meets = |placed: &Placed| !placed.atom.is_kept && placed.atom.raw.contains(is_risky);
    is_lost || edit.text.contains(is_risky) || placed.iter().any(meets)
}

#[test]
fn tables_of_entities_are_equal_when_they_declare_the_same() {
    let mut rng = Rng::with_seed(4);
    for _ in 0..3_000 {
        let mut tables = [Entities::default(), Entities::default()];
        let mut simple = [HashMap::new(), HashMap::new()];
        for _ in 0..rng.usize(..40) {
            let (name, literal) = (format!("n{}", rng.usize(..30)), format!("v{}", rng.usize(..2)));
            for side in 0..2 {
                if rng.usize(..20) > 0 {
                    tables[side] = tables[side].with(&name, &literal);
                    simple[side].entry(name.clone()).or_insert_with(|| literal.clone());
                }
            }
        }
        assert_eq!(tables[0] == tables[1], simple[0] == simple[1]);
        for side in 0..2 {
            for number in 0..30 {
                let name = format!("n{number}");
                assert_eq!(tables[side].replacement(&name), simple[side].get(&name).map(String::as_str));
                assert_eq!(tables[side].declares(&name), simple[side].contains_key(&name));
            }
        }
    }
}

#[test]
fn the_order_of_declarations_does_not_matter() {
    let names: Vec<String> = (0..2_000).map(|number| format!("n{number}")).collect();
    let table = |names: &mut dyn Iterator<Item = &String>| {
        names.fold(Entities::default(), |entities, name| entities.with(name, name))
    };
    assert_eq!(table(&mut names.iter()), table(&mut names.iter().rev()));
    assert_ne!(table(&mut names.iter()), table(&mut names.iter().skip(1)));
}

#[test]
fn long_values_and_tables_take_linear_time() {
    // Quadratic work would take minutes here.
    let size = 1 << 20;
    let pieces =
        ["&", "&a", "&#", "&#1", "<!--", "<![CDATA[", "<?", "]]", "\r", "\t", "&bomb;", "&#32;", "<![CDATA[]]>", "a&b"];
    let bomb = "&bomb;&bomb;".repeat(300);
    let entities = Entities::default().with("bomb", &bomb);
    for piece in pieces {
        let raw = piece.repeat(size / piece.len());
        for syntax in [Syntax::Attribute, Syntax::Text, Syntax::Literal] {
            let decoded = decoded(&raw, syntax, &entities);
            for at in (0..decoded.value.len()).step_by(97) {
                let edit = Edit { span: Span::new(at, at + 1), text: "%20".to_owned() };
                let source = decoded.to_source(&edit, None);
                assert!(source.is_none_or(|source| source.span.end <= raw.len()));
                decoded.touches_opaque(edit.span);
            }
        }
    }
    let many = (0..100_000).fold(Entities::default(), |entities, number| {
        let entities = entities.with(&format!("n{number}"), "v");
        assert_eq!(entities.replacement("n0"), Some("v"));
        entities
    });
    assert_eq!(many.replacement("n99999"), Some("v"));
}
