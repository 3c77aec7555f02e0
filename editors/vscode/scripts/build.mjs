// node scripts/build.mjs: the extension as two files, the licenses of the packages in them, and its page.
//
// dist/extension.js is loaded when the extension is activated, dist/client.js when the server starts.

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
  // The client is loaded with `require`, not `import`: only `require` finds the module `vscode` in every version.
  supported: { 'dynamic-import': false },
  minify: true,
  metafile: true,
  logLevel: 'warning',
});

const folders = Object.keys(metafile.inputs).map((input) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1]);
const packages = [...new Set(folders.filter(Boolean))].sort();
writeFileSync('dist/LICENSES.txt', packages.map(licenseText).join('\n'));

// The page of an extension shows only pictures from the web. The address of the project is in its Cargo.toml; without one
// the page has no pictures.
const [, address] = /^repository = "(.+?)\/?"$/m.exec(readFileSync('../../Cargo.toml', 'utf8')) ?? [];
const picture = (_, text, file) => (address ? `![${text}](${address}/raw/HEAD/editors/vscode/${file})\n\n` : '');
writeFileSync('dist/README.md', readFileSync('README.md', 'utf8').replace(/!\[([^\]]*)\]\((images\/[^)]+)\)\n\n/g, picture));

function licenseText(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file));
  if (!file || !existsSync(join(folder, file))) throw new Error(`${name} has no license file`);
  return `${name} ${version} (${license})\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
}
