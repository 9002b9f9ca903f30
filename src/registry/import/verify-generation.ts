import type { GenerationCheck, RowCounts } from '../generations-store.ts';
import type { LoadedTables } from './load-tables.ts';
import type { CodeKind } from './receita-layout.ts';

/** Allowed deviations of a month. Shares from 0 to 1. */
export const defaultCheckLimits = {
  /** By how much a table's rows may differ from the generation in service. */
  rowCountDifference: 0.1,
  /** Rows put aside, duplicates apart. */
  refused: 0.001,
  /** Rows of a number seen before. */
  duplicates: 0.01,
  /** Rows whose text holds U+FFFD. */
  replacedCharacters: 0.001,
  /** Partners that are companies without a document of fourteen characters. */
  shortPartnerDocuments: 0.01,
  /** Uses of codes that the month's lists lack, by kind of code. */
  orphanCodes: 0.01,
  /** A share of fewer rows than this is not held against anybody. */
  minimumRows: 1000,
};

export type CheckLimits = Readonly<typeof defaultCheckLimits>;

export type VerifyGenerationInput = LoadedTables & {
  readonly limits: CheckLimits;
  /** Of the generation in service, when it is of the same part of the country. */
  readonly previousCounts: RowCounts | undefined;
};

/** Every check of a loaded generation. All were counted while the rows went by; no table is read. */
export function verifyGeneration(input: VerifyGenerationInput): readonly GenerationCheck[] {
  const { limits, rowCounts, tally, previousCounts } = input;
  const { duplicate: duplicates = 0, ...others } = input.refusedRows;
  const refused = Object.values(others).reduce((sum, count) => sum + count, 0);
  const { codes: _, ...dataCounts } = rowCounts;
  const kept = Object.values(dataCounts).reduce((sum, count) => sum + count, 0);
  const check = (name: string, part: number, whole: number, limit: number, detail?: string) => {
    const value = whole === 0 ? 0 : Math.round((part / whole) * 1e6) / 1e6;
    const passed = whole < limits.minimumRows || value <= limit;
    return { name, value, limit, passed, ...(detail !== undefined && { detail }) } satisfies GenerationCheck;
  };

  const checks = [
    check('refused', refused, kept + refused, limits.refused, describe(others)),
    check('duplicates', duplicates, kept + duplicates, limits.duplicates),
    check('replaced_characters', input.replacedRows, kept, limits.replacedCharacters),
    check(
      'short_partner_documents',
      tally.shortPartnerDocuments,
      tally.companyPartners,
      limits.shortPartnerDocuments,
    ),
  ];
  for (const [table, count] of Object.entries(dataCounts) as [keyof typeof dataCounts, number][]) {
    const before = previousCounts?.[table] ?? 0;
    if (before === 0) continue;
    const detail = `${count} rows, ${before} before`;
    const name = `row_count_${table}`;
    checks.push(check(name, Math.abs(count - before), before, limits.rowCountDifference, detail));
  }
  const listed = new Set([...input.codes.keys()].map((key) => key.slice(0, key.indexOf(':'))));
  for (const [kind, used] of Object.entries(tally.codes) as [CodeKind, Map<string, number>][]) {
    if (!listed.has(kind)) continue;
    const orphans: [string, number][] = [];
    let uses = 0;
    for (const [code, count] of used) {
      uses += count;
      const key = kind === 'country' ? code.padStart(3, '0') : code;
      if (!input.codes.has(`${kind}:${key}`)) orphans.push([code, count]);
    }
    const part = orphans.reduce((sum, [, count]) => sum + count, 0);
    orphans.sort((a, b) => b[1] - a[1]);
    const detail = describe(Object.fromEntries(orphans.slice(0, 20)));
    checks.push(check(`orphan_codes_${kind}`, part, uses, limits.orphanCodes, detail));
  }
  return checks;
}

function describe(counts: Readonly<Record<string, number>>): string | undefined {
  const parts = Object.entries(counts).map(([name, count]) => `${name}: ${count}`);
  return parts.length === 0 ? undefined : parts.join(', ');
}
