//! Grammars of schemes, one file each under `schemes/`: the ABNF of the standard, and the usual slips.
//!
//! ```text
//! ; RFC 3966 section 3                                     the source
//! URI = "tel:" telephone-subscriber  ;; telephone number   the first rule is the grammar; words for messages
//! tolerated = "tel:" local ;; local telephone number …     what programs accept beyond it: information, with a message
//! ;fix "/" -> "-"                                          a slip where the grammar refuses the text
//! ;fix "//" -> "" '//' is not allowed after 'tel:'         the same with a message of its own
//! ;fix <"&" -> "%26"                                       the same, of the last '&' before that place
//! ;fix ","> -> ""                                          the same, of a ',' at the end
//! ```
//!
//! A slip is only offered if the grammar accepts the whole text after it. Those of uppercase letters, where a grammar has only
//! lowercase ones, and of dashes and full-width forms for ASCII belong to every scheme. To add a scheme, add a file and a line
//! below.

mod abnf;
mod identifiers;
mod values;

use std::borrow::Cow;
use std::sync::OnceLock;

use crate::characters::quotable;
use crate::reference::Reference;
use crate::rules::finding::{Fix, Safety};
use crate::text::{Edit, Span, apply_edits, fit};
use crate::unicode::{decimal_digit, quoted, quoted_name};
use abnf::Automaton;
pub(in crate::rules) use abnf::Outcome;
pub(in crate::rules) use identifiers::{IDENTIFIERS, Identifier};
pub(in crate::rules) use values::is_orcid_right;

/// Rules that several grammars use.
const COMMON: &str = include_str!("schemes/common.abnf");

/// Most edits of one fix.
const MAX_EDITS: usize = 64;

/// Grammar of one or more schemes.
pub(in crate::rules) struct Grammar {
    /// Schemes, or starts up to a colon.
    names: &'static [&'static str],
    text: &'static str,
    strict: OnceLock<Option<Automaton>>,
    tolerated: OnceLock<Option<Automaton>>,
    slips: OnceLock<Vec<Slip>>,
}

/// Why a grammar refuses a reference.
pub(in crate::rules) struct Refusal {
    pub span: Span,
    pub message: String,
    pub fixes: Vec<Fix>,
}

const fn grammar(names: &'static [&'static str], text: &'static str) -> Grammar {
    Grammar { names, text, strict: OnceLock::new(), tolerated: OnceLock::new(), slips: OnceLock::new() }
}

/// All grammars. Of those that start with the same scheme the most specific one is the first.
static GRAMMARS: [Grammar; 34] = [
    grammar(&["http", "https", "ftp"], include_str!("schemes/http.abnf")),
    grammar(&["mailto"], include_str!("schemes/mailto.abnf")),
    grammar(&["urn:uuid"], include_str!("schemes/urn-uuid.abnf")),
    grammar(&["urn:oid"], include_str!("schemes/urn-oid.abnf")),
    grammar(&["urn:isbn"], include_str!("schemes/urn-isbn.abnf")),
    grammar(&["urn:issn"], include_str!("schemes/urn-issn.abnf")),
    grammar(&["urn:doi"], include_str!("schemes/urn-doi.abnf")),
    grammar(&["urn:ietf:rfc", "urn:ietf:std", "urn:ietf:bcp", "urn:ietf:fyi"], include_str!("schemes/urn-ietf.abnf")),
    grammar(&["urn"], include_str!("schemes/urn.abnf")),
    grammar(&["file"], include_str!("schemes/file.abnf")),
    grammar(&["data"], include_str!("schemes/data.abnf")),
    grammar(&["ws", "wss"], include_str!("schemes/ws.abnf")),
    grammar(&["tel"], include_str!("schemes/tel.abnf")),
    grammar(&["sms", "smsto", "mms", "mmsto"], include_str!("schemes/sms.abnf")),
    grammar(&["geo"], include_str!("schemes/geo.abnf")),
    grammar(&["tag"], include_str!("schemes/tag.abnf")),
    grammar(&["did"], include_str!("schemes/did.abnf")),
    grammar(&["info"], include_str!("schemes/info.abnf")),
    grammar(&["doi"], include_str!("schemes/doi.abnf")),
    grammar(&["ldap", "ldaps"], include_str!("schemes/ldap.abnf")),
    grammar(&["sip", "sips"], include_str!("schemes/sip.abnf")),
    grammar(&["xmpp"], include_str!("schemes/xmpp.abnf")),
    grammar(&["news"], include_str!("schemes/news.abnf")),
    grammar(&["nntp"], include_str!("schemes/nntp.abnf")),
    grammar(&["cid"], include_str!("schemes/cid.abnf")),
    grammar(&["acct"], include_str!("schemes/acct.abnf")),
    grammar(&["mid"], include_str!("schemes/mid.abnf")),
    grammar(&["jar", "zip", "wsjar"], include_str!("schemes/jar.abnf")),
    grammar(&["blob"], include_str!("schemes/blob.abnf")),
    grammar(&["about"], include_str!("schemes/about.abnf")),
    grammar(&["mvn"], include_str!("schemes/mvn.abnf")),
    grammar(&["magnet"], include_str!("schemes/magnet.abnf")),
    grammar(&["view-source"], include_str!("schemes/view-source.abnf")),
    grammar(
        &[
            "javascript",
            "jdbc",
            "wrap",
            "blueprint",
            "spring",
            "classpath",
            "obr",
            "war",
            "webbundle",
            "assembly",
            "feature",
            "link",
            "reference",
            "platform",
            "bundle",
            "bundleentry",
            "bundleresource",
            "vbscript",
            "xpath",
            "mk",
            "onenote",
            "ms-word",
            "ms-excel",
            "ms-powerpoint",
            "ms-visio",
            "ms-access",
            "ms-project",
            "ms-publisher",
            "ms-infopath",
        ],
        include_str!("schemes/verbatim.abnf"),
    ),
];

/// Returns whether a scheme has a grammar. `name` is in lowercase.
pub(in crate::rules) fn is_known(name: &str) -> bool {
    GRAMMARS.iter().any(|grammar| grammar.names.contains(&name))
}

impl Grammar {
    /// Returns the grammar of the scheme of `reference`.
    pub fn for_reference(reference: &Reference<'_>) -> Option<&'static Self> {
        let start = &reference.text.as_bytes()[reference.scheme?.start..];
        let is_start = |name: &&str| {
            start.get(name.len()) == Some(&b':') && start[..name.len()].eq_ignore_ascii_case(name.as_bytes())
        };
        GRAMMARS.iter().find(|grammar| grammar.names.iter().any(is_start))
    }

    fn strict(&self) -> Option<&Automaton> {
        self.strict.get_or_init(|| Automaton::new(self.text, COMMON, None)).as_ref()
    }

    fn tolerated(&self) -> Option<&Automaton> {
        self.tolerated.get_or_init(|| Automaton::new(self.text, COMMON, Some("tolerated"))).as_ref()
    }

    fn slips(&self) -> &[Slip] {
        let general =
            || [Pattern::Uppercase, Pattern::Typographic].map(|from| Slip { from, to: String::new(), message: "" });
        self.slips.get_or_init(|| self.text.lines().filter_map(Slip::parse).chain(general()).collect())
    }

    /// Returns whether `text` has `part`, or a slip for a text with it.
    pub fn may_mean(&self, text: &str, part: char) -> bool {
        text.contains(part) || self.slips().iter().any(|slip| slip.to.contains(part) && slip.may_be_in(text))
    }

    /// Returns whether a reference follows the grammar.
    pub fn outcome(&self, reference: &Reference<'_>) -> Outcome {
        let accepted = Outcome::Accepted { is_as_written: true };
        self.strict().map_or(accepted, |automaton| automaton.run(reference, extent(reference)))
    }

    /// Returns what is wrong with a reference that follows the grammar: what a grammar cannot define.
    pub fn wrong_value(&self, reference: &Reference<'_>) -> Option<(Span, String)> {
        values::check(self.names[0], reference)
    }

    /// Returns whether the rule backslash-path reports a backslash that the grammar refuses at `at`, or one before it.
    pub fn leaves_backslash(&self, reference: &Reference<'_>, at: usize) -> bool {
        let is_in_path = || self.names[0] == "file" && reference.path.slice(reference.text).contains('\\');
        let has_separators = self.has_dns_names() || self.names[0] == "file";
        has_separators && reference.text[at..].starts_with('\\') || is_in_path()
    }

    /// Returns whether the host is a name of the DNS or an address, as browsers read it.
    pub fn has_dns_names(&self) -> bool {
        matches!(self.names[0], "http" | "ws")
    }

    /// Returns whether programs of the scheme use any text as it is written.
    pub fn is_verbatim(&self) -> bool {
        self.names[0] == "javascript"
    }

    /// Returns whether the grammar is that of a part of a scheme, such as a namespace of URNs.
    pub fn is_of_namespace(&self) -> bool {
        self.names[0].contains(':')
    }

    /// Returns the reference, or what is meant by it if the grammar does not accept it as written.
    pub fn valid_text<'t>(&self, reference: &Reference<'t>) -> Option<Cow<'t, str>> {
        match self.outcome(reference) {
            Outcome::Accepted { is_as_written: true } => Some(Cow::Borrowed(reference.text)),
            Outcome::Accepted { is_as_written: false } => None,
            Outcome::Refused { at, state } => {
                let fix = self.explain(reference, at, state)?.fixes.into_iter().next()?;
                Some(Cow::Owned(apply_edits(reference.text, &fix.edits)))
            }
        }
    }

    /// Returns the fix of the part at `span`, which [`wrong_value`](Self::wrong_value) found.
    pub fn fix_of_value(&self, reference: &Reference<'_>, span: Span) -> Option<Fix> {
        let written = span.slice(reference.text);
        let slip = self.slips().iter().find(|slip| matches!(&slip.from, Pattern::Text(from) if from == written))?;
        Some(Fix::suggested(title(written, &slip.to), span, slip.to.as_str()))
    }

    /// Returns whether programs accept a reference that does not follow the grammar.
    pub fn is_tolerated(&self, reference: &Reference<'_>) -> bool {
        let run = |automaton: &Automaton| automaton.run(reference, extent(reference));
        self.tolerated().is_some_and(|automaton| matches!(run(automaton), Outcome::Accepted { .. }))
    }

    /// Returns whether a reference follows the grammar, or programs accept it.
    pub fn is_usable(&self, reference: &Reference<'_>) -> bool {
        matches!(self.outcome(reference), Outcome::Accepted { .. }) || self.is_tolerated(reference)
    }

    /// Explains the outcome of a refused `reference`.
    pub fn explain(&self, reference: &Reference<'_>, at: usize, state: u16) -> Option<Refusal> {
        let automaton = self.strict()?;
        let is_tolerated = self.is_tolerated(reference);
        let extent = extent(reference);
        let c = reference.text[at..extent.end].chars().next();
        let length = c.map_or(0, char::len_utf8);
        let mut refusal =
            Refusal { span: Span::new(at, at + length), message: message(automaton, state, c), fixes: Vec::new() };
        if is_tolerated && let Some(words) = abnf::words(self.text, "tolerated") {
            words.clone_into(&mut refusal.message);
        }
        let trimmed = Reference::parse(extent.slice(reference.text));
        let slips = self.slips().iter().filter(|slip| slip.place(&trimmed, at - extent.start).is_some());
        let repairs: Vec<_> = slips.filter_map(|slip| Some((slip, self.repaired(reference, slip)?))).collect();
        let is_one_accepted = repairs.iter().any(|(_, (_, is_accepted))| *is_accepted);
        for (slip, (edits, is_accepted)) in repairs {
            if is_one_accepted && !is_accepted {
                continue;
            }
            if refusal.fixes.is_empty() {
                refusal.span = edits[0].span;
                if !slip.message.is_empty() {
                    slip.message.clone_into(&mut refusal.message);
                }
            }
            if refusal.fixes.iter().all(|fix| fix.edits != edits) {
                let title = title(edits[0].span.slice(reference.text), &edits[0].text);
                refusal.fixes.push(Fix { title: title.into(), safety: Safety::Suggested, edits });
            }
        }
        Some(refusal)
    }

    /// Returns the edits of `slip`, or of others where it is not, at each place where the grammar refuses the text, and whether
    /// it accepts the text after them; if not, programs do.
    fn repaired(&self, reference: &Reference<'_>, slip: &Slip) -> Option<(Vec<Edit>, bool)> {
        let extent = extent(reference);
        let mut fixed = extent.slice(reference.text).to_owned();
        let mut edits: Vec<Edit> = Vec::new();
        // The text before the last edit is longer by `added` and shorter by `removed` bytes.
        let (mut added, mut removed) = (0, 0);
        // Edits after which programs accept the text, if they do not accept it as it is: better than none.
        let mut tolerated = None;
        while edits.len() < MAX_EDITS {
            let parsed = Reference::parse(&fixed);
            let Some(grammar) = Self::for_reference(&parsed) else { break };
            if !std::ptr::eq(grammar, self) {
                // `urn:isbn9783161484100`: with the colon it has the grammar of its namespace.
                let is_valid = matches!(grammar.outcome(&parsed), Outcome::Accepted { .. });
                let is_right = is_valid && grammar.wrong_value(&parsed).is_none();
                return if is_right { Some((edits, true)) } else { tolerated };
            }
            let Outcome::Refused { at, .. } = self.outcome(&parsed) else {
                return self.wrong_value(&parsed).is_none().then_some((edits, true));
            };
            if tolerated.is_none() && !edits.is_empty() && self.is_tolerated(&parsed) && !self.is_tolerated(reference) {
                tolerated = Some((edits.clone(), false));
            }
            // The first edit is of this slip: the others have fixes of their own.
            let others = self.slips().iter().filter(|_| !edits.is_empty());
            let mut slips = std::iter::once(slip).chain(others);
            let Some((found, slip)) = slips.find_map(|slip| Some((slip.place(&parsed, at)?, slip))) else { break };
            let Some(old) = found.start.checked_sub(added).map(|start| start + removed + extent.start) else { break };
            let old = Span::new(old, old + found.len());
            if edits.last().is_some_and(|last| old.start < last.span.end || old == last.span) {
                break;
            }
            let new = slip.replacement(found.slice(&fixed));
            fixed.replace_range(found.range(), &new);
            (added, removed) = (added + new.len(), removed + found.len());
            edits.push(Edit { span: old, text: new });
        }
        tolerated
    }
}

/// Returns the span of the reference without the whitespace at its ends.
fn extent(reference: &Reference<'_>) -> Span {
    let start = reference.scheme.map_or(reference.path.start, |scheme| scheme.start);
    let inner = reference.inner();
    let is_contents = |byte: &u8| !matches!(byte, b' ' | b'\t' | b'\r' | b'\n');
    Span::new(start, start + inner.as_bytes().iter().rposition(is_contents).map_or(0, |last| last + 1))
}

/// Returns the message for the character `c`, or the end, that the grammar refuses in `state`.
fn message(automaton: &Automaton, state: u16, c: Option<char>) -> String {
    let part = automaton.part(state);
    match (automaton.expected(state), c) {
        // A part of which only the size of a number is wrong.
        (_, Some('0'..='9')) if part.contains("(maximum ") => format!("number too large in the {part}"),
        (Some(expected), Some(c)) => fit(&quoted_name(c), |c| format!("expected {expected} in the {part}, found {c}")),
        (Some(expected), None) => format!("incomplete {part}: expected {expected}"),
        (None, Some(c)) => fit(&quoted(c), |c| format!("{c} is not allowed in the {part}")),
        (None, None) => format!("incomplete {part}"),
    }
}

/// Slip that people make in references of a scheme, and what they mean.
struct Slip {
    from: Pattern,
    to: String,
    message: &'static str,
}

enum Pattern {
    /// Text at the refused place.
    Text(String),
    /// Last such text before the refused place.
    Before(String),
    /// Such a text at the end.
    Last(String),
    /// Text that starts exactly at the refused place.
    At(&'static str),
    Userinfo,
    Fragment,
    /// ASCII letters of which the first, at the refused place, is uppercase.
    Uppercase,
    /// Dashes and full-width forms from the refused place on, for ASCII.
    Typographic,
}

impl Slip {
    /// Parses `;fix "from" -> "to" message`.
    fn parse(line: &'static str) -> Option<Self> {
        let (from, rest) = line.strip_prefix(";fix ")?.split_once(" -> ")?;
        let (to, message) = rest.strip_prefix('"')?.split_once('"')?;
        let from = match from {
            "<userinfo>" => Pattern::Userinfo,
            "<fragment>" => Pattern::Fragment,
            _ if from.starts_with('=') => Pattern::At(from[1..].trim_matches('"')),
            _ if from.ends_with('>') => Pattern::Last(from.trim_matches(['"', '>']).to_owned()),
            _ => match (from.strip_prefix("%x"), from.strip_prefix('<')) {
                (Some(hex), _) => Pattern::Text(char::from_u32(u32::from_str_radix(hex, 16).ok()?)?.to_string()),
                (None, Some(before)) => Pattern::Before(before.trim_matches('"').to_owned()),
                (None, None) => Pattern::Text(from.trim_matches('"').to_owned()),
            },
        };
        Some(Self { from, to: to.to_owned(), message: message.trim_start() })
    }

    /// Returns whether `text` has what is replaced, wherever it is.
    fn may_be_in(&self, text: &str) -> bool {
        let from = match &self.from {
            Pattern::Text(from) | Pattern::Before(from) | Pattern::Last(from) => from,
            Pattern::At(from) => *from,
            Pattern::Userinfo => "@",
            Pattern::Fragment => "#",
            Pattern::Uppercase | Pattern::Typographic => return false,
        };
        text.as_bytes().windows(from.len()).any(|part| part.eq_ignore_ascii_case(from.as_bytes()))
    }

    /// Returns where the slip is if the grammar refuses the text at `at`: it starts there, ends there, or contains it.
    fn place(&self, reference: &Reference<'_>, at: usize) -> Option<Span> {
        let text = reference.text.as_bytes();
        match &self.from {
            Pattern::Text(from) => {
                let from = from.as_bytes();
                let mut starts = (0..=from.len().min(at)).map(|before| at - before);
                let is_here = |&start: &usize| {
                    text[start..].get(..from.len()).is_some_and(|part| part.eq_ignore_ascii_case(from))
                };
                starts.find(is_here).map(|start| Span::new(start, start + from.len()))
            }
            Pattern::Before(from) => {
                reference.text[..at].rfind(from.as_str()).map(|start| Span::new(start, start + from.len()))
            }
            Pattern::Last(from) => {
                let start = text.len().checked_sub(from.len())?;
                (start == at && text.ends_with(from.as_bytes())).then(|| Span::new(start, text.len()))
            }
            Pattern::At(from) => text[at..].starts_with(from.as_bytes()).then(|| Span::new(at, at + from.len())),
            Pattern::Userinfo => {
                let userinfo = reference.authority?.userinfo.filter(|userinfo| userinfo.start == at)?;
                Some(Span::new(userinfo.start, userinfo.end + 1))
            }
            Pattern::Fragment => text[at..].starts_with(b"#").then(|| Span::new(at, text.len())),
            Pattern::Uppercase => {
                let letters = text[at..].iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
                text.get(at).is_some_and(u8::is_ascii_uppercase).then(|| Span::new(at, at + letters))
            }
            Pattern::Typographic => {
                let rest = &reference.text[at..];
                let end = rest.find(|c| ascii_form(c).is_none()).unwrap_or(rest.len());
                (end > 0).then(|| Span::new(at, at + end))
            }
        }
    }

    /// Returns the text that replaces `found`.
    fn replacement(&self, found: &str) -> String {
        match self.from {
            Pattern::Uppercase => found.to_ascii_lowercase(),
            Pattern::Typographic => found.chars().filter_map(ascii_form).collect(),
            _ => self.to.clone(),
        }
    }
}

/// Returns the character of ASCII that is meant by a dash, a full-width form or a digit of another script.
pub(in crate::rules) fn ascii_form(c: char) -> Option<char> {
    match c {
        '\u{2010}'..='\u{2015}' | '\u{2212}' => Some('-'),
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(u32::from(c) - u32::from('\u{FF01}') + u32::from('!')),
        _ => decimal_digit(c),
    }
}

/// Returns `text` with the characters of ASCII that are meant in it.
pub(in crate::rules) fn plain_form(text: &str) -> String {
    text.chars().map(|c| ascii_form(c).unwrap_or(c)).collect()
}

/// Returns the title of the fix that replaces `from` with `to`.
pub(in crate::rules) fn title(from: &str, to: &str) -> String {
    let edit: Edit = Edit::smallest(from, Span::new(0, from.len()), to);
    let (from, to) = (edit.span.slice(from), edit.text);
    let mut characters = from.chars();
    let name = match (characters.next(), characters.next()) {
        (Some(c), None) => quoted_name(c),
        _ => fit(&quotable(from, from), |from| format!("'{from}'")),
    };
    match (from.is_empty(), to.is_empty()) {
        (true, _) => format!("insert '{to}'"),
        (_, true) => format!("remove {name}"),
        _ => format!("replace {name} with '{to}'"),
    }
}
