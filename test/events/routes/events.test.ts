import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { generateCpf } from '../../../src/platform/documents.ts';
import { createPhoto } from '../../images/photos.ts';
import { send } from '../../support/http.ts';
import { shareService } from '../../support/service.ts';
import { createStandInEngine } from '../../support/service-engine.ts';
import { putFace, toDataAddress } from '../../support/service-photos.ts';
import { openReceiver, type Receiver } from '../open-events.ts';

const reading = ['events:read', 'attempts:read', 'faces:write', 'people:read'];

describe('events and webhooks of a running service', () => {
  const service = shareService('embedded', {
    engine: createStandInEngine(),
    env: { WEBHOOK_ALLOW: '127.0.0.1' },
  });
  const url = (path: string) => `${service().url}${path}`;
  const token = async (scopes: readonly string[], product: 'customer' | 'mobile' = 'customer') =>
    await service().fetchToken(await service().createClient(product, scopes));
  let receiver: Receiver;

  const endings: (() => unknown)[] = [];

  before(async () => {
    receiver = await openReceiver({ after: (end) => endings.push(end as () => unknown) });
  });
  after(() => {
    for (const end of endings) end();
  });

  it('tell of a face, an attempt and an erasure, by feed and by webhook alike', async () => {
    const owner = await token([...reading, 'webhooks:write']);
    const made = await send(url('/v1/webhook-endpoints'), {
      method: 'POST',
      token: owner,
      json: { url: receiver.url, types: ['attempt.made', 'person.erased'] },
    });
    assert.equal(made.status, 201, made.text);
    assert.equal(made.headers.get('cache-control'), 'no-store');
    const customer = await service().token('customer');
    const cpf = generateCpf();
    assert.equal((await putFace(service(), cpf, await createPhoto({ format: 'jpeg' }))).status, 201);
    const attempt = await send(url('/v1/face-authentications'), {
      method: 'POST',
      token: customer,
      json: { peopleId: cpf, imageUrl: toDataAddress(await createPhoto({ format: 'png' })) },
    });
    assert.ok(attempt.status < 300, attempt.text);
    const erased = await send(url(`/v1/people/${cpf}`), { method: 'DELETE', token: customer });
    assert.equal(erased.status, 200, erased.text);

    const feed = await send(url('/v1/events'), { token: owner });
    const mine = feed.body.items.filter(({ type }: { type: string }) => !type.startsWith('webhook_'));
    assert.deepEqual(
      mine.map(({ type }: { type: string }) => type),
      ['face.registered', 'attempt.made', 'person.erased'],
    );
    assert.ok(!feed.text.includes(cpf));
    const { personId } = mine[0].data;
    assert.deepEqual(mine[1].data, { attemptId: attempt.headers.get('x-attempt-id'), personId });
    assert.deepEqual(mine[2].data, { personId });
    await receiver.until(2);
    for (const { headers, body } of receiver.received) {
      const event = new Webhook(made.body.secret).verify(body, headers as Record<string, string>) as {
        id: string;
      };
      assert.deepEqual(
        event,
        mine.find(({ id }: { id: string }) => id === event.id),
      );
    }
    const few = await send(url('/v1/events'), { token: await token(['events:read', 'attempts:read']) });
    assert.deepEqual(
      few.body.items.map(({ type }: { type: string }) => type),
      ['attempt.made'],
    );
  });

  it('are for clients with the scope alone: others are refused, and see no type of another scope', async () => {
    const lacking = await token(['people:read']);
    assert.equal((await send(url('/v1/events'), { token: lacking })).status, 403);
    assert.equal((await send(url('/v1/event-types'), { token: lacking })).status, 403);
    assert.equal((await send(url('/v1/events'))).status, 401);
    const mobile = await token(['attempts:read'], 'mobile');
    assert.equal((await send(url('/v1/events'), { token: mobile })).status, 401);
    const reader = await token(['events:read', 'people:read']);
    const refused = await send(url('/v1/events?type=attempt.made'), { token: reader });
    assert.equal(refused.body.code, 'event_type_unknown');
    assert.equal(refused.body.detail, 'attempt.made needs the scope attempts:read.');
    const mistyped = await send(url('/v1/events?type=person.erased,person.eraser'), { token: reader });
    assert.equal(mistyped.body.detail, 'Type 2 of the request is none of GET /v1/event-types.');
    const repeated = await send(url('/v1/events?type=person.erased&type=face.removed'), { token: reader });
    assert.deepEqual(repeated.body.errors, [{ path: 'querystring/type', message: 'must be given once' }]);
    const unknown = await send(url(`/v1/events?cursor=evt_${'0'.repeat(32)}`), { token: reader });
    assert.equal(unknown.body.code, 'cursor_expired');
    const types = (await send(url('/v1/event-types'), { token: reader })).body.items;
    const visible = types.filter(({ isVisible }: { isVisible: boolean }) => isVisible);
    assert.ok(visible.length > 0 && visible.every(({ scope }: { scope: string }) => scope === 'people:read'));
  });

  it('the catalogue names identifiers and closed words only', async () => {
    const { items } = (await send(url('/v1/event-types'), { token: await token(['events:read']) })).body;
    assert.ok(items.length >= 15);
    for (const { name, schema } of items) {
      for (const [property, { pattern, enum: words }] of Object.entries<{ pattern?: string; enum?: unknown }>(
        schema.properties,
      )) {
        const isClosed = pattern !== undefined || words !== undefined;
        assert.ok(isClosed, `${name}: ${property} may hold anything`);
        assert.ok(pattern === undefined || !new RegExp(pattern).test('52998224725'), `${name}: ${property}`);
      }
    }
  });

  it('endpoints of another client are as if they were not there, but for administrators', async () => {
    const owner = await token(['webhooks:write', 'people:read']);
    const json = { url: receiver.url };
    const made = await send(url('/v1/webhook-endpoints'), { method: 'POST', token: owner, json });
    const { id } = made.body;
    const stranger = await token(['webhooks:write', 'people:read']);
    const admin = await service().fetchToken(service().admin);
    const path = `/v1/webhook-endpoints/${id}`;
    const window = { from: '2026-01-01T00:00:00Z', to: '2027-01-01T00:00:00Z' };
    const attacks = [
      ['GET', path, undefined],
      ['PATCH', path, { isEnabled: false }],
      ['POST', `${path}/secret`, undefined],
      ['POST', `${path}/test`, undefined],
      ['GET', `${path}/deliveries`, undefined],
      ['POST', `${path}/deliveries/whd_${'0'.repeat(32)}/replay`, undefined],
      ['POST', `${path}/replays`, window],
      ['DELETE', path, undefined],
    ] as const;
    for (const [method, address, body] of attacks) {
      const sending = { method, ...(body === undefined ? {} : { json: body }) };
      const answer = await send(url(address), { ...sending, token: stranger });
      assert.equal(answer.body.code, 'webhook_endpoint_not_found', `${method} ${address}`);
      assert.equal(answer.status, 404);
    }
    const listed = await send(url('/v1/webhook-endpoints'), { token: stranger });
    assert.deepEqual(listed.body.items, []);
    const swapped = await send(url(`${path}/replays`), {
      method: 'POST',
      token: owner,
      json: { from: window.to, to: window.from },
    });
    assert.equal(swapped.status, 400, 'none missing would be no answer');
    assert.deepEqual(swapped.body.errors, [{ path: 'body/to', message: 'must not be before `from`' }]);
    const read = await send(url(path), { token: admin });
    assert.equal(read.body.isEnabled, true, 'nobody has disabled it');
    assert.ok(!read.text.includes('whsec_'));
    const forOther = await send(url('/v1/webhook-endpoints'), {
      method: 'POST',
      token: stranger,
      json: { ...json, clientId: read.body.clientId },
    });
    assert.equal(forOther.status, 404);
    const exceeding = await send(url('/v1/webhook-endpoints'), {
      method: 'POST',
      token: stranger,
      json: { ...json, types: ['attempt.made'] },
    });
    assert.equal(exceeding.body.code, 'event_type_unknown', 'its scopes do not show the type');
    const inside = await send(url('/v1/webhook-endpoints'), {
      method: 'POST',
      token: stranger,
      json: { url: 'https://10.0.0.1/hook' },
    });
    assert.equal(inside.body.code, 'webhook_url_invalid');
    for (let made = 0; made < 10; made += 1) {
      await send(url('/v1/webhook-endpoints'), { method: 'POST', token: stranger, json });
    }
    const full = await send(url('/v1/webhook-endpoints'), { method: 'POST', token: stranger, json });
    assert.equal(full.body.code, 'webhook_endpoints_full');
    assert.equal((await send(url(path), { method: 'DELETE', token: owner })).status, 204);
    assert.equal((await send(url(path), { token: owner })).status, 404);
  });

  it('watches of another client are as if they were not there', async () => {
    const owner = await token(['executions:write']);
    const stranger = await token(['executions:write']);
    const templates = (await send(url('/v1/query-templates'), { token: owner })).body.items;
    const { id: templateId } = templates.find(({ subject }: { subject: string }) => subject === 'person');
    const cpf = generateCpf();
    const json = { cpf, templateId, intervalDays: 7 };
    const made = await send(url('/v1/watches'), { method: 'POST', token: owner, json });
    assert.equal(made.status, 201, made.text);
    assert.ok(!made.text.includes(cpf));
    const path = url(`/v1/watches/${made.body.id}`);
    for (const method of ['GET', 'DELETE']) {
      assert.equal((await send(path, { method, token: stranger })).body.code, 'watch_not_found');
    }
    assert.deepEqual((await send(url('/v1/watches'), { token: stranger })).body.items, []);
    assert.equal((await send(url('/v1/watches'), { token: owner })).body.items.length, 1);
    const both = { ...json, cnpj: '11222333000181' };
    assert.equal((await send(url('/v1/watches'), { method: 'POST', token: owner, json: both })).status, 400);
    assert.equal((await send(path, { method: 'DELETE', token: owner })).status, 204);
    assert.equal((await send(path, { token: owner })).status, 404);
  });
});
