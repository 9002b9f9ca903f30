import { timingSafeEqual } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { Type } from '@fastify/type-provider-typebox';
import { AppError, nameFailure } from '../../platform/errors.ts';
import type { Logger } from '../../platform/log.ts';
import { OperatorTaskError, type OperatorTasks, type TaskLine } from '../../platform/operator-tasks/index.ts';
import { toAnswer } from '../../platform/to-answer.ts';
import { customerAccess } from '../../web/access.ts';
import type { App } from '../../web/app.ts';
import { errorResponses } from '../../web/schemas.ts';

type RunOperatorTaskDeps = {
  readonly tasks: OperatorTasks;
  /** The key in `server.json`, for everybody who may read the data folder. */
  readonly key: string;
  /** Aborted when the service stops. */
  readonly signal: AbortSignal;
  readonly log: Logger;
};

/** Below the time after which a silent connection is cut. */
const heartbeatMs = 10_000;
const progressIntervalMs = 100;

/**
 * POST /v1/operator-tasks: does for a command on this machine what only the owner of the data folder can. The answer
 * is newline-delimited JSON: lines with progress, then one with the result or the error.
 */
export function runOperatorTaskRoute(
  app: App,
  { tasks, key, signal: stopping, log }: RunOperatorTaskDeps,
): void {
  app.route({
    method: 'POST',
    url: '/v1/operator-tasks',
    config: {
      access: customerAccess('admin', { issuer: 'own' }),
      // The task records itself, wherever it runs.
      audit: 'none',
    },
    schema: {
      // Between a command and its own server only, and not on PostgreSQL.
      hide: true,
      headers: Type.Object({ 'x-data-folder-key': Type.Optional(Type.String()) }),
      body: Type.Object({ task: Type.String(), input: Type.Unknown() }),
      response: {
        200: {
          description: 'Progress, then the result or the error.',
          content: { 'application/x-ndjson': { schema: Type.String() } },
        },
        ...errorResponses(404),
      },
    },
    handler: async (request, reply) => {
      if (!isSame(request.headers['x-data-folder-key'] ?? '', key)) {
        throw new OperatorTaskError('operator_task_key_invalid');
      }
      const task = Object.hasOwn(tasks, request.body.task) ? tasks[request.body.task] : undefined;
      if (task === undefined) throw new OperatorTaskError('operator_task_unknown');

      const lines = new PassThrough();
      const gone = new AbortController();
      lines.once('close', () => gone.abort());
      const write = (line: TaskLine) => {
        if (!lines.destroyed) lines.write(`${JSON.stringify(line)}\n`);
      };
      const progress = new LatestProgress(write);
      const context = {
        signal: AbortSignal.any([gone.signal, stopping]),
        report: (value: Readonly<Record<string, unknown>>) => progress.set(value),
      };
      void task
        .run(request.body.input, context)
        .then(
          (result) => progress.end({ result: result ?? null }),
          (failure: unknown) => {
            // Most tasks end with the reason of the signal.
            const error =
              context.signal.aborted && !(failure instanceof AppError)
                ? new OperatorTaskError('operator_task_cut_off', { cause: failure })
                : failure;
            if (!(error instanceof AppError)) {
              log.error({ task: request.body.task, cause: describeCause(error) }, 'an operator task failed');
            }
            progress.end({ error: describe(error) });
          },
        )
        .finally(() => lines.end());
      return await reply.type('application/x-ndjson').send(lines as never);
    },
  });
}

/** Sends the newest progress a few times a second, and again when nothing new comes, so that nobody hangs up. */
class LatestProgress {
  readonly #write: (line: TaskLine) => void;
  readonly #heartbeat: NodeJS.Timeout;
  #next: NodeJS.Timeout | undefined;
  #latest: Readonly<Record<string, unknown>> = {};

  constructor(write: (line: TaskLine) => void) {
    this.#write = write;
    this.#heartbeat = setInterval(() => write({ progress: this.#latest }), heartbeatMs);
  }

  set(progress: Readonly<Record<string, unknown>>): void {
    this.#latest = progress;
    this.#next ??= setTimeout(() => {
      this.#next = undefined;
      this.#write({ progress: this.#latest });
    }, progressIntervalMs);
  }

  end(line: TaskLine): void {
    clearInterval(this.#heartbeat);
    clearTimeout(this.#next);
    this.#write(line);
  }
}

function isSame(given: string, key: string): boolean {
  const left = Buffer.from(given);
  const right = Buffer.from(key);
  return left.length === right.length && timingSafeEqual(left, right);
}

function describe(error: unknown): Extract<TaskLine, { error: unknown }>['error'] {
  if (!(error instanceof AppError)) {
    return {
      code: 'internal_error',
      kind: 'internal',
      title: 'Something failed that should not have.',
      fix: 'Look at the log of the server.',
    };
  }
  const { code, kind, title, fix, detail, problems } = error;
  return toAnswer({ code, kind, title, fix, detail, problems });
}

function describeCause(error: unknown): string {
  return error instanceof Error
    ? `${nameFailure(error)}: ${error.stack?.split('\n')[1]?.trim() ?? ''}`
    : typeof error;
}
