// The lifecycle of the server: it is started once and restarted after a crash, but not if it crashes too often.

import * as vscode from 'vscode';
import type { CloseHandlerResult, CompletionMiddleware, DocumentSelector, LanguageClient, ShowDocumentRequest } from 'vscode-languageclient/node';
import { Crashes } from './crashes';
import { selector } from './documents';
import { locate, serverSetting } from './locate';
import { isRulePage } from './text';

export type State = 'stopped' | 'starting' | 'running' | 'missing' | 'failed';

// Values of ErrorAction and CloseAction: their module is loaded later than this one.
const CONTINUE = 1;
const DO_NOT_RESTART = 1;
const RESTART = 2;

/** Shows the page of a rule as the preview of Markdown, and other documents as they are. */
const showDocument: ShowDocumentRequest.MiddlewareSignature = async (params, token, next) => {
  if (!isRulePage(params.uri)) return next(params, token);
  await vscode.commands.executeCommand('markdown.showPreviewToSide', vscode.Uri.parse(params.uri));
  return { success: true };
};

/** Opens the list again after a directory: what is in it follows. */
const provideCompletionItem: CompletionMiddleware['provideCompletionItem'] = async (document, position, context, token, next) => {
  const found = await next(document, position, context, token);
  for (const item of Array.isArray(found) ? found : (found?.items ?? [])) {
    if (item.kind !== vscode.CompletionItemKind.Folder) continue;
    item.command = { command: 'editor.action.triggerSuggest', title: '' };
  }
  return found;
};

export class Server implements vscode.Disposable {
  readonly output = vscode.window.createOutputChannel('IRI', { log: true });
  private readonly changed = new vscode.EventEmitter<State>();
  readonly onDidChange = this.changed.event;
  private current: State = 'stopped';
  private client: LanguageClient | undefined;
  /** The last operation on the client; the next one waits for it. */
  private lastOperation: Promise<void> = Promise.resolve();
  private readonly crashes = new Crashes();
  private hasCrashed = false;

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

  /** The running client, after the server has started; undefined if it does not start. */
  async ready(): Promise<LanguageClient | undefined> {
    if (this.current === 'stopped') await this.start();
    else await this.lastOperation;
    return this.running;
  }

  get version(): string {
    return this.client?.initializeResult?.serverInfo?.version ?? '';
  }

  /** Starts the server with the first document. After a failure, further documents do not start it again. */
  start(): Promise<void> {
    return this.enqueue(async () => {
      if (!this.hasStarted) await this.launch();
    });
  }

  restart(): Promise<void> {
    this.crashes.forget();
    return this.enqueue(async () => {
      await this.end();
      await this.launch();
    });
  }

  stop(): Promise<void> {
    return this.enqueue(() => this.end());
  }

  dispose(): void {
    this.output.dispose();
    this.changed.dispose();
  }

  private enqueue(operation: () => Promise<void>): Promise<void> {
    this.lastOperation = this.lastOperation.then(operation, operation);
    return this.lastOperation;
  }

  private setState(state: State): void {
    this.current = state;
    this.changed.fire(state);
  }

  private async launch(): Promise<void> {
    const command = locate(this.context);
    if (!command) {
      this.setState('missing');
      void this.showMissing();
      return;
    }
    this.setState('starting');
    this.output.info(`starting ${command}`);
    try {
      this.client = await this.createClient(command);
      await this.client.start();
    } catch (error) {
      this.output.error(String(error));
      this.setState('failed');
      void this.showMessage(vscode.l10n.t('Cannot start {0}: {1}', command, String(error)));
    }
  }

  private async createClient(command: string): Promise<LanguageClient> {
    const { createClient, RevealOutputChannelOn, State } = await import('./client.js');
    const options = {
      documentSelector: selector() as DocumentSelector,
      outputChannel: this.output,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      middleware: { provideCompletionItem, window: { showDocument } },
      errorHandler: {
        error: () => ({ action: CONTINUE }),
        closed: () => this.onClosed(),
      },
    };
    const client = createClient(command, options);
    client.onDidChangeState(({ newState }) => {
      if (newState === State.Running) this.onRunning();
      // Also after a crash, where the client starts the server itself.
      if (newState === State.StartFailed) this.setState('failed');
    });
    return client;
  }

  private onRunning(): void {
    this.setState('running');
    if (this.hasCrashed) void this.showMessage(vscode.l10n.t('iri-lsp crashed and was restarted.'), 'warning');
    this.hasCrashed = false;
  }

  /** Decides whether the server is restarted after a crash. */
  private onClosed(): CloseHandlerResult {
    if (!this.crashes.add(Date.now())) {
      this.setState('failed');
      const message = vscode.l10n.t('iri-lsp crashed {0} times in three minutes and was not restarted.', this.crashes.count);
      void this.showMessage(message);
      return { action: DO_NOT_RESTART, handled: true, message };
    }
    this.hasCrashed = true;
    this.setState('starting');
    return { action: RESTART, handled: true, message: vscode.l10n.t('iri-lsp crashed and is restarted.') };
  }

  private async end(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    try {
      await client?.dispose(2000);
    } catch (error) {
      this.output.warn(String(error));
    }
    this.setState('stopped');
  }

  private async showMissing(): Promise<void> {
    const configured = serverSetting('path');
    const message = configured
      ? vscode.l10n.t('{0} (setting iri.server.path) is not an executable file.', configured)
      : vscode.l10n.t('iri-lsp was not found. Install it, or enter its path in the setting iri.server.path.');
    const install = vscode.l10n.t('How to Install');
    const settings = vscode.l10n.t('Open Settings');
    const retry = vscode.l10n.t('Try Again');
    const chosen = await vscode.window.showErrorMessage(message, ...(configured ? [] : [install]), settings, retry);
    if (chosen === install) await vscode.commands.executeCommand('extension.open', this.context.extension.id);
    if (chosen === settings) await vscode.commands.executeCommand('workbench.action.openSettings', 'iri.server.path');
    if (chosen === retry) await this.restart();
  }

  private async showMessage(message: string, as: 'warning' | 'error' = 'error'): Promise<void> {
    const show = as === 'error' ? vscode.window.showErrorMessage : vscode.window.showWarningMessage;
    const restart = vscode.l10n.t('Restart Server');
    const output = vscode.l10n.t('Show Output');
    const chosen = await show(message, ...(as === 'error' ? [restart, output] : [output]));
    if (chosen === restart) await this.restart();
    if (chosen === output) this.output.show();
  }
}
