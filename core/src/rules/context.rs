//! What a check is given, and where it puts what it finds.

use std::cell::OnceCell;

use crate::finding::{Finding, Safety, Severity};
use crate::options::Options;
use crate::reference::{Reference, idna};
use crate::rules::Rule;
use crate::rules::leiri::{self, Run};
use crate::text::{DecodeIssue, DecodeIssueKind, Span};
use crate::unicode::bidi::components::{self, Part};
use crate::unicode::{Bidi, Features, LeiriGroup};

/// What a check is given.
pub struct Context<'c, 't> {
    /// The whole text.
    pub text: &'t str,
    /// Its parts.
    pub reference: &'c Reference<'t>,
    /// What was met anywhere in the text.
    pub features: Features,
    /// How to judge it.
    pub options: &'c Options,
    /// What went wrong while the value was decoded from its source.
    pub slips: &'c [DecodeIssue],
    bidi: OnceCell<Bidi<'t>>,
    parts: OnceCell<Vec<Part>>,
    leiri_runs: OnceCell<Vec<Run>>,
    label_lengths: OnceCell<Vec<Option<usize>>>,
}

impl<'c, 't> Context<'c, 't> {
    pub(crate) fn new(
        reference: &'c Reference<'t>,
        features: Features,
        options: &'c Options,
        slips: &'c [DecodeIssue],
    ) -> Self {
        Self {
            text: reference.text,
            reference,
            features,
            options,
            slips,
            bidi: OnceCell::new(),
            parts: OnceCell::new(),
            leiri_runs: OnceCell::new(),
            label_lengths: OnceCell::new(),
        }
    }

    /// The display of the text, worked out once for all rules of the group `bidi`.
    pub fn bidi(&self) -> &Bidi<'t> {
        self.bidi.get_or_init(|| Bidi::new(self.text))
    }

    /// The components as 3987bis section 4.2 counts them, with their verdicts.
    pub fn parts(&self) -> &[Part] {
        self.parts.get_or_init(|| components::parts(self.reference))
    }

    /// The octets of each host label as an A-label; nothing for one that IDNA refuses.
    pub(super) fn label_lengths(&self) -> &[Option<usize>] {
        let is_plain = |label: &str| label.is_ascii() && !label.contains('%');
        let length = |label: Span| match label.slice(self.text) {
            plain if is_plain(plain) => Some(plain.len()),
            label => idna::a_label_length(label),
        };
        self.label_lengths.get_or_init(|| self.reference.host_labels().into_iter().map(length).collect())
    }

    /// The runs of every LEIRI group, slips apart: one pass for nine rules.
    pub(super) fn leiri_runs(&self) -> &[Run] {
        let is_grouped = |at, c| LeiriGroup::from_char(c).is_some() && !self.is_slip(at);
        self.leiri_runs.get_or_init(|| leiri::runs(self.text, is_grouped).collect())
    }

    /// Whether a slip of the decoder covers the byte at `offset`: its own rule speaks of it.
    pub fn is_slip(&self, offset: usize) -> bool {
        self.slip_at(offset).is_some_and(|kind| kind != DecodeIssueKind::LineBreak)
    }

    /// Whether a line break of the source stands in `span`, or beside it.
    pub(super) fn is_at_line_break(&self, span: Span) -> bool {
        let next = self.slips.partition_point(|slip| slip.span.end < span.start);
        let near = self.slips[next..].iter().take_while(|slip| slip.span.start <= span.end);
        near.into_iter().any(|slip| slip.kind == DecodeIssueKind::LineBreak)
    }

    fn slip_at(&self, offset: usize) -> Option<DecodeIssueKind> {
        let next = self.slips.partition_point(|slip| slip.span.end <= offset);
        self.slips.get(next).filter(|slip| slip.span.contains(offset)).map(|slip| slip.kind)
    }
}

/// Where the check of one rule puts what it finds.
pub struct Findings<'f> {
    rule: &'static Rule,
    severity: Severity,
    list: &'f mut Vec<Finding>,
}

impl Findings<'_> {
    /// Flags `span`. The message says what is there, then why it matters.
    #[allow(clippy::missing_panics_doc)] // the list was pushed to one line above
    pub fn flag(&mut self, span: Span, message: impl Into<String>) -> &mut Finding {
        let finding =
            Finding { rule: self.rule, severity: self.severity, span, message: message.into(), fixes: Vec::new() };
        self.list.push(finding);
        self.list.last_mut().expect("it was pushed just now")
    }
}

/// Runs every rule that is on and whose `needs` were met; findings in the order of the text.
pub(crate) fn check(context: &Context<'_, '_>) -> Vec<Finding> {
    check_while(context, || true).unwrap_or_default()
}

/// The same, unless `is_wanted` says between two rules that nobody waits for it any more.
pub(crate) fn check_while(context: &Context<'_, '_>, is_wanted: impl Fn() -> bool) -> Option<Vec<Finding>> {
    let mut list = Vec::new();
    for &rule in super::ALL {
        if !context.features.intersects(rule.needs) {
            continue;
        }
        if !is_wanted() {
            return None;
        }
        if let Some(severity) = context.options.severity(rule) {
            (rule.check)(context, &mut Findings { rule, severity, list: &mut list });
        }
    }
    if context.options.role.is_name() {
        let fixes = list.iter_mut().flat_map(|finding| &mut finding.fixes);
        fixes.for_each(|fix| fix.safety = Safety::Suggested);
    }
    // Stable: at one place the rules keep the order of the reference manual.
    list.sort_by_key(|finding| (finding.span.start, finding.span.end));
    Some(list)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Dialect;

    const PIECES: [&str; 48] = [
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
    ];

    /// Rules whose needs are an estimate, made so that they run seldom; for others the need is the condition.
    const ESTIMATED: [&str; 9] = [
        "mixed-script",
        "look-alike",
        "not-nfc",
        "dot-segments",
        "mixed-direction",
        "rtl-edge",
        "idna-bidi",
        "bidi-twin",
        "bad-idna",
    ];

    #[test]
    fn a_rule_whose_estimated_needs_are_not_met_would_have_found_nothing() {
        let estimated = crate::rules::ALL.iter().filter(|rule| ESTIMATED.contains(&rule.name));
        let estimated: Vec<_> = estimated.copied().collect();
        assert_eq!(estimated.len(), ESTIMATED.len());
        let mut options = Options::default();
        options.role.dialect = Dialect::Uri;
        let mut seed = 3987usize;
        let mut below = |end: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % end
        };
        let mut skipped = 0;
        for _ in 0..20_000 {
            let text: String = (0..below(10)).map(|_| PIECES[below(PIECES.len())]).collect();
            let reference = Reference::parse(&text);
            let context = Context::new(&reference, Features::from_reference(&reference), &options, &[]);
            for &rule in estimated.iter().filter(|rule| !context.features.intersects(rule.needs)) {
                let mut list = Vec::new();
                (rule.check)(&context, &mut Findings { rule, severity: Severity::Hint, list: &mut list });
                assert!(list.is_empty(), "{} on {text:?}: {list:?}", rule.name);
                skipped += 1;
            }
        }
        assert!(skipped > 50_000, "the gates kept only {skipped} checks from running");
    }
}
