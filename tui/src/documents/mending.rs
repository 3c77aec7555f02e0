//! One reference of a file: what is found in it, its fixes, and writing it anew.

use iri_core::files::target_exists;
use iri_core::rules::Finding;
use iri_core::rules::Fix;
use iri_core::text::Edit;
use iri_core::xml::document::DocumentFinding;
use iri_core::xml::fix::written;

use super::changes::{Change, Part};
use super::{At, Documents};

impl Documents {
    /// The findings of the reference at `at`, the worst first; those of a file that is not in memory are none.
    pub fn findings(&self, at: At) -> Vec<DocumentFinding<'_>> {
        let Some(file) = self.files.get(at.file as usize) else { return Vec::new() };
        let (Some(document), Some(row)) = (file.document(), file.rows.get(at.row as usize)) else { return Vec::new() };
        let span = row.span();
        let own =
            |found: &DocumentFinding<'_>| found.site.span.start == span.start || found.finding.span.start == span.start;
        let found = document.findings_in(span).chain(document.missing_targets_in(span, target_exists));
        let mut findings: Vec<DocumentFinding<'_>> = found.filter(own).collect();
        findings.sort_by_key(|found| std::cmp::Reverse(found.finding.severity));
        findings
    }

    /// Applies the fix of that number of the worst finding of the selected reference. Gives what was done.
    ///
    /// # Errors
    /// Where there is none, or it cannot be applied; a message.
    pub fn fix(&mut self, number: usize) -> Result<String, String> {
        let at = self.at().ok_or("nothing is selected")?;
        let findings = self.findings(at);
        let found = findings.first().ok_or("nothing is found here: n goes to what is")?;
        let fix: &Fix = found.finding.fixes.get(number).ok_or(no_fix(&found.finding))?;
        let file = self.fixable(at.file as usize)?;
        let edits = written(fix, found, self.files[file].form.encoding).ok_or("this fix cannot be written here")?;
        let what = fix.title.clone();
        self.apply(Change { what: what.clone(), parts: vec![Part { file, edits }] });
        Ok(what)
    }

    /// Writes the reference at `at` anew, whose decoded value is `value`: `edit` is one of that.
    ///
    /// # Errors
    /// Where the document cannot hold that; a message.
    pub fn edit(&mut self, at: At, value: &str, edit: &Edit) -> Result<(), String> {
        let file = self.fixable(at.file as usize)?;
        let held = &self.files[file];
        let row = held.rows.get(at.row as usize).filter(|row| held.rows.text(row) == value);
        let (document, row) =
            held.document().zip(row).ok_or("another program changed the file: open the reference again")?;
        let site = document.sites_in(row.span()).find(|site| site.span == row.span());
        let edit = site.and_then(|site| document.author_edit(&site, edit));
        let mut edit = edit.ok_or("the document cannot hold that here: an entity would be lost")?;
        edit.text = held.form.encoding.representable(&edit.text).into_owned();
        self.apply(Change {
            what: "the edit of a reference".to_owned(),
            parts: vec![Part { file, edits: vec![edit] }],
        });
        Ok(())
    }

    fn fixable(&self, file: usize) -> Result<usize, String> {
        if self.files[file].is_fixable {
            return Ok(file);
        }
        Err("not changed: the file or its configuration has problems; ! in the list tells".to_owned())
    }
}

/// Why a fix that is asked for is none.
fn no_fix(finding: &Finding) -> &'static str {
    match finding.fixes.len() {
        0 => "no fix can be written here: enter shows the reference, i types another",
        _ => "no such fix here",
    }
}
