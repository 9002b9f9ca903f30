import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { it } from 'node:test';
import { createClient } from '../../src/access/index.ts';
import { createAccountDirectory } from '../../src/accounts/account-directory.ts';
import { insertAccount } from '../../src/accounts/accounts-store.ts';
import type { Role } from '../../src/accounts/types.ts';
import { listEvents } from '../../src/events/list-events.ts';
import { createCatalogue } from '../../src/events/types.ts';
import type { Tx } from '../../src/platform/db/index.ts';
import { generateCnpj, generateCpf } from '../../src/platform/documents.ts';
import type { Scope } from '../../src/platform/tokens/index.ts';
import { deleteQueryTemplate } from '../../src/profiles/query-templates/save-query-template.ts';
import { createWatch, getWatch, removeWatch } from '../../src/watches/create-watch.ts';
import { watchChanged } from '../../src/watches/declarations.ts';
import { erasePart, exportPart } from '../../src/watches/personal-parts.ts';
import { noteExecution, runDueWatches } from '../../src/watches/run-due-watches.ts';
import type { WatchDeps } from '../../src/watches/types.ts';
import { listWatches } from '../../src/watches/watches-store.ts';
import { useProfiles } from '../profiles/open-profiles.ts';
import { createScriptedSource } from '../profiles/scripted-sources.ts';
import { describeDatabases } from '../support/database.ts';

const daysMs = 86_400_000;

describeDatabases('watches', (kind) => {
  const basicData = createScriptedSource('pfBasicData', 'person');
  const open = useProfiles(kind, [basicData]);

  async function setUp() {
    const profiles = open();
    const call = (cpf: string, name: string) =>
      basicData.answer(cpf, { outcome: 'found', data: {}, basicData: { name } });
    const key = Buffer.alloc(32, 7);
    const accounts = createAccountDirectory({ ...profiles, environment: 'live' });
    const watches: WatchDeps = { ...profiles, accounts, key, profiles };
    profiles.ended.splice(0, 1, noteExecution(watches));
    const client = async (scopes: readonly Scope[] = ['executions:write']) =>
      (await createClient(profiles, { product: 'customer', scopes })).clientId;
    const run = () => runDueWatches(watches, { signal: new AbortController().signal });
    const template = await profiles.template({ sources: [{ name: 'pfBasicData' }] });
    /** Runs what is due and waits for the execution of a watch. */
    const runAndWait = async (id: string, clientId: string) => {
      await run();
      const { lastExecutionId } = await getWatch(watches, id, clientId);
      await profiles.until(lastExecutionId!);
      return lastExecutionId!;
    };
    const catalogue = createCatalogue(() => [watchChanged]);
    const changes = async (clientId: string) => {
      const viewer = { clientId, scopes: new Set(['executions:write']) };
      const query = { cursor: undefined, types: undefined, limit: 100 };
      return (await listEvents({ ...profiles, catalogue }, viewer, query)).events.map(({ data }) => data);
    };
    return { profiles, call, watches, client, run, template, runAndWait, changes };
  }

  it('run when due, and tell their client alone when the outcome is another one', async () => {
    const { profiles, call, watches, client, template, runAndWait, changes } = await setUp();
    const clientId = await client();
    const other = await client();
    const cpf = generateCpf();
    call(cpf, 'Ana');
    const request = {
      clientId,
      document: { cpf },
      templateId: template.id,
      intervalDays: 1,
      isOnRegistryChange: false,
    };
    const { id } = await createWatch(watches, request);
    await assert.rejects(createWatch(watches, request), { code: 'watch_exists' });
    await assert.rejects(getWatch(watches, id, other), { code: 'watch_not_found' });
    await assert.rejects(removeWatch(watches, id, other), { code: 'watch_not_found' });

    const first = await runAndWait(id, clientId);
    assert.deepEqual(await changes(clientId), [], 'the first one is what others are compared with');
    assert.equal(await runAndWait(id, clientId), first, 'not due again yet');
    const second = await profiles.later(daysMs, () => runAndWait(id, clientId));
    assert.notEqual(second, first);
    assert.deepEqual(await changes(clientId), [], 'the same outcome');

    call(cpf, 'Ana Maria');
    const third = await profiles.later(2 * daysMs, () => runAndWait(id, clientId));
    const { profileId } = await getWatch(watches, id, clientId);
    assert.deepEqual(await changes(clientId), [{ watchId: id, executionId: third, personId: profileId }]);
    assert.deepEqual(await changes(other), []);
  });

  it('of a person who is signed in run while the role may start executions', async () => {
    const { profiles, watches, run, template } = await setUp();
    const make = { templateId: template.id, intervalDays: 1, isOnRegistryChange: false };
    const left = async (role: Role) => {
      const clientId = `acc_${role}`;
      const account = {
        id: clientId,
        role,
        name: role,
        email: `${role}@people.example`,
        locale: 'en',
      } as const;
      const proofs = { totpSecret: undefined, passwordHash: undefined, emailIndex: randomBytes(32) };
      const createdAt = profiles.clock.now();
      await profiles.db
        .transaction()
        .execute((tx) => insertAccount(tx, profiles.cipher, { ...account, ...proofs, createdAt }));
      await createWatch(watches, { ...make, clientId, document: { cpf: generateCpf() } });
      await run();
      return (await listWatches(profiles.db, profiles.cipher, { clientId })).map(
        ({ lastExecutionId }) => lastExecutionId !== undefined,
      );
    };
    assert.deepEqual(await left('analyst'), [true]);
    assert.deepEqual(await left('developer'), []);
  });

  it('tell of another outcome that their client, or nobody, found between two runs', async () => {
    const { profiles, call, watches, client, template, runAndWait, changes } = await setUp();
    const clientId = await client();
    const cpf = generateCpf();
    call(cpf, 'Ana');
    const make = { clientId, templateId: template.id, intervalDays: 1, isOnRegistryChange: false };
    const { id } = await createWatch(watches, { ...make, document: { cpf } });
    const first = await runAndWait(id, clientId);
    const { profileId: personId } = await getWatch(watches, id, clientId);
    const runTemplate = async (asker: string | undefined, attributes = {}) => {
      const started = await profiles.start({ cpf }, template.id, { clientId: asker, attributes });
      return (await profiles.until(started)).execution.id;
    };

    await runTemplate(clientId);
    assert.deepEqual(await changes(clientId), [], 'the same outcome');
    call(cpf, 'Ana Maria');
    await runTemplate(await client());
    assert.deepEqual(await changes(clientId), [], 'what another client asked is not told');
    const second = await runTemplate(clientId);
    assert.deepEqual(await changes(clientId), [{ watchId: id, executionId: second, personId }]);
    assert.equal((await getWatch(watches, id, clientId)).lastExecutionId, first, 'no run of the watch');
    call(cpf, 'Ana Clara');
    await runTemplate(clientId, { name: 'Ana' });
    assert.equal(
      (await changes(clientId)).length,
      1,
      'a run that the client said something to is another one',
    );
    const third = await runTemplate(undefined);
    const told = [second, third].map((executionId) => ({ watchId: id, executionId, personId }));
    assert.deepEqual(await changes(clientId), told);
    await profiles.later(daysMs, () => runAndWait(id, clientId));
    assert.deepEqual(await changes(clientId), told, 'told once');
  });

  it('end when their person is erased, and are part of the person’s copy', async () => {
    const { profiles, watches, client, template, run } = await setUp();
    const clientId = await client();
    const cpf = generateCpf();
    const make = { clientId, templateId: template.id, intervalDays: 1, isOnRegistryChange: false };
    const { id } = await createWatch(watches, { ...make, document: { cpf } });
    const kept = await createWatch(watches, { ...make, document: { cpf: generateCpf() } });
    const copy = await Array.fromAsync(exportPart(watches).list({ id: 'per_x', cpf }));
    assert.deepEqual(
      copy.map((watch) => (watch as { id: string }).id),
      [id],
    );
    const cpfIndex = watches.cpfIndex(cpf);
    const erased = await profiles.db
      .transaction()
      .execute((tx) => erasePart(tx, { id: 'per_x', rows: [{ id: 'per_x', cpfIndex }] }, new Date()));
    assert.deepEqual(erased.erased, { watches: 1 });
    await run();
    const left = await listWatches(profiles.db, profiles.cipher, { clientId });
    assert.deepEqual(
      left.map((watch) => watch.id),
      [kept.id],
    );
  });

  it('bring nobody back who is erased after they were found due', async () => {
    const { profiles, watches, client, template } = await setUp();
    const cpf = generateCpf();
    await createWatch(watches, {
      clientId: await client(),
      templateId: template.id,
      intervalDays: 1,
      isOnRegistryChange: false,
      document: { cpf },
    });
    const rows = [{ id: 'per_x', cpfIndex: watches.cpfIndex(cpf) }];
    const { db } = profiles;
    const erasingDb = new Proxy(db, {
      get(_, name) {
        const member = Reflect.get(db, name, db);
        if (name !== 'transaction') return typeof member === 'function' ? member.bind(db) : member;
        const execute = async (work: (tx: Tx) => Promise<unknown>) => {
          await db.transaction().execute((tx) => erasePart(tx, { id: 'per_x', rows }, new Date()));
          return await db.transaction().execute(work);
        };
        return () => ({ execute });
      },
    });
    const racing = { ...watches, profiles: { ...profiles, db: erasingDb } };
    await runDueWatches(racing, { signal: new AbortController().signal });
    assert.equal(await profiles.read({ cpf }), undefined);
  });

  it('of clients that may not run templates any more end when they are due', async () => {
    const { watches, client, template, run } = await setUp();
    const clientId = await client(['people:read']);
    const { id } = await createWatch(watches, {
      clientId,
      templateId: template.id,
      intervalDays: 1,
      isOnRegistryChange: false,
      document: { cpf: generateCpf() },
    });
    await run();
    await assert.rejects(getWatch(watches, id, clientId), { code: 'watch_not_found' });
  });

  it('go on with the last version of a query template that was deleted', async () => {
    const { profiles, call, watches, client, template, runAndWait, changes } = await setUp();
    const clientId = await client();
    const cpf = generateCpf();
    call(cpf, 'Ana');
    const request = { clientId, templateId: template.id, intervalDays: 1, isOnRegistryChange: false };
    const { id } = await createWatch(watches, { ...request, document: { cpf } });
    await runAndWait(id, clientId);
    await deleteQueryTemplate(profiles, template.id);
    call(cpf, 'Ana Maria');
    const second = await profiles.later(daysMs, () => runAndWait(id, clientId));
    const { profileId } = await getWatch(watches, id, clientId);
    assert.deepEqual(await changes(clientId), [{ watchId: id, executionId: second, personId: profileId }]);
    const another = { ...request, document: { cpf: generateCpf() } };
    await assert.rejects(createWatch(watches, another), { code: 'query_template_not_found' });
  });

  it('need one rhythm, and only companies follow the register', async () => {
    const { watches, client, template } = await setUp();
    const clientId = await client();
    const cpf = { cpf: generateCpf() };
    const cnpj = { cnpj: generateCnpj() };
    for (const [document, intervalDays, isOnRegistryChange, code] of [
      [cpf, undefined, false, 'request_invalid'],
      [cpf, 1, true, 'request_invalid'],
      [cpf, undefined, true, 'request_invalid'],
      [cnpj, 1, false, 'query_template_subject_wrong'],
    ] as const) {
      const request = { clientId, document, templateId: template.id, intervalDays, isOnRegistryChange };
      await assert.rejects(createWatch(watches, request), { code });
    }
  });

  it('of companies become due within a day of a new month of the register, and not before', async () => {
    const { profiles, watches, client } = await setUp();
    const template = await profiles.template({ subject: 'company' });
    let dataMonth = '2026-10';
    const registry = async () => ({ imported: true, dataMonth });
    const following: WatchDeps = { ...watches, profiles: { ...profiles, registry } };
    const run = () => runDueWatches(following, { signal: new AbortController().signal });
    const clientId = await client();
    const { id } = await createWatch(following, {
      clientId,
      templateId: template.id,
      intervalDays: undefined,
      isOnRegistryChange: true,
      document: { cnpj: generateCnpj() },
    });
    await run();
    const first = await getWatch(following, id, clientId);
    assert.ok(first.lastExecutionId !== undefined);
    await run();
    assert.equal((await getWatch(following, id, clientId)).dueAt, undefined, 'the month is the same');
    dataMonth = '2026-11';
    const before = following.clock.now().getTime();
    await run();
    const { dueAt, lastExecutionId } = await getWatch(following, id, clientId);
    assert.ok(
      dueAt !== undefined && dueAt.getTime() >= before && dueAt.getTime() <= before + daysMs + 60_000,
    );
    const ran = await profiles.later(daysMs + 60_000, async () => {
      await run();
      return (await getWatch(following, id, clientId)).lastExecutionId;
    });
    assert.notEqual(ran, lastExecutionId);
  });
});
