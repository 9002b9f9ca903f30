import { createOutboundClient, OutboundError } from '../../../platform/outbound/index.ts';
import type { CandidateIndex } from '../candidate-index.ts';
import {
  decodeFound,
  digestModels,
  encodeSearch,
  type IndexSearch,
  largestSearchBytes,
  modelsHeader,
} from './peer-messages.ts';

/**
 * `ready`: it answers. `loading`: it reads its faces. `unreachable`: it does not answer, or not in time. `refused`: it
 * knows another secret. `other_models`: it can compare other models. `unknown`: it was not asked yet.
 */
export const duplicatesPeerStates = [
  'unknown',
  'ready',
  'loading',
  'unreachable',
  'refused',
  'other_models',
] as const;

export type DuplicatesPeerState = (typeof duplicatesPeerStates)[number];

export type OpenDuplicatesPeerOptions = {
  /** Address of the process, without a slash at its end. */
  readonly url: string;
  readonly secret: string;
  /** Every model whose templates can be compared here, in order. */
  readonly templateModels: () => readonly string[];
  /** Time for one answer; a registration waits at most this long. */
  readonly timeoutMs?: number;
  /** After a search that timed out, time for which searches do not wait for the process. */
  readonly pauseMs?: number;
  /** The interval for asking how the process is. */
  readonly pollIntervalMs?: number;
  /** Told when the state changes; `detail` says what an operator needs to mend it. */
  readonly onState?: (state: DuplicatesPeerState, detail?: string) => void;
};

export type DuplicatesPeer = CandidateIndex & {
  /** As it was when last asked. */
  state(): DuplicatesPeerState;
};

type Answer = { readonly state: DuplicatesPeerState; readonly detail?: string | undefined };

const unreadable: Answer = { state: 'unreachable', detail: 'unreadable' };
const hanging: Answer = { state: 'unreachable', detail: 'a search timed out' };

/**
 * The index of the registered faces in another process. A search is `missing` when that process is away, late, or
 * compares other models. After a search that timed out, the searches of the next seconds are `missing` at once.
 * `loaded` resolves once the process has been ready.
 *
 * See docs/decisions/0185.
 */
export function openDuplicatesPeer(options: OpenDuplicatesPeerOptions): DuplicatesPeer {
  const { url, secret, templateModels, onState = () => {} } = options;
  const { timeoutMs = 5_000, pauseMs = 10_000, pollIntervalMs = 5_000 } = options;
  const outbound = createOutboundClient({
    peer: 'duplicates',
    // The operator names the process: it is private, and may speak plain http.
    allow: [new URL(url).host],
    connectTimeoutMs: Math.min(2_000, timeoutMs),
  });
  const firstReady = Promise.withResolvers<void>();
  firstReady.promise.catch(() => {});
  let state: DuplicatesPeerState = 'unknown';
  let models: readonly string[] = [];
  let askAgainMs = 0;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const isPaused = () => performance.now() < askAgainMs;

  function note(answer: Answer): void {
    if (isClosed) return;
    // What the process says of itself does not show that it answers searches.
    const next = isPaused() ? hanging : answer;
    if (next.state === 'ready') firstReady.resolve();
    if (state === next.state) return;
    state = next.state;
    onState(next.state, next.detail);
  }

  /** One request. Undefined, and the reason noted, when there is no usable answer. */
  async function ask<T>(
    search: IndexSearch | undefined,
    read: (body: string) => { readonly value: T; readonly models: readonly string[] } | Answer,
  ): Promise<T | undefined> {
    const digest = digestModels(templateModels());
    try {
      return await outbound.send(
        {
          url: `${url}/${search === undefined ? 'readyz' : 'searches'}`,
          method: search === undefined ? 'GET' : 'POST',
          headers: {
            authorization: `Bearer ${secret}`,
            'content-type': 'application/json',
            [modelsHeader]: digest,
          },
          body: search && encodeSearch(search),
          maxBytes: largestSearchBytes,
          timeoutMs,
        },
        async (response) => {
          const body = (await response.bytes()).toString('utf8');
          const answer = response.status === 200 ? read(body) : toFailure(response.status, body, digest);
          if (!('value' in answer)) {
            note(answer);
            return undefined;
          }
          models = answer.models;
          note({ state: 'ready' });
          return answer.value;
        },
      );
    } catch (error) {
      const detail = error instanceof OutboundError ? error.code : 'unreadable';
      if (search !== undefined && detail === 'outbound_timed_out') askAgainMs = performance.now() + pauseMs;
      note({ state: 'unreachable', detail });
      return undefined;
    }
  }

  async function poll(): Promise<void> {
    await ask(undefined, (body) => {
      const description = readDescription(body);
      return description.digest === digestModels(templateModels())
        ? { value: true, models: description.models }
        : { state: 'other_models' };
    });
    if (isClosed) return;
    timer = setTimeout(poll, pollIntervalMs);
    timer.unref();
  }

  return {
    start() {
      void poll();
    },
    loaded: () => firstReady.promise,
    models: () => templateModels().filter((model) => models.includes(model)),
    state: () => state,
    async search(queries, limit) {
      if (isPaused()) return 'missing';
      const found = await ask({ queries, limit }, (body) => {
        const value = decodeFound(body);
        return value === undefined ? unreadable : { value, models: value.models };
      });
      return found ?? 'missing';
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      firstReady.reject(new Error('closed'));
      outbound.close();
    },
  };
}

type Description = { readonly digest?: string; readonly status?: string; readonly models: readonly string[] };

function readDescription(body: string): Description {
  try {
    const { digest, status, models } = JSON.parse(body) as Partial<Record<string, unknown>>;
    return {
      ...(typeof digest === 'string' ? { digest } : {}),
      ...(typeof status === 'string' ? { status } : {}),
      models: Array.isArray(models) ? models.filter((model) => typeof model === 'string') : [],
    };
  } catch {
    return { models: [] };
  }
}

function toFailure(status: number, body: string, expectedDigest: string): Answer {
  if (status === 401) return { state: 'refused', detail: 'it knows another DUPLICATES_SECRET' };
  const description = readDescription(body);
  if (description.digest !== undefined && description.digest !== expectedDigest) {
    return { state: 'other_models' };
  }
  if (description.status === 'loading') return { state: 'loading' };
  return { state: 'unreachable', detail: `it answered ${status}` };
}
