//! Values with names: each is parsed from its name, displays as that name, and a misspelled name is explained.

use std::error::Error;
use std::fmt::Display;
use std::str::FromStr;

use iri_core::bidi::DisplayOrder;
use iri_core::reference::{Form, HostKind, NormalizationLevel};
use iri_core::rules::{Group, Safety};
use iri_core::{Dialect, Reference, Role, Severity, UnknownName};

fn displays_what_it_is_parsed_from<T>(all: impl IntoIterator<Item = T>)
where
    T: FromStr<Err = UnknownName> + Display + PartialEq + std::fmt::Debug,
{
    for value in all {
        assert_eq!(value.to_string().parse(), Ok(value));
    }
    let error = "no-such-name".parse::<T>().expect_err("nothing has this name");
    assert_eq!(error.name(), "no-such-name");
    assert!(error.to_string().starts_with(&format!("unknown {} 'no-such-name'", error.expected())), "{error}");
}

#[test]
fn every_value_displays_what_it_is_parsed_from() {
    displays_what_it_is_parsed_from(Dialect::ALL);
    displays_what_it_is_parsed_from(Form::ALL);
    displays_what_it_is_parsed_from(Group::ALL);
    displays_what_it_is_parsed_from(NormalizationLevel::ALL);
    displays_what_it_is_parsed_from(DisplayOrder::ALL);
    displays_what_it_is_parsed_from(Role::ALL);
    displays_what_it_is_parsed_from(Severity::ALL);
}

#[test]
fn a_dialect_is_parsed_from_its_name_and_its_title() {
    assert_eq!("iri-bis".parse(), Ok(Dialect::IriBis));
    assert_eq!("3987bis IRI".parse(), Ok(Dialect::IriBis));
    assert_eq!("LEIRI".parse(), Ok(Dialect::Leiri));
    assert!("Iri".parse::<Dialect>().is_err());
}

#[test]
fn a_typing_error_names_what_was_probably_meant() {
    let error: Box<dyn Error> = "uri-inda".parse::<Form>().expect_err("it is misspelled").into();
    assert_eq!(error.to_string(), "unknown form 'uri-inda'; did you mean 'uri-idna'?");
    let error = "".parse::<Severity>().expect_err("it is empty");
    assert_eq!((error.to_string().as_str(), error.similar()), ("unknown severity ''", None));
}

#[test]
fn a_reference_is_its_text() {
    let reference = Reference::from("a b");
    assert_eq!(reference.as_ref(), "a b");
    assert_eq!(format!("{reference:>5}"), "  a b");
}

#[test]
fn absolute_means_a_scheme_and_no_fragment() {
    for (text, is_absolute, is_non_relative) in [
        ("http://h/a", true, true),
        ("http://h/a#b", false, true),
        ("urn:x:y?z", true, true),
        ("//h/a", false, false),
        ("http://h/a b", false, false),
    ] {
        let reference = Reference::parse(text);
        assert_eq!(reference.is_absolute(Dialect::Uri), is_absolute, "{text}");
        assert_eq!(reference.is_non_relative(Dialect::Uri), is_non_relative, "{text}");
    }
}

/// The names in configurations, JSON and on the command line: changing one breaks users.
#[test]
fn names_do_not_change() {
    fn names<T: Display>(all: impl IntoIterator<Item = T>) -> String {
        all.into_iter().map(|value| value.to_string()).collect::<Vec<_>>().join(" ")
    }
    assert_eq!(Dialect::ALL.map(Dialect::name), ["uri", "iri", "iri-bis", "leiri", "web-address"]);
    assert_eq!(Dialect::ALL.map(Dialect::title), ["URI", "IRI", "3987bis IRI", "LEIRI", "Web Address"]);
    assert_eq!(
        names(Form::ALL),
        "iri uri uri-idna readable-iri java-net-uri web-address whatwg fn-iri-to-uri fn-escape-html-uri fn-encode-for-uri"
    );
    assert_eq!(names(NormalizationLevel::ALL), "string case character percent path scheme");
    assert_eq!(names(DisplayOrder::ALL), "rfc browser right-to-left-paragraph");
    assert_eq!(names(Group::ALL), "syntax leiri uri-only bidi unicode style scheme place");
    assert_eq!(names(Severity::ALL), "hint information warning error");
    assert_eq!([Safety::Safe, Safety::Suggested].map(Safety::name), ["safe", "suggested"]);
    let kinds = [HostKind::RegName, HostKind::Ipv4, HostKind::Ipv6, HostKind::IpvFuture];
    assert_eq!(kinds.map(HostKind::name), ["reg-name", "ipv4", "ipv6", "ipvfuture"]);
    assert_eq!(
        names(Role::ALL),
        "leiri any-uri any-uri-list any-uri-commas any-uri-semicolons any-uri-quoted absolute-any-uri template \
         value-template endpoint any-uri-without-fragment system-identifier schema-location identifier \
         identifier-any-uri identifier-list identifier-commas canonical datatype-library namespace-name namespace-any-uri namespace-list \
         namespace-unchecked iri any-iri package-iri path rdf absolute-rdf rdf-base rdf-namespace rdf-literal iri-identifier \
         uri absolute-uri opc-target opc-external-target web web-without-fragment web-list web-candidates web-refresh css xpath \
         json-ld uri-specification"
    );
}
