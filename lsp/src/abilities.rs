//! What a client can do and where it works, read from all that it says in `initialize`.
//!
//! Clients say many things that no type foresees, and a server that refuses to start over one of them is of
//! no use: what is not understood counts as not said.

use std::path::PathBuf;

use serde_json::Value;
use tower_lsp::lsp_types::Url;

use crate::shown::Screen;

/// What a client can do. Without a word of it, nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "the protocol has one for each ability")]
pub struct Abilities {
    /// The position encodings it offers, the preferred first.
    pub position_encodings: Vec<String>,
    /// It asks for diagnostics, and asks again when told to.
    pub pulls_diagnostics: bool,
    /// It applies edits of certain versions of documents.
    pub document_changes: bool,
    /// It creates files.
    pub creates_files: bool,
    /// It answers `workspace/configuration`.
    pub configuration: bool,
    /// It can be asked to tell when settings change.
    pub registers_configuration: bool,
    /// It can be asked to watch files.
    pub watches_files: bool,
    /// It shows hovers as Markdown.
    pub markdown_hover: bool,
    /// It links the code of a diagnostic to a page.
    pub code_description: bool,
    /// It shows what belongs to a diagnostic elsewhere.
    pub related_information: bool,
    /// It can be told when there are inlay hints, and when there are none.
    pub registers_hints: bool,
    /// It asks again for inlay hints when told to.
    pub refreshes_hints: bool,
    /// How it puts letters on the screen.
    pub screen: Screen,
}

/// All that a client says in `initialize`.
#[derive(Clone, Debug, Default)]
pub struct Greeting {
    /// What it can do.
    pub abilities: Abilities,
    /// The folders it works in.
    pub folders: Vec<PathBuf>,
    /// `initializationOptions`.
    pub options: Value,
}

impl Greeting {
    /// What `params`, the params of `initialize`, say.
    pub fn of(params: &Value) -> Self {
        let options = params.get("initializationOptions").cloned().unwrap_or(Value::Null);
        let capabilities = params.get("capabilities").unwrap_or(&Value::Null);
        let screen = params.pointer("/clientInfo/name").and_then(Value::as_str).map(Screen::of).unwrap_or_default();
        Self { abilities: Abilities { screen, ..Abilities::of(capabilities) }, folders: folders(params), options }
    }
}

impl Abilities {
    fn of(capabilities: &Value) -> Self {
        let has = |path: &str| capabilities.pointer(path).is_some_and(|value| *value == Value::Bool(true));
        let there = |path: &str| capabilities.pointer(path).is_some_and(Value::is_object);
        let list = |path: &str| {
            let values = capabilities.pointer(path).and_then(Value::as_array).into_iter().flatten();
            values.filter_map(|value| value.as_str().map(str::to_owned)).collect::<Vec<_>>()
        };
        // The specification has the plural, `lsp-types` and servers that follow it the singular.
        let refreshes = has("/workspace/diagnostics/refreshSupport") || has("/workspace/diagnostic/refreshSupport");
        Self {
            position_encodings: list("/general/positionEncodings"),
            pulls_diagnostics: there("/textDocument/diagnostic") && refreshes,
            document_changes: has("/workspace/workspaceEdit/documentChanges"),
            creates_files: list("/workspace/workspaceEdit/resourceOperations").iter().any(|one| one == "create"),
            configuration: has("/workspace/configuration"),
            registers_configuration: has("/workspace/didChangeConfiguration/dynamicRegistration"),
            watches_files: has("/workspace/didChangeWatchedFiles/dynamicRegistration"),
            markdown_hover: list("/textDocument/hover/contentFormat").iter().any(|one| one == "markdown"),
            code_description: has("/textDocument/publishDiagnostics/codeDescriptionSupport"),
            related_information: has("/textDocument/publishDiagnostics/relatedInformation"),
            registers_hints: has("/textDocument/inlayHint/dynamicRegistration"),
            refreshes_hints: has("/workspace/inlayHint/refreshSupport"),
            screen: Screen::default(),
        }
    }
}

/// The workspace folders, or the root that came before there were any.
fn folders(params: &Value) -> Vec<PathBuf> {
    let of_uri = |uri: &Value| Url::parse(uri.as_str()?).ok()?.to_file_path().ok();
    let folders = params.get("workspaceFolders").and_then(Value::as_array).into_iter().flatten();
    let folders: Vec<PathBuf> = folders.filter_map(|folder| of_uri(folder.get("uri")?)).collect();
    if !folders.is_empty() {
        return folders;
    }
    let root = params.get("rootUri").and_then(of_uri);
    let path = || params.get("rootPath").and_then(Value::as_str).filter(|path| !path.is_empty()).map(PathBuf::from);
    root.or_else(path).into_iter().collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_client_that_says_nothing_can_do_nothing() {
        for said in [json!(null), json!(5), json!({}), json!({"capabilities": null, "workspaceFolders": ""})] {
            let greeting = Greeting::of(&said);
            assert_eq!(greeting.abilities, Abilities::default());
            assert_eq!(greeting.folders, Vec::<PathBuf>::new());
        }
    }

    #[test]
    fn diagnostics_are_pulled_only_where_the_client_refreshes() {
        let pulls = |workspace: Value| {
            let capabilities = json!({"textDocument": {"diagnostic": {}}, "workspace": workspace});
            Abilities::of(&capabilities).pulls_diagnostics
        };
        assert!(pulls(json!({"diagnostics": {"refreshSupport": true}})));
        assert!(pulls(json!({"diagnostic": {"refreshSupport": true}})));
        assert!(!pulls(json!({"diagnostics": {}})));
        assert!(!pulls(json!({})));
    }

    #[test]
    #[cfg(unix)]
    fn the_folders_are_those_of_the_newest_field_that_has_any() {
        let said = |folders: Value| Greeting::of(&folders).folders;
        let uri = |name: &str| json!({"uri": format!("file:///{name}"), "name": name});
        assert_eq!(
            said(json!({"workspaceFolders": [uri("a%20b"), uri("c")], "rootUri": "file:///r"})),
            [PathBuf::from("/a b"), PathBuf::from("/c")]
        );
        assert_eq!(said(json!({"workspaceFolders": [], "rootUri": "file:///r"})), [PathBuf::from("/r")]);
        assert_eq!(said(json!({"rootUri": null, "rootPath": "/p"})), [PathBuf::from("/p")]);
        assert_eq!(said(json!({"rootUri": "", "rootPath": ""})), Vec::<PathBuf>::new());
    }
}
