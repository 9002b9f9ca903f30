import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { createTestDatabase, testDatabaseKinds } from '../../test/support/database.ts';

// node bench/events/measure-deliveries.ts [--events 5000]: deliveries a second from one process, which also writes the
// events, to a receiver in this one. With CONFERE_TEST_DATABASE_URL on PostgreSQL as well.
const { values } = parseArgs({ options: { events: { type: 'string', default: '5000' } } });
const count = Number(values.events);
const worker = new URL('../../test/endurance/webhook-worker.ts', import.meta.url).pathname;

for (const kind of testDatabaseKinds()) {
  const endings: (() => unknown)[] = [];
  const done = Promise.withResolvers<void>();
  let received = 0;
  let first = 0;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(204).end();
      if (received === 0) first = performance.now();
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
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const ended = once(child, 'close');
  await done.promise;
  const seconds = (performance.now() - first) / 1_000;
  child.kill('SIGKILL');
  await ended;
  server.closeAllConnections();
  server.close();
  for (const end of endings.reverse()) await end();
  const load = loadavg()[0]!.toFixed(1);
  console.log(
    `${kind}: ${count} events written and delivered in ${seconds.toFixed(1)} s, ${Math.round(count / seconds)} a second; ${availableParallelism()} cores, load average ${load}`,
  );
}
