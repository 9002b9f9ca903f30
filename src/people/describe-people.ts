import { isId, personIdKind } from '../platform/ids.ts';
import type { DescribeSubjects, SubjectFacts } from '../platform/subjects.ts';
import { createPersonReader } from '../profiles/index.ts';
import { findPersonRecords } from './data-sets/person-records-store.ts';
import type { GetPersonDeps } from './get-person.ts';
import { openPerson, type PersonSecret, selectPersonById } from './people-store.ts';
import type { PersonBasicData } from './types.ts';

const readById = createPersonReader(selectPersonById);

/**
 * Describes people by their profiles. A fact that a profile lacks is that of the newest data set with the CPF; a partner
 * without a CPF has the name of the registry. Nobody who was erased is described. Reads all profiles in one statement,
 * and all data sets in one.
 */
export function createPeopleDescriber({ db, cipher, cpfIndex }: GetPersonDeps): DescribeSubjects {
  return async (ids) => {
    const people = ids.filter((id) => isId(personIdKind, id));
    const read = await Promise.all(
      people.map(async (id) => {
        const found = await readById(db, cipher, id);
        if (found?.person === undefined) return [];
        const who = openPerson(cipher, found.personId, found.person);
        const { basicData = {} } = JSON.parse(found.profile?.document ?? '{}') as {
          basicData?: PersonBasicData;
        };
        return [{ id, who, basicData }];
      }),
    );
    const known = read.flat();
    const records = await findPersonRecords(
      db,
      { cipher, cpfIndex },
      'basicData',
      known.flatMap(({ who, basicData: { name, birthDate, motherName } }) =>
        who.cpf === undefined || (name && birthDate && motherName) ? [] : who.cpf,
      ),
    );
    return new Map(
      known.map(({ id, who, basicData }) => {
        const recorded = who.cpf === undefined ? [] : (records.get(who.cpf) ?? []);
        return [id, describe(who, [...recorded.map(({ record }) => record.basicData), basicData])];
      }),
    );
  };
}

/** Of several data, later ones say more. */
function describe(who: PersonSecret, data: readonly (PersonBasicData | undefined)[]): SubjectFacts {
  const { name, birthDate, motherName }: PersonBasicData = Object.assign({}, ...data);
  return {
    ...('name' in who && { name: who.name }),
    ...(name !== undefined && { name }),
    ...(who.cpf !== undefined && { cpf: who.cpf }),
    ...(birthDate !== undefined && { birthDate }),
    ...(motherName !== undefined && { motherName }),
  };
}
