// In place of ../locate.ts in a browser: the module is a file of the extension.

import * as vscode from 'vscode';

/** A document may be anywhere: in a repository on the web, or in a directory of this computer. */
export const SCHEMES = [undefined];

export function locate(context: vscode.ExtensionContext): string {
  return vscode.Uri.joinPath(context.extensionUri, 'dist', 'iri_lsp.wasm').toString();
}

/** The settings of a program do not exist here. */
export function serverSetting(): string {
  return '';
}
