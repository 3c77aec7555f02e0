// The report of one reference, in a read-only editor.

import * as vscode from 'vscode';

const SCHEME = 'iri-report';
const REPORT_URI = vscode.Uri.from({ scheme: SCHEME, path: '/Reference' });
/** A language of its own, because an editor highlights the characters that keep right-to-left letters in order. */
const LANGUAGE = 'iri-report';

export class Report implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;
  private readonly registration = vscode.workspace.registerTextDocumentContentProvider(SCHEME, this);
  private text = '';

  provideTextDocumentContent(): string {
    return this.text;
  }

  /** Shows a report, in the editor of the previous one if that is still open. */
  async show(text: string): Promise<void> {
    this.text = leftToRight(text);
    this.changed.fire(REPORT_URI);
    const opened = await vscode.workspace.openTextDocument(REPORT_URI);
    const document = await vscode.languages.setTextDocumentLanguage(opened, LANGUAGE);
    await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preview: true });
  }

  dispose(): void {
    this.registration.dispose();
    this.changed.dispose();
  }
}

/** Adds isolates around lines that are not ASCII: VS Code 1.106 displays a line with a right-to-left letter from the
 *  right. It does so with each part of a line, so links and highlights are off in package.json. */
function leftToRight(text: string): string {
  return text.replace(/^.*[^\x00-\x7F].*$/gm, '\u2066$&\u2069');
}
