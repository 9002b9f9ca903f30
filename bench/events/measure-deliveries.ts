import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createTestDatabase, testDatabaseKinds } from '../../test/support/database.ts';

// node bench/events/measure-deliveries.ts [--events 5000]: deliveries a second from one process, which also writes each
// event in a transaction, to a receiver in this one; processor time of that process on Linux. With CONFERE_TEST_DATABASE_URL on PostgreSQL as well.
const { values } = parseArgs({ options: { events: { type: 'string', default: '5000' } } });
const count = Number(values.events);
const worker = join(import.meta.dirname, '../../test/endurance/webhook-worker.ts');

for (const kind of testDatabaseKinds()) {
  const endings: (() => unknown)[] = [];
  const done = Promise.withResolvers<void>();
  let received = 0;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(204).end();
      received += 1;
      if (received === count) done.resolve();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = await createTestDatabase({ after: (end) => endings.push(end as () => unknown) }, kind);
  const child = spawn(
    process.execPath,
    [
      worker,
      ...['--data-dir', address.dataDir, '--master-key', randomBytes(32).toString('base64')],
      ...['--url', `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, '--events', String(count)],
      ...(address.databaseUrl === undefined ? [] : ['--database-url', address.databaseUrl]),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const ended = once(child, 'close');
  // The first line says that it is ready, and the others what it wrote.
  await once(child.stdout, 'data');
  child.stdout.resume();
  const begun = performance.now();
  const takenBefore = readCpuMs(child.pid);
  await done.promise;
  const seconds = (performance.now() - begun) / 1_000;
  const cpuMs = (readCpuMs(child.pid) - takenBefore) / count;
  child.kill('SIGKILL');
  await ended;
  server.closeAllConnections();
  server.close();
  for (const end of endings.reverse()) await end();
  const load = loadavg()[0]!.toFixed(1);
  console.log(
    `${kind}: ${count} events written and delivered in ${seconds.toFixed(1)} s, ${Math.round(count / seconds)} a second, ${cpuMs.toFixed(2)} ms of processor time each in the process; ${availableParallelism()} cores, load average ${load}`,
  );
}

/** Processor time that a process has taken so far; the kernel counts in hundredths of a second. */
function readCpuMs(pid: number | undefined): number {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return Number.NaN;
  }
}
