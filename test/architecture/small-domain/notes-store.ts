import type { Db, Tx } from '../../../src/platform/db/index.ts';
import type { RecordCipher } from '../../../src/platform/encryption/index.ts';

declare module '../../../src/platform/db/tables.ts' {
  interface Tables {
    notes: {
      id: string;
      person_id: string;
      is_counted: boolean;
      key_id: string;
      wrapped_key: Uint8Array;
      ciphertext: Uint8Array;
    };
  }
}

export function noteContext(personId: string): string {
  return `note:${personId}`;
}

export async function insertNote(
  tx: Tx,
  cipher: RecordCipher,
  { id, personId, text }: { readonly id: string; readonly personId: string; readonly text: string },
) {
  const sealed = cipher.seal(Buffer.from(text), noteContext(personId));
  const row = { id, person_id: personId, is_counted: false, ...sealed };
  await tx.insertInto('notes').values(row).execute();
}

export async function findNote(db: Db, cipher: RecordCipher, personId: string) {
  const row = await db.selectFrom('notes').selectAll().where('person_id', '=', personId).executeTakeFirst();
  if (row === undefined) return undefined;
  const text = Buffer.from(cipher.open(row, noteContext(personId))).toString();
  return { id: row.id, text, isCounted: row.is_counted };
}

export async function markCounted(db: Db): Promise<void> {
  await db.updateTable('notes').set({ is_counted: true }).execute();
}

export async function countNotes(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('notes')
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function deleteNotes(tx: Tx, personIds: readonly string[]): Promise<number> {
  const gone = await tx
    .deleteFrom('notes')
    .where('person_id', 'in', personIds)
    .returning('person_id')
    .execute();
  return gone.length;
}
