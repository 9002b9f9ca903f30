import type { RecordCipher } from '../../platform/encryption/index.ts';
import type { Source } from '../../profiles/index.ts';
import { findPersonRecords } from '../data-sets/person-records-store.ts';
import type { CpfIndex } from '../keyed-indexes.ts';
import { type Address, maxAddresses, PfAddressesSchema, PfBasicDataSchema } from '../types.ts';

/** Basic data of a CPF from the data sets that the operator imported. Of several rows, later ones say more. */
export function createDataSetBasicData(keys: {
  readonly cipher: RecordCipher;
  readonly cpfIndex: CpfIndex;
}): Source {
  return {
    name: 'pfBasicData',
    subject: 'person',
    dataSchema: PfBasicDataSchema,
    timeoutMs: 2_000,
    isLocal: true,
    async consult(subject, { db }) {
      if (subject.kind !== 'person' || subject.cpf === undefined)
        return { outcome: 'absent', reason: 'cpf_unknown' };
      const found = (await findPersonRecords(db, keys, 'basicData', [subject.cpf])).get(subject.cpf);
      if (found === undefined) return { outcome: 'absent' };
      const basicData = Object.assign({}, ...found.map(({ record }) => record.basicData));
      const dataDate = found.at(-1)?.dataDate;
      return {
        outcome: 'found',
        data: { ...basicData, ...(dataDate && { dataDate }) },
        basicData,
        ...(dataDate && { restsOn: [{ source: 'data_sets', day: dataDate }] }),
      };
    },
  };
}

/** Addresses of a CPF from the data sets that the operator imported, each once, in the order of the file. */
export function createDataSetAddresses(keys: {
  readonly cipher: RecordCipher;
  readonly cpfIndex: CpfIndex;
}): Source {
  return {
    name: 'pfAddresses',
    subject: 'person',
    dataSchema: PfAddressesSchema,
    timeoutMs: 2_000,
    isLocal: true,
    async consult(subject, { db }) {
      if (subject.kind !== 'person' || subject.cpf === undefined)
        return { outcome: 'absent', reason: 'cpf_unknown' };
      const found = (await findPersonRecords(db, keys, 'addresses', [subject.cpf])).get(subject.cpf);
      if (found === undefined) return { outcome: 'absent' };
      const different = new Map<string, Address>();
      for (const { record } of found) {
        for (const address of record.addresses ?? []) different.set(JSON.stringify(address), address);
      }
      const dataDate = found.at(-1)?.dataDate;
      return {
        outcome: 'found',
        data: { addresses: [...different.values()].slice(0, maxAddresses), ...(dataDate && { dataDate }) },
        ...(dataDate && { restsOn: [{ source: 'data_sets', day: dataDate }] }),
      };
    },
  };
}
