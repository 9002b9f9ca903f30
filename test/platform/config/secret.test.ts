import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { readSecret } from '../../../src/platform/config/index.ts';

it('a secret comes from a variable or a file, and shows itself to nobody', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'confere-secret-'));
  t.after(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'token'), ' from file \n');
  assert.equal(readSecret({ file: join(folder, 'token') })?.reveal(), 'from file');
  const secret = readSecret({ env: 'TOKEN' }, { TOKEN: 'from env' });
  assert.equal(secret?.reveal(), 'from env');
  assert.ok(!`${secret}${JSON.stringify(secret)}`.includes('from env'));
});

it('what is missing, empty or would break a header is no secret', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'confere-secret-'));
  t.after(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'lines'), 'a\nb');
  await writeFile(join(folder, 'large'), 'x'.repeat(70_000));
  assert.equal(readSecret({ env: 'TOKEN' }, {}), undefined);
  assert.equal(readSecret({ env: 'TOKEN' }, { TOKEN: ' ' }), undefined);
  for (const name of ['lines', 'large', 'not-there', '.']) {
    assert.equal(readSecret({ file: join(folder, name) }), undefined);
  }
});
