import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decodeProtectedHeader } from 'jose';
import { generateCpf } from '../../src/platform/documents.ts';
import { type Answer, assertError, send } from '../support/http.ts';
import { shareReplicas, waitUntil, withoutReplicas } from '../support/replicas.ts';

describe('two replicas', { skip: withoutReplicas }, () => {
  const replicas = shareReplicas({
    RATE_LIMIT_PER_MINUTE: '20',
    RATE_LIMIT_PERSON_PER_MINUTE: '4',
    RATE_LIMIT_ADDRESS_PER_MINUTE: '100000',
  });
  const readAttempt = (url: string, token: string) => send(`${url}/v1/face-authentications/x`, { token });

  it('a client revoked on one is refused by the other', async () => {
    const { first, second, admin, createClient, fetchToken, tokenOf } = replicas();
    const client = await createClient('customer', 'attempts:read');
    const token = await tokenOf(first, client);
    for (const url of [first, second]) assertError(await readAttempt(url, token), 404, 'attempt_not_found');
    const revoked = await send(`${first}/v1/clients/${client.clientId}`, {
      method: 'DELETE',
      token: await tokenOf(first, admin),
    });
    assert.equal(revoked.status, 204);
    assertError(await readAttempt(first, token), 401, 'token_revoked');
    await waitUntil(async () => (await readAttempt(second, token)).body.code === 'token_revoked');
    assert.equal((await fetchToken(second, client)).status, 401);
  });

  it('a client revoked by the command is refused by both', async () => {
    const { first, second, createClient, fetchToken, runCommand, tokenOf } = replicas();
    const client = await createClient('customer', 'attempts:read');
    const token = await tokenOf(first, client);
    for (const url of [first, second]) assertError(await readAttempt(url, token), 404, 'attempt_not_found');
    await runCommand('clients', 'revoke', client.clientId);
    const isRefused = async (url: string) => (await readAttempt(url, token)).body.code === 'token_revoked';
    await waitUntil(async () => (await isRefused(first)) && (await isRefused(second)));
    for (const url of [first, second]) assert.equal((await fetchToken(url, client)).status, 401);
  });

  it('a second secret is good on both at once, and the old one on neither once it is removed', async () => {
    const { first, second, admin, createClient, fetchToken, runCommand, tokenOf } = replicas();
    const client = await createClient('customer', 'attempts:read');
    for (const url of [first, second]) assert.equal((await fetchToken(url, client)).status, 200);
    const added = await send(`${first}/v1/clients/${client.clientId}/secrets`, {
      method: 'POST',
      token: await tokenOf(first, admin),
    });
    assert.equal(added.status, 201, added.text);
    const renewed = { ...client, clientSecret: added.body.clientSecret as string };
    for (const url of [second, first]) {
      for (const secret of [client, renewed]) assert.equal((await fetchToken(url, secret)).status, 200);
    }
    await runCommand('clients', 'rotate', client.clientId, '--finish');
    for (const url of [first, second]) {
      assert.equal((await fetchToken(url, client)).status, 401);
      assert.equal((await fetchToken(url, renewed)).status, 200);
    }
  });

  it('a signing key rotated by a command signs on both, and what the old one signed stays good', async () => {
    const { first, second, runCommand, createClient, tokenOf } = replicas();
    const client = await createClient('customer', 'attempts:read');
    const old = await tokenOf(first, client);
    const { stdout } = await runCommand('keys', 'rotate-signing', '--purpose', 'access-token', '--json');
    const [{ kid, activeFrom }] = JSON.parse(stdout);
    assert.ok(new Date(activeFrom) > new Date());
    for (const url of [first, second]) {
      await waitUntil(async () => {
        const { keys } = (await send(`${url}/.well-known/jwks.json`)).body as { keys: { kid: string }[] };
        return keys.some((key) => key.kid === kid);
      });
    }
    assertError(await readAttempt(second, old), 404, 'attempt_not_found');
    assert.notEqual(
      decodeProtectedHeader(await tokenOf(second, client)).kid,
      kid,
      'published before it signs',
    );
  });

  it('requests of a client and a person are counted together', async () => {
    const { first, second, createClient, tokenOf } = replicas();
    const client = await createClient('customer', 'attempts:read', 'faces:authenticate');
    const token = await tokenOf(first, client);
    const statuses: number[] = [];
    for (let count = 0; count < 22; count += 1) {
      statuses.push((await readAttempt(count % 2 === 0 ? first : second, token)).status);
    }
    assert.deepEqual(statuses.slice(0, 20), Array(20).fill(404));
    assert.deepEqual(statuses.slice(20), [429, 429]);

    const cpf = generateCpf();
    const clients = await Promise.all([
      createClient('mobile', 'faces:authenticate'),
      createClient('mobile', 'faces:authenticate'),
    ]);
    const tokens = [await tokenOf(first, clients[0]!), await tokenOf(second, clients[1]!)];
    const answers: Answer[] = [];
    for (let count = 0; count < 5; count += 1) {
      const url = [first, second][count % 2]!;
      const json = { peopleId: cpf };
      answers.push(
        await send(`${url}/faces/authenticate`, { method: 'POST', token: tokens[count % 2], json }),
      );
    }
    assert.deepEqual(
      answers.map(({ status }) => status),
      [404, 404, 404, 404, 429],
    );
  });

  it('go on by themselves while Redis is gone, which the metrics say, and together again after it', async () => {
    const { first, second, admin, redis, createClient, tokenOf } = replicas();
    const token = await tokenOf(first, admin);
    const metric = async () =>
      /^confere_redis_ready (\d)$/m.exec((await send(`${first}/metrics`, { token })).text)?.[1];
    assert.equal(await metric(), '1');
    redis.cut();
    const client = await createClient('customer', 'attempts:read');
    const clientToken = await tokenOf(first, client);
    const statuses: number[] = [];
    for (let count = 0; count < 21; count += 1) statuses.push((await readAttempt(first, clientToken)).status);
    assert.deepEqual(statuses, [...Array(20).fill(404), 429]);
    assert.equal((await readAttempt(second, clientToken)).status, 404, 'counts for itself');
    await waitUntil(async () => (await metric()) === '0');
    redis.mend();
    await waitUntil(async () => (await metric()) === '1');
  });
});
