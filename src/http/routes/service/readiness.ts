import { Type } from '@fastify/type-provider-typebox';
import type { EngineDescription } from '../../../faces/index.ts';
import { RequestId } from '../../schemas.ts';
import type { App } from '../../server.ts';

export type ReadinessDeps = {
  readonly readiness: {
    /** Whether the database answers. Never rejects. */
    isDatabaseReachable(): Promise<boolean>;
    areModelsLoaded(): boolean;
    describeModels(): EngineDescription;
  };
};

/** GET /readyz: whether requests can be served, with the models in use. 503 with the same body when they cannot. */
export function readinessRoute(app: App, deps: ReadinessDeps): void {
  const Readiness = Type.Object({
    requestId: RequestId,
    status: Type.Union([Type.Literal('ready'), Type.Literal('not-ready')]),
    database: Type.Union([Type.Literal('reachable'), Type.Literal('unreachable')]),
    models: Type.Object({
      status: Type.Union([Type.Literal('loaded'), Type.Literal('loading')]),
      templateModel: Type.String(),
      falseMatchRate: Type.Number(),
      livenessEngine: Type.String(),
      livenessIsReliable: Type.Boolean({
        description:
          'False for the default engine, which notices coarse screens and prints and lets good ones pass.',
      }),
      networks: Type.Array(
        Type.Object({
          role: Type.String(),
          name: Type.String(),
          version: Type.String(),
          licence: Type.String(),
        }),
      ),
    }),
  });
  app.route({
    method: 'GET',
    url: '/readyz',
    config: { access: { kind: 'public' }, rateLimit: false, isAnsweredUnderLoad: true },
    schema: {
      operationId: 'getReadiness',
      tags: ['Service'],
      summary: 'Whether requests can be served',
      response: {
        200: { ...Readiness, description: 'Requests can be served.' },
        503: { ...Readiness, description: 'Requests cannot be served yet, or not at the moment.' },
      },
    },
    handler: async (request, reply) => {
      const { readiness } = deps;
      const database = await readiness.isDatabaseReachable();
      const models = readiness.areModelsLoaded();
      const {
        templateModel,
        falseMatchRate,
        livenessEngine,
        livenessIsReliable,
        models: networks,
      } = readiness.describeModels();
      const isReady = database && models;
      if (!isReady) reply.header('retry-after', '2');
      return await reply.code(isReady ? 200 : 503).send({
        requestId: request.id,
        status: isReady ? 'ready' : 'not-ready',
        database: database ? 'reachable' : 'unreachable',
        models: {
          status: models ? 'loaded' : 'loading',
          templateModel,
          falseMatchRate,
          livenessEngine,
          livenessIsReliable,
          networks: [...networks],
        },
      });
    },
  });
}
