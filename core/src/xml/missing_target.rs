//! The rule `missing-target` for a reference in a document: the caller accesses the disk.

use crate::reference::Reference;
use crate::rules::{Finding, MISSING_TARGET, Role, Severities, missing_target_message};
use crate::text::InDocument;
use crate::xml::Site;

/// Returns whether the rule is on. Otherwise no access to a disk is needed.
pub fn is_missing_target_enabled(severities: &Severities) -> bool {
    severities.effective(&MISSING_TARGET, Role::LEIRI).is_some()
}

/// Returns the finding about `site` if the rule is on and the target file does not exist; the span is that of the site.
/// `exists` gets a `file` IRI without query and fragment, percent-encoded as written.
pub fn missing_target(
    site: &Site<'_>,
    severities: &Severities,
    exists: impl FnOnce(&str) -> bool,
) -> Option<Finding<InDocument>> {
    let severity = severities.effective(&MISSING_TARGET, site.role)?;
    let is_missing = !exists(&file(site)?);
    is_missing.then(|| Finding {
        rule: &MISSING_TARGET,
        severity,
        span: site.span,
        message: missing_target_message(&Reference::parse(site.reference())),
        fixes: Vec::new(),
    })
}

/// Returns the file that a relative reference identifies; `None` if its target is in the same document or elsewhere.
fn file(site: &Site<'_>) -> Option<String> {
    let reference = Reference::parse(site.reference());
    if !site.role.reference_use.is_resolved() || reference.has_scheme() || reference.path.is_empty() {
        return None;
    }
    let resolved = site.resolved()?;
    let target = Reference::parse(&resolved);
    target.is_scheme("file").then(|| resolved[..target.path.end].to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::xml::SiteKind;
    use crate::{Role, Severity, Span};
    use std::borrow::Cow;

    fn site(value: &'static str) -> Site<'static> {
        Site {
            is_known: true,
            kind: SiteKind::Attribute,
            span: Span::new(9, 9 + value.len()),
            raw: value,
            value: Cow::Borrowed(value),
            role: Role::ANY_URI,
            element: "a",
            attribute: Some("href"),
            quote: Some('"'),
            base: Some(Cow::Borrowed("file:///book/ch/one.xml")),
            origin: None,
        }
    }

    fn on() -> Severities {
        let mut severities = Severities::default();
        severities.set("missing-target", Some(Severity::Error)).expect("a rule knows its own name");
        severities
    }

    #[test]
    fn it_is_off_by_default() {
        assert!(missing_target(&site("two.xml"), &Severities::default(), |_| false).is_none());
    }

    #[test]
    fn a_relative_reference_identifies_a_file() {
        let found = missing_target(&site("../img/a%20b.png?v=1#x"), &on(), |iri| {
            assert_eq!(iri, "file:///book/img/a%20b.png");
            false
        });
        let found = found.expect("nothing is there");
        assert_eq!((found.severity, found.span), (Severity::Error, Span::new(9, 31)));
        assert!(missing_target(&site("two.xml"), &on(), |_| true).is_none());
    }

    #[test]
    fn whitespace_that_the_type_removes_is_not_part_of_the_file_name() {
        let found = missing_target(&site(" two.xml\n"), &on(), |iri| iri == "file:///book/ch/two.xml");
        assert!(found.is_none());
        assert!(missing_target(&site(" http://example.org/a"), &on(), |_| false).is_none());
    }

    #[test]
    fn a_reference_to_something_else_is_not_checked() {
        for value in ["", "#x", "?q", "http://example.org/a", "//example.org/a"] {
            let found = missing_target(&site(value), &on(), |iri| value.starts_with("//") && iri.contains("//"));
            assert!(found.is_none(), "{value}");
        }
        let name = Site { role: Role::NAMESPACE_NAME, ..site("a") };
        assert!(missing_target(&name, &on(), |_| false).is_none());
        let web = Site { base: Some(Cow::Borrowed("http://example.org/")), ..site("a") };
        assert!(missing_target(&web, &on(), |_| false).is_none());
    }
}
