//! Fixes applied to whole documents. `IRI_DOCUMENTS` adds your own documents.

use std::sync::Arc;

use crate::documents::samples;
use fastrand::Rng;

use iri_core::text::{InDocument, apply_edits, floor_char_boundary};
use iri_core::xml::document::DocumentFinding;
use iri_core::xml::{FixOutcome, FixedDocument, Fixer, SiteKind};
use iri_core::{Document, Settings, Severity, Span};

/// Returns the options of `--fix`.
fn safe() -> Fixer {
    Fixer::default()
}

fn suggested() -> Fixer {
    safe().with_suggested(true)
}

fn read(text: &str) -> Document {
    Document::parse(text, Arc::new(Settings::default()))
}

/// Returns a document with `value` in an attribute that contains a reference.
fn link(value: &str) -> String {
    format!("<a xmlns:x=\"http://www.w3.org/1999/xlink\" x:href=\"{value}\"/>")
}

/// Returns a document with `urls` as its elements; their texts contain references.
fn sitemap(urls: &str) -> String {
    format!("<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><url>{urls}</url></urlset>")
}

/// Returns the fixed document; its edits are those of the text.
fn with_fixes(text: &str, options: &Fixer) -> Option<FixedDocument> {
    let document = read(text);
    let fixed = options.fix(&document).unwrap_or_else(|unsound| panic!("{text}: {unsound:?}"));
    match (options).fix_owned(document) {
        FixOutcome::Fixed(same) => assert_eq!(Some(same.edits), fixed.as_ref().map(|fixed| fixed.edits.clone())),
        FixOutcome::Unchanged(same) => assert_eq!((&*same.shared_text(), fixed.is_none()), (&text.to_owned(), true)),
        FixOutcome::Refused(_) => panic!("{text} is only invalid if it is consumed"),
    }
    let fixed = fixed?;
    assert_eq!(apply_edits(text, &fixed.edits), fixed.document.text(), "{text}");
    let again = options.fix(&fixed.document).expect("it was sound a moment ago");
    assert!(again.is_none(), "a second run changes {text}");
    Some(fixed)
}

fn text_of(text: &str, options: &Fixer) -> String {
    with_fixes(text, options).map_or_else(|| text.to_owned(), |fixed| fixed.document.text())
}

#[test]
fn every_safe_fix_is_applied_and_counted() {
    let text = link("http://example.org/a b|c") + &link("d&#x20;e^f");
    let fixed = with_fixes(&text, &safe()).expect("there is something to fix");
    assert_eq!(fixed.document.text(), link("http://example.org/a%20b%7Cc") + &link("d%20e%5Ef"));
    assert_eq!(fixed.fixed, 4);
}

#[test]
fn clean_documents_are_unchanged() {
    for text in ["", "no XML", "<a/>", &link("http://example.org/"), &link("%7e")] {
        assert!(with_fixes(text, &safe()).is_none(), "{text}");
    }
}

#[test]
fn hints_are_fixed_on_request() {
    let hints = safe().with_least(Severity::Hint);
    assert_eq!(text_of(&link("http://a/%7Eb"), &hints), link("http://a/~b"));
    assert_eq!(text_of(&link("http://a/%7Eb"), &safe()), link("http://a/%7Eb"));
}

#[test]
fn suggested_fixes_are_only_applied_on_request() {
    assert_eq!(text_of(&link("a\\b"), &safe()), link("a\\b"));
    assert_eq!(text_of(&link("a\\b"), &suggested()), link("a/b"));
    assert_eq!(text_of(&link("10%"), &suggested()), link("10%25"));
}

#[test]
fn findings_that_share_a_fix_are_all_counted() {
    let fixed = with_fixes(&link("..\\img\\a.png"), &suggested()).expect("there is something to fix");
    assert_eq!((fixed.document.text(), fixed.fixed), (link("../img/a.png"), 2));
}

#[test]
fn one_rule_is_fixed_on_request() {
    let spaces = safe().with_rule(iri_core::rules::find("leiri-space").expect("it is a rule"));
    assert_eq!(text_of(&(link("a b|c") + &link("d|e f")), &spaces), link("a%20b|c") + &link("d|e%20f"));
}

#[test]
fn a_namespace_name_is_fixed_if_suggested_fixes_are_applied() {
    let text = "<a xmlns=\"urn:a b\"><b xmlns:x='urn:x|y'/></a>";
    assert_eq!(text_of(text, &safe()), text);
    assert_eq!(text_of(text, &suggested()), "<a xmlns=\"urn:a%20b\"><b xmlns:x='urn:x%7Cy'/></a>");
}

#[test]
fn text_around_the_references_is_unchanged() {
    let around = "<?xml version='1.0'?>\r\n<!-- a b --><r y = 'a b'  z='1'>a b<![CDATA[ a b ]]>\r\t&undeclared;";
    let text = format!("{around}{}</r>\r\n<!-- end -->", link("a b"));
    assert_eq!(text_of(&text, &safe()), format!("{around}{}</r>\r\n<!-- end -->", link("a%20b")));
}

#[test]
fn instructions_in_the_text_of_a_reference_are_unchanged() {
    let page = |text: &str| {
        let instructions = "<?xml-stylesheet href='a b'?><?xml-model href='a b'?>";
        let first = format!("<loc>{instructions}{text}{instructions}{text}</loc>");
        sitemap(&format!("<?xml-stylesheet href='d'?>{first}<loc>{text}</loc>"))
    };
    let text = page("a b|c");
    let document = read(&text);
    let values: Vec<_> = document.sites().map(|site| site.value.into_owned()).collect();
    assert_eq!(values[1..], ["d", "a b|ca b|c", "a b|c"]);
    assert!(document.sites().map(|site| site.span.start).is_sorted());
    let inspected: Vec<_> =
        document.sites().map(|site| document.inspect(&site).expect("a site").findings().len()).collect();
    // Each location also lacks a scheme.
    assert_eq!(inspected[1..], [0, 5, 3]);
    let starts: Vec<_> = document.findings().map(|found| found.site.span.start).collect();
    assert!(starts.len() == 8 && starts.is_sorted());
    assert_eq!(text_of(&text, &safe()), page("a%20b%7Cc"));
}

#[test]
fn a_malformed_document_is_fixed_as_far_as_it_is_parsed() {
    for tail in ["<b", "<b c=\"", "</a></a>", "&", "<!--", "<![CDATA[", "<?pi", "\u{0}"] {
        let text = link("a b") + tail;
        assert_eq!(text_of(&text, &safe()), link("a%20b") + tail);
    }
}

/// Texts that are faults in a reference.
const FAULTS: [&str; 14] =
    [" ", "|", "\\", "%zz", "&#x20;", "^", "\u{202E}", "[", "#", "\t", "\u{E000}", "&#xFFFE;", "&quot;", "\n   "];

/// Returns the document with faults inserted into its references.
fn with_faults(text: &str, rng: &mut Rng) -> String {
    let document = read(text);
    let mut faulty = text.to_owned();
    let spans: Vec<_> = document.sites().map(|site| site.span).collect();
    for span in spans.into_iter().rev() {
        if rng.usize(..8) > 0 {
            continue;
        }
        let at = floor_char_boundary(text, span.start + rng.usize(..=span.len()));
        // Inside an entity reference it would make another reference, or none.
        if text[span.start..at].rfind('&').is_none_or(|start| text[span.start + start..at].contains(';')) {
            faulty.insert_str(at, FAULTS[rng.usize(..FAULTS.len())]);
        }
    }
    faulty
}

/// Returns the text without its references.
fn around(text: &str) -> Vec<String> {
    let document = read(text);
    let (mut parts, mut at) = (Vec::new(), 0);
    for site in document.sites().filter(|site| !site.span.is_empty()) {
        if site.span.start >= at {
            parts.push(text[at..site.span.start].to_owned());
            at = site.span.end;
        }
    }
    parts.push(text[at..].to_owned());
    parts
}

#[test]
fn documents_with_faults_are_fixed_and_keep_everything_else() {
    let mut rng = Rng::with_seed(3);
    let mut count = 0;
    for sample in samples(100_000) {
        for _ in 0..20 {
            let faulty = with_faults(&sample.text, &mut rng);
            for least in [Severity::Warning, Severity::Hint] {
                let Some(fixed) = with_fixes(&faulty, &safe().with_least(least)) else { continue };
                count += fixed.fixed;
                let left =
                    |finding: &iri_core::Finding<InDocument>| finding.severity >= least && finding.safe_fix().is_some();
                let left = fixed.document.findings().find(|found| left(&found.finding));
                assert!(left.is_none(), "{}: {left:?}", sample.path.display());
                assert_eq!(around(&fixed.document.text()), around(&faulty), "{}", sample.path.display());
            }
            // A suggested fix may change the vocabulary, and is then rejected as a whole, never partly applied.
            if let Ok(Some(fixed)) = suggested().fix(&read(&faulty)) {
                assert_eq!(apply_edits(&faulty, &fixed.edits), fixed.document.text(), "{}", sample.path.display());
            }
        }
    }
    assert!(count > 100, "only {count} faults were fixed");
}

#[test]
fn ten_thousand_references_are_fixed_in_one_run() {
    let text: String = (0..10_000).map(|number| link(&format!("{number} b|c"))).collect();
    let fixed = with_fixes(&text, &safe()).expect("there is something to fix");
    assert_eq!(fixed.fixed, 20_000);
    assert_eq!(fixed.document.findings().count(), 0);
}

#[test]
fn one_value_is_fixed_as_the_document_is() {
    let values = ["a b|c", "HTTP://example.org/&#x20;&amp; <!-- -->", "&lt;svg fill='|'/&gt;\u{5D0} }", "100% <"];
    for text in values.map(|value| link(&value.replace('<', "&lt;").repeat(40))) {
        let document = read(&text);
        let site = document.sites().last().expect("it contains a reference");
        let value = document.value_at(site.span.start).expect("the reference is in a value");
        let fixed = safe().fix_value(&document, value);
        let whole = with_fixes(&text, &safe());
        let expected = whole.map(|whole| (whole.document.text(), whole.fixed));
        assert_eq!(fixed.map(|(edit, count)| (apply_edits(&text, [&edit]), count)), expected, "{text}");
    }
}

// Found by fuzzing: the tag ends at the comment, so it would be another one without the comment.
#[test]
fn a_comment_after_an_open_tag_is_not_removed() {
    for open in ["<b c='d", "<b c='d'", "<b c=\"d'>", "</b ", "<!ATTLIST b", "<!NOTATION b SYSTEM \"", "<?pi c='d"] {
        let text = |value: &str| format!("<r><a xml:base='{value}'/>{open} <!-- iri-ignore --> e' xml:base='f'/></r>");
        assert_eq!(text_of(&text("x y"), &safe()), text("x%20y"));
        let only_comment = Document::parse(text("x"), Arc::new(Settings::default()));
        let unused = only_comment.findings().find(|found| found.finding.rule.name == "unused-suppression");
        assert!(unused.expect("the comment is not used").finding.fixes.is_empty(), "{open}");
        assert!(matches!(
            Fixer::default().with_least(Severity::Hint).fix_owned(only_comment),
            FixOutcome::Unchanged(_)
        ));
    }
}

// Found by fuzzing: without the comment, a section would start before it.
#[test]
fn a_comment_in_the_opening_of_a_section_is_not_removed() {
    for opening in ["<![CDATA[", "<![IGNORE["] {
        for at in 1..opening.len() {
            let (before, after) = opening.split_at(at);
            let text = format!("<a href='x'>{before}<!-- iri-ignore -->{after} b ]]></a>");
            let document = read(&text);
            let unused = document.findings().find(|found| found.finding.rule.name == "unused-suppression");
            assert!(unused.expect("the comment is not used").finding.fixes.is_empty(), "{text}");
        }
    }
}

#[test]
fn only_the_fixes_that_would_change_the_document_are_left_out() {
    // The fixed namespace is that of XLink, so that other attributes would be references.
    let element = |namespace: &str, base: &str| {
        format!("<p xml:base='{base}'/><a xmlns:x='{namespace}' x:href='c'/><p xml:base='{base}'/>")
    };
    let cases: [(&[bool], bool); 4] =
        [(&[true], true), (&[false, true, false, true], true), (&[true; 10], true), (&[true; 1_000], false)];
    for (are_bad, is_each_left_out) in cases {
        let text = |base: &str| {
            let namespace = |is_bad: bool| if is_bad { " http://www.w3.org/1999/xlink" } else { "http://h/" };
            let elements = are_bad.iter().map(|is_bad| element(namespace(*is_bad), base));
            format!("<r>{}</r>", elements.collect::<String>())
        };
        let document = read(&text("a b"));
        let options = safe().with_suggested(true);
        let fixed = options.fix(&document).expect("the result is valid").expect("there are fixes");
        if is_each_left_out {
            let skipped: Vec<_> =
                fixed.skipped.iter().map(|span| span.slice(&document.shared_text()).to_owned()).collect();
            assert_eq!(
                skipped,
                vec![" http://www.w3.org/1999/xlink"; are_bad.iter().filter(|is_bad| **is_bad).count()]
            );
            assert_eq!(fixed.document.text(), text("a%20b"));
        } else {
            assert!(fixed.fixed > 10, "{}", fixed.fixed);
        }
        let FixOutcome::Fixed(again) = options.fix_owned(document) else { panic!("there are fixes") };
        assert_eq!((again.edits, again.skipped), (fixed.edits, fixed.skipped));
    }
}

#[test]
fn a_fix_that_raises_an_error_of_a_list_is_the_only_one_left_out() {
    let text = "<a xmlns:i='http://www.w3.org/2001/XMLSchema-instance' i:schemaLocation='urn:a:x a.xsd, http://b.example/c'>\
                <b xml:base='a b/'/></a>";
    let fixed = suggested().fix(&read(text)).expect("one reference is fixed").expect("there is something to fix");
    assert_eq!(fixed.document.text(), text.replace("a b/", "a%20b/"));
}

#[test]
fn fixes_of_some_references_leave_the_others_as_they_are() {
    let mut rng = Rng::with_seed(9);
    for _ in 0..300 {
        // The fixed namespace is that of XLink, so that another attribute would be a reference.
        let ignored = "<!-- iri-ignore leiri-space leiri-unwise --><p xml:base='x y'/>";
        let bad = "<a xmlns:x=' http://www.w3.org/1999/xlink' x:href='c d'/>";
        let elements: String = (0..rng.usize(1..8))
            .map(|_| [ignored, "<p xml:base='a b'/>", "<p xml:base='c|d'/>", "<p xml:base='e'/>", bad][rng.usize(..5)])
            .collect();
        let document = read(&format!("<r>{elements}</r>"));
        let sites: Vec<_> = document.sites().collect();
        let chosen: Vec<bool> = sites.iter().map(|_| rng.bool()).collect();
        let is_chosen =
            |span: Span<InDocument>| chosen[sites.iter().position(|site| site.span == span).expect("known")];
        let options = safe().with_suggested(true).with_least(Severity::Hint);
        let is_reference = |found: &DocumentFinding<'_>| found.site.kind != SiteKind::Comment;
        let choices = options.choices(&document, |found| is_reference(found) && is_chosen(found.site.span));
        let fixed = options.fix_chosen(&document, &choices);
        let Ok(Some(fixed)) = fixed else {
            let fixable = |found: &DocumentFinding<'_>| {
                is_reference(found) && is_chosen(found.site.span) && found.site.value != " http://www.w3.org/1999/xlink"
            };
            let remaining = document.findings().filter(fixable).any(|found| options.fix_of(&found.finding).is_some());
            assert!(!remaining, "{elements} {chosen:?} {fixed:?}");
            continue;
        };
        let after: Vec<_> = fixed.document.sites().collect();
        assert_eq!(after.len(), sites.len());
        let comments = |document: &Document| document.text().matches(" iri-ignore leiri-space leiri-unwise ").count();
        assert_eq!(comments(&fixed.document), comments(&document));
        for ((site, after), chosen) in sites.iter().zip(&after).zip(&chosen) {
            // The comment before it stays.
            let is_bad = ["x y", " http://www.w3.org/1999/xlink"].contains(&&*site.value);
            let expected = if *chosen && !is_bad {
                site.value.replace(' ', "%20").replace('|', "%7C")
            } else {
                site.value.to_string()
            };
            assert_eq!(after.value, expected, "{elements} {chosen:?}");
        }
    }
}

// Found by fuzzing: if the characters of a declaration are also those of the reference around it, a fix changes both.
#[test]
fn a_reference_ends_before_markup_that_no_text_may_contain() {
    let sections = ["<![CDATA[ <!NOTATION n SYSTEM 'x y'>", "<![CDATA[ <?xml-stylesheet href='x y'?>", "<![CDATA[ x y"];
    let declarations = [
        "<!ENTITY e SYSTEM 'x y'>",
        "<!ENTITY e SYSTEM \"$[x y\">l]",
        "<!ATTLIST a xlink:href CDATA 'x'>",
        "<!NOTATION n SYSTEM 'x",
        "<![IGNORE[ d ]]>",
        "<![INCLUDE[ d ]]>",
    ];
    for markup in declarations.into_iter().chain(sections) {
        let text = |value: &str, markup: &str| {
            sitemap(&format!("<loc>{value}</loc><loc>/[{value}{markup}</loc><loc>{value}</loc>"))
        };
        let document = read(&text("a b", markup));
        let references: Vec<_> = document.sites().skip(1).collect();
        assert_eq!(references.iter().map(|site| &*site.value).collect::<Vec<_>>(), ["a b", "/[a b", "a b"], "{markup}");
        let fixed = text("a%20b", markup).replace("/[", "/%5B");
        assert_eq!(text_of(&text("a b", markup), &safe()), fixed);
    }
}

// Found by fuzzing: the encoding of the `<` would continue the tag that it ends.
#[test]
fn text_after_a_start_tag_without_an_end_is_not_a_reference() {
    let text =
        |value: &str| sitemap(&format!("<loc>{value}</loc><loc< a b</loc><loc x='y'< a b</loc><loc>{value}</loc>"));
    assert_eq!(text_of(&text("a b"), &safe()), text("a%20b"));
    assert_eq!(read(&text("a b")).sites().filter(|site| site.kind == SiteKind::Element).count(), 2);
}

// Found by fuzzing: the encoding of a quote would move the end of the tag.
#[test]
fn a_fix_changes_no_other_attribute_of_a_damaged_tag() {
    for (tag, fixed) in [
        ("<a s' href='\"/''> href=''", "<a s' href='%22/''> href=''"),
        ("<a \" href='x\"y' href='>a b'/> \">", "<a \" href='x%22y' href='%3Ea%20b'/> \">"),
        ("<a href='a b title='y' href='c|d'>", "<a href='a b title='y' href='c%7Cd'>"),
    ] {
        let page = |tag| format!("<html xmlns='http://www.w3.org/1999/xhtml'>{tag}");
        assert_eq!(text_of(&page(tag), &safe()), page(fixed));
    }
}

// Found by generated documents: the span of a reference includes the comment only as long as text follows.
#[test]
fn spaces_beside_markup_in_a_text_are_removed() {
    let fixed =
        |value: &str| text_of(&sitemap(&format!("<loc>{value}</loc>")), &Fixer::default().with_least(Severity::Hint));
    let expected = |value: &str| sitemap(&format!("<loc>{value}</loc>"));
    for markup in ["<?p ?>", "<!-- c -->", "<![CDATA[]]>"] {
        assert_eq!(fixed(&format!("a{markup} ")), expected(&format!("a{markup}")));
        assert_eq!(fixed(&format!(" {markup}a")), expected(&format!("{markup}a")));
        assert_eq!(fixed(&format!("{markup} ab|{markup}")), expected(&format!("{markup}ab%7C{markup}")));
    }
}

// Found by fuzzing: without its first URL, the descriptor of the list is a URL.
#[test]
fn a_list_keeps_its_references() {
    let text = "<img xmlns='http://www.w3.org/1999/xhtml' srcset='\u{17} b|'/>";
    assert!(suggested().fix(&read(text)).is_err());
}

/// Applies the fixes of `text` that `choose` returns for a rule, and returns the new text.
fn chosen(text: &str, choose: impl Fn(&str) -> Option<usize>) -> String {
    let document = read(text);
    let options = safe().with_least(Severity::Hint);
    let mut choices = options.choices(&document, |_| true);
    for choice in &mut choices {
        choice.chosen = choose(choice.finding.rule.name);
    }
    let fixed = options.fix_chosen(&document, &choices).expect("the result is valid");
    fixed.map_or_else(|| text.to_owned(), |fixed| fixed.document.text())
}

#[test]
fn each_rule_of_a_reference_is_fixed_as_it_was_chosen() {
    let text = r"<p xml:base='a\b c'><q xml:base='d e'/></p>";
    assert_eq!(chosen(text, |_| None), text);
    assert_eq!(
        chosen(text, |rule| (rule == "leiri-space").then_some(0)),
        r"<p xml:base='a\b%20c'><q xml:base='d%20e'/></p>"
    );
    assert_eq!(
        chosen(text, |rule| (rule == "backslash-path").then_some(0)),
        "<p xml:base='a/b c'><q xml:base='d e'/></p>"
    );
    assert_eq!(chosen(text, |_| Some(0)), "<p xml:base='a/b%20c'><q xml:base='d%20e'/></p>");
    // A number without a fix is no choice.
    assert_eq!(chosen(text, |_| Some(7)), text);
}

#[test]
fn the_second_fix_of_a_finding_can_be_chosen() {
    let text = "<p xml:base='http://e/a&#9;b'/>";
    assert_eq!(chosen(text, |_| Some(0)), "<p xml:base='http://e/ab'/>");
    assert_eq!(chosen(text, |_| Some(1)), "<p xml:base='http://e/a%09b'/>");
}
