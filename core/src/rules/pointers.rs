//! Pointers in fragments: XPointer and EPUB Canonical Fragment Identifiers, whose parentheses must be balanced.

/// Schemes of XPointer: the framework, `element()`, `xmlns()`, `xpointer()`, two of the registry of the W3C, and those of
/// TEI P5 section 16.2.4.
const POINTER_SCHEMES: [&str; 11] =
    ["element", "left", "match", "range", "right", "string-range", "xmlns", "xpath", "xpath1", "xpath2", "xpointer"];

/// Returns whether the fragment is an EPUB Canonical Fragment Identifier.
pub(super) fn is_epub_cfi(fragment: &str) -> bool {
    let inside = fragment.strip_prefix("epubcfi(").and_then(|rest| rest.strip_suffix(')'));
    inside.is_some_and(|inside| inside.starts_with('/'))
}

/// Returns whether the fragment consists of parts with a known scheme, in which parentheses are balanced or escaped
/// by `^`.
pub(super) fn is_pointer(fragment: &str) -> bool {
    let mut rest = fragment;
    loop {
        let Some((scheme, data)) = rest.split_once('(') else { return false };
        let Some(End::Closed(end)) = POINTER_SCHEMES.contains(&scheme).then(|| end_of_data(data)) else { return false };
        rest = data[end + 1..].trim_start();
        if rest.is_empty() {
            return true;
        }
    }
}

/// Returns how many parentheses of an XPointer or EPUB CFI are not closed: two in `xpointer(id('a'`.
pub(super) fn open_parentheses(fragment: &str) -> Option<usize> {
    let mut rest = fragment;
    loop {
        let (scheme, data) = rest.split_once('(')?;
        let is_pointer = POINTER_SCHEMES.contains(&scheme) || scheme == "epubcfi" && data.starts_with('/');
        match is_pointer.then(|| end_of_data(data))? {
            End::Closed(end) => rest = data[end + 1..].trim_start(),
            End::Open(open) => return Some(open),
        }
    }
}

/// End of the data of a part.
enum End {
    /// Offset of the parenthesis that closes it, in bytes.
    Closed(usize),
    /// Number of the parentheses that are open at the end of the fragment.
    Open(usize),
}

/// Returns the end of the data of a part.
fn end_of_data(data: &str) -> End {
    let (mut depth, mut is_escaped) = (0_usize, false);
    for (at, c) in data.char_indices() {
        match c {
            _ if is_escaped => is_escaped = false,
            '^' => is_escaped = true,
            '(' => depth += 1,
            ')' if depth == 0 => return End::Closed(at),
            ')' => depth -= 1,
            _ => {}
        }
    }
    End::Open(depth + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fragment_with_a_grammar_of_its_own_is_recognized_by_its_whole_form() {
        assert!(is_epub_cfi("epubcfi(/6/4[ct]!/4/2[d10e42]/1:35)"));
        assert!(!is_epub_cfi("epubcfi(6)") && !is_epub_cfi("epubcfi(/6") && !is_epub_cfi("cfi(/6)"));
        for pointer in
            ["element(/1/2)", "xpointer(id(\"a\")/b[1])", "xmlns(x=http://e) xpointer(//x:a)", "xpointer(^()"]
        {
            assert!(is_pointer(pointer), "{pointer}");
        }
        for other in ["", "xpointer", "xpointer(a", "xpointer(a)b", "point(a)", "xpointer(()"] {
            assert!(!is_pointer(other), "{other}");
        }
    }

    #[test]
    fn parentheses_that_are_open_at_the_end_are_counted() {
        for (pointer, open) in [
            ("xpointer(id('a')", Some(1)),
            ("xmlns(x=http://e)xpointer(id('a'", Some(2)),
            ("element(/1/2", Some(1)),
            ("epubcfi(/6/4[a]!/4/2", Some(1)),
            ("xpointer(^)", Some(1)),
            ("xpointer(/)", None),
            ("xpointer(a)b", None),
            ("epubcfi(6", None),
            ("f(a", None),
            ("xpointer", None),
        ] {
            assert_eq!(open_parentheses(pointer), open, "{pointer}");
        }
    }
}
