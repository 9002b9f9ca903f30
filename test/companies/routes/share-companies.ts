import assert from 'node:assert/strict';
import type { TestDatabaseKind } from '../../support/database.ts';
import { send } from '../../support/http.ts';
import type { TestCompany } from '../../support/registry-files.ts';
import { shareService, type TestService } from '../../support/service.ts';
import { createStandInEngine } from '../../support/service-engine.ts';
import { importCompanies } from '../../support/service-registry.ts';
import { holding, openCompany, sole } from './example-companies.ts';

/** A service that is asked for companies, and how. */
export type TestCompanies = {
  service(): TestService;
  importMonth(month: string, companies: readonly TestCompany[]): Promise<void>;
  /** A month with the example companies and a bakery that was closed, root 33444555. */
  importExamples(): Promise<void>;
  url(id: string, query?: string): string;
  /** The token of a new client with these scopes. */
  tokenWith(...scopes: string[]): Promise<string>;
  /** An execution about the company, ended when this resolves. */
  execute(cnpj: string): Promise<void>;
};

/** For all tests of a suite, called where it is defined. Nothing is imported yet. */
export function shareCompanies(kind: TestDatabaseKind): TestCompanies {
  const service = shareService(kind, { engine: createStandInEngine() });
  const importMonth: TestCompanies['importMonth'] = (month, companies) =>
    importCompanies(service(), month, companies);
  const tokenWith: TestCompanies['tokenWith'] = async (...scopes) =>
    service().fetchToken(await service().createClient('customer', scopes));
  return {
    service,
    importMonth,
    importExamples: () =>
      importMonth('2026-04', [
        ...[openCompany, sole, holding],
        { root: '33444555', name: 'PADARIA LTDA', establishment: { status: '08' } },
      ]),
    url: (id, query = '') => `${service().url}/v1/companies/${id}${query}`,
    tokenWith,
    async execute(cnpj) {
      const answer = await send(`${service().url}/v1/executions`, {
        method: 'POST',
        token: await tokenWith('executions:write'),
        json: { cnpj, templateId: 'tpl_default_company' },
        headers: { prefer: 'wait=20' },
      });
      assert.ok(answer.body.completedAt !== undefined, answer.text);
    },
  };
}
