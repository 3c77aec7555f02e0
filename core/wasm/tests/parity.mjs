// The answers of the package equal those of the program, whose path is in IRI_INSPECT.
//
// IRI_STRINGS sets the number of generated references; all are compared in their verdicts.

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

const { load, applyEdits } = await import(pathToFileURL(`${process.env.IRI_CORE}/index.js`));
const iri = await load();
const top = new URL('../../../', import.meta.url);
const read = (path) => readFileSync(new URL(path, top), 'utf8');
const lines = (text) => text.split('\n').filter(Boolean);
const { parse } = createRequire(import.meta.url)(new URL('editors/tests/fixture.js', top).pathname);

function program(args, input) {
  return execFileSync(process.env.IRI_INSPECT, args, { input, maxBuffer: 1 << 30, stdio: ['pipe', 'pipe', 'ignore'] }).toString();
}

/** Returns the value with the byte offsets in `text` as indices, found in another way than in the package. */
function placed(value, text) {
  const bytes = Buffer.from(text);
  const at = (offset) => bytes.subarray(0, offset).toString().length;
  return JSON.parse(JSON.stringify(value), (key, found) => (['start', 'end'].includes(key) && Number.isInteger(found) ? at(found) : found));
}

const PIECES = [
  'http', 'HTTPS', 'urn', 'file', 'mailto', 'data', 'x-a', ':', ':', '//', '/', '/', '?', '#', '@', '[', ']', '.', '..', 'a', 'b%20', '%', '%4', '%e9',
  '%C3%A9', 'example.org', 'xn--bcher-kva', '127.0.0.1', '::1', '80', '8o', ' ', '|', '\\', '^', '<', '"', '&', '{', '\t', '\u00E9', 'e\u0301', '\u05D0\u05D1',
  '\u0627', '1', '\u202E', '\u200B', '\uE000', '\u{1F600}', '\u{E0041}', '\uFFFD', '\uFDD0', '\u3002', '\u0430', '\uFF0F', '+', '~', '!', ';', '=', ',',
];

/** Returns generated references, always the same. */
function generated(count) {
  let state = 20_261_127;
  const random = (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  return Array.from({ length: count }, () => Array.from({ length: 1 + random(9) }, () => PIECES[random(PIECES.length)]).join(''));
}

const recorded = ['further', 'generated', 'recorded'].flatMap((name) =>
  lines(read(`core/tests/data/parsers/${name}.jsonl`)).map((line) => JSON.parse(line).reference));
const tour = [...read('docs/tour.md').matchAll(/```text\n(.*)\n/g)].map(([, line]) => line.replace(/\{([0-9A-F]{4})\}/g, (_, number) => String.fromCodePoint(parseInt(number, 16))));
const usable = (text) => typeof text === 'string' && !text.includes('\0') && text.isWellFormed();
const references = [...tour, ...lines(read('core/tests/data/references.txt')), ...recorded].filter(usable);

test('inspect writes what show writes', (t) => {
  assert.ok(references.length > 5000 && tour.length === 15, `${references.length} references, ${tour.length} of the tour`);
  const selected = references.filter((_, index) => index < 40 || index % 4 === 0);
  const input = selected.map((text) => `${text}\0`).join('');
  const expected = lines(program(['show', '-0', '--format', 'json'], input));
  assert.equal(expected.length, selected.length);
  // Processor time: without the start of the program, and after the compiler of JavaScript has seen some.
  const timed = (input) => {
    const { stderr } = spawnSync('bash', ['-c', 'TIMEFORMAT="%U %S"; time "$0" show -0 --format json >/dev/null', process.env.IRI_INSPECT], { input });
    return stderr.toString().trim().split('\n').at(-1).split(' ').reduce((sum, time) => sum + Number(time), 0) * 1000;
  };
  const native = timed(input.repeat(3)) - timed(input);
  selected.forEach((text) => iri.inspect(text));
  const start = process.cpuUsage();
  for (let round = 0; round < 2; round++) selected.forEach((text) => iri.inspect(text));
  const { user, system } = process.cpuUsage(start);
  const own = (user + system) / 1000;
  t.diagnostic(`${2 * selected.length} reports: package ${Math.round(own)} ms of processor time, program ${Math.round(native)} ms: ${(own / native).toFixed(1)} times`);
  selected.forEach((text, index) => assert.deepEqual(iri.inspect(text), placed(JSON.parse(expected[index]), text), JSON.stringify(text)));
});

test('verdicts', (t) => {
  const all = [...references, ...generated(Number(process.env.IRI_STRINGS ?? 5000))];
  const fields = ['input', 'valid'];
  let start = performance.now();
  const expected = lines(program(['show', '-0', '--format', 'json', '--fields', fields.join()], all.map((text) => `${text}\0`).join('')));
  const native = performance.now() - start;
  start = performance.now();
  const found = all.map((text) => iri.inspect(text, { fields }));
  t.diagnostic(`${all.length} references: package ${Math.round(performance.now() - start)} ms, program ${Math.round(native)} ms`);
  assert.equal(expected.length, all.length);
  found.forEach((answer, index) => assert.deepEqual(answer, JSON.parse(expected[index]), JSON.stringify(all[index])));
});

/** Returns the names that an error lists. */
function namesIn(call) {
  try {
    return void call();
  } catch ({ message }) {
    return /expected one of (.*)/.exec(message)[1].split(', ');
  }
}

test('the types have all names', () => {
  const types = readFileSync(`${process.env.IRI_CORE}/index.d.ts`, 'utf8');
  const typed = (name) => [...new RegExp(`export type ${name} =([^;]*);`).exec(types)[1].matchAll(/'(.*?)'/g)].map(([, word]) => word);
  const calls = {
    Form: () => iri.convert('a', ''), Dialect: () => iri.inspect('a', { dialect: '' }), NormalizationLevel: () => iri.normalize('a', ''),
    Severity: () => iri.inspect('a', { rules: { style: '' } }),
  };
  for (const [name, call] of Object.entries(calls)) assert.deepEqual(new Set(typed(name)), new Set(namesIn(call)), name);
});

test('conversions', () => {
  const selected = references.filter((text) => !/[\r\n]/.test(text)).slice(0, 1000);
  for (const form of namesIn(() => iri.convert('a', ''))) {
    const { stdout } = spawnSync(process.env.IRI_INSPECT, ['convert', '-0', '--to', form], { input: selected.map((text) => `${text}\0`).join(''), maxBuffer: 1 << 28 });
    const expected = stdout.toString().split('\0').slice(0, -1);
    assert.equal(expected.length, selected.length);
    selected.forEach((text, index) => assert.equal(iri.convert(text, form) ?? '', expected[index], `${form} of ${JSON.stringify(text)}`));
  }
});

test('documents', () => {
  const folder = 'core/tests/data/documents/';
  const documents = readdirSync(new URL(folder, top)).map((name) => [name, read(folder + name)]);
  documents.push(['faults.xml', parse(read('editors/tests/faults.marked')).text]);
  documents.push(['a.ttl', '@prefix a: <http://example.org/a b#> .\na:\u05D0 a <http://example.org/\u{1F600}|b> .\n']);
  let count = 0;
  for (const [path, text] of documents) {
    const args = ['--stdin-filename', path, '--no-config', '-'];
    const all = [...args, '--fail-on', 'never'];
    // Schemas are files, which the package cannot read.
    const expected = lines(program(['check', '--format', 'json', '--least', 'hint', ...all], text)).map((line) => placed(JSON.parse(line), text));
    const known = expected.filter(({ rule }) => rule !== 'schema-not-loaded');
    assert.deepEqual(iri.check(text, { path }), known, path);
    const listed = lines(program(['list', '--format', 'json', ...args], text)).map((line) => placed(JSON.parse(line), text));
    assert.deepEqual(iri.list(text, { path }), listed, path);
    assert.equal(applyEdits(text, iri.fix(text, { path }).edits), program(['check', '--fix', '-q', ...all], text), path);
    count += expected.length;
  }
  assert.ok(count > 30, `${count} findings`);
});

test('options', () => {
  const text = 'HTTP://h/a b';
  const rules = (answer) => answer.findings.map(({ rule }) => rule);
  assert.deepEqual(rules(iri.inspect(text)), ['uppercase-scheme', 'leiri-space']);
  assert.deepEqual(rules(iri.inspect(text, { rules: { style: null } })), ['leiri-space']);
  assert.equal(iri.inspect(text, { rules: { 'leiri-space': 'error' } }).findings[1].severity, 'error');
  assert.equal(iri.inspect('b', { base: 'http://h/a' }).resolved, 'http://h/b');
  assert.equal(iri.inspect('\u00E9', { dialect: 'uri' }).findings[0].rule, 'non-uri-character');
  assert.equal(iri.inspect('ab', { characters: 'all' }).characters.length, 2);
  assert.throws(() => iri.convert('a', 'url'), RangeError);
  assert.throws(() => iri.inspect('a', { rules: { 'no-rule': null } }), /no-rule/);
  assert.throws(() => iri.inspect('a', { dialect: 'iris' }), RangeError);
  assert.throws(() => iri.inspect('a', { fields: ['x'] }), RangeError);
  assert.equal(iri.inspect('a\uD800b').input, 'a\uFFFDb');
  const declared = `<?xml version='1.0' encoding='windows-1252'?><html xmlns='http://www.w3.org/1999/xhtml'><a href='http://h/?&#233;'/></html>`;
  const fixed = iri.fix(declared, { dialect: 'uri' }).edits;
  assert.equal(applyEdits(declared, fixed), program(['check', '--fix', '-q', '--as', 'uri', '--no-config', '--fail-on', 'never', '--stdin-filename', 'a.xhtml', '-'], declared));
  assert.equal(fixed[0].text, '%E9');
  assert.equal(iri.version, JSON.parse(readFileSync(`${process.env.IRI_CORE}/package.json`)).version);
});

test('a wrong argument is an error, after which everything works', () => {
  const calls = [
    () => iri.inspect(), () => iri.inspect(null), () => iri.inspect(5), () => iri.compare('a'), () => iri.resolve(undefined, 'a'), () => iri.check({}), () => iri.fix('<a/>', 'x'),
    () => iri.inspect('a', { rules: [] }), () => iri.inspect('a', { rules: { style: 5 } }), () => iri.inspect('a', { base: 5 }), () => iri.inspect('a', { fields: 'input' }),
    () => iri.normalize('a', 'x'), () => iri.convert('a', Symbol.iterator), () => iri.inspect('a', { base: 5n }),
  ];
  for (const call of calls) {
    assert.throws(call, (error) => error instanceof TypeError || error instanceof RangeError, String(call));
    assert.equal(iri.normalize('HTTP://h/%7e'), 'http://h/~', String(call));
  }
  assert.equal(iri.inspect('a', { text: 'b', method: 'version' }).input, 'a');
});

test('nesting of any depth, and values of 1 MB', () => {
  const deep = 200_000;
  for (const [text, path] of [['<a>'.repeat(deep), 'a.xml'], ['['.repeat(deep), 'a.jsonld'], [`<a> <b> ${'('.repeat(deep)}`, 'a.ttl'], [`SELECT * ${'{'.repeat(deep)}`, 'a.rq']]) {
    assert.ok(Array.isArray(iri.check(text, { path })), path);
  }
  assert.equal(typeof iri.report(`http://h/${'\u05D0 |\uD800%\u202E\0'.repeat(60_000)}`).verdict, 'string');
});

test('rows have the words of the program', () => {
  const { verdict, sections } = iri.report('http://example.org/a b|c');
  assert.equal(verdict, 'valid LEIRI, not an IRI');
  const words = sections.flatMap(({ rows }) => rows.map(({ label, text }) => [label, text]));
  const page = program(['show', 'http://example.org/a b|c'], '');
  const [, text] = words.find(([label]) => label === 'destination');
  assert.ok(page.includes(text) && page.includes(verdict));
  for (const [label, value] of words.filter(([label]) => ['scheme', 'host', 'path', 'WHATWG URL'].includes(label))) {
    assert.match(page, new RegExp(`^  ${label} +${value.replace(/[|?]/g, '\\$&')}`, 'm'));
  }
});

test('a large document is checked, and its memory is used again', () => {
  const text = `<div xmlns='http://www.w3.org/1999/xhtml'>${"<a href='x y'/><br/>".repeat(20_000)}</div>`;
  for (let round = 0; round < 3; round++) {
    const found = iri.check(text);
    assert.equal(found.length, 20_000);
  }
});
