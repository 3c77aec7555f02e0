//! The list of references: selection, opening, filter.
//!
//! ```text
//!  List ── enter ──▶ Reference ── esc ──▶ List, the reference updated in its document
//! ```
//!
//! The selected reference of the list is the one that is analyzed: the panes show it.

use iri_core::text::Edit;
use iri_core::{Options, Span};

use crate::files::documents::{Documents, ReferenceIndex};
use crate::files::filter::Filter;
use crate::inspector::app::{App, Origin, Screen};
use crate::inspector::editor::Editor;
use crate::inspector::message::{Effect, FilterBy, ListFilter, Message, PromptPurpose, Step};
use crate::inspector::overlay::{Choice, Menu, Overlay, Prompt};
use crate::inspector::pane::Pane;
use iri_core::{Severity, rules};

impl App {
    /// Returns the documents, if any.
    pub(super) fn documents(&self) -> Option<&Documents> {
        self.documents.as_ref()
    }

    /// Receives the files that were read, and checks what other programs changed.
    pub(super) fn tick(&mut self) -> Effect {
        let Some(documents) = &mut self.documents else { return Effect::Nothing };
        let is_first = documents.len() == 0;
        let mut has_changed = documents.receive();
        if has_changed && is_first {
            documents.selected = 0;
        }
        if let Some((number, change)) = self.documents.as_mut().and_then(Documents::find_external_change) {
            self.on_external_change(number, change);
            has_changed = true;
        }
        if has_changed {
            self.load_selected();
            Effect::Draw
        } else {
            Effect::Nothing
        }
    }

    /// Analyzes the selected reference, unless it is the current one.
    pub(super) fn load_selected(&mut self) {
        if self.screen != Screen::List {
            return;
        }
        if let Some(Err(message)) = self.documents.as_mut().map(Documents::open_current) {
            self.notice = message;
        }
        let loaded = self.documents().and_then(selected);
        let Some((at, value, options)) = loaded else {
            self.origin = None;
            self.take("", Options::default());
            return;
        };
        let is_same = self.origin.as_ref().is_some_and(|origin| origin.at == at && origin.value == value);
        if !is_same {
            self.take(&value, options);
            self.origin = Some(Origin { at, value });
        }
    }

    fn take(&mut self, value: &str, options: Options) {
        self.editor = Editor::new(value);
        self.options = options;
        self.view = 0;
        self.editor.place(0);
        self.is_new = true;
        self.analyze();
        self.show_first();
    }

    pub(super) fn step_in_list(&mut self, step: Step) {
        let rows = self.viewport.list_rows(self);
        if let Some(documents) = &mut self.documents {
            documents.selected = step.moved(documents.selected, rows.max(1), documents.len());
        }
        self.load_selected();
    }

    /// A click selects; a click on what is selected opens it.
    pub(super) fn choose_row(&mut self, number: usize) {
        let Some(documents) = &mut self.documents else { return };
        if documents.selected == number {
            return self.open();
        }
        documents.selected = number.min(documents.len().saturating_sub(1));
        self.load_selected();
    }

    pub(super) fn go_to_finding(&mut self, is_forward: bool) {
        let Some(documents) = &mut self.documents else { return };
        match documents.next_finding(is_forward) {
            Some(number) => documents.selected = number,
            None => "nothing is found in what is listed".clone_into(&mut self.notice),
        }
        self.load_selected();
    }

    /// Inspects the selected reference.
    pub(super) fn open(&mut self) {
        if self.origin.is_some() {
            self.screen = Screen::Reference;
            self.pane = if self.analysis.findings.is_empty() { Pane::Reference } else { Pane::Findings };
        }
    }

    /// Returns to the list and updates the edited reference in its document.
    pub(super) fn close(&mut self) {
        if self.documents.is_none() || self.screen == Screen::List {
            return;
        }
        if let Err(message) = self.commit() {
            self.notice = message;
            return;
        }
        self.screen = Screen::List;
        self.load_selected();
    }

    /// Updates the edited reference in its document.
    pub(super) fn commit(&mut self) -> Result<(), String> {
        let (Some(origin), Some(documents)) = (&mut self.origin, &mut self.documents) else { return Ok(()) };
        let text = self.editor.text();
        if text == origin.value {
            return Ok(());
        }
        let edit = Edit::smallest(&origin.value, Span::new(0, origin.value.len()), text);
        let at = origin.at;
        documents.edit(at, &origin.value, &edit)?;
        text.clone_into(&mut origin.value);
        documents.select(at);
        "changed in the document; w writes it, u takes it back".clone_into(&mut self.notice);
        Ok(())
    }

    /// Whether the reference that is inspected was edited since it was opened.
    pub(super) fn is_edited(&self) -> bool {
        self.origin.as_ref().is_some_and(|origin| origin.value != self.editor.text())
    }

    /// Changes the filter.
    pub(super) fn filter(&mut self, listed: ListFilter) {
        let Some(documents) = &mut self.documents else { return };
        let filter = &mut documents.filter;
        match listed {
            // The chosen rule may have a low severity.
            ListFilter::Rule(rule) => (filter.rule, filter.least) = (Some(rule), None),
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
        documents.list_again();
        self.load_selected();
    }

    /// Lists the references that contain the text.
    pub(super) fn filter_text(&mut self, text: &str) {
        let Some(documents) = &mut self.documents else { return };
        if documents.filter.text != text {
            text.clone_into(&mut documents.filter.text);
            documents.list_again();
            self.load_selected();
        }
    }

    /// Asks for the text; the list follows as it is typed.
    pub(super) fn ask_filter(&mut self) {
        let line = self.documents().map_or("", |documents| documents.filter.text.as_str());
        self.overlays.push(Overlay::Prompt(Prompt { purpose: PromptPurpose::List, line: Editor::new(line) }));
    }

    pub(super) fn offer(&mut self, by: FilterBy) {
        let Some(documents) = self.documents() else { return };
        let mut choices =
            vec![Choice::new("everything", documents.count.references.to_string(), Message::List(ListFilter::All))];
        match by {
            FilterBy::Rule => {
                let mut rules: Vec<(usize, usize)> = documents.rules().into_iter().collect();
                rules.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
                choices.extend(rules.into_iter().map(|(rule, count)| {
                    Choice::new(rules::ALL[rule].name, count.to_string(), Message::List(ListFilter::Rule(rule)))
                }));
            }
            FilterBy::Place => {
                let mut places: Vec<(String, usize)> = documents.places().into_iter().collect();
                places.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
                choices.extend(places.into_iter().map(|(place, count)| {
                    Choice::new(place.clone(), count.to_string(), Message::List(ListFilter::Place(place)))
                }));
            }
        }
        let title = match by {
            FilterBy::Rule => "list by rule",
            FilterBy::Place => "list by place",
        };
        self.overlays.push(Overlay::Menu(Menu::new(title, choices)));
    }
}

/// Returns the selected reference, its value and its options.
fn selected(documents: &Documents) -> Option<(ReferenceIndex, String, Options)> {
    let (at, file, row) = documents.current()?;
    let document = file.document()?;
    let site = document.sites_in(row.span()).find(|site| site.span == row.span())?;
    let settings = document.settings();
    let severities = settings.severities.clone();
    let mut options =
        Options::default().with_role(site.role).with_charset(settings.charset).with_severities(severities);
    options.base = site.base.as_deref().map(str::to_owned);
    Some((at, site.value.into_owned(), options))
}
