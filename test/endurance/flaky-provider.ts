import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type FlakyProvider = {
  readonly url: string;
  /** Answers given, failures included. */
  readonly requests: number;
  readonly failures: number;
  close(): Promise<void>;
};

/** What the provider says of a key: everything that executions are checked by follows from it. */
export function answerFor(key: string): { readonly isFine: boolean } {
  return { isFine: key.charCodeAt(key.length - 1) % 2 === 0 };
}

/**
 * A provider over HTTP that fails for a share of the requests: an error, a broken answer, or a connection cut. Some
 * answers are late.
 */
export async function startFlakyProvider(failureShare: number, random: () => number): Promise<FlakyProvider> {
  const counts = { requests: 0, failures: 0 };
  const server = createServer((request, response) => {
    counts.requests += 1;
    if (random() >= failureShare) {
      const key = decodeURIComponent(request.url!.slice(1));
      setTimeout(() => response.end(JSON.stringify(answerFor(key))), random() < 0.05 ? 200 : 1);
      return;
    }
    counts.failures += 1;
    const kind = random();
    if (kind < 0.4) response.writeHead(503).end();
    else if (kind < 0.7) response.end('{"isFine":');
    else request.socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get requests() {
      return counts.requests;
    },
    get failures() {
      return counts.failures;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
