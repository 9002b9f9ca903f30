import { Type } from '@fastify/type-provider-typebox';
import type { App } from '../../web/app.ts';
import { HttpError } from '../../web/errors.ts';
import { errorResponses, RequestId } from '../../web/schemas.ts';
import { type CompanyScenario, changeScenario, isChanged, type PersonScenario } from '../scenarios.ts';

/** The CPF or CNPJ of a scenario. */
export type ChangedSubject = Pick<PersonScenario, 'cpf'> | Pick<CompanyScenario, 'cnpj'>;

/** POST /v1/sandbox/scenarios/{scenarioId}/change: changes a person or company, and runs its watches. In a sandbox only. */
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
