import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, open, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';

/** As many as Node has for files and for names that the system looks up. */
const threads = 4;

/** Keeps every thread of the pool waiting until the test is over, as silent name servers and hanging disks do. */
export async function blockThreads(t: TestContext): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'confere-threads-'));
  const pipes = Array.from({ length: threads }, (_, index) => join(folder, `pipe-${index}`));
  execFileSync('mkfifo', pipes);
  const opened = pipes.map(
    (pipe) => new Promise<number>((resolve) => void open(pipe, 'r', (_error, file) => resolve(file))),
  );
  t.after(async () => {
    const writers = pipes.map((pipe) => openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK));
    for (const file of [...(await Promise.all(opened)), ...writers]) closeSync(file);
    rmSync(folder, { recursive: true });
  });
  // A writer is only let in where a reader waits already.
  await wait(50);
}
