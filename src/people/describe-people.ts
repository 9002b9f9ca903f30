import { isId, personIdKind } from '../platform/ids.ts';
import type { DescribeSubjects, SubjectFacts } from '../platform/subjects.ts';
import { createPersonReader } from '../profiles/index.ts';
import { findPersonRecords } from './data-sets/person-records-store.ts';
import type { GetPersonDeps } from './get-person.ts';
import { openPerson, selectPersonById } from './people-store.ts';
import type { PersonBasicData } from './types.ts';

const readById = createPersonReader(selectPersonById);

/**
 * Describes people by their profiles. A fact that a profile lacks is that of the newest data set with the CPF; a partner
 * without a CPF has the name of the registry. Nobody who was erased is described.
 */
export function createPeopleDescriber(deps: GetPersonDeps): DescribeSubjects {
  return async (ids) => {
    const people = ids.filter((id) => isId(personIdKind, id));
    const described = await Promise.all(
      people.map(async (id) => [id, await describePerson(deps, id)] as const),
    );
    return new Map(described.flatMap(([id, facts]) => (facts === undefined ? [] : [[id, facts] as const])));
  };
}

async function describePerson(deps: GetPersonDeps, id: string): Promise<SubjectFacts | undefined> {
  const found = await readById(deps.db, deps.cipher, id);
  if (found?.person === undefined) return undefined;
  const who = openPerson(deps.cipher, found.personId, found.person);
  const { basicData = {} } = JSON.parse(found.profile?.document ?? '{}') as { basicData?: PersonBasicData };
  const records =
    who.cpf === undefined || (basicData.name && basicData.birthDate && basicData.motherName)
      ? []
      : await findPersonRecords(deps.db, deps, 'basicData', who.cpf);
  const { name, birthDate, motherName }: PersonBasicData = Object.assign(
    {},
    ...records.map(({ record }) => record.basicData),
    basicData,
  );
  return {
    ...('name' in who && { name: who.name }),
    ...(name !== undefined && { name }),
    ...(who.cpf !== undefined && { cpf: who.cpf }),
    ...(birthDate !== undefined && { birthDate }),
    ...(motherName !== undefined && { motherName }),
  };
}
