import type { Db } from '../platform/db/index.ts';
import type { RecordCipher } from '../platform/encryption/index.ts';
import type { ErasePart, ExportPart } from '../platform/personal-data.ts';
import { representHold } from './holds.ts';
import { deleteHolds, listHolds } from './holds-store.ts';

/** Erases the holds that were on a person. */
export const erasePart: ErasePart = async (tx, person) => {
  const personIds = person.rows.map(({ id }) => id);
  return { erased: { holds: await deleteHolds(tx, [person.id, ...personIds]) } };
};

const most = 1_000;

export function exportPart({ db, cipher }: { readonly db: Db; readonly cipher: RecordCipher }): ExportPart {
  return {
    name: 'holds',
    async *list(person) {
      const of = { personIds: [person.id] };
      for (const hold of await listHolds(db, cipher, of, { before: undefined, limit: most })) {
        yield representHold(hold, new Date());
      }
    },
  };
}
