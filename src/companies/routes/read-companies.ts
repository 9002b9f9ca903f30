import { Type } from '@fastify/type-provider-typebox';
import { onboardingStatuses, profileErrorCatalogue, profileStatuses } from '../../profiles/index.ts';
import { HistoryPageSchema, readHistoryPage, representHistory } from '../../profiles/routes/history-page.ts';
import { customerAccess, tokenOf } from '../../web/access.ts';
import type { App } from '../../web/app.ts';
import { PageQuery } from '../../web/lists.ts';
import { ExecutionSummary, RequestId, refusals, Timestamp } from '../../web/schemas.ts';
import { CompanyBasicDataSchema } from '../format-basic-data.ts';
import { type GetCompanyDeps, getCompany, listCompanyHistory } from '../get-company.ts';
import { PjDataSchema } from '../pj-data.ts';
import { PjSimplesSchema } from '../registry-sources.ts';

/** GET /v1/companies/{companyId} (interface, section 4.4). */
export function getCompanyRoute(app: App, deps: GetCompanyDeps): void {
  app.route({
    method: 'GET',
    url: '/v1/companies/:companyId',
    config: { reads: 'replica', access: customerAccess('companies:read'), audit: { action: 'company.read' } },
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
            description: 'Only the value `true` adds sources, onboarding and qsa.',
          }),
        ),
      }),
      response: {
        200: CompanyProfileSchema,
        ...refusals(profileErrorCatalogue, 'profile_not_found'),
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

export function getCompanyHistoryRoute(app: App, deps: GetCompanyDeps): void {
  app.route({
    method: 'GET',
    url: '/v1/companies/:companyId/history',
    config: {
      reads: 'replica',
      access: customerAccess('companies:read'),
      audit: { action: 'company.history' },
    },
    schema: {
      operationId: 'listCompanyHistory',
      tags: ['Profiles'],
      summary: 'List the changes of a company profile',
      description: 'Newest first, each change with the execution that made it.',
      params: CompanyIdParams,
      querystring: Type.Object(PageQuery),
      response: {
        200: HistoryPageSchema,
        ...refusals(profileErrorCatalogue, 'profile_not_found'),
      },
    },
    handler: async (request) => {
      const page = readHistoryPage(request.query);
      const history = await listCompanyHistory(deps, request.params.companyId, page, {
        includesPersonalContacts: tokenOf(request).scopes.has('companies:contacts'),
      });
      request.auditTarget = history.id;
      return representHistory(request.id, history, page);
    },
  });
}

const OptionalText = Type.Optional(Type.String());

const CompanyIdParams = Type.Object({
  companyId: Type.String({
    description: 'Id of the profile, or a CNPJ: fourteen characters without a mask, letters in upper case.',
  }),
});

const Answer = (data: Parameters<typeof Type.Optional>[0]) =>
  Type.Optional(Type.Object({ lastConsultation: Type.Object({ date: Timestamp }), data }));

/** The answer of GET /v1/companies/{companyId} (interface, section 2.4). */
export const CompanyProfileSchema = Type.Object(
  {
    requestId: RequestId,
    id: Type.String({ description: 'com_...' }),
    status: Type.Enum([...profileStatuses]),
    cnpj: Type.String(),
    basicData: Type.Optional(CompanyBasicDataSchema),
    executions: Type.Array(ExecutionSummary, { description: 'Newest first.' }),
    onboarding: Type.Optional(
      Type.Object(
        {
          qsa: Type.Array(
            Type.Object({
              status: Type.Enum([...onboardingStatuses]),
              name: Type.String(),
              profileId: Type.String(),
              transactionId: Type.String(),
            }),
          ),
        },
        { description: 'With _includeOnboardingQsa=true only.' },
      ),
    ),
    qsa: Type.Optional(
      Type.Object(
        {
          items: Type.Array(
            Type.Object({
              name: Type.String(),
              functionCode: Type.String(),
              function: Type.String(),
              isLegalRepresentative: Type.Boolean(),
              profileId: OptionalText,
              status: OptionalText,
              transactionId: OptionalText,
            }),
          ),
        },
        { description: 'Partners and administrators. With _includeOnboardingQsa=true only.' },
      ),
    ),
    sources: Type.Optional(
      Type.Object(
        {
          pjData: Answer({ ...PjDataSchema, title: 'PjData' }),
          pjSimples: Answer({ ...PjSimplesSchema, title: 'PjSimples' }),
        },
        {
          description: 'By name of the source. With _includeOnboardingQsa=true only.',
          additionalProperties: true,
        },
      ),
    ),
  },
  { title: 'Company', description: 'The profile. Unknown fields are absent.' },
);
