//! Where references lead, for those who want to go there.

use iri_core::files::Catalogs;
use iri_core::reference::{Form, NormalizationLevel};
use iri_core::xml::Kind;
use iri_core::{Document, Options, ReferenceUse, Site, Span, inspect};

/// So many are told: an editor asks for all of them at every change.
const MOST: usize = 5_000;

/// What an editor can open. Others lead nowhere (`urn`), or to what nobody should be one click away from
/// (`javascript`).
const SCHEMES: [&str; 5] = ["http", "https", "ftp", "file", "mailto"];

/// A reference and where it leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// Where it stands.
    pub span: Span,
    /// URIs that lead there, the one nearest to what is written first.
    pub targets: Vec<String>,
}

/// The links of a document. Names of namespaces lead nowhere.
pub fn links(document: &Document, catalogs: &Catalogs) -> Vec<Link> {
    document.sites().filter_map(|site| link(&site, catalogs)).take(MOST).collect()
}

fn link(site: &Site<'_>, catalogs: &Catalogs) -> Option<Link> {
    // One to the document itself is none.
    let reference = site.reference();
    if site.role.standing == ReferenceUse::Namespace || reference.is_empty() || reference.starts_with('#') {
        return None;
    }
    // Where an entity in it is declared elsewhere, nobody knows where it leads.
    if !site.is_known {
        return None;
    }
    let resolved = site.resolved().unwrap_or_else(|| reference.to_owned());
    let is_system = matches!(site.kind, Kind::Doctype | Kind::Entity | Kind::Notation);
    let catalogued = || catalogs.leads_to(reference, is_system).or_else(|| catalogs.leads_to(&resolved, is_system));
    let resolved = catalogued().unwrap_or(resolved);
    let options = Options { role: site.role, ..Options::default() };
    let inspection = inspect(&resolved, &options);
    let scheme = inspection.reference().scheme_lowercase()?;
    if !SCHEMES.contains(&&*scheme) {
        return None;
    }
    let uri = inspection.converted(Form::UriIdna).or_else(|| inspection.converted(Form::Uri))?;
    let normal = inspect(&uri, &options).normalized(NormalizationLevel::Scheme);
    Some(Link { span: site.span, targets: vec![uri, normal] })
}
