//! Input to the overlays.

use clap::ValueEnum;
use ratatui::layout::Position;

use crate::inspector::app::App;
use crate::inspector::editor::Editor;
use crate::inspector::message::{ChosenFixes, Effect, Message, PromptPurpose, Step};
use crate::inspector::overlay::{LineStyle, Overlay, Page, PageAction, PageLine, Prompt};
use crate::inspector::pane::Pane;
use crate::inspector::search::text_places;
use crate::report::rule_page;
use crate::theme::appearance::Bidi;

impl App {
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
        let count = self.count_in_list();
        match self.overlays.last_mut() {
            Some(Overlay::Menu(menu)) => {
                menu.selected = 0;
                Self::offer_line(menu, count);
            }
            Some(Overlay::Prompt(Prompt { purpose: PromptPurpose::List, line })) => {
                let text = line.text().to_owned();
                self.filter_text(&text);
            }
            Some(Overlay::Prompt(Prompt { purpose: PromptPurpose::Pattern, line })) => {
                let text = line.text().to_owned();
                self.filter_pattern(&text);
            }
            _ => {}
        }
    }

    pub(super) fn ask(&mut self, purpose: PromptPurpose) {
        match purpose {
            PromptPurpose::List => return self.ask_filter(),
            PromptPurpose::Pattern => return self.ask_pattern(),
            _ => {}
        }
        // The line starts with the current value.
        let line = match purpose {
            PromptPurpose::Base => Editor::new(self.panes.base().unwrap_or_default()),
            PromptPurpose::Other => Editor::new(&self.panes.other),
            PromptPurpose::Search | PromptPurpose::Page | PromptPurpose::List | PromptPurpose::Pattern => {
                Editor::default()
            }
        };
        self.overlays.push(Overlay::Prompt(Prompt { purpose, line }));
    }

    /// Opens the page of the rule of the selected finding.
    pub(super) fn explain(&mut self) {
        let rule = match self.overlays.last() {
            Some(Overlay::Fixes(list)) => list.selected_choice().map(|(_, choice)| choice.finding.rule),
            _ => self.panes.selected_finding().map(|finding| finding.rule),
        };
        let Some(rule) = rule else {
            "no finding to explain".clone_into(&mut self.notice);
            return;
        };
        let text = rule_page::text(rule, Some(usize::from(self.look.size.width.saturating_sub(1))));
        let line = |(number, line): (usize, &str)| {
            PageLine::new(line, if number == 0 { LineStyle::Heading } else { LineStyle::Plain })
        };
        let lines = text.lines().enumerate().map(line).collect();
        self.overlays.push(Overlay::Page(Page::new(rule.name, lines)));
    }

    /// Accepts the topmost overlay.
    pub(super) fn accept(&mut self) -> Effect {
        match self.overlays.pop() {
            Some(Overlay::Menu(menu)) => match menu.taken() {
                // The menu is closed already: what is below it stays.
                Some(Message::Back) => {}
                Some(message) => {
                    let refusal = menu.shown().get(menu.selected).and_then(|choice| self.refusal_of(choice));
                    if let Some(reason) = refusal {
                        self.notice = reason;
                        return Effect::Draw;
                    }
                    self.note_recent(&menu, &message);
                    return self.apply(message);
                }
                None => self.overlays.push(Overlay::Menu(menu)),
            },
            Some(Overlay::Prompt(prompt)) => self.answer(prompt.purpose, prompt.line.text()),
            Some(Overlay::Page(page)) => match page.accept {
                Some(PageAction::Send(message)) => return self.apply(message),
                Some(PageAction::Apply(proposal)) => self.accept_proposal(*proposal),
                None => {}
            },
            Some(Overlay::Fixes(list)) if list.proposal.counts().0 > 0 => self.accept_proposal(list.proposal),
            Some(Overlay::Fixes(list)) => {
                self.overlays.push(Overlay::Fixes(list));
                "no fix is chosen (space accept, A all)".clone_into(&mut self.notice);
            }
            Some(Overlay::Help { .. } | Overlay::Calibration) | None => {}
        }
        Effect::Draw
    }

    fn answer(&mut self, purpose: PromptPurpose, text: &str) {
        match purpose {
            PromptPurpose::List => self.filter_text(text),
            PromptPurpose::Pattern => self.filter_pattern(text),
            PromptPurpose::Page => {
                text.clone_into(&mut self.page_search);
                self.search_in_page(true);
            }
            PromptPurpose::Base => {
                self.panes.set_base(text);
                self.focus(Pane::Resolution);
            }
            PromptPurpose::Other => {
                self.panes.set_other(text);
                self.focus(Pane::Comparison);
            }
            PromptPurpose::Search => {
                text.clone_into(&mut self.panes.search_text);
                self.search(true);
            }
        }
    }

    /// Scrolls the help or another text to the next or previous row that contains the search text.
    pub(super) fn search_in_page(&mut self, is_forward: bool) {
        if self.page_search.is_empty() {
            return;
        }
        let (top, found, last, places) = match self.overlays.last() {
            Some(&Overlay::Help { top, found }) => {
                (top, found, self.viewport.last_help_top(self), self.viewport.help_lines(self, &self.page_search))
            }
            Some(Overlay::Page(page)) => {
                let last = page.rows.len().saturating_sub(self.viewport.page_rows(self));
                (page.top, page.found, last, rows_with(page, &self.page_search))
            }
            _ => return,
        };
        // On the last page the line that was found is below the first one.
        let at = found.map_or(top.checked_sub(usize::from(is_forward)), Some);
        let next = if is_forward {
            places.iter().position(|&line| Some(line) > at).unwrap_or(0)
        } else {
            places.iter().rposition(|&line| Some(line) < at).unwrap_or(places.len().saturating_sub(1))
        };
        let line = places.get(next).copied();
        self.notice = match line {
            Some(_) => format!("match {} of {}: {}", next + 1, places.len(), self.page_search),
            None => format!("not found: {}", self.page_search),
        };
        match (self.overlays.last_mut(), line) {
            (Some(Overlay::Help { top, found }), Some(line)) => (*top, *found) = (line.min(last), Some(line)),
            (Some(Overlay::Page(page)), _) => {
                page.top = line.map_or(page.top, |line| line.min(last));
                (page.found, page.note) = (line, self.notice.clone());
            }
            _ => {}
        }
    }

    pub(super) fn step_in_overlay(&mut self, step: Step) {
        let Some(mut overlay) = self.overlays.pop() else { return };
        match &mut overlay {
            Overlay::Help { top, found } => {
                *found = None;
                let rows = self.viewport.page_rows(self).max(1);
                *top = step.moved(*top, rows, usize::MAX).min(self.viewport.last_help_top(self));
            }
            Overlay::Menu(menu) => {
                let page = self.viewport.menu_rows(self, menu).max(1);
                menu.selected = step.moved(menu.selected, page, menu.shown().len());
            }
            Overlay::Page(page) => {
                let rows = self.viewport.page_rows(self);
                page.found = None;
                page.note.clear();
                page.top = step.moved(page.top, rows.max(1), usize::MAX).min(page.rows.len().saturating_sub(rows));
            }
            Overlay::Fixes(list) => {
                let rows = self.viewport.fix_rows(self).max(1);
                list.selected = step.moved(list.selected, rows, list.fixes.len());
            }
            Overlay::Prompt(_) | Overlay::Calibration => {}
        }
        self.overlays.push(overlay);
    }

    /// Applies the result of the right-to-left test.
    pub(super) fn calibrate(&mut self, bidi: Bidi) {
        self.look.appearance.bidi = bidi;
        self.look.update_theme();
        self.back();
        let name = bidi.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned());
        self.notice = format!("set for this session (--bidi {name} sets it on start, ',' saves it)");
    }

    /// Handles a click: in the input line it moves the cursor, on a choice it accepts it, elsewhere it closes the overlay.
    pub(super) fn point_in_overlay(&mut self, at: Position) -> Effect {
        if let Some(offset) = self.overlays.last().and_then(|overlay| self.viewport.overlay_offset(self, overlay, at)) {
            self.line().place(offset);
            return Effect::Draw;
        }
        if let Some(chosen) = self.viewport.fix_at(self, at)
            && let Some(Overlay::Fixes(list)) = self.overlays.last_mut()
        {
            if list.selected == chosen {
                self.choose_fixes(ChosenFixes::Selected);
            } else {
                list.selected = chosen;
            }
            return Effect::Draw;
        }
        let Some(Overlay::Menu(menu)) = self.overlays.last() else {
            self.back();
            return Effect::Draw;
        };
        let Some(chosen) = self.viewport.choice_at(self, menu, at) else {
            self.back();
            return Effect::Draw;
        };
        if let Some(Overlay::Menu(menu)) = self.overlays.last_mut() {
            menu.selected = chosen;
        }
        self.accept()
    }
}

/// Returns the rows of a text that contain `wanted`, ignoring case.
fn rows_with(page: &Page, wanted: &str) -> Vec<usize> {
    let lines = page.lines.iter().enumerate();
    let places = lines.flat_map(|(line, own)| text_places(&own.text, wanted).into_iter().map(move |at| (line, at)));
    let row = |place: (usize, usize)| page.rows.partition_point(|row| (row.line, row.start) <= place) - 1;
    let mut rows: Vec<usize> = places.map(row).collect();
    rows.dedup();
    rows
}

#[cfg(test)]
mod tests {
    use crate::ui::viewport::ScreenLayout;
    use iri_core::Options;
    use ratatui::layout::{Position, Size};

    use crate::inspector::app::App;
    use crate::inspector::editor::{Editor, Motion};
    use crate::inspector::message::{Effect, Message, PromptPurpose};
    use crate::inspector::overlay::Overlay;
    use crate::theme::Theme;

    fn app(messages: &[Message]) -> App {
        let mut app = App::new("http://e/a b", Options::default(), &ScreenLayout, Theme::default(), Size::new(80, 24));
        for message in messages {
            app.update(message.clone());
        }
        app
    }

    fn typed(app: &App) -> &str {
        app.overlays.last().and_then(Overlay::typed).map_or("", Editor::text)
    }

    #[test]
    fn a_prompt_is_edited_like_the_reference() {
        let mut app = app(&[Message::Ask(PromptPurpose::Base), Message::Insert("http://old/x".to_owned())]);
        app.update(Message::Extend(Motion::WordLeft));
        assert!(app.is_available(&Message::Cut));
        let cut = app.update(Message::Cut);
        assert_eq!(cut, Effect::Copy { what: "selection", text: "x".to_owned() });
        assert_eq!((typed(&app), app.panes.text()), ("http://old/", "http://e/a b"));
        app.update(Message::SelectAll);
        app.update(Message::Insert("b:".to_owned()));
        assert_eq!((typed(&app), app.panes.text()), ("b:", "http://e/a b"));
    }

    #[test]
    fn the_mouse_places_the_cursor_in_a_prompt_and_selects() {
        let mut app = app(&[Message::Ask(PromptPurpose::Search), Message::Insert("abc\u{4E2D}def".to_owned())]);
        // The label takes a column, the ideograph two.
        app.update(Message::Point(Position::new(2, 23)));
        app.update(Message::Drag(Position::new(5, 23)));
        app.update(Message::Insert("-".to_owned()));
        assert_eq!(typed(&app), "a-def");
        assert!(!app.overlays.is_empty());
        app.update(Message::Point(Position::new(2, 3)));
        assert!(app.overlays.is_empty(), "a click elsewhere is a step back");
    }

    #[test]
    fn a_paste_or_undo_in_a_menu_selects_its_first_line() {
        let mut app = app(&[Message::Palette, Message::Step(crate::inspector::message::Step::Down)]);
        app.update(Message::Paste("copy".to_owned()));
        let Some(Overlay::Menu(menu)) = app.overlays.last() else { panic!("the palette is open") };
        assert_eq!((menu.selected, menu.shown().is_empty()), (0, false));
    }
}
