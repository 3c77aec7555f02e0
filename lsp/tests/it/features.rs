//! Hovers, links, inlay hints and the command `iri.inspect`.

use crate::client::editor::{self, PositionEncoding, position};
use crate::client::{self, Client, TOP};
use serde_json::{Value, json};

const URI: &str = if cfg!(windows) { "file:///C:/folder/a%20b.xml" } else { "file:///folder/a%20b.xml" };

/// Reference with a long report: right-to-left letters, an entity, a fence of Markdown.
const VALUE: &str = "http://\u{5D0}\u{5D1}.example/a&#x20;```b|%C3%A9\u{202E}";

fn text() -> String {
    format!("<a>\u{1F600}<b xmlns:x='http://www.w3.org/1999/xlink' x:href='{VALUE}'/></a>")
}

fn at(text: &str, part: &str) -> Value {
    position(text, text.find(part).expect("it is in the text"), PositionEncoding::Utf16)
}

async fn markdown_client(options: Value) -> Client {
    let capabilities = json!({"textDocument": {"hover": {"contentFormat": ["markdown", "plaintext"]}}});
    Client::initialized(json!({"capabilities": capabilities, "initializationOptions": options})).await.0
}

async fn hover(client: &mut Client, text: &str, part: &str) -> Value {
    client.request("textDocument/hover", json!({"textDocument": {"uri": URI}, "position": at(text, part)})).await
}

#[tokio::test]
async fn a_hover_describes_the_reference_and_its_role() {
    let mut client = markdown_client(Value::Null).await;
    let text = text();
    client.open(URI, &text).await;
    let hover = hover(&mut client, &text, "b|").await;
    assert_eq!(hover["contents"]["kind"], "markdown");
    let content = hover["contents"]["value"].as_str().expect("a text");
    let expected = "**valid LEIRI, not an IRI**\n\n````text\n\
        destination         opens 'AB.example', in ASCII 'xn--4dbc.example'\n\n\
        stored              http://AB.example/a{SP}```b|%C3%A9{RLO}\n\
        displayed           http://BA.example/a{SP}```b|%C3%A9{RLO}\n\
        legend              A = \u{5D0}\u{200E} U+05D0 HEBREW LETTER ALEF\n\
        \x20                   B = \u{5D1}\u{200E} U+05D1 HEBREW LETTER BET\n\
        as stored           http://\u{5D0}\u{200E}\u{5D1}\u{200E}.example/a ```b|%C3%A9[RLO]\n\
        as displayed        http://\u{5D1}\u{200E}\u{5D0}\u{200E}.example/a ```b|%C3%A9[RLO]\n\n\
        warning             SPACE (U+0020) is not allowed in an IRI\n\
        fix                 encode SPACE as %20\n\
        warning             '`' (U+0060, 3 times) is not allowed in an IRI\n\
        fix                 encode '`' (3 times) as %60\n\
        warning             '|' (U+007C) is not allowed in an IRI\n\
        fix                 encode '|' as %7C\n\
        \x20                   and 1 more finding\n\n\
        context             x:href of <b>\n\
        role                any-uri: allows LEIRI; one reference; leading and trailing whitespace is removed\n\
        written             http://\u{5D0}\u{200E}\u{5D1}\u{200E}.example/a&#x20;```b|%C3%A9[RLO]\n\n\
        scheme              http\n\
        host                \u{5D0}\u{200E}\u{5D1}\u{200E}.example\n\
        path                /a ```b|%C3%A9[RLO]\n\n\
        URI with IDNA host  http://xn--4dbc.example/a%20%60%60%60b%7C%C3%A9%E2%80%AE\n\
        readable IRI        http://\u{5D0}\u{200E}\u{5D1}\u{200E}.example/a%20%60%60%60b%7C\u{E9}\u{200E}%E2%80%AE\n\n\
        [SP]                U+0020 SPACE, space, at 19\n\
        `                   U+0060 GRAVE ACCENT, unwise, at 20, 21 and 22\n\
        |                   U+007C VERTICAL LINE, unwise, at 24\n\
        [RLO]               U+202E RIGHT-TO-LEFT OVERRIDE, bidi-formatting, at 31\n````";
    assert_eq!(content, expected);
    let start = text.find(VALUE).expect("it is there");
    assert_eq!(editor::span(&text, &hover["range"], PositionEncoding::Utf16), (start, start + VALUE.len()));
}

#[tokio::test]
async fn a_hover_begins_with_the_finding_at_the_position() {
    let mut client = markdown_client(Value::Null).await;
    let text = "<a xml:base='a^b c|d`e%zz'/>";
    client.open(URI, text).await;
    for (part, first) in [("^b", "'^' (U+005E)"), (" c", "SPACE (U+0020)"), ("`e", "'`' (U+0060)")] {
        let hover = hover(&mut client, text, part).await;
        let content = hover["contents"]["value"].as_str().expect("a text");
        let findings = content.split("\n\n").find(|section| section.contains("is not allowed")).expect("findings");
        assert!(findings.lines().next().is_some_and(|line| line.contains(first)), "{part}: {findings}");
    }
}

#[tokio::test]
async fn a_terminal_that_displays_stored_order_receives_no_marks() {
    let info = json!({"name": "Neovim", "version": "0.12.4"});
    let options = json!({"inlayHints": true});
    let params = json!({"capabilities": {}, "clientInfo": info, "initializationOptions": options});
    let (mut client, _) = Client::initialized(params).await;
    let text = "<a xml:base='\u{5D0}\u{5D1}\u{200E}&#x2068;/%C3%A9'/>";
    client.open(URI, text).await;
    let place = json!({"textDocument": {"uri": URI}, "position": at(text, "/%C3")});
    let hover = client.request("textDocument/hover", place.clone()).await;
    let inspect = json!({"command": "iri.inspect", "arguments": [place]});
    let inspected = client.request("workspace/executeCommand", inspect).await;
    for text in [&hover["contents"]["value"], &inspected["report"]] {
        let text = text.as_str().expect("a text");
        assert!(text.contains("as stored     \u{5D0}\u{5D1}[LRM][FSI]/%C3%A9\n"), "{text}");
    }
    let whole = json!({"start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 0}});
    let asked = json!({"textDocument": {"uri": URI}, "range": whole});
    let hints = client.request("textDocument/inlayHint", asked).await;
    assert_eq!(hints[0]["label"], "\u{5D0}\u{5D1}%E2%80%8E[FSI]/\u{E9}");
}

#[tokio::test]
async fn a_hover_is_plain_text_without_markdown_support_and_only_on_references() {
    let mut client = Client::with_capabilities(json!({})).await;
    let text = "<a xml:base='http://example.org/'><b xml:base='c'>d</b></a>";
    client.open(URI, text).await;
    let hovered = hover(&mut client, text, "c'>").await;
    let content = hovered["contents"]["value"].as_str().expect("a text");
    let head = "valid relative URI reference (also IRI and LEIRI)\n\ndestination  opens 'example.org'\n\n\
        context      xml:base of <b>\n";
    assert!(content.starts_with(head), "{content}");
    assert!(content.contains("\nresolved     http://example.org/c\n"), "{content}");
    assert_eq!(hovered["contents"]["kind"], "plaintext");
    assert_eq!(hover(&mut client, text, "d</b>").await, Value::Null);
}

#[tokio::test]
async fn a_reference_with_an_unknown_entity_has_no_forms() {
    let mut client = markdown_client(Value::Null).await;
    let text = "<a xml:base='http://&elsewhere;/b c'/>";
    client.open(URI, text).await;
    let content = hover(&mut client, text, "b c").await;
    let expected = "**unknown: contains an entity or a placeholder without a known value**\n\n```text\n\
        warning  SPACE (U+0020) is not allowed in an IRI\n\
        fix      encode SPACE as %20\n\n\
        context  xml:base of <a>\n\
        role     any-uri: allows LEIRI; one reference; leading and trailing whitespace is removed; \
         target not looked up\n\
        written  http://&elsewhere;/b c\n```";
    assert_eq!(content["contents"]["value"], expected);
    let place = json!({"textDocument": {"uri": URI}, "position": at(text, "b c")});
    let inspected =
        client.request("workspace/executeCommand", json!({"command": "iri.inspect", "arguments": [place]})).await;
    assert_eq!([&inspected["iri"], &inspected["uri"], &inspected["bidi"]], [&Value::Null; 3]);
    assert!(inspected["report"].as_str().expect("a text").starts_with("http://&elsewhere;/b c\n"), "{inspected}");
}

#[tokio::test]
async fn a_hover_on_an_unknown_place_has_the_table_that_declares_it() {
    let mut client = markdown_client(Value::Null).await;
    let text = "<item xmlns='urn:shop' info='http://h.example/a b'/>";
    client.open(URI, text).await;
    let content = hover(&mut client, text, "a b").await;
    let lines =
        ["[[places]]", "namespace = \"urn:shop\"", "element = \"item\"", "attribute = \"info\"", "role = \"any-uri\""];
    let expected = format!("\n.iri.toml    {}\n", lines.join("\n             "));
    let content = content["contents"]["value"].as_str().expect("Markdown");
    assert!(content.contains(&expected), "{content}");
}

#[tokio::test]
async fn the_command_reports_everything() {
    let mut client = markdown_client(Value::Null).await;
    let text = text();
    client.open(URI, &text).await;
    let place = json!({"textDocument": {"uri": URI}, "position": at(&text, "b|")});
    let inspected =
        client.request("workspace/executeCommand", json!({"command": "iri.inspect", "arguments": [place]})).await;
    assert_eq!(inspected["iri"], "http://\u{5D0}\u{5D1}.example/a%20%60%60%60b%7C\u{E9}%E2%80%AE");
    assert_eq!(inspected["uri"], "http://xn--4dbc.example/a%20%60%60%60b%7C%C3%A9%E2%80%AE");
    assert_eq!(inspected["bidi"], "http://AB.example/a{SP}```b|%C3%A9{RLO}");
    let report = inspected["report"].as_str().expect("a text");
    let alone = json!({"command": "iri.inspect", "arguments": [VALUE.replace("&#x20;", " ")]});
    let alone = client.request("workspace/executeCommand", alone).await;
    let alone = alone["report"].as_str().expect("a text");
    for report in [report, alone] {
        for part in [
            "valid LEIRI, not an IRI",
            "java.net.URI",
            "leiri-bidi-formatting at 31",
            "fix: encode SPACE as %20 (suggested)",
            "legend",
        ] {
            assert!(report.contains(part), "{part}: {report}");
        }
        assert!(report.chars().all(|c| c == '\n' || c == '\u{200E}' || !c.is_control() && c != '\u{202E}'), "{report}");
    }
    assert!(report.contains("context ") && !alone.contains("context "));
    assert!(report.contains("\nURI                 http://%D7%90%D7%91.example/"), "{report}");
    assert!(report.contains("\nURI with IDNA host  http://xn--4dbc.example/"), "{report}");
    let nowhere = json!({"textDocument": {"uri": URI}, "position": {"line": 0, "character": 1}});
    let nothing =
        client.request("workspace/executeCommand", json!({"command": "iri.inspect", "arguments": [nowhere]})).await;
    assert_eq!(nothing, Value::Null);
}

#[tokio::test]
async fn an_invalid_command_is_an_error() {
    let mut client = markdown_client(Value::Null).await;
    for params in [
        json!({"command": "iri.inspect"}),
        json!({"command": "iri.inspect", "arguments": [5]}),
        json!({"command": "rm"}),
    ] {
        let id = client.send_request("workspace/executeCommand", params).await;
        let answer = client.wait_for(|message| message["id"] == id).await;
        assert_eq!(answer["error"]["code"], -32602, "{answer}");
    }
}

#[tokio::test]
async fn links_are_resolved_against_the_base_and_names_have_none() {
    let mut client = markdown_client(Value::Null).await;
    let link = |value: &str| format!("<l x:href='{value}'/>");
    let files = ["c%20d/%C3%A9.xml#e", "folder/f%20g.xml", "folder/h.xml"].map(|name| format!("{TOP}/{name}"));
    let values = [
        ("../c d/\u{E9}.xml#e", Some(&*files[0])),
        ("f%20g.xml", Some(&*files[1])),
        ("http://example.org", Some("http://example.org/")),
        ("http://\u{E4}.example/", Some("http://xn--4ca.example/")),
        ("mailto:a@example.org", Some("mailto:a@example.org")),
        // The type removes this whitespace.
        (" h.xml\n", Some(&*files[2])),
        (" http://example.org/i ", Some("http://example.org/i")),
        ("http://&elsewhere;/", None),
        ("#here", None),
        ("", None),
        ("urn:isbn:1", None),
        ("javascript:alert(1)", None),
        ("http://[", None),
    ];
    let links: String = values.iter().map(|(value, _)| link(value)).collect();
    let based = format!("<l xml:base='http://example.org/x/'>{}</l>", link("y"));
    let text = format!("<a xmlns:x='http://www.w3.org/1999/xlink' xmlns='http://example.org/name'>{links}{based}</a>");
    client.open(URI, &text).await;
    let answer = client.request("textDocument/documentLink", json!({"textDocument": {"uri": URI}})).await;
    let mut found: Vec<(String, String)> = Vec::new();
    for link in answer.as_array().expect("a list") {
        let (start, end) = editor::span(&text, &link["range"], PositionEncoding::Utf16);
        let mut link = link.clone();
        if link["target"].is_null() {
            link = client.request("documentLink/resolve", link).await;
        }
        found.push((text[start..end].to_owned(), link["target"].as_str().expect("a target").to_owned()));
    }
    let expected = values.iter().filter_map(|(value, target)| Some(((*value).to_owned(), (*target)?.to_owned())));
    let based = [("http://example.org/x/", "http://example.org/x/"), ("y", "http://example.org/x/y")];
    let based = based.map(|(value, target)| (value.to_owned(), target.to_owned()));
    assert_eq!(found, expected.chain(based).collect::<Vec<_>>());
}

#[tokio::test]
async fn links_use_catalogs() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let place = |name: &str| client::uri_of(&folder.path().join(name));
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("it can be written");
    write(
        "catalog.xml",
        "<catalog xmlns='urn:oasis:names:tc:entity:xmlns:xml:catalog'><uri name='http://example.org/a b' uri='own/a.xml'/>\
         <rewriteURI uriStartString='urn:x:' rewritePrefix='x/'/><system systemId='urn:x:d' uri='a.dtd'/></catalog>",
    );
    write(".iri.toml", "[schemas]\ncatalogs = [\"catalog.xml\"]\n");
    let text = "<!DOCTYPE a SYSTEM 'urn:x:d'><a xmlns:x='http://www.w3.org/1999/xlink'>\
                <l x:href='http://example.org/a b'/><l x:href='urn:x:y'/><l x:href='urn:y'/></a>";
    let mut client = markdown_client(Value::Null).await;
    client.open(&place("d.xml"), text).await;
    let params = json!({"textDocument": {"uri": place("d.xml")}});
    let answer = client.request("textDocument/documentLink", params).await;
    let targets: Vec<_> = answer.as_array().expect("a list").iter().map(|link| link["target"].clone()).collect();
    assert_eq!(targets, ["a.dtd", "own/a.xml", "x/y"].map(|name| json!(place(name))));
    client.shut_down().await;
}

#[tokio::test]
async fn hints_are_displayed_only_on_request() {
    let text = "<a xml:base='%C3%A9/%20'>\n<b xml:base='http://xn--4ca.example/'/><b xml:base='c'/></a>";
    let whole = json!({"start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 0}});
    let params = json!({"textDocument": {"uri": URI}, "range": whole});
    let mut client = markdown_client(Value::Null).await;
    client.open(URI, text).await;
    assert_eq!(client.request("textDocument/inlayHint", params.clone()).await, Value::Null);
    client.notify("workspace/didChangeConfiguration", json!({"settings": {"inlayHints": true}})).await;
    let hints = client.request("textDocument/inlayHint", params).await;
    let hints = hints.as_array().expect("a list");
    assert_eq!(hints.len(), 2);
    for (hint, part, label) in
        [(&hints[0], "%C3%A9/%20", "\u{E9}/%20"), (&hints[1], "http://xn--4ca.example/", "http://\u{E4}.example/")]
    {
        let end = text.find(part).expect("it is there") + part.len();
        assert_eq!(hint["position"], position(text, end, PositionEncoding::Utf16));
        assert_eq!(hint["label"], format!("\u{2068}{label}\u{2069}"));
        // A hint that is accepted replaces what it is about.
        let edits = hint["textEdits"].as_array().expect("a list");
        assert_eq!(editor::apply(text, edits, PositionEncoding::Utf16), text.replacen(part, label, 1));
    }
}

#[tokio::test]
async fn the_code_of_a_diagnostic_links_to_its_page_if_the_documentation_is_set() {
    let capabilities = json!({"textDocument": {"publishDiagnostics": {"codeDescriptionSupport": true}}});
    for (options, expected) in [
        (
            json!({"documentation": "https://example.org/book/rules/"}),
            json!("https://example.org/book/rules/leiri-space.html"),
        ),
        (json!({"documentation": "https://example.org/rules"}), json!("https://example.org/rules/leiri-space.html")),
        (json!({"documentation": "no URL"}), Value::Null),
        (json!({}), Value::Null),
    ] {
        let params = json!({"capabilities": capabilities, "initializationOptions": options});
        let (mut client, _) = Client::initialized(params).await;
        client.open(URI, "<a xml:base='a b'/>").await;
        let published = client.published(URI).await;
        assert_eq!(published["diagnostics"][0]["codeDescription"]["href"], expected, "{options}");
    }
}

#[tokio::test]
async fn a_reference_of_a_megabyte_has_a_short_hover() {
    let mut client = markdown_client(Value::Null).await;
    let text = format!("<a xml:base='data:,{}'/>", "\u{5D0} %C3".repeat(200_000));
    client.open(URI, &text).await;
    let hover = hover(&mut client, &text, "data:").await;
    assert!(hover["contents"]["value"].as_str().expect("a text").len() < 3_000);
}

#[tokio::test]
async fn a_file_in_turtle_has_findings_hovers_and_fixes() {
    let params = json!({"capabilities": {}, "rootUri": null});
    let (mut client, _) = Client::initialized(params).await;
    let uri = "file:///graph.ttl";
    client.open(uri, "@prefix ex: <http://example.org/ns#> .\nex:a ex:b <http://a/b c> .\nfoo:a ex:b ex:c .\n").await;
    let published = client.published(uri).await;
    assert_eq!(client::rules(&published), ["leiri-space", "undeclared-prefix"]);
    let at = json!({"textDocument": {"uri": uri}, "position": {"line": 1, "character": 4}});
    let hover = client.request("textDocument/hover", at).await.to_string();
    assert!(hover.contains("http://example.org/ns#a"), "{hover}");
    let range = json!({"start": {"line": 1, "character": 22}, "end": {"line": 1, "character": 22}});
    let params = json!({"textDocument": {"uri": uri}, "range": range, "context": {"diagnostics": []}});
    let actions = client.request("textDocument/codeAction", params).await.to_string();
    assert!(actions.contains("%20") && actions.contains("Suppress leiri-space here"), "{actions}");
}

#[tokio::test]
async fn prefixes_in_turtle_have_definitions_references_names_and_candidates() {
    let params = json!({"capabilities": {}, "rootUri": null});
    let (mut client, _) = Client::initialized(params).await;
    let uri = "file:///graph.ttl";
    client.open(uri, "@prefix ex: <http://e/> .\nex:a ex:b <http://e/a> .\ne\nex:\n").await;
    let at = |line: u32, character: u32| json!({"textDocument": {"uri": uri}, "position": {"line": line, "character": character}});
    let range = |line: u32, start: u32, end: u32| json!({"start": {"line": line, "character": start}, "end": {"line": line, "character": end}});
    let definition = client.request("textDocument/definition", at(1, 6)).await;
    assert_eq!(definition[0]["range"], range(0, 8, 10), "{definition}");
    let mut params = at(1, 6);
    params["context"] = json!({"includeDeclaration": false});
    let references = client.request("textDocument/references", params).await;
    assert_eq!(references.as_array().map(Vec::len), Some(3), "{references}");
    let mut params = at(1, 3);
    params["context"] = json!({"includeDeclaration": true});
    let references = client.request("textDocument/references", params).await;
    assert_eq!(references[1]["range"], range(1, 11, 21), "{references}");
    let mut params = at(1, 0);
    params["newName"] = json!("new");
    let edit = client.request("textDocument/rename", params).await;
    let edits = edit["changes"][uri].as_array().expect("edits").clone();
    assert_eq!((edits.len(), &edits[0]["range"]), (4, &range(0, 8, 10)), "{edit}");
    let mut params = at(1, 0);
    params["newName"] = json!("a b");
    let id = client.send_request("textDocument/rename", params).await;
    let error = client.wait_for(|message| message["id"] == id).await;
    let refused = json!("the name is used already, or it cannot be written here");
    assert_eq!(error["error"]["message"], refused, "{error}");
    // Half a percent-encoding, the name of another node, and what would be relative to the directory of the user.
    for (place, new) in [(at(1, 3), "a%zz"), (at(1, 3), "b"), (at(1, 15), "q"), (at(1, 15), "http://e/b")] {
        let mut params = place;
        params["newName"] = json!(new);
        let id = client.send_request("textDocument/rename", params).await;
        let answer = client.wait_for(|message| message["id"] == id).await;
        assert_eq!(answer["error"]["message"], refused, "{new}: {answer}");
    }
    let labels = |answer: &Value| -> Vec<String> {
        let items = answer["items"].as_array().expect("items").iter();
        items.map(|item| item["label"].as_str().expect("a label").to_owned()).collect()
    };
    let found = client.request("textDocument/completion", at(2, 1)).await;
    assert_eq!(labels(&found), ["ex:"]);
    let found = client.request("textDocument/completion", at(3, 3)).await;
    assert_eq!(labels(&found), ["ex:a", "ex:b"]);
}

#[tokio::test]
async fn prefixes_and_names_in_turtle_are_highlighted() {
    let (mut client, _) = Client::initialized(json!({"capabilities": {}, "rootUri": null})).await;
    let uri = "file:///graph.ttl";
    client.open(uri, "@base <http://e/> .\n@prefix ex: <http://e/> .\nex:a ex:b <a> , <http://e/a> .\n").await;
    for (line, character, expected) in [
        (2, 1, &[(1, 8, 3), (2, 0, 2), (2, 5, 2)][..]),
        (2, 3, &[(2, 0, 2), (2, 11, 2), (2, 17, 2)]),
        (2, 8, &[(2, 5, 2)]),
    ] {
        let at = json!({"textDocument": {"uri": uri}, "position": {"line": line, "character": character}});
        let answer = client.request("textDocument/documentHighlight", at).await;
        let found: Vec<_> = answer.as_array().expect("a list").iter().collect();
        let start = |one: &Value| {
            let start = &one["range"]["start"];
            (start["line"].as_u64(), start["character"].as_u64(), one["kind"].as_u64())
        };
        let found: Vec<_> = found.into_iter().map(start).collect();
        let expected: Vec<_> = expected.iter().map(|(line, at, kind)| (Some(*line), Some(*at), Some(*kind))).collect();
        assert_eq!(found, expected, "{line}:{character}");
    }
}

#[tokio::test]
async fn all_rarer_spellings_of_a_file_are_replaced() {
    let text = "<http://e/~a> <http://p/> <http://e/%7Ea> , <http://E/~a> , <http://e/~a> .\n<http://e/~b> <http://p/> <http://e/%7Eb> , <http://e/~b> .\n";
    let capabilities =
        json!({"textDocument": {"codeAction": {"dataSupport": true, "resolveSupport": {"properties": ["edit"]}}}});
    let (mut client, _) = Client::initialized(json!({"capabilities": capabilities, "rootUri": null})).await;
    let uri = "file:///graph.ttl";
    client.open(uri, text).await;
    let range = json!({"start": {"line": 0, "character": 30}, "end": {"line": 0, "character": 30}});
    let actions = client.actions(uri, &range, &[], Value::Null).await;
    let title = "Fix all other-spelling in this file";
    let action = actions.iter().find(|one| one["title"] == title).unwrap_or_else(|| panic!("{actions:?}"));
    let resolved = client.request("codeAction/resolve", action.clone()).await;
    let edits = resolved["edit"]["changes"][uri].as_array().expect("edits").clone();
    let fixed = editor::apply(text, &edits, PositionEncoding::Utf16);
    assert_eq!(fixed, text.replace("%7E", "~").replace("http://E/", "http://e/"));
}
