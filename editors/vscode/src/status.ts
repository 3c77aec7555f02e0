// The item in the status bar: whether the server runs, while a document that it knows is in view.

import * as vscode from 'vscode';
import { isKnown } from './documents';
import type { Server, State } from './server';

const SHOWN: Record<State, { icon: string; says: string }> = {
  stopped: { icon: 'circle-slash', says: 'The server does not run.' },
  starting: { icon: 'loading~spin', says: 'The server starts.' },
  running: { icon: 'check', says: 'The server runs' },
  missing: { icon: 'warning', says: 'iri-lsp was not found.' },
  failed: { icon: 'error', says: 'The server ended and is left alone.' },
};

export class Status implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem('iri.status', vscode.StatusBarAlignment.Right, 90);
  private readonly listeners: vscode.Disposable[];

  constructor(private readonly server: Server) {
    this.item.name = 'IRI';
    this.item.command = 'iri.menu';
    this.listeners = [
      server.onDidChange(() => this.show()),
      vscode.window.onDidChangeActiveTextEditor(() => this.show()),
    ];
    this.show();
  }

  dispose(): void {
    this.item.dispose();
    this.listeners.forEach((listener) => listener.dispose());
  }

  private show(): void {
    const document = vscode.window.activeTextEditor?.document;
    const isInView = document !== undefined && isKnown(document);
    // The commands on one reference are offered where there can be one.
    void vscode.commands.executeCommand('setContext', 'iri.isKnown', isInView);
    if (!isInView) return this.item.hide();
    const { state, version } = this.server;
    const { icon, says } = SHOWN[state];
    const isBad = state === 'missing' || state === 'failed';
    this.item.text = `$(${icon}) IRI`;
    this.item.tooltip = state === 'running' ? `${says}: iri-lsp ${version}` : says;
    this.item.accessibilityInformation = { label: `IRI: ${this.item.tooltip}` };
    this.item.backgroundColor = isBad ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
    this.item.show();
  }
}
