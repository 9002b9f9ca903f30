import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';
import { idKinds } from '../../src/app.ts';
import { listSourceFiles } from './list-source-files.ts';

it('every kind of identifiers that the source defines is listed by a module, or shared', async () => {
  const texts = await Promise.all(
    (await listSourceFiles('src')).map(async ({ path }) => await readFile(path, 'utf8')),
  );
  const defined = texts.flatMap((text) =>
    [...text.matchAll(/ = defineIdKind\('([a-z]+)'\)/g)].map(([, prefix]) => prefix!),
  );
  assert.ok(defined.length > 20);
  const listed = idKinds.map(({ prefix }) => prefix);
  assert.deepEqual(defined.sort(), listed.sort());
});
