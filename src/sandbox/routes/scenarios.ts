import { Type } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { FaceError } from '../../faces/index.ts';
import type { App } from '../../web/app.ts';
import { HttpError } from '../../web/errors.ts';
import { ListSchema, PageQuery, pageOfAll } from '../../web/lists.ts';
import { errorResponses, RequestId } from '../../web/schemas.ts';
import { scenarioContext } from '../create-sandbox-engine.ts';
import {
  type CompanyScenario,
  changeScenario,
  findFaceScenario,
  isChanged,
  listScenarios,
  type PersonScenario,
} from '../scenarios.ts';

export function listScenariosRoute(app: App): void {
  app.route({
    method: 'GET',
    url: '/v1/sandbox/scenarios',
    config: { access: { kind: 'public' } },
    schema: {
      operationId: 'listSandboxScenarios',
      tags: ['Service'],
      summary: 'List the people and companies of the sandbox',
      description: 'Invented people and companies with the answers of the service.',
      querystring: Type.Object(PageQuery),
      response: {
        200: ListSchema(
          Type.Object({
            id: Type.String(),
            about: Type.Enum(['face', 'person', 'company']),
            document: Type.String({ description: 'A CPF; of a company its CNPJ.' }),
            title: Type.String(),
            expected: Type.String(),
          }),
          { title: 'SandboxScenarios', description: 'The catalogue.' },
        ),
      },
    },
    handler: async (request) => ({
      requestId: request.id,
      ...pageOfAll(listScenarios(), request.query, ({ id }) => id),
    }),
  });
}

const lockSeconds = 900;

/** Tells the engine whose photo a request is about, and refuses requests as the person's scenario says. */
export function applyScenarios(app: App): void {
  app.addHook('onSend', async (_request, reply) => {
    reply.header('confere-environment', 'sandbox');
  });
  app.addHook('preHandler', (request, _reply, done) => {
    const scenario = findFaceScenario(cpfOf(request));
    if (scenario === undefined) return done();
    const isRegistration = request.method === 'PUT';
    if (request.method === 'POST' && scenario.face === 'rate-limited') {
      return done(new HttpError('rate_limited', { retryAfterSeconds: 30 }));
    }
    if (request.method === 'POST' && scenario.face === 'locked') {
      return done(new FaceError('face_locked', { retryAfterSeconds: lockSeconds }));
    }
    scenarioContext.run({ scenario, isRegistration }, done);
  });
}

function cpfOf({ params, body, headers }: FastifyRequest): string | undefined {
  const { cpf } = (params ?? {}) as { readonly cpf?: string };
  const { peopleId } = (typeof body === 'object' && body !== null ? body : {}) as {
    readonly peopleId?: string;
  };
  const header = headers['x-people-id'];
  const found = cpf ?? peopleId ?? header;
  return typeof found === 'string' ? found : undefined;
}

export type ChangedSubject = Pick<PersonScenario, 'cpf'> | Pick<CompanyScenario, 'cnpj'>;

export function changeScenarioRoute(
  app: App,
  { runWatchesOf }: { readonly runWatchesOf: (document: ChangedSubject) => Promise<number> },
): void {
  app.route({
    method: 'POST',
    url: '/v1/sandbox/scenarios/:scenarioId/change',
    config: { access: { kind: 'public' } },
    schema: {
      operationId: 'changeSandboxScenario',
      tags: ['Service'],
      summary: 'Change a person or company of the sandbox',
      description:
        'For scenarios whose `expected` names a change. The watches of the subject run at once. A second call takes the change back.',
      params: Type.Object({ scenarioId: Type.String({ maxLength: 64 }) }),
      response: {
        200: Type.Object(
          {
            requestId: RequestId,
            id: Type.String(),
            isChanged: Type.Boolean(),
            watches: Type.Integer({ description: 'Watches that run.' }),
          },
          { title: 'ChangedSandboxScenario', description: 'It is changed.' },
        ),
        ...errorResponses(404),
      },
    },
    handler: async (request) => {
      const scenario = changeScenario(request.params.scenarioId);
      if (scenario === undefined) throw new HttpError('route_not_found');
      const document = 'cpf' in scenario ? { cpf: scenario.cpf } : { cnpj: scenario.cnpj };
      const watches = await runWatchesOf(document);
      return { requestId: request.id, id: scenario.id, isChanged: isChanged(scenario), watches };
    },
  });
}
