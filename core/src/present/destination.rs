//! What a reference opens, in one sentence for people who do not know the syntax.

use core::net::IpAddr;
use std::ops::Range;

use crate::characters::{BidiNotation, quotable};
use crate::inspect::Inspection;
use crate::interop::{Browser, DifferingPart, Disagreement, Parser, address_bar, disagreement};
use crate::reference::{Reference, default_port, idna, percent_decoded, resolve};
use crate::rules::{ReferenceUse, delimiter_look_alikes};
use crate::text::shorten;
use crate::unicode::ascii_look_alike;

/// Number of characters of a host or user name in the sentence.
const LENGTH: usize = 60;
/// Number of parsers that are named for one host.
const PARSERS: usize = 3;
/// Rules whose message tells that the destination is not what people see.
const DISPLAY_RULES: [&str; 2] = ["displaced-host", "encoded-bidi-formatting"];

/// What references do that open no host, by scheme, and whether the words end with the path.
const SCHEMES: [(&str, &str, bool); 18] = [
    ("about", "opens a page of the browser", false),
    ("blob", "opens data that a web page keeps in memory", false),
    ("cid", "opens a part of the same message", false),
    ("data", "contains its own document", false),
    ("facetime", "calls", true),
    ("file", "opens a local file", false),
    ("geo", "shows the place", true),
    ("info", "is a name, which opens nothing", false),
    ("javascript", "runs a script", false),
    ("mailto", "writes a message to", true),
    ("sip", "calls", true),
    ("sips", "calls", true),
    ("sms", "writes a text message to", true),
    ("tag", "is a name, which opens nothing", false),
    ("tel", "calls", true),
    ("urn", "is a name, which opens nothing", false),
    ("vbscript", "runs a script", false),
    ("view-source", "shows the source of a page", false),
];
/// Base on the Web of a reference without one.
const ANY_BASE: &str = "http://base.invalid/";

/// What a reference opens.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Destination {
    /// The sentence, without control characters and right-to-left letters: "opens 'example.org'".
    pub text: String,
    /// Bytes of the sentence with the part of the host that is usually registered: its last two labels, or an IP
    /// address. Front ends emphasize it.
    pub emphasis: Option<Range<usize>>,
    /// Characters of the host in Unicode, each with the ASCII letters that it looks like; empty unless the whole host
    /// looks like another one.
    pub look_alike: Vec<(char, String)>,
    /// Names in the sentence with right-to-left letters, which are in Bidi Notation there: their bytes, and the names as
    /// they are.
    pub names: Vec<(Range<usize>, String)>,
}

impl Destination {
    /// Returns the destination; `None` if no host is opened, or if the role is that of a name.
    pub(super) fn new(inspection: &Inspection<'_>) -> Option<Self> {
        let (text, options) = (inspection.text(), inspection.options());
        if !inspection.is_known() || options.role.reference_use == ReferenceUse::Namespace {
            return None;
        }
        let is_relative = !inspection.reference().has_scheme();
        // Browsers that reject the base still open an absolute reference.
        let base = options.base.as_deref();
        let base = base.filter(|base| is_relative || Parser::Whatwg.interpret(base, None).is_ok());
        if let Some(found) = disagreement(text, base) {
            return Some(Self::disagreeing(&found, text));
        }
        let base = base.or(is_relative.then_some(ANY_BASE));
        let Ok(opened) = Parser::Whatwg.interpret(text, base) else {
            let authority = inspection.reference().authority;
            let has_host = inspection.reference().has_scheme() && authority.is_some_and(|found| !found.host.is_empty());
            return has_host.then(|| Self { text: "browsers reject it".to_owned(), ..Self::default() });
        };
        let Some(host) = opened.host.filter(|host| !host.is_empty()) else { return Self::without_host(inspection) };
        let base_host = base.and_then(|base| Parser::Whatwg.interpret(base, None).ok()?.host);
        let is_of_base = is_relative && base_host.as_ref() == Some(&host);
        if is_of_base && base == Some(ANY_BASE) {
            return (!text.is_empty()).then(|| Self::without_base(inspection));
        }
        let mut destination = Self::of_host(&host, inspection);
        destination.warn(inspection);
        if is_relative && !is_of_base {
            destination.text.push_str("; this is another host than that of the document");
        }
        Some(destination)
    }

    /// Returns what a reference does that opens no host; `None` if its scheme is unknown.
    fn without_host(inspection: &Inspection<'_>) -> Option<Self> {
        let (text, reference) = (inspection.text(), inspection.reference());
        if !reference.has_scheme() {
            return Self::of_file(inspection);
        }
        if reference.scheme.is_some_and(|scheme| scheme.len() == 1) {
            return Some(Self { text: "is a path of Windows".to_owned(), ..Self::default() });
        }
        let path = reference.path.slice(text);
        let Some((_, words, names_path)) = SCHEMES.into_iter().find(|(scheme, ..)| reference.is_scheme(scheme)) else {
            return Self::of_program(inspection).map(|mut destination| {
                destination.say(" opens it");
                destination
            });
        };
        if !names_path || path.is_empty() {
            return Some(Self { text: words.trim_end_matches(" to").to_owned(), ..Self::default() });
        }
        let mut destination = Self { text: format!("{words} "), ..Self::default() };
        destination.quote(path, text);
        Some(destination)
    }

    /// Starts the sentence with the program that the system starts for the scheme; `None` if software of the network knows it.
    /// A drive letter does not count as a scheme.
    fn of_program(inspection: &Inspection<'_>) -> Option<Self> {
        let scheme = inspection.reference().scheme?.slice(inspection.text()).to_ascii_lowercase();
        let is_of_network = default_port(&scheme).is_some() || scheme.len() < 2 || scheme == "file";
        (!is_of_network).then(|| {
            let mut destination = Self { text: "the program for ".to_owned(), ..Self::default() };
            destination.quote(&scheme, inspection.text());
            destination
        })
    }

    /// Returns the file that a relative reference opens, and whether a check of the targets found it; `None` without a base
    /// that is a file.
    fn of_file(inspection: &Inspection<'_>) -> Option<Self> {
        let (text, reference) = (inspection.text(), inspection.reference());
        let target = resolve(inspection.options().base.as_deref()?, text)?;
        let target_reference = Reference::parse(&target);
        if !target_reference.is_scheme("file") {
            return None;
        }
        let path = target_reference.path.slice(&target);
        let name = path.rsplit('/').find(|name| !name.is_empty()).and_then(percent_decoded)?;
        let mut destination = Self::default();
        if reference.path.is_empty() {
            destination.say("opens this document");
        } else {
            destination.say("opens the file ").quote(&name, text);
        }
        let is_found = |rule: &str| inspection.findings().iter().any(|finding| finding.rule.name == rule);
        let problem = match () {
            () if is_found("missing-target") => ", which does not exist",
            () if is_found("missing-fragment") => ", in which the ID of the fragment does not exist",
            () => "",
        };
        destination.say(problem);
        Some(destination)
    }

    /// Returns what is known of the target of a relative reference without a base.
    fn without_base(inspection: &Inspection<'_>) -> Self {
        let (text, reference) = (inspection.text(), inspection.reference());
        let mut destination = Self::default();
        if !reference.path.is_empty() || reference.query.is_some() {
            destination.say("depends on the location of its document");
            return destination;
        }
        destination.say("opens its own document");
        if let Some(fragment) = reference.fragment.map(|span| span.slice(text)).filter(|fragment| !fragment.is_empty())
        {
            destination.say(" at ").quote(fragment, text);
        }
        destination
    }

    /// Returns the sentence with the names in their own letters, in stored order.
    ///
    /// ```
    /// use iri_core::present::Report;
    /// use iri_core::{Options, inspect};
    ///
    /// let inspection = inspect("http://\u{5D0}\u{5D1}.com/", &Options::default());
    /// let destination = Report::new(&inspection).destination().expect("it opens a host");
    /// assert!(destination.text.starts_with("opens 'AB.com'"));
    /// assert!(destination.in_own_letters().starts_with("opens '\u{5D0}\u{5D1}.com'"));
    /// ```
    pub fn in_own_letters(&self) -> String {
        let mut text = self.text.clone();
        for (span, name) in self.names.iter().rev() {
            text.replace_range(span.clone(), name);
        }
        text
    }

    /// Starts the sentence with the host, in the form that a browser shows.
    fn of_host(host: &str, inspection: &Inspection<'_>) -> Self {
        let text = inspection.text();
        let mut destination = Self::of_program(inspection).unwrap_or_default();
        destination.say(match () {
            () if inspection.reference().is_scheme("file") => "opens a file of ",
            () if destination.text.is_empty() => "opens ",
            () => " opens ",
        });
        let unicode = idna::to_unicode(host);
        let shown = address_bar(host, Browser::Chrome).map_or_else(|| host.to_owned(), |bar| bar.host);
        destination.push_host(&shown, text);
        // What people take it for comes first, because the sentence may be cut at its end.
        let written = inspection.reference().authority.map_or("", |authority| authority.host.slice(text));
        if let Some(seeming) = seeming_host(written, &unicode) {
            destination.say(", not ").quote(&seeming, text);
        }
        if shown != host {
            destination.say(", in ASCII ").quote(host, text);
        } else if unicode != host {
            match look_alike(&unicode) {
                Some(characters) => {
                    let name: String = characters.iter().map(|(_, ascii)| ascii.as_str()).collect();
                    destination.say(", which only looks like ").quote(&name, text);
                    destination.look_alike = characters;
                }
                None => drop(destination.say(", in Unicode ").quote(&unicode, text)),
            }
        }
        destination
    }

    /// Returns the sentence about what each group of parsers opens.
    fn disagreeing(found: &Disagreement, text: &str) -> Self {
        let (one, several) = match found.part {
            DifferingPart::Host => ("opens", "open"),
            DifferingPart::Scheme => ("finds the scheme", "find the scheme"),
            DifferingPart::Port => ("opens the port", "open the port"),
        };
        let mut destination = Self { text: "parsers disagree".to_owned(), ..Self::default() };
        let mut separator = ": ";
        for reading in &found.readings {
            let is_one = matches!(reading.parsers[..], [parser] if !matches!(parser, Parser::Whatwg | Parser::Rfc3986));
            destination.say(separator).say(&names(&reading.parsers)).say(" ").say(if is_one { one } else { several });
            match reading.part(found.part) {
                Some(value) => destination.say(" ").quote(value, text),
                None => destination.say(" the default"),
            };
            separator = ", ";
        }
        destination
    }

    fn say(&mut self, words: &str) -> &mut Self {
        self.text.push_str(words);
        self
    }

    /// Adds a name in quotes.
    fn quote(&mut self, name: &str, whole: &str) -> &mut Self {
        let shown = quoted(name, whole);
        let start = self.text.len() + 1;
        self.say("'").say(&shown);
        if BidiNotation::new(name).is_needed() {
            self.names.push((start..self.text.len(), shorten(name, LENGTH).into_owned()));
        }
        self.say("'")
    }

    fn push_host(&mut self, host: &str, whole: &str) {
        let shown = quoted(host, whole);
        let is_address = shown.starts_with('[') || shown.parse::<IpAddr>().is_ok();
        let name = shown.strip_suffix('.').unwrap_or(&shown);
        let registered = name.rmatch_indices('.').nth(1).filter(|_| !is_address).map_or(0, |(dot, _)| dot + 1);
        let start = self.text.len() + 1;
        self.quote(host, whole);
        self.emphasis = Some(start + registered..start + name.len());
    }

    /// Adds why people may take it for another destination.
    fn warn(&mut self, inspection: &Inspection<'_>) {
        let text = inspection.text();
        let authority = inspection.reference().authority;
        let user = authority.and_then(|authority| authority.userinfo).map(|userinfo| userinfo.slice(text));
        if let Some(user) = user.and_then(|userinfo| userinfo.split(':').next()).filter(|user| user.contains('.')) {
            self.say("; ").quote(user, text).say(" is only a user name");
        }
        let findings = inspection.findings();
        for finding in findings.iter().filter(|finding| DISPLAY_RULES.contains(&finding.rule.name)).take(1) {
            self.say("; ").say(&finding.message);
        }
    }
}

/// Returns the host that people see instead of `opened` if it contains characters that look like delimiters. `written` is the
/// host as it is in the reference.
fn seeming_host(written: &str, opened: &str) -> Option<String> {
    // A full stop of another script, which separates labels: the part before it may look like the whole host.
    let separator = delimiter_look_alikes(written).find(|(_, c, _)| !opened.contains(*c));
    if let Some(before) = separator.map(|(at, ..)| &written[..at]).filter(|before| before.contains('.')) {
        return Some(before.to_owned());
    }
    let mut seeming = String::new();
    let mut start = 0;
    for (at, c, delimiter) in delimiter_look_alikes(opened) {
        seeming.push_str(&opened[start..at]);
        if delimiter != '.' {
            return Some(seeming).filter(|seeming| !seeming.is_empty());
        }
        seeming.push('.');
        start = at + c.len_utf8();
    }
    (start > 0).then(|| seeming + &opened[start..])
}

/// Returns the characters of `host`, each with the ASCII letters that it looks like; `None` if one looks like none.
fn look_alike(host: &str) -> Option<Vec<(char, String)>> {
    let ascii = |c: char| if c.is_ascii() { Some(c.to_string()) } else { ascii_look_alike(c.encode_utf8(&mut [0; 4])) };
    host.chars().map(|c| Some((c, ascii(c)?))).collect()
}

/// Returns the names as a list: "curl", "curl and Go", "curl, Go and 2 more".
fn names(parsers: &[Parser]) -> String {
    let mut names: Vec<String> = parsers.iter().take(PARSERS).map(|parser| parser.name().to_owned()).collect();
    if parsers.len() > PARSERS {
        names.truncate(PARSERS - 1);
        names.push(format!("{} more", parsers.len() - names.len()));
    }
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

fn quoted(part: &str, whole: &str) -> String {
    shorten(&quotable(part, whole), LENGTH).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Options, inspect, present::Report};

    fn destination(text: &str) -> Destination {
        Report::new(&inspect(text, &Options::default())).destination().expect("it opens a host")
    }

    #[test]
    fn a_host_has_the_letters_of_the_one_that_it_looks_like() {
        let apple = destination("https://\u{430}pple.com/");
        let pairs = apple.look_alike.iter().map(|(c, ascii)| (*c, ascii.as_str()));
        assert_eq!(pairs.take(2).collect::<Vec<_>>(), [('\u{430}', "a"), ('p', "p")]);
        assert!(apple.text.ends_with(", which only looks like 'apple.com'"), "{}", apple.text);
        // The letters of an A-label.
        let decoded = destination("https://xn--80ak6aa92e.com/").look_alike;
        assert_eq!(decoded.iter().map(|(_, ascii)| ascii.as_str()).collect::<String>(), "apple.com");
        assert!(destination("https://\u{5D0}\u{5D1}.example/").look_alike.is_empty());
        assert!(destination("https://apple.com/").look_alike.is_empty());
    }

    #[test]
    fn what_people_take_the_host_for_follows_it() {
        let text = destination("http://example.com\u{2215}evil.test/").text;
        assert!(text.starts_with("opens 'example.xn--comevil-ef0d.test', not 'example.com', in "), "{text}");
        let text = destination("http://a.xn--comevil-ef0d.test/").text;
        assert!(text.starts_with("opens 'a.xn--comevil-ef0d.test', not 'a.com', in "), "{text}");
        // A character that looks like a dot, and one that is a dot in a host.
        let text = destination("http://example\u{A4F8}com/").text;
        assert!(text.starts_with("opens 'xn--examplecom-5c29a', not 'example.com', in "), "{text}");
        assert_eq!(destination("http://example\u{3002}com/").text, "opens 'example.com'");
        let text = destination("http://example.com\u{3002}evil.test/").text;
        assert_eq!(text, "opens 'example.com.evil.test', not 'example.com'");
    }

    #[test]
    fn every_kind_of_reference_has_words() {
        for (text, words) in [
            ("javascript:alert(1)", "runs a script"),
            ("JavaScript:alert(1)", "runs a script"),
            ("data:text/html,x", "contains its own document"),
            ("mailto:a@example.org?subject=x", "writes a message to 'a@example.org'"),
            ("tel:+1-201-555-0123", "calls '+1-201-555-0123'"),
            ("file:///etc/hosts", "opens a local file"),
            ("urn:isbn:0", "is a name, which opens nothing"),
            ("#x", "opens its own document at 'x'"),
            ("C:\\docs", "is a path of Windows"),
            ("a/b?c#d", "depends on the location of its document"),
            ("file://host/share", "opens a file of 'host'"),
            ("mailto:", "writes a message"),
            ("vscode://open?x", "the program for 'vscode' opens 'open'"),
            ("ms-word:ofe%7Cu%7Chttp://a.example/", "the program for 'ms-word' opens it"),
            ("sftp://a.example/", "opens 'a.example'"),
            ("//evil.test/x", "opens 'evil.test'; this is another host than that of the document"),
            (r"\\evil.test\x", "opens 'evil.test'; this is another host than that of the document"),
        ] {
            assert_eq!(destination(text).text, words, "{text}");
        }
        for relative in ["a", "/a", "?q", "../b c"] {
            assert_eq!(destination(relative).text, "depends on the location of its document", "{relative}");
        }
        assert!(Report::new(&inspect("", &Options::default())).destination().is_none());
        let options = Options::default().with_base("file:///book/ch/one.xml");
        let of_file = |text| Report::new(&inspect(text, &options)).destination().expect("it is a file").text;
        assert_eq!(of_file("two%20a.xml#x"), "opens the file 'two a.xml'");
        assert_eq!(of_file("#x"), "opens this document");
        let options = Options::default().with_base("https://bank.example/");
        let of_base = |text| Report::new(&inspect(text, &options)).destination().expect("it has a host").text;
        assert_eq!(of_base("a"), "opens 'bank.example'");
        assert_eq!(of_base("//evil.test/x"), "opens 'evil.test'; this is another host than that of the document");
        let options = Options::default().with_base("not a base");
        let of_none = |text| Report::new(&inspect(text, &options)).destination().map(|destination| destination.text);
        assert_eq!(of_none("http://e.test:8080/x").as_deref(), Some("opens 'e.test'"));
        assert_eq!(of_none("a"), None);
    }
}
