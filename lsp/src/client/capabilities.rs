//! What a client can do and where it works, parsed from everything that it sends in `initialize`.
//!
//! Clients send many things that no type expects, and a server that refuses to start over one of them is of
//! no use: what is not understood counts as absent.

use std::path::PathBuf;

use serde_json::Value;
use tower_lsp::lsp_types::Url;

/// Capabilities of a client; by default none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "the protocol has one for each capability")]
pub struct ClientCapabilities {
    /// The position encodings that it offers, in order of preference.
    pub position_encodings: Vec<String>,
    /// It pulls diagnostics, and pulls them again on request.
    pub pulls_diagnostics: bool,
    /// It applies edits of specific versions of documents.
    pub document_changes: bool,
    /// It creates files.
    pub creates_files: bool,
    /// It answers `workspace/configuration`.
    pub configuration: bool,
    /// It accepts a registration for changes of its settings.
    pub registers_configuration: bool,
    /// It accepts a registration for changes of files.
    pub watches_files: bool,
    /// It displays hovers as Markdown.
    pub markdown_hover: bool,
    /// It links the code of a diagnostic to a page.
    pub code_description: bool,
    /// It displays related information of a diagnostic.
    pub related_information: bool,
    /// It accepts registrations of inlay hints while it runs.
    pub registers_hints: bool,
    /// It requests inlay hints again on request.
    pub refreshes_hints: bool,
    /// How it displays right-to-left letters.
    pub text_display: TextDisplay,
}

/// Everything that a client sends in `initialize`.
#[derive(Clone, Debug, Default)]
pub struct InitializeParams {
    /// What it can do.
    pub capabilities: ClientCapabilities,
    /// The folders that it works in.
    pub folders: Vec<PathBuf>,
    /// `initializationOptions`.
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
        Self { capabilities, folders: folders(params), options }
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
        // The specification has the plural, `lsp-types` and servers that follow it the singular.
        let refreshes =
            is_true("/workspace/diagnostics/refreshSupport") || is_true("/workspace/diagnostic/refreshSupport");
        Self {
            position_encodings: list("/general/positionEncodings"),
            pulls_diagnostics: is_object("/textDocument/diagnostic") && refreshes,
            document_changes: is_true("/workspace/workspaceEdit/documentChanges"),
            creates_files: list("/workspace/workspaceEdit/resourceOperations").iter().any(|name| name == "create"),
            configuration: is_true("/workspace/configuration"),
            registers_configuration: is_true("/workspace/didChangeConfiguration/dynamicRegistration"),
            watches_files: is_true("/workspace/didChangeWatchedFiles/dynamicRegistration"),
            markdown_hover: list("/textDocument/hover/contentFormat").iter().any(|name| name == "markdown"),
            code_description: is_true("/textDocument/publishDiagnostics/codeDescriptionSupport"),
            related_information: is_true("/textDocument/publishDiagnostics/relatedInformation"),
            registers_hints: is_true("/textDocument/inlayHint/dynamicRegistration"),
            refreshes_hints: is_true("/workspace/inlayHint/refreshSupport"),
            text_display: TextDisplay::default(),
        }
    }
}

/// How a client displays letters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TextDisplay {
    /// Reordered by the bidi algorithm, so that marks and isolates from the server keep each letter in its place.
    #[default]
    Reordered,
    /// In stored order, in cells, where a mark would be displayed as `<200e>`.
    Cells,
}

impl TextDisplay {
    /// Display of the client with this name.
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

/// The workspace folders, or the root that clients sent before there were any.
fn folders(params: &Value) -> Vec<PathBuf> {
    let path_from_uri = |uri: &Value| Url::parse(uri.as_str()?).ok()?.to_file_path().ok();
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
