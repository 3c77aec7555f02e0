// The item in the status bar: the state of the server, while a document that it supports is visible.

import * as vscode from 'vscode';
import { isSupported } from './documents';
import type { Server, State } from './server';

const DISPLAY: Record<State, { icon: string; description: string }> = {
  stopped: { icon: 'circle-slash', description: 'The server is not running.' },
  starting: { icon: 'loading~spin', description: 'The server is starting.' },
  running: { icon: 'check', description: 'The server is running' },
  missing: { icon: 'warning', description: 'iri-lsp was not found.' },
  failed: { icon: 'error', description: 'The server crashed and was not restarted.' },
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
    const isVisible = document !== undefined && isSupported(document);
    // The commands for one reference are offered in supported documents.
    void vscode.commands.executeCommand('setContext', 'iri.isKnown', isVisible);
    if (!isVisible) return this.item.hide();
    const { state, version } = this.server;
    const { icon, description } = DISPLAY[state];
    const isBad = state === 'missing' || state === 'failed';
    this.item.text = `$(${icon}) IRI`;
    this.item.tooltip = state === 'running' ? `${description}: iri-lsp ${version}` : description;
    this.item.accessibilityInformation = { label: `IRI: ${this.item.tooltip}` };
    this.item.backgroundColor = isBad ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
    this.item.show();
  }
}
