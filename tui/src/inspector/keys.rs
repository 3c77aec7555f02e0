//! The key table, from which the dispatch, the help, the footer and the page `docs/keys.md` are made.

mod binding;
mod name;
mod rebound;
mod table;

pub use binding::{Binding, InputMode, KeyContext, KeyPattern};
pub use rebound::{KeyMap, actions};
pub use table::{TABLE, bindings};

/// A heading of the help with its lines of the table.
pub struct Section {
    /// Context of the keys.
    pub context: KeyContext,
    /// Lines of the table.
    pub bindings: Vec<&'static Binding>,
}

/// Returns the sections of the help. Keys that mean the same in the list and in the panes are listed once, under
/// [`KeyContext::ListAndPanes`].
pub fn sections() -> Vec<Section> {
    use KeyContext::{List, ListAndPanes, Panes};
    let of = |context: KeyContext| TABLE.iter().filter(move |binding| binding.context == context);
    let common: Vec<&Binding> =
        of(List).filter(|binding| of(Panes).any(|other| other.words == binding.words)).collect();
    let is_common = |binding: &&Binding| {
        let includes = |common: &&Binding| {
            common.words == binding.words && binding.keys.iter().all(|key| common.keys.contains(key))
        };
        matches!(binding.context, List | Panes) && common.iter().any(includes)
    };
    let section = |context| Section {
        context,
        bindings: match context {
            ListAndPanes => common.clone(),
            _ => of(context).filter(|binding| !is_common(binding)).collect(),
        },
    };
    KeyContext::ALL.map(section).into_iter().filter(|section| !section.bindings.is_empty()).collect()
}

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
    fn no_key_has_two_actions_in_one_context() {
        for input_mode in InputMode::all() {
            let keys: Vec<KeyPattern> = bindings(input_mode).flat_map(|binding| binding.keys).copied().collect();
            for (index, key) in keys.iter().enumerate() {
                assert!(!keys[..index].contains(key), "{} twice in {input_mode:?}", key.name());
            }
        }
    }

    #[test]
    fn a_text_input_receives_all_printable_keys() {
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
    fn no_action_has_a_key_that_terminals_cannot_distinguish() {
        for binding in TABLE {
            for c in ['i', 'm', 'h', '['] {
                assert!(!binding.keys.contains(&ctrl(c)), "ctrl-{c}");
            }
        }
    }

    #[test]
    fn ctrl_c_quits_in_every_input_mode() {
        for input_mode in InputMode::all() {
            let event = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
            assert_eq!(message(event, input_mode), Some(Message::Quit));
        }
    }

    #[test]
    fn the_page_of_the_book_has_the_keys_of_the_table() {
        let page = page();
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/keys.md");
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            std::fs::write(path, &page).expect("the directory of the book is writable");
        }
        let written = std::fs::read_to_string(path).unwrap_or_default();
        assert_eq!(written.replace("\r\n", "\n"), page, "run with UPDATE_EXPECT=1 to write {path}");
    }

    #[test]
    fn the_help_lists_every_key_of_the_table() {
        let sections = sections();
        for binding in TABLE {
            let is_listed = |key: &KeyPattern| {
                sections.iter().any(|section| {
                    let is_both = section.context == KeyContext::ListAndPanes;
                    let is_of_both = matches!(binding.context, KeyContext::List | KeyContext::Panes);
                    let is_here = section.context == binding.context || is_both && is_of_both;
                    is_here && section.bindings.iter().any(|own| own.words == binding.words && own.keys.contains(key))
                })
            };
            assert!(binding.keys.iter().all(is_listed), "{:?}: {}", binding.context, binding.words);
        }
    }

    fn page() -> String {
        let mut page = String::from(
            "# Keys of the inspector\n\n\
             The last line of the screen shows the most important keys; `?` shows all keys.\n\
             You can also use the mouse: click to select, turn the wheel to scroll. Hold shift to select text in the \
             terminal.\n",
        );
        for Section { context, bindings } in sections() {
            let _ = write!(page, "\n## {}\n\n", context.title());
            page.push_str("| key | action |\n|--|--|\n");
            for binding in bindings {
                let quoted = |name: String| match name.as_str() {
                    "any character" => name,
                    "1\u{2013}9" => "`1`\u{2013}`9`".to_owned(),
                    _ => format!("`{name}`"),
                };
                let names: Vec<String> = KeyMap::default().names(binding).into_iter().map(quoted).collect();
                let _ = writeln!(page, "| {} | {} |", names.join(" "), binding.words);
            }
        }
        page
    }
}
