import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('../../console/src/', import.meta.url));

/** The texts of a language by their keys; forms of a plural count as one. */
async function readTexts(language: string): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  const collect = (value: unknown, key: string): void => {
    if (typeof value === 'string') texts.set(key, value);
    else for (const [name, inner] of Object.entries(value as object)) collect(inner, `${key}.${name}`);
  };
  for (const file of await readdir(`${source}texts/${language}`)) {
    if (!file.endsWith('.json')) continue;
    collect(
      JSON.parse(await readFile(`${source}texts/${language}/${file}`, 'utf8')),
      file.replace('.json', ''),
    );
  }
  return texts;
}

const [english, portuguese] = await Promise.all([readTexts('en'), readTexts('pt-BR')]);

it('both languages have the same texts, none of them empty', () => {
  assert.ok(english.size > 100);
  assert.deepEqual([...portuguese.keys()].sort(), [...english.keys()].sort());
  for (const [key, text] of [...english, ...portuguese]) assert.notEqual(text.trim(), '', key);
});

it('both languages fill the same places in a text', () => {
  const places = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort();
  for (const [key, text] of english) assert.deepEqual(places(portuguese.get(key)!), places(text), key);
});

it('every file of texts is loaded', async () => {
  for (const language of ['en', 'pt-BR']) {
    const index = await readFile(`${source}texts/${language}/index.ts`, 'utf8');
    for (const file of await readdir(`${source}texts/${language}`)) {
      if (file.endsWith('.json')) assert.match(index, new RegExp(`'\\./${file}'`), `${language}/${file}`);
    }
  }
});

it('no screen holds words of its own', async () => {
  const found: string[] = [];
  for (const file of await readdir(source, { recursive: true })) {
    if (!file.endsWith('.tsx')) continue;
    const code = await readFile(`${source}${file}`, 'utf8');
    // Letters between tags; names of numbers and the product's own are the same in every language.
    for (const [, words] of code.matchAll(/<[A-Za-z][^<>]*[^=]>\s*([A-Za-zÀ-ú][\wÀ-ú ,.]+)\s*</g)) {
      if (!['Confere', 'CNPJ', 'CPF', 'Ctrl Enter'].includes(words!.trim())) found.push(`${file}: ${words}`);
    }
  }
  assert.deepEqual(found, []);
});
