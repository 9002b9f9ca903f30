import { execFile } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { Program } from './run-program.ts';

/** Waits until something is so, for two minutes at most; a rejection counts as no. */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 120_000;
  while (!(await isSo().catch(() => false))) {
    if (performance.now() > deadline) throw new Error('not within two minutes');
    await delay(200);
  }
}

/** Waits until a replica's own listener says that it is ready. */
export async function untilReady(port: number, program: () => Program): Promise<void> {
  const deadline = performance.now() + 120_000;
  for (;;) {
    const ask = [
      '-sk',
      '-o',
      '/dev/null',
      '-m',
      '5',
      '-w',
      '%{http_code}',
      `https://127.0.0.1:${port}/readyz`,
    ];
    const answer = await new Promise<string>((resolve) => {
      execFile('curl', ask, (_error, stdout) => resolve(stdout));
    });
    if (answer === '200') return;
    if (!program().isRunning() || performance.now() > deadline) {
      throw new Error(`a replica is not ready (${answer}):\n${program().readOutput()}`);
    }
    await delay(200);
  }
}
