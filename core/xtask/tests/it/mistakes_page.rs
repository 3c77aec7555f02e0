//! Page of the book about mistakes, generated from their patterns.
//!
//! `UPDATE_EXPECT=1 cargo test -p xtask mistakes_page::` writes it; otherwise the test compares.

use std::fmt::Write;

use crate::repository::{book, keep_between_marks, read, root};

#[test]
fn the_page_on_mistakes_has_an_example_of_each_pattern() {
    let patterns = read(&root().join("core/src/rules/mistakes/patterns.txt"));
    let mut examples = String::from("```text\n");
    for record in patterns.split("\n\n") {
        let mut lines = record.lines().filter(|line| !line.starts_with("# ") && !line.is_empty());
        // A line between the stages is no record.
        let (Some(example), Some(_), Some(message)) = (lines.next(), lines.next(), lines.next()) else { continue };
        let (written, meant) = example.split_once("  ->").unwrap_or((example, " ?"));
        let message = message.strip_prefix("information: ").unwrap_or(message);
        let message = message.replace("$1", "…").replace("$2", "…");
        writeln!(examples, "{written}\n→{meant}\n  {message}\n").expect("a String takes every write");
    }
    keep_between_marks(&book().join("mistakes.md"), "mistakes", &format!("{}\n```\n", examples.trim_end()));
}
