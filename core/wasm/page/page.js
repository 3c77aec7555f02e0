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

/** Creates an element with properties and children; a text is a text. */
function create(name, properties = {}, ...children) {
  const element = Object.assign(document.createElement(name), properties);
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
  const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
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
  at('done').textContent = done;
}

/** Returns a text that reorders nothing around it. */
function isolated({ kind, shown }) {
  return kind === 'letters' ? create('bdo', { dir: 'ltr' }, shown) : create('span', {}, shown);
}

function action(name, run) {
  const button = create('button', { type: 'button' }, name);
  button.addEventListener('click', run);
  return button;
}

function tableOf(rows, title) {
  return create('table', { ariaLabel: title }, create('tbody', {}, ...rows));
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
      cell.append(action('copy', () => copy(row.text, `copied: ${row.label}`)));
      cell.lastChild.ariaLabel = `copy ${row.label}`;
    }
    if (section === 'findings' && row.label === '') {
      const { text, title } = fixes.next().value;
      cell.append(action('apply', () => edit(text, `applied: ${title}`)));
      cell.lastChild.ariaLabel = `apply: ${title}`;
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
  const svg = draw('svg', { width: left * 2 + (last - first + 1) * width, height: bottom + 48, role: 'img' });
  svg.setAttribute('aria-label', 'Characters in stored order above, in displayed order below; the table has both as text');
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
  const frame = create('div', { className: 'scroll', tabIndex: 0, role: 'group', ariaLabel: 'Stored and displayed order' });
  frame.append(svg);
  return frame;
}

let iri;
let timer;

function show() {
  const text = at('reference').value;
  history.replaceState(null, '', text ? `#r=${encodeURIComponent(text.toWellFormed?.() ?? text)}` : '#');
  if (!iri) return;
  at('fix').hidden = true;
  if (!text) {
    at('verdict').textContent = '';
    return at('report').replaceChildren();
  }
  if (text.length > LONGEST) {
    at('verdict').textContent = `This page inspects references of at most ${LONGEST} characters.`;
    return at('report').replaceChildren();
  }
  const options = { dialect: at('dialect').value };
  if (at('base').value) options.base = at('base').value;
  const report = iri.report(text, options);
  const count = report.sections.find(({ section }) => section === 'findings').rows.filter(({ label }) => label).length;
  at('verdict').textContent = `${report.verdict}; ${count === 0 ? 'no findings' : count === 1 ? '1 finding' : `${count} findings`}`;
  at('fix').hidden = report.fixed === null;
  at('fix').onclick = () => edit(report.fixed, 'applied: all safe fixes');
  const shown = report.sections.filter(({ rows }) => rows.length > 0);
  const order = ['destination', 'findings', 'components', 'characters', 'conversions', 'resolution', 'direction', 'parsers'];
  shown.sort((a, b) => order.indexOf(a.section) - order.indexOf(b.section));
  at('report').replaceChildren(...shown.map((section) => reportSection(section, report)));
}

function edit(text, done) {
  at('reference').value = text;
  show();
  at('reference').focus();
  at('done').textContent = done;
}

function open() {
  const found = /^#r=(.*)$/s.exec(location.hash);
  if (!found) return;
  try {
    at('reference').value = decodeURIComponent(found[1]);
  } catch {
    at('reference').value = found[1];
  }
  show();
}

/** Checks a file, and offers the fixed one. */
async function check(file) {
  const [summary, download] = [at('summary'), at('download')];
  at('findings').replaceChildren();
  download.hidden = true;
  if (file.size > LARGEST) return void (summary.textContent = `This page checks files of at most ${LARGEST / 1e6} MB: use iri-inspect check.`);
  let text;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await file.arrayBuffer());
  } catch {
    return void (summary.textContent = 'The file is not UTF-8: use iri-inspect check.');
  }
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
  const named = (count, name) => `${count} ${name}${count === 1 ? '' : 's'}`;
  summary.textContent = `${path}: ${named(references, 'reference')}, ${found.length ? named(found.length, 'finding') : 'no findings'}; ${fixes.fixed} can be fixed safely${refusal}`;
  if (fixes.fixed > 0) {
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
      message.append(action('inspect', () => edit(finding.site.value, `inspecting the reference at ${place}`)));
      message.lastChild.ariaLabel = `inspect the reference at ${place}`;
    }
    return create('tr', { className: finding.severity }, create('th', { scope: 'row' }, place), message);
  });
  if (found.length > FINDINGS) rows.push(create('tr', {}, create('td'), create('td', {}, `and ${found.length - FINDINGS} more`)));
  if (rows.length) at('findings').replaceChildren(tableOf(rows, 'Findings in the document'));
}

for (const text of EXAMPLES) {
  const link = create('a', { href: `#r=${encodeURIComponent(text)}` }, text);
  at('examples').append(create('li', {}, link));
}
at('reference').addEventListener('input', () => {
  at('done').textContent = '';
  clearTimeout(timer);
  timer = setTimeout(show, 60);
});
for (const id of ['base', 'dialect']) at(id).addEventListener('input', show);
at('link').addEventListener('click', () => copy(location.href, 'copied: the link'));
at('file').addEventListener('change', ({ target }) => target.files[0] && check(target.files[0]));
addEventListener('hashchange', open);
addEventListener('dragover', (event) => {
  event.preventDefault();
  document.body.classList.add('over');
});
addEventListener('dragleave', () => document.body.classList.remove('over'));
addEventListener('drop', (event) => {
  event.preventDefault();
  document.body.classList.remove('over');
  if (event.dataTransfer.files[0]) check(event.dataTransfer.files[0]);
});

open();
at('verdict').textContent = 'Loading …';
try {
  iri = await load(await decompressed(at('module').textContent));
  at('verdict').textContent = '';
  show();
} catch (error) {
  at('verdict').textContent = `This browser cannot run the page: ${error.message}`;
}
document.documentElement.dataset.ready = Math.round(performance.now());
