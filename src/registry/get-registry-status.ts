import type { OpenDatabase } from '../platform/db/index.ts';
import { findCurrent, type Generation, listGenerations } from './generations-store.ts';
import { measureGenerationTables } from './registry-tables-store.ts';

/** Which month answers, and what came of every import. */
export type RegistryStatus = {
  /** The generation that answers; undefined before the first import. */
  readonly current:
    | (Generation & { readonly switchedAt: Date /** Tables and indexes. */; readonly sizeBytes: number })
    | undefined;
  /** Every import, the newest first. One that is `loading` is running, or was cut and is cleared by the next. */
  readonly generations: readonly Generation[];
};

/** The state of the registry: month, counts, refused rows, and changes since the previous generation. */
export async function getRegistryStatus({ db }: Pick<OpenDatabase, 'db'>): Promise<RegistryStatus> {
  const generations = await listGenerations(db);
  const found = await findCurrent(db);
  const current = generations.find(({ id }) => id === found?.generation);
  return {
    current:
      current === undefined || found === undefined
        ? undefined
        : {
            ...current,
            switchedAt: found.switchedAt,
            sizeBytes: await measureGenerationTables(db, current.id),
          },
    generations,
  };
}
