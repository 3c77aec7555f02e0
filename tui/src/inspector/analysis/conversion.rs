//! The text in another form, what the conversion changed, and what it lost.

use std::fmt::Write as _;

use iri_core::present::Report;
use iri_core::reference::Form;
use iri_core::unicode::quoted;

use super::alignment::{Alignment, PieceChange};

/// The text in another form.
#[derive(Clone, Debug)]
pub struct Conversion {
    /// Form.
    pub form: Form,
    /// Converted text; `None` if it does not have this form.
    pub text: Option<String>,
    /// First byte at which the two differ; `None` if they are equal.
    pub differs_at: Option<usize>,
    /// Description of the changes, or the reason why the form is not available.
    pub done: String,
    /// Information that the conversion lost; may be empty.
    pub lost: String,
}

/// Number of characters by kind of change.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    encoded: usize,
    decoded: usize,
    case: usize,
    removed: usize,
    other: usize,
    /// First character that was removed or replaced.
    first_lost: Option<char>,
}

impl Conversion {
    /// Converts the text.
    pub(super) fn new(report: &Report<'_, '_>, form: Form) -> Self {
        let written = report.inspection().text();
        let text = match report.converted(form) {
            Ok(text) => text,
            Err(reason) => {
                let done = format!("not available: {reason}");
                return Self { form, text: None, differs_at: None, done, lost: String::new() };
            }
        };
        if text == written {
            return Self { form, text: Some(text), differs_at: None, done: String::new(), lost: String::new() };
        }
        let same = text.chars().zip(written.chars()).take_while(|(ours, theirs)| ours == theirs);
        let differs_at = same.map(|(c, _)| c.len_utf8()).sum();
        let tally = Tally::new(&text, written, differs_at);
        let (done, lost) = (tally.done(), tally.lost(form, written));
        Self { form, text: Some(text), differs_at: Some(differs_at), done, lost }
    }
}

impl Tally {
    fn new(text: &str, written: &str, from: usize) -> Self {
        let mut tally = Self::default();
        for (change, new, old) in Alignment::new(&text[from..], &written[from..]) {
            let count = match change {
                PieceChange::Same => continue,
                PieceChange::Encoded => &mut tally.encoded,
                PieceChange::Decoded => &mut tally.decoded,
                PieceChange::Case => &mut tally.case,
                PieceChange::Other if new.is_empty() => &mut tally.removed,
                PieceChange::Other => &mut tally.other,
            };
            *count += if change == PieceChange::Decoded { 1 } else { old.chars().count().max(1) };
            if change == PieceChange::Other {
                tally.first_lost = tally.first_lost.or(old.chars().next());
            }
        }
        tally
    }

    /// Returns the counts in words, such as "2 characters percent-encoded, 1 removed".
    fn done(self) -> String {
        let mut words = String::new();
        let counts = [
            (self.encoded, "percent-encoded"),
            (self.decoded, "decoded"),
            (self.case, "changed in case"),
            (self.removed, "removed"),
            (self.other, "replaced"),
        ];
        for (count, done) in counts.into_iter().filter(|(count, _)| *count > 0) {
            let _ = match (words.is_empty(), count) {
                (true, 1) => write!(words, "1 character {done}"),
                (true, _) => write!(words, "{count} characters {done}"),
                (false, _) => write!(words, ", {count} {done}"),
            };
        }
        words
    }

    fn lost(self, form: Form, written: &str) -> String {
        if form == Form::FnEncodeForUri {
            return "the delimiters: the result is a part of a path or query".to_owned();
        }
        let mut lost = Vec::new();
        if let Some(c) = self.first_lost.filter(|_| form != Form::UriIdna && form != Form::ReadableIri) {
            let more = if self.removed + self.other > 1 { " and others" } else { "" };
            lost.push(format!("{}{more}", quoted(c)));
        }
        if self.encoded > 0 && written.contains('%') {
            lost.push("which characters were percent-encoded before".to_owned());
        }
        if self.case > 0 {
            lost.push("which letters were uppercase".to_owned());
        }
        lost.join("; ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn conversion(text: &str, form: Form) -> (String, String) {
        let inspection = iri_core::inspect(text, &iri_core::Options::default());
        let conversion = Conversion::new(&Report::new(&inspection), form);
        (conversion.done, conversion.lost)
    }

    #[test]
    fn changes_are_counted() {
        assert_eq!(conversion("http://e/a b|c", Form::Iri).0, "2 characters percent-encoded");
        assert_eq!(conversion("http://e/a", Form::Iri).0, "");
        assert_eq!(conversion("http://e/%C3%A9", Form::ReadableIri).0, "1 character decoded");
    }

    #[test]
    fn losses_are_named() {
        assert_eq!(conversion("http://e/a%20b c", Form::Iri).1, "which characters were percent-encoded before");
        assert_eq!(conversion("http://e/a\\b", Form::WebAddress).1, "'\\' (U+005C)");
        assert_eq!(conversion("HTTP://e/a", Form::Whatwg).1, "which letters were uppercase");
        assert_eq!(conversion("http://e/a b", Form::Iri).1, "");
    }

    #[test]
    fn an_unavailable_form_has_a_reason() {
        assert_eq!(conversion("a", Form::Whatwg).0, "not available: a browser needs a base to resolve it");
        assert_eq!(conversion("http://[", Form::Iri).0, "not available: not a LEIRI");
    }
}
