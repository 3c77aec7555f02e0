// The extension: it starts the server with the first document that the server knows, and defines the commands.
//
//   documents.ts  which documents     locate.ts  where the program is     server.ts  its life
//   commands.ts   what people ask     report.ts  the read-only report     status.ts  the item in the status bar

import * as vscode from 'vscode';
import { registerCommands } from './commands';
import { anyIsKnown, isKnown } from './documents';
import { Report } from './report';
import { Server } from './server';
import { Status } from './status';

let server: Server | undefined;

export function activate(context: vscode.ExtensionContext): void {
  const running = new Server(context);
  const report = new Report();
  server = running;
  context.subscriptions.push(running, report, new Status(running), ...registerCommands(running, report));
  context.subscriptions.push(
    vscode.workspace.onDidOpenTextDocument((document) => {
      if (isKnown(document)) void running.start();
    }),
    vscode.workspace.onDidChangeConfiguration((change) => {
      const isOther = change.affectsConfiguration('iri.server') || change.affectsConfiguration('iri.languages');
      if (isOther && (running.hasStarted || anyIsKnown())) void running.restart();
    }),
  );
  // Later: neither the editor nor another extension need wait for the server and what speaks with it.
  setImmediate(() => {
    if (anyIsKnown()) void running.start();
  });
}

export function deactivate(): Promise<void> | undefined {
  return server?.stop();
}
