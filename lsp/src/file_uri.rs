//! Paths of the documents of a client. Unlike the function of the core for references, the one here accepts shares and names
//! that are not UTF-8: the client has opened the file.

use std::path::PathBuf;

use tower_lsp::lsp_types::Url;

/// Returns the path of the document that a client identifies by `uri`; `None` if it is not a `file` URI.
pub fn path_from_file_uri(uri: &str) -> Option<PathBuf> {
    let url = Url::parse(uri).ok().filter(|url| url.scheme() == "file")?;
    url.to_file_path().ok()
}
