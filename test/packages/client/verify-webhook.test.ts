import assert from 'node:assert/strict';
import { createHmac, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { describe, it, mock } from 'node:test';
import { VerificationError, verifyWebhook } from '../../../packages/client/src/index.ts';
import { createKeySet } from '../../../packages/client/src/key-set.ts';

const secret = `whsec_${randomBytes(24).toString('base64')}`;
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const jwk = publicKey.export({ format: 'jwk' });
const body = '{"type":"face.registered","data":{"personId":"per_1"}}';
const now = new Date('2026-11-22T12:00:00Z');
const seconds = now.getTime() / 1000;

function headersOf(options: { at?: number; body?: string; id?: string } = {}) {
  const { at = seconds, body: signedBody = body, id = 'evt_1' } = options;
  const signed = `${id}.${at}.${signedBody}`;
  const hmac = createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
    .update(signed)
    .digest('base64');
  const ed25519 = sign(null, Buffer.from(signed), privateKey).toString('base64');
  return { id, at, v1: `v1,${hmac}`, v1a: `v1a,${ed25519}` };
}

function requestOf(signature: string, { id, at } = headersOf(), sent = body) {
  return {
    headers: { 'webhook-id': id, 'webhook-timestamp': String(at), 'webhook-signature': signature },
    body: sent,
  };
}

const keys = { get: async () => jwk, all: async () => [{ kty: 'EC', crv: 'P-256', x: 'a', y: 'b' }, jwk] };
const whpk = `whpk_${Buffer.from(jwk.x!, 'base64url').toString('base64')}`;

async function refuses(request: Parameters<typeof verifyWebhook>[0], trust: object, code: string) {
  await assert.rejects(verifyWebhook(request, { now, ...trust }), (error) => {
    assert.ok(error instanceof VerificationError, String(error));
    assert.equal(error.code, code);
    return true;
  });
}

describe('a webhook', () => {
  it('with a good v1 or v1a is believed, and gives its event', async () => {
    const { v1, v1a } = headersOf();
    for (const [signature, trust] of [
      [v1, { secrets: [secret] }],
      [v1a, { keys }],
      [v1a, { keys: [whpk] }],
      [`v2,AAAA v1,@@ ${v1a} ${v1}`, { secrets: [`whsec_${randomBytes(24).toString('base64')}`, secret] }],
    ] as const) {
      const verified = await verifyWebhook(requestOf(signature), { now, ...trust });
      assert.deepEqual(verified, { id: 'evt_1', sentAt: now, payload: JSON.parse(body) });
    }
  });

  it('signed with a key that came after the kept ones is believed', async () => {
    const fetches: string[] = [];
    const known = createKeySet(async () => {
      fetches.push('now');
      return fetches.length === 1
        ? [generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' })]
        : [jwk];
    });
    const start = performance.now();
    const clock = mock.method(performance, 'now', () => start);
    try {
      await refuses(requestOf(headersOf().v1a), { keys: known }, 'signature_wrong');
      assert.equal(fetches.length, 1);
      clock.mock.mockImplementation(() => start + 31_000);
      const { id } = await verifyWebhook(requestOf(headersOf().v1a), { now, keys: known });
      assert.equal(id, 'evt_1');
      await refuses(requestOf(headersOf({ body: 'x' }).v1a), { keys: known }, 'signature_wrong');
      assert.equal(fetches.length, 2, 'what is forged makes nobody fetch the keys more often');
    } finally {
      clock.mock.restore();
    }
  });

  it('is read from Headers and from bytes as well', async () => {
    const { headers, body: text } = requestOf(headersOf().v1);
    const verified = await verifyWebhook(
      { headers: new Headers(headers), body: new TextEncoder().encode(text) },
      { now, secrets: [secret] },
    );
    assert.equal(verified.id, 'evt_1');
  });

  it('is read from names in any case, and from lists as values', async () => {
    const { headers, body: text } = requestOf(headersOf().v1);
    const given = {
      'Webhook-Id': [headers['webhook-id']],
      'WEBHOOK-TIMESTAMP': headers['webhook-timestamp'],
      'Webhook-Signature': ['v1,AAAA', headers['webhook-signature']],
    };
    const verified = await verifyWebhook({ headers: given, body: text }, { now, secrets: [secret] });
    assert.equal(verified.id, 'evt_1');
  });

  it('that was changed anywhere is refused', async () => {
    const { v1, v1a } = headersOf();
    for (const signature of [v1, v1a]) {
      const trust = { secrets: [secret], keys };
      await refuses(requestOf(signature, undefined, `${body} `), trust, 'signature_wrong');
      await refuses(requestOf(signature, { ...headersOf(), id: 'evt_2' }), trust, 'signature_wrong');
      await refuses(requestOf(signature, { ...headersOf(), at: seconds + 1 }), trust, 'signature_wrong');
    }
  });

  it('of one kind is not taken for the other, and nothing is believed without a key', async () => {
    const { v1, v1a } = headersOf();
    await refuses(requestOf(v1.replace('v1', 'v1a')), { secrets: [secret], keys }, 'signature_wrong');
    await refuses(requestOf(v1a.replace('v1a', 'v1')), { secrets: [secret], keys }, 'signature_wrong');
    await refuses(requestOf(`${v1} ${v1a}`), {}, 'signature_wrong');
    await refuses(requestOf(v1), { keys }, 'signature_wrong');
    await assert.rejects(verifyWebhook(requestOf(v1), { now, secrets: ['whsec_'] }), TypeError);
  });

  it('too old, of the future, or without its headers is refused', async () => {
    for (const at of [seconds - 301, seconds + 301]) {
      const made = headersOf({ at });
      await refuses(requestOf(made.v1, made), { secrets: [secret] }, 'expired');
      const verified = await verifyWebhook(requestOf(made.v1, made), {
        now,
        secrets: [secret],
        toleranceSeconds: 400,
      });
      assert.equal(verified.id, 'evt_1');
    }
    const { headers, body: text } = requestOf(headersOf().v1);
    for (const name of Object.keys(headers)) {
      const without = Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name));
      await refuses({ headers: without, body: text }, { secrets: [secret] }, 'signature_missing');
    }
    await refuses(
      { headers: { ...headers, 'webhook-timestamp': 'now' }, body: text },
      { secrets: [secret] },
      'signature_malformed',
    );
  });
});
