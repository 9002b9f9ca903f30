import { Type } from '@fastify/type-provider-typebox';
import { pickErrors } from '../../platform/errors.ts';
import { profileErrorCatalogue } from '../../profiles/index.ts';
import { tokenOf } from '../../web/access.ts';
import type { App } from '../../web/app.ts';
import { errorResponses } from '../../web/schemas.ts';
import { type GetCompanyDeps, getCompany } from '../get-company.ts';
import { CompanyIdParams, CompanyProfileSchema } from './company-schemas.ts';

/** GET /v1/companies/{companyId} (interface, section 4.4). */
export function getCompanyRoute(app: App, deps: GetCompanyDeps): void {
  app.route({
    method: 'GET',
    url: '/v1/companies/:companyId',
    config: {
      reads: 'replica',
      access: { kind: 'token', surface: 'customer', products: ['customer'], scope: 'companies:read' },
      audit: { action: 'company.read' },
    },
    schema: {
      operationId: 'getCompany',
      tags: ['Profiles'],
      summary: 'Read the profile of a company',
      description:
        'What the registry says is of its month in service. Without an execution the status is PENDING, and `executions` is empty. The id is made of the CNPJ, and stays when an execution comes.',
      params: CompanyIdParams,
      querystring: Type.Object({
        _includeOnboardingQsa: Type.Optional(
          Type.Unsafe<unknown>({
            description:
              'Exactly `true` adds sources, onboarding and qsa; any other value is as good as none.',
          }),
        ),
      }),
      response: {
        200: CompanyProfileSchema,
        ...errorResponses(pickErrors(profileErrorCatalogue, 'profile_not_found')),
      },
    },
    handler: async (request, reply) => {
      const token = tokenOf(request);
      const { id, document } = await getCompany(deps, request.params.companyId, {
        includesStructure: request.query._includeOnboardingQsa === 'true',
        includesPersonalContacts: token.scopes.has('companies:contacts'),
      });
      request.auditTarget = id;
      // The profile is stored as it is answered; only the request's id is put before it.
      const body = `{"requestId":"${request.id}",${document.slice(1)}`;
      reply.type('application/json; charset=utf-8');
      return body as never;
    },
  });
}
