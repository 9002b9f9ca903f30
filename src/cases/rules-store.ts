import { type Db, fromRow, jsonb, type ToRow, type Tx, toRow } from '../platform/db/index.ts';
import type { FourEyesRule } from './types.ts';

/** The rules until people change them: nobody alone approves where fraud is most likely. */
const usualRules: readonly FourEyesRule[] = [
  { outcomes: ['approve'], kinds: ['list_hit', 'possible_duplicate', 'liveness_failure'] },
];

declare module '../platform/db/tables.ts' {
  interface Tables {
    case_rule_changes: ToRow<RuleChange> & {
      confirmed_by: string | null;
      is_confirmed: boolean | null;
      confirmed_at: Date | null;
    };
  }
}

/** A change of the rules of four eyes that waits for a second person. */
export type RuleChange = {
  readonly id: string;
  readonly rules: readonly FourEyesRule[];
  readonly proposedBy: string;
  readonly proposedAt: Date;
};

export async function findRules(db: Db): Promise<readonly FourEyesRule[]> {
  const row = await db
    .selectFrom('case_rule_changes')
    .select('rules')
    .where('is_confirmed', '=', true)
    .orderBy('confirmed_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.rules ?? usualRules;
}

/** The newest change that waits; older ones that wait were overtaken by it. */
export async function findWaitingChange(db: Db): Promise<RuleChange | undefined> {
  const row = await db
    .selectFrom('case_rule_changes')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined || row.confirmed_by !== null
    ? undefined
    : fromRow(row, 'confirmed_by', 'is_confirmed', 'confirmed_at');
}

export async function insertRuleChange(tx: Tx, change: RuleChange): Promise<void> {
  await tx
    .insertInto('case_rule_changes')
    .values({ ...toRow(change), rules: jsonb(change.rules) })
    .execute();
}

/** Keeps what a second person said of a change. False when somebody else has said it by now. */
export async function confirmRuleChange(
  tx: Tx,
  id: string,
  confirmation: { readonly by: string; readonly at: Date; readonly isConfirmed: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('case_rule_changes')
    .set({
      confirmed_by: confirmation.by,
      confirmed_at: confirmation.at,
      is_confirmed: confirmation.isConfirmed,
    })
    .where('id', '=', id)
    .where('confirmed_by', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
