import { Type } from '@fastify/type-provider-typebox';
import type { EngineDescription } from '../../engine/index.ts';
import { retryAfter } from '../../platform/retry-after.ts';
import type { App } from '../../web/app.ts';
import { errorResponses, RequestId } from '../../web/schemas.ts';

export type ReadinessDeps = {
  readonly readiness: {
    /** Answers true if the database answers. Never rejects. */
    isDatabaseReachable(): Promise<boolean>;
    areModelsLoaded(): boolean;
    describeModels(): EngineDescription;
    /** The basis of the promised false match rate; undefined when the database does not say. Never rejects. */
    describeCohort(): Promise<string | undefined>;
    /** Ages of the data of imported sources; undefined when the database does not say. Never rejects. */
    describeSources(): Promise<readonly SourceAge[] | undefined>;
  };
};

/** The age of a source's data. An old source does not make the service unready. */
export type SourceAge = { readonly name: string; readonly ageDays: number; readonly isOld: boolean };

/** GET /readyz: whether requests can be served, with the models in use. 503 with the same body when they cannot. */
export function readinessRoute(app: App, deps: ReadinessDeps): void {
  const Readiness = Type.Object(
    {
      requestId: RequestId,
      status: Type.Union([Type.Literal('ready'), Type.Literal('not-ready')]),
      database: Type.Union([Type.Literal('reachable'), Type.Literal('unreachable')]),
      models: Type.Object({
        status: Type.Union([Type.Literal('loaded'), Type.Literal('loading')]),
        templateModel: Type.String(),
        falseMatchRate: Type.Number(),
        restsOn: Type.Optional(
          Type.String({
            description:
              'Basis of the promised rate: press photos, or a number of people of this deployment.',
          }),
        ),
        livenessEngine: Type.String(),
        livenessIsReliable: Type.Boolean({
          description:
            'False for the default engine alone, which notices many screens and prints and lets good ones pass.',
        }),
        networks: Type.Array(
          Type.Object({
            role: Type.String(),
            name: Type.String(),
            version: Type.String(),
            licence: Type.String(),
            origin: Type.Optional(
              Type.String({ description: 'Publisher of the weights, and unknown facts about them.' }),
            ),
          }),
        ),
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
      description: 'Looks at the database and at the networks, and names the models in use.',
      response: {
        200: { ...Readiness, description: 'Requests can be served.' },
        ...errorResponses(429),
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
      const restsOn = database ? await readiness.describeCohort() : undefined;
      const sources = database ? await readiness.describeSources() : undefined;
      const isReady = database && models;
      if (!isReady) reply.header(...retryAfter(2));
      return await reply.code(isReady ? 200 : 503).send({
        requestId: request.id,
        status: isReady ? 'ready' : 'not-ready',
        database: database ? 'reachable' : 'unreachable',
        models: {
          status: models ? 'loaded' : 'loading',
          templateModel,
          falseMatchRate,
          ...(restsOn === undefined ? {} : { restsOn }),
          livenessEngine,
          livenessIsReliable,
          networks: [...networks],
        },
        ...(sources === undefined ? {} : { sources: sources.map((one) => ({ ...one })) }),
      });
    },
  });
}
