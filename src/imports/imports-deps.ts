import type { CpfIndex, createListIndex, listAddresses } from '../people/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { OpenDatabase } from '../platform/db/index.ts';
import type { RecordCipher } from '../platform/encryption/index.ts';
import type { ImportFolder } from './import-folder.ts';

/** The parts that imports work with. */
export type ImportsDeps = {
  readonly database: OpenDatabase;
  readonly cipher: RecordCipher;
  readonly clock: Clock;
  readonly cpfIndex: CpfIndex;
  readonly listIndex: ReturnType<typeof createListIndex>;
  readonly folder: ImportFolder;
  /** The embedded database's folder, to be checked for room. */
  readonly databaseFolder: string | undefined;
  readonly shareUrl: string;
  readonly fetchAllow: readonly string[];
  /** Where lists are published. */
  readonly listAddresses: typeof listAddresses;
};
