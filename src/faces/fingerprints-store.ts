import type { Db } from '../platform/db/types.ts';
import type { RecordCipher } from '../platform/encryption/index.ts';
import { sealedFingerprint } from './module.ts';

type FaceFingerprintsTable = {
  /** The face's. */
  id: string;
  method: string;
  key_id: string;
  wrapped_key: Uint8Array;
  ciphertext: Uint8Array;
};

declare module '../platform/db/tables.ts' {
  interface Tables {
    face_fingerprints: FaceFingerprintsTable;
  }
}

/** A fingerprint, and name and version of how it was drawn. */
export type Fingerprint = { readonly fingerprint: Uint8Array; readonly method: string };

/**
 * Stores the sealed fingerprint of a reference photo and replaces an earlier one. Rejects with the database's foreign
 * key violation when the face was removed.
 */
export async function putFingerprint(
  db: Db,
  cipher: RecordCipher,
  faceId: string,
  { fingerprint, method }: Fingerprint,
): Promise<void> {
  const values = { method, ...sealedFingerprint.seal(cipher, faceId, fingerprint) };
  await db
    .insertInto('face_fingerprints')
    .values({ id: faceId, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute();
}
