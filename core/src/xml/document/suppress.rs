//! Edits that suppress a rule: a comment before the markup, or one for the file.

use super::Document;
use crate::CancelToken;
use crate::text::{Edit, InDocument, Span};
use crate::xml::Site;
use crate::xml::suppression::SuppressionScope;

/// Length in bytes from which the text before the markup in its line is not examined: the comment is inserted inline.
const LONG_LINE: usize = 500;
/// Maximum length in bytes of an XML declaration, with the byte order mark before it.
const HEAD: usize = 1_024;

impl Document {
    /// Returns the insertion of a comment that suppresses `rule` before the markup that contains `site`; `None` if the
    /// comment would not suppress the rule or would change a reference.
    pub fn edit_to_suppress(&self, site: &Site<'_>, rule: &str) -> Option<Edit<InDocument>> {
        let at = self.markup_of(site)?;
        let line = self.line(self.line_column(at).line);
        let indentation = Span::new(line.start, at);
        let before = if indentation.len() < LONG_LINE { self.slice(indentation) } else { "…".into() };
        let comment = self.comment_about(SuppressionScope::Next, rule)?;
        let is_first = before.chars().all(|c| c == ' ' || c == '\t');
        let text = if is_first { format!("{comment}{}{before}", self.line_end()) } else { comment };

        let mut edited = self.clone();
        edited.edit(Span::empty(at), &text);
        let span = site.span.moved(text.len());
        // A finding about a list is about its whole value.
        let value = self.value_at(site.span.start).map(|value| value.moved(text.len()));
        let is_same = edited.value_at(span.start) == value && edited.slice(span) == site.raw;
        // A missing target has a finding too unless it is suppressed.
        let missing = edited.related_findings_in(span, &CancelToken::default());
        let is_suppressed = !edited
            .findings_in(span)
            .chain(missing)
            .any(|found| found.site.span == span && found.finding.rule.name == rule);
        (is_same && is_suppressed).then(|| Edit { span: Span::empty(at), text })
    }

    /// Returns the insertion of a comment at the top, after the XML declaration, that suppresses `rule` in the document;
    /// `None` if its syntax has no comments.
    pub fn edit_to_suppress_in_file(&self, rule: &str) -> Option<Edit<InDocument>> {
        let comment = self.comment_about(SuppressionScope::File, rule)?;
        let head = self.slice(self.clamped(Span::new(0, HEAD)));
        let mark = if head.starts_with('\u{FEFF}') { '\u{FEFF}'.len_utf8() } else { 0 };
        let declaration = head[mark..].strip_prefix("<?xml").filter(|rest| rest.starts_with([' ', '\t', '\r', '\n']));
        Some(match declaration.and_then(|rest| rest.find("?>")) {
            Some(end) => {
                let at = mark + "<?xml".len() + end + "?>".len();
                Edit { span: Span::empty(at), text: format!("{}{comment}", self.line_end()) }
            }
            None => Edit { span: Span::empty(mark), text: format!("{comment}{}", self.line_end()) },
        })
    }

    /// Returns a comment that suppresses `rule`; `None` if the syntax has no comments.
    fn comment_about(&self, scope: SuppressionScope, rule: &str) -> Option<String> {
        let (opening, closing) = self.settings.syntax.comment()?;
        let space = if closing.is_empty() { "" } else { " " };
        Some(format!("{opening} {} {rule}{space}{closing}", scope.word()))
    }

    /// Returns the line end of the first line.
    fn line_end(&self) -> &'static str {
        let end = self.line(1).end;
        let ending = self.slice(self.clamped(Span::new(end, end + 2)));
        match &*ending {
            "\r\n" => "\r\n",
            other if other.starts_with('\r') => "\r",
            _ => "\n",
        }
    }
}
