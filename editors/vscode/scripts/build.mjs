// node scripts/build.mjs: the extension as one file, and the licences of what others wrote in it.

import { build } from 'esbuild';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const { metafile } = await build({
  entryPoints: ['src/extension.ts'],
  outfile: 'dist/extension.js',
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  external: ['vscode'],
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
