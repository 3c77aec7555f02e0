//! Tags lexed in one pass compared with tags parsed attribute by attribute.

use super::*;
use crate::xml::tag;

#[test]
fn a_regular_tag_has_the_attributes_that_a_second_look_finds() {
    let tags = [
        "<a>",
        "<a/>",
        "<a b='c'>",
        "<a b = \"c\" d=''/>",
        "<a b='x' >",
        "<a\nb\n=\n'c>d'\n/>",
        "<a:b c:d='e' f='\"g\"'>",
        "<a b='c'd='e'>",
        "<a b>",
        "<a b=c>",
        "<a b='x c='d'>",
        "<a b='x c='d='e'>",
        "<a =''>",
        "<a/ b='c'>",
        "<a b='c'/ >",
        "<a?b c='d'>",
    ];
    let mut regular = 0;
    for text in tags {
        let mut lexer = Lexer::new(text, false);
        let Next::Token(token) = lexer.next(0) else { panic!("{text} is a tag") };
        assert_eq!(token.end, text.len(), "{text}");
        let inside = text[1..].trim_end_matches('>').trim_end_matches('/');
        let again: Vec<_> = tag::attributes(inside, tag::name(inside).len(), 1).map(|one| one.span).collect();
        if let Some(attributes) = lexer.attributes() {
            let spans: Vec<_> = attributes.iter().map(|one| one.value).collect();
            assert_eq!(spans, again, "{text}");
            regular += 1;
        }
    }
    assert_eq!(regular, 7);
}

#[test]
fn a_damaged_tag_ends_at_the_first_greater_than_sign_outside_values() {
    for (tag, is_closed) in [
        ("<a b='x>y'c>", true),
        ("<a \"b c='d'>", true),
        ("<a' b='\"/''>", true),
        ("<a b=\"x c=\"y>z\">", true),
        ("<a b=\" c='=\"''>", true),
        ("<a b=x\">", true),
        ("<a b='x>y>", false),
        ("<a b", false),
        ("<a b=", false),
        ("<a b='c'd", false),
    ] {
        for rest in ["", "<b c='>'>", "</a>\"'>"] {
            let text = tag.to_owned() + rest;
            let Next::Token(token) = Lexer::new(&text, false).next(0) else { panic!("{text} starts with a tag") };
            assert_eq!((token.end, token.is_closed), (tag.len(), is_closed), "{text}");
        }
    }
}
