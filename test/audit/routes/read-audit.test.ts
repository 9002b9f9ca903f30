import assert from 'node:assert/strict';
import { before, describe, it, type TestContext } from 'node:test';
import Fastify from 'fastify';
import { AuditError, type AuditLog } from '../../../src/platform/audit/index.ts';
import { generateCpf } from '../../../src/platform/documents.ts';
import { createLogger } from '../../../src/platform/log.ts';
import type { App } from '../../../src/web/app.ts';
import { addAudit } from '../../../src/web/audit.ts';
import { createErrorHandler } from '../../../src/web/errors.ts';
import { ErrorSchema } from '../../../src/web/schemas.ts';
import { describeDatabases } from '../../support/database.ts';
import { cutFacePhotos } from '../../support/face-photos.ts';
import { assertError, send } from '../../support/http.ts';
import { shareService } from '../../support/service.ts';
import { putFace, toDataAddress } from '../../support/service-photos.ts';

type Event = {
  readonly actor: { kind: string; id?: string };
  readonly action: string;
  readonly target?: string;
  readonly purpose?: string;
  readonly source?: string;
  readonly outcome: string;
  readonly requestId: string;
};

describeDatabases('audit over HTTP', (kind) => {
  const service = shareService(kind);
  const cpf = generateCpf();
  let customer: string;
  let mobile: string;
  let clientId: string;

  before(async () => {
    const client = await service().createClient('customer');
    clientId = client.clientId;
    customer = await service().fetchToken(client);
    mobile = await service().token('mobile');
  });

  const url = (path: string) => `${service().url}${path}`;
  const list = async (query = ''): Promise<Event[]> => {
    const answer = await send(url(`/v1/audit${query}`), { token: customer });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body.items;
  };
  const find = async (requestId: string): Promise<Event> => {
    const event = (await list()).find((it) => it.requestId === requestId);
    assert.ok(event, 'the request is in the audit log');
    return event;
  };

  it('a registration, an authentication, and the reads of attempt, face and photo are recorded', async () => {
    const photos = await cutFacePhotos();
    const registered = await putFace(service(), cpf, photos.sameWoman[0]);
    assert.equal(registered.status, 201);
    const authenticated = await send(url('/faces/authenticate'), {
      method: 'POST',
      token: mobile,
      json: { peopleId: cpf, imageUrl: toDataAddress(photos.sameWoman[1]) },
    });
    const attemptId = authenticated.headers.get('x-attempt-id')!;
    const attempt = await send(url(`/faces/authenticate/${attemptId}`), { token: mobile });
    const photo = await send(attempt.body.data.receivedImageUrl);
    assert.equal(photo.status, 200);
    const faces = await send(url(`/v1/people/${cpf}/face`), {
      token: customer,
      headers: {
        'x-purpose':
          'complaint 77 of 529.982.247-25 in cas_01a2083241277458972345678901bcde, not cas_52998224725000000000000000000000',
      },
    });
    const { personId } = faces.body.items[0];

    const register = await find(registered.body.requestId);
    assert.equal(register.action, 'face.register');
    assert.equal(register.target, personId);
    const authenticate = await find(authenticated.body.requestId);
    assert.deepEqual(
      [authenticate.action, authenticate.target, authenticate.outcome, authenticate.source],
      ['face.authenticate', attemptId, 'done', '127.0.0.0/24'],
    );
    const read = await find(attempt.body.requestId);
    assert.deepEqual([read.action, read.target, read.actor.kind], ['attempt.read', attemptId, 'client']);
    const seen = (await list('?action=image.read'))[0];
    assert.equal(seen?.actor.kind, 'link');
    assert.match(seen?.target ?? '', /^img_/);
    const listed = await find(faces.body.requestId);
    assert.equal(listed.actor.id, clientId);
    assert.equal(listed.source, '127.0.0.1');
    assert.equal(
      listed.purpose,
      'complaint 77 of [number] in cas_01a2083241277458972345678901bcde, not cas_[number]',
    );
    assert.ok(!JSON.stringify(await list()).includes(cpf), 'no CPF in the log');
  });

  it('what was refused is recorded with its code', async () => {
    const missing = await send(url(`/v1/people/${generateCpf()}`), { token: customer });
    assertError(missing, 404, 'profile_not_found');
    assert.equal((await find(missing.body.requestId)).outcome, 'profile_not_found');
    const narrow = await service().createClient('customer', ['companies:read']);
    const forbidden = await send(url(`/v1/people/${cpf}`), { token: await service().fetchToken(narrow) });
    assertError(forbidden, 403, 'scope_forbidden');
    const event = await find(forbidden.body.requestId);
    assert.deepEqual([event.actor.id, event.outcome], [narrow.clientId, 'scope_forbidden']);
  });

  it('whoever has no token and no link of ours cannot fill the log', async () => {
    const answer = await send(url(`/images/img_${'0'.repeat(32)}?expires=1&signature=x`));
    assert.equal(answer.status, 404);
    const events = await list('?action=image.read');
    assert.ok(events.every((it) => it.requestId !== answer.body.requestId));
  });

  it('pages follow each other without a gap, and filters hold', async () => {
    const seen: Event[] = [];
    let cursor = '';
    do {
      const { body } = await send(url(`/v1/audit?limit=3&to=${new Date().toISOString()}${cursor}`), {
        token: customer,
      });
      assert.ok(body.items.length <= 3);
      seen.push(...body.items);
      cursor = body.nextCursor === undefined ? '' : `&cursor=${body.nextCursor}`;
    } while (cursor !== '' && seen.length < 12);
    assert.equal(new Set(seen.map((it) => JSON.stringify(it))).size, seen.length);
    for (const event of await list(`?actor=${clientId}`)) assert.equal(event.actor.id, clientId);
    assert.deepEqual(await list('?target=per_nobody'), []);
    assert.deepEqual(await list('?to=2001-01-01T00:00:00Z'), []);
  });

  describe('invalid', () => {
    it('limits, moments and cursors of another form are 400', async () => {
      const cursors = [
        '9000000000000000.1.chain-1',
        '253402300800000.1.chain-1',
        '-99999999999999.1.chain-1',
        '1.1.chain-\0',
        '1.1.x',
        '1.1.5.chain-1',
        'null',
      ].map((place) => `cursor=${Buffer.from(place).toString('base64url')}`);
      const moments = ['from=yesterday', 'from=2016-12-31T23:59:60Z', 'to=0000-01-01T00:00:00Z'];
      for (const query of ['limit=0', 'limit=201', 'limit=x', ...moments]) {
        assertError(await send(url(`/v1/audit?${query}`), { token: customer }), 400, 'request_invalid');
      }
      for (const query of ['cursor=abc', ...cursors]) {
        assertError(await send(url(`/v1/audit?${query}`), { token: customer }), 400, 'cursor_invalid');
      }
    });

    it('a purpose with accents is kept, in UTF-8 as in Latin-1', async () => {
      const bytes = [Buffer.from('ANÁLISE de crédito – “ação” 😀'), Buffer.from('an\xe1lise', 'latin1')];
      const purposes: (string | undefined)[] = [];
      for (const header of bytes.map((one) => one.toString('latin1'))) {
        const answer = await send(url(`/v1/people/${cpf}`), {
          token: customer,
          headers: { 'x-purpose': header },
        });
        purposes.push((await find(answer.body.requestId)).purpose);
      }
      assert.deepEqual(purposes, ['ANÁLISE de crédito – “ação” 😀', 'análise']);
    });

    it('a purpose that is too long or not text is 400', async () => {
      for (const purpose of [
        'x'.repeat(201),
        'tab\there',
        '\x85',
        Buffer.from('a\u202eb').toString('latin1'),
      ]) {
        const answer = await send(url(`/v1/people/${cpf}`), {
          token: customer,
          headers: { 'x-purpose': purpose },
        });
        assertError(answer, 400, 'request_invalid');
      }
    });

    it('is read with its own scope only', async () => {
      const other = await service().createClient('customer', ['people:read', 'admin']);
      const token = await service().fetchToken(other);
      assertError(await send(url('/v1/audit'), { token }), 403, 'scope_forbidden');
      assertError(await send(url('/v1/audit'), { token: mobile }), 401, 'token_wrong_product');
      assertError(await send(url('/v1/audit')), 401, 'authorization_missing');
    });
  });
});

describe('an audited answer', () => {
  async function open(t: TestContext, audit: AuditLog) {
    const app = Fastify() as unknown as App;
    app.addSchema(ErrorSchema);
    app.setErrorHandler(createErrorHandler(createLogger({ level: 'silent' })));
    addAudit(app, audit);
    app.get(
      '/secret',
      { config: { access: { kind: 'public' }, audit: { action: 'person.read' } } },
      async () => ({
        secret: 'of a person',
      }),
    );
    t.after(() => app.close());
    return app;
  }

  it('does not leave before its event is stored', async (t) => {
    let store: () => void = () => {};
    const order: string[] = [];
    const app = await open(t, {
      record: () =>
        new Promise<void>((resolve) => {
          store = () => {
            order.push('stored');
            resolve();
          };
        }),
      place: () => undefined,
      close: async () => {},
    });
    const answer = app.inject('/secret').then((it) => {
      order.push('answered');
      return it;
    });
    await new Promise((resolve) => setTimeout(resolve, 100));
    store();
    assert.equal((await answer).statusCode, 200);
    assert.deepEqual(order, ['stored', 'answered']);
  });

  it('is not recorded again when its event was stored with what it records; a failure after that is', async (t) => {
    const outcomes: string[] = [];
    const app = await open(t, {
      record: async ({ outcome }) => void outcomes.push(outcome),
      place: () => undefined,
      close: async () => {},
    });
    const config = { access: { kind: 'public' }, audit: { action: 'person.read' } } as const;
    app.get('/stored', { config }, async (request) => {
      request.isAnswerAudited = true;
      return {};
    });
    app.get('/failed', { config }, async (request, reply) => {
      request.isAnswerAudited = true;
      reply.status(500);
      return {};
    });
    assert.equal((await app.inject('/stored')).statusCode, 200);
    assert.deepEqual(outcomes, []);
    assert.equal((await app.inject('/failed')).statusCode, 500);
    assert.deepEqual(outcomes, ['status_500']);
  });

  it('is withheld when its event cannot be stored', async (t) => {
    const app = await open(t, {
      record: async () => {
        throw new AuditError('audit_unavailable', { retryAfterSeconds: 1 });
      },
      place: () => undefined,
      close: async () => {},
    });
    const answer = await app.inject('/secret');
    assert.equal(answer.statusCode, 503);
    assert.equal(answer.json().code, 'audit_unavailable');
    assert.equal(answer.headers['retry-after'], '1');
    assert.ok(!answer.body.includes('of a person'));
  });
});
