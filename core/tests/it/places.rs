//! Places in documents: each with the dialect of its role, and values that must have no finding.

use std::sync::Arc;

use iri_core::vocabularies::{self, FAMILIES, Family, Vocabulary};
use iri_core::xml::{Document, Settings};
use iri_core::{Role, Safety, Severity, Span};

/// Returns the findings of a document in which `⟦⟧` enclose exactly the expected spans.
fn findings(marked: &str) -> Vec<(Severity, &'static str)> {
    let mut text = String::new();
    let mut spans = Vec::new();
    for (index, part) in marked.split(['\u{27E6}', '\u{27E7}']).enumerate() {
        let start = text.len();
        text.push_str(part);
        if index % 2 == 1 {
            spans.push(Span::new(start, text.len()));
        }
    }
    let document = Document::parse(text, Arc::new(Settings::default()));
    let found: Vec<_> = document.findings().map(|found| found.finding).collect();
    assert_eq!(found.iter().map(|finding| finding.span).collect::<Vec<_>>(), spans, "{marked}: {found:?}");
    found.iter().map(|finding| (finding.severity, finding.rule.name)).collect()
}

/// Returns the only finding of such a document.
fn finding(marked: &str) -> (Severity, &'static str) {
    let found = findings(marked);
    assert_eq!(found.len(), 1, "{marked}: {found:?}");
    found[0]
}

fn assert_no_findings(xml: &str) {
    assert_eq!(findings(xml), [], "{xml}");
}

/// Returns the roles of the references in a document, in order.
fn roles(xml: &str) -> Vec<&'static str> {
    Document::parse(xml, Arc::new(Settings::default())).sites().map(|site| site.role.name).collect()
}

const SPACE: &str = "leiri-space";

/// XML 1.0 section 5.1, Namespaces in XML section 3, XML Base section 3.
#[test]
fn a_default_of_the_internal_subset_declares_a_namespace_and_a_base() {
    let link = "xmlns:x CDATA #FIXED 'http://www.w3.org/1999/xlink'";
    assert_eq!(finding(&format!("<!DOCTYPE a [<!ATTLIST a {link}>]><a x:href='y⟦ ⟧z'/>")).1, "leiri-space");
    assert_eq!(finding(&format!("<!DOCTYPE a [<!ATTLIST b {link}>]><a><b x:href='y⟦ ⟧z'/></a>")).1, "leiri-space");
    // The first declaration of an attribute is binding, and an attribute of the tag wins.
    assert_eq!(
        finding(&format!("<!DOCTYPE a [<!ATTLIST a {link}><!ATTLIST a xmlns:x CDATA 'urn:no'>]><a x:href='y⟦ ⟧z'/>")).1,
        "leiri-space"
    );
    assert_no_findings(&format!("<!DOCTYPE a [<!ATTLIST a {link}>]><a xmlns:x='http://example.org/' x:href='y z'/>"));
    assert_no_findings(
        &format!("<!DOCTYPE a [<!ATTLIST a {link}>]><a><b x:href='y z'/></a>")
            .replace("<a>", "<c>")
            .replace("</a>", "</c>"),
    );
    let xml = "<!DOCTYPE a [<!ATTLIST a xml:base CDATA 'http://d/'>]><a xmlns:x='http://www.w3.org/1999/xlink'><b x:href='k'/></a>";
    let document = Document::parse(xml, Arc::new(Settings::default()));
    let last = document.sites().last().expect("there are some");
    assert_eq!(last.resolved().as_deref(), Some("http://d/k"));
}

#[test]
fn a_namespace_with_a_slip_is_recognized() {
    let meant = |namespace: &str| {
        let document = Document::parse(format!("<a xmlns='{namespace}'/>"), Arc::new(Settings::default()));
        let fix = document.findings().next().and_then(|found| found.finding.fixes.first().cloned());
        fix.map(|fix| fix.edits[0].text.clone())
    };
    for (written, expected) in [
        ("http://schemas.andriod.com/apk/res-auto", "http://schemas.android.com/apk/res-auto"),
        ("http://www.w3.org/2OO1/XMLSchema", "http://www.w3.org/2001/XMLSchema"),
        ("http://www.w3.org/1999/XSL/Trasform", "http://www.w3.org/1999/XSL/Transform"),
        ("http://www.w3.org/2001/XMLSchemainstance", "http://www.w3.org/2001/XMLSchema-instance"),
        ("http://docbook.org/ns/docbok", "http://docbook.org/ns/docbook"),
    ] {
        assert_eq!(meant(written).as_deref(), Some(expected), "{written}");
    }
    // Related names differ by a letter of an abbreviation, at the end of a word, or by a number.
    for other in [
        "http://www.opengis.net/wms",
        "http://www.imsglobal.org/xsd/imslticm_v1p0",
        "http://www.w3.org/2002/XMLSchema",
        "http://docs.oasis-open.org/wsrf/rpw-2",
    ] {
        assert_eq!(meant(other), None, "{other}");
    }
}

#[test]
fn an_escape_of_css_is_part_of_a_reference() {
    let svg = |css: &str| format!("<svg xmlns='http://www.w3.org/2000/svg'><style>{css}</style></svg>");
    for css in
        ["a{b:url(c\\20 d.png)}", "@import 'c\\ d.css';", "a{b:url(\"p\\000020q.png\")}", "a{b:url(c\\(1\\).png)}"]
    {
        assert_no_findings(&svg(css));
    }
    assert_eq!(finding(&svg("a{b:url(images⟦\\⟧bg.png)}")).1, "backslash-path");
    assert_eq!(finding(&svg("a{b:url(c\\20 d.png);e:url(f⟦ ⟧g.png)}")).1, "leiri-space");
}

#[test]
fn values_of_any_uri_in_a_schema_are_references() {
    let space = (Severity::Error, "leiri-space");
    for schema in [
        "<s:attribute name='a' type='s:anyURI' default='a⟦ ⟧b'/>",
        "<s:element name='a' type='s:anyURI' fixed='a⟦ ⟧b'/>",
        "<s:restriction base='s:anyURI'><s:enumeration value='a⟦ ⟧b'/></s:restriction>",
        "<attribute type='anyURI' xmlns='http://www.w3.org/2001/XMLSchema' default='a⟦ ⟧b'/>",
    ] {
        let marked = format!("<s:schema xmlns:s='http://www.w3.org/2001/XMLSchema'>{schema}</s:schema>");
        assert_eq!(finding(&marked).1, space.1, "{marked}");
    }
    for schema in [
        "<s:attribute name='a' type='s:string' default='a b'/>",
        "<s:attribute name='a' type='o:anyURI' default='a b' xmlns:o='urn:example:o'/>",
        "<s:attribute name='a b' type='s:anyURI' id='a b'/>",
        "<s:restriction base='s:anyURI'>\n<s:pattern value='a b'/>\n</s:restriction>",
        "<s:restriction base='s:anyURI'>\n</s:restriction>",
        "<s:restriction base='s:token'><s:enumeration value='a b'/></s:restriction>",
    ] {
        assert!(
            findings(&format!("<s:schema xmlns:s='http://www.w3.org/2001/XMLSchema'>{schema}</s:schema>")).is_empty()
        );
    }
    let relax_ng = "<value xmlns='http://relaxng.org/ns/structure/1.0' type='anyURI'>a⟦ ⟧b</value>";
    assert_eq!(finding(relax_ng).1, space.1);
    assert!(findings(&relax_ng.replace("anyURI", "token").replace(['⟦', '⟧'], "")).is_empty());
}

#[test]
fn a_space_is_a_warning_where_a_leiri_is_allowed() {
    for marked in [
        "<!DOCTYPE a SYSTEM 'x⟦ ⟧y.dtd'><a/>",
        "<a xml:base='x⟦ ⟧y/'/>",
        "<a xmlns:l='http://www.w3.org/1999/xlink' l:href='x⟦ ⟧y'/>",
        "<include xmlns='http://www.w3.org/2001/XInclude' href='x⟦ ⟧y'/>",
        "<schema xmlns='http://www.w3.org/2001/XMLSchema'><include schemaLocation='x⟦ ⟧y'/></schema>",
        "<x:stylesheet xmlns:x='http://www.w3.org/1999/XSL/Transform'><x:import href='x⟦ ⟧y'/></x:stylesheet>",
        "<catalog xmlns='urn:oasis:names:tc:entity:xmlns:xml:catalog'><system systemId='a' uri='x⟦ ⟧y'/></catalog>",
        "<chapter><ulink url='x⟦ ⟧y'/></chapter>",
        "<concept><image href='x⟦ ⟧y'/></concept>",
        "<?xml-stylesheet href='x⟦ ⟧y'?><a/>",
        "<m:LanguageCode xmlns:m='http://www.isotc211.org/2005/gmd' codeList='x⟦ ⟧y' codeListValue='a b'/>",
    ] {
        assert_eq!(finding(marked), (Severity::Warning, SPACE), "{marked}");
    }
}

#[test]
fn a_space_is_an_error_if_the_format_requires_an_iri() {
    for marked in [
        "<r:RDF xmlns:r='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><x r:resource='http://a/x⟦ ⟧y'/></r:RDF>",
        "<sparql xmlns='http://www.w3.org/2005/sparql-results#'><uri>http://a/x⟦ ⟧y</uri></sparql>",
        "<feed xmlns='http://www.w3.org/2005/Atom'><link href='x⟦ ⟧y'/></feed>",
        "<feed xmlns='http://www.w3.org/2005/Atom'><id>urn:example:x⟦ ⟧y</id></feed>",
        "<rss><channel><link>http://a/x⟦ ⟧y</link></channel></rss>",
        "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><url><loc>http://a/x⟦ ⟧y</loc></url></urlset>",
    ] {
        assert_eq!(finding(marked), (Severity::Error, SPACE), "{marked}");
    }
}

#[test]
fn references_for_browsers_have_at_most_warnings() {
    for (marked, rule) in [
        ("<html xmlns='http://www.w3.org/1999/xhtml'><a href='x⟦ ⟧y'/></html>", SPACE),
        ("<html><img src='x⟦ ⟧y'/></html>", SPACE),
        ("<svg xmlns='http://www.w3.org/2000/svg'><image href='x⟦[⟧y'/></svg>", "stray-bracket"),
        ("<html><a href='10⟦%⟧'/></html>", "broken-percent"),
        ("<package xmlns='http://www.idpf.org/2007/opf'><item href='x⟦ ⟧y'/></package>", SPACE),
        ("<package xmlns='http://www.idpf.org/2007/opf'><item href='a⟦#y⟧'/></package>", "unwanted-fragment"),
        ("<svg xmlns='http://www.w3.org/2000/svg' style='fill: url(#x⟦ ⟧y)'/>", SPACE),
        ("<html><img srcset='a.png 1x, x⟦|⟧y.png 2x'/></html>", "leiri-unwise"),
    ] {
        assert_eq!(finding(marked), (Severity::Warning, rule), "{marked}");
    }
}

#[test]
fn a_browser_does_not_accept_malformed_xml() {
    assert_eq!(finding("<html><a href='?a⟦&⟧b=c'/></html>"), (Severity::Error, "raw-ampersand"));
}

#[test]
fn a_namespace_name_is_compared_and_never_retrieved() {
    assert_eq!(finding("<a xmlns='http://a/x⟦ ⟧y'/>"), (Severity::Warning, SPACE));
    assert_eq!(finding("<a xmlns:b='⟦shop⟧'/>"), (Severity::Information, "relative-namespace"));
    assert_eq!(finding("<a xmlns='http:⟦///⟧www.w3.org/'/>"), (Severity::Information, "scheme-syntax"));
    assert_eq!(finding("<a xmlns='urn:example:a⟦ ⟧'/>"), (Severity::Warning, "edge-whitespace"));
    assert_no_findings("<a xmlns='xalan://com.nwalsh.xalan.Table' xmlns:b='HTTP://a:80/%7e'><c xmlns=''/></a>");
}

#[test]
fn relax_ng_checks_its_datatype_library_but_not_ns() {
    let grammar = |rest: &str| format!("<grammar xmlns='http://relaxng.org/ns/structure/1.0' {rest}/>");
    assert_eq!(finding(&grammar("ns='urn:example:x⟦ ⟧y'")).0, Severity::Information);
    assert_eq!(finding(&grammar("datatypeLibrary='⟦types⟧'")), (Severity::Error, "must-be-absolute"));
    assert_eq!(finding(&grammar("datatypeLibrary='urn:example:x⟦#y⟧'")), (Severity::Error, "unwanted-fragment"));
    assert_no_findings(&grammar("ns='' datatypeLibrary=''"));
}

#[test]
fn a_fragment_is_reported_where_a_whole_resource_is_included() {
    let wanted = (Severity::Error, "unwanted-fragment");
    assert_eq!(finding("<!DOCTYPE a SYSTEM 'a.dtd⟦#x⟧'><a/>"), wanted);
    assert_eq!(finding("<!DOCTYPE a [<!ENTITY b SYSTEM 'b.xml⟦#x⟧'>]><a/>"), wanted);
    assert_eq!(finding("<include xmlns='http://www.w3.org/2001/XInclude' href='⟦#x⟧'/>"), wanted);
}

#[test]
fn an_office_file_opens_only_with_exact_targets() {
    let relationship = |target: &str| {
        let namespace = "http://schemas.openxmlformats.org/package/2006/relationships";
        format!(
            "<Relationships xmlns='{namespace}'><Relationship Type='urn:example:a' Target='{target}'/></Relationships>"
        )
    };
    assert_eq!(finding(&relationship("a.xml⟦ ⟧")), (Severity::Error, "edge-whitespace"));
    assert_eq!(finding(&relationship("⟦caf\u{E9}⟧")), (Severity::Error, "non-uri-character"));
    assert_no_findings(&relationship("../media/image1.png"));
}

#[test]
fn pairs_are_checked_item_by_item_and_counted() {
    let root = |value: &str| {
        format!("<a xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xsi:schemaLocation='{value}'/>")
    };
    let uneven = findings(&root("urn:example:a a.xsd ⟦urn:example:b⟧"));
    assert_eq!(uneven, [(Severity::Error, "uneven-pairs")]);
    let swapped = findings(&root("urn:example:a a.xsd ⟦b.xsd⟧ ⟦urn:example:b⟧"));
    assert_eq!(swapped, [(Severity::Information, "relative-namespace"), (Severity::Warning, "uneven-pairs")]);
    assert_eq!(finding(&root("urn:example:a a⟦|⟧b.xsd")), (Severity::Warning, "leiri-unwise"));
    assert_eq!(finding(&root("⟦x⟧ a.xsd")), (Severity::Information, "relative-namespace"));
    assert_eq!(roles(&root("urn:example:a\n a.xsd"))[1..], ["namespace-any-uri", "any-uri"]);
    assert_no_findings(&root("\n  urn:example:a a.xsd\n  urn:example:b b.xsd\n"));
}

#[test]
fn each_item_of_a_list_is_a_reference() {
    let tei = |rest: &str| format!("<TEI xmlns='http://www.tei-c.org/ns/1.0'><ptr {rest}/></TEI>");
    assert_eq!(roles(&tei("target='#a #b'"))[1..], ["any-uri-list", "any-uri-list"]);
    assert_eq!(findings(&tei("target='#a ?set⟦[⟧mets⟦]⟧=' "))[0], (Severity::Error, "stray-bracket"));
    assert_no_findings(&tei("target='\n  #a\n  #b\n' ref='' who='Hamlet Ophelia'"));
}

#[test]
fn namespace_keywords_are_not_references() {
    let schema = |rest: &str| {
        format!(
            "<schema xmlns='http://www.w3.org/2001/XMLSchema'><any {rest}/><anyAttribute namespace='##other'/></schema>"
        )
    };
    assert_no_findings(&schema("namespace='##local ##targetNamespace' notNamespace='urn:example:a'"));
    assert_no_findings(&schema("namespace='##any'"));
    assert_eq!(finding(&schema("namespace='urn:example:a#⟦#⟧any'")).1, "second-fragment");
}

#[test]
fn a_template_of_a_stylesheet_has_no_findings_but_its_literal_output_has() {
    let stylesheet = |body: &str| {
        format!(
            "<x:stylesheet xmlns:x='http://www.w3.org/1999/XSL/Transform'><x:template>{body}</x:template></x:stylesheet>"
        )
    };
    assert_no_findings(&stylesheet("<a href=\"{concat(@a, '|', 'b c')}.html\"/>"));
    assert_no_findings(&stylesheet("<x:result-document href='{a or b}'/>"));
    assert_no_findings(&stylesheet("<x:element name='a' namespace='{b c}'/>"));
    assert_eq!(finding(&stylesheet("<a href='x⟦ ⟧y'/>")).1, SPACE);
    assert_eq!(finding(&stylesheet("<a href='{a or b}x⟦ ⟧y{c}'/>")).1, SPACE);
    assert_eq!(finding(&stylesheet("<link xmlns='http://www.w3.org/1999/xhtml' href='x⟦ ⟧y'/>")).1, SPACE);
    assert_no_findings(
        "<html xmlns:xsl='http://www.w3.org/1999/XSL/Transform' xsl:version='1.0'><a href='{a or b}'/></html>",
    );
    assert_eq!(findings("<html><a href='⟦{⟧a⟦ ⟧or⟦ ⟧b⟦}⟧'/></html>").len(), 4);
}

#[test]
fn placeholders_of_other_languages_have_no_findings_anywhere() {
    for value in [
        "${basedir}/a.xml",
        "${a b}:c",
        "$(OutDir)a.xml",
        "cocoon:/{1}/{2}",
        "http://a/?q={searchTerms}&amp;p={startPage?}",
        "http://a/{+path}{?q,r}",
        "{{ page.url }}",
        "{{ page.url }}/a",
        "http://{{ host | x }}:{{ port }}/",
        "$relpath^search.css",
        "$url$/a",
        "@{file}",
        "@file@",
        "[% url %]",
        "http://%s/",
        "%(name)s.png",
        "&lt;%= url %&gt;",
        "%licenseURL",
        "%url.update",
    ] {
        assert_no_findings(&format!("<html><a href='{value}'/></html>"));
        assert_no_findings(&format!("<book><ulink url='{value}'/></book>"));
    }
}

#[test]
fn literal_text_around_a_placeholder_is_checked() {
    for (value, rule) in [
        ("${basedir}/a⟦ ⟧b.xml", SPACE),
        ("$(OutDir)a⟦ ⟧b.xml", SPACE),
        ("http://e.org/a⟦ ⟧b={x}", SPACE),
        ("http://a/?q={searchTerms}&amp;p={startPage?}⟦|⟧", "leiri-unwise"),
        ("@file@⟦|⟧", "leiri-unwise"),
        ("http://%s/10⟦%⟧", "broken-percent"),
        ("{a}#b⟦#⟧c", "second-fragment"),
    ] {
        assert_eq!(finding(&format!("<html><a href='{value}'/></html>")).1, rule, "{value}");
    }
    let list = "<TEI xmlns='http://www.tei-c.org/ns/1.0'><ptr target='{{ a b }} c⟦|⟧d'/></TEI>";
    assert_eq!(finding(list).1, "leiri-unwise");
    assert_eq!(
        roles("<html><a href='{{ x }}'/><a href='{{ x }}/b'/></html>"),
        ["web"],
        "the first has no literal text"
    );
}

#[test]
fn a_fix_of_a_template_needs_review() {
    let text = "<html><a href='http://%s/a b'/><a href='http://e.org/a b'/></html>";
    let document = Document::parse(text, Arc::new(Settings::default()));
    let safeties = document.findings().map(|found| found.finding.fixes[0].safety.name()).collect::<Vec<_>>();
    assert_eq!(safeties, ["suggested", "safe"]);
    assert_eq!(document.sites().map(|site| site.is_known).collect::<Vec<_>>(), [false, true]);
}

#[test]
fn an_identifier_of_atom_is_not_a_template() {
    let feed = |id: &str| format!("<feed xmlns='http://www.w3.org/2005/Atom'><id>{id}</id></feed>");
    assert_eq!(findings(&feed("tag:diveintomark.org,2003:⟦{foo}⟧")).len(), 1);
    assert_no_findings(&feed("{{ site.url }}{{ post.id }}"));
}

#[test]
fn a_row_whose_condition_fails_hides_no_later_row() {
    let rdf = "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns:a='http://www.w3.org/2005/Atom'
        xmlns='http://purl.org/rss/1.0/'><channel><link>http://a/x⟦ ⟧y</link><url>http://a/x⟦ ⟧y</url></channel>
        <a:id>urn:example:a⟦ ⟧b</a:id></rdf:RDF>";
    assert_eq!(findings(rdf), [(Severity::Error, SPACE); 3]);
    let rels = |rest: &str| {
        format!(
            "<Relationships xmlns='http://schemas.openxmlformats.org/package/2006/relationships'>
            <Relationship Type='urn:example:a' {rest}/></Relationships>"
        )
    };
    assert_eq!(roles(&rels("Target='a' TargetMode='External'"))[2], "opc-external-target");
    assert_eq!(roles(&rels("Target='a' TargetMode='Internal'"))[2], "opc-target");
    assert_eq!(roles(&rels("Target='a'"))[2], "opc-target");
}

#[test]
fn what_office_programs_write_themselves_is_a_warning_at_most() {
    let rels = |target: &str| {
        format!(
            "<Relationships xmlns='http://schemas.openxmlformats.org/package/2006/relationships'>
            <Relationship Type='urn:example:a' TargetMode='External' Target=\"{target}\"/></Relationships>"
        )
    };
    let odf = |element: &str, href: &str| {
        format!("<{element} xmlns:draw='urn:oasis:names:tc:opendocument:xmlns:drawing:1.0'
            xmlns:text='urn:oasis:names:tc:opendocument:xmlns:text:1.0' xmlns:l='http://www.w3.org/1999/xlink' l:href='{href}'/>")
    };
    for text in [
        rels("file:///C:\\a\\b.dot"),
        rels("#'Another Sheet'!A1"),
        rels("http://a/\u{E9}"),
        odf("draw:object", "./Object 1"),
    ] {
        let document = Document::parse(&*text, Arc::new(Settings::default()));
        let found: Vec<_> = document.findings().map(|found| found.finding).collect();
        assert!(
            !found.is_empty() && found.iter().all(|finding| finding.severity <= Severity::Warning),
            "{text}: {found:?}"
        );
        assert!(found.iter().all(|finding| finding.safe_fix().is_none()), "{text}: {found:?}");
    }
    assert_eq!(finding(&odf("text:a", "a⟦ ⟧b")), (Severity::Error, SPACE));
}

/// Places whose values are compared as strings: other spellings are other names.
const IDENTIFIERS: &[&str] = &[
    "<a xmlns='{}'/>",
    "<schema xmlns='http://www.w3.org/2001/XMLSchema' targetNamespace='{}'/>",
    "<EntityDescriptor xmlns='urn:oasis:names:tc:SAML:2.0:metadata' entityID='{}'/>",
    "<Attribute xmlns='urn:oasis:names:tc:SAML:2.0:assertion' NameFormat='{}'/>",
    "<NameID xmlns='urn:oasis:names:tc:SAML:2.0:assertion' SPNameQualifier='{}'/>",
    "<SubjectConfirmation xmlns='urn:oasis:names:tc:SAML:2.0:assertion' Method='{}'/>",
    "<NameIDFormat xmlns='urn:oasis:names:tc:SAML:2.0:metadata'>{}</NameIDFormat>",
    "<operation xmlns='http://schemas.xmlsoap.org/wsdl/soap/' soapAction='{}'/>",
    "<binding xmlns='http://schemas.xmlsoap.org/wsdl/soap/' transport='{}'/>",
    "<Action xmlns='http://www.w3.org/2005/08/addressing'>{}</Action>",
    "<RelatesTo xmlns='http://www.w3.org/2005/08/addressing'>{}</RelatesTo>",
    "<MessageID xmlns='http://www.w3.org/2005/08/addressing'>{}</MessageID>",
    "<input xmlns='http://schemas.xmlsoap.org/wsdl/' xmlns:m='http://www.w3.org/2007/05/addressing/metadata' m:Action='{}'/>",
    "<identifier xmlns='http://www.xbrl.org/2003/instance' scheme='{}'/>",
    "<roleType xmlns='http://www.xbrl.org/2003/linkbase' roleURI='{}'/>",
    "<r:RDF xmlns:r='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xml:base='{}'/>",
    "<Point xmlns='http://www.opengis.net/gml/3.2' srsName='{}'/>",
    "<DigestMethod xmlns='http://www.w3.org/2000/09/xmldsig#' Algorithm='{}'/>",
    "<x:package xmlns:x='http://www.w3.org/1999/XSL/Transform' name='{}'/>",
    "<id xmlns='http://www.w3.org/2005/Atom'>{}</id>",
];

#[test]
fn an_identifier_has_no_safe_fix_and_no_spelling_advice() {
    let values = [
        "HTTP://EXAMPLE.org:80/%7e/../%e9",
        "urn:oasis:names:tc:SAML:2.0:att rname-format:basic",
        "urn:oasis:names:tc:SAML:2.0:att\n    rname-format:basic",
        " http://example.org/a|b\\c ",
        "http://example.org:080/a%2520b",
        "http://www.example.org:/\u{202E}\u{200B}e\u{301}",
    ];
    for place in IDENTIFIERS {
        for value in values {
            let text = place.replace("{}", value);
            let document = Document::parse(&*text, Arc::new(Settings::default()));
            for found in document.findings() {
                let fixes = &found.finding.fixes;
                assert!(fixes.iter().all(|fix| fix.safety.name() == "suggested"), "{text}: {:?}", found.finding);
                assert_ne!(found.finding.rule.group.name(), "style", "{text}: {:?}", found.finding);
            }
        }
        // The place is known: the space is found.
        let text = place.replace("{}", values[1]);
        let document = Document::parse(&*text, Arc::new(Settings::default()));
        assert!(document.findings().any(|found| found.finding.rule.name == SPACE), "{text}");
    }
    assert_no_findings("<Point xmlns='http://www.opengis.net/gml/3.2' srsName='EPSG:4326'/>");
}

#[test]
fn every_role_of_a_name_offers_only_fixes_for_review() {
    let text = "HTTP://h:80/a b\\c|%7e";
    let mut checked = 0;
    for role in Role::ALL.into_iter().filter(|role| role.is_review_required()) {
        let inspection = iri_core::inspect(text, &iri_core::Options::default().with_role(role));
        let fixes = inspection.findings().iter().flat_map(|finding| &finding.fixes);
        for fix in fixes {
            assert_eq!(fix.safety.name(), "suggested", "{role:?}: {fix:?}");
            checked += 1;
        }
    }
    assert!(checked > 20, "{checked}");
}

#[test]
fn a_name_of_an_operation_needs_no_scheme_and_follows_no_scheme_rules() {
    let operation =
        |action: &str| format!("<operation xmlns='http://schemas.xmlsoap.org/wsdl/soap/' soapAction='{action}'/>");
    assert_no_findings(&operation(""));
    assert_no_findings(&operation("sayHello"));
    assert_eq!(finding(&operation("urn:placeOrder⟦⟧")), (Severity::Information, "scheme-syntax"));
}

#[test]
fn a_document_of_an_unknown_type_needs_a_sign_of_a_reference() {
    assert_no_findings("<x><a href='127-0-0-1-32fb1e:e8c8d28c34:-7ffd'/><a href='two words'/></x>");
    assert_eq!(finding("<x><a href='two⟦ ⟧words.html'/></x>").1, SPACE);
    assert_eq!(finding("<x><a href='urn:example:e⟦ ⟧f'/></x>").1, SPACE);
    assert_eq!(finding("<x><img src='#a⟦ ⟧b'/></x>").1, SPACE);
    assert_eq!(finding("<x><a href='a⟦&⟧b'/></x>").1, "raw-ampersand");
    assert_eq!(finding("<html><a href='two⟦ ⟧words'/></html>").1, SPACE, "a known type");
    assert_eq!(roles("<x><a href='two words'/></x>"), ["web"], "it is listed");
}

#[test]
fn a_relative_namespace_name_is_reported_where_it_is_declared_first() {
    let relative = (Severity::Information, "relative-namespace");
    assert_eq!(finding("<a xmlns='⟦shop⟧' xmlns:b='shop'><b:c xmlns:d='shop'/><d xmlns='shop'/></a>"), relative);
    assert_eq!(
        finding(
            "<schema xmlns='http://www.w3.org/2001/XMLSchema' xmlns:s='⟦shop⟧' targetNamespace='shop'
             xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xsi:schemaLocation='shop shop.xsd'/>"
        ),
        relative
    );
    assert_eq!(findings("<a><b xmlns='⟦x⟧'/><b xmlns='⟦y⟧'/></a>"), [relative; 2]);
    assert_eq!(finding("<schema xmlns='http://www.w3.org/2001/XMLSchema' targetNamespace='⟦shop⟧'/>"), relative);
}

#[test]
fn a_misspelled_keyword_is_named() {
    let text = "<any xmlns='http://www.w3.org/2001/XMLSchema' namespace='##targetnamespace'/>";
    let document = Document::parse(text, Arc::new(Settings::default()));
    let found: Vec<_> = document.findings().map(|found| found.finding).collect();
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].message, "unknown keyword '##targetnamespace'; did you mean '##targetNamespace'?");
    assert_eq!(found[0].fixes[0].title, "replace '##targetnamespace' with '##targetNamespace'");
}

#[test]
fn a_space_before_a_scheme_is_one_finding() {
    assert_eq!(finding("<!DOCTYPE a SYSTEM '⟦ ⟧http://e.org/a.dtd'><a/>").1, "bad-scheme");
    assert_eq!(finding("<!DOCTYPE a SYSTEM '⟦ ⟧a.dtd'><a/>").1, "edge-whitespace");
}

#[test]
fn fragments_with_a_grammar_of_their_own_are_information_without_a_fix() {
    let info = Severity::Information;
    for fragment in ["epubcfi(/6/4⟦[⟧ct⟦]⟧!/4/2)", "xpointer(//a⟦[⟧1⟦]⟧)"] {
        let marked = format!("<html><a href='package.opf#{fragment}'/></html>");
        assert_eq!(findings(&marked), [(info, "stray-bracket"); 2]);
        let document = Document::parse(marked.replace(['⟦', '⟧'], ""), Arc::new(Settings::default()));
        assert!(document.findings().all(|found| found.finding.fixes.is_empty()));
    }
    assert_eq!(findings("<html><a href='a#epubcfi⟦[⟧1⟦]⟧'/></html>")[0].0, Severity::Warning);
    assert_no_findings("<html><video src='v.mp4#t=npt:10,20&amp;xywh=percent:5,5,15,15&amp;track=a'/></html>");
    assert_no_findings("<html><a href='p.html#intro:~:text=a%2Db,-c%2Cd'/></html>");
}

#[test]
fn the_places_of_further_vocabularies_are_checked() {
    for marked in [
        "<style xmlns='http://purl.org/net/xbiblio/csl'><id>http://e.org/a⟦ ⟧b</id></style>",
        "<style xmlns='http://purl.org/net/xbiblio/csl'><uri>http://e.org/a⟦ ⟧b</uri></style>",
        "<wsdl xmlns='http://ws.apache.org/ns/synapse' uri='http://e.org/a⟦ ⟧b'/>",
        "<driver id='driver/hpijs'><url>http://e.org/a⟦ ⟧b</url></driver>",
        "<printer id='printer/HP-1'><supportcontact url='http://e.org/a⟦ ⟧b'/></printer>",
        "<libosinfo><os id='http://e.org/a⟦ ⟧b'/></libosinfo>",
        "<module moduleId='x'><url>http://e.org/a⟦ ⟧b</url></module>",
        "<license xmlns='http://www.spdx.org/license'><crossRef>http://e.org/a⟦ ⟧b</crossRef></license>",
        "<endpoint xmlns='http://cxf.apache.org/jaxws' address='http://e.org/a⟦ ⟧b'/>",
        "<bom xmlns='http://cyclonedx.org/schema/bom/1.5'><url>http://e.org/a⟦ ⟧b</url></bom>",
        "<bom xmlns='http://cyclonedx.org/schema/bom/1.5' serialNumber='urn:example:a⟦ ⟧b'/>",
        "<sp:Token xmlns:sp='http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702' sp:IncludeToken='http://e.org/a⟦ ⟧b'/>",
        "<TokenType xmlns='http://docs.oasis-open.org/ws-sx/ws-trust/200512'>http://e.org/a⟦ ⟧b</TokenType>",
        "<rlink xmlns='http://csrc.nist.gov/ns/oscal/1.0' href='a⟦ ⟧b'/>",
        "<uri xmlns='http://schemas.microsoft.com/maml/2004/10'>http://e.org/a⟦ ⟧b</uri>",
        "<work xmlns='http://chs.harvard.edu/xmlns/cts3/ti' urn='urn:cts:greekLit:a⟦ ⟧b'/>",
        "<Glabels-templates><Meta product_url='http://e.org/a⟦ ⟧b'/></Glabels-templates>",
        "<EncryptionMethod xmlns='urn:oasis:names:tc:SAML:2.0:metadata' Algorithm='http://e.org/a⟦ ⟧b'/>",
        "<project><mailingList><subscribe>http://e.org/a⟦ ⟧b</subscribe></mailingList></project>",
        "<equiv xmlns='http://www.tei-c.org/ns/1.0' uri='a⟦ ⟧b'/>",
        "<UOM xmlns='http://www.opengis.net/ows/1.1' xmlns:o='http://www.opengis.net/ows/1.1' o:reference='http://e.org/a⟦ ⟧b'/>",
        "<?mso-infoPathSolution href='a⟦ ⟧b'?><a/>",
        "<link xmlns='http://www.w3.org/2005/Atom' rel='http://e.org/a⟦ ⟧b'/>",
    ] {
        assert_eq!(finding(marked), (Severity::Warning, SPACE), "{marked}");
    }
    for marked in [
        "<chapters xmlns='https://podcastindex.org/namespace/1.0' url='http://e.org/a⟦ ⟧b'/>",
        "<origLink xmlns='http://rssnamespace.org/feedburner/ext/1.0'>http://e.org/a⟦ ⟧b</origLink>",
        "<copyright xmlns='http://search.yahoo.com/mrss/' url='http://e.org/a⟦ ⟧b'/>",
        "<r:RDF xmlns:r='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><r:Description r:type='http://e.org/a⟦ ⟧b'/></r:RDF>",
    ] {
        assert_eq!(finding(marked), (Severity::Error, SPACE), "{marked}");
    }
    let jats = |id: &str, value: &str| {
        format!(
            "<!DOCTYPE article PUBLIC '-//NLM//DTD JATS (Z39.96) Journal Publishing DTD v1.1 20151215//EN' 'a.dtd'>
            <article><contrib-id contrib-id-type='{id}'>{value}</contrib-id></article>"
        )
    };
    assert_eq!(roles(&jats("orcid", "0000 0001")), ["system-identifier", "any-uri"]);
    assert_eq!(roles(&jats("scopus", "0000 0001")), ["system-identifier"]);
    let link = |target: &str| {
        format!(
            "<article article-type='x' xmlns:xlink='http://www.w3.org/1999/xlink'>
            <ext-link ext-link-type='doi' xlink:href='{target}'/></article>"
        )
    };
    assert_eq!(roles(&link("10.1000/182")), ["namespace-name"]);
    assert_eq!(roles(&link("https://doi.org/10.1000/182")), ["namespace-name", "any-uri"]);
    assert_eq!(roles("<schemaSpec xmlns='http://www.tei-c.org/ns/1.0' start='TEI teiCorpus'/>"), ["namespace-name"]);
}

#[test]
fn a_path_of_wpf_is_information_and_a_markup_extension_is_not_a_reference() {
    let image = |source: &str| {
        format!("<Image xmlns='http://schemas.microsoft.com/winfx/2006/xaml/presentation' Source='{source}'/>")
    };
    assert_eq!(finding(&image("/My⟦ ⟧App;component/x.png")), (Severity::Information, SPACE));
    assert_no_findings(&image("{Binding Path=Url, Mode=OneWay}"));
    assert_no_findings(&image("pack://application:,,,/x.png"));
}

#[test]
fn an_item_of_rss_has_a_scheme() {
    let wanted = (Severity::Error, "must-be-absolute");
    let rss = |item: &str| format!("<rss version='2.0'><channel>{item}</channel></rss>");
    for item in
        ["<link>⟦/news⟧</link>", "<docs>⟦d.html⟧</docs>", "<comments>⟦#c⟧</comments>", "<enclosure url='⟦a.mp3⟧'/>"]
    {
        assert_eq!(finding(&rss(item)), wanted, "{item}");
    }
    assert_no_findings(&rss("<link>http://e.org/</link><link></link>"));
    assert_no_findings("<rss xml:base='http://e.org/'><channel><link>news</link></channel></rss>");
}

#[test]
fn references_of_libreoffice_extensions_are_seen() {
    let description = |namespace: &str| {
        format!(
            "<d:src xmlns:d='http://openoffice.org/{namespace}' xmlns:l='http://www.w3.org/1999/xlink' l:href='http://e.org/a b'/>"
        )
    };
    for namespace in ["extensions/description/2006", "extensions/update/2006"] {
        let document = Document::parse(description(namespace), Arc::new(Settings::default()));
        assert_eq!(document.findings().count(), 1, "{namespace}");
    }
    let menu = Document::parse(description("2001/menu"), Arc::new(Settings::default()));
    assert_eq!(menu.findings().count(), 0);
}

#[test]
fn a_slip_before_a_placeholder_is_reported() {
    let rule = |href: &str| finding(&format!("<html><body><a href='{href}'/></body></html>")).1;
    assert_eq!(rule("⟦htps:⟧//www.example.org/{{id}}"), "common-mistake");
    assert_eq!(rule("⟦https:/⟧www.example.org/{{id}}"), "scheme-syntax");
    assert_no_findings(
        "<html><body><a href='https://{{host}}/a'/><a href='{{scheme}}/www.example.org'/></body></html>",
    );
    // Braces around a reference are markup.
    assert_eq!(rule("⟦{https://example.org/a}⟧"), "common-mistake");
}

#[test]
fn a_brace_that_is_not_a_placeholder_is_checked() {
    assert_eq!(finding("<html><a href='a⟦{⟧b'/></html>").1, "leiri-unwise");
    assert_eq!(findings("<html><a href='⟦{⟧⟦}⟧'/></html>").len(), 2);
    assert_eq!(finding("<html><a href='10⟦%⟧'/></html>").1, "broken-percent");
}

#[test]
fn commands_of_libreoffice_have_no_findings() {
    assert_no_findings(
        "<menu:menubar xmlns:menu='http://openoffice.org/2001/menu' xmlns:l='http://www.w3.org/1999/xlink'>
         <menu:menuitem l:href='.uno:Print'/><menu:menuitem l:href='slot:5 6'/></menu:menubar>",
    );
    let odf = |href: &str| {
        format!(
            "<t:a xmlns:t='urn:oasis:names:tc:opendocument:xmlns:text:1.0' xmlns:l='http://www.w3.org/1999/xlink' l:href='{href}'/>"
        )
    };
    for href in [".uno:Print", "macro:///Standard.A.B(c d)", "vnd.sun.star.script:a b?language=Basic", "#Table 1|table"]
    {
        assert_no_findings(&odf(href));
    }
    assert_eq!(finding(&odf("x⟦ ⟧y")), (Severity::Error, SPACE));
}

#[test]
fn what_programs_of_a_format_accept_has_no_finding() {
    for xml in [
        "<capability xmlns='urn:ietf:params:xml:ns:netconf:base:1.0'>urn:ietf:params:xml:ns:yang:a?module=a&amp;revision=2013-07-15</capability>",
        "<plist><dict><key>ProxyBypassList</key><string>https://a.example,https://b.example/</string></dict></plist>",
        "<x:Uri xmlns:x='clr-namespace:System;assembly=mscorlib'>pack://application:,,,/CustomDictionary.lex</x:Uri>",
        "<i:Include xmlns:i='http://www.w3.org/2004/08/xop/include' href='cid:http://example.org/me.png'/>",
        "<a xmlns='http://www.w3.org/1999/xhtml' href='https://hudoc.example/fre#%7B%22itemid%22:%5B%22002%22%5D%7D'/>",
        "<a xmlns='http://www.w3.org/1999/xhtml' href='https://dx.doi.org/10.1371%2Fjournal.pone.0018682'/>",
        "<html xmlns='http://www.w3.org/1999/xhtml' xmlns:h='jakarta.faces.html' xmlns:j='java.lang.Math'/>",
        "<configuration><system.web><forms loginUrl='~/Account/LogOn'/></system.web></configuration>",
        "<a><b>http://a.example/x,https://b.example/y</b></a>",
    ] {
        assert_no_findings(xml);
    }
    // `[` is not allowed, but no placeholder.
    let mail = "<a xmlns='http://www.w3.org/1999/xhtml' href='mailto:a@b.example?subject=⟦[⟧Axis2⟦]⟧'/>";
    assert!(findings(mail).iter().all(|(_, rule)| *rule == "stray-bracket"));
    // No program decodes it.
    let check = "<check-content-ref xmlns='http://checklists.nist.gov/xccdf/1.2' href='a⟦ ⟧b.xml'/>";
    assert_eq!(finding(check).1, SPACE);
    let document = Document::parse(check.replace(['\u{27E6}', '\u{27E7}'], ""), Arc::new(Settings::default()));
    let fixes: Vec<_> = document.findings().flat_map(|found| found.finding.fixes).collect();
    assert!(fixes.iter().all(|fix| fix.safety == Safety::Suggested));
}

#[test]
fn text_is_a_reference_only_if_its_vocabulary_defines_it() {
    assert_no_findings("<a>x y|z</a>");
    assert_no_findings("<feed xmlns='http://www.w3.org/2005/Atom'><title>x y|z</title></feed>");
    assert_no_findings("<rss><channel><item><guid isPermaLink='false'>x y|z</guid></item></channel></rss>");
    assert_eq!(finding("<rss><channel><item><guid>http://h/x⟦|⟧z</guid></item></channel></rss>").1, "leiri-unwise");
}

#[test]
fn whitespace_that_the_type_removes_is_a_hint() {
    let hint = (Severity::Hint, "edge-whitespace");
    assert_eq!(finding("<html><a href='x⟦ ⟧'/></html>"), hint);
    assert_eq!(finding("<schema xmlns='http://www.w3.org/2001/XMLSchema' targetNamespace='⟦ ⟧urn:example:a'/>"), hint);
    assert_eq!(finding("<chapter><ulink url='x⟦ ⟧'/></chapter>"), hint);
    assert_eq!(finding("<concept><xref href='x⟦ ⟧'/></concept>"), (Severity::Warning, "edge-whitespace"));
}

#[test]
fn an_element_of_whitespace_has_no_reference_and_no_fix() {
    assert_eq!(roles("<printer id='printer/a'><url>\n  </url><url></url></printer>"), Vec::<&str>::new());
    let atom = "<feed xmlns='http://www.w3.org/2005/Atom'><id>⟦\n⟧</id></feed>";
    assert_eq!(finding(atom), (Severity::Error, "edge-whitespace"));
    let document = Document::parse(atom.replace(['⟦', '⟧'], ""), Arc::new(Settings::default()));
    assert!(document.findings().all(|found| found.finding.fixes.is_empty()));
    for suggested in [false, true] {
        let options = iri_core::xml::Fixer::default().with_least(iri_core::Severity::Hint).with_suggested(suggested);
        assert!(matches!(options.fix(&document), Ok(None)));
    }
}

#[test]
fn file_paths_and_other_names_have_no_findings() {
    assert_no_findings(
        "<package xmlns='http://schemas.microsoft.com/packaging/2010/07/nuspec.xsd'>
         <files><file src='bin\\Release\\a b.dll' target='lib'/></files></package>",
    );
    assert_no_findings("<project name='a'><copy file='a b\\c' tofile='d|e'/><import file='x y'/></project>");
    assert_no_findings("<a test='@b = \"x y\"' select='//a[b | c]' title='see http://a b'/>");
    assert_no_findings(
        "<container xmlns='urn:oasis:names:tc:opendocument:xmlns:container'><rootfile full-path='a b.opf'/></container>",
    );
    assert_no_findings("<TEI xmlns='http://www.tei-c.org/ns/1.0'><gi scheme='TEI P5'>a</gi></TEI>");
    assert_no_findings(
        "<a:ext xmlns:a='http://schemas.openxmlformats.org/drawingml/2006/main' uri='{28A0092B-C50C-407E-A947-70E740481C1C}'/>",
    );
}

#[test]
fn the_url_of_a_formatting_object_is_unwrapped() {
    let graphic = |src: &str| format!("<external-graphic xmlns='http://www.w3.org/1999/XSL/Format' src=\"{src}\"/>");
    assert_no_findings(&graphic("url('a.png')"));
    assert_no_findings(&graphic(" url( a.png ) "));
    assert_eq!(finding(&graphic("url('x⟦ ⟧y.png')")), (Severity::Warning, SPACE));
    assert_eq!(finding(&graphic("x⟦ ⟧y.png")), (Severity::Warning, SPACE));
}

#[test]
fn an_empty_value_is_a_reference_to_the_document() {
    assert_no_findings("<html><a href=''/><img src=''/></html>");
    assert_no_findings("<feed xmlns='http://www.w3.org/2005/Atom' xml:base=''><link href=''/><id></id></feed>");
    assert_no_findings(
        "<r:RDF xmlns:r='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><x r:about='' r:resource=''/></r:RDF>",
    );
}

#[test]
fn a_folded_body_of_base64_is_one_hint() {
    let image = "<svg xmlns='http://www.w3.org/2000/svg'><image href='data:image/png;base64,AA⟦\n⟧AA\nAA  AA'/></svg>";
    assert_eq!(finding(image), (Severity::Hint, SPACE));
}

#[test]
fn the_defects_of_real_documents_are_flagged() {
    for (marked, rule) in [
        ("<book><ulink url='#⟦&lt;⟧satisfyall⟦>⟧'/></book>", "leiri-delimiter"),
        ("<html><a href='https://trac⟦ ⟧er.debian.org/'/></html>", SPACE),
        ("<html><a href='mailto:⟦ ⟧x@y⟦ ⟧'/></html>", "common-mistake"),
        ("<html><a href='https://l10n.gnome.⟦ ⟧org/teams/'/></html>", SPACE),
        ("<html><a href='Compose#⟦#⟧Nejb'/></html>", "second-fragment"),
        ("<html><img src='⟦C:\\Documents and Settings\\x.png⟧'/></html>", "common-mistake"),
        (
            "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns:obo1='http://h.example/'>\
             <rdf:Description rdf:about='⟦obo1:⟧X'/></rdf:RDF>",
            "common-mistake",
        ),
        (
            "<saml:Issuer xmlns:saml='urn:oasis:names:tc:SAML:2.0:assertion'>⟦sp.example.org⟧</saml:Issuer>",
            "must-be-absolute",
        ),
        ("<concept><xref href='..⟦\\⟧topics⟦\\⟧a.dita'/></concept>", "backslash-path"),
        ("<html><a href='file:///C:⟦\\⟧x'/></html>", "backslash-path"),
        ("<html><a href='glossary.html#type⟦ ⟧mime'/></html>", SPACE),
        ("<html><a href='a?x=10⟦%⟧'/></html>", "broken-percent"),
        ("<html><a href='mailto:x@y?subject=Documentation⟦ ⟧feedback'/></html>", SPACE),
    ] {
        let found = findings(marked);
        assert!(found.iter().any(|(_, name)| *name == rule), "{marked}: {found:?}");
    }
}

#[test]
fn the_first_fix_of_a_folded_line_joins_it() {
    let text = "<html><a href='https://a/man3/\n     cmsg.3.html'/></html>";
    let document = Document::parse(text, Arc::new(Settings::default()));
    let found: Vec<_> = document.findings().collect();
    assert_eq!(found.len(), 1);
    let titles: Vec<_> = found[0].finding.fixes.iter().map(|fix| (fix.title.as_str(), fix.safety.name())).collect();
    assert_eq!(titles[0], ("remove SPACE (6 times)", "suggested"));
    assert!(titles.iter().all(|(_, safety)| *safety == "suggested"), "{titles:?}");
}

#[test]
fn a_document_without_namespaces_is_recognized_by_its_root_or_its_public_identifier() {
    for (text, expected) in [
        ("<chapter><ulink url='a'/></chapter>", &["any-uri"][..]),
        (
            "<!DOCTYPE x PUBLIC '-//OASIS//DTD DocBook XML V4.5//EN' 'd'><x><ulink url='a'/></x>",
            &["system-identifier", "any-uri"],
        ),
        ("<x><ulink url='a'/></x>", &["web"]),
        ("<!DOCTYPE html><html><q cite='a'/></html>", &["web"]),
        ("<x><q cite='a'/></x>", &[]),
        (
            "<!DOCTYPE t PUBLIC '-//OASIS//DTD DITA Topic//EN' 'd'><t><xref href='a'/></t>",
            &["system-identifier", "leiri"],
        ),
        ("<project><url>http://a.example/</url></project>", &["absolute-any-uri"]),
        ("<project name='a'><url>a.example</url><get src='a'/></project>", &["leiri"]),
        ("<package><metadata><projectUrl>http://a.example/</projectUrl></metadata></package>", &["absolute-any-uri"]),
        (
            "<component><url type='homepage'>http://a.example/</url><icon type='stock'>a b</icon></component>",
            &["absolute-any-uri"],
        ),
        ("<TEI.2><figure url='a'/><ptr target='a'/></TEI.2>", &["any-uri"]),
        ("<manual><seealso href='a' target='b'/></manual>", &["web"]),
        (
            "<!DOCTYPE map PUBLIC '-//Sun Microsystems Inc.//DTD JavaHelp Map Version 2.0//EN' 'd'><map version='1.0'>\
             <mapID target='a' url='a'/></map>",
            &["system-identifier", "any-uri"],
        ),
    ] {
        assert_eq!(roles(text), expected, "{text}");
    }
}

#[test]
fn a_document_in_an_envelope_is_recognized_by_its_root() {
    let pom = "<project><url>http://a.example/</url></project>";
    for (text, expected) in [
        (format!("<x:Body xmlns:x='http://schemas.xmlsoap.org/soap/envelope/'>{pom}</x:Body>"), &["absolute-any-uri"]),
        (format!("<metadata xmlns='http://www.openarchives.org/OAI/2.0/'>{pom}</metadata>"), &["any-uri"]),
        (
            format!(
                "<xmlData xmlns='http://www.loc.gov/METS/'>{}</xmlData>",
                pom.replace("<project", "<project xmlns=''")
            ),
            &["absolute-any-uri"],
        ),
        // An element of a format whose elements have no namespace.
        (format!("<x:a xmlns:x='urn:example:a'>{pom}</x:a>"), &["any-uri"]),
    ] {
        let roles: Vec<_> = roles(&text).into_iter().filter(|role| *role != "namespace-name").collect();
        assert_eq!(roles, expected, "{text}");
    }
    // The attributes of the root count, too, and each document has a type of its own.
    let article = "<article article-type='x'><self-uri>a</self-uri></article>";
    let text = format!(
        "<x:metadata xmlns:x='http://www.openarchives.org/OAI/2.0/'>{article}<article><self-uri>a</self-uri></article>{article}</x:metadata>"
    );
    assert_eq!(roles(&text), ["namespace-name", "any-uri", "any-uri"]);
}

#[test]
fn a_name_in_brackets_is_one_finding() {
    let marked = "<Point xmlns='http://www.opengis.net/gml' srsName='⟦[⟧EPSG:4326]'/>";
    assert_eq!(finding(marked), (Severity::Warning, "bad-scheme"));
}

#[test]
fn a_literal_of_rdf_is_a_reference_if_its_type_is_any_uri() {
    let rdf = |literal: &str| {
        format!("<!DOCTYPE r [<!ENTITY xsd 'http://www.w3.org/2001/XMLSchema#'>]>
            <rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns:x='urn:example:x'>{literal}</rdf:RDF>")
    };
    for datatype in ["http://www.w3.org/2001/XMLSchema#anyURI", "&xsd;anyURI"] {
        let found = findings(&rdf(&format!("<x:page rdf:datatype='{datatype}'>http://a.example/x⟦ ⟧y</x:page>")));
        assert_eq!(found, [(Severity::Error, SPACE)], "{datatype}");
    }
    assert_no_findings(&rdf(
        "<x:page rdf:datatype='http://www.w3.org/2001/XMLSchema#string'>a b</x:page><x:page>a b</x:page>",
    ));
}

#[test]
fn every_line_of_the_data_files_can_be_read() {
    assert_eq!(vocabularies::problems(), [""; 0]);
    let rows: usize = FAMILIES.iter().flat_map(|family| &family.vocabularies).map(|v| v.rows().len()).sum();
    assert!(rows > 250, "{rows}");
}

#[test]
fn a_line_that_cannot_be_read_is_named() {
    for (line, problem) in [
        ("a\t@b\tany-url", "no such role"),
        ("a\tb\tany-uri", "'b' is neither an attribute nor text()"),
        ("a\t@unknown:b\tany-uri", "'@unknown:b' is neither an attribute nor text()"),
        ("a  c\t@b\tany-uri", "'' is no element"),
        ("a\t@b\tany-uri\tb=c", "'b=c' is no condition"),
        ("a\t@b\tany-uri\t@c=d\tremark\tmore", "more than five columns"),
    ] {
        let text: &'static str = format!("family: F\n\n[V]\nnamespaces: urn:v\n# c\na\t@a\tany-uri\n{line}\n").leak();
        let (family, problems) = Family::parse(text);
        assert_eq!(problems, []);
        assert_eq!(family.vocabularies[0].problems(), [(7, problem.to_owned())], "{line}");
        assert_eq!(family.vocabularies[0].rows().len(), 1);
    }
    let (family, problems) =
        Family::parse("family: F\na\t@a\tany-uri\n[V]\ndocuments: nothing\nname: V\na\t@a\tany-uri\nsource: s\n");
    assert_eq!(problems.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [2, 4, 5]);
    assert_eq!(family.vocabularies[0].problems()[0].0, 7);
}

#[test]
fn places_of_public_formats_have_the_role_that_their_specification_gives_them() {
    let seen: [(&str, &[&str]); 22] = [
        (
            "<UANodeSet xmlns='http://opcfoundation.org/UA/2011/03/UANodeSet.xsd'><NamespaceUris><Uri>http://plant \
             interface</Uri></NamespaceUris><Models><Model ModelUri='http://opcfoundation.org/UA/ '/></Models></UANodeSet>",
            &["namespace-any-uri", "namespace-any-uri"],
        ),
        (
            "<ClinicalDocument xmlns='urn:hl7-org:v3'><telecom value='tel: +1(555)555-5000'/><linkHtml href='http://h/a b'/>\
             </ClinicalDocument>",
            &["absolute-any-uri", "any-uri"],
        ),
        (
            "<Bundle xmlns='http://hl7.org/fhir'><fullUrl value='urn:uuid:Patient/6218'/><identifier>\
             <system value=' http://h.example/mrn'/></identifier><telecom><system value='phone'/></telecom></Bundle>",
            &["absolute-any-uri", "identifier-any-uri"],
        ),
        (
            "<definitions xmlns='http://www.omg.org/spec/BPMN/20100524/MODEL' targetNamespace='http://h/a b'>\
             <import namespace='http://svc/' location='My Service.xsd' importType='http://www.w3.org/2001/XMLSchema'/>\
             <serviceTask implementation='##WebService'/></definitions>",
            &["namespace-any-uri", "namespace-any-uri", "any-uri", "identifier-any-uri"],
        ),
        (
            "<application xmlns='http://wadl.dev.java.net/2009/02'><include href='..\\a.xsd'/><resources base='http://h/a b/'/>\
             <resource path='{id}/a b'/></application>",
            &["any-uri", "absolute-any-uri", "template"],
        ),
        (
            "<manifest xmlns='http://www.imsglobal.org/xsd/imscp_v1p1'><resource href='a\\b.html'><file href='a\\b.html'/>\
             </resource></manifest>",
            &["any-uri", "any-uri"],
        ),
        (
            "<mei xmlns='http://www.music-encoding.org/ns/mei'><ref target='http:www.example.org/'/><persName auth.uri='http://a \
             b'/></mei>",
            &["any-uri-list", "identifier-any-uri"],
        ),
        ("<b xmlns='https://jakarta.ee/xml/ns/jaxb'><bindings schemaLocation='Purchase Order.xsd'/></b>", &["any-uri"]),
        ("<MPD xmlns='urn:mpeg:dash:schema:mpd:2011'><BaseURL>http://h.example/a b/</BaseURL></MPD>", &["any-uri"]),
        ("<article dtd-version='1.3'><uri>http://exa mple.org/</uri></article>", &["any-uri"]),
        (
            "<declare-step xmlns='http://www.w3.org/ns/xproc'><document href='a{$b, \"c d\"}.xml'/></declare-step>",
            &["value-template"],
        ),
        (
            "<EntityDescriptor xmlns='urn:oasis:names:tc:SAML:2.0:metadata' entityID='a.example'><NameIDFormat>b</NameIDFormat>\
             </EntityDescriptor>",
            &["identifier", "identifier"],
        ),
        ("<X3D><ImageTexture url='\"a b.png\" \"http://h/c.png\"'/></X3D>", &["any-uri-quoted", "any-uri-quoted"]),
        (
            "<measure xmlns='http://www.opengis.net/gml/3.2' uom='m/s'><a uom='http://h/a b'/><b uom='#c'/></measure>",
            &["identifier-any-uri", "identifier-any-uri"],
        ),
        (
            "<e:eml xmlns:e='https://eml.ecoinformatics.org/eml-2.2.0'><dataset><distribution><url>http://h/a b</url>\
             </distribution></dataset></e:eml>",
            &["any-uri"],
        ),
        (
            "<Patient xmlns='http://hl7.org/fhir'><extension url='http://h/race'><extension url='ombCategory'/></extension>\
             </Patient>",
            &["identifier", "identifier-any-uri"],
        ),
        (
            "<mets xmlns='http://www.loc.gov/METS/' xmlns:x='http://www.w3.org/1999/xlink'><mdRef LOCTYPE='URL' \
             x:href='a b'/><mdRef LOCTYPE='HANDLE' x:href='2027/mdp 9'/><FLocat x:href='a b'/></mets>",
            &["any-uri", "path", "any-uri"],
        ),
        (
            "<e:ectd xmlns:e='http://www.ich.org/ectd' xmlns:x='http://www.w3c.org/1999/xlink'>\
             <leaf x:href='m1/a b.pdf' modified-file='../0001/index.xml#x'/></e:ectd>",
            &["any-uri", "any-uri"],
        ),
        (
            "<manifest xmlns='http://www.imsproject.org/xsd/imscp_rootv1p1p2' xmlns:a='http://www.adlnet.org/xsd/adlcp_rootv1p2'>\
             <resource href='start page.html'/><a:location>a b.xml</a:location></manifest>",
            &["any-uri", "any-uri"],
        ),
        (
            "<vxml xmlns='http://www.w3.org/2001/vxml'><subdialog src='a b.vxml' fetchaudio='c d.wav'/>\
             <property name='fetchaudio' value='e f.wav'/><property name='timeout' value='5 s'/></vxml>",
            &["any-uri", "any-uri", "any-uri"],
        ),
        (
            "<project xmlns='http://maven.apache.org/POM/4.0.0'><url>http://h/a b</url><build><plugin><configuration>\
             <url>/context/a b</url></configuration></plugin></build></project>",
            &["absolute-any-uri"],
        ),
        (
            "<root><data name='a'><value>http://example.org/ is not a valid address.</value></data>\
             <data name='b'><value>http://example.org/</value></data><resheader/></root>",
            &["any-uri"],
        ),
    ];
    for (xml, expected) in seen {
        let roles = roles(xml).into_iter().filter(|role| *role != "namespace-name").collect::<Vec<_>>();
        assert_eq!(roles, expected, "{xml}");
    }
}

#[test]
fn a_template_has_findings_outside_its_variables_and_no_safe_fix() {
    let mpd =
        |media: &str| format!("<MPD xmlns='urn:mpeg:dash:schema:mpd:2011'><SegmentTemplate media='{media}'/></MPD>");
    assert_no_findings(&mpd("video/$Number%05d$ and $Time$.m4s").replace(" and ", "-"));
    assert_eq!(finding(&mpd("a⟦ ⟧b/$Number%05d$.m4s")).1, SPACE);
    for xml in [
        mpd("a b/$Number%05d$.m4s"),
        mpd("HTTP://Example.ORG:80/a b.m4s"),
        "<p:p xmlns:p='http://www.w3.org/ns/xproc'><p:document href='a b{$c}'/></p:p>".to_owned(),
    ] {
        let document = Document::parse(xml.as_str(), Arc::new(Settings::default()));
        let fixes = document.findings().flat_map(|found| found.finding.fixes.clone()).collect::<Vec<_>>();
        assert!(!fixes.is_empty(), "{xml}");
        assert!(fixes.iter().all(|fix| fix.safety.name() == "suggested"), "{xml}: {fixes:?}");
    }
    let avt =
        "<p:p xmlns:p='http://www.w3.org/ns/xproc'><p:document href=\"{concat('..', '/documents/a.xml')}\"/></p:p>";
    assert_no_findings(avt);
}

#[test]
fn a_value_that_must_have_a_scheme_has_one() {
    const ABSOLUTE: (Severity, &str) = (Severity::Warning, "must-be-absolute");
    let nuspec = |inside: &str| {
        let namespace = "http://schemas.microsoft.com/packaging/2015/06/nuspec.xsd";
        format!("<package xmlns='{namespace}'><metadata>{inside}</metadata></package>")
    };
    assert_eq!(finding(&nuspec("<projectUrl>⟦www.example.org⟧</projectUrl>")), ABSOLUTE);
    assert_eq!(finding(&nuspec("<licenseUrl>⟦None⟧</licenseUrl>")), ABSOLUTE);
    assert_no_findings(&nuspec("<iconUrl>https://example.org/a.png</iconUrl><docsUrl>$url$</docsUrl>"));
    let saml = "<EntityDescriptor xmlns='urn:oasis:names:tc:SAML:2.0:metadata' entityID='⟦sp.example.org⟧'/>";
    assert_eq!(finding(saml), ABSOLUTE);
}

#[test]
fn a_path_to_an_object_of_emf_is_a_hint_without_a_fix() {
    let xmi = "<x:XMI xmlns:x='http://www.omg.org/spec/XMI/20131001'><a href='platform:/p/a.odesign#//@views⟦[⟧name=\"A\"⟦]⟧'/>\
               </x:XMI>";
    let xmi = xmi.replace('"', "&apos;");
    assert_eq!(findings(&xmi), [(Severity::Hint, "stray-bracket"); 2]);
    let annotation = "<a><element href='r.ecore#//⟦%⟧http:%2F%2Fe.org⟦%⟧'/></a>";
    assert_eq!(findings(annotation), [(Severity::Hint, "broken-percent"); 2]);
}

/// Returns a value of such a role that is a reference with a scheme.
fn example(role: &str) -> &'static str {
    match role {
        "schema-location" => "urn:example:a http://example.org/a.xsd",
        "css" => "url(http://example.org/a)",
        "web-refresh" => "5; url=http://example.org/a",
        "xpath" => r#"doc("http://example.org/a")"#,
        "json-ld" => r#"{"@id": "http://example.org/a"}"#,
        // Without an expression it is a reference.
        "value-template" => "http://example.org/a{$b}",
        _ => "http://example.org/a",
    }
}

/// Returns documents in which an element of `vocabulary` has the attribute or the text `place` under `conditions`.
fn example_document(vocabulary: &Vocabulary, (path, place): (&str, &str), conditions: &str, value: &str) -> String {
    let prefixes = include_str!("../../src/vocabularies/prefixes.tsv").lines().filter_map(|line| line.split_once('\t'));
    let declarations = prefixes.filter(|(prefix, _)| !["xml", "xmlns"].contains(prefix));
    // `@*:name`
    let declarations = declarations.chain([("any", "urn:example:any")]);
    let declarations: String =
        declarations.flat_map(|(prefix, namespace)| [" xmlns:", prefix, "='", namespace, "'"]).collect();
    let (document, by) = match vocabulary {
        Vocabulary { namespaces, .. } if !namespaces.is_empty() => (None, namespaces[0]),
        Vocabulary { inside, .. } if !inside.is_empty() => (None, inside[0]),
        Vocabulary { documents, within, .. } => (documents.first().or(within.first()), ""),
    };
    let namespace = by.strip_suffix('*').map_or(by.to_owned(), |start| format!("{start}a"));
    let lines = include_str!("../../src/vocabularies/documents.tsv").lines();
    let line = lines.map(|line| line.split('\t').collect::<Vec<_>>());
    let line = line
        .filter(|line| line[0] == document.map_or("", |document| document.name()))
        .find(|line| line.get(1) == Some(&"root") || line.get(1) == Some(&"namespace"));
    let attributes = |conditions: &str| -> String {
        let of = |text: &str| match text.strip_prefix('@')?.split_once('=') {
            None => Some(format!(" {}='a'", text.strip_prefix('@')?)),
            Some((name, _)) if name.ends_with('!') => None,
            Some((name, values)) => Some(format!(" {}='{}'", name.trim_end_matches('^'), values.split('|').next()?)),
        };
        conditions.split("; ").filter_map(of).collect()
    };
    let names: Vec<&str> = path.split('/').filter(|name| !name.is_empty()).collect();
    let name = |name: &str| name.strip_prefix('*').map_or(name.replace('~', ""), |end| format!("any{end}"));
    let (content, attribute) = match place.strip_prefix('@') {
        Some(attribute) => ("", format!(" {}='{value}'", attribute.replace('*', "any").replace('~', ""))),
        None => (value, String::new()),
    };
    let conditions = attributes(conditions);
    let mut out = String::new();
    for (index, one) in names.iter().enumerate().rev() {
        let is_last = index + 1 == names.len();
        let inside = if is_last { content.to_owned() } else { out };
        let own = if is_last { format!("{conditions}{attribute}") } else { String::new() };
        out = format!("<{0}{own}>{inside}</{0}>", name(one));
    }
    match line {
        _ if namespace == "a" => format!("<root{declarations}>{out}</root>"),
        None if !vocabulary.inside.is_empty() => format!("<x:root xmlns:x='{namespace}'{declarations}>{out}</x:root>"),
        None => format!("<x xmlns='{namespace}'{declarations}>{out}</x>"),
        Some(line) if line[1] == "namespace" => format!("<x:root xmlns:x='{}'{declarations}>{out}</x:root>", line[2]),
        Some(line) => {
            let root = line[2].split(' ').next().unwrap_or_default();
            let own = line.get(3).map_or(String::new(), |conditions| attributes(conditions));
            let own = if own.contains("xmlns:") { own.replace("='a'", "='urn:example:a'") } else { own };
            format!("<{root}{own}{declarations}>{out}</{root}>")
        }
    }
}

#[test]
fn every_line_of_the_data_files_decides_in_a_document() {
    let mut missed = Vec::new();
    let mut count = 0;
    let [elements @ .., _] = &**FAMILIES else { unreachable!() };
    for vocabulary in elements.iter().flat_map(|family| &family.vocabularies) {
        // A stylesheet has no vocabulary of its own, and an unknown document no root.
        if vocabulary.documents.iter().any(|document| ["", "xslt"].contains(&document.name())) {
            continue;
        }
        for row in vocabulary.rows() {
            for (element, place) in row.elements.split(' ').flat_map(|e| row.places.split(' ').map(move |p| (e, p))) {
                if place == "@*" || place.starts_with("@xmlns:") {
                    continue;
                }
                let xml = example_document(vocabulary, (element, place), row.conditions, example(row.place.role.name));
                let found: Vec<_> = roles_at(&xml, place);
                let is_seen = found.contains(&row.place.role.name);
                count += 1;
                if is_seen == (row.place.role.name == "none") {
                    missed.push(format!("[{}] {element} {place} {}: {found:?} {xml}", vocabulary.name, row.conditions));
                }
            }
        }
    }
    assert!(count > 4000, "{count}");
    assert!(missed.is_empty(), "{} of {count}:\n{}", missed.len(), missed.join("\n"));
}

/// Returns the roles of the example values in a document, in that attribute or in texts.
fn roles_at(xml: &str, place: &str) -> Vec<&'static str> {
    let document = Document::parse(xml, Arc::new(Settings::default()));
    let local = place.rsplit(['@', ':', '*', '~']).next().unwrap_or_default();
    let is_it = |site: &iri_core::Site<'_>| match site.attribute {
        Some(_) if site.kind.name() == "json-string" => true,
        Some(attribute) => place.starts_with('@') && attribute.ends_with(local),
        None => !place.starts_with('@'),
    };
    let sites = document.sites().filter(|site| site.value.contains("example.org/a") && is_it(site));
    // The items of pairs have roles of their own, and so have the references in JSON.
    let role_of = |site: iri_core::Site<'_>| match site.kind.name() {
        "json-string" => "json-ld",
        _ if site.value.ends_with(".xsd") => "schema-location",
        _ => site.role.name,
    };
    sites.map(role_of).collect()
}

#[test]
fn no_line_repeats_a_place_of_an_earlier_one() {
    for vocabulary in FAMILIES.iter().flat_map(|family| &family.vocabularies) {
        let mut known: Vec<(&str, &str)> = Vec::new();
        for row in vocabulary.rows() {
            for (element, place) in row.elements.split(' ').flat_map(|e| row.places.split(' ').map(move |p| (e, p))) {
                let is_known = known.contains(&(element, place)) || known.contains(&("*", place));
                assert!(!is_known, "{}: {element} {place}", vocabulary.name);
                // A line hides no later one if its condition fails.
                if row.place.conditions.is_empty() {
                    known.push((element, place));
                }
            }
        }
    }
}

#[test]
fn an_unknown_rule_in_a_suppression_comment_is_reported_at_its_name() {
    const UNKNOWN: (Severity, &str) = (Severity::Warning, "unknown-rule");
    assert_eq!(finding("<!-- iri-ignore-file ⟦leiri-spcae⟧, unused-suppression -- for a reason --><a/>"), UNKNOWN);
    let twice = "<!--iri-ignore leiri\n⟦lieri⟧,⟦\u{5D0}⟧--><a xml:base='x y'/>";
    assert_eq!(findings(twice), [UNKNOWN; 2], "the others count");
    assert_no_findings(
        "<!-- iri-ignore leiri -- anything else --><!-- iris are ignored --><!-- x iri-ignore y --><a xml:base='x y'/>",
    );
    assert_no_findings("<!-- iri-ignore-file unknown-rule --><!-- iri-ignore x --><a/>");
    assert_eq!(roles("<!-- iri-ignore x --><a/>"), Vec::<&str>::new(), "a rule name is not a reference");
}

#[test]
fn expressions_in_a_test_of_xspec_are_not_references() {
    let marked = "<x:context xmlns:x='http://www.jenitennison.com/xslt/xspec' xmlns:h='http://www.w3.org/1999/xhtml' \
                  xmlns:xsl='http://www.w3.org/1999/XSL/Transform'><h:a href=\"{'a b'}\"/>\
                  <xsl:import href='{$a?b?3 treat as xs:anyURI}'/><h:a href='a⟦ ⟧b{$c}'/></x:context>";
    assert_eq!(finding(marked).1, "leiri-space");
}

#[test]
fn with_a_backslash_between_names_no_other_fix_is_safe() {
    let document =
        Document::parse("<html><img src='..\\my pic.png'/></html>".to_owned(), Arc::new(Settings::default()));
    assert_eq!(document.findings().filter(|found| found.finding.safe_fix().is_some()).count(), 0);
    let document = Document::parse("<html><img src='../my pic.png'/></html>".to_owned(), Arc::new(Settings::default()));
    assert_eq!(document.findings().filter(|found| found.finding.safe_fix().is_some()).count(), 1);
}

#[test]
fn the_page_of_a_refresh_is_a_reference() {
    let marked =
        "<html xmlns='http://www.w3.org/1999/xhtml'><head><meta http-equiv='Refresh' content='5; url=a⟦ ⟧b.html'/>";
    assert_eq!(finding(&format!("{marked}<meta name='d' content='5; url=a b'/></head></html>")).1, "leiri-space");
}
