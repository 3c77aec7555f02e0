//! `.` is the current level of the hierarchy, `..` the level above               RFC 3986 section 5.2.4
//!
//! Resolution removes both. The start of a relative path is kept: `../a` has no shorter equivalent. A path without a
//! leading slash after a scheme (`urn:a/../b`) has no hierarchy.

use crate::reference::Reference;
use crate::rules::context::{Context, FindingSink};
use crate::rules::finding::{Fix, Safety};
use crate::text::Edit;
use crate::text::Span;

pub(super) fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let reference = context.reference;
    let path = reference.path.slice(context.text);
    let is_rooted = path.starts_with('/');
    if !is_rooted && (reference.has_scheme() || reference.first_segment_has_colon()) {
        return;
    }
    let kept = if is_rooted { 1 } else { leading_dots(path) };
    let Some(dots) = dot_segments(&path[kept..]) else { return };
    let shorter = Shorter::new(path, kept, reference.authority.is_some());
    if shorter.path == path {
        return;
    }
    let safety =
        if is_rooted || !shorter.met_start || has_rooted_base(context) { Safety::Safe } else { Safety::Suggested };
    let fix = Fix {
        title: "remove dot segments".into(),
        safety,
        edits: vec![Edit::smallest(reference.path.slice(context.text), reference.path, &shorter.path)],
    };
    let message = "path contains '.' or '..' segments that resolution removes";
    out.flag(dots.moved(reference.path.start + kept), message).fix(fix);
}

/// Returns the length of the leading `./` and `../` of a relative path, including a final `.` or `..`.
fn leading_dots(path: &str) -> usize {
    let leading = path.split_inclusive('/').take_while(|segment| matches!(segment.trim_end_matches('/'), "." | ".."));
    leading.map(str::len).sum()
}

/// Returns the span from the first dot segment to the last.
fn dot_segments(path: &str) -> Option<Span> {
    let mut found: Option<Span> = None;
    let mut start = 0;
    for segment in path.split('/') {
        if matches!(segment, "." | "..") {
            let first = found.map_or(start, |span| span.start);
            found = Some(Span::new(first, start + segment.len()));
        }
        start += segment.len() + 1;
    }
    found
}

/// Path without its dot segments.
struct Shorter {
    path: String,
    /// Whether a `..` removed the first segment after the kept start. With a base whose path has no slash (`x:y`),
    /// section 5.2.4 then leaves a slash at the start that the shorter path lacks.
    met_start: bool,
}

impl Shorter {
    fn new(path: &str, kept: usize, has_authority: bool) -> Self {
        let (before, after) = path.split_at(kept);
        let mut stack = Vec::new();
        let (mut above, mut met_start) = (0, false);
        for segment in after.split('/') {
            match segment {
                "." => {}
                ".." => {
                    above += usize::from(stack.pop().is_none());
                    met_start |= stack.is_empty();
                }
                _ => stack.push(segment),
            }
        }
        if matches!(after.rsplit('/').next(), Some("." | "..")) && !stack.is_empty() {
            stack.push("");
        }
        let is_rooted = before == "/";
        let climb = if is_rooted { 0 } else { above };
        let path = format!("{before}{}{}", "../".repeat(climb), stack.join("/"));
        Self { path: guarded(path, is_rooted, has_authority), met_start }
    }
}

/// Protects the shorter path from being parsed as an authority, an empty path, a path from the root, or a scheme.
fn guarded(path: String, is_rooted: bool, has_authority: bool) -> String {
    let has_colon_first = || path.split('/').next().is_some_and(|segment| segment.contains(':'));
    if is_rooted && !has_authority && path.starts_with("//") {
        format!("/.{path}")
    } else if !is_rooted && (path.is_empty() || path.starts_with('/') || has_colon_first()) {
        format!("./{path}")
    } else {
        path
    }
}

fn has_rooted_base(context: &Context<'_, '_>) -> bool {
    context.base.map(Reference::parse).is_some_and(|base| {
        base.has_scheme() && (base.authority.is_some() || base.path.slice(base.text).starts_with('/'))
    })
}
