// The extension: it starts the server with the first document that the server supports, and defines the commands.
//
//   documents.ts  which documents     locate.ts  path of the program      server.ts  its lifecycle
//   commands.ts   the commands        report.ts  the read-only report     status.ts  the language status
//
// In a browser it is the same, with client.ts and locate.ts from web/.

import * as vscode from 'vscode';
import { registerCommands } from './commands';
import { hasSupportedDocument, isSupported } from './documents';
import { Report } from './report';
import { Server } from './server';
import { Status } from './status';

let server: Server | undefined;

export function activate(context: vscode.ExtensionContext): void {
  const newServer = new Server(context);
  const report = new Report();
  server = newServer;
  context.subscriptions.push(newServer, report, new Status(newServer), ...registerCommands(context, newServer, report));
  context.subscriptions.push(
    vscode.workspace.onDidOpenTextDocument((document) => {
      if (isSupported(document)) void newServer.start();
    }),
    vscode.workspace.onDidChangeConfiguration((change) => {
      const isAffected = change.affectsConfiguration('iri.server') || change.affectsConfiguration('iri.languages');
      if (isAffected && (newServer.hasStarted || hasSupportedDocument())) void newServer.restart();
    }),
  );
  // Later, so that neither the editor nor another extension waits for the server and its client.
  setTimeout(() => {
    if (hasSupportedDocument()) void newServer.start();
  }, 0);
}

export function deactivate(): Promise<void> | undefined {
  return server?.stop();
}
