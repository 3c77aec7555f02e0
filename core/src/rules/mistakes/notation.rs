//! Mistakes of notation: a reference in the markup of another language, after a label, or before other text.

use std::sync::LazyLock;

use crate::characters::quotable;
use crate::reference::{Class, Reference};
use crate::rules::mistakes::mistake::{
    Marks, Mistake, Text, WEB, is_file_name, is_web_start, is_word, starts_like_host, starts_like_reference,
    starts_with_scheme, words,
};
use crate::rules::mistakes::start::{closing_mark, without_end_marks};
use crate::rules::rule::Severity;
use crate::text::{Edit, Span, WHITESPACE, apply_edits, fit, floor_char_boundary};
use crate::unicode::quoted_name;

/// Markup of `markup.txt`.
struct Markup {
    language: &'static str,
    /// What the target is.
    target: &'static str,
    pieces: Vec<Piece>,
    /// Marks that each such text contains.
    marks: Marks,
}

/// Part of a pattern. Letters are in lowercase.
#[derive(Clone, Copy, PartialEq)]
enum Piece {
    Text(&'static str),
    Target,
    Name,
    Code,
    Letters,
    Words,
    Any,
}

static MARKUP: LazyLock<Vec<Markup>> = LazyLock::new(|| {
    let lines = include_str!("markup.txt").lines().filter(|line| !line.starts_with('#'));
    let markup = |line: &'static str| {
        let (language, rest) = line.split_once("  ")?;
        let (target, pattern) = rest.trim_start().split_once("  ")?;
        let pieces = pieces(pattern.trim_start());
        let literals = pieces.iter().map(|piece| if let Piece::Text(text) = piece { text } else { "" });
        let marks = literals.fold(Marks::of(""), |marks, text| marks.or(Marks::of(text)));
        Some(Markup { language, target, pieces, marks })
    };
    lines.filter_map(markup).collect()
});

fn pieces(mut pattern: &'static str) -> Vec<Piece> {
    const VARIABLES: [(&str, Piece); 6] = [
        ("TARGET", Piece::Target),
        ("NAME", Piece::Name),
        ("CODE", Piece::Code),
        ("LETTERS", Piece::Letters),
        ("WORDS", Piece::Words),
        ("*", Piece::Any),
    ];
    let mut pieces = Vec::new();
    while !pattern.is_empty() {
        let next = VARIABLES.iter().filter_map(|(name, piece)| Some((pattern.find(name)?, name.len(), *piece)));
        let (at, length, piece) = next.min_by_key(|(at, ..)| *at).unwrap_or((pattern.len(), 0, Piece::Any));
        if at > 0 {
            pieces.push(Piece::Text(&pattern[..at]));
        }
        if length > 0 {
            pieces.push(piece);
        }
        pattern = &pattern[at + length..];
    }
    pieces
}

impl Markup {
    /// Returns the target if `text` has this form. `lower` is the text with ASCII in lowercase. Each variable is as short as
    /// possible, so the time is linear.
    fn target<'t>(&self, text: &'t str, lower: &str) -> Option<&'t str> {
        let (mut at, mut target) = (0, "");
        for (index, piece) in self.pieces.iter().enumerate() {
            if let Piece::Text(literal) = piece {
                at = lower[at..].starts_with(literal).then_some(at + literal.len())?;
                continue;
            }
            let end = match self.pieces.get(index + 1) {
                Some(Piece::Text(last)) if index + 2 == self.pieces.len() => {
                    lower[at..].ends_with(last).then(|| lower.len() - last.len())?
                }
                Some(Piece::Text(next)) => at + lower[at..].find(next)?,
                _ => lower.len(),
            };
            let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | ':' | '.');
            let is_code = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.');
            match piece {
                Piece::Name if at == end || !text[at..end].chars().all(is_name) => return None,
                Piece::Code if at == end || !text[at..end].chars().all(is_code) => return None,
                Piece::Letters if at == end || !text[at..end].chars().all(char::is_alphabetic) => return None,
                Piece::Words if !text[at..end].trim().contains(WHITESPACE) => return None,
                Piece::Target => target = &text[at..end],
                _ => {}
            }
            at = end;
        }
        let target = target.trim_matches(WHITESPACE);
        // `target "title"`, `target =100x100`; another blank is in the name.
        let is_end = |at: usize| target[at..].trim_start().starts_with(['"', '\'', '=']);
        let target =
            target.match_indices(WHITESPACE).find(|(at, _)| is_end(*at)).map_or(target, |(at, _)| &target[..at]);
        let target = target.trim_matches(['"', '\'', '<', '>']);
        let is_page = || target.ends_with(|c: char| c.is_alphanumeric()) && !target.contains(['?', '#']);
        let is_web = || starts_with_scheme(target).is_some();
        let is_target = match self.target {
            "any" => true,
            "web" => is_web(),
            "file" => is_web() || is_file_name(target),
            "name" => is_file_name(target) && !Reference::parse(target).has_scheme() && !target.starts_with("//"),
            _ => is_web() && is_page(),
        };
        (at == text.len() && !target.is_empty() && is_target).then_some(target)
    }
}

/// `[text](target)`, `<a href="target">text</a>`, `url(target)`, `[target text]`, `\url{target}`
pub(super) fn markup(text: &Text<'_, '_>) -> Option<Mistake> {
    let inner = text.inner();
    let mut possible = MARKUP.iter().filter(|markup| text.marks.contains(markup.marks)).peekable();
    possible.peek()?;
    let lower = inner.to_ascii_lowercase();
    let (language, target) = possible.find_map(|markup| Some((markup.language, markup.target(inner, &lower)?)))?;
    let mistake = text.of_all(text.inner, format!("markup of {language} is not part of the reference"));
    Some(mistake.replace("replace with the target in it", text.inner, target))
}

/// A label of `labels.txt`.
struct Label {
    written: &'static str,
    meant: &'static str,
    value: &'static str,
}

static LABELS: LazyLock<Vec<Label>> = LazyLock::new(|| {
    let lines = include_str!("labels.txt").lines().filter(|line| !line.starts_with('#'));
    let label = |line: &'static str| {
        let mut words = line.split_whitespace();
        let (written, meant, value) = (words.next()?, words.next()?, words.next()?);
        Some(Label { written, meant: meant.trim_start_matches('-'), value })
    };
    lines.filter_map(label).collect()
});

impl Label {
    /// Returns the text after the label if it is a value of its kind.
    fn value<'t>(&self, inner: &'t str) -> Option<&'t str> {
        if inner.as_bytes().first().map(u8::to_ascii_lowercase) != self.written.bytes().next() {
            return None;
        }
        let start = inner.get(..self.written.len()).filter(|start| start.eq_ignore_ascii_case(self.written))?;
        let rest = &inner[start.len()..];
        let value = rest.trim_start_matches(WHITESPACE);
        let is_separated = value.len() < rest.len() || start.ends_with([':', ';', ',', '=', '.', '?']);
        let first = value.bytes().next()?;
        let matches = match self.value {
            "web" => ["http://", "https://", "ftp://", "www."]
                .iter()
                .any(|web| value.get(..web.len()).is_some_and(|start| start.eq_ignore_ascii_case(web))),
            "mail" => value.contains('@') && !value.contains('/') && first.is_ascii_graphic(),
            "phone" => first.is_ascii_digit() || matches!(first, b'+' | b'('),
            "digit" => first.is_ascii_digit(),
            "any" => true,
            "file" => is_file_name(value),
            "data" => value.contains(','),
            "letter" => first.is_ascii_alphabetic() && value.contains(':'),
            start => value.starts_with(start),
        };
        // `orcid:0000-0002-1825-0097` is a compact URI.
        let is_compact = self.meant.starts_with("https:") && value.len() == rest.len();
        (is_separated && matches && !is_compact).then_some(value)
    }
}

/// `URL: http://example.org/`, `Tel.: +49 30 1234`, `ISBN 978-3-16-148410-0`, `mailto;a@b.example`
pub(super) fn label(text: &Text<'_, '_>) -> Option<Mistake> {
    let inner = text.inner();
    let is_web = text.reference.authority.is_some() && WEB.iter().any(|web| text.reference.is_scheme(web));
    if is_web || !inner.starts_with(|c: char| c.is_alphabetic()) {
        return None;
    }
    if let Some((label, value)) = LABELS.iter().find_map(|label| Some((label, label.value(inner)?))) {
        let span = text.span(0, inner.len() - value.len());
        let written = quotable(span.slice(text.whole), span.slice(text.whole)).into_owned();
        // Some programs know `isbn:` as a scheme.
        let is_name =
            label.meant.starts_with("urn:") && text.reference.has_scheme() && !span.slice(text.whole).contains(' ');
        let most = if is_name { Severity::Information } else { Severity::Warning };
        let mistake = |message: String| text.of_all(span, message).at_most(most);
        if label.meant.is_empty() {
            let message = fit(written.trim(), |written| format!("'{written}' is not part of the reference"));
            return Some(mistake(message).replace("remove text before the reference", span, ""));
        }
        let message = fit(written.trim(), |written| format!("'{written}' is not a scheme ({}?)", label.meant));
        return Some(mistake(message).replace(format!("replace with '{}'", label.meant), span, label.meant));
    }
    // `see http://example.org/`, `Available at: https://example.org/`
    if !text.reference.seen.anywhere().intersects(Class::LEIRI_ASCII) {
        return None;
    }
    let at = inner.match_indices("://").find_map(|(at, _)| {
        let start = inner[..at].trim_end_matches(|c: char| c.is_ascii_alphabetic()).len();
        is_web_start(&inner[start..at + 3]).then_some(start)
    })?;
    let before = &inner[..at];
    let words = before.trim_end_matches(WHITESPACE);
    let is_words = words.split(WHITESPACE).all(|word| {
        let word = word.trim_end_matches([':', ',', '.', ';']);
        word.chars().all(|c| c.is_alphabetic() || matches!(c, '-' | '\''))
    });
    if words.len() == before.len() || !is_words || !starts_like_host(inner[at..].split("://").nth(1)?) {
        return None;
    }
    let span = text.span(0, at);
    let mistake = text.of_all(span, "text before the reference").owning(span);
    Some(mistake.replace("remove text before the reference", span, ""))
}

/// `Example (http://example.org/)`, `url='http://example.org/';`, `Link -> http://example.org/`: other text around a reference.
pub(super) fn text_around(text: &Text<'_, '_>) -> Option<Mistake> {
    /// Length of the longest text before a reference in bytes.
    const LONGEST: usize = 200;
    let inner = text.inner();
    let is_wrapping = |scheme: Span| is_word("wrapping-scheme", scheme.slice(text.whole));
    if text.reference.authority.is_some()
        || starts_like_reference(inner)
        || inner.starts_with('&')
        || text.reference.scheme.is_some_and(is_wrapping)
    {
        return None;
    }
    let is_part = |c: char| c.is_alphanumeric() || "/\\?#&%.@-_+:~$".contains(c);
    let limit = floor_char_boundary(inner, LONGEST);
    let mut starts = inner[..limit].char_indices().zip(inner.chars().skip(1).chain(['\0']));
    let start = starts.find_map(|((at, c), next)| {
        let start = at + c.len_utf8();
        let is_start = !is_part(c) || !c.is_ascii() || c == ':' && inner[..at].contains(|c: char| !c.is_ascii());
        // A name may contain `www.` after a letter.
        let is_name = || {
            let rest = &inner[start..];
            !c.is_ascii() && !rest[..rest.find(['/', '?', '#']).unwrap_or(rest.len())].contains(':')
        };
        (is_start && next.is_ascii_alphabetic() && starts_like_reference(&inner[start..]) && !is_name())
            .then_some(start)
    })?;
    let (before, rest) = inner.split_at(start);
    let words = before.trim_end_matches(WHITESPACE);
    // `a.html http://example.org/`: a list of two.
    let is_reference = !words.contains(WHITESPACE) && (words.contains('/') || is_file_name(words));
    // `swh:1:cnt:94a9ed02;origin=https://example.org/`: a parameter of an identifier.
    let is_parameter = text.reference.has_scheme() && before.ends_with('=') && before.contains(';');
    if before.contains(['?', '#'])
        || is_parameter
        || is_reference
        || before.contains('/') && !before.contains(WHITESPACE)
    {
        return None;
    }
    let length = closing_mark(before).map_or_else(|| rest.find(WHITESPACE), |close| rest.find(close));
    let ends =
        ['.', ',', ';', ':', '!', '"', '\'', ')', ']', '}', '>', '|', '`', '\\', '\u{201D}', '\u{2019}', '\u{BB}'];
    let target = rest[..length.unwrap_or(rest.len())].trim_end_matches(ends);
    let after = &rest[target.len()..];
    let is_enclosed = before.chars().all(|c| !c.is_alphanumeric());
    if is_enclosed && !after.contains(char::is_alphanumeric) {
        return None;
    }
    let span = text.span(0, start);
    let is_alone = after.chars().all(|c| !c.is_alphanumeric());
    let message = if is_alone { "text before the reference" } else { "text around the reference" };
    let mistake = text.of_all(span, message);
    // A second reference may be meant as well.
    if after.contains("://") || after.contains("www.") || !starts_like_reference(target) {
        return Some(mistake);
    }
    let removed = [span, text.span(start + target.len(), inner.len())].into_iter().filter(|span| !span.is_empty());
    let edits: Vec<Edit> = removed.map(|span| Edit { span, text: String::new() }).collect();
    let title = if edits.len() > 1 { "remove text around the reference" } else { "remove text before the reference" };
    Some(mistake.edit(title, edits))
}

/// `http://example.org/a</url>`, `http://example.org/a">text</a>`, `a.html" class="b`, `http://example.org/ (accessed 1 May 2020)`
pub(super) fn text_after(text: &Text<'_, '_>) -> Option<Mistake> {
    let start = usize::from(text.inner().starts_with('"'));
    let inner = &text.inner()[start..];
    if start == 0
        && let Some(mistake) = file_list(text)
    {
        return Some(mistake);
    }
    let is_reference =
        !text.is_free() && starts_like_reference(inner) || starts_with_file(inner) || inner.starts_with("//");
    let end = || tag(inner).or_else(|| note(inner)).filter(|_| is_reference && start == 0);
    let at = end_of_attribute(inner, is_reference).or_else(end).or_else(|| attribute_list(inner))?;
    let at = without_end_marks(inner[..at].trim_end_matches([';', ',']), &['}', ']', '>']).len();
    let span = text.span(start + at, text.inner().len());
    let message = "text after the reference";
    if start > 0 {
        let edits = [text.span(0, start), span].map(|span| Edit { span, text: String::new() });
        return Some(text.of_all(span, message).edit("remove text around the reference", edits.into()));
    }
    Some(text.of_all(span, message).owning(span).replace("remove text after the reference", span, ""))
}

/// Returns where a list of attributes of Markdown starts: `{:target="_blank"}`, `{#id .class}`, `{width=50%}`. No expression of
/// a URI template has a colon first, a blank, or a percent sign last (RFC 6570 section 2.2).
fn attribute_list(inner: &str) -> Option<usize> {
    let at = inner.rfind('{').filter(|at| *at > 0)?;
    let list = inner[at + 1..].strip_suffix('}')?;
    let is_list = list.starts_with(':')
        || list.starts_with(['#', '.']) && list.contains(' ')
        || list.contains('=') && list.ends_with(['"', '\'', '%']);
    let is_name = |c: char| c.is_ascii_alphanumeric() || WHITESPACE.contains(&c) || "#.:-_=\"'%".contains(c);
    (is_list && list.chars().all(is_name)).then(|| inner[..at].trim_end_matches(WHITESPACE).len())
}

/// `curl -s 'http://example.org/a' | sh`, `"http://example.org/a" -o a.html`: the command of a shell.
pub(super) fn command(text: &Text<'_, '_>) -> Option<Mistake> {
    /// Length of the longest command in bytes.
    const LONGEST: usize = 2_000;
    let inner = text.inner();
    if inner.len() > LONGEST {
        return None;
    }
    let arguments = || inner.split(WHITESPACE).filter(|word| !word.is_empty());
    let mut named = arguments().skip_while(|word| matches!(*word, "$" | ">" | "%" | "#" | "sudo"));
    let is_named = named.next().is_some_and(|name| words("command").contains(&name)) && named.next().is_some();
    if !is_named && !inner.starts_with(['"', '\'']) {
        return None;
    }
    let is_option = |word: &str| {
        let name = word.strip_prefix("--").or_else(|| word.strip_prefix('-').filter(|name| name.len() == 1));
        name.is_some_and(|name| name.starts_with(|c: char| c.is_ascii_alphabetic()))
    };
    let mut references = arguments().map(|word| word.trim_matches(['"', '\'', ';']));
    let is_reference = |word: &&str| starts_with_scheme(word).is_some();
    let reference = references.find(is_reference);
    let is_address = |word: &str| word.contains('@') && word.contains(':');
    let has_argument = arguments().any(is_option) || is_named && (reference.is_some() || arguments().any(is_address));
    if !is_named && reference.is_none() || !has_argument || references.any(|word| is_reference(&word)) {
        return None;
    }
    let mistake = text.of_all(text.inner, "the command of a shell is not a reference");
    Some(match reference {
        Some(reference) => {
            // Between quotation marks it may contain blanks.
            let at = inner.find(reference)?;
            let mark = inner[..at].chars().next_back().filter(|c| matches!(c, '"' | '\''));
            let quoted = mark.and_then(|mark| inner[at..].split(mark).next()).unwrap_or(reference);
            mistake.replace("replace with the reference in it", text.inner, quoted)
        }
        None => mistake,
    })
}

type Pairs = Vec<(&'static str, &'static str)>;

/// What is written for delimiters and for schemes, and what is meant.
static DEFANGED: LazyLock<(Pairs, Pairs)> = LazyLock::new(|| {
    let pairs = |kind| words(kind).iter().filter_map(|pair| pair.split_once('=')).collect();
    (pairs("defanged"), pairs("defanged-scheme"))
});

/// `hxxps://example[.]org/a`, `http[:]//example.org`, `example[dot]org`: written so that no program makes a link of it.
pub(super) fn defanged(text: &Text<'_, '_>) -> Option<Mistake> {
    /// Length of the longest start that is looked at, in bytes.
    const LONGEST: usize = 512;
    let inner = text.inner();
    let inner = &inner[..floor_char_boundary(inner, LONGEST)];
    let starts_with = |at: usize, written: &str| {
        inner.get(at..at + written.len()).is_some_and(|part| part.eq_ignore_ascii_case(written))
    };
    let bracketed = if text.marks.intersects(Marks::of("[({")) { inner } else { "" };
    let marks = bracketed.match_indices(['[', '(', '{']).filter_map(|(at, _)| {
        let (mark, meant) = DEFANGED.0.iter().find(|(mark, _)| starts_with(at, mark))?;
        Some((at, mark.len(), *meant))
    });
    let mut schemes = DEFANGED.1.iter().filter(|(name, _)| starts_with(0, name));
    let scheme = schemes.find(|(name, _)| inner[name.len()..].starts_with([':', '[']));
    let scheme = scheme.map(|(name, meant)| (0, name.len(), *meant));
    let edits: Vec<Edit> = scheme
        .into_iter()
        .chain(marks)
        .map(|(at, length, meant)| Edit { span: text.span(at, at + length), text: meant.to_owned() })
        .collect();
    let first = edits.first()?.span;
    let fixed = apply_edits(text.whole, &edits);
    let meant = Reference::parse_collapsed(&fixed);
    let host = meant.host().map_or("", |host| host.slice(&fixed));
    let is_web = WEB.iter().any(|web| meant.is_scheme(web)) && host.contains('.') && !host.contains(['[', '(', '{']);
    if !is_web {
        return None;
    }
    let most = if first.slice(text.whole).contains(['[', '(', '{']) || edits.len() > 1 {
        Severity::Warning
    } else {
        // The author does not want anyone to follow it.
        Severity::Information
    };
    let owned = Span::new(text.inner.start, edits.last()?.span.end);
    let mistake = text.of_all(first, "a reference that was made unusable on purpose").owning(owned).at_most(most);
    Some(mistake.edit("replace with the reference that is meant", edits))
}

/// `http://example.org/ is not a valid address.`, `http://example.org/a or call 555 1234`
pub(super) fn sentence(text: &Text<'_, '_>) -> Option<Mistake> {
    let inner = text.inner();
    let start = inner.find("://").filter(|at| is_web_start(&inner[..at + 3]))? + 3;
    let end = inner.find(WHITESPACE).filter(|end| *end > start)?;
    let (reference, rest) = inner.split_at(end);
    let spoken: Vec<&str> = rest.split(WHITESPACE).filter(|word| !word.is_empty()).collect();
    let is_of_sentence = |word: &str| words("sentence").iter().any(|known| word.eq_ignore_ascii_case(known));
    let is_sentence = spoken.len() >= MIN_WORDS && spoken.iter().any(|word| is_of_sentence(word));
    let ends_in_name = || spoken.last().is_some_and(|name| has_extension(name));
    if rest.contains(NOT_OF_SENTENCES) || !is_sentence || ends_in_name() {
        return None;
    }
    let span = text.span(end, inner.len());
    let (remove, encode) = ("remove text after the reference", "encode the spaces");
    let encoded = || rest.replace(WHITESPACE, "%20");
    let path = &reference[start..];
    if !path.contains('/') || path.ends_with('/') || path.rsplit('/').next().is_some_and(has_extension) {
        return Some(text.of_all(span, "text after the reference").owning(span).replace(remove, span, ""));
    }
    let mistake = text.of_all(span, "spaces in the reference, or text after it").owning(span);
    Some(mistake.replace(encode, span, encoded()).replace(remove, span, ""))
}

/// `click here`, `See the manual of the device`: words in place of a reference.
pub(super) fn prose(text: &Text<'_, '_>) -> Option<Mistake> {
    const LONGEST: usize = 200;
    let inner = text.inner();
    if inner.len() > LONGEST || text.reference.has_scheme() {
        return None;
    }
    let spoken: Vec<&str> = inner.split(WHITESPACE).filter(|word| !word.is_empty()).collect();
    let is_spoken = |word: &&str| word.chars().filter(|c| c.is_alphabetic()).count() > 2;
    let is_same = |(known, word): (&str, &&str)| known.eq_ignore_ascii_case(word);
    let is_known =
        |known: &&str| known.split('_').count() == spoken.len() && known.split('_').zip(&spoken).all(is_same);
    let message = "these words are not a reference";
    if words("prose").iter().any(is_known) {
        return Some(text.of_all(text.inner, message));
    }
    let is_sentence = spoken.iter().copied().filter(is_spoken).count() >= MIN_WORDS
        && !inner.contains(NOT_OF_SENTENCES)
        && !spoken.last().is_some_and(|name| has_extension(name));
    let mistake = is_sentence.then(|| text.of_all(text.inner, message))?;
    let is_name = inner.chars().all(|c| c.is_alphanumeric() || " -._".contains(c));
    Some(if is_name { mistake.replace("encode the spaces", text.inner, inner.replace(' ', "%20")) } else { mistake })
}

/// Least number of words after a reference that are a sentence.
const MIN_WORDS: usize = 3;

/// Characters that show that the words are a path, a query, a list or markup.
const NOT_OF_SENTENCES: [char; 13] = ['/', '?', '#', '=', '&', '%', '\\', '<', '>', '"', '{', '|', ':'];

/// Characters of a path that continues after a blank, which are not in the name of a site.
const NOT_OF_NAMES: [char; 7] = ['/', '?', '#', '=', '&', '%', '.'];

/// Returns whether the name of a file ends in an extension.
fn has_extension(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(stem, extension)| {
        !stem.is_empty()
            && (2..=5).contains(&extension.len())
            && extension.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}

/// `foo.html, bar.html`
fn file_list(text: &Text<'_, '_>) -> Option<Mistake> {
    let inner = text.inner();
    let at = inner.find([',', ';', ' ', '\t', '\n', '\r'])?;
    let mark = inner[at..].chars().next().filter(|mark| *mark < '!' || inner[at + 1..].starts_with(WHITESPACE))?;
    let is_plain = |name: &str| !name.contains(WHITESPACE) && is_file_name(name);
    let is_list = is_plain(&inner[..at])
        && match mark {
            ',' | ';' => inner[at + 1..].split([',', ';']).map(str::trim).all(is_plain),
            _ => inner[at..].split_whitespace().all(is_plain),
        };
    let message = format!("second reference after {}", quoted_name(mark));
    is_list.then(|| text.of_all(text.span(at, at + 1), message))
}

/// Returns whether the first word is the name of a file: `images/a.png "Title"`.
fn starts_with_file(inner: &str) -> bool {
    let is_end = |c: char| WHITESPACE.contains(&c) || c == '<';
    let first = inner.split(is_end).next().unwrap_or(inner);
    // `a.xml#b (accessed 1 May 2020)`
    let name = first.split('#').next().unwrap_or(first).trim_end_matches([',', ';']);
    first.len() < inner.len() && is_file_name(name)
}

/// Returns where an attribute ends: at `">`, or before another attribute.
fn end_of_attribute(inner: &str, is_reference: bool) -> Option<usize> {
    let ends = [memchr::memchr3(b'"', b'\'', b' ', inner.as_bytes()), memchr::memchr2(b'\n', b'\t', inner.as_bytes())];
    let at = ends.into_iter().flatten().min()?;
    let rest = inner[at..].trim_start_matches(['"', '\'']);
    let after = rest.trim_start_matches(WHITESPACE);
    // No relative reference contains `"` either.
    let is_quoted = inner[at..].starts_with('"') && at > 0 && !inner.starts_with("data:");
    let may_end = is_reference || is_quoted;
    let is_tag_end = may_end && at + rest.len() < inner.len() && (after.starts_with('>') || after.starts_with("/>"));
    let is_attribute = |(name, _)| is_word("attribute", name);
    // `a.html' class='b`
    let may_be_next = may_end || inner[at..].starts_with('\'') && at > 0;
    let is_next = may_be_next && after.len() < rest.len() && after.split_once('=').is_some_and(is_attribute);
    (is_tag_end || is_next).then_some(at)
}

/// Returns where the tags and comments at the end start, if nothing else is markup.
pub(super) fn tag(inner: &str) -> Option<usize> {
    let mut rest = inner;
    while let Some(open) = rest.strip_suffix('>') {
        let at = open.rfind('<')?;
        let markup = &open[at + 1..];
        let name = markup.trim_start_matches('/').trim_end_matches(['/', ' ']);
        let is_part = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b':');
        let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic()) && name.bytes().all(is_part);
        let is_comment = markup.starts_with("!--") && markup.ends_with("--");
        if !is_comment && !(is_name && (markup.contains('/') || is_word("element", name))) {
            return None;
        }
        rest = open[..at].trim_end_matches(WHITESPACE);
    }
    (rest.len() < inner.len() && !rest.contains(['<', '>'])).then_some(rest.len())
}

/// Returns where a note or a title starts.
fn note(inner: &str) -> Option<usize> {
    let blanks = [memchr::memchr(b' ', inner.as_bytes()), memchr::memchr3(b'\n', b'\t', b'\r', inner.as_bytes())];
    let first = blanks.into_iter().flatten().min()?;
    let rest = inner[first..].trim_start_matches(WHITESPACE);
    let text = rest.trim_start_matches(['(', '[', ',', ';']);
    let starts_with =
        |text: &str, note: &str| text.get(..note.len()).is_some_and(|start| start.eq_ignore_ascii_case(note));
    let ends_in_name = || rest.split(WHITESPACE).next_back().is_some_and(has_extension);
    let has_second = || rest.split(WHITESPACE).any(|word| starts_with_scheme(word).is_some());
    // `http://example.org/ - Title`, `http://example.org - Title`
    let is_host = inner[..first].rsplit_once("://").is_some_and(|(_, host)| !host.contains('/'));
    let is_end_of_path = inner[..first].ends_with('/') || is_host;
    let is_name = is_end_of_path && rest.starts_with(char::is_uppercase) && !rest.contains(NOT_OF_NAMES);
    let is_title = is_end_of_path && rest.starts_with("- ")
        || ["\u{2013} ", "\u{2014} ", "| "].iter().any(|dash| rest.starts_with(dash))
            && !ends_in_name()
            && !has_second();
    // `http://example.org/a "Title"`, `http://example.org/a.png =300x200`
    let is_quoted = rest.len() > 1 && ['"', '\''].iter().any(|mark| rest.starts_with(*mark) && rest.ends_with(*mark));
    let is_size = rest.strip_prefix('=').and_then(|size| size.split_once('x')).is_some_and(|(width, height)| {
        !rest.ends_with("=x") && [width, height].iter().all(|side| side.bytes().all(|byte| byte.is_ascii_digit()))
    });
    let is_note = rest.contains(WHITESPACE) && words("note").iter().any(|note| starts_with(text, note));
    let is_kind = words("kind").iter().any(|kind| starts_with(rest, kind));
    // `a.png 2x`, `a.png 320w, b.png 640w`
    let number = rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    let is_descriptor = number.len() < rest.len()
        && number.starts_with(['w', 'x', 'h'])
        && matches!(number.as_bytes().get(1), None | Some(b','));
    // `[12.03.2020]`
    let is_date = rest.starts_with(['(', '[']) && {
        let date = text.trim_end_matches([')', ']']);
        date.len() > 5 && date.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | '-'))
    };
    // `http://example.org/a *`
    let is_mark = rest
        .chars()
        .all(|c| !c.is_alphanumeric() && !c.is_control() && !"/?#%&=()".contains(c) && !WHITESPACE.contains(&c));
    let is_marks = is_mark && rest.chars().count() < 4;
    // The sentence of a citation ends before it: `http://example.org/a. Accessed 1 May 2020.`
    let marks: &[char] = if is_note || is_date { &[',', ';', '.'] } else { &[',', ';'] };
    (is_title && rest.contains(WHITESPACE)
        || is_name
        || is_quoted
        || is_size
        || is_note
        || is_kind
        || is_descriptor
        || is_date
        || is_marks)
        .then(|| inner[..first].trim_end_matches(marks).len())
}
