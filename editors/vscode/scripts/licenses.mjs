// The licenses of the packages in a bundle.

import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the licenses of the packages whose files esbuild has read. */
export function licenses({ inputs }) {
  const folders = Object.keys(inputs).map((input) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1]);
  return [...new Set(folders.filter(Boolean))].sort().map(licenseText).join('\n');
}

function licenseText(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file));
  if (!file || !existsSync(join(folder, file))) throw new Error(`${name} has no license file`);
  return `${name} ${version} (${license})\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
}
