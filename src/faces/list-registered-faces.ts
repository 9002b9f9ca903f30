import type { CpfIndex } from '../people/index.ts';
import type { Db } from '../platform/db/types.ts';
import type { Cpf } from '../platform/documents/index.ts';
import type { RecordCipher } from '../platform/encryption/index.ts';
import { FaceError } from './errors.ts';
import { findFaces } from './faces-store.ts';
import type { ReferenceFace } from './types.ts';

/** The reference photos of a CPF, newest first. Rejects with `face_not_registered` when there is none. */
export async function listRegisteredFaces(
  deps: { readonly db: Db; readonly cipher: RecordCipher; readonly cpfIndex: CpfIndex },
  cpf: Cpf,
): Promise<ReferenceFace[]> {
  const faces = await findFaces(deps.db, deps.cipher, deps.cpfIndex(cpf));
  if (faces.length === 0) throw new FaceError('face_not_registered');
  return faces;
}
