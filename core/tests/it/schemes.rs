//! `scheme-syntax` on the examples that the standards of the schemes print.

use iri_core::{Options, inspect};

/// Returns the messages of `scheme-syntax` for `reference`.
fn messages(reference: &str) -> Vec<String> {
    let inspection = inspect(reference, &Options::default());
    let findings = inspection.findings().iter().filter(|finding| finding.rule.name == "scheme-syntax");
    findings.map(|finding| finding.message.to_string()).collect()
}

/// Standard, and examples of valid references that it prints.
const VALID: [(&str, &[&str]); 13] = [
    (
        "RFC 3986 section 1.1.2",
        &[
            "ftp://ftp.is.co.za/rfc/rfc1808.txt",
            "http://www.ietf.org/rfc/rfc2396.txt",
            "ldap://[2001:db8::7]/c=GB?objectClass?one",
            "mailto:John.Doe@example.com",
            "news:comp.infosystems.www.servers.unix",
            "tel:+1-816-555-1212",
            "telnet://192.0.2.16:80/",
            "urn:oasis:names:specification:docbook:dtd:xml:4.1.2",
        ],
    ),
    ("RFC 2397 section 4", &["data:,A%20brief%20note", "data:image/gif;base64,R0lGODdhMAAwAPAAAAAAAP///ywAAAAAMAAw"]),
    ("RFC 3061", &["urn:oid:1.3.6.1", "urn:oid:1.2.840.113549.1.1.1"]),
    ("RFC 3966 section 6", &["tel:+1-201-555-0123", "tel:7042;phone-context=example.com"]),
    (
        "RFC 4151 section 2",
        &[
            "tag:timothy@hpl.hp.com,2001:web/externalHome",
            "tag:sandro@w3.org,2004-05:Sandro",
            "tag:my-ids.com,2001-09-15:TimKindberg:presentation:UBath2004-05-19",
            "tag:blogger.com,1999:blog-555",
            "tag:yaml.org,2002:int",
        ],
    ),
    ("RFC 4452", &["info:ddc/22/eng//004.678", "info:lccn/2002022641", "info:pmid/12376099"]),
    (
        "RFC 5870 section 6",
        &[
            "geo:13.4125,103.8667",
            "geo:48.2010,16.3695,183",
            "geo:48.198634,16.371648;crs=wgs84;u=40",
            "geo:90,-22.43;crs=WGS84",
            "geo:66,30;u=6.500;FOo=this%2dthat",
        ],
    ),
    (
        "RFC 6068 section 6",
        &[
            "mailto:chris@example.com",
            "mailto:infobot@example.com?subject=current-issue",
            "mailto:infobot@example.com?body=send%20current-issue",
            "mailto:list@example.org?In-Reply-To=%3C3469A91.D10AF4C@example.com%3E",
            "mailto:joe@example.com?cc=bob@example.com&body=hello",
            "mailto:?to=joe@example.com&cc=bob@example.com&body=hello",
            "mailto:gorby%25kremvax@example.com",
            "mailto:unlikely%3Faddress@example.com?blat=foop",
            "mailto:%22not%40me%22@example.org",
            "mailto:user@example.org?subject=caf%C3%A9",
            "mailto:user@%E7%B4%8D%E8%B1%86.example.org?subject=Test&body=NATTO",
            "mailto:",
        ],
    ),
    ("RFC 8089 appendix B", &["file:///path/to/file", "file:/path/to/file", "file://host.example.com/path/to/file"]),
    (
        "RFC 8141",
        &[
            "urn:example:a123,z456",
            "urn:example:foo-bar-baz-qux?+CCResolve:cc=uk",
            "urn:example:weather?=op=map&lat=39.56&lon=-104.85&datetime=1969-07-21T02:56:15Z",
            "urn:example:a123,z456?+abc?=xyz#789",
            "URN:example:a123,z456",
        ],
    ),
    ("RFC 9562 section 4", &["urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6"]),
    ("RFC 6455 section 3", &["ws://example.com/chat", "wss://example.com:443/chat"]),
    ("DID Core 1.0", &["did:example:123456789abcdefghi", "did:example:123/path?service=files#key-1"]),
];

/// Standard, and references that its grammar does not match, each with the fault.
const INVALID: [(&str, &[&str]); 15] = [
    ("RFC 9110 section 4.2: a host", &["http:", "http://", "https:///a", "http:a"]),
    ("TCP: a port is a 16-bit number", &["http://a:65536/", "wss://a:99999"]),
    ("RFC 1035 section 2.3.1: no empty label", &["http://a..b/", "https://.a/", "ftp://a...b/"]),
    ("RFC 6455 section 3: no fragment", &["ws://example.com/#a", "wss://example.com/chat#"]),
    ("RFC 8089 section 2: no port, no userinfo, a path", &["file://h:80/a", "file://user@h/", "file:", "file:a/b"]),
    (
        "RFC 6068 section 2",
        &[
            "mailto:a@b@c",
            "mailto:a&b@c",
            "mailto:a@b&subject=x",
            "mailto:a@b?subject=a&b",
            "mailto:a@b?subject",
            "mailto:a@b?subject=a?",
            "mailto:a@b?subject=a?cc=b@c",
        ],
    ),
    ("RFC 8141 section 2: NID", &["urn:a:b", "urn:-ab:c", "urn:ab-:c", "urn:example", "urn:example:", "urn:urn:a"]),
    ("RFC 8141 section 2: components", &["urn:example:a?b", "urn:example:a?+", "urn:example:a?=", "urn:example:/a"]),
    (
        "RFC 9562 section 4",
        &["urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf", "urn:uuid:f81d4fae7dec11d0a76500a0c91e6bf6"],
    ),
    ("RFC 3061", &["urn:oid:3.1", "urn:oid:1.", "urn:oid:01.1"]),
    ("RFC 2397 section 3", &["data:text/plain", "data:text,a", "data:;base64;charset=utf-8,AA==", "data:;base64,A"]),
    (
        "RFC 4151 section 2",
        &["tag:example.org", "tag:example.org,20:a", "tag:example.org,2026-02-31x:a", "tag:,2026:a"],
    ),
    ("RFC 3966 section 3", &["tel:", "tel:+1x", "tel:1234", "tel:911;ext=5"]),
    ("RFC 5870 section 3.3", &["geo:1", "geo:91,0", "geo:0,181", "geo:a,b"]),
    ("DID Core 1.0 section 3.1", &["did:", "did:example", "did:Example:1", "did:example:"]),
];

#[test]
fn the_examples_of_the_standards_have_no_finding() {
    for (standard, examples) in VALID {
        for example in examples {
            assert_eq!(messages(example), [""; 0], "{standard}: {example}");
        }
    }
}

#[test]
fn what_the_grammar_of_a_scheme_does_not_match_has_a_finding() {
    for (standard, examples) in INVALID {
        for example in examples {
            assert!(!messages(example).is_empty(), "{standard}: {example}");
        }
    }
}
