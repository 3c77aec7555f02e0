// The package in other projects: types under strict TypeScript, with and without those of a browser, ES modules, CommonJS,
// and bundles. TypeScript and esbuild are those of the extension.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const tools = fileURLToPath(new URL('../../../editors/vscode/node_modules', import.meta.url));
const { build } = createRequire(`${tools}/`)('esbuild');
const project = mkdtempSync(join(tmpdir(), 'iri-package-'));
after(() => rmSync(project, { recursive: true }));
mkdirSync(join(project, 'node_modules'));
cpSync(process.env.IRI_CORE, join(project, 'node_modules/iri-core'), { recursive: true });
const write = (name, text) => writeFileSync(join(project, name), text);
const run = (program, ...args) => {
  try {
    return execFileSync(program, args, { cwd: project, encoding: 'utf8' });
  } catch (error) {
    return assert.fail(`${args.join(' ')}: ${error.stdout}${error.stderr}`);
  }
};
write('package.json', '{ "name": "project", "private": true, "type": "module" }');

test('strict TypeScript', () => {
  write('a.mts', `import { load, applyEdits, type DocumentFinding, type Library } from 'iri-core';
const iri: Library = await load();
const found: DocumentFinding[] = iri.check('<a/>', { path: 'a.xml', rules: { style: null } });
const text: string = applyEdits('a', found[0]?.fixes[0]?.edits ?? []);
const uri: string | null = iri.convert('a', 'uri-idna');
// @ts-expect-error An unknown option is an error.
iri.inspect('a', { dialects: 'uri' });
// @ts-expect-error So is an unknown form.
iri.convert('a', 'url');
// @ts-expect-error So is a number.
iri.compare('a', 5);
export { text, uri };
`);
  write('b.cts', `async function main(): Promise<string> {
  return (await import('iri-core')).load(new Uint8Array()).then(({ version }) => version);
}
void main();
`);
  const strict = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess', '--noEmit', '--target', 'es2022'];
  const node = ['--module', 'nodenext', '--lib', 'es2022', '--types', 'node', '--typeRoots', join(tools, '@types'), 'a.mts', 'b.cts'];
  const bundler = ['--module', 'esnext', '--moduleResolution', 'bundler', '--lib', 'es2022,dom', 'a.mts'];
  for (const options of [node, bundler]) run(process.execPath, join(tools, 'typescript/bin/tsc'), ...strict, ...options);
});

test('ES modules, CommonJS and bundles', async () => {
  const { version } = createRequire(import.meta.url)(join(process.env.IRI_CORE, 'package.json'));
  write('a.mjs', "import { load } from 'iri-core';\nconsole.log((await load()).version);\n");
  write('b.cjs', "import('iri-core').then(({ load }) => load()).then(({ version }) => console.log(version));\n");
  write('c.js', "import { load } from 'iri-core';\nload(globalThis.bytes).then(({ version }) => console.log(version));\n");
  const at = (name) => join(project, name);
  await build({ entryPoints: [at('c.js')], outfile: at('browser.mjs'), bundle: true, platform: 'browser', format: 'esm', logLevel: 'error' });
  // A bundle in CommonJS has no address, so it gets the bytes of the module.
  const banner = { js: "globalThis.bytes = require('node:fs').readFileSync('node_modules/iri-core/iri_core.wasm');" };
  await build({ entryPoints: [at('c.js')], outfile: at('bundle.cjs'), bundle: true, platform: 'node', format: 'cjs', banner, logLevel: 'error', logOverride: { 'empty-import-meta': 'silent' } });
  for (const name of ['a.mjs', 'b.cjs', 'bundle.cjs']) assert.equal(run(process.execPath, name), `${version}\n`, name);
});
