import assert from 'node:assert/strict';
import { createPublicKey, verify } from 'node:crypto';
import { it } from 'node:test';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { rotateSigningKey } from '../../../src/access/rotate-signing-key.ts';
import { rotateEndpointSecret } from '../../../src/events/webhooks/save-endpoint.ts';
import { describeDatabases } from '../../support/database.ts';
import {
  openEvents,
  openReceiver,
  operator,
  type Received,
  type TestEvents,
  waitFor,
} from '../open-events.ts';

/** The signatures of a header of one version. */
function signaturesOf({ headers }: Received, version: string): string[] {
  const all = String(headers['webhook-signature']).split(' ');
  return all.filter((one) => one.startsWith(`${version},`)).map((one) => one.slice(version.length + 1));
}

/** How many of the published keys have signed a delivery, by node:crypto alone. */
function countSigners(events: TestEvents, received: Received): number {
  const { headers, body } = received;
  const signed = Buffer.from(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`);
  const keys = events.keys.publicKeys().keys.filter(({ alg }) => alg === 'EdDSA');
  return keys.filter((jwk) =>
    signaturesOf(received, 'v1a').some((signature) =>
      verify(
        null,
        signed,
        createPublicKey({ key: { ...jwk }, format: 'jwk' }),
        Buffer.from(signature, 'base64'),
      ),
    ),
  ).length;
}

describeDatabases('signatures of webhooks', (kind) => {
  it('are verified by receivers of Standard Webhooks, also while secret and key are exchanged', async (t) => {
    const events = await openEvents(t, kind);
    const receiver = await openReceiver(t);
    const { id, secret } = await events.endpoint(receiver.url, await events.client());
    events.dispatch();
    // Before the clock moves, a delivery must be recorded: a later one is otherwise taken for one whose process died.
    const deliver = async (count: number) => {
      await events.openDoor();
      await receiver.until(count);
      await waitFor(async () => (await events.states(id)).every((state) => state === 'delivered'));
    };
    await deliver(1);
    const [first] = receiver.received;
    const headers = first!.headers as Record<string, string>;
    assert.deepEqual(new Webhook(secret).verify(first!.body, headers), first!.event);
    assert.equal(headers['webhook-id'], first!.event.id);
    assert.equal(headers['content-type'], 'application/json');
    assert.deepEqual(Object.keys(first!.event).sort(), ['data', 'id', 'timestamp', 'type', 'version']);
    assert.equal(countSigners(events, first!), 1);
    assert.throws(() => new Webhook(secret).verify(`${first!.body} `, headers), WebhookVerificationError);
    const moved = { ...headers, 'webhook-id': 'evt_another' };
    assert.throws(() => new Webhook(secret).verify(first!.body, moved), WebhookVerificationError);

    const rotated = await rotateEndpointSecret(events, id, operator);
    await rotateSigningKey(events, { purpose: 'webhook' });
    events.move(11 * 60_000);
    await events.keys.reload();
    await deliver(2);
    const second = receiver.received[1]!;
    assert.equal(signaturesOf(second, 'v1').length, 2);
    assert.equal(countSigners(events, second), 2);
    for (const known of [secret, rotated.secret]) {
      const skewed = { ...(second.headers as Record<string, string>) };
      // The clock of this service is eleven minutes ahead: a receiver refuses that.
      assert.throws(() => new Webhook(known).verify(second.body, skewed), WebhookVerificationError);
    }
    events.move(-11 * 60_000);
    await deliver(3);
    const third = receiver.received[2]!;
    for (const known of [secret, rotated.secret]) {
      assert.ok(new Webhook(known).verify(third.body, third.headers as Record<string, string>));
    }

    await rotateEndpointSecret(events, id, operator);
    await deliver(4);
    const fourth = receiver.received[3]!;
    for (const known of [secret, rotated.secret]) {
      assert.ok(new Webhook(known).verify(fourth.body, fourth.headers as Record<string, string>));
    }
    for (let more = 0; more < 4; more += 1) await rotateEndpointSecret(events, id, operator);
    await deliver(5);
    assert.equal(signaturesOf(receiver.received[4]!, 'v1').length, 5, 'the newest five');

    events.move(25 * 3_600_000);
    await deliver(6);
    assert.equal(signaturesOf(receiver.received[5]!, 'v1').length, 1, 'the old secrets are over');
    events.move(7 * 86_400_000);
    await events.keys.reload();
    await deliver(7);
    assert.equal(signaturesOf(receiver.received[6]!, 'v1a').length, 1, 'the old key is over');
  });
});
