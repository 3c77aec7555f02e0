//! A file: bytes, text, sites, findings, fixes, bytes again.

use std::sync::Arc;

use iri_core::text::encoding::decode;
use iri_core::text::{InDocument, apply_edits};
use iri_core::xml::document::DocumentFinding;
use iri_core::xml::{FixedDocument, Fixer, ScopeCache};
use iri_core::{Document, Settings, Severity, Span};

use crate::input::divide;

const MAX_LENGTH: usize = 16 * 1024;

/// Runs the target.
pub fn run(bytes: &[u8]) {
    if bytes.len() > MAX_LENGTH {
        return;
    }
    let (bytes, mut choices) = divide(bytes);
    let Ok(source) = decode(bytes.to_vec()) else { return };
    let (text, form) = (source.text, source.form);
    let mut settings = Settings::default().with_charset(form.encoding.charset()).with_location("file:///d/document");
    settings.syntax = choices.syntax();
    let document = Document::parse(text.clone(), Arc::new(settings));
    assert_eq!(document.text(), text);
    sites_are_in_bounds(&document, &text);
    findings_are_those_of_the_inspections(&document, &text);
    a_cache_changes_nothing(&document, &text);

    let options = Fixer::default().with_least(Severity::Hint).with_encoding(form.encoding).with_signed(true);
    let more = [options.clone().with_least(Severity::Warning), options.clone().with_suggested(true)];
    for options in more.into_iter().chain([options]) {
        // A suggested fix may change the vocabulary, and is then left out.
        match options.fix(&document) {
            Ok(Some(fixed)) => {
                assert!(options.applies_suggested || fixed.skipped.is_empty(), "{:?} of {text:?}", fixed.skipped);
                fixes_change_only_sites(&document, &fixed, &text, &options);
                let result = fixed.document.text();
                match form.splice(bytes, &text, &fixed.edits) {
                    Some(bytes) => {
                        let again = decode(bytes).expect("it has the same form");
                        assert_eq!((again.text, again.form), (result, form));
                    }
                    // After the removal of a comment, the file could start like one in UTF-16 or UTF-32.
                    None => assert!(form.damage.is_some() || result.chars().take(4).any(|c| c == '\0'), "{result:?}"),
                }
            }
            Ok(None) => {}
            Err(error) => assert!(options.applies_suggested, "{error}: {text:?}"),
        }
    }
}

fn sites_are_in_bounds(document: &Document, text: &str) {
    let mut start = 0;
    for site in document.sites() {
        assert_eq!(text.get(site.span.range()), Some(site.raw), "{site:?}");
        assert!(start <= site.span.start, "{site:?} is not in order");
        start = site.span.start;
        assert!(document.sites_in(site.span).any(|other| other == site), "{site:?} is not found at its span");
        let position = document.line_column(site.span.start);
        assert_eq!(position, iri_core::text::lines::line_column(text, site.span.start));
    }
}

/// Fails unless the inspection of each site has the findings of the document.
fn findings_are_those_of_the_inspections(document: &Document, text: &str) {
    let mut count = 0;
    for found in document.findings() {
        let finding = &found.finding;
        let edits = finding.fixes.iter().flat_map(|fix| &fix.edits);
        for span in edits.map(|edit| edit.span).chain([finding.span, found.site.span]) {
            assert!(text.get(span.range()).is_some(), "{found:?}");
        }
        count += 1;
    }
    let mut inspected = 0;
    for site in document.sites() {
        let inspection = document.inspect(&site).unwrap_or_else(|| panic!("{site:?} is not inspected"));
        assert_eq!(inspection.text(), site.value);
        inspected += inspection.findings().len();
    }
    assert!(inspected <= count, "{inspected} findings of sites, {count} of the document");
}

fn a_cache_changes_nothing(document: &Document, text: &str) {
    let mut cache = ScopeCache::default();
    for _ in 0..2 {
        let cached = Document::parse_with_cache(&mut cache, text, document.settings());
        let describe = |document: &Document| -> Vec<String> {
            let sites = document.sites().map(|site| format!("{site:?}"));
            sites.chain(document.findings().map(|found| format!("{found:?}"))).collect()
        };
        assert_eq!(describe(&cached), describe(document));
    }
}

/// Returns whether `span`, without whitespace, is in `sites` and in suppression comments: a fix removes a comment, or a name
/// in it. Edits of what is adjacent are joined.
fn is_replaceable(text: &str, sites: &[Span<InDocument>], span: Span<InDocument>) -> bool {
    if span.is_empty() {
        return sites.iter().any(|site| site.start <= span.start && span.end <= site.end);
    }
    let mut at = span.start;
    loop {
        let rest = &text[at..span.end];
        at += rest.len() - rest.trim_start().len();
        if at == span.end {
            return true;
        }
        // The opening of a comment may occur in it again.
        let openings = text.match_indices("<!--").map(|(opening, _)| opening).take_while(|opening| *opening <= at);
        let comments = openings.filter_map(|opening| {
            let comment = text[opening..].split_inclusive("-->").next().unwrap_or_default();
            let end = opening + comment.len();
            // A misspelled suppression is a site, and may suppress nothing when it is spelled right.
            let has_site = || sites.iter().any(|site| opening <= site.start && site.end <= end);
            (comment.contains("iri-ignore") || has_site()).then_some(end)
        });
        let around = sites.iter().filter(|site| site.start <= at).map(|site| site.end);
        match comments.chain(around).max() {
            Some(end) if end > at => at = end.min(span.end),
            _ => return false,
        }
    }
}

/// Fails unless `fixed` differs from `document` only at references and in suppression comments, and a second run changes
/// nothing.
fn fixes_change_only_sites(document: &Document, fixed: &FixedDocument, text: &str, options: &Fixer) {
    let result = fixed.document.text();
    assert_eq!(apply_edits(text, &fixed.edits), result);
    // A site without findings can have some after the fixes of another.
    let found = document.findings().map(|found| found.site.span);
    let sites: Vec<Span<InDocument>> = found.chain(document.sites().map(|site| site.span)).collect();
    for edit in &fixed.edits {
        assert!(is_replaceable(text, &sites, edit.span), "{edit:?} is outside the references of {text:?}");
    }
    let fresh = Document::parse(result.clone(), Arc::clone(document.settings()));
    // The fix of an IRI without its end makes it a reference, and what is left of another may be an expression, no longer a reference.
    let may_differ = |found: DocumentFinding<'_>| {
        found.finding.rule.name == "unclosed-iri" || found.site.value.contains(['{', '$', '@', '['])
    };
    if !document.findings().any(may_differ) {
        assert_eq!(fresh.sites().count(), document.sites().count(), "{text:?} became {result:?}");
    }
    if fixed.skipped.is_empty() {
        let again = options.fix(&fresh).unwrap_or_else(|error| panic!("{error}: {result:?}, which was {text:?}"));
        assert!(again.is_none(), "a second run changes {result:?}, which was {text:?}");
    }
}
