//! Whether the scripts of a reference deserve a closer look: one cheap pass over host and path, so that
//! the rules that weigh every name run only where a name may break them.

use crate::reference::Reference;
use crate::text::Span;
use crate::unicode::{Block, CharacterProperties, Scripts, first_above_ascii};

/// What the scripts of a reference suggest. Never misses a case; may suspect a harmless one.
#[derive(Clone, Copy, Default)]
pub(super) struct Suspicion {
    /// A word may mix scripts.
    pub mixed_word: bool,
    /// A name may look like ASCII without being ASCII.
    pub disguised_name: bool,
}

/// Scans the host and the path of `reference`.
pub(super) fn scan(reference: &Reference<'_>) -> Suspicion {
    let scan = |span: Span, is_host| Scan { is_host, ..Scan::default() }.over(span.slice(reference.text));
    let host = reference.reg_name().map_or_else(Suspicion::default, |host| scan(host, true));
    let path = scan(reference.path, false);
    Suspicion {
        mixed_word: host.mixed_word || path.mixed_word,
        disguised_name: host.disguised_name || path.disguised_name,
    }
}

#[derive(Default)]
struct Scan {
    /// A host label is one word, whatever stands between its letters.
    is_host: bool,
    /// The scripts of the word so far.
    scripts: Scripts,
    /// The name so far holds a letter that looks like one of ASCII.
    looks_ascii: bool,
    /// The name so far holds a character that gives it away.
    is_plain: bool,
    met: Suspicion,
}

impl Scan {
    /// Goes from name to name; those that are ASCII are passed over.
    fn over(mut self, text: &str) -> Suspicion {
        let bytes = text.as_bytes();
        let mut at = 0;
        while let Some(found) = first_above_ascii(&bytes[at..]) {
            let above = at + found;
            let start = memchr::memrchr2(b'/', b'.', &bytes[at..above]).map_or(at, |separator| at + separator + 1);
            let end = memchr::memchr2(b'/', b'.', &bytes[above..]).map_or(bytes.len(), |separator| above + separator);
            self.name(&text[start..end]);
            at = end;
        }
        self.met
    }

    fn name(&mut self, name: &str) {
        let mut block = Block::containing('\u{80}');
        for c in name.chars() {
            match c {
                '0'..='9' => {}
                'a'..='z' | 'A'..='Z' => self.letter(Scripts::Latin, false),
                _ if c.is_ascii() && self.is_host => {}
                _ if c.is_ascii() => self.scripts = Scripts::Any,
                _ => {
                    let entry = block.move_to(c).entry(c);
                    let looks_ascii = entry.properties.intersects(CharacterProperties::LOOKS_ASCII);
                    self.letter(entry.scripts, looks_ascii);
                }
            }
        }
        self.end_name();
    }

    fn letter(&mut self, scripts: Scripts, looks_ascii: bool) {
        if !self.scripts.go_together(scripts) {
            self.met.mixed_word = true;
        }
        if scripts != Scripts::Any {
            self.scripts = scripts;
        }
        self.looks_ascii |= looks_ascii;
        self.is_plain |= !looks_ascii;
    }

    fn end_name(&mut self) {
        if self.looks_ascii && !self.is_plain {
            self.met.disguised_name = true;
        }
        self.scripts = Scripts::Any;
        self.looks_ascii = false;
        self.is_plain = false;
    }
}
