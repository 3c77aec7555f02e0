// node session.mjs PORT FOLDER SHOTS [web]: a session in the real workbench, in the way of a user. With `web`, the extension
// is the one for a browser, which starts no program and lists no files.
//
// FOLDER/work is the directory that fixture.js wrote.

import { mkdirSync, readFileSync, readdirSync, readlinkSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Workbench } from './workbench.mjs';

const [port, folder, shots, mode] = process.argv.slice(2);
const work = join(folder, 'work');
const file = join(work, 'faults.xml');
const faults = JSON.parse(readFileSync(join(work, 'faults.json'), 'utf8'));
let passed = 0;

const workbench = await Workbench.open({ port, folder: work, file: 'faults.xml', shots });
const { page } = workbench;

function check(condition, description, actual) {
  if (!condition) throw new Error(`${description}${actual === undefined ? '' : `: ${JSON.stringify(actual, null, 1)}`}`);
  passed += 1;
  console.log(`ok   ${description}`);
}

/** Waits until `look` returns a value that `fits`. */
async function eventually(look, fits, description) {
  const end = Date.now() + 30_000;
  let seen;
  do {
    seen = await look();
    if (fits(seen)) return check(true, description);
    await page.waitForTimeout(50);
  } while (Date.now() < end);
  check(false, description, seen);
}

/** Writes the settings of the folder. */
function writeSettings(settings) {
  mkdirSync(join(work, '.vscode'), { recursive: true });
  writeFileSync(join(work, '.vscode/settings.json'), JSON.stringify(settings));
}

/** Returns the IDs of the servers of this session, whose program is in its folder. */
function serverProcesses() {
  return readdirSync('/proc').filter(Number).filter((id) => {
    try {
      const program = readlinkSync(`/proc/${id}/exe`);
      return program.startsWith(folder) && program.endsWith('iri-lsp');
    } catch {
      return false;
    }
  });
}

/** VS Code does not list hints, and underlines only their start. */
const isHint = ({ rule }) => ['uppercase-scheme', 'needless-percent'].includes(rule);

/** Other rows are files and related information. */
const isFinding = (row) => /\[Ln \d+, Col \d+\]$/.test(row);

function isNested({ line, utf16: [start, end] }) {
  return faults.some(({ line: of, utf16: [from, to] }) => of === line && from <= start && end <= to && to - from > end - start);
}

function of(rule) {
  return faults.find((fault) => fault.rule === rule);
}

const location = ({ line, utf16 }) => `[Ln ${line + 1}, Col ${utf16[0] + 1}]`;
const includes = (rule) => (rows) => rows.some((row) => row.includes(rule));
const excludes = (rule) => (rows) => rows.length > 0 && !includes(rule)(rows);

async function session() {
  await findings();
  await fixes();
  await commands();
  await rulePages();
  await links();
  if (mode !== 'web') await files();
  await schemas();
  await settings();
  if (mode === 'web') return noProgram();
  await missingServer();
  await crash();
  await activationTime();
}

async function findings() {
  await page.waitForSelector('.squiggly-error', { timeout: 60_000 });
  const listed = faults.filter((fault) => !isHint(fault));
  const isWhole = (rows) => rows.filter(isFinding).length === listed.length;
  await eventually(() => workbench.problems(), isWhole, `the Problems panel lists ${listed.length} findings`);
  const rows = await workbench.problems();
  const missing = listed.filter((fault) => !rows.some((row) => row.includes(fault.rule) && row.includes(location(fault))));
  check(missing.length === 0, 'each has its rule, line and column', { missing, rows });
  check(rows.some((row) => row.startsWith('faults.xml[Ln 2')), 'one has the xml:base against which it is resolved', rows);
  check(new Set(faults.map(({ rule }) => rule)).size >= 10, 'the findings are of at least ten kinds');
  // A nested squiggle of the same color cannot be distinguished from the outer one.
  for (const fault of faults.filter((fault) => !isNested(fault))) await underlined(fault);
  check(true, 'the squiggles are exactly under the characters');
  await workbench.shot('problems');

  const { line, utf16 } = of('leiri-space');
  await hover(await workbench.middle(line, ...utf16), 'leiri-space');
  check(true, 'the hover contains the finding at the pointer');
  await page.locator('.monaco-hover:visible', { hasText: 'any-uri' }).waitFor();
  check(true, 'the hover contains the report of the reference');
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

/** Merges boxes that touch. */
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

async function fixes() {
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
  // Older versions ignore a click here. The first entry has the focus.
  await workbench.press('Enter');
  await eventually(() => workbench.text(), (text) => text.includes('example.org/a%20b'), 'the action encodes it');

  await workbench.press('Control+S');
  await eventually(() => readFileSync(file, 'utf8'), (text) => text.includes('a%3Cb'), 'saving applies all safe fixes');
  const saved = readFileSync(file, 'utf8');
  check(saved.includes('\u{1F600}%20b"'), 'a fix after an astral character is at the right location', saved);
  // Next to Hebrew letters %20 would display like another reference, so that this fix is not safe.
  check(saved.includes('\u{1F600} x"/> <!-- \u{1D538} --> <b xlink:href="y%20z"'), 'only safe fixes are applied', saved);
  check(saved.includes('/100%"') && saved.includes('a#b#c'), 'findings without safe fixes remain', saved);
  await eventually(() => workbench.problems(), excludes('leiri-delimiter'), 'the resolved findings disappear');
}

async function commands() {
  const clean = readFileSync(file, 'utf8').split('\n').findIndex((line) => line.includes('/clean'));
  const { x, y } = await workbench.middle(clean, 30, 31);
  await page.mouse.click(x, y);
  await workbench.run('IRI: Copy Reference as URI');
  await eventually(() => workbench.clipboard(), (text) => text === 'http://example.org/%D7%A9%D7%9C%D7%95%D7%9D/clean?q=%F0%9F%98%80', 'a reference is copied as a URI');
  await workbench.run('IRI: Copy Reference as Bidi Notation');
  await eventually(() => workbench.clipboard(), (text) => /^http:\/\/example\.org\/[A-Z]{4}\/clean/.test(text), 'a reference is copied in Bidi Notation');
  await workbench.run('IRI: Inspect Reference');
  const tab = page.locator('.tab', { hasText: 'Reference' });
  await tab.waitFor();
  check(true, 'a reference is inspected in a separate editor');
  await workbench.shot('inspect');
  await tab.locator('.tab-actions .action-label').click();
}

/** Returns the language status, if its description starts with a text. */
function languageStatus(text) {
  return page.locator(`[id="status.languageStatus"] [aria-label*="IRI: ${text}"]`).first();
}

/** Opens a file of the folder, with the cursor at a line and column. */
async function openAt(name, line, column) {
  // A new file may move the rows between two clicks, so that another file is opened.
  const row = page.locator('.explorer-folders-view .monaco-list-row', { hasText: name });
  const isOpen = await repeat(() => row.dblclick(), activeTab(name));
  if (!isOpen) check(false, `${name} is opened`, await page.locator('.tab').allTextContents());
  await workbench.press('Control+G');
  const input = page.locator('.quick-input-widget input[type=text]');
  await input.waitFor({ state: 'visible' });
  await input.fill(`:${line}:${column}`);
  await page.locator('.quick-input-list .monaco-list-row', { hasText: /go to line/i }).first().waitFor();
  await workbench.press('Enter');
  await cursorAt(line, column);
}

function cursorAt(line, column) {
  return page.locator('.statusbar-item', { hasText: `Ln ${line}, Col ${column}` }).waitFor();
}

/** Repeats an action until an element appears, and returns whether it did. A busy editor drops some input. */
async function repeat(action, element) {
  for (let tried = 0; tried < 10; tried += 1) {
    await action(tried);
    if (await element.waitFor({ timeout: 3000 }).then(() => true, () => false)) return true;
  }
  return false;
}

/** Points at a place until a hover with a text appears: a change of the layout drops a hover. */
async function hover({ x, y }, hasText) {
  const found = page.locator('.monaco-hover:visible', { hasText });
  if (await repeat((tried) => page.mouse.move(x + (tried % 2), y), found)) return;
  check(false, `a hover contains ${hasText}`, await page.locator('.monaco-hover').allTextContents());
}

/** Chooses an entry of the menu of actions with the keyboard. While an editor gets the focus, it may drop the menu. */
async function chooseAction(title) {
  const focused = page.locator('.action-widget .monaco-list-row.focused');
  await repeat(async (tried) => {
    if (tried) await workbench.press('Escape');
    await workbench.press('Control+.');
  }, focused);
  for (let pressed = 0; !(await focused.textContent()).includes(title); pressed += 1) {
    if (pressed > 50) check(false, `the menu contains '${title}'`, await page.locator('.action-widget .monaco-list-row').allTextContents());
    await workbench.press('ArrowDown');
  }
  await workbench.press('Enter');
}

function activeTab(name) {
  return page.locator('.tab.active', { hasText: name });
}

async function rulePages() {
  const { line, utf16 } = of('bad-port');
  await openAt('faults.xml', line + 1, utf16[0] + 1);
  await workbench.run('IRI: Explain Rule');
  await page.locator('.tab', { hasText: 'bad-port.md' }).waitFor();
  check(true, 'the page of a rule is displayed');
  await page.locator('.tab', { hasText: 'bad-port.md' }).locator('.tab-actions .action-label').click();
  await activeTab('faults.xml').waitFor();
  await chooseAction('Explain bad-port');
  await page.locator('.tab', { hasText: 'bad-port.md' }).waitFor();
  await eventually(() => workbench.framed('h1'), (texts) => texts.includes('bad-port'), 'an action displays the page too, which the editor requests from the server');
  await page.locator('.tab', { hasText: 'bad-port.md' }).locator('.tab-actions .action-label').click();

  // No XML declaration tells what they are.
  const names = { 'content.opf': '<package xmlns="http://www.idpf.org/2007/opf"><manifest><item href="a b"/></manifest></package>\n',
    'book.dtd': '<!ENTITY chapter SYSTEM "a b.xml">\n' };
  for (const [name, text] of Object.entries(names)) {
    writeFileSync(join(work, name), text);
    await openAt(name, 1, 1);
    await page.locator('.squiggly-warning').first().waitFor();
    check(true, `${name} has squiggles without an XML declaration`);
  }
}

async function links() {
  writeFileSync(join(work, 'target.xml'), '<r>\n<p xml:id="intro"/></r>\n');
  const reference = '<b xlink:href="target.xml#intro"/>';
  writeFileSync(join(work, 'links.xml'), `<r xmlns:xlink="http://www.w3.org/1999/xlink">\n${reference}\n<b xlink:href="tar"/>\n</r>\n`);
  await openAt('links.xml', 2, 20);
  await workbench.run('Open Link');
  await activeTab('target.xml').waitFor();
  check(true, 'a relative reference is a link to the file');
  await openAt('links.xml', 2, 28);
  await workbench.press('F12');
  await activeTab('target.xml').waitFor();
  await cursorAt(2, 12);
  check(true, 'the definition of a reference is the element with the ID');
}

/** Files that are not open. */
async function files() {
  writeFileSync(join(work, 'closed.xml'), '<r xml:base="a b"/>\n');
  await eventually(() => workbench.problems(), includes('closed.xml'), 'the Problems panel lists a file that is not open');
  await openAt('target.xml', 2, 12);
  await workbench.run('Peek References');
  await page.locator('.peekview-widget .ref-tree .monaco-list-row', { hasText: 'links.xml' }).first().waitFor();
  check(true, 'the references of an ID are in other files too');
  await workbench.press('Escape');
  await openAt('target.xml', 2, 14);
  await workbench.press('F2');
  const name = page.locator('.rename-box input');
  await name.waitFor();
  await name.fill('start');
  await workbench.press('Enter');
  const linked = () => readFileSync(join(work, 'links.xml'), 'utf8');
  await eventually(linked, (text) => text.includes('"target.xml#start"'), 'a renamed ID is changed in the references to it');

  await openAt('links.xml', 3, 19);
  await workbench.press('Control+Space');
  await page.locator('.suggest-widget.visible .monaco-list-row', { hasText: 'target.xml' }).waitFor();
  await workbench.press('Enter');
  await eventually(() => workbench.text(), (text) => text.includes('<b xlink:href="target.xml"/>'), 'the name of a file is completed');
  await workbench.press('Control+S');

  await workbench.run('File: Focus on Files Explorer');
  await page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'target.xml' }).click();
  await workbench.press('F2');
  const file = page.locator('.explorer-folders-view .monaco-inputbox input');
  await file.waitFor();
  await file.fill('moved.xml');
  await workbench.press('Enter');
  await page.locator('.monaco-dialog-box .monaco-button', { hasText: 'OK' }).click();
  await page.locator('.tab.dirty', { hasText: 'links.xml' }).waitFor();
  await activeTab('moved.xml').waitFor();
  await page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'moved.xml' }).waitFor();
  await page.locator('.tab', { hasText: 'links.xml' }).click();
  await eventually(() => workbench.text(), (text) => text.includes('moved.xml'), 'the editor displays them');
  await workbench.press('Control+S');
  await eventually(linked, (text) => text.includes('"moved.xml#start"') && text.includes('"moved.xml"/>'), 'the references to a renamed file are changed');
  await workbench.shot('links');
  for (const tab of ['links.xml', 'moved.xml']) await page.locator('.tab', { hasText: tab }).locator('.tab-actions .action-label').click();
  await openAt('faults.xml', 1, 1);
}

/** Returns a schema in which the attribute `b` of `a` has a type of XML Schema. */
function schema(type) {
  const attribute = `<xs:attribute name="b" type="xs:${type}"/>`;
  return `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="http://example.org/s">
<xs:element name="a"><xs:complexType>${attribute}</xs:complexType></xs:element>
</xs:schema>
`;
}

async function schemas() {
  const names = 'xmlns:s="http://example.org/s" xmlns:i="http://www.w3.org/2001/XMLSchema-instance"';
  const line = '  i:schemaLocation="http://example.org/s s.xsd" b="x y"/>';
  writeFileSync(join(work, 's.xsd'), schema('anyURI'));
  writeFileSync(join(work, 'typed.xml'), `<s:a ${names}\n${line}\n`);
  const start = line.indexOf('x y');
  await openAt('typed.xml', 2, start + 1);
  await eventually(() => workbench.problems(), includes('typed.xml'), 'the schema of a document determines its references');
  await hover(await workbench.middle(1, start, start + 3), /'s\.xsd' line 2/);
  check(true, 'a hover names the declaration in the schema');
  const shown = await page.locator('.monaco-hover:visible').allTextContents();
  check(shown.join().includes(mode === 'web' ? 'vscode-remote://' : 'file:///'), 'the resolved reference is an address of the editor', shown);
  await workbench.shot('schema');

  const declaration = schema('anyURI').split('\n')[1];
  await openAt('s.xsd', 2, declaration.indexOf('anyURI') + 1);
  await workbench.press('Control+Shift+ArrowRight');
  await page.keyboard.type('string');
  await eventually(() => workbench.text(), (text) => text.includes('xs:string'), 'the schema is changed, and not saved');
  await eventually(() => workbench.problems(), excludes('typed.xml'), 'an unsaved change to the schema removes the finding of the document');
  await workbench.run('File: Revert File');
  await eventually(() => workbench.problems(), includes('typed.xml'), 'the schema on the disk adds it again');
  for (const tab of ['s.xsd', 'typed.xml']) await page.locator('.tab', { hasText: tab }).locator('.tab-actions .action-label').click();
  await openAt('faults.xml', 1, 1);
}

async function settings() {
  writeSettings({ 'iri.rules': { 'bad-port': 'off' } });
  await eventually(() => workbench.problems(), excludes('bad-port'), 'a rule that is turned off has no findings');
  writeSettings({});
  await eventually(() => workbench.problems(), includes('bad-port'), 'it has findings again after it is turned on');
  const hints = (are) => (text) => /%C3%A9.*\u{E9}/u.test(text) === are;
  await eventually(() => workbench.text(), hints(false), 'by default, an encoded reference has no hint');
  writeSettings({ 'iri.inlayHints': true });
  await eventually(() => workbench.text(), hints(true), 'with the setting, it has a hint');
  writeFileSync(join(work, '.iri.toml'), '[rules]\nbad-host = "off"\n');
  await eventually(() => workbench.problems(), excludes('bad-host'), 'a new .iri.toml applies immediately');
}

async function noProgram() {
  await workbench.run('IRI: Restart Server');
  await languageStatus('The server is running').waitFor();
  await eventually(() => workbench.problems(), includes('bad-port'), 'the server starts again, and reports the same');
  const programs = readdirSync('/proc').filter(Number).filter((id) => {
    try {
      return readlinkSync(`/proc/${id}/exe`).startsWith(folder);
    } catch {
      return false;
    }
  });
  check(programs.length === 0, 'no program of the extension runs', programs);
}

async function missingServer() {
  writeSettings({ 'iri.server.path': '/nowhere/iri-lsp' });
  const message = page.locator('.notification-toast', { hasText: '/nowhere/iri-lsp' });
  await message.waitFor();
  check((await message.textContent()).includes('Open Settings'), 'the message about a missing server names it and offers the settings');
  await languageStatus('iri-lsp was not found.').waitFor();
  check(true, 'the language status says that there is no server');
  await workbench.shot('missing');
  writeSettings({});
  await languageStatus('The server is running').waitFor();
  check(true, 'the server starts when the setting is removed');

  const program = readlinkSync(`/proc/${serverProcesses()[0]}/exe`);
  renameSync(program, `${program}.away`);
  await workbench.run('IRI: Restart Server');
  const none = page.locator('.notification-toast', { hasText: 'iri-lsp was not found' });
  await none.waitFor();
  await workbench.shot('not-found');
  await none.locator('.monaco-button', { hasText: 'How to Install' }).click();
  await page.locator('.extension-editor .name', { hasText: 'IRI: references in XML' }).waitFor();
  check(true, 'if no server is found, the message links to the page of the extension');
  const install = (texts) => texts.some((text) => text.includes('cargo install'));
  await eventually(() => workbench.framed('pre'), install, 'the page contains the installation command');
  await workbench.shot('extension');
  await page.locator('.tab', { hasText: 'Extension: IRI' }).locator('.tab-actions .action-label').click();
  renameSync(`${program}.away`, program);
  await workbench.run('IRI: Restart Server');
  await languageStatus('The server is running').waitFor();
  check(true, 'the server starts when it is found');
}

async function crash() {
  // The client handles the end of a server as a crash after its initialization, which is complete when findings arrive.
  await eventually(() => workbench.problems(), includes('bad-port'), 'it reports its findings');
  // One that was restarted may still be ending.
  await eventually(serverProcesses, (ids) => ids.length === 1, 'the server in the extension is running');
  // VS Code displays at most three messages.
  await workbench.run('Notifications: Clear All Notifications');
  const [before] = serverProcesses();
  process.kill(Number(before), 'SIGKILL');
  await page.locator('.notification-toast', { hasText: 'was restarted' }).waitFor();
  check(true, 'a killed server is restarted, with a message to the user');
  await workbench.shot('killed');
  check(!serverProcesses().includes(before), 'the restarted server is another process');
  await eventually(() => workbench.problems(), includes('bad-port'), 'it reports the same findings');
  await languageStatus('The server is running').waitFor();
  check(true, 'the language status says that it is running');
}

/** Prints the activation time. It is not checked, because it depends on the load of the machine. */
async function activationTime() {
  await workbench.run('Developer: Show Running Extensions');
  const row = page.locator('.runtime-extensions-editor .monaco-list-row', { hasText: 'IRI: references in XML' });
  await row.waitFor();
  const time = row.locator('.activation-time');
  console.log(`activated in ${(await time.textContent()).replace(/^\D*/, '')}`);
  await workbench.shot('activation');
}

try {
  await session();
  console.log(`${passed} checks passed`);
} catch (error) {
  console.log(`FAIL ${error.message}`);
  console.log(JSON.stringify(await workbench.state(), null, 1));
  await workbench.shot('failed');
  process.exitCode = 1;
} finally {
  await workbench.close();
}
