//! What the address bar of a browser shows for an internationalized host: each label in Unicode or as its A-label.
//!
//! A browser shows a label in Unicode only if it passes checks against look-alikes. The checks are those that Chrome
//! and Firefox publish: [Chrome's policy for internationalized domain names][chrome], and `nsIDNService` of Firefox.
//! One check needs data that is not shipped, and is left out: Chrome also shows the A-labels of a host that looks like
//! one of the most visited domains, for example with one accent more.
//!
//! [chrome]: https://chromium.googlesource.com/chromium/src/+/main/docs/idn.md

mod checks;
mod chrome;
mod firefox;
mod letters;

pub use checks::DisplayCheck;
pub(crate) use checks::is_usual_in_domain;

use crate::interop::address_bar::checks::TopLevelDomain;
use crate::reference::idna;

/// A browser whose policy is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Browser {
    /// Chrome, and other browsers built on Chromium.
    Chrome,
    /// Firefox.
    Firefox,
}

impl Browser {
    /// All browsers, in the order of the JSON output.
    pub const ALL: [Self; 2] = [Self::Chrome, Self::Firefox];

    /// Returns the key of this browser in JSON.
    pub fn key(self) -> &'static str {
        match self {
            Self::Chrome => "chrome",
            Self::Firefox => "firefox",
        }
    }

    /// Returns the name of this browser.
    pub fn name(self) -> &'static str {
        match self {
            Self::Chrome => "Chrome",
            Self::Firefox => "Firefox",
        }
    }

    fn check(self, label: &[char], tld: &TopLevelDomain<'_>) -> Option<DisplayCheck> {
        match self {
            Self::Chrome => chrome::check(label, tld),
            Self::Firefox => firefox::check(label, tld),
        }
    }
}

/// An internationalized label, and how a browser shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DisplayedLabel {
    /// The label in ASCII.
    pub ascii: String,
    /// The label in Unicode; the A-label itself if it does not decode.
    pub unicode: String,
    /// The check for which the browser shows the A-label; `None` if it shows Unicode.
    pub check: Option<DisplayCheck>,
}

/// What the address bar of a browser shows for a host.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AddressBar {
    /// The host as it is shown.
    pub host: String,
    /// The internationalized labels.
    pub labels: Vec<DisplayedLabel>,
}

/// Returns what `browser` shows for `host`, which is in ASCII as [`Parser::Whatwg`](super::Parser::Whatwg) reports it;
/// `None` if no label is internationalized.
///
/// ```
/// use iri_core::interop::{Browser, DisplayCheck, address_bar};
///
/// let shown = address_bar("xn--80ak6aa92e.com", Browser::Chrome).expect("it has an A-label");
/// assert_eq!(shown.host, "xn--80ak6aa92e.com");
/// assert_eq!(shown.labels[0].check, Some(DisplayCheck::WholeScript));
/// assert_eq!(address_bar("xn--bcher-kva.de", Browser::Chrome).expect("it has an A-label").host, "b\u{FC}cher.de");
/// assert_eq!(address_bar("example.com", Browser::Chrome), None);
/// ```
pub fn address_bar(host: &str, browser: Browser) -> Option<AddressBar> {
    host.split('.').find_map(idna::punycode_of)?;
    let ascii = host.split('.').rfind(|label| !label.is_empty()).unwrap_or_default();
    let tld = TopLevelDomain { ascii, unicode: idna::to_unicode(ascii) };
    let mut labels = Vec::new();
    let shown = host.split('.').map(|label| {
        if idna::punycode_of(label).is_none() {
            return label.to_owned();
        }
        let unicode = idna::to_unicode(label);
        let check = if unicode == label {
            Some(DisplayCheck::InvalidALabel)
        } else {
            browser.check(&unicode.chars().collect::<Vec<_>>(), &tld)
        };
        let shown = if check.is_none() { unicode.clone() } else { label.to_owned() };
        labels.push(DisplayedLabel { ascii: label.to_owned(), unicode, check });
        shown
    });
    let host = shown.collect::<Vec<_>>().join(".");
    Some(AddressBar { host, labels })
}
