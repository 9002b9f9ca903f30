import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import {
  createTestDatabase,
  type TestDatabaseAddress,
  type TestDatabaseKind,
  testDatabaseKinds,
} from '../support/database.ts';

/*
 * Kills a process that writes and delivers events, again and again, and looks for every event whose transaction was
 * committed at the receiver. Ends with status 1 when one is missing.
 */

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    database: { type: 'string' },
  },
});
const kills = Number(values.kills);
const kinds = values.database === undefined ? testDatabaseKinds() : [values.database as TestDatabaseKind];
const worker = join(import.meta.dirname, 'webhook-worker.ts');
const longestRunMs = 10_000;
const longestDrainMs = 120_000;

function startWorker(address: TestDatabaseAddress, masterKey: string, url: string, events?: number) {
  const child = spawn(
    process.execPath,
    [
      worker,
      ...['--data-dir', address.dataDir, '--master-key', masterKey, '--url', url],
      ...(address.databaseUrl === undefined ? [] : ['--database-url', address.databaseUrl]),
      ...(events === undefined ? [] : ['--events', String(events)]),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const written: string[] = [];
  const ready = Promise.withResolvers<void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line === 'ready') ready.resolve();
    // The last line of a killed process may be cut.
    else if (line.length === 36) written.push(line);
  });
  return { child, written, ready: ready.promise, ended: once(child, 'close') };
}

async function killOn(kind: TestDatabaseKind): Promise<boolean> {
  const endings: (() => unknown)[] = [];
  const received = new Map<string, number>();
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const { data } = JSON.parse(Buffer.concat(pieces).toString()) as { data: { personId: string } };
      received.set(data.personId, (received.get(data.personId) ?? 0) + 1);
      response.writeHead(204).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  try {
    const address = await createTestDatabase({ after: (end) => endings.push(end as () => unknown) }, kind);
    const masterKey = randomBytes(32).toString('base64');
    const written = new Set<string>();
    for (let kill = 0; kill < kills; kill += 1) {
      const run = startWorker(address, masterKey, url);
      await run.ready;
      const enough = 20 + Math.random() * 80;
      const late = performance.now() + longestRunMs;
      while (run.written.length < enough && performance.now() < late) await delay(5);
      run.child.kill('SIGKILL');
      await run.ended;
      for (const id of run.written) written.add(id);
    }
    const last = startWorker(address, masterKey, url, 0);
    const until = performance.now() + longestDrainMs;
    const missing = () => [...written].filter((id) => !received.has(id));
    while (missing().length > 0 && performance.now() < until) await delay(200);
    last.child.kill('SIGKILL');
    await last.ended;
    const twice = [...received.values()].filter((count) => count > 1).length;
    console.log(
      `${kind}: ${kills} kills, ${written.size} events committed, ${missing().length} missing, ${received.size} received, ${twice} of them more than once`,
    );
    return missing().length === 0 && written.size > 0;
  } finally {
    server.closeAllConnections();
    server.close();
    for (const end of endings.reverse()) await end();
  }
}

let isFine = true;
for (const kind of kinds) isFine = (await killOn(kind)) && isFine;
process.exitCode = isFine ? 0 : 1;
