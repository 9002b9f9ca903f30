import type { Db } from '../platform/db/types.ts';
import type { RecordCipher } from '../platform/encryption/index.ts';
import { attemptIdKind, isId } from '../platform/ids.ts';
import { findAttempt } from './attempts-store.ts';
import { FaceError } from './errors.ts';
import type { Attempt } from './types.ts';

/**
 * The stored record of an authentication. Who may read it is the caller's to check: any token with the scope,
 * and a token bound to a person that person's attempts only.
 *
 * Rejects with `attempt_not_found` for an unknown and for a malformed id alike.
 */
export async function getAttempt(
  deps: { readonly db: Db; readonly cipher: RecordCipher },
  id: string,
): Promise<Attempt> {
  const attempt = isId(attemptIdKind, id) ? await findAttempt(deps.db, deps.cipher, id) : undefined;
  if (attempt === undefined) throw new FaceError('attempt_not_found');
  return attempt;
}
