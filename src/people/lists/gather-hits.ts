import { maskCpfInName } from '../../platform/documents.ts';
import type { JsonObject, ListHit } from '../../profiles/index.ts';
import { maskSixDigits } from '../keyed-indexes.ts';
import type { PfMediaProfileAndExposure } from './list-data.ts';
import type { FoundEntry } from './list-entries-store.ts';
import { isSanctionInForce, judgePosition, type Match, matchEntry, type Wanted } from './match-entry.ts';

type Hits = Omit<PfMediaProfileAndExposure, 'lists'>;

/**
 * Hits on the wanted person among entries of the lists. Entries become one candidate only where they hold the same
 * whole CPF or the list itself tells its people apart: two entries with the same name and six digits may be two
 * people and stay two candidates, for a rule to decide about.
 */
export function gatherHits(
  found: readonly FoundEntry[],
  wanted: Wanted,
  today: string,
  graceYears: number | undefined,
): Hits {
  const numbers = new Map<string, number>();
  const hits: Hits = {
    isPoliticallyExposed: false,
    isSanctioned: false,
    candidates: [],
    positions: [],
    sanctions: [],
    candidacies: [],
  };
  for (const one of found) {
    const match = matchEntry(wanted, one.entry);
    if (match === undefined) continue;
    const common = describe(one, match);
    const key = keyOf(one) ?? `entry ${numbers.size}`;
    const candidate = numbers.get(key) ?? numbers.size + 1;
    if (!numbers.has(key)) {
      numbers.set(key, candidate);
      const { list: _, ...who } = common;
      hits.candidates.push({ number: candidate, ...who });
    }
    addHit(hits, one, { ...common, candidate }, match, today, graceYears);
  }
  return hits;
}

type Common = ReturnType<typeof describe> & { readonly candidate: number };

function addHit(
  hits: Hits,
  { entry }: FoundEntry,
  common: Common,
  match: Match,
  today: string,
  graceYears: number | undefined,
): void {
  const isTelling = match.matchBasis !== 'name_only';
  if (entry.position !== undefined) {
    const { graceEndDate, isCurrent, isInGracePeriod } = judgePosition(entry.position, today, graceYears);
    const { graceEndDate: _, ...position } = entry.position;
    const isActive = isCurrent || isInGracePeriod;
    hits.positions.push({
      ...common,
      ...position,
      ...(graceEndDate !== undefined && { graceEndDate }),
      isCurrent,
      isInGracePeriod,
      isActive,
    });
    hits.isPoliticallyExposed ||= isActive && isTelling;
  }
  if (entry.sanction !== undefined) {
    const isActive = isSanctionInForce(entry.sanction, today);
    hits.sanctions.push({ ...common, ...entry.sanction, isActive });
    hits.isSanctioned ||= isActive && isTelling;
  }
  if (entry.candidacy !== undefined) hits.candidacies.push({ ...common, ...entry.candidacy });
}

function describe({ list, entry }: FoundEntry, match: Match) {
  const sixDigits = entry.sixDigits ?? entry.cpf?.slice(3, 9);
  return {
    list: list as string,
    matchBasis: match.matchBasis as string,
    confidence: match.confidence,
    name: maskCpfInName(entry.name),
    ...(sixDigits !== undefined && { document: maskSixDigits(sixDigits) }),
  };
}

/** A key shared by entries about one person; undefined when nothing identifies the person. */
function keyOf({ list, entry }: FoundEntry): string | undefined {
  if (entry.cpf !== undefined) return `cpf ${entry.cpf}`;
  return entry.personKey === undefined ? undefined : `${list} ${entry.personKey}`;
}

/** Properties that differ between two answers about one entry: they come from the day, the question or the order. */
const passing = new Set([
  'candidate',
  'matchBasis',
  'confidence',
  'isActive',
  'isCurrent',
  'isInGracePeriod',
  'graceEndDate',
]);

/** The entries of lists in the data of a list source. A key stays while the list says the same of the entry. */
export function hitsOf(data: JsonObject): readonly ListHit[] {
  return listHits(data).map(({ kind, hit }) => ({
    key: `${kind} ${textOf(hit)}`,
    detail: detailOf(kind, hit),
  }));
}

function listHits(data: JsonObject): readonly { readonly kind: string; readonly hit: JsonObject }[] {
  return ['positions', 'sanctions', 'candidacies'].flatMap((kind) => {
    const hits = data[kind];
    return Array.isArray(hits) ? hits.map((hit: JsonObject) => ({ kind, hit })) : [];
  });
}

function detailOf(kind: string, hit: JsonObject): JsonObject {
  const told = ['list', 'matchBasis', 'confidence', 'name', 'isActive'].flatMap((name) =>
    hit[name] === undefined ? [] : [[name, hit[name]]],
  );
  return { kind, ...Object.fromEntries(told) };
}

function textOf(hit: object): string {
  const lasting = Object.entries(hit).filter(([name]) => !passing.has(name));
  return JSON.stringify(lasting.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** One word for each kind of entry that was found by less than the whole document: it may be of somebody else. */
export function reasonsToLook(data: JsonObject): readonly string[] {
  const reasons = listHits(data).flatMap(({ kind, hit: { matchBasis } }) =>
    matchBasis === undefined || matchBasis === 'exact' ? [] : [`${kind}:${matchBasis}`],
  );
  return [...new Set(reasons)];
}
