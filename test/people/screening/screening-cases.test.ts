import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { BirthSpan } from '../../../src/people/list-entry.ts';
import { createScreeningIndex } from '../../../src/people/screening/screening-index.ts';

/** One listed entry, one search, and whether the search finds it. */
type ScreeningCase = {
  readonly kind: 'person' | 'company';
  readonly listed: string;
  readonly listedBirth: string;
  readonly query: string;
  readonly queryBirth: string;
  readonly isHit: boolean;
  readonly why: string;
};

/** Cases of lines `kind,listed,listed_birth,query,query_birth,hit|none,why` without quotes; the reason may hold commas. */
function readCases(csv: string): readonly ScreeningCase[] {
  return csv
    .trim()
    .split('\n')
    .map((line) => {
      const [kind, listed, listedBirth, query, queryBirth, expected, ...why] = line.trim().split(',');
      return {
        kind: kind as ScreeningCase['kind'],
        listed: listed!,
        listedBirth: listedBirth!,
        query: query!,
        queryBirth: queryBirth!,
        isHit: expected === 'hit',
        why: why.join(','),
      };
    });
}

const shared = join(import.meta.dirname, '../../../../shared/data/cases/screening.csv');
const own = join(import.meta.dirname, 'cases.csv');

function toSpan(text: string): BirthSpan {
  return text.length === 4 ? { from: `${text}-01-01`, to: `${text}-12-31` } : { from: text, to: text };
}

async function isHit({ kind, listed, listedBirth, query, queryBirth }: ScreeningCase): Promise<boolean> {
  const birthDates = listedBirth === '' ? [] : [toSpan(listedBirth)];
  const listing = { id: '1', kind, aliases: [], birthDates, countries: [], documents: [], programmes: [] };
  const index = await createScreeningIndex([{ list: 'un', entry: { name: listed, listing } }]);
  const births = queryBirth === '' ? [] : [toSpan(queryBirth)];
  return index.screen({ kind, names: [query], births }).length > 0;
}

for (const [name, file] of [
  ['our own cases', own],
  ['the shared cases', shared],
] as const) {
  const skip = !existsSync(file) && `${file} is absent`;
  describe(`screening of ${name}`, { skip }, () => {
    const lines = skip ? '' : readFileSync(file, 'utf8').slice(readFileSync(file, 'utf8').indexOf('\n'));
    for (const one of readCases(lines)) {
      const verb = one.isHit ? 'finds' : 'does not find';
      it(`"${one.query}" ${one.queryBirth} ${verb} "${one.listed}" ${one.listedBirth}: ${one.why}`, async () => {
        assert.equal(await isHit(one), one.isHit);
      });
    }
  });
}
