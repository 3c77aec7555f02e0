//! Random sessions: keys, answers and changes on disk, compared with a model that is independent of the inspector.
//!
//! The model contains the texts of the files after the accepted changes, and decodes values itself.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use fastrand::Rng;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::layout::{Position, Size};

use super::desk::Desk;
use crate::files::history::HistoryStep;
use crate::inspector::editor::Motion;
use crate::inspector::keys::{KeyPattern, bindings};
use crate::inspector::message::{ChosenFixes, Effect, Message, RuleScope, Step};
use crate::inspector::origin::Screen;
use crate::inspector::overlay::Overlay;
use crate::inspector::pane::Pane;
use crate::ui;

/// Number of sessions per test. The variable `SESSIONS` replaces it: with 170, both tests send 102,000 keys.
const SESSIONS: u64 = 30;
/// Number of keys per session.
const KEYS: usize = 300;

/// Typed texts: marks, joiners, emoji, right-to-left letters, and characters that XML escapes.
const TYPED: [&str; 24] = [
    "a",
    "B",
    "7",
    "/",
    ":",
    "#",
    "%",
    "%4",
    " ",
    "&",
    "<",
    "\"",
    "'",
    "e\u{301}",
    "\u{301}",
    "\u{200D}",
    "\u{200C}",
    "\u{FE0F}",
    "1\u{FE0F}\u{20E3}",
    "\u{1F469}\u{200D}\u{1F680}",
    "\u{5D0}",
    "\u{645}\u{6CC}",
    "{",
    "|",
];

/// Comment that another program adds at the end of a file.
const COMMENT: &str = "<!-- changed -->\n";

const HEAD: &str = "<!DOCTYPE r [<!ENTITY e \"k|k\"><!ENTITY he \"&#x5D0; b\">]>\n";

/// Values between quotes; each file has some of them.
const VALUES: [&str; 20] = [
    "a b|c",
    "http://h/\u{645}\u{6CC}\u{200C}\u{62E}\u{648}\u{627}",
    "e\u{301}\u{1F469}\u{200D}\u{1F680}",
    "q&#xD800;z",
    " x &#xD800; y&#xDC00;",
    "x&e;y z",
    "&he;",
    "p&u;q r",
    "a&b&amp;c",
    "HTTP://EXAMPLE.org:80/%7e",
    "http://h/&#x5D0;1",
    "\u{915}\u{94D}\u{200D}\u{937} 1\u{FE0F}\u{20E3}",
    "C:\\x\\y z",
    "%4 &#x20;&#10;",
    "",
    "http://\u{5D0}\u{5D1}.\u{5D2}/1",
    "{x} a b",
    "urn:x",
    "#a#b",
    "&lt;a&gt;",
];

/// Returns one of `all`.
fn one_of<'a, T>(rng: &mut Rng, all: &'a [T]) -> &'a T {
    &all[rng.usize(..all.len())]
}

/// Returns true once in `count` times on average.
fn is_once_in(rng: &mut Rng, count: usize) -> bool {
    rng.usize(..count) == 0
}

fn file(rng: &mut Rng) -> String {
    let mut text = HEAD.to_owned();
    text += "<r xmlns:x=\"http://www.w3.org/1999/xlink\" xmlns:i=\"http://www.w3.org/2001/XMLSchema-instance\">\n";
    for _ in 0..rng.usize(..5) + 2 {
        if is_once_in(rng, 4) {
            text += "<!-- iri-ignore leiri-space leiri-unwise -->";
        }
        let (one, other) = (*one_of(rng, &VALUES), *one_of(rng, &VALUES));
        let line = match rng.usize(..6) {
            0 => format!("<a i:schemaLocation=\"urn:x {one} {other}\"/>\n"),
            1 => format!("<feed xmlns=\"http://www.w3.org/2005/Atom\"><id>{one}</id></feed>\n"),
            2 => format!("<a xml:base=\"{one}\"><b x:href=\"{other}\"/></a>\n"),
            3 if is_once_in(rng, 8) => format!("<a x:href=\"{}\"/>\n", "a b\u{200D}".repeat(1_500)),
            _ => format!("<a x:href=\"{one}\"/>\n"),
        };
        text.push_str(&line);
    }
    text + "</r>\n"
}

/// Returns the text of a file apart from its values, and its values as they are written.
fn taken_apart(text: &str) -> (String, Vec<String>) {
    let (mut around, mut values, mut rest) = (String::new(), Vec::new(), text);
    while let Some(at) = rest.find(['"', '>']) {
        let is_id = rest[..=at].ends_with("<id>");
        let end = if is_id { "</id>" } else { "\"" };
        around.push_str(&rest[..=at]);
        let is_value = is_id || rest.as_bytes()[at] == b'"';
        rest = &rest[at + 1..];
        if is_value {
            let length = rest.find(end).expect("a value ends");
            values.push(rest[..length].to_owned());
            around.push_str(end);
            rest = &rest[length + end.len()..];
        }
    }
    (around + rest, values)
}

/// Returns the text without the comments that the inspector inserts. Those of the files name two rules.
fn without_suppressions(text: &str) -> String {
    let (mut out, mut rest) = (String::new(), text);
    while let Some(at) = rest.find("<!-- iri-ignore") {
        let end = at + rest[at..].find("-->").expect("a comment ends") + "-->".len();
        let is_ours = rest[at..end].split_whitespace().count() == 4;
        let (before, after) = (&rest[..at], &rest[end..]);
        out.push_str(before);
        rest = after;
        if !is_ours {
            out.push_str(&text[text.len() - after.len() - (end - at)..text.len() - after.len()]);
        } else if out.is_empty() || out.ends_with('\n') {
            rest = after.strip_prefix('\n').expect("a comment at the start of a line has its own line");
        }
    }
    out + rest
}

/// Decodes a value of these files like an XML processor.
fn decoded(raw: &str) -> String {
    let mut out = String::new();
    let mut rest = raw;
    while let Some(c) = rest.chars().next() {
        let name = rest.strip_prefix('&').and_then(|name| name.split_once(';')).map(|(name, _)| name);
        let number = name.and_then(|name| name.strip_prefix('#')).and_then(|digits| match digits.strip_prefix('x') {
            Some(hex) => u32::from_str_radix(hex, 16).ok(),
            None => digits.parse().ok(),
        });
        let meaning = match (name, number) {
            (_, Some(number)) => Some(char::from_u32(number).unwrap_or('\u{FFFD}').to_string()),
            (Some("amp"), _) => Some("&".to_owned()),
            (Some("lt"), _) => Some("<".to_owned()),
            (Some("gt"), _) => Some(">".to_owned()),
            (Some("quot"), _) => Some("\"".to_owned()),
            (Some("apos"), _) => Some("'".to_owned()),
            (Some("e"), _) => Some("k|k".to_owned()),
            (Some("he"), _) => Some("\u{5D0} b".to_owned()),
            (Some("u"), _) => Some("x".to_owned()),
            _ => None,
        };
        let length = meaning.as_ref().and(name).map_or(c.len_utf8(), |name| name.len() + 2);
        out.push_str(&meaning.unwrap_or_else(|| c.to_string()));
        rest = &rest[length..];
    }
    out
}

/// The texts of all files, and of the states that an undo or redo in the list returns to.
struct Model {
    texts: Vec<String>,
    undo: Vec<Vec<String>>,
    redo: Vec<Vec<String>>,
    /// Text on screen as in the document.
    opened: Option<String>,
}

struct Session {
    desk: Desk,
    rng: Rng,
    model: Model,
    /// Texts of the files before all changes.
    first: Vec<String>,
    names: Vec<String>,
    log: Vec<Message>,
    /// Next messages, the last first.
    plan: Vec<Message>,
    met: Met,
}

/// Counts of events, so that a test without effect fails.
#[derive(Clone, Copy, Debug, Default)]
struct Met {
    edits: usize,
    refusals: usize,
    commits: usize,
    fixes: usize,
    undone: usize,
    saves: usize,
    outside: usize,
    suppressions: usize,
}

impl Session {
    fn new(seed: u64, has_two_files: bool) -> Self {
        let mut rng = Rng::with_seed(seed);
        let names: Vec<String> = (0..if has_two_files { 2 } else { 1 }).map(|number| format!("{number}.xml")).collect();
        let first: Vec<String> = names.iter().map(|_| file(&mut rng)).collect();
        let files: Vec<(&str, String)> = names.iter().map(String::as_str).zip(first.iter().cloned()).collect();
        let desk = Desk::new(&files);
        let model = Model { texts: first.clone(), undo: Vec::new(), redo: Vec::new(), opened: None };
        Self { desk, rng, model, first, names, log: Vec::new(), plan: Vec::new(), met: Met::default() }
    }

    /// Returns the texts in memory, or on disk for files that are not in memory.
    fn texts(&self) -> Vec<String> {
        let documents = self.desk.documents();
        let text = |name: &String| {
            let file = documents.files.iter().find(|file| file.path.ends_with(name)).expect("every file is listed");
            file.document().map_or_else(|| self.desk.text(name), iri_core::Document::text)
        };
        self.names.iter().map(text).collect()
    }

    /// Adds a sequence of keys of a user: random keys rarely leave a reference or accept a proposal.
    fn plan(&mut self) -> Vec<Message> {
        let app = &self.desk.app;
        if !app.overlays.is_empty() {
            return vec![Message::Back];
        }
        let is_list = app.origin.screen() == Screen::List;
        let step = *one_of(&mut self.rng, &[Step::Up, Step::Down, Step::Last, Step::First, Step::PageDown]);
        let mut plan = match self.rng.usize(..15) {
            0..=2 if is_list => vec![Message::Step(step), Message::Open, Message::Focus(Pane::Reference)],
            0..=2 => vec![Message::Focus(Pane::Findings), Message::Back],
            3 if is_list => vec![Message::NextFinding(true), Message::Fix(0)],
            3 => vec![Message::Focus(Pane::Findings), Message::Fix(0)],
            4 if is_list => vec![Message::Propose(RuleScope::Any), self.choice(), Message::Accept],
            5 if is_list => vec![Message::Propose(RuleScope::Selected), self.choice(), Message::Accept],
            4 | 5 => vec![Message::Focus(Pane::Findings), Message::FixAllSafe],
            6 | 7 => vec![Message::Undo; self.rng.usize(..4) + 1],
            8 => vec![Message::Redo; self.rng.usize(..3) + 1],
            9 => vec![Message::Save],
            10 => vec![Message::Focus(Pane::Reference), Message::Move(Motion::Start)],
            12 | 13 if is_list => {
                let mut plan = vec![Message::NextFinding(true), Message::OfferSuppressions];
                plan.extend(vec![Message::Step(Step::Down); self.rng.usize(..5)]);
                plan.extend([Message::Accept, Message::Accept]);
                plan
            }
            // No document can contain this character.
            11 => vec![Message::Focus(Pane::Reference), Message::Insert("\u{FFFE}".to_owned())],
            _ => vec![Message::Focus(Pane::Reference), Message::SelectAll],
        };
        plan.reverse();
        plan
    }

    /// Returns a choice in the list of fixes.
    fn choice(&mut self) -> Message {
        let number = ChosenFixes::Number(self.rng.usize(..3));
        let all =
            [ChosenFixes::Selected, number, ChosenFixes::Rule, ChosenFixes::File, ChosenFixes::All, ChosenFixes::Safe];
        Message::ChooseFixes(*one_of(&mut self.rng, &all))
    }

    fn message(&mut self) -> Message {
        if self.plan.is_empty() && is_once_in(&mut self.rng, 6) {
            self.plan = self.plan();
        }
        if let Some(message) = self.plan.pop() {
            return message;
        }
        let mode = self.desk.app.input_mode();
        let of_typing = bindings(mode).any(|binding| binding.keys.contains(&KeyPattern::Character));
        if of_typing && !is_once_in(&mut self.rng, 3) {
            return Message::Insert((*one_of(&mut self.rng, &TYPED)).to_owned());
        }
        match self.rng.usize(..40) {
            0 => Message::Paste((*one_of(&mut self.rng, &VALUES)).to_owned()),
            1 => Message::Resize(*one_of(
                &mut self.rng,
                &[(1, 1), (20, 4), (80, 24), (110, 13), (200, 60)].map(Size::from),
            )),
            // A click on a line of a menu may undo; accepting the line does the same.
            2 if !matches!(self.desk.app.overlays.last(), Some(Overlay::Menu(_))) => Message::Point(self.position()),
            3 => Message::Drag(self.position()),
            4 => Message::Wheel(self.position(), *one_of(&mut self.rng, &[Step::Up, Step::Down])),
            5 => Message::Tick,
            6 if self.desk.app.origin.screen() == Screen::List && self.desk.app.overlays.is_empty() => Message::Open,
            _ => self.key(mode),
        }
    }

    fn position(&mut self) -> Position {
        let Size { width, height } = self.desk.app.look.size;
        let cell = |rng: &mut Rng, count: u16| u16::try_from(rng.usize(..usize::from(count))).unwrap_or(0);
        Position::new(cell(&mut self.rng, width), cell(&mut self.rng, height))
    }

    /// Returns the message of a random key that is bound here.
    fn key(&mut self, mode: crate::inspector::keys::InputMode) -> Message {
        let patterns: Vec<KeyPattern> = bindings(mode).flat_map(|binding| binding.keys).copied().collect();
        let (code, modifiers) = match *one_of(&mut self.rng, &patterns) {
            KeyPattern::Key(code, modifiers) => (code, modifiers),
            KeyPattern::Digit => (KeyCode::Char(*one_of(&mut self.rng, &['1', '2', '3'])), KeyModifiers::NONE),
            KeyPattern::Character => (KeyCode::Char('z'), KeyModifiers::NONE),
        };
        self.desk.app.settings.keys.message(KeyEvent::new(code, modifiers), mode).expect("the key is bound")
    }

    /// Makes a step and compares the result with the model.
    fn step(&mut self) {
        if is_once_in(&mut self.rng, 200) {
            return self.change_outside();
        }
        let mut message = self.message();
        // A key in the footer is pressed.
        if let Message::Point(at) = message
            && let Some(pressed) = self.desk.app.viewport.hint_at(&self.desk.app, at)
        {
            message = pressed;
        }
        if matches!(message, Message::Undo | Message::Redo) {
            // The model undoes one change at a time.
            self.desk.app.count = 0;
        }
        self.log.push(message.clone());
        let screen = self.desk.app.origin.screen();
        let on_screen = self.desk.app.panes.text().to_owned();
        let is_refused = self.desk.app.panes.reference.subject.refusal().is_some();
        // The action of a menu is that of its selected line.
        let meant = match (&message, self.desk.app.overlays.last()) {
            (Message::Accept, Some(Overlay::Menu(menu))) => menu.taken().unwrap_or(Message::Accept),
            _ => message.clone(),
        };
        let effect = self.desk.app.update(message.clone());
        self.met.edits += usize::from(screen == Screen::Reference && on_screen != self.desk.app.panes.text());
        self.met.refusals += usize::from(!is_refused && self.desk.app.panes.reference.subject.refusal().is_some());
        self.met.suppressions += usize::from(self.desk.app.notice.starts_with("applied: ignore "));
        self.met.saves += usize::from(self.desk.app.notice.starts_with("saved ") && message == Message::Save);
        if is_once_in(&mut self.rng, 2) {
            self.desk.app.wait_for_analysis();
        }
        self.hold_against_model(&meant, (screen, &on_screen, is_refused));
        if effect == Effect::Quit {
            self.desk.app.overlays.clear();
        }
        if is_once_in(&mut self.rng, 4) {
            let Size { width, height } = self.desk.app.look.size;
            let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a test backend is made");
            terminal.draw(|frame| ui::draw(frame, &self.desk.app)).expect("a frame is drawn");
        }
    }

    fn hold_against_model(&mut self, message: &Message, before: (Screen, &str, bool)) {
        let (screen, on_screen, is_refused) = before;
        let texts = self.texts();
        if texts != self.model.texts {
            let old = std::mem::replace(&mut self.model.texts, texts.clone());
            for (old, new) in old.iter().zip(&texts) {
                let around = |text: &str| taken_apart(&without_suppressions(text)).0;
                assert_eq!(around(old), around(new), "only values and suppressions change: {}", self.said());
            }
            if matches!(message, Message::Undo | Message::Redo) {
                self.met.undone += 1;
                self.step_history(message == &Message::Redo, old, &texts);
            } else {
                self.model.undo.push(old.clone());
                self.model.redo.clear();
                self.met.fixes += usize::from(screen == Screen::List);
                if screen == Screen::Reference {
                    self.met.commits += 1;
                    assert!(!is_refused, "what cannot be written is not written: {}", self.said());
                    self.hold_commit(&old, &texts, on_screen);
                }
            }
        }
        // A reference that is opened or closed has the text of the document.
        let app = &self.desk.app;
        let is_written = app.origin.screen() == Screen::List || !app.panes.reference.subject.is_edited();
        if is_written {
            self.model.opened = Some(app.panes.text().to_owned());
        }
        assert!(app.panes.text().is_char_boundary(app.panes.selected_character()), "{}", self.said());
        assert!(app.panes.text().is_char_boundary(app.panes.view), "{}", self.said());
        self.hold_saved();
    }

    fn step_history(&mut self, is_redo: bool, old: Vec<String>, texts: &[String]) {
        let Model { undo, redo, .. } = &mut self.model;
        let (from, to) = if is_redo { (redo, undo) } else { (undo, redo) };
        assert_eq!(
            from.pop().as_deref(),
            Some(texts),
            "it leads to the texts that were there: {:?}",
            self.desk.app.notice
        );
        to.push(old);
    }

    /// Checks an edited reference: one value differs, and decodes to the old value with the text on screen.
    fn hold_commit(&self, old: &[String], new: &[String], on_screen: &str) {
        let apart = |texts: &[String]| texts.iter().flat_map(|text| taken_apart(text).1).collect::<Vec<_>>();
        let (old, new) = (apart(old), apart(new));
        let changed: Vec<(&String, &String)> = old.iter().zip(&new).filter(|(old, new)| old != new).collect();
        let [(old, new)] = changed[..] else { panic!("{} values changed: {}", changed.len(), self.said()) };
        let (old, new) = (decoded(old), decoded(new));
        let was = self.model.opened.as_deref().expect("a reference was opened");
        let mut places = old.match_indices(was).map(|(at, _)| at).chain(was.is_empty().then_some(old.len()));
        let is_expected = places.any(|at| format!("{}{on_screen}{}", &old[..at], &old[at + was.len()..]) == new);
        assert!(is_expected, "{old:?} with {on_screen:?} for {was:?} is not {new:?}: {}", self.said());
    }

    /// Checks that files without unsaved changes have the text of the model.
    fn hold_saved(&self) {
        for (name, text) in self.names.iter().zip(&self.model.texts) {
            let files = &self.desk.documents().files;
            let file = files.iter().find(|file| file.path.ends_with(name)).expect("every file is listed");
            if !file.is_changed() {
                assert_eq!(&self.desk.text(name), text, "{}", self.said());
            }
        }
    }

    /// Writes a comment at the end of the file like another program, unless the file has unsaved changes.
    fn change_outside(&mut self) {
        let [file] = &self.desk.documents().files[..] else { return };
        if file.is_changed() {
            return;
        }
        // A task is finished before the files are looked at.
        while self.desk.app.is_busy() {
            self.desk.app.update(Message::Tick);
        }
        let text = self.desk.text(&self.names[0]) + COMMENT;
        self.desk.write_outside(&self.names[0], &text);
        self.desk.app.update(Message::Tick);
        self.log.push(Message::Tick);
        self.met.outside += 1;
        // Every earlier and later text has the comment now, and all changes can still be undone and redone.
        let states = self.model.undo.iter_mut().chain(&mut self.model.redo).flatten();
        states.chain(&mut self.first).for_each(|text| text.push_str(COMMENT));
        self.model.texts = vec![text];
        assert_eq!(self.texts(), self.model.texts, "{}", self.said());
    }

    /// Leaves the reference, undoes everything and saves; then the files are as before.
    fn end(&mut self) {
        let app = &mut self.desk.app;
        app.overlays.clear();
        while app.origin.screen() == Screen::Reference && app.panes.reference.editor.can_step_history(HistoryStep::Undo)
        {
            app.update(Message::Undo);
        }
        app.wait_for_analysis();
        app.update(Message::Focus(Pane::Findings));
        if !app.panes.search_text.is_empty() {
            app.update(Message::Back);
        }
        app.update(Message::Back);
        assert_eq!(self.desk.app.origin.screen(), Screen::List, "{}", self.said());
        for _ in 0..self.log.len() {
            self.desk.app.update(Message::Undo);
        }
        assert_eq!(self.texts(), self.first, "{}", self.said());
        self.desk.app.update(Message::Save);
        let saved: Vec<String> = self.names.iter().map(|name| self.desk.text(name)).collect();
        assert_eq!(saved, self.first, "{}", self.said());
    }

    /// Returns the last steps and the notice of the inspector.
    fn said(&self) -> String {
        let last = &self.log[self.log.len().saturating_sub(30)..];
        format!("{:?}\nafter {last:?}", self.desk.app.notice)
    }
}

fn run(from: u64) -> Met {
    let mut met = Met::default();
    let sessions = std::env::var("SESSIONS").ok().and_then(|count| count.parse().ok()).unwrap_or(SESSIONS);
    for seed in from..from + sessions {
        let mut session = Session::new(seed, seed % 3 == 0);
        for _ in 0..KEYS {
            session.step();
        }
        session.end();
        let Met { edits, refusals, commits, fixes, undone, saves, outside, suppressions } = session.met;
        met.edits += edits;
        met.refusals += refusals;
        met.commits += commits;
        met.fixes += fixes;
        met.undone += undone;
        met.saves += saves;
        met.outside += outside;
        met.suppressions += suppressions;
    }
    met
}

/// Runs half of the sessions, so that two tests can run in parallel.
fn hold(from: u64) {
    let met = run(from);
    let Met { edits, refusals, commits, fixes, undone, saves, outside, suppressions } = met;
    let counts = [edits / 100, refusals, commits / 10, fixes, undone, saves, outside, suppressions];
    let least = counts.into_iter().min();
    assert!(least > Some(2), "a session does too little: {met:?}");
}

#[test]
fn random_sessions_write_what_was_accepted() {
    hold(1);
}

#[test]
fn other_random_sessions_write_what_was_accepted() {
    hold(10_001);
}
