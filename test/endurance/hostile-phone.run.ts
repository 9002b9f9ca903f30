import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import sharp from 'sharp';
import { cutDemoPhotos } from '../../src/demo/demo-photos.ts';
import { generateCpf } from '../../src/platform/documents.ts';
import { createScanBomb } from '../images/hostile-photos.ts';
import { createTestDatabase, type TestDatabaseKind } from '../support/database.ts';
import { findFreePort } from '../support/find-free-port.ts';
import { createClientOver, fetchToken } from '../support/tokens.ts';
import { createMasterKeyText, runService, type ServiceProcess } from './run-service.ts';

/*
 * Twenty phones authenticate one after the other, each with a token bound to its person. Beside them one phone of the
 * same client sends what costs the service most, as fast as the limits allow. Prints a table of what the twenty
 * waited. Ends with status 1 when one of them is refused.
 */

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    phones: { type: 'string', default: '20' },
    /** Between two authentications of one phone. */
    'every-ms': { type: 'string', default: '20000' },
    /** Requests that the hostile phone has under way. */
    parallel: { type: 'string', default: '16' },
    database: { type: 'string', default: 'embedded' },
    only: { type: 'string', default: '' },
    json: { type: 'boolean', default: false },
  },
});
const phones = Number(values.phones);
const everyMs = Number(values['every-ms']);
const seconds = Number(values.seconds);

type Phone = { readonly cpf: string; readonly token: string };

type Phase = {
  readonly phase: string;
  readonly honest: number;
  readonly refused: number;
  readonly medianMs: number;
  readonly p95Ms: number;
  /** Answers to the hostile phone, by status and code. */
  readonly hostile: Readonly<Record<string, number>>;
};

/** What one phone may send: each is within the limits of size. */
async function createHostilePhotos(): Promise<Record<string, Buffer>> {
  const large = (channels: 3 | 4 = 3) =>
    sharp({ create: { width: 6_300, height: 6_300, channels, background: '#345' } });
  const noise = sharp({
    create: {
      width: 5_000,
      height: 5_000,
      channels: 3,
      background: '#777',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  });
  const filled = (photo: Buffer) => Buffer.concat([photo, Buffer.alloc(Math.max(0, 41_000 - photo.length))]);
  const striped = Buffer.alloc(6_300 * 6_300);
  for (let at = 0; at < striped.length; at += 1) striped[at] = (at >> 6) & 255;
  const grey = sharp(striped, { raw: { width: 6_300, height: 6_300, channels: 1 } });
  return {
    'an empty lossless WebP of 40 megapixels': await large().webp({ lossless: true, effort: 0 }).toBuffer(),
    'a striped lossless WebP of 40 megapixels': filled(
      await grey.clone().toColourspace('srgb').webp({ lossless: true, effort: 0 }).toBuffer(),
    ),
    'a PNG of 40 megapixels': await large().png().toBuffer(),
    'a JPEG of 40 megapixels in 20 scans': filled(createScanBomb(6_320, 6_320, 20)),
    'a noisy JPEG of 25 megapixels': await noise.clone().jpeg({ quality: 60 }).toBuffer(),
    'an AVIF of 12 megapixels': await sharp({
      create: { width: 4_000, height: 3_000, channels: 3, background: '#456' },
    })
      .avif({ effort: 0 })
      .toBuffer(),
  };
}

function dataAddress(photo: Uint8Array): string {
  return `data:image/jpeg;base64,${Buffer.from(photo).toString('base64')}`;
}

async function isMatch(url: string, { cpf, token }: Phone, imageUrl: string): Promise<boolean> {
  const response = await fetch(`${url}/faces/authenticate`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ peopleId: cpf, imageUrl }),
  });
  return ((await response.json()) as { isMatch?: boolean }).isMatch === true;
}

async function rehearse(
  service: ServiceProcess,
  honest: readonly Phone[],
  photo: string,
  hostile?: { readonly name: string; readonly phone: Phone; readonly imageUrl: string },
): Promise<Phase> {
  const endsAt = performance.now() + seconds * 1_000;
  const times: number[] = [];
  let refused = 0;
  const use = async (phone: Phone, index: number) => {
    for (let at = performance.now() + (index * everyMs) / phones; at < endsAt; at += everyMs) {
      await delay(Math.max(0, at - performance.now()));
      const started = performance.now();
      if (!(await isMatch(service.url, phone, photo))) refused += 1;
      times.push(performance.now() - started);
    }
  };
  const answers: Record<string, number> = {};
  const attack = async () => {
    if (hostile === undefined) return;
    // In a thread of its own: the phones do not wait for each other.
    const attacker = new Worker(new URL('hostile-phone.ts', import.meta.url), {
      workerData: {
        url: `${service.url}/faces/authenticate`,
        token: hostile.phone.token,
        body: JSON.stringify({ peopleId: hostile.phone.cpf, imageUrl: hostile.imageUrl }),
        parallel: Number(values.parallel),
        seconds,
      },
    });
    const [counted] = await once(attacker, 'message');
    Object.assign(answers, counted);
  };
  await Promise.all([...honest.map(use), attack()]);
  times.sort((a, b) => a - b);
  return {
    phase: hostile?.name ?? 'the twenty alone',
    honest: times.length,
    refused,
    medianMs: Math.round(times[Math.floor(times.length / 2)] ?? Number.NaN),
    p95Ms: Math.round(times[Math.floor(times.length * 0.95)] ?? Number.NaN),
    hostile: answers,
  };
}

const endings: (() => unknown)[] = [];
try {
  const address = await createTestDatabase(
    { after: (ending) => endings.push(ending as () => unknown) },
    values.database as TestDatabaseKind,
  );
  const service = await runService({
    address,
    port: await findFreePort(),
    masterKey: createMasterKeyText(),
    variables: {
      ACCESS_TOKEN_LIFETIME_SECONDS: '3600',
      // The limits as they are by default, but for the address that all phones share here.
      RATE_LIMIT_PER_MINUTE: '600',
      RATE_LIMIT_ADDRESS_PER_MINUTE: '1000000',
    },
  });
  endings.unshift(() => service.end('SIGTERM'));
  const { firstAdmin, url } = service;
  if (firstAdmin === undefined) throw new Error('the first start shows no administrator');
  const client = await createClientOver(url, firstAdmin, {
    product: 'mobile',
    scopes: ['faces:authenticate'],
  });
  const backEnd = await createClientOver(url, firstAdmin, { product: 'customer', scopes: ['faces:write'] });
  const backEndToken = await fetchToken(url, backEnd);
  const { sameWoman } = await cutDemoPhotos(1_200);
  const open = async (): Promise<Phone> => {
    const cpf = generateCpf();
    const response = await fetch(`${url}/v1/people/${cpf}/face`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${backEndToken}`, 'content-type': 'image/jpeg' },
      body: new Uint8Array(sameWoman[0]),
    });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`a photo cannot be registered: ${response.status}`);
    return { cpf, token: await fetchToken(url, client, { people_id: cpf }) };
  };
  const honest: Phone[] = [];
  while (honest.length < phones) honest.push(await open());
  const photo = dataAddress(sameWoman[1]);
  for (const phone of honest) await isMatch(url, phone, photo);

  const table = [await rehearse(service, honest, photo)];
  for (const [name, bytes] of Object.entries(await createHostilePhotos())) {
    if (!name.includes(values.only)) continue;
    if (!values.json) console.log(JSON.stringify(table.at(-1)));
    // Each phase has a person of its own, with nothing refused so far.
    table.push(
      await rehearse(service, honest, photo, { name, phone: await open(), imageUrl: dataAddress(bytes) }),
    );
  }
  if (values.json) console.log(JSON.stringify(table));
  else {
    console.log('| phase | honest | refused | median, ms | p95, ms | answers to the hostile phone |');
    console.log('| --- | --- | --- | --- | --- | --- |');
    for (const row of table) {
      const answers = Object.entries(row.hostile).map(([answer, count]) => `${answer}: ${count}`);
      console.log(
        `| ${row.phase} | ${row.honest} | ${row.refused} | ${row.medianMs} | ${row.p95Ms} | ${answers.join(', ')} |`,
      );
    }
  }
  if (table.some(({ refused }) => refused > 0)) process.exitCode = 1;
} finally {
  for (const ending of endings) await ending();
}
