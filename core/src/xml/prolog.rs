//! What stands before the root element and is in force for all of the document; and the literals of
//! markup declarations.
//!
//! ```text
//! doctypedecl ::= '<!DOCTYPE' S Name (S ExternalID)? S? ('[' intSubset ']' S?)? '>'     production 28
//! ExternalID  ::= 'SYSTEM' S SystemLiteral | 'PUBLIC' S PubidLiteral S SystemLiteral    production 75
//! EntityDecl  ::= '<!ENTITY' S ('%' S)? Name S (EntityValue | ExternalID NDataDecl?) S? '>'
//! NotationDecl ::= '<!NOTATION' S Name S (ExternalID | PublicID) S? '>'                 production 82
//! AttlistDecl ::= '<!ATTLIST' S Name (S Name S AttType S DefaultDecl)* S? '>'           production 52
//! ```

use std::sync::Arc;

use crate::text::{Entities, InPart, Span};

/// What the prolog of a document says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Prolog {
    /// The name of the root element, by the document type declaration.
    pub root: Option<Arc<str>>,
    /// The public identifier of the document type declaration.
    pub public_id: Option<Arc<str>>,
    /// The internal general entities.
    pub entities: Entities,
}

/// A word or a literal of a declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word<'t> {
    /// As written, without its quotes.
    pub text: &'t str,
    /// The same in the text that the declaration is a part of.
    pub span: Span<InPart>,
    /// The quote around it, if there is one.
    pub quote: Option<char>,
}

/// The words and literals of `declaration`, which stands at offset `at` of its text. Parentheses part
/// words; a literal that is never closed is left out.
pub fn words(declaration: &str, at: usize) -> impl Iterator<Item = Word<'_>> {
    let mut from = 0;
    std::iter::from_fn(move || {
        let is_gap = |c: char| matches!(c, ' ' | '\t' | '\r' | '\n' | '(' | ')' | '|' | ',' | '>' | '[');
        let rest = &declaration[from..];
        let start = from + rest.find(|c| !is_gap(c))?;
        let rest = &declaration[start..];
        let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''));
        let (start, length) = match quote {
            Some(quote) => (start + 1, rest[1..].find(quote)?),
            None => (start, rest.find(|c| is_gap(c) || matches!(c, '"' | '\'')).unwrap_or(rest.len())),
        };
        from = start + length + usize::from(quote.is_some());
        let end = start + length;
        Some(Word { text: &declaration[start..end], span: Span::new(at + start, at + end), quote })
    })
}

/// What a markup declaration declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Declaration<'t> {
    /// The document type: the name of the root element.
    Doctype(&'t str, External<'t>),
    /// An external general entity.
    External(&'t str, External<'t>),
    /// An external parameter entity.
    Parameter(&'t str, External<'t>),
    /// An internal general entity: its name, and its value as written.
    Internal(&'t str, &'t str),
    /// A notation.
    Notation(&'t str, External<'t>),
}

/// The identifiers of what stands elsewhere.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct External<'t> {
    /// The public identifier.
    pub public: Option<Word<'t>>,
    /// The system identifier.
    pub system: Option<Word<'t>>,
}

impl<'t> Declaration<'t> {
    /// Reads the declaration `text`, from its `<!` on, which stands at offset `at`.
    pub fn read(text: &'t str, at: usize) -> Option<Self> {
        let mut words = words(text.get(2..)?, at + 2);
        let keyword = words.next()?.text;
        let mut name = words.next()?;
        let is_parameter = keyword == "ENTITY" && name.text == "%";
        if is_parameter {
            name = words.next()?;
        }
        let first = words.next();
        let external = External::read(first, &mut words);
        match keyword {
            "DOCTYPE" => Some(Self::Doctype(name.text, external)),
            "NOTATION" => Some(Self::Notation(name.text, external)),
            "ENTITY" => match first {
                Some(value) if value.quote.is_some() && is_parameter => None,
                Some(value) if value.quote.is_some() => Some(Self::Internal(name.text, value.text)),
                _ if is_parameter => Some(Self::Parameter(name.text, external)),
                _ => Some(Self::External(name.text, external)),
            },
            _ => None,
        }
    }
}

impl<'t> External<'t> {
    fn read(keyword: Option<Word<'t>>, words: &mut impl Iterator<Item = Word<'t>>) -> Self {
        let mut literal = || words.next().filter(|word| word.quote.is_some());
        match keyword.map(|word| word.text) {
            Some("SYSTEM") => Self { public: None, system: literal() },
            Some("PUBLIC") => Self { public: literal(), system: literal() },
            _ => Self::default(),
        }
    }
}

/// An attribute that an ATTLIST declaration gives a default value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttributeDefault<'t> {
    /// The element, as written.
    pub element: &'t str,
    /// The attribute, as written.
    pub attribute: &'t str,
    /// The value.
    pub value: Word<'t>,
}

/// The default values that the ATTLIST declaration `text` gives, which stands at offset `at`.
pub fn defaults(text: &str, at: usize) -> impl Iterator<Item = AttributeDefault<'_>> {
    let mut words = words(text.get("<!ATTLIST".len()..).unwrap_or_default(), at + "<!ATTLIST".len());
    let element = words.next().map_or("", |word| word.text);
    let mut attribute = None;
    std::iter::from_fn(move || {
        loop {
            let word = words.next()?;
            match (word.quote, word.text) {
                (Some(_), _) => {
                    let value = word;
                    if let Some(attribute) = attribute.take() {
                        return Some(AttributeDefault { element, attribute, value });
                    }
                }
                (None, "#REQUIRED" | "#IMPLIED") => attribute = None,
                (None, "#FIXED") => {}
                // The first word behind a default is the next attribute; types and enumerations follow it.
                (None, name) => attribute = attribute.or(Some(name)),
            }
        }
    })
}
