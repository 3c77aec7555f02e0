//! Wrapping of messages at spaces.

use unicode_width::UnicodeWidthStr;

/// Wraps `text` after `used` cells of a line, with continuation lines indented by `indent`, in `width` cells. A word that
/// is wider than a line stays whole, so that no reference is broken.
pub fn wrap(text: &str, used: usize, indent: usize, width: Option<usize>) -> String {
    let Some(width) = width else { return text.to_owned() };
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    let mut at = used;
    let mut is_fresh = true;
    for word in text.split(' ') {
        let cells = word.width();
        if !is_fresh && at + 1 + cells > width {
            out.push('\n');
            out.extend(std::iter::repeat_n(' ', indent));
            at = indent;
        } else if !is_fresh {
            out.push(' ');
            at += 1;
        }
        out.push_str(word);
        at += cells;
        is_fresh = false;
    }
    out
}
