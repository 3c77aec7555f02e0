// The language status: the state of the server, while a document that it supports is active.

import * as vscode from 'vscode';
import { isSupported, selector } from './documents';
import type { Server, State } from './server';

interface Display {
  text: string;
  detail: string;
  isBusy?: boolean;
  isBad?: boolean;
}

/** Returns what is displayed for a state of the server. */
export function display(state: State, version: string): Display {
  switch (state) {
    case 'stopped':
      return { text: '$(circle-slash) IRI', detail: vscode.l10n.t('The server is not running.') };
    case 'starting':
      return { text: 'IRI', detail: vscode.l10n.t('The server is starting.'), isBusy: true };
    case 'running':
      return { text: '$(check) IRI', detail: vscode.l10n.t('The server is running: iri-lsp {0}', version) };
    case 'missing':
      return { text: '$(warning) IRI', detail: vscode.l10n.t('iri-lsp was not found.'), isBad: true };
    case 'failed':
      return { text: '$(error) IRI', detail: vscode.l10n.t('The server crashed and was not restarted.'), isBad: true };
  }
}

export class Status implements vscode.Disposable {
  private readonly item = vscode.languages.createLanguageStatusItem('iri.status', selector());
  private readonly listeners: vscode.Disposable[];

  constructor(private readonly server: Server) {
    this.item.name = 'IRI';
    this.item.command = { command: 'iri.menu', title: vscode.l10n.t('Show Menu') };
    this.listeners = [
      server.onDidChange(() => this.show()),
      vscode.window.onDidChangeActiveTextEditor(() => this.updateContext()),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('iri.languages')) this.item.selector = selector();
      }),
    ];
    this.show();
    this.updateContext();
  }

  dispose(): void {
    this.item.dispose();
    for (const listener of this.listeners) void listener.dispose();
  }

  /** The commands for one reference are offered in supported documents. */
  private updateContext(): void {
    const document = vscode.window.activeTextEditor?.document;
    void vscode.commands.executeCommand('setContext', 'iri.isKnown', document !== undefined && isSupported(document));
  }

  private show(): void {
    const { text, detail, isBusy, isBad } = display(this.server.state, this.server.version);
    this.item.text = text;
    this.item.detail = detail;
    this.item.busy = isBusy ?? false;
    this.item.severity = isBad ? vscode.LanguageStatusSeverity.Error : vscode.LanguageStatusSeverity.Information;
    this.item.accessibilityInformation = { label: `IRI: ${detail}` };
  }
}
