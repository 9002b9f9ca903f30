import type { Storage } from '../open-storage.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config/index.ts';
import type { Logger } from '../platform/log.ts';
import type { Services } from '../services.ts';

/** What tasks work with. */
export type TaskParts = {
  readonly config: Config;
  readonly storage: Storage;
  readonly clock: Clock;
  readonly log: Logger;
  /**
   * The whole service's parts: those that run, or in a command's own process made at the first call, which loads
   * the face networks. Jobs are taken, not worked on, there.
   */
  readonly services: () => Promise<Services>;
};
