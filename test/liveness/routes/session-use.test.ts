import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import sharp from 'sharp';
import { generateCpf } from '../../../src/platform/documents.ts';
import {
  beginLiveness,
  type CreatedSession,
  createLivenessSession,
  performSteps,
} from '../../support/capture-page.ts';
import { describeDatabases } from '../../support/database.ts';
import { assertError, send } from '../../support/http.ts';
import { shareService } from '../../support/service.ts';
import { createStandInEngine } from '../../support/service-engine.ts';
import { putFace, toDataAddress } from '../../support/service-photos.ts';

/** A photo that no other is equal to. */
async function drawPhoto(): Promise<Buffer> {
  return await sharp(randomBytes(64 * 64 * 3), { raw: { width: 64, height: 64, channels: 3 } })
    .jpeg()
    .toBuffer();
}

describeDatabases('the use of a liveness session', (kind) => {
  const service = shareService(kind, { engine: createStandInEngine() });
  let customer: string;
  before(async () => {
    customer = await service().token('customer');
  });

  /** A session that may be used: it holds a photo file. */
  async function endedSession(json: object, token = customer): Promise<CreatedSession> {
    const session = await createLivenessSession(service().mobileUrl, token, json);
    const sent = await send(`${session.url}/upload`, {
      method: 'POST',
      token: await beginLiveness(session),
      headers: { 'content-type': 'image/jpeg' },
      body: await drawPhoto(),
    });
    assert.equal(sent.status, 200, sent.text);
    return session;
  }
  const read = async (session: CreatedSession, token = customer) => await send(session.url, { token });
  const authenticate = (peopleId: string, { id }: CreatedSession) =>
    send(`${service().url}/v1/face-authentications`, {
      method: 'POST',
      token: customer,
      json: { peopleId, livenessSessionId: id },
    });
  const register = (peopleId: string, { id }: CreatedSession) =>
    send(`${service().url}/v1/people/${peopleId}/face`, {
      method: 'PUT',
      token: customer,
      json: { livenessSessionId: id },
    });
  const erase = (person: string) =>
    send(`${service().url}/v1/people/${person}`, { method: 'DELETE', token: customer });

  it('stands in place of a photo at the old address, for its client and person, once', async () => {
    const [cpf, other] = [generateCpf(), generateCpf()];
    for (const person of [cpf, other]) {
      assert.equal((await putFace(service(), person, await drawPhoto())).status, 201);
    }
    const ask = async (peopleId: string, json: object) =>
      await send(`${service().mobileUrl}/faces/authenticate`, {
        method: 'POST',
        token: await service().token('mobile', { peopleId }),
        json: { peopleId, ...json },
      });
    const bound = await service().token('mobile', { peopleId: cpf });
    const session = await endedSession({ purpose: 'authenticate' }, bound);
    const use = { livenessSessionId: session.id };
    assertError(await ask(other, use), 400, 'liveness_session_unusable');
    const imageUrl = toDataAddress(await drawPhoto());
    assertError(await ask(cpf, { ...use, imageUrl }), 400, 'photo_ambiguous');
    const ofCustomer = await endedSession({ purpose: 'authenticate', peopleId: cpf });
    const foreign = await ask(cpf, { livenessSessionId: ofCustomer.id });
    assertError(foreign, 404, 'liveness_session_not_found');
    const answers = await Promise.all([ask(cpf, use), ask(cpf, use)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400]);
    const made = answers.find(({ status }) => status === 200)!;
    assert.equal(made.body.isMatch, false, 'the stand-in sees another face in every picture');
    const address = `${service().url}/v1/face-authentications/${made.headers.get('x-attempt-id')}`;
    const attempt = await send(address, { token: customer });
    assert.equal(attempt.body.decision.livenessSessionId, session.id);
  });

  it('gives a session of nobody to the person, and the erasure of the person takes session and photo', async () => {
    const cpf = generateCpf();
    const session = await endedSession({ purpose: 'register' });
    assert.equal((await register(cpf, session)).status, 201);
    const { upload, usedAt } = (await read(session)).body;
    assert.ok(usedAt);
    assert.equal((await send(upload.imageUrl)).status, 200);
    const erased = await erase(cpf);
    assert.equal(erased.status, 200, erased.text);
    assert.equal(erased.body.erased.livenessSessions, 1);
    assertError(await read(session), 404, 'liveness_session_not_found');
    assert.equal((await send(upload.imageUrl)).status, 404);
  });

  it('need not come first: sessions of a CPF that nobody registered are erased, too', async () => {
    const peopleId = generateCpf();
    const session = await endedSession({ purpose: 'register', peopleId });
    const { upload } = (await read(session)).body;
    const erased = await erase(peopleId);
    assert.equal(erased.status, 200, erased.text);
    assert.equal(erased.body.erased.livenessSessions, 1);
    assert.ok(erased.body.receipt);
    assertError(await read(session), 404, 'liveness_session_not_found');
    assert.equal((await send(upload.imageUrl)).status, 404);
    assertError(await register(peopleId, session), 404, 'liveness_session_not_found');
    assertError(await erase(peopleId), 404, 'profile_not_found');
    assertError(await erase(generateCpf()), 404, 'profile_not_found');
  });

  it('is undone with the result when that cannot be stored', {
    skip: kind === 'embedded' && 'needs a second connection',
  }, async (t) => {
    const database = new Client({ connectionString: service().databaseUrl });
    await database.connect();
    t.after(() => database.end());
    await database.query(
      `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'full'; end $$`,
    );
    const cpf = generateCpf();
    assert.equal((await putFace(service(), cpf, await drawPhoto())).status, 201);
    for (const [table, purpose, use, made] of [
      ['attempts', 'authenticate', authenticate, 201],
      ['faces', 'register', register, 200],
    ] as const) {
      const session = await endedSession({ purpose, peopleId: cpf });
      await database.query(
        `create trigger full_table before insert on ${table} for each row execute function refuse()`,
      );
      assertError(await use(cpf, session), 500, 'internal_error');
      assert.equal((await read(session)).body.usedAt, undefined, `${purpose} failed`);
      await database.query(`drop trigger full_table on ${table}`);
      assert.equal((await use(cpf, session)).status, made);
      assertError(await use(cpf, session), 400, 'liveness_session_unusable');
    }
  });

  describe('beside the erasure of the person', {
    skip: kind === 'embedded' && 'needs a second connection',
  }, () => {
    let database: Client;
    before(async () => {
      database = new Client({ connectionString: service().databaseUrl });
      await database.connect();
      await database.query(`create function wait_for_test() returns trigger language plpgsql as
        $$ begin perform pg_advisory_xact_lock_shared(77); return new; end $$`);
    });
    after(() => database.end());

    const countWaiting = async () => {
      const { rows } = await database.query(
        `select count(*)::int as n from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows[0].n as number;
    };
    /** Erases while a request waits to write into a table. */
    async function eraseWhileWriting<T>(table: string, peopleId: string, request: () => Promise<T>) {
      await database.query(
        `create trigger wait before insert on ${table} for each row execute function wait_for_test()`,
      );
      await database.query('select pg_advisory_lock(77)');
      const asked = request();
      while ((await countWaiting()) < 1) await delay(10);
      const erasing = erase(peopleId);
      let isErased = false;
      erasing.finally(() => (isErased = true)).catch(() => {});
      while (!isErased && (await countWaiting()) < 2) await delay(10);
      await database.query('select pg_advisory_unlock(77)');
      const answers = [await asked, await erasing] as const;
      await database.query(`drop trigger wait on ${table}`);
      return answers;
    }

    it('both are answered', async () => {
      const peopleId = generateCpf();
      assert.equal((await putFace(service(), peopleId, await drawPhoto())).status, 201);
      const session = await endedSession({ purpose: 'authenticate', peopleId });
      const [used, erased] = await eraseWhileWriting('attempts', peopleId, () =>
        authenticate(peopleId, session),
      );
      assert.equal(erased.status, 200, erased.text);
      assertError(used, 404, 'face_not_registered');
      assertError(await read(session), 404, 'liveness_session_not_found');
    });

    it('a session whose pictures are erased between the reading of both is none', async () => {
      const peopleId = generateCpf();
      assert.equal((await putFace(service(), peopleId, await drawPhoto())).status, 201);
      const session = await endedSession({ purpose: 'authenticate', peopleId });
      await database.query('begin');
      await database.query('lock table images in access exclusive mode');
      const asked = authenticate(peopleId, session);
      while ((await countWaiting()) < 1) await delay(10);
      await database.query(
        `with frames as (delete from liveness_frames where session_id = $1 returning image_id)
         delete from images where id in (select image_id from frames)`,
        [session.id],
      );
      await database.query('commit');
      assertError(await asked, 404, 'liveness_session_not_found');
    });

    it('what is kept of a session that is judged or removed meanwhile is erased, too', async () => {
      for (const [table, isJudged] of [
        ['liveness_fingerprints', true],
        ['liveness_tries', false],
      ] as const) {
        const peopleId = generateCpf();
        const wanted = { purpose: 'authenticate', peopleId };
        const session = await createLivenessSession(service().mobileUrl, customer, wanted);
        const secret = await beginLiveness(session);
        await send(`${session.url}/next`, { method: 'POST', token: secret });
        const [, erased] = await eraseWhileWriting(table, peopleId, async () =>
          isJudged
            ? await performSteps(session, secret, drawPhoto)
            : await send(session.url, { method: 'DELETE', token: customer }),
        );
        assert.equal(erased.status, 200, erased.text);
        const { rows } = await database.query(`select 1 from ${table} where session_id = $1`, [session.id]);
        assert.equal(rows.length, 0, table);
      }
    });
  });
});
