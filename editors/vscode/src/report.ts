// Reports of references and pages of rules, in read-only editors.

import * as vscode from 'vscode';
import { leftToRight, nameOf } from './text';

const SCHEME = 'iri-report';
/** A language of its own, because an editor highlights the characters that keep right-to-left letters in order. */
const LANGUAGE = 'iri-report';

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
    const uri = this.add(vscode.l10n.t('Reference {0}', nameOf(text)), leftToRight(text));
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
