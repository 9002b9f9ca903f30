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

/** The forms of a number's word in a text: `rows_one`, `rows_other`. */
const form = /_(zero|one|two|few|many|other)$/;

const [english, portuguese] = await Promise.all([readTexts('en'), readTexts('pt-BR')]);

it('both languages have the same texts, none of them empty', () => {
  assert.ok(english.size > 100);
  const names = (texts: ReadonlyMap<string, string>) =>
    [...new Set([...texts.keys()].map((key) => key.replace(form, '')))].sort();
  assert.deepEqual(names(portuguese), names(english));
  for (const [key, text] of [...english, ...portuguese]) assert.notEqual(text.trim(), '', key);
});

it('both languages fill the same places in a text', () => {
  const places = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort();
  for (const [key, text] of portuguese) {
    const name = english.has(key) ? key : key.replace(form, '_other');
    assert.deepEqual(places(text), places(english.get(name)!), key);
  }
});

it('every word with a number has the forms that its language uses, millions included', () => {
  for (const [language, texts] of [
    ['en', english],
    ['pt-BR', portuguese],
  ] as const) {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    const counted = new Set(
      [...texts.keys()].filter((key) => form.test(key)).map((key) => key.replace(form, '')),
    );
    assert.ok(counted.size > 5);
    for (const key of counted) {
      for (const category of pluralCategories) {
        assert.ok(texts.has(`${key}_${category}`), `${language} ${key}_${category}`);
      }
    }
  }
});

it('no text puts a number before a word that has one form only', () => {
  for (const [key, text] of [...english, ...portuguese]) {
    if (form.test(key)) continue;
    for (const [, place] of text.matchAll(/\{\{(\w+)\}\} \p{Letter}{3,}s\b/gu)) {
      assert.ok(
        !['count', 'number', 'rows', 'days', 'total', 'formatted'].includes(place!),
        `${key}: ${text}`,
      );
    }
  }
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

it('the Portuguese texts use the words of the LGPD and of the trade', async () => {
  const capture = fileURLToPath(new URL('../../packages/capture/src/texts.ts', import.meta.url));
  const texts = [
    ...portuguese.values(),
    await readFile(`${source}error-words/pt-BR.json`, 'utf8'),
    await readFile(`${source}system/pt-BR.json`, 'utf8'),
    await readFile(capture, 'utf8'),
  ];
  for (const wrong of [
    /\bapag(?:ar|ad[ao]s?|ou)\b/i, // Data are "eliminados".
    /\bbloqueios? de eliminação|\bretenç(?:ão|ões) legal/i, // A hold is a "preservação legal".
    /\bclientes?\b/i, // A program is an "aplicação"; a bank's customers are its "clientes".
    /\bpapel\b(?! ou tela)/i, // A role is a "perfil de acesso".
    /\bsujeitos?\b/i,
    /\bà mão\b/i,
    /\bredes?\b/i, // A network that judges faces is a "modelo de IA".
    /\bninguém (?:foi|escreveu|verificou)/i,
    /\btirar de uso\b|\btirou .* de uso\b/i,
    /\brod(?:ar|ando|e|ou)\b/i,
  ]) {
    assert.deepEqual(
      texts.filter((text) => wrong.test(text)).map((text) => wrong.exec(text)?.[0]),
      [],
      String(wrong),
    );
  }
});
