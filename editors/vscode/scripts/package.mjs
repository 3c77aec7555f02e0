// node scripts/package.mjs                      an extension for every platform: it searches the server on the PATH
// node scripts/package.mjs TARGET PROGRAM      one for a platform, which includes the server
//
// TARGET is a name of vsce: linux-x64, linux-arm64, alpine-x64, alpine-arm64, darwin-x64, darwin-arm64,
// win32-x64, win32-arm64. The file is written to the current directory.

import { createVSIX } from '@vscode/vsce';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const [target, program] = process.argv.slice(2);
if (target && !program) throw new Error('missing PROGRAM: the server for the target');
const { name, version } = JSON.parse(readFileSync('package.json', 'utf8'));

rmSync('server', { recursive: true, force: true });
if (program) {
  const inside = join('server', target.startsWith('win32') ? 'iri-lsp.exe' : 'iri-lsp');
  mkdirSync('server');
  copyFileSync(program, inside);
  chmodSync(inside, 0o755);
}
// The other options are in package.json, so that `vsce package` uses them too.
await createVSIX({ target, packagePath: [name, target, version].filter(Boolean).join('-') + '.vsix' });
rmSync('server', { recursive: true, force: true });
