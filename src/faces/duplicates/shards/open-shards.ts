import { createOutboundClient, OutboundError } from '../../../platform/outbound/index.ts';
import type { CandidateIndex, FoundCandidates } from '../candidate-index.ts';
import type { IndexCandidate } from '../index-worker.ts';
import { createShardBreaker, type ShardBreakerOptions, type ShardSearchEnd } from './create-shard-breaker.ts';
import { nameShard } from './shard.ts';
import {
  decodeFound,
  digestModels,
  encodeSearch,
  largestSearchBytes,
  modelsHeader,
  type ShardSearch,
  shardHeader,
} from './shard-messages.ts';

/**
 * `ready`: it answers. `loading`: it reads its faces. `unreachable`: it does not answer, or not in time. `refused`: it
 * knows another secret. `cut-off`: searches timed out one after the other, so that it is asked seldom. `misplaced`: it holds another part than its place in the list of addresses says.
 * `other-models`: it can compare other models. `unknown`: it was not asked yet.
 */
export const shardStates = [
  'unknown',
  'ready',
  'loading',
  'unreachable',
  'cut-off',
  'refused',
  'misplaced',
  'other-models',
] as const;

export type ShardStateName = (typeof shardStates)[number];

export type ShardState = {
  /** The part that its place in the list of addresses asks for: `1/2`. */
  readonly shard: string;
  readonly state: ShardStateName;
};

export type OpenShardsOptions = {
  /** Addresses of the shards in the order of their parts, without a slash at their end. */
  readonly urls: readonly string[];
  readonly secret: string;
  /** Time for one answer. */
  readonly timeoutMs: number;
  /** When a shard that hangs is no longer asked, each shard for itself. */
  readonly breaker: ShardBreakerOptions;
  /** Every model whose templates can be compared here, in order. */
  readonly templateModels: () => readonly string[];
  /** The interval for asking how the shards are. */
  readonly pollIntervalMs?: number;
  /** Told when a shard changes its state; `detail` says what an operator needs to mend it. */
  readonly onState?: (state: ShardState & { readonly detail?: string | undefined }) => void;
};

export type Shards = CandidateIndex & {
  /** As they were when last asked. */
  states(): readonly ShardState[];
};

type Answer = { readonly state: ShardStateName; readonly detail?: string | undefined };

const cutOff: Answer = { state: 'cut-off', detail: 'searches timed out one after the other' };
const unreadable: Answer = { state: 'unreachable', detail: 'unreadable' };

/**
 * The index of the registered faces in other processes. A search asks all shards at once, each for itself; one that is
 * away, late or not the expected one is missing in the answer. One that hangs is left out after some time-outs, until a
 * search finds that it answers. `loaded` resolves once each shard has been ready.
 *
 * See docs/decisions/0185 and docs/decisions/0201.
 */
export function openShards(options: OpenShardsOptions): Shards {
  const { urls, secret, timeoutMs, templateModels } = options;
  const { pollIntervalMs = 5_000, onState = () => {} } = options;
  const outbound = createOutboundClient({
    peer: 'duplicates',
    // The operator names the shards: they are private, and may speak plain http.
    allow: urls.map((url) => new URL(url).host),
    connectTimeoutMs: Math.min(2_000, timeoutMs),
  });
  const shards = urls.map((url, index) => ({
    url,
    shard: nameShard({ number: index + 1, count: urls.length }),
    state: 'unknown' as ShardStateName,
    breaker: createShardBreaker(options.breaker),
    models: [] as readonly string[],
    wasReady: false,
  }));
  type KnownShard = (typeof shards)[number];
  const allReady = Promise.withResolvers<void>();
  allReady.promise.catch(() => {});
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  function note(shard: KnownShard, answer: Answer, models: readonly string[] = shard.models): void {
    if (isClosed) return;
    // What a shard says of itself does not show that it answers searches.
    const { state, detail } = shard.breaker.isOpen() ? cutOff : answer;
    shard.models = models;
    if (state === 'ready') shard.wasReady = true;
    if (shards.every(({ wasReady }) => wasReady)) allReady.resolve();
    if (shard.state === state) return;
    shard.state = state;
    onState({ shard: shard.shard, state, detail });
  }

  /** One request to a shard. Undefined, and the reason noted, when it gives no usable answer. */
  async function ask<T>(
    shard: KnownShard,
    search: ShardSearch | undefined,
    read: (body: string) => { readonly value: T; readonly models: readonly string[] } | Answer,
    end: (end: ShardSearchEnd) => void = () => {},
  ): Promise<T | undefined> {
    const expected = { shard: shard.shard, digest: digestModels(templateModels()) };
    try {
      return await outbound.send(
        {
          url: `${shard.url}/${search === undefined ? 'readyz' : 'searches'}`,
          method: search === undefined ? 'GET' : 'POST',
          headers: {
            authorization: `Bearer ${secret}`,
            'content-type': 'application/json',
            [shardHeader]: expected.shard,
            [modelsHeader]: expected.digest,
          },
          body: search && encodeSearch(search),
          maxBytes: largestSearchBytes,
          timeoutMs,
        },
        async (response) => {
          const body = (await response.bytes()).toString('utf8');
          const answer =
            response.status === 200
              ? read(body)
              : toFailure(response.status, readDescription(body), expected);
          end('value' in answer ? 'answered' : 'failed');
          if (!('value' in answer)) {
            note(shard, answer);
            return undefined;
          }
          note(shard, { state: 'ready' }, answer.models);
          return answer.value;
        },
      );
    } catch (error) {
      const detail = error instanceof OutboundError ? error.code : 'unreadable';
      end(detail === 'outbound_timed_out' ? 'timed-out' : 'failed');
      note(shard, { state: 'unreachable', detail });
      return undefined;
    }
  }

  async function look(shard: KnownShard): Promise<void> {
    const expected = { shard: shard.shard, digest: digestModels(templateModels()) };
    await ask(shard, undefined, (body) => {
      const description = readDescription(body);
      const failure = findDifference(description, expected);
      return failure ?? { value: true, models: description.models };
    });
  }

  async function search(shard: KnownShard, question: ShardSearch) {
    const end = shard.breaker.admit();
    if (end === undefined) return undefined;
    const read = (body: string) => {
      const value = decodeFound(body);
      return value === undefined ? unreadable : { value, models: value.models };
    };
    return await ask(shard, question, read, end);
  }

  async function poll(): Promise<void> {
    await Promise.all(shards.map(look));
    if (isClosed) return;
    timer = setTimeout(poll, pollIntervalMs);
    timer.unref();
  }

  return {
    start() {
      void poll();
    },
    loaded: () => allReady.promise,
    models() {
      const known = new Set(shards.flatMap(({ models }) => models));
      return templateModels().filter((model) => known.has(model));
    },
    states: () => shards.map(({ shard, state }) => ({ shard, state })),
    async search(queries, limit) {
      const answers = await Promise.all(shards.map((shard) => search(shard, { queries, limit })));
      const missing = shards.filter((_, index) => answers[index] === undefined);
      return {
        ...merge(answers, limit),
        missingShards: missing.map(({ shard }) => shard),
      };
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      allReady.reject(new Error('closed'));
      outbound.close();
    },
  };
}

/** All candidates together: of each model the likeliest first, and no more than one index would give. */
function merge(
  answers: readonly (Omit<FoundCandidates, 'missingShards'> | undefined)[],
  limit: number,
): Omit<FoundCandidates, 'missingShards'> {
  const found = answers.filter((answer) => answer !== undefined);
  const byModel = Map.groupBy(
    found.flatMap(({ candidates }) => candidates),
    ({ templateModel }) => templateModel,
  );
  const likeliest = (candidates: readonly IndexCandidate[]) =>
    candidates.toSorted((a, b) => b.upperBound - a.upperBound).slice(0, limit);
  return {
    candidates: [...byModel.values()].flatMap(likeliest),
    isComplete:
      found.every(({ isComplete }) => isComplete) &&
      [...byModel.values()].every(({ length }) => length <= limit),
    models: [...new Set(found.flatMap(({ models }) => models))],
  };
}

type Description = {
  readonly shard?: string;
  readonly digest?: string;
  readonly status?: string;
  readonly models: readonly string[];
};

function readDescription(body: string): Description {
  try {
    const { shard, digest, status, models } = JSON.parse(body) as Partial<Record<string, unknown>>;
    return {
      ...(typeof shard === 'string' ? { shard } : {}),
      ...(typeof digest === 'string' ? { digest } : {}),
      ...(typeof status === 'string' ? { status } : {}),
      models: Array.isArray(models) ? models.filter((model) => typeof model === 'string') : [],
    };
  } catch {
    return { models: [] };
  }
}

type Expected = { readonly shard: string; readonly digest: string };

function findDifference({ shard, digest }: Description, expected: Expected): Answer | undefined {
  if (shard !== expected.shard) {
    return { state: 'misplaced', detail: `expected ${expected.shard}, found ${shard ?? 'no shard'}` };
  }
  return digest === expected.digest ? undefined : { state: 'other-models' };
}

function toFailure(status: number, description: Description, expected: Expected): Answer {
  if (status === 401) return { state: 'refused', detail: 'it knows another DUPLICATE_SHARD_SECRET' };
  if (description.shard === undefined) return { state: 'unreachable', detail: `it answered ${status}` };
  const difference = findDifference(description, expected);
  if (difference !== undefined) return difference;
  if (description.status === 'loading') return { state: 'loading' };
  return { state: 'unreachable', detail: `it answered ${status}` };
}
