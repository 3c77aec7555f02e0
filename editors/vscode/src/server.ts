// The life of the server: it is started once, started anew when it dies, and given up when it dies too often.

import * as vscode from 'vscode';
import type { CloseHandlerResult, LanguageClient } from 'vscode-languageclient/node';
import { selector } from './documents';
import { locate, settingOf } from './locate';

export type State = 'stopped' | 'starting' | 'running' | 'missing' | 'failed';

/** A server that dies more often than this in this time would only die again. */
const DEATHS = 4;
const WITHIN_MS = 3 * 60 * 1000;

// Values of ErrorAction and CloseAction: their module is read later than this one.
const GO_ON = 1;
const LEAVE_IT = 1;
const START_ANEW = 2;

export class Server implements vscode.Disposable {
  readonly output = vscode.window.createOutputChannel('IRI', { log: true });
  private readonly changed = new vscode.EventEmitter<State>();
  readonly onDidChange = this.changed.event;
  private current: State = 'stopped';
  private client: LanguageClient | undefined;
  /** What is being done to the client; whoever wants something else waits for it. */
  private work: Promise<void> = Promise.resolve();
  private deaths: number[] = [];
  private hasDied = false;

  constructor(private readonly context: vscode.ExtensionContext) {}

  get state(): State {
    return this.current;
  }

  get hasStarted(): boolean {
    return this.current !== 'stopped';
  }

  /** The running client. */
  get running(): LanguageClient | undefined {
    return this.current === 'running' ? this.client : undefined;
  }

  get version(): string {
    return this.client?.initializeResult?.serverInfo?.version ?? '';
  }

  /** Starts the server, unless that was tried: a failure is not tried again with each document. */
  start(): Promise<void> {
    return this.next(async () => {
      if (!this.hasStarted) await this.launch();
    });
  }

  restart(): Promise<void> {
    this.deaths = [];
    return this.next(async () => {
      await this.end();
      await this.launch();
    });
  }

  stop(): Promise<void> {
    return this.next(() => this.end());
  }

  dispose(): void {
    this.output.dispose();
    this.changed.dispose();
  }

  private next(work: () => Promise<void>): Promise<void> {
    this.work = this.work.then(work, work);
    return this.work;
  }

  private become(state: State): void {
    this.current = state;
    this.changed.fire(state);
  }

  private async launch(): Promise<void> {
    const command = locate(this.context);
    if (!command) {
      this.become('missing');
      void this.tellMissing();
      return;
    }
    this.become('starting');
    this.output.info(`starting ${command}`);
    try {
      this.client = await this.made(command);
      await this.client.start();
    } catch (error) {
      this.output.error(String(error));
      this.become('failed');
      void this.tell(`${command} does not start as a language server: ${String(error)}`);
    }
  }

  private async made(command: string): Promise<LanguageClient> {
    const { LanguageClient, RevealOutputChannelOn, State } = await import('./client.js');
    const options = {
      documentSelector: selector(),
      outputChannel: this.output,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      errorHandler: {
        error: () => ({ action: GO_ON }),
        closed: () => this.died(),
      },
    };
    const client = new LanguageClient('iri', 'IRI', { command, args: [] }, options);
    client.onDidChangeState(({ newState }) => {
      if (newState === State.Running) this.lives();
    });
    return client;
  }

  private lives(): void {
    this.become('running');
    if (this.hasDied) void this.tell('iri-lsp ended unexpectedly and was started again.', 'warning');
    this.hasDied = false;
  }

  /** The server ended and nobody had asked it to. */
  private died(): CloseHandlerResult {
    const now = Date.now();
    this.deaths = [...this.deaths.filter((death) => now - death < WITHIN_MS), now];
    if (this.deaths.length > DEATHS) {
      this.become('failed');
      const message = `iri-lsp ended unexpectedly ${this.deaths.length} times in three minutes and is left alone.`;
      void this.tell(message);
      return { action: LEAVE_IT, handled: true, message };
    }
    this.hasDied = true;
    this.become('starting');
    return { action: START_ANEW, handled: true, message: 'iri-lsp ended unexpectedly; it is started again.' };
  }

  private async end(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    try {
      await client?.dispose(2000);
    } catch (error) {
      this.output.warn(String(error));
    }
    this.become('stopped');
  }

  private async tellMissing(): Promise<void> {
    const named = settingOf('path');
    const message = named
      ? `${named}, named in the setting iri.server.path, is no program.`
      : 'iri-lsp was not found: this extension needs it to judge references. Install it, or name it in the settings.';
    const install = 'How to Install';
    const settings = 'Open Settings';
    const again = 'Try Again';
    const chosen = await vscode.window.showErrorMessage(message, ...(named ? [] : [install]), settings, again);
    if (chosen === install) await vscode.commands.executeCommand('extension.open', this.context.extension.id);
    if (chosen === settings) await vscode.commands.executeCommand('workbench.action.openSettings', 'iri.server.path');
    if (chosen === again) await this.restart();
  }

  private async tell(message: string, as: 'warning' | 'error' = 'error'): Promise<void> {
    const show = as === 'error' ? vscode.window.showErrorMessage : vscode.window.showWarningMessage;
    const restart = 'Restart';
    const output = 'Show Output';
    const chosen = await show(message, ...(as === 'error' ? [restart, output] : [output]));
    if (chosen === restart) await this.restart();
    if (chosen === output) this.output.show();
  }
}
