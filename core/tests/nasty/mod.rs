//! Strings put together from pieces that trip parsers up: always the same ones, in the same order.

/// What the strings are made of. No piece is plain text, so that short strings already go wrong.
const PIECES: &[&str] = &[
    "http:",
    "HTTP://",
    "//",
    "/",
    "?",
    "#",
    ":",
    "@",
    "[",
    "]",
    "[::1]",
    "[v1.a]",
    "[1:2",
    "%",
    "%41",
    "%zz",
    "%2",
    "%C3%A9",
    "%e2%80%ae",
    " ",
    "\t",
    "\n",
    "\r\n",
    "<",
    ">",
    "\"",
    "{",
    "}",
    "|",
    "\\",
    "^",
    "`",
    "a",
    "Z",
    "1",
    "80",
    ".",
    "..",
    "./",
    "-",
    "_",
    "~",
    "+",
    "&",
    "=",
    ";",
    ",",
    "'",
    "(",
    "!",
    "é",
    "e\u{301}",
    "\u{5D0}",
    "\u{627}",
    "\u{661}",
    "\u{200B}",
    "\u{200E}",
    "\u{202E}",
    "\u{FEFF}",
    "\u{AD}",
    "\u{E000}",
    "\u{FFFD}",
    "\u{FFFE}",
    "\u{FFFF}",
    "\u{FDD0}",
    "\u{1FFFE}",
    "\u{E0041}",
    "\u{E0100}",
    "\u{F0000}",
    "\u{80}",
    "\u{A0}",
    "\u{0}",
    "\u{7F}",
    "\u{1F600}",
    "\u{FF0F}",
    "\u{3002}",
    "\u{FB01}",
    "xn--",
    "xn--bcher-kva",
    "example.org",
    "C:",
    "file:",
    "urn:",
    "mailto:",
    "data:",
    "tag:",
    ";base64,",
    "1a:",
    "ab:",
    "user:pa@",
    ":080",
    ":443",
    "%25",
    "%2541",
    "%7E",
    "%c3",
];

/// The generator of Marsaglia's "Xorshift RNGs", section 4.
pub struct Nasty(u64);

impl Nasty {
    /// Begins at `seed`.
    pub fn new(seed: u64) -> Self {
        Self(seed | 1)
    }

    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % limit as u64).expect("below a usize")
    }

    /// A string of one to nine pieces.
    pub fn string(&mut self) -> String {
        let pieces = 1 + self.below(9);
        (0..pieces).map(|_| PIECES[self.below(PIECES.len())]).collect()
    }

    /// `count` strings.
    pub fn strings(mut self, count: usize) -> impl Iterator<Item = String> {
        (0..count).map(move |_| self.string())
    }
}
