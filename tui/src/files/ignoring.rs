//! Proposals that suppress a rule: by comments in the documents, or by an entry of the configuration.

use std::path::Path;
use std::sync::Arc;

use iri_core::Config;
use iri_core::files::{ConfigFile, is_same_file};
use iri_core::rules::Rule;
use iri_core::text::{Changes, Edit, InDocument, apply_edits};

use crate::files::change::{FileChanges, Proposal, ProposedChange, SuppressionPlace};
use crate::files::config_edit::{ConfigChange, EditedConfig};
use crate::files::documents::{Documents, ReferenceIndex};
use crate::files::file::File;
use crate::files::loader::FileLoader;
use crate::files::rows::RuleSet;
use iri_core::rules;

impl Documents {
    /// Returns the indexes of the rules that the marked references, or the selected one, violate.
    pub fn violated_rules(&self) -> Vec<usize> {
        let rows =
            self.targets().into_iter().filter_map(|at| self.files.get(at.file as usize)?.rows.get(at.row as usize));
        let broken: Vec<RuleSet> = rows.map(|row| row.broken).collect();
        (0..rules::ALL.len()).filter(|&rule| broken.iter().any(|set| set.meets(RuleSet::from_index(rule)))).collect()
    }

    /// Returns the change that suppresses `rule` for the marked references, or for the selected one.
    pub fn propose_suppression(&mut self, rule: &'static Rule, place: SuppressionPlace) -> Proposal {
        let index = rules::ALL.iter().position(|known| *known == rule).unwrap_or_default();
        let violates = |documents: &Self, at: &ReferenceIndex| {
            let row = documents.files.get(at.file as usize).and_then(|file| file.rows.get(at.row as usize));
            row.is_some_and(|row| row.broken.meets(RuleSet::from_index(index)))
        };
        let targets: Vec<ReferenceIndex> = self.targets().into_iter().filter(|at| violates(self, at)).collect();
        let name = rule.name;
        let mut proposal = Proposal::new(match place {
            SuppressionPlace::Element => format!("ignore {name} here"),
            SuppressionPlace::File | SuppressionPlace::ConfigForFile => format!("ignore {name} in the file"),
            SuppressionPlace::Config => format!("ignore {name} everywhere"),
        });
        match place {
            SuppressionPlace::Element | SuppressionPlace::File => {
                self.add_comments(&mut proposal, name, place, &targets);
            }
            SuppressionPlace::Config | SuppressionPlace::ConfigForFile => {
                if let Err(message) = self.add_entries(&mut proposal, name, place, &targets) {
                    proposal.left.push(message);
                }
            }
        }
        proposal
    }

    fn add_comments(
        &mut self,
        proposal: &mut Proposal,
        rule: &str,
        place: SuppressionPlace,
        targets: &[ReferenceIndex],
    ) {
        let loader = self.loader();
        for group in targets.chunk_by(|one, other| one.file == other.file) {
            let number = group[0].file as usize;
            if let Some(refusal) = self.refusal(number) {
                proposal.left.push(format!("read-only: {refusal}: {}", self.files[number].name));
                continue;
            }
            let file = &mut self.files[number];
            if let Err(message) = file.open(&loader) {
                proposal.left.push(message);
                continue;
            }
            self.loaded.push_back(number);
            if !file.is_fixable {
                proposal.left.push(format!("{}: the file or its configuration has errors", file.name));
                continue;
            }
            let mut edits: Vec<Edit<InDocument>> = Vec::new();
            match place {
                SuppressionPlace::File => {
                    edits.extend(file.document().and_then(|document| document.edit_to_suppress_in_file(rule)));
                    proposal.suppressed += violations(file, rule);
                }
                _ => {
                    for at in group {
                        if let Some(edit) = comment(file, *at, rule) {
                            proposal.suppressed += 1;
                            edits.push(edit);
                        } else {
                            let message = format!("{}: a comment would have no effect", located(file, *at));
                            proposal.left.push(message);
                        }
                    }
                }
            }
            // Two attributes of an element need one comment.
            edits.sort_by_key(|edit| edit.span.start);
            edits.dedup_by_key(|edit| edit.span.start);
            if !edits.is_empty() {
                let change = FileChanges { file: number, changes: Changes::new(edits) };
                let document = self.files[number].document().cloned();
                proposal.parts.extend(document.map(|document| ProposedChange::new(change, document)));
            }
        }
    }

    fn add_entries(
        &mut self,
        proposal: &mut Proposal,
        rule: &str,
        place: SuppressionPlace,
        targets: &[ReferenceIndex],
    ) -> Result<(), String> {
        let loader = self.loader();
        let first = targets.first().and_then(|at| self.files.get(at.file as usize)).ok_or("no reference selected")?;
        let path = loader.config_path(&first.path, &self.opened());
        if !self.edited.contains_key(&path) {
            self.edited.insert(path.clone(), EditedConfig::read(&path)?);
        }
        let (name, before) = self
            .edited
            .get(&path)
            .map(|config| (config.name(), config.text().cloned().unwrap_or_default()))
            .unwrap_or_default();
        let mut text = before.clone();
        let unclear = || format!("{name}: there is no unambiguous position for the entry");
        match place {
            SuppressionPlace::Config => {
                let edit = Config::edit_to_turn_off(&text, rule).ok_or_else(unclear)?;
                text = apply_edits(&text, [&edit]);
                let uses = |file: &&File| {
                    loader.config_for(&file.path).path.as_deref().is_none_or(|own| is_same_file(own, &path))
                };
                proposal.suppressed += self.files.iter().filter(uses).map(|file| violations(file, rule)).sum::<usize>();
            }
            _ => {
                for group in targets.chunk_by(|one, other| one.file == other.file) {
                    let file = &self.files[group[0].file as usize];
                    let own = pattern_path(&loader, &path, &file.path);
                    let Some(own) = own else {
                        proposal.left.push(format!("{}: has another configuration", file.name));
                        continue;
                    };
                    let edit = Config::edit_to_ignore(&text, &own, rule).ok_or_else(unclear)?;
                    text = apply_edits(&text, [&edit]);
                    proposal.suppressed += violations(file, rule);
                }
            }
        }
        proposal.config = Some((ConfigChange { path, text: Some(text) }, name, before));
        Ok(())
    }
}

/// Returns the path of `file` for a pattern in the configuration at `config`; `None` if another one applies.
fn pattern_path(loader: &Arc<FileLoader>, config: &Path, file: &Path) -> Option<String> {
    let nearest = loader.config_for(file);
    if nearest.path.as_deref().is_some_and(|path| path != config) {
        return None;
    }
    // The configuration may not exist yet.
    Some(ConfigFile { path: Some(config.to_owned()), ..ConfigFile::default() }.path_of(file))
}

/// Returns how many references of `file` violate `rule`.
fn violations(file: &File, rule: &str) -> usize {
    let Some(index) = rules::ALL.iter().position(|known| known.name == rule) else { return 0 };
    file.rows.iter().filter(|row| row.broken.meets(RuleSet::from_index(index))).count()
}

fn comment(file: &File, at: ReferenceIndex, rule: &str) -> Option<Edit<InDocument>> {
    let (document, row) = (file.document()?, file.rows.get(at.row as usize)?);
    let text = file.rows.text(row);
    let site = document.sites_in(row.span()).find(|site| site.span == row.span() && site.shown() == text)?;
    document.edit_to_suppress(&site, rule)
}

fn located(file: &File, at: ReferenceIndex) -> String {
    let row = file.rows.get(at.row as usize);
    row.map_or_else(|| file.name.clone(), |row| format!("{}:{}:{}", file.name, row.line, row.column))
}
