//! The one function that changes the state: `App::update`.
//!
//! ```text
//!  key, paste, mouse, resize ─▶ Message ─▶ App::update ─▶ Effect ─▶ terminal (quit, suspend, copy)
//!                                             │
//!                                             └─ analyzed, then drawn from &App
//! ```

use iri_core::Span;
use iri_core::characters::BidiNotation;
use iri_core::text::floor_char_boundary;

use crate::files::history::HistoryStep;
use crate::inspector::app::App;
use crate::inspector::editor::Editor;
use crate::inspector::message::{Effect, Message, RuleScope, Step};
use crate::inspector::origin::{Origin, Screen};
use crate::inspector::overlay::{Choice, Menu, Overlay, Prompt};
use crate::inspector::pane::Pane;
use crate::inspector::{changes, choosing, copying, following, navigation, overlay_input, search, tour};
use crate::terminal::lexer::MAX_PASTE;
use crate::theme::drawing::Letters;

/// Maximum count of a movement.
const MAX_COUNT: usize = 9_999;

impl App {
    /// Changes the state. No other function does.
    pub fn update(&mut self, message: Message) -> Effect {
        if message == Message::Tick {
            let effect = self.tick();
            match effect {
                Effect::Nothing => self.look_up_target(),
                // The first files may come before a key.
                _ => self.follow(),
            }
            return effect;
        }
        // Messages that no key caused keep the notice.
        let is_of_program =
            matches!(message, Message::Answer(_) | Message::Terminal(_) | Message::Resize(_) | Message::Notice(_));
        if !is_of_program {
            self.notice.clear();
            self.panes.reference.is_new = false;
            if let Origin::Files(list) = &mut self.origin {
                list.documents.touch();
                list.is_clearing &= message == Message::Back;
            }
        }
        let before = self.panes.reference.editor.revision();
        let effect = self.apply_counted(message);
        if self.panes.reference.editor.revision() != before {
            if let Some(refusal) = self.panes.follow_text() {
                self.notice = refusal;
            }
            // Select the next finding; while typing the cursor stays.
            if self.panes.pane == Pane::Findings && self.origin.screen() == Screen::Reference {
                self.panes.select_finding(self.panes.finding);
            }
        }
        self.settle_reference();
        self.follow();
        if let Some(documents) = self.origin.documents().filter(|_| self.notice.is_empty()) {
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

    /// Appends a digit to the count. Alone it changes nothing, whatever is selected.
    fn take_digit(&mut self, digit: usize) -> Effect {
        self.count = (self.count * 10 + digit).min(MAX_COUNT);
        if self.count > 0 {
            self.notice = format!("{0}: repeats the next movement, or f applies fix {0}", self.count);
        }
        Effect::Draw
    }

    /// Inserts typed text. The letter of an answer is the answer.
    fn insert(&mut self, text: &str) -> Effect {
        self.line().insert(text);
        self.after_typing();
        match self.overlays.last() {
            Some(Overlay::Menu(menu)) if menu.is_answered() => overlay_input::accept(self),
            _ => Effect::Draw,
        }
    }

    fn paste(&mut self, text: &str) {
        if text.len() > MAX_PASTE {
            return self.say(format!("not pasted: the text is longer than {} KiB", MAX_PASTE / 1024));
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
                self.say("not pasted: no text is being edited (/ filters, enter, i edits)");
            }
            return Effect::Draw;
        }
        // What changes the state acts on the result of the task.
        if self.is_busy() && !message.acts_during_task() && changes::finish_task(self) == Effect::Quit {
            return Effect::Quit;
        }
        // The task, or an earlier message of a count, may have selected another reference.
        self.look_up_target();
        if self.refuse_in_package(&message) {
            return Effect::Draw;
        }
        match message {
            Message::Insert(text) => return self.insert(&text),
            Message::Paste(text) => self.paste(&text),
            Message::Delete(motion) => {
                self.line().delete(motion);
                self.after_typing();
            }
            Message::Extend(motion) => {
                self.line().extend(motion);
                self.panes.select_at_cursor();
            }
            Message::SelectAll => self.line().select_all(),
            Message::Cut => return copying::take_selection(self, true),
            Message::CopySelection => return copying::take_selection(self, false),
            Message::Drag(at) => navigation::drag(self, at),
            Message::Move(motion) if !self.overlays.is_empty() => self.line().go(motion),
            Message::Move(motion) => self.panes.go(motion),
            Message::Step(step) => navigation::move_by(self, step),
            Message::Fix(_) if self.has_marks() => changes::propose(self, RuleScope::Any),
            Message::Fix(number) if self.origin.screen() == Screen::List => changes::fix_in_list(self, number),
            Message::Fix(number) => self.notice = self.panes.fix(number),
            Message::FixAllSafe if self.origin.screen() == Screen::List => {}
            Message::FixAllSafe => self.notice = self.panes.fix_all_safe(),
            Message::Undo => changes::step_history(self, HistoryStep::Undo),
            Message::Redo => changes::step_history(self, HistoryStep::Redo),
            Message::SearchAgain(is_forward) => search::search(self, is_forward),
            Message::Focus(pane) => self.focus(pane),
            Message::CancelEdit => self.cancel_edit(),
            Message::SaveSettings => return Effect::SaveSettings(self.look.settings()),
            Message::Help => self.overlays.push(Overlay::Help { top: 0, found: None }),
            Message::Explain => overlay_input::explain(self),
            Message::Palette => self.overlays.push(Overlay::Menu(self.palette())),
            Message::Ask(purpose) => overlay_input::ask(self, purpose),
            Message::Accept => return overlay_input::accept(self),
            Message::Back => self.back(),
            Message::DiscardEdit => self.return_to_list(),
            Message::Point(at) => return navigation::point(self, at),
            Message::Wheel(at, step) => navigation::wheel(self, at, step),
            Message::Resize(size) => self.look.size = size,
            Message::Answer(answer) => {
                if let Some(notice) = self.panes.take_answer(*answer) {
                    self.notice = notice;
                }
            }
            Message::Copy => return copying::copy(self),
            Message::OfferCopies => copying::offer_copies(self),
            Message::CopyAs(copied) => return copying::copy_as(self, copied),
            Message::Calibration => self.overlays.push(Overlay::Calibration),
            Message::Calibrate(bidi) => overlay_input::calibrate(self, bidi),
            Message::Open => self.open(),
            Message::NextFinding(is_forward) => self.go_to_finding(is_forward),
            Message::List(listed) => self.filter(listed),
            Message::ListBy(by) => self.offer(by),
            Message::Propose(of_rule) => changes::propose(self, of_rule),
            Message::Replace(old, new) => changes::replace(self, old, &new),
            Message::ChooseFixes(chosen) => changes::choose_fixes(self, chosen),
            Message::NextChoice(is_forward) => changes::go_to_choice(self, is_forward),
            Message::FollowInside => following::follow_inside(self),
            Message::EditTarget => return following::edit_target(self),
            Message::Run(number) => return following::run(self, number),
            Message::Save | Message::SaveFile | Message::SaveAndQuit => return changes::save(self, &message),
            Message::Resolve(number, resolution) => changes::resolve(self, number, resolution),
            Message::Reload(number) => changes::reload(self, number),
            Message::Edit => return changes::edit_file(self),
            Message::QuitWithoutSaving => return changes::quit_without_saving(self),
            Message::Quit if self.is_below_overlay() => self.back(),
            Message::Quit if self.origin.documents().is_none() => return choosing::quit(self),
            Message::Quit => return changes::quit(self),
            Message::QuitAndPrint if self.origin.documents().is_some() => return changes::quit(self),
            Message::QuitAndPrint => return choosing::quit_and_print(self),
            Message::References => choosing::offer(self),
            Message::ChooseReference(number) => choosing::choose(self, number),
            Message::NextReference(is_forward) => choosing::step(self, is_forward),
            Message::Terminal(answers) => {
                self.look.answers = answers;
                self.look.update_theme();
            }
            Message::Notice(notice) => self.notice = notice,
            Message::NextStop(is_forward) => tour::go(self, is_forward),
            Message::Suspend => return Effect::Suspend,
            Message::Redraw => return Effect::Redraw,
            other => self.apply_to_view(&other),
        }
        Effect::Draw
    }

    /// Applies messages that have no effect outside the state.
    fn apply_to_view(&mut self, message: &Message) {
        match *message {
            Message::OfferSuppressions => changes::offer_suppressions(self),
            Message::Suppress(rule, place) => changes::propose_suppression(self, rule, place),
            Message::Mark(scope) => self.mark(scope),
            Message::NextPane => self.focus(self.panes.pane.next()),
            Message::PreviousPane => self.focus(self.panes.pane.previous()),
            Message::NextFilter => self.panes.next_filter(),
            Message::NextOrder => {
                if self.origin.screen() == Screen::List {
                    self.open();
                }
                self.panes.next_order();
                self.focus(Pane::Direction);
            }
            Message::Failures => changes::show_failures(self),
            Message::Changes => changes::show_changes(self),
            Message::NextSort => self.panes.sort = self.panes.sort.next(),
            Message::NextListOrder => self.sort_list(),
            Message::TurnTopLine => self.panes.in_displayed_order = !self.panes.in_displayed_order,
            Message::ToggleTargets => self.toggle_targets(),
            Message::NextFile(is_forward) => self.go_to_file(is_forward),
            Message::Follow => following::offer_to_follow(self),
            Message::JumpBack => following::jump_back(self),
            Message::Zoom => self.panes.is_zoomed = !self.panes.is_zoomed,
            Message::OfferSettings => self.overlays.push(Overlay::Menu(self.look.menu())),
            Message::Set(setting) => self.overlays.push(Overlay::Menu(self.look.set(setting))),
            Message::NextReorderingStep => self.panes.next_reordering_step(),
            _ => {}
        }
    }

    /// Shows a notice.
    pub(super) fn say(&mut self, notice: impl Into<String>) {
        self.notice = notice.into();
    }

    /// Asks before quitting. A second request quits without an answer.
    pub(super) fn ask_to_quit(&mut self, title: &str, choices: Vec<Choice>) -> Effect {
        if self.overlays.iter().any(|overlay| matches!(overlay, Overlay::Menu(menu) if menu.title == title)) {
            return Effect::Quit;
        }
        self.overlays.push(Overlay::Menu(Menu::question(title, choices)));
        Effect::Draw
    }

    /// Returns whether something is open that `ctrl-c` cancels. In a question it is the second request to quit.
    fn is_below_overlay(&self) -> bool {
        self.overlays.last().is_some_and(|overlay| !matches!(overlay, Overlay::Menu(menu) if menu.is_question))
    }

    /// Returns whether the list has the keys, and no text input.
    fn is_list_alone(&self) -> bool {
        self.origin.screen() == Screen::List && self.overlays.last().and_then(Overlay::typed).is_none()
    }

    pub(super) fn focus(&mut self, pane: Pane) {
        self.overlays.clear();
        if pane != Pane::Reference || !self.say_read_only() {
            self.panes.focus(pane);
        }
    }

    pub(super) fn back(&mut self) {
        match self.panes.pane {
            _ if self.is_busy() => changes::stop_task(self),
            _ if !self.overlays.is_empty() => overlay_input::close(self),
            _ if self.has_marks() => self.clear_marks(),
            _ if self.origin.screen() == Screen::List => self.clear_filter(),
            Pane::Findings if !self.panes.search_text.is_empty() => {
                self.panes.search_text.clear();
                self.say("search ended");
            }
            Pane::Findings if self.origin.documents().is_some() => self.close(),
            Pane::Findings => self.say("press q to quit"),
            _ => self.focus(Pane::Findings),
        }
    }

    /// Refuses `message` with a notice if it would change the text of a reference in a package. Returns whether it did.
    fn refuse_in_package(&mut self, message: &Message) -> bool {
        let is_change = message.is_for_text() || matches!(message, Message::Fix(_) | Message::FixAllSafe);
        let is_typed_elsewhere = self.overlays.last().and_then(Overlay::typed).is_some();
        is_change && !is_typed_elsewhere && self.origin.screen() == Screen::Reference && self.say_read_only()
    }

    /// Says why the reference is read-only, if it is. Returns whether it is.
    fn say_read_only(&mut self) -> bool {
        let notice = self.read_only().map(|reason| format!("read-only: {reason}"));
        notice.map(|notice| self.notice = notice).is_some()
    }

    /// Stops editing and restores the text from before.
    fn cancel_edit(&mut self) {
        if self.panes.reference.cancel_edit() {
            self.say("edit canceled (ctrl-r restores it)");
        }
        if self.panes.text().is_empty() && self.origin.documents().is_none() && self.origin.len() < 2 {
            // Without a reference there is nothing but typing: letters must not become commands.
            self.panes.reference.begin_edit();
            return self.say("type or paste a reference (F1 help, ctrl-c quit)");
        }
        self.focus(Pane::Findings);
    }

    /// Scrolls to the selection, and loads what the screen shows.
    pub(super) fn follow(&mut self) {
        self.look_up_target();
        self.panes.follow();
        self.look.theme.notation = notation(self);
        self.panes.view = self.viewport.reference_view(self, self.panes.view);
        self.wrap_pages();
    }

    /// Wraps the lines of every text viewer, covered ones included, at the width of the screen; the first visible line
    /// stays.
    fn wrap_pages(&mut self) {
        let width = self.look.size.width;
        for number in 0..self.overlays.len() {
            let rows = match &self.overlays[number] {
                Overlay::Page(page) if page.width != width => self.viewport.wrapped_rows(self, &page.lines),
                _ => continue,
            };
            let height = self.viewport.page_rows(self);
            if let Overlay::Page(page) = &mut self.overlays[number] {
                let first = page.rows.get(page.top).copied();
                page.top = first.map_or(page.top, |first| rows.partition_point(|row| row.line < first.line));
                page.top = page.top.min(rows.len().saturating_sub(height));
                (page.rows, page.width, page.found) = (rows, width, None);
            }
        }
    }

    /// Returns the active text input: that of the topmost overlay, or the reference.
    pub(super) fn line(&mut self) -> &mut Editor {
        match self.overlays.last_mut().and_then(Overlay::line) {
            Some(line) => line,
            None => &mut self.panes.reference.editor,
        }
    }

    /// Returns the active text input for reading.
    pub(super) fn typed(&self) -> &Editor {
        self.overlays.last().and_then(Overlay::typed).unwrap_or(&self.panes.reference.editor)
    }

    /// Applies the text of a prompt while it is typed.
    pub(super) fn after_typing(&mut self) {
        let numbered = self.numbered();
        match self.overlays.last_mut() {
            Some(Overlay::Menu(menu)) => {
                menu.selected = 0;
                Self::offer_line(menu, numbered);
            }
            Some(Overlay::Prompt(Prompt { purpose, line, .. })) => {
                let (purpose, text) = (*purpose, line.text().to_owned());
                self.filter_by(purpose, &text);
            }
            _ => {}
        }
    }
}

/// Returns the notation of the whole screen, in which no two references look the same. The selected reference comes
/// first, because its messages are in its own notation.
fn notation(app: &App) -> BidiNotation {
    let mut notation = app.panes.analysis.notation;
    if app.look.theme.letters != Letters::Notation {
        return notation;
    }
    if let Some(documents) = app.origin.documents() {
        if app.origin.screen() == Screen::List {
            notation = documents.current().map_or(notation, |(_, file, row)| BidiNotation::new(file.rows.text(row)));
        }
        let around = usize::from(app.look.size.height);
        let first = documents.selected().saturating_sub(around);
        for number in first..=documents.selected() + around {
            let Some((_, file, row)) = documents.get(number) else { break };
            notation.extend(start_of(file.rows.text(row)));
            notation.extend(file.rows.place(row));
            notation.extend(&file.name);
        }
        if let Some((_, file, row)) = documents.current()
            && let Some(document) = file.document()
        {
            let Span { start, end, .. } = row.span();
            let near = Span::new(start.saturating_sub(SEEN), end.min(start + SEEN) + SEEN);
            notation.extend(&document.slice(document.clamped(near)));
        }
    }
    notation.extend(start_of(app.panes.text()));
    let converted = app.panes.analysis.conversions.iter().flatten().filter_map(|conversion| conversion.text.as_deref());
    let typed = app.overlays.iter().filter_map(Overlay::typed).map(Editor::text);
    let others = [Some(app.panes.other.as_str()), app.panes.base()].into_iter().flatten();
    for text in converted.chain(typed).chain(others) {
        notation.extend(start_of(text));
    }
    notation
}

/// Maximum bytes of a text that a screen shows.
const SEEN: usize = 1 << 12;

fn start_of(text: &str) -> &str {
    &text[..floor_char_boundary(text, SEEN)]
}
