import { Type } from '@fastify/type-provider-typebox';
import type { Db } from '../../platform/db/index.ts';
import { RequestError } from '../../platform/errors.ts';
import { toAnswer } from '../../platform/to-answer.ts';
import { customerAccess } from '../../web/access.ts';
import type { App } from '../../web/app.ts';
import { ListSchema, longestCriterion, PageQuery, readCriteria, readLimit } from '../../web/lists.ts';
import { CompanyListItemSchema, findCompanies } from '../find-companies.ts';

export type SearchCompaniesDeps = { readonly db: Db };

/** Longest time of one statement of a search, in milliseconds. PostgreSQL only. */
const timeoutMs = 5_000;

export function searchCompaniesRoute(app: App, { db }: SearchCompaniesDeps): void {
  app.route({
    method: 'GET',
    url: '/v1/companies',
    config: {
      reads: 'replica',
      access: customerAccess('companies:read'),
      audit: { action: 'company.search' },
    },
    schema: {
      operationId: 'searchCompanies',
      tags: ['Profiles'],
      summary: 'Search the registry of companies',
      description:
        'Needs at least one criterion, and all criteria must match. Lists every matching establishment in a stable order. Every page of one search comes from the same registry month.',
      headers: Type.Object({
        'x-criteria': Type.Optional(
          Type.String({
            maxLength: 1_000,
            description: '`name` and `partner`, URL-encoded: out of the address.',
          }),
        ),
      }),
      querystring: Type.Object({
        name: criterion(
          'Words of the official or trade name, whole or in part; a word of two letters whole. Accents and case do not matter.',
        ),
        uf: criterion('The two letters of a state; EX for abroad.', 2),
        city: criterion('Code of IBGE or of Receita Federal, or the name.'),
        cnae: criterion("The main activity's code or its first digits, with or without punctuation.", 12),
        withSecondaryCnae: criterion('true: cnae also finds secondary activities.', 5),
        partner: criterion('Words of the name of one partner or administrator.'),
        taxRegime: criterion(
          'real, presumido, arbitrado, imune or isenta: in the last year that names the company. Only together with another criterion.',
          12,
        ),
        ...PageQuery,
      }),
      response: {
        200: ListSchema(CompanyListItemSchema, { title: 'CompanyPage', description: 'A page of companies.' }),
      },
    },
    handler: async (request) => {
      const { cursor, limit: _, ...criteria } = request.query;
      const unseen = readCriteria(request.headers['x-criteria'] ?? '', ['name', 'partner']);
      const twice = Object.keys(unseen).find((name) => name in criteria);
      if (twice !== undefined) {
        throw RequestError.at('headers/x-criteria', `gives ${twice}, as the query does`);
      }
      const page = await findCompanies(
        db,
        { ...criteria, ...unseen },
        { cursor, limit: readLimit(request.query), timeoutMs },
      );
      return toAnswer({ requestId: request.id, items: page.items, nextCursor: page.nextCursor });
    },
  });
}

function criterion(description: string, maxLength = longestCriterion) {
  return Type.Optional(Type.String({ maxLength, description }));
}
