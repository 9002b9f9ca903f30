import type { CpfIndex } from '../people/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/index.ts';
import type { RecordCipher } from '../platform/encryption/index.ts';
import type { StartExecutionDeps } from '../profiles/index.ts';

/** The parts that watches work with. */
export type WatchDeps = {
  readonly db: Db;
  readonly cipher: RecordCipher;
  readonly clock: Clock;
  readonly cpfIndex: CpfIndex;
  /** Hashes CNPJs and outcomes. */
  readonly key: Uint8Array;
  readonly profiles: StartExecutionDeps;
};
