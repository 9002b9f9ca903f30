import { setTimeout as wait } from 'node:timers/promises';
import { createOutboundClient, OutboundError } from '../../platform/outbound/index.ts';
import type { AnalysisOutcome } from '../analyse-photo.ts';
import { EngineError } from '../errors.ts';
import type { AnalysisRequest, FaceWorkers } from '../face-workers.ts';
import { decodeOutcome, largestAnswerBytes } from './analysis-message.ts';

export type FaceServiceClientOptions = {
  /** Address of the face services, without a slash at its end: one, or a balancer before several. */
  readonly url: string;
  /** The secret that the services know. */
  readonly secret: string;
  /** Of `digestNetworks`: services with other networks are not used. */
  readonly networks: string;
  /** Photos under way at once; more are refused. */
  readonly maxPending: number;
  readonly timeoutMs: number;
  /** Ends the waiting for the first service. */
  readonly signal: AbortSignal;
  /** Told why no service can be used yet, and why one was not used later: each reason at most once a minute. */
  readonly onProblem: (problem: string) => void;
};

const lookAgainMs = 1_000;
const connectTimeoutMs = 2_000;
/** A service that went away, or has too much work, need not be the only one. */
const tries = 3;
const retryAfterSeconds = 2;
const tellAgainMs = 60_000;
const otherSecret = 'the face service knows another secret';
const otherNetworks = 'the face service has other networks or photo limits';

/**
 * Face services that run the networks. Resolves when one has answered that it is ready with the same networks. Each
 * photo takes a connection of its own, so that a balancer spreads them. A photo is sent again, to whichever service
 * the balancer picks, when a service could not be reached or had too much work: an analysis changes nothing.
 */
export async function openFaceServices(options: FaceServiceClientOptions): Promise<FaceWorkers> {
  const { url, secret, networks, maxPending, timeoutMs, signal } = options;
  const tellProblem = tellNowAndThen(options.onProblem);
  const outbound = createOutboundClient({
    peer: 'faces',
    handsTraceOn: true,
    // The operator names the services: they are private, and may speak plain http.
    allow: [new URL(url).host],
    connectTimeoutMs,
  });
  const pending = new Set<Promise<unknown>>();
  let isClosed = false;
  await waitForService(outbound, { ...options, onProblem: tellProblem }).catch((error: unknown) => {
    outbound.close();
    throw error;
  });
  signal.addEventListener('abort', () => outbound.close(), { once: true });

  async function ask(photo: Uint8Array, request: AnalysisRequest, untilMs: number): Promise<AnalysisOutcome> {
    for (let attempt = 1; ; attempt += 1) {
      const leftMs = Math.max(1, untilMs - performance.now());
      try {
        return await outbound.send(
          {
            url: `${url}/analyses`,
            method: 'POST',
            headers: {
              authorization: `Bearer ${secret}`,
              'content-type': 'application/octet-stream',
              'confere-networks': networks,
              'confere-request': JSON.stringify(request),
              'confere-timeout-ms': String(Math.ceil(leftMs)),
            },
            body: photo,
            maxBytes: largestAnswerBytes,
            timeoutMs: leftMs,
          },
          async (answer) => {
            const body = (await answer.bytes()).toString('utf8');
            if (answer.status === 200) return decodeOutcome(body);
            throw toEngineError(answer.status, body);
          },
        );
      } catch (error) {
        const failure = asEngineError(error);
        if (failure.detail !== undefined) tellProblem(failure.detail);
        const isWorthAnother =
          failure.code === 'face_engine_busy' || failure.code === 'face_service_unavailable';
        if (!isWorthAnother || attempt >= tries || performance.now() >= untilMs) throw failure;
      }
    }
  }

  return {
    async run(photo, request) {
      if (isClosed || pending.size >= maxPending) {
        throw new EngineError('face_engine_busy', { retryAfterSeconds: 1 });
      }
      const answer = ask(new Uint8Array(photo), request, performance.now() + timeoutMs);
      pending.add(answer);
      return await answer.finally(() => pending.delete(answer));
    },
    get workload() {
      return { waiting: 0, busy: pending.size, workers: maxPending };
    },
    async close() {
      isClosed = true;
      await Promise.allSettled(pending);
      outbound.close();
    },
  };
}

function tellNowAndThen(onProblem: (problem: string) => void): (problem: string) => void {
  const toldAt = new Map<string, number>();
  return (problem) => {
    const now = performance.now();
    if (now - (toldAt.get(problem) ?? Number.NEGATIVE_INFINITY) < tellAgainMs) return;
    toldAt.set(problem, now);
    onProblem(problem);
  };
}

async function waitForService(
  outbound: ReturnType<typeof createOutboundClient>,
  { url, secret, networks, signal, onProblem }: FaceServiceClientOptions,
): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const problem = await outbound
      .send(
        {
          url: `${url}/readyz`,
          headers: { authorization: `Bearer ${secret}` },
          maxBytes: largestAnswerBytes,
          timeoutMs: connectTimeoutMs,
          signal,
        },
        async (answer) => {
          const body = (await answer.bytes()).toString('utf8');
          if (answer.status === 401) return otherSecret;
          if (answer.status !== 200) return 'the face service is not ready';
          const isSame = (JSON.parse(body) as { networks?: string }).networks === networks;
          return isSame ? undefined : otherNetworks;
        },
      )
      .catch((error: unknown) => {
        signal.throwIfAborted();
        return `the face service does not answer: ${error instanceof OutboundError ? error.code : 'unreadable'}`;
      });
    if (problem === undefined) return;
    onProblem(problem);
    await wait(lookAgainMs, undefined, { signal });
  }
}

function toEngineError(status: number, body: string): EngineError {
  if (status === 503) {
    const code = body.includes('face_engine_timeout') ? 'face_engine_timeout' : 'face_engine_busy';
    return new EngineError(code, { retryAfterSeconds: 1 });
  }
  const details: Readonly<Record<number, string>> = { 401: otherSecret, 409: otherNetworks };
  const detail = details[status] ?? `the face service answered ${status}`;
  return new EngineError('face_service_unavailable', { detail, retryAfterSeconds });
}

function asEngineError(error: unknown): EngineError {
  if (error instanceof EngineError) return error;
  if (error instanceof OutboundError && error.code === 'outbound_timed_out') {
    return new EngineError('face_engine_timeout', { retryAfterSeconds: 1, cause: error });
  }
  const detail =
    error instanceof OutboundError ? `the face service does not answer: ${error.code}` : undefined;
  return new EngineError('face_service_unavailable', {
    ...(detail === undefined ? {} : { detail }),
    retryAfterSeconds,
    cause: error,
  });
}
