//! The list of references: selection, opening, filter.
//!
//! ```text
//!  List ── enter ──▶ Reference ── esc ──▶ List, the reference updated in its document
//! ```
//!
//! The selected reference of the list is the one that is analyzed: the panes show it.

use std::cmp::Ordering;
use std::time::{Duration, Instant};

use crate::files::documents::{Documents, ReferenceIndex};
use crate::files::file::ExternalChange;
use crate::files::filter::{Filter, ReferencePattern};
use crate::files::link_target::LinkTarget;
use crate::files::tally::{named, outside_words};
use crate::inspector::app::App;
use crate::inspector::changes;
use crate::inspector::changes::NO_REFERENCE;
use crate::inspector::message::{CopyTarget, Effect, FilterBy, ListFilter, MarkScope, Message, PromptPurpose, Step};
use crate::inspector::origin::{FileList, Origin, Screen};
use crate::inspector::overlay::{Choice, Menu, Overlay};
use crate::inspector::pane::Pane;
use crate::inspector::subject::Subject;
use iri_core::xml::TARGET_RULES;
use iri_core::{Document, Severity, Site, rules};

/// Maximum delay of a key by a look for changes of other programs; the next one continues with the other files.
const LOOK: Duration = Duration::from_millis(1);

/// End of a notice that files which are still being loaded may change.
const LOADING: &str = " (files are still being loaded)";

/// Notice while targets are checked.
const CHECKING_TARGETS: &str = "checking the targets of references (t stops)";

impl App {
    /// Returns why the selected reference is never changed; `None` unless it is in a package.
    pub(super) fn read_only(&self) -> Option<&str> {
        let documents = self.origin.documents()?;
        documents.refusal(documents.at()?.file as usize)
    }

    /// Receives the files that were read, and checks what other programs changed.
    pub(super) fn tick(&mut self) -> Effect {
        if self.is_busy() {
            let effect = changes::continue_task(self);
            // A search waits for files that are still being read.
            if effect != Effect::Nothing || !self.origin.documents().is_some_and(Documents::is_task_waiting) {
                return effect;
            }
        }
        let Some(documents) = self.origin.documents_mut() else { return Effect::Nothing };
        let mut has_changed = documents.receive();
        let is_kept = self.keep_edit();
        let until = Some(Instant::now() + LOOK);
        if let Some((number, change)) =
            self.origin.documents_mut().and_then(|documents| documents.find_external_change(until))
        {
            changes::on_external_change(self, number, change);
            if is_kept && change == ExternalChange::Merged {
                self.edit_again(number);
            }
            changes::refresh_proposals(self);
            self.follow_document();
            has_changed = true;
        }
        if has_changed {
            if let Some(documents) = self.origin.documents().filter(|documents| documents.task().is_some()) {
                self.notice = documents.progress();
            }
            if self.notice.ends_with(LOADING) && !self.origin.documents().is_some_and(Documents::is_reading) {
                self.notice.clear();
            }
            self.say_missing_targets();
            self.count_again();
            self.follow_settings();
            self.settle_reference();
            Effect::Draw
        } else {
            Effect::Nothing
        }
    }

    /// Makes the edit of the reference on screen a change of its file if another program changed the same reference: then it is
    /// merged or conflicts like every other change, and can be compared and discarded. Returns whether it did, and the text is
    /// still being edited.
    fn keep_edit(&mut self) -> bool {
        let Origin::Files(FileList { documents, screen: Screen::Reference, .. }) = &self.origin else { return false };
        if self.is_edited()
            && let Ok(Some(edit)) = self.panes.reference.subject.reference_edit()
            && documents.has_other_value_on_disk(&edit)
            && self.commit().is_ok()
        {
            // What the other program did is said next.
            self.notice.clear();
            return self.panes.reference.edit_start.is_some();
        }
        false
    }

    /// Makes the edit that was merged with the change of another program one of the text on screen again, so that it can be
    /// canceled.
    fn edit_again(&mut self, number: usize) {
        let Some(documents) = self.origin.documents_mut() else { return };
        let Selected::Other(merged) = selected(documents, &Subject::default()) else { return };
        if documents.at().is_some_and(|at| at.file as usize == number)
            && documents.take_back(number)
            && let Selected::Other(reloaded) = selected(documents, &Subject::default())
        {
            self.panes.edit_again(*reloaded, merged.text());
        }
    }

    /// Inspects the reference on screen again if files were inspected with other settings.
    fn follow_settings(&mut self) {
        if !self.origin.documents_mut().is_some_and(Documents::take_configured) {
            return;
        }
        changes::refresh_proposals(self);
        match self.origin.screen() {
            Screen::List => self.panes.reference.subject = Subject::default(),
            Screen::Reference if !self.panes.reference.subject.is_edited() => self.load_opened(),
            Screen::Reference => {}
        }
    }

    /// Makes the reference on screen that of the documents, which find it again after each change.
    pub(super) fn settle_reference(&mut self) {
        if self.origin.screen() == Screen::List {
            return self.load_selected();
        }
        let subject = &self.panes.reference.subject;
        let Some(documents) = self.origin.documents_mut().filter(|_| subject.is_in_document()) else { return };
        // A file that cannot be read has no reference.
        let _ = documents.open_current();
        if subject.is_edited() {
            // Its text can be written, or copied and discarded.
            return;
        }
        match selected(documents, subject) {
            Selected::Same => {}
            Selected::Other(subject) if subject.text() == self.panes.text() => {
                self.panes.reference.subject = *subject;
                self.panes.reanalyze();
            }
            Selected::Other(subject) => self.panes.take_again(*subject),
            Selected::None => {
                self.return_to_list();
                self.say("the reference is no longer in its file");
            }
        }
    }

    /// Analyzes the selected reference, unless it is the current one.
    pub(super) fn load_selected(&mut self) {
        let Origin::Files(FileList { documents, screen: Screen::List, .. }) = &mut self.origin else { return };
        documents.stay_listed();
        if let Err(message) = documents.open_current() {
            self.notice = message;
        }
        let subject = &self.panes.reference.subject;
        match selected(documents, subject) {
            Selected::None if subject.is_in_document() => self.panes.take(Subject::default()),
            Selected::None | Selected::Same => {}
            Selected::Other(subject) => self.panes.take(*subject),
        }
    }

    /// Analyzes the opened reference again after its document changed; returns to the list if it is gone.
    pub(super) fn load_opened(&mut self) {
        match self.origin.documents().map(|documents| selected(documents, &Subject::default())) {
            Some(Selected::Other(subject)) if self.panes.reference.subject.is_in_document() => {
                self.panes.take_again(*subject);
            }
            _ => self.return_to_list(),
        }
    }

    /// Returns to the list without the text on screen.
    pub(super) fn return_to_list(&mut self) {
        self.origin.show(Screen::List);
        self.load_selected();
    }

    /// Selects a listed reference.
    pub(super) fn select_row(&mut self, number: usize) {
        if let Some(documents) = self.origin.documents_mut() {
            documents.select_number(number);
        }
        self.load_selected();
    }

    pub(super) fn step_in_list(&mut self, step: Step) {
        let rows = self.viewport.list_rows(self);
        if let Some(documents) = self.origin.documents_mut() {
            documents.select_number(step.moved(documents.selected(), rows.max(1), documents.len()));
        }
        self.load_selected();
    }

    /// Selects the clicked reference, or opens it if it is already selected.
    pub(super) fn choose_row(&mut self, number: usize) {
        let Some(documents) = self.origin.documents_mut() else { return };
        if documents.selected() == number {
            return self.open();
        }
        self.select_row(number);
    }

    pub(super) fn go_to_finding(&mut self, is_forward: bool) {
        let Some(documents) = self.origin.documents_mut() else { return };
        let before = documents.selected();
        match documents.next_finding(is_forward) {
            Some(number) => {
                documents.select_number(number);
                let notice = match number.cmp(&before) {
                    Ordering::Equal => "no other findings in the listed references",
                    Ordering::Less if is_forward => "continued from the start of the list",
                    Ordering::Greater if !is_forward => "continued from the end of the list",
                    _ => "",
                };
                self.say(notice);
            }
            None => self.say_so_far("no findings in the listed references"),
        }
        self.load_selected();
    }

    /// Selects the first listed reference of the next or previous file.
    pub(super) fn go_to_file(&mut self, is_forward: bool) {
        if let Some(number) = self.origin.documents().and_then(|documents| documents.next_file(is_forward)) {
            return self.select_row(number);
        }
        let end = if is_forward { "last" } else { "first" };
        self.say_so_far(&format!("this is the {end} listed file"));
    }

    /// Shows a notice about what is listed, which says whether it may change.
    pub(super) fn say_so_far(&mut self, notice: &str) {
        let is_reading = self.origin.documents().is_some_and(Documents::is_reading);
        self.notice = format!("{notice}{}", if is_reading { LOADING } else { "" });
    }

    /// Inspects the selected reference.
    pub(super) fn open(&mut self) {
        if self.panes.reference.subject.is_in_document() {
            self.origin.show(Screen::Reference);
            self.focus(Pane::Findings);
        } else {
            self.say(NO_REFERENCE);
        }
    }

    /// Returns to the list and updates the edited reference in its document.
    pub(super) fn close(&mut self) {
        let Origin::Files(FileList { screen: Screen::Reference, .. }) = &self.origin else { return };
        if let Err(message) = self.commit() {
            self.offer_to_leave(&message);
            return self.say(message);
        }
        self.return_to_list();
    }

    /// Offers what to do with a text that cannot be written in its document.
    fn offer_to_leave(&mut self, message: &str) {
        let choices = vec![
            Choice::new("cancel", "", Message::Back),
            Choice::new("copy my text", "", Message::CopyAs(CopyTarget::Reference)),
            Choice::new("discard my change", "", Message::DiscardEdit),
        ];
        self.overlays.push(Overlay::Menu(Menu::new(message, choices)));
    }

    /// Updates the edited reference in its document.
    pub(super) fn commit(&mut self) -> Result<(), String> {
        let reference = &mut self.panes.reference;
        let edit = reference.subject.reference_edit().map_err(|reason| format!("not changed: {reason}"))?;
        let (Some(edit), Some(documents)) = (edit, self.origin.documents_mut()) else { return Ok(()) };
        if !reference.subject.is_edited() {
            return Ok(());
        }
        let at = documents.at().ok_or("not changed: the reference is no longer in its file")?;
        documents.edit(at, &edit)?;
        let row = documents.current().and_then(|(_, file, row)| Some((file.document()?, row.span())));
        match row {
            Some((document, span)) if Some(span.start) == reference.subject.span().map(|span| span.start) => {
                reference.subject.move_to_written(document);
                // The history of the files has the change now.
                reference.forget_history();
            }
            // The typed text is a template, or an empty item of a list: the document no longer contains the reference.
            _ => self.origin.show(Screen::List),
        }
        self.say("changed in the document (u undo, ctrl-s save)");
        Ok(())
    }

    /// Updates the inspected reference to its document, which changed elsewhere. A reference that is not found again
    /// stays unchanged and can no longer be saved.
    fn follow_document(&mut self) {
        let Origin::Files(FileList { documents, screen: Screen::Reference, .. }) = &self.origin else { return };
        let subject = &mut self.panes.reference.subject;
        let Some((value, offset)) = subject.value() else { return };
        let Some((at, file, _)) = documents.current() else { return };
        let Some((document, value)) = documents.find_value(at, &value, offset) else { return };
        let start = value.start + offset;
        let again = document.sites_in(value).find(|site| site.span.start == start && site.value == subject.text());
        let again = again.and_then(|site| Subject::reference(document, &site, file.form.encoding));
        match again.filter(|again| !subject.is_edited() && again.text() == subject.text()) {
            Some(again) => *subject = again,
            None => subject.move_to(document, value),
        }
        self.panes.reanalyze();
    }

    /// Returns whether the inspected reference was edited since it was opened.
    pub fn is_edited(&self) -> bool {
        self.panes.reference.subject.is_edited()
    }

    /// Returns whether references are marked and the list has the keys.
    pub(super) fn has_marks(&self) -> bool {
        self.origin.screen() == Screen::List
            && self.origin.documents().is_some_and(|documents| !documents.marked().is_empty())
    }

    /// Marks the selected reference and selects the next one, or marks all listed references.
    pub(super) fn mark(&mut self, scope: MarkScope) {
        let Some(documents) = self.origin.documents_mut() else { return };
        match scope {
            MarkScope::Selected => documents.toggle_mark(),
            MarkScope::Listed => documents.toggle_marks(),
        }
        let count = documents.marked().len();
        if scope == MarkScope::Selected {
            self.step_in_list(Step::Down);
        }
        self.notice = match count {
            0 => "no references marked".to_owned(),
            count => format!("{} marked (f fix, % replace, I ignore, Y copy, esc none)", named(count, "reference")),
        };
    }

    /// Compares two references if exactly two are marked: the panes show the first one. Returns whether it did.
    pub(super) fn compare_marked(&mut self) -> bool {
        let has_marks = self.has_marks();
        let Some(documents) = self.origin.documents_mut().filter(|_| has_marks) else { return false };
        let marked: Vec<ReferenceIndex> = documents.marked().iter().copied().collect();
        let &[first, other] = &*marked else { return false };
        let other = documents.reference(other).map(|(_, file, row)| file.rows.text(row).to_owned());
        let Some(other) = other.filter(|_| documents.is_listed(first)) else { return false };
        documents.select(first);
        self.load_selected();
        self.open();
        self.panes.set_other(&other);
        self.focus(Pane::Comparison);
        true
    }

    pub(super) fn clear_marks(&mut self) {
        self.origin.documents_mut().into_iter().for_each(Documents::clear_marks);
        self.say("no references marked");
    }

    /// Sorts the files in the next order.
    pub(super) fn sort_list(&mut self) {
        let Some(documents) = self.origin.documents_mut() else { return };
        let order = documents.order().next();
        documents.sort(order);
        self.notice = format!("files sorted by {}", order.name());
        self.load_selected();
    }

    /// Turns the check of targets on or off.
    pub(super) fn toggle_targets(&mut self) {
        let Some(documents) = self.origin.documents_mut() else { return };
        let is_on = documents.toggle_targets();
        let words = if is_on { CHECKING_TARGETS } else { "targets are not checked" };
        self.say(words);
    }

    /// Says the result of a check of targets that has ended.
    fn say_missing_targets(&mut self) {
        let Some(documents) = self.origin.documents().filter(|documents| !documents.is_reading()) else { return };
        if self.notice == CHECKING_TARGETS {
            let is_about_targets = |rule: usize| rules::ALL.get(rule).is_some_and(|rule| TARGET_RULES.contains(rule));
            let counts = documents.rules().into_iter().filter(|(rule, _)| is_about_targets(*rule));
            let missing = format!("{} missing", named(counts.map(|(_, count)| count).sum(), "target"));
            let outside = outside_words(documents.outside).map_or_else(String::new, |words| format!(", {words}"));
            self.notice = missing + &outside;
        }
    }

    /// Changes the filter.
    pub(super) fn filter(&mut self, listed: ListFilter) {
        let Some(documents) = self.origin.documents_mut() else { return };
        let filter = &mut documents.filter;
        match listed {
            // The chosen rule may have a low severity. Without the rule, all references with findings are listed as before.
            ListFilter::Rule(rule) => {
                (filter.rule, filter.least) = (Some(rule), filter.least.map(|_| Severity::Hint));
            }
            ListFilter::Place(place) => filter.place = Some(place),
            ListFilter::All => *filter = Filter::default(),
            ListFilter::NextLeast => {
                filter.least = match filter.least {
                    None => Some(Severity::Hint),
                    Some(Severity::Hint) => Some(Severity::Warning),
                    Some(Severity::Warning | Severity::Information) => Some(Severity::Error),
                    Some(Severity::Error) => None,
                };
            }
        }
        documents.filter_changed();
        self.load_selected();
    }

    /// Clears the filter at the second request, first what was typed, then the rule and the place, last the severity: the
    /// key also closes overlays, so it may be pressed once too often.
    pub(super) fn clear_filter(&mut self) {
        let Origin::Files(FileList { documents, is_clearing, .. }) = &mut self.origin else { return };
        if documents.filter.is_empty() {
            return;
        }
        *is_clearing = !*is_clearing;
        if *is_clearing {
            return self.say("press esc again to clear the filter");
        }
        let filter = &mut documents.filter;
        let is_typed = !filter.text.is_empty() || filter.pattern.is_some();
        let Filter { rule, place, least, .. } = std::mem::take(filter);
        let cleared = match () {
            () if is_typed => Filter { least, rule, place, ..Filter::default() },
            () if rule.is_some() || place.is_some() => Filter { least, ..Filter::default() },
            () => Filter::default(),
        };
        self.set_filter(cleared);
    }

    pub(super) fn set_filter(&mut self, filter: Filter) {
        let Some(documents) = self.origin.documents_mut() else { return };
        documents.filter = filter;
        documents.filter_changed();
        self.load_selected();
    }

    /// Lists the references that a prompt asks for; an invalid regular expression changes nothing.
    pub(super) fn filter_by(&mut self, purpose: PromptPurpose, text: &str) {
        let Some(documents) = self.origin.documents_mut() else { return };
        match purpose {
            PromptPurpose::List if documents.filter.text != text => documents.set_filter_text(text),
            PromptPurpose::Pattern => {
                let pattern = if text.is_empty() { Ok(None) } else { ReferencePattern::parse(text).map(Some) };
                match pattern {
                    Ok(pattern) => documents.filter.pattern = pattern,
                    Err(reason) => return self.notice = format!("invalid regular expression: {reason}"),
                }
                documents.filter_changed();
            }
            _ => return,
        }
        self.load_selected();
    }

    /// Updates the counts of a menu of filters while files are read.
    fn count_again(&mut self) {
        let Some(Overlay::Menu(menu)) = self.overlays.last() else { return };
        let Some(by) = [FilterBy::Rule, FilterBy::Place].into_iter().find(|by| title(*by) == menu.title) else {
            return;
        };
        let choices = self.choices(by);
        if let Some(Overlay::Menu(menu)) = self.overlays.last_mut() {
            let selected = menu.taken();
            menu.choices = choices;
            let at = menu.shown().iter().position(|choice| Some(&choice.message) == selected.as_ref());
            menu.selected = at.unwrap_or(menu.selected);
        }
    }

    pub(super) fn offer(&mut self, by: FilterBy) {
        let choices = self.choices(by);
        if !choices.is_empty() {
            self.overlays.push(Overlay::Menu(Menu::new(title(by), choices)));
        }
    }

    /// Returns the choices of a menu of filters, the most frequent first.
    fn choices(&self, by: FilterBy) -> Vec<Choice> {
        let Some(documents) = self.origin.documents() else { return Vec::new() };
        let mut counted: Vec<(String, usize, ListFilter)> = match by {
            FilterBy::Rule => {
                let rules = documents.rules().into_iter();
                rules.map(|(rule, count)| (rules::ALL[rule].name.to_owned(), count, ListFilter::Rule(rule))).collect()
            }
            FilterBy::Place => {
                let places = documents.places().into_iter();
                places.map(|(place, count)| (place.clone(), count, ListFilter::Place(place))).collect()
            }
        };
        counted.sort_by_key(|(_, count, _)| std::cmp::Reverse(*count));
        counted.insert(0, ("all".to_owned(), documents.count.references, ListFilter::All));
        let choice =
            |(words, count, filter): (String, usize, _)| Choice::new(words, count.to_string(), Message::List(filter));
        counted.into_iter().map(choice).collect()
    }

    /// Looks up the target of the reference on screen.
    pub(super) fn look_up_target(&mut self) {
        if !std::mem::take(&mut self.panes.is_target_outdated) {
            return;
        }
        let file = self.origin.documents().and_then(Documents::current).map(|(_, file, _)| file);
        let target = |document: &Document, site: &Site<'_>| LinkTarget::new(file?, document, site);
        self.panes.target = self.panes.reference.subject.at_site(target).flatten();
    }
}

/// Returns the title of a menu of filters.
const fn title(by: FilterBy) -> &'static str {
    match by {
        FilterBy::Rule => "filter by rule",
        FilterBy::Place => "filter by attribute or element",
    }
}

/// The selected reference, compared with a subject.
enum Selected {
    /// No reference.
    None,
    /// The subject.
    Same,
    /// Another reference.
    Other(Box<Subject>),
}

/// Returns the selected reference.
fn selected(documents: &Documents, known: &Subject) -> Selected {
    let found = documents.current().and_then(|(_, file, row)| {
        let (document, text) = (file.document()?, file.rows.text(row));
        let site = document.sites_in(row.span()).find(|site| site.span == row.span() && site.shown() == text)?;
        if known.is_at(document, &site) {
            return Some(Selected::Same);
        }
        Subject::reference(document, &site, file.form.encoding).map(|subject| Selected::Other(Box::new(subject)))
    });
    found.unwrap_or(Selected::None)
}
