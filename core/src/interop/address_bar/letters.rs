//! Letters that look like others, as the browsers list them. They are facts about fonts, not properties of Unicode.

use icu_properties::props::Script;

/// Letters of a script that look like Latin letters, and the top-level domains in which that script is usual.
pub(super) struct LatinLookAlikes {
    pub script: Script,
    pub letters: &'static str,
    pub domains: &'static [&'static str],
}

impl LatinLookAlikes {
    const fn new(script: Script, letters: &'static str, domains: &'static [&'static str]) -> Self {
        Self { script, letters, domains }
    }
}

const CYRILLIC: LatinLookAlikes = LatinLookAlikes::new(
    Script::Cyrillic,
    "\u{430}\u{433}\u{435}\u{43A}\u{43E}\u{43F}\u{440}\u{441}\u{443}\u{445}\u{44A}\u{44B}\u{44C}\u{44E}\u{455}\u{456}\
     \u{458}\u{461}\u{475}\u{4BB}\u{4BD}\u{4CF}\u{501}\u{50D}\u{517}\u{51B}\u{51D}",
    &["bg", "by", "kz", "pyc", "ru", "su", "ua", "uz"],
);

/// The letters are those that look alike on Linux, which contain those of other systems.
const THAI: LatinLookAlikes = LatinLookAlikes::new(
    Script::Thai,
    "\u{E14}\u{E17}\u{E19}\u{E1A}\u{E1B}\u{E1E}\u{E1F}\u{E21}\u{E23}\u{E25}\u{E2B}\u{E40}\u{E41}\u{E50}",
    &["th"],
);

/// Scripts of Chrome.
pub(super) static CHROME: [LatinLookAlikes; 17] = [
    LatinLookAlikes::new(
        Script::Armenian,
        "\u{559}\u{561}\u{563}\u{566}\u{567}\u{56C}\u{570}\u{575}\u{578}\u{57D}\u{582}\u{585}",
        &["am"],
    ),
    CYRILLIC,
    LatinLookAlikes::new(
        Script::Ethiopic,
        "\u{1200}\u{1220}\u{1230}\u{1235}\u{1260}\u{1270}\u{1290}\u{12A8}\u{12D0}\u{12D5}\u{12D8}\u{1320}\u{1350}\
         \u{AB05}",
        &["er", "et"],
    ),
    LatinLookAlikes::new(Script::Georgian, "\u{10D8}\u{10DD}\u{10E7}\u{10EB}\u{10EE}\u{10FD}\u{10FF}", &["ge"]),
    LatinLookAlikes::new(
        Script::Greek,
        "\u{3B1}\u{3B7}\u{3B9}\u{3BA}\u{3BD}\u{3BF}\u{3C1}\u{3C4}\u{3C5}\u{3C9}",
        &["gr"],
    ),
    LatinLookAlikes::new(
        Script::Hebrew,
        "\u{5D3}\u{5D5}\u{5D7}\u{5D9}\u{5DF}\u{5E1}\u{5F0}\u{5F2}\u{5F3}\u{FB26}",
        &["il"],
    ),
    LatinLookAlikes::new(Script::Bengali, "\u{9E6}\u{9ED}", &[]),
    LatinLookAlikes::new(Script::Devanagari, "\u{93D}\u{966}\u{971}", &[]),
    LatinLookAlikes::new(Script::Gujarati, "\u{A9F}\u{AA1}\u{AE6}\u{AE7}", &[]),
    LatinLookAlikes::new(Script::Gurmukhi, "\u{A66}\u{A67}", &[]),
    LatinLookAlikes::new(Script::Kannada, "\u{CBD}\u{CE6}\u{CE7}", &[]),
    LatinLookAlikes::new(Script::Malayalam, "\u{D1F}\u{D20}\u{D27}\u{D28}\u{D31}\u{D66}", &[]),
    LatinLookAlikes::new(Script::Oriya, "\u{B20}\u{B66}\u{B6E}", &[]),
    LatinLookAlikes::new(Script::Tamil, "\u{B9F}\u{BAA}\u{BE6}", &[]),
    LatinLookAlikes::new(Script::Telugu, "\u{C66}\u{C67}", &[]),
    LatinLookAlikes::new(
        Script::Myanmar,
        "\u{1001}\u{1002}\u{1004}\u{1011}\u{1015}\u{101D}\u{1040}\u{1042}\u{1054}\u{105C}\u{1090}\u{1091}\u{1095}\
         \u{1096}\u{1097}",
        &["mm"],
    ),
    THAI,
];

/// Scripts of Firefox.
pub(super) static FIREFOX: [LatinLookAlikes; 2] = [CYRILLIC, THAI];

/// Words of these letters that Chrome nevertheless shows, because they are common and look like no Latin word.
pub(super) const CHROME_WORDS: [&str; 9] = [
    "\u{441}\u{435}\u{43A}\u{441}",
    "\u{43A}\u{430}\u{43A}",
    "\u{43A}\u{43E}\u{441}\u{430}",
    "\u{43A}\u{443}\u{440}\u{441}",
    "\u{43F}\u{430}\u{440}\u{43A}",
    "\u{442}\u{430}\u{43A}\u{438}\u{439}",
    "\u{443}\u{43A}\u{440}\u{43E}\u{43F}",
    "\u{441}\u{430}\u{445}\u{430}\u{440}\u{43E}\u{43A}",
    "\u{43F}\u{43E}\u{43A}\u{440}\u{430}\u{441}\u{43A}\u{430}",
];

/// Characters that look like the digits 0 to 9.
pub(super) const DIGIT_LOOK_ALIKES: &str = "\u{3B8}\u{968}\u{9E8}\u{A68}\u{AE8}\u{CE9}\u{CED}\u{577}\u{437}\u{499}\u{4E1}\u{909}\u{993}\u{A24}\u{A69}\
     \u{AE9}\u{C69}\u{1012}\u{10D5}\u{10DE}\u{A5C}\u{10D9}\u{A6B}\u{4E29}\u{3110}\u{573}\u{9EA}\u{A6A}\u{B6B}\u{AED}\
     \u{B68}\u{C68}";

/// Katakana and ideographs that look like a slash.
pub(super) const SLASH_LOOK_ALIKES: &str = "\u{30CE}\u{30F3}\u{30BD}\u{30BE}\u{4E36}\u{4E40}\u{4E41}\u{4E3F}";

/// Ideographs and Bopomofo that look like Latin letters or punctuation.
pub(super) const IDEOGRAPH_LOOK_ALIKES: &str = "\u{4E00}\u{3127}\u{4E28}\u{4E5B}\u{4E03}\u{4E05}\u{5341}\u{3007}\u{3112}\u{311A}\u{311F}\u{3128}\u{3129}\u{3108}\
     \u{31BA}\u{31B3}\u{5DE5}\u{31B2}\u{8BA0}\u{4E01}";
