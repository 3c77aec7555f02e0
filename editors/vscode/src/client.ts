// The language client: most of the code, in a bundle of its own, which is loaded when the server starts.

import { LanguageClient, type LanguageClientOptions } from 'vscode-languageclient/node';

export { RevealOutputChannelOn, State } from 'vscode-languageclient/node';

/** Creates a client of the program at a path. */
export function createClient(command: string, options: LanguageClientOptions): LanguageClient {
  return new LanguageClient('iri', 'IRI', { command, args: [] }, options);
}
