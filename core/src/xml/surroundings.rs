//! Markup around a position.

use std::collections::HashMap;

use crate::text::{InDocument, Span};
use crate::xml::lexer::{Lexer, Next, TokenKind, attributes_of};
use crate::xml::tag;

/// Returns the spans that contain the byte at `offset` of the XML text, the innermost first: a value with its quotes, its
/// attribute, the tag, and the elements, which overlap in text that is not well-formed. Takes linear time.
///
/// ```
/// use iri_core::xml::surroundings;
///
/// let text = "<a><b c='d'/></a>";
/// let spans: Vec<_> = surroundings(text, 10).into_iter().map(|span| span.slice(text)).collect();
/// assert_eq!(spans, ["'d'", "c='d'", "<b c='d'/>", text]);
/// ```
pub fn surroundings(text: &str, offset: usize) -> Vec<Span<InDocument>> {
    let contains = |span: &Span<InDocument>| span.start <= offset && offset <= span.end;
    let (mut lexer, mut at) = (Lexer::new(text, false), 0);
    let (mut found, mut open): (Vec<Span<InDocument>>, Vec<(&str, usize)>) = (Vec::new(), Vec::new());
    let mut open_names: HashMap<&str, usize> = HashMap::new();
    while let Next::Token(token) = lexer.next(at) {
        at = token.end;
        if token.start > offset && open.first().is_none_or(|(_, start)| *start > offset) {
            break;
        }
        let whole = Span::new(token.start, token.end);
        if contains(&whole) {
            if matches!(token.kind, TokenKind::Start | TokenKind::Empty) {
                for attribute in attributes_of(text, token) {
                    let quoted = Span::new(attribute.span.start - 1, (attribute.span.end + 1).min(token.end));
                    let name = text[..quoted.start].rfind(attribute.name).unwrap_or(quoted.start);
                    found.extend([quoted, Span::new(name, quoted.end)].into_iter().filter(contains));
                }
            }
            found.push(whole);
        }
        match token.kind {
            TokenKind::Start => {
                let name = tag::name(&text[token.start + 1..token.end]);
                open.push((name, token.start));
                *open_names.entry(name).or_default() += 1;
            }
            TokenKind::End => {
                let name = tag::name(&text[token.start + 2..token.end]);
                if open_names.get(name).is_none_or(|number| *number == 0) {
                    continue;
                }
                // The elements inside it have no end.
                while let Some((inner, start)) = open.pop() {
                    *open_names.entry(inner).or_default() -= 1;
                    if inner == name {
                        found.extend(Some(Span::new(start, token.end)).filter(contains));
                        break;
                    }
                }
            }
            _ => {}
        }
    }
    found.sort_by_key(|span| (span.len(), std::cmp::Reverse(span.start)));
    found.dedup();
    found
}
