//! Packages: each XML file in them is processed like a file, and `--fix` writes the package once.

use std::collections::HashMap;
use std::io;
use std::path::Path;

use iri_core::Document;
use iri_core::files::{Package, PackageEntry};
use iri_core::files::{Saved, save};

use super::plan::{Action, Plan};
use crate::files::chunk::Chunk;
use crate::files::loader::{FileLoader, LoadedFile, report_refusal};
use crate::files::package_file::PackageFile;
use crate::files::tally::Tally;
use crate::files::workers::Sink;

impl Plan {
    /// Processes the XML files of a package, or with `only`, the name of a file, this one.
    pub(super) fn package(&self, file: &PackageFile, only: Option<&str>, sink: &Sink<Chunk>) -> io::Result<()> {
        let mut package = file.package();
        let entries = FileLoader::package_entries((file, &mut package), only, sink)?;
        let refusal = file.refusal(self.fixer.fixes_signed);
        let fixed = if self.action == Action::Fix && refusal.is_none() {
            self.fixed_entries(file, &mut package, &entries, sink)?
        } else {
            HashMap::new()
        };
        if self.action == Action::Diff && refusal.is_none() {
            sink.send(Chunk::Note(format!("{}: a patch cannot change a package; use --fix", file.name())))?;
        }
        let (mut is_first, mut has_fixes) = (true, false);
        for entry in &entries {
            let change = fixed.get(&entry.name);
            let content = change.map(|(content, _)| content.clone());
            let Some(mut loaded) = self.loader.load_entry((file, &mut package), entry, content, sink)? else {
                continue;
            };
            let mut tally = Tally::default();
            if let Some((_, count)) = change {
                tally.fixed = *count;
                tally.changed = usize::from(std::mem::take(&mut is_first));
            }
            let document = parse(&mut loaded);
            self.loader.record_ignore_uses(Path::new(&loaded.name), &document);
            let is_unchanged = self.action != Action::Report && refusal.is_some();
            has_fixes |= is_unchanged && document.findings().any(|found| self.fixer.fix_of(&found.finding).is_some());
            self.report_document((&loaded.name, file.disk_name_length()), (&document, loaded.is_fixable), tally, sink)?;
        }
        if let Some(reason) = refusal.filter(|_| has_fixes) {
            sink.send(Chunk::Note(format!("{}: not fixed: {reason}", file.name())))?;
        }
        // Packages in packages are read, and never changed.
        for entry in &entries {
            if let Some(inner) = FileLoader::inner_package((file, &mut package), entry, sink)? {
                self.package(&inner, only, sink)?;
            }
        }
        if package.is_inner() { Ok(()) } else { report_refusal(file.name(), &package, sink) }
    }

    /// Fixes the files of a package and saves it. Returns the new contents and the number of fixes; none if it was not
    /// saved.
    fn fixed_entries(
        &self,
        file: &PackageFile,
        package: &mut Package,
        entries: &[PackageEntry],
        sink: &Sink<Chunk>,
    ) -> io::Result<HashMap<String, (Vec<u8>, usize)>> {
        let mut fixed = HashMap::new();
        let mut changes = Vec::new();
        for entry in entries {
            // Problems are reported with the findings.
            let Some(mut loaded) = self.loader.load_entry((file, package), entry, None, &Sink::discarding())? else {
                continue;
            };
            let document = parse(&mut loaded);
            if let Some((bytes, count)) = self.fixed_bytes(&loaded, document, sink)? {
                fixed.insert(entry.name.clone(), (bytes.clone(), count));
                changes.push((entry.clone(), bytes));
            }
        }
        // A package that is refused is not changed: only a part of it was fixed.
        if changes.is_empty() || package.refusal().is_some() {
            return Ok(HashMap::new());
        }
        let failure = match package.changed(&changes) {
            Ok(new) => match save(file.path(), file.tree(), package.bytes(), &new) {
                Ok(Saved::Replaced) => return Ok(fixed),
                Ok(Saved::InPlace(reason)) => {
                    sink.send(Chunk::Note(format!("{}: saved in place: {reason}", file.name())))?;
                    return Ok(fixed);
                }
                Err(refused) => refused.to_string(),
            },
            Err(error) => error.to_string(),
        };
        sink.send(Chunk::Failure(format!("{}: not saved: {failure}", file.name())))?;
        Ok(HashMap::new())
    }
}

fn parse(loaded: &mut LoadedFile) -> Document {
    let text = std::mem::take(&mut loaded.text);
    Document::parse(text, std::sync::Arc::clone(&loaded.settings))
}
