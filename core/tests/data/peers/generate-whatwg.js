// Generates references that exercise each state of the URL Standard's parser, and records what the npm package
// whatwg-url makes of them: see README.md. The choices are pseudorandom with a fixed seed, so that a second run gives
// the same references.

const fs = require("fs");
const path = require("path");
const { URL } = require("whatwg-url");

let state = 3986;
function below(end) {
  // Mulberry32.
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) % end;
}
const pick = (list) => list[below(list.length)];
const some = (list, most) => Array.from({ length: below(most + 1) }, () => pick(list)).join("");

const BASES = [
  "",
  "http://user:pw@base.example:8080/d/e/f?q#f",
  "https://base.example",
  "file:///C:/d/e?q#f",
  "file://server/d/e",
  "file:///d/e/",
  "ftp://base.example/d",
  "foo://base.example/d/e?q",
  "foo:/d/e",
  "mailto:a@base.example?q",
  "ws://base.example/d?q",
];
const SCHEMES = [
  "http:", "https:", "ws:", "wss:", "ftp:", "file:", "foo:", "HTTP:", "File:", "mailto:", "data:", "C:", "c|", "1a:", "a+b.c-d:",
  "ht\ntp:", "h_t:", ":", "javascript:", "urn:", "blob:",
];
const SLASHES = ["", "/", "//", "///", "////", "\\", "\\\\", "/\\", "\\/", "//\\", "/\t/", "///\\//"];
const USERINFO = ["", "", "", "", "u@", "u:p@", "@", ":@", "u:@", ":p@", "a@b@", "a:b:c@", "a%3Ab@", "a b@", "\u00e9@", "[x]@", "u;=|^@", "u\\@"];
const PORTS = ["", "", "", ":", ":80", ":443", ":0080", ":21", ":65535", ":65536", ":8x", ": 80", ":+1", ":00000000000000000080", ":\t8\n0", ":\uff18"];
const HOSTS = [
  "", "h", "EXAMPLE.com", "a.example.", "a..b", ".", "..", "localhost", "LOCALHOST", "a_b", "-a-", "a-.b", "%41.example", "a%2eb", "a%00b", "a%b", "a%C3%A9b",
  "a%80b", "a b", "a<b", "a^b", "a|b", "a`b", "a{b}", "a\"b", "a'b", "a!b$c", "a*b", "a,b;c", "a~b", "a\u007fb", "a\u0001b", "a[b", "a]b",
  "127.0.0.1", "127.1", "127.0.0.1.", "0x7f.1", "0X7F.0x0.1", "0177.0.0.01", "1.2.3", "1.2.3.4.5", "256.1.1.1", "1.256", "4294967295", "4294967296",
  "0x", "0x.0x.0", "0xg", "08.1", "a.1", "a.0x1", "1.a", "1..2", "00000000000000000000000.1", "0xffffffffffffffffff",
  "[::]", "[::1]", "[1:2:3:4:5:6:7:8]", "[1:2:3:4:5:6:7::]", "[::2:3:4:5:6:7:8]", "[1:0:0:2:0:0:0:3]", "[1:0:0:2::3]", "[0:1:0:0:1:0:0:1]", "[ABCD::eF]",
  "[::127.0.0.1]", "[::ffff:1.2.3.4]", "[1:2:3:4:5:6:1.2.3.4]", "[1:2:3:4:5:6:7:1.2.3.4]", "[::1.2.3]", "[::01.2.3.4]", "[::1.2.3.256]", "[::1.2.3.4.]",
  "[::1.2.3.4:5]", "[00001::]", "[1::2::3]", "[:1]", "[1:]", "[1:2]", "[::g]", "[", "[]", "]", "[::1", "[::1]x", "[v1.a]", "[::1%25eth0]", "[::%31]",
  "C:", "C|", "c:x", "xn--", "xn--a", "XN--ZCA", "xn--9ca.example", "xn--a-yoc", "www.xn--zn7c.com", "xn--ls8h=", "xn--xn---epa",
  "\u00e9.example", "\u00c9.example", "e\u0301.example", "\u00df.de", "\u1e9e.de", "\u03c2\u03c3", "\u0130", "fa\u00ad\u00df", "\u00ad", "\u200b", "a\u200cb",
  "a\u200db", "\u0915\u094d\u200d\u0937", "\u0915\u094d\u200c\u0937", "\u0645\u06cc\u200c\u062e", "\u3002", "a\u3002b", "a\uff0eb", "a\uff61b", "\u2024",
  "\u2026", "\uff21", "\uff0f", "\uff20", "\uff1a", "a\uff05\uff14\uff11", "\uff11\uff12\uff17.\uff10.\uff10.1", "\u2460", "\u2100", "\u2163", "\u00bd", "\u33c2", "\ufdfa",
  "\u05d0\u05d1.example", "\u05d0a", "a\u05d0", "1\u05d0", "\u05d01", "\u0661\u0627", "\u0627\u06611", "\u05d0.1a", "\u05d0.a-", "\u05d0.-a",
  "\u202e", "\u2066a", "\u0301a", "\u00b7", "l\u00b7l", "\u0375a", "\u05f3", "\u30fb", "\u0660\u06f0", "\u2215", "\u2044", "a\u0338", "=\u0338", "<\u0338", "\ud83d\udca9", "\ud83d\udc68\u200d\ud83d\udc69",
  "\u0378", "\ufffe", "\ufffd", "\ue000", "\u{e0061}", "\u{10ffff}", "\u1806", "\u115f", "\u3164", "\u2f00", "\uf900", "\u4e2d\u56fd", "\u30a2\u30a4", "\uac00", "\u1100\u1161",
  "\u0430\u0440\u0440\u04cf\u0435", "xn--80ak6aa92e.com", "\u0390", "\u01c5", "\u017f", "\u212a", "\u0149", "\u0e33", "\u0eb3", "\u2126", "\u1d56", "\u2c2f", "\u{1d400}", "\u{1f12b}", "\u{2f800}",
];
const SEGMENTS = [
  "", "a", "b.c", ".", "..", "%2e", "%2E%2e", ".%2e", "%2e.", "...", ".a", "a..", "%", "%4", "%41", "%zz", "a b", "\u00e9", "^", "|", "\"", "'", "`", "{}", "<>", "[]", ";x=1", ":", "@", "C:", "C|", "c|d",
  "\u0000", "\u0001", "\u007f", "\t", "\n", "~", "!$&'()*+,;=", "\ud83d\udca9", "\u202e", "%C3%A9", "\\", "a\\b", "\\..", "_-",
];
const QUERIES = ["", "", "", "?", "?a=b&c", "?\u00e9", "?a b", "?'\"<>`^{}|\\[]", "??", "?#", "?%", "?\t\u0001\u007f~"];
const FRAGMENTS = ["", "", "", "", "#", "#a b", "##", "#\u00e9`<>\"", "#{}|^\\'", "#%", "#?"];
const EDGES = ["", "", "", "", "", "", " ", "\u0000", "\u001f ", "\n", "\u00a0"];
const PATHS = () => {
  const separators = ["/", "/", "/", "\\", "//", "/\t"];
  let out = "";
  for (let left = below(5); left > 0; left--) out += pick(separators) + pick(SEGMENTS);
  return out;
};

const cases = new Map();
function add(reference, base = below(BASES.length)) {
  // A lone surrogate cannot be written in UTF-8.
  if (reference.isWellFormed()) cases.set(base + reference, [reference, base]);
}

// Every host, by itself: special, not special, of a file.
for (const host of HOSTS) {
  for (const before of ["https://", "foo://", "file://"]) add(`${before}${host}/x`, 0);
  add(`//${encodeURIComponent(host)}`, 1);
}
// Every base with every start.
for (let base = 0; base < BASES.length; base++) {
  for (const slashes of SLASHES) {
    for (const rest of ["", "h", "h/../p", "C|/x", "..", "?q", "#f"]) add(slashes + rest, base);
  }
  for (const scheme of SCHEMES) for (const slashes of ["", "/", "//", "\\"]) add(scheme + slashes + "h/p", base);
}
// Opaque paths.
for (const end of ["", " ", "  ", " ?q", "  #f", "\t?q", "%20", "\u00e9 <>\"`{}^|\\", "/../a", "//a", "?", "#"]) add("foo:a" + end, 0);
// Everything combined.
while (cases.size < 6500) {
  const start = pick(SCHEMES.concat("", "")) + pick(SLASHES);
  const authority = below(3) ? pick(USERINFO) + pick(HOSTS) + pick(PORTS) : "";
  add(pick(EDGES) + start + authority + PATHS() + pick(QUERIES) + pick(FRAGMENTS) + pick(EDGES));
}
// Hosts of any two pieces: what one of them permits depends on the other.
while (cases.size < 7200) add(`http://${pick(HOSTS)}${pick(["", ".", "-"])}${pick(HOSTS)}/`, 0);
// Anything.
const PIECES = [...SCHEMES, ...SLASHES, ...USERINFO, ...HOSTS, ...PORTS, ...SEGMENTS, ...QUERIES, ...FRAGMENTS];
while (cases.size < 8000) add(some(PIECES, 7));

// ASCII only, so that the file contains nothing that hides or reorders.
const escape = (c) => "\\u" + c.charCodeAt(0).toString(16).padStart(4, "0");
const rows = [JSON.stringify(BASES)];
for (const [reference, base] of cases.values()) {
  rows.push(JSON.stringify([base, reference, URL.parse(reference, BASES[base] || undefined)?.href ?? null]));
}
const lines = rows.map((row) => row.replace(/[\u007f-\uffff]/g, escape));
fs.writeFileSync(path.join(process.argv[2], "whatwg-generated.jsonl"), lines.join("\n") + "\n");
