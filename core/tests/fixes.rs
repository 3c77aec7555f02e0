//! What may be applied unasked: safe fixes end, do not touch each other, and change nothing that a
//! reference already says.

mod nasty;

use iri_core::reference::{Form, compare, resolve};
use iri_core::text::apply_edits;
use iri_core::{Dialect, Finding, Inspection, Options, ReferenceUse, Role, Severity, WhiteSpace, inspect};
use nasty::Nasty;

/// The standings of a place that change what is flagged and mended.
fn standings() -> Vec<Options> {
    let role = Role::default();
    [
        role,
        Role { white_space: WhiteSpace::Collapsed, ..role },
        Role { white_space: WhiteSpace::Significant, ..role },
        Role { dialect: Dialect::Uri, ..role },
        Role { dialect: Dialect::Iri, ..role },
    ]
    .into_iter()
    .map(|role| Options { role, ..Options::default() })
    .collect()
}

fn safe_fixes<'i>(inspection: &'i Inspection<'_>, least: Severity) -> Vec<&'i Finding> {
    let findings = inspection.findings().iter();
    findings.filter(|finding| finding.severity >= least && finding.safe_fix().is_some()).collect()
}

#[test]
fn applying_all_safe_fixes_once_leaves_none() {
    for options in standings() {
        for text in Nasty::new(1).strings(2_500) {
            for least in [Severity::Hint, Severity::Warning] {
                let before = inspect(&text, &options);
                let fixes = safe_fixes(&before, least).into_iter().filter_map(Finding::safe_fix);
                let mended = apply_edits(&text, fixes.flat_map(|fix| &fix.edits));
                let after = inspect(&mended, &options);
                assert!(safe_fixes(&after, least).is_empty(), "{text:?} → {mended:?} {:?}", safe_fixes(&after, least));
            }
        }
    }
}

#[test]
fn safe_fixes_of_two_findings_do_not_overlap() {
    for options in standings() {
        for text in Nasty::new(2).strings(2_500) {
            let inspection = inspect(&text, &options);
            let safe = safe_fixes(&inspection, Severity::Hint);
            let mut edits: Vec<_> =
                safe.iter().filter_map(|finding| finding.safe_fix()).flat_map(|f| &f.edits).collect();
            edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
            for pair in edits.windows(2) {
                assert!(pair[0].span.end <= pair[1].span.start, "{text:?} {safe:?}");
            }
        }
    }
}

#[test]
fn safe_fixes_keep_what_a_leiri_resolves_to() {
    const BASE: &str = "http://base.example/folder/file?q#f";
    let as_uri = |text: &str| {
        let resolved = resolve(BASE, text).expect("the base has a scheme");
        inspect(&resolved, &Options::default()).converted(Form::Uri).expect("a LEIRI has a URI")
    };
    for options in standings() {
        for text in Nasty::new(3).strings(5_000) {
            let inspection = inspect(&text, &options);
            // Where the type removes white space, the reference is what is left.
            if options.role.white_space == WhiteSpace::Collapsed || !inspection.reference().is_reference(Dialect::Leiri)
            {
                continue;
            }
            let mended = inspection.apply_safe_fixes(Severity::Hint);
            let (before, after) = (as_uri(&text), as_uri(&mended));
            assert!(compare(&before, &after).is_some(), "{text:?} → {mended:?}: {before:?} and {after:?}");
        }
    }
}

#[test]
fn safe_fixes_leave_an_iri_an_iri_and_a_leiri_a_leiri() {
    for text in Nasty::new(4).strings(10_000) {
        let inspection = inspect(&text, &Options::default());
        let Some(before) = inspection.reference().dialect else { continue };
        let mended = inspection.apply_safe_fixes(Severity::Hint);
        let after = inspect(&mended, &Options::default()).reference().dialect;
        assert!(after.is_some_and(|after| after <= before), "{text:?} → {mended:?}");
    }
}

#[test]
fn no_fix_encodes_twice() {
    for text in Nasty::new(5).strings(10_000) {
        for finding in inspect(&text, &Options::default()).findings() {
            for edit in finding.fixes.iter().flat_map(|fix| &fix.edits) {
                let encoded = iri_core::reference::triplets(edit.span.slice(&text).as_bytes()).count();
                let twice = edit.text.matches("%25").count() > edit.span.slice(&text).matches('%').count();
                assert!(!twice || encoded == 0, "{text:?} {finding:?}");
            }
        }
    }
}

#[test]
fn names_are_mended_by_people_only() {
    let role = Role { standing: ReferenceUse::Name, ..Role::default() };
    let options = Options { role, ..Options::default() };
    for text in Nasty::new(6).strings(5_000) {
        assert_eq!(inspect(&text, &options).apply_safe_fixes(Severity::Hint), text);
    }
}
