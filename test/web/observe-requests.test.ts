import assert from 'node:assert/strict';
import { it } from 'node:test';
import fastify from 'fastify';
import { DatabaseError } from '../../src/platform/db/index.ts';
import type { AppError } from '../../src/platform/errors.ts';
import type { Logger } from '../../src/platform/log.ts';
import type { App } from '../../src/web/app.ts';
import { createErrorHandler, HttpError } from '../../src/web/errors.ts';
import { addAccessLog } from '../../src/web/observe-requests.ts';

it('the line of a failed request has the code, and what the request needed and did not get', async (t) => {
  const lines: Record<string, unknown>[] = [];
  const log = { info: (line: Record<string, unknown>) => void lines.push(line) } as unknown as Logger;
  const app = fastify();
  t.after(() => app.close());
  addAccessLog(app as unknown as App, log);
  app.setErrorHandler(createErrorHandler(log));
  let error: AppError | undefined;
  app.get('/', async () => {
    if (error !== undefined) throw error;
    return {};
  });
  for (error of [
    new DatabaseError('database_unavailable'),
    new HttpError('server_overloaded'),
    undefined,
  ] as const)
    await app.inject('/');
  assert.deepEqual(
    lines.map(({ status, code, dependency }) => ({ status, code, dependency })),
    [
      { status: 503, code: 'database_unavailable', dependency: 'database' },
      { status: 503, code: 'server_overloaded', dependency: undefined },
      { status: 200, code: undefined, dependency: undefined },
    ],
  );
});
