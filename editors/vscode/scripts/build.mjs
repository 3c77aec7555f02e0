// node scripts/build.mjs: the extension as two files, and the licences of what others wrote in them.
//
// dist/extension.js is read when the extension is activated, dist/client.js when the server starts.

import { build } from 'esbuild';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const clientApart = ({ path }) => ({ path, external: true });
const { metafile } = await build({
  entryPoints: ['src/extension.ts', 'src/client.ts'],
  outdir: 'dist',
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  external: ['vscode'],
  plugins: [{ name: 'client apart', setup: ({ onResolve }) => onResolve({ filter: /^\.\/client\.js$/ }, clientApart) }],
  // What is read later is required, not imported: only that finds the module `vscode` in every version.
  supported: { 'dynamic-import': false },
  minify: true,
  metafile: true,
  logLevel: 'warning',
});

const folders = Object.keys(metafile.inputs).map((input) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1]);
const packages = [...new Set(folders.filter(Boolean))].sort();
writeFileSync('dist/LICENCES.txt', packages.map(licence).join('\n'));

function licence(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file));
  if (!file || !existsSync(join(folder, file))) throw new Error(`${name} has no licence file`);
  return `${name} ${version} (${license})\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
}
