import { type Db, jsonb, type ToRow, type Tx } from '../platform/db/index.ts';
import type { RecordCipher, SealedColumns } from '../platform/encryption/index.ts';
import { createUuidV7 } from '../platform/ids.ts';
import { sealedComment } from './declarations.ts';
import type { CaseActor } from './types.ts';

declare module '../platform/db/tables.ts' {
  interface Tables {
    case_comments: ToRow<Omit<CaseComment, 'author' | 'text'>> &
      SealedColumns & { case_id: string; author_kind: CaseActor['kind']; author_id: string };
    case_events: ToRow<Omit<CaseEvent, 'actor'>> & {
      id: string;
      case_id: string;
      actor_kind: CaseActor['kind'] | 'service';
      actor_id: string | null;
    };
  }
}

/** A step in the life of a case; `detail` holds identifiers and words of closed lists, and a reason in people's words never. */
export type CaseEvent = {
  readonly at: Date;
  readonly actor: CaseActor | { readonly kind: 'service' };
  readonly action: string;
  readonly detail: Readonly<Record<string, string | boolean | null>>;
};

export async function insertCaseEvent(tx: Tx, caseId: string, event: CaseEvent): Promise<void> {
  await tx
    .insertInto('case_events')
    .values({
      id: createUuidV7(event.at.getTime()),
      case_id: caseId,
      at: event.at,
      actor_kind: event.actor.kind,
      actor_id: 'id' in event.actor ? event.actor.id : null,
      action: event.action,
      detail: jsonb(event.detail),
    })
    .execute();
}

/** The timeline of a case, oldest first. */
export async function listCaseEvents(db: Db, caseId: string): Promise<readonly CaseEvent[]> {
  const rows = await db
    .selectFrom('case_events')
    .selectAll()
    .where('case_id', '=', caseId)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    at: row.at,
    actor: row.actor_kind === 'service' ? { kind: 'service' } : { kind: row.actor_kind, id: row.actor_id! },
    action: row.action,
    detail: row.detail,
  }));
}

export type CaseComment = {
  readonly id: string;
  readonly author: CaseActor;
  readonly at: Date;
  readonly text: string;
};

export async function insertComment(
  tx: Tx,
  cipher: RecordCipher,
  caseId: string,
  { id, author, at, text }: CaseComment,
): Promise<void> {
  await tx
    .insertInto('case_comments')
    .values({
      id,
      case_id: caseId,
      author_kind: author.kind,
      author_id: author.id,
      at,
      ...sealedComment.seal(cipher, id, text),
    })
    .execute();
}

/** The comments of a case, oldest first. */
export async function listComments(
  db: Db,
  cipher: RecordCipher,
  caseId: string,
): Promise<readonly CaseComment[]> {
  const rows = await db
    .selectFrom('case_comments')
    .selectAll()
    .where('case_id', '=', caseId)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    at: row.at,
    author: { kind: row.author_kind, id: row.author_id },
    text: sealedComment.openText(cipher, row.id, row),
  }));
}
