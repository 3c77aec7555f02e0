//! One pass over the characters above ASCII: their properties, and whether the scripts of a name are suspicious, so that
//! the rules that examine every name run only if a name may violate them.

use crate::reference::{Class, Reference};
use crate::text::Span;
use crate::unicode::{Block, CharacterProperties, MarkOrder, Scripts, first_above_ascii, is_mark};

/// What the characters above ASCII are. Suspicion never misses a case, and may suspect a valid name.
#[derive(Clone, Copy, Default)]
pub(super) struct Characters {
    /// Properties that occur in the reference.
    pub anywhere: CharacterProperties,
    /// Properties that occur in the host.
    pub host: CharacterProperties,
    /// Whether a word of the host or path may mix scripts.
    pub mixed_word: bool,
    /// Whether a host label or a path segment may look like ASCII without being ASCII.
    pub confusable_name: bool,
}

/// Scans `reference`.
pub(super) fn scan(reference: &Reference<'_>) -> Characters {
    let mut scan = Scan::default();
    let properties = |span: Span| CharacterProperties::from_text(span.slice(reference.text));
    for (span, seen) in reference.components_with_classes() {
        if !seen.intersects(Class::NON_ASCII) {
            continue;
        }
        let host = reference.host().filter(|_| reference.authority.is_some_and(|authority| authority.span == span));
        if let Some(host) = host {
            scan.names(host.slice(reference.text), true);
            scan.found.host = scan.found.host.or(scan.found.anywhere);
            let userinfo = properties(Span::new(span.start, host.start));
            scan.found.anywhere = scan.found.anywhere.or(userinfo).or(properties(Span::new(host.end, span.end)));
        } else if span == reference.path {
            scan.names(span.slice(reference.text), false);
        } else {
            scan.found.anywhere = scan.found.anywhere.or(properties(span));
        }
    }
    scan.found
}

#[derive(Default)]
struct Scan {
    /// Scripts of the word so far.
    scripts: Scripts,
    /// Whether the name so far contains a letter that looks like an ASCII letter.
    looks_ascii: bool,
    /// Whether the name so far contains a character that distinguishes it from ASCII.
    is_plain: bool,
    found: Characters,
}

impl Scan {
    /// Scans each name; skips names in ASCII. A host label is one word, whatever is between its letters.
    fn names(&mut self, text: &str, is_host: bool) {
        let mut block = Block::containing('\u{80}');
        let mut rest = text;
        while let Some(above) = first_above_ascii(rest.as_bytes()) {
            let before = &rest.as_bytes()[..above];
            let start = before.iter().rposition(|byte| matches!(byte, b'/' | b'.')).map_or(0, |at| at + 1);
            let mut characters = rest[start..].chars();
            if is_host && rest[start..].starts_with(is_mark) {
                // IDNA rejects it.
                self.found.host = CharacterProperties::IDNA_WORK;
            }
            let mut marks = MarkOrder::default();
            for c in characters.by_ref() {
                match c {
                    '0'..='9' => {}
                    'a'..='z' | 'A'..='Z' => self.letter(Scripts::Latin, false),
                    '/' | '.' => break,
                    _ if c.is_ascii() && is_host => {}
                    _ if c.is_ascii() => self.scripts = Scripts::Any,
                    _ => {
                        let entry = block.move_to(c).entry(c);
                        self.found.anywhere = self.found.anywhere.or(entry.properties).or(marks.next(entry));
                        let looks_ascii = entry.properties.intersects(CharacterProperties::LOOKS_ASCII);
                        self.letter(entry.scripts, looks_ascii);
                    }
                }
            }
            self.end_name();
            rest = characters.as_str();
        }
    }

    fn letter(&mut self, scripts: Scripts, looks_ascii: bool) {
        if !self.scripts.may_combine(scripts) {
            self.found.mixed_word = true;
        }
        if scripts != Scripts::Any {
            self.scripts = scripts;
        }
        self.looks_ascii |= looks_ascii;
        self.is_plain |= !looks_ascii;
    }

    fn end_name(&mut self) {
        if self.looks_ascii && !self.is_plain {
            self.found.confusable_name = true;
        }
        self.scripts = Scripts::Any;
        self.looks_ascii = false;
        self.is_plain = false;
    }
}
