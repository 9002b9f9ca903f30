import { Type } from '@fastify/type-provider-typebox';
import type { EngineDescription } from '../../engine/index.ts';
import { type DuplicatesPeerState, duplicatesPeerStates } from '../../faces/index.ts';
import { NetworkModels, RestsOn } from '../../faces/routes/attempt-representation.ts';
import { retryAfter } from '../../platform/retry-after.ts';
import { toAnswer } from '../../platform/to-answer.ts';
import { systemAccess } from '../../web/access.ts';
import type { App } from '../../web/app.ts';
import type { Metrics } from '../../web/metrics.ts';
import { RequestId, retryAfterHeader, Timestamp } from '../../web/schemas.ts';

export function healthRoute(app: App): void {
  app.route({
    method: 'GET',
    url: '/healthz',
    config: { access: { kind: 'public' }, rateLimit: 'probe', isAnsweredUnderLoad: true },
    schema: {
      operationId: 'getHealth',
      tags: ['Service'],
      summary: 'State of the process',
      description: 'Looks at nothing that the process depends on. See /readyz for that.',
      response: {
        200: Type.Object(
          { requestId: RequestId, status: Type.Literal('ok') },
          { title: 'Health', description: 'The process answers.' },
        ),
      },
    },
    handler: async (request) => ({ requestId: request.id, status: 'ok' as const }),
  });
}

export type ReadinessDeps = {
  readonly readiness: {
    /** Answers true once the process is about to end. */
    isDraining(): boolean;
    /** Answers true if the database answers. Never rejects. */
    isDatabaseReachable(): Promise<boolean>;
    /** Answers true if the place of new photos answers. Never rejects. */
    isPhotoStoreReachable(): Promise<boolean>;
    /** Answers true while the photos have the place of another copy of the database. */
    isPhotoStoreReadOnly(): boolean;
    /** Since when nothing leaves this restored copy; undefined when work goes on. Never rejects. */
    describeHold(): Promise<Date | undefined>;
    /** Seconds that the clock is ahead of the database's; undefined before that is known. */
    clockAheadSeconds(): number | undefined;
    /** The read replica; undefined when none is configured. */
    describeReadReplica(): 'in_use' | 'behind' | 'unreachable' | undefined;
    /** The process of the duplicate search; undefined when this process keeps the index itself. */
    duplicatesState(): DuplicatesPeerState | undefined;
    areModelsLoaded(): boolean;
    describeModels(): EngineDescription;
    /** The basis of the promised false match rate; undefined when the database does not say. Never rejects. */
    describeCohort(): Promise<string | undefined>;
    /** Ages of the data of imported sources; undefined when the database does not say. Never rejects. */
    describeSources(): Promise<readonly SourceAge[] | undefined>;
  };
};

/** Clocks that differ by more make tokens fail at one process that another gave. */
const clockOffSeconds = 30;

/** The age of a source's data. An old source does not make the service unready. */
export type SourceAge = { readonly name: string; readonly ageDays: number; readonly isOld: boolean };

/**
 * GET /readyz: whether requests can be served, with the models in use. 503 with the same body when they cannot. Without
 * the photo store it stays 200, `degraded`; see docs/decisions/0027.
 */
export function readinessRoute(app: App, deps: ReadinessDeps): void {
  const Readiness = Type.Object(
    {
      requestId: RequestId,
      status: Type.Union([Type.Literal('ready'), Type.Literal('degraded'), Type.Literal('not_ready')], {
        description:
          '`degraded`: requests that store or read photos fail, or tokens may be refused because the clock is wrong (`clockAheadSeconds`); all others are served.',
      }),
      database: Type.Union([Type.Literal('reachable'), Type.Literal('unreachable')]),
      photoStore: Type.Union(
        [Type.Literal('reachable'), Type.Literal('read_only'), Type.Literal('unreachable')],
        {
          description:
            'The place of new photos: the folder or the bucket. `read-only`: another copy of the database has it.',
        },
      ),
      isDraining: Type.Optional(
        Type.Literal(true, { description: 'Present when the process is about to end; see `DRAIN_SECONDS`.' }),
      ),
      clockAheadSeconds: Type.Optional(
        Type.Integer({
          description: `Present when the clock of the process and that of the database differ by more than ${clockOffSeconds} seconds. Negative: it is behind.`,
        }),
      ),
      heldSince: Type.Optional({
        ...Timestamp,
        description:
          'Present while nothing leaves this restored copy: webhooks, watches and jobs wait for `confere resume`.',
      }),
      readReplica: Type.Optional(
        Type.Union([Type.Literal('in_use'), Type.Literal('behind'), Type.Literal('unreachable')], {
          description:
            'The standby of `DATABASE_READ_URL`, if any. Unless it is `in_use`, the database itself serves all reads.',
        }),
      ),
      duplicates: Type.Optional(
        Type.Enum([...duplicatesPeerStates], {
          description:
            'The process of `DUPLICATES_URL`, if any. While it is not `ready`, registrations answer `duplicateSearch: incomplete`, and their searches are finished later.',
        }),
      ),
      models: Type.Object({
        status: Type.Union([Type.Literal('loaded'), Type.Literal('loading')]),
        templateModel: Type.String(),
        falseMatchRate: Type.Number(),
        restsOn: Type.Optional(RestsOn),
        livenessEngine: Type.String(),
        networks: NetworkModels,
      }),
      sources: Type.Optional(
        Type.Array(Type.Object({ name: Type.String(), ageDays: Type.Integer(), isOld: Type.Boolean() }), {
          description: 'Ages of imported data. Old data do not make the service unready.',
        }),
      ),
    },
    { title: 'Readiness' },
  );
  app.route({
    method: 'GET',
    url: '/readyz',
    config: { access: { kind: 'public' }, rateLimit: 'probe', isAnsweredUnderLoad: true },
    schema: {
      operationId: 'getReadiness',
      tags: ['Service'],
      summary: 'Readiness of the service',
      description:
        'Looks at the database, the photo store and the networks, and names the models in use. Without the photo store it is 200 with `degraded`.',
      response: {
        200: { ...Readiness, description: 'Requests can be served; those with photos unless `degraded`.' },
        503: {
          ...Readiness,
          description: 'Requests cannot be served yet, or not at the moment.',
          headers: retryAfterHeader,
        },
      },
    },
    handler: async (request, reply) => {
      const { readiness } = deps;
      const [database, photoStore] = await Promise.all([
        readiness.isDatabaseReachable(),
        readiness.isPhotoStoreReachable(),
      ]);
      const isReadOnly = readiness.isPhotoStoreReadOnly();
      const models = readiness.areModelsLoaded();
      const { templateModel, falseMatchRate, livenessEngine, models: networks } = readiness.describeModels();
      const heldSince = database ? await readiness.describeHold() : undefined;
      const restsOn = database ? await readiness.describeCohort() : undefined;
      const sources = database ? await readiness.describeSources() : undefined;
      const aheadSeconds = Math.round(readiness.clockAheadSeconds() ?? 0);
      const isClockOff = Math.abs(aheadSeconds) > clockOffSeconds;
      const readReplica = readiness.describeReadReplica();
      const duplicates = readiness.duplicatesState();
      const isDraining = readiness.isDraining();
      const isReady = database && models && !isDraining;
      if (!isReady) reply.header(...retryAfter(2));
      return await reply.code(isReady ? 200 : 503).send(
        toAnswer({
          requestId: request.id,
          status: !isReady ? 'not_ready' : photoStore && !isReadOnly && !isClockOff ? 'ready' : 'degraded',
          database: database ? 'reachable' : 'unreachable',
          photoStore: !photoStore ? 'unreachable' : isReadOnly ? 'read_only' : 'reachable',
          isDraining: isDraining ? true : undefined,
          clockAheadSeconds: isClockOff ? aheadSeconds : undefined,
          heldSince,
          readReplica,
          duplicates,
          models: toAnswer({
            status: models ? 'loaded' : 'loading',
            templateModel,
            falseMatchRate,
            restsOn,
            livenessEngine,
            networks,
          }),
          sources,
        }),
      );
    },
  });
}

type MetricsRouteDeps = { readonly metrics: Metrics };

export function metricsRoute(app: App, deps: MetricsRouteDeps): void {
  app.route({
    method: 'GET',
    url: '/metrics',
    config: { access: systemAccess, audit: 'none', isAnsweredUnderLoad: true },
    schema: {
      operationId: 'getMetrics',
      tags: ['Service'],
      summary: 'Metrics of the process, in the format of Prometheus',
      description: 'The text format of Prometheus. Each replica shows its own figures.',
      response: {
        200: {
          description: 'The metrics of this process.',
          content: { 'text/plain': { schema: Type.String({ examples: ['confere_database_away 0\n'] }) } },
        },
      },
    },
    handler: async (_request, reply) => {
      const { contentType, text } = await deps.metrics.render();
      return await reply.type(contentType).send(text as never);
    },
  });
}
