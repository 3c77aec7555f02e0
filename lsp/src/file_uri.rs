//! Paths of `file` URIs.

use std::path::PathBuf;

use tower_lsp::lsp_types::Url;

/// Returns the path that `uri` identifies; `None` if it is not a `file` URI.
pub fn path_from_file_uri(uri: &str) -> Option<PathBuf> {
    let url = Url::parse(uri).ok().filter(|url| url.scheme() == "file")?;
    url.to_file_path().ok()
}
