// The examples of README.md: each line with `//=` is evaluated and compared.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

test('the examples of the page', async () => {
  const page = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const lines = [...page.matchAll(/```js\n(.*?)```/gs)].flatMap(([, block]) => block.split('\n'));
  const checked = lines.map((line) => {
    const [, expression, expected] = /^(.*?);? \/\/= (.*)$/.exec(line) ?? [];
    return expression ? `same(${expression}, ${expected});` : line.replace(/^import .*/, '');
  });
  const library = await import(pathToFileURL(`${process.env.IRI_CORE}/index.js`));
  const run = new Function('load', 'applyEdits', 'same', `return (async () => {${checked.join('\n')}})()`);
  let count = 0;
  await run(library.load, library.applyEdits, (found, expected) => {
    assert.deepEqual(found, expected);
    count += 1;
  });
  assert.ok(count >= 12, `${count} examples`);
});
