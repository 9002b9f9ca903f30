import assert from 'node:assert/strict';
import { it } from 'node:test';
import { generateCpf } from '../../../src/platform/documents.ts';
import { createPhoto } from '../../images/photos.ts';
import { createTestDatabase } from '../../support/database.ts';
import { send } from '../../support/http.ts';
import { startTestService } from '../../support/service.ts';
import { createStandInEngine } from '../../support/service-engine.ts';
import { putFace } from '../../support/service-photos.ts';
import { runConfere } from '../../support/service-process.ts';

it('an operator sets a hold, sees it and ends it, while the service runs', async (t) => {
  const service = await startTestService(t, 'embedded', { engine: createStandInEngine() });
  const cpf = generateCpf();
  assert.equal((await putFace(service, cpf, await createPhoto({ format: 'jpeg' }))).status, 201);
  const run = (...args: string[]) => runConfere(t, ['holds', ...args], { DATA_DIR: service.dataDir });
  const erase = async () =>
    send(`${service.url}/v1/people/${cpf}`, {
      method: 'DELETE',
      token: await service.fetchToken(service.admin),
    });

  const none = await run('list');
  assert.deepEqual([none.status, none.stdout, none.stderr], [0, '', 'There is nothing to show.\n']);
  assert.equal((await run('list', '--json')).stdout, '[]\n');
  const set = await run('set', cpf, '--reason', 'Ação judicial', '--json');
  assert.equal(set.status, 0, set.stderr);
  const { id, setBy } = JSON.parse(set.stdout);
  assert.deepEqual(setBy, { kind: 'operator' });
  assert.equal((await erase()).body.code, 'person_held');
  const list = await run('list');
  assert.match(list.stdout, new RegExp(`^${id} {2}per_\\w+ {2}\\S+ {2}no end {2}Ação judicial\n$`));
  const end = await run('end', id);
  assert.equal(end.stdout, `${id} is over\n`);
  assert.match((await run('end', id)).stderr, /hold_not_found/);
  assert.equal((await erase()).status, 200);
});

it('an operator sees what retention would erase, by setting, before it is set', async (t) => {
  const { dataDir } = await createTestDatabase(t, 'embedded');
  const run = (...args: string[]) =>
    runConfere(t, ['retention', 'preview', ...args], { DATA_DIR: dataDir, RETENTION_CASES_DAYS: '90' });
  const { status, stdout, stderr } = await run();
  assert.equal(status, 0, stderr);
  assert.match(stdout, /^photos of authentications \(RETENTION_IMAGES_DAYS\): kept$/m);
  assert.match(stdout, /^decided cases \(RETENTION_CASES_DAYS\): 0 older than 90 days$/m);
  const all: { name: string; days: number; count: number }[] = JSON.parse(
    (await run('--days', '7', '--json')).stdout,
  );
  assert.ok(all.length >= 7);
  for (const { name, days, count } of all) {
    assert.match(name, /\(RETENTION_[A-Z]+_DAYS\)$/);
    assert.deepEqual([days, count], [7, 0]);
  }
  assert.notEqual((await run('--days', 'many')).status, 0);
});
