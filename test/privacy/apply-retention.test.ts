import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { getAttempt } from '../../src/faces/list-attempts.ts';
import { retentionRules } from '../../src/faces/personal-parts.ts';
import { deleteRegisteredFaces } from '../../src/faces/registered-faces.ts';
import { readImage } from '../../src/images/index.ts';
import { generateCnpj, generateCpf } from '../../src/platform/documents.ts';
import { applyRetention, previewRetention } from '../../src/privacy/apply-retention.ts';
import { retentionRule } from '../../src/profiles/personal-parts.ts';
import { createDistinctPhoto, useFaces } from '../faces/open-faces.ts';
import { useProfiles } from '../profiles/open-profiles.ts';
import { createScriptedSource, found, partner } from '../profiles/scripted-sources.ts';
import { describeDatabases } from '../support/database.ts';

const dayMs = 86_400_000;
const never = new AbortController().signal;
const hold = (ids: readonly string[]) => async () => ({ ids, cpfIndexes: [] });

describeDatabases('retention', (kind) => {
  const faces = useFaces(kind);
  const civil = createScriptedSource('civil', 'person');
  const registry = createScriptedSource('registry', 'company');
  const profiles = useProfiles(kind, [civil, registry]);

  async function authenticate() {
    const cpf = generateCpf();
    const photo = await createDistinctPhoto();
    await faces().register(cpf, photo);
    const { attempt } = await faces().authenticate(cpf, photo);
    return { cpf, attempt };
  }
  /** As if so many days had passed, with five for executions. */
  const applyToExecutions = (daysLater: number, heldIds: readonly string[] = []) => {
    const { database, db, cipher } = profiles();
    const clock = { now: () => new Date(Date.now() + daysLater * dayMs) };
    const rules = () => [retentionRule({ db, cipher, days: 5 })];
    return applyRetention({ database, store: faces().store, clock, rules, lockHeld: hold(heldIds) }, never);
  };
  const findExecutions = async (...ids: string[]) => {
    const rows = await profiles().db.selectFrom('executions').select('id').where('id', 'in', ids).execute();
    return rows.map(({ id }) => id).sort();
  };
  const apply = (
    days: Parameters<typeof retentionRules>[0],
    signal = never,
    heldIds: readonly string[] = [],
  ) => applyRetention({ ...faces(), rules: () => retentionRules(days), lockHeld: hold(heldIds) }, signal);
  const isReadable = (imageId: string | undefined) =>
    readImage(faces(), imageId!).then(
      () => true,
      () => false,
    );
  /** Not even as a file that nothing can open. */
  const isGone = async (imageId: string | undefined) => (await faces().store.get(imageId!)) === undefined;

  it('takes received photos after their days, and leaves the attempt and the reference photo', async () => {
    const { attempt } = await authenticate();
    faces().advance(9 * dayMs);
    const { attempt: newer } = await authenticate();
    await apply({ receivedImagesDays: 10 });
    assert.ok(await isReadable(attempt.receivedImageId), 'its time is not over');
    faces().advance(2 * dayMs);
    assert.deepEqual(await apply({ receivedImagesDays: 10 }), { outcome: 'done' });
    const left = await getAttempt(faces(), attempt.id);
    assert.equal(left.receivedImageId, undefined);
    assert.equal(left.peopleId, attempt.peopleId);
    assert.ok(await isGone(attempt.receivedImageId));
    assert.ok(await isReadable(left.registeredImageId));
    assert.ok(await isReadable(newer.receivedImageId));
  });

  it('takes what is personal of attempts after their days, and leaves verdict and time', async () => {
    const { cpf, attempt } = await authenticate();
    faces().advance(31 * dayMs);
    await apply({ attemptsDays: 30 });
    const { isMatch, faceMatch, createdAt, ...left } = await getAttempt(faces(), attempt.id);
    assert.deepEqual(
      { isMatch, faceMatch, createdAt },
      {
        isMatch: attempt.isMatch,
        faceMatch: attempt.faceMatch,
        createdAt: attempt.createdAt,
      },
    );
    for (const gone of ['peopleId', 'sourceIp', 'device', 'registeredImageId', 'receivedImageId'] as const) {
      assert.equal(left[gone], undefined, gone);
    }
    assert.ok(await isGone(attempt.receivedImageId));
    const again = await faces().authenticate(cpf, await createDistinctPhoto());
    assert.ok(again.attempt.registeredImageId, 'the reference photo is still there');
  });

  it('goes on with the other rules while the photo store refuses to delete, and rejects then', async () => {
    const { attempt } = await authenticate();
    faces().advance(31 * dayMs);
    const { store } = faces();
    const readOnly = { ...store, delete: () => Promise.reject(new Error('read-only file system')) };
    const rules = () => retentionRules({ receivedImagesDays: 10, attemptsDays: 30 });
    const run = applyRetention({ ...faces(), store: readOnly, rules, lockHeld: hold([]) }, never);
    await assert.rejects(run, /read-only file system/);
    assert.equal((await getAttempt(faces(), attempt.id)).peopleId, undefined);
    assert.deepEqual(await apply({ receivedImagesDays: 10, attemptsDays: 30 }), { outcome: 'done' });
  });

  it('leaves photos and attempts of held people, and takes those of others', async () => {
    const { attempt: held } = await authenticate();
    const { attempt: other } = await authenticate();
    faces().advance(31 * dayMs);
    await apply({ receivedImagesDays: 10, attemptsDays: 30 }, never, [held.personId]);
    assert.equal((await getAttempt(faces(), held.id)).peopleId, held.peopleId);
    assert.ok(await isReadable(held.receivedImageId));
    assert.equal((await getAttempt(faces(), other.id)).peopleId, undefined);
    await apply({ attemptsDays: 30 });
    assert.equal((await getAttempt(faces(), held.id)).peopleId, undefined, 'the hold is over');
  });

  it('is told before: a preview counts what goes, of nobody who is held, and takes nothing', async () => {
    const { attempt: held } = await authenticate();
    const { attempt: other } = await authenticate();
    const preview = async (attemptsDays: number | undefined, days?: number) => {
      const rules = () => retentionRules({ attemptsDays });
      const forecasts = await previewRetention({ ...faces(), rules, lockHeld: hold([held.personId]) }, days);
      return forecasts.map(({ days: kept, count }) => [kept, count]);
    };
    faces().advance(31 * dayMs);
    const [unset, due] = await preview(30);
    assert.deepEqual(unset, [undefined, 0]);
    assert.ok(due![1]! > 0);
    assert.deepEqual(await preview(undefined), [unset, [undefined, 0]]);
    const [photos, attempts] = await preview(undefined, 30);
    assert.deepEqual([photos![0], attempts], [30, due]);
    assert.ok(photos![1]! > 0);
    assert.equal((await getAttempt(faces(), other.id)).peopleId, other.peopleId);
    assert.ok(await isReadable(other.receivedImageId));
    await apply({ attemptsDays: 30 }, never, [held.personId]);
    assert.deepEqual((await preview(30))[1], [30, 0]);
  });

  it('takes with the attempt its idempotency key, and a photo that was kept as its evidence only', async () => {
    const cpf = generateCpf();
    const photo = await createDistinctPhoto();
    await faces().register(cpf, photo);
    const { attempt } = await faces().authenticate(cpf, photo, 'key of an old attempt');
    await deleteRegisteredFaces(faces(), cpf);
    assert.ok(await isReadable(attempt.registeredImageId), 'the attempt needs it');
    faces().advance(29 * dayMs);
    const { attempt: newer } = await authenticate();
    await apply({ attemptsDays: 30 });
    assert.ok(await isReadable(attempt.registeredImageId), 'its time is not over');
    faces().advance(2 * dayMs);
    await apply({ attemptsDays: 30 });
    for (const id of [attempt.registeredImageId, attempt.receivedImageId]) assert.ok(await isGone(id));
    await faces().register(cpf, photo);
    const again = await faces().authenticate(cpf, photo, 'key of an old attempt');
    assert.equal(again.replayed, false);
    const left = await getAttempt(faces(), newer.id);
    assert.equal(left.peopleId, newer.peopleId);
    assert.ok(left.device);
    for (const id of [newer.registeredImageId, newer.receivedImageId]) assert.ok(await isReadable(id));
  });

  it('takes more than fit into one transaction', async () => {
    const { attempt } = await authenticate();
    const { db } = faces();
    const copies = 450;
    await sql`
      insert into attempts
      select (jsonb_populate_record(a, jsonb_build_object(
               'id', left(a.id, 16) || lpad(to_hex(n), 20, '0'), 'registered_image_id', null, 'received_image_id', null))).*
        from attempts a, generate_series(1, ${copies}::int) n
       where a.id = ${attempt.id}`.execute(db);
    const count = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from attempts
         where id like left(${attempt.id}, 16) || '0000%' and erased_at is not null`.execute(db);
      return rows[0]!.count;
    };
    faces().advance(29 * dayMs);
    await apply({ attemptsDays: 30 });
    assert.equal(await count(), 0);
    faces().advance(2 * dayMs);
    assert.deepEqual(await apply({ attemptsDays: 30 }), { outcome: 'done' });
    assert.equal(await count(), copies);
  });

  it('takes executions that ended after their days, and leaves the profile', async () => {
    const cpf = generateCpf();
    civil.answer(cpf, found({ name: 'Ana' }, {}));
    const template = await profiles().template({ subject: 'person', sources: [{ name: 'civil' }] });
    const { execution } = await profiles().run({ cpf }, template.id);
    await applyToExecutions(6, [execution.profileId]);
    assert.deepEqual(await findExecutions(execution.id), [execution.id], 'the person is held');
    await applyToExecutions(4);
    assert.deepEqual(await findExecutions(execution.id), [execution.id]);
    await applyToExecutions(6);
    assert.deepEqual(await findExecutions(execution.id), []);
    const { rows } = await sql`select 1 from execution_sources where execution_id = ${execution.id}`.execute(
      profiles().db,
    );
    assert.equal(rows.length, 0);
    const profile = await profiles().read({ cpf });
    assert.deepEqual([profile.cpf, profile.basicData.name], [cpf, 'Ana']);
  });

  it('leaves executions that have not ended, however old', async () => {
    const cpf = generateCpf();
    const answer = Promise.withResolvers<ReturnType<typeof found>>();
    civil.answer(cpf, () => answer.promise);
    const template = await profiles().template({ subject: 'person', sources: [{ name: 'civil' }] });
    const id = await profiles().start({ cpf }, template.id);
    await profiles().until(id, ({ execution }) => execution.state === 'running');
    await applyToExecutions(1_000);
    assert.deepEqual(await findExecutions(id), [id]);
    answer.resolve(found({ name: 'Ana' }));
    const { execution } = await profiles().until(id);
    assert.equal(execution.state, 'done');
  });

  it('leaves the execution whose partners a company shows, with theirs, and takes those it showed before', async () => {
    const cnpj = generateCnpj();
    const person = await profiles().template({ sources: [{ name: 'civil', isRequired: false }] });
    const template = await profiles().template({
      subject: 'company',
      sources: [{ name: 'registry' }],
      onboardPartners: { isEnabled: true, personTemplateId: person.id, isAwaited: true },
    });
    const run = async (name: string) => {
      registry.answer(cnpj, found({ status: 'ATIVA' }, {}, [partner('person', name, '***123456**')]));
      const { execution, partners } = await profiles().run({ cnpj }, template.id);
      return { id: execution.id, child: partners[0]!.childId! };
    };
    const first = await run('ANA LIMA');
    const second = await run('RUI LIMA');
    const all = [first.id, first.child, second.id, second.child];
    await applyToExecutions(4);
    assert.deepEqual(await findExecutions(...all), [...all].sort());
    await applyToExecutions(6);
    assert.deepEqual(await findExecutions(...all), [second.id, second.child].sort());
    const shown = (await profiles().read({ cnpj })).qsa.items[0];
    assert.deepEqual([shown.name, shown.transactionId], ['RUI LIMA', second.child]);

    // The next one finds what is left, and the company shows it.
    const third = await run('EVA LIMA');
    assert.equal((await profiles().read({ cnpj })).qsa.items[0].name, 'EVA LIMA');
    await applyToExecutions(6);
    assert.deepEqual(await findExecutions(...all, third.id, third.child), [third.id, third.child].sort());
  });

  it('does nothing unless it is told how long, and stops when it is asked to', async () => {
    const { attempt } = await authenticate();
    faces().advance(40_000 * dayMs);
    assert.deepEqual(await apply({}), { outcome: 'done' });
    assert.ok(await isReadable(attempt.receivedImageId));
    const stopped = await apply({ attemptsDays: 1 }, AbortSignal.abort());
    assert.equal(stopped.outcome, 'failed');
    assert.ok(await isReadable(attempt.receivedImageId));
  });
});
