//! Who leads to the file or the ID at a position, and where a prefix or an IRI of RDF occurs.

use tower_lsp::lsp_types::{Location, ReferenceParams};

use crate::analysis::link_index::Destination;
use crate::analysis::navigation;
use crate::features::DocumentRequest;
use crate::proto::navigation as to_proto;

/// Answers `textDocument/references`: for a reference or an ID those that lead to the same element, elsewhere those that
/// lead to the document.
pub fn references(request: &DocumentRequest<'_>, params: &ReferenceParams) -> Option<Vec<Location>> {
    let DocumentRequest { session, snapshot, cancel } = *request;
    let offset = request.offset(params.text_document_position.position);
    if let Some(name) = snapshot.document.rdf_name_at(offset) {
        let declaration = name.declaration.filter(|_| !params.context.include_declaration);
        let spans: Vec<_> = name.all.iter().copied().filter(|span| Some(*span) != declaration).collect();
        return Some(to_proto::locations_in(snapshot, &spans, session.capabilities()));
    }
    let path = snapshot.place();
    let pointed = navigation::pointed(&snapshot.document, path, offset);
    let workspace = session.linked_files(Some(snapshot));
    let all = session.links.refreshed(&workspace, cancel)?;
    let own = (&snapshot.document, path);
    let pointed = pointed.or_else(|| navigation::pointed_in_parts(&workspace, &all, own, offset));
    let destination = pointed.map_or_else(
        || Destination { file: path.to_owned(), fragment: None },
        |pointed| navigation::through_key(&all, path, &pointed),
    );
    let mut found = navigation::references(&workspace, &all, &destination, cancel);
    if params.context.include_declaration && destination.fragment.is_some() {
        found.extend(navigation::definitions(&workspace, Some(&all), &destination));
    }
    Some(to_proto::locations(&found, session.capabilities()))
}
