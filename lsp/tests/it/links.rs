//! Links between the files of a workspace: completion, definition, references and renames, end to end.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use crate::client::editor::{PositionEncoding, apply, offset, position, span};
use crate::client::{self, Client};
use crate::system::{can_name, link};
use fastrand::Rng;
use iri_core::files::{TargetIndex, document_location, file_uri_from_path, path_from_file_uri};
use iri_core::reference::percent_decoded;
use iri_core::{Document, Settings};
use serde_json::{Value, json};
use tempfile::TempDir;

/// A workspace on disk with a client.
pub struct Desk {
    folder: TempDir,
    pub client: Client,
    encoding: PositionEncoding,
}

fn uri(path: &Path) -> String {
    file_uri_from_path(path).expect("an absolute path")
}

impl Desk {
    pub async fn new(files: &[(&str, &str)], encoding: PositionEncoding) -> Self {
        let folder = tempfile::tempdir().expect("a folder can be made");
        for (name, text) in files {
            write(&folder.path().join(name), text);
        }
        let capabilities = json!({
            "general": {"positionEncodings": [encoding.name()]},
            "workspace": {"workspaceEdit": {"documentChanges": true}},
        });
        let params = json!({"capabilities": capabilities, "rootUri": uri(folder.path())});
        let (client, _) = Client::initialized(params).await;
        Self { folder, client, encoding }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn uri(&self, name: &str) -> String {
        uri(&self.path(name))
    }

    pub async fn open(&mut self, name: &str) -> String {
        let text = fs::read_to_string(self.path(name)).expect("it exists");
        let uri = self.uri(name);
        self.client.open(&uri, &text).await;
        text
    }

    /// Returns the params of a request about the position after `before` in `text`.
    pub fn at(&self, name: &str, text: &str, before: &str) -> Value {
        let at = text.find(before).unwrap_or_else(|| panic!("{before} is not in {text}")) + before.len();
        json!({"textDocument": {"uri": self.uri(name)}, "position": position(text, at, self.encoding)})
    }

    /// Opens `text` as `name` and completes it at the `|`. Returns the labels and the results.
    pub async fn complete(&mut self, name: &str, marked: &str) -> Vec<(String, String)> {
        let text = marked.replace('|', "");
        let uri = self.uri(name);
        self.client.open(&uri, &text).await;
        let params = self.at(name, &text, &marked[..marked.find('|').expect("a mark")]);
        let cursor = offset(&text, &params["position"], self.encoding);
        let answer = self.client.request("textDocument/completion", params).await;
        let items = answer["items"].as_array().expect("a list");
        let complete = |item: &Value| {
            let (start, end) = span(&text, &item["textEdit"]["range"], self.encoding);
            assert!(start <= cursor && cursor <= end, "{item}");
            assert!(!text[start..end].contains('\n'), "{item}");
            let typed = &text[start..cursor];
            let filter = item["filterText"].as_str().expect("a text");
            let is_other_spelling = || filter.starts_with(typed) && filter != typed;
            assert!(filter == item["textEdit"]["newText"] || is_other_spelling(), "{item}");
            let label = item["label"].as_str().expect("a label").to_owned();
            // Editors compare the candidate with the word before the cursor, which is its start.
            let word = text[..cursor].rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
            assert!(start < cursor || word.is_empty() || !label.starts_with(word), "{item}");
            (label, apply(&text, &[item["textEdit"].clone()], self.encoding))
        };
        items.iter().map(complete).collect()
    }

    /// Applies the edits of a workspace edit to the files, and returns the names of the changed ones.
    pub fn apply(&self, edit: &Value, texts: &mut BTreeMap<PathBuf, String>) {
        for change in edit["documentChanges"].as_array().into_iter().flatten() {
            let uri = change["textDocument"]["uri"].as_str().expect("a URI");
            let path = path_from_file_uri(uri).expect("a file");
            let text = texts.get_mut(&path).unwrap_or_else(|| panic!("{uri} is not a file of the workspace"));
            *text = apply(text, change["edits"].as_array().expect("a list"), self.encoding);
        }
    }
}

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().expect("a directory")).expect("it can be created");
    fs::write(path, text).expect("it can be written");
}

pub fn labels(found: &[(String, String)]) -> Vec<&str> {
    found.iter().map(|(label, _)| label.as_str()).collect()
}

const XLINK: &str = "xmlns:x='http://www.w3.org/1999/xlink'";

#[tokio::test]
async fn files_are_completed_by_the_base_in_force() {
    let files = [
        ("book/a b & c'\".xml", "<a/>"),
        ("book/ch/\u{5D0}%#?.xml", "<a/>"),
        ("book/.hidden.xml", "<a/>"),
        ("x:y.xml", "<a/>"),
    ];
    if !["\u{5D0}%#?.xml", "x:y.xml"].into_iter().all(can_name) {
        return;
    }
    let outside = tempfile::tempdir().expect("a folder can be made");
    for encoding in PositionEncoding::ALL {
        let mut desk = Desk::new(&files, encoding).await;
        link(outside.path(), desk.path("book/outside"));
        #[cfg(unix)]
        {
            let name = <std::ffi::OsStr as std::os::unix::ffi::OsStrExt>::from_bytes(b"\xFF.xml");
            fs::write(desk.path("book").join(name), "").expect("it can be written");
        }
        let start = format!("<r {XLINK}><!-- \u{10000}\u{5D0} -->");
        let found = desk.complete("book/one.xml", &format!("{start}<b x:href=\"|\"/></r>")).await;
        let files: Vec<_> = labels(&found).into_iter().filter(|label| !label.ends_with("//")).collect();
        assert!(files.starts_with(&["a b & c'\".xml", "ch/"]), "{files:?}");
        assert!(!files.contains(&"outside/") && !files.contains(&".hidden.xml"), "{files:?}");
        assert_eq!(found[0].1, format!("{start}<b x:href=\"a%20b%20&amp;%20c'%22.xml\"/></r>"));
        let found = desk.complete("book/two.xml", &format!("{start}<b x:href='ch/|z.xml?q#f'/></r>")).await;
        assert_eq!(found[0].1, format!("{start}<b x:href='ch/\u{5D0}%25%23%3F.xml?q#f'/></r>"));
        let found = desk.complete("book/three.xml", &format!("{start}<c xml:base='../'><b x:href='|'/></c></r>")).await;
        assert_eq!(labels(&found)[0], "x:y.xml");
        assert_eq!(found[0].1, format!("{start}<c xml:base='../'><b x:href='./x:y.xml'/></c></r>"));
        let page = "<html xmlns='http://www.w3.org/1999/xhtml'><head><base href='ch/'/></head><a href='|'/></html>";
        assert_eq!(labels(&desk.complete("book/four.xml", page).await)[0], "\u{5D0}%#?.xml");
        for nothing in ["../../|", "//h/|", "http://h/|", "/|", "outside/|", "a?|"] {
            let found = desk.complete("book/five.xml", &format!("<b {XLINK} x:href='{nothing}'/>")).await;
            assert!(found.is_empty(), "{nothing}: {found:?}");
        }
    }
}

#[tokio::test]
async fn ids_names_and_rules_are_completed() {
    let catalog =
        "<catalog xmlns='urn:oasis:names:tc:entity:xmlns:xml:catalog'><uri name='urn:known' uri='a.xml'/></catalog>";
    let files = [
        (".iri.toml", "[schemas]\ncatalogs = [\"catalog.xml\"]\n"),
        ("catalog.xml", catalog),
        ("b.xml", "<r><p xml:id='one'/><p xml:id='\u{5D0}\u{10000}'/><p id='one'/></r>"),
        ("ns.xsd", "<r xmlns:q='urn:example:q'/>"),
        ("t.dita", "<topic id='t'><p id='p'/></topic>"),
    ];
    let mut desk = Desk::new(&files, PositionEncoding::Utf16).await;
    let found = desk.complete("a.xml", &format!("<b {XLINK} x:href='b.xml#o|ld'/>")).await;
    assert_eq!(labels(&found), ["one", "\u{5D0}\u{10000}"]);
    assert_eq!(found[0].1, format!("<b {XLINK} x:href='b.xml#one'/>"));
    let found = desk.complete("a2.xml", &format!("<b {XLINK} xml:id='own' x:href='#|'/>")).await;
    assert_eq!(labels(&found), ["own"]);
    let found = desk.complete("a.dita", "<topic id='u'><xref href='t.dita#|'/></topic>").await;
    assert_eq!(labels(&found), ["t", "t/p"]);
    let found = desk.complete("a3.xml", &format!("<b {XLINK} x:href='|'/>")).await;
    assert!(labels(&found).contains(&"urn:known") && labels(&found).contains(&"https://"), "{found:?}");
    // Nothing has read the other files yet.
    let found = desk.complete("a4.xml", "<b xmlns='|'/>").await;
    assert!(labels(&found).contains(&"urn:example:q"), "{found:?}");
    // An open text comes before its file, whatever was known before.
    let uri = desk.uri("ns.xsd");
    desk.client.open(&uri, "<r xmlns:q='urn:example:r'/>").await;
    for namespace in ["urn:example:r", "urn:example:s"] {
        desk.client.change(&uri, 2, json!([{"text": format!("<r xmlns:q='{namespace}'/>")}])).await;
        let found = desk.complete("a4.xml", "<b xmlns='|'/>").await;
        let used = labels(&found).into_iter().filter(|name| name.starts_with("urn:example:")).collect::<Vec<_>>();
        assert_eq!(used, [namespace]);
    }
    desk.client.close(&uri).await;
    let found = desk.complete("a4.xml", "<b xmlns='urn:exa|'/>").await;
    assert!(labels(&found).contains(&"urn:example:q") && !labels(&found).contains(&"urn:exa"), "{found:?}");
    // A reference is still missing after a space in a list, and in an empty element.
    let location =
        |value: &str| format!("<b xmlns:i='http://www.w3.org/2001/XMLSchema-instance' i:schemaLocation='{value}'/>");
    let found = desk.complete("a8.xml", &location("urn:example:q |")).await;
    let edit = found.iter().find(|(label, _)| label == "ns.xsd").map(|(_, text)| text.as_str());
    assert_eq!(edit, Some(&*location("urn:example:q ns.xsd")), "{found:?}");
    let found = desk.complete("a9.xml", &location("|")).await;
    let edit = found.iter().find(|(label, _)| label == "urn:example:q").map(|(_, text)| text.as_str());
    assert_eq!(edit, Some(&*location("urn:example:q")), "{found:?}");
    let found = desk.complete("a10.xml", "<url xmlns='http://www.loc.gov/mods/v3'>|</url>").await;
    let edit = found.iter().find(|(label, _)| label == "b.xml").map(|(_, text)| text.as_str());
    assert_eq!(edit, Some("<url xmlns='http://www.loc.gov/mods/v3'>b.xml</url>"), "{found:?}");
    let found = desk.complete("a5.xml", "<r><!-- iri-ignore leiri-sp| --></r>").await;
    assert!(labels(&found).contains(&"leiri-space") && labels(&found).contains(&"bidi"), "{found:?}");
    let edit = found.iter().find(|(label, _)| label == "leiri-space").map(|(_, text)| text.as_str());
    assert_eq!(edit, Some("<r><!-- iri-ignore leiri-space --></r>"));
    assert!(!desk.complete("a6.xml", "<r><!-- iri-ignore | --></r>").await.is_empty());
    for nothing in ["<!-- iri-ignore bidi -- be|cause -->", "<!-- a| -->", "<!-- iri-igno| -->", "<a>|</a>"] {
        assert!(desk.complete("a7.xml", &format!("<r>{nothing}</r>")).await.is_empty(), "{nothing}");
    }
}

#[tokio::test]
async fn a_value_that_is_still_open_is_completed() {
    let mut desk = Desk::new(&[("order.xml", "<a/>"), ("o.xsd", "<a/>"), ("p.png", "")], PositionEncoding::Utf16).await;
    let mut number = 0;
    for (before, after) in [
        ("<a x:href=\"", "\n</r>"),
        ("<a x:href=\"", ""),
        ("<a x:href=\"or", "\n</r>"),
        ("<a x:href='or", "/></r>"),
        ("<a x:href=\"or", "></a></r>"),
        ("<a x:href='or", "<b c='d'/></r>"),
        ("<a x:href=\"or", "\r\n  title=\"t\"/></r>"),
        ("<a x:href=\"or", " title=\"t\"/></r>"),
        ("<a x:href=\"", " title=\"t\" lang='l'></a></r>"),
        ("<a title='t' x:href=\"or", "\n<b x:href=\"o.xsd\"/></r>"),
        ("<a x:href=\"or", "\" title='t'/></r>"),
        ("<a b='\n' x:href='./or", "\n</r>"),
        ("<xs:list xmlns:xs='urn:x' x:href='or", "'/></r>"),
    ] {
        number += 1;
        let marked = format!("<r {XLINK}>\n{before}|{after}");
        let found = desk.complete(&format!("d{number}.xml"), &marked).await;
        let order =
            found.iter().find(|(label, _)| label == "order.xml").unwrap_or_else(|| panic!("{marked}: {found:?}"));
        let start = before.strip_suffix("or").unwrap_or(before);
        assert_eq!(order.1, format!("<r {XLINK}>\n{start}order.xml{after}"), "{marked}");
    }
    for (name, before, after) in [
        ("a.ttl", "<a> <b> <", ""),
        ("b.ttl", "<a> <b> <", " ."),
        ("c.ttl", "<a> <b> <", "> ."),
        ("a.svg", "<svg xmlns='http://www.w3.org/2000/svg'><style>@import '", "'</style></svg>"),
        ("b.svg", "<svg xmlns='http://www.w3.org/2000/svg'><style>a { fill: url(", ""),
        ("c.svg", "<svg xmlns='http://www.w3.org/2000/svg'><style>\n@import '", "\n<g/></svg>"),
        ("a.atom", "<feed xmlns='http://www.w3.org/2005/Atom'><icon>", ""),
        ("b.atom", "<feed xmlns='http://www.w3.org/2005/Atom'><icon a='>'>./", "\n<id/></feed>"),
        ("c.atom", "<feed xmlns='http://www.w3.org/2005/Atom'><icon>", "<id/></feed>"),
        ("a.jsonld", "{\"@id\": \"", ""),
        ("b.jsonld", "{\"@id\": \"", "}"),
        ("c.jsonld", "{\"@id\": \"", ", \"@type\": \"http://e/a\"}"),
        ("d.jsonld", "{\"@id\": \"", "\",\n \"@type\": \"http://e/a\"}"),
        ("e.jsonld", "{\"a\\\\\": \"\\\"\", \"@id\": \"", "\n, \"@type\": \"http://e/a\"}"),
        ("f.jsonld", "{\"@context\": {\"p\": \"http://e/\"}, \"p:a\": [{\"@id\": \"", ""),
    ] {
        let found = desk.complete(name, &format!("{before}|{after}")).await;
        let order = found.iter().find(|(label, _)| label == "order.xml").unwrap_or_else(|| panic!("{name}: {found:?}"));
        assert_eq!(order.1, format!("{before}order.xml{after}"));
    }
    // Text is not a value, and neither is a comment.
    for nothing in ["<a title='t'>\"or|\n</a></r>", "<!-- <a x:href=\"or|\n --></r>", "<a title=\"or|\n</r>"] {
        number += 1;
        let found = desk.complete(&format!("d{number}.xml"), &format!("<r {XLINK}>{nothing}")).await;
        assert!(found.is_empty(), "{nothing}: {found:?}");
    }
}

#[tokio::test]
async fn an_attribute_with_an_id_is_completed_and_followed() {
    let book = "<book xmlns='http://docbook.org/ns/docbook'><para xml:id='one'/><para xml:id='two'/>\n";
    let mut desk = Desk::new(&[("order.xml", "<a/>")], PositionEncoding::Utf16).await;
    for (number, (before, after)) in [
        ("<xref linkend='", "'/>"),
        ("<xref linkend=\"t", "\"/>"),
        ("<xref linkend=\"", "\n<para/></book>"),
        ("<callout arearefs='one ", "'/>"),
        ("<xref xmlns='' rid='t", ""),
    ]
    .into_iter()
    .enumerate()
    {
        let found = desk.complete(&format!("e{number}.xml"), &format!("{book}{before}|{after}")).await;
        assert_eq!(labels(&found), ["one", "two"], "{before}");
        let start = before.strip_suffix('t').unwrap_or(before);
        assert_eq!(found[1].1, format!("{book}{start}two{after}"));
    }
    let found = desk.complete("a.ttl", "<#one> <#two> <#|> , <#one>").await;
    assert_eq!(labels(&found), ["one", "two"]);

    let style = "<svg xmlns='http://www.w3.org/2000/svg'><style>#one {}</style><g id='one' aria-owns='none'/>\
        <use href='#one' aria-labelledby='one'/></svg>";
    let mut desk = Desk::new(&[("a.svg", style)], PositionEncoding::Utf16).await;
    desk.open("a.svg").await;
    let at_id = desk.at("a.svg", style, "g id='");
    let hover = desk.client.request("textDocument/hover", at_id).await;
    assert!(hover.to_string().contains("3 references in 1 file"), "{hover}");
    for before in ["<style>#o", "id='", "href='#", "labelledby='on"] {
        let params = desk.at("a.svg", style, before);
        let definition = desk.client.request("textDocument/definition", params.clone()).await;
        let (start, _) = span(style, &definition[0]["range"], PositionEncoding::Utf16);
        assert!(style[..start].ends_with("<g id='"), "{before}: {definition}");
        let mut params = params;
        params["context"] = json!({"includeDeclaration": false});
        let references = desk.client.request("textDocument/references", params.clone()).await;
        assert_eq!(references.as_array().map(Vec::len), Some(3), "{before}: {references}");
        params["newName"] = json!("new");
        let edit = desk.client.request("textDocument/rename", params).await;
        let mut texts = BTreeMap::from([(desk.path("a.svg"), style.to_owned())]);
        desk.apply(&edit, &mut texts);
        assert_eq!(texts[&desk.path("a.svg")], style.replace("one", "new").replace("nnew", "none"), "{before}");
    }
}

#[tokio::test]
async fn only_files_that_the_place_can_mean_are_completed() {
    let mut desk =
        Desk::new(&[("a.xml", "<a/>"), ("b.xsd", "<a/>"), ("c.PNG", ""), ("d/e.js", "")], PositionEncoding::Utf16)
            .await;
    for (number, (marked, expected)) in [
        ("<xs:include xmlns:xs='http://www.w3.org/2001/XMLSchema' schemaLocation='|'/>", &["b.xsd", "d/"][..]),
        ("<r xmlns:i='http://www.w3.org/2001/XMLSchema-instance' i:schemaLocation='urn:x |'/>", &["b.xsd", "d/"]),
        ("<img xmlns='http://www.w3.org/1999/xhtml' srcset='|'/>", &["c.PNG", "d/"]),
        ("<img xmlns='http://www.w3.org/1999/xhtml' srcset='c.PNG 1x, |'/>", &["c.PNG", "d/"]),
        ("<script xmlns='http://www.w3.org/1999/xhtml' src='d/|'/>", &["e.js"]),
        ("<imagedata xmlns='http://docbook.org/ns/docbook' fileref='|'/>", &["c.PNG", "d/"]),
        ("<graphic xmlns='http://www.tei-c.org/ns/1.0' url='|'/>", &["c.PNG", "d/"]),
        ("<image xmlns='http://www.w3.org/2000/svg' href='|'/>", &["c.PNG", "d/"]),
        ("<!DOCTYPE r [<!ENTITY e SYSTEM '|'>]><r/>", &["a.xml", "d/"]),
        ("<a xmlns='http://www.w3.org/1999/xhtml' href='|'/>", &["a.xml", "b.xsd", "c.PNG", "d/"]),
        ("<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><url><loc>|</loc></url></urlset>", &[]),
    ]
    .into_iter()
    .enumerate()
    {
        let found = desk.complete(&format!(".d{number}.xhtml"), marked).await;
        let files: Vec<_> = labels(&found).into_iter().filter(|label| !label.contains(':')).collect();
        assert_eq!(files, expected, "{marked}");
    }
}

#[tokio::test]
async fn a_definition_follows_the_catalogs() {
    let catalog = "<catalog xmlns='urn:oasis:names:tc:entity:xmlns:xml:catalog'>\
        <uri name='http://example.org/known' uri='b.xml'/><uri name='http://example.org/gone' uri='no.xml'/></catalog>";
    let text = "<r xmlns:x='http://www.w3.org/1999/xlink'><b x:href='http://example.org/known'/>\
        <b x:href='http://example.org/gone'/><b x:href='http://example.org/other'/></r>";
    let files = [
        (".iri.toml", "[schemas]\ncatalogs = [\"catalog.xml\"]\n"),
        ("catalog.xml", catalog),
        ("a.xml", text),
        ("b.xml", "<r/>"),
    ];
    let mut desk = Desk::new(&files, PositionEncoding::Utf8).await;
    desk.open("a.xml").await;
    for (name, expected) in [("known", Some("b.xml")), ("gone", None), ("other", None)] {
        let params = desk.at("a.xml", text, name);
        let answer = desk.client.request("textDocument/definition", params).await;
        let found = answer[0]["uri"].as_str().map(str::to_owned);
        assert_eq!(found, expected.map(|file| desk.uri(file)), "{name}: {answer}");
    }
    desk.client.shut_down().await;
}

#[tokio::test]
async fn definition_and_references_follow_files_and_open_texts() {
    let files = [
        (
            "a.xml",
            "<r xmlns:x='http://www.w3.org/1999/xlink'><b x:href='sub/b%20b.xml#i'/><b x:href='sub/b%20b.xml'/></r>",
        ),
        ("c.xml", "<r xmlns:x='http://www.w3.org/1999/xlink'><b x:href='link.xml#i'/><b x:href='http://h/'/></r>"),
        ("sub/b b.xml", "<r xmlns:x='http://www.w3.org/1999/xlink'>\n<p xml:id='i'/><b x:href='#i'/></r>"),
    ];
    let mut desk = Desk::new(&files, PositionEncoding::Utf8).await;
    if !link("sub/b b.xml", desk.path("link.xml")) {
        return;
    }
    let text = desk.open("a.xml").await;
    let target = desk.uri("sub/b b.xml");
    let params = desk.at("a.xml", &text, "b%20b.xml#");
    let found = desk.client.request("textDocument/definition", params.clone()).await;
    assert_eq!(found[0]["uri"], target.as_str());
    assert_eq!(found[0]["range"]["start"], json!({"line": 1, "character": 11}));
    let mut params = params;
    params["context"] = json!({"includeDeclaration": true});
    let found = desk.client.request("textDocument/references", params.clone()).await;
    let uris: Vec<_> = found.as_array().expect("a list").iter().map(|one| one["uri"].clone()).collect();
    assert_eq!(uris, [desk.uri("a.xml"), desk.uri("c.xml"), target.clone(), target.clone()]);
    // An open text is newer than its file.
    desk.client.open(&target, "<r>\n\n<p xml:id='i'/></r>").await;
    let found = desk.client.request("textDocument/references", params.clone()).await;
    let last = found.as_array().expect("a list").last().cloned().expect("the ID");
    assert_eq!(last["range"]["start"], json!({"line": 2, "character": 11}));
    assert_eq!(found.as_array().map(Vec::len), Some(3));
    // A file that was written since is found.
    write(&desk.path("d.xml"), "<b xmlns:x='http://www.w3.org/1999/xlink' x:href='sub/b%20b.xml#i'/>");
    let found = desk.client.request("textDocument/references", params).await;
    assert_eq!(found.as_array().map(Vec::len), Some(4));
    // Elsewhere in a document: who leads to it.
    let mut start = desk.at("sub/b b.xml", "<r>", "");
    start["context"] = json!({"includeDeclaration": false});
    let found = desk.client.request("textDocument/references", start).await;
    assert_eq!(found.as_array().map(Vec::len), Some(4));
}

#[tokio::test]
async fn nothing_outside_the_workspace_is_read() {
    let outside = tempfile::tempdir().expect("a folder can be made");
    write(&outside.path().join("secret.xml"), "<r xml:id='token'/>");
    let mut desk = Desk::new(&[], PositionEncoding::Utf8).await;
    let has_link = link(outside.path(), desk.path("out"));
    let absolute = uri(&outside.path().join("secret.xml"));
    // With a drive at its start, a path is an absolute reference, which has no target.
    let absolute = absolute.strip_prefix("file://").expect("a file");
    for reference in [absolute].into_iter().chain(has_link.then_some("out/secret.xml")) {
        let marked = format!("<b {XLINK} x:href='{reference}#|'/>");
        assert!(desk.complete("a.xml", &marked).await.is_empty(), "{reference}");
        let text = marked.replace('|', "");
        let params = desk.at("a.xml", &text, "xml#");
        let found = desk.client.request("textDocument/definition", params.clone()).await;
        assert_eq!(found, Value::Null, "{reference}");
        let found = desk.client.request("textDocument/prepareRename", params).await;
        assert_eq!(found, Value::Null, "{reference}");
    }
}

#[tokio::test]
async fn an_id_is_renamed_with_all_that_refers_to_it() {
    let page = "<html xmlns='http://www.w3.org/1999/xhtml'><p id='one'/><label for='one'/><a href='#one'/><p id='two'/></html>";
    let files = [
        ("a.xhtml", page),
        (
            "b.xhtml",
            "<html xmlns='http://www.w3.org/1999/xhtml'><a href='a.xhtml?q=&amp;#o%6ee'/><a href='b.xhtml#one'/></html>",
        ),
        ("t.dita", "<topic id='t'><p id='p'/><xref href='#t/p'/></topic>"),
    ];
    let mut desk = Desk::new(&files, PositionEncoding::Utf16).await;
    let mut texts: BTreeMap<PathBuf, String> =
        files.iter().map(|(name, text)| (desk.path(name), (*text).to_owned())).collect();
    let text = desk.open("b.xhtml").await;
    let mut params = desk.at("b.xhtml", &text, "q=&amp;#o");
    let prepared = desk.client.request("textDocument/prepareRename", params.clone()).await;
    assert_eq!(prepared["placeholder"], "one");
    let (start, end) = span(&text, &prepared["range"], PositionEncoding::Utf16);
    assert_eq!(&text[start..end], "o%6ee");
    params["newName"] = json!("\u{E9}t\u{E9}");
    let edit = desk.client.request("textDocument/rename", params.clone()).await;
    let versions: Vec<_> = edit["documentChanges"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| one["textDocument"]["version"].clone())
        .collect();
    assert_eq!(versions, [Value::Null, json!(1)], "only open documents have a version");
    desk.apply(&edit, &mut texts);
    assert_eq!(texts[&desk.path("a.xhtml")], page.replace("one", "\u{E9}t\u{E9}"));
    assert_eq!(texts[&desk.path("b.xhtml")], text.replace("o%6ee", "\u{E9}t\u{E9}"));
    for refused in ["a b", "1", "a:b", "", "two"] {
        params["newName"] = json!(refused);
        let id = desk.client.send_request("textDocument/rename", params.clone()).await;
        let answer = desk.client.wait_for(|message| message["id"] == id).await;
        assert_eq!(answer["error"]["code"], -32803, "{refused}: {answer}");
    }
    let text = desk.open("t.dita").await;
    for (before, new, expected) in [
        ("#t/", "q", "<topic id='t'><p id='q'/><xref href='#t/q'/></topic>"),
        ("href='#", "u", "<topic id='u'><p id='p'/><xref href='#u/p'/></topic>"),
    ] {
        let mut params = desk.at("t.dita", &text, before);
        params["newName"] = json!(new);
        let edit = desk.client.request("textDocument/rename", params).await;
        let mut texts = BTreeMap::from([(desk.path("t.dita"), text.clone())]);
        desk.apply(&edit, &mut texts);
        assert_eq!(texts[&desk.path("t.dita")], expected);
    }
}

#[tokio::test]
async fn whatever_names_an_id_is_renamed_with_it() {
    let dita = "<topic id='t'><p id='old'/><xref href='#./old'/><topic id='u'><p id='old'/><xref href='#./old'/></topic></topic>";
    let files = [
        (
            "a.svg",
            "<svg xmlns='http://www.w3.org/2000/svg'><style>#old, .a { fill: url(#old) } /* #old */</style><g id='|old' stroke='url(#old)'/><set begin='old.click'/></svg>",
            "<svg xmlns='http://www.w3.org/2000/svg'><style>#new, .a { fill: url(#new) } /* #old */</style><g id='new' stroke='url(#new)'/><set begin='new.click'/></svg>",
        ),
        (
            "a.opf",
            "<package xmlns='http://www.idpf.org/2007/opf' unique-identifier='old'><metadata><dc:identifier xmlns:dc='urn:x' id='|old'/><meta refines='#old'/></metadata></package>",
            "<package xmlns='http://www.idpf.org/2007/opf' unique-identifier='new'><metadata><dc:identifier xmlns:dc='urn:x' id='new'/><meta refines='#new'/></metadata></package>",
        ),
        (
            "a.xml",
            "<r xmlns:x='http://www.w3.org/1999/xlink'><p xml:id='|old'/><l x:href=\"#xpointer(id('old')/p)\"/><l x:href='#element(old/1)'/><l x:href='#element(older)element(old)'/></r>",
            "<r xmlns:x='http://www.w3.org/1999/xlink'><p xml:id='new'/><l x:href=\"#xpointer(id('new')/p)\"/><l x:href='#element(new/1)'/><l x:href='#element(older)element(new)'/></r>",
        ),
        (
            "a.smil",
            "<smil xmlns='http://www.w3.org/ns/SMIL'><region xml:id='|old'/><video region='old'/></smil>",
            "<smil xmlns='http://www.w3.org/ns/SMIL'><region xml:id='new'/><video region='new'/></smil>",
        ),
        (
            "a.bpmn",
            "<definitions><task id='|old' name='old'/><flow sourceRef='old'/><shape bpmnElement='old'/><x default='old'/></definitions>",
            "<definitions><task id='new' name='old'/><flow sourceRef='new'/><shape bpmnElement='new'/><x default='old'/></definitions>",
        ),
        (
            "a.tei",
            "<TEI xmlns='http://www.tei-c.org/ns/1.0'><p xml:id='|old'/><locus scheme='#old'/></TEI>",
            "<TEI xmlns='http://www.tei-c.org/ns/1.0'><p xml:id='new'/><locus scheme='#new'/></TEI>",
        ),
        (
            "b.tei",
            "<TEI xmlns='http://www.tei-c.org/ns/1.0'><p xml:id='|old'/><ref target='#range(old,older) #left(old)'/>\
             <ref target=\"#xpath(//p[@xml:id='old'])\"/></TEI>",
            "<TEI xmlns='http://www.tei-c.org/ns/1.0'><p xml:id='new'/><ref target='#range(new,older) #left(new)'/>\
             <ref target=\"#xpath(//p[@xml:id='new'])\"/></TEI>",
        ),
        (
            "b.svg",
            "<svg xmlns='http://www.w3.org/2000/svg'><style>#ol\\64 , #old\\.x { a: b }</style><g id='|old'/></svg>",
            "<svg xmlns='http://www.w3.org/2000/svg'><style>#new, #old\\.x { a: b }</style><g id='new'/></svg>",
        ),
        (
            "c.svg",
            "<svg xmlns='http://www.w3.org/2000/svg'><style>#old\\.x { a: b }</style><g id='|old.x'/></svg>",
            "<svg xmlns='http://www.w3.org/2000/svg'><style>#new { a: b }</style><g id='new'/></svg>",
        ),
        ("a.dita", &dita.replacen("'old", "'|old", 1), &dita.replacen("old", "new", 2)),
        ("b.dita", &dita.replacen("'t'", "'|t'", 1), &dita.replacen("'t'", "'new'", 1)),
        (
            "b.xml",
            "<r xmlns:x='http://www.w3.org/1999/xlink'><p xml:id='|\u{5D0}'/><l x:href='#%D7%90'/><l x:href='#%d7%90'/><l x:href='#\u{5D0}'/></r>",
            "<r xmlns:x='http://www.w3.org/1999/xlink'><p xml:id='\u{E9}'/><l x:href='#%C3%A9'/><l x:href='#%C3%A9'/><l x:href='#\u{E9}'/></r>",
        ),
    ];
    for (name, marked, expected) in files {
        let text = marked.replace('|', "");
        let mut desk = Desk::new(&[(name, &text)], PositionEncoding::Utf16).await;
        desk.open(name).await;
        let mut params = desk.at(name, &text, marked.split('|').next().expect("a mark"));
        params["newName"] = json!(if expected.contains('\u{E9}') { "\u{E9}" } else { "new" });
        let edit = desk.client.request("textDocument/rename", params).await;
        let mut texts = BTreeMap::from([(desk.path(name), text)]);
        desk.apply(&edit, &mut texts);
        assert_eq!(texts[&desk.path(name)], expected);
    }
}

#[tokio::test]
async fn a_schema_says_what_names_an_id() {
    let xsd = "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'><xs:element name='r'><xs:complexType><xs:sequence>\
               <xs:element name='i'><xs:complexType><xs:attribute name='key' type='xs:ID'/></xs:complexType></xs:element>\
               <xs:element name='u'><xs:complexType><xs:attribute name='to' type='xs:IDREFS'/><xs:attribute name='by'/></xs:complexType></xs:element>\
               <xs:element name='t' type='xs:IDREF'/></xs:sequence></xs:complexType></xs:element></xs:schema>";
    let dtd = "<!ELEMENT r ANY><!ATTLIST i key ID #REQUIRED><!ATTLIST u to IDREFS #IMPLIED by CDATA #IMPLIED>";
    let rnc = "datatypes d = 'http://relaxng.org/ns/compatibility/datatypes/1.0'\n\
               start = element r { element i { attribute key { d:ID } } & element u { attribute to { d:IDREFS }, attribute by { text } } & element t { xsd:IDREF } }";
    let xsi = "xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'";
    for (schema, content, head, attributes, has_text) in [
        ("s.xsd", xsd, "", format!(" {xsi} xsi:noNamespaceSchemaLocation='s.xsd'"), true),
        ("s.dtd", dtd, "<!DOCTYPE r SYSTEM 's.dtd'>", String::new(), false),
        ("s.rnc", rnc, "<?xml-model href='s.rnc'?>", String::new(), true),
    ] {
        let written = |id: &str| {
            let text = if has_text { id } else { "old" };
            format!("{head}<r{attributes}><i key='{id}'/><u to='a {id}' by='old'/><t>{text}</t></r>")
        };
        let text = written("old");
        let mut desk = Desk::new(&[("a.xml", &text), (schema, content)], PositionEncoding::Utf16).await;
        desk.open("a.xml").await;
        let mut params = desk.at("a.xml", &text, "to='a ol");
        params["context"] = json!({"includeDeclaration": false});
        let found = desk.client.request("textDocument/references", params.clone()).await;
        assert_eq!(found.as_array().map(Vec::len), Some(if has_text { 2 } else { 1 }), "{schema}: {found}");
        params["newName"] = json!("new");
        let edit = desk.client.request("textDocument/rename", params).await;
        let mut texts = BTreeMap::from([(desk.path("a.xml"), text.clone())]);
        desk.apply(&edit, &mut texts);
        assert_eq!(texts[&desk.path("a.xml")], written("new"), "{schema}");
    }
}

#[tokio::test]
async fn a_base_moves_with_what_it_leads_to() {
    let based =
        "<r xmlns:x='http://www.w3.org/1999/xlink' xml:base='sub/'><c xml:base='deep/'><a x:href='f.xml'/></c></r>";
    let page = "<html xmlns='http://www.w3.org/1999/xhtml'><head><base href='sub/'/></head><a href='g.xml'/></html>";
    let files = [("one.xml", based), ("one.xhtml", page), ("sub/g.xml", "<r/>"), ("sub/deep/f.xml", "<r/>")];
    let desk = Desk::new(&files, PositionEncoding::Utf16).await;
    let mut client = desk.client;
    for (from, to, changes) in [
        ("sub", "x/sup", &[("one.xml", "'sub/", "'x/sup/"), ("one.xhtml", "'sub/", "'x/sup/")][..]),
        ("sub/deep", "flat", &[("one.xml", "'deep/", "'../flat/")]),
        ("one.xml", "y/one.xml", &[("one.xml", "'sub/", "'../sub/")]),
        ("one.xhtml", "y/z/one.xhtml", &[("one.xhtml", "'sub/", "'../../sub/")]),
        ("sub/deep/f.xml", "sub/deep/h.xml", &[("one.xml", "f.xml", "h.xml")]),
    ] {
        let uri = |name: &str| uri(&desk.folder.path().join(name));
        let params = json!({"files": [{"oldUri": uri(from), "newUri": uri(to)}]});
        let edit = client.request("workspace/willRenameFiles", params).await;
        let mut texts: BTreeMap<String, &str> = BTreeMap::from(files.map(|(name, text)| (uri(name), text)));
        let changed = edit["documentChanges"].as_array().expect("a list");
        assert_eq!(changed.len(), changes.len(), "{from}: {edit}");
        for (name, old, new) in changes {
            let change =
                changed.iter().find(|change| change["textDocument"]["uri"] == uri(name)).expect("it is edited");
            let text = texts.remove(&uri(name)).expect("a file");
            let edits = change["edits"].as_array().expect("a list");
            assert_eq!(apply(text, edits, PositionEncoding::Utf16), text.replacen(old, new, 1), "{from}");
        }
    }
}

#[tokio::test]
async fn a_base_and_a_prefix_of_rdf_move_with_what_they_lead_to() {
    let turtle = "@base <d/> . @prefix e: <v.xml#> .\n<x.xml> e:p <y.xml#k> . e:a e:b e:c .\n";
    let trig = "BASE <d/>\n{ <x.xml> <x.xml> <x.xml> }\n";
    let json = "{\"@context\": {\"@base\": \"d/\"}, \"@id\": \"x.xml\"}";
    let prefixes = "@prefix e: <d/v.xml#> .\ne:a e:p e:q .\n";
    let documents = [("a.ttl", turtle), ("a.trig", trig), ("a.jsonld", json), ("b.ttl", prefixes)];
    let entity = format!("<!DOCTYPE r [<!ENTITY d \"s\">]>\n<r {XLINK}><a x:href=\"&d;/x.xml\"/></r>");
    let targets =
        [("d/x.xml", "<r/>"), ("d/y.xml", "<r/>"), ("d/v.xml", "<r/>"), ("s/x.xml", "<r/>"), ("e.xml", &entity)];
    let files: Vec<(&str, &str)> = documents.into_iter().chain(targets).collect();
    let mut desk = Desk::new(&files, PositionEncoding::Utf16).await;
    for (to, written) in [("p/q", "p/q/"), ("dd", "dd/")] {
        let params = json!({"files": [{"oldUri": desk.uri("d"), "newUri": desk.uri(to)}]});
        let edit = desk.client.request("workspace/willRenameFiles", params).await;
        let mut texts: BTreeMap<PathBuf, String> =
            files.iter().map(|(name, text)| (desk.path(name), (*text).to_owned())).collect();
        desk.apply(&edit, &mut texts);
        for (name, text) in documents {
            assert_eq!(texts[&desk.path(name)], text.replacen("d/", written, 1), "{to}: {name}");
        }
    }
    let params = json!({"files": [{"oldUri": desk.uri("d/v.xml"), "newUri": desk.uri("d/w.xml")}]});
    let edit = desk.client.request("workspace/willRenameFiles", params).await;
    let edits = edit["documentChanges"].as_array().map(Vec::len);
    assert_eq!(edits, Some(2), "the two declarations: {edit}");
    // Only this one stays as it is.
    let params = json!({"files": [{"oldUri": desk.uri("s"), "newUri": desk.uri("t")}]});
    assert_eq!(desk.client.request("workspace/willRenameFiles", params).await, Value::Null);
    let message = crate::settings::message(&mut desk.client).await;
    assert!(message.starts_with(&format!("{}:2: ", desk.path("e.xml").display())), "{message}");
}

#[tokio::test]
async fn a_moved_file_takes_its_links_along() {
    let link = |href: &str| format!("<b x:href=\"{href}\"/>");
    let document = |links: &[&str]| {
        let links: String = links.iter().map(|href| link(href)).collect();
        format!("<r {XLINK}>\r\n{links}</r>")
    };
    let one =
        document(&["ch%20a/two.xml?q&amp;r#f", "./ch%20a/../one.xml", "gone.xml", "#here", "http://h/ch%20a/two.xml"]);
    let two = document(&["../one.xml", "three.xml", "", "two.xml"]);
    let files = [("one.xml", one.as_str()), ("ch a/two.xml", two.as_str()), ("ch a/three.xml", "<r/>")];
    let mut desk = Desk::new(&files, PositionEncoding::Utf8).await;
    desk.open("one.xml").await;
    let renamed =
        |desk: &Desk, from: &str, to: &str| json!({"files": [{"oldUri": desk.uri(from), "newUri": desk.uri(to)}]});
    let params = renamed(&desk, "ch a/two.xml", "sub/deep/2:a&b.xml");
    let edit = desk.client.request("workspace/willRenameFiles", params).await;
    let mut texts: BTreeMap<PathBuf, String> =
        files.iter().map(|(name, text)| (desk.path(name), (*text).to_owned())).collect();
    desk.apply(&edit, &mut texts);
    let expected = one.replacen("ch%20a/two.xml", "./sub/deep/2:a&amp;b.xml", 1).replacen("\"./sub", "\"sub", 1);
    assert_eq!(texts[&desk.path("one.xml")], expected);
    let expected = document(&["../../one.xml", "../../ch%20a/three.xml", "", "./2:a&amp;b.xml"]);
    assert_eq!(texts[&desk.path("ch a/two.xml")], expected);
    // Also where names of both cases are those of one file.
    for (name, written) in [("kapitel", "kapitel"), ("Ch A", "Ch%20A")] {
        let params = renamed(&desk, "ch a", name);
        let edit = desk.client.request("workspace/willRenameFiles", params).await;
        let mut texts: BTreeMap<PathBuf, String> =
            files.iter().map(|(name, text)| (desk.path(name), (*text).to_owned())).collect();
        desk.apply(&edit, &mut texts);
        assert_eq!(texts[&desk.path("ch a/two.xml")], two, "what moves together keeps its links");
        assert_eq!(texts[&desk.path("one.xml")], one.replacen("ch%20a", written, 1));
    }
    let params = renamed(&desk, "nothing.xml", "else.xml");
    assert_eq!(desk.client.request("workspace/willRenameFiles", params).await, Value::Null);
}

#[tokio::test]
async fn a_quotation_mark_in_a_literal_without_entities_is_encoded() {
    let text = "<!DOCTYPE a [<!ENTITY e SYSTEM 'i.png'><!ENTITY f SYSTEM \"i.png\">]><a xml:base='i.png'/>";
    let mut desk = Desk::new(&[("a.xml", text), ("i.png", "")], PositionEncoding::Utf8).await;
    let params = json!({"files": [{"oldUri": desk.uri("i.png"), "newUri": desk.uri("o'q.png")}]});
    let edit = desk.client.request("workspace/willRenameFiles", params).await;
    let mut texts = BTreeMap::from([(desk.path("a.xml"), text.to_owned())]);
    desk.apply(&edit, &mut texts);
    let expected = text.replacen("'i.png'", "'o%27q.png'", 1).replacen("\"i.png\"", "\"o'q.png\"", 1);
    assert_eq!(texts[&desk.path("a.xml")], expected.replace("base='i.png'", "base='o&apos;q.png'"));
}

#[tokio::test]
async fn a_reference_that_cannot_follow_a_move_is_named() {
    let entity = format!("<!DOCTYPE r [<!ENTITY d \"d\">]>\n<r {XLINK}><a x:href=\"&d;/x.xml\"/></r>");
    let info = "<s:SignedInfo><s:Reference URI=''/></s:SignedInfo>";
    let signature = format!("<s:Signature xmlns:s='http://www.w3.org/2000/09/xmldsig#'>{info}</s:Signature>");
    let signed = format!("<r {XLINK}><a x:href='d/x.xml'/>{signature}</r>");
    for (text, reason) in [
        (entity, ":2: reference not changed: the source cannot express the text without losing an entity reference"),
        (signed, ": references not changed: the document contains an XML Signature"),
    ] {
        let mut desk = Desk::new(&[("a.xml", &text), ("d/x.xml", "<x/>")], PositionEncoding::Utf8).await;
        let params = json!({"files": [{"oldUri": desk.uri("d"), "newUri": desk.uri("e")}]});
        assert_eq!(desk.client.request("workspace/willRenameFiles", params).await, Value::Null);
        let message = crate::settings::message(&mut desk.client).await;
        assert_eq!(message, format!("{}{reason}", desk.path("a.xml").display()));
    }
}

#[tokio::test]
async fn a_rename_that_would_leave_a_reference_or_break_a_signature_is_refused() {
    let entity = "<!DOCTYPE r [<!ENTITY o \"old\">]>";
    let signature = "<Signature xmlns='http://www.w3.org/2000/09/xmldsig#'><SignedInfo><Reference URI='#old'/></SignedInfo>\
                     </Signature>";
    for (before, after, message) in [
        (entity, "<a x:href='#&o;'/>", "a reference to the ID cannot be changed without losing an entity"),
        (entity, "<xref linkend='&o;'/>", "a reference to the ID cannot be changed without losing an entity"),
        ("", signature, "the change would make an XML Signature invalid"),
    ] {
        let text = format!("{before}<r {XLINK}><x xml:id='old'/>{after}</r>");
        let mut desk = Desk::new(&[("a.xml", &text)], PositionEncoding::Utf8).await;
        desk.open("a.xml").await;
        let mut params = desk.at("a.xml", &text, "xml:id='");
        params["newName"] = json!("new");
        let id = desk.client.send_request("textDocument/rename", params).await;
        let answer = desk.client.wait_for(|message| message["id"] == id).await;
        assert_eq!(answer["error"]["message"], message);
    }
}

#[tokio::test]
async fn the_name_of_a_relationship_is_not_renamed_as_an_id() {
    let ns = "xmlns:r='http://schemas.openxmlformats.org/officeDocument/2006/relationships'";
    let text = format!("<document {ns}><hyperlink r:id='rId1'/><blip r:embed='rId1'/></document>");
    let mut desk = Desk::new(&[("a.xml", &text)], PositionEncoding::Utf8).await;
    desk.open("a.xml").await;
    let params = desk.at("a.xml", &text, "r:id='");
    assert_eq!(desk.client.request("textDocument/prepareRename", params).await, Value::Null);
}

#[tokio::test]
async fn a_fragment_leads_through_a_catalog() {
    let catalog = "<catalog xmlns='urn:oasis:names:tc:entity:xmlns:xml:catalog'><uri name='http://e.org/b' uri='b.xml'/>\
                   <rewriteURI uriStartString='http://q.org/' rewritePrefix='./'/></catalog>";
    let text = format!("<r {XLINK}><a x:href='http://e.org/b#old'/><a x:href='http://q.org/b.xml#old'/></r>");
    let files = [
        (".iri.toml", "[schemas]\ncatalogs = ['catalog.xml']\n"),
        ("catalog.xml", catalog),
        ("b.xml", "<r>\n<p xml:id='old'/></r>"),
        ("a.xml", &text),
    ];
    let mut desk = Desk::new(&files, PositionEncoding::Utf8).await;
    desk.open("a.xml").await;
    for before in ["http://e", "http://q"] {
        let params = desk.at("a.xml", &text, before);
        let found = desk.client.request("textDocument/definition", params).await;
        assert_eq!(found[0]["uri"], desk.uri("b.xml"));
        assert_eq!(found[0]["range"]["start"], json!({"line": 1, "character": 11}), "{before}");
    }
}

#[tokio::test]
async fn the_parts_of_a_document_share_their_ids() {
    const DOCBOOK: &str = "xmlns='http://docbook.org/ns/docbook'";
    let xinclude = format!(
        "<book {DOCBOOK} xmlns:xi='http://www.w3.org/2001/XInclude'><xi:include href='c1.xml'/><part><xi:include href='c2.xml'/></part></book>"
    );
    let entities = "<!DOCTYPE book [<!ENTITY c1 SYSTEM 'c1.xml'><!ENTITY c2 SYSTEM 'c2.xml'>]><book>&c1;&c2;</book>";
    for book in [&*xinclude, entities] {
        let files = [
            ("book.xml", book),
            ("c1.xml", &format!("<chapter {DOCBOOK} xml:id='old'/>")),
            ("c2.xml", &format!("<chapter {DOCBOOK}><xref linkend='old'/></chapter>")),
            // It belongs to no book.
            ("other.xml", &format!("<article {DOCBOOK}><xref linkend='old'/></article>")),
        ];
        let mut desk = Desk::new(&files, PositionEncoding::Utf8).await;
        for (name, before) in [("c1.xml", "xml:id='"), ("c2.xml", "linkend='")] {
            let text = desk.open(name).await;
            let mut params = desk.at(name, &text, before);
            let found = desk.client.request("textDocument/definition", params.clone()).await;
            assert_eq!(found[0]["uri"], desk.uri("c1.xml"), "{name}: {found}");
            params["newName"] = json!("new");
            params["context"] = json!({"includeDeclaration": false});
            let found = desk.client.request("textDocument/references", params.clone()).await;
            assert_eq!(found.as_array().map(Vec::len), Some(1), "{name}: {found}");
            assert_eq!(found[0]["uri"], desk.uri("c2.xml"));
            let edit = desk.client.request("textDocument/rename", params).await;
            let mut texts: BTreeMap<_, _> =
                files.iter().map(|(name, text)| (desk.path(name), (*text).to_owned())).collect();
            desk.apply(&edit, &mut texts);
            for (name, text) in files {
                let new = if name == "other.xml" { text.to_owned() } else { text.replace("old", "new") };
                assert_eq!(texts[&desk.path(name)], new);
            }
        }
        let text = desk.open("other.xml").await;
        let params = desk.at("other.xml", &text, "linkend='");
        assert_eq!(desk.client.request("textDocument/prepareRename", params).await, Value::Null);
    }
}

#[tokio::test]
async fn the_id_and_the_iri_of_a_node_of_rdf_are_one() {
    for base in ["", "xml:base='http://e.org/d'"] {
        let text = format!(
            "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' {base}><rdf:Description rdf:ID='old'/>\
             <rdf:Description rdf:about='#old'/><rdf:value rdf:resource='#old'/><rdf:value rdf:resource='#other'/></rdf:RDF>"
        );
        let whole = text.replace("</rdf:RDF>", "<rdf:value rdf:resource='http://e.org/d#old'/></rdf:RDF>");
        let text = if base.is_empty() { text } else { whole };
        let mut desk = Desk::new(&[("a.rdf", &text)], PositionEncoding::Utf8).await;
        desk.open("a.rdf").await;
        for before in ["rdf:ID='", "rdf:about='#", "rdf:resource='#"] {
            let mut params = desk.at("a.rdf", &text, before);
            params["newName"] = json!("new");
            let edit = desk.client.request("textDocument/rename", params.clone()).await;
            let mut texts = BTreeMap::from([(desk.path("a.rdf"), text.clone())]);
            desk.apply(&edit, &mut texts);
            assert_eq!(texts[&desk.path("a.rdf")], text.replace("old", "new"), "{before}");
            let found = desk.client.request("textDocument/definition", params).await;
            let id = desk.at("a.rdf", &text, "rdf:ID='");
            assert_eq!(found[0]["range"]["start"], id["position"], "{before}");
        }
        let params = desk.at("a.rdf", &text, "#othe");
        assert_eq!(desk.client.request("textDocument/definition", params).await, Value::Null);
    }
}

#[tokio::test]
async fn the_paths_of_a_configuration_follow_what_moves() {
    let config =
        "[schemas]\ncatalogs = ['cat/catalog.xml']\nassociations = [{files = '*.x', schema = \"cat/a b.xsd\"}]\n";
    let catalog = "<catalog xmlns='urn:oasis:names:tc:entity:xmlns:xml:catalog'/>";
    let files = [(".iri.toml", config), ("cat/catalog.xml", catalog), ("cat/a b.xsd", "<x/>"), ("a.xml", "<a/>")];
    let mut desk = Desk::new(&files, PositionEncoding::Utf8).await;
    let params = json!({"files": [{"oldUri": desk.uri("cat"), "newUri": desk.uri("kat")}]});
    let edit = desk.client.request("workspace/willRenameFiles", params).await;
    let mut texts = BTreeMap::from([(desk.path(".iri.toml"), config.to_owned())]);
    desk.apply(&edit, &mut texts);
    assert_eq!(
        texts[&desk.path(".iri.toml")],
        "[schemas]\ncatalogs = [\"kat/catalog.xml\"]\nassociations = [{files = '*.x', schema = \"kat/a b.xsd\"}]\n"
    );
}

/// Returns one of `all`.
fn one_of<'a>(rng: &mut Rng, all: &[&'a str]) -> &'a str {
    all[rng.usize(..all.len())]
}

/// Returns the target of each link that leads to an existing file: the file and the fragment.
fn resolved(root: &Path, path: &Path, text: &str) -> Vec<Option<(PathBuf, Option<String>)>> {
    let roots = [root.to_owned()];
    let index = TargetIndex::default();
    let settings = Settings::default().with_location(document_location(path).expect("an absolute path"));
    let document = Document::parse(text, std::sync::Arc::new(settings));
    let target = |site: iri_core::Site<'_>| {
        // The replacement of an entity is in its declaration, which other references may use.
        if site.attribute.is_none_or(|name| name.ends_with("}base")) || site.raw == "&e;" {
            return None;
        }
        let target = document.target_of(&site)?;
        let fragment =
            target.fragment.map(|span| percent_decoded(span.slice(&site.value)).expect("UTF-8").into_owned());
        let file = match &target.file {
            Some(file) => index.within(&roots).resolved(file)?,
            None => path.to_owned(),
        };
        Some((file, fragment))
    };
    document.sites().map(target).collect()
}

const NAMES: [&str; 7] = ["a.xml", "b c.xml", "\u{5D0}.xml", "%41#?.xml", "q&'.xml", "x:y.xml", "\u{10000}.xml"];
const FOLDERS: [&str; 5] = ["", "one/", "one/two/", "d r/", "\u{E9}/"];
const IDS: [&str; 3] = ["i", "j", "\u{5D0}"];

/// Returns files with links between them, and their names.
fn random_files(rng: &mut Rng, names: &[&'static str]) -> BTreeMap<String, String> {
    let mut files: BTreeMap<String, String> = BTreeMap::new();
    let all: Vec<String> = (0..6).map(|_| format!("{}{}", one_of(rng, &FOLDERS), one_of(rng, names))).collect();
    for name in &all {
        let mut text = format!(
            "<!DOCTYPE r [<!ENTITY e 'a.xml'>]>\n<r {XLINK}><p xml:id='i'/><p xml:id='j'/><p xml:id='\u{5D0}'/>\n"
        );
        let depth = name.matches('/').count();
        for _ in 0..rng.usize(..8) {
            let target = &all[rng.usize(..all.len())];
            let encoded: Vec<_> =
                target.split('/').map(|name| iri_core::reference::path_segment(name, iri_core::Dialect::Iri)).collect();
            let up = |depth: usize| if depth == 0 { "./".to_owned() } else { "../".repeat(depth) };
            // The base is that of the document, or another folder.
            let folder = one_of(rng, &FOLDERS);
            let (base, up) = match rng.usize(..4) {
                0 => (" xml:base='./'".to_owned(), up(depth)),
                1 => (" xml:base=''".to_owned(), up(depth)),
                2 => (format!(" xml:base='{}{folder}'", up(depth)), up(folder.matches('/').count())),
                _ => (String::new(), up(depth)),
            };
            let fragment = match rng.usize(..3) {
                0 => String::new(),
                _ => format!("#{}", iri_core::reference::fragment_from_id(one_of(rng, &IDS), iri_core::Dialect::Uri)),
            };
            let query = one_of(rng, &["", "", "?a=b&c"]);
            let href = client::editor::escaped(&format!("{up}{}{query}{fragment}", encoded.join("/")));
            let around = one_of(rng, &["", " ", "\u{10000}", "&#x5D0;"]);
            let quote = one_of(rng, &["'", "\""]);
            let href = if rng.usize(..12) == 0 { "&e;".to_owned() } else { href };
            writeln!(text, "<b{base} t='{around}' x:href={quote}{href}{quote}/>").expect("a String takes every write");
        }
        text.push_str("<b x:href='#i'/><b x:href='http://example.org/a.xml#i'/></r>");
        files.insert(name.clone(), text);
    }
    files
}

#[tokio::test]
async fn every_link_survives_random_moves_and_renames() {
    let names: Vec<&str> = NAMES.into_iter().filter(|name| can_name(name)).collect();
    let mut rng = Rng::with_seed(3986);
    let (mut edited, mut renamed_ids) = (0, 0);
    // `IRI_MOVES=1000 cargo test -p iri-lsp --test it links::` makes more of them.
    let rounds = std::env::var("IRI_MOVES").ok().and_then(|number| number.parse().ok()).unwrap_or(60);
    for round in 0..rounds {
        let files = random_files(&mut rng, &names);
        let list: Vec<(&str, &str)> = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        let encoding = PositionEncoding::ALL[round % 3];
        let mut desk = Desk::new(&list, encoding).await;
        let root = desk.folder.path().to_owned();
        // An open document is newer than its file.
        let open = list[rng.usize(..list.len())].0;
        let newer = files[open].replace("</r>", "<b x:href='a.xml'/></r>");
        let open_uri = desk.uri(open);
        desk.client.open(&open_uri, &newer).await;
        let mut texts: BTreeMap<PathBuf, String> =
            list.iter().map(|(name, text)| (root.join(name), (*text).to_owned())).collect();
        texts.insert(root.join(open), newer.clone());
        let before: BTreeMap<PathBuf, _> =
            texts.iter().map(|(path, text)| (path.clone(), resolved(&root, path, text))).collect();
        // A rename of an ID: files stay, fragments follow.
        let id = one_of(&mut rng, &IDS);
        let at = newer.find(&format!("xml:id='{id}'")).expect("each file has it") + "xml:id='".len();
        let params = json!({"textDocument": {"uri": open_uri}, "position": position(&newer, at, encoding), "newName": "new.\u{E9}"});
        let edit = desk.client.request("textDocument/rename", params).await;
        let mut after = texts.clone();
        desk.apply(&edit, &mut after);
        for (path, text) in &after {
            let expected = before[path].iter().map(|target| {
                let (file, fragment) = target.clone()?;
                let is_renamed = file == root.join(open) && fragment.as_deref() == Some(id);
                renamed_ids += usize::from(is_renamed);
                Some((file, if is_renamed { Some("new.\u{E9}".to_owned()) } else { fragment }))
            });
            assert_eq!(
                resolved(&root, path, text),
                expected.collect::<Vec<_>>(),
                "{round}: {text}\nwas {}",
                texts[path]
            );
        }
        // A move of a file or of a directory.
        let from = list[rng.usize(..list.len())].0;
        let (from, to) = match from.split_once('/').filter(|_| rng.usize(..2) == 0) {
            Some((directory, _)) => {
                (directory.to_owned(), format!("{}moved dir", one_of(&mut rng, &["", "d r/", "neu/"])))
            }
            None => (from.to_owned(), format!("{}new {}", one_of(&mut rng, &FOLDERS), one_of(&mut rng, &names))),
        };
        // A file is not moved over another one.
        if to.starts_with(&format!("{from}/")) || root.join(&to).exists() {
            continue;
        }
        let params = json!({"files": [{"oldUri": desk.uri(&from), "newUri": desk.uri(&to)}]});
        let edit = desk.client.request("workspace/willRenameFiles", params).await;
        let mut after = texts.clone();
        desk.apply(&edit, &mut after);
        edited += after.iter().filter(|(path, text)| texts[*path] != **text).count();
        for (path, text) in &after {
            fs::write(path, text).expect("it can be written");
        }
        fs::create_dir_all(root.join(&to).parent().expect("a directory")).expect("it can be created");
        fs::rename(root.join(&from), root.join(&to)).expect("it can be moved");
        let moved = |path: &Path| match path.strip_prefix(root.join(&from)) {
            Ok(rest) if rest.as_os_str().is_empty() => root.join(&to),
            Ok(rest) => root.join(&to).join(rest),
            Err(_) => path.to_owned(),
        };
        for (path, text) in &after {
            let now = resolved(&root, &moved(path), text);
            assert_eq!(now.len(), before[path].len(), "{round}: {text}");
            for (old, new) in before[path].iter().zip(now) {
                if let Some((file, fragment)) = old {
                    assert_eq!(
                        new,
                        Some((moved(file), fragment.clone())),
                        "{round}: {from} to {to}: {text}\nwas {}",
                        texts[path]
                    );
                }
            }
            // Outside the references nothing changes.
            let outside = |text: &str| {
                let pieces = text.split("<b").map(|piece| {
                    let attribute = piece.split_once(" t=").map_or(piece, |(_, rest)| rest);
                    let (before, rest) = attribute.split_once("x:href=").unwrap_or((attribute, ""));
                    (before.to_owned(), rest.split_once("/>").map_or("", |(_, rest)| rest).to_owned())
                });
                pieces.collect::<Vec<_>>()
            };
            assert_eq!(outside(text), outside(&texts[path]), "{round}");
        }
    }
    assert!(edited > 50 && renamed_ids > 30, "{edited} files edited, {renamed_ids} fragments renamed");
}

#[tokio::test]
async fn a_text_without_a_file_has_links_to_its_own_ids() {
    let text = "<html xmlns='http://www.w3.org/1999/xhtml'><p id='one'/><a href='#one'/><label for='one'/></html>";
    let at = text.find("#one").expect("it is there") + 2;
    let folder = tempfile::tempdir().expect("a folder can be made");
    let (mut client, _) = Client::initialized(json!({"capabilities": {}, "rootUri": uri(folder.path())})).await;
    for uri in ["untitled:Untitled-1", "git:/a/b.xhtml?ref", "inmemory://model/1", "vscode-vfs://h/a.xhtml"] {
        client.open(uri, text).await;
        let params = || json!({"textDocument": {"uri": uri}, "position": position(text, at, PositionEncoding::Utf16)});
        let definition = client.request("textDocument/definition", params()).await;
        let (start, _) = span(text, &definition[0]["range"], PositionEncoding::Utf16);
        assert_eq!((&definition[0]["uri"], &text[start..start + 3]), (&json!(uri), "one"), "{definition}");
        let mut asked = params();
        asked["context"] = json!({"includeDeclaration": true});
        let references = client.request("textDocument/references", asked).await;
        assert_eq!(references.as_array().map(Vec::len), Some(3), "{references}");
        let highlights = client.request("textDocument/documentHighlight", params()).await;
        assert_eq!(highlights.as_array().map(Vec::len), Some(3), "{highlights}");
        let mut asked = params();
        asked["newName"] = json!("two");
        let edit = client.request("textDocument/rename", asked).await;
        let edits = edit["changes"][uri].as_array().expect("a list");
        assert_eq!(apply(text, edits, PositionEncoding::Utf16), text.replace("one", "two"));
    }
}

#[tokio::test]
async fn a_link_to_an_id_opens_its_line() {
    let page = |body: &str| format!("<html xmlns='http://www.w3.org/1999/xhtml'><body>{body}</body></html>");
    let (a, b) = (page("<a href='b.xhtml#one'/><a href='b.xhtml'/><a href='b.xhtml#no'/>"), page("\n<p id='one'/>"));
    let folder = tempfile::tempdir().expect("a folder can be made");
    write(&folder.path().join("a.xhtml"), &a);
    write(&folder.path().join("b.xhtml"), &b);
    let capabilities = json!({"textDocument": {"documentLink": {"tooltipSupport": true}}});
    let (mut client, _) =
        Client::initialized(json!({"capabilities": capabilities, "rootUri": uri(folder.path())})).await;
    let (own, other) = (uri(&folder.path().join("a.xhtml")), uri(&folder.path().join("b.xhtml")));
    client.open(&own, &a).await;
    let links = client.request("textDocument/documentLink", json!({"textDocument": {"uri": own}})).await;
    let links = links.as_array().expect("a list");
    let links: Vec<_> = links.iter().filter(|link| link["range"]["start"]["character"].as_u64() > Some(50)).collect();
    // A client requests the rest of a link only if it has no target.
    assert_eq!(links[1]["target"], other);
    for (link, end, tooltip) in [
        (&links[0], "#L2,8", "Open 'one' in b.xhtml"),
        (&links[1], "", "Open b.xhtml"),
        (&links[2], "#no", "Open 'no' in b.xhtml"),
    ] {
        assert_eq!(link["tooltip"], tooltip);
        let mut link: Value = (*link).clone();
        if link["target"].is_null() {
            link = client.request("documentLink/resolve", link).await;
        }
        assert_eq!(link["target"], format!("{other}{end}"));
    }
}

#[tokio::test]
async fn what_list_shows_moves_and_is_renamed() {
    let generic = "<doc><p xml:id='old'/><x href='#old'/><y fooUrl='a.xml#old'/><z uri='sub/b.png'/></doc>";
    let directive = "<html xmlns='http://www.w3.org/1999/xhtml'><p id='old'/><a href='#old:~:text=b'/></html>";
    let opf = "<package xmlns='http://www.idpf.org/2007/opf'><metadata><meta name='cover' content='old'/>\
               <meta name='old' content='x'/></metadata><manifest><item id='old' href='sub/b.png'/></manifest></package>";
    let pipe = "<p:declare-step xmlns:p='http://www.w3.org/ns/xproc'><p:load href='sub/b.png'/>\
                <p:load href='sub/b.png{$x}'/></p:declare-step>";
    let container = "<container xmlns='urn:oasis:names:tc:opendocument:xmlns:container'><rootfiles>\
                     <rootfile full-path='sub/b.png'/></rootfiles></container>";
    let files = [
        ("a.xml", generic),
        ("a.xhtml", directive),
        ("a.opf", opf),
        ("a.xpl", pipe),
        ("META-INF/container.xml", container),
        ("sub/b.png", ""),
    ];
    let mut desk = Desk::new(&files, PositionEncoding::Utf16).await;
    for (name, text, expected) in [
        ("a.xml", generic, generic.replace("old", "new")),
        ("a.xhtml", directive, directive.replace("old", "new")),
        ("a.opf", opf, opf.replace("'old' h", "'new' h").replace("content='old'", "content='new'")),
    ] {
        desk.open(name).await;
        let mut params = desk.at(name, text, "id='");
        params["newName"] = json!("new");
        let edit = desk.client.request("textDocument/rename", params.clone()).await;
        let mut texts = BTreeMap::from([(desk.path(name), text.to_owned())]);
        desk.apply(&edit, &mut texts);
        assert_eq!(texts[&desk.path(name)], expected, "{edit}");
        // The present name changes nothing.
        params["newName"] = json!("old");
        let edit = desk.client.request("textDocument/rename", params).await;
        assert!(edit["documentChanges"].as_array().is_some_and(Vec::is_empty), "{edit}");
    }
    let params = desk.at("a.xhtml", directive, "href='#o");
    let definition = desk.client.request("textDocument/definition", params).await;
    assert_eq!(definition[0]["range"]["start"]["character"], directive.find("old").expect("an ID"), "{definition}");
    let params = json!({"files": [{"oldUri": desk.uri("sub/b.png"), "newUri": desk.uri("c/d.png")}]});
    let edit = desk.client.request("workspace/willRenameFiles", params).await;
    let mut texts: BTreeMap<_, _> = files.iter().map(|(name, text)| (desk.path(name), (*text).to_owned())).collect();
    desk.apply(&edit, &mut texts);
    for (name, text) in files {
        let expected = if name == "a.xpl" { text.replacen("sub/b", "c/d", 1) } else { text.replace("sub/b", "c/d") };
        assert_eq!(texts[&desk.path(name)], expected, "{edit}");
    }
}

#[tokio::test]
async fn a_topic_has_the_references_to_its_elements() {
    let text = "<topic id='t'><p id='p'/><xref href='#t/p'/><xref href='#./p'/><xref href='#tt/p'/></topic>";
    let mut desk = Desk::new(&[("t.dita", text)], PositionEncoding::Utf16).await;
    desk.open("t.dita").await;
    for before in ["id='", "href='#"] {
        let mut params = desk.at("t.dita", text, before);
        params["context"] = json!({"includeDeclaration": false});
        let found = desk.client.request("textDocument/references", params).await;
        let starts: Vec<_> =
            found.as_array().expect("a list").iter().map(|one| &one["range"]["start"]["character"]).collect();
        let expected: Vec<_> = ["#t/p", "#./p"].map(|part| text.find(part).expect("a part")).into();
        assert_eq!(starts, expected, "{before}: {found}");
    }
    let prepared = desk.client.request("textDocument/prepareRename", desk.at("t.dita", text, "#./")).await;
    let (start, end) = span(text, &prepared["range"], PositionEncoding::Utf16);
    assert_eq!((&text[start..end], &prepared["placeholder"]), ("p", &json!("p")));
}

#[tokio::test]
async fn a_page_without_its_root_keeps_its_references() {
    let page = "<!doctype html><style>p{background:url(a.png)}</style><img src=\"a.png\" srcset=\"a.png 1x, a.png 2x\">\
        <p style=\"background:url(a.png)\"><video poster=\"a.png\"></video><object data=\"a.png\"></object>";
    let mut desk = Desk::new(&[("p.html", page), ("a.png", "")], PositionEncoding::Utf16).await;
    let params = json!({"files": [{"oldUri": desk.uri("a.png"), "newUri": desk.uri("b c.png")}]});
    let edit = desk.client.request("workspace/willRenameFiles", params).await;
    let mut texts = BTreeMap::from([(desk.path("p.html"), page.to_owned())]);
    desk.apply(&edit, &mut texts);
    assert_eq!(texts[&desk.path("p.html")], page.replace("a.png", "b%20c.png"), "{edit}");
}

#[tokio::test]
async fn no_fix_divides_what_an_entity_stands_for() {
    let text = "<!DOCTYPE r [<!ENTITY b 'x y'><!ENTITY g 'x&#x20;'>]><r xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'>\
        <s xsi:schemaLocation='http://e/a &b;'/><s xsi:schemaLocation='http://e/b &g;'/></r>";
    let mut desk = Desk::new(&[("a.xml", text), ("x.xsd", "")], PositionEncoding::Utf16).await;
    desk.open("a.xml").await;
    let range = json!({"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": text.len()}});
    let uri = desk.uri("a.xml");
    let actions = desk.client.actions(&uri, &range, &[], Value::Null).await;
    let replacing = |action: &&Value| action["title"].as_str().is_some_and(|title| title.contains("x.xsd"));
    assert_eq!(actions.iter().filter(replacing).count(), 0, "{actions:?}");
}

#[tokio::test]
async fn a_candidate_replaces_the_id_and_not_what_is_around_it() {
    let files = [("b.xhtml", "<html xmlns='http://www.w3.org/1999/xhtml'><p id='one'/></html>"), ("two words.png", "")];
    let mut desk = Desk::new(&files, PositionEncoding::Utf16).await;
    let page =
        |href: &str| format!("<html xmlns='http://www.w3.org/1999/xhtml'><p id='own'/><a href='{href}'/></html>");
    let root = desk.uri("");
    for (number, (marked, label, expected)) in [
        (page("#|:~:text=x"), "own", page("#own:~:text=x")),
        (page("b.xhtml#o|:~:text=x"), "one", page("b.xhtml#one:~:text=x")),
        (page("#element(o|)"), "own", page("#element(own)")),
        (page("#xpointer(id(%27|%27))"), "own", page("#xpointer(id(%27own%27))")),
        (page("two |"), "two words.png", page("two%20words.png")),
        (page(&format!("{root}|")), "b.xhtml", page(&format!("{root}b.xhtml"))),
        (
            "<topic id='t'><p id='q'/><xref href='#./|'/></topic>".to_owned(),
            "q",
            "<topic id='t'><p id='q'/><xref href='#./q'/></topic>".to_owned(),
        ),
        (
            "<topic id='t'><p id='q'/><xref href='#.|/q'/></topic>".to_owned(),
            "t/q",
            "<topic id='t'><p id='q'/><xref href='#t/q'/></topic>".to_owned(),
        ),
        (
            "<r xmlns:xi='http://www.w3.org/2001/XInclude'><p xml:id='own'/><xi:include xpointer='element(o|)'/></r>"
                .to_owned(),
            "own",
            "<r xmlns:xi='http://www.w3.org/2001/XInclude'><p xml:id='own'/><xi:include xpointer='element(own)'/></r>"
                .to_owned(),
        ),
    ]
    .into_iter()
    .enumerate()
    {
        let name = if marked.starts_with("<topic") { format!("t{number}.dita") } else { format!("t{number}.xml") };
        let found = desk.complete(&name, &marked).await;
        let result = found.iter().find(|(known, _)| known == label).map(|(_, result)| result.as_str());
        assert_eq!(result, Some(&*expected), "{marked}: {:?}", labels(&found));
    }
}
