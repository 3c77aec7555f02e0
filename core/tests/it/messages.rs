//! Messages and fixes of all rules on the examples of their pages and on further references, as one table; for other
//! roles only the rules, severities, and whether each fix is safe (`+`) or suggested (`?`).
//!
//! `UPDATE_EXPECT=1 cargo test -p iri-core --test it messages::` writes `data/messages.txt`; otherwise the test compares.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

use crate::keep::keep;
use iri_core::characters::Escaper;
use iri_core::rules::{self, Page};
use iri_core::text::apply_edits;
use iri_core::{Decoded, Options, Role, Safety, Severity, inspect, inspect_decoded};

/// References whose messages differ from those of the examples.
const MORE: &[&str] = &[
    // Grammar.
    "%",
    "%4",
    "a%%41",
    "a[b]c",
    "//h[/",
    "a#b#c##",
    ":",
    "1:",
    "\u{5D0}:a",
    "%41:b",
    "a b:c",
    "\u{200B}a:b",
    "//[",
    "//[]",
    "//[1::2::3]",
    "//[12345::]",
    "//[1:2:3]",
    "//[1:2:3:4:5:6:7:8:9]",
    "//[1::2:3:4:5:6:7:8]",
    "//[:1:2:3:4:5:6:7]",
    "//[1:2:3:4:5:6:7:]",
    "//[::g]",
    "//[1.2.3.4::]",
    "//[::1.2.3]",
    "//[::01.2.3.4]",
    "//[v1]",
    "//[v.a]",
    "//[vx.a]",
    "//[v1.]",
    "//[v1.@]",
    "//[fe80::1%25eth0]",
    "//[::1]a",
    "//1:2:3:4:5:6:7:8/",
    "//h:80a",
    "//h:\u{661}",
    "//a@b@c",
    "//a:b@c@d",
    "a\u{FFFE}b",
    "a\u{FFFF}b",
    // Characters of LEIRIs.
    "a b",
    "a  b",
    "//a b/",
    "a<b>\"c",
    "a{b}|^`",
    "?\\",
    "a\tb",
    "a\u{85}b",
    "a\u{7F}b",
    "a\r\n b",
    "\u{200E}",
    "//h\u{202A}/",
    "a\u{FFF9}\u{FFFD}",
    "a\u{E000}",
    "?\u{F0000}",
    "a\u{E0041}",
    "?\u{E0001}",
    "a\u{FDD0}\u{10FFFF}",
    "data:;base64,AA \tAA",
    "\\\\h\\s",
    "C:\\x",
    "C:/x",
    "file:C:\\x",
    "a\\b",
    "http:\\\\h\\a",
    " a",
    "a ",
    "\ta\n",
    " ",
    "\u{A0}a",
    // Direction and lookalikes.
    "/a\u{5D0}",
    "//a\u{5D0}.b/",
    "?a\u{5D0}=b\u{5D0}",
    "#a\u{5D0}",
    "//u\u{5D0}@h",
    "/a.b\u{5D0}",
    "/1\u{5D0}",
    "/\u{5D0}1",
    "/-\u{5D0}-",
    "/\u{5D0}\u{5B0}",
    "http://1\u{5D0}.a/",
    "http://a\u{5D0}/",
    "http://\u{5D0}a/",
    "http://\u{5D0}-/",
    "http://\u{627}1\u{661}/",
    "http://\u{5D0}.a-/",
    "http://ab.\u{5D2}\u{5D3}.123/",
    "a\u{200B}",
    "a\u{3000}",
    "a\u{AD}",
    "\u{1F468}\u{200D}\u{1F469}",
    "\u{915}\u{94D}\u{200D}\u{937}",
    "e\u{301}",
    "?e\u{301}#e\u{301}",
    "//e\u{301}/",
    "\u{2126}",
    "\u{FB01}",
    "\u{FF21}",
    "//a\u{FF0E}b",
    "http://p\u{430}y.a/",
    "/p\u{430}y",
    "http://\u{441}\u{43E}.a/",
    "/\u{441}\u{43E}",
    "\u{378}",
    "\u{EFFFD}",
    // Spelling.
    "%E9",
    "%C3",
    "%ED%A0%80",
    "%2541",
    "%25c3%25a9",
    "%41",
    "%7E",
    "%2E",
    "%2e%2E/a",
    "a%3ab",
    "%c3%a9",
    "HTTP:a",
    "//H.Example",
    "//h:",
    "//h:080",
    "http://h:80/",
    "https://h:0443",
    "/a/./b",
    "/a/../b",
    "a/..",
    "/..",
    "//u:p@h",
    "//:p@h",
    // Hosts and schemes.
    "http://b%C3%BC.a/",
    "http://a%20b/",
    "http://\u{301}a/",
    "http://a\u{2100}b/",
    "http://xn--a/",
    "http://xn--abc-/",
    "http://xn--\u{E9}/",
    "http://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/",
    "http:",
    "http:a",
    "http:/a",
    "http://",
    "http:///a",
    "https:https://h/",
    "http://http://h/",
    "http://h:65536/",
    "http://h:443443/",
    "http://user@:80/",
    "http://user@/",
    "ssh://git@h:a/b.git",
    "http://1.2.3.4.5/",
    "http://256.1.1.1/",
    "http://0x/",
    "file:",
    "file:a",
    "file://h:1/a",
    "file://home/a",
    "file://C:/a",
    "file:///C|/a",
    "file:/C|/a",
    "file:C:/a",
    "data:",
    "data:a,b",
    "data:a/b;base64",
    "data:;base64;x=y,AA",
    "data:;base64,A",
    "data:;base64,AA==A",
    "data:;base64,A-_A",
    "data:;base64,A!AA",
    "data://a,b",
    "mailto:",
    "mailto:a",
    "mailto://a@b",
    "mailto:a@b;c@d",
    "tag:",
    "tag:a",
    "tag:,2026:a",
    "tag:a.example,2026",
    "tag:a.example,20:a",
    "info:a",
    "doi:1",
    "did:a",
    "did:A:b",
    "tel:",
    "tel:1a",
    "geo:",
    "geo:1",
    "geo:91,0",
    "geo:0,181",
    "urn:",
    "urn:a",
    "urn:ab",
    "urn:ab:",
    "urn:ab:/c",
    "urn:a_b:c",
    "urn:urn:a",
    "urn:a:b",
    "urn:-ab:c",
    "urn:ab-:c",
    "urn:uuid:1",
    "urn:oid:3.1",
    "urn:oid:a",
    "urn:ab:c?d",
    "urn:ab:c?+",
    "urn:ab:c?=",
    "urn:ab:c?+/d",
    "urn://ab:c",
];

/// Returns the findings of `text` as lines.
fn findings(text: &str, decoded: &Decoded<'_>, options: &Options) -> String {
    let mut out = String::new();
    for finding in inspect_decoded(decoded, options).findings() {
        let span = Escaper::PlainText.escape(finding.span.slice(&decoded.value));
        let (rule, severity) = (finding.rule.name, finding.severity);
        writeln!(out, "  {rule} {severity} «{span}»: {}", finding.message).expect("a String takes every write");
        for fix in &finding.fixes {
            let fixed = Escaper::PlainText.escape(&apply_edits(&decoded.value, &fix.edits));
            writeln!(out, "    {:?}: {} → {fixed}", fix.safety, fix.title).expect("a String takes every write");
        }
    }
    if out.is_empty() { out } else { format!("{}\n{out}", Escaper::PlainText.escape(text)) }
}

#[test]
fn every_message_and_every_fix_is_in_the_table() {
    let mut table = String::new();
    let mut reported = BTreeSet::new();
    for rule in rules::ALL {
        writeln!(table, "# {}\n", rule.name).expect("a String takes every write");
        for example in Page::parse(rule.page()).examples.iter().filter(|example| !example.spans.is_empty()) {
            let decoded = example.decoded();
            let mut options = Options::from(example);
            if example.is_on {
                options.severities.set(rule.name, Some(Severity::Warning)).expect("a rule knows its own name");
            }
            table.push_str(&findings(&example.text, &decoded, &options));
            reported.insert(rule.name);
        }
        table.push('\n');
    }
    assert_eq!(reported.len(), rules::ALL.len());
    writeln!(table, "# Further references\n").expect("a String takes every write");
    for text in MORE {
        table.push_str(&findings(text, &Decoded::plain(text), &Options::default()));
    }
    for role in [Role::URI, Role::OPC_TARGET, Role::ANY_URI, Role::NAMESPACE_NAME, Role::IDENTIFIER, Role::WEB] {
        writeln!(table, "\n# Further references, role {role}\n").expect("a String takes every write");
        let options = Options::default().with_role(role);
        for text in MORE {
            let inspection = inspect(text, &options);
            let findings = inspection.findings().iter().map(|finding| {
                let fixes: String =
                    finding.fixes.iter().map(|fix| if fix.safety == Safety::Safe { '+' } else { '?' }).collect();
                format!("{} {}{fixes}", finding.rule.name, finding.severity)
            });
            let findings = findings.collect::<Vec<_>>().join(", ");
            writeln!(table, "{}: {findings}", Escaper::PlainText.escape(text)).expect("a String takes every write");
        }
    }
    keep(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/messages.txt"), &table);
}
