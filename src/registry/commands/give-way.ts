import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

/** Hundreds of times what it takes. */
const longestWaitMs = 2_000;

/**
 * Lets every other process of the machine go first: on Linux the whole process becomes one of the idle class
 * (sched(7), SCHED_IDLE), which whoever wakes interrupts at once, by the `chrt` of util-linux. Without that, each of
 * its threads gets the lowest priority; a Linux thread has a priority of its own, and the collector's and compiler's
 * were there before this was called. Threads made later inherit. Never fails: it is a courtesy.
 *
 * Works between processes of one control group only: beside a service in another container it changes nothing.
 */
export function giveWay(): void {
  if (process.platform !== 'linux') {
    lowerPriority(process.pid);
    return;
  }
  const idle = spawnSync('chrt', ['--idle', '--all-tasks', '--pid', '0', String(process.pid)], {
    stdio: 'ignore',
    timeout: longestWaitMs,
  });
  if (idle.status !== 0) for (const thread of listThreads()) lowerPriority(thread);
}

function listThreads(): readonly number[] {
  try {
    return readdirSync('/proc/self/task').map(Number);
  } catch {
    return [process.pid];
  }
}

function lowerPriority(thread: number): void {
  try {
    setPriority(thread, constants.priority.PRIORITY_LOW);
  } catch {
    // A thread that has ended, or a system that does not allow it.
  }
}
