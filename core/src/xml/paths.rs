//! Values that are paths of files and no references: `<module>` of Maven, `file` of Ant. Their characters are those of the
//! names, not encoded.
//!
//! Each line of `paths.tsv` has a format, the local name of the root element, the attribute of the root that is the directory
//! the paths are relative to (empty for that of the document, `..` for the one above it), local names of elements (`*` is
//! any), attributes or `text()`, and a source.

use std::sync::LazyLock;

use crate::text::{InDocument, Span, WHITESPACE};
use crate::xml::lexer::{Lexer, Next, TokenKind, attributes_of};
use crate::xml::namespaces::split;
use crate::xml::tag;

/// Path of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathValue<'t> {
    /// Path as written, without whitespace around it.
    pub span: Span<InDocument>,
    /// Directory that it is relative to, relative to that of the document.
    pub base: &'t str,
}

/// Line of the data.
struct Places {
    root: &'static str,
    base: &'static str,
    elements: Vec<&'static str>,
    attributes: Vec<&'static str>,
}

static LINES: LazyLock<Vec<Places>> = LazyLock::new(|| {
    let lines = include_str!("../vocabularies/paths.tsv").lines().filter_map(|line| {
        let mut columns = line.split('\t').skip(1);
        let (root, base) = (columns.next()?, columns.next()?);
        let mut names = columns.map(|column| column.split(' ').collect());
        Some(Places { root, base, elements: names.next()?, attributes: names.next()? })
    });
    lines.collect()
});

impl Places {
    fn contains(&self, element: &str, attribute: &str) -> bool {
        (self.elements == ["*"] || self.elements.contains(&element)) && self.attributes.contains(&attribute)
    }
}

/// Returns the paths in `text`, in order. A path with a variable, such as `${dir}`, is not known.
///
/// ```
/// use iri_core::xml::paths::paths;
///
/// let text = "<project><modules><module>a b</module></modules></project>";
/// assert_eq!(paths(text)[0].span.slice(text), "a b");
/// assert!(paths("<module>a</module>").is_empty());
/// ```
pub fn paths(text: &str) -> Vec<PathValue<'_>> {
    let mut found = Vec::new();
    let (mut lexer, mut at) = (Lexer::new(text, false), 0);
    let mut lines: Option<Vec<(&Places, &str)>> = None;
    let mut open: Option<(usize, &str)> = None;
    while let Next::Token(token) = lexer.next(at) {
        at = token.end;
        match token.kind {
            TokenKind::Start | TokenKind::Empty => {}
            TokenKind::End => {
                let content = open.take().map(|(start, base)| (Span::new(start, token.start), base));
                found.extend(content.and_then(|(span, base)| path(text, span, base)));
                continue;
            }
            _ => continue,
        }
        let element = split(tag::name(&text[token.start + 1..token.end])).1;
        let attribute = |name: &str| attributes_of(text, token).find(|attribute| attribute.name == name);
        let lines = lines.get_or_insert_with(|| {
            let own = LINES.iter().filter(|line| line.root == element);
            let base_of =
                |line: &Places| if line.base == ".." { ".." } else { attribute(line.base).map_or("", |base| base.raw) };
            own.map(|line| (line, base_of(line))).collect()
        });
        if lines.is_empty() {
            break;
        }
        let base_of = |name: &str| lines.iter().find(|(line, _)| line.contains(element, name)).map(|(_, base)| *base);
        open = base_of("text()").filter(|_| token.kind == TokenKind::Start).map(|base| (token.end, base));
        found.extend(attributes_of(text, token).filter_map(|attribute| {
            path(text, Span::new(attribute.span.start, attribute.span.end), base_of(attribute.name)?)
        }));
    }
    found
}

/// Returns the path in `span`, unless it contains a variable.
fn path<'t>(text: &'t str, span: Span<InDocument>, base: &'t str) -> Option<PathValue<'t>> {
    /// Starts of variables and patterns.
    const UNKNOWN: [&str; 7] = ["${", "$(", "@{", "@(", "%(", "*", "<"];
    let value = span.slice(text);
    let start = span.start + value.len() - value.trim_start_matches(WHITESPACE).len();
    let trimmed = value.trim_matches(WHITESPACE);
    let is_known = |text: &str| !UNKNOWN.iter().any(|start| text.contains(start));
    (is_known(trimmed) && is_known(base)).then(|| PathValue { span: Span::new(start, start + trimmed.len()), base })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_those_of_the_root() {
        for (text, expected) in [
            (
                "<project basedir='..'><import file='a b.xml'/><xslt in=' c ' style='d'/><x f='e'/></project>",
                &["..", "a b.xml", "c", "d"][..],
            ),
            ("<p:project><p:modules><p:module> a </p:module><x/></p:modules></p:project>", &["a"]),
            ("<project><module>${a}</module><module><!-- --></module><copy file='@{b}'/><module/></project>", &[]),
            ("<r><module>a</module><import file='b'/></r>", &[]),
            ("<Project><ProjectReference Include='..\\a\\a.csproj'/></Project>", &["..\\a\\a.csproj"]),
            ("<project><module>a", &[]),
            ("<container><rootfiles><rootfile full-path='OPS/a.opf'/></rootfiles></container>", &["OPS/a.opf"]),
        ] {
            let found: Vec<_> = paths(text).into_iter().map(|path| path.span.slice(text)).collect();
            assert_eq!(found, expected, "{text}");
        }
        let text = "<project basedir='..'><import file='a'/><xslt in='b'/></project>";
        assert_eq!(paths(text).iter().map(|path| path.base).collect::<Vec<_>>(), ["", "", ".."]);
        assert!(LINES.len() == include_str!("../vocabularies/paths.tsv").lines().count());
    }
}
