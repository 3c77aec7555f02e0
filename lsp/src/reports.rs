//! Texts of the last reports that the client was asked to show, which it requests by their URIs.

use std::collections::VecDeque;

use parking_lot::Mutex;

/// Scheme of the documents of the server.
pub const SCHEME: &str = "iri-lsp";

/// Number of reports that are kept.
const KEPT: usize = 16;

/// Reports by their URIs.
#[derive(Debug, Default)]
pub struct Reports(Mutex<Kept>);

#[derive(Debug, Default)]
struct Kept {
    /// Number of reports so far.
    count: u64,
    /// URIs and texts, the oldest first.
    texts: VecDeque<(String, String)>,
}

impl Reports {
    /// Stores a report, and returns its URI.
    pub fn add(&self, text: String) -> String {
        let mut kept = self.0.lock();
        kept.count += 1;
        let uri = format!("{SCHEME}:/references/{}.txt", kept.count);
        if kept.texts.len() == KEPT {
            kept.texts.pop_front();
        }
        kept.texts.push_back((uri.clone(), text));
        uri
    }

    /// Returns the report at `uri`; `None` if it is unknown, or too old.
    pub fn find(&self, uri: &str) -> Option<String> {
        let kept = self.0.lock();
        kept.texts.iter().find(|(known, _)| known == uri).map(|(_, text)| text.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_reports_are_kept() {
        let reports = Reports::default();
        let uris: Vec<String> = (0..=KEPT).map(|number| reports.add(number.to_string())).collect();
        assert_eq!(reports.find(&uris[0]), None);
        assert_eq!(reports.find(&uris[1]).as_deref(), Some("1"));
        assert_eq!(reports.find(&uris[KEPT]), Some(KEPT.to_string()));
    }
}
