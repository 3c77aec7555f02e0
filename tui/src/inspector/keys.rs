//! The one key table: dispatch, the help screen, the last line and the page `docs/keys.md`.

mod binding;
mod name;
mod rebound;
mod table;

pub use binding::{Binding, InputMode, KeyContext, KeyPattern};
pub use rebound::{KeyMap, actions};
pub use table::{TABLE, bindings};

#[cfg(test)]
mod tests {
    use crate::inspector::pane::Pane;
    use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
    use std::fmt::Write as _;

    use super::table::ctrl;
    use super::*;
    use crate::inspector::message::Message;

    fn message(event: KeyEvent, input_mode: InputMode) -> Option<Message> {
        KeyMap::default().message(event, input_mode)
    }

    #[test]
    fn a_bound_key_wins_over_the_table_in_its_own_map_only() {
        let key = KeyEvent::new(KeyCode::Char('x'), KeyModifiers::NONE);
        let bound = KeyMap::new(&[("quit", vec![KeyPattern::Key(KeyCode::Char('x'), KeyModifiers::NONE)])]);
        assert_eq!(bound.message(key, InputMode::List), Some(Message::Quit));
        assert_eq!(message(key, InputMode::List), Some(Message::Explain));
        let explain = bindings(InputMode::List).find(|binding| (binding.message)('\0') == Message::Explain);
        let names = |map: &KeyMap| explain.map(|binding| map.names(binding));
        assert_eq!((names(&bound), names(&KeyMap::default())), (Some(Vec::new()), Some(vec!["x".to_owned()])));
    }

    #[test]
    fn no_key_means_two_things_in_one_place() {
        for input_mode in InputMode::all() {
            let keys: Vec<KeyPattern> = bindings(input_mode).flat_map(|binding| binding.keys).copied().collect();
            for (index, key) in keys.iter().enumerate() {
                assert!(!keys[..index].contains(key), "{} twice in {input_mode:?}", key.name());
            }
        }
    }

    #[test]
    fn a_field_owns_every_printable_key() {
        for c in (' '..='~').chain("\u{E9}\u{5D0}".chars()) {
            for modifiers in [KeyModifiers::NONE, KeyModifiers::SHIFT] {
                for input_mode in [InputMode::Pane(Pane::Reference), InputMode::Menu, InputMode::Prompt] {
                    let message = message(KeyEvent::new(KeyCode::Char(c), modifiers), input_mode);
                    assert_eq!(message, Some(Message::Insert(c.to_string())));
                }
            }
        }
    }

    #[test]
    fn nothing_is_bound_to_what_a_terminal_cannot_tell_from_another_key() {
        for binding in TABLE {
            for c in ['i', 'm', 'h', '['] {
                assert!(!binding.keys.contains(&ctrl(c)), "ctrl-{c}");
            }
        }
    }

    #[test]
    fn every_place_can_be_left_and_quit_by_ctrl_c() {
        for input_mode in InputMode::all() {
            let event = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
            assert_eq!(message(event, input_mode), Some(Message::Quit));
        }
    }

    #[test]
    fn the_page_of_the_book_is_the_table() {
        let page = page();
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/keys.md");
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            std::fs::write(path, &page).expect("the book's folder can be written to");
        }
        let written = std::fs::read_to_string(path).unwrap_or_default();
        assert_eq!(written.replace("\r\n", "\n"), page, "run with UPDATE_EXPECT=1 to write {path}");
    }

    fn page() -> String {
        let mut page = String::from(
            "# Keys of the inspector\n\n\
             The last line of the screen names the keys that count where you are; `?` shows them all.\n\
             The mouse works too: click selects, the wheel moves. Hold shift to select text as the terminal does.\n",
        );
        for place in KeyContext::ALL {
            let _ = write!(page, "\n## {}\n\n| key | what it does |\n|--|--|\n", place.title());
            for binding in TABLE.iter().filter(|binding| binding.place == place) {
                let quoted = |name: String| {
                    if name.contains(' ') && name != "page up" && name != "page down" {
                        name
                    } else {
                        format!("`{name}`")
                    }
                };
                let names: Vec<String> = KeyMap::default().names(binding).into_iter().map(quoted).collect();
                let _ = writeln!(page, "| {} | {} |", names.join(" "), binding.words);
            }
        }
        page
    }
}
