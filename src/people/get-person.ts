import type { Db } from '../platform/db/index.ts';
import { type Cpf, maskCpf, parseCpf } from '../platform/documents.ts';
import type { RecordCipher } from '../platform/encryption/index.ts';
import { RequestError } from '../platform/errors.ts';
import { isId, personIdKind } from '../platform/ids.ts';
import type { DescribeSubjects, SubjectFacts } from '../platform/subjects.ts';
import { toAnswer } from '../platform/to-answer.ts';
import { createPersonReader, type HistoryEntry, listHistory, ProfileError } from '../profiles/index.ts';
import { findPersonRecords } from './data-sets/person-records-store.ts';
import type { CpfIndex } from './keyed-indexes.ts';
import {
  findSamePeople,
  openPerson,
  type PersonSecret,
  selectPersonByCpfIndex,
  selectPersonById,
} from './people-store.ts';
import type { PersonBasicData } from './types.ts';

const readById = createPersonReader(selectPersonById);

const readByCpfIndex = createPersonReader(selectPersonByCpfIndex);

export type GetPersonDeps = { readonly db: Db; readonly cipher: RecordCipher; readonly cpfIndex: CpfIndex };

/** A person's profile, ready to be sent. */
export type PersonProfile = {
  readonly id: string;
  /** JSON text of an object: the answer without its `requestId`. */
  readonly document: string;
};

/** A person's name in an address: a valid CPF is a CPF; every other value must be an id. */
export function parsePersonId(
  value: string,
  cpfIndex: CpfIndex,
): { readonly cpfIndex: Uint8Array } | { readonly id: string } {
  const cpf = parseCpf(value);
  if (cpf !== undefined) return { cpfIndex: cpfIndex(cpf) };
  if (isId(personIdKind, value)) return { id: value };
  throw RequestError.at('params/personId', 'must be the id of a person or a CPF');
}

/**
 * A person's profile by id or CPF, in one statement. A person without an execution, known by a registered face, has
 * status PENDING and nothing but the CPF.
 *
 * Throws `request_invalid` and `profile_not_found`.
 */
export async function getPerson(deps: GetPersonDeps, personId: string): Promise<PersonProfile> {
  const by = parsePersonId(personId, deps.cpfIndex);
  const found =
    'id' in by
      ? await readById(deps.db, deps.cipher, by.id)
      : await readByCpfIndex(deps.db, deps.cipher, Buffer.from(by.cpfIndex).toString('hex'));
  if (found?.profile !== undefined) return { id: found.personId, document: found.profile.document };
  // Without anything sealed the person has been erased.
  if (found?.person === undefined) throw new ProfileError('profile_not_found');
  const { cpf } = openPerson(deps.cipher, found.personId, found.person);
  const document = { id: found.personId, status: 'PENDING', ...(cpf && { cpf }), executions: [] };
  return { id: found.personId, document: JSON.stringify(document) };
}

/**
 * All ids of a person: the profile id, and the ids of partners who were later identified as that person. For an
 * unused id only that id. Empty for an unknown CPF and for an erased person.
 */
export async function listPersonIds(
  deps: { readonly db: Db; readonly cpfIndex: CpfIndex },
  by: { readonly cpf: Cpf } | { readonly id: string },
): Promise<readonly string[]> {
  if ('cpf' in by) return await findSamePeople(deps.db, { cpfIndex: deps.cpfIndex(by.cpf) });
  return [...new Set([by.id, ...(await findSamePeople(deps.db, by))])];
}

/** The CPF of a person, digits only; undefined for a partner known by name and masked CPF. Throws as `getPerson` does. */
export async function readCpf(
  deps: GetPersonDeps,
  personId: string,
): Promise<{ readonly id: string; readonly cpf: Cpf | undefined }> {
  const { id, document } = await getPerson(deps, personId);
  return { id, cpf: (JSON.parse(document) as { readonly cpf?: Cpf }).cpf };
}

/**
 * The same profile with a CPF as `***.456.789-**`. What sources said stays as it is.
 *
 * See docs/decisions/0038.
 */
export function maskCpfOfProfile({ id, document }: PersonProfile): PersonProfile {
  const profile = JSON.parse(document) as { readonly cpf?: Cpf };
  if (profile.cpf === undefined) return { id, document };
  return { id, document: JSON.stringify({ ...profile, cpf: maskCpf(profile.cpf) }) };
}

/**
 * Changes of a person's basic data and status, newest first; nothing for a person without an execution.
 *
 * Throws `request_invalid` and `profile_not_found`.
 */
export async function listPersonHistory(
  deps: GetPersonDeps,
  personId: string,
  page: Parameters<typeof listHistory>[2],
): Promise<{ readonly id: string; readonly entries: readonly HistoryEntry[] }> {
  const { id } = await getPerson(deps, personId);
  return { id, entries: await listHistory(deps, id, page) };
}

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
  const known: PersonBasicData = Object.assign('name' in who ? { name: who.name } : {}, ...data);
  return toAnswer({
    name: known.name,
    cpf: who.cpf,
    birthDate: known.birthDate,
    motherName: known.motherName,
  });
}
