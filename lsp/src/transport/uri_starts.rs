//! How the client writes the drive or the share in `file` URIs: `file:///c%3A` for `file:///C:`.

use std::collections::HashMap;

use iri_core::files::PathStyle;

/// Starts of the URIs of the client, with the drive or the share, by those of the server in lowercase.
#[derive(Debug, Default)]
pub struct UriStarts {
    known: HashMap<String, String>,
    style: PathStyle,
}

impl UriStarts {
    /// Learns the start of `uri`. Returns whether it has a drive or a share: the server may write it in another way, because
    /// its paths come from several places.
    pub fn learn(&mut self, uri: &str) -> bool {
        let of_client = start_of(uri);
        let path = if self.style == PathStyle::Windows { self.style.path(of_client) } else { None };
        let Some(own) = path.and_then(|path| self.style.iri(&path)) else { return false };
        self.known.entry(start_of(&own).to_lowercase()).or_insert_with(|| of_client.to_owned());
        true
    }

    /// Returns the URI of the client for a URI of the server; `None` if it is the same.
    pub fn client_uri(&self, internal: &str) -> Option<String> {
        if self.known.is_empty() || !internal.starts_with("file:") {
            return None;
        }
        let start = start_of(internal);
        let client = self.known.get(&start.to_lowercase()).filter(|client| *client != start)?;
        Some(format!("{client}{}", &internal[start.len()..]))
    }

    #[cfg(test)]
    pub fn of_windows() -> Self {
        Self { style: PathStyle::Windows, ..Self::default() }
    }
}

/// Returns the start of a `file` URI with its drive or share: `file:///C:`, `file://server/share`.
fn start_of(uri: &str) -> &str {
    &uri[..uri.match_indices('/').nth(3).map_or(uri.len(), |(at, _)| at)]
}
