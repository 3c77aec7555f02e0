// node scripts/web.mjs MODULE: the extension for VS Code in a browser, with the server in the WebAssembly file MODULE.
//
// Its manifest is that of the extension for the desktop without what needs a program or a disk.

import { createVSIX } from '@vscode/vsce';
import { build } from 'esbuild';
import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [module] = process.argv.slice(2);
if (!module) throw new Error('missing MODULE: build it with lsp/web/build');
const folder = 'dist-web';
rmSync(folder, { recursive: true, force: true });
mkdirSync(join(folder, 'dist'), { recursive: true });
await build({
  entryPoints: ['src/web.ts'],
  outfile: join(folder, 'dist/web.js'),
  bundle: true,
  platform: 'browser',
  format: 'cjs',
  target: 'es2022',
  external: ['vscode'],
  minify: true,
  logLevel: 'warning',
});
copyFileSync(module, join(folder, 'dist/iri_lsp.wasm'));
for (const file of ['LICENSE', 'CHANGELOG.md', 'package.nls.json', 'images/icon.png']) cpSync(file, join(folder, file));
writeFileSync(join(folder, 'README.md'), readFileSync('README.web.md', 'utf8'));

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const { 'iri.rules': rules, 'iri.places': places, 'iri.ignore': ignore, 'iri.inlayHints': inlayHints, 'iri.languages': languages } =
  manifest.contributes.configuration.properties;
delete manifest.main;
delete manifest.scripts;
delete manifest.devDependencies;
Object.assign(manifest, {
  browser: './dist/web.js',
  capabilities: { untrustedWorkspaces: { supported: true }, virtualWorkspaces: true },
  contributes: {
    configuration: {
      ...manifest.contributes.configuration,
      properties: { 'iri.rules': rules, 'iri.places': places, 'iri.ignore': ignore, 'iri.inlayHints': inlayHints, 'iri.languages': languages },
    },
  },
  vsce: { dependencies: false, allowMissingRepository: true },
});
writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, null, 2));
const name = `${manifest.name}-web-${manifest.version}.vsix`;
await createVSIX({ cwd: folder, packagePath: name });
rmSync(folder, { recursive: true, force: true });
