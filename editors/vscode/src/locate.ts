// Where the program is: where the setting says, or in the extension, or on the PATH, or where cargo installs.

import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import * as vscode from 'vscode';

const NAME = process.platform === 'win32' ? 'iri-lsp.exe' : 'iri-lsp';

/** The program, or undefined where there is none. What the setting names is taken at its word. */
export function locate(context: vscode.ExtensionContext): string | undefined {
  const named = settingOf('path');
  if (named) return isProgram(named) ? named : undefined;
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter((folder) => folder !== '');
  const onPath = folders.map((folder) => path.join(folder, NAME));
  // An editor that was not started from a shell may not have cargo's folder on its PATH.
  const installed = path.join(os.homedir(), '.cargo', 'bin', NAME);
  return [context.asAbsolutePath(path.join('server', NAME)), ...onPath, installed].find(isProgram);
}

/** The path in the setting, with what stands for the home and the workspace folder filled in. */
export function settingOf(name: string): string {
  const said = vscode.workspace.getConfiguration('iri.server').get<string>(name, '').trim();
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
  return said.replace(/^~(?=[/\\])/, os.homedir()).replaceAll('${workspaceFolder}', folder);
}

function isProgram(file: string): boolean {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}
