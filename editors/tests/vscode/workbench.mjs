// The workbench of VS Code as a user sees it: the positions of characters and squiggles, and the texts of panels.

import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(new URL('../../vscode/package.json', import.meta.url));
const { chromium } = require('playwright-core');

const FLAGS = [
  '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
  '--disable-background-networking', '--disable-component-update', '--disable-sync',
];
const PATIENCE = 30_000;

export class Workbench {
  /** Opens `file` of `folder`, served at `port`; screenshots are written to `shots`. */
  static async open({ port, folder, file, shots, viewport = { width: 1280, height: 1500 } }) {
    mkdirSync(shots, { recursive: true });
    const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
    const browser = await chromium.launch({ executablePath, args: FLAGS });
    const context = await browser.newContext({ viewport });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const isHere = ({ hostname }) => hostname === '127.0.0.1' || hostname === 'localhost' || hostname.endsWith('.localhost');
    await context.route((url) => !isHere(url), (route) => route.abort());
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    const workbench = new Workbench(browser, page, shots);
    const payload = JSON.stringify([['openFile', `vscode-remote://127.0.0.1:${port}${folder}/${file}`]]);
    await page.goto(`http://127.0.0.1:${port}/?folder=${folder}&payload=${encodeURIComponent(payload)}`);
    await page.waitForSelector('.view-lines', { timeout: 90_000 });
    return workbench;
  }

  constructor(browser, page, shots) {
    Object.assign(this, { browser, page, shots, taken: 0 });
  }

  async shot(name) {
    // Waits for the end of animations.
    await this.page.waitForTimeout(400);
    const number = String(++this.taken).padStart(2, '0');
    await this.page.screenshot({ path: join(this.shots, `${number}-${name}.png`) });
  }

  /** Takes a screenshot for the README. */
  async picture(name) {
    await this.page.waitForTimeout(800);
    await this.page.screenshot({ path: join(this.shots, `${name}.png`) });
  }

  async close() {
    await this.browser.close();
  }

  press(keys) {
    return this.page.keyboard.press(keys);
  }

  /** Runs a command of the palette by its title. */
  async run(title) {
    await this.press('F1');
    const input = this.page.locator('.quick-input-widget input[type=text]');
    await input.waitFor({ state: 'visible' });
    await input.fill(`>${title}`);
    await this.page.locator('.quick-input-list .monaco-list-row', { hasText: title }).first().waitFor();
    await this.press('Enter');
  }

  /** Opens the Problems panel and returns its rows. */
  async problems() {
    const rows = this.page.locator('.markers-panel .monaco-list-row');
    if (!(await rows.count())) await this.run('Problems: Focus on Problems View');
    await rows.first().waitFor().catch(() => {});
    return rows.allTextContents();
  }

  /** Returns the boxes of the characters from column `start` to `end` of a line: one box per run of one direction. */
  boxes(line, start, end) {
    return this.page.evaluate(([line, start, end]) => {
      const lines = [...document.querySelectorAll('.editor-instance .view-line')];
      const top = (element) => element.getBoundingClientRect().top;
      const element = lines.sort((a, b) => top(a) - top(b))[line];
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const boxes = [];
      for (let at = 0, node = walker.nextNode(); node; at += node.length, node = walker.nextNode()) {
        const from = Math.max(start - at, 0);
        const to = Math.min(end - at, node.length);
        if (from >= to) continue;
        const range = document.createRange();
        range.setStart(node, from);
        range.setEnd(node, to);
        boxes.push(...[...range.getClientRects()].map(({ left, right, top, bottom }) => ({ left, right, top, bottom })));
      }
      return boxes;
    }, [line, start, end]);
  }

  /** Returns the boxes of all squiggles, with their severity. */
  squiggles() {
    return this.page.evaluate(() => {
      const all = [...document.querySelectorAll('.editor-instance .cdr[class*="squiggly-"]')];
      return all.map((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        return { left, right, top, bottom, severity: /squiggly-(\w+)/.exec(element.className)[1] };
      });
    });
  }

  /** Returns the center of the characters from column `start` to `end` of a line. */
  async middle(line, start, end) {
    const [box] = await this.boxes(line, start, end);
    return { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
  }

  async text() {
    return this.page.evaluate(() => {
      const lines = [...document.querySelectorAll('.editor-instance .view-line')];
      const top = (element) => element.getBoundingClientRect().top;
      return lines.sort((a, b) => top(a) - top(b)).map((line) => line.textContent.replaceAll('\u00A0', ' ')).join('\n');
    });
  }

  /** Returns the texts of elements in frames, such as the page of an extension. */
  async framed(selector) {
    const texts = await Promise.all(this.page.frames().slice(1).map((frame) => frame.locator(selector).allTextContents().catch(() => [])));
    return texts.flat();
  }

  /** Returns the messages and the status of the server, for the report of a failure. */
  async state() {
    const messages = await this.page.locator('.notification-toast').allTextContents();
    const labels = this.page.locator('[id="status.languageStatus"] [aria-label*="IRI"]');
    return { messages, status: await labels.evaluateAll((items) => items.map((item) => item.ariaLabel)) };
  }

  clipboard() {
    return this.page.evaluate(() => navigator.clipboard.readText());
  }
}
