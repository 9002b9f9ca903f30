import type { RecordCipher } from '../../platform/encryption/index.ts';
import type { Source } from '../../profiles/index.ts';
import { findPersonRecords } from '../data-sets/person-records-store.ts';
import type { CpfIndex } from '../keyed-indexes.ts';
import { PfBasicDataSchema } from '../types.ts';

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
