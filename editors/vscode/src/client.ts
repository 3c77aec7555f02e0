// What speaks with the server: most of the code, in a file of its own, which is read when the server starts.

export { LanguageClient, RevealOutputChannelOn, State } from 'vscode-languageclient/node';
