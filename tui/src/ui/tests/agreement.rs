//! The inspector agrees with the core: the list and the panes report of each reference of a faulty document what the
//! core reports, for each value in all surroundings under each configuration.
//!
//! ```text
//!                     ┌─▶ list       the most severe finding, the rules, the number of findings
//! files ─▶ the core ──┼─▶ below it   severity, rule and message of each finding of the selected reference
//!                     └─▶ panes      the same, with all fixes and their safety
//! ```
//!
//! The commands and the server have the same test in `tests/agreement.rs`.

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::time::{Duration, Instant};

use clap::Parser;
use iri_core::present::Report;
use iri_core::reference::Resolution;
use iri_core::text::InDocument;
use iri_core::{CancelToken, Site, Span, rules};
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};

use self::faulty_files::{CONVERTED, File, Files, HIDDEN, Reported, ReportedFix, is_display_of};
use crate::cli::files::CheckArgs;
use crate::cli::{Cli, ReferenceArgs};
use crate::files::documents::Documents;
use crate::files::reading::ReadingPlan;
use crate::inspector::app::App;
use crate::inspector::message::{Message, Step};
use crate::inspector::pane::Pane;
use crate::theme::Theme;
use crate::ui::viewport::ScreenLayout;
use crate::ui::{conversions, findings, lines, reference};

#[allow(dead_code, reason = "these tests use a part")]
#[path = "../../../tests/it/faulty_files.rs"]
mod faulty_files;

/// Returns the inspector with the files of a folder.
pub(super) fn inspector(folder: &Path) -> App {
    let check = CheckArgs::from_paths(&[OsString::from(folder)]);
    let reference_args: ReferenceArgs = Cli::parse_from(["iri-inspect"]).reference_args;
    let plan = ReadingPlan { files: check.files, reference_args, is_watching: false, are_targets_checked: false };
    let documents = Documents::new("here".to_owned(), plan);
    let mut app = App::with(documents, &ScreenLayout, Theme::default(), Size::new(200, 60));
    let until = Instant::now() + Duration::from_secs(60);
    while app.is_waiting() {
        app.update(Message::Tick);
        assert!(Instant::now() < until, "the files are never read");
        std::thread::yield_now();
    }
    app
}

/// Returns the lines of a pane with room for everything.
fn pane_lines<R>(app: &App, draw: fn(&mut Buffer, &App, Rect) -> R) -> Vec<String> {
    let area = Rect::new(0, 0, 600, 60);
    let mut buffer = Buffer::empty(area);
    draw(&mut buffer, app, area);
    lines(&buffer)
}

/// Returns the open finding of the pane, with the number of its character.
fn open_finding(lines: &[String]) -> (usize, Reported) {
    let pointer = Theme::default().pointer();
    let first = lines.iter().position(|line| line.starts_with(pointer)).expect("a finding is open");
    let head = lines[first].trim_start_matches(pointer).trim();
    let words: Vec<&str> = head.split_whitespace().collect();
    let [severity, rule, "at", number] = words[..] else { panic!("{head}") };
    let mut reported = Reported {
        rule: rule.to_owned(),
        severity: severity.to_owned(),
        message: lines[first + 1].trim().to_owned(),
        fixes: Vec::new(),
    };
    for line in lines[first + 2..].iter().take_while(|line| line.starts_with("    ")) {
        let line = line.trim_start();
        // The key, then the title and its safety; the lines of the preview have no key.
        let Some((key, rest)) = line.split_once("  ") else { continue };
        let is_key = key.strip_suffix('f').is_some_and(|number| number.is_empty() || number.parse::<u8>().is_ok());
        if let (true, Some((title, safety))) = (is_key, rest.rsplit_once(" (")) {
            reported.fixes.push(ReportedFix { title: title.to_owned(), is_safe: safety.starts_with("safe") });
        }
    }
    (number.parse().expect("a number"), reported)
}

/// Returns whether `drawn` is the message with its names in their own letters and in displayed order.
fn is_in_own_letters(drawn: &str, message: &str) -> bool {
    let notation = iri_core::characters::BidiNotation::new(drawn);
    let letters = |text: &str| {
        let mut letters: Vec<char> = text.chars().map(|c| notation.capital(c).unwrap_or(c)).collect();
        letters.sort_unstable();
        letters
    };
    drawn != message && notation.is_needed() && letters(drawn) == letters(message)
}

/// Returns whether what is drawn is the message about a reference that displays identically, which has a line of its own.
fn is_of_twin(drawn: &str, message: &str) -> bool {
    let of_twin = drawn.strip_suffix(" (RFC 3987 order)");
    of_twin.is_some_and(|start| message.strip_prefix(start).is_some_and(|rest| rest.starts_with(": ")))
}

/// Returns whether what is drawn is what the core reports: right-to-left letters may be in Bidi Notation.
fn is_drawn(drawn: &Reported, expected: &Reported) -> bool {
    let is_fix_drawn = |(drawn, fix): (&ReportedFix, &ReportedFix)| {
        drawn.is_safe == fix.is_safe && is_display_of(&drawn.title, &fix.title)
    };
    drawn.rule == expected.rule
        && drawn.severity == expected.severity
        && (is_of_twin(&drawn.message, &expected.message)
            || is_display_of(&drawn.message, &expected.message)
            || is_in_own_letters(&drawn.message, &expected.message))
        && drawn.fixes.len() == expected.fixes.len()
        && drawn.fixes.iter().zip(&expected.fixes).all(is_fix_drawn)
}

/// Checks the row of the selected reference.
fn assert_listed(app: &App, file: &File, expected: &[(usize, Reported)]) {
    let documents = app.origin.documents().expect("files are inspected");
    let (at, _, row) = documents.current().expect("a reference is selected");
    let mut broken: Vec<&str> = row.broken.numbers().map(|number| rules::ALL[number].name).collect();
    let mut rules: Vec<&str> = expected.iter().map(|(_, finding)| finding.rule.as_str()).collect();
    rules.sort_unstable();
    rules.dedup();
    broken.sort_unstable();
    let text = file.document.text();
    assert_eq!((row.findings(), broken), (expected.len(), rules), "list of {}\n{text}", file.path);
    let mut below: Vec<_> = documents.findings(at).iter().map(|found| Reported::new(&found.finding)).collect();
    let mut all: Vec<_> = expected.iter().map(|(_, finding)| finding.clone()).collect();
    let worst = documents.findings(at).iter().map(|found| found.finding.severity).max();
    assert_eq!(row.worst, worst, "list of {}\n{text}", file.path);
    below.sort();
    all.sort();
    assert_eq!(below, all, "below the list of {}\n{text}", file.path);
}

/// Checks that the panes have the verdict of the core on the reference at `span`, and of an unknown one nothing else.
fn assert_one_verdict(app: &App, file: &File, span: Span<InDocument>) {
    let is_open = |site: &Site<'_>| site.span == span && site.value == app.panes.text();
    let site = file.document.sites_in(span).find(is_open).expect("the open reference is a site");
    // Without `check --links` the inspector does not take the location of a file for a base.
    let inspection = file
        .document
        .inspect_with_targets(&site, &CancelToken::default())
        .expect("it is a site")
        .with_base(app.panes.base());
    let report = Report::new(&inspection);
    let lines = pane_lines(app, reference::draw);
    let verdict = report.verdict();
    assert!(lines.iter().any(|line| line.contains(verdict)), "{verdict}: {site:?}\n{lines:#?}");
    assert_eq!(app.panes.analysis.valid, report.valid(), "{site:?}");
    assert_eq!(app.panes.analysis.conversions.is_some(), site.is_known, "{site:?}");
    for conversion in app.panes.analysis.conversions.iter().flatten() {
        assert_eq!(conversion.text, inspection.converted(conversion.form), "{site:?}");
    }
    let target = |resolution: &Resolution| resolution.target.clone();
    assert_eq!(app.panes.analysis.resolution.as_ref().map(target), inspection.resolved(), "{site:?}");
    assert_eq!(app.panes.analysis.destination, report.destination(), "{site:?}");
    assert_eq!(app.panes.analysis.parsers, report.parsers(), "{site:?}");
    let components = if site.is_known { inspection.reference().components() } else { Vec::new() };
    assert_eq!(app.panes.analysis.components, components, "{site:?}");
}

#[test]
#[allow(clippy::print_stdout)] // The numbers are useful in reports.
fn the_list_and_the_panes_report_what_the_core_reports() {
    let files = Files::new();
    let (mut references, mut compared) = (0, 0);
    for folder in files.folders() {
        let mut app = inspector(&folder);
        let mut number = 0;
        let name = folder.file_name().and_then(OsStr::to_str).expect("our own name");
        for file in files.all.iter().filter(|file| file.path.split('/').next() == Some(name)) {
            for (span, expected) in file.references() {
                let documents = app.origin.documents().expect("files are inspected");
                let (_, listed, row) = documents.current().expect("a reference is selected");
                assert_eq!((files.at(Path::new(&listed.name)).path.as_str(), row.span()), (file.path.as_str(), span));
                assert_listed(&app, file, &expected);
                app.update(Message::Open);
                app.update(Message::Focus(Pane::Findings));
                app.update(Message::Step(Step::First));
                assert_eq!(
                    app.panes.analysis.findings.len(),
                    expected.len(),
                    "{}\n{}",
                    file.path,
                    file.document.text()
                );
                assert_one_verdict(&app, file, span);
                let mut left = expected;
                for _ in 0..left.len() {
                    let lines = pane_lines(&app, findings::draw);
                    let (at, drawn) = open_finding(&lines);
                    let index = left.iter().position(|(number, finding)| *number == at && is_drawn(&drawn, finding));
                    let index = index.unwrap_or_else(|| {
                        panic!("{}\n{}\n{at} {drawn:?}\nis not one of {left:#?}", file.path, file.document.text())
                    });
                    left.remove(index);
                    compared += 1;
                    app.update(Message::Step(Step::Down));
                }
                app.update(Message::Focus(Pane::Findings));
                app.update(Message::Back);
                app.update(Message::Step(Step::Down));
                references += 1;
                number += 1;
            }
        }
        assert_eq!(number, app.origin.documents().map_or(0, Documents::len));
    }
    println!("inspector: {} documents, {references} references, {compared} findings", files.all.len());
    assert!(references > 5_000 && compared > 5_000, "only {compared} findings of {references} references");
}

#[test]
fn conversions_have_the_labels_and_texts_of_the_core() {
    for text in CONVERTED {
        let app = super::app(text, 600, 60);
        let lines = pane_lines(&app, conversions::draw);
        let inspection = iri_core::inspect(text, &iri_core::Options::default());
        let conversions = iri_core::present::Report::new(&inspection).conversions();
        for converted in &conversions.changed {
            let expected = iri_core::characters::Escaper::PlainText.escape(&converted.text);
            for form in &converted.forms {
                let is_row = |line: &&String| line.trim_start().starts_with(&format!("{}  ", form.label()));
                let row = lines.iter().find(is_row).unwrap_or_else(|| panic!("no {}\n{lines:#?}", form.label()));
                let drawn = row.trim_start()[form.label().len()..].trim_start();
                // A form that equals another one names it.
                if converted.forms.iter().any(|other| drawn == format!("as {}", other.label())) {
                    continue;
                }
                assert!(is_display_of(drawn, &expected), "{drawn} is not {expected}");
            }
        }
    }
}

#[test]
fn a_hidden_character_has_the_short_name_of_the_core() {
    for c in HIDDEN.chars().filter(|c| *c != '\u{7F}') {
        let app = super::app(&format!("x{c}y"), 200, 60);
        let lines = pane_lines(&app, reference::draw);
        let expected = format!("x{}y", iri_core::characters::boxed(c));
        assert!(lines.iter().any(|line| line.contains(&expected)), "{expected}\n{lines:#?}");
    }
}
