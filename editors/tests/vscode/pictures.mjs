// node pictures.mjs PORT FOLDER IMAGES: takes the screenshots in the README of the extension.

import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { Workbench } from './workbench.mjs';

const [port, folder, images] = process.argv.slice(2);
const viewport = { width: 1000, height: 560 };
renameSync(join(folder, 'work/faults.xml'), join(folder, 'work/catalog.xml'));
const workbench = await Workbench.open({ port, folder: join(folder, 'work'), file: 'catalog.xml', shots: images, viewport });
const { page } = workbench;
try {
  await page.waitForSelector('.squiggly-error');
  await workbench.press('Control+B');
  await workbench.problems();
  await workbench.picture('problems');
  await workbench.press('Control+J');
  const { x, y } = await workbench.middle(2, 33, 34);
  await page.mouse.click(x, y);
  await workbench.press('Control+.');
  await page.locator('.action-widget .monaco-list-row.action').first().waitFor();
  await workbench.picture('light-bulb');
  await workbench.press('Escape');
  await page.mouse.move(x, y);
  await page.locator('.monaco-hover:visible', { hasText: 'leiri-space' }).waitFor();
  await workbench.picture('hover');
} finally {
  await workbench.close();
}
