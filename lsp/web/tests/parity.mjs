// The server as WebAssembly (IRI_LSP_WASM) answers as the program (IRI_LSP): the same session with both.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';

const top = new URL('../../../', import.meta.url);
const read = (path) => readFileSync(new URL(path, top), 'utf8');
const { parse } = createRequire(import.meta.url)(new URL('editors/tests/fixture.js', top).pathname);

/** The server in this process. */
class Module {
  constructor() {
    const module = new WebAssembly.Module(readFileSync(process.env.IRI_LSP_WASM));
    const imports = {};
    for (const { module: of, name } of WebAssembly.Module.imports(module)) (imports[of] ??= {})[name] = () => assert.fail(name);
    this.exports = new WebAssembly.Instance(module, imports).exports;
    this.received = [];
  }

  send(message) {
    const bytes = new TextEncoder().encode(JSON.stringify(message));
    const { buffer, call, memory } = this.exports;
    const at = buffer(bytes.length);
    new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
    const length = call();
    const from = buffer(length);
    this.received.push(...JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, from, length))));
  }

  end() {}
}

/** The server as a program. */
class Program {
  constructor() {
    this.process = spawn(process.env.IRI_LSP, [], { stdio: ['pipe', 'pipe', 'ignore'] });
    this.received = [];
    let bytes = Buffer.alloc(0);
    this.process.stdout.on('data', (data) => {
      bytes = Buffer.concat([bytes, data]);
      for (;;) {
        const head = bytes.indexOf('\r\n\r\n');
        if (head < 0) return;
        const length = Number(/Content-Length: (\d+)/.exec(bytes.subarray(0, head).toString())[1]);
        if (bytes.length < head + 4 + length) return;
        this.received.push(JSON.parse(bytes.subarray(head + 4, head + 4 + length)));
        bytes = bytes.subarray(head + 4 + length);
      }
    });
  }

  send(message) {
    const body = Buffer.from(JSON.stringify(message));
    this.process.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
    this.process.stdin.write(body);
  }

  end() {
    this.process.stdin.end();
  }
}

/** A client: it answers the requests of the server, and returns the answer to each of its own. */
class Client {
  constructor(server, settings) {
    Object.assign(this, { server, settings, number: 0, seen: 0 });
  }

  notify(method, params) {
    this.server.send({ jsonrpc: '2.0', method, params });
  }

  async request(method, params) {
    const id = (this.number += 1);
    this.server.send({ jsonrpc: '2.0', id, method, params });
    for (const end = Date.now() + 30_000; Date.now() < end; ) {
      this.answer();
      const reply = this.server.received.find((message) => message.id === id && message.method === undefined);
      if (reply) return reply.error ?? reply.result;
      await new Promise((done) => setTimeout(done, 5));
    }
    throw new Error(`no answer to ${method}`);
  }

  answer() {
    for (; this.seen < this.server.received.length; this.seen += 1) {
      const { id, method, params } = this.server.received[this.seen];
      if (method === undefined || id === undefined) continue;
      const result = method === 'workspace/configuration' ? params.items.map(() => this.settings) : null;
      this.server.send({ jsonrpc: '2.0', id, result });
    }
  }

  async start() {
    await this.request('initialize', {
      // The rule about schemas is off in the extension, which has no disk to read them from.
      initializationOptions: { rules: { 'schema-not-loaded': 'off' } },
      processId: null, rootUri: null, workspaceFolders: [{ uri: 'file:///vscode-vfs/github/a/b', name: 'b' }],
      capabilities: {
        workspace: { configuration: true, workspaceEdit: { documentChanges: true }, diagnostics: { refreshSupport: true } },
        textDocument: {
          diagnostic: {}, hover: { contentFormat: ['markdown'] },
          codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ['quickfix', 'refactor', 'source'] } }, isPreferredSupport: true, dataSupport: true, resolveSupport: { properties: ['edit'] } },
        },
      },
    });
    this.notify('initialized', {});
  }
}

const folder = 'core/tests/data/documents/';
const documents = [
  ['faults.xml', parse(read('editors/tests/faults.marked')).text],
  ...readdirSync(new URL(folder, top)).map((name) => [name, read(folder + name)]),
  ['a.ttl', '@prefix a: <http://example.org/a b#> .\na:\u05D0 a <http://example.org/\u{1F600}|b> .\n'],
];

/** Returns all answers about a document. */
async function session(client, [name, text]) {
  const uri = `file:///vscode-vfs/github/a/b/${name}`;
  const textDocument = { uri };
  client.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'xml', version: 1, text } });
  const answers = [];
  const ask = async (method, params) => {
    const answer = await client.request(method, { textDocument, ...params });
    answers.push([method, answer]);
    return answer;
  };
  const { items } = await ask('textDocument/diagnostic', {});
  for (const diagnostic of items) {
    const actions = await ask('textDocument/codeAction', { range: diagnostic.range, context: { diagnostics: [diagnostic] } });
    for (const action of actions.filter(({ data }) => data)) answers.push(['codeAction/resolve', await client.request('codeAction/resolve', action)]);
    await ask('textDocument/hover', { position: diagnostic.range.start });
    await ask('textDocument/completion', { position: diagnostic.range.end });
    await ask('textDocument/definition', { position: diagnostic.range.start });
  }
  const end = { line: text.split('\n').length, character: 0 };
  const all = await ask('textDocument/codeAction', { range: { start: { line: 0, character: 0 }, end }, context: { diagnostics: [], only: ['source.fixAll'] } });
  for (const action of all.filter(({ data }) => data)) answers.push(['codeAction/resolve', await client.request('codeAction/resolve', action)]);
  await ask('textDocument/documentLink', {});
  client.notify('textDocument/didChange', { textDocument: { uri, version: 2 }, contentChanges: [{ range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } }, text: ' ' }] });
  await ask('textDocument/diagnostic', {});
  client.notify('textDocument/didClose', { textDocument });
  return answers;
}

test('sessions with the module and with the program have the same answers', async (t) => {
  const settings = { rules: { 'uppercase-scheme': 'error' } };
  const clients = [new Client(new Module(), settings), new Client(new Program(), settings)];
  let count = 0;
  try {
    for (const client of clients) await client.start();
    // Settings arrive after `initialized`.
    for (const client of clients) for (let tries = 0; tries < 20; tries += 1) { client.answer(); await new Promise((done) => setTimeout(done, 5)); }
    for (const document of documents) {
      const [module, program] = [await session(clients[0], document), await session(clients[1], document)];
      const plain = (answers) => JSON.parse(JSON.stringify(answers, (key, value) => (key === 'generation' || key === 'resultId' ? 0 : value)));
      assert.deepEqual(plain(module), plain(program), document[0]);
      assert.ok(module[0][1].items, document[0]);
      count += module.length;
    }
    assert.ok(count > 100, `${count} answers`);
    t.diagnostic(`${count} answers`);
  } finally {
    clients.forEach(({ server }) => server.end());
  }
});

test('findings have the positions that are expected', async () => {
  const client = new Client(new Module(), {});
  await client.start();
  const { text, findings } = parse(read('editors/tests/faults.marked'));
  const [[, { items }]] = await session(client, ['faults.xml', text]);
  const found = items.map(({ code, range }) => [code, range.start.line, range.start.character, range.end.character]);
  assert.deepEqual(new Set(found.map(String)), new Set(findings.map(({ rule, line, utf16 }) => String([rule, line, ...utf16]))));
});
