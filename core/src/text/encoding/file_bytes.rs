//! The bytes of a file next to its text.

#[doc(hidden)] // for the programs of this workspace
/// Bytes of a file whose text is in memory too. If they are the text, as in UTF-8 without a byte order mark, they are not
/// kept a second time: [`of`](Self::of) takes the text.
#[derive(Clone, Debug)]
pub struct FileBytes {
    /// Bytes that are not the text itself.
    separate: Option<Vec<u8>>,
}

/// No bytes, whatever the text is.
impl Default for FileBytes {
    fn default() -> Self {
        Self::separate(Vec::new())
    }
}

impl FileBytes {
    /// The bytes are the text.
    pub(super) const THE_TEXT: Self = Self { separate: None };

    pub(super) fn separate(bytes: Vec<u8>) -> Self {
        Self { separate: Some(bytes) }
    }

    /// Returns the bytes of the file whose text is `text`.
    pub fn of<'b>(&'b self, text: &'b str) -> &'b [u8] {
        self.separate.as_deref().unwrap_or(text.as_bytes())
    }

    /// Returns the bytes of the file whose text is `text`, and copies them if they are the text.
    pub fn into_vec(self, text: &str) -> Vec<u8> {
        self.separate.unwrap_or_else(|| text.as_bytes().to_vec())
    }
}
