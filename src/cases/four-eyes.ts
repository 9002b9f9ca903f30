import type { Db } from '../platform/db/index.ts';
import type { ReviewKind } from '../platform/reviews.ts';
import type { CasesDeps } from './cases-deps.ts';
import { CasesError } from './errors.ts';
import type { CaseOutcome, FourEyesRule } from './types.ts';

/** The rules until people change them: nobody alone approves where fraud is most likely. */
export const usualRules: readonly FourEyesRule[] = [
  { outcomes: ['approve'], kinds: ['list_hit', 'possible_duplicate', 'liveness_failure'] },
];

/** True when a decision of that kind needs a second person. */
export function needsSecondPerson(
  rules: readonly FourEyesRule[],
  decision: { readonly kind: ReviewKind; readonly outcome: CaseOutcome },
): boolean {
  return rules.some(
    ({ outcomes, kinds }) => outcomes.includes(decision.outcome) && kinds.includes(decision.kind),
  );
}

/**
 * Passes when an account may confirm what another one proposed: another person, neither of whom had power over the
 * other's account within a day. Rejects with `case_second_person_required`.
 */
export async function requireSecondPerson(
  db: Db,
  { accounts }: Pick<CasesDeps, 'accounts'>,
  proposedBy: string,
  accountId: string,
): Promise<void> {
  if (proposedBy === accountId || (await accounts.hadPowerOver(db, proposedBy, accountId))) {
    throw new CasesError('case_second_person_required');
  }
}
