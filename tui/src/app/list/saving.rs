//! What leaves the list: writing, the end, the person's editor, and what other programs do meanwhile.

use crate::app::overlay::{Choice, Line, Look, Menu, Overlay, Page};
use crate::app::{App, Effect, Message};
use crate::files::documents::Documents;
use crate::files::file::Outside;

impl App {
    pub(super) fn tell_outside(&mut self, number: usize, outside: Outside) {
        let Some(name) = self.documents().map(|documents| documents.files[number].name.clone()) else { return };
        self.notice = match outside {
            Outside::Same => return,
            Outside::Changed => format!("{name} changed by another program: read again"),
            Outside::Merged => format!("{name} changed by another program: your changes are kept"),
            Outside::Gone => format!("{name} cannot be read any more"),
            Outside::Conflict => {
                let choices = vec![
                    Choice::new("keep mine: nothing is written over the other change", "", Message::Back),
                    Choice::new("read the file again, and lose my changes of it", "", Message::Reload(number)),
                ];
                let title = format!("{name} was changed by another program where you changed it");
                self.overlays.push(Overlay::Menu(Menu::new(title, choices)));
                return;
            }
        };
    }

    /// Shows what could not be read, and what is wrong with configurations.
    pub(in crate::app) fn show_failures(&mut self) {
        let Some(documents) = self.documents() else { return };
        if documents.failures.is_empty() {
            "no problems: everything was read".clone_into(&mut self.notice);
            return;
        }
        let lines = documents.failures.iter().map(|message| Line::new(message, Look::Plain)).collect();
        self.overlays.push(Overlay::Page(Page::new("problems", lines)));
    }

    /// Writes what was changed.
    pub(in crate::app) fn write(&mut self) -> bool {
        if let Err(message) = self.commit() {
            self.notice = message;
            return false;
        }
        let Some(documents) = &mut self.documents else { return true };
        let (written, mut said) = documents.save();
        match written {
            0 if said.is_empty() => said.push("nothing was changed".to_owned()),
            0 => {}
            1 => said.insert(0, "1 file written".to_owned()),
            written => said.insert(0, format!("{written} files written")),
        }
        self.notice = said.join("; ");
        documents.count.changed == 0
    }

    /// Whether the end would lose something; then it is asked.
    pub(in crate::app) fn quit(&mut self) -> Effect {
        let changed = self.documents().map_or(0, |documents| documents.count.changed);
        if changed == 0 && !(self.documents.is_some() && self.is_edited()) {
            return Effect::Quit;
        }
        let choices = vec![
            Choice::new("write what was changed, and quit", "", Message::WriteAndQuit),
            Choice::new("quit, and lose what was changed", "", Message::QuitAnyway),
            Choice::new("stay", "", Message::Back),
        ];
        self.overlays.push(Overlay::Menu(Menu::new("there are changes that are not written", choices)));
        Effect::Draw
    }

    /// The file of the selected reference, for the person's editor.
    pub(in crate::app) fn edit_file(&mut self) -> Effect {
        let Some((_, file, row)) = self.documents().and_then(Documents::current) else { return Effect::Draw };
        if file.is_changed() {
            "write it first: w".clone_into(&mut self.notice);
            return Effect::Draw;
        }
        Effect::Edit(file.path.clone(), row.line)
    }

    pub(in crate::app) fn reload(&mut self, number: usize) {
        if let Some(Err(message)) = self.documents.as_mut().map(|documents| documents.reload(number)) {
            self.notice = message;
        }
        self.load_selected();
    }
}
