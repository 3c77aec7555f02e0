// node session.mjs PORT FOLDER SHOTS: a session in the real workbench, as a person has it.
//
// FOLDER/work holds what fixture.js wrote.

import { mkdirSync, readFileSync, readdirSync, readlinkSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Workbench } from './workbench.mjs';

const [port, folder, shots] = process.argv.slice(2);
const work = join(folder, 'work');
const file = join(work, 'faults.xml');
const faults = JSON.parse(readFileSync(join(work, 'faults.json'), 'utf8'));
let held = 0;

const workbench = await Workbench.open({ port, folder: work, file: 'faults.xml', shots });
const { page } = workbench;

function check(holds, claim, instead) {
  if (!holds) throw new Error(`${claim}${instead === undefined ? '' : `: ${JSON.stringify(instead, null, 1)}`}`);
  held += 1;
  console.log(`ok   ${claim}`);
}

/** Waits until `look` gives something that `fits`. */
async function eventually(look, fits, claim) {
  const end = Date.now() + 30_000;
  let seen;
  do {
    seen = await look();
    if (fits(seen)) return check(true, claim);
    await page.waitForTimeout(50);
  } while (Date.now() < end);
  check(false, claim, seen);
}

/** Writes the settings of the folder. */
function set(settings) {
  mkdirSync(join(work, '.vscode'), { recursive: true });
  writeFileSync(join(work, '.vscode/settings.json'), JSON.stringify(settings));
}

/** The process that serves this session, told from others by where its program is. */
function serverProcess() {
  return readdirSync('/proc').filter(Number).find((id) => {
    try {
      const program = readlinkSync(`/proc/${id}/exe`);
      return program.startsWith(folder) && program.endsWith('iri-lsp');
    } catch {
      return false;
    }
  });
}

/** VS Code lists no hints, and underlines only how they begin. */
const isHint = ({ rule }) => ['uppercase-scheme', 'needless-percent'].includes(rule);

/** Other rows are files, and what belongs to a finding elsewhere. */
const isFinding = (row) => /\[Ln \d+, Col \d+\]$/.test(row);

function isNested({ line, utf16: [start, end] }) {
  return faults.some(({ line: of, utf16: [from, to] }) => of === line && from <= start && end <= to && to - from > end - start);
}

function of(rule) {
  return faults.find((fault) => fault.rule === rule);
}

const place = ({ line, utf16 }) => `[Ln ${line + 1}, Col ${utf16[0] + 1}]`;
const says = (rule) => (rows) => rows.some((row) => row.includes(rule));
const saysNot = (rule) => (rows) => rows.length > 0 && !says(rule)(rows);

async function session() {
  await findings();
  await mending();
  await asking();
  await setting();
  await missing();
  await dying();
  await speed();
}

async function findings() {
  await page.waitForSelector('.squiggly-error', { timeout: 60_000 });
  const listed = faults.filter((fault) => !isHint(fault));
  const isWhole = (rows) => rows.filter(isFinding).length === listed.length;
  await eventually(() => workbench.problems(), isWhole, `the Problems panel lists ${listed.length} findings`);
  const rows = await workbench.problems();
  const missing = listed.filter((fault) => !rows.some((row) => row.includes(fault.rule) && row.includes(place(fault))));
  check(missing.length === 0, 'each with its rule, at its line and column', { missing, rows });
  check(rows.some((row) => row.startsWith('faults.xml[Ln 2')), 'one with the xml:base that it is resolved against', rows);
  check(new Set(faults.map(({ rule }) => rule)).size >= 10, 'of at least ten kinds');
  // A squiggle within another of its colour is drawn as one with it.
  for (const fault of faults.filter((fault) => !isNested(fault))) await underlined(fault);
  check(true, 'and the squiggles are exactly under the characters');
  await workbench.shot('problems');

  const { line, utf16 } = of('leiri-space');
  const { x, y } = await workbench.middle(line, ...utf16);
  await page.mouse.move(x, y);
  const hover = page.locator('.monaco-hover:visible', { hasText: 'leiri-space' });
  await hover.waitFor();
  check(true, 'the hover says what is wrong with the character under the pointer');
  await page.locator('.monaco-hover:visible', { hasText: 'any-uri' }).waitFor();
  check(true, 'and what the reference is');
  await workbench.shot('hover');
}

/** Fails unless squiggles cover exactly the characters of a finding. */
async function underlined(fault) {
  const { rule, line, utf16: [start, end] } = fault;
  const boxes = await workbench.boxes(line, start, end);
  const squiggles = await workbench.squiggles();
  const near = (a, b) => Math.abs(a - b) <= 1.5;
  const covers = (box) => ({ left, right, top, bottom }) =>
    top < box.bottom && bottom > box.top && near(left, box.left) && (isHint(fault) || near(right, box.right));
  const merged = merge(boxes);
  const bare = merged.filter((box) => !squiggles.some(covers(box)));
  const isExact = merged.length > 0 && bare.length === 0;
  if (!isExact) check(false, `${rule} at ${line + 1}:${start + 1} is underlined exactly`, { bare, squiggles });
}

/** Boxes that touch, as one. */
function merge(boxes) {
  const sorted = [...boxes].sort((a, b) => a.left - b.left);
  const merged = [];
  for (const box of sorted) {
    const last = merged.at(-1);
    if (last && box.left - last.right < 1) last.right = Math.max(last.right, box.right);
    else merged.push({ ...box });
  }
  return merged;
}

async function mending() {
  const { line, utf16 } = of('leiri-space');
  const { x, y } = await workbench.middle(line, ...utf16);
  await page.mouse.click(x, y);
  const bulb = page.locator('.editor-instance').locator('[class*="codicon-light"], [class*="codicon-gutter-light"]').first();
  await bulb.waitFor({ state: 'visible' });
  await bulb.click();
  const first = page.locator('.action-widget .monaco-list-row.action').first();
  await first.waitFor();
  check((await first.textContent()).includes('%20'), 'the light bulb offers to encode the space', await page.locator('.action-widget .monaco-list-row').allTextContents());
  await workbench.shot('light-bulb');
  // Older versions swallow a click here; the first entry has the focus.
  await workbench.press('Enter');
  await eventually(() => workbench.text(), (text) => text.includes('example.org/a%20b'), 'and does');

  await workbench.press('Control+S');
  await eventually(() => readFileSync(file, 'utf8'), (text) => text.includes('a%3Cb'), 'saving mends all that is safe');
  const saved = readFileSync(file, 'utf8');
  check(saved.includes('\u{1F600}%20x"/> <!-- \u{1D538} --> <b xlink:href="y%20z"'), 'right behind astral characters', saved);
  check(saved.includes('/100%"') && saved.includes('a#b#c'), 'and leaves what a person has to decide', saved);
  await eventually(() => workbench.problems(), saysNot('leiri-space'), 'the findings that are mended go');
}

async function asking() {
  const clean = readFileSync(file, 'utf8').split('\n').findIndex((line) => line.includes('/clean'));
  const { x, y } = await workbench.middle(clean, 30, 31);
  await page.mouse.click(x, y);
  await workbench.run('IRI: Copy Reference as URI');
  await eventually(() => workbench.clipboard(), (text) => text === 'http://example.org/%D7%A9%D7%9C%D7%95%D7%9D/clean?q=%F0%9F%98%80', 'a reference is copied as a URI');
  await workbench.run('IRI: Copy Reference as Bidi Notation');
  await eventually(() => workbench.clipboard(), (text) => /^http:\/\/example\.org\/[A-Z]{4}\/clean/.test(text), 'and in Bidi Notation');
  await workbench.run('IRI: Inspect This Reference');
  const tab = page.locator('.tab', { hasText: 'Reference' });
  await tab.waitFor();
  check(true, 'a reference is inspected in an editor of its own');
  await workbench.shot('inspect');
  await tab.locator('.tab-actions .action-label').click();
}

async function setting() {
  set({ 'iri.rules': { 'bad-port': 'off' } });
  await eventually(() => workbench.problems(), saysNot('bad-port'), 'a rule that is turned off has no findings any more');
  set({});
  await eventually(() => workbench.problems(), says('bad-port'), 'and has them again when it is not');
  const hints = (are) => (text) => /%C3%A9.*\u{E9}/u.test(text) === are;
  await eventually(() => workbench.text(), hints(false), 'no hint stands behind an encoded reference');
  set({ 'iri.inlayHints': true });
  await eventually(() => workbench.text(), hints(true), 'but one does where hints are wanted');
  writeFileSync(join(work, '.iri.toml'), '[rules]\nbad-host = "off"\n');
  await eventually(() => workbench.problems(), saysNot('bad-host'), 'a new .iri.toml holds at once');
}

async function missing() {
  const icon = (name) => page.locator('.statusbar-item', { hasText: 'IRI' }).locator(`.codicon-${name}`);
  set({ 'iri.server.path': '/nowhere/iri-lsp' });
  const message = page.locator('.notification-toast', { hasText: '/nowhere/iri-lsp' });
  await message.waitFor();
  check((await message.textContent()).includes('Open Settings'), 'a server that is not there is named, with what to do');
  await icon('warning').waitFor();
  await workbench.shot('missing');
  set({});
  await icon('check').waitFor();
  check(true, 'and it starts once the setting names none');

  const program = readlinkSync(`/proc/${serverProcess()}/exe`);
  renameSync(program, `${program}.away`);
  await workbench.run('IRI: Restart Server');
  const none = page.locator('.notification-toast', { hasText: 'iri-lsp was not found' });
  await none.waitFor();
  await workbench.shot('not-found');
  await none.locator('.monaco-button', { hasText: 'How to Install' }).click();
  await page.locator('.extension-editor .name', { hasText: 'IRI: references in XML' }).waitFor();
  check(true, 'where there is no server at all, the message leads to the page of the extension');
  const install = (texts) => texts.some((text) => text.includes('cargo install'));
  await eventually(() => workbench.framed('pre'), install, 'and the page says it');
  await workbench.shot('extension');
  await page.locator('.tab', { hasText: 'Extension: IRI' }).locator('.tab-actions .action-label').click();
  renameSync(`${program}.away`, program);
  await workbench.run('IRI: Restart Server');
  await icon('check').waitFor();
  check(true, 'and it starts once it is there');
}

async function dying() {
  const before = serverProcess();
  check(before !== undefined, 'the server inside the extension serves');
  process.kill(Number(before), 'SIGKILL');
  await page.locator('.notification-toast', { hasText: 'was started again' }).waitFor();
  check(true, 'a server that was killed is started again, and the user is told');
  await workbench.shot('killed');
  check(serverProcess() !== before, 'as another process');
  await eventually(() => workbench.problems(), says('bad-port'), 'which says what the one before said');
  await page.locator('.statusbar-item', { hasText: 'IRI' }).locator('.codicon-check').waitFor();
  check(true, 'and the status bar shows that it runs');
}

/** A figure to read, and no claim: how long it takes depends on what else the machine does. */
async function speed() {
  await workbench.run('Developer: Show Running Extensions');
  const row = page.locator('.runtime-extensions-editor .monaco-list-row', { hasText: 'IRI: references in XML' });
  await row.waitFor();
  const time = row.locator('.activation-time');
  console.log(`activated in ${(await time.textContent()).replace(/^\D*/, '')}`);
  await workbench.shot('activation');
}

try {
  await session();
  console.log(`${held} claims held`);
} catch (error) {
  await workbench.shot('failed');
  console.log(`FAIL ${error.message}`);
  process.exitCode = 1;
} finally {
  await workbench.close();
}
