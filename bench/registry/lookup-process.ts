import { monitorEventLoopDelay } from 'node:perf_hooks';
import Fastify from 'fastify';
import { systemClock } from '../../src/platform/clock.ts';
import { openDatabase } from '../../src/platform/db/index.ts';
import { parseCnpj } from '../../src/platform/documents.ts';
import { createLogger } from '../../src/platform/log.ts';
import { findCompanyRecord, importRegistry } from '../../src/registry/index.ts';

// A process that answers lookups over HTTP, and imports when it holds the embedded database. Writes its port on
// standard output. Arguments: data folder, and the address of PostgreSQL if any.
const [dataDir = '', databaseUrl = ''] = process.argv.slice(2);
const database = await openDatabase({
  dataDir,
  databaseUrl: databaseUrl === '' ? undefined : databaseUrl,
  logger: createLogger({ level: 'silent' }),
});
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
const app = Fastify();
app.get<{ Params: { cnpj: string } }>('/companies/:cnpj', async (request, reply) => {
  const lookup = await findCompanyRecord(database.db, parseCnpj(request.params.cnpj)!);
  if (!lookup.found) reply.code(404);
  return lookup;
});
app.post<{ Querystring: { from: string } }>('/import', async (request) => {
  const generation = await importRegistry(
    { database, clock: systemClock },
    { directory: request.query.from, ignoreChecks: true },
  );
  return { rows: generation.rowCounts };
});
app.get('/event-loop', async () => {
  const figures = { p99Ms: (delay.percentile(99) - 1e6) / 1e6, maxMs: (delay.max - 1e6) / 1e6 };
  delay.reset();
  return figures;
});
const address = await app.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`${new URL(address).port}\n`);
