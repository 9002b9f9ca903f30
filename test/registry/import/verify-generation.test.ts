import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type CheckLimits,
  type VerifyGenerationInput,
  verifyGeneration,
} from '../../../src/registry/import/verify-generation.ts';

const limits: CheckLimits = {
  rowCountDifference: 0.1,
  refused: 0.1,
  duplicates: 0.1,
  replacedCharacters: 0.1,
  shortPartnerDocuments: 0.1,
  orphanCodes: 0.1,
  minimumRows: 1_000,
};

/** A month of 900 rows in each of four tables, with so much of everything that is counted. */
function month(
  change: Partial<Record<'rows' | 'aside' | 'duplicates' | 'replaced' | 'short' | 'orphans', number>>,
) {
  const { rows = 2_000, aside = 0, duplicates = 0, replaced = 0, short = 0, orphans = 0 } = change;
  return {
    limits,
    rowCounts: { companies: rows, establishments: 0, partners: 0, simples: 0, codes: 1 },
    refusedRows: { column_count: aside, duplicate: duplicates },
    replacedRows: replaced,
    tally: {
      companyPartners: 2_000,
      shortPartnerDocuments: short,
      codes: {
        activity: new Map([
          ['6204000', 2_000 - orphans],
          ['0000000', orphans],
        ]),
      },
    },
    codes: new Map([['activity:6204000', 'Consultoria']]),
    previousCounts: { companies: 2_000, establishments: 0, partners: 0, simples: 0, codes: 1 },
  } as unknown as VerifyGenerationInput;
}

const failed = (input: VerifyGenerationInput) =>
  verifyGeneration(input).flatMap(({ name, passed }) => (passed ? [] : [name]));

describe('verifyGeneration', () => {
  it('passes a month at its limits, and names each limit that another month is beyond', () => {
    // A tenth of 2,000 rows, or of those and the rows put aside.
    const cases = [
      ['refused', { aside: 222 }, { aside: 223 }],
      ['duplicates', { duplicates: 222 }, { duplicates: 223 }],
      ['replaced_characters', { replaced: 200 }, { replaced: 201 }],
      ['short_partner_documents', { short: 200 }, { short: 201 }],
      ['orphan_codes_activity', { orphans: 200 }, { orphans: 201 }],
      ['row_count_companies', { rows: 1_800 }, { rows: 1_799 }],
      ['row_count_companies', { rows: 2_200 }, { rows: 2_201 }],
    ] as const;
    for (const [name, within, beyond] of cases) {
      assert.deepEqual(failed(month(within)), [], JSON.stringify(within));
      assert.deepEqual(failed(month(beyond)), [name], JSON.stringify(beyond));
    }
  });

  it('holds nothing against a month of few rows', () => {
    const small = month({ rows: 900, replaced: 900 });
    assert.deepEqual(failed({ ...small, previousCounts: undefined }), []);
  });

  it('compares with no other month when there is none of the same part of the country', () => {
    assert.deepEqual(failed({ ...month({ rows: 100_000 }), previousCounts: undefined }), []);
  });
});
