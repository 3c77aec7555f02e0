//! References in places that no vocabulary, schema or configuration knows.

use std::sync::Arc;

use iri_core::xml::{Document, UnknownPlaces};
use iri_core::{Config, Safety, Settings, Severity};

fn document(xml: &str, unknown: UnknownPlaces) -> Document {
    let mut settings = Settings::default();
    settings.unknown = Some(unknown);
    Document::parse(xml, Arc::new(settings))
}

/// Returns the rules of the findings, and tests that none is above information, and no fix is safe.
fn rules(xml: &str) -> Vec<&'static str> {
    let document = document(xml, UnknownPlaces::On);
    let findings: Vec<_> = document.findings().map(|found| found.finding).collect();
    for finding in &findings {
        assert!(finding.severity <= Severity::Information, "{xml}: {finding:?}");
        assert!(finding.fixes.iter().all(|fix| fix.safety == Safety::Suggested), "{xml}: {finding:?}");
    }
    findings.iter().map(|finding| finding.rule.name).collect()
}

/// Returns the references in unknown places.
fn listed(xml: &str, unknown: UnknownPlaces) -> Vec<String> {
    let document = document(xml, unknown);
    let sites = document.sites().filter(|site| site.role.is_unknown());
    sites.map(|site| site.value.into_owned()).collect()
}

#[test]
fn what_no_format_can_mean_is_information() {
    for (xml, expected) in [
        ("<a b='http://h/a b'/>", "leiri-space"),
        ("<a>http://h/a b</a>", "leiri-space"),
        ("<a><b>\n  http://h/a%2\n</b></a>", "common-mistake"),
        ("<a b='http://h/&#x200B;a'/>", "invisible-character"),
        ("<a b='htpp://www.example.com/'/>", "common-mistake"),
        ("<a b='http://http://h/'/>", "common-mistake"),
        ("<t xmlns='urn:q' value='tel: +1 555 123'/>", "scheme-syntax"),
    ] {
        assert_eq!(rules(xml).first(), Some(&expected), "{xml}");
    }
}

#[test]
fn what_some_format_means_is_no_finding() {
    for xml in [
        "<a b='http://H:80/a/../b%7E'/>",
        "<a b='http://h/ and other words'/>",
        "<a b='http://a/ http://b/'/>",
        "<a b='http://h/{id} x'/>",
        "<a b='http://h/%s x'/>",
        "<a b=\"concat('http://h/a b', $x)\"/>",
        "<a b='a b'/>",
        "<a>http://h/<b>a b</b></a>",
        "<a>see http://h/a%2</a>",
        // A vocabulary knows these elements.
        "<p xmlns='http://www.w3.org/1999/xhtml' title='http://h/a b'>http://h/a b</p>",
    ] {
        assert_eq!(rules(xml), [] as [&str; 0], "{xml}");
    }
}

#[test]
fn a_value_that_is_a_reference_in_any_format_is_listed() {
    for (xml, expected) in [
        (
            "<a xmlns='http://q/' b='http://h/' c='x'>\n<d>urn:example:y</d><e>words</e></a>",
            &["http://h/", "urn:example:y"][..],
        ),
        ("<a b='opc.tcp://h:4840' c='a:b' d='1://'/>", &["opc.tcp://h:4840"]),
        ("<a><b><![CDATA[ http://h/ ]]></b><c><![CDATA[h]]></c></a>", &[" http://h/ "]),
        ("<a b='http://h/{id}?q=${x}' c='{id}'/>", &["http://h/{id}?q=${x}"]),
        ("<a b='http://h/A_(b)'/>", &["http://h/A_(b)"]),
        // Other attributes and texts of known elements, of data; not what is displayed.
        ("<gpx xmlns='http://www.topografix.com/GPX/1/1' x='http://h/'><sym>http://h/</sym></gpx>", &["http://h/"; 2]),
        ("<p xmlns='http://www.w3.org/1999/xhtml' title='http://h/'>http://h/</p>", &[]),
        ("<x>http://h/ is a host</x>", &[]),
    ] {
        assert_eq!(listed(xml, UnknownPlaces::On), expected, "{xml}");
        assert_eq!(listed(xml, UnknownPlaces::Off), [] as [&str; 0], "{xml}");
        assert_eq!(document(xml, UnknownPlaces::On).findings().count(), 0, "{xml}");
    }
    assert_eq!(document("<a b='http://h/a b'/>", UnknownPlaces::Off).findings().count(), 0);
}

#[test]
fn names_that_mean_references_are_places_in_any_vocabulary() {
    let listed = |xml: &str| {
        let document = document(xml, UnknownPlaces::On);
        let sites = document.sites().filter(|site| *site.value == *"http://h/");
        sites.map(|site| site.role.name).collect::<Vec<_>>()
    };
    for (xml, role) in [
        ("<a xmlns='urn:q' pageUrl='http://h/'/>", "any-uri"),
        ("<a xmlns='urn:q'><homepage>http://h/</homepage></a>", "any-uri"),
        ("<a xmlns='urn:q'><b typeUri='http://h/'/></a>", "identifier-any-uri"),
        ("<a xmlns='urn:q'><myNamespace>http://h/</myNamespace></a>", "identifier-any-uri"),
        ("<a xmlns='urn:q' value='http://h/'/>", "unknown"),
        ("<a title='http://h/'/>", "unknown"),
        // Also in a vocabulary of which other places are known.
        ("<p xmlns='http://www.w3.org/1999/xhtml' data-url='http://h/'/>", "any-uri"),
    ] {
        assert_eq!(listed(xml), [role], "{xml}");
    }
    for xml in [
        "<a pageUrl='see http://h/ or b'/>",
        "<a pageUrl='http://h/[x]'/>",
        "<a><homepage>http://h/ is the page</homepage></a>",
        "<a><homepage>h b</homepage></a>",
        "<a pageUrl='C:\\a b'/>",
    ] {
        let document = document(xml, UnknownPlaces::On);
        assert_eq!((document.sites().count(), document.findings().count()), (0, 0), "{xml}");
    }
    let severities =
        |xml: &str| document(xml, UnknownPlaces::On).findings().map(|found| found.finding.severity).collect::<Vec<_>>();
    assert_eq!(severities("<a pageUrl='http://h/a b'/>"), [Severity::Warning]);
    assert_eq!(severities("<a value='http://h/a b'/>"), [Severity::Information]);
    assert_eq!(document("<a value='http://h/a b'/>", UnknownPlaces::Off).findings().count(), 0);
    // Names that programs compare have no safe fix.
    let typed = document("<a typeUri='http://h/a b'/>", UnknownPlaces::On);
    let fixes: Vec<_> = typed.findings().flat_map(|found| found.finding.fixes).map(|fix| fix.safety).collect();
    assert!(!fixes.is_empty() && fixes.iter().all(|safety| *safety == Safety::Suggested), "{fixes:?}");
}

#[test]
fn a_relative_reference_in_a_place_with_such_a_name_is_listed_in_any_vocabulary() {
    for (xml, expected) in [
        ("<a xmlns:q='urn:example:q' q:href='../b/c.html#d' name='../b/c.html'/>", &["../b/c.html#d"][..]),
        ("<a xmlns='urn:example:q' imageUrl='img/a.png' typeUri='#b' url='b'/>", &["img/a.png", "#b"]),
        (
            "<a xmlns='urn:example:q'><url>\n  a.html\n</url><pageUri>/b/c</pageUri><url>true</url></a>",
            &["\n  a.html\n", "/b/c"],
        ),
        ("<a url='${base}/a.html' href='{@href}' uri='a.*' pageUrl='a.html, b.html'/>", &[]),
        ("<a xmlns='urn:example:q' url='see the page in a.html and in c.html or d.html'/>", &[]),
        ("<a xmlns='urn:example:q' url='C:\\a\\b.html' classpathref='a.b.c'/>", &[]),
    ] {
        assert_eq!(listed(xml, UnknownPlaces::On), expected, "{xml}");
        assert_eq!(listed(xml, UnknownPlaces::Off), [] as [&str; 0], "{xml}");
        assert_eq!(rules(xml), [] as [&str; 0], "{xml}");
    }
    for (xml, expected) in [
        ("<a xmlns='urn:example:q' href='my page.html'/>", "leiri-space"),
        ("<a xmlns='urn:example:q'><url>b/a%2.html</url></a>", "broken-percent"),
        ("<a xmlns='urn:example:q' pageUri='b/&#x200B;a.html'/>", "invisible-character"),
        ("<a xmlns='urn:example:q' url='www.example.com/a'/>", "common-mistake"),
        ("<a xmlns='urn:example:q'><Website>www.example.com</Website></a>", "common-mistake"),
        ("<a xmlns='urn:example:q'><WebAddress>www.example.com</WebAddress></a>", "common-mistake"),
    ] {
        assert_eq!(rules(xml), [expected], "{xml}");
    }
}

#[test]
fn a_listed_place_is_checked_once_it_is_declared() {
    for xml in ["<a xmlns='urn:&quot;q' b='http://h/a b'/>", "<a><b>http://h/a b</b></a>"] {
        let document = document(xml, UnknownPlaces::On);
        let site = document.sites().find(|site| site.role.name == "unknown").expect("the reference");
        let (config, problems) = Config::parse(&Config::table_for_place(&site));
        assert_eq!(problems, [], "{xml}");
        let known = Document::parse(xml, Arc::new(config.settings_for("a.xml")));
        let found: Vec<_> = known.findings().map(|found| found.finding.severity).collect();
        assert!(found.contains(&Severity::Warning), "{xml}: {found:?}");
    }
}

#[test]
fn an_edited_document_equals_a_new_one() {
    let whole = format!("<a>{}<b>http://h/a b</b><c d='http://h/a b'/></a>", "<x>http://h/</x>".repeat(2000));
    let mut edited = document(&whole, UnknownPlaces::On);
    let places: Vec<usize> = whole.match_indices("http").map(|(at, _)| at).collect();
    for at in [places[0], places[1000], places[2000], places[2001]] {
        for (span, text) in [(at..at + 4, "x"), (at..at + 1, "http"), (at..at + 4, "h")] {
            let span = iri_core::Span::new(span.start, span.end);
            let before = edited.text();
            edited.edit(span, text);
            let fresh = document(&edited.text(), UnknownPlaces::On);
            let found = |document: &Document| {
                document.findings().map(|found| format!("{:?}", found.finding)).collect::<Vec<_>>()
            };
            assert_eq!(found(&edited), found(&fresh));
            edited = document(&before, UnknownPlaces::On);
        }
    }
}
