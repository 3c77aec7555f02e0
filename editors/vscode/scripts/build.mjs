// node scripts/build.mjs: the extension as two files, the licenses of the packages in them, and its page.
//
// dist/extension.js is loaded when the extension is activated, dist/client.js when the server starts.

import { build } from 'esbuild';
import { readFileSync, writeFileSync } from 'node:fs';
import { licenses } from './licenses.mjs';

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
  // The client is loaded with `require`, not `import`: only `require` finds the module `vscode` in every version.
  supported: { 'dynamic-import': false },
  minify: true,
  metafile: true,
  logLevel: 'warning',
});

writeFileSync('dist/LICENSES.txt', licenses(metafile));

// The page of an extension shows only pictures from the web. The address of the project is in its Cargo.toml; without one
// the page has no pictures.
const [, address] = /^repository = "(.+?)\/?"$/m.exec(readFileSync('../../Cargo.toml', 'utf8')) ?? [];
const picture = (_, text, file) => (address ? `![${text}](${address}/raw/HEAD/editors/vscode/${file})\n\n` : '');
writeFileSync('dist/README.md', readFileSync('README.md', 'utf8').replace(/!\[([^\]]*)\]\((images\/[^)]+)\)\n\n/g, picture));
