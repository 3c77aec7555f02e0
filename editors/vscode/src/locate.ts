// Path of the program: from the setting, in the extension, on the PATH, or where cargo installs programs. In a browser,
// web/locate.ts takes the place of this file.

import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import * as vscode from 'vscode';

const NAME = process.platform === 'win32' ? 'iri-lsp.exe' : 'iri-lsp';

/** Schemes of the documents that the server analyzes; undefined is any. */
export const SCHEMES: (string | undefined)[] = ['file', 'untitled'];

/** Path of the program; undefined if it does not exist. A path in the setting has no fallback. */
export function locate(context: vscode.ExtensionContext): string | undefined {
  const configured = serverSetting('path');
  if (configured) return isProgram(configured) ? configured : undefined;
  // A relative entry could be a directory of the workspace.
  const directories = (process.env.PATH ?? '').split(path.delimiter).filter((directory) => path.isAbsolute(directory));
  const onPath = directories.map((directory) => path.join(directory, NAME));
  // An editor that was not started from a shell may not have the directory of cargo on its PATH.
  const installed = path.join(os.homedir(), '.cargo', 'bin', NAME);
  return [context.asAbsolutePath(path.join('server', NAME)), ...onPath, installed].find(isProgram);
}

/** The path in a setting, with the home directory and the workspace folder filled in. */
export function serverSetting(name: string): string {
  const value = vscode.workspace.getConfiguration('iri.server').get<string>(name, '').trim();
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
  return value.replace(/^~(?=[/\\])/, os.homedir()).replaceAll('${workspaceFolder}', folder);
}

function isProgram(file: string): boolean {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}
