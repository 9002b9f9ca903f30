import { parseCpf } from '../platform/documents.ts';
import type { ErasePart, ExportPart } from '../platform/personal-data.ts';
import { representWatch, type WatchDeps } from './types.ts';
import { deleteWatches, listWatches } from './watches-store.ts';

/** Ends the watches of a person. */
export const erasePart: ErasePart = async (tx, person) => {
  let watches = 0;
  for (const { cpfIndex } of person.rows) {
    if (cpfIndex !== undefined) watches += await deleteWatches(tx, { subjectIndex: cpfIndex });
  }
  return { erased: { watches } };
};

export function exportPart({
  db,
  cipher,
  cpfIndex,
}: Pick<WatchDeps, 'db' | 'cipher' | 'cpfIndex'>): ExportPart {
  return {
    name: 'watches',
    async *list(person) {
      const cpf = parseCpf(person.cpf);
      if (cpf === undefined) return;
      for (const watch of await listWatches(db, cipher, { subjectIndex: cpfIndex(cpf) })) {
        yield representWatch(watch);
      }
    },
  };
}
