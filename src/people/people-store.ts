import { sql } from 'kysely';
import { type Db, fromRow, type Tx } from '../platform/db/index.ts';
import { type Cpf, parseCpf } from '../platform/documents.ts';
import { defineSealedColumns, type RecordCipher, type SealedColumns } from '../platform/encryption/index.ts';
import { createId, personIdKind } from '../platform/ids.ts';
import type { CpfIndex } from './keyed-indexes.ts';

declare module '../platform/db/tables.ts' {
  interface Tables {
    people: SealedColumns & {
      id: string;
      /** Null for a partner known by name and six digits only. */
      cpf_index: Uint8Array | null;
      partner_index?: Uint8Array | null;
      partner_is_shared?: boolean;
      same_as?: string | null;
      erased_at?: Date | null;
      created_at: Date;
    };
  }
}

/** The sealed part of a person's row: the CPF, or the name and digits that identify a partner. */
export type PersonSecret =
  | { readonly cpf: Cpf }
  | { readonly cpf: undefined; readonly name: string; readonly sixDigits: string };

/**
 * The id of the CPF's person, made now when there is none, its row locked until the transaction ends so that
 * two registrations for one person follow each other.
 *
 * See docs/decisions/0018.
 */
export async function lockPerson(
  tx: Tx,
  deps: { readonly cipher: RecordCipher; readonly cpfIndex: CpfIndex },
  cpf: Cpf,
  now: Date,
): Promise<string> {
  const id = createId(personIdKind, now.getTime());
  const row = await tx
    .insertInto('people')
    .values({
      id,
      cpf_index: deps.cpfIndex(cpf),
      ...sealPerson(deps.cipher, id, { cpf }),
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

/** The row of a partner's name and digits, made now when there is none, locked until the transaction ends. */
export async function lockPartnerRow(
  tx: Tx,
  cipher: RecordCipher,
  partner: { readonly index: Uint8Array; readonly name: string; readonly sixDigits: string },
  now: Date,
) {
  const id = createId(personIdKind, now.getTime());
  const { name, sixDigits } = partner;
  const row = await tx
    .insertInto('people')
    .values({
      id,
      cpf_index: null,
      partner_index: partner.index,
      ...sealPerson(cipher, id, { cpf: undefined, name, sixDigits }),
      created_at: now,
    })
    .onConflict((conflict) =>
      conflict.column('partner_index').doUpdateSet((eb) => ({ created_at: eb.ref('people.created_at') })),
    )
    .returning(['id', 'cpf_index', 'partner_is_shared', 'same_as'])
    .executeTakeFirstOrThrow();
  return fromRow(row);
}

/** Gives a partner's locked row the CPF that was learnt. Fails when another row has it. */
export async function setPersonCpf(
  tx: Tx,
  deps: { readonly cipher: RecordCipher; readonly cpfIndex: CpfIndex },
  id: string,
  cpf: Cpf,
): Promise<void> {
  await tx
    .updateTable('people')
    .set({ cpf_index: deps.cpfIndex(cpf), ...sealPerson(deps.cipher, id, { cpf }) })
    .where('id', '=', id)
    .execute();
}

/** Notes which person a partner's row turned out to be. */
export async function setSamePerson(tx: Tx, id: string, sameAs: string): Promise<void> {
  await tx.updateTable('people').set({ same_as: sameAs }).where('id', '=', id).execute();
}

/** Takes name and digits from a row: they no longer lead to it. */
export async function releasePartnerIndex(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('people').set({ partner_index: null }).where('id', '=', id).execute();
}

/** Notes that a partner's row stands for nobody in particular. */
export async function setPartnerShared(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('people')
    .set({ partner_is_shared: true, same_as: null })
    .where('id', '=', id)
    .execute();
}

export const sealedPerson = defineSealedColumns('people', { prefix: 'person' });

/** The query for the id of a CPF's person, to be a part of a statement of another store. */
export function queryPersonId(db: Db, cpfIndex: Uint8Array) {
  return db.selectFrom('people').select('id').where('cpf_index', '=', cpfIndex);
}

/** The same as SQL for a statement that is planned once. The parameter is the index of the CPF. */
export function selectPersonIdByCpfIndex(parameter: string): string {
  return `(select id from people where cpf_index = ${parameter})`;
}

/** The id of a CPF's person. */
export async function findPersonIdByIndex(db: Db, cpfIndex: Uint8Array): Promise<string | undefined> {
  const row = await queryPersonId(db, cpfIndex).executeTakeFirst();
  return row?.id;
}

/** The ids of all rows that are one person, from the CPF or any of them. */
export async function findSamePeople(
  db: Db,
  by: { readonly cpfIndex: Uint8Array } | { readonly id: string },
): Promise<readonly string[]> {
  const first = await db
    .selectFrom('people')
    .select(['id', 'same_as'])
    .where((eb) => ('id' in by ? eb('id', '=', by.id) : eb('cpf_index', '=', by.cpfIndex)))
    .executeTakeFirst();
  if (first === undefined) return [];
  const id = first.same_as ?? first.id;
  const rows = await db
    .selectFrom('people')
    .select('id')
    .where((eb) => eb.or([eb('id', '=', id), eb('same_as', '=', id)]))
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Every row that is one of these people, from any of their ids. */
export async function findRowsOfPeople(
  db: Db,
  ids: readonly string[],
): Promise<readonly { readonly id: string; readonly cpfIndex: Uint8Array | undefined }[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string; cpf_index: Uint8Array | null }>`
    with root as (select coalesce(same_as, id) as id from people where id = any(${[...ids]}::text[]))
    select people.id, people.cpf_index from people
    where people.id in (select id from root) or people.same_as in (select id from root)`.execute(db);
  return rows.map((row) => fromRow(row));
}

/** The CPF's row, locked until the transaction ends, when there is one. */
export async function lockPersonByIndex(tx: Tx, cpfIndex: Uint8Array): Promise<string | undefined> {
  const row = await tx
    .selectFrom('people')
    .select('id')
    .where('cpf_index', '=', cpfIndex)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row?.id;
}

/** A person by id, opened; one that turned out to be another gives that other. */
export async function findPersonById(
  db: Db,
  cipher: RecordCipher,
  id: string,
): Promise<{ readonly id: string; readonly secret: PersonSecret } | undefined> {
  const row = await db
    .selectFrom('people')
    .select(['id', 'key_id', 'wrapped_key', 'ciphertext'])
    .where('id', '=', (eb) =>
      eb.fn.coalesce(
        eb.selectFrom('people as named').select('named.same_as').where('named.id', '=', id),
        eb.val(id),
      ),
    )
    .where('erased_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return { id: row.id, secret: openPerson(cipher, row.id, row) };
}

function sealPerson(cipher: RecordCipher, id: string, secret: PersonSecret): SealedColumns {
  const { cpf } = secret;
  const text = cpf ?? JSON.stringify({ name: secret.name, sixDigits: secret.sixDigits });
  return sealedPerson.seal(cipher, id, text);
}

/** Opens what is sealed in a person's row. */
export function openPerson(cipher: RecordCipher, id: string, sealed: SealedColumns): PersonSecret {
  const text = sealedPerson.openText(cipher, id, sealed);
  const cpf = parseCpf(text);
  if (cpf !== undefined) return { cpf };
  const { name, sixDigits } = JSON.parse(text) as { name: string; sixDigits: string };
  return { cpf: undefined, name, sixDigits };
}

const sealedColumns =
  'select people.id, people.key_id, people.wrapped_key, people.ciphertext from people where';

/** SQL for a person's sealed row by `wanted.key`: an id. That of a partner who turned out to be somebody gives that person. */
export const selectPersonById = `${sealedColumns} people.id =
  coalesce((select named.same_as from people as named where named.id = wanted.key), wanted.key)`;

/** The same by the index of a CPF, in hexadecimal digits. */
export const selectPersonByCpfIndex = `${sealedColumns} people.cpf_index = decode(wanted.key, 'hex')`;
