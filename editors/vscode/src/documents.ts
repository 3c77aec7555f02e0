// The documents that the server analyzes: XML, saved or not.

import * as vscode from 'vscode';

interface Filter {
  scheme: string;
  language?: string;
  pattern?: string;
}

const XML = ['xml', 'xsl'];

/** XHTML has the language of HTML in VS Code; only its file name is different. */
const XHTML: Filter = { scheme: 'file', language: 'html', pattern: '**/*.{xhtml,xht}' };

/** The configuration file, which has findings of its own. */
const CONFIGURATION = { scheme: 'file', pattern: '**/.iri.toml' };

export function selector(): Filter[] {
  const added = vscode.workspace.getConfiguration('iri').get<string[]>('languages', []);
  const languages = new Set([...XML, ...added]);
  const filters = [...languages].flatMap((language) => [
    { scheme: 'file', language },
    { scheme: 'untitled', language },
  ]);
  return [...filters, XHTML, CONFIGURATION];
}

export function isSupported(document: vscode.TextDocument): boolean {
  return vscode.languages.match(selector(), document) > 0;
}

export function hasSupportedDocument(): boolean {
  return vscode.workspace.textDocuments.some(isSupported);
}
