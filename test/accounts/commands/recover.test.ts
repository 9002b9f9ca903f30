import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { it } from 'node:test';
import { acceptFirstAdministrator, acceptLink, invitePerson } from '../../support/console.ts';
import { describeDatabases } from '../../support/database.ts';
import { startTestService } from '../../support/service.ts';
import { createStandInEngine } from '../../support/service-engine.ts';
import { runConfere } from '../../support/service-process.ts';

describeDatabases('confere accounts recover', (kind) => {
  it('gives the last enabled administrator a way back in, ends the sessions of before, and is audited', async (t) => {
    const endings: (() => unknown)[] = [];
    t.after(async () => {
      for (const ending of endings.reverse()) await ending();
    });
    const scope = { after: (ending: () => unknown) => void endings.push(ending) };
    const masterKey = randomBytes(32).toString('base64');
    const service = await startTestService(scope, kind, {
      engine: createStandInEngine(),
      env: kind === 'postgres' ? { MASTER_KEY: masterKey } : {},
    });
    const { databaseUrl, dataDir, url } = service;
    const admin = await acceptFirstAdministrator(service);
    await invitePerson(service, admin, 'analyst');
    const left = await invitePerson(service, admin, 'administrator');
    const disabled = await admin.request('PATCH', `/v1/accounts/${left.accountId}`, { isDisabled: true });
    assert.equal(disabled.status, 200, disabled.text);
    const env = {
      DATA_DIR: dataDir,
      BASE_URL: url,
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl, MASTER_KEY: masterKey }),
    };
    const run = await runConfere(scope, ['accounts', 'recover'], env);
    assert.equal(run.status, 0, run.stderr);
    const [link] = /http\S+\/console\/#\/invitation\/\S+/.exec(`${run.stdout}${run.stderr}`) ?? [];
    assert.ok(link, run.stdout);
    assert.equal((await admin.request('GET', '/v1/accounts')).status, 401);
    const again = await acceptLink(service, link);
    assert.equal(again.accountId, admin.accountId);
    const { items } = (await again.request('GET', '/v1/audit?limit=200')).body;
    const told = items.filter(({ action }: { action: string }) => action === 'operator.accounts/recover');
    assert.deepEqual(
      told.map(({ actor }: { actor: { kind: string } }) => actor.kind),
      ['operator'],
    );
  });
});
