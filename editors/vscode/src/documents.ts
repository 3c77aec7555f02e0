// The documents that the server analyzes: XML, saved or not, and files in RDF.

import * as vscode from 'vscode';

interface Filter {
  scheme: string;
  language?: string;
  pattern?: string;
}

const XML = ['xml', 'xsl'];

/** XHTML has the language of HTML in VS Code; only its file name is different. */
const XHTML: Filter = { scheme: 'file', language: 'html', pattern: '**/*.{xhtml,xht}' };

/** RDF, whichever extension has its languages: the server decides by the file name. */
const RDF: Filter = { scheme: 'file', pattern: '**/*.{ttl,turtle,trig,n3,nt,nq,rq,ru,sparql,jsonld}' };

/** The configuration file, which has findings of its own. */
const CONFIGURATION = { scheme: 'file', pattern: '**/.iri.toml' };

export function selector(): Filter[] {
  const added = vscode.workspace.getConfiguration('iri').get<string[]>('languages', []);
  const languages = new Set([...XML, ...added]);
  const filters = [...languages].flatMap((language) => [
    { scheme: 'file', language },
    { scheme: 'untitled', language },
  ]);
  return [...filters, XHTML, RDF, CONFIGURATION];
}

export function isSupported(document: vscode.TextDocument): boolean {
  return vscode.languages.match(selector(), document) > 0;
}

export function hasSupportedDocument(): boolean {
  return vscode.workspace.textDocuments.some(isSupported);
}
