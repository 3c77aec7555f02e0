//! What clients ask of a text besides what is wrong with it.

use serde_json::Value;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::{
    DocumentLink, ExecuteCommandParams, Hover, InlayHint, InlayHintParams, TextDocumentPositionParams, Url,
};

use crate::proto::reading;
use crate::session::Session;

/// The command that tells everything about one reference.
pub const INSPECT: &str = "iri.inspect";

impl Session {
    /// What is shown at a place.
    pub fn hover(&self, place: &TextDocumentPositionParams) -> Option<Hover> {
        let snapshot = self.documents.snapshot(place.text_document.uri.as_str())?;
        reading::hover(&snapshot, place.position, &self.abilities())
    }

    /// Works out where the references of a text lead.
    pub fn document_links(&self, uri: &Url) -> impl FnOnce() -> Option<Vec<DocumentLink>> + Send + use<> {
        let (snapshot, client) = (self.documents.snapshot(uri.as_str()), self.abilities());
        let catalogs = self.configuration.catalogs_for(uri.as_str());
        move || Some(reading::document_links(&*snapshot?, &catalogs, &client))
    }

    /// Works out what is shown behind references, for those who want it.
    pub fn inlay_hints(&self, params: &InlayHintParams) -> impl FnOnce() -> Option<Vec<InlayHint>> + Send + use<> {
        let is_wanted = self.configuration.features().inlay_hints == Some(true);
        let snapshot = self.documents.snapshot(params.text_document.uri.as_str()).filter(|_| is_wanted);
        let (range, client) = (params.range, self.abilities());
        move || Some(reading::inlay_hints(&*snapshot?, range, &client))
    }

    /// Does a command: `iri.inspect` of a place in a text, or of a reference alone.
    pub fn execute(&self, params: ExecuteCommandParams) -> Result<Option<Value>> {
        if params.command != INSPECT {
            return Err(Error::invalid_params("there is no such command"));
        }
        let mut arguments = params.arguments.into_iter();
        match arguments.next() {
            Some(Value::String(text)) => Ok(Some(reading::inspected_text(&text, self.abilities().screen))),
            Some(place) => {
                let place: TextDocumentPositionParams = serde_json::from_value(place)
                    .map_err(|error| Error::invalid_params(format!("iri.inspect takes a place or a text: {error}")))?;
                let snapshot = self.documents.snapshot(place.text_document.uri.as_str());
                Ok(snapshot.and_then(|snapshot| reading::inspected(&snapshot, place.position, &self.abilities())))
            }
            None => Err(Error::invalid_params("iri.inspect takes a place or a text")),
        }
    }
}
