//! Targets of references in a document, and the rules `missing-target` and `missing-fragment`: the caller accesses the
//! disk.
//!
//! ```text
//! ../ch/two.xml#intro ─▶ file:///book/ch/two.xml ─▶ does it exist?          missing-target
//!                        └─ intro ────────────────▶ is it one of its IDs?   missing-fragment
//! ```

use std::sync::Arc;

use icu_normalizer::ComposingNormalizerBorrowed;

use crate::characters::quotable;
use crate::reference::{
    Reference, fragment_from_id, path_segment, percent_decoded, relative_path, resolve, without_directive,
    without_query_and_fragment,
};
use crate::rules::{
    Finding, Fix, MISSING_FRAGMENT, MISSING_TARGET, ReferenceUse, Role, Rule, Safety, Severities,
    missing_fragment_message, missing_target_message,
};
use crate::text::{Edit, Span, fit, shorten};
use crate::xml::ids::{DocumentIds, SAME_TOPIC};
use crate::xml::pointer::in_pointer;
pub use crate::xml::target_lookup::{FragmentTarget, SharedTargets, SimilarNames, Targets, similar_names};
use crate::xml::{Settings, Site};

/// Maximum length of a suggested name in a message, in characters.
const MAX_SUGGESTED: usize = 32;

/// Target of a relative reference, or of one with the scheme `file`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteTarget {
    /// `file` IRI of the target, without query and fragment; `None` for the document itself.
    pub file: Option<String>,
    /// Path in the value of the site.
    pub path: Span,
    /// Fragment in the value of the site, without `#` and without a directive such as `:~:text=…`.
    pub fragment: Option<Span>,
}

impl SiteTarget {
    /// Returns the target of `site`, a reference in a document with `settings` where `base` is in force; `None` if it is
    /// neither a file nor the document itself.
    pub fn new(site: &Site<'_>, base: Option<&str>, settings: &Settings) -> Option<Self> {
        let text = site.reference();
        let reference = Reference::parse(text);
        let is_elsewhere = reference.has_scheme() && !reference.is_scheme("file");
        // In an unknown place it is a reference as far as one can see.
        let is_unknown = site.role.is_unknown();
        if !(site.role.reference_use.is_resolved() || is_unknown) || !site.is_known || is_elsewhere {
            return None;
        }
        let before = site.value.find(text).unwrap_or_default();
        let moved = |span: Span| span.moved(before);
        let identifying = |span: Span| Span::new(span.start, span.start + without_directive(span.slice(text)).len());
        let (path, fragment) = (moved(reference.path), reference.fragment.map(identifying).map(moved));
        let is_same_document = !reference.has_scheme()
            && reference.authority.is_none()
            && reference.path.is_empty()
            && reference.query.is_none();
        let is_own_base =
            |base: &str| [&settings.base, &settings.location].into_iter().flatten().any(|own| own == base);
        if is_same_document && base.is_none_or(is_own_base) {
            return Some(Self { file: None, path, fragment });
        }
        let resolved = if is_unknown { resolve(base?, text)? } else { site.resolved()? };
        let target = Reference::parse(&resolved);
        let file = target.is_scheme("file").then(|| resolved[..target.path.end].to_owned())?;
        Some(Self { file: Some(file), path, fragment })
    }
}

/// Rules about the targets of references. Their findings depend on more than the document, so that the caller asks for them.
pub const TARGET_RULES: [&Rule; 2] = [&MISSING_TARGET, &MISSING_FRAGMENT];

/// Returns whether a finding of `rule` about a reference with a common mistake only repeats it: what is missing is not what was
/// meant.
pub fn is_of_mistake(rule: &Rule) -> bool {
    *rule == MISSING_TARGET
}

/// Returns whether one of the rules about targets is on. Otherwise no access to a disk is needed.
pub fn are_targets_checked(severities: &Severities) -> bool {
    TARGET_RULES.into_iter().any(|rule| severities.effective(rule, Role::LEIRI).is_some())
}

/// Returns the finding about the target of `site` in a document with `settings` and the IDs `own`, in the coordinates of
/// the reference.
pub fn finding(
    site: &Site<'_>,
    settings: &Settings,
    own: &dyn Fn() -> Arc<DocumentIds>,
    targets: &(impl Targets + ?Sized),
) -> Option<Finding> {
    let severities = &settings.severities;
    if !is_looked_up(site) {
        return None;
    }
    let mut target = SiteTarget::new(site, site.base.as_deref(), settings)?;
    // What is wrong in `topics\a.xml` are the separators.
    if let Some(file) = target.file.as_mut().filter(|file| file.contains('\\') && !targets.exists(file)) {
        let path = file.replace('\\', "/");
        *file = resolve(&path, &path)?;
    }
    if let Some(file) = target.file.as_deref().filter(|file| !target.path.is_empty() && !targets.exists(file)) {
        let is_needed = site.role.reference_use != ReferenceUse::Alternative;
        let severity = severities.effective(&MISSING_TARGET, site.role).filter(|_| is_needed)?;
        return Some(Finding { severity, ..missing_file(site, &target, file, targets) });
    }
    let fragment = target.fragment?;
    let is_checked = site.role.reference_use.is_retrieved() && !site.role.is_fragment_unwanted;
    let severity = severities.effective(&MISSING_FRAGMENT, site.role).filter(|_| is_checked)?;
    let (mut fragment, mut written) = (fragment, fragment.slice(&site.value));
    let (mut start, in_topic) = ("", in_topic(site, &target, written, own));
    let result = match &target.file {
        Some(file) => targets.fragment(file, written),
        None => own_fragment(&own(), in_topic.as_deref().unwrap_or(written), settings, targets),
    };
    let FragmentTarget::Missing(mut similar) = result else { return None };
    if let Some(&[id]) = in_pointer(written).as_deref() {
        (fragment, written) = (id.moved(fragment.start), id.slice(written));
    }
    if let Some((topic, _)) = in_topic.as_deref().and_then(|fragment| fragment.rsplit_once('/')) {
        let in_topic = |similar: &String| similar.strip_prefix(topic)?.strip_prefix('/').map(str::to_owned);
        let elements: Vec<String> = similar.iter().filter_map(in_topic).collect();
        if !elements.is_empty() {
            (start, similar) = (SAME_TOPIC, elements);
        }
    }
    let file = target.file.as_deref().map(|file| quotable_path(file, targets));
    let decoded = percent_decoded(written)?;
    let tip = tip(&decoded, &similar);
    let message = missing_fragment_message(&quotable(&decoded, &decoded), file.as_deref(), &tip);
    let new = similar.iter().map(|similar| start.to_owned() + &fragment_from_id(similar, site.role.dialect));
    let fixes = new.map(|new| replacement(&site.value, fragment, &new)).collect();
    Some(Finding { rule: &MISSING_FRAGMENT, severity, span: fragment, message: message.into(), fixes })
}

/// Returns whether tools of the format look for the target among the files.
fn is_looked_up(site: &Site<'_>) -> bool {
    let role = site.role;
    match role.reference_use {
        ReferenceUse::Elsewhere | ReferenceUse::NameBase => false,
        // A name of RDF leads to a file only if it is that of one.
        ReferenceUse::Name => {
            let reference = Reference::parse(site.reference());
            let path = reference.path.slice(reference.text);
            path.is_empty() || path.rsplit('/').next().is_some_and(|name| name.contains('.'))
        }
        // A value that only resembles a reference, or lacks its scheme, may mean something else.
        _ => !role.is_unknown() && (!role.is_absolute || Reference::parse(site.reference()).has_scheme()),
    }
}

/// Returns the fragment of a reference in DITA to an element of its own topic, with the ID of the topic.
fn in_topic(
    site: &Site<'_>,
    target: &SiteTarget,
    fragment: &str,
    own: &dyn Fn() -> Arc<DocumentIds>,
) -> Option<String> {
    if target.file.is_some() {
        return None;
    }
    // The topic itself (DITA 1.3 section 2.2.3.1).
    if fragment == "." {
        return own().topic_at(site.span.start).map(str::to_owned);
    }
    let element = fragment.strip_prefix(SAME_TOPIC)?;
    own().topic_at(site.span.start).map(|topic| format!("{topic}/{element}"))
}

/// Looks up a fragment in the document that contains it, and in those that it includes.
fn own_fragment(
    own: &DocumentIds,
    fragment: &str,
    settings: &Settings,
    targets: &(impl Targets + ?Sized),
) -> FragmentTarget {
    let found = own.target(fragment);
    if !matches!(found, FragmentTarget::Missing(_)) {
        return found;
    }
    for include in own.includes() {
        let base = settings.location.as_deref().unwrap_or_default();
        let Some(file) = resolve(base, include) else { return FragmentTarget::Unknown };
        match targets.fragment(without_query_and_fragment(&file), fragment) {
            FragmentTarget::Missing(_) => {}
            other => return other,
        }
    }
    found
}

fn missing_file(site: &Site<'_>, target: &SiteTarget, file: &str, targets: &(impl Targets + ?Sized)) -> Finding {
    let similar = targets.similar(file);
    let written = target.path.slice(&site.value);
    let path = visible(targets.path(file).unwrap_or_else(|| written.to_owned()));
    let tip = similar.as_ref().map_or_else(String::new, |similar| tip(&similar.missing, &similar.names));
    let segment = similar.as_ref().and_then(|similar| segment(written, similar));
    let fix = |segment: Span, name: &String| {
        let segments: Vec<String> = name.split('/').map(|name| path_segment(name, site.role.dialect)).collect();
        let new = site.role.item_text(segments.join("/"));
        let new = if segment.start == 0 { relative_path(&new).into_owned() } else { new };
        replacement(&site.value, segment.moved(target.path.start), &new)
    };
    let fixes = segment
        .map(|segment| similar.iter().flat_map(|similar| &similar.names).map(|name| fix(segment, name)).collect());
    Finding {
        rule: &MISSING_TARGET,
        severity: crate::rules::Severity::Hint,
        span: Span::new(0, site.value.len()),
        message: missing_target_message(&quotable(&path, &path), &tip).into(),
        fixes: fixes.unwrap_or_default(),
    }
}

/// Returns the segments of `path` that identify the missing names.
fn segment(path: &str, similar: &SimilarNames) -> Option<Span> {
    let (mut start, mut end) = (path.len() + 1, 0);
    for number in 0..=similar.from_end + similar.missing.matches('/').count() {
        // The names of the file may no longer be those of the reference.
        let before = start.checked_sub(1)?;
        start = path[..before].rfind('/').map_or(0, |slash| slash + 1);
        if matches!(&path[start..before], "" | "." | "..") {
            return None;
        }
        if number == similar.from_end {
            end = before;
        }
    }
    percent_decoded(&path[start..end]).is_some_and(|names| names == similar.missing).then(|| Span::new(start, end))
}

fn replacement(value: &str, span: Span, new: &str) -> Fix {
    let old = quotable(span.slice(value), value);
    let with = quotable(new, new);
    let form = percent_decoded(&old).zip(percent_decoded(new)).and_then(|(old, new)| form(&old, &new));
    let title = match form {
        Some(form) => fit(&old, |old| format!("write '{old}' in {form}, as its target")),
        None => fit(&old, |old| fit(&with, |with| format!("replace '{old}' with '{with}'"))),
    };
    // What stays the same may be divided into sections of the source.
    Fix { title: title.into(), safety: Safety::Suggested, edits: vec![Edit::smallest(span.slice(value), span, new)] }
}

/// Returns the normalization form of `name` if it looks the same as `missing` in another form.
fn form(missing: &str, name: &str) -> Option<&'static str> {
    let nfc = ComposingNormalizerBorrowed::new_nfc();
    (missing != name && nfc.normalize(missing) == nfc.normalize(name))
        .then(|| if nfc.is_normalized(name) { "NFC" } else { "NFD" })
}

fn tip(missing: &str, similar: &[String]) -> String {
    let most = 2 * MAX_SUGGESTED / similar.len().max(2);
    let named = |name: &String| {
        let form = form(missing, name).map_or_else(String::new, |form| format!(" in {form}"));
        format!("'{}'{form}", shorten(&quotable(name, name), most))
    };
    let names: Vec<String> = similar.iter().map(named).collect();
    match names.split_last() {
        None => String::new(),
        Some((last, [])) => format!("; did you mean {last}?"),
        Some((last, others)) => format!("; did you mean {} or {last}?", others.join(", ")),
    }
}

fn quotable_path(file: &str, targets: &(impl Targets + ?Sized)) -> String {
    let name = || file.rsplit('/').next().and_then(percent_decoded).unwrap_or_default().into_owned();
    let path = targets.path(file).unwrap_or_else(name);
    let path = visible(path);
    quotable(&path, &path).into_owned()
}

/// Returns `path`, in quotes if it contains whitespace, which may be invisible.
fn visible(path: String) -> String {
    if path.contains(char::is_whitespace) { format!("'{path}'") } else { path }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Edit;
    use crate::xml::{Document, SiteKind};
    use crate::{Role, Severity};
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

    fn on() -> Settings {
        let mut severities = Severities::default();
        for rule in TARGET_RULES.map(|rule| rule.name) {
            severities.set(rule, Some(Severity::Error)).expect("a rule knows its own name");
        }
        Settings::default().with_severities(severities).with_location("file:///book/ch/one.xml")
    }

    fn found(site: &Site<'_>, settings: &Settings, targets: &impl Targets) -> Option<Finding> {
        finding(site, settings, &|| Arc::new(DocumentIds::parse("<html><p id='here'/></html>")), targets)
    }

    #[test]
    fn a_catalog_may_replace_a_system_identifier_beside_a_public_one() {
        for (identifiers, is_found) in [("SYSTEM 'a.dtd'", true), ("PUBLIC '-//A//EN' 'a.dtd'", false)] {
            let text = format!("<!DOCTYPE a {identifiers} [<!ENTITY e {identifiers}>]><a/>");
            let document = Document::parse(text.clone(), Arc::new(on()));
            let rules: Vec<_> = document.sites().filter_map(|site| found(&site, &on(), &|_: &str| false)).collect();
            assert_eq!(rules.len(), if is_found { 2 } else { 0 }, "{text}");
        }
    }

    #[test]
    fn only_targets_among_the_files_are_looked_up() {
        let missing = |text: &str| {
            let document = Document::parse(text.to_owned(), Arc::new(on()));
            let sites = document.sites();
            let found: Vec<_> = sites.filter_map(|site| found(&site, &on(), &|_: &str| false)).collect();
            found.iter().map(|finding| finding.message.to_string()).collect::<Vec<_>>()
        };
        for text in [
            "<!DOCTYPE a [<!NOTATION n SYSTEM 'viewer.exe'>]><a/>",
            "<xs:notation xmlns:xs='http://www.w3.org/2001/XMLSchema' name='n' public='p' system='viewer.exe'/>",
            "<map><topicref copy-to='b.dita'/></map>",
            "<a xml:base='b.xml'/>",
            "<a:person xmlns:a='http://www.w3.org/2005/Atom'><a:id>b.xml</a:id></a:person>",
            "<project xmlns='http://maven.apache.org/POM/4.0.0'><url>N.A.</url></project>",
            "<xsl:stylesheet version='3.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'><xsl:template match='/'>\
                <xsl:result-document href='b.html'><a xmlns='http://www.w3.org/1999/xhtml' href='c.html'/>\
                </xsl:result-document></xsl:template></xsl:stylesheet>",
            "<r:RDF xmlns:r='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><r:li r:resource='enz_m3'/></r:RDF>",
        ] {
            assert_eq!(missing(text), <[&str; 0]>::default(), "{text}");
        }
        for text in [
            "<map><topicref href='b.dita'/></map>",
            "<xsl:include xmlns:xsl='http://www.w3.org/1999/XSL/Transform' href='b.xsl'/>",
            "<r:RDF xmlns:r='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><r:li r:resource='b.rdf'/></r:RDF>",
        ] {
            assert_eq!(missing(text).len(), 1, "{text}");
        }
    }

    #[test]
    fn a_dot_is_the_topic_that_contains_the_reference() {
        let missing = |fragment: &str| {
            let text = format!("<topic id='t'><body id='b'><xref href='#{fragment}'/></body></topic>");
            let document = Document::parse(text.clone(), Arc::new(on()));
            let site = document.sites().last().expect("the reference");
            finding(&site, &on(), &|| Arc::new(DocumentIds::parse(&text)), &|_: &str| true).is_some()
        };
        assert!(!missing(".") && !missing("./b") && missing("./c") && missing("c"));
    }

    #[test]
    fn a_file_behind_backslashes_is_not_missing() {
        for (value, is_missing) in [("b\\c.xml", false), ("b\\d.xml", true)] {
            let found = found(&site(value), &on(), &|file: &str| file.ends_with("/b/c.xml"));
            assert_eq!(found.is_some(), is_missing, "{value}");
        }
        let found = found(&site("..\\ch\\two.xml#x"), &on(), &Book).expect("there is no such ID");
        assert_eq!(&*found.message, "ID 'x' not found in ch/two.xml");
    }

    #[test]
    fn a_mistake_is_not_also_a_missing_target() {
        let settings = Settings { targets: Some(SharedTargets::new(|_: &str| false)), ..on() };
        for (value, expected) in [("http ://e.org/b", "common-mistake"), ("b.xml", "missing-target")] {
            let text = format!("<html xmlns='{}'><a href='{value}'/></html>", crate::xml::namespaces::XHTML);
            let document = Document::parse(text, Arc::new(settings.clone()));
            let cancel = crate::CancelToken::default();
            let mut found: Vec<_> = document.findings().chain(document.related_findings(&cancel)).collect();
            found.retain(|found| ["common-mistake", "missing-target"].contains(&found.finding.rule.name));
            assert_eq!(found.iter().map(|found| found.finding.rule.name).collect::<Vec<_>>(), [expected], "{value}");
            let site = document.sites().last().expect("the reference");
            let inspection = document.inspect_with_targets(&site, &cancel).expect("it is a site of the document");
            let rules: Vec<_> = inspection.findings().iter().map(|finding| finding.rule.name).collect();
            assert!(rules.contains(&expected) && rules.contains(&"missing-target") == (expected == "missing-target"));
        }
    }

    #[test]
    fn a_directive_is_not_part_of_an_id_and_an_unknown_place_has_a_target_without_findings() {
        let missing = found(&site("two.xml#x:~:text=y"), &on(), &Book).expect("there is no such ID");
        assert_eq!((&*missing.message, missing.span), ("ID 'x' not found in ch/two.xml", Span::new(8, 9)));
        assert!(found(&site("two.xml#intro:~:text=y"), &on(), &Book).is_none());
        assert!(found(&site("#:~:text=y"), &on(), &Book).is_none());
        let unknown = Site { role: Role::UNKNOWN, ..site("no.xml#x") };
        assert!(found(&unknown, &on(), &Book).is_none());
        let target = SiteTarget::new(&unknown, unknown.base.as_deref(), &on()).expect("a file");
        assert_eq!(target.file.as_deref(), Some("file:///book/ch/no.xml"));
    }

    #[test]
    fn both_rules_are_off_by_default() {
        assert!(found(&site("two.xml"), &Settings::default(), &|_: &str| false).is_none());
        assert!(found(&site("#x"), &Settings::default(), &|_: &str| false).is_none());
        assert!(!are_targets_checked(&Severities::default()) && are_targets_checked(&on().severities));
    }

    #[test]
    fn a_relative_reference_identifies_a_file() {
        let missing = found(&site("../img/a%20b.png?v=1#x"), &on(), &|iri: &str| {
            assert_eq!(iri, "file:///book/img/a%20b.png");
            false
        });
        let missing = missing.expect("nothing is there");
        assert_eq!((missing.severity, missing.span), (Severity::Error, Span::new(0, 22)));
        assert!(found(&site("two.xml"), &on(), &|_: &str| true).is_none());
    }

    #[test]
    fn whitespace_that_the_type_removes_is_not_part_of_the_file_name() {
        let missing = found(&site(" two.xml\n"), &on(), &|iri: &str| iri == "file:///book/ch/two.xml");
        assert!(missing.is_none());
        assert!(found(&site(" http://example.org/a"), &on(), &|_: &str| false).is_none());
    }

    #[test]
    fn a_reference_to_something_else_is_not_checked() {
        for value in ["", "?q", "http://example.org/a", "//example.org/a"] {
            let missing = found(&site(value), &on(), &|iri: &str| value.starts_with("//") && iri.contains("//"));
            assert!(missing.is_none(), "{value}");
        }
        let name = Site { role: Role::NAMESPACE_NAME, ..site("a") };
        assert!(found(&name, &on(), &|_: &str| false).is_none());
        let web = Site { base: Some(Cow::Borrowed("http://example.org/")), ..site("a") };
        assert!(found(&web, &on(), &|_: &str| false).is_none());
    }

    struct Book;

    impl Targets for Book {
        fn exists(&self, file: &str) -> bool {
            file.ends_with("/two.xml")
        }

        fn similar(&self, file: &str) -> Option<SimilarNames> {
            let missing = percent_decoded(file.rsplit('/').nth(1)?)?.into_owned();
            Some(SimilarNames { from_end: 1, missing, names: vec!["a:\u{E9} b".to_owned()] })
        }

        fn fragment(&self, _: &str, fragment: &str) -> FragmentTarget {
            DocumentIds::parse("<html><p id='intro'/></html>").target(fragment)
        }

        fn path(&self, file: &str) -> Option<String> {
            file.strip_prefix("file:///book/").map(str::to_owned)
        }
    }

    fn fix(finding: &Finding) -> Option<(&str, &Edit)> {
        finding.fixes.first().map(|fix| (fix.title.as_str(), &fix.edits[0]))
    }

    #[test]
    fn a_similar_name_is_suggested() {
        let missing = found(&site(" x%20y/z.xml"), &on(), &Book).expect("it does not exist");
        assert_eq!(missing.message, "file not found: ch/x%20y/z.xml; did you mean 'a:\u{E9} b'?");
        let (title, edit) = fix(&missing).expect("a suggested fix");
        assert_eq!(title, "replace 'x%20y' with './a:\u{E9}%20b'");
        assert_eq!((edit.span, edit.text.as_str()), (Span::new(1, 6), "./a:\u{E9}%20b"));
        // The directory is not in the reference.
        assert_eq!(fix(&found(&site("z.xml"), &on(), &Book).expect("it does not exist")), None);
        assert_eq!(fix(&found(&site("x%20y/../z.xml"), &on(), &Book).expect("it does not exist")), None);
    }

    #[test]
    fn a_fragment_must_be_an_id_of_its_target() {
        let missing = found(&site("two.xml#inrto"), &on(), &Book).expect("there is no such ID");
        assert_eq!(missing.message, "ID 'inrto' not found in ch/two.xml; did you mean 'intro'?");
        let (title, edit) = fix(&missing).expect("a suggested fix");
        assert_eq!((title, missing.span), ("replace 'inrto' with 'intro'", Span::new(8, 13)));
        assert_eq!((edit.span, edit.text.as_str()), (Span::new(10, 12), "tr"));
        assert!(found(&site("two.xml#intro"), &on(), &Book).is_none());
        let missing = found(&site("#x"), &on(), &Book).expect("it is not in the document itself");
        assert_eq!(missing.message, "ID 'x' not found");
        assert!(found(&site("#here"), &on(), &Book).is_none());
        // Against another base it is another document.
        let other = Site { base: Some(Cow::Borrowed("file:///book/ch/two.xml")), ..site("#intro") };
        assert!(found(&other, &on(), &Book).is_none());
        let name = Site { role: Role::RDF, ..site("two.xml#x") };
        assert!(found(&name, &on(), &Book).is_none());
    }
}
