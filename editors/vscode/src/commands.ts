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

/** Entries of the menu with their icons. Their names are those of the palette, in the language of the editor. */
const MENU = [
  { icon: 'wrench', command: 'iri.fixAll' },
  { icon: 'search', command: 'iri.inspectReference' },
  { icon: 'book', command: 'iri.explainRule' },
  { icon: 'output', command: 'iri.showOutput' },
  { icon: 'debug-restart', command: 'iri.restart' },
];

/** Messages about a copied form, or one that does not exist. */
function messagesAbout(form: Form, text: string): { copied: string; missing: string } {
  switch (form) {
    case 'iri':
      return {
        copied: vscode.l10n.t('Copied as an IRI: {0}', text),
        missing: vscode.l10n.t('This reference cannot be converted to an IRI.'),
      };
    case 'uri':
      return {
        copied: vscode.l10n.t('Copied as a URI: {0}', text),
        missing: vscode.l10n.t('This reference cannot be converted to a URI.'),
      };
    case 'bidi':
      return {
        copied: vscode.l10n.t('Copied in Bidi Notation: {0}', text),
        missing: vscode.l10n.t('This reference cannot be converted to Bidi Notation.'),
      };
  }
}

export function registerCommands(context: vscode.ExtensionContext, server: Server, report: Report): vscode.Disposable[] {
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
    'iri.menu': () => showMenu(context),
  };
  return Object.entries(commands).map(([name, action]) => vscode.commands.registerCommand(name, action));
}

/** Requests the report of the reference at the cursor; shows a message if the cursor is outside all references. */
async function inspect(server: Server): Promise<Inspection | undefined> {
  const editor = vscode.window.activeTextEditor;
  const client = editor && (await server.ready());
  if (!client) {
    const message = vscode.l10n.t('The IRI server is not running.');
    const restart = vscode.l10n.t('Restart Server');
    void vscode.window.showWarningMessage(message, restart).then((chosen) => (chosen ? server.restart() : undefined));
    return undefined;
  }
  const { uri } = editor.document;
  const position = client.code2ProtocolConverter.asTextDocumentPositionParams(editor.document, editor.selection.active);
  const params = { command: 'iri.inspect', arguments: [position] };
  const inspection = await client.sendRequest<Inspection | null>('workspace/executeCommand', params);
  if (!inspection) void vscode.window.showInformationMessage(vscode.l10n.t('No reference at the cursor in {0}.', vscode.workspace.asRelativePath(uri)));
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
  const rule = rules.length > 1 ? await vscode.window.showQuickPick(rules, { placeHolder: vscode.l10n.t('Rule to explain') }) : rules[0];
  if (rule === undefined) {
    if (rules.length === 0) void vscode.window.showInformationMessage(vscode.l10n.t('No finding at the cursor.'));
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
    void vscode.window.showWarningMessage(messagesAbout(form, '').missing);
    return;
  }
  await vscode.env.clipboard.writeText(text);
  vscode.window.setStatusBarMessage(messagesAbout(form, text).copied, 5000);
}

async function fixAll(): Promise<void> {
  await vscode.commands.executeCommand('editor.action.codeAction', { kind: 'source.fixAll.iri', apply: 'first' });
}

async function showMenu(context: vscode.ExtensionContext): Promise<void> {
  const manifest = context.extension.packageJSON as { contributes: { commands: { command: string; title: string }[] } };
  const title = (name: string) => manifest.contributes.commands.find(({ command }) => command === name)?.title ?? name;
  const entries = MENU.map(({ icon, command }) => ({ label: `$(${icon}) ${title(command)}`, command }));
  const chosen = await vscode.window.showQuickPick(entries, { placeHolder: 'IRI' });
  if (chosen) await vscode.commands.executeCommand(chosen.command);
}
