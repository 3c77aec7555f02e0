//! Kinds of mistakes for `common-mistake`, in the order in which they are looked for. The page of the rule shows each.

mod between;
mod escape;
mod mail;
mod mistake;
mod notation;
mod patterns;
mod start;
mod text;
mod windows;

use crate::reference::Reference;
use crate::rules::features::Features;
use crate::rules::rule::Rule;
use crate::text::{Span, WHITESPACE};
#[cfg(feature = "xml")]
pub(super) use mistake::is_other_scheme;
use mistake::{Marks, Text};
pub(super) use mistake::{Mistake, words};
pub(crate) use mistake::{has_free_scheme, has_raw_scheme, is_file_name};
use patterns::Stage;

/// Kind of mistake.
struct Kind {
    /// Features of which at least one occurs in each such mistake.
    needs: Features,
    /// ASCII punctuation and whitespace of which at least one occurs in each such mistake, if there are any.
    marks: Marks,
    find: fn(&Text<'_, '_>) -> Option<Mistake>,
}

const fn kind(needs: Features, find: fn(&Text<'_, '_>) -> Option<Mistake>) -> Kind {
    Kind { needs, marks: Marks::of(""), find }
}

impl Kind {
    const fn with(self, marks: &str) -> Self {
        Self { marks: Marks::of(marks), ..self }
    }

    fn may_be_in(&self, features: Features, marks: Marks) -> bool {
        features.intersects(self.needs) && (self.marks.is_empty() || marks.intersects(self.marks))
    }
}

/// Whitespace, a bracket, a quotation mark or another character that only the LEIRI grammar allows.
const LEIRI: Features = Features::LEIRI_ASCII;
/// The same at the edges or in the authority.
const LEIRI_EDGE: Features = Features::LEIRI_EDGE;
const NO_LEIRI: Features = Features::NO_LEIRI;
const OTHER_SCHEME: Features = Features::OTHER_SCHEME;
/// An uppercase scheme is another one, too.
const ODD_WEB: Features = Features::ODD_WEB.or(OTHER_SCHEME);
const ODD_START: Features = Features::ODD_START;
/// What the texts of patterns may have.
const ANY: Features = LEIRI
    .or(NO_LEIRI)
    .or(OTHER_SCHEME)
    .or(ODD_WEB)
    .or(ODD_START)
    .or(Features::ENTITY)
    .or(Features::QUOTED_END)
    .or(Features::HOST_RESTRICTED)
    .or(Features::DELIMITER_LOOK_ALIKE)
    .or(Features::CUT_NAME);

/// The kinds, the more specific ones first.
const KINDS: [Kind; 52] = [
    kind(OTHER_SCHEME, text::data_fragment).with("#"),
    kind(OTHER_SCHEME, text::data_head).with(","),
    kind(ODD_START.or(ODD_WEB).or(NO_LEIRI), text::missing_value),
    kind(NO_LEIRI, escape::spaced_percent).with("%"),
    kind(ANY, |text| patterns::find(text, Stage::Early)),
    kind(LEIRI_EDGE.or(NO_LEIRI).or(ODD_WEB).or(ODD_START), notation::defanged).with(":[({"),
    kind(OTHER_SCHEME.or(Features::QUOTED_END), start::enclosed_value),
    kind(LEIRI.or(OTHER_SCHEME).or(NO_LEIRI).or(ODD_START), mail::mail_name).with("@"),
    kind(LEIRI, notation::command).with(" \t\n\r"),
    kind(Features::INVISIBLE, start::invisible_start),
    kind(LEIRI.or(NO_LEIRI).or(ODD_START).or(OTHER_SCHEME), notation::markup).with("<[({\"'`|"),
    kind(LEIRI.or(NO_LEIRI), notation::text_after).with("<{\"' \t\n\r^"),
    kind(LEIRI, notation::sentence).with(" \t\n\r"),
    kind(LEIRI, notation::prose).with(" \t\n\r"),
    kind(LEIRI.or(OTHER_SCHEME).or(ODD_START).or(NO_LEIRI).or(Features::QUOTED_END), notation::text_around).with(":."),
    kind(LEIRI_EDGE.or(NO_LEIRI).or(ODD_START).or(Features::ENTITY).or(Features::QUOTED_END), start::enclosed),
    kind(LEIRI_EDGE.or(ODD_START).or(ODD_WEB).or(Features::INVISIBLE), windows::drive).with(":|"),
    kind(LEIRI_EDGE.or(ODD_WEB), windows::windows_reference).with("\\:|"),
    kind(LEIRI, windows::backslashes).with("\\"),
    kind(ODD_START, windows::cygwin_path).with("/"),
    kind(LEIRI.or(NO_LEIRI).or(Features::ENTITY), escape::escape).with("&%\\"),
    kind(Features::DELIMITER_LOOK_ALIKE.or(Features::COMPATIBILITY).or(ODD_START), start::look_alike),
    kind(LEIRI.or(Features::INVISIBLE), start::spaced_scheme),
    kind(LEIRI, start::spaced_delimiter).with(" \t\n\r"),
    kind(LEIRI_EDGE.or(ODD_WEB).or(ODD_START).or(NO_LEIRI), start::start_of_marks),
    kind(LEIRI.or(OTHER_SCHEME).or(ODD_START).or(NO_LEIRI), notation::label),
    kind(ODD_WEB, start::doubled_scheme),
    kind(LEIRI_EDGE.or(ODD_WEB).or(NO_LEIRI), start::wrong_slashes),
    kind(ODD_WEB, between::doubled_host),
    kind(OTHER_SCHEME.or(ODD_START), start::mistyped_scheme),
    kind(OTHER_SCHEME.or(ODD_START).or(NO_LEIRI), start::missing_scheme),
    kind(ODD_WEB, between::identifier),
    kind(ODD_WEB, between::encoded_in_host).with("%"),
    kind(ODD_WEB.or(ODD_START).or(NO_LEIRI), between::second_reference),
    kind(ANY, |text| patterns::find(text, Stage::Late)),
    kind(NO_LEIRI.or(ODD_WEB), between::password).with("@"),
    kind(Features::RIGHT_TO_LEFT.or(Features::HOST_IDNA_WORK).or(Features::COMPATIBILITY), text::digits_of_an_address),
    kind(OTHER_SCHEME, text::letters_of_a_number),
    kind(OTHER_SCHEME.or(ODD_START), text::encoded_start).with("%"),
    kind(LEIRI.or(NO_LEIRI).or(Features::ENCODED_BRACKET), text::placeholder).with("{}<>[]^%(|#"),
    kind(Features::MOJIBAKE, text::mojibake),
    kind(Features::MOJIBAKE, escape::decoded_entity).with("="),
    kind(Features::HIGH_ENCODING, text::encoded_mojibake).with("%"),
    kind(Features::LEIRI_GROUPED, text::windows_control),
    kind(NO_LEIRI, text::swapped_brackets).with("]"),
    kind(Features::CUT_NAME, text::open_pointer).with("("),
    kind(ODD_WEB, text::encoded_query).with("%"),
    kind(ODD_START, text::encoded_separator).with("%"),
    kind(OTHER_SCHEME, wrapped).with(":"),
    kind(Features::QUOTED_END, text::sentence_mark).with(".,;"),
    kind(Features::QUOTED_END, text::encoded_end).with("%"),
    kind(Features::HIGH_ENCODING, text::lost_character).with("%"),
];

impl Features {
    /// Features of which at least one occurs in each mistake.
    pub(super) const MISTAKE: Self = {
        let (mut needs, mut at) = (Self::NONE, 0);
        while at < KINDS.len() {
            needs = needs.or(KINDS[at].needs);
            at += 1;
        }
        needs
    };
}

/// Returns the first mistake in the text, in which `features` occur.
pub(super) fn find(reference: &Reference<'_>, features: Features) -> Option<Mistake> {
    let text = text(reference);
    KINDS.iter().filter(|kind| kind.may_be_in(features, text.marks)).find_map(|kind| (kind.find)(&text))
}

/// `feed:https//example.org/`, `view-source:htps://example.org/`: a mistake in the reference after the scheme.
fn wrapped(text: &Text<'_, '_>) -> Option<Mistake> {
    let scheme = text.reference.scheme?;
    let is_wrapping = mistake::is_word("wrapping-scheme", &scheme.slice(text.whole).to_ascii_lowercase());
    // The origin of `blob:null/…` is the serialization of an opaque one.
    let rest = text.inner().get(scheme.len() + 1..).filter(|rest| is_wrapping && !rest.starts_with("null/"))?;
    let start = text.inner.start + scheme.len() + 1;
    let reference = Reference::parse(rest);
    if reference.scheme.is_some_and(|inner| mistake::is_word("wrapping-scheme", inner.slice(rest))) {
        return None;
    }
    let mistake = find(&reference, Features::from_reference(&reference))?;
    Some(mistake.moved(start))
}

/// Returns whether `name` is an extension of files that documents refer to.
pub(super) fn is_file_extension(name: &str) -> bool {
    mistake::is_word("file", name)
}

/// Returns whether `text` starts with a host of a common top-level domain: `example.com/a`.
pub(super) fn is_host(text: &str) -> bool {
    start::has_top(text)
}

fn text<'c, 't>(reference: &'c Reference<'t>) -> Text<'c, 't> {
    let whole = reference.text;
    let start = whole.len() - whole.trim_start_matches(WHITESPACE).len();
    let inner = Span::new(start, whole.trim_end_matches(WHITESPACE).len().max(start));
    Text { reference, whole, inner, marks: Marks::of(inner.slice(whole)) }
}

/// Returns whether a rule reports something else than the trace of a mistake.
pub(crate) fn is_kept(rule: &Rule) -> bool {
    matches!(rule.name, "password" | "surrogate" | "non-xml-character" | "host-length" | "parsers-disagree")
}

#[cfg(test)]
mod tests {
    use super::*;

    const PIECES: &[&str] = &[
        "http://",
        "HTTP://",
        "https://",
        "http:",
        "https",
        "htpp:",
        "ftp.",
        "www.",
        "urn:",
        "urn:uuid:",
        "mailto:",
        "maito:",
        "data:",
        "file:",
        "file://",
        "tel:",
        "doi:10.1",
        "x:",
        "C:",
        "c|",
        "/cygdrive/",
        "+49 30 1234",
        "undefined",
        "null",
        "http%3A%2F%2F",
        ".html",
        "%23",
        "%C3%83%C2%BC",
        "javscript:",
        "java script:",
        "&eacute;",
        "&#x26;",
        "\\u00e9",
        "\\/",
        "\\_",
        "\\url{",
        "C#/",
        "$HOME",
        "~/",
        "...",
        "%EF%BF%BD",
        "%0A",
        "(at)",
        "&amp%3B",
        "0000-0002-1825-0097",
        "orcid.org",
        "unr:",
        "magnet",
        "\u{2022}",
        "${a",
        "](",
        "<br%3E",
        "%u00e9",
        "% 2",
        "0",
        "www/",
        "ww.",
        "$%7B",
        "%7d",
        "%3C",
        "%3e",
        "%5Bobject%20",
        "%5D",
        ").",
        "\">",
        " rel=",
        "<br>",
        "1. ",
        "[a]",
        "\u{200B}",
        "image/png;base64,",
        "*",
        "\\",
        "//",
        "//",
        "/",
        "/",
        "a",
        "b.example",
        "localhost",
        ":80",
        ":",
        "@",
        "10.1000",
        "doi.org",
        "dx.doi.org/",
        "?",
        "#",
        "%",
        "%2F",
        "%5c",
        " ",
        " ",
        "\t",
        "\n",
        ",",
        ";",
        "|",
        "<",
        ">",
        "'",
        "\"",
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        "{6218f954-1111-2222-3333-444455556666}",
        "xpointer(",
        "#xpointer(",
        "xmlns(",
        "home/",
        "[::1]",
        "\u{201C}",
        "\u{201D}",
        "\u{2019}",
        "\u{AB}",
        "\u{BB}",
        "\u{FF1A}",
        "\u{FF0F}",
        "\u{2215}",
        "\u{C3}",
        "\u{B6}",
        "\u{E2}",
        "\u{20AC}",
        "\u{153}",
        "\u{96}",
        "\u{E9}",
        "\u{4E2D}",
        "\u{5D0}",
        "1",
        "-",
        "wwww.",
        ".orgNone",
        "%3Fa=1",
        "?utm_id=1",
        "&x=2",
        ".png",
        "require('",
        "click here",
        "#%23",
        ",png",
        "!",
        "vvww.",
        "http=3A",
        "=?utf-8?q?",
        "aHR0cDovL2V4YW1wbGU",
        "//:ptth",
        "ietf:rfc2648",
        "guid:",
        "isbn-13:",
        "$(pwd)",
        "mailto:jane@example.com",
        "urn-isbn-1",
        "base64;",
        "data:image/png,",
    ];

    #[test]
    fn a_host_without_a_scheme_and_a_fragment_are_no_mistake() {
        for text in ["//www.orcid.org/", "//www.example.org:80/a", "#a@b.example c", "?a@b.example c"] {
            let reference = Reference::parse(text);
            assert_eq!(
                find(&reference, Features::from_reference(&reference)).map(|mistake| mistake.message),
                None,
                "{text}"
            );
        }
    }

    #[test]
    fn a_kind_that_is_not_needed_finds_nothing() {
        let mut rng = fastrand::Rng::with_seed(6454);
        let mut found = 0;
        for _ in 0..300_000 {
            let text: String = (0..rng.usize(1..7)).map(|_| PIECES[rng.usize(..PIECES.len())]).collect();
            let reference = Reference::parse(&text);
            let what = |mistake: Option<Mistake>| mistake.map(|mistake| (mistake.span, mistake.message));
            let mistake = what(find(&reference, Features::from_reference(&reference)));
            let text = super::text(&reference);
            assert_eq!(mistake, what(KINDS.iter().find_map(|kind| (kind.find)(&text))), "{:?}", text.whole);
            found += usize::from(mistake.is_some());
        }
        assert!(found > 10_000, "only {found} mistakes");
    }
}
