//! Faulty references in every surrounding and under every configuration: what all front ends must report alike.

/// Values as they are written in an attribute.
pub const VALUES: [&str; 24] = [
    "a b",
    " a",
    "a&#32;b|c",
    "a&b",
    "q&#xD800;z",
    "a&#x1;b",
    "x&known;y",
    "x&unknown;y",
    "%4",
    "%&unknown;",
    "HTTP://EXAMPLE.org:80/%7e",
    "http://h/&#x5D0;1",
    "http://h/&#x202E;",
    "http://a/b\\c",
    "\\\\server\\share",
    "C:\\x",
    "#a#b",
    "http://[::1",
    "http://h:9x/",
    "e&#x301;",
    "gone.xml",
    "urn:x",
    "&#xE000;",
    "",
];

/// Documents around a value, which takes the place of `@`.
pub const SURROUNDINGS: [&str; 9] = [
    "<r><a xml:base=\"@\"/></r>",
    "<!DOCTYPE r [<!ENTITY known 'k | k'>]><r><a xml:base=\"@\"/></r>",
    "<r><!-- iri-ignore leiri --><a xml:base=\"@\"/></r>",
    "<!-- iri-ignore-file leiri-space scheme --><r><a xml:base=\"@\"/></r>",
    "<r xml:base=\"http://example.org/x/\"><a xmlns:l=\"http://www.w3.org/1999/xlink\" l:href=\"@\"/></r>",
    "<r xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xsi:schemaLocation=\"urn:x @ b.xsd\"/>",
    "<r xmlns=\"@\"/>",
    "<r xmlns=\"http://www.w3.org/2005/Atom\"><id>@</id></r>",
    "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"><rdf:Description rdf:about=\"@\"/></rdf:RDF>",
];

/// Contents of `.iri.toml`.
pub const CONFIGURATIONS: [&str; 4] = [
    "",
    "[rules]\nleiri = \"error\"\nstyle = \"off\"\nmissing-target = \"warning\"\n",
    "[[ignore]]\nvalues = [\"a b\", \"http:*\"]\nrules = [\"leiri-space\", \"style\"]\n",
    "[[places]]\nattribute = \"{http://www.w3.org/XML/1998/namespace}base\"\nrole = \"any-uri-list\"\n",
];
