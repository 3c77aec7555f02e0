// node page.mjs BROWSER PAGE SHOTS: the page "Try it" in a real browser, opened as a file.
//
// The rows are compared with the program in IRI_INSPECT. IRI_WEB_TOOLS has the packages puppeteer-core and axe-core.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [browserName, file, shots] = process.argv.slice(2);
const require = createRequire(`${process.env.IRI_WEB_TOOLS}/package.json`);
const puppeteer = require('puppeteer-core');
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const program = (args, input = '') => execFileSync(process.env.IRI_INSPECT, args, { input, maxBuffer: 1 << 28, stdio: ['pipe', 'pipe', 'ignore'] }).toString();
const isChrome = browserName === 'chrome';
const executablePath = isChrome ? (process.env.CHROMIUM ?? '/usr/bin/chromium') : (process.env.FIREFOX ?? '/usr/bin/firefox-esr');
const args = isChrome
  ? ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync']
  : [];
mkdirSync(shots, { recursive: true });
const downloads = mkdtempSync(join(tmpdir(), 'iri-page-'));
const browser = await puppeteer.launch({
  browser: browserName, executablePath, args, headless: true,
  extraPrefsFirefox: {
    'browser.download.folderList': 2, 'browser.download.dir': downloads, 'browser.download.useDownloadDir': true,
    'browser.download.always_ask_before_handling_new_types': false, 'network.captive-portal-service.enabled': false,
  },
});
const address = pathToFileURL(file).href;
const say = (text) => console.log(`ok   ${browserName}: ${text}`);

async function opened(fragment = '', prepare = () => {}, at = address) {
  const page = await browser.newPage();
  page.problems = [];
  page.on('pageerror', (error) => page.problems.push(error.message));
  page.on('console', (message) => ['error', 'warn'].includes(message.type()) && page.problems.push(message.text()));
  page.on('dialog', (dialog) => {
    page.problems.push(`dialog ${dialog.message()}`);
    dialog.dismiss();
  });
  await prepare(page);
  await page.goto(at + fragment);
  await page.waitForSelector('html[data-ready]', { timeout: 30_000 });
  return page;
}

const rowsOf = (page) => page.evaluate(() => Object.fromEntries([...document.querySelectorAll('#report > section')].map((section) => [
  section.id,
  [...section.querySelectorAll('tr')].map((row) => [row.querySelector('th')?.textContent ?? '', row.querySelector('td span, td bdo').textContent]),
])));

async function enter(page, text) {
  await page.evaluate((text) => {
    const field = document.getElementById('reference');
    field.value = text;
    field.dispatchEvent(new Event('input'));
  }, text);
  await page.waitForFunction((text) => decodeURIComponent(location.hash.slice(3)) === text, {}, text.toWellFormed());
}

/** What must hold for any reference: nothing runs, nothing is loaded, and the page has only its own elements. */
const foreign = (page) => page.evaluate(() => {
  const known = 'HTML HEAD META TITLE LINK STYLE BODY HEADER MAIN H1 H2 P SECTION LABEL TEXTAREA BUTTON SPAN DETAILS SUMMARY INPUT SELECT OPTION UL LI A DIV NOSCRIPT SCRIPT TABLE TBODY TR TH TD BDO BR svg rect text line'.split(' ');
  const all = [...document.querySelectorAll('*')];
  return [
    ...all.filter((element) => !known.includes(element.tagName)).map((element) => element.tagName),
    ...all.flatMap((element) => element.getAttributeNames().filter((name) => name.startsWith('on'))),
    ...(document.querySelectorAll('script').length === 2 ? [] : ['scripts']),
    ...all.map(({ id }) => id).filter((id, index, ids) => id && ids.indexOf(id) !== index),
    ...performance.getEntriesByType('resource').map(({ name }) => name),
    ...(globalThis.hacked ? ['hacked'] : []),
  ];
});

try {
  // The first result, in a browser that has never opened the page.
  let page = await opened('#r=http%3A%2F%2Fexample.org%2Fa%20b%7Cc');
  const first = await page.evaluate(() => Number(document.documentElement.dataset.ready));
  assert.ok(first <= 3000, `the first result took ${first} ms`); // 1000 ms, on a machine that does nothing else
  say(`the first result is there after ${first} ms`);
  assert.match(await page.$eval('#verdict', (element) => element.textContent), /^valid LEIRI, not an IRI; 2 findings$/);
  assert.deepEqual(await foreign(page), []);

  // The rows are those of the program.
  const tour = [...readFileSync(new URL('../../../docs/tour.md', import.meta.url), 'utf8').matchAll(/```text\n(.*)\n/g)]
    .map(([, line]) => line.replace(/\{([0-9A-F]{4})\}/g, (_, number) => String.fromCodePoint(parseInt(number, 16))));
  const references = [
    ...tour, 'http://example.org/\u05D0\u05D1/\u05D2?q=1', 'http://\u05D0.com/\u0627', '../a?b#c', 'urn:isbn:1', 'mailto:a@b.c', 'data:,a b',
    'http://[::1]:8080/', 'http://[v1.a]/', 'HTTP://EXAMPLE.org:80/%7e', 'http://h:99999/', 'a\\b', 'C:\\a', '\u202Ea', 'a\u200Bb',
    'http://xn--bcher-kva.example/', 'http://b\u00FCcher.example/', '//h/p', '?q', '#f', 'tel:1', 'file:///C|/a', 'http://user:pw@h/', 'x-a:b', '%', 'http://h/[a]',
  ];
  assert.ok(references.length >= 40);
  const expected = program(['show', '-0', '--format', 'json'], references.map((text) => `${text}\0`).join('')).split('\n').filter(Boolean).map((line) => JSON.parse(line));
  for (const [index, text] of references.entries()) {
    await enter(page, text);
    const [rows, json] = [await rowsOf(page), expected[index]];
    const values = (section) => new Map((rows[section] ?? []).filter(([label]) => label));
    const hidden = (value) => /[^\x20-\x7E\u00C0-\u05EA\u0627-\u064A\uFF41-\uFF5A\u3002\u2215\u0430]/.test(value);
    const parts = json.components.filter(({ name, text }) => name !== 'authority' && !(name === 'path' && text === ''));
    assert.deepEqual([...values('components').keys()], parts.map(({ name }) => name), text);
    for (const { name, text } of parts) if (!hidden(text)) assert.equal(values('components').get(name), text, name);
    assert.equal(values('destination').get('destination') ?? null, json.destination, text);
    const found = (rows.findings ?? []).filter(([label]) => label).map(([severity, words]) => `${severity} ${words.replace(/ at .*?: /, ': ')}`);
    const groups = new Set(json.findings.map(({ severity, rule, message }) => `${severity} ${rule}: ${message}`));
    if (![...groups].some(hidden)) assert.deepEqual(new Set(found), groups, text);
    const twins = (rows.direction ?? []).filter(([label]) => label === 'same display').length;
    assert.equal(twins, json.bidi.twins.length, text);
    assert.deepEqual([...values('parsers').keys()].length, Object.keys(json.parsers).length, text);
    const forms = { IRI: 'iri', URI: 'uri', 'URI with IDNA host': 'uri_idna', 'readable IRI': 'readable_iri', 'WHATWG URL': 'whatwg' };
    for (const [label, value] of values('conversions')) if (forms[label] && !hidden(value)) assert.equal(value, json.conversions[forms[label]], label);
    const drawn = await page.$$eval('#direction svg line.moved', (lines) => lines.length);
    const moved = json.bidi.logical_to_visual.filter((column, index) => column !== index).length;
    assert.equal(drawn, moved, `${text}: lines`);
  }
  say(`${references.length} references have the rows of the program`);

  // Hostile values.
  const hostile = ['<img src=x onerror=hacked=1>', '<script>hacked=1</script>', '"><svg onload=hacked=1>', 'javascript:hacked=1', "'-hacked=1-'", '${hacked=1}',
    '{{constructor.constructor("hacked=1")()}}', '</textarea><script>hacked=1</script>', '\u202E<b>', '\u2066\u2066', '&lt;script&gt;', '\uD800', '\u0000', '<style>*{display:none}</style>',
    '__proto__', 'constructor', '<base href=//evil>', '<meta http-equiv=refresh content=0>', '\u2028\u2029', 'a'.repeat(9000)];
  const wraps = [(value) => value, (value) => `http://${value}/`, (value) => `http://h/${value}`, (value) => `http://h/?${value}`, (value) => `http://h/#${value}`,
    (value) => `\u05D0${value}\u05D1`, (value) => `${value}:a`, (value) => `//${value}@h`, (value) => `${value} `, (value) => `%${value}`];
  let count = 0;
  for (const value of hostile) {
    for (const wrap of wraps) {
      await enter(page, wrap(value));
      count += 1;
      assert.deepEqual(await foreign(page), [], `${wrap(value)}`);
    }
  }
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(wide <= 0, `the page is ${wide} pixels too wide`);
  for (const fragment of [
    '#r=%', '#r=%E9%00', '#r=<img src=x onerror=hacked=1>', '#x', '#r=javascript:hacked=1', `#r=${'a'.repeat(30_000)}`, '#as=evil&r=a', '#as=uri&base=%&r=%',
    '#base=javascript:hacked=1&r=x', `#base=${'b'.repeat(30_000)}&r=a`,
  ]) {
    const other = await opened(fragment);
    assert.deepEqual(await foreign(other), [], fragment.slice(0, 40));
    assert.deepEqual(other.problems, [], fragment.slice(0, 40));
    await other.close();
  }
  assert.deepEqual(page.problems, []);
  say(`${count} hostile values change nothing outside their cells`);

  // A long value, and what a screen reader hears.
  const speeches = (text) => page.evaluate(async (text) => {
    let count = 0;
    const observer = new MutationObserver((changes) => (count += changes.length));
    const of = (id) => document.getElementById(id);
    for (const id of ['verdict', 'done']) observer.observe(of(id), { childList: true, characterData: true, subtree: true });
    of('reference').value = text;
    of('reference').dispatchEvent(new Event('input'));
    await new Promise((done) => setTimeout(done, 400));
    observer.disconnect();
    return count;
  }, text);
  await enter(page, 'http://example.org/a b');
  assert.equal(await speeches('http://example.org/a bc'), 0);
  assert.ok(await speeches('http://example.org/abc') > 0);
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.setData('text/plain', 'http://h/' + '\u05D0 \uD800'.repeat(250_000));
    document.getElementById('reference').dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  });
  assert.match(await page.$eval('#verdict', (element) => element.textContent), /at most 20000 characters/);
  await speeches('\u05D0 \uD800'.repeat(8_000));
  assert.match(await page.$eval('#verdict', (element) => element.textContent), /at most 20000 characters/);
  assert.deepEqual([page.problems, await page.evaluate(() => [location.hash, document.querySelectorAll('#report *').length])], [[], ['', 0]]);
  say('a verdict is spoken once, and a value of 1 MB has one');
  await page.close();

  // The address.
  page = await opened('#as=uri&base=http%3A%2F%2Fh%2Fa%2F&r=..%2F%C3%A9');
  const fields = () => page.evaluate(() => ['reference', 'base', 'dialect'].map((id) => document.getElementById(id).value));
  assert.deepEqual(await fields(), ['../\u00E9', 'http://h/a/', 'uri']);
  assert.ok((await rowsOf(page)).resolution.some(([, text]) => text === 'http://h/\u00E9'));
  await page.click('summary');
  const [example] = await page.$$('#examples a');
  await example.click();
  await page.waitForFunction(() => document.getElementById('reference').value === 'http://example.org/a b|c');
  assert.deepEqual((await fields()).slice(1), ['', 'leiri']);
  await page.goBack();
  await page.waitForFunction(() => document.getElementById('base').value === 'http://h/a/');
  assert.deepEqual(await fields(), ['../\u00E9', 'http://h/a/', 'uri']);
  await page.goForward();
  await page.waitForFunction(() => document.getElementById('reference').value === 'http://example.org/a b|c');
  assert.deepEqual(page.problems, []);
  await page.close();
  const requests = [];
  const host = createServer(({ url }, response) => {
    requests.push(url);
    response.writeHead(200, { 'content-type': 'text/html' }).end(readFileSync(file));
  });
  await new Promise((done) => host.listen(0, '127.0.0.1', done));
  page = await opened('#r=a%20b', undefined, `http://127.0.0.1:${host.address().port}/some/path/try/index.html`);
  assert.deepEqual([await page.$eval('#verdict', (element) => element.textContent), requests], ['valid relative LEIRI reference, not an IRI reference; 1 finding', ['/some/path/try/index.html']]);
  host.close();
  host.closeAllConnections();
  say('the address has the options, the way back works, and a host of any path serves the page');
  await page.close();

  // Keyboard only.
  page = await opened();
  await page.keyboard.press('Tab');
  await page.keyboard.type('http://example.org/a b');
  await page.waitForFunction(() => document.getElementById('verdict').textContent.startsWith('valid LEIRI'));
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'fix');
  await page.keyboard.press('Enter');
  assert.equal(await page.$eval('#reference', (field) => field.value), 'http://example.org/a%20b');
  assert.equal(await page.$eval('#done', (field) => field.textContent), 'applied: all safe fixes');
  await enter(page, 'http://\u05D0\u05D1/\u05D2\u05D3 b');
  const reachable = await page.evaluate(() => [...document.querySelectorAll('button:not([hidden]), a[href], input, select, textarea, summary, .scroll')].filter((element) => element.checkVisibility()).length);
  const reached = new Set();
  for (let presses = 0; presses < reachable + 20; presses++) {
    await page.keyboard.press('Tab');
    reached.add(await page.evaluate(() => {
      const all = [...document.querySelectorAll('*')];
      return all.indexOf(document.activeElement);
    }));
  }
  assert.ok(reached.size >= reachable, `${reached.size} of ${reachable} controls are reached with the Tab key`);
  say('every control is reached and used with the keyboard');

  // A file.
  const input = await page.$('#file');
  const faulty = join(mkdtempSync(join(tmpdir(), 'iri-page-')), 'faulty.svg');
  const text = "<svg xmlns='http://www.w3.org/2000/svg'>\n<a href='a b.svg'/><a href='\u{1F600}c|d'/></svg>";
  writeFileSync(faulty, text);
  if (isChrome) {
    const client = await page.createCDPSession();
    await client.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: downloads });
  }
  await input.uploadFile(faulty);
  await page.waitForFunction(() => document.getElementById('summary').textContent.startsWith('faulty.svg'));
  assert.equal(await page.$eval('#summary', (element) => element.textContent), 'faulty.svg: 3 references, 2 findings; 2 can be fixed safely');
  assert.deepEqual(await foreign(page), []);
  const places = await page.$$eval('#found th', (cells) => cells.map((cell) => cell.textContent));
  const native = program(['check', '--format', 'json', '--no-config', '--fail-on', 'never', '--stdin-filename', 'faulty.svg', '-'], text).split('\n').filter(Boolean).map((line) => JSON.parse(line));
  assert.deepEqual(places, native.map(({ line, column }) => `${line}:${column}`));
  await page.focus('#download');
  await page.keyboard.press('Enter');
  let fixed = '';
  for (let tries = 0; tries < 50 && !fixed; tries++) {
    await new Promise((done) => setTimeout(done, 100));
    const name = readdirSync(downloads).find((name) => name === 'faulty.svg');
    if (name) fixed = readFileSync(join(downloads, name), 'utf8');
  }
  assert.equal(fixed, program(['check', '--fix', '--no-config', '--fail-on', 'never', '--stdin-filename', 'faulty.svg', '-'], text));
  const folder = mkdtempSync(join(tmpdir(), 'iri-page-'));
  for (const [name, content, summary] of [
    ['a.ttl', '@prefix a: <http://h/a b> .\n', 'a.ttl: 1 reference, 1 finding; 0 can be fixed safely'],
    ['a.jsonld', '{"@id": "http://h/a b"}', 'a.jsonld: 1 reference, 1 finding; 0 can be fixed safely'],
    ['notes.txt', 'http://h/a b', 'notes.txt: no references: the page finds them in XML and RDF'],
    ['utf16.xml', Buffer.from('\uFEFF<a xml:base="a b"/>', 'utf16le'), 'utf16.xml: not a text in UTF-8: use iri-inspect check'],
    ['book.epub', Buffer.from('PK\x03\x04...'), 'book.epub: a package, which this page does not open: use iri-inspect check'],
    ['picture.png', Buffer.from([0x89, 0x50, 0x4e, 0x47]), 'picture.png: not a text in UTF-8: use iri-inspect check'],
    ['empty.xml', '', 'empty.xml: no references: the page finds them in XML and RDF'],
    ['\u202Elmx.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>', '\uFFFDlmx.svg: 1 reference, no findings; 0 can be fixed safely'],
  ]) {
    writeFileSync(join(folder, name), content);
    await input.uploadFile(join(folder, name));
    await page.waitForFunction((summary) => document.getElementById('summary').textContent === summary, {}, summary).catch(async () => {
      assert.equal(await page.$eval('#summary', (element) => element.textContent), summary);
    });
  }
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.setData('text/plain', 'http://dropped.example/');
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  });
  assert.equal(await page.$eval('#reference', (field) => field.value), 'http://dropped.example/');
  assert.deepEqual(page.problems, []);
  say('a file has the findings of the program, the fixed file is downloaded, and other files have a message');
  await page.close();

  // Accessibility and pictures in both themes, wide and narrow.
  for (const scheme of ['light', 'dark']) {
    for (const width of [1100, 360]) {
      page = await opened('#r=' + encodeURIComponent('http://example.org/\u05D0\u05D1/\u05D2\u05D3?q=1 2'), async (page) => {
        await page.setViewport({ width, height: 900 });
        if (isChrome) await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
      });
      await page.click('summary');
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `the page is ${wide} pixels too wide at ${width}`);
      await page.screenshot({ path: join(shots, `${scheme}-${width}.png`), fullPage: true });
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => globalThis.axe.run());
      assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`), []);
      if (isChrome && width === 1100) {
        await page.emulateMediaType('print');
        assert.equal(await page.evaluate(() => getComputedStyle(document.body).color), 'rgb(28, 31, 35)');
        await page.screenshot({ path: join(shots, `print-${scheme}.png`), fullPage: true });
      }
      await page.close();
    }
    if (!isChrome) break;
  }
  say('axe-core finds no violation, and the page fits 360 pixels');
} finally {
  await browser.close();
}
