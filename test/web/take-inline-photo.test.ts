import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import Fastify from 'fastify';
import type { App } from '../../src/web/app.ts';
import { addBodyParsers } from '../../src/web/body-parsers.ts';

/*
 * Every body is sent to two routes: one whose photo is taken out before the body is parsed, one that parses the whole
 * body. Both must see the same.
 */

const photo = randomBytes(9_000);
const payload = photo.toString('base64');
const address = `data:image/jpeg;base64,${payload}`;

function openApp(t: { after(end: () => unknown): void }): App {
  const app = Fastify({ onProtoPoisoning: 'remove', onConstructorPoisoning: 'remove' }) as unknown as App;
  t.after(() => app.close());
  addBodyParsers(app, 100_000);
  const handler = (request: { body: unknown; inlinePhoto: unknown }) => {
    const { body, inlinePhoto: inline } = request as {
      body: Record<string, unknown>;
      inlinePhoto?: { prefix: string; bytes: Uint8Array; readPayload: () => string };
    };
    if (inline === undefined) return { body, bytes: null };
    // A copy without a setter for the name `__proto__`.
    const whole = Object.entries(body).map(([name, value]) =>
      name === 'imageUrl' ? [name, inline.prefix + inline.readPayload()] : [name, value],
    );
    return { body: Object.fromEntries(whole), bytes: Buffer.from(inline.bytes).toString('base64') };
  };
  app.post('/whole', {}, handler as never);
  app.post('/taken', { config: { inlinePhoto: 'imageUrl' } }, handler as never);
  return app;
}

async function sendBoth(app: App, body: string | Buffer) {
  const headers = { 'content-type': 'application/json' };
  const [whole, taken] = await Promise.all(
    ['/whole', '/taken'].map((url) => app.inject({ method: 'POST', url, headers, payload: body })),
  );
  assert.equal(taken!.statusCode, whole!.statusCode, body.toString().slice(0, 200));
  const [wholeAnswer, takenAnswer] = [whole!.json(), taken!.json()];
  const { bytes, ...rest } = takenAnswer;
  const { bytes: _, ...expected } = wholeAnswer;
  assert.deepEqual(rest, expected);
  return { status: taken!.statusCode, bytes: bytes as string | null | undefined };
}

describe('a photo inside a JSON body', () => {
  it('is decoded from the body, and the other members are as they were', async (t) => {
    const app = openApp(t);
    const sent = { peopleId: '1', imageUrl: address, device: { model: 'é "\\ ;base64,' } };
    const { status, bytes } = await sendBoth(app, JSON.stringify(sent));
    assert.equal(status, 200);
    assert.equal(bytes, payload);
  });

  it('is left where it is when it stands elsewhere, twice or in another spelling', async (t) => {
    const app = openApp(t);
    for (const body of [
      `{"other":"${address}","imageUrl":"https://example.com/a.jpg"}`,
      `{"imageUrl":"${address}","imageUrl":"data:image/png;base64,AAAA"}`,
      `{"imageUrl":"data:image/png;base64,AAAA","imageUrl":"${address}"}`,
      `{"${address}":"imageUrl"}`,
      `{"device":{"imageUrl":"${address}"}}`,
      `["${address}"]`,
      `"${address}"`,
      `{"imageUrl":"data:text/plain,x;base64,${payload}"}`,
      `{"imageUrl":"data:image/jpeg;BASE64,${payload}"}`,
      `{"imageUrl":"data:image/jpeg;base64,${payload.replace('A', '\\u0041')}"}`,
      `{"imageUrl":"data:image/jpeg;base64,${payload.replaceAll('+', '-').replaceAll('/', '_')}"}`,
      `{"imageUrl":"data:image/jpeg;base64,${payload.slice(1)}"}`,
      `{"imageUrl":"${address} "}`,
    ]) {
      const { status, bytes } = await sendBoth(app, body);
      assert.equal(status, 200);
      assert.equal(bytes, null, body.slice(0, 80));
    }
  });

  it('changes nothing of what a malformed body is answered', async (t) => {
    const app = openApp(t);
    for (const body of [
      `{"imageUrl":"${address}"`,
      `{"imageUrl":"${address}`,
      `{"imageUrl":"\\${address}"}`,
      `{"imageUrl":"\\u00;base64,${payload}"}`,
      `{"imageUrl":${address}"}`,
      `{"imageUrl":"${address}","other":"\\u0000"}`,
      `{"imageUrl":"${address}"}}`,
      `;base64,${payload}"`,
      `{"imageUrl":"${address}","list":[${'0,'.repeat(100_001)}0]}`,
    ]) {
      const { status } = await sendBoth(app, body);
      assert.ok(status >= 400, body.slice(0, 80));
    }
  });

  it('is the same for any body', async (t) => {
    const app = openApp(t);
    const parts = fc.constantFrom(
      ...[
        '{',
        '}',
        '[',
        ']',
        ':',
        ',',
        '"',
        '\\',
        '"imageUrl":',
        '"imageUrl":"',
        '"__proto__":',
        '\ufeff',
        'é',
      ],
      ...[
        '"constructor":{"prototype":1},',
        '"a":1,',
        '\\u0041',
        ';base64,',
        address,
        `"${address}"`,
        payload,
      ],
    );
    const texts = fc.oneof(
      fc.array(parts, { maxLength: 8 }).map((all) => all.join('')),
      fc.array(parts, { maxLength: 3 }).map((all) => `{"imageUrl":"${address}"${all.join('')}}`),
      fc.array(parts, { maxLength: 3 }).map((all) => `{${all.join('')}"imageUrl":"${address}"}`),
      fc
        .dictionary(fc.string(), fc.oneof(fc.string(), fc.constant(address), fc.jsonValue()))
        .map((members) => JSON.stringify({ ...members, imageUrl: address })),
    );
    await fc.assert(
      fc.asyncProperty(texts, fc.boolean(), async (text, isCut) => {
        const bytes = Buffer.from(text);
        await sendBoth(app, isCut ? bytes.subarray(0, bytes.length - 1) : bytes);
      }),
      { numRuns: 400 },
    );
  });
});
