import { sql } from 'kysely';
import { fromRow, type Tx } from '../platform/db/index.ts';
import type { PersonRows } from '../platform/personal-data.ts';
import { deletePersonRecords } from './data-sets/person-records-store.ts';
import { deleteProviderAnswers } from './providers/provider-answers-store.ts';

/** A person with every row that is the same one, locked until the transaction ends; undefined when there is none left. */
export async function lockPersonToErase(
  tx: Tx,
  by: { readonly cpfIndex: Uint8Array } | { readonly id: string },
): Promise<PersonRows | undefined> {
  const first = await tx
    .selectFrom('people')
    .select(['id', 'same_as'])
    .where('erased_at', 'is', null)
    .where((eb) => ('id' in by ? eb('id', '=', by.id) : eb('cpf_index', '=', by.cpfIndex)))
    .executeTakeFirst();
  if (first === undefined) return undefined;
  const id = first.same_as ?? first.id;
  const rows = await tx
    .selectFrom('people')
    .select(['id', 'cpf_index'])
    .where((eb) => eb.or([eb('id', '=', id), eb('same_as', '=', id)]))
    .where('erased_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  // Somebody else may have erased the person while this waited.
  if (rows.length === 0) return undefined;
  return { id, rows: rows.map((row) => fromRow(row)) };
}

/**
 * Leaves of locked rows nothing but their ids and the moment, and takes out what operators' data sets and providers
 * said of the CPF. Entries of public lists stay: they are not kept about the person, and the next list brings them back.
 */
export async function erasePersonRows(
  tx: Tx,
  person: PersonRows,
  now: Date,
): Promise<{ readonly records: number }> {
  let records = 0;
  for (const { id, cpfIndex } of person.rows) {
    if (cpfIndex !== undefined) {
      records += await deletePersonRecords(tx, cpfIndex);
      records += await deleteProviderAnswers(tx, cpfIndex);
    }
    await sql`
      update people set cpf_index = null, partner_index = null, same_as = null, key_id = null, wrapped_key = null,
        ciphertext = null, erased_at = ${now}
      where id = ${id}`.execute(tx);
  }
  return { records };
}
