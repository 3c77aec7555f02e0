//! Paths of the documents of a client. A reference in a document may not identify all of them: a share, or a file whose name is
//! not UTF-8.

use std::path::PathBuf;

use tower_lsp::lsp_types::Url;

/// Returns the path of the document that a client identifies by `uri`; `None` if it is not a `file` URI.
pub fn path_from_file_uri(uri: &str) -> Option<PathBuf> {
    let url = Url::parse(uri).ok().filter(|url| url.scheme() == "file")?;
    url.to_file_path().ok()
}
