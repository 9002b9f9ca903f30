import { Type } from '@fastify/type-provider-typebox';
import { RequestId } from '../../web/schemas.ts';
import {
  type QueryTemplate,
  QueryTemplateDefinitionSchema,
} from '../query-templates/query-template-definition.ts';

const fields = {
  id: Type.String(),
  version: Type.Integer({ description: 'Grows with each change; executions keep the one they ran.' }),
  isDefault: Type.Boolean({ description: 'True for the template of executions that name none.' }),
  createdAt: Type.String({ format: 'date-time' }),
  updatedAt: Type.String({ format: 'date-time', description: 'When this version was made.' }),
  ...QueryTemplateDefinitionSchema.properties,
};

export const QueryTemplateSchema = Type.Object(fields, { title: 'QueryTemplate' });
export const QueryTemplateBodySchema = Type.Object(
  { requestId: RequestId, ...fields },
  { title: 'QueryTemplateAnswer' },
);

/** The body of a request that writes a template, for the reference: the domain says what is wrong with one. */
export const documentedQueryTemplate = {
  'application/json': { schema: { ...QueryTemplateDefinitionSchema, title: 'QueryTemplateDefinition' } },
} as const;

/** A query template as it is answered. */
export function representQueryTemplate(template: QueryTemplate) {
  return {
    id: template.id,
    version: template.version,
    isDefault: template.isDefault,
    createdAt: template.createdAt.toISOString(),
    updatedAt: template.updatedAt.toISOString(),
    ...template.definition,
  };
}
