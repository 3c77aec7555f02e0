//! Fragments with a grammar of their own, which have characters that an IRI does not allow.
//!
//! ```text
//! #epubcfi(/6/4[chap01]!/4/2)       fragment = "epubcfi(" ( path / range ) ")"           EPUB CFI 1.1 section 2.2
//! #xpointer(//p[@id="a"])           Pointer = SchemeName "(" EscapedData ")" …  XPointer Framework section 3.1
//! #//@views[name='A']               fragment path of an EObject             EMF, `Resource.getURIFragment`
//! #//%http:%2F%2Fe.org%             the same, with the source of an annotation
//! #intro:~:text=a%2Db,-c            fragment directive after ":~:"                 URL Fragment Text Directives
//! #xywh=percent:5,5,15,15&t=10,20   name=value lists, in the characters of a URI       Media Fragments URI 1.0
//! ```
//!
//! Software writes and parses the first three as they are, so that their characters are worth knowing, but no mistake, and
//! no fix is offered. In a directive `-` and `,` separate the parts of a text, so that their encodings are needed.

use crate::reference::{DIRECTIVE, Reference};
use crate::rules::context::Context;
use crate::rules::finding::Finding;
use crate::rules::pointers::{is_epub_cfi, is_pointer};
use crate::rules::rule::Severity;
use crate::text::Span;

/// Rules about characters that these grammars use.
const RULES: [&str; 4] = ["stray-bracket", "leiri-space", "leiri-delimiter", "leiri-unwise"];

/// Lowers findings about the syntax of a fragment with a grammar of its own to information without a fix, unless their
/// severity is configured: in EMF, where no person writes them, to hints.
pub(super) fn allow_own_syntax(context: &Context<'_, '_>, findings: &mut [Finding]) {
    let Some(fragment) = context.reference.fragment else { return };
    let text = fragment.slice(context.text);
    let is_emf = is_emf_path(text);
    let is_own = text.ends_with(')') && (is_epub_cfi(text) || is_pointer(text)) || is_emf;
    if !is_own {
        return;
    }
    let is_known = |rule: &str| RULES.contains(&rule) || is_emf && rule == "broken-percent";
    let is_own = |finding: &&mut Finding| fragment.overlaps(finding.span) && is_known(finding.rule.name);
    for finding in findings.iter_mut().filter(is_own) {
        finding.fixes.clear();
        if !context.severities.is_set(finding.rule) {
            finding.at_most(if is_emf { Severity::Hint } else { Severity::Information });
        }
    }
}

/// Returns whether `span` is an encoding that a fragment directive needs, or whose decoding would start one.
pub(super) fn is_needed_in_directive(reference: &Reference<'_>, span: Span) -> bool {
    let Some(fragment) = reference.fragment.filter(|fragment| fragment.contains(span.start)) else { return false };
    let before = &reference.text[fragment.start..span.start];
    let after = &reference.text[span.end..fragment.end];
    before.contains(DIRECTIVE) || before.ends_with(':') && after.starts_with(':')
}

/// Returns whether the fragment is a path to an object of EMF: its features start with `@`, the sources of its annotations
/// are between `%`.
fn is_emf_path(fragment: &str) -> bool {
    fragment.starts_with('/') && (fragment.contains("/@") || fragment.contains("/%"))
}
