import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that systems give out by themselves, to listeners on port 0 and to outgoing connections. */
const [lowest, highest] = [12_000, 32_000];

/**
 * A port of 127.0.0.1 for a program that must be told one before it listens. Nobody else is given it meanwhile: it is
 * none of those that a system gives out. Use port 0 where the program can say what it got. See docs/decisions/0120.
 */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(lowest, highest);
    const probe = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
}
