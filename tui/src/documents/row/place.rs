//! The name of a place in a document, as one would say it in XPath: `img/@xlink:href`, `loc`, `<!DOCTYPE`.

use iri_core::xml::{Kind, Site};

/// Where a reference stands, as one would say it in XPath: `img/@xlink:href`, `loc`, `<!DOCTYPE`.
pub fn place(site: &Site<'_>) -> String {
    let element = local(site.element);
    match (site.kind, site.attribute) {
        (Kind::Attribute, Some(attribute)) => format!("{element}/@{}", prefixed(attribute)),
        (Kind::Attribute | Kind::Element, _) => element.to_owned(),
        (Kind::Doctype, _) => "<!DOCTYPE".to_owned(),
        (Kind::Entity, _) => "<!ENTITY".to_owned(),
        (Kind::Notation, _) => "<!NOTATION".to_owned(),
        (Kind::Comment, _) => format!("<!-- {element}"),
        (Kind::Pi, attribute) => format!("<?{element} {}", attribute.unwrap_or_default()),
    }
}

fn local(name: &str) -> &str {
    name.rsplit_once('}').map_or(name, |(_, local)| local)
}

/// The prefix that everybody knows, where the namespace has one.
fn prefixed(name: &str) -> String {
    if name == "{http://www.w3.org/2000/xmlns/}xmlns" {
        return "xmlns".to_owned();
    }
    let prefix = match name.strip_prefix('{').and_then(|name| name.split_once('}')).map(|(namespace, _)| namespace) {
        Some("http://www.w3.org/1999/xlink") => "xlink:",
        Some("http://www.w3.org/XML/1998/namespace") => "xml:",
        Some("http://www.w3.org/2000/xmlns/") => "xmlns:",
        Some("http://www.w3.org/2001/XMLSchema-instance") => "xsi:",
        Some("http://www.w3.org/1999/02/22-rdf-syntax-ns#") => "rdf:",
        Some(_) => "*:",
        None => "",
    };
    format!("{prefix}{}", local(name))
}
