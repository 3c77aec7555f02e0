//! Every key there is.

use crossterm::event::{KeyCode, KeyModifiers};

use crate::inspector::editor::Motion;
use crate::inspector::keys::binding::{Binding, InputMode, KeyContext, KeyPattern};
use crate::inspector::message::{FilterBy, ListFilter, Message, PromptPurpose, RuleScope, Step};
use crate::inspector::pane::Pane;
use crate::theme::appearance::Bidi;

/// Every key. In one place the first line that fits decides. The order is that of the last line and
/// of the help screen: what is asked for most stands first.
#[rustfmt::skip]
pub static TABLE: &[Binding] = {
    use KeyCode as C;
    use KeyContext::{Anywhere, Calibration, Editing, Help, List, Panes, Menu, Page, Prompt, TextInput};
    const FINDINGS: KeyContext = KeyContext::In(Pane::Findings);
    const CHARACTERS: KeyContext = KeyContext::In(Pane::Characters);
    const DIRECTION: KeyContext = KeyContext::In(Pane::Direction);
    const RESOLUTION: KeyContext = KeyContext::In(Pane::Resolution);
    const COMPARISON: KeyContext = KeyContext::In(Pane::Comparison);
    &[
        bind(List, &[key(C::Enter), key(C::Right), letter('l')], |_| Message::Open, "inspect the selected reference", "inspect"),
        bind(List, &[letter('f')], |_| Message::Fix(0), "apply the first fix of its worst finding", "fix"),
        bind(List, &[KeyPattern::Digit], |c| Message::Fix(c.to_digit(10).map_or(0, |digit| digit as usize - 1)), "apply the fix of that number", ""),
        bind(List, &[letter('w')], |_| Message::Write, "write what was changed", "write"),
        bind(List, &[letter('F')], |_| Message::ProposeWhere(RuleScope::Any), "apply all safe fixes: shows them first", "fix all safe"),
        bind(List, &[letter('n')], |_| Message::NextFinding(true), "the next reference with a finding", "next finding"),
        bind(List, &[letter('N')], |_| Message::NextFinding(false), "the one before", ""),
        bind(List, &[letter('u')], |_| Message::Undo, "take the last change back", "undo"),
        bind(List, &[ctrl('r')], |_| Message::Redo, "make it again", ""),
        bind(List, &[letter('d')], |_| Message::Changes, "show what was changed and is not written, as a patch", "changes"),
        bind(List, &[letter('R')], |_| Message::ProposeWhere(RuleScope::Selected), "apply all safe fixes of this rule: shows them first", "all of this rule"),
        bind(List, &[letter('s')], |_| Message::List(ListFilter::NextLeast), "list all, those with findings, warnings and worse, errors", "how bad"),
        bind(List, &[letter('r')], |_| Message::ListBy(FilterBy::Rule), "list by rule", "rules"),
        bind(List, &[letter('p')], |_| Message::ListBy(FilterBy::Place), "list by place", "places"),
        bind(List, &[letter('/')], |_| Message::Ask(PromptPurpose::List), "list what holds a text: reference, place or file", "search"),
        bind(List, &[key(C::Esc)], |_| Message::Back, "list everything again", ""),
        bind(List, &[letter('e')], |_| Message::Edit, "open the file at the line in $VISUAL or $EDITOR", ""),
        bind(List, &[letter('!')], |_| Message::Failures, "show what could not be read, and what is wrong with a configuration", "problems"),
        bind(List, &[letter('x')], |_| Message::Explain, "why: the page of the rule", "why"),
        bind(List, &[letter('y')], |_| Message::OfferCopies, "copy: the reference, any of its forms", ""),
        bind(List, &[letter('Y')], |_| Message::Copy, "copy the reference at once", ""),
        bind(List, &[letter('B')], |_| Message::Calibration, "see what this terminal does with right-to-left letters", ""),
        bind(List, &[key(C::Down), letter('j')], |_| Message::Step(Step::Down), "the next line", ""),
        bind(List, &[key(C::Up), letter('k')], |_| Message::Step(Step::Up), "the line before", ""),
        bind(List, &[key(C::PageDown), ctrl('d')], |_| Message::Step(Step::PageDown), "a page on", ""),
        bind(List, &[key(C::PageUp), ctrl('u')], |_| Message::Step(Step::PageUp), "a page back", ""),
        bind(List, &[key(C::Home), letter('g')], |_| Message::Step(Step::First), "the first line", ""),
        bind(List, &[key(C::End), letter('G')], |_| Message::Step(Step::Last), "the last line", ""),
        bind(List, &[letter(':'), ctrl('p')], |_| Message::Palette, "everything that can be done here, by name", "commands"),
        bind(List, &[letter('?'), key(C::F(1))], |_| Message::Help, "this help", "help"),
        bind(List, &[letter('q'), ctrl('c')], |_| Message::Quit, "quit", "quit"),
        bind(List, &[ctrl('z')], |_| Message::Suspend, "go to the shell; fg comes back", ""),

        bind(Panes, &[letter('f')], |_| Message::Fix(0), "apply the first fix of the selected finding", "fix"),
        bind(FINDINGS, &[KeyPattern::Digit], |c| Message::Fix(c.to_digit(10).map_or(0, |digit| digit as usize - 1)), "apply the fix of that number", ""),
        bind(FINDINGS, &[letter('x'), key(C::Enter)], |_| Message::Explain, "why: the page of the rule", "why"),
        bind(Panes, &[letter('F')], |_| Message::FixAllSafe, "apply all safe fixes: they keep what is named", "fix all safe"),
        bind(Panes, &[letter('w')], |_| Message::Write, "write the reference anew in its document, and the document", "write"),
        bind(CHARACTERS, &[letter('v'), key(C::Enter)], |_| Message::NextFilter, "list other characters: LEIRI-only, notable, all", "list others"),
        bind(CHARACTERS, &[letter('s')], |_| Message::NextSort, "sort: by place, each once by code, each once by how often", "sort"),
        bind(DIRECTION, &[letter('v'), key(C::Enter)], |_| Message::NextOrder, "show another display order", "other order"),
        bind(RESOLUTION, &[key(C::Enter)], |_| Message::Ask(PromptPurpose::Base), "type a base", "base"),
        bind(COMPARISON, &[key(C::Enter)], |_| Message::Ask(PromptPurpose::Other), "type what to compare with", "compare with"),
        bind(Panes, &[letter('b')], |_| Message::Ask(PromptPurpose::Base), "resolve against a base", ""),
        bind(Panes, &[letter('c')], |_| Message::Ask(PromptPurpose::Other), "compare with a second reference", ""),
        bind(Panes, &[letter('i'), letter('e')], |_| Message::Focus(Pane::Reference), "edit the reference", "edit"),
        bind(Panes, &[letter('y')], |_| Message::OfferCopies, "copy: the reference, any of its forms", "copy"),
        bind(Panes, &[letter('Y')], |_| Message::Copy, "copy at once: the reference, the selected conversion, what it resolves to", ""),
        bind(Panes, &[letter('u')], |_| Message::Undo, "take the last change back", "undo"),
        bind(Panes, &[ctrl('r')], |_| Message::Redo, "make it again", ""),
        bind(Panes, &[key(C::Down), letter('j')], |_| Message::Step(Step::Down), "the next line", ""),
        bind(Panes, &[key(C::Up), letter('k')], |_| Message::Step(Step::Up), "the line before", ""),
        bind(Panes, &[key(C::Right), letter('l')], |_| Message::Move(Motion::Right), "the next character", ""),
        bind(Panes, &[key(C::Left), letter('h')], |_| Message::Move(Motion::Left), "the character before", ""),
        bind(Panes, &[key(C::PageDown), ctrl('d')], |_| Message::Step(Step::PageDown), "a page on", ""),
        bind(Panes, &[key(C::PageUp), ctrl('u')], |_| Message::Step(Step::PageUp), "a page back", ""),
        bind(Panes, &[key(C::Home), letter('g')], |_| Message::Step(Step::First), "the first line", ""),
        bind(Panes, &[key(C::End), letter('G')], |_| Message::Step(Step::Last), "the last line", ""),

        bind(TextInput, &[KeyPattern::Character], |c| Message::Insert(c.to_string()), "type it; a paste is taken as it is, controls too", ""),
        bind(Editing, &[key(C::Enter), key(C::Esc), key(C::Down)], |_| Message::Focus(Pane::Findings), "go to what was found", "done"),
        bind(TextInput, &[shift(C::Left)], |_| Message::Extend(Motion::Left), "select the character before", ""),
        bind(TextInput, &[shift(C::Right)], |_| Message::Extend(Motion::Right), "select the character after; so does drawing the mouse", ""),
        bind(TextInput, &[ctrl_shift(C::Left)], |_| Message::Extend(Motion::WordLeft), "select the word before", ""),
        bind(TextInput, &[ctrl_shift(C::Right)], |_| Message::Extend(Motion::WordRight), "select the word after", ""),
        bind(TextInput, &[shift(C::Home)], |_| Message::Extend(Motion::Start), "select everything before", ""),
        bind(TextInput, &[shift(C::End)], |_| Message::Extend(Motion::End), "select everything after", ""),
        bind(TextInput, &[alt(C::Char('a'))], |_| Message::SelectAll, "select everything", ""),
        bind(TextInput, &[alt(C::Char('c')), ctrl_key(C::Insert)], |_| Message::CopySelection, "copy what is selected", "copy"),
        bind(TextInput, &[ctrl('x'), KeyPattern::Key(C::Delete, KeyModifiers::SHIFT)], |_| Message::Cut, "cut what is selected", "cut"),
        bind(TextInput, &[key(C::Left), ctrl('b')], |_| Message::Move(Motion::Left), "one character back, in the order of the text", ""),
        bind(TextInput, &[key(C::Right), ctrl('f')], |_| Message::Move(Motion::Right), "one character on", ""),
        bind(TextInput, &[ctrl_key(C::Left), alt(C::Left), alt(C::Char('b'))], |_| Message::Move(Motion::WordLeft), "a word back", ""),
        bind(TextInput, &[ctrl_key(C::Right), alt(C::Right), alt(C::Char('f'))], |_| Message::Move(Motion::WordRight), "a word on", ""),
        bind(TextInput, &[key(C::Home), ctrl('a')], |_| Message::Move(Motion::Start), "to the start", ""),
        bind(TextInput, &[key(C::End), ctrl('e')], |_| Message::Move(Motion::End), "to the end", ""),
        bind(TextInput, &[key(C::Backspace)], |_| Message::Delete(Motion::Left), "remove the character before", ""),
        bind(TextInput, &[key(C::Delete), ctrl('d')], |_| Message::Delete(Motion::Right), "remove the character at the cursor", ""),
        bind(TextInput, &[ctrl('w'), alt(C::Backspace), ctrl_key(C::Backspace)], |_| Message::Delete(Motion::WordLeft), "remove the word before", "remove word"),
        bind(TextInput, &[alt(C::Char('d')), ctrl_key(C::Delete)], |_| Message::Delete(Motion::WordRight), "remove the word after", ""),
        bind(TextInput, &[ctrl('u')], |_| Message::Delete(Motion::Start), "remove everything before the cursor", ""),
        bind(TextInput, &[ctrl('k')], |_| Message::Delete(Motion::End), "remove everything after the cursor", ""),
        // Terminals send one and the same byte for ctrl-/ and ctrl-_; crossterm calls it ctrl-7.
        bind(TextInput, &[ctrl('/'), ctrl('7'), ctrl('_')], |_| Message::Undo, "take the last change back", "undo"),
        bind(TextInput, &[ctrl('r')], |_| Message::Redo, "make it again", ""),

        bind(Panes, &[letter(':'), ctrl('p')], |_| Message::Palette, "everything that can be done here, by name", "commands"),
        bind(Panes, &[letter('B')], |_| Message::Calibration, "see what this terminal does with right-to-left letters", ""),
        bind(Panes, &[letter('/')], |_| Message::Ask(PromptPurpose::Search), "search: a text, U+0020, a character's name; in the findings a rule or a word", "search"),
        bind(Panes, &[letter('n')], |_| Message::SearchAgain(true), "the next place of what was searched for", ""),
        bind(Panes, &[letter('N')], |_| Message::SearchAgain(false), "the place before", ""),

        bind(Anywhere, &[key(C::Tab)], |_| Message::NextPane, "the next pane", "next pane"),
        bind(Anywhere, &[key(C::BackTab), KeyPattern::Key(C::BackTab, KeyModifiers::SHIFT)], |_| Message::PreviousPane, "the pane before", ""),
        bind(Panes, &[letter('?'), key(C::F(1))], |_| Message::Help, "this help", "help"),
        bind(Editing, &[key(C::F(1))], |_| Message::Help, "the help", "help"),
        bind(Panes, &[key(C::Esc)], |_| Message::Back, "a step back: to the findings, to the list", "back"),
        bind(Panes, &[letter('q'), ctrl('c')], |_| Message::Quit, "quit", "quit"),
        bind(Editing, &[ctrl('c')], |_| Message::Quit, "quit", "quit"),
        bind(Anywhere, &[ctrl('z')], |_| Message::Suspend, "go to the shell; fg comes back", ""),


        bind(Menu, &[key(C::Enter)], |_| Message::Accept, "take the selected line; typing narrows the choice", "take it"),
        bind(Menu, &[key(C::Down), ctrl('n'), key(C::Tab)], |_| Message::Step(Step::Down), "the next line", ""),
        bind(Menu, &[key(C::Up), ctrl('p'), key(C::BackTab)], |_| Message::Step(Step::Up), "the line before", ""),
        bind(Menu, &[key(C::PageDown)], |_| Message::Step(Step::PageDown), "a page on", ""),
        bind(Menu, &[key(C::PageUp)], |_| Message::Step(Step::PageUp), "a page back", ""),
        bind(Menu, &[key(C::Esc)], |_| Message::Back, "close it", "close"),
        bind(Prompt, &[key(C::Enter)], |_| Message::Accept, "take the line", "take it"),
        bind(Prompt, &[key(C::Esc)], |_| Message::Back, "close it", "close"),
        bind(Page, &[key(C::Enter)], |_| Message::Accept, "do what is shown, where it is a proposal", "do it"),
        bind(Page, &[key(C::Down), letter('j')], |_| Message::Step(Step::Down), "a line on", "on"),
        bind(Page, &[key(C::Up), letter('k')], |_| Message::Step(Step::Up), "a line back", "back"),
        bind(Page, &[key(C::PageDown), letter(' '), ctrl('d')], |_| Message::Step(Step::PageDown), "a page on", "page on"),
        bind(Page, &[key(C::PageUp), ctrl('u')], |_| Message::Step(Step::PageUp), "a page back", "page back"),
        bind(Page, &[key(C::Home), letter('g')], |_| Message::Step(Step::First), "to the start", ""),
        bind(Page, &[key(C::End), letter('G')], |_| Message::Step(Step::Last), "to the end", ""),
        bind(Page, &[key(C::Esc), letter('q')], |_| Message::Back, "close it", "close"),
        bind(Menu, &[ctrl('c')], |_| Message::Quit, "quit", ""),
        bind(Menu, &[ctrl('z')], |_| Message::Suspend, "go to the shell; fg comes back", ""),
        bind(Prompt, &[ctrl('c')], |_| Message::Quit, "quit", ""),
        bind(Prompt, &[ctrl('z')], |_| Message::Suspend, "go to the shell; fg comes back", ""),
        bind(Page, &[ctrl('c')], |_| Message::Quit, "quit", ""),
        bind(Page, &[ctrl('z')], |_| Message::Suspend, "go to the shell; fg comes back", ""),

        bind(Calibration, &[letter('1'), letter('2'), letter('3')], |c| Message::Calibrate(Bidi::choice(c.to_digit(10).map_or(0, |digit| digit as usize - 1))), "say that this is the first line that reads 1 2 3", "reads 1 2 3"),
        bind(Calibration, &[key(C::Esc), letter('q'), key(C::Enter)], |_| Message::Back, "close it", "close"),
        bind(Calibration, &[ctrl('c')], |_| Message::Quit, "quit", ""),
        bind(Calibration, &[ctrl('z')], |_| Message::Suspend, "go to the shell; fg comes back", ""),

        bind(Help, &[key(C::Down), letter('j'), key(C::PageDown), letter(' ')], |_| Message::Step(Step::Down), "further down", "further"),
        bind(Help, &[key(C::Up), letter('k'), key(C::PageUp)], |_| Message::Step(Step::Up), "back up", "back"),
        bind(Help, &[key(C::Esc), letter('?'), letter('q'), key(C::F(1)), key(C::Enter)], |_| Message::Back, "close the help", "close"),
        bind(Help, &[ctrl('c')], |_| Message::Quit, "quit", ""),
        bind(Help, &[ctrl('z')], |_| Message::Suspend, "go to the shell; fg comes back", ""),
    ]
};

/// Returns the lines of the table for an input mode.
pub fn bindings(input_mode: InputMode) -> impl Iterator<Item = &'static Binding> {
    TABLE.iter().filter(move |binding| binding.place.holds(input_mode))
}

const fn key(code: KeyCode) -> KeyPattern {
    KeyPattern::Key(code, KeyModifiers::NONE)
}

const fn letter(c: char) -> KeyPattern {
    key(KeyCode::Char(c))
}

pub const fn ctrl(c: char) -> KeyPattern {
    KeyPattern::Key(KeyCode::Char(c), KeyModifiers::CONTROL)
}

const fn alt(code: KeyCode) -> KeyPattern {
    KeyPattern::Key(code, KeyModifiers::ALT)
}

const fn ctrl_key(code: KeyCode) -> KeyPattern {
    KeyPattern::Key(code, KeyModifiers::CONTROL)
}

const fn shift(code: KeyCode) -> KeyPattern {
    KeyPattern::Key(code, KeyModifiers::SHIFT)
}

const fn ctrl_shift(code: KeyCode) -> KeyPattern {
    KeyPattern::Key(code, KeyModifiers::CONTROL.union(KeyModifiers::SHIFT))
}

const fn bind(
    place: KeyContext,
    keys: &'static [KeyPattern],
    message: fn(char) -> Message,
    words: &'static str,
    hint: &'static str,
) -> Binding {
    Binding { place, keys, message, words, hint }
}
