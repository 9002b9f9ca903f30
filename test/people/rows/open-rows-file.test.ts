import assert from 'node:assert/strict';
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { openRowsFile } from '../../../src/people/rows/open-rows-file.ts';

it('a file that somebody still copies is refused at its end, however far it came', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'confere-rows-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'list.csv');
  await writeFile(path, 'cpf;name\n'.repeat(100_000));
  const read = async (onChunk: () => Promise<void>) => {
    let bytes = 0;
    for await (const chunk of (await openRowsFile(path)).read()) {
      bytes += chunk.length;
      await onChunk();
    }
    return bytes;
  };
  assert.equal(await read(async () => undefined), 900_000);
  await assert.rejects(
    read(() => appendFile(path, 'x')),
    { code: 'people_file_unreadable', detail: /changed while it was read/ },
  );
});
