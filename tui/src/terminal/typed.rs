//! Conversion of bytes to events, for keys that are typed during the probe.
//!
//! After the probe, crossterm reads. This module knows the keys that users are likely to type before; other sequences
//! start with ESC and are ignored.

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};

const PASTE: &str = "\x1b[200~";
const PASTE_END: &str = "\x1b[201~";

/// Returns the events of the typed bytes. Incomplete input stays: a paste without its end, the first bytes of a sequence
/// or of a character.
pub fn events(bytes: &mut Vec<u8>) -> Vec<Event> {
    let whole = whole(bytes);
    let text = String::from_utf8_lossy(&bytes[..whole]).into_owned();
    bytes.drain(..whole);
    let mut rest = &*text;
    let mut events = Vec::new();
    while let Some(c) = rest.chars().next() {
        let (event, length) = match c {
            '\x1b' => escape(rest),
            _ => (Some(key(c)), c.len_utf8()),
        };
        events.extend(event);
        rest = &rest[length..];
    }
    events
}

/// Returns the number of bytes that are complete.
fn whole(bytes: &[u8]) -> usize {
    let last_of = |what: &str| bytes.windows(what.len()).rposition(|window| window == what.as_bytes());
    if let Some(paste) = last_of(PASTE)
        && last_of(PASTE_END).is_none_or(|end| end < paste)
    {
        return paste;
    }
    if let Some(begun) = last_of("\x1b[")
        && !bytes[begun + 2..].iter().any(|byte| (b'@'..=b'~').contains(byte))
    {
        return begun;
    }
    let last = bytes.len().saturating_sub(3);
    match std::str::from_utf8(&bytes[last..]) {
        Err(error) if error.error_len().is_none() => last + error.valid_up_to(),
        _ => bytes.len(),
    }
}

fn key(c: char) -> Event {
    let (code, modifiers) = match c {
        '\r' => (KeyCode::Enter, KeyModifiers::NONE),
        '\t' => (KeyCode::Tab, KeyModifiers::NONE),
        '\x7F' => (KeyCode::Backspace, KeyModifiers::NONE),
        '\x01'..='\x1A' => (KeyCode::Char(char::from(b'a' - 1 + c as u8)), KeyModifiers::CONTROL),
        '\0' => (KeyCode::Char(' '), KeyModifiers::CONTROL),
        '\x1C'..='\x1F' => (KeyCode::Char(char::from(b'4' + (c as u8 - 0x1C))), KeyModifiers::CONTROL),
        _ => (KeyCode::Char(c), KeyModifiers::NONE),
    };
    Event::Key(KeyEvent::new(code, modifiers))
}

/// Parses a sequence that starts with ESC. Returns its event and length.
fn escape(text: &str) -> (Option<Event>, usize) {
    let plain = |code| Some(Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
    if let Some(pasted) = text.strip_prefix(PASTE) {
        let end = pasted.find(PASTE_END).unwrap_or(pasted.len());
        let length = (PASTE.len() + end + PASTE_END.len()).min(text.len());
        return (Some(Event::Paste(pasted[..end].to_owned())), length);
    }
    match text[1..].chars().next() {
        None | Some('\x1b') => (plain(KeyCode::Esc), 1),
        Some('[' | 'O') => {
            let length = sequence(text);
            (control_sequence(&text[2..length]), length)
        }
        Some(c) => (Some(Event::Key(KeyEvent::new(KeyCode::Char(c), KeyModifiers::ALT))), 1 + c.len_utf8()),
    }
}

/// Returns the key of a sequence after `CSI` or `SS3`, with the modifiers that xterm puts before the last letter:
/// `1;2D` is shift-left, `3;5~` ctrl-delete.
fn control_sequence(text: &str) -> Option<Event> {
    let last = text.chars().next_back()?;
    let mut numbers = text[..text.len() - last.len_utf8()].split(';');
    let (number, modifier) = (numbers.next().unwrap_or_default(), numbers.next().unwrap_or("1"));
    let code = match (last, number) {
        ('A', _) => KeyCode::Up,
        ('B', _) => KeyCode::Down,
        ('C', _) => KeyCode::Right,
        ('D', _) => KeyCode::Left,
        ('H', _) | ('~', "1" | "7") => KeyCode::Home,
        ('F', _) | ('~', "4" | "8") => KeyCode::End,
        ('P', _) => KeyCode::F(1),
        ('Z', _) => KeyCode::BackTab,
        ('~', "3") => KeyCode::Delete,
        ('~', "5") => KeyCode::PageUp,
        ('~', "6") => KeyCode::PageDown,
        _ => return None,
    };
    let bits = modifier.parse::<u8>().ok()?.checked_sub(1)?;
    let held = [(1, KeyModifiers::SHIFT), (2, KeyModifiers::ALT), (4, KeyModifiers::CONTROL)];
    let modifiers = held.into_iter().filter(|(bit, _)| bits & bit != 0).map(|(_, modifier)| modifier).collect();
    Some(Event::Key(KeyEvent::new(code, modifiers)))
}

/// Returns the length of an unknown sequence: up to its final letter.
fn sequence(text: &str) -> usize {
    let end = text[2..].find(|c: char| ('@'..='~').contains(&c) || c == '\x1b');
    end.map_or(text.len(), |end| 2 + end + usize::from(!text[2 + end..].starts_with('\x1b')))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(bytes: &[u8]) -> Vec<String> {
        let name = |event| match event {
            Event::Key(key) => format!("{:?} {:?}", key.modifiers, key.code),
            other => format!("{other:?}"),
        };
        events(&mut bytes.to_vec()).into_iter().map(name).collect::<Vec<_>>()
    }

    #[test]
    fn letters_controls_arrows_and_pastes_are_known() {
        let keys = named("j\u{5D0}\x03\r\x1b[B\x1b[200~a\x1b[Ab\x1b[201~q".as_bytes());
        let codes =
            ["Char('j')", "Char('\u{5D0}')", "Char('c')", "Enter", "Down", "Paste(\"a\\u{1b}[Ab\")", "Char('q')"];
        assert_eq!(keys.len(), codes.len(), "{keys:?}");
        assert!(keys.iter().zip(codes).all(|(key, code)| key.ends_with(code)), "{keys:?}");
        assert!(keys[2].contains("CONTROL"));
    }

    #[test]
    fn modifiers_of_keys_are_parsed() {
        let event = |code, modifiers| Event::Key(KeyEvent::new(code, modifiers));
        assert_eq!(
            events(&mut b"\x1b[1;2D\x1b[3;5~\x1b[1;6H\x1bb\x1b[Z\x1bOP".to_vec()),
            [
                event(KeyCode::Left, KeyModifiers::SHIFT),
                event(KeyCode::Delete, KeyModifiers::CONTROL),
                event(KeyCode::Home, KeyModifiers::SHIFT | KeyModifiers::CONTROL),
                event(KeyCode::Char('b'), KeyModifiers::ALT),
                event(KeyCode::BackTab, KeyModifiers::NONE),
                event(KeyCode::F(1), KeyModifiers::NONE),
            ]
        );
    }

    #[test]
    fn unknown_sequences_type_nothing() {
        assert_eq!(named(b"\x1b[<0;3;4Mq").len(), 1);
        assert_eq!(named(b"\x1b[5;q").len(), 0);
        assert_eq!(named(b"\x1b[9").len(), 0);
        assert_eq!(named(b"\x1b"), ["KeyModifiers(0x0) Esc"]);
    }

    #[test]
    fn a_paste_is_one_event_however_it_is_split() {
        let text = "j\x1b[200~\x03\u{5D0}q\x1b[201~\u{5D0}k";
        for cut in 1..text.len() {
            let mut bytes = Vec::new();
            let mut all = Vec::new();
            for part in text.as_bytes().chunks(cut) {
                bytes.extend_from_slice(part);
                // As in the probe, the start of a sequence waits until it is complete.
                if !bytes.ends_with(b"\x1b")
                    && !bytes.ends_with(b"\x1b[")
                    && !bytes.ends_with(b"\x1b[2")
                    && !bytes.ends_with(b"\x1b[20")
                    && !bytes.ends_with(b"\x1b[200")
                {
                    all.extend(events(&mut bytes));
                }
            }
            assert_eq!(all.len(), 4, "{cut}: {all:?}");
            assert_eq!(all[1], Event::Paste("\x03\u{5D0}q".to_owned()));
        }
    }

    #[test]
    fn any_bytes_come_to_an_end() {
        for first in 0..=255u8 {
            for second in 0..=255u8 {
                events(&mut vec![0x1B, first, second, 0x1B, b'[', second, first]);
            }
        }
    }
}
