//! The readable form of encoded references, shown behind them.

use iri_core::reference::Form;
use iri_core::{Document, Options, Site, Span, inspect};

use crate::shown::shown;

/// So many are shown at once, of references no longer than this.
const MOST: usize = 500;
const LONGEST: usize = 2_000;

/// What is shown behind a reference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// Where.
    pub offset: usize,
    /// What.
    pub text: String,
}

/// Those of the references in `span`.
pub fn hints(document: &Document, span: Span) -> Vec<Hint> {
    document.sites_in(span).filter_map(|site| hint(&site)).take(MOST).collect()
}

fn hint(site: &Site<'_>) -> Option<Hint> {
    if site.value.len() > LONGEST || !(site.value.contains('%') || site.value.contains("xn--")) {
        return None;
    }
    let options = Options { role: site.role, ..Options::default() };
    let readable = inspect(&site.value, &options).converted(Form::IriFromUri)?;
    // An isolate: its letters must not move what stands behind it.
    let text = || format!("\u{2068}{}\u{2069}", shown(&readable, LONGEST));
    (readable != *site.value).then(|| Hint { offset: site.span.end, text: text() })
}
