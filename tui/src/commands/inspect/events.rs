//! Conversion of terminal events to messages.

use crossterm::event::{Event, KeyEventKind, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::{Position, Size};

use crate::inspector::app::App;
use crate::inspector::message::{Message, Step};
use crate::terminal::clamped::drawn;
use crate::terminal::keyboard::InputEvent;

/// Returns the message of an event; `None` if it has none.
pub fn message(input: InputEvent, app: &App) -> Option<Message> {
    match input {
        InputEvent::Event(event) => event_message(event, app),
        InputEvent::Terminal(answers) => Some(Message::Terminal(answers)),
    }
}

fn event_message(event: Event, app: &App) -> Option<Message> {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => app.keys.message(key, app.input_mode()),
        Event::Paste(text) => Some(Message::Paste(text)),
        Event::Mouse(mouse) => mouse_message(mouse),
        Event::Resize(width, height) => Some(Message::Resize(drawn(Size::new(width, height)))),
        _ => None,
    }
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
