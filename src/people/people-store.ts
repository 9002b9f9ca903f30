import type { Tx } from '../platform/db/types.ts';
import type { Cpf } from '../platform/documents/index.ts';
import type { RecordCipher, SealedRecord } from '../platform/encryption/index.ts';
import { createId } from '../platform/ids.ts';
import type { CpfIndex } from './cpf-index.ts';

type PeopleTable = {
  id: string;
  cpf_index: Uint8Array;
  key_id: string;
  wrapped_key: Uint8Array;
  ciphertext: Uint8Array;
  created_at: Date;
};

declare module '../platform/db/tables.ts' {
  interface Tables {
    people: PeopleTable;
  }
}

/**
 * The id of the CPF's person, made now when there is none, its row locked until the transaction ends so that
 * two registrations for one person follow each other.
 */
export async function lockPerson(
  tx: Tx,
  deps: { readonly cipher: RecordCipher; readonly cpfIndex: CpfIndex },
  cpf: Cpf,
  now: Date,
): Promise<string> {
  const id = createId('person', now.getTime());
  const sealed: SealedRecord = deps.cipher.seal(Buffer.from(cpf), `person:${id}`);
  const row = await tx
    .insertInto('people')
    .values({
      id,
      cpf_index: deps.cpfIndex(cpf),
      key_id: sealed.keyId,
      wrapped_key: sealed.wrappedKey,
      ciphertext: sealed.ciphertext,
      created_at: now,
    })
    // A conflicting row is updated with its own value: that locks it and returns it in the same statement. Not its
    // key, which would also hold up every attempt that is being written for the person.
    .onConflict((conflict) =>
      conflict.column('cpf_index').doUpdateSet((eb) => ({ created_at: eb.ref('people.created_at') })),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}
