//! Contents of a part of a text.

use std::sync::Arc;

use crate::rules::Role;
use crate::text::{Entities, InLeaf, Span};
use crate::xml::analysis::{self, DecodedValue, ValueAnalysis, ValueFinding};
use crate::xml::lexer::TERMINATORS;
use crate::xml::scope::{Scopes, ValueContext};
use crate::xml::site::SiteKind;
use crate::xml::suppression::{ActiveSuppressions, Level, Suppression, SuppressionEvent, SuppressionScope};

/// Contents of a part of a text.
#[derive(Clone, Debug, Default)]
pub struct Content {
    /// Values that contain references, lists included, in the order of their starts. A text may contain a comment, and so
    /// the names in that.
    pub sites: Vec<Value>,
    /// Findings, each with the index of its value.
    pub findings: Vec<(usize, ValueFinding)>,
    /// Values after these with possible findings that were not kept or not computed.
    pub unkept: Vec<usize>,
    /// Suppressions for the whole document.
    pub suppressions: Vec<Suppression>,
    /// Comments, and what they suppress.
    pub events: Vec<SuppressionEvent>,
    /// Declared internal entities, with their spans.
    pub declared: Vec<(Box<str>, Span<InLeaf>)>,
    /// Values with names in RDF that may have another spelling, in order.
    pub variants: Vec<usize>,
    /// Terminators that constructs need and that do not occur.
    pub awaits: [bool; TERMINATORS],
}

/// Value that contains references.
#[derive(Clone, Debug)]
pub struct Value {
    /// Span of the raw value.
    pub span: Span<InLeaf>,
    /// The quote around it.
    pub quote: Option<char>,
    /// Context of the value.
    pub context: Arc<ValueContext>,
    /// Decoded value; `None` for a value as most are: it equals the raw one, and all of it is known.
    decoded: Option<Box<DecodedValue>>,
}

impl Value {
    pub fn new(span: Span<InLeaf>, quote: Option<char>, context: Arc<ValueContext>, decoded: DecodedValue) -> Self {
        let decoded = (!decoded.is_plain()).then(|| Box::new(decoded));
        Self { span, quote, context, decoded }
    }

    /// Returns the decoded value; `None` if it equals the raw one.
    pub fn decoded(&self) -> Option<&str> {
        self.decoded.as_ref()?.decoded.as_deref()
    }

    /// Returns whether all of it is known, including the replacements of its entities.
    pub fn is_known(&self) -> bool {
        self.decoded.as_ref().is_none_or(|decoded| decoded.is_known)
    }

    /// Returns whether it is a reference, and not a name that only has findings.
    pub fn is_reference(&self) -> bool {
        self.context.kind.is_reference()
    }
}

/// Comment of a document.
#[derive(Clone, Copy, Debug)]
pub struct Comment<'t> {
    /// Span of the comment.
    pub span: Span<InLeaf>,
    /// Text between its delimiters.
    pub inside: &'t str,
    /// Length in bytes of the delimiter before that.
    pub opening: usize,
    /// Whether markup before it would or could be longer without it.
    pub is_after_open_markup: bool,
}

/// Properties of a value that was added; all are false for one that contains no references.
#[derive(Clone, Copy, Debug, Default)]
pub struct Added {
    /// Whether it has no finding, not even one that a comment suppresses.
    pub is_clean: bool,
    /// Whether it is a name in RDF that may have another spelling.
    pub may_be_variant: bool,
    /// Whether it equals its source.
    pub is_plain: bool,
}

/// Amount of content of a leaf.
#[derive(Clone, Copy)]
pub struct Mark {
    sites: usize,
    findings: usize,
    unkept: usize,
    variants: usize,
    suppressions: usize,
    events: usize,
    /// Last event, which later uses extend.
    last_event: Option<SuppressionEvent>,
    declared: usize,
    awaits: [bool; TERMINATORS],
}

/// Last values of a leaf, split off.
pub struct Tail {
    /// Number of the first of them.
    first: usize,
    sites: Vec<Value>,
    findings: Vec<(usize, ValueFinding)>,
    unkept: Vec<usize>,
    variants: Vec<usize>,
}

impl Content {
    /// Returns the number of findings, at least; zero for a valid leaf.
    pub fn finding_count(&self) -> usize {
        self.findings.len() + self.unkept.len()
    }

    /// Adds a value, its source, and its findings, of which `keeps` more may be kept.
    pub fn add(
        &mut self,
        (span, raw): (Span<InLeaf>, &str),
        quote: Option<char>,
        context: Arc<ValueContext>,
        keeps: &mut usize,
    ) -> Added {
        let number = self.sites.len();
        let is_unknown = context.place.role.is_unknown();
        let mut added = Added::default();
        let decoded_value = if *keeps == 0 && context.suppressions.is_empty() && !is_unknown {
            // The findings would not be kept.
            let decoded_value = analysis::parse_only(&context, raw);
            self.unkept.extend(decoded_value.is_some().then_some(number));
            self.variants.extend(decoded_value.is_some().then_some(number));
            decoded_value
        } else {
            analysis::analyze(&context, raw, quote).map(|analysis| {
                let ValueAnalysis { findings, suppressed, may_be_variant, value } = analysis;
                added.is_clean = findings.is_empty() && suppressed.is_empty();
                added.may_be_variant = may_be_variant;
                self.variants.extend(may_be_variant.then_some(number));
                self.keep(number, findings, keeps);
                self.use_suppressions(&context.suppressions, suppressed);
                value
            })
        };
        let Some(decoded) = decoded_value else { return Added::default() };
        added.is_plain = decoded.is_plain();
        self.sites.push(Value::new(span, quote, context, decoded));
        added
    }

    /// Adds what a comment suppresses, to `pending` if it applies to what follows, and its names that are not rules.
    pub fn add_comment(
        &mut self,
        comment: &Comment<'_>,
        pending: &mut Suppression,
        scopes: &mut Scopes,
        keeps: &mut usize,
    ) {
        let Comment { span, inside, is_after_open_markup, .. } = *comment;
        let parsed = Suppression::in_comment(inside);
        let (scope, suppression) = parsed.unwrap_or((SuppressionScope::Next, Suppression::default()));
        if !suppression.is_empty() {
            self.events.push(SuppressionEvent::Comment { span, scope, is_after_open_markup });
        }
        let mut known = None;
        for name in Suppression::unknown_in(inside) {
            let context = Arc::clone(known.get_or_insert_with(|| {
                let suppressions = ActiveSuppressions::default().within(*pending, Level::PENDING);
                let names = (scope.word(), Some("rule"));
                let (place, entities) = (Role::RULE_NAME.into(), Entities::default());
                scopes.value_context(SiteKind::Comment, names, place, suppressions, None, entities)
            }));
            let start = span.start + comment.opening;
            let name_at = Span::new(start + name.start, start + name.end);
            self.add((name_at, &inside[name]), None, context, keeps);
        }
        match scope {
            SuppressionScope::File => self.suppressions.push(suppression),
            SuppressionScope::Next => *pending = pending.or(suppression),
        }
    }

    /// Adds a value that is one reference and is known to have no findings in its context.
    #[cfg(feature = "rdf")]
    pub fn add_clean(&mut self, (span, raw): (Span<InLeaf>, &str), context: Arc<ValueContext>, may_be_variant: bool) {
        self.variants.extend(may_be_variant.then_some(self.sites.len()));
        let decoded = DecodedValue::new(analysis::decode(&context, raw));
        self.sites.push(Value::new(span, None, context, decoded));
    }

    /// Records that the last value may have another spelling, with what the document declares.
    #[cfg(feature = "rdf")]
    pub fn add_variant(&mut self) {
        let last = self.sites.len().checked_sub(1);
        self.variants.extend(last.filter(|number| self.variants.last() != Some(number)));
    }

    fn keep(&mut self, number: usize, findings: Vec<ValueFinding>, keeps: &mut usize) {
        if findings.len() <= *keeps {
            *keeps -= findings.len();
            for found in &findings {
                found.finding.write_texts();
            }
            self.findings.extend(findings.into_iter().map(|finding| (number, finding)));
        } else {
            *keeps = 0;
            self.unkept.push(number);
        }
    }

    /// Records that comments suppress findings of the rules `used`.
    fn use_suppressions(&mut self, active: &ActiveSuppressions, used: Suppression) {
        for (level, rules) in active.levels_of(used) {
            match self.events.last_mut() {
                Some(SuppressionEvent::Used(known, all)) if *known == level => *all = all.or(rules),
                _ => self.events.push(SuppressionEvent::Used(level, rules)),
            }
        }
    }

    /// Splits off the values that start at or after `start`, with their findings. [`append`](Self::append) adds them again.
    pub fn split_off(&mut self, start: usize) -> Tail {
        let first = self.sites.partition_point(|value| value.span.start < start);
        let finding = self.findings.partition_point(|(number, _)| *number < first);
        let unkept = self.unkept.partition_point(|number| *number < first);
        let variant = self.variants.partition_point(|number| *number < first);
        Tail {
            first,
            sites: self.sites.split_off(first),
            findings: self.findings.split_off(finding),
            unkept: self.unkept.split_off(unkept),
            variants: self.variants.split_off(variant),
        }
    }

    /// Adds the values of `tail` after those that were added since it was split off.
    pub fn append(&mut self, tail: Tail) {
        let added = self.sites.len() - tail.first;
        let findings = tail.findings.into_iter().map(|(number, finding)| (number + added, finding));
        if self.unkept.is_empty() {
            self.findings.extend(findings);
        } else {
            // What is computed on demand follows all that is kept.
            self.unkept.extend(findings.map(|(number, _)| number));
            self.unkept.dedup();
        }
        self.unkept.extend(tail.unkept.into_iter().map(|number| number + added));
        self.variants.extend(tail.variants.into_iter().map(|number| number + added));
        self.sites.extend(tail.sites);
    }

    pub fn mark(&self) -> Mark {
        Mark {
            sites: self.sites.len(),
            findings: self.findings.len(),
            unkept: self.unkept.len(),
            variants: self.variants.len(),
            suppressions: self.suppressions.len(),
            events: self.events.len(),
            last_event: self.events.last().copied(),
            declared: self.declared.len(),
            awaits: self.awaits,
        }
    }

    pub fn cut(&mut self, mark: Mark) {
        self.sites.truncate(mark.sites);
        self.findings.truncate(mark.findings);
        self.unkept.truncate(mark.unkept);
        self.variants.truncate(mark.variants);
        self.suppressions.truncate(mark.suppressions);
        self.events.truncate(mark.events);
        if let (Some(last), Some(before)) = (self.events.last_mut(), mark.last_event) {
            *last = before;
        }
        self.declared.truncate(mark.declared);
        self.awaits = mark.awaits;
    }
}
