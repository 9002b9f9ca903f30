import { hostname } from 'node:os';
import packageJson from '../../package.json' with { type: 'json' };
import type { Db } from '../platform/db/index.ts';
import { createId } from '../platform/ids.ts';
import { processIdKind } from './id-kinds.ts';
import {
  deleteProcess,
  deleteSilentProcesses,
  type ServiceProcess,
  writeProcess,
} from './processes-store.ts';

const signIntervalMs = 15_000;
/** Four missed signs. */
export const aliveForSeconds = 60;
/** A process that was killed is shown as silent for a day. */
const silentForHours = 24;

/** The version of Confere. */
export const confereVersion: string = packageJson.version;

/** A process that shows itself in the list of processes from `start` on until it is closed. */
export function showProcess(
  db: Db,
  options: { readonly role: ServiceProcess['role']; readonly onError: (error: unknown) => void },
) {
  const own: ServiceProcess = {
    id: createId(processIdKind),
    role: options.role,
    host: hostname(),
    pid: process.pid,
    version: confereVersion,
    runtime: process.versions.node,
  };
  let timer: NodeJS.Timeout | undefined;
  let signing: Promise<void> = Promise.resolve();
  const sign = () => {
    signing = signing.then(() => writeProcess(db, own)).catch(options.onError);
  };
  return {
    id: own.id,
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
