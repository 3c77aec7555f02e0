//! The registry: every rule with its check, and the functions that need the whole list.

use std::fmt;

use crate::CancelToken;
use crate::rules::context::{Check, CheckInput, Context, FindingSink};
use crate::rules::features::Features;
use crate::rules::finding::Finding;
use crate::rules::policy::Severities;
use crate::rules::rule::{Group, Rule, Severity};
use crate::rules::table::{self, COMMON_MISTAKE, SCHEME_SYNTAX, rules};
use crate::rules::{common_mistake, fragments, leiri, scheme_syntax};
use crate::text::fit;
use crate::text::similar::did_you_mean;
use crate::unicode::LeiriGroup;

/// Defines the list of the checks.
macro_rules! checks {
    ($($rule:ident $name:literal $module:ident: $group:ident $severity:ident $subject:ident
        [$($feature:ident)|+] $($may_follow_fix:ident)? $(= $check:expr)?;)*) => {
        /// Every check, by group, in the order of the reference manual.
        static CHECKS: &[Check] = &[$(Check {
            rule: &table::$rule,
            needs: Features::NONE$(.or(Features::$feature))+,
            may_follow_fix: checks!(@flag $($may_follow_fix)?),
            run: checks!(@check $module $($check)?),
        }),*];
    };
    (@flag) => { false };
    (@flag may_follow_fix) => { true };
    (@check $module:ident) => { super::$module::check };
    (@check $module:ident $check:expr) => { $check };
}

rules!(checks);

/// Checks, with the numbers of those that need each feature, so that only these are looked at.
struct CheckList {
    /// Features that a check needs.
    needs: Features,
    /// For each bit of [`Features`], one bit per check.
    by_feature: [u128; 64],
}

impl CheckList {
    /// Lists all checks, or those that may follow a fix.
    const fn new(is_after_fix: bool) -> Self {
        assert!(CHECKS.len() <= u128::BITS as usize, "each check needs a bit");
        let (mut by_feature, mut needs) = ([0; 64], Features::NONE);
        let mut at = 0;
        while at < CHECKS.len() {
            let mut feature = 0;
            while feature < by_feature.len() && (CHECKS[at].may_follow_fix || !is_after_fix) {
                if CHECKS[at].needs.has_bit(feature) {
                    by_feature[feature] |= 1 << at;
                    needs = needs.or(CHECKS[at].needs);
                }
                feature += 1;
            }
            at += 1;
        }
        Self { needs, by_feature }
    }

    /// Returns the checks that need one of `features`, in the order of the list.
    fn needed(&self, features: Features) -> impl Iterator<Item = &'static Check> {
        let mut rest = features.and(self.needs).bits().fold(0, |needed, bit| needed | self.by_feature[bit]);
        std::iter::from_fn(move || {
            let at = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(&CHECKS[at])
        })
    }
}

/// All checks.
static ALL_CHECKS: CheckList = CheckList::new(false);

/// The checks whose warnings a safe fix may raise.
static CHECKS_AFTER_FIX: CheckList = CheckList::new(true);

/// Every rule, by group, in the order of the reference manual.
pub static ALL: [&Rule; CHECKS.len()] = {
    let mut rules = [CHECKS[0].rule; CHECKS.len()];
    let mut at = 0;
    while at < rules.len() {
        rules[at] = CHECKS[at].rule;
        at += 1;
    }
    rules
};

/// Returns the names of all rules and groups.
pub fn rule_names() -> impl Iterator<Item = &'static str> {
    let rules = ALL.iter().map(|rule| rule.name);
    rules.chain(Group::ALL.iter().map(|group| group.name()))
}

/// Returns the rule of that name.
///
/// ```
/// let rule = iri_core::rules::find("leiri-space").expect("it is a rule");
/// assert_eq!(rule.group.name(), "leiri");
/// assert!(rule.page().starts_with('#'));
/// ```
pub fn find(name: &str) -> Option<&'static Rule> {
    ALL.iter().copied().find(|rule| rule.name == name)
}

/// Name that is neither that of a rule nor of a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownRule(pub String);

impl fmt::Display for UnknownRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(name) = self;
        let tip = did_you_mean(name, rule_names());
        f.write_str(&fit(name, |name| format!("unknown rule or group '{name}'{tip}")))
    }
}

impl Severities {
    /// Sets the severity of a rule, or of every rule of a group; `None` turns it off. Later calls win.
    ///
    /// ```
    /// use iri_core::{Options, Severities, inspect};
    ///
    /// let mut severities = Severities::default();
    /// severities.set("leiri", None)?;
    /// let inspection = inspect("a b", &Options::default().with_severities(severities));
    /// assert!(inspection.findings().is_empty());
    /// # Ok::<(), iri_core::UnknownRule>(())
    /// ```
    ///
    /// # Errors
    /// If no rule and no group has that name.
    pub fn set(&mut self, name: &str, severity: Option<Severity>) -> Result<(), UnknownRule> {
        let mut meant = ALL.iter().filter(|rule| rule.name == name || rule.group.name() == name).peekable();
        if meant.peek().is_none() {
            return Err(UnknownRule(name.to_owned()));
        }
        meant.for_each(|rule| self.choose(rule, severity));
        Ok(())
    }

    /// Turns all rules off.
    pub fn turn_off_all(&mut self) {
        for rule in ALL {
            self.choose(rule, None);
        }
    }
}

/// Runs the rules that a safe fix may violate, if they are warnings or errors and their features occur. Findings are in
/// the order of the text, and may lack messages and fixes.
pub(crate) fn check_fixed(input: &CheckInput<'_, '_>) -> Vec<Finding> {
    run(&CHECKS_AFTER_FIX, input, Purpose::Count, &CancelToken::default()).unwrap_or_default()
}

/// Runs every rule that is a warning or an error and whose features occur. Findings may lack messages and fixes. With
/// `is_settled` false they include what a mistake or a grammar replaces.
pub(crate) fn check_counting(input: &CheckInput<'_, '_>, is_settled: bool) -> Vec<Finding> {
    let purpose = if is_settled { Purpose::Count } else { Purpose::CountAll };
    run(&ALL_CHECKS, input, purpose, &CancelToken::default()).unwrap_or_default()
}

/// What findings are for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    Report,
    /// Their number decides about a fix.
    Count,
    /// The same, with those that others replace.
    CountAll,
}

/// Returns whether a rule needs one of `features`: nearly no ordinary reference has any.
pub(crate) fn are_checked(features: Features) -> bool {
    features.intersects(ALL_CHECKS.needs)
}

/// Runs every rule that is on and whose features occur. Findings are in the order of the text. `None` if the
/// check is cancelled.
pub(crate) fn check(input: &CheckInput<'_, '_>, cancel: &CancelToken) -> Option<Vec<Finding>> {
    run(&ALL_CHECKS, input, Purpose::Report, cancel)
}

/// Rules that replace what others report of the same text.
pub(crate) const OWNERS: [&Rule; 2] = [&COMMON_MISTAKE, &SCHEME_SYNTAX];

fn run(checks: &CheckList, input: &CheckInput<'_, '_>, purpose: Purpose, cancel: &CancelToken) -> Option<Vec<Finding>> {
    if !input.features.intersects(checks.needs) {
        return Some(Vec::new());
    }
    let is_counting = purpose != Purpose::Report;
    let context = Context::new(input, CHECKS);
    let mut list = Vec::new();
    for check in checks.needed(context.features) {
        if cancel.is_cancelled() {
            return None;
        }
        // Only warnings and errors count against a fix. What owns the traces of other rules may become one.
        let is_counted =
            |severity: &Severity| !is_counting || *severity >= Severity::Warning || OWNERS.contains(&check.rule);
        let severity = context.severity(check.rule).filter(is_counted);
        if let Some(severity) = severity {
            (check.run)(&context, &mut FindingSink { rule: check.rule, severity, list: &mut list, is_counting });
        }
    }
    if list.is_empty() {
        return Some(list);
    }
    if purpose == Purpose::CountAll {
        scheme_syntax::leave_to_syntax(&context, &mut list);
        return Some(list);
    }
    if context.features.intersects(Features::MISTAKE) {
        common_mistake::drop_superseded(&context, &mut list);
    }
    if context.features.intersects(Features::OWN_GRAMMAR) {
        scheme_syntax::drop_superseded(&context, &mut list);
    }
    fragments::allow_own_syntax(&context, &mut list);
    if context.role.is_review_required() {
        list.iter_mut().for_each(Finding::require_review);
    }
    // The sort is stable: findings at one span keep the order of the reference manual.
    list.sort_by_key(|finding| (finding.span.start, finding.span.end));
    Some(list)
}

/// Returns whether `name` is the name of a rule or a group.
#[cfg(feature = "xml")]
pub(crate) fn is_known(name: &str) -> bool {
    rule_names().any(|known| known == name)
}

impl std::error::Error for UnknownRule {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reference::{Dialect, Reference};
    use crate::rules::features::Features;
    use crate::rules::role::Role;
    use crate::rules::schemes::Outcome;

    const PIECES: [&str; 50] = [
        "http://",
        "https:",
        "urn:x:",
        "//",
        "/",
        "/",
        ".",
        ".",
        "-",
        "?",
        "#",
        "@",
        ":",
        ":80",
        "[::1]",
        "[",
        "%41",
        "%2f",
        "%C3%A9",
        "%25",
        "%",
        "&",
        "=",
        "a",
        "e",
        "HTTP:",
        "Z",
        "1",
        " ",
        "\\",
        "<",
        "\u{0}",
        "\u{E9}",
        "e\u{301}",
        "\u{430}",
        "\u{435}\u{440}",
        "\u{43A}\u{43D}",
        "\u{3B1}\u{3BF}",
        "\u{5D0}",
        "\u{627}",
        "\u{4E2D}",
        "\u{30A2}",
        "\u{D55C}",
        "\u{FF41}",
        "\u{200B}",
        "\u{202E}",
        "\u{E000}",
        "\u{378}",
        "xn--g6h",
        "\u{2215}",
    ];

    /// Rules whose needs are an estimate that makes them run seldom; for all others the need is the condition.
    const ESTIMATED: [&str; 19] = [
        "default-port",
        "empty-port",
        "port-leading-zero",
        "password",
        "misleading-userinfo",
        "scheme-syntax",
        "host-length",
        "mixed-script",
        "look-alike",
        "host-look-alike",
        "restricted-host-character",
        "not-nfc",
        "dot-segments",
        "mixed-direction",
        "rtl-edge",
        "idna-bidi",
        "bidi-twin",
        "bad-idna",
        "parsers-disagree",
    ];

    #[test]
    fn a_rule_that_is_not_needed_has_no_findings() {
        let estimated: Vec<_> = CHECKS.iter().filter(|check| ESTIMATED.contains(&check.rule.name)).collect();
        assert_eq!(estimated.len(), ESTIMATED.len());
        let role = Role { dialect: Dialect::Uri, ..Role::LEIRI };
        let severities = Severities::default();
        let mut rng = fastrand::Rng::with_seed(3987);
        let mut skipped = 0;
        for _ in 0..20_000 {
            let text: String = (0..rng.usize(..10)).map(|_| PIECES[rng.usize(..PIECES.len())]).collect();
            let reference = Reference::parse(&text);
            let features = Features::from_reference(&reference);
            let input = CheckInput {
                reference: &reference,
                features,
                role,
                base: None,
                charset: crate::reference::QueryCharset::UTF8,
                severities: &severities,
                issues: &[],
                schema_problem: None,
            };
            let context = Context::new(&input, CHECKS);
            if !features.intersects(Features::OWN_GRAMMAR) {
                let outcome = context.scheme_outcome().map(|(_, outcome)| outcome);
                assert!(matches!(outcome, None | Some(Outcome::Accepted { .. })), "{outcome:?} on {text:?}");
            }
            for check in estimated.iter().filter(|check| !features.intersects(check.needs)) {
                let mut list = Vec::new();
                (check.run)(
                    &context,
                    &mut FindingSink {
                        rule: check.rule,
                        severity: Severity::Hint,
                        list: &mut list,
                        is_counting: false,
                    },
                );
                assert!(list.is_empty(), "{} on {text:?}: {list:?}", check.rule.name);
                skipped += 1;
            }
        }
        assert!(skipped > 50_000, "only {skipped} checks were skipped");
    }
}
