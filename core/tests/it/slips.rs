//! Slips that people and tools make, in every role: each has a finding, what was meant is suggested first, and no fix is safe.

use iri_core::{Cardinality, Inspection, Options, ReferenceUse, Role, Safety, Severity, apply_edits, inspect};

const SLIPS: &str = include_str!("../data/slips.txt");

/// Valid references, one per scheme with a grammar or a common one.
const VALID: &[&str] = &[
    "http://example.org/a",
    "https://example.org/",
    "ftp://example.org/a",
    "mailto:jane@example.org",
    "urn:example:a",
    "urn:isbn:9783161484100",
    "file:///home/a",
    "ws://example.org/a",
    "tel:+49-30-1234",
    "sms:+49301234",
    "geo:48.2,16.3",
    "tag:example.org,2001:a",
    "did:example:1",
    "info:doi/10.1000/182",
    "doi:10.1000/182",
    "ldap://example.org/dc=a",
    "sip:alice@example.org",
    "news:comp.lang.c",
    "cid:a@example.org",
    "mid:a@example.org",
    "view-source:http://example.org/",
];

fn unescaped(text: &str) -> String {
    let mut parts = text.split("\\u{");
    let mut unescaped = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (digits, rest) = part.split_once('}').expect("an escape has an end");
        let code_point = u32::from_str_radix(digits, 16).expect("hex digits");
        unescaped.push(char::from_u32(code_point).expect("a character"));
        unescaped.push_str(rest);
    }
    unescaped.replace("\\n", "\n")
}

fn slips() -> impl Iterator<Item = (String, String)> {
    let lines = SLIPS.lines().filter(|line| !line.starts_with("# "));
    lines.map(|line| line.split_once('\t').expect("a tab")).map(|(slip, meant)| (unescaped(slip), unescaped(meant)))
}

/// Returns the text after the first fix of the worst finding.
fn first_fixed(inspection: &Inspection<'_>) -> String {
    let of_note = inspection.findings().iter().filter(|finding| finding.severity >= Severity::Information);
    let worst = of_note.clone().map(|finding| finding.severity).max();
    let fix =
        of_note.clone().filter(|finding| Some(finding.severity) == worst).find_map(|finding| finding.fixes.first());
    fix.map_or_else(String::new, |fix| apply_edits(inspection.text(), &fix.edits))
}

#[test]
fn a_slip_is_named_and_what_was_meant_comes_first() {
    let mut wrong = Vec::new();
    for (slip, meant) in slips() {
        let inspection = inspect(&slip, &Options::default());
        let findings = inspection.findings();
        let is_silent = inspection.worst().is_none_or(|worst| worst < Severity::Information);
        let is_safe = |fix: &iri_core::Fix| fix.safety == Safety::Safe;
        let safe = findings.iter().filter(|finding| finding.severity >= Severity::Information);
        let safe: Vec<_> = safe.flat_map(|finding| &finding.fixes).filter(|fix| is_safe(fix)).collect();
        let fixed = first_fixed(&inspection);
        if is_silent || fixed != meant || !safe.is_empty() {
            let messages: Vec<_> =
                findings.iter().map(|finding| (finding.rule.name, finding.message.to_string())).collect();
            wrong.push(format!("{slip:?}: {fixed:?}, not {meant:?}; {safe:?} {messages:?}"));
        }
    }
    assert!(wrong.is_empty(), "{} slips:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn a_slip_has_a_finding_in_every_role() {
    let is_of_one = |role: &Role| role.cardinality == Cardinality::One && role.reference_use != ReferenceUse::Template;
    let mut wrong = Vec::new();
    for (slip, meant) in slips() {
        // What is incomplete for the grammar of a scheme may be the start of names.
        let general = inspect(&slip, &Options::default());
        let is_of_grammar = general.findings().iter().all(|finding| finding.rule.name == "scheme-syntax");
        for role in Role::ALL.into_iter().filter(is_of_one).filter(|role| !(role.is_start() && is_of_grammar)) {
            let options = Options::default().with_role(role);
            let inspection = inspect(&slip, &options);
            if inspection.worst().is_none_or(|worst| worst < Severity::Information) {
                wrong.push(format!("{slip:?} as {role} has none"));
            }
            let of_note = inspection.findings().iter().filter(|finding| finding.severity >= Severity::Information);
            let offered = of_note.clone().flat_map(|finding| &finding.fixes);
            let is_offered = |fix: &iri_core::Fix| apply_edits(&slip, &fix.edits) == meant;
            if !meant.is_empty() && !offered.clone().any(is_offered) {
                let after = inspect(&meant, &options);
                // What was meant may be wrong in the role.
                if after.worst().is_none_or(|worst| worst < Severity::Warning) {
                    wrong.push(format!("{slip:?} as {role} does not offer {meant:?}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} slips:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn no_browser_opens_a_name() {
    for (role, message) in
        [(Role::WEB, "missing scheme: a browser opens a file of this name"), (Role::NAMESPACE_NAME, "missing scheme")]
    {
        let inspection = inspect("www.example.org/a", &Options::default().with_role(role));
        assert!(inspection.findings().iter().any(|finding| finding.message == message), "{:?}", inspection.findings());
    }
}

#[test]
fn marks_around_a_reference_of_any_scheme_are_removed() {
    let mut wrong = Vec::new();
    for valid in VALID {
        let (scheme, rest) = valid.split_once(':').expect("a scheme");
        for slip in [
            format!("<{valid}>"),
            format!("\"{valid}\""),
            format!("\u{201C}{valid}\u{201D}"),
            format!("\u{AB}{valid}\u{BB}"),
            format!("({valid})"),
            format!("[{valid}]"),
            format!("\u{FEFF}{valid}"),
            format!("\u{200B}{valid}"),
            format!("{valid}\u{200B}"),
            format!("{scheme}: {rest}"),
            format!("{scheme} :{rest}"),
        ] {
            let inspection = inspect(&slip, &Options::default());
            let fixed = first_fixed(&inspection);
            if fixed != *valid {
                wrong.push(format!("{slip:?}: {fixed:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} slips:\n{}", wrong.len(), wrong.join("\n"));
}
