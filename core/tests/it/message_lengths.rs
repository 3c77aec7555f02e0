//! The length of the messages of all rules, over the examples of the rule pages, the documents of `faulty_documents` and
//! generated references. `cargo test -p iri-core --test it message_lengths:: -- --nocapture` prints the figures.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::faulty_documents::combinations;
use fastrand::Rng;
use iri_core::rules::{self, Page};
use iri_core::{Document, Options, Role, Settings, Severities, Severity, inspect, inspect_decoded};
use regex::Regex;

/// Maximum length of a message and of the title of a fix, in characters.
const MAX_LENGTH: usize = 100;
/// Maximum median of the lengths of the templates.
const MAX_MEDIAN: usize = 70;
/// Number of generated references.
const GENERATED: usize = 6_000;

/// Messages and titles of fixes, with the name of their rule.
#[derive(Default)]
struct Texts {
    messages: BTreeSet<(&'static str, String)>,
    titles: BTreeSet<(&'static str, String)>,
}

impl Texts {
    fn add<S>(&mut self, finding: &rules::Finding<S>) {
        self.messages.insert((finding.rule.name, finding.message.to_string()));
        self.titles.extend(finding.fixes.iter().map(|fix| (finding.rule.name, fix.title.to_string())));
    }
}

/// Returns the severities that turn every rule on.
fn all_on() -> Severities {
    let mut severities = Severities::default();
    for rule in rules::ALL {
        severities.set(rule.name, Some(Severity::Warning)).expect("a rule knows its own name");
    }
    severities
}

fn add_examples(texts: &mut Texts) {
    for rule in rules::ALL {
        for example in &Page::parse(rule.page()).examples {
            let mut options = Options::from(example);
            options.severities.set(rule.name, Some(Severity::Warning)).expect("a rule knows its own name");
            let decoded = example.decoded();
            inspect_decoded(&decoded, &options).findings().iter().for_each(|finding| texts.add(finding));
        }
    }
}

fn add_documents(texts: &mut Texts) {
    let mut settings = Settings::default();
    settings.severities = all_on();
    let settings = Arc::new(settings);
    let texts_of_documents: BTreeSet<String> = combinations().map(|combination| combination.text).collect();
    for text in texts_of_documents {
        let document = Document::parse(&text, Arc::clone(&settings));
        document.findings().for_each(|found| texts.add(&found.finding));
    }
}

/// Parts of generated references: what rules report, long names, and characters with long names.
const PARTS: [&str; 96] = [
    "http:",
    "https://",
    "file:",
    "file://",
    "file:///",
    "urn:",
    "urn:uuid:",
    "urn:oid:",
    "urn:example:",
    "mailto:",
    "data:",
    "tag:",
    "info:",
    "doi:",
    "did:",
    "tel:",
    "geo:",
    "ws:",
    "C:",
    "//",
    "/",
    "/",
    "/",
    "?",
    "#",
    "#",
    ":",
    "@",
    "[",
    "]",
    "\\",
    "\\\\",
    "..",
    ".",
    "./",
    "home",
    "localhost",
    "example.org",
    "Example.ORG",
    "xn--a",
    "xn--80ak6aa92e",
    "xn--zzzzzz",
    "[::1]",
    "[1::2::3]",
    "[v1.a]",
    "[vx]",
    "1.2.3.256",
    "::1",
    ":80",
    ":080",
    ":99999",
    ":8x",
    "%",
    "%4",
    "%41",
    "%c3%a9",
    "%C3",
    "%2541",
    "%25C3%25A9",
    " ",
    "  ",
    "\t",
    "\n",
    "<",
    "|",
    "{x}",
    "\u{7F}",
    "\u{85}",
    "\u{200B}",
    "\u{200D}",
    "\u{202E}",
    "\u{2028}",
    "\u{3000}",
    "\u{FFF9}",
    "\u{E000}",
    "\u{E0061}",
    "\u{FDD0}",
    "\u{FFFE}",
    "\u{5D0}\u{5D1}",
    "\u{5D0}1",
    "\u{627}\u{661}",
    "ab\u{5D0}",
    "-\u{5D0}",
    "\u{5D0}\u{5B0}",
    "e\u{301}",
    "\u{E9}",
    "\u{FB01}",
    "\u{FDFA}",
    "\u{FBF9}",
    "\u{440}\u{430}\u{443}pal",
    "\u{430}\u{435}\u{43E}",
    "\u{378}",
    "\u{1F469}\u{200D}\u{1F680}",
    "text/plain;base64,",
    "-_=A",
    "a-long-name-that-is-repeated-in-the-reference.example",
];

fn add_generated(texts: &mut Texts) {
    let mut rng = Rng::with_seed(20_260_101);
    let roles: Vec<Role> = Role::ALL.into_iter().collect();
    let severities = all_on();
    for round in 0..GENERATED {
        let mut text = String::new();
        for _ in 0..=rng.usize(..8) {
            let part = PARTS[rng.usize(..PARTS.len())];
            // Some parts are repeated: a run of characters, or a name that is too long to quote.
            let times = if rng.usize(..10) == 0 { 1 + rng.usize(..70) } else { 1 };
            text.extend(std::iter::repeat_n(part, times));
        }
        let role = if round % 2 == 0 { Role::ANY_URI } else { roles[rng.usize(..roles.len())] };
        let mut options = Options::default()
            .with_role(role)
            .with_missing_target(round % 7 == 0)
            .with_missing_fragment(round % 5 == 0)
            .with_schema_problem((round % 11 == 0).then(|| "schema not found: shop.xsd".to_owned()));
        options.severities = severities.clone();
        inspect(&text, &options).findings().iter().for_each(|finding| texts.add(finding));
    }
}

/// Returns the message with each quoted text, character, code point, encoding and number replaced.
fn template(message: &str, patterns: &[Regex]) -> String {
    patterns.iter().fold(message.to_owned(), |text, pattern| pattern.replace_all(&text, "\u{2026}").into_owned())
}

/// Lengths in ascending order.
struct Lengths(Vec<usize>);

impl Lengths {
    fn new(lengths: impl IntoIterator<Item = usize>) -> Self {
        let mut lengths: Vec<usize> = lengths.into_iter().collect();
        lengths.sort_unstable();
        Self(lengths)
    }

    fn percentile(&self, percent: usize) -> usize {
        self.0[(self.0.len() - 1) * percent / 100]
    }

    #[allow(clippy::print_stdout)] // the figures are worth quoting
    fn print(&self, what: &str) {
        let long = self.0.iter().filter(|length| **length > 80).count();
        println!(
            "{what}: {}; median {}, 90th percentile {}, maximum {}; over 80 characters {} ({:.1} %)",
            self.0.len(),
            self.percentile(50),
            self.percentile(90),
            self.percentile(100),
            long,
            100.0 * f64::from(u32::try_from(long).expect("few")) / f64::from(u32::try_from(self.0.len()).expect("few")),
        );
    }
}

#[test]
fn messages_and_titles_are_short() {
    let mut texts = Texts::default();
    add_examples(&mut texts);
    add_documents(&mut texts);
    add_generated(&mut texts);
    let patterns = [
        r"(?:'.+?'|<[^>]+>|[A-Z][A-Z0-9…-]+(?: [A-Z0-9…-]+)*) \(U\+[0-9A-F]+(?:, \d+ times)?\)",
        r"'.+?'",
        "\".+?\"",
        r"(?:\d+ × )?U\+[0-9A-F]{4,}(?: <[^>]+>|(?: [A-Z][A-Z0-9-]*)+)?(?:[ …]U\+[0-9A-F]{4,})*",
        "%[0-9A-Fa-f]{2}(?:%[0-9A-Fa-f]{2})*",
        r"\d+",
        r"(?:displays identically to another reference|file not found): .*",
    ];
    let patterns = patterns.map(|pattern| Regex::new(pattern).expect("a valid pattern"));
    // A template is as long as the median of its messages.
    let mut instances: BTreeMap<(&str, String), Vec<usize>> = BTreeMap::new();
    for (rule, message) in &texts.messages {
        instances.entry((rule, template(message, &patterns))).or_default().push(message.chars().count());
    }
    let templates: BTreeMap<_, usize> =
        instances.into_iter().map(|(key, lengths)| (key, Lengths::new(lengths).percentile(50))).collect();
    let rules_met: BTreeSet<&str> = texts.messages.iter().map(|(rule, _)| *rule).collect();
    let missing: Vec<&str> = rules::ALL.iter().map(|rule| rule.name).filter(|name| !rules_met.contains(name)).collect();
    assert!(missing.is_empty(), "no text violates {missing:?}");

    let lengths = Lengths::new(templates.values().copied());
    lengths.print("templates, each as long as the median of its messages");
    let messages = Lengths::new(texts.messages.iter().map(|(_, message)| message.chars().count()));
    messages.print("distinct messages");
    let titles = Lengths::new(texts.titles.iter().map(|(_, title)| title.chars().count()));
    titles.print("distinct titles of fixes");

    let all = texts.messages.iter().chain(&texts.titles);
    let long: Vec<_> = all.filter(|(_, text)| text.chars().count() > MAX_LENGTH).collect();
    assert!(long.is_empty(), "{} texts are longer than {MAX_LENGTH} characters:\n{long:#?}", long.len());
    let median = lengths.percentile(50);
    assert!(median <= MAX_MEDIAN, "the median of the templates is {median}:\n{templates:#?}");
}

/// A message is one clause without a final period, and starts with a lowercase letter unless it starts with a
/// character, a quoted text, a number, or a name that is written with uppercase letters.
#[test]
fn messages_and_titles_are_one_clause() {
    let mut texts = Texts::default();
    add_examples(&mut texts);
    add_documents(&mut texts);
    add_generated(&mut texts);
    let start = Regex::new("^(?:[a-z']|U\\+|<|[A-Z][A-Z0-9-]+\\b|IP|IPv[46]|Bidi Rule)").expect("a valid pattern");
    for (rule, text) in texts.messages.iter().chain(&texts.titles) {
        assert!(start.is_match(text), "{rule}: {text}");
        let is_question = text.ends_with("'?") && ["unknown-rule", "second-fragment"].contains(rule);
        assert!(
            !text.ends_with(['.', '!', '?', ':', ','])
                || is_question
                || text.contains("reference: ")
                || text.contains("found: "),
            "{rule}: {text}"
        );
        let has_hidden = text.chars().any(|c| c != ' ' && (c.is_whitespace() || iri_core::characters::needs_escape(c)));
        assert!(!has_hidden, "{rule}: {text:?}");
        assert!(!text.chars().any(iri_core::unicode::is_right_to_left), "{rule}: {text:?}");
    }
}
