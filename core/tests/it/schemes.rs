//! `scheme-syntax` on the examples that the standards of the schemes print.

use fastrand::Rng;
use iri_core::{Options, inspect};
use regex::Regex;

/// Returns the messages of `scheme-syntax` and `common-mistake` for `reference`.
fn messages(reference: &str) -> Vec<String> {
    let inspection = inspect(reference, &Options::default());
    let matches = |name: &str| matches!(name, "scheme-syntax" | "common-mistake");
    let findings = inspection.findings().iter().filter(|finding| matches(finding.rule.name));
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

/// Grammar of a standard as a regular expression, transcribed without that of the library, and references that it allows.
struct Oracle {
    scheme: &'static str,
    pattern: String,
    seeds: &'static [&'static str],
    /// Characters of the edits.
    alphabet: &'static str,
}

const UNRESERVED: &str = r"A-Za-z0-9._~\-";
const PCT: &str = "%[0-9A-Fa-f]{2}";

#[allow(clippy::too_many_lines)] // One entry per scheme.
fn oracles() -> Vec<Oracle> {
    let pchar = format!("(?:[{UNRESERVED}!$&'()*+,;=:@]|{PCT})");
    let fragment = format!("(?:#(?:{pchar}|[/?])*)?");
    let query = format!(r"(?:\?(?:{pchar}|[/?])*)?");
    let label = "(?:[A-Za-z0-9]|[A-Za-z0-9][A-Za-z0-9-]*[A-Za-z0-9])";
    let top = "(?:[A-Za-z]|[A-Za-z][A-Za-z0-9-]*[A-Za-z0-9])";
    let parameter = format!(r"(?:;[A-Za-z0-9-]+(?:=(?:[{UNRESERVED}!*'()\[\]/:&+$]|{PCT})+)?)");
    let global = r"(?:\+[0-9().-]*[0-9][0-9().-]*)";
    let local = r"(?:[0-9A-Fa-f*#().-]*[0-9A-Fa-f*#][0-9A-Fa-f*#().-]*)";
    let context = format!(r"(?:;phone-context=(?:(?:{label}\.)*{top}\.?|{global}))");
    let subscriber = format!("(?:{global}{parameter}*|{local}{parameter}*{context}{parameter}*)");
    // An encoded character of a dot-atom, of a quoted string, and of anything.
    let atom = r"(?:[A-Za-z0-9!$'*+_~-]|%2[134567ABDFabdf]|%3[0-9DFdf]|%[46][1-9A-Fa-f]|%[46]0|%5[0-9AEFaef]|%7[0-9A-Ea-e]|%[89A-Fa-f][0-9A-Fa-f])";
    let dot_atom = format!(r"{atom}+(?:\.{atom}+)*");
    let address = format!(r"(?:{dot_atom}@{dot_atom})");
    let qchar = format!("(?:[{UNRESERVED}!$'()*+,;:@]|{PCT})");
    let hfields = format!(r"(?:\?{qchar}*={qchar}*(?:&{qchar}*={qchar}*)*)?");
    let token = format!("(?:[{UNRESERVED}!$&'*+]|{PCT})+");
    let b64 = "(?:[A-Za-z0-9+/]|%2[BbFf])";
    let base64 = format!("(?:{b64}{{4}})*(?:{b64}{{2}}(?:(?:=|%3[Dd]){{2}})?|{b64}{{3}}(?:=|%3[Dd])?)?");
    let months = r"(?:0[13578]|1[02])(?:-(?:0[1-9]|[12][0-9]|3[01]))?|(?:0[469]|11)(?:-(?:0[1-9]|[12][0-9]|30))?|02(?:-(?:0[1-9]|1[0-9]|2[0-8]))?";
    let number = r"-?[0-9]+(?:\.[0-9]+)?";
    let nid = r"[A-Za-z0-9][A-Za-z0-9-]{0,30}[A-Za-z0-9]";
    let rq = format!(r"(?:\?\+{pchar}(?:{pchar}|[/?])*)?(?:\?={pchar}(?:{pchar}|[/?])*)?{fragment}");
    let oracle = |scheme, pattern: String, seeds, alphabet| Oracle { scheme, pattern, seeds, alphabet };
    vec![
        oracle(
            "mailto",
            format!("(?:{address}(?:,{address})*)?{hfields}{fragment}"),
            &[
                "mailto:chris@example.com",
                "mailto:a.b@c.d,e@f.g?subject=x&body=y",
                "mailto:?to=j%40e.com",
                "mailto:a%25b@c.d",
            ],
            "a1.@,?&=;%/:+-_~!$'*()#[] <>",
        ),
        oracle(
            "tel",
            subscriber.clone(),
            &["tel:+1-201-555-0123", "tel:7042;phone-context=example.com", "tel:+49;ext=5"],
            "+1a-.()*#;=/ [x&",
        ),
        oracle(
            "sms",
            format!(
                r"{subscriber}(?:,{subscriber})*(?:\?[{UNRESERVED}]+=(?:[{UNRESERVED}]|{PCT})*(?:&[{UNRESERVED}]+=(?:[{UNRESERVED}]|{PCT})*)*)?"
            ),
            &["sms:+15105550101", "sms:+15105550101,+15105550102?body=hello%20there", "sms:+1?body=x"],
            "+1a-.,()*;=/ ?&",
        ),
        oracle(
            "did",
            format!(
                "[a-z0-9]+:(?:(?:[A-Za-z0-9._-]|{PCT})*:)*(?:[A-Za-z0-9._-]|{PCT})+(?:/{pchar}*)*{query}{fragment}"
            ),
            &["did:example:123456789abcdefghi", "did:web:example.com%3A3000:user:alice", "did:a:b/c?d#e"],
            "aZ1:.-_%/?#!@~ ",
        ),
        oracle(
            "geo",
            format!(
                r"{number},{number}(?:,{number})?(?:;crs=[A-Za-z0-9-]+)?(?:;u=[0-9]+(?:\.[0-9]+)?)?(?:;[Uu]=[0-9]+(?:\.[0-9]+)?|;(?:[a-tv-zA-TV-Z0-9-]|[Uu][A-Za-z0-9-])[A-Za-z0-9-]*(?:=(?:[{UNRESERVED}\[\]:&+$]|{PCT})+)?)*"
            ),
            &["geo:13.4125,8.6", "geo:48.2,16.3,183;crs=wgs84;u=40", "geo:6,3;u=6.5;foo=this%2dthat"],
            "1.-,;=a+ /",
        ),
        oracle(
            "tag",
            format!(
                r"(?:[A-Za-z0-9._-]+@)?{label}(?:\.{label})*,(?:[0-9]{{4}}(?:-(?:{months}))?|2000-02-29):(?:{pchar}|[/?])*{fragment}"
            ),
            &[
                "tag:timothy@hpl.hp.com,2001:web/externalHome",
                "tag:my-ids.com,2001-09-15:TimKindberg",
                "tag:a,2001-02:x",
            ],
            "a1@,-:/.*#? ",
        ),
        oracle(
            "data",
            format!(r"(?:{token}/{token})?(?:;{token}={token})*(?:;base64,{base64}|,(?:{pchar}|[/?])*){fragment}"),
            &[
                "data:,A%20brief%20note",
                "data:text/plain;charset=utf-8,x",
                "data:image/gif;base64,R0lGODdhMAAwAPAAAAA=",
            ],
            "a/;=,%+-_: ",
        ),
        oracle(
            "urn",
            format!(r"{nid}:{pchar}(?:{pchar}|/)*{rq}"),
            &["urn:example:a123,z456", "urn:example:weather?=op=map", "urn:ab:c?+d?=e#f"],
            "a1:-_/?+=#% ",
        ),
        oracle(
            "urn:uuid",
            format!(r"[0-9A-Fa-f]{{8}}-[0-9A-Fa-f]{{4}}-[0-9A-Fa-f]{{4}}-[0-9A-Fa-f]{{4}}-[0-9A-Fa-f]{{12}}{rq}"),
            &["urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6"],
            "a1g-{}: ",
        ),
        oracle(
            "info",
            format!(r"[A-Za-z][A-Za-z0-9+.-]*/(?:{pchar}|/)*{fragment}"),
            &["info:ddc/22/eng//004.678", "info:lccn/2002022641"],
            "a1/+:?# ",
        ),
        oracle(
            "ws",
            format!(
                r"//(?:[A-Za-z0-9_]*[A-Za-z_][A-Za-z0-9_]*|(?:[A-Za-z0-9_]+\.)+[A-Za-z_]+)(?::[0-9]{{0,4}})?(?:/{pchar}*)*{query}"
            ),
            &["ws://example.com/chat", "ws://h:80/a?b"],
            "ab/?#:",
        ),
        oracle(
            "file",
            format!(r"(?://(?:[{UNRESERVED}!$&'()*+,;=]|{PCT})*)?/(?:{pchar}+(?:/{pchar}*)*)?{fragment}"),
            &["file:///path/to/file", "file:/a/b", "file://host/path"],
            "ab/:?#@",
        ),
    ]
}

/// Returns `seed` with one or two characters removed, inserted or replaced after its scheme.
fn edited(seed: &str, start: usize, alphabet: &[char], rng: &mut Rng) -> String {
    let mut text: Vec<char> = seed.chars().collect();
    for _ in 0..rng.usize(1..=2) {
        let at = rng.usize(start..=text.len());
        let c = alphabet[rng.usize(..alphabet.len())];
        match rng.usize(..4) {
            0 if at < text.len() => drop(text.remove(at)),
            1 if at < text.len() => text[at] = c,
            2 if at < text.len() => text.insert(at, text[at]),
            _ => text.insert(at, c),
        }
    }
    text.into_iter().collect()
}

/// Returns whether the text of the standard rejects what its grammar accepts: a latitude or longitude beyond the range of WGS 84
/// (RFC 5870 section 3.4.2), `crs` and `u` after others or again (section 3.3), or a repeated parameter (RFC 3966 section 3).
fn is_rejected_by_text(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    let names: Vec<&str> = lower.split(';').skip(1).filter_map(|parameter| parameter.split('=').next()).collect();
    let is_repeated = |at: usize| names[..at].contains(&names[at]);
    let is_late = |at: usize| match names[at] {
        "crs" => at > 0,
        "u" => at > 1 || at == 1 && names[0] != "crs",
        _ => false,
    };
    if text.starts_with("geo:") && (0..names.len()).any(is_late)
        || text.starts_with("tel:") && (0..names.len()).any(is_repeated)
    {
        return true;
    }
    let numbers = text.strip_prefix("geo:").and_then(|rest| rest.split(';').next()).unwrap_or_default();
    let is_other = text.contains(";crs=") && !text.contains(";crs=wgs84;") && !text.ends_with(";crs=wgs84");
    let mut limits = numbers.split(',').zip([90.0, 180.0]);
    !is_other && limits.any(|(number, limit)| number.parse::<f64>().is_ok_and(|number| number.abs() > limit))
}

#[test]
fn generated_references_have_a_finding_exactly_if_the_standard_rejects_them() {
    let mut rng = Rng::with_seed(3986);
    for Oracle { scheme, pattern, seeds, alphabet } in oracles() {
        let pattern = Regex::new(&format!(r"\A{scheme}:(?:{pattern})\z")).expect("a regular expression");
        let alphabet: Vec<char> = alphabet.chars().collect();
        let (mut rejected, mut missed, mut accepted) = (0, Vec::new(), 0);
        for seed in seeds {
            assert!(pattern.is_match(seed), "{seed}");
            for _ in 0..4_000 {
                let text = edited(seed, scheme.len() + 1, &alphabet, &mut rng);
                // The standard takes `base64,` after a comma for the start of the data.
                if text.contains(",base64,") {
                    continue;
                }
                if pattern.is_match(&text) && !is_rejected_by_text(&text) {
                    accepted += 1;
                    assert_eq!(messages(&text), [""; 0], "{text:?}");
                } else {
                    rejected += 1;
                    if inspect(&text, &Options::default()).findings().is_empty() {
                        missed.push(text);
                    }
                }
            }
        }
        missed.sort_unstable();
        assert!(accepted > 100 && rejected > 1_000, "{scheme}: {accepted} accepted, {rejected} rejected");
        assert!(missed.len() * 50 <= rejected, "{scheme}: {} of {rejected} missed: {missed:?}", missed.len());
    }
}
