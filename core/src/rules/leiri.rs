//! What the rules of the group `leiri` share: one finding for each run of one character.

use crate::finding::Fix;
use crate::reference::encode_str;
use crate::rules::{Context, Findings};
use crate::text::Span;
use crate::unicode::{LeiriGroup, label};

/// A run of one and the same character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Run {
    pub c: char,
    pub span: Span,
}

impl Run {
    /// How many times the character stands there.
    pub(super) fn count(self) -> usize {
        self.span.len() / self.c.len_utf8()
    }

    /// "U+0020 SPACE", or "3 × U+0020 SPACE".
    pub(super) fn label(self) -> String {
        match self.count() {
            1 => label(self.c),
            count => format!("{count} \u{D7} {}", label(self.c)),
        }
    }
}

/// The runs of the characters for which `holds`.
pub(super) fn runs(text: &str, holds: impl Fn(char) -> bool) -> impl Iterator<Item = Run> {
    let mut characters = text.char_indices().peekable();
    std::iter::from_fn(move || {
        let (start, c) = characters.find(|&(_, c)| holds(c))?;
        let mut end = start + c.len_utf8();
        while characters.next_if(|&(_, next)| next == c).is_some() {
            end += c.len_utf8();
        }
        Some(Run { c, span: Span::new(start, end) })
    })
}

/// The runs of the characters of `group`, but for those that another rule speaks of.
pub(super) fn group_runs(context: &Context<'_, '_>, group: LeiriGroup) -> impl Iterator<Item = Run> {
    runs(context.text, move |c| LeiriGroup::of(c) == Some(group)).filter(move |run| !context.is_slip(run.span.start))
}

/// "U+0020 SPACE is no IRI character: tools that split on white space cut the reference here".
pub(super) fn message(run: Run, group: LeiriGroup) -> String {
    format!("{} is no IRI character: {}", run.label(), group.harm())
}

/// Percent-encodes the run: the same resource, for the octets are those that LEIRI to IRI gives.
pub(super) fn encode(run: Run, context: &Context<'_, '_>) -> Fix {
    let encoded = encode_str(run.span.of(context.text));
    let title = if run.count() == 1 {
        format!("encode as {encoded}")
    } else {
        format!("encode as {} each", encode_str(run.c.encode_utf8(&mut [0; 4])))
    };
    Fix::safe(title, run.span, encoded)
}

/// Flags every run of `group`, with percent-encoding as the fix.
pub(super) fn flag_group(context: &Context<'_, '_>, out: &mut Findings<'_>, group: LeiriGroup) {
    for run in group_runs(context, group) {
        out.flag(run.span, message(run, group)).fix(encode(run, context));
    }
}
