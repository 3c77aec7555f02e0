//! What a client can do and where it works, parsed from everything that it sends in `initialize`.
//!
//! Clients send many things that no type expects, and a server that refuses to start over one of them is of
//! no use: what is not understood counts as absent.

use std::path::PathBuf;

use iri_core::files::path_from_file_uri;
use serde_json::Value;

/// Capabilities of a client; by default none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "the protocol has one for each capability")]
pub struct ClientCapabilities {
    /// Position encodings that it offers, in order of preference.
    pub position_encodings: Vec<String>,
    /// Whether it pulls diagnostics, and pulls them again on request.
    pub pulls_diagnostics: bool,
    /// Whether it applies edits of specific versions of documents.
    pub document_changes: bool,
    /// Whether it creates files.
    pub creates_files: bool,
    /// Whether it accepts code actions, and not only commands.
    pub literal_actions: bool,
    /// Whether it asks what would be renamed before it asks for the name.
    pub prepares_renames: bool,
    /// Whether it requests the edit of a code action when the user chooses it.
    pub resolves_actions: bool,
    /// Whether it shows documents on request.
    pub shows_documents: bool,
    /// Whether it requests the texts of documents that only the server has.
    pub requests_content: bool,
    /// Whether it displays progress that the server starts.
    pub shows_progress: bool,
    /// Whether it answers `workspace/configuration`.
    pub configuration: bool,
    /// Whether it accepts a registration for changes of its settings.
    pub registers_configuration: bool,
    /// Whether it accepts a registration for changes of files.
    pub watches_files: bool,
    /// Whether it underlines the part of a reference whose definition it shows.
    pub links_definitions: bool,
    /// Whether it displays tooltips of links.
    pub link_tooltips: bool,
    /// Whether it displays hovers as Markdown.
    pub markdown_hover: bool,
    /// Whether it links the code of a diagnostic to a page.
    pub code_description: bool,
    /// Whether it displays related information of a diagnostic.
    pub related_information: bool,
    /// Whether it accepts registrations of inlay hints while it runs.
    pub registers_hints: bool,
    /// Whether it requests inlay hints again on request.
    pub refreshes_hints: bool,
    /// Display of right-to-left letters.
    pub text_display: TextDisplay,
}

/// Params of `initialize`, as far as the server uses them.
#[derive(Clone, Debug, Default)]
pub struct InitializeParams {
    /// Capabilities of the client.
    pub capabilities: ClientCapabilities,
    /// Process of the client; `None` if it did not send one.
    pub process_id: Option<u32>,
    /// Workspace folders of the client.
    pub folders: Vec<PathBuf>,
    /// Value of `initializationOptions`.
    pub options: Value,
}

impl InitializeParams {
    /// Parses the params of `initialize`.
    pub fn parse(params: &Value) -> Self {
        let options = params.get("initializationOptions").cloned().unwrap_or(Value::Null);
        let capabilities = params.get("capabilities").unwrap_or(&Value::Null);
        let name = params.pointer("/clientInfo/name").and_then(Value::as_str);
        let text_display = name.map(TextDisplay::from_client_name).unwrap_or_default();
        let capabilities = ClientCapabilities { text_display, ..ClientCapabilities::parse(capabilities) };
        let process_id = params.get("processId").and_then(Value::as_u64).and_then(|id| u32::try_from(id).ok());
        Self { capabilities, process_id, folders: folders(params), options }
    }
}

impl ClientCapabilities {
    fn parse(capabilities: &Value) -> Self {
        let is_true = |path: &str| capabilities.pointer(path).is_some_and(|value| *value == Value::Bool(true));
        let is_object = |path: &str| capabilities.pointer(path).is_some_and(Value::is_object);
        let list = |path: &str| {
            let values = capabilities.pointer(path).and_then(Value::as_array).into_iter().flatten();
            values.filter_map(|value| value.as_str().map(str::to_owned)).collect::<Vec<_>>()
        };
        // The specification has the plural; `lsp-types` and the servers that use it have the singular.
        let refreshes =
            is_true("/workspace/diagnostics/refreshSupport") || is_true("/workspace/diagnostic/refreshSupport");
        Self {
            position_encodings: list("/general/positionEncodings"),
            pulls_diagnostics: is_object("/textDocument/diagnostic") && refreshes,
            document_changes: is_true("/workspace/workspaceEdit/documentChanges"),
            creates_files: list("/workspace/workspaceEdit/resourceOperations").iter().any(|name| name == "create"),
            resolves_actions: is_true("/textDocument/codeAction/dataSupport")
                && list("/textDocument/codeAction/resolveSupport/properties").iter().any(|name| name == "edit"),
            // Only actions have data.
            literal_actions: is_object("/textDocument/codeAction/codeActionLiteralSupport")
                || is_true("/textDocument/codeAction/dataSupport"),
            prepares_renames: is_true("/textDocument/rename/prepareSupport"),
            shows_documents: is_true("/window/showDocument/support"),
            requests_content: is_true("/workspace/textDocumentContent/dynamicRegistration"),
            shows_progress: is_true("/window/workDoneProgress"),
            configuration: is_true("/workspace/configuration"),
            registers_configuration: is_true("/workspace/didChangeConfiguration/dynamicRegistration"),
            watches_files: is_true("/workspace/didChangeWatchedFiles/dynamicRegistration"),
            links_definitions: is_true("/textDocument/definition/linkSupport"),
            link_tooltips: is_true("/textDocument/documentLink/tooltipSupport"),
            // The formats are in order of preference.
            markdown_hover: list("/textDocument/hover/contentFormat").first().is_some_and(|name| name == "markdown"),
            code_description: is_true("/textDocument/publishDiagnostics/codeDescriptionSupport"),
            related_information: is_true("/textDocument/publishDiagnostics/relatedInformation"),
            registers_hints: is_true("/textDocument/inlayHint/dynamicRegistration"),
            refreshes_hints: is_true("/workspace/inlayHint/refreshSupport"),
            text_display: TextDisplay::default(),
        }
    }
}

/// Display of right-to-left letters in a client.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TextDisplay {
    /// Display in bidi order, in which marks and isolates from the server keep each letter in place.
    #[default]
    Reordered,
    /// Display in stored order, in terminal cells, in which a mark would appear as `<200e>`.
    Cells,
}

impl TextDisplay {
    /// Returns the display of the client with this name.
    fn from_client_name(name: &str) -> Self {
        const IN_TERMINALS: [&str; 6] = ["Neovim", "helix", "coc.nvim", "vim-lsp", "kakoune-lsp", "kak-lsp"];
        if IN_TERMINALS.contains(&name) { Self::Cells } else { Self::Reordered }
    }

    /// Adapts a text from the server to this display. Marks of the input are already written as their names.
    pub fn adapt(self, text: String) -> String {
        match self {
            Self::Reordered => text,
            Self::Cells => text.replace(['\u{200E}', '\u{2068}', '\u{2069}'], ""),
        }
    }
}

/// Returns the workspace folders, or the root that older clients send instead.
fn folders(params: &Value) -> Vec<PathBuf> {
    let path_from_uri = |uri: &Value| path_from_file_uri(uri.as_str()?);
    let folders = params.get("workspaceFolders").and_then(Value::as_array).into_iter().flatten();
    let folders: Vec<PathBuf> = folders.filter_map(|folder| path_from_uri(folder.get("uri")?)).collect();
    if !folders.is_empty() {
        return folders;
    }
    let root = params.get("rootUri").and_then(path_from_uri);
    let path = || params.get("rootPath").and_then(Value::as_str).filter(|path| !path.is_empty()).map(PathBuf::from);
    root.or_else(path).into_iter().collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_client_that_sends_nothing_can_do_nothing() {
        for params in [json!(null), json!(5), json!({}), json!({"capabilities": null, "workspaceFolders": ""})] {
            let params = InitializeParams::parse(&params);
            assert_eq!(params.capabilities, ClientCapabilities::default());
            assert_eq!(params.folders, Vec::<PathBuf>::new());
        }
    }

    #[test]
    fn diagnostics_are_pulled_only_if_the_client_refreshes() {
        let pulls = |workspace: Value| {
            let capabilities = json!({"textDocument": {"diagnostic": {}}, "workspace": workspace});
            ClientCapabilities::parse(&capabilities).pulls_diagnostics
        };
        assert!(pulls(json!({"diagnostics": {"refreshSupport": true}})));
        assert!(pulls(json!({"diagnostic": {"refreshSupport": true}})));
        assert!(!pulls(json!({"diagnostics": {}})));
        assert!(!pulls(json!({})));
    }

    #[test]
    #[cfg(unix)]
    fn the_folders_are_those_of_the_newest_field_that_has_any() {
        let folders = |params: Value| InitializeParams::parse(&params).folders;
        let uri = |name: &str| json!({"uri": format!("file:///{name}"), "name": name});
        assert_eq!(
            folders(json!({"workspaceFolders": [uri("a%20b"), uri("c")], "rootUri": "file:///r"})),
            [PathBuf::from("/a b"), PathBuf::from("/c")]
        );
        assert_eq!(folders(json!({"workspaceFolders": [], "rootUri": "file:///r"})), [PathBuf::from("/r")]);
        assert_eq!(folders(json!({"rootUri": null, "rootPath": "/p"})), [PathBuf::from("/p")]);
        assert_eq!(folders(json!({"rootUri": "", "rootPath": ""})), Vec::<PathBuf>::new());
    }
}
