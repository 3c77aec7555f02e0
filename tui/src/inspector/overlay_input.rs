//! Input to the overlays.

use ratatui::layout::Position;

use crate::cli::value;
use crate::files::filter::{Filter, ReferencePattern};
use crate::inspector::app::App;
use crate::inspector::editor::Editor;
use crate::inspector::message::{ChosenFixes, Effect, Message, PromptPurpose, Step};
use crate::inspector::origin::Screen;
use crate::inspector::overlay::{LineStyle, Overlay, Page, PageAction, PageLine, Prompt};
use crate::inspector::pane::Pane;
use crate::inspector::{changes, look, search};
use crate::report::rule_page;
use crate::theme::appearance::Bidi;

/// Asks for a line, which starts with the current value. It is selected, so that typed text replaces it.
pub(super) fn ask(app: &mut App, purpose: PromptPurpose) {
    if purpose == PromptPurpose::Other && app.compare_marked() {
        return;
    }
    if matches!(purpose, PromptPurpose::Base | PromptPurpose::Other) && app.origin.screen() == Screen::List {
        // The panes show the result.
        app.open();
        if app.origin.screen() == Screen::List {
            return;
        }
    }
    let filter = app.origin.documents().map(|documents| &documents.filter);
    let value = match purpose {
        PromptPurpose::Base => app.panes.base(),
        PromptPurpose::Other => Some(app.panes.other.as_str()),
        PromptPurpose::New => Some(app.replaced.as_str()),
        PromptPurpose::List | PromptPurpose::Old => filter.map(|filter| filter.text.as_str()),
        PromptPurpose::Pattern => filter.and_then(|filter| filter.pattern.as_ref()).map(ReferencePattern::text),
        PromptPurpose::Search | PromptPurpose::Page => None,
    };
    let mut line = Editor::new(value.unwrap_or_default());
    line.select_all();
    let before = filter.filter(|_| matches!(purpose, PromptPurpose::List | PromptPurpose::Pattern)).cloned();
    app.overlays.push(Overlay::Prompt(Prompt { purpose, line, before }));
}

/// Closes the topmost overlay. The list of a prompt is again that from before.
pub(super) fn close(app: &mut App) {
    let Some(Overlay::Prompt(Prompt { before: Some(before), .. })) = app.overlays.pop() else { return };
    if let Some(documents) = app.origin.documents() {
        app.set_filter(Filter { text: before.text, pattern: before.pattern, ..documents.filter.clone() });
    }
}

/// Opens the page of the rule of the selected finding.
pub(super) fn explain(app: &mut App) {
    let rule = match app.overlays.last() {
        Some(Overlay::Fixes(list)) => list.selected_choice().map(|(_, choice)| choice.finding.rule),
        _ => app.panes.selected_finding().map(|finding| finding.rule),
    };
    let Some(rule) = rule.filter(|rule| !rule.page().is_empty()) else { return app.say("no finding to explain") };
    let text = rule_page::text(rule, Some(usize::from(app.look.size.width.saturating_sub(1))));
    let line = |(number, line): (usize, &str)| {
        PageLine::new(line, if number == 0 { LineStyle::Heading } else { LineStyle::Plain })
    };
    let lines = text.lines().enumerate().map(line).collect();
    app.overlays.push(Overlay::Page(Page::new(rule.name, lines)));
}

/// Accepts the topmost overlay.
pub(super) fn accept(app: &mut App) -> Effect {
    match app.overlays.pop() {
        Some(Overlay::Menu(menu)) => match menu.taken() {
            // The menu is closed already: what is below it stays.
            Some(Message::Back) => {}
            Some(message) => {
                let refusal = menu.shown().get(menu.selected).and_then(|choice| app.refusal_of(choice));
                if let Some(reason) = refusal {
                    app.notice = reason;
                    return Effect::Draw;
                }
                app.note_recent(&menu, &message);
                return app.apply(message);
            }
            None => app.overlays.push(Overlay::Menu(menu)),
        },
        Some(Overlay::Prompt(prompt)) => {
            if let Err(reason) = answer(app, prompt.purpose, prompt.line.text()) {
                app.overlays.push(Overlay::Prompt(prompt));
                app.notice = reason;
            }
        }
        Some(Overlay::Page(page)) => match page.accept {
            Some(PageAction::Send(message)) => return app.apply(message),
            Some(PageAction::Apply(proposal)) => changes::accept_proposal(app, *proposal),
            None => {}
        },
        Some(Overlay::Fixes(list)) if list.proposal.counts().0 > 0 => changes::accept_proposal(app, list.proposal),
        Some(Overlay::Fixes(list)) => {
            app.overlays.push(Overlay::Fixes(list));
            app.say("no fix is chosen (space accept, A all)");
        }
        Some(Overlay::Help { .. } | Overlay::Calibration) | None => {}
    }
    Effect::Draw
}

/// Takes the text of a prompt.
///
/// # Errors
/// The reason why it has no effect; the prompt stays open.
fn answer(app: &mut App, purpose: PromptPurpose, text: &str) -> Result<(), String> {
    match purpose {
        PromptPurpose::List | PromptPurpose::Pattern => app.filter_by(purpose, text),
        PromptPurpose::Page => {
            text.clone_into(&mut app.page_search);
            search::search_in_page(app, true);
        }
        PromptPurpose::Old if text.is_empty() => return Err("expected a text to replace".to_owned()),
        PromptPurpose::Old => {
            text.clone_into(&mut app.replaced);
            ask(app, PromptPurpose::New);
        }
        PromptPurpose::New => return changes::propose_replacement(app, text),
        PromptPurpose::Base => {
            let base = if text.is_empty() { String::new() } else { value::base(text)? };
            app.panes.set_base(&base);
            app.focus(Pane::Resolution);
        }
        PromptPurpose::Other => {
            app.panes.set_other(text);
            app.focus(Pane::Comparison);
        }
        PromptPurpose::Search => {
            text.clone_into(&mut app.panes.search_text);
            search::search(app, true);
        }
    }
    Ok(())
}

/// Moves the selection of the topmost overlay, or scrolls it.
pub(super) fn step_in_overlay(app: &mut App, step: Step) {
    let Some(mut overlay) = app.overlays.pop() else { return };
    match &mut overlay {
        Overlay::Help { top, found } => {
            *found = None;
            let rows = app.viewport.page_rows(app).max(1);
            *top = step.moved(*top, rows, usize::MAX).min(app.viewport.last_help_top(app));
        }
        Overlay::Menu(menu) => {
            let page = app.viewport.menu_rows(app, menu).max(1);
            menu.selected = step.moved(menu.selected, page, menu.shown().len());
        }
        Overlay::Page(page) => {
            let rows = app.viewport.page_rows(app);
            page.found = None;
            page.note.clear();
            page.top = step.moved(page.top, rows.max(1), usize::MAX).min(page.rows.len().saturating_sub(rows));
        }
        Overlay::Fixes(list) => {
            let rows = app.viewport.fix_rows(app).max(1);
            list.selected = step.moved(list.selected, rows, list.fixes.len());
        }
        Overlay::Prompt(_) | Overlay::Calibration => {}
    }
    app.overlays.push(overlay);
}

/// Applies the result of the right-to-left test.
pub(super) fn calibrate(app: &mut App, bidi: Bidi) {
    app.look.appearance.bidi = bidi;
    app.look.update_theme();
    app.back();
    app.notice = format!("set for this session (--bidi {} sets it on start, ',' saves it)", look::name(&bidi));
}

/// Handles a click: in the input line it moves the cursor, on a choice it accepts it, elsewhere it closes the overlay.
pub(super) fn point_in_overlay(app: &mut App, at: Position) -> Effect {
    if let Some(offset) = app.overlays.last().and_then(|overlay| app.viewport.overlay_offset(app, overlay, at)) {
        app.line().place(offset);
        return Effect::Draw;
    }
    if let Some(chosen) = app.viewport.fix_at(app, at)
        && let Some(Overlay::Fixes(list)) = app.overlays.last_mut()
    {
        if list.selected == chosen {
            changes::choose_fixes(app, ChosenFixes::Selected);
        } else {
            list.selected = chosen;
        }
        return Effect::Draw;
    }
    let Some(Overlay::Menu(menu)) = app.overlays.last() else {
        app.back();
        return Effect::Draw;
    };
    let Some(chosen) = app.viewport.choice_at(app, menu, at) else {
        app.back();
        return Effect::Draw;
    };
    if let Some(Overlay::Menu(menu)) = app.overlays.last_mut() {
        menu.selected = chosen;
    }
    accept(app)
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
    fn a_base_without_a_scheme_is_refused_and_typed_text_replaces_the_old_one() {
        let mut app =
            app(&[Message::Ask(PromptPurpose::Base), Message::Insert("not a base".to_owned()), Message::Accept]);
        assert_eq!((typed(&app), app.panes.base()), ("not a base", None));
        assert!(app.notice.starts_with("expected an IRI with a scheme"), "{}", app.notice);
        for base in ["http://b.example/x/", "http://c.example/"] {
            app.update(Message::SelectAll);
            app.update(Message::Insert(base.to_owned()));
            app.update(Message::Accept);
            assert_eq!((app.overlays.len(), app.panes.base()), (0, Some(base)));
            app.update(Message::Ask(PromptPurpose::Base));
            assert_eq!(typed(&app), base);
        }
        app.update(Message::Insert("d".to_owned()));
        app.update(Message::Insert(":".to_owned()));
        assert_eq!(typed(&app), "d:");
        app.update(Message::SelectAll);
        app.update(Message::Cut);
        app.update(Message::Accept);
        assert_eq!((app.overlays.len(), app.panes.base()), (0, None));
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
