//! All keys of the inspector.

use crossterm::event::{KeyCode, KeyModifiers};

use crate::inspector::editor::Motion;
use crate::inspector::keys::binding::{Binding, InputMode, KeyContext, KeyPattern};
use crate::inspector::message::{
    ChosenFixes, FilterBy, ListFilter, MarkScope, Message, PromptPurpose, RuleScope, Step,
};
use crate::inspector::pane::Pane;
use crate::theme::appearance::Bidi;

/// All keys. In one context the first line that matches a key decides. The footer and the help have the same order,
/// so the most common keys come first.
#[rustfmt::skip]
pub static TABLE: &[Binding] = {
    use KeyCode as C;
    use KeyContext::{AllPanes, Anywhere, Calibration, Editing, Fixes, Help, List, Panes, Menu, Page, Prompt, TextInput};
    const FINDINGS: KeyContext = KeyContext::In(Pane::Findings);
    const CHARACTERS: KeyContext = KeyContext::In(Pane::Characters);
    const DIRECTION: KeyContext = KeyContext::In(Pane::Direction);
    const RESOLUTION: KeyContext = KeyContext::In(Pane::Resolution);
    const COMPARISON: KeyContext = KeyContext::In(Pane::Comparison);
    &[
        bind(List, &[key(C::Enter), key(C::Right), letter('l')], |_| Message::Open, "inspect the reference", "view"),
        bind(List, &[letter('f')], |_| Message::Fix(0), "apply the first fix", "fix"),
        bind(List, &[KeyPattern::Digit, letter('0')], |c| Message::Digit(c.to_digit(10).map_or(0, |digit| digit as usize)), "count: 5j, or number of a fix: 2f", ""),
        bind(List, &[ctrl('s')], |_| Message::Save, "save all files", "save"),
        bind(List, &[letter('F')], |_| Message::Propose(RuleScope::Any), "preview all fixes", "fix all"),
        bind(List, &[letter('t')], |_| Message::ToggleTargets, "check the targets of references, or stop it", "targets"),
        bind(List, &[letter('/')], |_| Message::Ask(PromptPurpose::List), "filter by text", "filter"),
        bind(List, &[letter('n')], |_| Message::NextFinding(true), "next finding", "next"),
        bind(List, &[letter('N')], |_| Message::NextFinding(false), "previous finding", ""),
        bind(List, &[letter('}')], |_| Message::NextFile(true), "next file", ""),
        bind(List, &[letter('{')], |_| Message::NextFile(false), "previous file", ""),
        bind(List, &[letter('m')], |_| Message::Ask(PromptPurpose::Pattern), "filter by regular expression", ""),
        bind(List, &[letter('s')], |_| Message::List(ListFilter::NextLeast), "filter by severity", "severity"),
        bind(List, &[letter('r')], |_| Message::ListBy(FilterBy::Rule), "filter by rule", "rules"),
        bind(List, &[letter(' ')], |_| Message::Mark(MarkScope::Selected), "mark the reference for the next action", "mark"),
        bind(List, &[ctrl('a')], |_| Message::Mark(MarkScope::Listed), "mark all listed references, or none", ""),
        bind(List, &[letter('%')], |_| Message::Ask(PromptPurpose::Old), "replace a text in the listed or marked references", "replace"),
        bind(List, &[letter('I')], |_| Message::OfferSuppressions, "ignore the findings", "ignore"),
        bind(List, &[letter('S')], |_| Message::NextListOrder, "sort the files by severity, number of findings or path", "sort"),
        bind(List, &[letter('u')], |_| Message::Undo, "undo", "undo"),
        bind(List, &[ctrl('r')], |_| Message::Redo, "redo", ""),
        bind(List, &[letter('d')], |_| Message::Changes, "show unsaved changes", "changes"),
        bind(List, &[letter('R')], |_| Message::Propose(RuleScope::Selected), "preview the fixes for this rule", "fix rule"),
        bind(List, &[letter('p')], |_| Message::ListBy(FilterBy::Place), "filter by attribute or element", "attributes"),
        bind(List, &[key(C::Esc)], |_| Message::Back, "remove the marks; clear the filter", ""),
        bind(List, &[letter('e')], |_| Message::Edit, "open in $EDITOR", ""),
        bind(List, &[letter('O')], |_| Message::Follow, "open what the reference leads to", "open"),
        bind(List, &[ctrl('o')], |_| Message::JumpBack, "return to the reference that was followed", ""),
        bind(List, &[letter('!')], |_| Message::Failures, "show problems", "problems"),
        bind(List, &[letter('x')], |_| Message::Explain, "explain the rule", "explain"),
        bind(List, &[letter('b')], |_| Message::Ask(PromptPurpose::Base), "set the base", ""),
        bind(List, &[letter('c')], |_| Message::Ask(PromptPurpose::Other), "compare with another reference", ""),
        bind(List, &[letter('y')], |_| Message::OfferCopies, "copy as …", ""),
        bind(List, &[letter('Y')], |_| Message::Copy, "copy", ""),
        bind(List, &[letter(',')], |_| Message::OfferSettings, "settings", ""),
        bind(List, &[letter('B')], |_| Message::Calibration, "test right-to-left display", ""),
        bind(List, &[key(C::Down), letter('j')], |_| Message::Step(Step::Down), "next line", ""),
        bind(List, &[key(C::Up), letter('k')], |_| Message::Step(Step::Up), "previous line", ""),
        bind(List, &[key(C::PageDown), ctrl('d')], |_| Message::Step(Step::PageDown), "page down", ""),
        bind(List, &[key(C::PageUp), ctrl('u')], |_| Message::Step(Step::PageUp), "page up", ""),
        bind(List, &[key(C::Home), letter('g')], |_| Message::Step(Step::First), "first line", ""),
        bind(List, &[key(C::End), letter('G')], |_| Message::Step(Step::Last), "last line", ""),
        bind(List, &[letter(':'), ctrl('p')], |_| Message::Palette, "commands", "commands"),
        bind(List, &[letter('?'), key(C::F(1))], |_| Message::Help, "help", "help"),
        bind(List, &[letter('q')], |_| Message::Quit, "quit", "quit"),

        bind(Panes, &[letter(']')], |_| Message::NextStop(true), "next stop of the tour", "next stop"),
        bind(Panes, &[letter('[')], |_| Message::NextStop(false), "previous stop of the tour", ""),
        bind(Panes, &[letter('f')], |_| Message::Fix(0), "apply the first fix", "fix"),
        bind(Panes, &[KeyPattern::Digit, letter('0')], |c| Message::Digit(c.to_digit(10).map_or(0, |digit| digit as usize)), "count: 5j, or number of a fix: 2f", ""),
        bind(Panes, &[letter('x')], |_| Message::Explain, "explain the rule", "explain"),
        bind(FINDINGS, &[key(C::Enter)], |_| Message::Explain, "explain the rule", ""),
        bind(Panes, &[letter('F')], |_| Message::FixAllSafe, "apply all safe fixes", "fix all"),
        bind(Panes, &[ctrl('s')], |_| Message::Save, "save all files", "save"),
        bind(CHARACTERS, &[letter('v'), key(C::Enter)], |_| Message::NextFilter, "change the filter", "filter"),
        bind(CHARACTERS, &[letter('s')], |_| Message::NextSort, "change the sort order", "sort"),
        bind(DIRECTION, &[letter('v'), key(C::Enter)], |_| Message::NextOrder, "change the display order", "order"),
        bind(DIRECTION, &[letter('s')], |_| Message::NextReorderingStep, "show the next step from stored to displayed order", "step"),
        bind(RESOLUTION, &[key(C::Enter)], |_| Message::Ask(PromptPurpose::Base), "set the base", "base"),
        bind(COMPARISON, &[key(C::Enter)], |_| Message::Ask(PromptPurpose::Other), "set the other reference", "compare with"),
        bind(Panes, &[letter('b')], |_| Message::Ask(PromptPurpose::Base), "set the base", ""),
        bind(Panes, &[letter('c')], |_| Message::Ask(PromptPurpose::Other), "compare with another reference", ""),
        bind(Panes, &[letter('o')], |_| Message::TurnTopLine, "show the reference in stored or displayed order", "reading order"),
        bind(Panes, &[letter('i')], |_| Message::Focus(Pane::Reference), "edit the reference", "edit"),
        bind(Panes, &[letter('>')], |_| Message::NextReference(true), "next reference", "next"),
        bind(Panes, &[letter('<')], |_| Message::NextReference(false), "previous reference", ""),
        bind(Panes, &[letter('L')], |_| Message::References, "list the references", "list"),
        bind(Panes, &[letter('t')], |_| Message::ToggleTargets, "check the targets of references, or stop it", ""),
        bind(Panes, &[letter('e')], |_| Message::Edit, "open in $EDITOR", ""),
        bind(Panes, &[letter('O')], |_| Message::Follow, "open what the reference leads to", "open"),
        bind(Panes, &[ctrl('o')], |_| Message::JumpBack, "return to the reference that was followed", ""),
        bind(Panes, &[letter('y')], |_| Message::OfferCopies, "copy as …", "copy as"),
        bind(Panes, &[letter('Y')], |_| Message::Copy, "copy", ""),
        bind(Panes, &[letter('u')], |_| Message::Undo, "undo", "undo"),
        bind(Panes, &[ctrl('r')], |_| Message::Redo, "redo", ""),
        bind(Panes, &[key(C::Down), letter('j')], |_| Message::Step(Step::Down), "next line", ""),
        bind(Panes, &[key(C::Up), letter('k')], |_| Message::Step(Step::Up), "previous line", ""),
        bind(Panes, &[key(C::Right), letter('l')], |_| Message::Move(Motion::Right), "next character", ""),
        bind(Panes, &[key(C::Left), letter('h')], |_| Message::Move(Motion::Left), "previous character", ""),
        bind(Panes, &[key(C::PageDown), ctrl('d')], |_| Message::Step(Step::PageDown), "page down", ""),
        bind(Panes, &[key(C::PageUp), ctrl('u')], |_| Message::Step(Step::PageUp), "page up", ""),
        bind(Panes, &[key(C::Home), letter('g')], |_| Message::Step(Step::First), "first line", ""),
        bind(Panes, &[key(C::End), letter('G')], |_| Message::Step(Step::Last), "last line", ""),

        bind(TextInput, &[KeyPattern::Character], |c| Message::Insert(c.to_string()), "insert it", ""),
        bind(Editing, &[key(C::Enter)], |_| Message::Focus(Pane::Findings), "stop editing and keep the text", "keep"),
        bind(Editing, &[ctrl('s')], |_| Message::Save, "save all files", ""),
        bind(Editing, &[key(C::Esc)], |_| Message::CancelEdit, "stop editing and restore the text", "cancel"),
        bind(TextInput, &[shift(C::Left)], |_| Message::Extend(Motion::Left), "extend the selection to the previous character", ""),
        bind(TextInput, &[shift(C::Right)], |_| Message::Extend(Motion::Right), "extend the selection to the next character", ""),
        bind(TextInput, &[ctrl_shift(C::Left)], |_| Message::Extend(Motion::WordLeft), "extend the selection to the previous word", ""),
        bind(TextInput, &[ctrl_shift(C::Right)], |_| Message::Extend(Motion::WordRight), "extend the selection to the next word", ""),
        bind(TextInput, &[shift(C::Home)], |_| Message::Extend(Motion::Start), "extend the selection to the start", ""),
        bind(TextInput, &[shift(C::End)], |_| Message::Extend(Motion::End), "extend the selection to the end", ""),
        bind(TextInput, &[alt(C::Char('a'))], |_| Message::SelectAll, "select all", ""),
        bind(TextInput, &[alt(C::Char('c')), ctrl_key(C::Insert)], |_| Message::CopySelection, "copy the selection", "copy"),
        bind(TextInput, &[ctrl('x'), KeyPattern::Key(C::Delete, KeyModifiers::SHIFT)], |_| Message::Cut, "cut the selection", "cut"),
        bind(TextInput, &[key(C::Left), ctrl('b')], |_| Message::Move(Motion::Left), "previous character in stored order", ""),
        bind(TextInput, &[key(C::Right), ctrl('f')], |_| Message::Move(Motion::Right), "next character in stored order", ""),
        bind(TextInput, &[ctrl_key(C::Left), alt(C::Left), alt(C::Char('b'))], |_| Message::Move(Motion::WordLeft), "previous word", ""),
        bind(TextInput, &[ctrl_key(C::Right), alt(C::Right), alt(C::Char('f'))], |_| Message::Move(Motion::WordRight), "next word", ""),
        bind(TextInput, &[key(C::Home), ctrl('a')], |_| Message::Move(Motion::Start), "start of text", ""),
        bind(TextInput, &[key(C::End), ctrl('e')], |_| Message::Move(Motion::End), "end of text", ""),
        bind(TextInput, &[key(C::Backspace)], |_| Message::Delete(Motion::Left), "delete the previous character", ""),
        bind(TextInput, &[key(C::Delete), ctrl('d')], |_| Message::Delete(Motion::Right), "delete the next character", ""),
        bind(TextInput, &[ctrl('w'), alt(C::Backspace), ctrl_key(C::Backspace)], |_| Message::Delete(Motion::WordLeft), "delete the previous word", "delete word"),
        bind(TextInput, &[alt(C::Char('d')), ctrl_key(C::Delete)], |_| Message::Delete(Motion::WordRight), "delete the next word", ""),
        bind(TextInput, &[ctrl('u')], |_| Message::Delete(Motion::Start), "delete to the start", ""),
        bind(TextInput, &[ctrl('k')], |_| Message::Delete(Motion::End), "delete to the end", ""),
        // Terminals send the same byte for ctrl-/ and ctrl-_; crossterm reports it as ctrl-7.
        bind(TextInput, &[ctrl('/'), ctrl('7'), ctrl('_')], |_| Message::Undo, "undo", "undo"),
        bind(TextInput, &[ctrl('r')], |_| Message::Redo, "redo", ""),

        bind(Panes, &[letter(':'), ctrl('p')], |_| Message::Palette, "commands", "commands"),
        bind(Panes, &[letter('z')], |_| Message::Zoom, "enlarge the pane, or show all panes", ""),
        bind(Panes, &[letter('!')], |_| Message::Failures, "show problems", ""),
        bind(Panes, &[letter(',')], |_| Message::OfferSettings, "settings", ""),
        bind(Panes, &[letter('B')], |_| Message::Calibration, "test right-to-left display", ""),
        bind(Panes, &[letter('/')], |_| Message::Ask(PromptPurpose::Search), "search", "search"),
        bind(Panes, &[letter('n')], |_| Message::SearchAgain(true), "next finding, or match of a search", "next"),
        bind(Panes, &[letter('N')], |_| Message::SearchAgain(false), "previous finding, or match of a search", ""),

        bind(AllPanes, &[key(C::Tab)], |_| Message::NextPane, "next pane", "next pane"),
        bind(AllPanes, &[key(C::BackTab), KeyPattern::Key(C::BackTab, KeyModifiers::SHIFT)], |_| Message::PreviousPane, "previous pane", ""),
        bind(Panes, &[letter('?'), key(C::F(1))], |_| Message::Help, "help", "help"),
        bind(Editing, &[key(C::F(1))], |_| Message::Help, "help", "help"),
        bind(Panes, &[key(C::Esc)], |_| Message::Back, "back", "back"),
        bind(Panes, &[letter('Q')], |_| Message::QuitAndPrint, "quit and print the reference", ""),
        bind(Panes, &[letter('q')], |_| Message::Quit, "quit", "quit"),
        bind(Anywhere, &[ctrl('c')], |_| Message::Quit, "quit", "quit"),
        bind(Anywhere, &[ctrl('l')], |_| Message::Redraw, "draw the screen again", ""),
        bind(Anywhere, &[ctrl('z')], |_| Message::Suspend, "suspend (fg resumes)", ""),


        bind(Menu, &[key(C::Enter)], |_| Message::Accept, "choose the entry (type to filter)", "choose"),
        bind(Menu, &[key(C::Down), ctrl('n'), key(C::Tab)], |_| Message::Step(Step::Down), "next line", ""),
        bind(Menu, &[key(C::Up), ctrl('p'), key(C::BackTab)], |_| Message::Step(Step::Up), "previous line", ""),
        bind(Menu, &[key(C::PageDown)], |_| Message::Step(Step::PageDown), "page down", ""),
        bind(Menu, &[key(C::PageUp)], |_| Message::Step(Step::PageUp), "page up", ""),
        bind(Menu, &[key(C::Esc)], |_| Message::Back, "close", "close"),
        bind(Prompt, &[key(C::Enter)], |_| Message::Accept, "accept", "accept"),
        bind(Prompt, &[key(C::Esc)], |_| Message::Back, "close", "close"),
        bind(Page, &[key(C::Enter)], |_| Message::Accept, "apply the proposed changes", "apply"),
        bind(Page, &[key(C::Down), letter('j')], |_| Message::Step(Step::Down), "next line", "scroll"),
        bind(Page, &[key(C::Up), letter('k')], |_| Message::Step(Step::Up), "previous line", ""),
        bind(Page, &[key(C::PageDown), letter(' '), ctrl('d')], |_| Message::Step(Step::PageDown), "page down", ""),
        bind(Page, &[key(C::PageUp), ctrl('u')], |_| Message::Step(Step::PageUp), "page up", ""),
        bind(Page, &[key(C::Home), letter('g')], |_| Message::Step(Step::First), "first line", ""),
        bind(Page, &[key(C::End), letter('G')], |_| Message::Step(Step::Last), "last line", ""),
        bind(Page, &[letter('/')], |_| Message::Ask(PromptPurpose::Page), "search in the text", "search"),
        bind(Page, &[letter('n')], |_| Message::SearchAgain(true), "next match", ""),
        bind(Page, &[letter('N')], |_| Message::SearchAgain(false), "previous match", ""),
        bind(Page, &[key(C::Esc), letter('q')], |_| Message::Back, "close", "close"),
        bind(Fixes, &[letter(' ')], |_| Message::ChooseFixes(ChosenFixes::Selected), "accept or skip the fix", "accept"),
        bind(Fixes, &[letter('A')], |_| Message::ChooseFixes(ChosenFixes::All), "accept or skip all fixes", "all"),
        bind(Fixes, &[letter('a')], |_| Message::ChooseFixes(ChosenFixes::Rule), "accept or skip all fixes of the rule", "rule"),
        bind(Fixes, &[letter('f')], |_| Message::ChooseFixes(ChosenFixes::File), "accept or skip all fixes of the file", "file"),
        bind(Fixes, &[letter('s')], |_| Message::ChooseFixes(ChosenFixes::Safe), "accept only the safe fixes", "safe"),
        bind(Fixes, &[KeyPattern::Digit], |c| Message::ChooseFixes(ChosenFixes::Number(c.to_digit(10).map_or(0, |digit| digit as usize - 1))), "accept fix 1–9 of the finding", ""),
        bind(Fixes, &[letter('n')], |_| Message::NextChoice(true), "next finding with several fixes", "next choice"),
        bind(Fixes, &[letter('N')], |_| Message::NextChoice(false), "previous finding with several fixes", ""),
        bind(Fixes, &[key(C::Enter)], |_| Message::Accept, "apply the chosen fixes", "apply"),
        bind(Fixes, &[key(C::Esc), letter('q')], |_| Message::Back, "close", "close"),
        bind(Fixes, &[letter('?'), key(C::F(1))], |_| Message::Help, "help", ""),
        bind(Fixes, &[letter('!')], |_| Message::Failures, "show problems", ""),
        bind(Fixes, &[letter('x')], |_| Message::Explain, "explain the rule", ""),
        bind(Fixes, &[key(C::Down), letter('j')], |_| Message::Step(Step::Down), "next line", ""),
        bind(Fixes, &[key(C::Up), letter('k')], |_| Message::Step(Step::Up), "previous line", ""),
        bind(Fixes, &[key(C::PageDown), ctrl('d')], |_| Message::Step(Step::PageDown), "page down", ""),
        bind(Fixes, &[key(C::PageUp), ctrl('u')], |_| Message::Step(Step::PageUp), "page up", ""),
        bind(Fixes, &[key(C::Home), letter('g')], |_| Message::Step(Step::First), "first line", ""),
        bind(Fixes, &[key(C::End), letter('G')], |_| Message::Step(Step::Last), "last line", ""),


        bind(Calibration, &[letter('1'), letter('2'), letter('3')], |c| Message::Calibrate(Bidi::choice(c.to_digit(10).map_or(0, |digit| digit as usize - 1))), "choose the first line that reads 1 2 3", "choose"),
        bind(Calibration, &[key(C::Esc), letter('q'), key(C::Enter)], |_| Message::Back, "close", "close"),

        bind(Help, &[key(C::Down), letter('j')], |_| Message::Step(Step::Down), "next line", "scroll"),
        bind(Help, &[key(C::Up), letter('k')], |_| Message::Step(Step::Up), "previous line", ""),
        bind(Help, &[key(C::PageDown), letter(' '), ctrl('d')], |_| Message::Step(Step::PageDown), "page down", ""),
        bind(Help, &[key(C::PageUp), ctrl('u')], |_| Message::Step(Step::PageUp), "page up", ""),
        bind(Help, &[key(C::Home), letter('g')], |_| Message::Step(Step::First), "first line", ""),
        bind(Help, &[key(C::End), letter('G')], |_| Message::Step(Step::Last), "last line", ""),
        bind(Help, &[letter('/')], |_| Message::Ask(PromptPurpose::Page), "search in the help", "search"),
        bind(Help, &[letter('n')], |_| Message::SearchAgain(true), "next match", ""),
        bind(Help, &[letter('N')], |_| Message::SearchAgain(false), "previous match", ""),
        bind(Help, &[key(C::Esc), letter('?'), letter('q'), key(C::F(1)), key(C::Enter)], |_| Message::Back, "close", "close"),
    ]
};

/// Returns the lines of the table for an input mode.
pub fn bindings(input_mode: InputMode) -> impl Iterator<Item = &'static Binding> {
    TABLE.iter().filter(move |binding| binding.context.is_active_in(input_mode))
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
    context: KeyContext,
    keys: &'static [KeyPattern],
    message: fn(char) -> Message,
    words: &'static str,
    hint: &'static str,
) -> Binding {
    Binding { context, keys, message, words, hint }
}
