//! The trace compared with the crate `unicode-bidi` on generated strings that look like references, and both on
//! difficult input: depth, length, single marks. `IRI_LONG=1` runs a million cases.

use fastrand::Rng;
use icu_properties::CodePointMapData;
use icu_properties::props::BidiClass;
use iri_core::bidi::{Bidi, DisplayOrder, Trace};
use unicode_bidi::{BidiInfo, Level};

/// Returns a text that looks like a reference.
fn text(rng: &mut Rng) -> String {
    // Letters and delimiters of references are most frequent; controls, marks and brackets are rarer.
    const PLAIN: &str = "ab1/.-%?#&=:@\u{5D0}\u{5D1}\u{5EA}\u{627}\u{628}\u{661}";
    const RARE: &str = "()[]{}\u{2329}\u{3009} \t!$\u{5B0}\u{300}\u{AD}\u{FDD0}\u{200E}\u{200F}\u{61C}\
        \u{202A}\u{202B}\u{202C}\u{202D}\u{202E}\u{2066}\u{2067}\u{2068}\u{2069}\u{2029}\n";
    let plain: Vec<char> = PLAIN.chars().collect();
    let rare: Vec<char> = RARE.chars().collect();
    let rarity = 2 + rng.usize(..8);
    let length = rng.usize(..24);
    let mut text = String::from(if rng.bool() { "http://" } else { "" });
    for _ in 0..length {
        let from = if rng.usize(..rarity) == 0 { &rare } else { &plain };
        text.push(from[rng.usize(..from.len())]);
    }
    text
}

/// Returns the levels of the crate; a character that X9 removes gets the level of the previous one, as in the trace.
fn crate_levels(text: &str, order: DisplayOrder) -> Vec<u8> {
    let info = BidiInfo::new_with_data_source(
        &CodePointMapData::<BidiClass>::new(),
        text,
        Some(Level::new(order.base()).expect("0 or 1")),
    );
    let Some(paragraph) = info.paragraphs.first() else { return Vec::new() };
    info.reordered_levels_per_char(paragraph, 0..text.len()).into_iter().map(|level| level.number()).collect()
}

fn is_removed(c: char) -> bool {
    matches!(c, '\u{202A}'..='\u{202E}' | '\u{AD}' | '\u{FDD0}')
}

#[test]
#[allow(clippy::print_stderr)] // the figure is worth knowing
fn the_trace_agrees_with_the_crate_but_for_brackets_around_isolates() {
    let count = if std::env::var_os("IRI_LONG").is_some() { 1_000_000 } else { 20_000 };
    let mut rng = Rng::with_seed(0x1D0_CAFE);
    let mut known = 0;
    for _ in 0..count {
        let text = text(&mut rng);
        for order in [DisplayOrder::Rfc, DisplayOrder::RightToLeftParagraph] {
            let trace = Trace::new(&text, order).levels();
            assert_eq!(Bidi::with_order(&text, order).levels, trace, "{order:?} {:?}", text.escape_unicode());
            let peer = crate_levels(&text, order);
            let agree = text.chars().enumerate().all(|(at, c)| is_removed(c) || trace[at] == peer[at]);
            if !agree {
                let isolates = text.contains(|c| matches!(c, '\u{2066}'..='\u{2068}'));
                let brackets = text.contains(|c| "()[]{}\u{2329}\u{3009}".contains(c));
                assert!(isolates && brackets, "{order:?} {}: {trace:?} {peer:?}", text.escape_unicode());
                known += 1;
            }
        }
    }
    eprintln!("{count} strings in 2 orders, {known} known differences");
}

#[test]
fn deep_long_and_lone_texts_have_a_display() {
    let deep: String = "\u{202B}\u{202A}".repeat(63) + "1";
    assert_eq!(Trace::new(&deep, DisplayOrder::Rfc).decisions.last().map(|last| last.level), Some(126));
    for text in ["", "\u{300}", "\u{5B0}\u{5D0}", "\u{202E}", "\u{2069}\u{202C}", "\r\n", "\u{2029}\u{5D0}", &deep] {
        for order in DisplayOrder::ALL {
            let bidi = Bidi::with_order(text, order);
            assert_eq!(bidi.levels, Trace::new(text, order).levels(), "{:?}", text.escape_unicode());
            assert_eq!(bidi.visual_chars().count(), text.chars().count());
        }
    }
}

#[test]
fn a_mebibyte_of_overrides_brackets_or_isolates_is_linear_work() {
    for unit in [
        "\u{202E}",
        "\u{5D0}(",
        "(\u{5D0})",
        "\u{2068}",
        "\u{2067}\u{5D0}\u{2069}",
        "\u{202E}\u{5D0}1",
        "((\u{5D0}))",
        "[\u{5B0}",
    ] {
        let text = unit.repeat((1 << 20) / unit.len());
        let bidi = Bidi::new(&text);
        assert_eq!(bidi.logical_to_visual.len(), text.chars().count());
        assert_eq!(Trace::new(&text, DisplayOrder::Rfc).levels(), bidi.levels);
    }
}

#[test]
fn the_64th_open_bracket_ends_the_search_for_pairs() {
    // With the letters inside, each pair would become left-to-right; an unpaired bracket stays between R and R.
    let open = |count: usize| "\u{5D0}".to_owned() + &"(".repeat(count) + "a\u{5D0})\u{5D0}";
    assert_eq!(Bidi::new(&open(63)).levels[63], 0);
    assert_eq!(Trace::new(&open(63), DisplayOrder::Rfc).levels()[66], 0);
    assert_eq!(Trace::new(&open(64), DisplayOrder::Rfc).levels()[67], 1);
    assert_eq!(Bidi::new(&open(64)).levels[67], 1);
}
