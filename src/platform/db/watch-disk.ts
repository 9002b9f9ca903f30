import type { Logger } from '../log.ts';
import { codeOf } from './driver-errors.ts';

/** SQLSTATE of a server whose disk is full; see appendix A of the PostgreSQL manual. */
const diskFullCode = '53100';

/**
 * Some hundred kilobytes on the server's disk, which are gone at the end of the statement. A server takes the room of a
 * page when the page is made, also for a temporary table.
 */
const takeRoom =
  'create temporary table confere_room on commit drop as select n from generate_series(1, 10000) n';

export type DiskWatch = {
  /** Remembers that the server had no room, when `error` says so. */
  note(error: unknown): void;
  /**
   * Nothing while no statement failed for lack of room. After one did, makes the server take some room, and rejects
   * with its error as long as there is none.
   */
  check(run: (text: string) => Promise<unknown>): Promise<void>;
};

/**
 * Knows whether a server's disk is full: it answers reads then, and a readiness check that only reads would call a
 * process ready whose every write fails. A right to make temporary tables is needed; without it the first check after a
 * failure forgets the failure.
 */
export function watchDisk(logger: Logger): DiskWatch {
  let isFull = false;
  return {
    note(error) {
      if (codeOf(error) !== diskFullCode || isFull) return;
      isFull = true;
      logger.error('the disk of the database server is full');
    },
    async check(run) {
      if (!isFull) return;
      try {
        await run(takeRoom);
      } catch (error) {
        if (codeOf(error) !== '42501') throw error;
      }
      isFull = false;
      logger.info('the disk of the database server has room again');
    },
  };
}
