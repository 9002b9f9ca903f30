import type { Selectable } from 'kysely';
import type { Db, Tx } from '../platform/db/index.ts';
import type { RecordCipher } from '../platform/encryption/index.ts';
import { sealedDecision } from './declarations.ts';
import type { CaseActor, CaseDecision, CaseOutcome, ReasonCode } from './types.ts';

type CaseDecisionsTable = {
  id: string;
  case_id: string;
  outcome: CaseOutcome;
  reason_code: ReasonCode;
  proposed_by_kind: CaseActor['kind'];
  proposed_by: string;
  proposed_at: Date;
  needs_confirmation: boolean;
  confirmed_by: string | null;
  is_confirmed: boolean | null;
  confirmed_at: Date | null;
  withdrawn_at: import('kysely').ColumnType<Date | null, Date | null | undefined>;
  key_id: string;
  wrapped_key: Uint8Array;
  ciphertext: Uint8Array;
};

declare module '../platform/db/tables.ts' {
  interface Tables {
    case_decisions: CaseDecisionsTable;
  }
}

type Notes = { readonly note: string; readonly confirmationNote?: string };

export async function insertDecision(
  tx: Tx,
  cipher: RecordCipher,
  decision: Omit<CaseDecision, 'confirmation' | 'withdrawnAt'>,
): Promise<void> {
  const { id, note } = decision;
  await tx
    .insertInto('case_decisions')
    .values({
      id,
      case_id: decision.caseId,
      outcome: decision.outcome,
      reason_code: decision.reasonCode,
      proposed_by_kind: decision.proposedBy.kind,
      proposed_by: decision.proposedBy.id,
      proposed_at: decision.proposedAt,
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
  confirmation: {
    readonly by: string;
    readonly at: Date;
    readonly isConfirmed: boolean;
    readonly note: string;
  },
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
  return {
    id: row.id,
    caseId: row.case_id,
    outcome: row.outcome,
    reasonCode: row.reason_code,
    note,
    proposedBy: { kind: row.proposed_by_kind, id: row.proposed_by },
    proposedAt: row.proposed_at,
    isConfirmationNeeded: row.needs_confirmation,
    withdrawnAt: row.withdrawn_at ?? undefined,
    confirmation:
      row.confirmed_by === null
        ? undefined
        : {
            by: row.confirmed_by,
            at: row.confirmed_at!,
            isConfirmed: row.is_confirmed!,
            note: confirmationNote,
          },
  };
}
