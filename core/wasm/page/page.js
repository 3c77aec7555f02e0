// The page: it draws the rows of the library's report. Nothing from the input is ever parsed as HTML.

const LONGEST = 20_000;
const LARGEST = 20_000_000;
const FINDINGS = 500;
const CELLS = 400;
const TITLES = {
  destination: 'Destination', components: 'Components', conversions: 'Conversions', resolution: 'Resolution',
  characters: 'Characters that are not allowed in an IRI, or have a finding', parsers: 'What each parser opens',
  direction: 'Direction', findings: 'Findings',
};
const EXAMPLES = [
  'http://example.org/a b|c', 'https://paypal.com@evil.example/', 'http://a.example\\@b.example/',
  'http://example.com\u3002evil.test/', 'http://\u05D0\u05D1/\u05D2\u05D3', 'http://b\u00FCcher.example/%C3%A9',
];

const at = (id) => document.getElementById(id);

/** Changes a text; a screen reader speaks only what changed. */
function say(id, text) {
  if (at(id).textContent !== text) at(id).textContent = text;
}

/** Returns a text for an address, which cannot contain half of a surrogate pair. */
const encoded = (text) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'));

/** Returns the name of a file, which cannot reorder what follows it. */
const visible = (name) => name.replace(/[\p{Cc}\p{Cf}\p{Surrogate}]/gu, '\uFFFD');

/** Creates an element with properties and children; a text is a text. */
function create(name, { label, ...properties } = {}, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  if (label) element.setAttribute('aria-label', label);
  element.append(...children);
  return element;
}

function draw(name, attributes, text) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  return element;
}

async function decompressed(base64) {
  const bytes = Uint8Array.fromBase64?.(base64) ?? Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
}

async function copy(text, done) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = create('textarea', { value: text });
    document.body.append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
  }
  say('done', done);
}

/** Returns a text that reorders nothing around it. */
function isolated({ kind, shown }) {
  return kind === 'letters' ? create('bdo', { dir: 'ltr' }, shown) : create('span', {}, shown);
}

function action(name, label, run) {
  const button = create('button', { type: 'button', label }, name);
  button.addEventListener('click', run);
  return button;
}

function tableOf(rows, title) {
  return create('table', { label: title }, create('tbody', {}, ...rows));
}

function headed(id, title, ...content) {
  const heading = create('h2', { id: `${id}-title` }, title);
  const section = create('section', { id }, heading, ...content);
  section.setAttribute('aria-labelledby', heading.id);
  return section;
}

function reportSection({ section, rows }, report) {
  const fixes = report.fixes.values();
  const cells = rows.map((row) => {
    const cell = create('td', {}, isolated(row));
    if (section === 'conversions' && row.kind === 'input') {
      cell.append(action('copy', `copy ${row.label}`, () => copy(row.text, `copied: ${row.label}`)));
    }
    if (section === 'findings' && row.label === '') {
      const { text, title } = fixes.next().value;
      cell.append(action('apply', `apply: ${title}`, () => edit(text, `applied: ${title}`)));
    }
    const head = row.label ? create('th', { scope: 'row' }, row.label) : create('td');
    return create('tr', { className: section === 'findings' ? row.label : '' }, head, cell);
  });
  const parts = [tableOf(cells, TITLES[section])];
  if (section === 'direction') parts.unshift(picture(report.order));
  return headed(section, TITLES[section], ...parts);
}

/** Draws stored and displayed order one above the other, with a line from each character to where it is displayed. */
function picture({ cells, columns }) {
  const moved = columns.map((column, index) => column !== index);
  const first = Math.max(moved.indexOf(true) - 4, 0);
  const last = Math.min(moved.lastIndexOf(true) + 4, cells.length - 1, first + CELLS);
  const [width, left, top, bottom] = [26, 4, 20, 90];
  const size = [left * 2 + (last - first + 1) * width, bottom + 48];
  const svg = draw('svg', {
    width: size[0], height: size[1], viewBox: `0 0 ${size.join(' ')}`, role: 'img',
    'aria-label': 'Characters in stored order above, in displayed order below; the table has both as text',
  });
  const cell = (text, column, y) => {
    const x = left + (column - first) * width;
    const name = text.length > 1 && text.startsWith('[') ? text.slice(1, -1) : '';
    svg.append(draw('rect', { x, y, width, height: 26 }));
    svg.append(draw('text', { x: x + width / 2, y: y + 13, class: name ? 'name' : '' }, name || text));
  };
  svg.append(draw('text', { x: left, y: 9, class: 'row' }, 'stored'));
  svg.append(draw('text', { x: left, y: bottom + 38, class: 'row' }, 'displayed'));
  for (let index = first; index <= last; index++) {
    const column = columns[index];
    if (column < first || column > last) continue;
    const middle = (number) => left + (number - first + 0.5) * width;
    svg.append(draw('line', { x1: middle(index), y1: top + 26, x2: middle(column), y2: bottom, class: moved[index] ? 'moved' : '' }));
    cell(cells[index], index, top);
    cell(cells[index], column, bottom);
  }
  const frame = create('div', { className: 'scroll', tabIndex: 0, role: 'group', label: 'Stored and displayed order' });
  frame.append(svg);
  return frame;
}

const library = decompressed(at('module').textContent).then(load);
let iri;
let timer;

/** Returns the end of the address: the options that are not the usual ones, and the reference. */
function fragment() {
  const [text, base, dialect] = ['reference', 'base', 'dialect'].map((id) => at(id).value);
  if (!text || text.length + base.length > LONGEST) return '#';
  return `#${dialect === 'leiri' ? '' : `as=${dialect}&`}${base ? `base=${encoded(base)}&` : ''}r=${encoded(text)}`;
}

function show() {
  const text = at('reference').value;
  try {
    history.replaceState(null, '', fragment());
  } catch {
    // Safari allows a hundred in thirty seconds.
  }
  if (!iri) return;
  at('fix').hidden = true;
  const options = { dialect: at('dialect').value };
  if (at('base').value) options.base = at('base').value;
  if (!text || text.length + at('base').value.length > LONGEST) return empty(text);
  const report = iri.report(text, options);
  const count = report.sections.find(({ section }) => section === 'findings').rows.filter(({ label }) => label).length;
  say('verdict', `${report.verdict}; ${count === 0 ? 'no findings' : count === 1 ? '1 finding' : `${count} findings`}`);
  at('fix').hidden = report.fixed === null;
  at('fix').onclick = () => edit(report.fixed, 'applied: all safe fixes');
  const shown = report.sections.filter(({ rows }) => rows.length > 0);
  const order = ['destination', 'findings', 'components', 'characters', 'conversions', 'resolution', 'direction', 'parsers'];
  shown.sort((a, b) => order.indexOf(a.section) - order.indexOf(b.section));
  at('report').replaceChildren(...shown.map((section) => reportSection(section, report)));
}

/** Shows nothing about a reference that is empty, or too long. */
function empty(text) {
  say('verdict', text ? `This page inspects references of at most ${LONGEST} characters.` : '');
  at('fix').hidden = true;
  at('report').replaceChildren();
}

/** Replaces the reference, unless it is too long: a browser draws a field with a megabyte for minutes. */
function edit(text, done) {
  if (text.length > LONGEST) return empty(text);
  at('reference').value = text;
  show();
  at('reference').focus();
  say('done', done);
}

/** Shows what the address contains. */
function open() {
  const [, dialect, base = '', text = ''] = /^#(?:as=([a-z-]*)&)?(?:base=([^&]*)&)?r=(.*)$/s.exec(location.hash) ?? [];
  const decoded = (value) => {
    try {
      return decodeURIComponent(value);
    } catch {
      return value;
    }
  };
  const [reference, on] = [decoded(text), decoded(base)];
  if (reference.length + on.length > LONGEST) return empty(reference);
  at('reference').value = reference;
  at('base').value = on;
  at('dialect').value = dialect ?? 'leiri';
  if (at('dialect').selectedIndex < 0) at('dialect').value = 'leiri';
  show();
}

/** Checks a file, offers the fixed one, and reports both. */
async function check(file) {
  at('found').replaceChildren();
  at('download').hidden = true;
  at('document-title').scrollIntoView();
  say('summary', `Checking ${visible(file.name)} …`);
  say('summary', `${visible(file.name)}: ${await checked(file).catch((error) => `cannot be checked: ${error.message}`)}`);
  at('document-title').scrollIntoView();
}

async function checked(file) {
  if (file.size > LARGEST) return `larger than ${LARGEST / 1e6} MB: use iri-inspect check`;
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (String.fromCharCode(...bytes.subarray(0, 4)) === 'PK\x03\x04') return 'a package, which this page does not open: use iri-inspect check';
  let text;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return 'not a text in UTF-8: use iri-inspect check';
  }
  await library;
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  text = text.slice(mark.length);
  const path = file.name;
  const found = iri.check(text, { path });
  const references = iri.list(text, { path }).length;
  let [fixes, refusal] = [{ fixed: 0, edits: [] }, ''];
  try {
    fixes = iri.fix(text, { path });
  } catch (error) {
    refusal = `; not fixed: ${error.message}`;
  }
  if (fixes.fixed > 0) {
    const download = at('download');
    URL.revokeObjectURL(download.href);
    download.href = URL.createObjectURL(new Blob([mark, applyEdits(text, fixes.edits)], { type: 'application/octet-stream' }));
    download.download = path;
    download.hidden = false;
  }
  const rows = found.slice(0, FINDINGS).map((finding) => {
    const place = `${finding.line}:${finding.column}`;
    const message = create('td', {}, create('span', {}, `${finding.severity}[${finding.rule}]: ${finding.message}`));
    for (const { title, safety } of finding.fixes) message.append(create('br'), create('span', {}, `fix: ${title} (${safety})`));
    if (finding.site.value) {
      message.append(action('inspect', `inspect the reference at ${place}`, () => edit(finding.site.value, `inspecting the reference at ${place}`)));
    }
    return create('tr', { className: finding.severity }, create('th', { scope: 'row' }, place), message);
  });
  if (found.length > FINDINGS) rows.push(create('tr', {}, create('td'), create('td', {}, `and ${found.length - FINDINGS} more`)));
  if (rows.length) at('found').replaceChildren(tableOf(rows, 'Findings in the document'));
  const named = (count, name) => `${count} ${name}${count === 1 ? '' : 's'}`;
  if (references === 0 && found.length === 0) return 'no references: the page finds them in XML and RDF';
  return `${named(references, 'reference')}, ${found.length ? named(found.length, 'finding') : 'no findings'}; ${fixes.fixed} can be fixed safely${refusal}`;
}

for (const text of EXAMPLES) {
  const link = create('a', { href: `#r=${encodeURIComponent(text)}` }, text);
  at('examples').append(create('li', {}, link));
}
at('reference').addEventListener('input', () => {
  say('done', '');
  clearTimeout(timer);
  timer = setTimeout(show, 60);
});
for (const id of ['base', 'dialect']) at(id).addEventListener('input', show);
at('link').addEventListener('click', () => copy(location.href.replace(/#.*$/s, '') + fragment(), 'copied: the link'));
at('file').addEventListener('change', ({ target }) => target.files[0] && check(target.files[0]));
addEventListener('hashchange', open);
addEventListener('paste', (event) => {
  const [file, text] = [event.clipboardData.files[0], event.clipboardData.getData('text/plain')];
  if (!file && text.length <= LONGEST) return;
  event.preventDefault();
  if (file) check(file);
  else edit(text);
});
addEventListener('dragover', (event) => {
  event.preventDefault();
  document.body.classList.add('over');
});
addEventListener('dragleave', ({ relatedTarget }) => relatedTarget ?? document.body.classList.remove('over'));
addEventListener('drop', (event) => {
  document.body.classList.remove('over');
  const [file, text] = [event.dataTransfer.files[0], event.dataTransfer.getData('text/plain')];
  // The browser inserts a text there.
  if (!file && event.target === at('reference') && text.length <= LONGEST) return;
  event.preventDefault();
  if (file) check(file);
  else if (text) edit(text, 'inspecting what was dropped');
});

if (location.hash) open();
try {
  iri = await library;
  if (at('verdict').textContent.startsWith('Loading')) say('verdict', '');
  if (at('reference').value) show();
} catch (error) {
  say('verdict', `This browser cannot run the page: ${error.message}`);
}
document.documentElement.dataset.ready = Math.round(performance.now());
