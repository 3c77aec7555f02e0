// The language client: most of the code, in a bundle of its own, which is loaded when the server starts.

export { LanguageClient, RevealOutputChannelOn, State } from 'vscode-languageclient/node';
