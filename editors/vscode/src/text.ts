// Texts of reports, independent of the editor.

/** Maximum length of the part of a reference that names its report. */
const NAME_LENGTH = 40;

/** The start of the reference in ASCII, without the characters that separate directories. */
export function nameOf(report: string): string {
  const reference = report.split('\n', 1)[0];
  return reference.replace(/[^\x21-\x2E\x30-\x5B\x5D-\x7E]+/g, '_').slice(0, NAME_LENGTH);
}

/** Adds isolates around lines that are not ASCII: VS Code 1.106 displays a line with a right-to-left letter from the
 *  right. It does so with each part of a line, so links and highlights are off in package.json. */
export function leftToRight(text: string): string {
  return text.replace(/^.*[^\0-\x7F].*$/gm, '\u2066$&\u2069');
}

/** Whether a document of the server is the page of a rule. */
export function isRulePage(uri: string): boolean {
  return /^iri-lsp:\/rules\/[^/]+\.md$/.test(uri);
}
