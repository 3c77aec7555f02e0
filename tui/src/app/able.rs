//! Whose keys count, and which of them would do something now.

use crate::app::overlay::{Overlay, Purpose};
use crate::app::{App, Listed, Message, OfRule, Screen};
use crate::files::documents::Documents;
use crate::keys::Listening;
use crate::ui;

impl App {
    /// Whose keys count.
    pub fn listening(&self) -> Listening {
        match self.overlays.last() {
            None => self.listening_below(),
            Some(Overlay::Help { .. }) => Listening::Help,
            Some(Overlay::Menu(_)) => Listening::Menu,
            Some(Overlay::Prompt(_)) => Listening::Prompt,
            Some(Overlay::Page(_)) => Listening::Page,
            Some(Overlay::Calibration) => Listening::Calibration,
        }
    }

    /// Whose keys count where nothing lies over the panes.
    pub fn listening_below(&self) -> Listening {
        match self.screen {
            Screen::List => Listening::List,
            Screen::Reference => Listening::Pane(self.pane),
        }
    }

    /// Whether `message` would do anything now: the last line names no key in vain.
    pub fn can(&self, message: &Message) -> bool {
        match message {
            Message::Open | Message::Edit => self.documents.is_some() && self.origin.is_some(),
            Message::Fix(number) => {
                self.judged.findings.said(self.finding).is_some_and(|finding| finding.fixes.len() > *number)
            }
            Message::FixAllSafe => self.judged.findings.safe > 1,
            Message::Undo if self.screen == Screen::List => {
                self.documents().is_some_and(crate::files::documents::Documents::can_undo)
            }
            Message::Undo => self.editor.can_undo(),
            Message::Cut | Message::CopySelection => !self.typed().selection().is_empty(),
            Message::Write | Message::Changes => {
                self.is_edited() || self.documents().is_some_and(|documents| documents.count.changed > 0)
            }
            Message::Accept => match self.overlays.last() {
                Some(Overlay::Page(page)) => page.accept.is_some(),
                _ => true,
            },
            Message::Failures => self.documents().is_some_and(|documents| !documents.failures.is_empty()),
            Message::Back => !self.overlays.is_empty() || self.documents.is_some(),
            Message::ProposeWhere(OfRule::Any) | Message::NextFinding(_) => {
                self.documents().is_some_and(|documents| documents.count.flagged > 0)
            }
            Message::ListBy(_) | Message::List(Listed::NextLeast) | Message::Ask(Purpose::List) => {
                self.documents().is_some_and(|documents| documents.count.references > 0)
            }
            Message::Step(_) => match self.overlays.last() {
                Some(Overlay::Page(page)) => page.lines.len() > ui::overlay::page_rows(self),
                _ => true,
            },
            Message::Explain | Message::ProposeWhere(OfRule::Selected) => !self.judged.findings.is_empty(),
            _ => true,
        }
    }

    /// Whether something is worked on aside, of which the screen should tell.
    pub fn is_waiting(&self) -> bool {
        self.documents().is_some_and(Documents::is_reading)
    }
}
