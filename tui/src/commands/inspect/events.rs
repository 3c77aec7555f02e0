//! Conversion of terminal events to messages.

use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::{Position, Size};

use crate::inspector::app::App;
use crate::inspector::keys::{InputMode, KeyPattern};
use crate::inspector::message::{Message, Step};
use crate::terminal::clamped::drawn;
use crate::terminal::keyboard::InputEvent;

/// Returns the message of an event; `None` if it has none.
pub fn message(input: &InputEvent, app: &App) -> Option<Message> {
    match input {
        // The key that quits other programs stops a task.
        input if app.is_busy() && is_stop(input) => Some(Message::Back),
        InputEvent::Event(event) => event_message(event.clone(), app),
        InputEvent::Terminal(answers) => Some(Message::Terminal(*answers)),
    }
}

/// Returns esc and the key, if an input is a key with alt that has no action here: a terminal sends the same bytes for both
/// if they are typed fast.
pub fn esc_and_key(input: &InputEvent, app: &App) -> Option<[InputEvent; 2]> {
    let InputEvent::Event(Event::Key(key)) = input else { return None };
    let is_with_alt = key.kind != KeyEventKind::Release && key.modifiers - KeyModifiers::SHIFT == KeyModifiers::ALT;
    if !is_with_alt || app.settings.keys.message(*key, app.input_mode()).is_some() {
        return None;
    }
    let alone = KeyEvent { modifiers: key.modifiers - KeyModifiers::ALT, ..*key };
    Some([KeyEvent::new(KeyCode::Esc, KeyModifiers::NONE), alone].map(|key| InputEvent::Event(Event::Key(key))))
}

/// Returns whether an input stops a task: esc and ctrl-c.
pub fn is_stop(input: &InputEvent) -> bool {
    let InputEvent::Event(Event::Key(key)) = input else { return false };
    let is_ctrl_c = key.code == KeyCode::Char('c') && key.modifiers == KeyModifiers::CONTROL;
    key.kind != KeyEventKind::Release && (key.code == KeyCode::Esc || is_ctrl_c)
}

/// Returns whether an input acts now, after `earlier` ones that wait for the end of a task. A key that stops the task or a
/// new size does not wait.
pub fn acts(input: &InputEvent, earlier: usize, app: &App) -> bool {
    let acts = || match (input, message(input, app)) {
        // Every other key waits, with an action here or without: the result decides which part of the screen receives it.
        (InputEvent::Event(Event::Key(key)), message) if key.kind != KeyEventKind::Release => {
            matches!(message, Some(Message::Redraw | Message::Suspend))
        }
        (_, message) => message.is_none_or(|message| message.acts_during_task()),
    };
    !app.is_busy() || is_stop(input) || matches!(input, InputEvent::Event(Event::Resize(..))) || earlier == 0 && acts()
}

fn event_message(event: Event, app: &App) -> Option<Message> {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => {
            app.settings.keys.message(key, app.input_mode()).or_else(|| unknown(key, app.input_mode()))
        }
        Event::Paste(text) => Some(Message::Paste(text)),
        Event::Mouse(mouse) => mouse_message(mouse),
        Event::Resize(width, height) => Some(Message::Resize(drawn(Size::new(width, height)))),
        _ => None,
    }
}

/// Returns the notice that a key does nothing in this part of the screen: otherwise it could be taken for one that did its work.
fn unknown(key: KeyEvent, mode: InputMode) -> Option<Message> {
    let modifiers = match key.code {
        // A letter already has its case.
        KeyCode::Char(_) => key.modifiers - KeyModifiers::SHIFT,
        KeyCode::Tab | KeyCode::BackTab | KeyCode::Delete | KeyCode::Insert | KeyCode::F(_) => key.modifiers,
        _ => return None,
    };
    let advice = match mode {
        InputMode::List | InputMode::Pane(_) => "? keys",
        _ => "esc back",
    };
    let name = KeyPattern::Key(key.code, modifiers).name();
    Some(Message::Notice(format!("{name}: no action here ({advice})")))
}

fn mouse_message(mouse: MouseEvent) -> Option<Message> {
    let at = Position::new(mouse.column, mouse.row);
    match mouse.kind {
        MouseEventKind::Down(MouseButton::Left) => Some(Message::Point(at)),
        MouseEventKind::Drag(MouseButton::Left) => Some(Message::Drag(at)),
        MouseEventKind::ScrollDown => Some(Message::Wheel(at, Step::Down)),
        MouseEventKind::ScrollUp => Some(Message::Wheel(at, Step::Up)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use iri_core::Options;

    use super::*;
    use crate::inspector::message::{ChosenFixes, RuleScope};
    use crate::inspector::pane::Pane;
    use crate::inspector::tests::desk::{Desk, document};
    use crate::theme::Theme;
    use crate::ui::tests::screen_of;
    use crate::ui::viewport::ScreenLayout;

    #[test]
    fn a_key_without_an_action_has_an_answer_in_every_part_of_the_screen() {
        let mut app = App::new("http://e/a b", Options::default(), &ScreenLayout, Theme::default(), Size::new(80, 24));
        let key = |c, modifiers| InputEvent::Event(Event::Key(KeyEvent::new(KeyCode::Char(c), modifiers)));
        for (open, key, expected) in [
            (None, key('%', KeyModifiers::NONE), "%: no action here (? keys)"),
            (Some(Message::Explain), key('s', KeyModifiers::CONTROL), "ctrl-s: no action here (esc back)"),
        ] {
            if let Some(open) = open {
                app.update(open);
            }
            let message = message(&key, &app).expect("there is an answer");
            app.update(message);
            assert!(screen_of(&app).contains(expected), "{}", screen_of(&app));
        }
    }

    #[test]
    fn a_key_with_alt_that_has_no_action_is_esc_and_the_key() {
        let mut app = App::new("http://e/a b", Options::default(), &ScreenLayout, Theme::default(), Size::new(80, 24));
        app.update(Message::Explain);
        let key = |c| InputEvent::Event(Event::Key(KeyEvent::new(KeyCode::Char(c), KeyModifiers::ALT)));
        let keys = esc_and_key(&key('q'), &app).expect("the page has no such key");
        let messages = keys.map(|key| {
            let message = message(&key, &app).expect("it has an action");
            app.update(message.clone());
            message
        });
        assert_eq!(messages, [Message::Back, Message::Quit]);
        app.update(Message::Focus(Pane::Reference));
        assert!(esc_and_key(&key('b'), &app).is_none(), "alt-b is the previous word");
    }

    #[test]
    fn every_key_waits_for_the_result_of_a_task() {
        let mut desk = Desk::unread(&[("a.xml", document(&["a b"]))]);
        desk.app.update(Message::Propose(RuleScope::Any));
        assert!(desk.app.is_busy(), "the search waits for the files");
        let key = |code, modifiers| InputEvent::Event(Event::Key(KeyEvent::new(code, modifiers)));
        let characters = (' '..='~').map(KeyCode::Char);
        let others = [KeyCode::Enter, KeyCode::Up, KeyCode::Down, KeyCode::Left, KeyCode::End, KeyCode::Backspace];
        for code in characters.chain(others) {
            assert!(!acts(&key(code, KeyModifiers::NONE), 0, &desk.app), "{code:?} does not wait");
        }
        let wheel = MouseEvent { kind: MouseEventKind::ScrollDown, column: 1, row: 5, modifiers: KeyModifiers::NONE };
        for input in [
            key(KeyCode::Esc, KeyModifiers::NONE),
            key(KeyCode::Char('c'), KeyModifiers::CONTROL),
            key(KeyCode::Char('z'), KeyModifiers::CONTROL),
            InputEvent::Event(Event::Mouse(wheel)),
            InputEvent::Event(Event::Resize(80, 24)),
        ] {
            assert!(acts(&input, 0, &desk.app), "{input:?} waits");
        }
        desk.wait(|desk| !desk.app.is_busy());
        let all = key(KeyCode::Char('A'), KeyModifiers::NONE);
        assert!(acts(&all, 0, &desk.app));
        assert_eq!(message(&all, &desk.app), Some(Message::ChooseFixes(ChosenFixes::All)));
    }
}
