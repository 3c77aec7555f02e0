//! Faulty values, what surrounds them, and how they are configured: the documents on which all front ends must agree.
//!
//! ```text
//! value × surroundings × configuration ─▶ document ─▶ core, list, panes, check, server
//! ```
//!
//! The tests of all crates include this file.

/// Values as they are written in an attribute.
pub const VALUES: [&str; 40] = [
    "a b",
    " a",
    "a&#32;b|c",
    "a&b",
    "q&#xD800;z",
    "&#xD83D;&#xDE00;",
    "a&#x1;b",
    "x&known;y",
    "x&unknown;y",
    "%4",
    "%&unknown;",
    "%C3%A9%C3",
    "HTTP://EXAMPLE.org:80/%7e",
    "http://h/&#x5D0;1",
    "http://ab.&#x5D0;&#x5D1;.123/kl",
    "http://h/&#x202E;",
    "http://h/a&#x200B;b&#xAD;",
    "http://h/a&#x2028;b&#x7F;c&#x85;d",
    "http://h/&#x645;&#x6CC;&#x200C;&#x62E;",
    "http://h/&#x1F469;&#x200D;&#x1F680;",
    "http://\u{440}\u{430}\u{443}pal.com/\u{FF21}",
    "http://example.com\u{2215}evil.test/",
    "http://a/b\\c",
    "\\\\server\\share",
    "C:\\x",
    "#a#b",
    "http://[::1",
    "http://h:9x/",
    "http://u:p@h/",
    "e&#x301;",
    "gone.xml",
    "there.xml",
    "urn:x",
    "mailto: a;b",
    "data:text/plain;base64,A A",
    "&#xE000;&#xFDD0;&#xE0061;",
    "c/../a/./b?c d#",
    "a%2541",
    "&#x3C;a&gt;&quot;",
    "",
];

/// Documents around a value, which takes the place of `@`.
pub const SURROUNDINGS: [&str; 15] = [
    "<r><a xml:base=\"@\"/></r>",
    "<!DOCTYPE r [<!ENTITY known 'k | k'>]><r><a xml:base='@'/></r>",
    "<r><!-- iri-ignore leiri --><a xml:base=\"@\"/></r>",
    "<r><!-- iri-ignore --><a xml:base=\"@\"/>\n<b xml:base=\"@\"/></r>",
    "<!-- iri-ignore-file leiri-space scheme --><r><a xml:base=\"@\"/></r>",
    "<r><!-- iri-ignore leiri-spcae --><a xml:base=\"@\"/></r>",
    "<r xml:base=\"http://example.org/x/\">\n  <a xmlns:l=\"http://www.w3.org/1999/xlink\" l:href=\"@\"/></r>",
    "<r xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xsi:schemaLocation=\"urn:x @ b.xsd\"/>",
    "<html xmlns=\"http://www.w3.org/1999/xhtml\"><body><a ping=\"@ x\" href=\"@\">\u{5D0}</a></body></html>",
    "<r xmlns=\"@\"/>",
    "<r xmlns=\"http://www.w3.org/2005/Atom\"><id>@</id></r>",
    "<r xmlns=\"http://www.w3.org/2005/Atom\"><id><![CDATA[@]]></id><icon>\u{1F680}<![CDATA[@]]></icon></r>",
    "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"><rdf:Description rdf:about=\"@\"/></rdf:RDF>",
    "<!DOCTYPE r SYSTEM \"@\" [<!ENTITY e PUBLIC \"-//X//Y\" \"@\"><!NOTATION n SYSTEM \"@\">]><r/>",
    "<?xml-stylesheet href=\"@\"?>\r\n<r/>",
];

/// Configuration files.
pub const CONFIGURATIONS: [&str; 6] = [
    "",
    "[rules]\nleiri = \"error\"\nstyle = \"off\"\nmissing-target = \"warning\"\nmissing-fragment = \"hint\"\n",
    "[[ignore]]\nvalues = [\"a b\", \"http:*\"]\nrules = [\"leiri-space\", \"style\", \"bidi\"]\n",
    "[[ignore]]\nvalues = [\"a*\"]\n\n[rules]\nmissing-target = \"error\"\nleiri-space = \"hint\"\nraw-ampersand = \"off\"\n\
     surrogate = \"information\"\nbidi-twin = \"error\"\nunknown-rule = \"error\"\n",
    "[[places]]\nattribute = \"{http://www.w3.org/XML/1998/namespace}base\"\nrole = \"any-uri-list\"\n",
    "[[places]]\nattribute = \"{http://www.w3.org/XML/1998/namespace}base\"\nrole = \"identifier\"\n",
];

/// References that convert to several forms, each other than the reference.
pub const CONVERTED: [&str; 6] = [
    "http://example.org/a b|c",
    "http://\u{E4}.example/\u{E9} \u{FDD0}",
    "HTTP://EXAMPLE.org:80/%7e/%C3%A9?q#f",
    "x\u{202E}y\u{200B}/../z",
    "http://h/a\u{2028}b\u{AD}c",
    "C:\\x\\y|z",
];

/// Characters that show nothing and that XML allows as they are.
pub const HIDDEN: &str = "\u{7F}\u{85}\u{9B}\u{AD}\u{34F}\u{61C}\u{180E}\u{200B}\u{200C}\u{200D}\u{200E}\u{200F}\
    \u{2028}\u{2029}\u{202A}\u{202B}\u{202C}\u{202D}\u{202E}\u{2060}\u{2066}\u{2067}\u{2068}\u{2069}\u{2800}\u{3000}\
    \u{3164}\u{FE0F}\u{FEFF}\u{FFF9}\u{E000}\u{FDD0}\u{E0001}\u{E0061}\u{E01EF}\u{10FFFF}";

/// A file that exists next to each document; every other file is missing.
pub const EXISTING: &str = "there.xml";

/// Combination of a value, its surroundings and a configuration.
pub struct Combination {
    /// Path of the document: the indices of the configuration, the surroundings and the value. The configuration file
    /// is in the same directory.
    pub path: String,
    /// Text of the document.
    pub text: String,
    /// Text of the configuration file.
    pub configuration: &'static str,
}

/// Every value in all surroundings under each configuration, in the order of the configurations.
pub fn combinations() -> impl Iterator<Item = Combination> {
    let product = |configuration| {
        let values = (0..VALUES.len()).flat_map(|value| (0..SURROUNDINGS.len()).map(move |around| (value, around)));
        values.map(move |(value, around)| Combination {
            path: format!("configuration-{configuration}/surroundings-{around:02}-value-{value:02}.xml"),
            text: SURROUNDINGS[around].replace('@', VALUES[value]),
            configuration: CONFIGURATIONS[configuration],
        })
    };
    (0..CONFIGURATIONS.len()).flat_map(product)
}
