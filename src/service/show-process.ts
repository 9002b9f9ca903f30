import { hostname } from 'node:os';
import packageJson from '../../package.json' with { type: 'json' };
import type { Db } from '../platform/db/index.ts';
import { createId } from '../platform/ids.ts';
import { processIdKind } from './declarations.ts';
import {
  deleteProcess,
  deleteSilentProcesses,
  listProcesses,
  type ServiceProcess,
  writeProcess,
} from './processes-store.ts';

const signIntervalMs = 15_000;
/** Four missed signs. */
export const aliveForSeconds = 60;
/** A process that was killed is shown as silent for a day. */
const silentForHours = 24;

export const confereVersion: string = packageJson.version;

/** A process that shows itself in the list of processes from `start` on until it is closed. */
export function showProcess(
  db: Db,
  options: {
    readonly role: ServiceProcess['role'];
    readonly masterKeyId: string;
    readonly onError: (error: unknown) => void;
    /** The clock, in milliseconds; for tests. */
    readonly now?: () => number;
  },
) {
  const own: ServiceProcess = {
    id: createId(processIdKind),
    role: options.role,
    host: hostname(),
    pid: process.pid,
    version: confereVersion,
    runtime: process.versions.node,
    masterKeyId: options.masterKeyId,
  };
  const { now = Date.now } = options;
  let timer: NodeJS.Timeout | undefined;
  let signing: Promise<void> = Promise.resolve();
  let clockAheadMs: number | undefined;
  const writeSign = async () => {
    const beforeMs = now();
    const seenAt = await writeProcess(db, own);
    const afterMs = now();
    // Whatever the statement took, the database read its clock in between.
    const [atLeast, atMost] = [beforeMs - seenAt.getTime(), afterMs - seenAt.getTime()];
    clockAheadMs = atLeast > 0 ? atLeast : Math.min(0, atMost);
  };
  const sign = () => {
    signing = signing.then(writeSign).catch(options.onError);
  };
  return {
    id: own.id,
    /** Milliseconds that the clock was ahead of the database's at the last sign, at least; undefined before the first. */
    clockAheadMs: () => clockAheadMs,
    start() {
      signing = deleteSilentProcesses(db, silentForHours).catch(options.onError);
      sign();
      timer = setInterval(sign, signIntervalMs).unref();
    },
    async close() {
      clearInterval(timer);
      await signing;
      if (timer !== undefined) await deleteProcess(db, own.id).catch(options.onError);
    },
  };
}

/** The processes that seal with another master key than this one, as far as they have shown themselves lately. */
export async function findProcessesOfOtherKeys(
  db: Db,
  masterKeyId: string,
): Promise<readonly ServiceProcess[]> {
  const processes = await listProcesses(db, aliveForSeconds);
  return processes.filter((one) => one.isAlive && one.masterKeyId !== masterKeyId);
}
