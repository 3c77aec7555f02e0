// URIs of documents in a browser, which are no files.

/** Schemes and authorities of workspaces, by the start of their URIs for the server, which resolves only `file` URIs. */
const origins = new Map<string, string>();

/** Returns the URI that the server has of a document: its scheme and authority are directories. */
export function toServer(uri: string): string {
  const [, scheme, authority, path] = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)(\/.*)$/i.exec(uri) ?? [];
  if (!scheme || scheme === 'file') return uri;
  const start = `file:///${scheme}/${authority.replaceAll('%', '~')}/`;
  origins.set(start, `${scheme}://${authority}/`);
  return start + path.slice(1);
}

/** Returns a text of the server with the URIs of the editor, also in what people read. */
export function toEditor(text: string): string {
  return [...origins].reduce((text, [start, origin]) => text.replaceAll(start, origin), text);
}
