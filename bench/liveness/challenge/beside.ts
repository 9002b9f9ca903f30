import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { cutDemoPhotos } from '../../../src/demo/demo-photos.ts';
import { generateCpf } from '../../../src/platform/documents.ts';
import { createMasterKeyText, runService } from '../../../test/endurance/run-service.ts';
import { beginLiveness, createLivenessSession, performSteps } from '../../../test/support/capture-page.ts';
import { findFreePort } from '../../../test/support/find-free-port.ts';
import { send } from '../../../test/support/http.ts';
import { toDataAddress } from '../../../test/support/service-photos.ts';
import { createClientOver, fetchToken } from '../../../test/support/tokens.ts';
import { median, percentile } from '../../service/percentile.ts';

// node bench/liveness/challenge/beside.ts <folder of frames> [--blocks 3] [--authentications 40] [--workers 2]
// Authentications one after another, in turn without anything else and beside liveness sessions that are judged
// without a pause.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    blocks: { type: 'string', default: '3' },
    authentications: { type: 'string', default: '40' },
    workers: { type: 'string', default: '2' },
  },
});
const [folder] = positionals;
if (folder === undefined) throw new Error('Name a folder of frames');

const files = (await readdir(folder)).filter((name) => /\.jpe?g$/i.test(name)).sort();
const stills = await Promise.all(
  files.map(async (name) =>
    sharp(await readFile(join(folder, name)))
      .resize(1280, 720, { fit: 'cover' })
      .jpeg({ quality: 90 })
      .toBuffer(),
  ),
);
const dataDir = await mkdtemp(join(tmpdir(), 'confere-bench-'));
const service = await runService({
  address: { dataDir, databaseUrl: undefined },
  port: await findFreePort(),
  masterKey: createMasterKeyText(),
  variables: { FACE_WORKERS: values.workers, LIVENESS_LOCK_AFTER_FAILURES: '0', LIVENESS_REPLAY_DAYS: '0' },
});
try {
  const { url, firstAdmin } = service;
  const customer = await fetchToken(
    url,
    await createClientOver(url, firstAdmin!, {
      product: 'customer',
      scopes: ['faces:write', 'liveness:write', 'liveness:read'],
    }),
  );
  const mobile = await fetchToken(
    url,
    await createClientOver(url, firstAdmin!, { product: 'mobile', scopes: ['faces:authenticate'] }),
  );
  const { sameWoman } = await cutDemoPhotos(1_000);
  const cpf = generateCpf();
  const registered = await send(`${url}/v1/people/${cpf}/face`, {
    method: 'PUT',
    token: customer,
    headers: { 'content-type': 'image/jpeg' },
    body: new Uint8Array(sameWoman[0]),
  });
  if (registered.status !== 201) throw new Error(`the photo cannot be registered: ${registered.text}`);
  const request = { peopleId: cpf, imageUrl: toDataAddress(new Uint8Array(sameWoman[1])) };
  const authenticate = async () => {
    const started = performance.now();
    const answer = await send(`${url}/faces/authenticate`, { method: 'POST', token: mobile, json: request });
    if (answer.status >= 300) throw new Error(answer.text);
    return performance.now() - started;
  };
  const times = { idle: [] as number[], beside: [] as number[] };
  const judgements: number[] = [];
  let frames = 0;
  let isJudging = false;

  /** Sessions one after another: frames of a clip, whatever is asked. */
  async function judgeSessions(): Promise<void> {
    while (isJudging) {
      const session = await createLivenessSession(url, customer, { purpose: 'check' });
      const secret = await beginLiveness(session);
      let finishing = 0;
      const answer = await performSteps(session, secret, async () => {
        frames += 1;
        finishing = performance.now();
        return stills[frames % stills.length]!;
      });
      if (answer.status !== 200) throw new Error(answer.text);
      judgements.push(performance.now() - finishing);
    }
  }

  for (let i = 0; i < 5; i++) await authenticate();
  for (let block = 0; block < Number(values.blocks); block++) {
    for (const phase of ['idle', 'beside'] as const) {
      isJudging = phase === 'beside';
      const sessions = isJudging ? judgeSessions() : undefined;
      for (let i = 0; i < Number(values.authentications); i++) times[phase].push(await authenticate());
      isJudging = false;
      await sessions;
    }
  }
  const ms = (value: number) => `${value.toFixed(0)} ms`;
  for (const [phase, own] of Object.entries(times)) {
    console.log(
      `${phase}: ${own.length} authentications, p50 ${ms(median(own))}, p99 ${ms(percentile(own, 0.99))}`,
    );
  }
  console.log(
    `ratio: p50 ${(median(times.beside) / median(times.idle)).toFixed(2)}, p99 ${(percentile(times.beside, 0.99) / percentile(times.idle, 0.99)).toFixed(2)}`,
  );
  console.log(
    `${judgements.length} sessions of 16 frames at 720p beside them, last frame to judgement p50 ${ms(median(judgements))}`,
  );
} finally {
  await service.end('SIGTERM');
  await rm(dataDir, { recursive: true });
}
