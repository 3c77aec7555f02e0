import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toEditor, toServer } from '../src/uris';

void test('documents of any workspace have a file URI for the server, and get their own back', () => {
  for (const [uri, server] of [
    ['vscode-vfs://github/owner/name/a%20b.xml', 'file:///vscode-vfs/github/owner/name/a%20b.xml'],
    ['vscode-remote://127.0.0.1%3A80/folder/a.xml', 'file:///vscode-remote/127.0.0.1~3A80/folder/a.xml'],
    ['file:///folder/a.xml', 'file:///folder/a.xml'],
    ['untitled:Untitled-1', 'untitled:Untitled-1'],
  ] as const) {
    assert.equal(toServer(uri), server);
    assert.equal(toEditor(server), uri);
  }
  assert.equal(toEditor('file:///vscode-vfs/github/owner/other.xml'), 'vscode-vfs://github/owner/other.xml');
  assert.equal(toEditor('https://example.org/'), 'https://example.org/');
  assert.equal(toEditor('resolved file:///vscode-vfs/github/owner/a b'), 'resolved vscode-vfs://github/owner/a b');
});
