import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { generateCpf } from '../../../src/platform/documents.ts';
import { openReceiver, waitFor } from '../../events/open-events.ts';
import { createTestDatabase, describeDatabases } from '../../support/database.ts';
import { cutFacePhotos } from '../../support/face-photos.ts';
import { assertError, send } from '../../support/http.ts';
import { openS3Server } from '../../support/s3-servers.ts';
import { runConfere, spawnServe } from '../../support/service-process.ts';
import { fetchToken } from '../../support/tokens.ts';

describeDatabases('a restored copy', (kind) => {
  it('that is given the live bucket neither writes nor deletes there until it takes the bucket over', async (t) => {
    const s3 = await openS3Server(t, 's3rver-strict');
    const masterKey = randomBytes(32).toString('base64');
    const bucket = {
      S3_ENDPOINT: s3.endpoint,
      S3_BUCKET: s3.bucket,
      S3_ACCESS_KEY_ID: s3.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    };
    const place = async () => {
      const { dataDir, databaseUrl } = await createTestDatabase(t, kind, { isEmpty: true });
      return { DATA_DIR: dataDir, MASTER_KEY: masterKey, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
    };
    const [from, to] = [await place(), await place()];
    const folder = await mkdtemp(join(tmpdir(), 'confere-copy-'));
    t.after(() => rm(folder, { recursive: true, force: true }));
    const file = join(folder, 'confere.backup');
    const { sameWoman, otherWomen } = await cutFacePhotos();
    const other = otherWomen[0]!;

    const live = await spawnServe(t, { ...from, ...bucket });
    const scope = 'faces:write people:read people:erase';
    const made = await runConfere(
      t,
      ['clients', 'create', '--product', 'customer', '--scope', scope, '--json'],
      { ...from, ...bucket },
    );
    const client = JSON.parse(made.stdout);
    const register = async (service: { readonly url: string }, cpf: string, photo: Uint8Array) =>
      await send(`${service.url}/v1/people/${cpf}/face`, {
        method: 'PUT',
        token: await fetchToken(service.url, client),
        headers: { 'content-type': 'image/jpeg' },
        body: photo as Uint8Array<ArrayBuffer>,
      });
    const readPhoto = async (service: { readonly url: string }, cpf: string) => {
      const token = await fetchToken(service.url, client);
      const { body } = await send(`${service.url}/v1/people/${cpf}/face`, { token });
      return await fetch(body.items[0].imageUrl.replace(/^http:\/\/[^/]+/, service.url));
    };
    const cpf = generateCpf();
    assert.equal((await register(live, cpf, sameWoman[0])).status, 201);
    const backup = await runConfere(t, ['backup', 'create', file], { ...from, ...bucket });
    assert.equal(backup.status, 0, backup.stderr);

    const onto = await runConfere(t, ['restore', file], { ...to, ...bucket });
    assert.equal(onto.status, 1);
    assert.match(onto.stderr, /restore_photos_taken/);
    const restored = await runConfere(t, ['restore', file], to);
    assert.equal(restored.status, 0, restored.stderr);

    const copy = await spawnServe(t, { ...to, ...bucket });
    assert.equal((await send(`${copy.url}/readyz`)).body.photoStore, 'read_only');
    assert.equal((await readPhoto(copy, cpf)).status, 200);
    assertError(await register(copy, generateCpf(), other), 503, 'image_store_read_only');
    const erased = await send(`${copy.url}/v1/people/${cpf}`, {
      method: 'DELETE',
      token: await fetchToken(copy.url, client),
    });
    assert.equal(erased.status, 200, erased.text);
    assert.equal((await readPhoto(live, cpf)).status, 200);
    const later = generateCpf();
    assert.equal((await register(live, later, other)).status, 201);

    const shown = await runConfere(t, ['images', 'take-over'], { ...to, ...bucket });
    assert.match(
      shown.stdout,
      /bucket confere-photos: of the database .+ in use until .+Stop the deployment/s,
    );
    assertError(await register(copy, generateCpf(), other), 503, 'image_store_read_only');
    const taken = await runConfere(t, ['images', 'take-over', '--confirm'], { ...to, ...bucket });
    assert.equal(taken.status, 0, taken.stderr);
    // What a copy finds is kept for two seconds; the run ends a wait in vain.
    while ((await register(copy, generateCpf(), other)).status !== 201) await delay(500);
    assert.equal((await send(`${copy.url}/readyz`)).body.photoStore, 'reachable');

    live.child.kill('SIGTERM');
    await live.ended;
    const again = await spawnServe(t, { ...from, ...bucket });
    assert.equal((await send(`${again.url}/readyz`)).body.photoStore, 'read_only');
    assertError(await register(again, generateCpf(), sameWoman[1]), 503, 'image_store_read_only');
    assert.equal((await readPhoto(again, later)).status, 200);
  });

  it('sends nothing and runs no job before it is resumed', async (t) => {
    const masterKey = randomBytes(32).toString('base64');
    const place = async () => {
      const { dataDir, databaseUrl } = await createTestDatabase(t, kind, { isEmpty: true });
      return {
        DATA_DIR: dataDir,
        MASTER_KEY: masterKey,
        SANDBOX: 'on',
        WEBHOOK_ALLOW: '127.0.0.1',
        ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      };
    };
    const [from, to] = [await place(), await place()];
    const folder = await mkdtemp(join(tmpdir(), 'confere-copy-'));
    t.after(() => rm(folder, { recursive: true, force: true }));
    const file = join(folder, 'confere.backup');
    const receiver = await openReceiver(t, (response, count) =>
      response.writeHead(count === 1 ? 503 : 204).end(),
    );
    // biome-ignore lint/suspicious/noExplicitAny: documents of several commands
    const run = async (env: typeof from, ...args: readonly string[]): Promise<any> => {
      const { status, stdout, stderr } = await runConfere(t, [...args, '--json'], env);
      assert.equal(status, 0, stderr);
      return JSON.parse(stdout);
    };

    const live = await spawnServe(t, from);
    const scopes = 'events:read webhooks:read webhooks:write people:read executions:write executions:read';
    const client = await run(from, 'clients', 'create', '--product', 'customer', '--scope', scopes);
    const endpoint = await run(
      ...([from, 'webhooks', 'create', '--client', client.clientId, '--url', receiver.url] as const),
    );
    await run(from, 'webhooks', 'test', endpoint.id);
    await receiver.until(1);
    await run(from, 'backup', 'create', file);
    live.child.kill('SIGTERM');
    await live.ended;
    const before = receiver.received.length;
    await run(to, 'restore', file);

    const copy = await spawnServe(t, to);
    const token = await fetchToken(copy.url, client);
    await run(to, 'webhooks', 'test', endpoint.id);
    const { body } = await send(`${copy.url}/v1/query-templates`, { token });
    const templateId = body.items.find((one: { subject: string }) => one.subject === 'person').id;
    const started = await send(`${copy.url}/v1/executions`, {
      method: 'POST',
      token,
      json: { templateId, cpf: generateCpf() },
    });
    assert.equal(started.status, 202, started.text);
    const readExecution = async () =>
      (await send(`${copy.url}/v1/executions/${started.body.executionId}`, { token })).body.state;
    // Another command and some requests later, which take longer than a delivery.
    await run(to, 'webhooks', 'deliveries', endpoint.id);
    assert.equal(await readExecution(), 'queued');
    assert.equal(receiver.received.length, before);
    assert.ok((await send(`${copy.url}/readyz`)).body.heldSince);

    assert.deepEqual(await run(to, 'resume'), { isResumed: true });
    await receiver.until(before + 1);
    await waitFor(async () => (await readExecution()) !== 'queued');
    assert.deepEqual(await run(to, 'resume'), { isResumed: false });
  });
});
