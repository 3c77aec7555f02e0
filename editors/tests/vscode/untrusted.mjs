// node untrusted.mjs PORT FOLDER SHOTS: a folder that is not trusted sets its own program as the server.

import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Workbench } from './workbench.mjs';

const [port, folder, shots] = process.argv.slice(2);
const work = join(folder, 'work');
const ran = join(work, 'ran');
const program = join(work, 'iri-lsp');
writeFileSync(program, `#!/bin/sh\ntouch '${ran}'\n`, { mode: 0o755 });
mkdirSync(join(work, '.vscode'));
writeFileSync(join(work, '.vscode/settings.json'), JSON.stringify({ 'iri.server.path': program }));

const workbench = await Workbench.open({ port, folder: work, file: 'faults.xml', shots });
try {
  await workbench.page.locator('.statusbar-item', { hasText: 'Restricted Mode' }).waitFor();
  await workbench.page.waitForSelector('.squiggly-error');
  await workbench.shot('untrusted');
  if (existsSync(ran)) throw new Error('the program was run');
  console.log('ok   a folder that is not trusted has findings, and its own program is not run');
} catch (error) {
  await workbench.shot('failed');
  console.log(`FAIL ${error.message}`);
  process.exitCode = 1;
} finally {
  await workbench.close();
}
