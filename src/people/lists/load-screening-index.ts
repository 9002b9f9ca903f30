import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Db } from '../../platform/db/index.ts';
import type { RecordCipher } from '../../platform/encryption/index.ts';
import { type WorldListName, worldListNames } from '../list-entry.ts';
import {
  createScreeningIndex,
  type ScreenedEntry,
  type ScreeningIndex,
} from '../screening/screening-index.ts';
import { readListEntries } from './list-entries-store.ts';
import { type ListGeneration, listListGenerations } from './list-generations-store.ts';

/** The international lists in service, ready to be searched. */
export type ScreeningLists = {
  readonly index: ScreeningIndex;
  readonly generations: readonly ListGeneration[];
};

export type ScreeningLoader = {
  /** The lists that are in service now. The first call after an import reads and opens them; further ones wait for it. */
  load(db: Db): Promise<ScreeningLists>;
};

const entriesAtATime = 200;

/** Reads the entries of the international lists into memory, once for each state of the lists. */
export function createScreeningLoader({ cipher }: { readonly cipher: RecordCipher }): ScreeningLoader {
  let loaded: { readonly key: string; readonly lists: Promise<ScreeningLists> } | undefined;
  return {
    async load(db) {
      const generations = await listWorldGenerations(db);
      const key = generations.map(({ id }) => id).join(' ');
      if (loaded?.key !== key) {
        const lists = read(db, cipher, generations);
        const own = { key, lists };
        loaded = own;
        lists.catch(() => {
          if (loaded === own) loaded = undefined;
        });
      }
      return await loaded.lists;
    },
  };
}

/** The generations of international lists that are in service, by name. */
export async function listWorldGenerations(db: Db): Promise<readonly ListGeneration[]> {
  const all = await listListGenerations(db, { state: 'current' });
  return all
    .filter(({ list }) => worldListNames.includes(list as WorldListName))
    .sort((a, b) => (a.list < b.list ? -1 : 1));
}

async function read(
  db: Db,
  cipher: RecordCipher,
  generations: readonly ListGeneration[],
): Promise<ScreeningLists> {
  const entries: ScreenedEntry[] = [];
  for (const { id, list } of generations) {
    for await (const part of readListEntries(db, cipher, id, entriesAtATime)) {
      for (const entry of part) entries.push({ list, entry });
      await nextTurn();
    }
  }
  return { index: await createScreeningIndex(entries), generations };
}
