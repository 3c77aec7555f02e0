//! The only function that changes the state: each message and what it does.
//!
//! What a message does to a part of the state stands with that part (moving, judging, searching, copying,
//! the overlays, the list); what remains is a line here, or a few below.

use iri_core::bidi::Order;
use iri_core::inspect::CharacterFilter;

use crate::app::overlay::Overlay;
use crate::app::{App, Effect, Listed, Message, Pane, Screen, palette};
use crate::keys::Listening;

impl App {
    /// The only function that changes the state.
    pub fn update(&mut self, message: Message) -> Effect {
        if message == Message::Tick {
            return self.tick();
        }
        // What comes by itself takes no word away.
        if !matches!(message, Message::Answer(_) | Message::Terminal(_) | Message::Resize(_)) {
            self.notice.clear();
            self.is_new = false;
        }
        let before = self.editor.revision();
        let effect = self.apply(message);
        if self.editor.revision() != before {
            self.judge();
            self.finding = self.judged.finding_from(self.editor.cursor());
            // What is left to mend is gone to; while typing the cursor stays where it was put.
            if self.pane() == Pane::Findings && self.screen == Screen::Reference {
                self.select_finding(self.finding);
            }
        }
        self.follow();
        effect
    }

    pub(super) fn apply(&mut self, message: Message) -> Effect {
        match message {
            Message::Insert(text) => {
                self.line().insert(&text);
                self.after_typing();
            }
            Message::Paste(text) => {
                if self.overlays.last_mut().and_then(Overlay::line).is_none() {
                    self.focus(Pane::Reference);
                }
                self.line().insert(&text);
                self.after_typing();
            }
            Message::Delete(motion) => {
                self.line().delete(motion);
                self.after_typing();
            }
            Message::Extend(motion) => {
                self.line().extend(motion);
                self.select_at_cursor();
            }
            Message::SelectAll => self.line().select_all(),
            Message::Cut => return self.take_selection(true),
            Message::CopySelection => return self.take_selection(false),
            Message::Drag(at) => self.drag(at),
            Message::Move(motion) if !self.overlays.is_empty() => self.line().go(motion),
            Message::Move(motion) => self.go(motion),
            Message::Step(step) => self.step(step),
            Message::Fix(number) if self.screen == Screen::List => self.fix_in_list(number),
            Message::Fix(number) => self.fix(number),
            Message::FixAllSafe => self.fix_all_safe(),
            Message::Undo if self.listening() == Listening::List => self.undo_in_list(false),
            Message::Redo if self.listening() == Listening::List => self.undo_in_list(true),
            Message::Undo => {
                self.notice = told("taken back", self.line().undo());
                self.after_typing();
            }
            Message::Redo => {
                self.notice = told("made again", self.line().redo());
                self.after_typing();
            }
            Message::SearchAgain(is_forward) => self.search(is_forward),
            Message::Focus(pane) => self.focus(pane),
            Message::NextPane => self.focus(self.pane().moved(1)),
            Message::PreviousPane => self.focus(self.pane().moved(Pane::ALL.len() - 1)),
            Message::NextFilter => self.next_filter(),
            Message::NextSort => self.sort = self.sort.next(),
            Message::NextOrder => self.next_order(),
            Message::Help => self.overlays.push(Overlay::Help { top: 0 }),
            Message::Explain => self.explain(),
            Message::Palette => self.overlays.push(Overlay::Menu(palette::palette(self))),
            Message::Ask(purpose) => self.ask(purpose),
            Message::Accept => return self.accept(),
            Message::Back => self.back(),
            Message::Point(at) => return self.point(at),
            Message::Wheel(at, step) => self.wheel(at, step),
            Message::Resize(size) => self.size = size,
            Message::Answer(answer) => self.take_answer(*answer),
            Message::Copy => return self.copy(),
            Message::OfferCopies => self.offer_copies(),
            Message::CopyAs(copied) => return self.copy_as(copied),
            Message::Calibration => self.overlays.push(Overlay::Calibration),
            Message::Calibrate(bidi) => self.calibrate(bidi),
            Message::Tick => return self.tick(),
            Message::Open => self.open(),
            Message::NextFinding(is_forward) => self.go_to_finding(is_forward),
            Message::List(listed) => self.filter(listed),
            Message::ListBy(by) => self.offer(by),
            Message::Propose(rule, scope) => self.propose(rule, scope),
            Message::ProposeWhere(of_rule) => self.propose_where(of_rule),
            Message::Accepted => self.accept_proposal(),
            Message::Failures => self.show_failures(),
            Message::Changes => self.show_changes(),
            Message::Write => drop(self.write()),
            Message::Reload(number) => self.reload(number),
            Message::Edit => return self.edit_file(),
            Message::WriteAndQuit => {
                if self.write() {
                    return Effect::Quit;
                }
            }
            Message::QuitAnyway => return Effect::Quit,
            Message::Quit => return self.quit(),
            Message::Terminal(answers) => {
                self.answers = answers;
                self.theme = self.look.theme(answers);
            }
            Message::Suspend => return Effect::Suspend,
        }
        Effect::Draw
    }

    pub(super) fn focus(&mut self, pane: Pane) {
        self.overlays.clear();
        if pane != Pane::Reference {
            self.editor.select_nothing();
        }
        self.pane = pane;
        if pane.is_lowest() {
            self.lowest = pane;
        }
    }

    pub(super) fn back(&mut self) {
        match self.pane {
            _ if self.overlays.pop().is_some() => {}
            _ if self.screen == Screen::List => self.filter(Listed::All),
            Pane::Findings if self.documents.is_some() => self.close(),
            Pane::Findings => "q quits".clone_into(&mut self.notice),
            _ => self.focus(Pane::Findings),
        }
    }

    fn next_filter(&mut self) {
        self.filter = match self.filter {
            CharacterFilter::LeiriOnly => CharacterFilter::Notable,
            CharacterFilter::Notable => CharacterFilter::All,
            CharacterFilter::All => CharacterFilter::LeiriOnly,
        };
    }

    fn next_order(&mut self) {
        let index = Order::ALL.iter().position(|order| *order == self.order).unwrap_or(0);
        self.order = Order::ALL[(index + 1) % Order::ALL.len()];
    }
}

pub(super) fn told(done: &str, what: Option<String>) -> String {
    what.map_or_else(|| format!("nothing is left to be {done}"), |what| format!("{done}: {what}"))
}
