// node vscode.mjs PORT FOLDER SHOTS: the extension for a browser in the real workbench. No server runs as a process.

import { readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { Workbench } from '../vscode/workbench.mjs';

const [port, folder, shots] = process.argv.slice(2);
const work = join(folder, 'work');
const file = join(work, 'faults.xml');
const faults = JSON.parse(readFileSync(join(work, 'faults.json'), 'utf8'));
const workbench = await Workbench.open({ port, folder: work, file: 'faults.xml', shots });
const { page } = workbench;

function check(condition, description, actual) {
  if (!condition) throw new Error(`${description}: ${JSON.stringify(actual, null, 1)}`);
  console.log(`ok   VS Code for the Web: ${description}`);
}

async function eventually(look, fits, description) {
  let seen;
  for (const end = Date.now() + 40_000; Date.now() < end; ) {
    seen = await look();
    if (fits(seen)) return check(true, description);
    await page.waitForTimeout(100);
  }
  return check(false, description, seen);
}

try {
  await page.waitForSelector('.squiggly-error', { timeout: 90_000 });
  // VS Code does not list hints.
  const listed = faults.filter(({ rule }) => !['uppercase-scheme', 'needless-percent'].includes(rule));
  const isFinding = (row) => /\[Ln \d+, Col \d+\]$/.test(row);
  await eventually(() => workbench.problems(), (rows) => rows.filter(isFinding).length === listed.length, `the Problems panel lists ${listed.length} findings`);
  const rows = await workbench.problems();
  const missing = listed.filter(({ rule, line, utf16 }) => !rows.some((row) => row.includes(rule) && row.includes(`[Ln ${line + 1}, Col ${utf16[0] + 1}]`)));
  check(missing.length === 0, 'each has its rule, line and column', { missing, rows });
  await workbench.shot('problems');

  const { line, utf16 } = faults.find(({ rule }) => rule === 'leiri-space');
  const { x, y } = await workbench.middle(line, ...utf16);
  await page.mouse.move(x, y);
  await page.locator('.monaco-hover:visible', { hasText: 'any-uri' }).waitFor();
  check(true, 'a hover has the report of the reference');
  await workbench.shot('hover');
  await workbench.press('Escape');
  // The workspace is not a directory for the server.
  const links = await page.locator('.editor-instance .detected-link').allTextContents();
  check(links.some((text) => text.includes('example.org')), 'references are links', links);
  await page.mouse.click(x, y);
  await workbench.press('Control+.');
  const first = page.locator('.action-widget .monaco-list-row.action').first();
  await first.waitFor();
  check((await first.textContent()).includes('%20'), 'a quick fix encodes the space', await page.locator('.action-widget .monaco-list-row').allTextContents());
  await workbench.press('Enter');
  await eventually(() => workbench.text(), (text) => text.includes('example.org/a%20b'), 'it is applied');
  await workbench.press('Control+S');
  await eventually(() => readFileSync(file, 'utf8'), (text) => text.includes('a%3Cb') && text.includes('\u{1F600}%20b"'), 'saving applies all safe fixes');
  const saved = readFileSync(file, 'utf8');
  check(saved.includes('/100%"') && saved.includes('a#b#c'), 'findings without safe fixes remain', saved);
  const programs = readdirSync('/proc').filter(Number).filter((id) => {
    try {
      return readlinkSync(`/proc/${id}/exe`).startsWith(folder);
    } catch {
      return false;
    }
  });
  check(programs.length === 0, 'no program of the extension runs', programs);
} catch (error) {
  await workbench.shot('failed');
  throw error;
} finally {
  await workbench.close();
}
