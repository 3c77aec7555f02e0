//! Suppression comments that suppress nothing are reported, and can be removed.

use std::sync::Arc;

use iri_core::files::config::Config;
use iri_core::text::apply_edits;
use iri_core::xml::Fixer;
use iri_core::{Document, Settings, Severity, Span};

const XLINK: &str = "xmlns:xlink='http://www.w3.org/1999/xlink'";

fn parse(text: &str) -> Document {
    Document::parse(text, Arc::new(Settings::default()))
}

/// Returns the texts of the unused parts of suppressions.
fn unused_in(document: &Document) -> Vec<String> {
    let all = document.findings().filter(|found| found.finding.rule.name == "unused-suppression");
    all.map(|found| document.slice(found.finding.span).into_owned()).collect()
}

/// Returns the unused parts, with leaves of any size: those of one size equal those of another.
fn unused(text: &str) -> Vec<String> {
    let expected = unused_in(&parse(text));
    for size in [1, 20, 100] {
        let small = Document::parse_in_leaves(text, Arc::new(Settings::default()), size);
        assert_eq!(unused_in(&small), expected, "{text} in leaves of {size}");
    }
    expected
}

/// Returns the unused parts in an element with the XLink namespace.
fn unused_inside(text: &str) -> Vec<String> {
    unused(&format!("<r {XLINK}>{text}</r>"))
}

fn fixed(text: &str) -> String {
    let options = Fixer::default().with_least(Severity::Hint);
    let result = options.fix(&parse(text)).expect("the result is valid");
    result.map_or_else(|| text.to_owned(), |fixed| fixed.document.text())
}

const NONE: [&str; 0] = [];

#[test]
fn a_comment_that_suppresses_a_finding_is_used() {
    for text in [
        "<!-- iri-ignore --><a xlink:href='a b'/>",
        "<!-- iri-ignore leiri-space --><a xlink:href='a b'/>",
        "<!-- iri-ignore leiri --><a><b><c xlink:href='a b'/></b></a>",
        "<!-- iri-ignore leiri-space -- for a reason --><?x?><!-- iri-ignore-file leiri-space --><a xlink:href='a b'/>",
    ] {
        let expected: &[&str] =
            if text.contains("<?x?>") { &["<!-- iri-ignore leiri-space -- for a reason -->"] } else { &[] };
        assert_eq!(unused_inside(text), expected, "{text}");
    }
    assert_eq!(unused("<!-- iri-ignore --><!DOCTYPE r SYSTEM 'a b'><r/>"), NONE);
    assert_eq!(unused("<!-- iri-ignore --><?xml-stylesheet href='a b'?><r/>"), NONE);
    assert_eq!(unused("<!-- iri-ignore-file --><r xml:base='a b'/>"), NONE);
    assert_eq!(unused("<r xml:base='a b'/><!-- iri-ignore-file leiri-space -->"), NONE);
}

#[test]
fn a_comment_that_suppresses_nothing_is_reported() {
    assert_eq!(unused("<!-- iri-ignore --><r/>"), ["<!-- iri-ignore -->"]);
    assert_eq!(unused("<r/><!-- iri-ignore-file leiri -->"), ["<!-- iri-ignore-file leiri -->"]);
    assert_eq!(unused("<!-- iri-ignore bidi --><r xml:base='a b'/>"), ["<!-- iri-ignore bidi -->"]);
    assert_eq!(unused_inside("<!-- iri-ignore --><a/><b xlink:href='a b'/>"), ["<!-- iri-ignore -->"], "only the next");
    assert_eq!(unused_inside("<!-- iri-ignore --><?x?><b xlink:href='a b'/>"), ["<!-- iri-ignore -->"]);
    let document = parse("<!-- iri-ignore --><r/>");
    let found = document.findings().next().expect("a finding");
    assert_eq!(
        (found.finding.severity, &*found.finding.message),
        (Severity::Information, "comment suppresses no finding")
    );
}

#[test]
fn each_name_counts_separately() {
    let text = "<!-- iri-ignore bidi, leiri-space style -- why --><r xml:base='a b'/>";
    assert_eq!(unused(text), ["bidi", "style"]);
    assert_eq!(fixed(text), "<!-- iri-ignore leiri-space -- why --><r xml:base='a b'/>");
    assert_eq!(
        fixed("<!-- iri-ignore leiri,bidi --><r xml:base='a b'/>"),
        "<!-- iri-ignore leiri --><r xml:base='a b'/>"
    );
    // An unknown name has a finding of its own, and is not removed.
    let unknown = "<!-- iri-ignore leiri-spcae bidi --><r xml:base='x'/>";
    assert_eq!(unused(unknown), ["bidi"]);
    assert_eq!(unused("<!-- iri-ignore leiri-spcae --><r xml:base='x'/>"), NONE);
}

#[test]
fn each_comment_counts_separately() {
    let faulty = "<a xlink:href='a b'/>";
    let comment = "<!-- iri-ignore leiri-space -->";
    assert_eq!(unused_inside(&format!("{comment}<b/>{comment}{faulty}{comment}<b/>")), [comment; 2]);
    assert_eq!(unused_inside(&format!("{comment}{faulty}{comment}{faulty}")), NONE, "equal values in equal scopes");
    let namespace = format!("{comment}<a xmlns:x='a b'/>");
    assert_eq!(unused_inside(&namespace.repeat(3)), NONE, "a namespace that is declared again");
    // The innermost comment is the one that is used.
    assert_eq!(unused_inside(&format!("{comment}<o>{comment}{faulty}</o>")), [comment]);
    assert_eq!(unused_inside(&format!("{comment}<o>{comment}{faulty}{faulty}</o>")), NONE);
    let outer = unused(&format!("<!-- iri-ignore-file leiri-space --><r {XLINK}>{comment}{faulty}</r>"));
    assert_eq!(outer, ["<!-- iri-ignore-file leiri-space -->"]);
    // A comment at the end of an element applies to the next one.
    assert_eq!(unused_inside(&format!("<o>{comment}</o>{faulty}")), NONE);
    assert_eq!(unused_inside(&format!("<o>{comment}</o><b/>{faulty}")), [comment]);
    // Two comments before one element.
    assert_eq!(unused_inside(&format!("<!-- iri-ignore bidi -->{comment}{faulty}")), ["<!-- iri-ignore bidi -->"]);
}

#[test]
fn the_text_of_an_element_uses_its_comment() {
    let sitemap =
        |inside: &str| format!("<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>{inside}</urlset>");
    let loc = "<url><!-- iri-ignore leiri-space --><loc>http://h/a b</loc></url>";
    assert_eq!(unused(&sitemap(loc)), NONE);
    assert_eq!(unused(&sitemap(&loc.replace("a b", "a"))), ["<!-- iri-ignore leiri-space -->"]);
}

#[test]
fn many_findings_do_not_hide_the_use() {
    let faulty = "<a xlink:href='a b'/>".repeat(6_000);
    let text = format!("<r {XLINK}>{faulty}<!-- iri-ignore --><a xlink:href='c d'/><!-- iri-ignore --><a/></r>");
    assert_eq!(unused(&text).len(), 1);
    let text = format!("<!-- iri-ignore-file bidi leiri-space --><r {XLINK}>{faulty}</r>");
    assert_eq!(unused(&text), ["bidi"]);
}

#[test]
fn deep_elements_keep_their_comments() {
    let open = "<!-- iri-ignore leiri-space --><a>".repeat(5_000);
    let text = format!("<r {XLINK}>{open}<a xlink:href='a b'/>");
    assert_eq!(unused(&text).len(), 4_999);
}

// Found by fuzzing: a namespace that is declared repeatedly is not analyzed again if nothing was found in it.
#[test]
fn a_repeated_namespace_uses_each_comment() {
    let element =
        |href: &str| format!("<!-- iri-ignore --><a xlink:href='{href}'><b xmlns='http://example.org/c d'/></a>");
    assert_eq!(unused_inside(&[element("%zz"), element("x")].concat()), NONE);
}

#[test]
fn text_that_is_parsed_again_uses_its_comment_once() {
    const SITEMAP: &str = "http://www.sitemaps.org/schemas/sitemap/0.9";
    let comment = "<!-- iri-ignore leiri-space broken-percent -->";
    let text = format!("<r xmlns='{SITEMAP}' {XLINK}>{comment}<a xlink:href='a b'>{}</a></r>", "<?x?>".repeat(100));
    let from = text.find("<?x?>").expect("it is in the text");
    for at in (from..).step_by("<?x?>".len()).take(100) {
        let mut document = Document::parse_in_leaves(text.as_str(), Arc::new(Settings::default()), 200);
        let inserted = "<loc xlink:href='%zz'>";
        document.edit(Span::empty(at), inserted);
        assert_eq!(unused_in(&document), NONE, "{inserted} at {at}");
        let value = at + inserted.find("%zz").expect("it is in the tag");
        document.edit(Span::new(value, value + 1), "");
        assert_eq!(unused_in(&document), ["broken-percent"], "{inserted} at {at}");
    }
}

#[test]
fn a_rule_that_is_off_may_be_needed_in_another_run() {
    let unused = |config: &str, text: &str| {
        let (config, problems) = Config::parse(config);
        assert!(problems.is_empty(), "{problems:?}");
        unused_in(&Document::parse(text, Arc::new(config.settings_for("a.xml"))))
    };
    let off = "[rules]\nleiri-space = 'off'";
    assert_eq!(unused(off, "<!-- iri-ignore leiri-space --><r xml:base='a b'/>"), NONE);
    assert_eq!(unused(off, "<!-- iri-ignore --><r xml:base='a b'/>"), NONE);
    assert_eq!(unused(off, "<!-- iri-ignore bidi --><r xml:base='a b'/>"), ["<!-- iri-ignore bidi -->"]);
    assert_eq!(unused("", "<!-- iri-ignore missing-target --><r/>"), NONE, "it is off");
    let on = "[rules]\nmissing-target = 'warning'";
    for name in ["missing-target", "place", ""] {
        assert_eq!(unused(on, &format!("<!-- iri-ignore {name} --><r/>")), NONE, "the disk decides");
    }
    assert_eq!(unused("[rules]\nunused-suppression = 'off'", "<!-- iri-ignore --><r/>"), NONE);
    // An ignored value and a comment: the comment is used.
    assert_eq!(unused("[[ignore]]\nvalues = ['a*']", "<!-- iri-ignore --><r xml:base='a b'/>"), NONE);
}

#[test]
fn a_file_can_keep_its_unused_comments() {
    assert_eq!(unused("<!-- iri-ignore-file unused-suppression --><!-- iri-ignore --><r/>"), NONE);
    assert_eq!(unused("<!-- iri-ignore-file --><!-- iri-ignore --><?x?><r xml:base='a b'/>"), ["<!-- iri-ignore -->"]);
}

#[test]
fn a_comment_on_its_own_line_is_removed_with_the_line() {
    let fix = |text: &str, expected: &str| assert_eq!(fixed(text), expected, "{text:?}");
    fix("<r>\n  <!-- iri-ignore -->\n  <a/>\n</r>", "<r>\n  <a/>\n</r>");
    fix("<r>\r\n\t<!-- iri-ignore bidi -->  \r\n\t<a/></r>", "<r>\r\n\t<a/></r>");
    fix("<r>text\n<!-- iri-ignore -->\n<a/></r>", "<r>text\n\n<a/></r>");
    fix("<r>\n<!-- iri-ignore -->\ntext<a/></r>", "<r>\n\ntext<a/></r>");
    fix("<r><!-- iri-ignore --><a/></r>", "<r><a/></r>");
    fix("<r/>\n<!-- iri-ignore-file -->\n", "<r/>\n\n");
}

#[test]
fn the_finding_appears_as_soon_as_the_reference_is_valid() {
    let mut document =
        parse(&format!("<!-- iri-ignore --><r {XLINK}>{}<a xlink:href='a b'/></r>", "<x/>".repeat(5_000)));
    assert_eq!(unused_in(&document), NONE);
    let at = document.text().find("a b").expect("the value");
    document.edit(Span::new(at + 1, at + 2), "");
    assert_eq!(unused_in(&document), ["<!-- iri-ignore -->"]);
    let in_comment = document.findings_in(Span::empty(3)).count();
    assert_eq!((in_comment, document.findings_in(Span::empty(at)).count()), (1, 0));
    document.edit(Span::empty(at + 1), " ");
    assert_eq!(unused_in(&document), NONE);
}

#[test]
fn every_fix_can_be_applied_alone() {
    let text = "<!-- iri-ignore bidi leiri, style\n unicode -- x --><r xml:base='a b'/>";
    let document = parse(text);
    for found in document.findings() {
        let fix = found.finding.safe_fix().expect("a safe fix");
        assert!(found.site.span.start <= fix.edits[0].span.start && fix.edits[0].span.end <= found.site.span.end);
        let after = apply_edits(text, &fix.edits);
        assert_eq!(unused(&after).len() + 1, unused(text).len(), "{after}");
    }
}

#[test]
fn a_removal_that_joins_two_words_is_only_suggested() {
    let is_safe = |text: &str| {
        let document = parse(text);
        let found: Vec<_> = document.findings().collect();
        assert_eq!(found.len(), 1, "{text}");
        found[0].finding.safe_fix().is_some()
    };
    for safe in ["<r><!-- iri-ignore --></r>", "<r>a <!-- iri-ignore --> b</r>", "<!-- iri-ignore --><r/>"] {
        assert!(is_safe(safe), "{safe}");
    }
    for joined in ["<r>a<!-- iri-ignore -->b</r>", "<r>a<!-- iri-ignore --></r>", "<r><!-- iri-ignore -->b</r>"] {
        assert!(!is_safe(joined), "{joined}");
    }
}

#[test]
fn a_removal_that_could_join_markup_is_not_offered() {
    for text in [
        "<r>]]<!-- iri-ignore -->></r>",
        "<r><<!-- iri-ignore -->!-- b --></r>",
        "<r><!<!-- iri-ignore -->-- b --></r>",
    ] {
        let document = parse(text);
        let unused = document.findings().find(|found| found.finding.rule.name == "unused-suppression");
        assert_eq!(unused.expect("the comment suppresses nothing").finding.fixes, [], "{text}");
    }
}
