import type { ListedPosition, ListedSanction } from '../list-entry.ts';

/** Years that a position exposes its holder after its end, where neither the list nor the operator says. */
const usualGraceYears = 5;

export type PositionState = {
  readonly graceEndDate: string | undefined;
  readonly isCurrent: boolean;
  readonly isInGracePeriod: boolean;
};

/**
 * True if a position is held on a day (`YYYY-MM-DD`), or ended so lately that it still counts. Days are inclusive. A
 * position without an end is held. `graceYears` is the operator's rule and goes before the list's.
 */
export function judgePosition(
  position: ListedPosition,
  today: string,
  graceYears: number | undefined,
): PositionState {
  const { startDate, endDate } = position;
  const isOver = endDate !== undefined && endDate < today;
  const isCurrent = !isOver && (startDate === undefined || startDate <= today);
  const listed = graceYears === undefined ? position.graceEndDate : undefined;
  const graceEndDate =
    listed ?? (endDate === undefined ? undefined : addYears(endDate, graceYears ?? usualGraceYears));
  return {
    graceEndDate,
    isCurrent,
    isInGracePeriod: isOver && graceEndDate !== undefined && today <= graceEndDate,
  };
}

/**
 * True if a sanction is in force on a day. A sanction without an end is in force. So is a declaration of unfitness
 * (inidoneidade) past its end: it stands until the list drops it.
 */
export function isSanctionInForce(sanction: ListedSanction, today: string): boolean {
  const { startDate, endDate, category } = sanction;
  if (startDate !== undefined && startDate > today) return false;
  if (endDate === undefined || endDate >= today) return true;
  return /inid[oô]ne|declara[cç][aã]o de inidoneidade/i.test(category ?? '');
}

/** The same day so many years later; the 29th of February becomes the 1st of March where there is none. */
function addYears(day: string, years: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  return new Date(Date.UTC(year + years, month - 1, date)).toISOString().slice(0, 10);
}
