import type { Cpf } from '../platform/documents/index.ts';
import type { PartnerPeople } from '../profiles/index.ts';
import { lockPartnerPerson, type PartnerDeps } from './lock-partner-person.ts';
import { readSixDigits } from './partner-index.ts';
import { findPersonById, findPersonIdByIndex, lockPerson } from './people-store.ts';

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
