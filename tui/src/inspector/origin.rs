//! Where the references come from: files, whose references are listed, or texts without files.
//!
//! ```text
//!  files   List ── enter ──▶ Reference ── esc ──▶ List
//!  texts   Reference
//! ```
//!
//! The list stays while a reference of it is open: the panes do not replace it.

use crate::files::documents::{Documents, ReferenceIndex};
use crate::inspector::edited_reference::EditedReference;

/// Where the references come from.
pub enum Origin {
    /// Files.
    Files(FileList),
    /// Texts without files.
    Texts(ReferenceList),
}

/// Screens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Screen {
    /// List of the references of files.
    List,
    /// Panes of one reference.
    Reference,
}

/// References of files.
pub struct FileList {
    /// Files.
    pub documents: Box<Documents>,
    /// Screen.
    pub(super) screen: Screen,
    /// References that were followed.
    pub(super) jumps: Vec<ReferenceIndex>,
    /// Whether the last key was the first of two that clear the filter.
    pub(super) is_clearing: bool,
    /// Whether the inspector quits at the end of the save.
    pub(super) quits_when_saved: bool,
}

/// References without files. The one on screen is stored here when another one is chosen.
#[derive(Clone, Debug, Default)]
pub struct ReferenceList {
    /// References in the order of the input.
    pub items: Vec<EditedReference>,
    /// Index of the one on screen.
    pub current: usize,
    /// Whether the references are printed on exit.
    pub prints_on_exit: bool,
    /// Current stop of the tour; `None` outside it.
    pub(super) tour: Option<usize>,
}

impl Origin {
    /// Starts with the list of the references of files.
    pub(super) fn files(documents: Documents) -> Self {
        Self::Files(FileList {
            documents: Box::new(documents),
            screen: Screen::List,
            jumps: Vec::new(),
            is_clearing: false,
            quits_when_saved: false,
        })
    }

    /// Starts with texts, of which the first is on screen.
    pub(super) fn texts(items: Vec<EditedReference>) -> Self {
        Self::Texts(ReferenceList { items, ..ReferenceList::default() })
    }

    /// Returns the documents; `None` without files.
    pub fn documents(&self) -> Option<&Documents> {
        match self {
            Self::Files(list) => Some(&list.documents),
            Self::Texts(_) => None,
        }
    }

    /// Returns the documents to change them; `None` without files.
    pub fn documents_mut(&mut self) -> Option<&mut Documents> {
        match self {
            Self::Files(list) => Some(&mut list.documents),
            Self::Texts(_) => None,
        }
    }

    /// Returns the screen.
    pub fn screen(&self) -> Screen {
        match self {
            Self::Files(list) => list.screen,
            Self::Texts(_) => Screen::Reference,
        }
    }

    /// Changes the screen; without files there is only one.
    pub(super) fn show(&mut self, screen: Screen) {
        if let Self::Files(list) = self {
            list.screen = screen;
        }
    }

    /// Changes the stop of the tour.
    pub(super) fn go_to_stop(&mut self, index: usize) {
        if let Self::Texts(list) = self {
            list.tour = Some(index);
        }
    }

    /// Returns the number of references.
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Files(list) => list.documents.len(),
            Self::Texts(list) => list.items.len(),
        }
    }

    /// Returns the number of the next or previous reference.
    pub(super) fn neighbor(&self, is_forward: bool) -> Option<usize> {
        match self {
            Self::Files(list) => list.documents.neighbor(is_forward),
            Self::Texts(list) if is_forward => Some(list.current + 1).filter(|next| *next < list.items.len()),
            Self::Texts(list) => list.current.checked_sub(1),
        }
    }
}

impl ReferenceList {
    /// Stores the reference on screen.
    pub(super) fn store(&mut self, reference: &EditedReference) {
        if let Some(stored) = self.items.get_mut(self.current) {
            stored.clone_from(reference);
        }
    }
}
