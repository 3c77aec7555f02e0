/** Positions `start` and `end` are indices of the JavaScript string that was passed; the keys are those of docs/json.md. */

export type Severity = 'error' | 'warning' | 'information' | 'hint';
export type Dialect = 'uri' | 'iri' | 'iri-bis' | 'leiri' | 'web-address';
export type NormalizationLevel = 'string' | 'case' | 'character' | 'percent' | 'path' | 'scheme';
export type Form =
  | 'uri'
  | 'uri-idna'
  | 'iri'
  | 'readable-iri'
  | 'java-net-uri'
  | 'web-address'
  | 'whatwg'
  | 'fn-iri-to-uri'
  | 'fn-escape-html-uri'
  | 'fn-encode-for-uri';

export interface Span {
  start: number;
  end: number;
}

export interface Edit extends Span {
  text: string;
}

export interface Fix {
  title: string;
  safety: 'safe' | 'suggested';
  /** In order and separate: apply all of them or none. */
  edits: Edit[];
}

export interface Finding extends Span {
  rule: string;
  severity: Severity;
  message: string;
  /** The first one is preferred. */
  fixes: Fix[];
}

export interface Component extends Span {
  name: 'scheme' | 'authority' | 'userinfo' | 'host' | 'port' | 'path' | 'query' | 'fragment';
  text: string;
}

export interface Character {
  /** Position in scalar values. */
  index: number;
  start: number;
  code_point: string;
  name: string;
  category: string;
  script: string;
  bidi_class: string;
  group: string | null;
  allowed_by: Dialect[];
}

export interface Direction {
  levels: number[];
  logical_to_visual: number[];
  visual: string;
  twins: string[];
  orders: Record<'browser' | 'right_to_left_paragraph', { visual: string; twins: string[] }>;
  across: { order: string; other: string; reference: string }[];
}

export interface BrowserHost {
  host: string;
  labels: { ascii: string; unicode: string; check: string | null }[];
}

export type Parsed = { scheme: string | null; host: string | null; port: number | string | null } | { error: string };

/** The JSON of one reference, schema 1. */
export interface Inspection {
  schema: 1;
  known: boolean;
  input: string;
  valid: Record<string, boolean>;
  components: Component[];
  host: { kind: 'reg-name' | 'ipv4' | 'ipv6' | 'ipvfuture' | null };
  characters: Character[];
  bidi: Direction;
  conversions: Record<'iri' | 'uri' | 'uri_idna' | 'readable_iri' | 'java_net_uri' | 'web_address' | 'whatwg', string | null>;
  normalized: Record<'case' | 'character' | 'percent' | 'path' | 'scheme', string>;
  /** Only with a base. */
  resolved?: string | null;
  destination: string | null;
  browser_display: Record<'chrome' | 'firefox', BrowserHost> | null;
  parsers: Record<string, Parsed>;
  findings: Finding[];
}

/** Severities by rule or group; null turns one off. */
export type Rules = Record<string, Severity | null>;

export interface ReferenceOptions {
  base?: string;
  /** Grammar that the reference must match; leiri if absent. */
  dialect?: Dialect;
  rules?: Rules;
}

export interface InspectOptions extends ReferenceOptions {
  characters?: 'notable' | 'all';
  /** Keys of the answer that are computed; all if absent. */
  fields?: (keyof Inspection)[];
}

export interface DocumentOptions {
  /** Name of the file. It is in the answer, and its extension shows whether the document is RDF. */
  path?: string;
  /** IRI of the document. */
  base?: string;
  /** Grammar that all references must match, whatever their role. */
  dialect?: Dialect;
  rules?: Rules;
}

export interface Site extends Span {
  kind: 'attribute' | 'element' | 'doctype' | 'entity' | 'notation' | 'pi' | 'comment';
  element: string;
  attribute: string | null;
  role: string;
  raw: string | null;
  known: boolean;
  value: string | null;
}

/** Finding in a document. `line` and `column` are the start, `end_line` and `end_column` the end, from 1; a column counts Unicode scalar values. */
export interface DocumentFinding extends Finding {
  schema: 1;
  path: string;
  line: number;
  column: number;
  end_line: number;
  end_column: number;
  more?: number;
  site: Site;
  declared?: Span & { line: number; column: number };
}

export interface ListedSite {
  schema: 1;
  path: string;
  line: number;
  column: number;
  site: Site;
  resolved?: string;
}

export interface Row {
  /** Empty if the row belongs to the one above it. */
  label: string;
  text: string;
  /** Our words, a part of the input, or right-to-left letters that have to stay in the order of the text. */
  kind: 'words' | 'input' | 'letters';
  /** The text with names in brackets for characters that are invisible or would reorder others: `[RLO]`. */
  shown: string;
}

export type Section =
  | 'destination'
  | 'components'
  | 'conversions'
  | 'resolution'
  | 'characters'
  | 'parsers'
  | 'direction'
  | 'findings';

/** The report of a reference as rows of text, in the words of `iri-inspect show`. */
export interface Report {
  verdict: string;
  sections: { section: Section; rows: Row[] }[];
  /** Results of the fixes: one for each row of the section `findings` without a label. */
  fixes: { title: string; safety: 'safe' | 'suggested'; text: string }[];
  /** Text after all safe fixes; null if no fix is applied. */
  fixed: string | null;
  /** Characters in stored order and the displayed column of each; null if they are displayed in stored order. */
  order: { cells: string[]; columns: number[] } | null;
}

export interface Fixes {
  /** Number of fixed findings. */
  fixed: number;
  edits: Edit[];
}

/**
 * Each function throws a TypeError for a text of another type, and a RangeError for an option with an unknown value.
 * None fails on the text of a reference or a document, and after an error all work as before.
 */
export class Library {
  /** Creates a library from a compiled `WebAssembly.Module`. */
  constructor(module: object);
  /** Returns the JSON of one reference, as `iri-inspect show --format json` writes it. */
  inspect(text: string, options?: InspectOptions): Inspection;
  /** Returns the report of one reference as rows of text. */
  report(text: string, options?: ReferenceOptions): Report;
  /** Returns a reference in another form; null if it has none. */
  convert(text: string, to: Form, options?: { base?: string }): string | null;
  /** Returns a reference resolved against a base; null if the base has no scheme. */
  resolve(base: string, text: string): string | null;
  /** Returns the normal form of a reference. */
  normalize(text: string, level?: NormalizationLevel): string;
  /** Returns the lowest level of normalization on which two references are equal; null if they differ. */
  compare(a: string, b: string): NormalizationLevel | null;
  /** Returns the findings of a document in XML or RDF, as `iri-inspect check --format json` writes them. */
  check(text: string, options?: DocumentOptions): DocumentFinding[];
  /** Returns the references of a document, as `iri-inspect list --format json` writes them. */
  list(text: string, options?: DocumentOptions): ListedSite[];
  /** Returns the edits of all safe fixes; with `suggested`, of all preferred fixes. */
  fix(text: string, options?: DocumentOptions & { suggested?: boolean }): Fixes;
  readonly version: string;
}

/**
 * Loads the library: from the file of this package, or from its address, its bytes, a `Response`, or a compiled
 * `WebAssembly.Module`.
 */
export function load(source?: string | object | PromiseLike<object>): Promise<Library>;

/** Applies edits, which are in order and separate, to a text. */
export function applyEdits(text: string, edits: readonly Edit[]): string;
