// node scripts/web.mjs MODULE: the extension for VS Code in a browser, with the server in the WebAssembly file MODULE.
//
// It is the extension for the desktop with the files of src/web in place of those beside them, and with the same manifest
// without what needs a program or a disk.

import { createVSIX } from '@vscode/vsce';
import { build } from 'esbuild';
import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { licenses } from './licenses.mjs';

const [module] = process.argv.slice(2);
if (!module) throw new Error('missing MODULE: build it with lsp/web/build');
const folder = 'dist-web';
rmSync(folder, { recursive: true, force: true });
mkdirSync(join(folder, 'dist'), { recursive: true });
const inBrowser = ({ path }) => ({ path: resolve('src/web', path.replace(/(\.js)?$/, '.ts')) });
const { metafile } = await build({
  entryPoints: ['src/extension.ts'],
  outfile: join(folder, 'dist/extension.js'),
  bundle: true,
  platform: 'browser',
  format: 'cjs',
  target: 'es2022',
  external: ['vscode'],
  plugins: [{ name: 'in a browser', setup: ({ onResolve }) => onResolve({ filter: /^\.\/(client\.js|locate)$/ }, inBrowser) }],
  minify: true,
  metafile: true,
  logLevel: 'warning',
});
writeFileSync(join(folder, 'dist/LICENSES.txt'), licenses(metafile));
copyFileSync(module, join(folder, 'dist/iri_lsp.wasm'));
for (const file of ['LICENSE', 'CHANGELOG.md', 'package.nls.json', 'images/icon.png', 'walkthrough']) cpSync(file, join(folder, file), { recursive: true });
copyFileSync('README.web.md', join(folder, 'README.md'));
writeFileSync(join(folder, '.vscodeignore'), '');

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
for (const unused of ['main', 'scripts', 'devDependencies']) delete manifest[unused];
for (const setting of ['iri.server.path', 'iri.workspaceDiagnostics']) delete manifest.contributes.configuration.properties[setting];
Object.assign(manifest, {
  browser: './dist/extension.js',
  capabilities: { untrustedWorkspaces: { supported: true }, virtualWorkspaces: true },
  vsce: { dependencies: false, allowMissingRepository: true },
});
writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, null, 2));
// A gallery has it beside those of the other platforms.
await createVSIX({ target: 'web', cwd: folder, packagePath: `${manifest.name}-web-${manifest.version}.vsix` });
rmSync(folder, { recursive: true, force: true });
