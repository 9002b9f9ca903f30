import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { faceIdKind } from '../../src/faces/declarations.ts';
import { createS3Client, type S3ClientOptions } from '../../src/images/create-s3-client.ts';
import { imageIdKind } from '../../src/images/declarations.ts';
import { createImageBucket } from '../../src/images/image-bucket.ts';
import { prepareImage } from '../../src/images/index.ts';
import { createBucketMarker } from '../../src/images/place-marker.ts';
import { createMasterKey, createRecordCipher } from '../../src/platform/encryption/index.ts';
import { createId } from '../../src/platform/ids.ts';
import type { TestScope } from '../support/database.ts';
import { answerS3Error, openHostileS3 } from '../support/hostile-s3.ts';
import { openS3Server, s3ServerKinds } from '../support/s3-servers.ts';
import { cleanPhoto } from './clean-photo.ts';
import { createPhoto } from './photos.ts';

const limits = { tryMs: 60_000, allTriesMs: 600_000, tries: 3, waitMs: 5 };

function openStore(t: TestScope, server: S3ClientOptions, tryMs = limits.tryMs) {
  const client = createS3Client({ ...server, limits: { ...limits, tryMs } });
  t.after(() => client.close());
  return { client, store: createImageBucket(client, { pageSize: 3 }) };
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

const md5 = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex');
const isAway = { code: 'image_store_unavailable', kind: 'unavailable', retryAfterSeconds: 5 };

for (const kind of s3ServerKinds) {
  describe(`S3 image store on ${kind}`, () => {
    it('gives back bytes as they were put, and the second put wins', async (t) => {
      const { store } = openStore(t, await openS3Server(t, kind));
      const id = createId(imageIdKind);
      const bytes = randomBytes(300_000);
      await store.put(id, bytes);
      assert.deepEqual(await store.get(id), bytes);
      await store.put(id, Buffer.from('second'));
      assert.deepEqual(await store.get(id), Buffer.from('second'));
      assert.equal(await store.get(createId(imageIdKind)), undefined);
      await store.put(id, Buffer.alloc(0));
      assert.deepEqual(await store.get(id), Buffer.alloc(0));
    });

    it('deletes, and deleting again is no error', async (t) => {
      const { store } = openStore(t, await openS3Server(t, kind));
      const id = createId(imageIdKind);
      await store.put(id, Buffer.from('x'));
      await store.delete(id);
      assert.equal(await store.get(id), undefined);
      await store.delete(id);
    });

    it('lists every photo once over several pages, and nothing else', async (t) => {
      const { client, store } = openStore(t, await openS3Server(t, kind));
      assert.deepEqual(await collect(store.list()), []);
      await createBucketMarker(client).create({
        owner: 'mine',
        database: 'one',
        count: 0,
        countedAt: '2026-01-02T03:04:05.678Z',
      });
      const ids = Array.from({ length: 8 }, () => createId(imageIdKind));
      await Promise.all(ids.map((id) => store.put(id, Buffer.from(id))));
      const files = await collect(store.list());
      assert.deepEqual(files.map((file) => file.id).sort(), ids.sort());
      for (const { modifiedAt } of files) assert.ok(Math.abs(Date.now() - modifiedAt.getTime()) < 60_000);
    });

    it('is given only what the master key opens', async (t) => {
      const server = await openS3Server(t, kind);
      const { store } = openStore(t, server);
      const cipher = createRecordCipher({ current: createMasterKey(randomBytes(32)), previous: [] });
      const photo = await cleanPhoto(await createPhoto({ format: 'jpeg', width: 640, height: 480 }));
      const { image, written } = await prepareImage({ store, cipher }, photo);
      await written;
      const plain = Buffer.from(photo.bytes);
      const marks = [
        plain.subarray(0, 16),
        plain.subarray(-64),
        plain.subarray(plain.length >> 1).subarray(0, 64),
      ];
      let looked = 0;
      for (const entry of await readdir(server.directory, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile()) continue;
        const bytes = await readFile(join(entry.parentPath, entry.name));
        looked += bytes.length;
        for (const mark of marks) assert.ok(!bytes.includes(mark), entry.name);
      }
      assert.ok(looked >= plain.length);
      const { keyId, wrappedKey, id } = image;
      const sealed = { key_id: keyId, wrapped_key: wrappedKey, ciphertext: (await store.get(id))! };
      assert.deepEqual(Buffer.from(cipher.open(sealed, `image:${id}`)), plain);
    });

    it('keeps the marker of its owner, and is refused when it is not there', async (t) => {
      const server = await openS3Server(t, kind);
      const { client } = openStore(t, server);
      const marker = createBucketMarker(client);
      await marker.check();
      assert.equal(await marker.read(), undefined);
      const owned = { owner: 'mine', database: 'one', count: 3, countedAt: '2026-01-02T03:04:05.678Z' };
      await marker.create(owned);
      assert.deepEqual(await marker.read(), owned);
      await marker.replace({ ...owned, count: 4 });
      assert.equal((await marker.read())?.count, 4);
      const { client: lost } = openStore(t, { ...server, bucket: 'no-such-bucket' });
      await assert.rejects(createBucketMarker(lost).check(), {
        code: 'image_bucket_unusable',
        detail: 'S3 answered 404 NoSuchBucket to a list.',
      });
      await assert.rejects(createImageBucket(lost).get(createId(imageIdKind)), isAway);
    });
  });
}

describe('S3 image store', () => {
  it('names a wrong secret at the start', async (t) => {
    const server = await openS3Server(t, 's3rver-strict');
    const { client } = openStore(t, { ...server, secretAccessKey: 'wrong' });
    await assert.rejects(createBucketMarker(client).check(), {
      code: 'image_bucket_unusable',
      detail: 'S3 answered 403 SignatureDoesNotMatch to a list.',
    });
  });

  it('names an address where nothing listens', async (t) => {
    const server = await openS3Server(t, 's3rver');
    await server.close();
    const { client, store } = openStore(t, server);
    await assert.rejects(createBucketMarker(client).check(), {
      code: 'image_bucket_unusable',
      detail: 'S3: ECONNREFUSED',
    });
    await assert.rejects(store.put(createId(imageIdKind), Buffer.from('x')), isAway);
  });

  it('a store that hangs is given up when the time of all tries is over', async (t) => {
    const server = await openHostileS3(t, () => {});
    const client = createS3Client({ ...server, limits: { ...limits, allTriesMs: 400 } });
    t.after(() => client.close());
    const store = createImageBucket(client);
    await assert.rejects(store.put(createId(imageIdKind), Buffer.from('x')), isAway);
    await assert.rejects(store.get(createId(imageIdKind)), isAway);
    await assert.rejects(store.delete(createId(imageIdKind)), isAway);
    assert.equal(server.requests.length, 3);
  });

  it('takes nothing but an image id for a key', async (t) => {
    const server = await openHostileS3(t, (_request, response) => response.end());
    const { store } = openStore(t, server);
    for (const id of ['', '../confere-deployment', 'confere-deployment', createId(faceIdKind)]) {
      await assert.rejects(store.put(id, Buffer.from('x')), TypeError);
      await assert.rejects(store.get(id), TypeError);
      await assert.rejects(store.delete(id), TypeError);
    }
    assert.equal(server.requests.length, 0);
  });

  it('tries again after 503, a cut connection and a stalled answer', async (t) => {
    const bytes = randomBytes(1_000);
    const server = await openHostileS3(t, (_request, response, number) => {
      if (number === 1) answerS3Error(response, 503, 'SlowDown');
      else if (number === 2) response.destroy();
      else if (number === 3) response.setHeader('etag', `"${md5(bytes)}"`).end();
      else if (number === 4) {
        // Half of what is announced, then silence.
        response.writeHead(200, { 'content-length': 1_000, etag: `"${md5(bytes)}"` });
        response.write(bytes.subarray(0, 500));
      } else if (number === 5) {
        response.writeHead(200, { 'content-length': 1_000, etag: `"${md5(bytes)}"` });
        response.write(bytes.subarray(0, 500), () => response.destroy());
      } else response.setHeader('etag', `"${md5(bytes)}"`).end(bytes);
    });
    const { store } = openStore(t, server, 3_000);
    const id = createId(imageIdKind);
    await store.put(id, bytes);
    assert.equal(server.requests.length, 3);
    assert.deepEqual(await store.get(id), bytes);
    assert.equal(server.requests.length, 6);
  });

  it('gives up a store that never answers within its time limits', async (t) => {
    const server = await openHostileS3(t, () => {});
    const { store } = openStore(t, server, 400);
    await assert.rejects(store.put(createId(imageIdKind), randomBytes(1_000)), isAway);
    assert.equal(server.requests.length, 3);
  });

  it('does not try again what is refused for good', async (t) => {
    const server = await openHostileS3(t, (_request, response) =>
      answerS3Error(response, 403, 'AccessDenied'),
    );
    const { store } = openStore(t, server);
    for (const work of [
      () => store.put(createId(imageIdKind), Buffer.from('x')),
      () => store.get(createId(imageIdKind)),
      () => store.delete(createId(imageIdKind)),
      () => collect(store.list()),
    ]) {
      await assert.rejects(work(), isAway);
    }
    assert.equal(server.requests.length, 4);
  });

  it('believes no page of HTML with 200, and no 404 that S3 did not write', async (t) => {
    for (const status of [200, 404]) {
      const server = await openHostileS3(t, (_request, response) => {
        response.writeHead(status, { 'content-type': 'text/html', etag: '"page"' });
        response.end('<html>Please sign in</html>');
      });
      const { store } = openStore(t, server);
      await assert.rejects(store.put(createId(imageIdKind), Buffer.from('x')), isAway);
      await assert.rejects(store.get(createId(imageIdKind)), isAway);
      await assert.rejects(collect(store.list()), isAway);
    }
  });

  it('reads an upload back when its answer does not prove it, and refuses what was kept in half', async (t) => {
    const bytes = randomBytes(1_000);
    let kept: Buffer = Buffer.alloc(0);
    let digest = '';
    const serve = (keep: (body: Buffer) => Buffer) =>
      openHostileS3(t, ({ method, headers, body }, response) => {
        if (method === 'PUT') {
          kept = keep(body);
          digest = String(headers['x-amz-meta-sha256']);
        } else response.setHeader('x-amz-meta-sha256', digest);
        // An etag that is no MD5, as with keys of the bucket's own.
        response.setHeader('etag', '"0123456789abcdef0123456789abcdef"').end(method === 'GET' ? kept : '');
      });
    const honest = await serve((body) => body);
    await openStore(t, honest).store.put(createId(imageIdKind), bytes);
    assert.deepEqual(
      honest.requests.map(({ method }) => method),
      ['PUT', 'GET'],
    );
    const halving = await serve((body) => body.subarray(0, 500));
    await assert.rejects(openStore(t, halving).store.put(createId(imageIdKind), bytes), isAway);
  });

  it('refuses bytes that are not those of the upload', async (t) => {
    const bytes = randomBytes(1_000);
    let digest: string | string[] | undefined;
    const server = await openHostileS3(t, ({ method, headers }, response) => {
      digest ??= headers['x-amz-meta-sha256'];
      response.setHeader('etag', `"${md5(bytes)}"`);
      if (method === 'GET') response.setHeader('x-amz-meta-sha256', String(digest));
      response.end(method === 'GET' ? randomBytes(1_000) : '');
    });
    const { store } = openStore(t, server);
    const id = createId(imageIdKind);
    await store.put(id, bytes);
    const detail = `S3 answered GET of ${id} with other bytes than were put.`;
    await assert.rejects(store.get(id), { ...isAway, detail });
  });

  it('ends a list that begins again or breaks off', async (t) => {
    const keys = Array.from({ length: 3 }, () => createId(imageIdKind)).sort();
    const page = keys
      .map(
        (key) =>
          `<Contents><Key>${key}</Key><LastModified>2026-01-01T00:00:00.000Z</LastModified></Contents>`,
      )
      .join('');
    const whole = `<ListBucketResult><IsTruncated>true</IsTruncated>${page}</ListBucketResult>`;
    const again = await openHostileS3(t, (_request, response) => response.end(whole));
    await assert.rejects(collect(openStore(t, again).store.list()), isAway);
    const half = await openHostileS3(t, (_request, response) => response.end(whole.slice(0, -60)));
    await assert.rejects(collect(openStore(t, half).store.list()), isAway);
  });

  it('signs the bytes it sends', async (t) => {
    const bytes = randomBytes(1_000);
    const server = await openHostileS3(t, (_request, response) =>
      response.setHeader('etag', `"${md5(bytes)}"`).end(),
    );
    await openStore(t, server).store.put(createId(imageIdKind), bytes);
    const [{ headers }] = server.requests as [(typeof server.requests)[0]];
    assert.equal(headers['x-amz-content-sha256'], createHash('sha256').update(bytes).digest('hex'));
    assert.match(String(headers.authorization), /SignedHeaders=[^,]*x-amz-content-sha256/);
    assert.equal(headers['x-amz-security-token'], undefined);
  });
});
