// The language client in a browser, in place of ../client.ts: the server is a WebAssembly module in the worker of the extensions.

import * as vscode from 'vscode';
import {
  AbstractMessageReader, AbstractMessageWriter, type DataCallback, type Disposable, LanguageClient, type LanguageClientOptions, type Message, type Middleware,
} from 'vscode-languageclient/browser';
import { toEditor, toServer } from '../uris';

export { RevealOutputChannelOn, State } from 'vscode-languageclient/browser';

/** Maximum size of a file that is read for the server. */
const LARGEST = 20_000_000;

interface Exports {
  memory: WebAssembly.Memory;
  /** Returns the address of the message, which gets a length. */
  buffer: (length: number) => number;
  /** Replaces the message of the client with an array of messages of the server, and returns its length. */
  call: () => number;
}

/** Returns the answers of the module to a message. */
function exchange({ memory, buffer, call }: Exports, message: Message): Message[] {
  const bytes = new TextEncoder().encode(JSON.stringify(message));
  const at = buffer(bytes.length);
  new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
  const length = call();
  const from = buffer(length);
  return JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, from, length))) as Message[];
}

/** Starts the module. A package of its dependencies declares functions of the host, which are never called. */
async function start(bytes: Uint8Array<ArrayBuffer>): Promise<Exports> {
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

  end(): void {
    this.fireClose();
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
      // The module has crashed, and the client starts another one.
      queueMicrotask(() => this.reader.end());
      return Promise.reject(error instanceof Error ? error : new Error(String(error)));
    }
    return Promise.resolve();
  }

  end(): void {}
}

/** Requests whose answers people read. */
const REPORTS = ['textDocument/hover', 'workspace/executeCommand'];

const sendRequest: Middleware['sendRequest'] = async (type, params, token, next) => {
  const result = await next(type, params, token);
  const isReport = REPORTS.includes(typeof type === 'string' ? type : type.method);
  return isReport && result ? (JSON.parse(toEditor(JSON.stringify(result))) as typeof result) : result;
};

/** Creates a client of the module at `address`. */
export function createClient(address: string, options: LanguageClientOptions): LanguageClient {
  const transports = async () => {
    const server = await start(new Uint8Array(await vscode.workspace.fs.readFile(vscode.Uri.parse(address))));
    const reader = new Reader();
    return { reader, writer: new Writer(server, reader) };
  };
  const client = new LanguageClient('iri', 'IRI', transports, {
    ...options,
    // What is in no file of the workspace cannot be read.
    initializationOptions: { rules: { 'schema-not-loaded': 'off' } },
    uriConverters: { code2Protocol: (uri) => toServer(uri.toString()), protocol2Code: (uri) => vscode.Uri.parse(toEditor(uri)) },
    middleware: { ...options.middleware, sendRequest },
  });
  client.onRequest('iri/readFiles', ({ uris }: { uris: string[] }) => Promise.all(uris.map(readFile)));
  return client;
}

/** Returns the text of a file that the server needs, empty if it is not in UTF-8; null if the workspace does not have it. */
async function readFile(uri: string): Promise<string | null> {
  const file = vscode.Uri.parse(toEditor(uri));
  if (!vscode.workspace.getWorkspaceFolder(file) || file.path.split('/').includes('..')) return null;
  let bytes: Uint8Array;
  try {
    const { type, size } = await vscode.workspace.fs.stat(file);
    if (type !== vscode.FileType.File || size > LARGEST) return '';
    bytes = await vscode.workspace.fs.readFile(file);
  } catch {
    return null;
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return '';
  }
}
