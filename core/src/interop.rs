//! How other software parses a reference: models of real parsers, and what they open.

pub(crate) mod browser;
pub(crate) mod whatwg;
