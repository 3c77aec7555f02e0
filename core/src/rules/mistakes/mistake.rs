//! A mistake, the text in which it is looked for, and the schemes that the kinds know.

use std::sync::LazyLock;

use crate::reference::Reference;
use crate::rules::finding::{Fix, Safety};
use crate::rules::rule::Severity;
use crate::rules::schemes::is_known;
use crate::text::{Edit, Span};

/// Mistake, in the place of what other rules would report there.
pub(in crate::rules) struct Mistake {
    pub span: Span,
    pub message: String,
    pub fixes: Vec<Fix>,
    /// Text of which other rules report nothing.
    pub owned: Vec<Span>,
    /// Highest severity.
    pub most: Severity,
}

/// What the checks know: the text between whitespace at its ends, and where it starts.
pub(super) struct Text<'c, 't> {
    pub reference: &'c Reference<'t>,
    /// The whole text.
    pub whole: &'t str,
    pub inner: Span,
    pub marks: Marks,
}

/// Set of ASCII punctuation and whitespace.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Marks(u64);

impl Marks {
    const ALL: &[u8] = b"\t\n\r !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";

    /// The set that each byte alone is.
    const OF_BYTE: [u64; 256] = {
        let (mut table, mut at) = ([0; 256], 0);
        while at < Self::ALL.len() {
            table[Self::ALL[at] as usize] = 1 << at;
            at += 1;
        }
        table
    };

    /// Returns the marks that occur in `text`.
    pub const fn of(text: &str) -> Self {
        let (bytes, mut set, mut at) = (text.as_bytes(), 0, 0);
        while at < bytes.len() {
            set |= Self::OF_BYTE[bytes[at] as usize];
            at += 1;
        }
        Self(set)
    }

    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns whether all of `others` are in this set.
    pub const fn contains(self, others: Self) -> bool {
        others.0 & !self.0 == 0
    }

    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl<'t> Text<'_, 't> {
    /// Returns the text without the whitespace at its ends.
    pub fn inner(&self) -> &'t str {
        self.inner.slice(self.whole)
    }

    /// Returns whether the scheme is one of the Web.
    pub fn is_of_web(&self) -> bool {
        WEB.iter().any(|web| self.reference.is_scheme(web))
    }

    /// Returns whether the value is a program or data, which may contain anything.
    pub fn is_free(&self) -> bool {
        has_free_scheme(self.reference)
    }

    /// Returns the span of the bytes from `start` to `end` of the inner text.
    pub fn span(&self, start: usize, end: usize) -> Span {
        Span::new(self.inner.start + start, self.inner.start + end)
    }

    /// Returns a mistake of the whole text.
    pub fn of_all(&self, span: Span, message: impl Into<String>) -> Mistake {
        Mistake { span, message: message.into(), fixes: Vec::new(), owned: vec![self.inner], most: Severity::Warning }
    }
}

impl Mistake {
    /// Adds the fix that replaces `span`.
    pub fn replace(self, title: impl Into<String>, span: Span, text: impl Into<String>) -> Self {
        self.edit(title, vec![Edit { span, text: text.into() }])
    }

    pub fn edit(mut self, title: impl Into<String>, edits: Vec<Edit>) -> Self {
        self.fixes.push(Fix { title: title.into().into(), safety: Safety::Suggested, edits });
        self
    }

    pub fn owning(self, owned: Span) -> Self {
        Self { owned: vec![owned], ..self }
    }

    /// Returns the mistake of a text that starts at `start` of another one.
    pub fn moved(mut self, start: usize) -> Self {
        self.span = self.span.moved(start);
        self.owned.iter_mut().for_each(|span| *span = span.moved(start));
        let edits = self.fixes.iter_mut().flat_map(|fix| &mut fix.edits);
        edits.for_each(|edit| edit.span = edit.span.moved(start));
        self
    }

    pub fn at_most(self, most: Severity) -> Self {
        Self { most, ..self }
    }
}

/// Schemes that mistakes are compared with, the likelier ones first.
pub(super) const WEB: [&str; 3] = ["http", "https", "ftp"];

/// Returns whether the value of the scheme is a program or data.
pub(crate) fn has_free_scheme(reference: &Reference<'_>) -> bool {
    words("free-scheme").iter().any(|scheme| reference.is_scheme(scheme))
}

/// Returns whether the programs of the scheme take a percent-encoding for a part of the name.
pub(crate) fn has_raw_scheme(reference: &Reference<'_>) -> bool {
    words("raw-scheme").iter().any(|scheme| reference.is_scheme(scheme))
}

/// Returns whether `text` is one of these schemes with its slashes.
pub(super) fn is_web_start(text: &str) -> bool {
    let is_scheme = |name: &str| WEB.iter().any(|web| name.eq_ignore_ascii_case(web));
    text.strip_suffix("://").is_some_and(is_scheme)
}

static WORDS: LazyLock<Vec<(&str, Vec<&str>)>> = LazyLock::new(|| {
    let mut kinds: Vec<(&str, Vec<&str>)> = Vec::new();
    let lines = include_str!("words.txt").lines().filter(|line| !line.starts_with('#'));
    for (kind, words) in lines.filter_map(|line| line.split_once(':')) {
        match kinds.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, known)) => known.extend(words.split_whitespace()),
            None => kinds.push((kind, words.split_whitespace().collect())),
        }
    }
    kinds
});

/// Returns the words of a kind of `words.txt`.
pub(in crate::rules) fn words(kind: &str) -> &'static [&'static str] {
    WORDS.iter().find(|(known, _)| *known == kind).map_or(&[], |(_, words)| words)
}

/// Returns whether `word`, in any case, is a word of a kind of `words.txt`.
pub(super) fn is_word(kind: &str, word: &str) -> bool {
    words(kind).iter().any(|known| known.eq_ignore_ascii_case(word))
}

/// Returns whether `name` ends in an extension of files that documents refer to.
pub(crate) fn is_file_name(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(_, extension)| is_word("file", extension))
}

/// Returns whether a name that is similar to a common scheme is no mistake. `name` is in lowercase.
pub(in crate::rules) fn is_other_scheme(name: &str) -> bool {
    is_known(name) || is_word("scheme", name)
}

/// Returns whether a number may follow the scheme. `name` is in lowercase.
pub(super) fn is_identifier_scheme(name: &str) -> bool {
    is_word("simple-scheme", name) || is_word("number-scheme", name)
}

/// Starts of references that are common in documents.
pub(super) const STARTS: [&str; 12] = [
    "http://", "https://", "ftp://", "file:/", "mailto:", "urn:", "doi:10.", "tel:", "www.", "ftps://", "sftp://",
    "news:",
];

/// Returns whether `text` starts with a scheme that is common in documents and its colon.
pub(super) fn starts_with_scheme(text: &str) -> Option<usize> {
    STARTS
        .iter()
        .find(|start| {
            text.as_bytes().get(..start.len()).is_some_and(|part| part.eq_ignore_ascii_case(start.as_bytes()))
        })
        .map(|start| start.len())
}

/// Returns whether `text` starts with a scheme that is common in documents, that has a grammar, or that two slashes follow.
pub(super) fn starts_like_reference(text: &str) -> bool {
    let name = || text.split_once(':').filter(|(_, rest)| rest.starts_with(|c: char| !c.is_whitespace()));
    let is_scheme = |(name, rest): (&str, &str)| {
        is_known(&name.to_ascii_lowercase()) || rest.starts_with("//") && is_word("slash-scheme", name)
    };
    starts_with_scheme(text).is_some() || name().is_some_and(is_scheme)
}

/// Returns whether `text` starts like a host name: a letter, digit or `[`.
pub(super) fn starts_like_host(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphanumeric() || c == '[')
}

/// Returns `path` without encoded whitespace, invisible characters and closing marks at its end.
pub(super) fn without_encoded_marks(path: &str) -> &str {
    const ENDS: [(&str, &str); 18] = [
        ("%20", ""),
        ("%09", ""),
        ("%0A", ""),
        ("%0D", ""),
        ("%C2%A0", ""),
        ("%E2%80%8B", ""),
        ("%E2%80%8E", ""),
        ("%22", "%22"),
        ("%3E", "%3C"),
        ("%5D", "%5B"),
        ("%7D", "%7B"),
        ("%29", "%28"),
        ("%E2%80%9D", "%E2%80%9C"),
        ("%E3%80%8D", "%E3%80%8C"),
        ("%E3%80%82", ""),
        ("%EF%BC%89", "%EF%BC%88"),
        ("%EF%BC%8C", ""),
        ("%5C", "%5C"),
    ];
    let upper = path.to_ascii_uppercase();
    // A mark that closes nothing is not part of the path.
    let ends = ENDS.map(|(end, open)| {
        let plain = if open == "%28" { upper.find('(') } else { None };
        (end, if open.is_empty() { None } else { plain.or_else(|| upper.find(open)) })
    });
    let mut rest = &*upper;
    while let Some(shorter) = ends
        .iter()
        .find_map(|(end, open)| rest.strip_suffix(end).filter(|shorter| open.is_none_or(|open| open >= shorter.len())))
    {
        rest = shorter;
    }
    &path[..rest.len()]
}
