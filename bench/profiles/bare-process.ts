import Fastify, { type FastifyInstance } from 'fastify';
import { type OpenDatabase, openDatabase } from '../../src/platform/db/index.ts';
import { createLogger } from '../../src/platform/log.ts';
import { answerCalls } from '../service/calls.ts';

/*
 * What a read of a company is held against: a route that selects one JSON text by primary key through the same driver
 * and sends it, and does nothing else.
 */

let app: FastifyInstance | undefined;
let database: OpenDatabase | undefined;

const handlers = {
  async start(options: {
    dataDir: string;
    databaseUrl: string | undefined;
    rows: readonly { id: string; body: string }[];
  }) {
    const { rows, ...address } = options;
    const open = await openDatabase({ ...address, logger: createLogger({ level: 'silent' }) });
    database = open;
    await open.execute('create table bare (id text primary key, body text not null)');
    for (const { id, body } of rows) await open.execute('insert into bare values ($1, $2)', [id, body]);
    const select = 'select body from bare where id = $1';
    app = Fastify();
    app.get<{ Params: { id: string } }>('/bare/:id', async (request, reply) => {
      const { id } = request.params;
      const found = (
        open.kind === 'postgres'
          ? await open.pool.query<{ body: string }>(select, [id])
          : await open.pglite.query<{ body: string }>(select, [id])
      ).rows[0];
      if (found === undefined) return reply.code(404).send();
      return reply.type('application/json; charset=utf-8').send(found.body);
    });
    return { url: await app.listen({ host: '127.0.0.1', port: 0 }) };
  },

  async stop() {
    await app?.close();
    await database?.close();
  },
};

export type BareRouteHandlers = typeof handlers;

answerCalls(handlers);
