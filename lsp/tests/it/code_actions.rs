//! Code actions, applied as a client applies them.

use std::ops::Range;

use crate::client::editor::{PositionEncoding, apply, escaped, position, span};
use crate::client::{self, Client};
use serde_json::{Value, json};

const URI: &str = "file:///folder/a.xml";

/// Creates a client that uses `encoding`, pulls diagnostics, and applies every kind of edit.
async fn capable_client(encoding: PositionEncoding, options: Value) -> Client {
    let capabilities = json!({
        "general": {"positionEncodings": [encoding.name()]},
        "textDocument": {"diagnostic": {}},
        "workspace": {
            "diagnostics": {"refreshSupport": true},
            "workspaceEdit": {"documentChanges": true, "resourceOperations": ["create"]},
        },
    });
    Client::initialized(json!({"capabilities": capabilities, "initializationOptions": options})).await.0
}

/// Text before a value, fixed start and end of the value, and text after it: attributes in both quotes and unquoted
/// text, with all line ends, astral characters, entities, a list, a processing instruction.
const SURROUNDINGS: [(&str, &str, &str, &str); 9] = [
    ("<a>\n  <b xml:base=\"", "", "", "\"/>\n</a>\n"),
    ("<?xml version='1.0'?>\r\n<a>\r\n\t<b xml:base='", "", "", "'>\u{1F600}</b>\r\n</a>\r\n"),
    ("<a>\u{1F600} \u{E4}<b\n  xml:base='", "", "", "'/></a>"),
    (
        "<!DOCTYPE a [<!ENTITY e 'x'>]>\r<a><feed xmlns='http://www.w3.org/2005/Atom'><icon>",
        "",
        "",
        "</icon></feed></a>\r",
    ),
    ("<!DOCTYPE a [<!ENTITY e 'x\u{1F600}/'>]>\r\n<a xml:base=\"", "&e;", "", "\"/>"),
    ("<!DOCTYPE a [<!ENTITY e '&f;'>\n<!ENTITY f 'b|c d'>]>\r\n<a xml:base='", "?&e;", "", "'/>"),
    (
        "<a xmlns:i='http://www.w3.org/2001/XMLSchema-instance'\r\ti:schemaLocation='",
        "urn:n \u{10FFFD}",
        " urn:m b",
        "'/>",
    ),
    ("\u{FEFF}<?xml-stylesheet type='text/css' href=\"", "", "", "\"?>\r<a/>"),
    ("<feed xmlns='http://www.w3.org/2005/Atom'>\r\n<icon>", "&#x1F600;<![CDATA[|]]>", "\r\n", "</icon></feed>"),
];

/// Returns a document with `value` as a reference, or a part of one, in one of the surroundings, and its range. In
/// every other document, character references replace everything except letters and digits.
fn document(value: &str, number: usize) -> (String, Range<usize>) {
    let (before, start, end, after) = SURROUNDINGS[number % SURROUNDINGS.len()];
    let character_reference =
        |c: char| if c.is_ascii_alphanumeric() { c.to_string() } else { format!("&#x{:X};", u32::from(c)) };
    let is_encoded = number % 2 == 1 && !before.contains("<?xml-");
    let value: String = if is_encoded { value.chars().map(character_reference).collect() } else { escaped(value) };
    let value = format!("{start}{value}{end}");
    (format!("{before}{value}{after}"), before.len()..before.len() + value.len())
}

/// Returns invalid values: the examples of all rules, and every kind of invalid character in every component.
fn invalid_values() -> Vec<String> {
    let pages = iri_core::rules::ALL.iter().map(|rule| iri_core::rules::Page::parse(rule.page()));
    let examples =
        pages.flat_map(|page| page.examples).filter(|example| !example.spans.is_empty() && example.is_value());
    let mut values: Vec<String> = examples.map(|example| example.text).collect();
    let bad = [
        " ",
        "<",
        ">",
        "\"",
        "{",
        "}",
        "|",
        "\\",
        "^",
        "`",
        "\t",
        "\n",
        "'%",
        "[",
        "\u{85}",
        "\u{A0}",
        "\u{202E}",
        "\u{200F}",
        "\u{FFFC}",
        "\u{E000}",
        "\u{E0041}",
        "\u{FDD0}",
        "\u{1F600}\u{200D} ",
        "e\u{301} ",
        "%zz",
        "%e9",
        "a%2541",
        "\u{FEFF}",
    ];
    let places =
        ["http://exam@ple.org/a", "a@b", "#@", "?x=@&y", "http://example.org/\u{5D0}@/b", "mailto:a@", "@x/y;z"];
    for place in places {
        values.extend(bad.iter().map(|bad| place.replace('@', bad)));
    }
    values.retain(|value| value.chars().all(|c| !c.is_control() || c == '\t' || c == '\n' || c == '\u{85}'));
    values.sort();
    values.dedup();
    values
}

fn edits_of(action: &Value, version: i64) -> Vec<Value> {
    let changes = action["edit"]["documentChanges"].as_array().expect("changes of documents");
    assert_eq!(changes.len(), 1, "{action}");
    assert_eq!(changes[0]["textDocument"], json!({"uri": URI, "version": version}));
    changes[0]["edits"].as_array().expect("edits").clone()
}

fn count(diagnostics: &[Value], code: &Value) -> usize {
    diagnostics.iter().filter(|one| one["code"] == *code).count()
}

#[tokio::test]
async fn every_quick_fix_resolves_its_finding_and_changes_nothing_else() {
    let values = invalid_values();
    assert!(values.len() >= 300, "{}", values.len());
    let mut applied = 0;
    for encoding in PositionEncoding::ALL {
        let mut client = capable_client(encoding, Value::Null).await;
        let documents = values
            .iter()
            .enumerate()
            .flat_map(|(number, value)| (0..3).map(move |more| document(value, number + 3 * encoding as usize + more)));
        for (text, place) in documents {
            client.open(URI, &text).await;
            let found = client.pull(URI).await;
            let mut version = 1;
            for diagnostic in &found {
                let actions =
                    client.actions(URI, &diagnostic["range"], std::slice::from_ref(diagnostic), Value::Null).await;
                let fixes = actions.iter().filter(|action| {
                    action["kind"] == "quickfix" && action["edit"]["documentChanges"][0].get("kind").is_none()
                });
                for action in
                    fixes.filter(|action| action["diagnostics"].as_array().is_some_and(|all| all.contains(diagnostic)))
                {
                    let edits = edits_of(action, version);
                    assert_only_value_changes(&text, &place, action, &edits, encoding);
                    let fixed = apply(&text, &edits, encoding);
                    let changes: Vec<Value> = edits
                        .iter()
                        .rev()
                        .map(|edit| json!({"range": edit["range"], "text": edit["newText"]}))
                        .collect();
                    client.change(URI, 100, json!(changes)).await;
                    let left = client.pull(URI).await;
                    assert!(
                        count(&left, &diagnostic["code"]) < count(&found, &diagnostic["code"]),
                        "{action}\n{text}\n{fixed}\n{left:?}"
                    );
                    client.change(URI, 101, json!([{"text": fixed}])).await;
                    assert_eq!(client.pull(URI).await, left, "the server's text is that of the client");
                    client.close(URI).await;
                    client.open(URI, &text).await;
                    version = 1;
                    applied += 1;
                }
            }
            client.close(URI).await;
        }
        client.shut_down().await;
    }
    assert!(applied > 9000, "{applied} were applied");
}

/// Asserts that a fix changes only the value, and that a suppression adds only a comment.
fn assert_only_value_changes(
    text: &str,
    place: &Range<usize>,
    action: &Value,
    edits: &[Value],
    encoding: PositionEncoding,
) {
    for edit in edits {
        let (from, to) = span(text, &edit["range"], encoding);
        let new = edit["newText"].as_str().expect("a text");
        if new.contains("iri-ignore") {
            assert_eq!(from, to);
            assert!(new.trim().starts_with("<!--") && new.trim().ends_with("-->"), "{new}");
        } else {
            assert!(place.start <= from && to <= place.end, "{action}\n{text}");
        }
    }
}

fn titled<'a>(actions: &'a [Value], title: &str) -> &'a Value {
    actions.iter().find(|action| action["title"] == title).unwrap_or_else(|| panic!("no {title} in {actions:#?}"))
}

fn titles(actions: &[Value]) -> Vec<&str> {
    actions.iter().map(|action| action["title"].as_str().expect("a title")).collect()
}

/// Returns the range of `part` in `text`.
fn range(text: &str, part: &str) -> Value {
    let start = text.find(part).expect("it is in the text");
    json!({"start": position(text, start, PositionEncoding::Utf16), "end": position(text, start + part.len(), PositionEncoding::Utf16)})
}

#[tokio::test]
async fn the_safe_fix_is_preferred_and_all_fixes_of_a_value_are_one_action() {
    let mut client = capable_client(PositionEncoding::Utf16, Value::Null).await;
    let text = "<a xml:base='http://example.org/a b|c d'/>";
    client.open(URI, text).await;
    let actions = client.actions(URI, &range(text, "|"), &[], Value::Null).await;
    let fix = titled(&actions, "Encode '|' as %7C");
    assert_eq!((&fix["isPreferred"], &fix["kind"]), (&json!(true), &json!("quickfix")));
    assert_eq!(fix["diagnostics"][0]["code"], "leiri-unwise");
    assert_eq!(actions.iter().filter(|action| action["isPreferred"] == true).count(), 1);
    let all = titled(&actions, "Apply all safe fixes to this value");
    let fixed = apply(text, &edits_of(all, 1), PositionEncoding::Utf16);
    assert_eq!(fixed, "<a xml:base='http://example.org/a%20b%7Cc%20d'/>");
    assert_eq!(all["diagnostics"].as_array().map(Vec::len), Some(3));
    client.shut_down().await;
}

#[tokio::test]
async fn diagnostics_of_the_client_have_actions_wherever_the_cursor_is() {
    let mut client = capable_client(PositionEncoding::Utf16, Value::Null).await;
    let text = "<a xml:base='a b'/>";
    client.open(URI, text).await;
    let mut diagnostics = client.pull(URI).await;
    diagnostics[0].as_object_mut().expect("an object").remove("data");
    let far = range(text, "<a");
    assert_eq!(client.actions(URI, &far, &[], Value::Null).await, Vec::<Value>::new());
    let actions = client.actions(URI, &far, &diagnostics, Value::Null).await;
    assert_eq!(titled(&actions, "Encode SPACE as %20")["diagnostics"], json!(diagnostics));
    let other = json!({"range": diagnostics[0]["range"], "message": "", "source": "xml", "code": "leiri-space"});
    assert_eq!(client.actions(URI, &far, &[other], Value::Null).await, Vec::<Value>::new());
    client.shut_down().await;
}

#[tokio::test]
async fn fix_all_is_offered_only_on_request() {
    let mut client = capable_client(PositionEncoding::Utf16, Value::Null).await;
    let text = "<a xml:base='a b'>\u{1F600}<b xml:base='&#x20;c|d'/><b xml:base='e'/></a>";
    client.open(URI, text).await;
    let start = range(text, "<a");
    for only in [
        json!(["source"]),
        json!(["source.fixAll"]),
        json!(["source.fixAll.iri"]),
        json!(["source.organizeImports", "source.fixAll", "source"]),
    ] {
        let actions = client.actions(URI, &start, &[], only.clone()).await;
        assert_eq!(titles(&actions), ["IRI: Apply all safe fixes"], "{only}");
        assert_eq!(actions[0]["kind"], "source.fixAll.iri");
        let fixed = apply(text, &edits_of(&actions[0], 1), PositionEncoding::Utf16);
        assert_eq!(fixed, "<a xml:base='a%20b'>\u{1F600}<b xml:base='&#x20;c%7Cd'/><b xml:base='e'/></a>");
    }
    for only in [
        Value::Null,
        json!([""]),
        json!(["quickfix"]),
        json!(["source.fixAll.eslint"]),
        json!(["source.fix"]),
        json!([]),
    ] {
        let diagnostics = client.pull(URI).await;
        let actions = client.actions(URI, &start, &diagnostics, only.clone()).await;
        assert!(actions.iter().all(|action| action["kind"] != "source.fixAll.iri"), "{only}");
    }
    client.change(URI, 2, json!([{"text": "<a xml:base='a'/>"}])).await;
    assert_eq!(client.actions(URI, &start, &[], json!(["source.fixAll"])).await, Vec::<Value>::new());
    client.shut_down().await;
}

#[tokio::test]
async fn fixes_of_signed_documents_are_only_applied_by_choice() {
    let mut client = capable_client(PositionEncoding::Utf16, Value::Null).await;
    let document = |uri: &str| {
        let reference = format!("<s:Reference URI='{uri}'/>");
        let info = format!("<s:SignedInfo>{reference}</s:SignedInfo>");
        let signature = format!("<s:Signature xmlns:s='http://www.w3.org/2000/09/xmldsig#'>{info}</s:Signature>");
        format!("<a xml:base='a b'>{signature}</a>")
    };
    // The signature of another file does not sign this document.
    for (uri, is_signed) in [("", true), ("#x", true), ("b.xml", false)] {
        let (text, name) = (document(uri), format!("{URI}{uri}.xml"));
        client.open(&name, &text).await;
        let fix_all = client.actions(&name, &range(&text, "<a"), &[], json!(["source.fixAll"])).await;
        assert_eq!(fix_all.is_empty(), is_signed, "{text}");
        let actions = client.actions(&name, &range(&text, "a b"), &[], json!(["quickfix"])).await;
        let fix = actions.iter().find(|action| action["title"].as_str().is_some_and(|title| title.contains("%20")));
        let fix = fix.expect("the fix is offered");
        let marked = fix["title"].as_str().is_some_and(|title| title.ends_with(" (makes the XML Signature invalid)"));
        assert_eq!((marked, fix["isPreferred"] == json!(true)), (is_signed, !is_signed), "{fix}");
    }
    client.shut_down().await;
}

#[tokio::test]
async fn fix_all_is_check_fix() {
    let folder = tempfile::tempdir().expect("a directory");
    let text = "<a xml:base='HTTP://Example.ORG:80/a/./b%7e'><b xml:base='a b'/></a>";
    let path = |name: &str| format!("file://{}/{name}", folder.path().display());
    let mut client = capable_client(PositionEncoding::Utf16, Value::Null).await;
    client.open(&path("a.xml"), text).await;
    let only = json!(["source.fixAll"]);
    let actions = client.actions(&path("a.xml"), &range(text, "<a"), &[], only.clone()).await;
    let edits = actions[0]["edit"]["documentChanges"][0]["edits"].as_array().expect("a list").clone();
    let fixed = apply(text, &edits, PositionEncoding::Utf16);
    assert_eq!(fixed, text.replace("a b", "a%20b"), "hints are fixed by choice only");

    // What the author meant to ignore is unknown.
    let config = "[[ignore]]\nvalues = ['a b']\nrulez = ['leiri']\n";
    client.open(&path(".iri.toml"), config).await;
    let problems = client.pull(&path(".iri.toml")).await;
    assert_eq!(problems[0]["severity"], 1, "{problems:?}");
    assert_eq!(client.actions(&path("a.xml"), &range(text, "<a"), &[], only).await, Vec::<Value>::new());
    client.shut_down().await;
}

#[tokio::test]
async fn very_many_fixes_are_one_edit() {
    let mut client = capable_client(PositionEncoding::Utf16, Value::Null).await;
    let text = format!("<a>\u{1F600}\r\n{}</a>", "<b xml:base='a b\u{E9}|'/>\r\n".repeat(6_000));
    client.open(URI, &text).await;
    let actions = client.actions(URI, &range(&text, "<a"), &[], json!(["source.fixAll"])).await;
    let edits = edits_of(&actions[0], 1);
    assert_eq!(edits.len(), 1);
    let fixed = apply(&text, &edits, PositionEncoding::Utf16);
    assert!(fixed == text.replace("a b", "a%20b").replace('|', "%7C"), "{}", &fixed[..200]);
    client.shut_down().await;
}

#[tokio::test]
async fn references_without_findings_have_rewrites() {
    let mut client = capable_client(PositionEncoding::Utf16, Value::Null).await;
    let text = "<!DOCTYPE a [<!ENTITY h 'http://\u{E4}.example'>]>\r\n<a xml:base=\"&h;/\u{1F600}&amp;\u{E9}?\u{F6}\" xml:lang='de'/>\
                <a xml:base='http://xn--4ca.example/%C3%A9%27'/><a xml:base='..\\x'/><a xml:base='http://\u{E4}.example/'/>";
    client.open(URI, text).await;
    let only = json!(["refactor"]);
    let at = async |client: &mut Client, part: &str| client.actions(URI, &range(text, part), &[], only.clone()).await;

    let actions = at(&mut client, "\u{1F600}").await;
    assert_eq!(
        titles(&actions),
        ["Percent-encode path"],
        "a rewrite that would lose an entity reference is not offered"
    );
    assert_eq!(actions[0]["kind"], "refactor.rewrite");
    let fixed = apply(text, &edits_of(&actions[0], 1), PositionEncoding::Utf16);
    assert_eq!(fixed, text.replacen("\u{1F600}&amp;\u{E9}", "%F0%9F%98%80&amp;%C3%A9", 1));

    let actions = at(&mut client, "%C3%A9%27").await;
    let readable = apply(text, &edits_of(titled(&actions, "Convert to readable IRI"), 1), PositionEncoding::Utf16);
    assert!(readable.contains("xml:base='http://\u{E4}.example/\u{E9}%27'"), "{readable}");

    let actions = at(&mut client, "..\\x").await;
    let slashes = apply(text, &edits_of(titled(&actions, "Replace '\\' with '/'"), 1), PositionEncoding::Utf16);
    assert!(slashes.contains("xml:base='../x'"), "{slashes}");

    let actions = at(&mut client, "\u{E4}.example/'").await;
    assert_eq!(titles(&actions), ["Convert to URI"], "the conversion of the host would be the same edit");
    for action in &actions {
        let fixed = apply(text, &edits_of(action, 1), PositionEncoding::Utf16);
        assert!(
            fixed.contains("xml:base='http://xn--4ca.example/'/><a xml:base='..")
                || fixed.ends_with("xml:base='http://xn--4ca.example/'/>")
        );
    }
    assert_eq!(at(&mut client, "de").await, Vec::<Value>::new(), "other attributes have no rewrites");
    assert_eq!(
        client
            .actions(URI, &range(text, "..\\x"), &[], json!(["quickfix"]))
            .await
            .iter()
            .filter(|one| one["kind"] != "quickfix")
            .count(),
        0
    );
    client.shut_down().await;
}

#[tokio::test]
async fn a_rule_can_be_suppressed_here_and_in_the_file() {
    let mut client = capable_client(PositionEncoding::Utf16, Value::Null).await;
    for (text, here, file) in [
        (
            "<?xml version='1.0'?>\r\n<a>\r\n\t<b xml:base='a b'/>\r\n</a>",
            "<?xml version='1.0'?>\r\n<a>\r\n\t<!-- iri-ignore leiri-space -->\r\n\t<b xml:base='a b'/>\r\n</a>",
            "<?xml version='1.0'?>\r\n<!-- iri-ignore-file leiri-space -->\r\n<a>\r\n\t<b xml:base='a b'/>\r\n</a>",
        ),
        (
            "<a><b/><b xml:base='a b'/></a>",
            "<a><b/><!-- iri-ignore leiri-space --><b xml:base='a b'/></a>",
            "<!-- iri-ignore-file leiri-space -->\n<a><b/><b xml:base='a b'/></a>",
        ),
        (
            "<!DOCTYPE a SYSTEM 'a b'><a/>",
            "<!-- iri-ignore leiri-space -->\n<!DOCTYPE a SYSTEM 'a b'><a/>",
            "<!-- iri-ignore-file leiri-space -->\n<!DOCTYPE a SYSTEM 'a b'><a/>",
        ),
        (
            "<feed xmlns='http://www.w3.org/2005/Atom'><icon>a b</icon></feed>",
            "<feed xmlns='http://www.w3.org/2005/Atom'><!-- iri-ignore leiri-space --><icon>a b</icon></feed>",
            "<!-- iri-ignore-file leiri-space -->\n<feed xmlns='http://www.w3.org/2005/Atom'><icon>a b</icon></feed>",
        ),
    ] {
        client.open(URI, text).await;
        let actions = client.actions(URI, &range(text, "a b"), &[], Value::Null).await;
        for (title, expected) in [("Suppress leiri-space here", here), ("Suppress leiri-space in this file", file)] {
            assert_eq!(apply(text, &edits_of(titled(&actions, title), 1), PositionEncoding::Utf16), expected);
        }
        client.close(URI).await;
    }
    client.shut_down().await;
}

#[tokio::test]
async fn a_finding_about_a_list_can_be_suppressed_here() {
    let mut client = capable_client(PositionEncoding::Utf16, Value::Null).await;
    let text = "<r xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xsi:schemaLocation='http://e.org/a b.xsd http://e.org/b'/>";
    client.open(URI, text).await;
    let actions = client.actions(URI, &range(text, "http://e.org/b"), &[], Value::Null).await;
    let edits = edits_of(titled(&actions, "Suppress uneven-pairs here"), 1);
    let expected = format!("<!-- iri-ignore uneven-pairs -->\n{text}");
    assert_eq!(apply(text, &edits, PositionEncoding::Utf16), expected);
    client.shut_down().await;
}

#[tokio::test]
async fn a_misspelled_rule_in_a_comment_can_be_corrected() {
    let mut client = capable_client(PositionEncoding::Utf16, Value::Null).await;
    let text = "<!-- iri-ignore leiri-spcae --><a xml:base='b c'/>";
    client.open(URI, text).await;
    let rules: Vec<Value> = client.pull(URI).await.into_iter().map(|one| one["code"].clone()).collect();
    assert_eq!(rules, ["unknown-rule", "leiri-space"]);
    let actions = client.actions(URI, &range(text, "spcae"), &[], Value::Null).await;
    let fixed = apply(
        text,
        &edits_of(titled(&actions, "Replace 'leiri-spcae' with 'leiri-space'"), 1),
        PositionEncoding::Utf16,
    );
    assert_eq!(fixed, "<!-- iri-ignore leiri-space --><a xml:base='b c'/>");
    client.change(URI, 2, json!([{"text": fixed}])).await;
    assert_eq!(client.pull(URI).await, [Value::Null; 0]);
    let hover = json!({"textDocument": {"uri": URI}, "position": {"line": 0, "character": 20}});
    let hover = client.request("textDocument/hover", hover).await;
    let page = hover["contents"]["value"].as_str().unwrap_or_default();
    assert!(page.starts_with("# leiri-space"), "a comment is not a reference, and its rules have pages: {hover}");
    client.shut_down().await;
}

#[tokio::test]
async fn a_rule_can_be_turned_off_in_the_configuration_file() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = |name: &str| client::uri_of(&folder.path().join(name));
    let text = "<a xml:base='a b'/>";
    let title = "Turn off leiri-space in .iri.toml";

    let mut client = capable_client(PositionEncoding::Utf16, Value::Null).await;
    client.open(&path("a.xml"), text).await;
    let actions = client.actions(&path("a.xml"), &range(text, " b"), &[], Value::Null).await;
    let changes = &titled(&actions, title)["edit"]["documentChanges"];
    assert_eq!(changes[0], json!({"kind": "create", "uri": path(".iri.toml"), "options": {"ignoreIfExists": true}}));
    assert_eq!(changes[1]["textDocument"], json!({"uri": path(".iri.toml"), "version": null}));
    assert_eq!(changes[1]["edits"][0]["newText"], "[rules]\nleiri-space = \"off\"\n");
    client.shut_down().await;

    // A client that cannot create files can still edit an existing one.
    for is_there in [false, true] {
        if is_there {
            std::fs::write(folder.path().join(".iri.toml"), "# \u{1F600}\n[rules]\n").expect("it can be written");
        }
        let mut client = Client::with_capabilities(json!({})).await;
        client.open(&path("a.xml"), text).await;
        let actions = client.actions(&path("a.xml"), &range(text, " b"), &[], Value::Null).await;
        assert_eq!(titles(&actions).contains(&title), is_there);
        if is_there {
            let edit = json!({"range": {"start": {"line": 2, "character": 0}, "end": {"line": 2, "character": 0}}, "newText": "leiri-space = \"off\"\n"});
            assert_eq!(titled(&actions, title)["edit"], json!({"changes": {path(".iri.toml"): [edit]}}));
        }
        client.shut_down().await;
    }
}

#[tokio::test]
async fn a_client_without_document_changes_receives_plain_changes_for_its_own_uri() {
    let mut client = Client::with_capabilities(json!({})).await;
    let uri = "file:///a b/\u{E9}.xml";
    let text = "<a xml:base='a b'/>";
    client.open(uri, text).await;
    let actions = client.actions(uri, &range(text, " b"), &[], Value::Null).await;
    let edits = titled(&actions, "Encode SPACE as %20")["edit"]["changes"][uri].as_array().expect("edits").clone();
    assert_eq!(apply(text, &edits, PositionEncoding::Utf16), "<a xml:base='a%20b'/>");
    client.shut_down().await;
}

#[tokio::test]
async fn an_edit_names_the_version_of_its_document() {
    let mut client = capable_client(PositionEncoding::Utf16, Value::Null).await;
    let text = "<a xml:base='a b'/>";
    client.open(URI, text).await;
    for version in [2, 9] {
        client.change(URI, version, json!([{"text": text}])).await;
        let actions = client.actions(URI, &range(text, " b"), &[], Value::Null).await;
        edits_of(titled(&actions, "Encode SPACE as %20"), version.into());
    }
    client.close(URI).await;
    assert_eq!(client.actions(URI, &range(text, " b"), &[], Value::Null).await, Vec::<Value>::new());
    client.shut_down().await;
}

/// Creates a client that requests the edits of actions when the user chooses them.
async fn resolving_client() -> Client {
    let capabilities = json!({
        "general": {"positionEncodings": ["utf-16"]},
        "textDocument": {
            "diagnostic": {},
            "codeAction": {"dataSupport": true, "resolveSupport": {"properties": ["edit"]}},
        },
        "workspace": {
            "diagnostics": {"refreshSupport": true},
            "workspaceEdit": {"documentChanges": true, "resourceOperations": ["create"]},
        },
    });
    let (client, answer) = Client::initialized(json!({"capabilities": capabilities})).await;
    assert_eq!(answer["capabilities"]["codeActionProvider"]["resolveProvider"], true);
    client
}

/// Returns the actions with their edits, without those whose computation shows that they are impossible: as a client that
/// cannot resolve them receives them.
async fn all_resolved(client: &mut Client, actions: Vec<Value>) -> Vec<Value> {
    let mut all = Vec::new();
    for mut action in actions {
        if action.get("edit").is_none() {
            assert!(action.get("data").is_some(), "{action}");
            let id = client.send_request("codeAction/resolve", action.clone()).await;
            let answer = client.wait_for(|message| message["id"] == id).await;
            if answer["error"]["code"] == -32803 {
                continue;
            }
            action["edit"] = answer["result"]["edit"].clone();
            assert_eq!(answer["result"], action, "nothing else changes");
        }
        action.as_object_mut().expect("an object").remove("data");
        all.push(action);
    }
    all
}

#[tokio::test]
async fn a_resolved_action_has_the_edit_of_a_complete_one() {
    let mut lazy = resolving_client().await;
    let mut eager = capable_client(PositionEncoding::Utf16, Value::Null).await;
    let values = invalid_values();
    let long = format!("data:image/svg+xml,{}", "&lt;a b='c'>".repeat(500));
    for (number, value) in values.iter().map(String::as_str).step_by(9).chain([&*long]).enumerate() {
        let (text, _) = document(value, number);
        let text = if value == long { format!("<a xml:base=\"{value}\"/>") } else { text };
        let (mut expected, mut complete) = (Vec::new(), Vec::new());
        for (client, into) in [(&mut eager, &mut expected), (&mut lazy, &mut complete)] {
            client.open(URI, &text).await;
            for diagnostic in client.pull(URI).await.iter().step_by(20) {
                let sent = std::slice::from_ref(diagnostic);
                into.push(client.actions(URI, &diagnostic["range"], sent, Value::Null).await);
            }
        }
        for (complete, expected) in complete.into_iter().zip(expected) {
            let mut complete = all_resolved(&mut lazy, complete).await;
            // The edits of a whole file are computed only when they are chosen.
            complete.retain(|action| !action["title"].as_str().is_some_and(|title| title.starts_with("Fix all ")));
            assert_eq!(complete, expected, "{text}");
        }
        eager.close(URI).await;
        lazy.close(URI).await;
    }
    eager.shut_down().await;
    lazy.shut_down().await;
}

#[tokio::test]
async fn an_action_of_an_earlier_text_is_refused() {
    let mut client = resolving_client().await;
    let text = "<a xml:base='a b|c'/>";
    client.open(URI, text).await;
    let actions = client.actions(URI, &range(text, " b|"), &[], Value::Null).await;
    let action = titled(&actions, "Apply all safe fixes to this value").clone();
    assert!(action.get("edit").is_none());
    client.change(URI, 2, json!([{"text": "<a xml:base='a b|d'/>"}])).await;
    let id = client.send_request("codeAction/resolve", action).await;
    let answer = client.wait_for(|message| message["id"] == id).await;
    assert_eq!(answer["error"]["code"], -32801, "{answer}");
    for data in
        [json!(null), json!(5), json!({"uri": URI}), json!({"uri": URI, "generation": 1, "edit": {"kind": "x"}})]
    {
        let action = json!({"title": "x", "data": data});
        assert_eq!(client.request("codeAction/resolve", action).await["title"], "x");
    }
    client.shut_down().await;
}

#[tokio::test]
async fn each_effect_is_one_action_and_the_preferred_one_is_first() {
    let mut client = capable_client(PositionEncoding::Utf16, Value::Null).await;
    for value in ["a\\b", "..\\a b", "a|b\\c d", "http://EXAMPLE.org:80/%c3 b", "data:;base64,AA A\n=="] {
        let text = format!("<a xmlns='http://www.w3.org/1999/xhtml' href='{value}'/>");
        client.open(URI, &text).await;
        let diagnostics = client.pull(URI).await;
        let actions = client.actions(URI, &range(&text, value), &diagnostics, Value::Null).await;
        let results: Vec<String> = actions
            .iter()
            .filter(|action| action["edit"]["documentChanges"][0]["edits"].is_array())
            .map(|action| apply(&text, &edits_of(action, 1), PositionEncoding::Utf16))
            .collect();
        let mut distinct = results.clone();
        distinct.sort();
        distinct.dedup();
        assert_eq!(distinct.len(), results.len(), "{:?}", titles(&actions));
        let preferred: Vec<bool> = actions.iter().map(|action| action["isPreferred"] == true).collect();
        assert!(preferred.is_sorted_by(|one, other| one >= other), "{:?}", titles(&actions));
        client.close(URI).await;
    }
    client.shut_down().await;
}

#[tokio::test]
async fn only_the_diagnostics_of_the_client_have_actions_if_it_sends_any() {
    let mut client = capable_client(PositionEncoding::Utf16, Value::Null).await;
    let text = "<a xml:base='a b|c'/>";
    client.open(URI, text).await;
    let diagnostics = client.pull(URI).await;
    let sent = &diagnostics[1..2];
    let actions = client.actions(URI, &range(text, "a b|c"), sent, json!(["quickfix"])).await;
    assert!(!titles(&actions).contains(&"Encode SPACE as %20"), "{:?}", titles(&actions));
    assert_eq!(titled(&actions, "Encode '|' as %7C")["diagnostics"], json!(sent));
    client.shut_down().await;
}

#[tokio::test]
async fn the_most_severe_findings_are_sent_and_the_others_counted() {
    let mut client = capable_client(PositionEncoding::Utf16, Value::Null).await;
    // One value hides nothing after it.
    let text = format!("<a><b xml:base='{}'/><b xml:base='a&#xFFFF;'/></a>", "a|b ".repeat(5_000));
    client.open(URI, &text).await;
    let diagnostics = client.pull(URI).await;
    let in_first = |one: &&Value| one["code"] == "leiri-space" || one["code"] == "leiri-unwise";
    assert_eq!(diagnostics.iter().filter(in_first).count(), 200, "100 of each rule");
    assert!(diagnostics.iter().any(|one| one["severity"] == 1), "the error after it");
    let notes: Vec<&Value> = diagnostics.iter().filter(|one| one["code"].is_null()).collect();
    assert_eq!(notes.len(), 1);
    assert_eq!(notes[0]["message"], "9799 more findings in this value");
    client.close(URI).await;

    let text = format!("<a>{}<b xml:base='a&#xFFFF;'/></a>", "<b xml:base='a b'/>".repeat(9_000));
    client.open(URI, &text).await;
    let diagnostics = client.pull(URI).await;
    assert_eq!(diagnostics.len(), 1_001);
    let errors = |diagnostics: &[Value]| diagnostics.iter().filter(|one| one["severity"] == 1).count();
    assert_eq!(errors(&diagnostics), 1);
    let message = |diagnostics: &[Value]| {
        let notes: Vec<&Value> = diagnostics.iter().filter(|one| one["code"].is_null()).collect();
        assert_eq!(notes.len(), 1);
        notes[0]["message"].as_str().expect("a text").to_owned()
    };
    assert_eq!(message(&diagnostics), "showing 1000 of 9001 findings, the most severe first");
    // An edit updates the numbers.
    let insert = json!({"start": {"line": 0, "character": 3}, "end": {"line": 0, "character": 3}});
    client.change(URI, 2, json!([{"range": insert, "text": "<b xml:base='c&#xFFFF;'/>"}])).await;
    let diagnostics = client.pull(URI).await;
    assert_eq!(errors(&diagnostics), 2);
    assert_eq!(message(&diagnostics), "showing 1000 of 9002 findings, the most severe first");
    client.shut_down().await;
}

#[tokio::test]
async fn a_menu_has_no_two_equal_titles() {
    let mut client = capable_client(PositionEncoding::Utf16, Value::Null).await;
    let text = format!("<a>{}</a>", "<b xml:base='http://e/x y'/>\n".repeat(4));
    client.open(URI, &text).await;
    let range = json!({"start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 0}});
    let actions = client.actions(URI, &range, &[], json!(["quickfix"])).await;
    let mut found = titles(&actions);
    assert!(found.len() > 4 && found.contains(&"Encode SPACE as %20 (line 2, column 24)"), "{found:?}");
    found.sort_unstable();
    assert!(found.windows(2).all(|pair| pair[0] != pair[1]), "{found:?}");
    client.shut_down().await;
}

#[tokio::test]
async fn a_suppression_is_not_suppressed_where_it_is() {
    let mut client = capable_client(PositionEncoding::Utf16, Value::Null).await;
    let text = "<a><!-- iri-ignore leiri-spice --><b xml:base='x'/><!-- iri-ignore bidi --><b xml:base='x'/></a>";
    client.open(URI, text).await;
    for part in ["leiri-spice", "bidi"] {
        let actions = client.actions(URI, &range(text, part), &[], json!(["quickfix"])).await;
        assert!(titles(&actions).iter().all(|title| !title.ends_with(" here")), "{:?}", titles(&actions));
    }
    client.shut_down().await;
}
