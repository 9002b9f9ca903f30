import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { createTestDatabase, environmentOf } from '../../../support/database.ts';
import { runConfere } from '../../../support/service-process.ts';
import { writeZip } from '../../../support/write-zip.ts';

const header =
  'CPF_CNPJ;TIPO_PESSOA;TIPO_DEVEDOR;NOME_DEVEDOR;UF_DEVEDOR;UNIDADE_RESPONSAVEL;NUMERO_INSCRICAO;TIPO_SITUACAO_INSCRICAO;SITUACAO_INSCRICAO;RECEITA_PRINCIPAL;DATA_INSCRICAO;INDICADOR_AJUIZADO;VALOR_CONSOLIDADO';

it('the debts of a quarter are downloaded from a mirror and imported with the day of the quarter', async (t) => {
  const table = `${header}\r\nXXX735.623XX;Pessoa física;PRINCIPAL;ANA LIMA;RN;RN;1;EM COBRANCA;ATIVA;Imposto;05/03/2019;SIM;10.50\r\n`;
  const zip = writeZip([{ name: 'arquivo_lai_SIDA_1.csv', content: Buffer.from(table, 'latin1') }]);
  const server = createServer((request, response) =>
    request.url?.startsWith('/2026_trimestre_02/')
      ? response.writeHead(200, { 'content-length': zip.length, etag: '"1"' }).end(zip)
      : response.writeHead(404).end(),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const folder = await mkdtemp(join(tmpdir(), 'confere-debts-'));
  t.after(() => rm(folder, { recursive: true }));
  const place = await createTestDatabase(t, 'embedded');
  const env = { ...environmentOf(place), SOURCE_FETCH_ALLOW: '127.0.0.1' };
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const run = (...args: string[]) => runConfere(t, ['sources', ...args], env);

  const refused = await run('download', 'pgfn', '--quarter', '2026-9', '--to', folder);
  assert.equal(refused.status, 1);
  assert.match(refused.stderr, /such as 2026-3/);
  const fetched = await run(
    'download',
    'pgfn',
    '--quarter',
    '2026-2',
    '--to',
    folder,
    '--url',
    url,
    '--json',
  );
  assert.equal(fetched.status, 0, fetched.stderr);
  const done = JSON.parse(fetched.stdout);
  assert.equal(done.quarter, '2026_trimestre_02');
  assert.equal(done.files.length, 3);
  const again = await run('download', 'pgfn', '--quarter', '2026-2', '--to', folder, '--url', url);
  assert.match(again.stdout, /there already; delete it to download it again/);
  const imported = await run('import', 'pgfn', done.files[0].path, '--json');
  assert.equal(imported.status, 0, imported.stderr);
  const { entries, listDate, edition } = JSON.parse(imported.stdout);
  assert.deepEqual([entries, listDate, edition], [1, '2026-06-30', 'nao-previdenciario']);
});
