// Reports of references and pages of rules, in read-only editors.

import * as vscode from 'vscode';

const SCHEME = 'iri-report';
/** A language of its own, because an editor highlights the characters that keep right-to-left letters in order. */
const LANGUAGE = 'iri-report';
/** Maximum length of the part of a reference that names its report. */
const NAME_LENGTH = 40;

export class Report implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;
  private readonly registration = vscode.workspace.registerTextDocumentContentProvider(SCHEME, this);
  /** Texts of the open documents. */
  private readonly texts = new Map<string, string>();
  private readonly closing = vscode.workspace.onDidCloseTextDocument((document) => this.texts.delete(document.uri.toString()));

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.toString()) ?? '';
  }

  /** Shows a report, whose first line is the reference, in a document of its own. */
  async show(text: string): Promise<void> {
    const uri = this.add(`Reference ${nameOf(text)}`, leftToRight(text));
    const opened = await vscode.workspace.openTextDocument(uri);
    const document = await vscode.languages.setTextDocumentLanguage(opened, LANGUAGE);
    await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preview: true });
  }

  /** Shows the page of a rule as the preview of Markdown. */
  async showPage(rule: string, page: string): Promise<void> {
    await vscode.commands.executeCommand('markdown.showPreviewToSide', this.add(`${rule}.md`, page));
  }

  dispose(): void {
    this.closing.dispose();
    this.registration.dispose();
    this.changed.dispose();
  }

  private add(name: string, text: string): vscode.Uri {
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${name}` });
    this.texts.set(uri.toString(), text);
    this.changed.fire(uri);
    return uri;
  }
}

/** The start of the reference in ASCII, without the characters that separate directories. */
function nameOf(report: string): string {
  const reference = report.slice(0, report.indexOf('\n'));
  return reference.replace(/[^\x21-\x2E\x30-\x5B\x5D-\x7E]+/g, '_').slice(0, NAME_LENGTH);
}

/** Adds isolates around lines that are not ASCII: VS Code 1.106 displays a line with a right-to-left letter from the
 *  right. It does so with each part of a line, so links and highlights are off in package.json. */
function leftToRight(text: string): string {
  return text.replace(/^.*[^\x00-\x7F].*$/gm, '\u2066$&\u2069');
}
