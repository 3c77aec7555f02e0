//! What a document is, where its elements do not say it by a namespace.

use crate::xml::places::Name;

/// What tells apart vocabularies without a namespace, and documents in which attributes are templates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DocumentType {
    /// Nothing is known of it.
    #[default]
    Unknown,
    /// RSS 0.9x and 2.0.
    Rss,
}

impl DocumentType {
    /// What the root element and the public identifier of the document type declaration say.
    pub fn of(root: Name<'_>, _root_attributes: &[(&str, &str)], _public_id: Option<&str>) -> Self {
        match (root.namespace, root.local) {
            ("", "rss") => Self::Rss,
            _ => Self::Unknown,
        }
    }
}
