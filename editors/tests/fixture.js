// node fixture.js MARKED FOLDER: writes FOLDER/faults.xml, and FOLDER/faults.json with its expected findings.
//
// In the marked text, ⟦rule|text⟧ encloses the text of a finding; findings that overlap are nested. \u{1F600} is the
// character with that code point. Each finding has its line, and its columns in UTF-8 bytes, in UTF-16 code units and
// in scalar values, all counted from 0.
'use strict';
const fs = require('fs');
const path = require('path');

const lengths = {
  utf8: (text) => Buffer.byteLength(text),
  utf16: (text) => text.length,
  utf32: (text) => [...text].length,
};

function columns(line, start, end) {
  const of = (measure) => [measure(line.slice(0, start)), measure(line.slice(0, end))];
  return Object.fromEntries(Object.entries(lengths).map(([unit, measure]) => [unit, of(measure)]));
}

/** Parses a marked line; returns its text and its findings. */
function read(marked, number) {
  const findings = [];
  const open = [];
  let line = '';
  for (const [token, rule] of marked.matchAll(/\u27E6([a-z-]+)\||[^]/gu)) {
    if (rule) open.push({ rule, start: line.length });
    else if (token === '\u27E7') findings.push({ ...open.pop(), end: line.length });
    else line += token;
  }
  if (open.length) throw new Error(`line ${number + 1}: unclosed bracket`);
  const found = findings.map(({ rule, start, end }) =>
    ({ rule, line: number, text: line.slice(start, end), ...columns(line, start, end) }));
  return { line, found };
}

/** Parses a marked text; returns its text, and its findings in the order of the text. */
exports.parse = (marked) => {
  const plain = marked.replace(/\\u\{([0-9A-F]+)\}/g, (_, number) => String.fromCodePoint(parseInt(number, 16)));
  const lines = plain.split('\n').map(read);
  const findings = lines.flatMap(({ found }) => found);
  findings.sort((a, b) => a.line - b.line || a.utf8[0] - b.utf8[0] || b.utf8[1] - a.utf8[1]);
  return { text: lines.map(({ line }) => line).join('\n'), findings };
};

if (require.main === module) {
  const [marked, folder] = process.argv.slice(2);
  const { text, findings } = exports.parse(fs.readFileSync(marked, 'utf8'));
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, 'faults.xml'), text);
  fs.writeFileSync(path.join(folder, 'faults.json'), JSON.stringify(findings, null, 1));
}
