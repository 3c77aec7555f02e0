//! The files and the disk: what was changed is written, and what other programs changed is seen.

use iri_core::files::Saved;

use super::Documents;
use super::file::{File, Outside};

impl Documents {
    /// Writes every changed file. Gives how many were written, what should be known, and what was left alone.
    pub fn save(&mut self) -> (usize, Vec<String>) {
        let (mut written, mut said) = (0, Vec::new());
        for file in self.files.iter_mut().filter(|file| file.is_changed()) {
            match file.save() {
                Ok(Saved::Replaced) => written += 1,
                Ok(Saved::InPlace(reason)) => {
                    written += 1;
                    said.push(format!("{}: written in place: {reason}", file.name));
                }
                Err(message) => said.push(format!("{}: not written: {message}", file.name)),
            }
        }
        self.changed();
        (written, said)
    }

    /// Looks whether other programs changed files that are in memory. Gives what became of the first that was.
    pub fn look_outside(&mut self) -> Option<(usize, Outside)> {
        let opener = self.opener();
        let open = |file: &File| file.document().is_some();
        let looked = self.files.iter_mut().enumerate().filter(|(_, file)| open(file));
        let (number, outside) =
            looked.map(|(number, file)| (number, file.look(&opener))).find(|(_, outside)| *outside != Outside::Same)?;
        if matches!(outside, Outside::Changed | Outside::Merged) {
            self.forget(number);
            self.changed();
        }
        Some((number, outside))
    }

    /// Reads the file of that number again; its changes are lost.
    ///
    /// # Errors
    /// Where it cannot be read; a message.
    pub fn reload(&mut self, number: usize) -> Result<(), String> {
        let opener = self.opener();
        self.files[number].reload(&opener)?;
        self.forget(number);
        self.changed();
        Ok(())
    }

    /// Changes of a file that is another one now cannot be taken back.
    fn forget(&mut self, number: usize) {
        for changes in [&mut self.done, &mut self.undone] {
            changes.retain(|change| change.parts.iter().all(|part| part.file != number));
        }
    }
}
