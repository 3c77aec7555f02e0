//! What the address bars of browsers show, compared with the outcomes that their policies document.

use iri_core::interop::{Browser, DisplayCheck, address_bar};
use iri_core::reference::idna;

use DisplayCheck::{
    AccentedLatin, DangerousPattern, DigitLookAlike, HiddenMark, InvalidALabel, MiddleDot, MixedDigits, MixedScripts,
    OtherDomain, RestrictedCharacter, WholeScript,
};

const UNICODE: Option<DisplayCheck> = None;

/// Host, and the first check that fails in Chrome and in Firefox.
const HOSTS: &[(&str, Option<DisplayCheck>, Option<DisplayCheck>)] = &[
    // Examples of Chrome's documentation.
    ("\u{F6}bb.at", UNICODE, UNICODE),
    ("eb\u{430}y.com", Some(MixedScripts), Some(MixedScripts)),
    ("\u{430}\u{440}\u{440}\u{4CF}\u{435}.com", Some(WholeScript), Some(WholeScript)),
    ("\u{430}\u{440}\u{440}\u{4CF}\u{435}.ru", UNICODE, UNICODE),
    ("\u{430}\u{440}\u{440}\u{4CF}\u{435}.\u{440}\u{444}", UNICODE, UNICODE),
    ("paral\u{B7}lel.cat", UNICODE, UNICODE),
    ("paral\u{B7}lel.com", Some(MiddleDot), Some(MiddleDot)),
    ("xn--comevil-ef0d.test", Some(RestrictedCharacter), Some(RestrictedCharacter)),
    // One script, or the combinations that are usual.
    ("gr\u{FC}\u{DF}e.example", UNICODE, UNICODE),
    ("\u{43C}\u{43E}\u{441}\u{43A}\u{432}\u{430}.com", UNICODE, UNICODE),
    ("\u{3B5}\u{3BB}\u{3BB}\u{3AC}\u{3B4}\u{3B1}.gr", UNICODE, UNICODE),
    ("\u{5E9}\u{5DC}\u{5D5}\u{5DD}.il", UNICODE, UNICODE),
    ("\u{627}\u{644}\u{633}\u{644}\u{627}\u{645}.eg", UNICODE, UNICODE),
    ("\u{939}\u{93F}\u{928}\u{94D}\u{926}\u{940}-42.in", UNICODE, UNICODE),
    ("\u{6771}\u{4EAC}tokyo.jp", UNICODE, UNICODE),
    ("\u{305F}\u{30E9}\u{30FC}\u{6771}.jp", UNICODE, UNICODE),
    ("\u{D55C}\u{AE00}go.kr", UNICODE, UNICODE),
    // Mixtures.
    ("\u{3C1}\u{430}.example", Some(MixedScripts), Some(MixedScripts)),
    ("caf\u{E9}\u{6771}.jp", Some(AccentedLatin), UNICODE),
    ("\u{D55C}\u{3042}.kr", Some(MixedScripts), Some(MixedScripts)),
    ("tha\u{E35}i.th", Some(MixedScripts), Some(MixedScripts)),
    ("\u{967}\u{9E7}.in", Some(MixedScripts), Some(MixedScripts)),
    ("\u{661}\u{6F1}\u{628}.eg", Some(InvalidALabel), Some(InvalidALabel)),
    ("7\u{967}.in", Some(MixedDigits), Some(MixedDigits)),
    // Look-alikes of whole words and numbers.
    ("\u{441}\u{43E}\u{440}\u{435}.com", Some(WholeScript), Some(WholeScript)),
    ("\u{441}\u{43E}\u{440}\u{435}-1.com", Some(WholeScript), Some(WholeScript)),
    ("\u{43A}\u{443}\u{440}\u{441}.com", UNICODE, Some(WholeScript)),
    ("\u{43A}\u{43E}\u{43D}.com", UNICODE, UNICODE),
    ("\u{3BF}\u{3C5}.com", Some(WholeScript), UNICODE),
    ("\u{3BF}\u{3C5}.gr", UNICODE, UNICODE),
    ("\u{5D5}\u{5E1}.com", Some(WholeScript), UNICODE),
    ("\u{E1F}\u{E1A}.com", Some(WholeScript), Some(WholeScript)),
    ("\u{E1F}\u{E1A}.th", UNICODE, UNICODE),
    ("\u{9E8}0.com", Some(MixedDigits), Some(MixedDigits)),
    ("1\u{437}.com", Some(DigitLookAlike), Some(DigitLookAlike)),
    ("\u{437}\u{437}.ru", Some(DigitLookAlike), Some(DigitLookAlike)),
    // Letters of one country.
    ("\u{FE}ing.com", Some(OtherDomain), Some(OtherDomain)),
    ("\u{FE}ing.is", UNICODE, UNICODE),
    ("v\u{259}t\u{259}n.az", UNICODE, UNICODE),
    ("v\u{259}t\u{259}n.com", Some(OtherDomain), Some(OtherDomain)),
    // Marks.
    ("pi\u{307}n.com", Some(HiddenMark), Some(DangerousPattern)),
    ("\u{E35}\u{E48}.th", Some(InvalidALabel), Some(InvalidALabel)),
    ("\u{E01}\u{E48}\u{E48}.th", Some(HiddenMark), Some(HiddenMark)),
    ("\u{6771}\u{301}.jp", Some(MixedScripts), Some(DangerousPattern)),
    ("t\u{131}\u{300}p.com", Some(DangerousPattern), Some(HiddenMark)),
    // Japanese and Chinese characters that look like others.
    ("a\u{30CE}b.jp", Some(DangerousPattern), Some(DangerousPattern)),
    ("\u{30CE}.jp", UNICODE, UNICODE),
    ("a\u{30FC}b.jp", Some(DangerousPattern), Some(DangerousPattern)),
    ("\u{30E9}\u{30FC}.jp", UNICODE, UNICODE),
    ("a\u{30FB}\u{6771}.jp", Some(DangerousPattern), Some(DangerousPattern)),
    ("\u{6771}\u{30FB}\u{4EAC}.jp", UNICODE, UNICODE),
    ("\u{3042}\u{30FD}.jp", Some(DangerousPattern), Some(DangerousPattern)),
    ("\u{30AB}\u{30FD}.jp", UNICODE, UNICODE),
    ("\u{30E2}\u{3078}\u{30E2}.jp", Some(DangerousPattern), Some(DangerousPattern)),
    ("net\u{4E00}.com", Some(DangerousPattern), Some(DangerousPattern)),
    ("\u{4E00}\u{6771}net.com", UNICODE, UNICODE),
    ("a\u{4E36}b.com", Some(DangerousPattern), Some(DangerousPattern)),
    // Characters that are not allowed.
    ("\u{2665}.example", Some(RestrictedCharacter), Some(RestrictedCharacter)),
    ("a\u{2019}b.com", Some(RestrictedCharacter), Some(RestrictedCharacter)),
    ("a\u{2BC}b.com", Some(RestrictedCharacter), Some(RestrictedCharacter)),
    ("\u{1E37}un.com", Some(RestrictedCharacter), UNICODE),
    ("\u{13AA}.com", Some(RestrictedCharacter), Some(RestrictedCharacter)),
];

#[test]
fn hosts_are_shown_as_documented() {
    let mut differing = Vec::new();
    for &(host, chrome, firefox) in HOSTS {
        // IDNA rejects some of them, but their A-labels can be written.
        let ascii = idna::to_ascii(host).unwrap_or_else(|| punycode(host));
        for (browser, expected) in [(Browser::Chrome, chrome), (Browser::Firefox, firefox)] {
            let shown = address_bar(&ascii, browser).expect("a label is internationalized");
            let check = shown.labels.iter().find_map(|label| label.check);
            if check != expected {
                differing.push(format!("{ascii} in {}: {check:?}, not {expected:?}", browser.name()));
            }
            let is_ascii = shown.host.split('.').next() == ascii.split('.').next();
            assert_eq!(is_ascii, shown.labels[0].check.is_some(), "{ascii}: {shown:?}");
        }
    }
    assert!(differing.is_empty(), "{}", differing.join("\n"));
}

fn punycode(host: &str) -> String {
    let label = |label: &str| match ::idna::punycode::encode_str(label) {
        Some(punycode) if !label.is_ascii() => format!("xn--{punycode}"),
        _ => label.to_owned(),
    };
    host.split('.').map(label).collect::<Vec<_>>().join(".")
}

#[test]
fn each_label_is_decided_alone() {
    let shown = address_bar("xn--80ak6aa92e.xn--bcher-kva.example", Browser::Chrome).expect("it has A-labels");
    assert_eq!(shown.host, "xn--80ak6aa92e.b\u{FC}cher.example");
    assert_eq!(shown.labels.len(), 2);
    assert_eq!(address_bar("127.0.0.1", Browser::Firefox), None);
    assert_eq!(address_bar("[::1]", Browser::Firefox), None);
    assert_eq!(address_bar("", Browser::Chrome), None);
}

#[test]
fn any_label_is_decided() {
    for code in (0x80..0x11_0000_u32).step_by(7) {
        let Some(c) = char::from_u32(code) else { continue };
        for host in [format!("{c}.com"), format!("a{c}1.example")] {
            let ascii = punycode(&host);
            for browser in Browser::ALL {
                let shown = address_bar(&ascii, browser).expect("a label is internationalized");
                let is_shown = shown.labels[0].check.is_none();
                assert_eq!(is_shown, !shown.host.is_ascii(), "{ascii}");
            }
        }
    }
}
