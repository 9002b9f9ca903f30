import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { generateCpf } from '../../../src/platform/documents.ts';

/** What a replica said of itself in a phase, and how long that was not so. */
export type Truth = { readonly samples: number; readonly longestUntruthMs: number };

export type ReadinessWatch = {
  enter(phase: string): void;
  /** Of all replicas together, by phase. */
  readonly truths: ReadonlyMap<string, Truth>;
  /** Keys of the executions it began. */
  readonly keys: ReadonlySet<string>;
  close(): Promise<void>;
};

const everyMs = 1_000;
const answerMs = 8_000;

/**
 * Asks each replica, past the balancer, whether it is ready, and at once has it begin an execution, which takes one read
 * and one write of the database. A replica that says it is ready and fails, or says it is not and works, tells an
 * untruth; the longest stretch of those counts.
 */
export function watchReadiness(
  replicas: readonly { readonly url: string }[],
  { token, templateId }: { readonly token: string; readonly templateId: string },
): ReadinessWatch {
  const dispatcher = new Agent({ connect: { rejectUnauthorized: false }, pipelining: 0 });
  const truths = new Map<string, Truth>();
  const keys = new Set<string>();
  let phase = 'start';
  let isClosing = false;

  const statusOf = async (url: string, options: Parameters<typeof request>[1] = {}) => {
    try {
      const answer = await request(url, { dispatcher, signal: AbortSignal.timeout(answerMs), ...options });
      await answer.body.text();
      return answer.statusCode;
    } catch {
      return 0;
    }
  };
  const loops = replicas.map(async ({ url }) => {
    let untrueSince: number | undefined;
    while (!isClosing) {
      const inPhase = phase;
      const key = randomUUID();
      keys.add(key);
      const readiness = await statusOf(`${url}/readyz`);
      const work = await statusOf(`${url}/v1/executions`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'idempotency-key': key,
        },
        body: JSON.stringify({ templateId, cpf: generateCpf() }),
      });
      const isTrue = (readiness === 200) === (work >= 200 && work < 300);
      const now = performance.now();
      if (isTrue) untrueSince = undefined;
      else untrueSince ??= now;
      const before = truths.get(inPhase) ?? { samples: 0, longestUntruthMs: 0 };
      truths.set(inPhase, {
        samples: before.samples + 1,
        longestUntruthMs: Math.max(
          before.longestUntruthMs,
          untrueSince === undefined ? 0 : now - untrueSince,
        ),
      });
      await delay(everyMs);
    }
  });
  return {
    truths,
    keys,
    enter(next) {
      phase = next;
    },
    async close() {
      isClosing = true;
      await Promise.all(loops);
      await dispatcher.destroy();
    },
  };
}
