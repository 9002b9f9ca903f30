import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, normalize, relative } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const leftOut = new Set(['node_modules', '.git', 'data', 'demo-out']);

async function readPage(name: string): Promise<string> {
  return readFile(join(root, name), 'utf8');
}

/** The Markdown files of the project, as paths from its root. */
async function listPages(folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !leftOut.has(entry.name)) found.push(...(await listPages(path)));
    if (entry.isFile() && entry.name.endsWith('.md')) found.push(relative(root, path));
  }
  return found.sort();
}

/** The fenced blocks of a page, fences included, in their order. */
function codeBlocks(text: string): string[] {
  return text.match(/^```[\s\S]*?^```/gm) ?? [];
}

/** The name under which a heading can be linked to in a checkout that is read in a browser. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}

/** The levels of the headings of a page, such as `##`, in their order. */
function headingLevels(text: string): string[] {
  return [...text.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/^(#+) /gm)].map(([, level]) => level ?? '');
}

/** The rows of the tables of a page: the number of the cells of each. */
function tableShapes(text: string): number[] {
  return [...text.matchAll(/^\|.*\|$/gm)].map(([row]) => row.split('|').length);
}

it('each Portuguese page has the commands, the headings and the table rows of the English one', async () => {
  const portuguesePages = (await listPages(root)).filter((name) => name.endsWith('.pt-BR.md'));
  assert.ok(portuguesePages.length >= 20);
  for (const name of portuguesePages) {
    const english = await readPage(name.replace('.pt-BR.md', '.md'));
    const portuguese = await readPage(name);
    assert.deepEqual(codeBlocks(portuguese), codeBlocks(english), name);
    assert.ok(headingLevels(english).length >= 1, name);
    assert.deepEqual(headingLevels(portuguese), headingLevels(english), name);
    assert.deepEqual(tableShapes(portuguese), tableShapes(english), name);
  }
});

it('every guide is there in English and in Portuguese, and each leads to the other', async () => {
  const guides = await readdir(join(root, 'docs/guides'));
  const names = [...new Set(guides.map((file) => file.replace(/(\.pt-BR)?\.md$/, '')))];
  assert.ok(names.length >= 20);
  for (const name of names) {
    assert.match(
      await readPage(`docs/guides/${name}.md`),
      new RegExp(`^\\[.+\\]\\(${name}\\.pt-BR\\.md\\)$`, 'm'),
    );
    assert.match(
      await readPage(`docs/guides/${name}.pt-BR.md`),
      new RegExp(`^\\[.+\\]\\(${name}\\.md\\)$`, 'm'),
    );
  }
});

it('a Portuguese page leads to Portuguese pages where there are any', async () => {
  const pages = new Set(await listPages(root));
  for (const name of [...pages].filter((page) => page.endsWith('.pt-BR.md'))) {
    const others = [...(await readPage(name)).matchAll(/\]\(([^)\s#]+\.md)(?:#[^)]*)?\)/g)]
      .map(([, target = '']) => normalize(join(dirname(name), target)))
      .filter((target) => target !== name.replace('.pt-BR.md', '.md'))
      .filter((target) => pages.has(target.replace(/\.md$/, '.pt-BR.md')));
    assert.deepEqual(others, [], name);
  }
});

it('a link to a heading of a guide leads to one', async () => {
  const dead: string[] = [];
  for (const name of (await listPages(root)).filter((page) => page.startsWith('docs/guides/'))) {
    const prose = (await readPage(name)).replaceAll(/^ *```[\s\S]*?^ *```/gm, '');
    for (const [, target = '', hash] of prose.matchAll(/\]\(((?:[^)\s#:]+\.md)?)#([^)]+)\)/g)) {
      const page = await readPage(target === '' ? name : join(dirname(name), target));
      const anchors = [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));
      if (!anchors.includes(hash ?? '')) dead.push(`${name}: ${target}#${hash}`);
    }
  }
  assert.deepEqual(dead, []);
});

it('the first screen of each README shows a picture and the commands to try it', async () => {
  for (const name of ['README.md', 'README.pt-BR.md']) {
    const screen = (await readPage(name)).split('\n').slice(0, 40).join('\n');
    assert.match(screen, /!\[[^\]]+\]\(docs\/images\/[\w-]+\.svg\)/, name);
    assert.match(screen, /npm run demo/, name);
    assert.match(screen, /npm test/, name);
  }
});

it('doc comments name the thing that they are about', async () => {
  const opening = /^\s*(?:\/\*\*|\*) +(?:What|Whether|Whom|How) .*$/gm;
  const found: string[] = [];
  for (const folder of ['src', 'packages/capture/src', 'packages/client/src', 'console/src', 'examples']) {
    const names = await readdir(join(root, folder), { recursive: true });
    for (const name of names.filter((path) => /\.tsx?$/.test(path))) {
      const text = await readPage(join(folder, name));
      found.push(...[...text.matchAll(opening)].map(([line]) => `${folder}/${name}: ${line.trim()}`));
    }
  }
  assert.deepEqual(found, []);
});

it('the lines of pages wrap at 100 characters, tables and words that are longer aside', async () => {
  const long: string[] = [];
  for (const name of await listPages(root)) {
    for (const [index, line] of (await readPage(name)).split('\n').entries()) {
      if (line.length <= 100 || /^ *\|/.test(line)) continue;
      const breakable = line.trim().replace(/^(?:[-*#>]+|\d+\.) /, '');
      if (/\s/.test(breakable)) long.push(`${name}:${index + 1} has ${line.length}`);
    }
  }
  assert.deepEqual(long, []);
});

/** Words that the glossary has another word for, where people read. */
const otherWords = {
  en: [/\bquarantin/i, /\b(?:company register|register of companies)\b/i, /\brejected rows?\b/i],
  'pt-BR': [
    /\bquarentena\b/i,
    /\blinhas? (?:rejeitad|descartad)/i,
    /\bregistro de empresas\b|\bbase de CNPJs\b/i,
    /\bconjuntos? de dados\b/i,
    /(?<!sanções de )\bfornecedor/i,
    /\bsimilaridade/i,
    /\bimpress(?:ão|ões) digita(?:l|is)\b/i,
    /\bimplantaç/i,
  ],
} as const;

it('pages, screens and the reference have one word for one thing, that of the glossary', async () => {
  const found: string[] = [];
  const pages = (await listPages(root)).filter((name) => !/^(docs\/decisions|CHANGELOG)/.test(name));
  const texts = await readdir(join(root, 'console/src/texts'), { recursive: true });
  const names = [...pages, 'docs/reference/openapi.json'].concat(
    texts.filter((name) => name.endsWith('.json')).map((name) => `console/src/texts/${name}`),
  );
  for (const name of names) {
    const text = await readPage(name);
    for (const word of otherWords[name.includes('pt-BR') ? 'pt-BR' : 'en']) {
      if (word.test(text)) found.push(`${name}: ${word}`);
    }
  }
  assert.deepEqual(found, []);
});
