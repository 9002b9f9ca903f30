import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { generateCpf } from '../../../src/platform/documents.ts';
import type { SmallDisk } from '../../support/small-disk.ts';
import { createClientOver, fetchToken } from '../../support/tokens.ts';
import { readFirstAdmin } from '../run-service.ts';
import type { Program } from './run-program.ts';

const longestStartMs = 120_000;
const before = 3;
const during = 4;

/**
 * Registers and authenticates, fills the disk, sends more, frees it, and sends the same keys again. Gives what was
 * wrong: an answer other than 503 `image_store_unavailable` while the disk is full, a request without photos that
 * failed, a key without an attempt afterwards, and a photo that is gone.
 */
export async function rehearseFullDisk(options: {
  readonly port: number;
  readonly program: Program;
  readonly disk: SmallDisk;
  readonly photos: readonly Uint8Array[];
}): Promise<readonly string[]> {
  const { port, program, disk, photos } = options;
  const url = `http://127.0.0.1:${port}`;
  const found: string[] = [];
  const deadline = performance.now() + longestStartMs;
  const isReady = async () => (await fetch(`${url}/readyz`)).status === 200;
  while (!(await isReady().catch(() => false)) || readFirstAdmin(program.readOutput()) === undefined) {
    if (performance.now() > deadline) throw new Error(`the service is not ready:\n${program.readOutput()}`);
    await delay(200);
  }
  const scopes = ['faces:write', 'faces:authenticate', 'attempts:read', 'admin'];
  const admin = readFirstAdmin(program.readOutput())!;
  const token = await fetchToken(url, await createClientOver(url, admin, { product: 'customer', scopes }));
  const headers = { authorization: `Bearer ${token}` };
  const photo = photos[0]!;
  const cpf = generateCpf();
  const register = (whom: string) =>
    fetch(`${url}/v1/people/${whom}/face`, {
      method: 'PUT',
      headers: { ...headers, 'content-type': 'image/jpeg' },
      body: new Uint8Array(photo),
    });
  const authenticate = (key: string) =>
    fetch(`${url}/v1/face-authentications`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({
        peopleId: cpf,
        imageUrl: `data:image/jpeg;base64,${Buffer.from(photo).toString('base64')}`,
      }),
    });
  const expect = async (what: string, answer: Response, status: number, code?: string) => {
    const text = await answer.text();
    if (answer.status !== status || (code !== undefined && !text.includes(`"${code}"`))) {
      found.push(`${what}: ${answer.status} ${text.slice(0, 200)}`);
    }
  };

  await expect('registering', await register(cpf), 201);
  const keys = Array.from({ length: before + during }, () => randomUUID());
  for (const key of keys.slice(0, before)) await expect('before', await authenticate(key), 201);
  disk.fill();
  for (const key of keys.slice(before)) {
    await expect('while the disk is full', await authenticate(key), 503, 'image_store_unavailable');
  }
  await expect(
    'registering while the disk is full',
    await register(generateCpf()),
    503,
    'image_store_unavailable',
  );
  await expect(
    'a list while the disk is full',
    await fetch(`${url}/v1/face-authentications`, { headers }),
    200,
  );
  const { status: readiness } = await fetch(`${url}/readyz`);
  console.error(`readiness while the disk is full: ${readiness}`);
  disk.free();
  const ids = new Set<string>();
  for (const key of keys) {
    const answer = await authenticate(key);
    const id = answer.headers.get('x-attempt-id');
    await expect('afterwards', answer, 201);
    if (id === null) continue;
    ids.add(id);
    const read = await fetch(`${url}/v1/face-authentications/${id}`, { headers });
    const data = (await read.json()) as Readonly<Record<string, string>>;
    for (const name of ['registeredImageUrl', 'receivedImageUrl']) {
      await expect(`${name} afterwards`, await fetch(String(data[name])), 200);
    }
  }
  if (ids.size !== keys.length) found.push(`${keys.length} keys have ${ids.size} attempts after a full disk`);
  return found;
}
