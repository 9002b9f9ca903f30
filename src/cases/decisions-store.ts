import type { Selectable } from 'kysely';
import { type Db, fromRow, type ToRow, type Tx, toRow } from '../platform/db/index.ts';
import type { RecordCipher, SealedColumns } from '../platform/encryption/index.ts';
import { sealedDecision } from './declarations.ts';
import type { CaseActor, CaseDecision } from './types.ts';

type CaseDecisionsTable = ToRow<
  Omit<CaseDecision, 'note' | 'proposedBy' | 'isConfirmationNeeded' | 'confirmation'>
> &
  SealedColumns & {
    proposed_by_kind: CaseActor['kind'];
    proposed_by: string;
    needs_confirmation: boolean;
    confirmed_by: string | null;
    is_confirmed: boolean | null;
    confirmed_at: Date | null;
  };

declare module '../platform/db/tables.ts' {
  interface Tables {
    case_decisions: CaseDecisionsTable;
  }
}

type Notes = { readonly note: string; readonly confirmationNote?: string | undefined };

export async function insertDecision(
  tx: Tx,
  cipher: RecordCipher,
  decision: Omit<CaseDecision, 'confirmation' | 'withdrawnAt'>,
): Promise<void> {
  const { id, caseId, outcome, reasonCode, note, proposedBy, proposedAt } = decision;
  await tx
    .insertInto('case_decisions')
    .values({
      ...toRow({ id, caseId, outcome, reasonCode, proposedAt }),
      proposed_by_kind: proposedBy.kind,
      proposed_by: proposedBy.id,
      needs_confirmation: decision.isConfirmationNeeded,
      ...sealedDecision.sealJson(cipher, id, { note } satisfies Notes),
    })
    .execute();
}

export async function findDecision(
  db: Db,
  cipher: RecordCipher,
  which: { readonly id: string; readonly caseId: string },
): Promise<CaseDecision | undefined> {
  const row = await db
    .selectFrom('case_decisions')
    .selectAll()
    .where('id', '=', which.id)
    .where('case_id', '=', which.caseId)
    .executeTakeFirst();
  return row && toDecision(cipher, row);
}

/** Keeps what a second person said of a decision. The database refuses the one who proposed it. */
export async function confirmDecision(
  tx: Tx,
  cipher: RecordCipher,
  decision: CaseDecision,
  confirmation: NonNullable<CaseDecision['confirmation']>,
): Promise<void> {
  const notes: Notes = { note: decision.note, confirmationNote: confirmation.note };
  await tx
    .updateTable('case_decisions')
    .set({
      confirmed_by: confirmation.by,
      confirmed_at: confirmation.at,
      is_confirmed: confirmation.isConfirmed,
      ...sealedDecision.sealJson(cipher, decision.id, notes),
    })
    .where('id', '=', decision.id)
    .execute();
}

/** Takes back what was proposed about a case and neither confirmed nor refused. */
export async function withdrawProposals(tx: Tx, caseId: string, at: Date): Promise<void> {
  await tx
    .updateTable('case_decisions')
    .set({ withdrawn_at: at })
    .where('case_id', '=', caseId)
    .where('needs_confirmation', '=', true)
    .where('confirmed_by', 'is', null)
    .where('withdrawn_at', 'is', null)
    .execute();
}

/** Whoever proposed what waits for a second person, by the ids of the cases. */
export async function findProposers(
  db: Db,
  caseIds: readonly string[],
): Promise<ReadonlyMap<string, CaseActor>> {
  if (caseIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('case_decisions')
    .select(['case_id', 'proposed_by_kind', 'proposed_by'])
    .where('case_id', 'in', caseIds)
    .where('needs_confirmation', '=', true)
    .where('confirmed_by', 'is', null)
    .where('withdrawn_at', 'is', null)
    .execute();
  return new Map(rows.map((row) => [row.case_id, { kind: row.proposed_by_kind, id: row.proposed_by }]));
}

/** The decisions of a case, oldest first. */
export async function listDecisions(
  db: Db,
  cipher: RecordCipher,
  caseId: string,
): Promise<readonly CaseDecision[]> {
  const rows = await db
    .selectFrom('case_decisions')
    .selectAll()
    .where('case_id', '=', caseId)
    .orderBy('id')
    .execute();
  return rows.map((row) => toDecision(cipher, row));
}

function toDecision(cipher: RecordCipher, row: Selectable<CaseDecisionsTable>): CaseDecision {
  const { note, confirmationNote } = sealedDecision.openJson<Notes>(cipher, row.id, row);
  const {
    proposed_by_kind: kind,
    proposed_by: proposer,
    needs_confirmation: isConfirmationNeeded,
    ...own
  } = row;
  const { confirmed_by: by, confirmed_at: at, is_confirmed: isConfirmed, ...decision } = own;
  return {
    ...fromRow(decision),
    note,
    isConfirmationNeeded,
    proposedBy: { kind, id: proposer },
    confirmation:
      by === null ? undefined : { by, at: at!, isConfirmed: isConfirmed!, note: confirmationNote },
  };
}
