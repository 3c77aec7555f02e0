//! What is written at a position of a configuration file, which may be incomplete.
//!
//! ```text
//! [[places]]           header
//! role = "any-|        value of places.role
//! ele|                 key of places, or a header
//! ```
//!
//! A parser of TOML returns nothing about a line that is not complete, so that this module scans the tokens.

use super::keys::{ConfigTable, ConfigValues};
use crate::text::{InConfig, Span};

/// Root of all tables.
static ROOT: ConfigTable = ConfigTable::ROOT;

/// Word at a position of a configuration file, and what it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigPosition {
    /// Span of the word, without quotes; of a header with its brackets. Empty if there is no word.
    pub span: Span<InConfig>,
    /// Whether the word is in quotes.
    pub is_quoted: bool,
    /// What the word is.
    pub part: ConfigPart,
}

/// Part of a configuration file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConfigPart {
    /// Header of a table.
    Header,
    /// Key.
    Key {
        /// Table that contains it.
        table: &'static ConfigTable,
        /// Names of the other keys in this table.
        others: Vec<String>,
        /// Whether a header may be written in its place.
        is_line: bool,
    },
    /// Value, or an item of it.
    Value(ConfigValues),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TokenKind {
    Word,
    Quoted { inner: (usize, usize), is_closed: bool },
    Equals,
    Dot,
    Comma,
    Open(u8),
    Close,
    Comment,
    LineEnd,
}

#[derive(Clone, Copy, Debug)]
struct Token {
    kind: TokenKind,
    start: usize,
    end: usize,
}

/// Table or array that is open at a token.
#[derive(Debug, Default)]
struct Level {
    is_array: bool,
    /// Path of the current key.
    keys: Vec<String>,
    /// What is expected next.
    expects: Expects,
    /// Keys of the table so far.
    known: Vec<String>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Expects {
    #[default]
    Key,
    /// `=` or `.` after a key.
    Equals,
    Value,
    /// A comma or the end.
    Separator,
}

impl ConfigPosition {
    /// Returns the word at `offset` of a configuration file; `None` if nothing is known about it, as in a comment.
    ///
    /// ```
    /// use iri_core::files::config::{ConfigPart, ConfigPosition, ConfigValues};
    ///
    /// let text = "[[ignore]]\nrules = [\"leiri-";
    /// let position = ConfigPosition::new(text, text.len()).expect("a value");
    /// assert_eq!(position.part, ConfigPart::Value(ConfigValues::RuleNames));
    /// assert_eq!(position.span.slice(text), "leiri-");
    /// ```
    pub fn new(text: &str, offset: usize) -> Option<Self> {
        let mut scan = Scan { header: Vec::new(), levels: vec![Level::default()], is_in_header: false };
        // The position, the number of levels there, and whether a part of the key precedes it.
        let mut found: Option<(Self, usize, bool)> = None;
        let mut is_line_start = true;
        for token in tokens(text) {
            let starts_header = is_line_start && token.kind == TokenKind::Open(b'[');
            let is_word = matches!(token.kind, TokenKind::Word | TokenKind::Quoted { .. } | TokenKind::Comment);
            if found.is_none() && (if is_word { token.end } else { token.start }) >= offset {
                if token.kind == TokenKind::Comment && token.start < offset {
                    return None;
                }
                if scan.is_in_header {
                    return Some(header(text, offset));
                }
                found = Some(scan.found(text, token, offset)?);
            }
            if let Some((_, depth, _)) = &found
                && (starts_header || scan.levels.len() < *depth)
            {
                break;
            }
            is_line_start = token.kind == TokenKind::LineEnd;
            scan.step(text, token, starts_header);
        }
        let (mut position, depth, is_dotted) = match found {
            Some(found) => found,
            None if scan.is_in_header => return Some(header(text, offset)),
            None => {
                let end = Token { kind: TokenKind::LineEnd, start: text.len(), end: text.len() };
                scan.found(text, end, offset)?
            }
        };
        if let ConfigPart::Key { others, .. } = &mut position.part {
            let own = position.span.slice(text);
            let level = scan.levels.get(depth - 1).filter(|_| !is_dotted);
            let known = level.map(|level| level.known.clone()).unwrap_or_default();
            // The word itself is one of them.
            let mut is_own_left = !own.is_empty();
            *others = known.into_iter().filter(|name| !(name == own && std::mem::take(&mut is_own_left))).collect();
        }
        Some(position)
    }
}

/// Returns the position in the header of the line that contains `offset`.
fn header(text: &str, offset: usize) -> ConfigPosition {
    let start = text[..offset].rfind('\n').map_or(0, |end| end + 1);
    let line = text[start..].split(['\n', '#']).next().unwrap_or_default();
    let from = start + line.len() - line.trim_start().len();
    let to = from + line.trim().len();
    ConfigPosition { span: Span::new(from.min(offset), to.max(offset)), is_quoted: false, part: ConfigPart::Header }
}

/// Scan of the tokens before a position.
struct Scan {
    /// Path of the current header.
    header: Vec<String>,
    /// Levels from the outside to the inside; there is always one.
    levels: Vec<Level>,
    is_in_header: bool,
}

impl Scan {
    fn level(&mut self) -> &mut Level {
        if self.levels.is_empty() {
            self.levels.push(Level::default());
        }
        let last = self.levels.len() - 1;
        &mut self.levels[last]
    }

    /// Returns the path of the current table, or of the current value.
    fn path(&self) -> Vec<&str> {
        let keys = self.levels.iter().flat_map(|level| &level.keys);
        self.header.iter().chain(keys).map(String::as_str).collect()
    }

    fn found(&self, text: &str, token: Token, offset: usize) -> Option<(ConfigPosition, usize, bool)> {
        let is_dotted = self.levels.last().is_some_and(|level| !level.keys.is_empty());
        Some((self.position(text, token, offset)?, self.levels.len(), is_dotted))
    }

    /// Returns the position at `offset`, which is in `token` or before it.
    fn position(&self, text: &str, token: Token, offset: usize) -> Option<ConfigPosition> {
        let (span, is_quoted) = match token.kind {
            TokenKind::Word if token.start <= offset => (Span::new(token.start, token.end), false),
            TokenKind::Quoted { inner: (start, end), is_closed } if token.start < offset => {
                if offset < start || offset > end {
                    return None;
                }
                let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'-';
                let rest = text.as_bytes()[offset..].iter().take_while(|byte| is_name(byte)).count();
                (Span::new(start, if is_closed { end } else { offset + rest }), true)
            }
            _ => (Span::empty(offset), false),
        };
        let level = self.levels.last()?;
        let part = match level.expects {
            Expects::Value => ConfigPart::Value(self.values()?),
            Expects::Key => ConfigPart::Key {
                table: ROOT.table(&self.path())?,
                others: Vec::new(),
                is_line: self.levels.len() == 1 && level.keys.is_empty() && !is_quoted,
            },
            Expects::Equals | Expects::Separator => return None,
        };
        Some(ConfigPosition { span, is_quoted, part })
    }

    /// Returns the values that the current key may have.
    fn values(&self) -> Option<ConfigValues> {
        let path = self.path();
        if let Some(key) = ROOT.find(&path) {
            return Some(key.values);
        }
        let (_, table) = path.split_last()?;
        (ROOT.table(table)? == &ConfigTable::Rules).then_some(ConfigValues::Severity)
    }

    fn step(&mut self, text: &str, token: Token, starts_header: bool) {
        if starts_header {
            // No value is an array of arrays: what is open there was not closed.
            (self.header, self.is_in_header, self.levels) = (Vec::new(), true, vec![Level::default()]);
            return;
        }
        let word = match token.kind {
            TokenKind::Word => Some(&text[token.start..token.end]),
            TokenKind::Quoted { inner: (start, end), .. } => Some(&text[start..end]),
            _ => None,
        };
        if self.is_in_header {
            match word {
                Some(word) => self.header.push(word.to_owned()),
                None => self.is_in_header = token.kind != TokenKind::LineEnd,
            }
            return;
        }
        let is_outermost = self.levels.len() == 1;
        let level = self.level();
        match token.kind {
            TokenKind::Word | TokenKind::Quoted { .. } if level.expects == Expects::Key => {
                level.keys.extend(word.map(str::to_owned));
                if level.keys.len() == 1 {
                    level.known.extend(word.map(str::to_owned));
                }
                level.expects = Expects::Equals;
            }
            TokenKind::Word | TokenKind::Quoted { .. } => level.expects = Expects::Separator,
            TokenKind::Dot if level.expects == Expects::Equals => level.expects = Expects::Key,
            TokenKind::Equals if level.expects == Expects::Equals => level.expects = Expects::Value,
            TokenKind::Open(bracket) => {
                let is_array = bracket == b'[';
                level.expects = Expects::Separator;
                let expects = if is_array { Expects::Value } else { Expects::Key };
                self.levels.push(Level { is_array, expects, ..Level::default() });
            }
            TokenKind::Close if !is_outermost => drop(self.levels.pop()),
            TokenKind::Comma if level.is_array => level.expects = Expects::Value,
            TokenKind::Comma if !is_outermost => (level.keys, level.expects) = (Vec::new(), Expects::Key),
            TokenKind::LineEnd if is_outermost => (level.keys, level.expects) = (Vec::new(), Expects::Key),
            _ => {}
        }
    }
}

/// Returns the tokens of a text, also of one that is not TOML.
fn tokens(text: &str) -> Vec<Token> {
    let bytes = text.as_bytes();
    let mut all = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        at += 1;
        let kind = match bytes[start] {
            b' ' | b'\t' | b'\r' => continue,
            b'\n' => TokenKind::LineEnd,
            b'=' => TokenKind::Equals,
            b'.' => TokenKind::Dot,
            b',' => TokenKind::Comma,
            bracket @ (b'[' | b'{') => TokenKind::Open(bracket),
            b']' | b'}' => TokenKind::Close,
            b'#' => {
                at = text[start..].find('\n').map_or(bytes.len(), |end| start + end);
                TokenKind::Comment
            }
            quote @ (b'"' | b'\'') => {
                let (kind, end) = quoted(bytes, start, quote);
                at = end;
                kind
            }
            _ => {
                let is_end = |byte: &u8| b" \t\r\n=.,[]{}#\"'".contains(byte);
                at = bytes[start..].iter().position(is_end).map_or(bytes.len(), |length| start + length);
                TokenKind::Word
            }
        };
        all.push(Token { kind, start, end: at });
    }
    all
}

/// Returns the string that starts with `quote` at `start`, and its end. Without the second quote it ends with the line.
fn quoted(bytes: &[u8], start: usize, quote: u8) -> (TokenKind, usize) {
    let width = if bytes[start..].starts_with(&[quote; 3]) { 3 } else { 1 };
    let mut at = start + width;
    while at < bytes.len() {
        if bytes[at..].starts_with(&[quote; 3][..width]) {
            return (TokenKind::Quoted { inner: (start + width, at), is_closed: true }, at + width);
        }
        match bytes[at] {
            b'\n' if width == 1 => break,
            b'\\' if quote == b'"' => at += 2,
            _ => at += 1,
        }
    }
    let end = at.min(bytes.len());
    (TokenKind::Quoted { inner: (start + width, end), is_closed: false }, end)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the word and the part at `|`.
    fn at(marked: &str) -> Option<(String, bool, String)> {
        let offset = marked.find('|').expect("a mark");
        let text = marked.replacen('|', "", 1);
        let found = ConfigPosition::new(&text, offset)?;
        let part = match found.part {
            ConfigPart::Header => "header".to_owned(),
            ConfigPart::Key { table, others, is_line } => {
                let first = table.keys().first().map_or("rules", |key| key.name);
                format!("key next to {first}, {}{}", others.join("+"), if is_line { " or header" } else { "" })
            }
            ConfigPart::Value(values) => match values.table() {
                Some(_) => "tables".to_owned(),
                None => format!("{values:?}"),
            },
        };
        Some((found.span.slice(&text).to_owned(), found.is_quoted, part))
    }

    #[test]
    fn each_position_is_known() {
        for (marked, word, is_quoted, part) in [
            ("|", "", false, "key next to rules,  or header"),
            ("pla|", "pla", false, "key next to rules,  or header"),
            ("# a\n[|", "[", false, "header"),
            ("[[pla|ces]] # x\n", "[[places]]", false, "header"),
            ("[rules]|", "[rules]", false, "header"),
            ("[rules]\nlei|", "lei", false, "key next to rules,  or header"),
            ("[rules]\na = 'off'\n|\nb = 'off'\n[x]\nc = 1", "", false, "key next to rules, a+b or header"),
            ("[rules]\nleiri = |", "", false, "Severity"),
            ("[rules]\nleiri = \"er|ror\"", "error", true, "Severity"),
            ("[rules]\nleiri = 'er|\nbidi = 'off'", "er", true, "Severity"),
            ("[rules]\n\"lei|ri\" = 'off'", "leiri", true, "key next to rules, "),
            ("rules.le|", "le", false, "key next to rules, "),
            ("rules = { leiri = 'off', bi|", "bi", false, "key next to rules, leiri"),
            ("[[places]]\nelement = 'x'\nro|", "ro", false, "key next to namespace, element or header"),
            ("[[places]]\nrole = any|", "any", false, "Role"),
            ("places = [{ element = 'a', role = '|' }]", "", true, "Role"),
            ("[[ignore]]\nrules = [\n  'a', # x\n  \"b|\",\n]", "b", true, "RuleNames"),
            ("[[ignore]]\nrules = ['a', |", "", false, "RuleNames"),
            ("[[ignore]]\nfiles = ['a\n[rules]\nstyle = '|'", "", true, "Severity"),
            ("[[ignore]]\nfiles = \"\"\"a\n[rules]\n\"\"\"\nru|", "ru", false, "key next to files, files or header"),
            ("[schemas]\nindex = t|", "t", false, "Boolean"),
            ("[[schemas.associations]]\nsc|", "sc", false, "key next to files,  or header"),
            ("schemas.associations = [{ fi|", "fi", false, "key next to files, "),
        ] {
            assert_eq!(at(marked), Some((word.to_owned(), is_quoted, part.to_owned())), "{marked}");
        }
        for marked in ["# ru|les", "[rules]\nleiri = 'off'|", "[rules]\nleiri |", "[other]\na|", "[rules]\na.b = '|'"] {
            assert_eq!(at(marked), None, "{marked}");
        }
    }

    #[test]
    fn any_text_has_positions() {
        let pieces = ["[", "]]", "rules", "=", "'", "\"\"\"", "\\", "\n", ".", ",", "{", "}", "#", "\u{E9}", " "];
        let mut rng = fastrand::Rng::with_seed(1);
        for _ in 0..2_000 {
            let text: String = (0..12).map(|_| pieces[rng.usize(..pieces.len())]).collect();
            for offset in (0..=text.len()).filter(|offset| text.is_char_boundary(*offset)) {
                if let Some(found) = ConfigPosition::new(&text, offset) {
                    assert!(found.span.start <= offset && offset <= found.span.end, "{text} at {offset}");
                    assert!(text.get(found.span.start..found.span.end).is_some(), "{text} at {offset}");
                }
            }
        }
    }
}
