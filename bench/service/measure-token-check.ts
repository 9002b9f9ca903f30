import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { createTokenEndpoint } from '../../src/access/create-token-endpoint.ts';
import { createTokenVerifier } from '../../src/access/create-token-verifier.ts';
import { createClient, loadSigningKeys } from '../../src/access/index.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { migrate, openDatabase } from '../../src/platform/db/index.ts';
import { createMasterKey, createRecordCipher, loadRowBinder } from '../../src/platform/encryption/index.ts';
import { createLogger } from '../../src/platform/log.ts';
import { createBenchDatabase } from './bench-database.ts';
import { median } from './percentile.ts';

export type TokenCheck = {
  /** Microseconds of one check of a token seen before; median of batches. */
  readonly warmUs: number;
  /** Microseconds of the first check of a token, with its signature; median. */
  readonly firstUs: number;
};

/** What the check of an access token costs, without HTTP around it. */
export async function measureTokenCheck(): Promise<TokenCheck> {
  await using opened = new AsyncDisposableStack();
  const { dataDir, remove } = await createBenchDatabase(undefined);
  opened.defer(remove);
  const database = opened.use(await openDatabase({ dataDir, logger: createLogger({ level: 'silent' }) }));
  await migrate(database, fileURLToPath(new URL('../../migrations', import.meta.url)));
  const { db } = database;
  const cipher = createRecordCipher({ current: createMasterKey(randomBytes(32)), previous: [] });
  const clock = systemClock;
  const issuer = 'http://127.0.0.1:1';
  const keys = opened.adopt(await loadSigningKeys({ db, cipher, clock }), (it) => it.stop());
  const credentials = await createClient(
    { db, cipher, clock },
    { product: 'mobile', scopes: ['faces:authenticate'], name: 'bench' },
  );
  const endpoint = createTokenEndpoint({ db, rows: await loadRowBinder(db, cipher), keys, issuer, clock });
  const server = createServer((request, response) => void endpoint.handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  opened.defer(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as { port: number };
  const tokens: string[] = [];
  for (let i = 0; i < 40; i += 1) {
    const response = await fetch(`http://127.0.0.1:${port}/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: credentials.clientId,
        client_secret: credentials.clientSecret,
      }),
    });
    tokens.push(((await response.json()) as { access_token: string }).access_token);
  }
  const verifier = opened.adopt(await createTokenVerifier({ db, keys, issuer, clock }), (it) => it.stop());
  const check = (token: string) =>
    verifier.verify(`Bearer ${token}`, { product: 'mobile', bareTokenAllowed: true });

  const first: number[] = [];
  for (const token of tokens) {
    const started = performance.now();
    await check(token);
    first.push((performance.now() - started) * 1000);
  }
  const batch = 1_000;
  const warm: number[] = [];
  for (let round = 0; round < 30; round += 1) {
    const started = performance.now();
    for (let i = 0; i < batch; i += 1) await check(tokens[i % tokens.length]!);
    warm.push(((performance.now() - started) * 1000) / batch);
  }
  return { warmUs: median(warm.slice(10)), firstUs: median(first.slice(10)) };
}
