import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { generateRegistry } from '../../../bench/registry/generate-registry.ts';
import { type CompanyRows, headOfficeOf, makeCompany } from '../../../bench/registry/make-company.ts';
import { maskCpfInName } from '../../../src/platform/documents.ts';
import { describeDatabases } from '../../support/database.ts';
import { send } from '../../support/http.ts';
import { shareService } from '../../support/service.ts';
import { createStandInEngine } from '../../support/service-engine.ts';
import { runRegistryTask } from '../../support/service-registry.ts';

const companies = 250;
/** Between two reads of one reader. */
const pauseMs = 40;
const seedOf: Readonly<Record<string, number>> = { '2026-04': 1, '2026-05': 2 };

describeDatabases('reads of companies while a month is imported', (kind) => {
  // Together some 200 a second; the embedded database, which has one connection, is asked less.
  const readers = kind === 'postgres' ? 8 : 2;
  const service = shareService(kind, { engine: createStandInEngine() });

  it('all succeed, and every part of an answer is of one month', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'confere-registry-'));
    t.after(() => rm(folder, { recursive: true, force: true }));
    const folderOf = (month: string) => join(folder, month);
    for (const [month, seed] of Object.entries(seedOf)) {
      await generateRegistry({ directory: folderOf(month), companies, seed, month });
    }
    await runRegistryTask(service(), 'registry/import', { directory: folderOf('2026-04') });
    // The same numbers, different companies: whichever month an answer is of, all of it must be.
    const shared = Array.from({ length: companies }, (_, index) => index)
      .filter((index) => headOfficeOf(makeCompany(1, index)) === headOfficeOf(makeCompany(2, index)))
      .slice(0, 20);
    assert.ok(shared.length > 10);

    const token = await service().token('customer', { scope: 'companies:read' });
    const seen = new Map<string, number>();
    let isOver = false;
    const read = async (reader: number) => {
      for (let count = reader; !isOver; count += readers) {
        const index = shared[count % shared.length]!;
        const cnpj = headOfficeOf(makeCompany(1, index));
        const answer = await send(`${service().url}/v1/companies/${cnpj}?_includeOnboardingQsa=true`, {
          token,
        });
        assert.equal(answer.status, 200, answer.text);
        seen.set(checkMonth(answer.body, index), count);
        await delay(pauseMs);
      }
    };
    const reading = Promise.all(Array.from({ length: readers }, (_, reader) => read(reader)));
    try {
      await runRegistryTask(service(), 'registry/import', { directory: folderOf('2026-05') });
      // A reader that fails ends the wait.
      for (let waitedMs = 0; !seen.has('2026-05') && waitedMs < 600_000; waitedMs += 20) {
        await Promise.race([delay(20), reading]);
      }
      await runRegistryTask(service(), 'registry/rollback');
      await delay(300);
    } finally {
      isOver = true;
      await reading;
    }
    assert.deepEqual([...seen.keys()].sort(), ['2026-04', '2026-05']);
  });
});

// biome-ignore lint/suspicious/noExplicitAny: whatever was answered
function checkMonth(body: any, index: number): string {
  const { pjData, pjSimples } = body.sources;
  const month: string = pjData.data.dataMonth;
  const expected: CompanyRows = makeCompany(seedOf[month]!, index);
  const name = maskCpfInName(expected.company[1]!);
  assert.equal(pjData.data.officialName, name);
  assert.equal(body.basicData.officialName, name);
  assert.equal(pjData.data.address.street, expected.establishments[0]![14]);
  assert.deepEqual(
    body.qsa.items.map((item: { name: string }) => item.name),
    [...new Map(expected.partners.map((row) => [row.join(';'), row[2]])).values()],
  );
  assert.equal(pjSimples.data.dataMonth, month);
  assert.equal(pjSimples.data.mei.isOptant, expected.simples && expected.simples[4] === 'S');
  return month;
}
