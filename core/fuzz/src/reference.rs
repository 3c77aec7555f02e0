//! A reference: its inspection, conversions, normal forms, display and fixes, under every role.

use std::collections::BTreeMap;

use iri_core::bidi::{Bidi, DisplayOrder, Trace, twins};
use iri_core::inspect::{CharacterFilter, rewrites};
use iri_core::reference::{Form, NormalizationLevel, compare, normalize, resolve};
use iri_core::rules::{Fix, Safety};
use iri_core::{
    Dialect, Edit, Finding, Inspection, Options, Reference, Role, Severities, Severity, Span, Whitespace, apply_edits,
    inspect, parse_only,
};

use crate::input::{Choices, text_and_choices};

/// Bytes beyond which an input has no new kinds of faults.
const MAX_LENGTH: usize = 2048;

const BASES: [Option<&str>; 5] =
    [Some("http://base.example/directory/file?q#f"), None, Some("file:///directory/file"), Some("urn:a:b"), Some("x")];

/// Runs the target.
pub fn run(bytes: &[u8]) {
    let (text, mut choices) = text_and_choices(bytes);
    if text.len() > MAX_LENGTH {
        return;
    }
    let options = options(&mut choices);
    let inspection = inspect(&text, &options);
    spans_are_in_bounds(&inspection);
    components_join_to_the_text(inspection.reference());
    forms_follow_their_grammars(&inspection);
    normal_forms_are_stable(&inspection);
    the_display_is_a_permutation(&text);
    rewrites_apply(&inspection, &mut choices);
    safe_fixes_keep_their_promises(&inspection);
}

fn options(choices: &mut Choices<'_>) -> Options {
    let role = choices.one(&Role::ALL);
    let mut severities = Severities::default();
    // Rules that are off by default.
    if choices.below(2) == 1 {
        for rule in iri_core::rules::ALL {
            severities.set(rule.name, Some(Severity::Warning)).expect("the name of a rule");
        }
    }
    let charset = choices.one(&[None, Some(encoding_rs::WINDOWS_1252), Some(encoding_rs::SHIFT_JIS)]);
    let options = Options::default().with_role(role).with_severities(severities).with_charset(charset);
    match choices.one(&BASES) {
        Some(base) => options.with_base(base),
        None => options,
    }
}

fn spans_are_in_bounds(inspection: &Inspection<'_>) {
    let text = inspection.text();
    let is_in_bounds = |span: Span| text.get(span.range()).is_some();
    let reference = inspection.reference();
    let parts = reference.segments().chain(reference.host_labels());
    let pairs = reference.query_pairs().flat_map(|pair| [Some(pair.name), pair.value]).flatten();
    let components = reference.components().into_iter().map(|component| component.span);
    for span in components.chain(parts).chain(pairs) {
        assert!(is_in_bounds(span), "{text:?}: {span:?}");
    }
    for finding in inspection.findings() {
        let edits = finding.fixes.iter().flat_map(|fix| &fix.edits);
        let spans = edits.map(|edit| edit.span).chain([finding.span]);
        for span in spans {
            assert!(is_in_bounds(span), "{text:?}: {finding:?}");
        }
        assert!(!finding.message.is_empty() && finding.fixes.iter().all(|fix| !fix.title.is_empty()), "{finding:?}");
        for fix in &finding.fixes {
            assert_ne!(apply_edits(text, &fix.edits), text, "a fix changes nothing: {finding:?}");
        }
    }
    let characters = inspection.characters(CharacterFilter::All);
    assert_eq!(characters.len(), text.chars().count(), "{text:?}");
}

/// Recomposes the components, RFC 3986 section 5.3.
fn components_join_to_the_text(reference: &Reference<'_>) {
    let text = reference.text;
    let part = |before: &str, span: Option<Span>, after: &str| {
        span.map_or_else(String::new, |span| format!("{before}{}{after}", span.slice(text)))
    };
    let authority = reference.authority.map_or_else(String::new, |authority| {
        let host = authority.host.slice(text);
        format!("//{}{host}{}", part("", authority.userinfo, "@"), part(":", authority.port, ""))
    });
    let (start, path) = (part("", reference.scheme, ":"), reference.path.slice(text));
    let end = part("?", reference.query, "") + &part("#", reference.fragment, "");
    // The whitespace that a type removes is outside the components.
    assert_eq!(format!("{start}{authority}{path}{end}"), reference.inner(), "{text:?}");
}

fn forms_follow_their_grammars(inspection: &Inspection<'_>) {
    let text = inspection.text();
    let options = inspection.options();
    for form in Form::ALL {
        let Some(converted) = inspection.converted(form) else { continue };
        let dialect = match form {
            Form::Iri | Form::ReadableIri => Some(Dialect::Iri),
            Form::Uri | Form::UriIdna => Some(Dialect::Uri),
            _ => None,
        };
        if let Some(dialect) = dialect {
            let violation = Reference::parse(&converted).validate(dialect).err();
            assert_eq!(violation, None, "{text:?} as {form}: {converted:?}");
        }
        // The only form that encodes a percent sign.
        if form != Form::FnEncodeForUri {
            let again = parse_only(&converted, options).converted(form);
            assert_eq!(again.as_deref(), Some(&*converted), "{text:?} twice as {form}");
        }
    }
}

fn normal_forms_are_stable(inspection: &Inspection<'_>) {
    let text = inspection.reference().inner();
    let mut previous = text.to_owned();
    for level in NormalizationLevel::ALL {
        let normal = inspection.normalized(level);
        assert_eq!(normalize(&normal, level), normal, "{text:?} twice at {level:?}");
        assert_eq!(normalize(&previous, level), normal, "{text:?} step by step at {level:?}");
        assert!(compare(text, &normal).is_some_and(|equal| equal <= level), "{text:?} and {normal:?} at {level:?}");
        previous = normal;
    }
    if let (Some(resolved), Some(resolution)) = (inspection.resolved(), inspection.resolution()) {
        assert_eq!(resolution.target, resolved, "{text:?}");
    }
}

fn the_display_is_a_permutation(text: &str) {
    for order in DisplayOrder::ALL {
        let bidi = Bidi::with_order(text, order);
        let mut columns = bidi.logical_to_visual.clone();
        columns.sort_unstable();
        assert!(columns.iter().copied().eq(0..text.chars().count()), "{text:?}");
        assert_eq!(Trace::new(text, order).levels(), bidi.levels, "{text:?} in {order:?}");
    }
    let displayed = Bidi::new(text).visual();
    for twin in twins(text) {
        assert_ne!(twin, text);
        assert_eq!(Bidi::new(&twin).visual(), displayed, "{text:?} and {twin:?}");
    }
}

fn rewrites_apply(inspection: &Inspection<'_>, choices: &mut Choices<'_>) {
    let text = inspection.text();
    let at = choices.below(text.len() + 1);
    for (rewrite, edit) in rewrites(inspection, at) {
        assert_ne!(apply_edits(text, [&edit]), text, "{rewrite:?} changes nothing");
    }
}

fn safe_fixes_keep_their_promises(inspection: &Inspection<'_>) {
    let text = inspection.text();
    let options = inspection.options();
    let safe: Vec<&Finding> = inspection.findings().iter().filter(|finding| finding.safe_fix().is_some()).collect();
    assert!(
        safe.is_empty() || !options.role.is_review_required(),
        "a fix of {} must be reviewed: {safe:?}",
        options.role.name
    );
    let fixes = safe.iter().filter_map(|finding| finding.safe_fix());
    let mut edits: Vec<&Edit> = fixes.flat_map(|fix| &fix.edits).collect();
    edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
    for pair in edits.windows(2) {
        assert!(pair[0].span.end <= pair[1].span.start, "{text:?}: {safe:?}");
    }
    if safe.is_empty() && !has_safe_fix(inspection) {
        return;
    }
    for least in [Severity::Hint, Severity::Warning] {
        let fixed = inspection.apply_safe_fixes(least);
        let after = inspect(&fixed, options);
        let left = after.findings().iter().find(|finding| finding.severity >= least && finding.safe_fix().is_some());
        assert!(left.is_none(), "{text:?} became {fixed:?}, with {left:?}");
        target_stays(inspection, &after);
    }
    let offered = inspection.findings().iter().filter_map(|finding| finding.fixes.iter().find(|fix| is_safe(fix)));
    let fixed = apply_edits(text, offered.flat_map(|fix| &fix.edits));
    target_stays(inspection, &inspect(&fixed, options));
}

fn is_safe(fix: &Fix) -> bool {
    fix.safety == Safety::Safe
}

fn has_safe_fix(inspection: &Inspection<'_>) -> bool {
    inspection.findings().iter().any(|finding| finding.fixes.iter().any(is_safe))
}

/// Fails unless a reference identifies the same resource after its fixes, and has no new warning.
fn target_stays(before: &Inspection<'_>, after: &Inspection<'_>) {
    let (text, fixed) = (before.text(), after.text());
    let old = warnings(before);
    for (rule, count) in warnings(after) {
        assert!(count <= old.get(rule).copied().unwrap_or(0), "{rule}: {text:?} became {fixed:?}");
    }
    for base in ["http://base.example/directory/file?q#f", "file:///directory/file"] {
        if let Some(host) = opened(base, text) {
            assert_eq!(opened(base, fixed), Some(host), "{text:?} became {fixed:?}, against {base}");
        }
    }
    let is_collapsed = before.options().role.whitespace == Whitespace::Collapsed;
    if is_collapsed || !before.reference().is_reference(Dialect::Leiri) {
        return;
    }
    let dialects = (before.reference().dialect, after.reference().dialect);
    assert!(dialects.1.is_some() && dialects.1 <= dialects.0, "{text:?} became {fixed:?}: {dialects:?}");
    let as_uri = |text: &str| {
        let resolved = resolve("http://base.example/directory/file?q#f", text).expect("the base has a scheme");
        parse_only(&resolved, &Options::default()).converted(Form::Uri).expect("a LEIRI has a URI")
    };
    let (old, new) = (as_uri(text), as_uri(fixed));
    assert!(compare(&old, &new).is_some(), "{text:?} became {fixed:?}: {old:?} and {new:?}");
}

fn warnings(inspection: &Inspection<'_>) -> BTreeMap<&'static str, usize> {
    let mut counts = BTreeMap::new();
    for finding in inspection.findings().iter().filter(|finding| finding.severity >= Severity::Warning) {
        *counts.entry(finding.rule.name).or_default() += 1;
    }
    counts
}

/// Returns what a browser opens for `text` on the page `base`; `None` if it opens nothing.
fn opened(base: &str, text: &str) -> Option<(String, Option<String>, Option<u16>)> {
    // The crate `url` accepts texts that the standard rejects, such as `s://h:\\p`.
    parse_only(text, &Options::default().with_base(base)).converted(Form::Whatwg)?;
    let url = url::Url::parse(base).and_then(|base| base.join(text)).ok()?;
    Some((url.scheme().to_owned(), url.host_str().map(str::to_owned), url.port_or_known_default()))
}
