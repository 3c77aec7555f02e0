//! A fix never makes it worse: generated slips in references of every scheme, in every role, with bases and encodings.
//!
//! For each value and each fix, safe or suggested:
//!
//! * It raises no warning that the value did not have. Rules that a mistake or a grammar replaces count as if they had
//!   reported: after the fix of one slip they report the next one.
//! * It does not hide a slip that another rule reports.
//! * Safe fixes and rewrites keep what is sent: the forms `uri` and `whatwg`.
//! * A second run changes nothing.
//!
//! `IRI_VALUES` is the number of values. A value that fails is shortened, and the shortest one of each kind is printed.

use std::collections::BTreeMap;

use crate::warnings::warnings;
use encoding_rs::Encoding;
use fastrand::Rng;
use iri_core::inspect::{Rewrite, rewrites};
use iri_core::reference::{Form, NormalizationLevel, normalize, percent_decoded, resolve};
use iri_core::{
    Cardinality, Finding, Fix, Inspection, Options, Reference, Role, Safety, Severities, Severity, apply_edits, inspect,
};

/// Valid references.
const SEEDS: &[&str] = &[
    "http://www.example.org/a/b.html",
    "https://example.org/a?q=b&c=d#e",
    "http://user:pw@example.org:8080/",
    "http://example.org",
    "https://doi.org/10.1000/182",
    "//example.org/a",
    "../c/Test/test.xml#a",
    "images/logo.png",
    "#top",
    "?q=a",
    "/a/b",
    "",
    "ftp://ftp.example.org/a.txt",
    "file:///C:/Users/a.txt",
    "file:///home/a/b.txt",
    "file:a.txt",
    "ws://example.org/chat",
    "mailto:jane.doe@example.org",
    "mailto:a@example.org,b@example.org?subject=Hello&cc=c@example.org",
    "tel:+49-30-1234",
    "tel:7042;phone-context=example.com",
    "sms:+49301234",
    "geo:48.2010,16.3695,183;crs=wgs84;u=40",
    "tag:example.org,2001-09-15:a",
    "did:example:123456",
    "data:text/plain;charset=utf-8,a",
    "data:image/svg+xml,%3Csvg/%3E",
    "data:image/png;base64,iVBORw0KGgo=",
    "urn:example:a",
    "urn:uuid:6218f954-cbff-4b9d-881d-c10565a9cefe",
    "urn:isbn:9783161484100",
    "urn:issn:0378-5955",
    "urn:oid:1.3.6.1",
    "urn:doi:10.1000/182",
    "urn:ietf:rfc:3986",
    "doi:10.1000/182",
    "info:doi/10.1000/182",
    "ldap://example.org/dc=example?cn?sub",
    "sip:alice@example.org;transport=tcp",
    "news:comp.lang.c",
    "cid:a@example.org",
    "mid:a@example.org/b@example.org",
    "jar:file:/a.jar!/b.xml",
    "blob:https://example.org/6218f954-cbff-4b9d-881d-c10565a9cefe",
    "view-source:http://example.org/",
    "about:blank",
    "javascript:alert(1)",
    "mvn:org.example/lib/1.0",
    "classpath:a/b.xml",
    "help:mate",
    "x-unknown:a/b?c",
    "svn+ssh://example.org/repo",
    "C:\\Users\\a.txt",
    "www.example.org/a",
    "localhost:8080/x",
    "jane@example.org",
    "10.1000/182",
    "+49 30 1234567",
    "image/png;base64,iVBORw0KGgo=",
    "tel:1-800-FLOWERS",
    "http%3A%2F%2Fexample.org%2Fa",
    "http://b\u{FC}cher.example/\u{E9}?\u{E9}=\u{436}#\u{E9}",
    "\u{5D0}/\u{5D1}.html",
];

/// Texts that a slip inserts.
const PIECES: &[&str] = &[
    " ",
    "  ",
    "\t",
    "\n",
    "\r\n",
    "\u{A0}",
    "\u{AD}",
    "\u{200B}",
    "\u{FEFF}",
    "\u{1E}",
    "\u{85}",
    "\u{96}",
    "\u{7F}",
    "\"",
    "'",
    "<",
    ">",
    "`",
    "{",
    "}",
    "|",
    "^",
    "\\",
    "[",
    "]",
    "(",
    ")",
    "#",
    "?",
    "/",
    "//",
    ":",
    ";",
    ",",
    ".",
    "..",
    "@",
    "!",
    "$",
    "&",
    "*",
    "+",
    "=",
    "~",
    "-",
    "_",
    "%",
    "%2",
    "%20",
    "%2F",
    "%5C",
    "%23",
    "%41",
    "%e9",
    "%C3%A9",
    "%25",
    "\u{201C}",
    "\u{201D}",
    "\u{2018}",
    "\u{2019}",
    "\u{AB}",
    "\u{BB}",
    "\u{2013}",
    "\u{2044}",
    "\u{FF0F}",
    "\u{FF1A}",
    "\u{E9}",
    "e\u{301}",
    "\u{436}",
    "\u{30A2}",
    "\u{20AC}",
    "\u{C3}\u{A9}",
    "\u{5D0}",
    "\u{627}",
    "\u{661}",
    "\u{E000}",
    "\u{FFFD}",
    "\u{FDD0}",
    "\u{1F600}",
    "http://",
    "https://",
    "http:",
    "mailto:",
    "www.",
    "file://",
    " http://b.example/",
    ",http://b.example/",
    "Jane Doe <",
    "://",
    "a",
    "Z",
    "0",
    "80",
    ":80",
    ":8o",
    "A:",
    "{id}",
    "{6218f954-cbff-4b9d-881d-c10565a9cefe}",
    "10.1000/",
    "doi:",
    "xpointer(",
    ".xml",
    "undefined",
    "null",
    "%3A%2F%2F",
    ".html%23",
    "%C3%83%C2%BC",
    "/cygdrive/c/",
    "+49 30 1234",
    "FLOWERS",
    "&amp;amp;",
    "<br/>",
    "*",
    "=\"",
];

const BASES: [Option<&str>; 4] =
    [None, Some("http://base.example/a/b?q"), Some("file:///base/a.xml"), Some("https://base.example")];

const CHARSETS: [Option<&str>; 7] =
    [None, None, Some("iso-8859-1"), Some("windows-1251"), Some("shift_jis"), Some("iso-2022-jp"), Some("gb18030")];

struct Value {
    text: String,
    options: Options,
    charset: Option<&'static str>,
}

/// Returns a reference with up to three slips.
fn text(rng: &mut Rng) -> String {
    let mut text: Vec<char> = SEEDS[rng.usize(..SEEDS.len())].chars().collect();
    for _ in 0..[0, 1, 1, 1, 1, 2, 2, 3][rng.usize(..8)] {
        let ends = [0, text.len()];
        let at = if rng.u8(..4) == 0 { ends[rng.usize(..2)] } else { rng.usize(..=text.len()) };
        let piece = PIECES[rng.usize(..PIECES.len())];
        match rng.u8(..10) {
            0 => drop(text.splice(at..(at + 1).min(text.len()), [])),
            1 if at + 1 < text.len() => text.swap(at, at + 1),
            2 => drop(text.splice(at..(at + 1).min(text.len()), piece.chars())),
            3 => text = [piece, &text.iter().collect::<String>(), piece].concat().chars().collect(),
            4 => drop(text.splice(at..at, text.get(at).copied())),
            _ => drop(text.splice(at..at, piece.chars())),
        }
    }
    text.into_iter().collect()
}

impl Value {
    fn generated(rng: &mut Rng, roles: &[Role]) -> Self {
        let charset = CHARSETS[rng.usize(..CHARSETS.len())];
        let encoding = charset.and_then(|label| Encoding::for_label(label.as_bytes()));
        let role = if rng.bool() { Role::LEIRI } else { roles[rng.usize(..roles.len())] };
        let mut options = Options::default().with_charset(encoding).with_role(role);
        if let Some(base) = BASES[rng.usize(..BASES.len())] {
            options = options.with_base(base);
        }
        Self { text: text(rng), options, charset }
    }

    /// Returns what is wrong with the fixes and rewrites of the value.
    fn problems(&self) -> Vec<String> {
        let before = inspect(&self.text, &self.options);
        if before.findings().iter().all(|finding| finding.fixes.is_empty()) {
            return self.changed_by_rewrites(&before);
        }
        let mut known = warnings(&before);
        // A finding of a mistake or a grammar may have the name of the rule that it replaces.
        let messages = |inspection: &Inspection<'_>| {
            let of_findings = inspection.findings().iter().map(|finding| finding.message.to_string());
            of_findings.collect::<Vec<_>>()
        };
        let mut last = messages(&before);
        if before.reference().dialect.is_none() {
            known.insert("scheme-syntax", 1);
        }
        let is_slip = |name: &str| matches!(name, "common-mistake" | "scheme-syntax");
        for off in [&["common-mistake"][..], &["scheme-syntax"], &["common-mistake", "scheme-syntax"]] {
            let mut severities = Severities::default();
            for rule in off {
                severities.set(rule, None).expect("a rule");
            }
            let other = inspect(&self.text, &self.options.clone().with_severities(severities));
            if messages(&other) != last {
                for rule in off {
                    known.entry(rule).or_insert(1);
                }
            }
            last = messages(&other);
            for (rule, count) in warnings(&other) {
                let known = known.entry(rule).or_default();
                *known = count.max(*known);
            }
        }
        let mut problems = self.changed_by_rewrites(&before);
        // Of a single fix, the edits and the number of its finding.
        let compare = |what: &str, fixed: &str, own: Option<(usize, &Fix)>| {
            let mut problems = Vec::new();
            let after = inspect(fixed, &self.options);
            for (rule, count) in warnings(&after) {
                if count > known.get(rule).copied().unwrap_or(0) {
                    problems.push(format!("{what} raises {rule}"));
                }
            }
            let slips = before.findings().iter().enumerate();
            let slips = slips.filter(|(_, slip)| slip.severity >= Severity::Warning && is_slip(slip.rule.name));
            let is_hidden = |(index, slip): &(usize, &Finding)| match own {
                Some((own, fix)) => *index != own && (!touches(fix, slip) || is_encoding(fix, &self.text)),
                None => !before.findings().iter().filter_map(Finding::safe_fix).any(|fix| touches(fix, slip)),
            };
            if after.worst().is_none_or(|worst| worst < Severity::Warning) {
                let hidden = slips.filter(is_hidden);
                problems.extend(hidden.map(|(_, slip)| format!("{what} hides {}", slip.rule.name)));
            }
            problems
        };
        for (index, finding) in before.findings().iter().enumerate() {
            for (at, fix) in finding.fixes.iter().enumerate() {
                if at == 0 && fix.safety == Safety::Safe {
                    continue; // They are applied together, below.
                }
                let what = format!("{} ({:?})", finding.rule.name, fix.safety);
                problems.extend(compare(&what, &apply_edits(&self.text, &fix.edits), Some((index, fix))));
            }
        }
        for least in [Severity::Hint, Severity::Warning] {
            let fixed = before.apply_safe_fixes(least);
            if fixed == self.text {
                continue;
            }
            problems.extend(compare(&format!("all from {least}"), &fixed, None));
            let after = inspect(&fixed, &self.options);
            if after.apply_safe_fixes(least) != fixed {
                problems.push(format!("a second run changes something from {least}"));
            }
            let rules = before.findings().iter().filter(|finding| finding.safe_fix().is_some());
            let rules: Vec<&str> = rules.map(|finding| finding.rule.name).collect();
            problems.extend(Self::changed(&before, &after).map(|form| format!("{rules:?} change {form}")));
        }
        problems
    }

    fn changed_by_rewrites(&self, before: &Inspection<'_>) -> Vec<String> {
        let mut problems = Vec::new();
        for (rewrite, edit) in rewrites(before, self.text.len()) {
            let after = apply_edits(&self.text, [&edit]);
            let after = inspect(&after, &self.options);
            if rewrite != Rewrite::Slashes {
                problems.extend(Self::changed(before, &after).map(|form| format!("{rewrite:?} changes {form}")));
            }
        }
        problems
    }

    /// Returns the form that differs, except for what RFC 3986 section 6 calls equivalent.
    fn changed(before: &Inspection<'_>, after: &Inspection<'_>) -> Option<Form> {
        // Browsers send brackets as they are; no grammar allows them after the authority.
        let normal = |text: String| {
            let base = before.options().base.as_deref().unwrap_or("http://base.example/a/b?q");
            let text = resolve(base, &text).unwrap_or(text);
            let end = Reference::parse(&text).path.start;
            let brackets = text[end..].replace('[', "%5B").replace(']', "%5D");
            normalize(&format!("{}{brackets}", &text[..end]), NormalizationLevel::Scheme)
        };
        [Form::Uri, Form::Whatwg].into_iter().find(|form| {
            let before = before.converted(*form).map(normal);
            before.is_some() && before != after.converted(*form).map(normal)
        })
    }

    /// Returns the value with as few characters as show the same problem.
    fn shortened(mut self, problem: &str) -> Self {
        loop {
            let ends = self.text.char_indices().map(|(at, c)| (at, at + c.len_utf8()));
            let shorter = ends.map(|(start, end)| format!("{}{}", &self.text[..start], &self.text[end..]));
            let shorter: Vec<String> = shorter.collect();
            let found = shorter.into_iter().find(|text| {
                let value = Self { text: text.clone(), options: self.options.clone(), charset: self.charset };
                value.problems().iter().any(|other| other == problem)
            });
            let Some(text) = found else { return self };
            self.text = text;
        }
    }
}

fn touches(fix: &Fix, slip: &Finding) -> bool {
    fix.edits.iter().any(|edit| edit.span.start <= slip.span.end && slip.span.start <= edit.span.end)
}

/// Returns whether a fix only encodes what it replaces: the slip is still there.
fn is_encoding(fix: &Fix, text: &str) -> bool {
    fix.edits.iter().all(|edit| {
        let old = edit.span.slice(text);
        edit.text.matches('%').count() > old.matches('%').count() && percent_decoded(&edit.text) == percent_decoded(old)
    })
}

#[test]
fn a_fix_never_makes_it_worse() {
    let values = std::env::var("IRI_VALUES").ok().and_then(|values| values.parse().ok()).unwrap_or(6_000);
    let roles: Vec<Role> = Role::ALL.into_iter().filter(|role: &Role| role.cardinality == Cardinality::One).collect();
    let mut rng = Rng::with_seed(48);
    let mut found: BTreeMap<String, Value> = BTreeMap::new();
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for _ in 0..values {
        let value = Value::generated(&mut rng, &roles);
        for problem in value.problems() {
            *counts.entry(problem.clone()).or_default() += 1;
            if !found.contains_key(&problem) {
                let value = Value { text: value.text.clone(), options: value.options.clone(), charset: value.charset };
                found.insert(problem.clone(), value.shortened(&problem));
            }
        }
    }
    let describe = |(problem, value): (&String, &Value)| {
        let (Value { text, options, charset }, times) = (value, counts[problem]);
        format!("{problem} ({times}): {text:?} as {}, base {:?}, {charset:?}", options.role, options.base)
    };
    let problems: Vec<String> = found.iter().map(describe).collect();
    assert!(problems.is_empty(), "{} kinds in {values} values:\n{}", problems.len(), problems.join("\n"));
}

#[test]
fn a_slip_next_to_another_one_has_no_fix_that_shows_it() {
    for (text, role, base) in [
        ("http://\\@g", Role::URI, BASES[3]),
        ("//\u{2013}", Role::ABSOLUTE_URI, BASES[2]),
        ("file://:\\", Role::LEIRI, None),
        ("\u{FEFF}p://:http://", Role::IRI_IDENTIFIER, None),
        ("http://%..", Role::LEIRI, BASES[2]),
        ("C:\u{A0}\\", Role::IDENTIFIER, BASES[1]),
        ("file://%\u{200B}A9", Role::LEIRI, BASES[1]),
        ("#tp://\u{7F}o\u{FFFD}", Role::LEIRI, None),
        ("#\t\u{1E}", Role::LEIRI, BASES[1]),
        ("http://doi.org/10. 0/\t2", Role::OPC_EXTERNAL, None),
        ("\u{201D}http://:http://", Role::IRI_IDENTIFIER, None),
        ("[urn:f http://\\", Role::IDENTIFIER, BASES[3]),
        ("http://doi.org//10.1000/0 2", Role::LEIRI, None),
        ("http://10.1000/0 l", Role::LEIRI, Some("file:///base/a.xml")),
        ("https://doi/10.1000/0 l", Role::LEIRI, None),
        ("mvn:{6218f954-cbff-4b9d-881d-c10565a9cefe}/%C3A%", Role::LEIRI, None),
        ("classpath:&amp;{e}", Role::RDF_LITERAL, Some("https://base.example")),
        ("blob:s://\u{E000}./6218f954-cbff-4b9d-881d-c10565a9cefe ", Role::LEIRI, None),
        ("view-source:p:\u{AD}g%", Role::ANY_IRI, None),
        ("file:/\u{A0}//\u{85}", Role::ANY_IRI, None),
        ("\u{FEFF} n:", Role::LEIRI, Some("file:///base/a.xml")),
        ("\u{AD}p://.\u{AD}", Role::ABSOLUTE_URI, None),
        ("\u{7F}p://\u{A0}@", Role::URI, Some("http://base.example/a/b?q")),
        ("e#/%", Role::ANY_URI_WITHOUT_FRAGMENT, Some("file:///base/a.xml")),
    ] {
        let mut options = Options::default().with_role(role);
        if let Some(base) = base {
            options = options.with_base(base);
        }
        let value = Value { text: text.to_owned(), options, charset: None };
        assert_eq!(value.problems(), [""; 0], "{text:?}");
    }
}
