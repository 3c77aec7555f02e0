//! What is completed while a text is being typed, and what is renamed without being a reference.

use std::collections::BTreeMap;
use std::fs;

use serde_json::json;

use crate::client::editor::PositionEncoding::Utf8;
use crate::links::{Desk, labels};

const SVG: &str = "<svg xmlns='http://www.w3.org/2000/svg'>";
const XSLT: &str = "<xsl:stylesheet xmlns:xsl='http://www.w3.org/1999/XSL/Transform' version='3.0'>";
const BPMN: &str = "<definitions xmlns='http://www.omg.org/spec/BPMN/20100524/MODEL'>";
const KML: &str = "<kml xmlns='http://www.opengis.net/kml/2.2'>";
const TEI: &str = "<TEI xmlns='http://www.tei-c.org/ns/1.0'>";
const XINCLUDE: &str = "<r xmlns:xi='http://www.w3.org/2001/XInclude'>";

#[tokio::test]
async fn values_are_completed_in_every_state_of_typing() {
    let files = [
        ("data/codes.xml", "<codes xml:id='all'/>"),
        ("img/it's.svg", "<svg xmlns='http://www.w3.org/2000/svg'/>"),
        ("css/main.css", ""),
        ("css/main.dtd", ""),
        ("sub dir/pom.xml", "<project/>"),
    ];
    let mut desk = Desk::new(&files, Utf8).await;
    for (number, (marked, label, expected)) in [
        // Strings of CSS and XPath, with or without their ends.
        (format!("{SVG}<g style=\"fill: url('im|)\"/></svg>"), "img/", "url('img/)\""),
        (format!("{SVG}<style>@import \"css/m|;</style></svg>"), "main.css", "\"css/main.css;"),
        (format!("{SVG}<g style=\"fill: url(img/|)\"/></svg>"), "it's.svg", "url(img/it%27s.svg)"),
        (format!("{XSLT}<xsl:variable name='a' select=\"document('da|')/x\"/>"), "data/", "document('data/')/x"),
        (format!("{XSLT}<xsl:if test=\"doc('data/c|)/x\"/>"), "codes.xml", "doc('data/codes.xml)/x"),
        (format!("{XSLT}<xsl:value-of select=\"unparsed-text('data/|"), "codes.xml", "unparsed-text('data/codes.xml"),
        (format!("{XSLT}<xsl:value-of select=\"doc('data/codes.xml#|')\"/>"), "all", "codes.xml#all')"),
        // The quotation mark of the next attribute or string may be another one.
        (format!("{SVG}<use href=\"da| class='x' id=\"y\"/></svg>"), "data/", "href=\"data/ class='x' id=\"y\"/>"),
        (format!("{SVG}<use href='data/co| class=\"x\"/></svg>"), "codes.xml", "'data/codes.xml class=\"x\"/>"),
        (format!("{SVG}<use id='own'/><use href='#o| class=\"x\"/></svg>"), "own", "href='#own class=\"x\"/>"),
        (
            format!("{SVG}<style>a{{b:url(\"css/|);}} c{{d:\"e\"}}</style></svg>"),
            "main.css",
            "url(\"css/main.css);} c{d:\"e\"}",
        ),
        (
            format!("{SVG}<style>@import \"css/|x.css; a{{b:url(\"img/x.png\")}}</style></svg>"),
            "main.css",
            "@import \"css/main.css; a{b:url(\"img/x.png\")}",
        ),
        (
            "<!DOCTYPE r SYSTEM \"css/m|n.dtd [<!ENTITY e SYSTEM \"f\">]><r/>".into(),
            "main.dtd",
            "\"css/main.dtd [<!ENTITY",
        ),
        // Sections and elements that are not closed.
        (format!("{KML}<Icon><href><![CDATA[da|"), "data/", "<![CDATA[data/"),
        (format!("{KML}<Icon><href><![CDATA[|]]></href></Icon></kml>"), "data/", "<![CDATA[data/]]>"),
        (format!("{KML}<Icon><href><![CDATA[img/|]]></href></Icon></kml>"), "it's.svg", "<![CDATA[img/it's.svg]]>"),
        (format!("{KML}<Icon><href><![CDATA[data/codes.xml#|]]></href></Icon></kml>"), "all", "codes.xml#all]]>"),
        (format!("{KML}<Icon><href><![CDATA[./|\n</href></Icon></kml>"), "data/", "<![CDATA[./data/\n"),
        ("<project><modules><module>|\n</modules></project>".into(), "sub dir/", "<module>sub dir\n"),
        // Values without quotation marks.
        ("<html><body><a href=da|>x</a></body></html>".into(), "data/", "href=data/>"),
        ("<html><body><img src=img/| alt=x></body></html>".into(), "it's.svg", ""),
        ("<html><body><a href=data/|".into(), "codes.xml", "href=data/codes.xml"),
        (format!("{SVG}<use href =\n da|/></svg>"), "data/", "href =\n data//>"),
        (format!("{SVG}<g id='own'/><use href=#|/></svg>"), "own", "href=#own/>"),
        ("<html><body><label for=|>x</label><p id='own'/></body></html>".into(), "own", "for=own>"),
        ("<project default='x'><import file=da|/></project>".into(), "data/", "file=data/"),
        // Paths that are no references.
        ("<project><modules><module>su|</module></modules></project>".into(), "sub dir/", "<module>sub dir</"),
        ("<project><parent><relativePath>sub dir/|".into(), "pom.xml", "<relativePath>sub dir/pom.xml"),
        (
            "<project default='x' basedir='data'><xslt in='|' style='s'/></project>".into(),
            "codes.xml",
            "in='codes.xml'",
        ),
        (
            "<project default='x' basedir='data'><import file=\"img/|\"/></project>".into(),
            "it's.svg",
            "file=\"img/it's.svg\"",
        ),
        // What names an element without a reference, and references that are still missing.
        (format!("{BPMN}<sequenceFlow id='flow'/><task><incoming>f|"), "flow", "<incoming>flow"),
        (format!("{XINCLUDE}<xi:include href='data/codes.xml' xpointer='|'/></r>"), "all", "xpointer='all'"),
        (format!("{XINCLUDE}<p xml:id='own'/><xi:include xpointer='o|'/></r>"), "own", "xpointer='own'"),
        (format!("{SVG}<g id='own'/><use href='|'/></svg>"), "#own", "href='#own'"),
        (format!("{SVG}<g id='own'/><g fill='url(|)'/></svg>"), "#own", "fill='url(#own)'"),
        (format!("{TEI}<p xml:id='a'/><ref target='#a |'/></TEI>"), "#a", "target='#a #a'"),
    ]
    .into_iter()
    .enumerate()
    {
        let name = format!("typed{number}.xml");
        let found = desk.complete(&name, &marked).await;
        let result = found.iter().find(|(known, _)| known == label).map(|(_, result)| result.as_str());
        // A value without quotation marks cannot contain some names.
        let is_right =
            if expected.is_empty() { result.is_none() } else { result.is_some_and(|text| text.contains(expected)) };
        assert!(is_right, "{marked}: {:?} {result:?}", labels(&found));
    }
}

#[tokio::test]
async fn an_iri_without_its_bracket_is_completed_and_keeps_what_follows() {
    let mut desk = Desk::new(&[("data/codes.xml", "<codes/>")], Utf8).await;
    let known = "<http://example.org/known>";
    for (number, (name, marked, label, expected)) in [
        (
            "ttl",
            format!("{known} <p> <http://exa|, <x> ."),
            "http://example.org/known",
            "<http://example.org/known, <x> .",
        ),
        (
            "ttl",
            format!("<a> <p> <http://|\n{known} <d> <e> ."),
            "http://example.org/known",
            "<http://example.org/known\n",
        ),
        ("ttl", "<a> <p> <data/|<b> .".into(), "codes.xml", "<data/codes.xml<b> ."),
        ("ttl", "<a> <p> <data/|. <b> <c> <d> .".into(), "codes.xml", "<data/codes.xml. <b>"),
        (
            "rq",
            format!("SELECT * {{ ?s <h|; <q> {known} }}"),
            "http://example.org/known",
            "<http://example.org/known; <q>",
        ),
        ("rq", "SELECT * { ?s ?p <da|}".into(), "data/", "<data/}"),
        (
            "jsonld",
            r#"{"@id": "http://example.org/known", "http://example.org/p": {"@id": "h|"}}"#.into(),
            "http://example.org/known",
            "known\"}}",
        ),
    ]
    .into_iter()
    .enumerate()
    {
        let found = desk.complete(&format!("typed{number}.{name}"), &marked).await;
        let result = found.iter().find(|(known, _)| known == label).map(|(_, result)| result.as_str());
        assert!(result.is_some_and(|text| text.contains(expected)), "{marked}: {:?} {result:?}", labels(&found));
    }
}

#[tokio::test]
async fn nothing_is_offered_where_a_path_is_not_known() {
    let mut desk = Desk::new(&[("sub/pom.xml", "<project/>")], Utf8).await;
    for (number, marked) in
        ["<project><module>${dir}/|</module></project>", "<r><module>|</module></r>", "<project x='|'/>"]
            .into_iter()
            .enumerate()
    {
        let found = desk.complete(&format!("typed{number}.xml"), marked).await;
        assert!(found.is_empty(), "{marked}: {:?}", labels(&found));
    }
}

#[tokio::test]
async fn a_rename_changes_every_text_that_names_the_id() {
    let other = "<a xml:id='one'/>";
    let files = [
        (
            "a.bpmn",
            "<definitions xmlns='http://www.omg.org/spec/BPMN/20100524/MODEL'><flowNodeRef> one </flowNodeRef>\
             <incoming>one</incoming><outgoing>one2</outgoing><task id='one'/><title>one</title></definitions>",
        ),
        (
            "b.smil",
            "<smil xmlns='http://www.w3.org/ns/SMIL'><par id='one'><img begin='one.begin+1s; 2s' src='a.png'/></par></smil>",
        ),
        (
            "c.xml",
            "<r xmlns:xi='http://www.w3.org/2001/XInclude'><p xml:id='one'/><xi:include xpointer='one'/>\
             <xi:include href='d.xml' xpointer='element(one/1)'/><xi:include href='e.xml' xpointer='one'/></r>",
        ),
        ("d.xml", other),
        ("e.xml", other),
    ];
    for (name, expected) in [
        ("a.bpmn", vec![("a.bpmn", 3)]),
        ("b.smil", vec![("b.smil", 2)]),
        ("c.xml", vec![("c.xml", 2)]),
        ("d.xml", vec![("c.xml", 1), ("d.xml", 1)]),
        ("e.xml", vec![("c.xml", 1), ("e.xml", 1)]),
    ] {
        let mut desk = Desk::new(&files, Utf8).await;
        let text = desk.open(name).await;
        let mut params = desk.at(name, &text, "id='");
        params["newName"] = json!("new");
        let edit = desk.client.request("textDocument/rename", params).await;
        let mut texts: BTreeMap<_, _> =
            files.iter().map(|(name, text)| (desk.path(name), (*text).to_owned())).collect();
        desk.apply(&edit, &mut texts);
        let changed: Vec<_> = files
            .iter()
            .filter(|(name, text)| texts[&desk.path(name)] != *text)
            .map(|(name, _)| (*name, texts[&desk.path(name)].matches("new").count()))
            .collect();
        assert_eq!(changed, expected, "{name}: {texts:?}");
    }
    // The same rename starts at a pointer, which leads to the ID.
    let mut desk = Desk::new(&files, Utf8).await;
    let text = desk.open("c.xml").await;
    let params = desk.at("c.xml", &text, "element(");
    let definition = desk.client.request("textDocument/definition", params.clone()).await;
    assert_eq!(definition[0]["uri"], desk.uri("d.xml"), "{definition}");
    let range = desk.client.request("textDocument/prepareRename", params).await;
    assert!(range.is_object(), "{range}");
}

#[tokio::test]
async fn a_move_keeps_what_leads_to_a_file_without_a_relative_reference() {
    for (name, text, expected) in [
        ("a.xml", "<a xlink:href=\"{uri}#x\"/>".into(), "/it's%20(1)/two.xml#x\""),
        (
            "a.xsl",
            format!("{XSLT}<xsl:if test=\"doc('one.xml')/a | document('one.xml', /)\"/>"),
            "doc('it%27s%20(1)/two.xml')/a | document('it%27s%20(1)/two.xml', /)",
        ),
        (
            "a.svg",
            format!("{SVG}<style>a {{ fill: url(\"one.xml#a\") }} b {{ fill: url(one.xml) }}</style></svg>"),
            "url(\"it%27s%20%281%29/two.xml#a\") } b { fill: url(it%27s%20%281%29/two.xml)",
        ),
        (
            "b/pom.xml",
            "<project><modules><module>../one.xml</module></modules></project>".into(),
            "<module>../it's (1)/two.xml<",
        ),
        (
            "b/build.xml",
            "<project default='x' basedir='..'><xslt in='one.xml'/><import file='../one.xml'/></project>".into(),
            "in='it&apos;s (1)/two.xml'/><import file='../it&apos;s (1)/two.xml'",
        ),
        (
            "b/a.csproj",
            "<Project><Import Project=\"..\\one.xml\"/></Project>".into(),
            "Project=\"..\\it's (1)\\two.xml\"",
        ),
        (
            "b/build3.xml",
            "<project default='x'><xslt style='../one.xml' in='../one.xml'/></project>".into(),
            "/two.xml' in='../it",
        ),
        ("b/build2.xml", "<project default='x'><xslt in='${dir}/one.xml'/></project>".into(), ""),
    ] {
        let mut desk = Desk::new(&[("one.xml", "<a xml:id='a'/>")], Utf8).await;
        let (old, new) = (desk.uri("one.xml"), desk.uri("it's (1)/two.xml"));
        let text = text.replace("{uri}", &old);
        let path = desk.path(name);
        fs::create_dir_all(path.parent().expect("a directory")).expect("it can be created");
        fs::write(&path, &text).expect("it can be written");
        let params = json!({"files": [{"oldUri": old, "newUri": new}]});
        let edit = desk.client.request("workspace/willRenameFiles", params).await;
        let mut texts = BTreeMap::from([(path.clone(), text.clone())]);
        desk.apply(&edit, &mut texts);
        if expected.is_empty() {
            assert_eq!(texts[&path], text);
        } else {
            assert!(texts[&path].contains(expected), "{name}: {}", texts[&path]);
        }
    }
}

#[tokio::test]
async fn a_document_that_moves_keeps_its_paths() {
    let text = "<project default='x' basedir='.'><import file='c.xml'/><xslt in='sub/d.xml'/></project>";
    let files = [("b/build.xml", text), ("b/c.xml", "<project/>"), ("b/sub/d.xml", "<a/>")];
    let mut desk = Desk::new(&files, Utf8).await;
    let params = json!({"files": [{"oldUri": desk.uri("b/build.xml"), "newUri": desk.uri("build.xml")}]});
    let edit = desk.client.request("workspace/willRenameFiles", params).await;
    let mut texts: BTreeMap<_, _> = files.iter().map(|(name, text)| (desk.path(name), (*text).to_owned())).collect();
    desk.apply(&edit, &mut texts);
    let expected = "<project default='x' basedir='.'><import file='b/c.xml'/><xslt in='b/sub/d.xml'/></project>";
    assert_eq!(texts[&desk.path("b/build.xml")], expected);
}

#[tokio::test]
async fn a_pull_after_a_change_of_the_configuration_is_current() {
    let mut desk =
        Desk::new(&[(".iri.toml", "[rules]\nleiri-space = \"off\"\n"), ("a.xml", "<a xml:base='x y'/>")], Utf8).await;
    desk.open("a.xml").await;
    desk.open(".iri.toml").await;
    let (config, uri) = (desk.uri(".iri.toml"), desk.uri("a.xml"));
    for version in 2..40 {
        let severity = if version % 2 == 0 { "error" } else { "off" };
        let text = format!("[rules]\nleiri-space = \"{severity}\"\n");
        desk.client.change(&config, version, json!([{"text": text}])).await;
        let found = desk.client.pull(&uri).await;
        assert_eq!(found.len(), usize::from(version % 2 == 0), "{version}: {found:?}");
    }
}

#[tokio::test]
async fn a_pull_of_a_configuration_follows_the_files_that_it_names() {
    let mut desk = Desk::new(&[(".iri.toml", "[schemas]\ncatalogs = [\"c.xml\"]\n")], Utf8).await;
    desk.open(".iri.toml").await;
    let uri = desk.uri(".iri.toml");
    let params = |previous: &serde_json::Value| json!({"textDocument": {"uri": uri}, "previousResultId": previous});
    let mut previous = json!(null);
    let catalog = desk.path("c.xml");
    for (text, expected) in [
        (None, 1),
        (Some("<catalog xmlns='urn:oasis:names:tc:entity:xmlns:xml:catalog'><uri name='a' uri='b'/></catalog>"), 0),
        (None, 1),
    ] {
        match text {
            Some(text) => fs::write(&catalog, text).expect("it can be written"),
            None => drop(fs::remove_file(&catalog)),
        }
        for kind in ["full", "unchanged"] {
            let params = params(&previous);
            let report = desk.client.request("textDocument/diagnostic", params).await;
            assert_eq!(report["kind"], kind, "{text:?}: {report}");
            if kind == "full" {
                assert_eq!(report["items"].as_array().map(Vec::len), Some(expected), "{report}");
            }
            previous = report["resultId"].clone();
        }
    }
}
