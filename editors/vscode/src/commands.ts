// The commands of the command palette, the context menu and the status bar.

import * as vscode from 'vscode';
import type { Report } from './report';
import type { Server } from './server';

/** Result of the command `iri.inspect`: everything about one reference. */
interface Inspection {
  report: string;
  iri: string | null;
  uri: string | null;
  bidi: string | null;
}

type Form = 'iri' | 'uri' | 'bidi';

const FORM_NAMES: Record<Form, string> = { iri: 'an IRI', uri: 'a URI', bidi: 'Bidi Notation' };

export function registerCommands(server: Server, report: Report): vscode.Disposable[] {
  const commands: Record<string, () => unknown> = {
    'iri.restart': () => server.restart(),
    'iri.showOutput': () => server.output.show(),
    'iri.fixAll': fixAll,
    'iri.copyAsIri': () => copy(server, 'iri'),
    'iri.copyAsUri': () => copy(server, 'uri'),
    'iri.copyAsBidiNotation': () => copy(server, 'bidi'),
    'iri.inspectReference': async () => {
      const inspection = await inspect(server);
      if (inspection) await report.show(inspection.report);
    },
    'iri.explainRule': () => explain(server, report),
    'iri.menu': showMenu,
  };
  return Object.entries(commands).map(([name, action]) => vscode.commands.registerCommand(name, action));
}

/** Requests the report of the reference at the cursor; shows a message if the cursor is outside all references. */
async function inspect(server: Server): Promise<Inspection | undefined> {
  const editor = vscode.window.activeTextEditor;
  const client = editor && (await server.ready());
  if (!client) {
    void vscode.window.showWarningMessage('The IRI server is not running.', 'Restart Server').then((chosen) => chosen && server.restart());
    return undefined;
  }
  const { uri } = editor.document;
  const position = client.code2ProtocolConverter.asTextDocumentPositionParams(editor.document, editor.selection.active);
  const params = { command: 'iri.inspect', arguments: [position] };
  const inspection = await client.sendRequest<Inspection | null>('workspace/executeCommand', params);
  if (!inspection) void vscode.window.showInformationMessage(`No reference at the cursor in ${vscode.workspace.asRelativePath(uri)}.`);
  return inspection ?? undefined;
}

/** Shows the page of the rule of a finding at the cursor. */
async function explain(server: Server, report: Report): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const client = editor && (await server.ready());
  if (!client) return;
  const cursor = editor.selection.active;
  const findings = vscode.languages.getDiagnostics(editor.document.uri).filter((found) => found.source === 'iri' && found.range.contains(cursor));
  const rules = [...new Set(findings.map((found) => (typeof found.code === 'object' ? found.code.value : found.code)))].filter((rule) => typeof rule === 'string');
  const rule = rules.length > 1 ? await vscode.window.showQuickPick(rules, { placeHolder: 'IRI: Explain Rule' }) : rules[0];
  if (rule === undefined) {
    if (rules.length === 0) void vscode.window.showInformationMessage('No finding at the cursor.');
    return;
  }
  const page = await client.sendRequest<string>('workspace/executeCommand', { command: 'iri.explain', arguments: [rule] });
  await report.showPage(rule, page);
}

async function copy(server: Server, form: Form): Promise<void> {
  const inspection = await inspect(server);
  if (!inspection) return;
  const text = inspection[form];
  if (text === null) {
    void vscode.window.showWarningMessage(`This reference cannot be converted to ${FORM_NAMES[form]}.`);
    return;
  }
  await vscode.env.clipboard.writeText(text);
  vscode.window.setStatusBarMessage(`Copied as ${FORM_NAMES[form]}: ${text}`, 5000);
}

async function fixAll(): Promise<void> {
  await vscode.commands.executeCommand('editor.action.codeAction', { kind: 'source.fixAll.iri', apply: 'first' });
}

async function showMenu(): Promise<void> {
  const entries = [
    { label: '$(wrench) Apply All Safe Fixes', command: 'iri.fixAll' },
    { label: '$(search) Inspect Reference', command: 'iri.inspectReference' },
    { label: '$(book) Explain Rule', command: 'iri.explainRule' },
    { label: '$(output) Show Output', command: 'iri.showOutput' },
    { label: '$(debug-restart) Restart Server', command: 'iri.restart' },
  ];
  const chosen = await vscode.window.showQuickPick(entries, { placeHolder: 'IRI' });
  if (chosen) await vscode.commands.executeCommand(chosen.command);
}
