//! What an editor opens when a user follows a reference.

use iri_core::files::{CatalogPath, Catalogs, path_from_file_uri};
use iri_core::reference::{Form, NormalizationLevel, percent_decoded, without_directive, without_query_and_fragment};
use iri_core::text::InDocument;
use iri_core::xml::SiteKind;
use iri_core::xml::ids::named_ids;
use iri_core::{CancelToken, Document, Inspection, Site, Span, parse_only};

use crate::analysis::link_index::Destination;

/// Maximum number of targets per document: an editor requests all of them after every change.
const LIMIT: usize = 5_000;
/// Maximum length in bytes of a target, and of all targets of a document.
const LENGTH_LIMITS: (usize, usize) = (16 * 1024, 4 * 1024 * 1024);

/// Schemes that an editor can open. References with other schemes have no target (`urn`), or one that a click should
/// not open (`javascript`).
const SCHEMES: [&str; 5] = ["http", "https", "ftp", "file", "mailto"];

/// Target of a reference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkTarget {
    /// Span of the reference.
    pub span: Span<InDocument>,
    /// URIs of the target, the one closest to the reference first.
    pub uris: Vec<String>,
    /// Whether it leads to a part of a file.
    pub has_fragment: bool,
}

impl LinkTarget {
    /// Returns what a click opens, in words; `None` if it is something else than a file.
    pub fn tooltip(&self) -> Option<String> {
        let iri = self.uris.first().filter(|iri| iri.starts_with("file:"))?;
        let (path, fragment) = iri.split_once('#').unwrap_or((iri, ""));
        let file = percent_decoded(without_query_and_fragment(path).trim_end_matches('/').rsplit('/').next()?)?;
        let fragment = percent_decoded(without_directive(fragment)).filter(|fragment| !fragment.is_empty());
        Some(fragment.map_or_else(|| format!("Open {file}"), |fragment| format!("Open '{fragment}' in {file}")))
    }
}

/// Returns the targets of all references of a document, looked up in the XML `catalogs`, until it is cancelled. Namespace
/// names have none.
pub fn link_targets(document: &Document, catalogs: &[CatalogPath], cancel: &CancelToken) -> Vec<LinkTarget> {
    let catalogs = Catalogs::read(catalogs);
    let references = document.parsed_in(Span::new(0, document.len())).take_while(|_| !cancel.is_cancelled());
    let targets = references.filter_map(|(site, inspection)| link_target(&site, &inspection, &catalogs));
    let length = |target: &LinkTarget| target.uris.iter().map(String::len).sum::<usize>();
    let mut total = 0;
    let short = targets.filter(|target| length(target) <= LENGTH_LIMITS.0).take_while(|target| {
        total += length(target);
        total <= LENGTH_LIMITS.1
    });
    short.take(LIMIT).collect()
}

/// Returns where the reference at `offset` leads by the XML `catalogs`.
pub fn destination_at(document: &Document, offset: usize, catalogs: &[CatalogPath]) -> Option<Destination> {
    let site = document.site_at(offset)?;
    let (site, inspection) = document.parsed_in(site.span).find(|(found, _)| found.span == site.span)?;
    let target = link_target(&site, &inspection, &Catalogs::read(catalogs))?;
    let destination = |uri: &String| {
        let fragment = uri.split_once('#').and_then(|(_, fragment)| named_ids(fragment, || None).into_iter().next());
        let file = path_from_file_uri(without_query_and_fragment(uri))?;
        Some(Destination { file, fragment: fragment.map(|named| named.fragment) })
    };
    target.uris.iter().find_map(destination)
}

fn link_target(site: &Site<'_>, inspection: &Inspection<'_>, catalogs: &Catalogs) -> Option<LinkTarget> {
    // A link to the document itself would be of no use.
    let reference = inspection.reference().inner();
    if !site.role.reference_use.is_resolved() || reference.is_empty() || reference.starts_with('#') {
        return None;
    }
    // The target is unknown if the reference contains an external entity or an invalid character reference.
    if !inspection.is_known() {
        return None;
    }
    let resolved = inspection.resolved().unwrap_or_else(|| reference.to_owned());
    let is_system = matches!(site.kind, SiteKind::Doctype | SiteKind::Entity | SiteKind::Notation);
    let in_catalogs = |reference: &str| {
        let target =
            if is_system { catalogs.external_target(None, Some(reference)) } else { catalogs.target(reference) };
        target.map(|target| target.location)
    };
    let resolved = in_catalogs(reference).or_else(|| in_catalogs(&resolved)).unwrap_or(resolved);
    // The target is converted as the reference is, with the encoding of the document.
    let target = parse_only(&resolved, inspection.options());
    let scheme = target.reference().scheme_lowercase()?;
    if !SCHEMES.contains(&&*scheme) {
        return None;
    }
    let uri = target.converted(Form::UriIdna).or_else(|| target.converted(Form::Uri))?;
    let normal = parse_only(&uri, inspection.options()).normalized(NormalizationLevel::Scheme);
    let has_fragment = scheme == "file" && target.reference().inner().contains('#');
    Some(LinkTarget { span: site.span, uris: vec![uri, normal], has_fragment })
}
