// The library for JavaScript: requests to the WebAssembly module as functions. Positions are indices of strings.

const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];

/** Loads the module: from the file of this package, or from its bytes, a response, or a compiled module. */
export async function load(source = new URL('./iri_core.wasm', import.meta.url)) {
  return new Library(await compiled(await source));
}

async function compiled(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (ArrayBuffer.isView(source) || source instanceof ArrayBuffer) return WebAssembly.compile(source);
  if (typeof Response === 'function' && source instanceof Response) return WebAssembly.compile(await source.arrayBuffer());
  if (source.protocol === 'file:') {
    // A bundler for browsers does not have the module, and must not look for it.
    const files = 'node:fs/promises';
    const { readFile } = await import(/* webpackIgnore: true */ /* @vite-ignore */ files);
    return WebAssembly.compile(await readFile(source));
  }
  const response = await fetch(source);
  if (!response.ok) throw new Error(`cannot load ${source}: ${response.status}`);
  return compiled(response);
}

export class Library {
  #module;
  #exports;

  /** Creates a library from a compiled module. */
  constructor(module) {
    this.#module = module;
  }

  inspect(text, options) {
    return placed(this.#call('inspect', { text }, options), text);
  }

  report(text, options) {
    return this.#call('report', { text }, options);
  }

  convert(text, to, options) {
    return this.#call('convert', { text, to }, options);
  }

  resolve(base, text) {
    return this.#call('resolve', { base, text });
  }

  normalize(text, level = 'scheme') {
    return this.#call('normalize', { text, level });
  }

  compare(a, b) {
    return this.#call('compare', { a, b });
  }

  check(text, options) {
    return placed(this.#call('check', { text }, options), text);
  }

  list(text, options) {
    return placed(this.#call('list', { text }, options), text);
  }

  fix(text, options) {
    return placed(this.#call('fix', { text }, options), text);
  }

  get version() {
    return this.#call('version', {});
  }

  #call(method, texts, options) {
    for (const [name, text] of Object.entries(texts)) {
      if (typeof text !== 'string') throw new TypeError(`${name} is not a string: ${text === null ? 'null' : typeof text}`);
    }
    if (typeof (options ?? {}) !== 'object') throw new TypeError(`the options are not an object: ${typeof options}`);
    const bytes = encoder.encode(json({ ...options, ...texts, method }));
    const { buffer, call, memory } = this.#exports ?? new WebAssembly.Instance(this.#module).exports;
    // If the module ends, such as without memory, the next call starts a new one.
    this.#exports = undefined;
    const at = buffer(bytes.length);
    new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
    const length = call();
    const from = buffer(length);
    const answer = JSON.parse(decoder.decode(new Uint8Array(memory.buffer, from, length)));
    // A large document must not stay in memory.
    buffer(0);
    this.#exports = { buffer, call, memory };
    if (answer.error !== undefined) throw new RangeError(answer.error);
    return answer.result;
  }
}

/** Writes JSON; surrogates without a partner, which no text in UTF-8 has, are replaced. */
function json(request) {
  const text = JSON.stringify(request);
  // Only such surrogates are escaped.
  if (!/\\ud[89a-f]/.test(text)) return text;
  return JSON.stringify(request, (_, value) => (typeof value === 'string' ? value.replace(/\p{Surrogate}/gu, '\uFFFD') : value));
}

/** Applies edits, which are in order and separate, to a text. */
export function applyEdits(text, edits) {
  let at = 0;
  const parts = [];
  for (const { start, end, text: inserted } of edits) {
    parts.push(text.slice(at, start), inserted);
    at = end;
  }
  return parts.join('') + text.slice(at);
}

/** Converts the byte offsets of an answer about `text` to indices of the string. */
function placed(answer, text) {
  if (/^[\0-\x7F]*$/.test(text)) return answer;
  const indices = indicesOf(text);
  const visit = (value) => {
    if (value === null || typeof value !== 'object') return;
    for (const key of Object.keys(value)) {
      if ((key === 'start' || key === 'end') && typeof value[key] === 'number') value[key] = indices[value[key]];
      else visit(value[key]);
    }
  };
  visit(answer);
  return answer;
}

/** Returns the index in the string for each byte offset in UTF-8. */
function indicesOf(text) {
  const indices = new Uint32Array(3 * text.length + 1);
  let offset = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    indices[offset] = index;
    const isPair = unit >= 0xd800 && unit < 0xdc00 && (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00;
    offset += unit < 0x80 ? 1 : unit < 0x800 ? 2 : isPair ? 4 : 3;
    if (isPair) index++;
  }
  indices[offset] = text.length;
  return indices;
}
