//! ucschar = " " / …                                                       LEIRI Note section 3
//!
//! Encoding is a safe fix if the space may be part of a name. Where it is not, encoding it would only hide the slip.

use crate::reference::SyntaxPosition;
use crate::rules::context::{Context, FindingSink};
use crate::rules::finding::{Fix, Safety};
use crate::rules::leiri;
use crate::rules::mistakes::{is_file_extension, is_file_name};
use crate::rules::role::Whitespace;
use crate::rules::runs::Run;
use crate::text::{Span, WHITESPACE, floor_char_boundary};
use crate::unicode::LeiriGroup;

pub(super) fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    leiri::flag_base64(context, out, LeiriGroup::Space);
    for run in leiri::group_runs(context, LeiriGroup::Space) {
        let finding = out.flag(run.span, leiri::message(run));
        let is_collapsed = run.count() > 1 && context.role.whitespace == Whitespace::Collapsed;
        if is_collapsed && !is_accident(run, context) {
            // Programs that know the type read one space.
            let encode = Fix { safety: Safety::Suggested, ..leiri::encode(run, context) };
            finding.fix(Fix::suggested("replace with one %20", run.span, "%20")).fix(encode);
        } else if is_accident(run, context) {
            finding.fixes.extend(leiri::suggest_remove_or_encode(run, context));
        } else {
            finding.fix(leiri::encode(run, context));
        }
    }
}

/// Returns whether the space is not part of the name: in a folded line, in a host, which has no spaces, or at a delimiter.
fn is_accident(run: Run, context: &Context<'_, '_>) -> bool {
    // XML turns the line break of a folded attribute into another space, before the indentation.
    let is_indentation = run.count() > 1 && context.text[..run.span.start].ends_with('/');
    is_indentation
        || leiri::is_folded(run, context)
        || context.reference.syntax_position_at(run.span.start) == SyntaxPosition::RegName
        || is_at_separator(run.span, context)
        || is_at_delimiter(run.span, context)
        || is_between_files(run.span, context)
}

/// Returns whether the space separates two files, the second one in a directory: the program may read a list.
fn is_between_files(space: Span, context: &Context<'_, '_>) -> bool {
    const LONGEST: usize = 256;
    let path = context.reference.path;
    if !path.contains(space.start) {
        return false;
    }
    let (before, after) = (&context.text[path.start..space.start], &context.text[space.end..path.end]);
    let before = &before[floor_char_boundary(before, before.len().saturating_sub(LONGEST))..];
    let after = &after[..floor_char_boundary(after, LONGEST)];
    let after = after.split(WHITESPACE).next().unwrap_or(after);
    is_file_name(before) && after.contains('/') && is_file_name(after)
}

/// Returns whether the space is beside a delimiter of names, or in the extension of a file: `a.pdf #page=5`, `images/ a.png`,
/// `?a= 1`, `a .html`.
fn is_at_delimiter(space: Span, context: &Context<'_, '_>) -> bool {
    let reference = context.reference;
    let (before, after) = (&context.text[..space.start], context.text[space.end..].trim_start_matches(WHITESPACE));
    if reference.fragment.is_some_and(|fragment| fragment.start <= space.start) {
        // An expression of XPath may have spaces at its operators.
        return before.ends_with('#');
    }
    if reference.query.is_some_and(|query| query.start <= space.start) {
        // Both sides of `Salt & Pepper` are words.
        let is_one = |mark: char| {
            before.ends_with(mark) && !before.trim_end_matches(mark).ends_with(' ')
                || after.strip_prefix(mark).is_some_and(|rest| !rest.starts_with(' '))
        };
        return before.ends_with('?') || after.starts_with('#') || is_one('&') || is_one('=');
    }
    if !reference.path.contains(space.start) {
        return false;
    }
    let rest = &context.text[space.start..reference.path.end];
    let extension = rest.trim_start_matches(WHITESPACE);
    let has_extension = match extension.strip_prefix('.') {
        Some(extension) => is_file_extension(extension),
        None => before.ends_with('.') && is_file_extension(extension),
    };
    // A home directory follows the sign.
    let is_at_start = before.ends_with('/') || before.ends_with("/~");
    is_at_start || after.starts_with(['/', '?', '#']) || has_extension
}

fn is_at_separator(space: Span, context: &Context<'_, '_>) -> bool {
    let reference = context.reference;
    let path = reference.path;
    if !reference.has_scheme() || reference.authority.is_some() || !path.contains(space.start) {
        return false;
    }
    space.start == path.start
}
