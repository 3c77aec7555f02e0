// The server as WebAssembly (IRI_LSP_WASM) answers as the program (IRI_LSP): the same session with both.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';

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

/** Returns what a client answers about a file that the module needs. */
function textOf(uri) {
  try {
    return readFileSync(fileURLToPath(uri), 'utf8');
  } catch {
    return null;
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
      const results = {
        'workspace/configuration': () => params.items.map(() => this.settings),
        'iri/readFiles': () => params.uris.map(textOf),
      };
      const result = results[method]?.() ?? null;
      this.server.send({ jsonrpc: '2.0', id, result });
    }
  }

  /** Answers until the server asks no more. */
  async settle() {
    for (let tries = 0; tries < 30; tries += 1) {
      this.answer();
      await new Promise((done) => setTimeout(done, 5));
    }
  }

  async start(folder = 'file:///vscode-vfs/github/a/b') {
    await this.request('initialize', {
      // The rule about schemas is off in the extension, which has no disk to read them from.
      initializationOptions: { rules: { 'schema-not-loaded': 'off' } },
      processId: null, rootUri: null, workspaceFolders: [{ uri: folder, name: 'b' }],
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
async function session(client, [name, text], under = 'file:///vscode-vfs/github/a/b') {
  const uri = `${under}/${name}`;
  const textDocument = { uri };
  client.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'xml', version: 1, text } });
  await client.settle();
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

/** Returns answers without the numbers of a session. */
const plain = (answers) => JSON.parse(JSON.stringify(answers, (key, value) => (key === 'generation' || key === 'resultId' ? 0 : value)));

test('sessions with the module and with the program have the same answers', async (t) => {
  const settings = { rules: { 'uppercase-scheme': 'error' } };
  const clients = [new Client(new Module(), settings), new Client(new Program(), settings)];
  let count = 0;
  try {
    for (const client of clients) await client.start();
    // Settings arrive after `initialized`.
    for (const client of clients) await client.settle();
    for (const document of documents) {
      const [module, program] = [await session(clients[0], document), await session(clients[1], document)];
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

test('files of the workspace that the client reads for the module are those that the program reads', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'iri-web-'));
  const write = (name, text) => writeFileSync(join(folder, name), text);
  const [xlink, schema] = ['xmlns:xlink="http://www.w3.org/1999/xlink"', 'xmlns:i="http://www.w3.org/2001/XMLSchema-instance"'];
  const files = {
    '.iri.toml': '[rules]\nleiri-space = "error"\nmissing-target = "warning"\nmissing-fragment = "warning"\n',
    's.xsd': '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:s"><xs:include schemaLocation="t.xsd"/></xs:schema>',
    't.xsd': '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="a"><xs:complexType><xs:attribute name="b" type="xs:anyURI"/></xs:complexType></xs:element></xs:schema>',
    'target.xml': '<r>\n<p xml:id="intro"/></r>',
  };
  for (const [name, text] of Object.entries(files)) write(name, text);
  const opened = [
    ['links.xml', `<r ${xlink}><a xlink:href="target.xml#intro"/><a xlink:href="target.xml#outro"/><a xlink:href="none.xml"/><a xlink:href="a b"/></r>`],
    ['typed.xml', `<s:a xmlns:s="urn:s" ${schema} i:schemaLocation="urn:s s.xsd" b="x y"/>`],
  ];
  const under = pathToFileURL(folder).href;
  const clients = [new Client(new Module(), {}), new Client(new Program(), {})];
  const rules = (answers) => answers.find(([method]) => method.endsWith('diagnostic'))[1].items.map(({ code, severity }) => `${code} ${severity}`).sort();
  try {
    for (const client of clients) {
      await client.start(under);
      await client.settle();
    }
    for (const document of opened) {
      const [module, program] = [await session(clients[0], document, under), await session(clients[1], document, under)];
      assert.deepEqual(rules(module), rules(program), document[0]);
      const expected = { 'links.xml': ['leiri-space 1', 'missing-fragment 2', 'missing-target 2', 'missing-target 2'], 'typed.xml': ['leiri-space 1', 'missing-target 2', 'scheme-syntax 3', 'scheme-syntax 3'] };
      assert.deepEqual(rules(module), expected[document[0]], document[0]);
      // The names of files are not listed.
      const listed = ([method]) => method !== 'textDocument/completion';
      assert.deepEqual(plain(module.filter(listed)), plain(program.filter(listed)), document[0]);
    }
    const [[name, text]] = opened;
    const textDocument = { uri: `${under}/${name}` };
    const position = { line: 0, character: text.indexOf('#intro') + 2 };
    for (const client of clients) client.notify('textDocument/didOpen', { textDocument: { ...textDocument, languageId: 'xml', version: 1, text } });
    const found = await Promise.all(clients.map((client) => client.request('textDocument/definition', { textDocument, position })));
    assert.deepEqual(found[0], found[1]);
    assert.equal(found[0][0].range.start.line, 1);

    write('.iri.toml', '[rules]\nleiri-space = "hint"\n');
    for (const client of clients) {
      client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: `${under}/.iri.toml`, type: 2 }] });
      await client.settle();
      const { items } = await client.request('textDocument/diagnostic', { textDocument });
      assert.deepEqual(items.map(({ code, severity }) => `${code} ${severity}`), ['leiri-space 4']);
    }
  } finally {
    clients.forEach(({ server }) => server.end());
    rmSync(folder, { recursive: true });
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
