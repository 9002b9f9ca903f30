import { readFileSync } from 'node:fs';

/** The kernel counts in these, whatever its own clock (Linux, `USER_HZ`). */
const ticksPerSecond = 100;

/** The processor time that a process has used, in milliseconds; undefined where the kernel does not tell, and of none. */
export function readProcessorMs(pid: number | undefined): number | undefined {
  if (pid === undefined || process.platform !== 'linux') return undefined;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name of the program, in brackets, may hold anything. `utime` and `stime` are the 12th and 13th behind it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return ((Number(fields[11]) + Number(fields[12])) * 1_000) / ticksPerSecond;
  } catch {
    return undefined;
  }
}
