import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { it } from 'node:test';
import { createS3Client } from '../../src/images/create-s3-client.ts';
import { createRoleKeys } from '../../src/images/read-role-keys.ts';
import type { TestScope } from '../support/database.ts';
import { openHostileS3 } from '../support/hostile-s3.ts';

/** A metadata service as a cloud's machines have it: nothing without a token. */
async function openMetadata(t: TestScope, endsAt: () => Date) {
  const state = { isAway: false, given: 0 };
  const server = createServer((request, response) => {
    const { method, url, headers } = request;
    const answer = (status: number, text: string) => response.writeHead(status).end(text);
    if (state.isAway) return answer(500, '');
    if (url === '/latest/api/token') {
      const isAsked = method === 'PUT' && headers['x-aws-ec2-metadata-token-ttl-seconds'] !== undefined;
      return isAsked ? answer(200, 'a-token') : answer(400, '');
    }
    if (headers['x-aws-ec2-metadata-token'] !== 'a-token') return answer(401, '');
    const folder = '/latest/meta-data/iam/security-credentials/';
    if (url === folder) return answer(200, 'confere-photos');
    if (url !== `${folder}confere-photos`) return answer(404, '');
    state.given += 1;
    answer(
      200,
      JSON.stringify({
        AccessKeyId: `KEY${state.given}`,
        SecretAccessKey: 'secret',
        Token: `session${state.given}`,
        Expiration: endsAt().toISOString(),
      }),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return Object.assign(state, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

it('requests to S3 are signed by the keys of the role of the machine, with their token', async (t) => {
  const metadata = await openMetadata(t, () => new Date(Date.now() + 3_600_000));
  const s3 = await openHostileS3(t, (_request, response) => response.writeHead(200).end());
  const keys = createRoleKeys(metadata.url);
  const client = createS3Client({ ...s3, accessKeyId: '', secretAccessKey: '', readKeys: () => keys.read() });
  t.after(() => {
    client.close();
    keys.close();
  });
  const send = () => client.send({ method: 'GET', key: 'one' }, ({ status }) => status);
  assert.equal(await send(), 200);
  assert.equal(await send(), 200);
  assert.equal(metadata.given, 1, 'read once');
  for (const { headers } of s3.requests) {
    assert.match(String(headers.authorization), /Credential=KEY1\//);
    assert.equal(headers['x-amz-security-token'], 'session1');
  }
});

it('keys are renewed before they end, and those there are do while the service is away', async (t) => {
  let now = Date.now();
  const metadata = await openMetadata(t, () => new Date(now + 3_600_000));
  const keys = createRoleKeys(metadata.url, () => new Date(now));
  t.after(() => keys.close());
  assert.equal((await keys.read()).accessKeyId, 'KEY1');
  now += 3_400_000;
  metadata.isAway = true;
  assert.equal((await keys.read()).accessKeyId, 'KEY1');
  metadata.isAway = false;
  assert.equal((await keys.read()).accessKeyId, 'KEY2');
  now += 3_700_000;
  metadata.isAway = true;
  await assert.rejects(
    keys.read(),
    (error: Error & { code?: string }) => error.code === 'image_store_unavailable',
  );
});
