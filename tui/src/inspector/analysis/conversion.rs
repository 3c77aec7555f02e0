//! The text in another form, what the conversion did to it, and what it lost.

use std::fmt::Write as _;

use iri_core::Inspection;
use iri_core::reference::{Dialect, Form};
use iri_core::unicode::label;

use super::alignment::{Alignment, PieceChange};

/// The text in another form.
#[derive(Clone, Debug)]
pub struct Conversion {
    /// Which form.
    pub form: Form,
    /// The text in it, where it has that form.
    pub text: Option<String>,
    /// The first byte in which the two differ; `None` if they are equal.
    pub differs_at: Option<usize>,
    /// What was done to the text, or why it has no such form.
    pub done: String,
    /// What can no longer be told from the form; empty where it tells all.
    pub lost: String,
}

/// How many characters each change met.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    encoded: usize,
    decoded: usize,
    case: usize,
    removed: usize,
    other: usize,
    /// The first that was removed or replaced.
    first_lost: Option<char>,
}

impl Conversion {
    /// Converts the text.
    pub(super) fn new(inspection: &Inspection<'_>, form: Form) -> Self {
        let written = inspection.text();
        let Some(text) = inspection.converted(form) else {
            let done = why_not(inspection, form).to_owned();
            return Self { form, text: None, differs_at: None, done, lost: String::new() };
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

/// Why there is no such form.
fn why_not(inspection: &Inspection<'_>, form: Form) -> &'static str {
    let reference = inspection.reference();
    let is_leiri = reference.dialect.is_some_and(|narrowest| narrowest <= Dialect::Leiri);
    match form {
        Form::Whatwg if !reference.has_scheme() => "none: it is relative, and a browser would need a base",
        Form::Whatwg => "none: browsers refuse it",
        Form::UriIdna if is_leiri => "none: IDNA refuses the host",
        _ => "none: it is no LEIRI",
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

    /// "2 characters percent-encoded, 1 removed".
    fn done(self) -> String {
        let mut words = String::new();
        let counts = [
            (self.encoded, "percent-encoded"),
            (self.decoded, "decoded"),
            (self.case, "in another case"),
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
        if form == Form::EncodeForUri {
            return "what parted its components: it is a piece of a path or query now, and no reference".to_owned();
        }
        let mut lost = Vec::new();
        if let Some(c) = self.first_lost.filter(|_| form != Form::UriIdna && form != Form::IriFromUri) {
            let more = if self.removed + self.other > 1 { " and others" } else { "" };
            lost.push(format!("{}{more}", label(c)));
        }
        if self.encoded > 0 && written.contains('%') {
            lost.push("which triplets stood there before, and which characters".to_owned());
        }
        if self.case > 0 {
            lost.push("which letters were capitals".to_owned());
        }
        lost.join("; ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn conversion(text: &str, form: Form) -> (String, String) {
        let conversion = Conversion::new(&iri_core::inspect(text, &iri_core::Options::default()), form);
        (conversion.done, conversion.lost)
    }

    #[test]
    fn it_tells_what_was_done() {
        assert_eq!(conversion("http://e/a b|c", Form::Iri).0, "2 characters percent-encoded");
        assert_eq!(conversion("http://e/a", Form::Iri).0, "");
        assert_eq!(conversion("http://e/%C3%A9", Form::IriFromUri).0, "1 character decoded");
    }

    #[test]
    fn it_names_what_is_lost() {
        assert_eq!(
            conversion("http://e/a%20b c", Form::Iri).1,
            "which triplets stood there before, and which characters"
        );
        assert_eq!(conversion("http://e/a\\b", Form::WebAddress).1, "U+005C REVERSE SOLIDUS");
        assert_eq!(conversion("HTTP://e/a", Form::Whatwg).1, "which letters were capitals");
        assert_eq!(conversion("http://e/a b", Form::Iri).1, "");
    }

    #[test]
    fn it_says_why_there_is_no_such_form() {
        assert_eq!(conversion("a", Form::Whatwg).0, "none: it is relative, and a browser would need a base");
        assert_eq!(conversion("http://[", Form::Iri).0, "none: it is no LEIRI");
    }
}
