import { type JsonObject, ofOwnDatabase, type Source } from '../../profiles/index.ts';
import { findPersonRecords, type PersonRecord } from '../data-sets/person-records-store.ts';
import { maxAddresses, PfAddressesSchema, PfBasicDataSchema } from '../types.ts';

type Keys = Parameters<typeof findPersonRecords>[1];

/** Basic data of a CPF from the data sets that the operator imported. Of several rows, later ones say more. */
export function createDataSetBasicData(keys: Keys): Source {
  const about = { name: 'pfBasicData', dataSchema: PfBasicDataSchema };
  return createDataSetSource(keys, about, 'basicData', (records) => {
    const basicData = Object.assign({}, ...records.map((record) => record.basicData));
    return { data: basicData, basicData };
  });
}

/** Addresses of a CPF from the data sets that the operator imported, each once, in the order of the file. */
export function createDataSetAddresses(keys: Keys): Source {
  const about = { name: 'pfAddresses', dataSchema: PfAddressesSchema };
  return createDataSetSource(keys, about, 'addresses', (records) => {
    const all = records.flatMap(({ addresses = [] }) => addresses);
    const different = new Map(all.map((address) => [JSON.stringify(address), address]));
    return { data: { addresses: [...different.values()].slice(0, maxAddresses) } };
  });
}

function createDataSetSource(
  keys: Keys,
  about: Pick<Source, 'name' | 'dataSchema'>,
  part: Parameters<typeof findPersonRecords>[2],
  tell: (records: readonly PersonRecord[]) => { readonly data: JsonObject; readonly basicData?: JsonObject },
): Source {
  return {
    ...about,
    subject: 'person',
    timeoutMs: 2_000,
    isLocal: true,
    async consult(subject, { db }) {
      if (subject.kind !== 'person' || subject.cpf === undefined)
        return { outcome: 'absent', reason: 'cpf_unknown' };
      const found = (await findPersonRecords(db, keys, part, [subject.cpf])).get(subject.cpf);
      if (found === undefined) return { outcome: 'absent' };
      const { data, ...more } = tell(found.map(({ record }) => record));
      const dataDate = found.at(-1)?.dataDate;
      return {
        outcome: 'found',
        ...more,
        version: ofOwnDatabase,
        data: { ...data, ...(dataDate && { dataDate }) },
        ...(dataDate && { restsOn: [{ source: 'data_sets', day: dataDate }] }),
      };
    },
  };
}
