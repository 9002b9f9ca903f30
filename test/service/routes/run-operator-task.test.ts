import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import Fastify from 'fastify';
import Type from 'typebox';
import { createLogger } from '../../../src/platform/log.ts';
import { defineOperatorTask, type OperatorTasks } from '../../../src/platform/operator-tasks/index.ts';
import { runOperatorTaskRoute } from '../../../src/service/routes/run-operator-task.ts';
import type { App } from '../../../src/web/app.ts';
import { createErrorHandler } from '../../../src/web/errors.ts';
import { ErrorSchema } from '../../../src/web/schemas.ts';
import { createTestDatabase } from '../../support/database.ts';
import { send } from '../../support/http.ts';
import { spawnServe } from '../../support/service-process.ts';

const key = 'a-key-of-the-data-folder';

/** The route alone, with tasks of the test's own. */
async function openRoute(t: TestContext, tasks: OperatorTasks) {
  const log = createLogger({ level: 'silent' });
  const app = Fastify() as unknown as App;
  app.addSchema(ErrorSchema);
  app.setErrorHandler(createErrorHandler(log));
  const shutdown = new AbortController();
  runOperatorTaskRoute(app, { tasks, key, signal: shutdown.signal, log });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  t.after(() => app.close());
  const run = (body: object, given = key, signal?: AbortSignal) =>
    fetch(`${url}/v1/operator-tasks`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-data-folder-key': given },
      body: JSON.stringify(body),
      ...(signal === undefined ? {} : { signal }),
    });
  return { run, shutdown };
}

const count = defineOperatorTask(
  Type.Object({ upTo: Type.Integer({ maximum: 1_000 }) }),
  async ({ upTo }, { report }) => {
    for (let i = 1; i <= upTo; i += 1) report({ i });
    await new Promise((resolve) => setTimeout(resolve, 150));
    return { counted: upTo };
  },
);

const linesOf = async (response: Response) =>
  (await response.text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('POST /v1/operator-tasks', () => {
  it('tells progress, then the result', async (t) => {
    const { run } = await openRoute(t, { 'numbers/count': count });
    const response = await run({ task: 'numbers/count', input: { upTo: 7 } });
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), 'application/x-ndjson');
    assert.deepEqual(await linesOf(response), [{ progress: { i: 7 } }, { result: { counted: 7 } }]);
  });

  it('ends with the error of the task, and hides what is not meant to be seen', async (t) => {
    const broken = defineOperatorTask(Type.Object({}), async () => {
      throw new Error('a secret of the inside');
    });
    const { run } = await openRoute(t, { 'numbers/count': count, broken });
    const [refused] = await linesOf(await run({ task: 'numbers/count', input: { upTo: 'many' } }));
    assert.equal(refused.error.code, 'operator_task_input_invalid');
    assert.equal(refused.error.problems[0].path, 'input/upTo');
    const [hidden] = await linesOf(await run({ task: 'broken', input: {} }));
    assert.equal(hidden.error.code, 'internal_error');
    assert.ok(!JSON.stringify(hidden).includes('secret'));
  });

  it('refuses moments that JavaScript cannot tell', async (t) => {
    const input = Type.Object({ at: Type.String({ format: 'date-time' }) });
    const tell = defineOperatorTask(input, async ({ at }) => new Date(at).toISOString());
    const { run } = await openRoute(t, { tell });
    const [told] = await linesOf(await run({ task: 'tell', input: { at: '2036-12-31T23:59:59Z' } }));
    assert.equal(told.result, '2036-12-31T23:59:59.000Z');
    for (const at of ['2036-12-31T23:59:60Z', '0000-01-01T00:00:00Z']) {
      const [refused] = await linesOf(await run({ task: 'tell', input: { at } }));
      assert.equal(refused.error.code, 'operator_task_input_invalid', at);
      assert.match(refused.error.problems[0].message, /must be a moment/);
    }
  });

  it('refuses who does not know the key of the folder, and names that are no task', async (t) => {
    const { run } = await openRoute(t, { 'numbers/count': count });
    for (const wrong of ['', 'another', `${key}x`]) {
      const answer = await run({ task: 'numbers/count', input: { upTo: 1 } }, wrong);
      assert.equal(answer.status, 403);
      assert.equal(((await answer.json()) as { code: string }).code, 'operator_task_key_invalid');
    }
    for (const task of ['nothing', 'constructor', '__proto__', 'toString']) {
      const answer = await run({ task, input: {} });
      assert.equal(answer.status, 404, task);
      assert.equal(((await answer.json()) as { code: string }).code, 'operator_task_unknown');
    }
  });

  it('aborts the task when the command goes away, and when the service stops', async (t) => {
    let ended: (reason: string) => void = () => {};
    const endless = defineOperatorTask(Type.Object({}), async (_input, { signal, report }) => {
      report({ started: true });
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
      ended('aborted');
      return null;
    });
    const { run, shutdown } = await openRoute(t, { endless });
    const seen = new Promise((resolve) => {
      ended = resolve;
    });
    const command = new AbortController();
    const response = await run({ task: 'endless', input: {} }, key, command.signal);
    command.abort();
    await response.text().catch(() => {});
    assert.equal(await seen, 'aborted');

    const second = await run({ task: 'endless', input: {} });
    shutdown.abort();
    assert.deepEqual((await linesOf(second)).at(-1), { result: null });
  });

  it('says that the server stopped when a task ends for that', async (t) => {
    const interrupted = defineOperatorTask(Type.Object({}), async (_input, { signal, report }) => {
      report({ started: true });
      await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    });
    const { run, shutdown } = await openRoute(t, { interrupted });
    const response = await run({ task: 'interrupted', input: {} });
    shutdown.abort();
    assert.equal((await linesOf(response)).at(-1).error.code, 'operator_task_cut_off');
  });

  it('needs an administrator beside the key', async (t) => {
    const { dataDir } = await createTestDatabase(t, 'embedded');
    const served = await spawnServe(t, { DATA_DIR: dataDir });
    const { taskKey, url } = JSON.parse(await readFile(join(dataDir, 'server.json'), 'utf8'));
    assert.equal(url, served.url);
    const answer = await send(`${url}/v1/operator-tasks`, {
      method: 'POST',
      headers: { 'x-data-folder-key': taskKey, 'content-type': 'application/json' },
      body: JSON.stringify({ task: 'clients/create', input: {} }),
    });
    assert.equal(answer.status, 401);
  });
});
