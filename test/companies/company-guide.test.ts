import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import type { ListName } from '../../src/people/index.ts';
import { ceisFile, tseFile } from '../people/lists/list-files.ts';
import { unFile } from '../people/world-lists/world-list-files.ts';
import { describeDatabases } from '../support/database.ts';
import { send } from '../support/http.ts';
import { importList } from '../support/import-list.ts';
import { cnpjOf } from '../support/registry-files.ts';
import { shareService } from '../support/service.ts';
import { createStandInEngine } from '../support/service-engine.ts';
import { importCompanies } from '../support/service-registry.ts';

const roots = {
  clean: '11222333',
  sanctioned: '22333444',
  listed: '33444555',
  suspended: '44555666',
  closed: '55666777',
  abroad: '66777888',
};

/** The rows of the table of outcomes in the guide, in its order. */
async function readTable(
  page: string,
): Promise<readonly { readonly who: string; readonly status: string }[]> {
  const text = await readFile(new URL(`../../docs/guides/${page}`, import.meta.url), 'utf8');
  const [, section = ''] = text.split(/^## (?:Decide|Decidir)$/m);
  return section
    .split(/^## /m)[0]!
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (?:the company|a empresa) /.test(line))
    .map((line) => {
      const [, who = '', status = ''] = line.split('|').map((cell) => cell.trim());
      return { who, status };
    });
}

describeDatabases('the guide of companies', (kind) => {
  const folder = mkdtempSync(join(tmpdir(), 'confere-guide-'));
  after(() => rm(folder, { recursive: true }));
  const service = shareService(kind, { engine: createStandInEngine(), env: { IMPORT_DIR: folder } });
  let token: string;
  const decide = async (cnpj: string) => {
    const { status, text, body } = await send(`${service().url}/v1/executions`, {
      method: 'POST',
      token,
      json: { templateId: 'tpl_default_company', cnpj },
      headers: { prefer: 'wait=20' },
    });
    assert.equal(status, 201, text);
    return body;
  };

  before(async () => {
    token = await service().token('customer');
    await importCompanies(service(), '2026-04', [
      { root: roots.clean, name: 'PADARIA AURORA LTDA' },
      { root: roots.sanctioned, name: 'IMPEDIDA OBRAS LTDA', branches: 1 },
      { root: roots.listed, name: 'TAVRIDA SHIPPING COMPANY SA' },
      { root: roots.suspended, name: 'PARADA LTDA', establishment: { status: '03' } },
      {
        root: roots.abroad,
        name: 'IMPORTADORA LTDA',
        partners: [
          { kind: '3', name: 'TAVRIDA SHIPPING COMPANY', document: '', qualification: '37', country: '249' },
        ],
      },
      { root: roots.closed, name: 'FECHADA LTDA', establishment: { status: '08' } },
    ]);
  });

  it('says what the default template decides without lists, and decides nothing in favour then', async () => {
    const needs: readonly (readonly [ListName, Buffer | string, RegExp])[] = [
      [
        'tse',
        tseFile([{ NM_CANDIDATO: 'ANA', ANO_ELEICAO: '2024', DS_CARGO: 'VEREADOR' }]),
        /ceis.*un, ofac_sdn/,
      ],
      [
        'un',
        unFile([{ id: '1', kind: 'company', name: ['TAVRIDA SHIPPING COMPANY'] }]),
        /pjSanctions needs .*ceis/,
      ],
    ];
    for (const [list, content, advice] of needs) {
      const { status, reason, decision, sources } = await decide(cnpjOf(roots.clean));
      assert.deepEqual([status, reason], ['PENDING', 'no_list_imported']);
      assert.match(decision.advice, /confere sources import/);
      assert.equal(sources.pjSanctions.reason, 'no_list_imported');
      await importList(service(), folder, list, content);
      const after = await decide(cnpjOf(roots.clean));
      assert.equal(after.status, 'PENDING');
      assert.match(after.decision.advice, advice);
    }
  });

  it('says what it decides with lists, in both languages', async () => {
    const impeded = {
      'TIPO DE PESSOA': 'J',
      'CPF OU CNPJ DO SANCIONADO': cnpjOf(roots.sanctioned, 2),
      'NOME DO SANCIONADO': 'IMPEDIDA OBRAS LTDA',
      'CATEGORIA DA SANÇÃO': 'Impedimento',
      'DATA INÍCIO SANÇÃO': '01/02/2024',
    };
    await importList(service(), folder, 'ceis', ceisFile([impeded]));
    const { clean, sanctioned, listed, abroad, suspended, closed } = roots;
    const statuses = await Promise.all(
      [clean, undefined, sanctioned, listed, abroad, suspended, closed].map(async (root) =>
        root === undefined ? 'PENDING' : (await decide(cnpjOf(root))).status,
      ),
    );
    for (const page of ['companies.md', 'companies.pt-BR.md']) {
      const rows = await readTable(page);
      assert.deepEqual(
        rows.map(({ status }) => status.split(',')[0]),
        statuses,
        page,
      );
    }
    assert.equal((await decide(cnpjOf(roots.sanctioned, 2))).status, 'REPROVED', 'the branch itself');
  });
});
