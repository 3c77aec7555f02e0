//! Page of a rule for readers: its Markdown with the examples written out.
//!
//! ````text
//! the page                    for readers
//! ```flagged xml              Flagged (source of an XML attribute):
//! a⟦&#x1B;⟧[1m
//! → a[1m                      a&#x1B;[1m
//! ```                          ^^^^^^
//!                             fix: a[1m
//! ````
//!
//! Carets mark what the rule reports. A character that the page writes as `\u{…}` is named below the example; one that
//! is invisible, combining or right-to-left is represented by its short name or code point in brackets.

use icu_properties::CodePointMapData;
use icu_properties::props::EastAsianWidth;

use crate::characters::{boxed, needs_escape};
use crate::rules::page::first_char;
use crate::rules::rule::Rule;
use crate::rules::table::PAGES;
use crate::unicode::{is_mark, label, may_reorder};

impl Rule {
    /// Returns the documentation page in Markdown, with the notation of the tests; empty for a rule of a program.
    pub fn page(&self) -> &'static str {
        PAGES.iter().find(|(name, _)| *name == self.name).map_or("", |(_, page)| page)
    }

    /// Returns the documentation page in Markdown for readers: carets mark what the rule reports, and characters that
    /// are difficult to recognize are named. [`page`](Self::page) has the notation of the tests instead.
    ///
    /// ```
    /// let rule = iri_core::rules::find("broken-percent").expect("it is a rule");
    /// let page = rule.markdown();
    /// assert!(page.contains("sale-10%.html\n       ^\nfix: sale-10%25.html\n"));
    /// ```
    pub fn markdown(&self) -> String {
        let mut out = String::with_capacity(self.page().len());
        let mut examples = Examples::default();
        for line in self.page().lines() {
            if examples.take(line) {
                continue;
            }
            examples.end(&mut out);
            out.push_str(line);
            out.push('\n');
        }
        examples.end(&mut out);
        out
    }
}

/// Examples since the last line of prose: consecutive examples with the same heading are one block.
#[derive(Default)]
struct Examples {
    open: Option<RenderedExample>,
    heading: String,
    block: Vec<String>,
    out: String,
}

impl Examples {
    /// Returns whether the line belongs to an example or separates two.
    fn take(&mut self, line: &str) -> bool {
        match (&mut self.open, line.strip_prefix("```")) {
            (Some(_), Some(_)) => {
                self.block.extend(self.open.take().map(RenderedExample::finish));
                true
            }
            (Some(example), None) => {
                example.push(line);
                true
            }
            (None, Some(info)) => match heading(info) {
                Some(heading) => {
                    self.begin(heading);
                    true
                }
                None => false,
            },
            (None, None) => line.is_empty() && !self.heading.is_empty(),
        }
    }

    fn begin(&mut self, heading: String) {
        if heading != self.heading {
            self.flush();
            self.heading = heading;
        }
        self.open = Some(RenderedExample::default());
    }

    fn flush(&mut self) {
        if !self.block.is_empty() {
            self.out.extend([&self.heading, ":\n\n```text\n", &self.block.join("\n"), "```\n\n"]);
        }
        self.block.clear();
    }

    /// Writes the examples before the next line of prose.
    fn end(&mut self, out: &mut String) {
        self.flush();
        self.heading.clear();
        out.push_str(&std::mem::take(&mut self.out));
    }
}

/// Returns the heading of examples whose fence has the info string `info`; `None` for other fences.
fn heading(info: &str) -> Option<String> {
    let (kind, options) = info.split_once(' ').unwrap_or((info, ""));
    let kind = match kind {
        "flagged" => "Flagged",
        "accepted" => "Not flagged",
        _ => return None,
    };
    let options: Vec<String> = options.split_whitespace().map(described).collect();
    Some(if options.is_empty() { kind.to_owned() } else { format!("{kind} ({})", options.join(", ")) })
}

fn described(option: &str) -> String {
    match option {
        "xml" => "source of an XML attribute".to_owned(),
        "on" => "rule turned on".to_owned(),
        "missing" => "file missing".to_owned(),
        "missing-id" => "ID missing".to_owned(),
        "unloaded" => "schema not loaded".to_owned(),
        "unused" => "unnecessary name in an `iri-ignore` comment".to_owned(),
        "suppression" => "name in an `iri-ignore` comment".to_owned(),
        "directive" => "text in a directive".to_owned(),
        "respelled" => "IRI with another spelling in the document".to_owned(),
        "unended" => "namespace of a prefix with names".to_owned(),
        "unclosed" => "IRI with its `<`".to_owned(),
        "undeclared" => "prefix without a declaration".to_owned(),
        "bidi" => "uppercase letters represent Hebrew letters".to_owned(),
        role => format!("role `{}`", role.trim_start_matches("role=")),
    }
}

/// Example as its readers get it.
#[derive(Default)]
struct RenderedExample {
    lines: String,
    /// Characters that the page writes as code points, each once.
    named: Vec<char>,
}

impl RenderedExample {
    fn push(&mut self, line: &str) {
        let (label, line) = line.strip_prefix("\u{2192} ").map_or(("", line), |fixed| ("fix: ", fixed));
        let (text, carets) = self.render(line);
        let text = if label.is_empty() && text.is_empty() { "(empty)" } else { &text };
        for line in [&format!("{label}{text}"), carets.as_str()].into_iter().filter(|line| !line.is_empty()) {
            self.lines.push_str(line);
            self.lines.push('\n');
        }
    }

    /// Returns a line of the page without marks and escapes, and the line of carets for its marks.
    fn render(&mut self, line: &str) -> (String, String) {
        let (mut text, mut carets) = (String::new(), String::new());
        let (mut column, mut start) = (0_usize, 0_usize);
        let mut rest = line;
        while let Some((c, is_escaped, after)) = first_char(rest) {
            rest = after;
            match c {
                '\u{27E6}' => start = column,
                '\u{27E7}' => {
                    carets.push_str(&" ".repeat(start.saturating_sub(carets.len())));
                    carets.push_str(&"^".repeat((column - start).max(1)));
                }
                _ => {
                    let shown = if is_escaped && is_hidden(c) { boxed(c) } else { c.to_string() };
                    column += shown.chars().map(columns).sum::<usize>();
                    text.push_str(&shown);
                    if is_escaped && !self.named.contains(&c) {
                        self.named.push(c);
                    }
                }
            }
        }
        (text, carets)
    }

    fn finish(mut self) -> String {
        for c in self.named {
            let shown = if is_hidden(c) { boxed(c) } else { c.to_string() };
            self.lines.extend([&shown, " is ", &label(c), "\n"]);
        }
        self.lines
    }
}

/// Returns whether readers could not recognize `c`, or it would reorder the example.
fn is_hidden(c: char) -> bool {
    c == ' ' || needs_escape(c) || is_mark(c) || may_reorder(c)
}

/// Returns the columns of `c` in a monospaced font.
fn columns(c: char) -> usize {
    match CodePointMapData::<EastAsianWidth>::new().get(c) {
        EastAsianWidth::Wide | EastAsianWidth::Fullwidth => 2,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the blocks that the examples in `page` become.
    fn rendered(page: &str) -> String {
        let mut out = String::new();
        let mut examples = Examples::default();
        for line in page.lines() {
            assert!(examples.take(line), "{line}");
        }
        examples.end(&mut out);
        out
    }

    #[test]
    fn carets_are_below_what_is_flagged() {
        assert_eq!(
            rendered("```flagged\na⟦%⟧b⟦⟧c⟦dé⟧\n→ x\n```"),
            "Flagged:\n\n```text\na%bcdé\n ^ ^^^\nfix: x\n```\n\n"
        );
        assert_eq!(rendered("```flagged\n東⟦x⟧\n```"), "Flagged:\n\n```text\n東x\n  ^\n```\n\n");
    }

    #[test]
    fn characters_that_readers_cannot_recognize_are_named_once() {
        assert_eq!(
            rendered("```flagged\n⟦\\u{200B}⟧a\\\\⟦\\u{200B}⟧\\u{430}\n→ a\\\\\n```"),
            "Flagged:\n\n```text\n[ZWSP]a\\[ZWSP]\u{430}\n^^^^^^  ^^^^^^\nfix: a\\\n[ZWSP] is U+200B ZERO WIDTH SPACE\n\
             \u{430} is U+0430 CYRILLIC SMALL LETTER A\n```\n\n"
        );
    }

    #[test]
    fn examples_with_one_heading_are_in_one_block() {
        let page = "```flagged\na\n```\n\n```flagged xml\nb\n```\n\n```flagged xml\n\n```";
        let xml = "Flagged (source of an XML attribute):\n\n```text\nb\n\n(empty)\n```\n\n";
        assert_eq!(rendered(page), format!("Flagged:\n\n```text\na\n```\n\n{xml}"));
    }

    #[test]
    fn every_option_of_a_fence_is_described() {
        assert_eq!(heading("accepted role=iri").as_deref(), Some("Not flagged (role `iri`)"));
        assert_eq!(heading("flagged on missing").as_deref(), Some("Flagged (rule turned on, file missing)"));
        assert_eq!(heading("toml"), None);
    }
}
