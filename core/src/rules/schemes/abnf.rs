//! Automata from ABNF (RFC 5234), the form in which standards define the syntax of a scheme.
//!
//! ```text
//! rules ─▶ states with empty moves ─▶ sets of such states, one per input ─▶ a table: one look-up per byte
//! ```
//!
//! Production RFC 5234, `;;` after a rule starts the words for it in messages, `<userinfo>` is the userinfo of the reference
//! with its `@`, and `<any>` is any rest. A grammar may not be recursive, as those of schemes are not.

use std::collections::HashMap;

use crate::reference::{Class, Reference, class_of, percent_encoding_at};
use crate::text::{Span, floor_char_boundary};
use crate::unicode::quoted_name;

/// State without a way to an accepted text.
const DEAD: u16 = 0;
const START: u16 = 1;
/// Class of no byte, and in [`Automaton::usual`] of those that need a second look.
const UNUSUAL: u8 = 0;
/// Input for the userinfo: a byte that UTF-8 does not contain.
const USERINFO: u8 = 0xFF;

/// Maximum number of classes, a power of two.
const MAX_CLASSES: usize = 128;

/// Table of a grammar.
#[derive(Debug)]
pub(super) struct Automaton {
    /// Bytes between which the grammar does not distinguish have one class.
    classes: [u8; 256],
    /// The same, but [`UNUSUAL`] for percent signs and bytes that are not ASCII.
    usual: [u8; 256],
    /// State after each state and class; [`DEAD`] after an open state, and for the class [`UNUSUAL`].
    next: Vec<[u16; MAX_CLASSES]>,
    states: Vec<State>,
}

#[derive(Clone, Copy, Debug)]
struct State {
    is_accepting: bool,
    /// Whether any rest is accepted.
    is_open: bool,
    /// Words for the part of the grammar.
    part: &'static str,
}

/// What an automaton says of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::rules) enum Outcome {
    /// The text follows the grammar, as it is or once its characters that no URI contains are percent-encoded.
    Accepted { is_as_written: bool },
    /// No text that starts with the bytes before this offset and the character there follows the grammar.
    Refused { at: usize, state: u16 },
}

impl Automaton {
    /// Builds the automaton of the first rule of `grammar`, or of the rule `start`; `None` if there is no such rule.
    /// The rules of `common` complete it.
    pub fn new(grammar: &'static str, common: &'static str, start: Option<&str>) -> Option<Self> {
        let mut builder = Builder { rules: rules(common), states: Vec::new(), part: Part::default() };
        let own = rules(grammar);
        let start = start.or_else(|| first_rule(grammar))?;
        let body = own.get(start).copied()?;
        builder.rules.extend(own);
        let first = builder.state();
        let last = builder.rule(body, first);
        Some(determinize(&builder.states, first, last))
    }

    fn step(&self, state: u16, byte: u8) -> u16 {
        self.next_of(state, self.classes[usize::from(byte)])
    }

    fn next_of(&self, state: u16, class: u8) -> u16 {
        self.next[usize::from(state)][usize::from(class) % MAX_CLASSES]
    }

    /// Runs over the percent-encoding of `byte`.
    fn step_encoded(&self, state: u16, byte: u8) -> u16 {
        let hex = |digit: u8| b"0123456789ABCDEF"[usize::from(digit)];
        [b'%', hex(byte >> 4), hex(byte & 15)].into_iter().fold(state, |state, byte| self.step(state, byte))
    }

    /// Runs over `span` of the text of `reference`. A character that a URI does not contain counts as itself if the
    /// grammar has it, else as its percent-encoding, which the conversion to a URI writes.
    pub fn run(&self, reference: &Reference<'_>, span: Span) -> Outcome {
        let bytes = &reference.text.as_bytes()[..span.end];
        let userinfo = reference.authority.and_then(|authority| authority.userinfo).unwrap_or(Span::empty(usize::MAX));
        let (mut at, mut state, mut is_as_written) = (span.start, START, true);
        // State before a userinfo that the grammar has only as characters, as after "jar:".
        let mut spelled = None;
        loop {
            let is_ahead = at <= userinfo.start && spelled.is_none();
            let end = if is_ahead { bytes.len().min(userinfo.start) } else { bytes.len() };
            (at, state) = self.run_usual(state, at, &bytes[..end]);
            if at == bytes.len() || self.states[usize::from(state)].is_open {
                break;
            }
            let byte = bytes[at];
            let mut length = 1;
            let next = if userinfo.start == at && spelled.is_none() {
                length = userinfo.len() + 1;
                let next = self.step(state, USERINFO);
                if next == DEAD {
                    spelled = Some(state);
                    continue;
                }
                next
            } else if byte.is_ascii() {
                self.step_ascii(state, bytes, at, &mut is_as_written)
            } else {
                self.step_encoded(state, byte)
            };
            if next == DEAD {
                return match spelled.filter(|_| at <= userinfo.end) {
                    Some(state) => Outcome::Refused { at: userinfo.start, state },
                    None => Outcome::Refused { at: floor_char_boundary(reference.text, at), state },
                };
            }
            state = next;
            at += length;
        }
        let State { is_accepting, is_open, .. } = self.states[usize::from(state)];
        if is_accepting || is_open { Outcome::Accepted { is_as_written } } else { Outcome::Refused { at, state } }
    }

    /// Runs from `at` over characters of ASCII that the grammar has, except percent signs, up to an open state.
    fn run_usual(&self, mut state: u16, mut at: usize, bytes: &[u8]) -> (usize, u16) {
        while let Some(&byte) = bytes.get(at) {
            let next = self.next_of(state, self.usual[usize::from(byte)]);
            if next == DEAD {
                break;
            }
            (state, at) = (next, at + 1);
        }
        (at, state)
    }

    fn step_ascii(&self, state: u16, bytes: &[u8], at: usize, is_as_written: &mut bool) -> u16 {
        let byte = bytes[at];
        let is_alone = byte == b'%' && percent_encoding_at(bytes, at).is_none();
        let next = if is_alone { DEAD } else { self.step(state, byte) };
        let is_outside = is_alone || class_of(byte).intersects(Class::LEIRI_ASCII.or(Class::BRACKET));
        if next != DEAD || !is_outside {
            return next;
        }
        *is_as_written = false;
        self.step_encoded(state, byte)
    }

    /// Returns the words for the part of the grammar that ends at `state`.
    pub fn part(&self, state: u16) -> &'static str {
        self.states[usize::from(state)].part
    }

    /// Returns what may follow in `state`, in words; `None` if it is much.
    pub fn expected(&self, state: u16) -> Option<String> {
        let mut alive: Vec<char> =
            (b'!'..=b'~').filter(|&byte| self.step(state, byte) != DEAD).map(char::from).collect();
        let mut names = Vec::new();
        let letters: Vec<char> = ('A'..='Z').chain('a'..='z').collect();
        let hex: Vec<char> = ('0'..='9').chain('A'..='F').chain('a'..='f').collect();
        for (name, set) in [("a letter", &letters[..]), ("a hex digit", &hex), ("a digit", &hex[..10])] {
            if set.iter().all(|c| alive.contains(c)) {
                names.push(name.to_owned());
                alive.retain(|c| !set.contains(c));
            }
        }
        alive.retain(|c| *c != '%' && !c.is_ascii_uppercase());
        names.extend(alive.into_iter().map(quoted_name));
        let last = names.pop().filter(|_| names.len() < 3)?;
        Some(if names.is_empty() { last } else { format!("{} or {last}", names.join(", ")) })
    }
}

/// Body of a rule, and the words for it.
type Body = (&'static str, &'static str);

/// Returns the words for a rule of `grammar`; `None` if it has no words.
pub(super) fn words(grammar: &'static str, rule: &str) -> Option<&'static str> {
    rules(grammar).get(rule).map(|(_, words)| *words).filter(|words| !words.is_empty())
}

/// Returns the name of the first rule.
fn first_rule(grammar: &'static str) -> Option<&'static str> {
    let line = grammar.lines().find(|line| line.starts_with(|c: char| c.is_ascii_alphabetic()))?;
    line.split_whitespace().next()
}

/// Returns the rules of a grammar. The lines of a rule after the first are indented.
fn rules(grammar: &'static str) -> HashMap<&'static str, Body> {
    let starts = grammar.match_indices('\n').map(|(at, _)| at + 1);
    let is_rule = |at: &usize| grammar[*at..].starts_with(|c: char| c.is_ascii_alphabetic());
    let starts = std::iter::once(0).chain(starts).filter(is_rule);
    let rule = |start: usize| {
        let end = grammar[start..].match_indices('\n').map(|(at, _)| start + at);
        let mut end = end.filter(|&at| !grammar[at + 1..].starts_with(' '));
        let (name, body) = grammar[start..end.next().unwrap_or(grammar.len())].split_once('=')?;
        let words = body.split_once(";;").map_or("", |(_, words)| words.lines().next().unwrap_or_default().trim());
        Some((name.trim(), (body, words)))
    };
    starts.filter_map(rule).collect()
}

/// Part of a grammar.
#[derive(Clone, Copy, Default)]
struct Part {
    words: &'static str,
    /// Number of rules with words around it.
    depth: usize,
}

impl Part {
    /// Returns the one within more rules; of equal ones `self`.
    const fn deeper(self, other: Self) -> Self {
        if other.depth > self.depth { other } else { self }
    }
}

/// State of the automaton with empty moves.
#[derive(Default)]
struct EmptyMoves {
    part: Part,
    empty: Vec<usize>,
    /// First and last byte of a move, and the state after it.
    moves: Vec<(u8, u8, usize)>,
    is_open: bool,
}

/// Reader of a grammar. Each method reads a construct, connects it to the state before, and returns that after it.
struct Builder {
    rules: HashMap<&'static str, Body>,
    states: Vec<EmptyMoves>,
    part: Part,
}

impl Builder {
    fn state(&mut self) -> usize {
        self.states.push(EmptyMoves { part: self.part, ..EmptyMoves::default() });
        self.states.len() - 1
    }

    fn moved(&mut self, from: usize, moves: &[(u8, u8)]) -> usize {
        let to = self.state();
        self.states[from].moves.extend(moves.iter().map(|&(first, last)| (first, last, to)));
        to
    }

    fn rule(&mut self, (mut body, words): Body, from: usize) -> usize {
        let before = self.part;
        if !words.is_empty() {
            self.part = Part { words, depth: before.depth + 1 };
        }
        // The state before belongs to the part before.
        let first = self.state();
        self.states[from].empty.push(first);
        let last = self.alternation(&mut body, first);
        self.part = before;
        last
    }

    fn alternation(&mut self, rest: &mut &'static str, from: usize) -> usize {
        let end = self.state();
        loop {
            let mut at = from;
            while !skip(rest).is_empty() && !rest.starts_with(['/', ')', ']']) {
                at = self.repetition(rest, at);
            }
            self.states[at].empty.push(end);
            if !take(rest, '/') {
                return end;
            }
        }
    }

    fn repetition(&mut self, rest: &mut &'static str, from: usize) -> usize {
        let least = number(rest);
        let is_range = take(rest, '*');
        let most = if is_range { number(rest) } else { Some(least.unwrap_or(1)) };
        let least = least.unwrap_or(usize::from(!is_range));
        let (body, mut at) = (*rest, from);
        let once = if most.is_none() { least.saturating_sub(1) } else { least };
        for _ in 0..once {
            *rest = body;
            at = self.element(rest, at);
        }
        let Some(most) = most else {
            *rest = body;
            let again = self.state();
            self.states[at].empty.push(again);
            let end = self.element(rest, again);
            self.states[end].empty.push(again);
            return if least == 0 { again } else { end };
        };
        let end = self.state();
        self.states[at].empty.push(end);
        for _ in least..most {
            *rest = body;
            at = self.element(rest, at);
            self.states[at].empty.push(end);
        }
        end
    }

    fn element(&mut self, rest: &mut &'static str, from: usize) -> usize {
        if take(rest, '(') {
            let end = self.alternation(rest, from);
            take(rest, ')');
            return end;
        }
        if take(rest, '[') {
            let end = self.alternation(rest, from);
            take(rest, ']');
            self.states[from].empty.push(end);
            return end;
        }
        if take(rest, '"') {
            let bytes = until(rest, '"').bytes();
            return bytes.fold(from, |from, byte| {
                let (lower, upper) = (byte.to_ascii_lowercase(), byte.to_ascii_uppercase());
                self.moved(from, &[(lower, lower), (upper, upper)])
            });
        }
        if take(rest, '%') {
            return self.moved(from, &[range(rest)]);
        }
        if take(rest, '<') {
            if until(rest, '>') == "userinfo" {
                return self.moved(from, &[(USERINFO, USERINFO)]);
            }
            let open = self.state();
            self.states[open].is_open = true;
            self.states[from].empty.push(open);
            return open;
        }
        let name = name(rest);
        let body = self.rules.get(name).copied();
        debug_assert!(body.is_some(), "the ABNF has no rule {name:?} before {rest:?}");
        let Some(body) = body else { return from };
        match self.characters(body) {
            Some(characters) => self.moved(from, &characters),
            None => self.rule(body, from),
        }
    }

    /// Returns the ranges of bytes of a rule that is a choice of single characters, without words. They need one state.
    fn characters(&self, (mut body, words): Body) -> Option<Vec<(u8, u8)>> {
        let (mut characters, rest) = (Vec::new(), &mut body);
        if !words.is_empty() {
            return None;
        }
        loop {
            skip(rest);
            if take(rest, '"') {
                let &[byte] = until(rest, '"').as_bytes() else { return None };
                let (lower, upper) = (byte.to_ascii_lowercase(), byte.to_ascii_uppercase());
                characters.extend([(lower, lower), (upper, upper)]);
            } else if take(rest, '%') {
                characters.push(range(rest));
            } else {
                let body = self.rules.get(name(rest)).copied()?;
                characters.extend(self.characters(body)?);
            }
            if skip(rest).is_empty() {
                return Some(characters);
            }
            if !take(rest, '/') {
                return None;
            }
        }
    }
}

/// Skips whitespace and comments, and returns the rest.
fn skip(rest: &mut &'static str) -> &'static str {
    loop {
        *rest = rest.trim_start();
        match rest.strip_prefix(';') {
            Some(comment) => *rest = comment.split_once('\n').map_or("", |(_, next)| next),
            None => return rest,
        }
    }
}

fn take(rest: &mut &'static str, c: char) -> bool {
    let taken = rest.strip_prefix(c);
    *rest = taken.unwrap_or(rest);
    taken.is_some()
}

fn until(rest: &mut &'static str, end: char) -> &'static str {
    let (before, after) = rest.split_once(end).unwrap_or((rest, ""));
    *rest = after;
    before
}

fn number(rest: &mut &'static str) -> Option<usize> {
    let (digits, after) = rest.split_at(rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len()));
    *rest = after;
    digits.parse().ok()
}

/// Takes the name of a rule; empty without one.
fn name(rest: &mut &'static str) -> &'static str {
    let length = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '-').unwrap_or(rest.len());
    let (name, after) = rest.split_at(length);
    *rest = after;
    name
}

/// Takes a byte, or two of them and a hyphen, as `%` introduces them.
fn range(rest: &mut &'static str) -> (u8, u8) {
    take(rest, 'x');
    let first = hex(rest);
    (first, if take(rest, '-') { hex(rest) } else { first })
}

fn hex(rest: &mut &'static str) -> u8 {
    let (digits, after) = rest.split_at(rest.find(|c: char| !c.is_ascii_hexdigit()).unwrap_or(rest.len()));
    *rest = after;
    u8::from_str_radix(digits, 16).unwrap_or_default()
}

/// Makes a table of the sets of states in which the automaton with empty moves can be. A set has a bit for each state that
/// counts: those with moves, open ones and the last one.
fn determinize(states: &[EmptyMoves], first: usize, last: usize) -> Automaton {
    let counts = |&state: &usize| state == last || states[state].is_open || !states[state].moves.is_empty();
    let counted: Vec<usize> = (0..states.len()).filter(counts).collect();
    let after = closures(states, &counted);
    let (classes, class_count) = classes(states);
    debug_assert!(class_count <= MAX_CLASSES, "the grammar distinguishes {class_count} classes of bytes");
    let mut sets = vec![vec![0; after[first].len()], after[first].clone()];
    let mut numbers: HashMap<Vec<u64>, u16> = sets.iter().cloned().zip([DEAD, START]).collect();
    // Parts of the byte before each set: `:443443` fails in the port, although a path could follow.
    let mut parts = vec![Part::default(); 2];
    let (mut next, mut table) = (Vec::new(), Vec::new());
    let mut at = 0;
    while at < sets.len() {
        let set: Vec<usize> = bits(&sets[at]).map(|bit| counted[bit]).collect();
        let mut moved = vec![Vec::new(); class_count];
        let mut part_after = vec![Part::default(); class_count];
        for &(first, last, to) in set.iter().flat_map(|&state| &states[state].moves) {
            let read = usize::from(classes[usize::from(first)])..=usize::from(classes[usize::from(last)]);
            for (set, part) in moved[read.clone()].iter_mut().zip(&mut part_after[read]) {
                set.resize(after[to].len(), 0);
                set.iter_mut().zip(&after[to]).for_each(|(set, more)| *set |= more);
                *part = part.deeper(states[to].part);
            }
        }
        let is_open = set.iter().any(|&state| states[state].is_open);
        let mut row = [DEAD; MAX_CLASSES];
        let all = row.iter_mut().zip(moved.into_iter().zip(part_after));
        for (next, (moved, part)) in all.filter(|(_, (moved, _))| !is_open && !moved.is_empty()) {
            // The grammar of a scheme has at most some hundred states.
            let number = u16::try_from(sets.len()).unwrap_or(u16::MAX);
            *next = *numbers.entry(moved).or_insert_with_key(|moved| {
                sets.push(moved.clone());
                parts.push(part);
                number
            });
        }
        next.push(row);
        table.push(State {
            is_accepting: set.contains(&last),
            is_open,
            part: set
                .iter()
                .find(|&&state| state != last)
                .or(set.first())
                .map_or(parts[at], |&state| states[state].part.deeper(parts[at]))
                .words,
        });
        at += 1;
    }
    let mut usual = classes;
    usual[usize::from(b'%')] = UNUSUAL;
    usual[0x80..].fill(UNUSUAL);
    Automaton { classes, usual, next, states: table }
}

/// Returns the numbers of the bits of a set.
fn bits(set: &[u64]) -> impl Iterator<Item = usize> + '_ {
    set.iter().enumerate().flat_map(|(index, &word)| {
        let rests = std::iter::successors(Some(word), |word| Some(word & word.wrapping_sub(1)));
        rests.take_while(|word| *word != 0).map(move |word| 64 * index + word.trailing_zeros() as usize)
    })
}

/// Returns for each state the set of itself and all to which empty moves lead, with a bit for each of `counted`.
fn closures(states: &[EmptyMoves], counted: &[usize]) -> Vec<Vec<u64>> {
    let mut bit_of = vec![None; states.len()];
    for (bit, &state) in counted.iter().enumerate() {
        bit_of[state] = Some(bit);
    }
    // The state from which each one was last reached.
    let mut seen = vec![usize::MAX; states.len()];
    let closure = |from: usize| {
        let (mut set, mut waiting) = (vec![0; counted.len().div_ceil(64)], vec![from]);
        while let Some(state) = waiting.pop() {
            if std::mem::replace(&mut seen[state], from) != from {
                bit_of[state].into_iter().for_each(|bit| set[bit / 64] |= 1 << (bit % 64));
                waiting.extend(&states[state].empty);
            }
        }
        set
    };
    (0..states.len()).map(closure).collect()
}

/// Returns the class of each byte, and their number: no move distinguishes the bytes of one class, which are neighbors.
fn classes(states: &[EmptyMoves]) -> ([u8; 256], usize) {
    let mut is_first = [false; 257];
    for &(first, last, _) in states.iter().flat_map(|state| &state.moves) {
        is_first[usize::from(first)] = true;
        is_first[usize::from(last) + 1] = true;
    }
    let (mut classes, mut class) = ([UNUSUAL + 1; 256], UNUSUAL + 1);
    for byte in 1..classes.len() {
        class += u8::from(is_first[byte]);
        classes[byte] = class;
    }
    (classes, usize::from(class) + 1)
}
