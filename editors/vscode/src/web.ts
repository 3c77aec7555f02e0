// The extension for VS Code in a browser: the server is a WebAssembly module in the process of this extension, which is a
// worker. The extension for the desktop is in extension.ts.

import * as vscode from 'vscode';
import {
  AbstractMessageReader, AbstractMessageWriter, type DataCallback, type Disposable, type DocumentSelector, LanguageClient, type Message, RevealOutputChannelOn,
} from 'vscode-languageclient/browser';
import { selector } from './documents';
import { toEditor, toServer } from './uris';

interface Exports {
  memory: WebAssembly.Memory;
  /** Returns the address of the message, which gets a length. */
  buffer: (length: number) => number;
  /** Replaces the message of the client with an array of messages of the server, and returns its length. */
  call: () => number;
}

/** Returns the answers of the module to a message. */
export function exchange({ memory, buffer, call }: Exports, message: Message): Message[] {
  const bytes = new TextEncoder().encode(JSON.stringify(message));
  const at = buffer(bytes.length);
  new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
  const length = call();
  const from = buffer(length);
  return JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, from, length))) as Message[];
}

/** Starts the module. A package of its dependencies declares functions of the host, which are never called. */
export async function start(bytes: Uint8Array<ArrayBuffer>): Promise<Exports> {
  const module = await WebAssembly.compile(bytes);
  const imports: Record<string, Record<string, () => never>> = {};
  for (const { module: group, name } of WebAssembly.Module.imports(module)) {
    (imports[group] ??= {})[name] = () => {
      throw new Error(`${name} is not available`);
    };
  }
  return (await WebAssembly.instantiate(module, imports)).exports as unknown as Exports;
}

class Reader extends AbstractMessageReader {
  private receive: DataCallback = () => {};

  listen(callback: DataCallback): Disposable {
    this.receive = callback;
    return { dispose: () => (this.receive = () => {}) };
  }

  deliver(message: Message): void {
    this.receive(message);
  }
}

class Writer extends AbstractMessageWriter {
  constructor(
    private readonly server: Exports,
    private readonly reader: Reader,
  ) {
    super();
  }

  write(message: Message): Promise<void> {
    try {
      // Later, as messages from a process arrive: the client does not expect an answer while it writes.
      for (const answer of exchange(this.server, message)) queueMicrotask(() => this.reader.deliver(answer));
    } catch (error) {
      this.fireError(error, message);
    }
    return Promise.resolve();
  }

  end(): void {}
}

let client: LanguageClient | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const output = vscode.window.createOutputChannel('IRI', { log: true });
  context.subscriptions.push(output);
  const file = vscode.Uri.joinPath(context.extensionUri, 'dist', 'iri_lsp.wasm');
  const transports = async () => {
    const server = await start(new Uint8Array(await vscode.workspace.fs.readFile(file)));
    const reader = new Reader();
    return { reader, writer: new Writer(server, reader) };
  };
  // A document may be anywhere: in a repository on the web, or in a directory of this computer.
  const anywhere = selector().map(({ language, pattern }) => ({ language, pattern }));
  client = new LanguageClient('iri', 'IRI', transports, {
    documentSelector: anywhere.filter(({ language, pattern }) => language ?? pattern) as DocumentSelector,
    outputChannel: output,
    // A browser has no disk to read schemas from.
    initializationOptions: { rules: { 'schema-not-loaded': 'off' } },
    revealOutputChannelOn: RevealOutputChannelOn.Never,
    uriConverters: { code2Protocol: (uri) => toServer(uri.toString()), protocol2Code: (uri) => vscode.Uri.parse(toEditor(uri)) },
  });
  await client.start();
}

export function deactivate(): Promise<void> | undefined {
  return client?.stop();
}
