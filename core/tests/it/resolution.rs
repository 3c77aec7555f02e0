//! RFC 3986 section 5.4, every example, and the corner cases in which libraries differ.

use iri_core::reference::{PartOrigin, PathStep, resolution, resolve};

const BASE: &str = "http://a/b/c/d;p?q";

#[test]
fn normal_examples_of_section_5_4_1() {
    for (reference, target) in [
        ("g:h", "g:h"),
        ("g", "http://a/b/c/g"),
        ("./g", "http://a/b/c/g"),
        ("g/", "http://a/b/c/g/"),
        ("/g", "http://a/g"),
        ("//g", "http://g"),
        ("?y", "http://a/b/c/d;p?y"),
        ("g?y", "http://a/b/c/g?y"),
        ("#s", "http://a/b/c/d;p?q#s"),
        ("g#s", "http://a/b/c/g#s"),
        ("g?y#s", "http://a/b/c/g?y#s"),
        (";x", "http://a/b/c/;x"),
        ("g;x", "http://a/b/c/g;x"),
        ("g;x?y#s", "http://a/b/c/g;x?y#s"),
        ("", "http://a/b/c/d;p?q"),
        (".", "http://a/b/c/"),
        ("./", "http://a/b/c/"),
        ("..", "http://a/b/"),
        ("../", "http://a/b/"),
        ("../g", "http://a/b/g"),
        ("../..", "http://a/"),
        ("../../", "http://a/"),
        ("../../g", "http://a/g"),
    ] {
        assert_eq!(resolve(BASE, reference).as_deref(), Some(target), "{reference:?}");
    }
}

#[test]
fn abnormal_examples_of_section_5_4_2() {
    for (reference, target) in [
        ("../../../g", "http://a/g"),
        ("../../../../g", "http://a/g"),
        ("/./g", "http://a/g"),
        ("/../g", "http://a/g"),
        ("g.", "http://a/b/c/g."),
        (".g", "http://a/b/c/.g"),
        ("g..", "http://a/b/c/g.."),
        ("..g", "http://a/b/c/..g"),
        ("./../g", "http://a/b/g"),
        ("./g/.", "http://a/b/c/g/"),
        ("g/./h", "http://a/b/c/g/h"),
        ("g/../h", "http://a/b/c/h"),
        ("g;x=1/./y", "http://a/b/c/g;x=1/y"),
        ("g;x=1/../y", "http://a/b/c/y"),
        ("g?y/./x", "http://a/b/c/g?y/./x"),
        ("g?y/../x", "http://a/b/c/g?y/../x"),
        ("g#s/./x", "http://a/b/c/g#s/./x"),
        ("g#s/../x", "http://a/b/c/g#s/../x"),
        ("http:g", "http:g"),
    ] {
        assert_eq!(resolve(BASE, reference).as_deref(), Some(target), "{reference:?}");
    }
}

#[test]
fn corners_in_which_libraries_differ_follow_section_5_2_to_the_letter() {
    for (base, reference, target) in [
        // remove_dot_segments("/.//.") is "//", which would be an authority when the result is parsed.
        ("a:/", ".//.", "a:/.//"),
        ("foo:/", ".//@@", "foo:/.//@@"),
        ("a:/b/c", "..//d", "a:/.//d"),
        ("a:b", "x:c/..//d", "x:/.//d"),
        // The merged path "b/../d" becomes "/d": rule C has no segment to remove before the slash.
        ("a:b/c", "../d", "a:/d"),
        ("a:b/c", "../../d", "a:/d"),
        ("urn:a:b", "c", "urn:c"),
        ("http://a/b", "..//x", "http://a//x"),
        // A percent-encoded dot is not a dot segment here; normalization, if any, precedes resolution.
        ("http://a/b/c", "%2e%2e/x", "http://a/b/%2e%2e/x"),
        ("http://a", "b", "http://a/b"),
        ("http://a?q", "", "http://a?q"),
        ("http://a/b?q#f", "#g", "http://a/b?q#g"),
    ] {
        assert_eq!(resolve(base, reference).as_deref(), Some(target), "{base:?} {reference:?}");
    }
}

#[test]
fn each_rule_of_section_5_2_4_applies_to_a_path_without_a_slash() {
    for (base, reference, target) in [
        // Rule A: the merged path starts with "../" or "./".
        ("a:b", "../c", "a:c"),
        ("a:b", "./c", "a:c"),
        ("a:b", "../../.././c", "a:c"),
        ("a:b", "../..", "a:"),
        ("x:y", "a:../b", "a:b"),
        ("x:y", "a:./b", "a:b"),
        // Rule D: it is "." or "..".
        ("a:b", ".", "a:"),
        ("a:b", "..", "a:"),
        ("x:y", "a:..", "a:"),
        // Rules B and C, after a segment by rule E.
        ("a:b", "c/./d/../e", "a:c/e"),
        ("a:b", "c/..", "a:/"),
        ("a:b", "c/.", "a:c/"),
        // Other segments of dots are names.
        ("a:b", ".../c", "a:.../c"),
        ("a:b", "..c/.d", "a:..c/.d"),
    ] {
        assert_eq!(resolve(base, reference).as_deref(), Some(target), "{base:?} {reference:?}");
    }
}

#[test]
fn a_base_without_a_scheme_resolves_only_what_has_a_scheme() {
    for base in ["//a/b", "", "c/d", "?q"] {
        assert_eq!(resolve(base, "c"), None, "{base}");
        assert_eq!(resolve(base, "//h/c"), None, "{base}");
        assert_eq!(resolve(base, "http://a/b/../c#f").as_deref(), Some("http://a/c#f"), "{base}");
        assert_eq!(resolution(base, "x:y").map(|resolution| resolution.target).as_deref(), Some("x:y"), "{base}");
    }
}

/// Returns the origins of the components and of the path, as letters: `scheme authority path query fragment`.
fn sources(reference: &str) -> String {
    let resolution = resolution(BASE, reference).expect("the base has a scheme");
    assert_eq!(Some(&resolution.target), resolve(BASE, reference).as_ref());
    let letter = |part: &iri_core::reference::ResolvedPart| match part.source {
        PartOrigin::Reference => 'R',
        PartOrigin::Base => 'B',
        PartOrigin::Merged => 'M',
    };
    resolution.parts.iter().map(letter).collect()
}

#[test]
fn each_component_of_a_target_comes_from_the_base_or_the_reference() {
    assert_eq!(sources("g:h?q#f"), "RRRR");
    assert_eq!(sources("//g/x"), "BRR");
    assert_eq!(sources("/g?y"), "BBRR");
    assert_eq!(sources("g/../h#s"), "BBMR");
    assert_eq!(sources("?y"), "BBBR");
    assert_eq!(sources("#s"), "BBBBR");
    assert_eq!(sources(""), "BBBB");
}

#[test]
fn a_merged_path_is_shown_before_its_dots_are_removed() {
    let resolution = resolution(BASE, "../g").expect("the base has a scheme");
    assert_eq!(resolution.path, PathStep::Merged("/b/c/../g".to_owned()));
    assert_eq!(resolution.target, "http://a/b/g");
}
