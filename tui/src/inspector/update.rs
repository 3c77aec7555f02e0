//! The one function that changes the state: `App::update`.
//!
//! ```text
//!  key, paste, mouse, resize ─▶ Message ─▶ App::update ─▶ Effect ─▶ terminal (quit, suspend, copy)
//!                                             │
//!                                             └─ analyzed, then drawn from &App
//! ```

use iri_core::Edit;
use iri_core::bidi::DisplayOrder;
use iri_core::inspect::CharacterFilter;

use crate::files::documents::Documents;
use crate::files::history::HistoryStep;
use crate::inspector::app::{App, Screen};
use crate::inspector::message::{Effect, Message, RuleScope, Step};
use crate::inspector::overlay::Overlay;
use crate::inspector::pane::Pane;
use crate::inspector::subject::Fixed;
use crate::terminal::lexer::MAX_PASTE;

/// Maximum count of a movement.
const MAX_COUNT: usize = 9_999;

impl App {
    /// Changes the state. No other function does.
    pub fn update(&mut self, message: Message) -> Effect {
        if message == Message::Tick {
            return self.tick();
        }
        // Messages that no key caused keep the notice.
        let is_of_program =
            matches!(message, Message::Answer(_) | Message::Terminal(_) | Message::Resize(_) | Message::Notice(_));
        if !is_of_program {
            self.notice.clear();
            self.is_new = false;
            self.documents.iter_mut().for_each(Documents::touch);
        }
        let before = self.editor.revision();
        if !is_of_program && message != Message::Back {
            self.is_clearing = false;
        }
        let effect = self.apply_counted(message);
        if self.editor.revision() != before {
            self.follow_text();
            self.analyze();
            self.finding = self.analysis.finding_from(self.editor.cursor());
            // Select the next finding; while typing the cursor stays.
            if self.pane() == Pane::Findings && self.screen == Screen::Reference {
                self.select_finding(self.finding);
            }
        }
        self.settle_reference();
        self.follow();
        if let Some(documents) = self.documents.as_ref().filter(|_| self.notice.is_empty()) {
            self.notice = documents.progress();
        }
        effect
    }

    /// Applies `message` as often as the count before it says.
    fn apply_counted(&mut self, message: Message) -> Effect {
        if let Message::Digit(digit) = message {
            return self.take_digit(digit);
        }
        let count = std::mem::take(&mut self.count);
        match message {
            _ if count == 0 => self.apply(message),
            Message::Step(Step::First | Step::Last) => self.apply(Message::Step(Step::To(count - 1))),
            Message::Fix(0) => self.apply(Message::Fix(count - 1)),
            _ if message.is_repeated() => {
                (0..count).for_each(|_| drop(self.apply(message.clone())));
                Effect::Draw
            }
            _ => self.apply(message),
        }
    }

    /// Applies the fix with this number; without such a fix, or after another digit, the digit belongs to a count.
    fn take_digit(&mut self, digit: usize) -> Effect {
        if self.count == 0 && digit > 1 && self.is_available(&Message::Fix(digit - 1)) {
            return self.apply(Message::Fix(digit - 1));
        }
        self.count = (self.count * 10 + digit).min(MAX_COUNT);
        if self.count > 0 {
            self.notice = format!("{0}: repeats the next movement, or f applies fix {0}", self.count);
        }
        Effect::Draw
    }

    fn paste(&mut self, text: &str) {
        if text.len() > MAX_PASTE {
            self.notice = format!("not pasted: the text is longer than {} KiB", MAX_PASTE / 1024);
            return;
        }
        if self.overlays.last_mut().and_then(Overlay::line).is_none() {
            self.focus(Pane::Reference);
        }
        self.line().insert(text);
        self.after_typing();
    }

    pub(super) fn apply(&mut self, message: Message) -> Effect {
        if self.is_list_alone() && message.is_for_text() {
            if let Message::Paste(_) = message {
                "not pasted: no text is being edited (/ filters, enter, i edits)".clone_into(&mut self.notice);
            }
            return Effect::Draw;
        }
        // What changes the state acts on the result of the task.
        if self.is_busy() && !message.acts_during_task() && self.finish_task() == Effect::Quit {
            return Effect::Quit;
        }
        if self.refuse_in_package(&message) {
            return Effect::Draw;
        }
        match message {
            Message::Insert(text) => {
                self.line().insert(&text);
                self.after_typing();
            }
            Message::Paste(text) => self.paste(&text),
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
            Message::Fix(_) if self.has_marks() => self.propose(RuleScope::Any),
            Message::Fix(number) if self.screen == Screen::List => self.fix_in_list(number),
            Message::Fix(number) => self.fix(number),
            Message::FixAllSafe if self.screen == Screen::List => {}
            Message::FixAllSafe => self.fix_all_safe(),
            Message::Undo => self.step_history(HistoryStep::Undo),
            Message::Redo => self.step_history(HistoryStep::Redo),
            Message::SearchAgain(is_forward) => self.search(is_forward),
            Message::Focus(pane) => self.focus(pane),
            Message::CancelEdit => self.cancel_edit(),
            Message::NextPane => self.focus(self.pane().next()),
            Message::PreviousPane => self.focus(self.pane().previous()),
            Message::NextFilter => self.next_filter(),
            Message::NextOrder => self.next_order(),
            Message::SaveSettings => return Effect::SaveSettings(self.look.settings()),
            Message::Help => self.overlays.push(Overlay::Help { top: 0, found: None }),
            Message::Explain => self.explain(),
            Message::Palette => self.overlays.push(Overlay::Menu(self.palette())),
            Message::Ask(purpose) => self.ask(purpose),
            Message::Accept => return self.accept(),
            Message::Back => self.back(),
            Message::DiscardEdit => self.discard_edit(),
            Message::Point(at) => return self.point(at),
            Message::Wheel(at, step) => self.wheel(at, step),
            Message::Resize(size) => self.look.size = size,
            Message::Answer(answer) => self.take_answer(*answer),
            Message::Copy => return self.copy(),
            Message::OfferCopies => self.offer_copies(),
            Message::CopyAs(copied) => return self.copy_as(copied),
            Message::Calibration => self.overlays.push(Overlay::Calibration),
            Message::Calibrate(bidi) => self.calibrate(bidi),
            Message::Open => self.open(),
            Message::NextFinding(is_forward) => self.go_to_finding(is_forward),
            Message::List(listed) => self.filter(listed),
            Message::ListBy(by) => self.offer(by),
            Message::Propose(of_rule) => self.propose(of_rule),
            Message::ChooseFixes(chosen) => self.choose_fixes(chosen),
            Message::NextChoice(is_forward) => self.go_to_choice(is_forward),
            Message::Accepted => self.accept_proposal(),
            Message::Failures => self.show_failures(),
            Message::Changes => self.show_changes(),
            Message::FollowInside => self.follow_inside(),
            Message::EditTarget => return self.edit_target(),
            Message::Run(number) => return self.run(number),
            Message::Save => return self.save(false),
            Message::Resolve(number, resolution) => self.resolve(number, resolution),
            Message::Reload(number) => self.reload(number),
            Message::Edit => return self.edit_file(),
            Message::SaveAndQuit => return self.save(true),
            Message::QuitWithoutSaving => return self.quit_without_saving(),
            Message::Quit => return self.quit(),
            Message::QuitAndPrint => return self.quit_and_print(),
            Message::References if self.documents.is_some() => self.close(),
            Message::References => self.offer_references(),
            Message::ChooseReference(number) => self.choose_reference(number),
            Message::NextReference(is_forward) => self.step_reference(is_forward),
            Message::Terminal(answers) => {
                self.look.answers = answers;
                self.look.update_theme();
            }
            Message::Notice(notice) => self.notice = notice,
            Message::NextStop(is_forward) => self.go_in_tour(is_forward),
            Message::Suspend => return Effect::Suspend,
            Message::Redraw => return Effect::Redraw,
            other => self.apply_to_view(&other),
        }
        Effect::Draw
    }

    /// Applies messages about marks, suppressions, the appearance, the order of characters and the steps between orders.
    fn apply_to_view(&mut self, message: &Message) {
        match *message {
            Message::OfferSuppressions => self.offer_suppressions(),
            Message::Suppress(rule, place) => self.propose_suppression(rule, place),
            Message::Mark(scope) => self.mark(scope),
            Message::NextSort => self.sort = self.sort.next(),
            Message::NextListOrder => self.sort_list(),
            Message::TurnTopLine => self.in_displayed_order = !self.in_displayed_order,
            Message::ToggleTargets => self.toggle_targets(),
            Message::NextFile(is_forward) => self.go_to_file(is_forward),
            Message::Follow => self.offer_to_follow(),
            Message::JumpBack => self.jump_back(),
            Message::Zoom => self.is_zoomed = !self.is_zoomed,
            Message::OfferSettings => self.overlays.push(Overlay::Menu(self.look.menu())),
            Message::Set(setting) => self.overlays.push(Overlay::Menu(self.look.set(setting))),
            Message::NextReorderingStep => {
                let count = self.analysis.direction.as_ref().map_or(0, |direction| direction.steps.len());
                self.reordering_steps = if self.reordering_steps < count { self.reordering_steps + 1 } else { 0 };
            }
            _ => {}
        }
    }

    /// Updates the subject to the text that was typed, undone or redone.
    fn follow_text(&mut self) {
        let edits: Vec<Edit> = self.editor.last_edit().cloned().into_iter().collect();
        self.sources.follow(&mut self.subject, &self.editor, &edits);
        self.notify_refusal();
    }

    /// Replaces the text with one that `edits` produce, as one change with the name `what`.
    pub(super) fn apply_edits(&mut self, edits: &[Edit], what: &str) {
        let text = iri_core::text::apply_edits(self.text(), edits);
        self.editor.set_text(&text, what);
        self.sources.follow(&mut self.subject, &self.editor, edits);
    }

    /// Replaces the text with the fixed one, as one change with the name `what`.
    pub(super) fn apply_fix(&mut self, fixed: Fixed, what: &str) {
        self.editor.set_text(&fixed.text, what);
        self.sources.accept(&mut self.subject, &self.editor, fixed);
    }

    /// Shows why the document cannot contain the text, if it cannot.
    pub(super) fn notify_refusal(&mut self) {
        if let Some(reason) = self.subject.refusal() {
            self.notice = format!("not in the document: {reason}");
        }
    }

    /// Returns whether the list has the keys, and no text input.
    fn is_list_alone(&self) -> bool {
        self.screen == Screen::List && self.overlays.last().and_then(Overlay::typed).is_none()
    }

    pub(super) fn focus(&mut self, pane: Pane) {
        self.overlays.clear();
        if pane == Pane::Reference {
            if self.say_read_only() {
                return;
            }
            self.begin_edit();
        } else {
            self.edit_start = None;
            self.editor.select_nothing();
        }
        self.pane = pane;
        if pane.is_lowest() {
            self.lowest = pane;
        }
    }

    pub(super) fn back(&mut self) {
        match self.pane {
            _ if self.is_busy() => self.stop_task(),
            _ if self.overlays.pop().is_some() => {}
            _ if self.has_marks() => self.clear_marks(),
            _ if self.screen == Screen::List => self.clear_filter(),
            Pane::Findings if !self.search_text.is_empty() => {
                self.search_text.clear();
                "search ended".clone_into(&mut self.notice);
            }
            Pane::Findings if self.documents.is_some() => self.close(),
            Pane::Findings => "press q to quit".clone_into(&mut self.notice),
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
        let index = DisplayOrder::ALL.iter().position(|order| *order == self.order).unwrap_or(0);
        self.order = DisplayOrder::ALL[(index + 1) % DisplayOrder::ALL.len()];
    }
}
