import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { generateRegistry } from '../../../bench/registry/generate-registry.ts';
import { headOfficeOf, makeCompany } from '../../../bench/registry/make-company.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { findCompanyRecord, importRegistry, rollbackRegistry } from '../../../src/registry/index.ts';
import { describeDatabases, openTestDatabase } from '../../support/database.ts';

describeDatabases('lookups while a month is imported', (kind) => {
  it('all answer, each from one month, before, during and after the switch', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'confere-registry-'));
    t.after(() => rm(folder, { recursive: true, force: true }));
    const [first, second] = [join(folder, 'first'), join(folder, 'second')];
    // The same numbers, different companies: whatever seed a record is of, all of it must be.
    await generateRegistry({ directory: first, companies: 1200, seed: 1, month: '2026-04' });
    await generateRegistry({ directory: second, companies: 1200, seed: 2, month: '2026-05' });
    const database = await openTestDatabase(t, kind);
    const deps = { database, clock: systemClock };
    await importRegistry(deps, { directory: first });

    const seedOf = { '2026-04': 1, '2026-05': 2 } as Record<string, number>;
    const shared = Array.from({ length: 1200 }, (_, index) => index).filter((index) => {
      const [one, two] = [makeCompany(1, index), makeCompany(2, index)];
      return headOfficeOf(one) === headOfficeOf(two) && one.partners.length > 0 && two.partners.length > 0;
    });
    assert.ok(shared.length > 10);
    const seen = new Map<string, number>();
    let isOver = false;
    const look = async () => {
      for (let count = 0; !isOver; count += 1) {
        // As requests do; the embedded database alone would never let anything else have its turn.
        await turn();
        const index = shared[count % shared.length]!;
        const lookup = await findCompanyRecord(database.db, headOfficeOf(makeCompany(1, index)));
        assert.ok(lookup.found);
        const { record } = lookup;
        const expected = makeCompany(seedOf[record.dataMonth]!, index);
        assert.equal(record.officialName, expected.company[1]);
        assert.equal(record.address.street, expected.establishments[0]?.[14]);
        assert.equal(record.partners[0]?.name, expected.partners[0]?.[2]);
        seen.set(record.dataMonth, (seen.get(record.dataMonth) ?? 0) + 1);
      }
    };
    const lookers = [look(), look(), look()];
    try {
      await importRegistry(deps, { directory: second });
      for (let round = 0; round < 2; round += 1) {
        await rollbackRegistry(deps);
        await importRegistry(deps, { directory: second });
      }
    } finally {
      isOver = true;
      await Promise.all(lookers);
    }
    assert.ok((seen.get('2026-04') ?? 0) > 0 && (seen.get('2026-05') ?? 0) > 0);
  });
});
