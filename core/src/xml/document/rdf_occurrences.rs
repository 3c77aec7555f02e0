//! Occurrences of a prefix or an IRI in RDF, and the edits that rename it.

use crate::rdf::json_ld::uses_of_term;
use crate::rdf::namespace::is_prefix;
use crate::reference::{Reference, percent_encoding_at, relative_path, resolve, without_query_and_fragment};
use crate::rules::ReferenceUse;
use crate::text::encoding::Encoding;
use crate::text::{Edit, InDocument, Span};
use crate::xml::{Document, Site, SiteKind, Syntax};

/// Prefix or IRI in RDF, and where it occurs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RdfName {
    /// Prefix without its colon; local part of a prefixed name; or IRI as written.
    pub text: String,
    /// Where it is.
    pub span: Span<InDocument>,
    /// Where the prefix is declared; `None` for an IRI, and for a prefix without a directive.
    pub declaration: Option<Span<InDocument>>,
    /// Where it occurs, in order, the declarations of a prefix included.
    pub all: Vec<Span<InDocument>>,
    /// IRI; `None` for a prefix.
    iri: Option<String>,
}

impl Document {
    /// Returns the prefix or the IRI at `offset`; `None` if the document is not RDF, or has neither there.
    pub fn rdf_name_at(&self, offset: usize) -> Option<RdfName> {
        if self.settings.syntax == Syntax::Xml {
            return None;
        }
        let touches = |span: &Span<InDocument>| span.start <= offset && offset <= span.end;
        let declared = self.declared_prefixes();
        if let Some((prefix, span)) = declared.iter().find(|(_, span)| touches(span)) {
            return Some(self.prefix_named(prefix, *span, &declared));
        }
        let site = self.site_at(offset).filter(|site| site.kind.is_reference())?;
        if let Some(prefix) = prefix_of(&site)
            && offset <= site.span.start + prefix.len()
        {
            let span = Span::new(site.span.start, site.span.start + prefix.len());
            return Some(self.prefix_named(prefix, span, &declared));
        }
        let iri = iri_of(&site)?;
        let start = prefix_of(&site).map_or(0, |prefix| prefix.len() + 1);
        // A namespace is not the name of a node, although the IRI may be.
        let is_it =
            |other: &Site<'_>| other.role.is_start() == site.role.is_start() && iri_of(other).as_deref() == Some(&*iri);
        let all = self.sites().filter(is_it).map(|other| other.span).collect();
        let span = Span::new(site.span.start + start, site.span.end);
        Some(RdfName { text: site.raw[start..].to_owned(), span, declaration: None, all, iri: Some(iri) })
    }

    /// Returns the prefixes that directives and contexts declare, each with its name at the declaration, in order.
    pub fn declared_prefixes(&self) -> Vec<(&str, Span<InDocument>)> {
        /// Maximum length in bytes of the text between a prefix and its namespace.
        const BETWEEN: usize = 1024;
        let mut all = Vec::new();
        if self.settings.syntax == Syntax::Xml {
            return all;
        }
        let quote = if self.settings.syntax == Syntax::JsonLd { "\"" } else { "" };
        for (leaf, start) in self.leaves.iter().zip(&self.starts) {
            for (prefix, span) in &leaf.content.declared {
                let written = format!("{quote}{prefix}{quote}");
                let end = start.offset + span.start;
                let from = self.clamped(Span::new(end.saturating_sub(prefix.len() + BETWEEN), end)).start;
                let before = self.slice(Span::new(from, end));
                let is_name = |at: &usize| {
                    let is_inside = |c: char| quote.is_empty() && (c.is_alphanumeric() || "_-.".contains(c));
                    before[at + written.len()..].trim_start().starts_with(':') && !before[..*at].ends_with(is_inside)
                };
                let found = before.rmatch_indices(&written).map(|(at, _)| at).find(is_name);
                if let Some(at) = found.filter(|_| !prefix.starts_with('@')) {
                    let start = from + at + quote.len();
                    all.push((&**prefix, Span::new(start, start + prefix.len())));
                }
            }
        }
        all
    }

    fn prefix_named(&self, prefix: &str, span: Span<InDocument>, declared: &[(&str, Span<InDocument>)]) -> RdfName {
        let declarations = declared.iter().filter(|(name, _)| *name == prefix).map(|(_, span)| *span);
        let uses = self.sites().filter(|site| prefix_of(site) == Some(prefix));
        let uses = uses.map(|site| Span::new(site.span.start, site.span.start + prefix.len()));
        let mut all: Vec<_> = declarations.clone().chain(uses).collect();
        if self.settings.syntax == Syntax::JsonLd {
            let terms = uses_of_term(&self.text(), prefix);
            all.extend(terms.into_iter().map(|span| Span::new(span.start, span.end)));
        }
        all.sort_unstable();
        all.dedup();
        // The last declaration before the position is in effect.
        let declaration = declarations.clone().rfind(|known| known.start <= span.start).or(declarations.clone().next());
        RdfName { text: prefix.to_owned(), span, declaration, all, iri: None }
    }

    /// Returns the edits that rename `name` everywhere to `new`: a prefix, a local part, or an IRI, as `name` is. `None` if it
    /// is not possible, if the prefix is declared already, or if another node has the name.
    pub fn rdf_rename(&self, name: &RdfName, new: &str, encoding: Encoding) -> Option<Vec<Edit<InDocument>>> {
        let Some(iri) = &name.iri else {
            let is_taken = new == name.text || self.declared_prefixes().iter().any(|(known, _)| *known == new);
            let edit = |span: &Span<InDocument>| Edit { span: *span, text: new.to_owned() };
            return (is_prefix(new) && !is_taken).then(|| name.all.iter().map(edit).collect());
        };
        let site = self.site_at(name.span.start)?;
        let typed = new;
        // Nothing that is written as absolute becomes relative to the directory of the user.
        let is_own_location = site.base.as_deref().is_some_and(|base| self.settings.location.as_deref() == Some(base));
        let is_absolute = Reference::parse(&site.value).has_scheme();
        let new = if site.kind.has_prefix() {
            let local = prefix_of(&site).and_then(|_| iri.strip_suffix(local_value(&site)))?;
            if !has_whole_encodings(new) {
                return None;
            }
            format!("{local}{new}")
        } else if Reference::parse(new).has_scheme() {
            new.to_owned()
        } else if is_absolute && is_own_location {
            return None;
        } else {
            resolve(site.base.as_deref()?, new)?
        };
        if self.sites().any(|other| iri_of(&other).is_some_and(|other| other == new && other != *iri)) {
            return None;
        }
        let sites = self.sites().filter(|site| name.all.binary_search(&site.span).is_ok());
        sites.map(|site| self.rdf_site_renamed(&site, iri, (&new, typed), encoding)).collect()
    }

    /// Returns the edit that replaces the IRI at `site` with `new`, in the form that the source has if that can express it, or as
    /// it was `typed`.
    fn rdf_site_renamed(
        &self,
        site: &Site<'_>,
        iri: &str,
        (new, typed): (&str, &str),
        encoding: Encoding,
    ) -> Option<Edit<InDocument>> {
        let draft = self.draft(site)?;
        let value = draft.text();
        let end = || iri.strip_suffix(value).and_then(|before| new.strip_prefix(before)).map(str::to_owned);
        // Of a relative reference nothing becomes absolute: that would contain the path of the document.
        let relative = || {
            let base = site.base.as_deref()?;
            let is_relative = !Reference::parse(value).has_scheme() && !site.kind.has_prefix();
            let typed = Some(typed).filter(|typed| !Reference::parse(typed).has_scheme()).map(str::to_owned);
            let forms = [typed, is_relative.then(|| relative_to(new, base)).flatten()];
            forms.into_iter().flatten().find(|form| resolve(base, form).as_deref() == Some(new))
        };
        let whole = if site.kind.has_prefix() { end() } else { end().or_else(relative) };
        let written = whole.as_deref().unwrap_or(new);
        let edit = Edit::smallest(value, Span::new(0, value.len()), written);
        let edited = draft.edited(&edit, encoding).ok().filter(|(edited, _)| edited.text() == written);
        if let Some((_, edit)) = edited {
            return Some(edit.in_document(draft.value()));
        }
        let text = match site.kind {
            SiteKind::PrefixedName => format!("<{}>", relative().as_deref().unwrap_or(new)),
            SiteKind::CompactIri => new.to_owned(),
            _ => return None,
        };
        Some(Edit { span: site.span, text })
    }
}

/// Returns whether each `%` of a local part starts a percent-encoding: another one is a mistake in Turtle (production `PERCENT`).
fn has_whole_encodings(local: &str) -> bool {
    local.match_indices('%').all(|(at, _)| percent_encoding_at(local.as_bytes(), at).is_some())
}

/// Returns a relative reference to `iri` from `base`, if they have the same scheme and authority.
fn relative_to(iri: &str, base: &str) -> Option<String> {
    let file = without_query_and_fragment(iri);
    if let Some(rest) = iri.strip_prefix(without_query_and_fragment(base)).filter(|rest| rest.starts_with(['?', '#'])) {
        return Some(rest.to_owned());
    }
    let [from, to] = [base, file].map(|iri| Reference::parse(iri).path.slice(iri));
    if base[..Reference::parse(base).path.start] != *file.strip_suffix(to)? {
        return None;
    }
    let (from, to): (Vec<&str>, Vec<&str>) = (from.split('/').collect(), to.split('/').collect());
    let directories = &from[..from.len() - 1];
    let common = directories.iter().zip(&to[..to.len() - 1]).take_while(|(one, other)| one == other).count();
    let rest = to[common..].join("/");
    let path = match "../".repeat(directories.len() - common) {
        up if !up.is_empty() => up + &rest,
        _ if rest.is_empty() => "./".to_owned(),
        _ => relative_path(&rest).into_owned(),
    };
    Some(path + &iri[file.len()..])
}

/// Returns the prefix of a prefixed name or compact IRI.
fn prefix_of<'s>(site: &Site<'s>) -> Option<&'s str> {
    site.kind.has_prefix().then(|| site.raw.split_once(':').map(|(prefix, _)| prefix)).flatten()
}

/// Returns what the local part of a prefixed name stands for.
fn local_value<'s>(site: &'s Site<'_>) -> &'s str {
    let local = site.raw.split_once(':').map_or("", |(_, local)| local);
    let plain = local.len() - local.bytes().filter(|byte| *byte == b'\\').count();
    &site.value[site.value.len().saturating_sub(plain)..]
}

/// Returns the absolute IRI at `site`, a name of a node.
fn iri_of(site: &Site<'_>) -> Option<String> {
    if !site.is_known || site.role.reference_use != ReferenceUse::Name {
        return None;
    }
    site.resolved().or_else(|| Reference::parse(&site.value).has_scheme().then(|| site.value.to_string()))
}
