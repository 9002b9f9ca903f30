import { Type } from '@fastify/type-provider-typebox';
import { RequestError } from '../../platform/errors.ts';
import { toAnswer } from '../../platform/to-answer.ts';
import { customerAccess } from '../../web/access.ts';
import type { App } from '../../web/app.ts';
import { disconnectionOf } from '../../web/disconnection-of.ts';
import { RequestId, refusals } from '../../web/schemas.ts';
import { profileErrorCatalogue } from '../errors.ts';
import { testQueryTemplate } from '../executions/test-query-template.ts';
import type { ProfilesDeps } from '../profiles-deps.ts';
import { validateQueryTemplate } from '../query-templates/validate-query-template.ts';
import { checkSize, parseDocument } from './create-execution.ts';
import { AttributeVerdictSchema, type ProfileRouteDeps, VerdictSchema } from './execution-representation.ts';

export function tryTemplateRoute(app: App, { profiles }: ProfileRouteDeps): void {
  app.route({
    method: 'POST',
    url: '/v1/query-templates/dry-run',
    config: {
      isCostly: true,
      access: customerAccess('templates:write'),
      audit: { action: 'query-template.try' },
    },
    schema: {
      operationId: 'tryQueryTemplate',
      tags: ['Query templates'],
      summary: 'Try a query template',
      description:
        'The decision about a person or company and its grounds: of a template, one of its versions, or an unsaved definition. No execution, no profile, no event. Unless `isAskingProviders`, only local data and stored answers are read.',
      body: Type.Object(
        {
          templateId: Type.Optional(Type.String({ minLength: 1, maxLength: 80 })),
          version: Type.Optional(Type.Integer({ minimum: 1, description: 'The current one unless given.' })),
          definition: Type.Optional(
            Type.Object(
              {},
              { additionalProperties: true, description: 'In place of templateId: as POST takes it.' },
            ),
          ),
          cpf: Type.Optional(Type.String({ description: 'Of a person. Digits only.' })),
          cnpj: Type.Optional(Type.String({ description: 'Of a company. No mask.' })),
          attributes: Type.Optional(
            Type.Object(
              {},
              { additionalProperties: true, description: 'As POST /v1/executions takes them.' },
            ),
          ),
          isAskingProviders: Type.Optional(
            Type.Boolean({ description: 'True asks providers anew: their calls may cost. Default false.' }),
          ),
        },
        { title: 'QueryTemplateTrial' },
      ),
      response: {
        200: Type.Object(
          {
            requestId: RequestId,
            templateId: Type.Optional(Type.String()),
            version: Type.Optional(Type.Integer()),
            profileId: Type.Optional(Type.String({ description: 'Absent when there is no profile.' })),
            status: VerdictSchema,
            reason: Type.Optional(Type.String({ description: 'Why it is no verdict.' })),
            advice: Type.Optional(Type.String({ description: 'What to do about the reason.' })),
            decidedBy: Type.Array(Type.String(), { description: 'Names of the rules that decided.' }),
            rules: Type.Array(
              Type.Object({
                name: Type.String(),
                status: VerdictSchema,
                outcome: Type.Enum(['matched', 'not_matched', 'undetermined', 'unknown']),
                reason: Type.Optional(Type.String()),
              }),
            ),
            sources: Type.Array(
              Type.Object({
                name: Type.String(),
                outcome: Type.Enum(['found', 'absent', 'unavailable']),
                reason: Type.Optional(
                  Type.String({ description: 'Such as source_not_asked: it would have cost a call.' }),
                ),
                isReused: Type.Boolean({ description: 'It is the answer to an earlier execution.' }),
              }),
            ),
            attributes: Type.Record(
              Type.String(),
              Type.Object({ verdict: AttributeVerdictSchema, similarity: Type.Optional(Type.Number()) }),
            ),
            partners: Type.Integer({ description: 'Partners that would be onboarded.' }),
          },
          { title: 'QueryTemplateTrialAnswer', description: 'What it would decide.' },
        ),
        ...refusals(profileErrorCatalogue, 'query_template_not_found'),
      },
    },
    handler: async (request, reply) => {
      const { body } = request;
      const test = await testQueryTemplate(profiles, {
        template: templateOf(body, profiles),
        document: parseDocument(body),
        attributes: checkSize('attributes', body.attributes) ?? {},
        asksOthers: body.isAskingProviders === true,
        signal: disconnectionOf(reply),
      });
      request.auditTarget = test.templateId;
      request.auditSubjects = test.profileId === undefined ? [] : [test.profileId];
      request.auditDetail = { isAskingProviders: body.isAskingProviders === true };
      const { templateId, templateVersion: version, profileId, sources, checks, partners } = test;
      const { status, reason, advice, decidedBy, rules } = test.decision;
      return toAnswer({
        requestId: request.id,
        templateId,
        version,
        profileId,
        status,
        reason,
        advice,
        partners,
        decidedBy,
        rules: rules.map((rule) => ({ ...rule })),
        sources,
        attributes: checks,
      });
    },
  });
}

function templateOf(
  body: { readonly templateId?: string; readonly version?: number; readonly definition?: object },
  { sources }: ProfilesDeps,
): Parameters<typeof testQueryTemplate>[1]['template'] {
  const { templateId, version, definition } = body;
  if ((templateId === undefined) === (definition === undefined)) {
    throw RequestError.at('body', 'must have either templateId or definition');
  }
  if (templateId === undefined) {
    if (version !== undefined) throw RequestError.at('body/version', 'must be beside a templateId');
    return { definition: validateQueryTemplate(definition, sources.sources, [], 'body/definition') };
  }
  return { id: templateId, version };
}
