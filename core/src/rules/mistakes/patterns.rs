//! Mistakes that `patterns.txt` describes, each by a regular expression and what is meant.

use std::ops::Range;
use std::sync::{LazyLock, OnceLock};

use regex::bytes::RegexSet;
use regex::{Captures, Regex};

use crate::characters::quotable;
use crate::reference::Reference;
use crate::rules::mistakes::mistake::{Mistake, STARTS, Text, is_word, words};
use crate::rules::rule::Severity;
use crate::rules::schemes::{Grammar, title};
use crate::text::{Edit, Span, apply_edits, fit};

/// Length of the longest text that is looked at, in bytes.
const LONGEST: usize = 2_000;

/// Label of a host.
const LABEL: &str = "[a-z0-9](?:[a-z0-9-]*[a-z0-9])?";

/// Mistake of `patterns.txt`.
struct Pattern {
    /// Regular expression with names of words in braces.
    source: &'static str,
    regex: OnceLock<Option<Regex>>,
    /// Whether each place in the text that matches is replaced, and not the whole text.
    is_each: bool,
    /// Text with `$1` for the first group; `None` if no program can know it.
    meant: Option<&'static str>,
    message: &'static str,
    most: Severity,
    /// Example, and the text that is meant by it.
    #[cfg_attr(not(test), expect(dead_code))] // the test of the records
    example: (&'static str, Option<&'static str>),
}

/// When a mistake is looked for.
#[derive(Clone, Copy)]
pub(super) enum Stage {
    /// Before all others.
    Early,
    /// After those of the start and of the authority.
    Late,
}

/// The patterns of a stage, and all of them in one automaton.
struct Patterns {
    all: Vec<Pattern>,
    set: RegexSet,
}

static PATTERNS: LazyLock<[Patterns; 2]> = LazyLock::new(|| {
    let (early, late) = include_str!("patterns.txt").split_once("\n[late]\n").unwrap_or_default();
    [early, late].map(|text| {
        let all: Vec<Pattern> = text.split("\n\n").filter_map(Pattern::parse).collect();
        let set = RegexSet::new(all.iter().map(Pattern::of_bytes)).unwrap_or_default();
        Patterns { all, set }
    })
});

thread_local! {
    /// The automata of the thread: clones share their programs, and none waits for the memory of another thread.
    static SETS: [RegexSet; 2] = PATTERNS.each_ref().map(|patterns| patterns.set.clone());
}

impl Pattern {
    /// Parses a record: an example, the pattern and the message, apart from comments.
    fn parse(record: &'static str) -> Option<Self> {
        let mut lines = record.lines().map(str::trim).filter(|line| !line.starts_with("# ") && !line.is_empty());
        let example = pair(lines.next()?);
        let (written, meant) = pair(lines.next()?);
        let message = lines.next()?;
        let source = written.strip_prefix("each ").unwrap_or(written);
        let (message, most) = match message.strip_prefix("information: ") {
            Some(message) => (message, Severity::Information),
            None => (message, Severity::Warning),
        };
        Some(Self {
            source,
            regex: OnceLock::new(),
            is_each: source.len() < written.len(),
            meant,
            message,
            most,
            example,
        })
    }

    /// Returns the regular expression without names in braces.
    fn expanded(&self) -> String {
        let expanded = expanded(self.source);
        if self.is_each { expanded } else { format!("(?s)^(?:{expanded})$") }
    }

    /// Returns the same for bytes, if it names only ASCII: it matches every text that the other one matches, since no pattern counts
    /// characters above ASCII, and its automaton is smaller.
    fn of_bytes(&self) -> String {
        let expanded = self.expanded();
        if expanded.is_ascii() && !expanded.contains(r"\x") { format!("(?-u:{expanded})") } else { expanded }
    }

    fn regex(&self) -> Option<&Regex> {
        self.regex.get_or_init(|| Regex::new(&self.expanded()).ok()).as_ref()
    }

    /// Returns the edits of a match, apart from those that change nothing: the text between the groups is replaced.
    fn edits(&self, lower: &Captures<'_>, inner: &str, text: &Text<'_, '_>) -> Option<Vec<Edit>> {
        let whole = lower.get(0)?;
        let (mut edits, mut at, mut new) = (Vec::new(), whole.start(), String::new());
        let mut replace = |start: usize, end: usize, new: &str| {
            let edit = by_words(&inner[start..end], new);
            let span = text.span(start + edit.span.start, start + edit.span.end);
            if !edit.span.is_empty() || !edit.text.is_empty() {
                edits.push(Edit { span, text: edit.text });
            }
        };
        let mut rest = self.meant?;
        while let Some(dollar) = rest.find('$') {
            new.push_str(&rest[..dollar]);
            let group = rest.as_bytes().get(dollar + 1).filter(|digit| digit.is_ascii_digit())?;
            rest = &rest[dollar + 2..];
            let Some(group) = lower.get(usize::from(group - b'0')) else { continue };
            if group.start() < at {
                // A group again, or before another one.
                new.push_str(&inner[group.range()]);
                continue;
            }
            replace(at, group.start(), &new);
            (at, new) = (group.end(), String::new());
        }
        new.push_str(rest);
        replace(at, whole.end(), &new);
        Some(edits)
    }

    /// Returns the message, in which `$1` is the first group as it is written.
    fn message(&self, captures: &Captures<'_>, inner: &str) -> String {
        let mut parts = self.message.split('$');
        let first = parts.next().unwrap_or_default().to_owned();
        parts.fold(first, |message, part| {
            let group = part.bytes().next().and_then(|digit| captures.get(usize::from(digit.wrapping_sub(b'0'))));
            let written = group.map_or("", |group| &inner[group.range()]);
            fit(&quotable(written, written), |written| format!("{message}{written}{}", &part[1..]))
        })
    }

    fn find(&self, text: &Text<'_, '_>, lower: &str) -> Option<Mistake> {
        let (regex, inner) = (self.regex()?, text.inner());
        let captures = regex.captures(lower)?;
        let message = self.message(&captures, inner);
        if self.meant.is_none() {
            let found = captures.get(1).or_else(|| captures.get(0))?;
            let span = text.span(found.start(), found.end());
            return Some(text.of_all(span, message).at_most(self.most));
        }
        let mut edits = self.edits(&captures, inner, text)?;
        let mut owned = Vec::new();
        if self.is_each {
            for captures in regex.captures_iter(lower).skip(1) {
                edits.extend(self.edits(&captures, inner, text)?);
            }
            owned = regex.find_iter(lower).map(|found| text.span(found.start(), found.end())).collect();
        }
        let (first, last) = (edits.first()?.span, edits.last()?.span);
        if is_refused(apply_edits(text.whole, &edits).trim()) {
            return None;
        }
        let hull = Span::new(first.start, if self.is_each { first.end } else { last.end });
        // What follows a host is left to other rules.
        let rest = captures.iter().flatten().last().map(|last| last.range());
        let is_rest = |rest: &Range<usize>| rest.end == lower.len() && lower[rest.clone()].starts_with(['/', '?', '#']);
        let end = rest.filter(is_rest).map_or(text.inner.end, |rest| text.inner.start + rest.start);
        if owned.is_empty() {
            // With what follows the scheme, other rules report the scheme.
            let is_after_scheme = text.reference.scheme.is_some_and(|scheme| hull.start <= scheme.end + 2);
            let start = if is_after_scheme { text.inner.start } else { hull.start };
            owned.push(Span::new(start, end.max(hull.end)));
        }
        let before = text.whole[..hull.start].chars().next_back().map_or(0, char::len_utf8);
        let span = match hull {
            hull if !hull.is_empty() => hull,
            // An insertion has the span of what precedes it.
            hull if hull.start > text.inner.start => Span::new(hull.start - before, hull.start),
            _ => text.inner,
        };
        let mistake = text.of_all(span, message).at_most(self.most).edit(title_of(text, &edits), edits);
        Some(Mistake { owned, ..mistake })
    }
}

/// Returns the title of a fix with `edits`: that of the first one, or of all that are removed.
fn title_of(text: &Text<'_, '_>, edits: &[Edit]) -> String {
    let mut titles: Vec<String> = edits.iter().map(|edit| title(edit.span.slice(text.whole), &edit.text)).collect();
    titles.dedup();
    match &titles[..] {
        [first, second] if edits.iter().all(|edit| edit.text.is_empty()) => {
            format!("{first} and {}", second.trim_start_matches("remove "))
        }
        _ => titles.swap_remove(0),
    }
}

/// Splits `left -> right`.
fn pair(line: &'static str) -> (&'static str, Option<&'static str>) {
    match line.split_once("  ->") {
        Some((left, right)) => (left, Some(right.trim())),
        None => (line, None),
    }
}

/// Returns whether the grammar of its scheme refuses `text`, and programs do too, or its host is the name of a file.
fn is_refused(text: &str) -> bool {
    let reference = Reference::parse(text);
    let top = |host: Span| host.slice(text).rsplit_once('.').map(|(_, top)| top);
    reference.host().and_then(top).is_some_and(|top| is_word("file", top))
        || Grammar::for_reference(&reference).is_some_and(|grammar| !grammar.is_usable(&reference))
}

/// Returns the replacement of `old` by `new`, without what both start and end with. Words are not divided, and nothing is only
/// inserted.
fn by_words(old: &str, new: &str) -> Edit {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || !byte.is_ascii();
    let (before, after) = (old.as_bytes(), new.as_bytes());
    let common = before.iter().zip(after).take_while(|(a, b)| a == b).count();
    let divides = |bytes: &[u8], at: usize| at > 0 && at < bytes.len() && is_word(bytes[at - 1]) && is_word(bytes[at]);
    let start = (0..=common).rev().find(|&at| !divides(before, at) && !divides(after, at)).unwrap_or(0);
    let ends = before[start..].iter().rev().zip(after[start..].iter().rev()).take_while(|(a, b)| a == b).count();
    let is_end = |length: &usize| !divides(before, before.len() - length) && !divides(after, after.len() - length);
    let end = (0..=ends).rev().find(is_end).unwrap_or(0);
    if start + end == old.len() && old != new {
        return Edit { span: Span::new(0, old.len()), text: new.to_owned() };
    }
    Edit { span: Span::new(start, old.len() - end), text: new[start..new.len() - end].to_owned() }
}

/// Returns the regular expression with the names in braces replaced by what they stand for: kinds of `words.txt`, and some parts
/// of references.
fn expanded(source: &str) -> String {
    let (mut expanded, mut rest) = (String::new(), source);
    while let Some(open) = rest.find('{') {
        // Of `\{` and `[^{}]` the brace is a literal.
        if rest[..open].ends_with(['\\', '^']) {
            expanded.push_str(&rest[..=open]);
            rest = &rest[open + 1..];
            continue;
        }
        let end = rest[open..].find('}').map_or(rest.len(), |end| open + end + 1);
        let name = &rest[open + 1..end - 1];
        expanded.push_str(&rest[..open]);
        match name {
            "start" => expanded.push_str(&one_of(&STARTS)),
            "web" => expanded.push_str("(?:https?|ftp)"),
            "guid" => expanded.push_str("[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"),
            "label" => expanded.push_str(LABEL),
            "host" => expanded.extend(["(?:", LABEL, r"\.)+[a-z]{2,}"]),
            "name" => expanded.push_str("[a-z_][a-z0-9_.-]*"),
            // What follows an authority.
            "rest" => expanded.push_str("(?:[:/?#].*)?"),
            _ if name.starts_with(|c: char| c.is_ascii_alphabetic()) => {
                expanded.push_str(&one_of(words(name)));
            }
            _ => expanded.push_str(&rest[open..end]),
        }
        rest = &rest[end..];
    }
    expanded + rest
}

fn one_of(texts: &[&str]) -> String {
    let alternatives: Vec<String> = texts.iter().map(|text| regex::escape(&text.to_ascii_lowercase())).collect();
    format!("(?:{})", alternatives.join("|"))
}

/// Returns the first mistake of `stage`.
pub(super) fn find(text: &Text<'_, '_>, stage: Stage) -> Option<Mistake> {
    let inner = text.inner();
    if inner.len() > LONGEST || text.reference.is_scheme("data") {
        return None;
    }
    let lower = inner.to_ascii_lowercase();
    // Whether one matches takes a tenth of the time of finding which.
    let matches = |set: &RegexSet| set.is_match(lower.as_bytes()).then(|| set.matches(lower.as_bytes()));
    let found = SETS.with(|sets| matches(&sets[stage as usize]))?;
    found.into_iter().find_map(|index| PATTERNS[stage as usize].all[index].find(text, &lower))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::features::Features;

    fn text<'c, 't>(reference: &'c Reference<'t>) -> Text<'c, 't> {
        crate::rules::mistakes::text(reference)
    }

    #[test]
    fn each_pattern_finds_its_example() {
        let (mut records, mut wrong) = (0, Vec::new());
        for stage in [Stage::Early, Stage::Late] {
            let before = records;
            assert!(!PATTERNS[stage as usize].set.is_empty());
            for pattern in &PATTERNS[stage as usize].all {
                let (slip, meant) = pattern.example;
                let slip = &slip.replace('\u{240A}', "\n");
                assert!(pattern.regex().is_some(), "{}: {}", pattern.source, expanded(pattern.source));
                let reference = Reference::parse(slip);
                let lower = slip.to_ascii_lowercase();
                let found = pattern
                    .find(&text(&reference), &lower)
                    .map(|mistake| mistake.fixes.first().map_or_else(String::new, |fix| apply_edits(slip, &fix.edits)));
                if found.as_deref() != Some(meant.unwrap_or_default()) {
                    wrong.push(format!("{slip}: {found:?}"));
                }
                let index = records - before;
                let set = &PATTERNS[stage as usize].set;
                assert!(set.matches(lower.as_bytes()).matched(index), "{slip}");
                // Without a feature nothing is looked for.
                let features = Features::from_reference(&reference);
                if crate::rules::mistakes::find(&reference, features).is_none() {
                    wrong.push(format!("{slip}: no feature"));
                }
                records += 1;
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
        // Each has its arrow twice, or no arrow.
        let lines = include_str!("patterns.txt").lines().filter(|line| !line.is_empty() && !line.starts_with("# "));
        assert_eq!(records * 3 + 1, lines.count());
    }

    #[test]
    fn a_replacement_divides_no_word() {
        let of = |old, new| by_words(old, new);
        assert_eq!(of("://wwww.", "://www."), Edit { span: Span::new(3, 7), text: "www".into() });
        assert_eq!(of("a,", "a."), Edit { span: Span::new(1, 2), text: ".".into() });
        assert_eq!(of("=3d", "="), Edit { span: Span::new(1, 3), text: String::new() });
        assert_eq!(of("", "#"), Edit { span: Span::new(0, 0), text: "#".into() });
        assert_eq!(of("/", "://"), Edit { span: Span::new(0, 1), text: "://".into() });
    }
}
