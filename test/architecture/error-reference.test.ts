import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';
import { loadCatalogues, renderErrorReference } from '../../docs/reference/error-reference.ts';
import { statusOfKind } from '../../src/web/errors.ts';
import { listSourceFiles } from './list-source-files.ts';

const catalogues = await loadCatalogues();
const page = await readFile(new URL('../../docs/reference/errors.md', import.meta.url), 'utf8');

/** The first cell of each row of a table, and its second. */
const documented = [...page.matchAll(/^\| `([a-z0-9_]+)` \| ([^|]*) \|/gm)].filter(
  ([, code]) => code?.includes('_') ?? false,
);

it('the error page is what the catalogues say', () => {
  assert.equal(page, renderErrorReference(catalogues), 'run: node docs/reference/render.ts');
});

it('every code is on the page once, with its status where requests are answered with it', () => {
  const codes = catalogues.flatMap(({ catalogue }) => Object.keys(catalogue));
  assert.deepEqual(documented.map(([, code]) => code).sort(), codes.sort());
  const definitions = new Map(catalogues.flatMap(({ catalogue }) => Object.entries(catalogue)));
  const answered = documented.filter(([, , second]) => /^\d+$/.test(second ?? ''));
  assert.ok(
    answered.length > documented.length / 2,
    `${answered.length} of ${documented.length} have a status`,
  );
  for (const [, code = '', status] of answered) {
    assert.equal(Number(status), statusOfKind[definitions.get(code)!.kind], code);
  }
});

it('no code is in two catalogues', () => {
  const owner = new Map<string, string>();
  for (const { file, catalogue } of catalogues) {
    for (const code of Object.keys(catalogue)) {
      assert.ok(!owner.has(code), `${code} is in ${owner.get(code)} and in ${file}`);
      owner.set(code, file);
    }
  }
});

it('every class of errors has its catalogue in an errors.ts', async () => {
  const files = new Set(catalogues.map(({ file }) => file));
  for (const { name, path } of await listSourceFiles('src')) {
    const text = await readFile(path, 'utf8');
    if (/\bextends (AppError|errorsOf)\b/.test(text) || /\bErrorCatalogue = \{/.test(text)) {
      if (name !== 'src/platform/errors.ts') assert.ok(files.has(name), `${name} is not an errors.ts`);
    }
  }
});

it('codes are snake_case, titles and fixes say something', () => {
  for (const { file, catalogue } of catalogues) {
    for (const [code, { title, fix }] of Object.entries(catalogue)) {
      assert.match(code, /^[a-z]+(_[a-z]+)+$/, file);
      assert.ok(title.length > 8 && fix.length > 8, code);
      assert.ok(!/[\r\n]/.test(title + fix), code);
    }
  }
});
