//! Suppression comments that suppress nothing.
//!
//! ```text
//! <!-- iri-ignore leiri-space -->   Comment ─▶ pending
//! <p>                               Applied: the pending comments are those of this level
//!   <a href="a b"/>                 Used: the comments of the level that suppresses the finding
//! </p>
//! ```
//!
//! The leaves contain these events, so that no value is analyzed again. A comment for the whole document is compared
//! with the findings that no other comment suppresses.

use std::borrow::Cow;
use std::collections::HashMap;

use crate::rules::{
    Finding, Fix, Role, Severity, UNUSED_SUPPRESSION, unused_suppression_message, unused_suppression_title,
};
use crate::text::{InDocument, Span, WHITESPACE};
use crate::xml::document::DocumentFinding;
use crate::xml::suppression::{Level, Suppression, SuppressionEvent, SuppressionScope};
use crate::xml::targets::TARGET_RULES;
use crate::xml::{Document, Site, SiteKind, Syntax};

/// Comment whose use is determined.
struct Comment {
    leaf: usize,
    span: Span<InDocument>,
    scope: SuppressionScope,
    is_after_open_markup: bool,
    used: Suppression,
}

/// Part of a comment that suppresses nothing.
struct UnusedPart {
    /// Span of the finding.
    span: Span<InDocument>,
    /// Name; `None` for the whole comment.
    name: Option<String>,
    /// Span that the fix removes.
    removed: Span<InDocument>,
}

/// What is joined if a comment is removed.
enum Joined {
    /// Markup or whitespace.
    Separate,
    /// Two words, or a word and markup.
    Text,
    /// Perhaps the start or end of markup, such as `]]` and `>`.
    Markup,
}

impl Document {
    /// Returns a finding for each suppression comment, and each name in one, that suppresses nothing. Only comments that
    /// touch `span` are considered.
    pub(super) fn unused_suppressions(&self, span: Span<InDocument>) -> impl Iterator<Item = DocumentFinding<'_>> {
        let severity = self.settings.severities.effective(&UNUSED_SUPPRESSION, Role::RULE_NAME);
        let found = severity.map(|severity| {
            let comments = self.used_comments(span).into_iter();
            comments.flat_map(move |comment| self.unused_in(&comment, severity))
        });
        found.into_iter().flatten()
    }

    /// Returns whether a comment suppresses findings, or should.
    pub fn has_suppressions(&self) -> bool {
        self.leaves_where(|start| start.has_suppressions).next().is_some()
    }

    /// Returns the suppression comments that touch `span`, with the rules of the findings that each suppresses.
    fn used_comments(&self, span: Span<InDocument>) -> Vec<Comment> {
        let suppressed = self.suppressed_in_file();
        // A comment without names hides findings in references, and does not hide that it is unnecessary.
        if !suppressed.is_all() && suppressed.covers(&UNUSED_SUPPRESSION) {
            return Vec::new();
        }
        let events = || {
            let leaves = self.leaves_where(|start| start.has_suppressions);
            leaves.flat_map(|leaf| self.leaves[leaf].content.events.iter().map(move |event| (leaf, *event)))
        };
        let is_wanted = |comment: &Comment| comment.span.start <= span.end && span.start <= comment.span.end;
        if !events().filter_map(|(leaf, event)| self.comment(leaf, event)).any(|comment| is_wanted(&comment)) {
            return Vec::new();
        }
        let mut used = self.all_comments(events(), is_wanted);
        used.retain(is_wanted);
        used
    }

    fn comment(&self, leaf: usize, event: SuppressionEvent) -> Option<Comment> {
        let SuppressionEvent::Comment { span, scope, is_after_open_markup } = event else { return None };
        let span = span.in_document(self.starts[leaf].span());
        Some(Comment { leaf, span, scope, is_after_open_markup, used: Suppression::default() })
    }

    /// Returns all comments with the rules of the findings that each suppresses.
    fn all_comments(
        &self,
        events: impl Iterator<Item = (usize, SuppressionEvent)>,
        is_wanted: impl Fn(&Comment) -> bool,
    ) -> Vec<Comment> {
        let mut all: Vec<Comment> = Vec::new();
        let mut groups: HashMap<Level, Vec<usize>> = HashMap::new();
        let mut is_file_wanted = false;
        for (leaf, event) in events {
            if let Some(comment) = self.comment(leaf, event) {
                match comment.scope {
                    SuppressionScope::Next => groups.entry(Level::PENDING).or_default().push(all.len()),
                    SuppressionScope::File => is_file_wanted |= is_wanted(&comment),
                }
                all.push(comment);
            }
            match event {
                SuppressionEvent::Comment { .. } => {}
                SuppressionEvent::Applied(level) => {
                    let pending = groups.remove(&Level::PENDING).unwrap_or_default();
                    groups.insert(level, pending);
                }
                SuppressionEvent::Used(level, rules) => {
                    for &index in groups.get(&level).into_iter().flatten() {
                        all[index].used = all[index].used.or(rules);
                    }
                }
            }
        }
        if is_file_wanted {
            let used = self.rules_found();
            all.iter_mut().filter(|comment| comment.scope == SuppressionScope::File).for_each(|comment| {
                comment.used = used;
            });
        }
        all
    }

    /// Returns the rules that have findings, including those that a comment suppresses in the whole document.
    fn rules_found(&self) -> Suppression {
        let leaves = self.leaves_where(|start| start.may_have_findings);
        let found = leaves.flat_map(|leaf| self.value_finding(leaf));
        found.fold(Suppression::default(), |all, (_, found)| all.or(Suppression::from_rule(found.finding.rule)))
    }

    fn unused_in(&self, comment: &Comment, severity: Severity) -> Vec<DocumentFinding<'_>> {
        let finding = |part: UnusedPart| {
            let site_span =
                Span::new(part.removed.start.min(comment.span.start), part.removed.end.max(comment.span.end));
            let title = unused_suppression_title(part.name.as_deref());
            let junction = match part.name {
                Some(_) => Joined::Separate,
                None if comment.is_after_open_markup => Joined::Markup,
                None => self.joined_without(part.removed),
            };
            let fix = match junction {
                Joined::Separate => Some(Fix::safe(title, part.removed, "")),
                Joined::Text => Some(Fix::suggested(title, part.removed, "")),
                Joined::Markup => None,
            };
            let finding = Finding {
                rule: &UNUSED_SUPPRESSION,
                severity,
                span: part.span,
                message: unused_suppression_message(part.name.as_deref()).into(),
                fixes: fix.into_iter().collect(),
            };
            DocumentFinding {
                finding,
                site: self.comment_site(comment, site_span),
                value: comment.span,
                declared: None,
            }
        };
        self.unused_parts(comment).into_iter().map(finding).collect()
    }

    fn unused_parts(&self, comment: &Comment) -> Vec<UnusedPart> {
        let Some((opening, closing)) = self.settings.syntax.comment() else { return Vec::new() };
        let start = comment.span.start + opening.len();
        let text = self.slice(Span::new(start, comment.span.end - closing.len()));
        let whole = || UnusedPart { span: comment.span, name: None, removed: self.line_of(comment.span) };
        let names = Suppression::names_in(&text);
        if names.is_empty() {
            let is_unused = comment.used.is_empty() && self.is_decidable(Suppression::ALL, false);
            return is_unused.then(whole).into_iter().collect();
        }
        let is_unused = |rules: Suppression| {
            let is_named = rules.rules().count() == 1;
            !rules.is_empty() && !rules.intersects(comment.used) && self.is_decidable(rules, is_named)
        };
        if names.iter().all(|name| is_unused(name.rules)) {
            return vec![whole()];
        }
        let in_document = |span: &std::ops::Range<usize>| Span::new(start + span.start, start + span.end);
        let unused = names.iter().filter(|name| is_unused(name.rules));
        let part = unused.map(|name| UnusedPart {
            span: in_document(&name.span),
            name: Some(text[name.span.clone()].to_owned()),
            removed: in_document(&name.with_separator),
        });
        part.collect()
    }

    /// Returns whether the document alone shows that no finding of `rules` occurs. A rule that is turned off may be
    /// turned on in another run, in which the comment is needed.
    fn is_decidable(&self, rules: Suppression, is_named: bool) -> bool {
        let severities = &self.settings.severities;
        rules.rules().all(|rule| {
            if *rule == UNUSED_SUPPRESSION {
                // A comment about this rule keeps other comments.
                !is_named
            } else if TARGET_RULES.contains(&rule) && severities.effective(rule, Role::LEIRI).is_some()
                || self.has_name_findings_of(rule)
            {
                false
            } else {
                !severities.is_off_for_references(rule) || !is_named && !severities.is_set(rule)
            }
        })
    }

    /// Returns the span that is removed with a comment: its line if it is alone there between two pieces of markup.
    fn line_of(&self, comment: Span<InDocument>) -> Span<InDocument> {
        /// Maximum number of bytes on each side that are searched for markup.
        const AROUND: usize = 1024;
        let (before, after) = self.around(comment, AROUND);
        let is_blank = |c: char| WHITESPACE.contains(&c);
        let is_separate = self.settings.syntax != Syntax::Xml
            || before.trim_end_matches(is_blank).ends_with('>') && after.trim_start_matches(is_blank).starts_with('<');
        let indentation = before.len() - before.trim_end_matches([' ', '\t']).len();
        let is_first = before[..before.len() - indentation].ends_with('\n');
        let blank = after.len() - after.trim_start_matches([' ', '\t']).len();
        let line_break = ["\r\n", "\n"].into_iter().find(|line_break| after[blank..].starts_with(line_break));
        match line_break {
            Some(line_break) if is_separate && is_first => {
                Span::new(comment.start - indentation, comment.end + blank + line_break.len())
            }
            _ => comment,
        }
    }

    /// Returns what the removal of `removed` joins.
    fn joined_without(&self, removed: Span<InDocument>) -> Joined {
        /// Maximum length of a character, in bytes.
        const LONGEST_CHARACTER: usize = 4;
        if self.settings.syntax != Syntax::Xml {
            // A comment ends at the end of its line.
            return Joined::Separate;
        }
        let (before, after) = self.around(removed, LONGEST_CHARACTER);
        let is_before = |c: char| c == '>' || WHITESPACE.contains(&c);
        let is_after = |c: char| c == '<' || WHITESPACE.contains(&c);
        let (before, after) = (before.chars().next_back(), after.chars().next());
        if before.is_none_or(is_before) && after.is_none_or(is_after) {
            Joined::Separate
        } else if before.is_some_and(|c| "<!-?/]&#".contains(c)) {
            Joined::Markup
        } else {
            Joined::Text
        }
    }

    /// Returns about `length` bytes of the text before `span`, and after it.
    fn around(&self, span: Span<InDocument>, length: usize) -> (Cow<'_, str>, Cow<'_, str>) {
        let slice = |start, end| self.slice(self.clamped(Span::new(start, end)));
        (slice(span.start.saturating_sub(length), span.start), slice(span.end, span.end.saturating_add(length)))
    }

    fn comment_site(&self, comment: &Comment, span: Span<InDocument>) -> Site<'_> {
        let start = self.starts[comment.leaf].offset;
        let text = self.leaves[comment.leaf].text();
        let raw = &text[comment.span.start - start..comment.span.end - start];
        Site {
            kind: SiteKind::Comment,
            span,
            raw,
            value: Cow::Borrowed(raw),
            role: Role::RULE_NAME,
            element: comment.scope.word(),
            attribute: Some("rule"),
            quote: None,
            base: None,
            is_known: true,
            origin: None,
        }
    }
}
