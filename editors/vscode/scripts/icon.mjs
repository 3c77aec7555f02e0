// node scripts/icon.mjs: draws images/icon.svg as images/icon.png, in Chromium.

import { chromium } from 'playwright-core';
import { readFileSync } from 'node:fs';

const SIDE = 256;
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
const page = await browser.newPage({ viewport: { width: SIDE, height: SIDE } });
await page.setContent(`<style>body { margin: 0 } svg { width: ${SIDE}px; height: ${SIDE}px; display: block }</style>${readFileSync('images/icon.svg', 'utf8')}`);
await page.screenshot({ path: 'images/icon.png', omitBackground: true });
await browser.close();
