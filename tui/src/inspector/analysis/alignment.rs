//! The alignment of a reference and its conversion: equal pieces, and the kind of change of the others.
//!
//! ```text
//! written    a ␣   b | c   É        converted  a %20 b %7C c  é
//!            = enc = enc = case
//! ```
//!
//! If a change is of no known kind, the nearest position is used from which both continue with equal text.

use iri_core::reference::encode_str;

/// Change of a piece of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PieceChange {
    /// No change.
    Same,
    /// A character was percent-encoded.
    Encoded,
    /// Percent-encodings were decoded.
    Decoded,
    /// The case of a letter changed, also of a hex digit.
    Case,
    /// Text was replaced or removed.
    Other,
}

/// Maximum distance of the position from which both continue with equal text, in characters of both together.
const AHEAD: usize = 64;
/// Number of characters that must be equal there.
const ALIKE: usize = 3;

/// Iterator over the pieces: the change, the new piece and the old one.
pub struct Alignment<'t> {
    new: &'t str,
    old: &'t str,
}

impl<'t> Alignment<'t> {
    /// Starts at the start of both.
    pub fn new(new: &'t str, old: &'t str) -> Self {
        Self { new, old }
    }

    fn take(&mut self, change: PieceChange, new: usize, old: usize) -> (PieceChange, &'t str, &'t str) {
        let (new, rest_of_new) = self.new.split_at(new);
        let (old, rest_of_old) = self.old.split_at(old);
        (self.new, self.old) = (rest_of_new, rest_of_old);
        (change, new, old)
    }
}

impl<'t> Iterator for Alignment<'t> {
    type Item = (PieceChange, &'t str, &'t str);

    fn next(&mut self) -> Option<Self::Item> {
        let (ours, theirs) = match (self.new.chars().next(), self.old.chars().next()) {
            (None, None) => return None,
            (Some(ours), Some(theirs)) => (ours, theirs),
            _ => return Some(self.take(PieceChange::Other, self.new.len(), self.old.len())),
        };
        let is_doubled = ours == '%' && self.new.starts_with("%25") && !self.old.starts_with("%25");
        if ours == theirs && !is_doubled {
            return Some(self.take(PieceChange::Same, ours.len_utf8(), theirs.len_utf8()));
        }
        let encoded = encoded(theirs);
        if starts_with(self.new, &encoded) {
            return Some(self.take(PieceChange::Encoded, encoded.len(), theirs.len_utf8()));
        }
        let encoded = self::encoded(ours);
        if starts_with(self.old, &encoded) {
            return Some(self.take(PieceChange::Decoded, ours.len_utf8(), encoded.len()));
        }
        if ours.to_lowercase().eq(theirs.to_lowercase()) {
            return Some(self.take(PieceChange::Case, ours.len_utf8(), theirs.len_utf8()));
        }
        let (new, old) = other(self.new, self.old);
        Some(self.take(PieceChange::Other, new, old))
    }
}

fn encoded(c: char) -> String {
    encode_str(c.encode_utf8(&mut [0; 4]))
}

fn starts_with(text: &str, encoded: &str) -> bool {
    text.as_bytes().get(..encoded.len()).is_some_and(|start| start.eq_ignore_ascii_case(encoded.as_bytes()))
}

/// Returns the bytes of each up to the position from which both continue with equal text.
fn other(new: &str, old: &str) -> (usize, usize) {
    let starts = |text: &str| -> Vec<usize> {
        let ends = std::iter::once(text.len());
        let starts = text.char_indices().map(|(start, _)| start);
        if text.chars().nth(AHEAD).is_some() { starts.take(AHEAD).collect() } else { starts.chain(ends).collect() }
    };
    let (new_starts, old_starts) = (starts(new), starts(old));
    for ahead in 1..AHEAD {
        for left_out in 0..=ahead {
            let (Some(&in_new), Some(&in_old)) = (new_starts.get(ahead - left_out), old_starts.get(left_out)) else {
                continue;
            };
            if goes_on_alike(&new[in_new..], &old[in_old..]) {
                return (in_new, in_old);
            }
        }
    }
    let same_end = new.chars().rev().zip(old.chars().rev()).take_while(|(new, old)| new == old);
    let same_end: usize = same_end.map(|(c, _)| c.len_utf8()).sum();
    // At least one side advances, or the loop would not end.
    (new.len() - same_end, old.len() - same_end)
}

fn goes_on_alike(new: &str, old: &str) -> bool {
    match (new.is_empty(), old.is_empty()) {
        (true, true) => true,
        (true, false) | (false, true) => false,
        _ => {
            let is_end = new.len().min(old.len()) < ALIKE;
            let mut pairs = new.chars().zip(old.chars()).take(ALIKE);
            if is_end { new == old } else { pairs.all(|(new, old)| new == old) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(old: &str, new: &str) -> Vec<(PieceChange, String, String)> {
        let changed = Alignment::new(new, old).filter(|(change, ..)| *change != PieceChange::Same);
        changed.map(|(change, new, old)| (change, old.to_owned(), new.to_owned())).collect()
    }

    fn step(change: PieceChange, old: &str, new: &str) -> (PieceChange, String, String) {
        (change, old.to_owned(), new.to_owned())
    }

    #[test]
    fn encoded_text_corresponds_to_its_source() {
        let expected = [step(PieceChange::Encoded, " ", "%20"), step(PieceChange::Encoded, "|", "%7C")];
        assert_eq!(read("a b|c", "a%20b%7Cc"), expected);
        assert_eq!(read("a%20", "a%2520"), [step(PieceChange::Encoded, "%", "%25")]);
        assert_eq!(read("a%c3%A9b", "a\u{E9}b"), [step(PieceChange::Decoded, "%c3%A9", "\u{E9}")]);
    }

    #[test]
    fn after_removed_or_replaced_text_both_continue() {
        assert_eq!(
            read("HTtp://e/", "http://e/"),
            [step(PieceChange::Case, "H", "h"), step(PieceChange::Case, "T", "t")]
        );
        assert_eq!(read("http://e/a/./b/c", "http://e/a/b/c"), [step(PieceChange::Other, "./", "")]);
        assert_eq!(read("http://\u{E9}x.org/a b", "http://xn--x-9fa.org/a%20b").len(), 2);
    }

    #[test]
    fn whatever_the_texts_are_all_of_both_is_read_once() {
        let texts = ["", "a", "aa", "%", "%25", "\u{E9}", "%C3%A9", "abcabc", "cabcab", "a b", "A%20B", "xyz", "%%%"];
        for new in texts {
            for old in texts {
                let steps: Vec<_> = Alignment::new(new, old).collect();
                assert_eq!(steps.iter().map(|(_, new, _)| *new).collect::<String>(), new);
                assert_eq!(steps.iter().map(|(_, _, old)| *old).collect::<String>(), old);
                assert!(steps.iter().all(|(_, new, old)| !new.is_empty() || !old.is_empty()));
            }
        }
    }
}
