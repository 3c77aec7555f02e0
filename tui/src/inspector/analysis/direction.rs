//! The displayed order of a text: levels, the trace of the rules, the direction of components, the three orders, the
//! steps between the stored and the displayed order, twins.

use std::ops::Range;

use iri_core::Inspection;
use iri_core::bidi::components::{self, BidiComponent};
use iri_core::bidi::{self, Bidi, BidiClass, DisplayOrder, Trace};
use iri_core::characters::BidiNotation;
use iri_core::unicode::{is_invisible, is_mark};

use crate::cells::DOTTED_CIRCLE;

/// Maximum characters of a line: more than a screen shows.
const LINE: usize = 512;

/// Displayed order of a text, by index of the character.
#[derive(Clone, Debug)]
pub struct Direction {
    /// Display order.
    pub order: DisplayOrder,
    /// Offset of each character.
    pub starts: Vec<usize>,
    /// Level of each character.
    pub levels: Vec<u8>,
    /// Column of each character.
    pub to_visual: Vec<usize>,
    /// Index of the first character of each [cluster](bidi::clusters), in stored order.
    pub stored_clusters: Vec<usize>,
    /// The same in displayed order.
    pub displayed_clusters: Vec<usize>,
    /// Whether the displayed order is the stored order.
    pub is_left_to_right: bool,
    /// Whether it is the stored order in the display order of RFC 3987.
    pub is_plain: bool,
    /// Decisive rules.
    pub trace: Trace,
    /// Components to which direction rules apply, with their verdicts.
    pub parts: Vec<BidiComponent>,
    /// Start of the text in Bidi Notation.
    pub written: String,
    /// Start of the displayed text in each order.
    pub shown: Vec<ShownOrder>,
    /// Steps from the stored to the displayed order; empty if both are equal.
    pub steps: Vec<ReversalStep>,
    /// References that display identically.
    pub twins: Vec<Twin>,
    /// The one that findings name, which are about the order of RFC 3987, or its part that differs: in Bidi Notation and
    /// Reference that displays identically in the order of RFC 3987, which a finding is about.
    pub rfc_twin: Option<String>,
    /// The first of them, by grapheme cluster; `None` without one, or if its clusters cannot share our columns.
    pub beside: Option<TwinClusters>,
    notation: BidiNotation,
}

/// Start of the displayed text in one order.
#[derive(Clone, Debug)]
pub struct ShownOrder {
    /// Display order.
    pub order: DisplayOrder,
    /// Characters in displayed order, mirrored where they are displayed so.
    pub text: String,
    /// The same in Bidi Notation.
    pub notation: String,
}

/// A step from the stored to the displayed order: rule L2 of UAX #9 for one level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReversalStep {
    /// Lowest level of the clusters that are reversed.
    pub level: u8,
    /// Columns of the clusters that are reversed together, from left to right.
    pub runs: Vec<Range<usize>>,
}

/// A reference that displays identically, by grapheme cluster in stored order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TwinClusters {
    /// Clusters.
    pub clusters: Vec<String>,
    /// Columns of its parts that differ from ours, from left to right.
    pub theirs: Vec<Range<usize>>,
    /// Columns of our parts that differ from its own.
    pub ours: Vec<Range<usize>>,
}

/// A reference that displays identically, in Bidi Notation.
#[derive(Clone, Debug)]
pub struct Twin {
    /// Start of it in its own letters.
    pub text: String,
    /// Start of it.
    pub written: String,
    /// Its text at the difference.
    pub theirs: String,
    /// Our text at the difference.
    pub ours: String,
}

impl Direction {
    /// Computes the direction for one display order.
    pub fn new(inspection: &Inspection<'_>, order: DisplayOrder) -> Self {
        let text = inspection.text();
        let bidi = inspection.bidi_in(order);
        let is_left_to_right = bidi.is_left_to_right();
        let plain = if order == DisplayOrder::Rfc { is_left_to_right } else { inspection.bidi().is_left_to_right() };
        let notation = BidiNotation::new(text);
        let shown = |order| ShownOrder::new(order, &notation, &inspection.bidi_in(order));
        let to_logical = bidi.visual_to_logical();
        let stored_clusters = clusters(text);
        let displayed_clusters = displayed(&stored_clusters, &to_logical);
        let twins = inspection.twins_in(order);
        let of_rfc =
            if order == DisplayOrder::Rfc { twins.first().cloned() } else { inspection.twins().into_iter().next() };
        Self {
            rfc_twin: of_rfc.map(|twin| a_line(&twin).to_owned()),
            order,
            steps: if is_left_to_right { Vec::new() } else { steps(text, order, &bidi.levels) },
            beside: twins.first().and_then(|twin| TwinClusters::new(text, twin)),
            starts: text.char_indices().map(|(start, _)| start).collect(),
            is_left_to_right,
            is_plain: plain,
            trace: Trace::new(text, order),
            parts: if plain { Vec::new() } else { components::parts(inspection.reference()).collect() },
            written: notation.write(a_line(text)),
            shown: if plain && is_left_to_right { Vec::new() } else { DisplayOrder::ALL.map(shown).to_vec() },
            twins: twins.iter().map(|twin| Twin::new(text, twin, &notation)).collect(),
            stored_clusters,
            displayed_clusters,
            to_visual: bidi.logical_to_visual,
            levels: bidi.levels,
            notation,
        }
    }

    /// Returns the index of the character at byte `offset`, or of the last one.
    pub fn number_of(&self, offset: usize) -> usize {
        self.starts.partition_point(|&start| start < offset).min(self.starts.len().saturating_sub(1))
    }

    /// Returns the column of the cluster with the character `index`, in stored and in displayed order.
    pub fn columns_of(&self, index: usize) -> (usize, usize) {
        let stored = self.stored_clusters.partition_point(|&first| first <= index).saturating_sub(1);
        let first = self.stored_clusters.get(stored).copied().unwrap_or(0);
        let displayed = self.displayed_clusters.iter().position(|&displayed| displayed == first).unwrap_or(stored);
        (stored, displayed)
    }

    /// Returns the first character of the cluster in `column` after the first `count` steps.
    pub fn cluster_after(&self, count: usize, column: usize) -> Option<usize> {
        let before = |column: usize, step: &ReversalStep| {
            let run = step.runs.get(step.runs.partition_point(|run| run.end <= column));
            run.filter(|run| run.contains(&column)).map_or(column, |run| run.start + run.end - 1 - column)
        };
        let stored = self.steps.iter().take(count).rev().fold(column, before);
        self.stored_clusters.get(stored).copied()
    }

    /// Returns the component that contains the byte at `offset`.
    pub fn part_at(&self, offset: usize) -> Option<usize> {
        let started_before = self.parts.partition_point(|part| part.span.start <= offset);
        let last = started_before.checked_sub(1)?;
        self.parts[last].span.contains(offset).then_some(last)
    }

    /// Returns the cluster of the text whose first character has this index.
    pub fn cluster_text<'t>(&self, text: &'t str, first: usize) -> Option<&'t str> {
        let next = self.stored_clusters.get(self.stored_clusters.partition_point(|&other| other <= first));
        let end = next.and_then(|&next| self.starts.get(next)).copied().unwrap_or(text.len());
        text.get(*self.starts.get(first)?..end)
    }

    /// Returns a part of the text in the notation of the whole.
    pub fn noted(&self, part: &str) -> String {
        self.notation.write(a_line(part))
    }
}

impl Twin {
    /// Returns the number of bytes at the start of both texts that are equal, and at their ends.
    fn equal(text: &str, twin: &str) -> (usize, usize) {
        let same = |pairs: &mut dyn Iterator<Item = (char, char)>| -> usize {
            pairs.take_while(|(ours, theirs)| ours == theirs).map(|(c, _)| c.len_utf8()).sum()
        };
        let before = same(&mut text.chars().zip(twin.chars()));
        let (ours, theirs) = (&text[before..], &twin[before..]);
        (before, same(&mut ours.chars().rev().zip(theirs.chars().rev())))
    }

    fn new(text: &str, twin: &str, notation: &BidiNotation) -> Self {
        let (before, after) = Self::equal(text, twin);
        let (ours, theirs) = (&text[before..], &twin[before..]);
        let differing = |rest: &str| notation.write(a_line(&rest[..rest.len() - after]));
        let text = a_line(twin).to_owned();
        Self { text, written: notation.write(a_line(twin)), theirs: differing(theirs), ours: differing(ours) }
    }
}

impl TwinClusters {
    /// Returns the clusters of `twin`; `None` if it has more or fewer of them than `text`.
    fn new(text: &str, twin: &str) -> Option<Self> {
        let (ours, theirs): (Vec<_>, Vec<_>) = (bidi::clusters(text).collect(), bidi::clusters(twin).collect());
        if ours.len() != theirs.len() {
            return None;
        }
        let (our_parts, their_parts) = (parts(&ours), parts(&theirs));
        let is_equal = |(one, other): &(&Range<usize>, &Range<usize>)| ours[(*one).clone()] == theirs[(*other).clone()];
        let start = our_parts.iter().zip(&their_parts).take_while(is_equal).count();
        let (our_rest, their_rest) = (&our_parts[start..], &their_parts[start..]);
        let end = our_rest.iter().rev().zip(their_rest.iter().rev()).take_while(is_equal).count();
        let (our_rest, their_rest) = (&our_rest[..our_rest.len() - end], &their_rest[..their_rest.len() - end]);
        let differing = |rest: &[Range<usize>], own: &[&str], others: &[Range<usize>], other: &[&str]| {
            let differs = |(number, part): (usize, &Range<usize>)| {
                let is_equal =
                    others.get(number).is_some_and(|part_of_other| own[part.clone()] == other[part_of_other.clone()]);
                (!is_equal).then(|| part.clone())
            };
            rest.iter().enumerate().filter_map(differs).collect::<Vec<_>>()
        };
        Some(Self {
            ours: differing(our_rest, &ours, their_rest, &theirs),
            theirs: differing(their_rest, &theirs, our_rest, &ours),
            clusters: theirs.iter().map(|&cluster| cluster.to_owned()).collect(),
        })
    }
}

impl ShownOrder {
    fn new(order: DisplayOrder, notation: &BidiNotation, bidi: &Bidi<'_>) -> Self {
        let characters: Vec<(usize, char)> = bidi.visual_chars().take(LINE).collect();
        let visual: String = characters.iter().map(|(_, c)| c).collect();
        let mut before = None;
        let based = |(index, c): (usize, char)| {
            let previous: Option<usize> = before.replace(index);
            // A mark that follows an invisible character may be beside a letter that is not its base.
            let is_lone = is_mark(c) && !is_invisible(c) && previous.is_some_and(|previous| previous + 1 != index);
            is_lone.then_some(DOTTED_CIRCLE).into_iter().chain([c])
        };
        Self { order, notation: notation.write(&visual), text: characters.into_iter().flat_map(based).collect() }
    }
}

/// Returns the index of the first character of each cluster.
fn clusters(text: &str) -> Vec<usize> {
    let mut index = 0;
    let start = |cluster: &str| {
        let start = index;
        index += cluster.chars().count();
        start
    };
    bidi::clusters(text).map(start).collect()
}

/// Returns the clusters, given in stored order, in displayed order.
fn displayed(clusters: &[usize], to_logical: &[usize]) -> Vec<usize> {
    // A cluster is displayed as a whole, where its first character is.
    to_logical.iter().copied().filter(|index| clusters.binary_search(index).is_ok()).collect()
}

/// Returns the columns of the parts: each delimiter, and the clusters between two of them, such as a host label.
fn parts(clusters: &[&str]) -> Vec<Range<usize>> {
    let is_delimiter = |cluster: &str| cluster.len() == 1 && cluster.bytes().all(|byte| byte.is_ascii_punctuation());
    let mut parts: Vec<Range<usize>> = Vec::new();
    for (column, cluster) in clusters.iter().enumerate() {
        let is_new = column == 0 || is_delimiter(cluster) || is_delimiter(clusters[column - 1]);
        match parts.last_mut().filter(|_| !is_new) {
            Some(last) => last.end = column + 1,
            None => parts.push(column..column + 1),
        }
    }
    parts
}

/// Returns the steps of rule L2: from the highest level to the lowest odd one, runs of that level and above are reversed.
/// Steps that change nothing are left out.
fn steps(text: &str, order: DisplayOrder, levels: &[u8]) -> Vec<ReversalStep> {
    let mut index = 0;
    let column = |cluster: &str| {
        let level = levels.get(index).copied().unwrap_or(0);
        index += cluster.chars().count();
        (level, cluster.ends_with(|c| order.class(c) == BidiClass::B))
    };
    // The end of a paragraph stays where it is, so the columns of the ends are the same in all steps.
    let (mut levels, ends): (Vec<u8>, Vec<bool>) = bidi::clusters(text).map(column).unzip();
    let highest = levels.iter().copied().max().unwrap_or(0);
    let Some(lowest) = levels.iter().copied().filter(|level| level % 2 == 1).min() else { return Vec::new() };
    let step = |level: u8| {
        let mut runs: Vec<Range<usize>> = Vec::new();
        for column in (0..levels.len()).filter(|&column| levels[column] >= level) {
            match runs.last_mut().filter(|run| run.end == column && !ends[column - 1]) {
                Some(run) => run.end = column + 1,
                None => runs.push(column..column + 1),
            }
        }
        runs.retain(|run| run.len() > 1);
        for run in &runs {
            levels[run.clone()].reverse();
        }
        ReversalStep { level, runs }
    };
    (lowest..=highest).rev().map(step).filter(|step| !step.runs.is_empty()).collect()
}

/// Returns as many characters as a line of a screen can show.
fn a_line(text: &str) -> &str {
    text.char_indices().nth(LINE).map_or(text, |(end, _)| &text[..end])
}

#[cfg(test)]
mod tests {
    use iri_core::Options;
    use iri_core::parse_only;

    use super::*;

    fn direction(text: &str, order: DisplayOrder) -> Direction {
        Direction::new(&parse_only(text, &Options::default()), order)
    }

    /// Returns the columns of a text after each number of steps, as the indexes of their clusters.
    fn orders(direction: &Direction) -> Vec<Vec<usize>> {
        let columns = 0..direction.stored_clusters.len();
        let order = |count| columns.clone().filter_map(|column| direction.cluster_after(count, column)).collect();
        (0..=direction.steps.len()).map(order).collect()
    }

    #[test]
    fn the_number_is_reversed_twice() {
        let direction = direction("a.\u{5D0}\u{5D1}12", DisplayOrder::Rfc);
        assert_eq!(orders(&direction), [vec![0, 1, 2, 3, 4, 5], vec![0, 1, 2, 3, 5, 4], vec![0, 1, 4, 5, 3, 2]]);
        let runs = |step: &ReversalStep| step.runs.iter().map(|run| (step.level, run.clone())).collect::<Vec<_>>();
        assert_eq!(direction.steps.iter().flat_map(runs).collect::<Vec<_>>(), [(2, 4..6), (1, 2..6)]);
    }

    #[test]
    fn the_steps_lead_from_the_stored_to_the_displayed_order() {
        let alphabet: Vec<char> =
            "ab1./?&=# \u{5D0}\u{5D1}\u{627}\u{661}\u{301}\u{202E}\u{202A}\u{2067}\u{2069}()\n\u{1F469}"
                .chars()
                .collect();
        let mut rng = fastrand::Rng::with_seed(7);
        for _ in 0..2_000 {
            let text: String = (0..rng.usize(..14)).map(|_| alphabet[rng.usize(..alphabet.len())]).collect();
            for order in DisplayOrder::ALL {
                let direction = direction(&text, order);
                let orders = orders(&direction);
                assert_eq!(orders[0], direction.stored_clusters, "{text:?} {order}");
                assert_eq!(orders.last(), Some(&direction.displayed_clusters), "{text:?} {order}");
            }
        }
    }

    #[test]
    fn the_differing_labels_of_a_twin_are_known() {
        let twin = |text| direction(text, DisplayOrder::Rfc).beside.expect("it has a twin");
        // Bidi Notation: `http://ab.CDE.123/` and `http://ab.123.CDE/`.
        let beside = twin("http://ab.\u{5D2}\u{5D3}\u{5D4}.123/");
        assert_eq!((beside.ours, beside.theirs), (vec![10..13, 14..17], vec![10..13, 14..17]));
        // `a/CD-1` and `a/1-CD`: the parts have different lengths.
        let beside = twin("a/\u{5D2}\u{5D3}-1/b");
        assert_eq!((beside.ours, beside.theirs), (vec![2..4, 5..6], vec![2..3, 4..6]));
        assert_eq!(beside.clusters.concat(), "a/1-\u{5D2}\u{5D3}/b");
        assert!(direction("http://ab.\u{5D0}/", DisplayOrder::Rfc).beside.is_none());
    }
}
