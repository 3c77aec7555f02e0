//! What is shown of references: hovers, links, hints, reports.

use std::path::PathBuf;

use iri_core::files::Catalogs;
use serde_json::{Value, json};
use tower_lsp::lsp_types::{
    DocumentLink, Hover, HoverContents, InlayHint, InlayHintLabel, MarkupContent, MarkupKind, Position, Range, Url,
};

use super::{Ranges, code_unit, position_of, span};
use crate::abilities::Abilities;
use crate::documents::Snapshot;
use crate::hover::{Inspected, hover as hover_at, inspected as inspected_at, inspected_alone};
use crate::shown::Screen;
use crate::{hints, links};

/// What is shown at `position`.
pub fn hover(snapshot: &Snapshot, position: Position, client: &Abilities) -> Option<Hover> {
    let (document, unit) = (&snapshot.document, code_unit(client));
    let found = hover_at(document, document.offset(position_of(position), unit))?;
    let body = client.screen.text(found.body);
    let (kind, value) = if client.markdown_hover {
        (MarkupKind::Markdown, format!("**{}**\n\n{}", found.verdict, fenced(&body)))
    } else {
        (MarkupKind::PlainText, format!("{}\n\n{body}", found.verdict))
    };
    let range = Some(Ranges::of(document, unit).range(found.span));
    Some(Hover { contents: HoverContents::Markup(MarkupContent { kind, value }), range })
}

/// `text` as it is, whatever Markdown would make of it: the fence is longer than any in it.
fn fenced(text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}text\n{text}\n{fence}")
}

/// Where the references lead. No `Url` is made of one that it would write differently.
pub fn document_links(snapshot: &Snapshot, catalogs: &[PathBuf], client: &Abilities) -> Vec<DocumentLink> {
    let mut ranges = Ranges::of(&snapshot.document, code_unit(client));
    let kept = |target: &String| Url::parse(target).ok().filter(|url| url.as_str() == target);
    let one = |link: links::Link| {
        let target = link.targets.iter().find_map(kept)?;
        Some(DocumentLink { range: ranges.range(link.span), target: Some(target), tooltip: None, data: None })
    };
    links::links(&snapshot.document, &Catalogs::read(catalogs)).into_iter().filter_map(one).collect()
}

/// What is shown behind the references in `range`.
pub fn inlay_hints(snapshot: &Snapshot, range: Range, client: &Abilities) -> Vec<InlayHint> {
    let (document, unit) = (&snapshot.document, code_unit(client));
    let mut ranges = Ranges::of(document, unit);
    let one = |hint: hints::Hint| InlayHint {
        position: ranges.position(hint.offset),
        label: InlayHintLabel::String(client.screen.text(hint.text)),
        kind: None,
        text_edits: None,
        tooltip: None,
        padding_left: Some(true),
        padding_right: None,
        data: None,
    };
    hints::hints(document, span(range, document, unit)).into_iter().map(one).collect()
}

/// Everything about the reference at `position`, as the command `iri.inspect` answers.
pub fn inspected(snapshot: &Snapshot, position: Position, client: &Abilities) -> Option<Value> {
    let document = &snapshot.document;
    let offset = document.offset(position_of(position), code_unit(client));
    inspected_at(document, offset).map(|inspected| answer(inspected, client.screen))
}

/// The same of a reference alone.
pub fn inspected_text(text: &str, screen: Screen) -> Value {
    answer(inspected_alone(text), screen)
}

fn answer(Inspected { report, forms }: Inspected, screen: Screen) -> Value {
    json!({"report": screen.text(report), "iri": forms.iri, "uri": forms.uri, "bidi": forms.bidi})
}
