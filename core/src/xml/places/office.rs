//! Office documents.

use crate::xml::places::vocabulary::{Elements, Vocabulary, nothing};

pub static LIBREOFFICE: Vocabulary = Vocabulary {
    name: "LibreOffice's own",
    source: "its configuration: commands such as `.uno:Print` stand where references do",
    elements: Elements::In(&["http://openoffice.org/*"]),
    rows: &[nothing("*", "xlink:href")],
};
