import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import type { ExtensionContext } from 'vscode';
import { Crashes } from '../src/crashes';
import { selector } from '../src/documents';
import { locate, serverSetting } from '../src/locate';
import type { State } from '../src/server';
import { display } from '../src/status';
import { isRulePage, leftToRight, nameOf } from '../src/text';
import { settings } from './vscode';

void test('a report is named after its reference', () => {
  assert.equal(nameOf('http://h/a b\nfindings'), 'http:_h_a_b');
  assert.equal(nameOf('\u05D0\\x'), '_x');
  assert.equal(nameOf('a'.repeat(100)).length, 40);
  assert.equal(nameOf(''), '');
});

void test('lines that are not ASCII are isolated', () => {
  assert.equal(leftToRight('a\n\u05D0 b\n'), 'a\n\u2066\u05D0 b\u2069\n');
});

void test('the page of a rule is a document of the server', () => {
  assert.equal(isRulePage('iri-lsp:/rules/leiri-space.md'), true);
  for (const uri of ['iri-lsp:/references/1.txt', 'file:///rules/leiri-space.md', 'https://example.org/rules/a.md']) assert.equal(isRulePage(uri), false);
});

void test('a server that crashes often is not started again', () => {
  const crashes = new Crashes();
  assert.deepEqual([0, 1, 2, 3, 4].map((time) => crashes.add(time)), [true, true, true, true, false]);
  assert.equal(crashes.count, 5);
  assert.equal(crashes.add(180_001 + 4), true);
  assert.equal(crashes.count, 1);
  crashes.forget();
  assert.equal(crashes.count, 0);
});

void test('every state has its own description', () => {
  const states: State[] = ['stopped', 'starting', 'running', 'missing', 'failed'];
  const all = states.map((state) => display(state, '1.2.3'));
  assert.equal(new Set(all.map(({ detail }) => detail)).size, states.length);
  assert.match(all[2].detail, /1\.2\.3$/);
  assert.deepEqual(all.map(({ isBad }) => isBad ?? false), [false, false, false, true, true]);
});

void test('languages are added to the selector', () => {
  assert.ok(!selector().some(({ language, pattern }) => language === 'html' && !pattern));
  settings.set('iri.languages', ['html', 'xml']);
  const found = selector();
  assert.equal(found.filter(({ language }) => language === 'xml').length, 2);
  assert.ok(found.some(({ language, pattern }) => language === 'html' && !pattern));
  assert.ok(found.some(({ pattern }) => pattern === '**/.iri.toml'));
});

void test('the server is found by the setting, and nowhere else if it is set', () => {
  const folder = mkdtempSync(join(tmpdir(), 'iri-locate-'));
  const context = { asAbsolutePath: (path: string) => join(folder, path) } as ExtensionContext;
  try {
    const program = join(folder, 'program');
    writeFileSync(program, '', { mode: 0o755 });
    settings.set('iri.server.path', ` ${program} `);
    assert.equal(locate(context), program);
    settings.set('iri.server.path', folder);
    assert.equal(locate(context), undefined);
    settings.set('iri.server.path', '~/x/${workspaceFolder}');
    assert.equal(serverSetting('path'), `${homedir()}/x//work`);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
