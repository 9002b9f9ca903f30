import type { Tx } from '../platform/db/types.ts';
import type { Cpf } from '../platform/documents.ts';
import type { RecordCipher } from '../platform/encryption/index.ts';
import type { PartnerPeople } from '../profiles/index.ts';
import { type CpfIndex, type PartnerIndex, readSixDigits } from './keyed-indexes.ts';
import {
  findPersonById,
  findPersonIdByIndex,
  lockPartnerRow,
  lockPerson,
  lockPersonByIndex,
  releasePartnerIndex,
  setPartnerShared,
  setPersonCpf,
  setSamePerson,
} from './people-store.ts';

export type PartnerDeps = {
  readonly cipher: RecordCipher;
  readonly cpfIndex: CpfIndex;
  readonly partnerIndex: PartnerIndex;
};

export type PartnerIdentity = {
  readonly name: string;
  /** The middle of the CPF. */
  readonly sixDigits: string;
  /** When somebody has told it. One with another middle is left out of account. */
  readonly cpf?: Cpf | undefined;
};

/**
 * The id of the person that a partner of a company is, its row locked until the transaction ends. One is made when
 * there is none.
 *
 * Without a CPF, name and six digits are all there is, and lead to one row. A CPF that is told later is written into
 * that row, or, when the CPF has a row of its own, leads from one to the other: one human does not become two
 * persons. When two CPFs turn out to share name and digits, the row stands for neither from then on.
 */
export async function lockPartnerPerson(
  tx: Tx,
  deps: PartnerDeps,
  partner: PartnerIdentity,
  now: Date,
): Promise<string> {
  const { name, sixDigits } = partner;
  const index = deps.partnerIndex(name, sixDigits);
  const row = await lockPartnerRow(tx, deps.cipher, { index, name, sixDigits }, now);
  const cpf = partner.cpf?.slice(3, 9) === sixDigits ? partner.cpf : undefined;
  if (cpf === undefined) return row.sameAs ?? row.id;
  if (row.partnerIsShared === true) return await lockPerson(tx, deps, cpf, now);

  const cpfIndex = deps.cpfIndex(cpf);
  if (row.cpfIndex !== undefined && Buffer.compare(row.cpfIndex, cpfIndex) === 0) return row.id;
  const owner = await lockPersonByIndex(tx, cpfIndex);
  if (row.cpfIndex === undefined && row.sameAs === undefined) {
    if (owner === undefined) {
      await setPersonCpf(tx, deps, row.id, cpf);
      return row.id;
    }
    await setSamePerson(tx, row.id, owner);
    return owner;
  }
  if (row.sameAs !== undefined && row.sameAs === owner) return owner;
  if (row.cpfIndex === undefined) {
    await setPartnerShared(tx, row.id);
  } else {
    await releasePartnerIndex(tx, row.id);
    const shared = await lockPartnerRow(tx, deps.cipher, { index, name, sixDigits }, now);
    await setPartnerShared(tx, shared.id);
  }
  return owner ?? (await lockPerson(tx, deps, cpf, now));
}

/** The operations on people that executions need. */
export function createPartnerPeople(deps: PartnerDeps): PartnerPeople {
  return {
    lockPerson: (tx, cpf, now) => lockPerson(tx, deps, cpf, now),
    lockPartnerPerson(tx, partner: { name: string; maskedCpf: string; cpf?: Cpf | undefined }, now) {
      const { name, maskedCpf } = partner;
      const sixDigits = readSixDigits(maskedCpf) ?? maskedCpf;
      return lockPartnerPerson(tx, deps, { name, sixDigits, cpf: partner.cpf }, now);
    },
    findPersonId: (db, cpf) => findPersonIdByIndex(db, deps.cpfIndex(cpf)),
    async findPerson(db, id) {
      const person = await findPersonById(db, deps.cipher, id);
      if (person === undefined) return undefined;
      const { secret } = person;
      return secret.cpf === undefined
        ? { kind: 'person', id: person.id, cpf: undefined, maskedCpf: secret.sixDigits, name: secret.name }
        : { kind: 'person', id: person.id, cpf: secret.cpf };
    },
  };
}
