import { sql } from 'kysely';
import { type Db, deleteRows, type Tx } from '../platform/db/index.ts';
import type { RecordCipher, SealedColumns } from '../platform/encryption/index.ts';
import { sealedFingerprints } from './declarations.ts';

declare module '../platform/db/tables.ts' {
  interface Tables {
    liveness_fingerprints: SealedColumns & {
      session_id: string;
      client_id: string;
      cpf_index: Uint8Array | null;
      made_at: Date;
      method: string;
    };
  }
}

/** The fingerprints of one session's frames, all of one length, and how they were drawn. */
export type SessionFingerprints = { readonly frames: readonly Uint8Array[]; readonly method: string };

/** Keeps the fingerprints of a session that is judged, sealed under one key. */
export async function insertFingerprints(
  tx: Tx,
  cipher: RecordCipher,
  session: { readonly id: string; readonly clientId: string; readonly cpfIndex: Uint8Array | undefined },
  { frames, method, at }: SessionFingerprints & { readonly at: Date },
): Promise<void> {
  const [first] = frames;
  if (first === undefined) return;
  const header = Buffer.alloc(4);
  header.writeUInt32LE(first.length);
  await tx
    .insertInto('liveness_fingerprints')
    .values({
      session_id: session.id,
      client_id: session.clientId,
      cpf_index: session.cpfIndex ?? null,
      made_at: at,
      method,
      ...sealedFingerprints.seal(cipher, session.id, Buffer.concat([header, ...frames])),
    })
    .execute();
}

/** Until the commit no other session leaves fingerprints: of two judged at once the second one is compared with the first. */
export async function lockFingerprints(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('liveness fingerprints', 0))`.execute(tx);
}

/** Whose earlier sessions a session is compared with: those of its CPF, or all of its client while it is of nobody. */
export type FingerprintsOf = { readonly clientId: string; readonly cpfIndex: Uint8Array | undefined };

/** Ids of sessions whose fingerprints are kept, made since a moment by one method, the newest first. Read from an index. */
export async function listFingerprinted(
  db: Db,
  { clientId, cpfIndex }: FingerprintsOf,
  options: { readonly since: Date; readonly method: string; readonly limit: number },
): Promise<readonly string[]> {
  const query = db
    .selectFrom('liveness_fingerprints')
    .select('session_id')
    .where('made_at', '>', options.since)
    .where('method', '=', options.method)
    .orderBy('made_at', 'desc')
    .limit(options.limit);
  const rows = await (cpfIndex === undefined
    ? query.where('client_id', '=', clientId)
    : query.where('cpf_index', '=', cpfIndex)
  ).execute();
  return rows.map((row) => row.session_id);
}

/** The fingerprints of sessions, opened; sessions without any are left out. One round trip. */
export async function readFingerprints(
  db: Db,
  cipher: RecordCipher,
  sessionIds: readonly string[],
): Promise<readonly (readonly Uint8Array[])[]> {
  if (sessionIds.length === 0) return [];
  const rows = await db
    .selectFrom('liveness_fingerprints')
    .select(['session_id', 'key_id', 'wrapped_key', 'ciphertext'])
    .where('session_id', 'in', sessionIds)
    .execute();
  return rows.map((row) => split(sealedFingerprints.open(cipher, row.session_id, row)));
}

function split(content: Uint8Array): readonly Uint8Array[] {
  const length = Buffer.from(content).readUInt32LE(0);
  return Array.from({ length: (content.length - 4) / length }, (_, i) =>
    content.subarray(4 + i * length, 4 + (i + 1) * length),
  );
}

/** Names the person of a session that was of nobody: later sessions of the CPF are compared with it. */
export async function nameFingerprints(tx: Tx, sessionId: string, cpfIndex: Uint8Array): Promise<void> {
  await tx
    .updateTable('liveness_fingerprints')
    .set({ cpf_index: cpfIndex })
    .where('session_id', '=', sessionId)
    .execute();
}

export async function deleteFingerprints(tx: Tx, sessionId: string): Promise<void> {
  await tx.deleteFrom('liveness_fingerprints').where('session_id', '=', sessionId).execute();
}

/** Erases the fingerprints of a person's sessions; gives how many sessions had some. */
export async function deleteFingerprintsOfCpf(tx: Tx, cpfIndex: Uint8Array): Promise<number> {
  return await deleteRows(tx.deleteFrom('liveness_fingerprints').where('cpf_index', '=', cpfIndex));
}

/** Erases fingerprints made before a moment. Rows are small and indexed by age: one statement. */
export async function deleteOldFingerprints(db: Db, madeBefore: Date): Promise<void> {
  await db.deleteFrom('liveness_fingerprints').where('made_at', '<=', madeBefore).execute();
}
