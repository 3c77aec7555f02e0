//! RFC 3986 section 3.1: schemes ignore case; the canonical form is lowercase.

use crate::rules::context::{Context, FindingSink};
use crate::rules::finding::{Fix, Safety};
use crate::rules::schemes;
use crate::text::fit;

/// Authority of codes of coordinate reference systems, which are written `EPSG:4326` (OGC 06-042 section 6.7.3.2).
const EPSG: &str = "epsg";

pub(super) fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let (Some(span), Some(lower)) = (context.reference.scheme, context.reference.scheme_lowercase()) else { return };
    if context.reference.is_drive_path() || context.reference.is_scheme(EPSG) {
        return;
    }
    let title = fit(&lower, |lower| format!("replace scheme with '{lower}'"));
    // Programs compare the names of some namespaces as strings: S1000D writes `URN:S1000D:…`. A word without a grammar may
    // be a label: `Title: a.html`.
    let is_scheme = context.reference.authority.is_some() || schemes::is_known(&lower);
    let safety = if lower == "urn" || !is_scheme { Safety::Suggested } else { Safety::Safe };
    out.flag(span, "scheme contains uppercase letters").fix(Fix::new(safety, title, span, lower));
}
