//! RFC 3987 section 3.1 step 1 and section 5.3.2.2: an IRI should be in Normalization Form C.

use crate::rules::component;
use crate::rules::context::{Context, FindingSink};
use crate::rules::finding::{Fix, Safety};
use crate::unicode::quoted;
use icu_normalizer::ComposingNormalizerBorrowed;

use crate::reference::{ComponentName, Reference, nfc};
use crate::text::Span;
use crate::text::{Edit, fit};

pub(super) fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    // A text in NFC has only parts in NFC.
    if ComposingNormalizerBorrowed::new_nfc().is_normalized(context.text) {
        return;
    }
    for (name, span) in component::texts(context) {
        let text = span.slice(context.text);
        let composed = nfc(text);
        if composed != text {
            flag(context, name, span, &composed, out);
        }
    }
}

fn flag(context: &Context<'_, '_>, name: ComponentName, span: Span, composed: &str, out: &mut FindingSink<'_>) {
    let edit = Edit::smallest(span.slice(context.text), span, composed);
    let first = context.text[edit.span.start..].chars().next().map(quoted).unwrap_or_default();
    let part = name.name();
    let message = fit(&first, |char| format!("{part} is not in NFC, starting at {char}"));
    let fix = Fix { title: format!("normalize {part} to NFC").into(), safety: Safety::Suggested, edits: vec![edit] };
    let finding = out.flag(span, message);
    if keeps_dialect(context, &fix) {
        finding.fix(fix);
    }
}

/// Returns whether the fix leaves characters that the dialect allows: the NFC of a few characters is ASCII that is not
/// allowed in an IRI. U+1FEF becomes a backtick.
fn keeps_dialect(context: &Context<'_, '_>, fix: &Fix) -> bool {
    let fixed = crate::text::apply_edits(context.text, &fix.edits);
    let after = Reference::parse(&fixed);
    context.reference.dialect.is_none_or(|dialect| after.is_reference(dialect))
}
