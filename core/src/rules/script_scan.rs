//! Estimate of whether the scripts of a reference are suspicious: one cheap pass over host and path, so that the rules
//! that examine every name run only if a name may violate them.

use crate::reference::Reference;
use crate::text::Span;
use crate::unicode::{Block, CharacterProperties, Scripts, first_above_ascii};

/// Suspicion from the scripts of a reference. Never misses a case; may suspect a valid one.
#[derive(Clone, Copy, Default)]
pub(super) struct Suspicion {
    /// Whether a word may mix scripts.
    pub mixed_word: bool,
    /// Whether a name may look like ASCII without being ASCII.
    pub confusable_name: bool,
}

/// Scans the host and the path of `reference`.
pub(super) fn scan(reference: &Reference<'_>) -> Suspicion {
    let scan = |span: Span, is_host| Scan { is_host, ..Scan::default() }.scan(span.slice(reference.text));
    let host = reference.reg_name().map_or_else(Suspicion::default, |host| scan(host, true));
    let path = scan(reference.path, false);
    Suspicion {
        mixed_word: host.mixed_word || path.mixed_word,
        confusable_name: host.confusable_name || path.confusable_name,
    }
}

#[derive(Default)]
struct Scan {
    /// Whether the name is a host label, which is one word, whatever is between its letters.
    is_host: bool,
    /// Scripts of the word so far.
    scripts: Scripts,
    /// Whether the name so far contains a letter that looks like an ASCII letter.
    looks_ascii: bool,
    /// Whether the name so far contains a character that distinguishes it from ASCII.
    is_plain: bool,
    suspicion: Suspicion,
}

impl Scan {
    /// Scans each name; skips names in ASCII.
    fn scan(mut self, text: &str) -> Suspicion {
        let bytes = text.as_bytes();
        let mut at = 0;
        while let Some(offset) = first_above_ascii(&bytes[at..]) {
            let above = at + offset;
            let start = memchr::memrchr2(b'/', b'.', &bytes[at..above]).map_or(at, |separator| at + separator + 1);
            let end = memchr::memchr2(b'/', b'.', &bytes[above..]).map_or(bytes.len(), |separator| above + separator);
            self.name(&text[start..end]);
            at = end;
        }
        self.suspicion
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
        if !self.scripts.may_combine(scripts) {
            self.suspicion.mixed_word = true;
        }
        if scripts != Scripts::Any {
            self.scripts = scripts;
        }
        self.looks_ascii |= looks_ascii;
        self.is_plain |= !looks_ascii;
    }

    fn end_name(&mut self) {
        if self.looks_ascii && !self.is_plain {
            self.suspicion.confusable_name = true;
        }
        self.scripts = Scripts::Any;
        self.looks_ascii = false;
        self.is_plain = false;
    }
}
