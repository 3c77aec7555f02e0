// node scripts/test.mjs: the unit tests, without an editor: tests/vscode.ts replaces the module `vscode`.

import { build } from 'esbuild';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const outdir = mkdtempSync(join(tmpdir(), 'iri-tests-'));
try {
  const entryPoints = readdirSync('tests').filter((file) => file.endsWith('.test.ts')).map((file) => join('tests', file));
  await build({ entryPoints, outdir, bundle: true, platform: 'node', format: 'cjs', alias: { vscode: './tests/vscode.ts' }, logLevel: 'error' });
  const files = readdirSync(outdir).map((file) => join(outdir, file));
  const { status } = spawnSync(process.execPath, ['--test', ...files], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
} finally {
  rmSync(outdir, { recursive: true, force: true });
}
