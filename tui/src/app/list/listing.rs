//! What of the list is listed: by severity, rule, place and text.

use iri_core::{Severity, rules};

use crate::app::message::{By, Listed};
use crate::app::overlay::{Choice, Menu, Overlay, Prompt, Purpose};
use crate::app::{App, Message};
use crate::editor::Editor;
use crate::files::filter::Filter;

impl App {
    /// What is listed.
    pub(in crate::app) fn filter(&mut self, listed: Listed) {
        let Some(documents) = &mut self.documents else { return };
        let filter = &mut documents.filter;
        match listed {
            // The rule that was chosen may be one of little weight.
            Listed::Rule(rule) => (filter.rule, filter.least) = (Some(rule), None),
            Listed::Place(place) => filter.place = Some(place),
            Listed::All => *filter = Filter::default(),
            Listed::NextLeast => {
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

    /// Lists what holds the text.
    pub(in crate::app) fn filter_text(&mut self, text: &str) {
        let Some(documents) = &mut self.documents else { return };
        if documents.filter.text != text {
            text.clone_into(&mut documents.filter.text);
            documents.list_again();
            self.load_selected();
        }
    }

    /// Asks for the text; what is listed follows it as it is typed.
    pub(in crate::app) fn ask_filter(&mut self) {
        let line = self.documents().map_or("", |documents| documents.filter.text.as_str());
        self.overlays.push(Overlay::Prompt(Prompt { purpose: Purpose::List, line: Editor::new(line) }));
    }

    pub(in crate::app) fn offer(&mut self, by: By) {
        let Some(documents) = self.documents() else { return };
        let mut choices =
            vec![Choice::new("everything", documents.count.references.to_string(), Message::List(Listed::All))];
        match by {
            By::Rule => {
                let mut rules: Vec<(usize, usize)> = documents.rules().into_iter().collect();
                rules.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
                choices.extend(rules.into_iter().map(|(rule, count)| {
                    Choice::new(rules::ALL[rule].name, count.to_string(), Message::List(Listed::Rule(rule)))
                }));
            }
            By::Place => {
                let mut places: Vec<(String, usize)> = documents.places().into_iter().collect();
                places.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
                choices.extend(places.into_iter().map(|(place, count)| {
                    Choice::new(place.clone(), count.to_string(), Message::List(Listed::Place(place)))
                }));
            }
        }
        let title = match by {
            By::Rule => "list by rule",
            By::Place => "list by place",
        };
        self.overlays.push(Overlay::Menu(Menu::new(title, choices)));
    }
}
