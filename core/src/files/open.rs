//! Texts that are newer than their files.

use std::path::Path;
use std::sync::Arc;

/// Source of texts that are newer than their files: the open documents of an editor.
pub type OpenTexts = dyn Fn(&Path) -> Option<Arc<str>> + Send + Sync;
