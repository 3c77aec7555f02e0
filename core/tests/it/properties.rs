//! Properties that hold for any text: no panic, spans on character boundaries, components that join to the whole text,
//! and an answer from every function.

use crate::cases;
use crate::nasty;
use iri_core::inspect::CharacterFilter;
use iri_core::reference::{ComponentName, Form, NormalizationLevel};
use iri_core::{
    Dialect, Inspection, Options, Reference, Role, Span, inspect, iri_to_uri, iri_to_uri_with_idna, leiri_to_iri,
    leiri_to_uri, readable_iri,
};
use proptest::proptest;

/// Returns the text recomposed from its components, RFC 3986 section 5.3.
fn joined(reference: &Reference<'_>) -> String {
    let text = reference.text;
    let part = |before: &str, span: Option<Span>, after: &str| {
        span.map_or_else(String::new, |span| format!("{before}{}{after}", span.slice(text)))
    };
    let authority = reference.authority.map_or_else(String::new, |authority| {
        let host = authority.host.slice(text);
        format!("//{}{host}{}", part("", authority.userinfo, "@"), part(":", authority.port, ""))
    });
    let path = reference.path.slice(text);
    let query = part("?", reference.query, "");
    format!("{}{authority}{path}{query}{}", part("", reference.scheme, ":"), part("#", reference.fragment, ""))
}

fn is_on_boundaries(text: &str, span: Span) -> bool {
    span.start <= span.end && text.is_char_boundary(span.start) && text.is_char_boundary(span.end)
}

fn spans_are_valid(inspection: &Inspection<'_>) {
    let text = inspection.text();
    let reference = inspection.reference();
    let parts = reference.segments().chain(reference.host_labels());
    let pairs = reference.query_pairs().flat_map(|pair| [Some(pair.name), pair.value]).flatten();
    let components = reference.components().into_iter().map(|component| component.span);
    for span in components.chain(parts).chain(pairs) {
        assert!(is_on_boundaries(text, span), "{text:?}: {span:?}");
    }
    for finding in inspection.findings() {
        assert!(is_on_boundaries(text, finding.span), "{text:?}: {finding:?}");
        let edits = finding.fixes.iter().flat_map(|fix| &fix.edits);
        for edit in edits {
            assert!(is_on_boundaries(text, edit.span), "{text:?}: {finding:?}");
        }
    }
}

fn every_function_returns_for_every_text(text: &str) {
    let options = Options::default().with_base("http://a/b/c/d;p?q");
    let inspection = inspect(text, &options);
    spans_are_valid(&inspection);
    assert_eq!(joined(inspection.reference()), text);
    assert_eq!(
        inspection.reference().components().last().map(|last| last.name),
        last_component(inspection.reference())
    );

    let characters = inspection.characters(CharacterFilter::All);
    assert_eq!(characters.len(), text.chars().count());
    let bidi = inspection.bidi();
    assert_eq!(bidi.levels.len(), characters.len(), "{text:?}");
    let mut order = bidi.logical_to_visual.clone();
    order.sort_unstable();
    assert!(order.iter().copied().eq(0..characters.len()), "{text:?}");

    for form in Form::ALL {
        let converted = inspection.converted(form);
        if matches!(form, Form::Uri | Form::UriIdna) {
            assert!(converted.is_none_or(|uri| uri.is_ascii()), "{text:?}");
        }
    }
    for level in NormalizationLevel::ALL {
        inspection.normalized(level);
    }
    assert!(inspection.resolved().is_some(), "{text:?}");
}

fn last_component(reference: &Reference<'_>) -> Option<ComponentName> {
    let query = reference.query.map(|_| ComponentName::Query);
    reference.fragment.map(|_| ComponentName::Fragment).or(query).or(Some(ComponentName::Path))
}

proptest! {
    #![proptest_config(cases::config(20_000))]

    #[test]
    fn generated_texts_are_answered_in_full(text in nasty::strings()) {
        every_function_returns_for_every_text(&text);
    }
}

/// Returns the dialect of the result of a form; `None` if no grammar describes it.
fn grammar(form: Form) -> Option<Dialect> {
    match form {
        Form::Iri | Form::ReadableIri => Some(Dialect::Iri),
        Form::Uri | Form::UriIdna => Some(Dialect::Uri),
        _ => None,
    }
}

proptest! {
    #![proptest_config(cases::config(20_000))]

    #[test]
    fn a_conversion_yields_what_its_form_allows_or_nothing(text in nasty::strings()) {
        for role in [Role::LEIRI, Role::ANY_URI, Role::ANY_IRI] {
            let inspection = inspect(&text, &Options::default().with_role(role));
            for (form, dialect) in Form::ALL.into_iter().filter_map(|form| Some((form, grammar(form)?))) {
                let Some(result) = inspection.converted(form) else { continue };
                let violation = Reference::parse(&result).validate(dialect).err();
                assert_eq!(violation, None, "{text:?} as {form}: {result:?}");
            }
        }
    }

    #[test]
    fn the_conversions_by_name_are_those_of_an_inspection(text in nasty::strings()) {
        let inspection = inspect(&text, &Options::default());
        let iri = leiri_to_iri(&text);
        assert_eq!(iri.clone().ok(), inspection.converted(Form::Iri), "{text:?}");
        assert_eq!(leiri_to_uri(&text).ok(), inspection.converted(Form::Uri), "{text:?}");
        match iri {
            Ok(iri) => {
                assert_eq!(iri_to_uri(&iri).ok(), inspection.converted(Form::Uri), "{text:?}");
                assert_eq!(iri_to_uri_with_idna(&iri), inspection.converted(Form::UriIdna), "{text:?}");
                assert_eq!(readable_iri(&iri).ok(), inspection.converted(Form::ReadableIri), "{text:?}");
            }
            Err(violation) => assert_eq!(Some(violation), inspection.reference().validate(Dialect::Leiri).err()),
        }
    }
}

#[test]
fn every_noncharacter_and_every_control_is_answered_in_full() {
    let controls = (0..=0x9F).chain([0xFFFE, 0xFFFF, 0x2028, 0x2029]);
    let noncharacters =
        (0xFDD0..=0xFDEF).chain((1..=0x10).flat_map(|plane| [plane << 16 | 0xFFFE, plane << 16 | 0xFFFF]));
    for c in controls.chain(noncharacters).filter_map(char::from_u32) {
        for text in [c.to_string(), format!("http://h{c}/{c}?{c}#{c}"), format!("{c}:{c}@{c}")] {
            every_function_returns_for_every_text(&text);
        }
    }
}

/// A text of 16 KiB for every piece that would expose a quadratic step.
#[test]
fn long_texts_are_answered_in_full() {
    let pieces = [
        "a",
        "/",
        "../",
        "./",
        "@",
        ":",
        "[",
        "]",
        "%",
        "%41",
        "%e2%80%ae",
        "?",
        "#",
        "&",
        "=",
        " ",
        "\\",
        "\u{0}",
        "\u{301}",
        "\u{5D0}",
        "\u{5D0}1",
        "\u{5D0}.1.",
        "(",
        "\u{5D0}(",
        "\u{202E}",
        "\u{202B}",
        "\u{2067}",
        "\u{2028}",
        "\u{FDD0}",
        "\u{1F468}\u{200D}",
        "xn--a.",
        "a.",
        "\u{E9}.",
        "e\u{301}/",
        "\u{430}a/",
        "\u{FF41}",
        "\u{E000}",
    ];
    for piece in pieces {
        for prefix in ["", "http://", "http://h/", "mailto:", "data:;base64,"] {
            let text = format!("{prefix}{}", piece.repeat((1 << 14) / piece.len()));
            every_function_returns_for_every_text(&text);
        }
    }
}
