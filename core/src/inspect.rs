//! Everything known about one text. The findings are there at once; the rest when it is asked for.

mod characters;
mod options;
mod rewrite;

pub use characters::{CharacterAt, CharacterFilter};
pub use options::Options;
pub use rewrite::{Rewrite, rewrites};

use crate::bidi::{self, Bidi, Order};
use crate::reference::{Form, NormalizationLevel, Reference, Resolution, normalize, resolution, resolve};
use crate::rules::{self, CheckInput, Features};
use crate::rules::{Cardinality, Finding, ReferenceUse, Role, Severity, WhiteSpace};
use crate::text::{DecodeIssue, Decoded, WHITE_SPACE};

/// Everything known about one text.
#[derive(Clone, Debug)]
pub struct Inspection<'t> {
    reference: Reference<'t>,
    findings: Vec<Finding>,
    options: Options,
}

/// Inspects one text. Never fails; linear in its length.
pub fn inspect<'t>(text: &'t str, options: &Options) -> Inspection<'t> {
    inspect_with_slips(text, &[], options)
}

/// Inspects one text as [`inspect`] does; nothing where `is_wanted`, asked between two rules, says that nobody
/// waits for it any more: a long text takes a while, and may be another one meanwhile.
pub fn inspect_cancellable<'t>(
    text: &'t str,
    options: &Options,
    is_wanted: impl Fn() -> bool,
) -> Option<Inspection<'t>> {
    let reference = parse(text, options);
    let features = features(&reference, options, &[]);
    let findings = rules::check_cancellable(&check_input(&reference, features, options, &[]), is_wanted)?;
    Some(Inspection { reference, findings, options: options.clone() })
}

/// The parts of one text, and what can be asked for beside: no rule is run, and nothing is found.
pub fn parse_only<'t>(text: &'t str, options: &Options) -> Inspection<'t> {
    let options = options.clone();
    Inspection { reference: parse(text, &options), findings: Vec::new(), options }
}

/// Inspects a decoded value. The spans of the findings are of the value: [`Decoded::source_of`]
/// tells where they stand in the source.
pub fn inspect_decoded<'t>(decoded: &'t Decoded<'_>, options: &Options) -> Inspection<'t> {
    inspect_with_slips(&decoded.value, &decoded.slips, options)
}

/// The findings alone, for whoever needs no more.
pub(crate) fn findings(text: &str, slips: &[DecodeIssue], options: &Options) -> Vec<Finding> {
    judge(text, slips, options).1
}

fn inspect_with_slips<'t>(text: &'t str, slips: &[DecodeIssue], options: &Options) -> Inspection<'t> {
    let (reference, findings) = judge(text, slips, options);
    Inspection { reference, findings, options: options.clone() }
}

fn judge<'t>(text: &'t str, slips: &[DecodeIssue], options: &Options) -> (Reference<'t>, Vec<Finding>) {
    let reference = parse(text, options);
    let features = features(&reference, options, slips);
    let findings = rules::check(&check_input(&reference, features, options, slips));
    (reference, findings)
}

fn check_input<'c, 't>(
    reference: &'c Reference<'t>,
    features: Features,
    options: &'c Options,
    issues: &'c [DecodeIssue],
) -> CheckInput<'c, 't> {
    let Options { role, base, severities, .. } = options;
    CheckInput { reference, features, role: *role, base: base.as_deref(), severities, issues }
}

fn parse<'t>(text: &'t str, options: &Options) -> Reference<'t> {
    match options.role.white_space {
        WhiteSpace::Collapsed => Reference::parse_collapsed(text),
        _ => Reference::parse(text),
    }
}

/// What was met in the text, seen from the place where it stands.
fn features(reference: &Reference<'_>, options: &Options, slips: &[DecodeIssue]) -> Features {
    let (text, role) = (reference.text, options.role);
    match role.cardinality {
        Cardinality::One if role.is_keyword(text.trim_matches(WHITE_SPACE)) => return Features::default(),
        Cardinality::One => {}
        // The items are judged one by one; of the whole there is only their number to tell.
        Cardinality::Pairs => return Features::PAIRS,
        _ => return Features::default(),
    }
    let is_edged = text.starts_with(WHITE_SPACE) || text.ends_with(WHITE_SPACE);
    let is_name = role.is_absolute || role.standing == ReferenceUse::Namespace;
    if is_name && role == Role::RULE_NAME {
        return Features::RULE_NAME;
    }
    [
        // The parse did not see the white space, but a rule speaks of it.
        (role.white_space == WhiteSpace::Collapsed && is_edged, Features::LEIRI_ASCII),
        (!slips.is_empty(), Features::SLIP),
        (is_name && !reference.has_scheme(), Features::RELATIVE),
        (role.is_fragment_unwanted && reference.fragment.is_some(), Features::UNWANTED_FRAGMENT),
        (options.is_target_missing, Features::MISSING),
    ]
    .into_iter()
    .filter(|(is_met, _)| *is_met)
    .fold(Features::from_reference(reference), |features, (_, met)| features.or(met))
}

impl<'t> Inspection<'t> {
    /// The text.
    pub fn text(&self) -> &'t str {
        self.reference.text
    }

    /// Its parts, and the narrowest dialect that admits it.
    pub fn reference(&self) -> &Reference<'t> {
        &self.reference
    }

    /// What is wrong with it, in the order of the text.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// What is wrong with it, for whoever needs nothing else any more: a text may have a million findings.
    pub fn into_findings(self) -> Vec<Finding> {
        self.findings
    }

    /// How it was judged.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The worst severity found.
    pub fn worst(&self) -> Option<Severity> {
        self.findings.iter().map(|finding| finding.severity).max()
    }

    /// The text converted to `form`, or nothing where it has no such form.
    pub fn converted(&self, form: Form) -> Option<String> {
        form.convert(&self.reference, &self.options)
    }

    /// The text normalised up to `rung` of the comparison ladder.
    pub fn normalized(&self, rung: NormalizationLevel) -> String {
        normalize(self.text(), rung)
    }

    /// The text resolved against the base of the options, where there is one and it has a scheme.
    pub fn resolved(&self) -> Option<String> {
        resolve(self.options.base.as_deref()?, self.text())
    }

    /// How it was resolved, step by step.
    pub fn resolution(&self) -> Option<Resolution> {
        resolution(self.options.base.as_deref()?, self.text())
    }

    /// Where a reader sees each character.
    pub fn bidi(&self) -> Bidi<'t> {
        Bidi::new(self.text())
    }

    /// Where a reader sees each character in another order than that of RFC 3987.
    pub fn bidi_in(&self, order: Order) -> Bidi<'t> {
        Bidi::with_order(self.text(), order)
    }

    /// Other references with the same display, different in structure, the nearest first.
    pub fn twins(&self) -> Vec<String> {
        bidi::twins(self.text())
    }

    /// The text with the safe fix of every finding of at least `least` applied, judged again until
    /// none is left.
    pub fn apply_safe_fixes(&self, least: Severity) -> String {
        let mut text = self.fixed_once(least);
        // Each round removes the findings it mends; a second is needed only where two edits overlapped.
        for _ in 0..8 {
            let again = inspect(&text, &self.options).fixed_once(least);
            if again == text {
                break;
            }
            text = again;
        }
        text
    }

    fn fixed_once(&self, least: Severity) -> String {
        let findings = self.findings.iter().filter(|finding| finding.severity >= least);
        let fixes = findings.filter_map(Finding::safe_fix);
        crate::text::apply_edits(self.text(), fixes.flat_map(|fix| &fix.edits))
    }
}
