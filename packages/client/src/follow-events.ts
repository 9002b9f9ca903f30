import {
  ConnectionError,
  RateLimitedError,
  ServerError,
  TokenRequestError,
  UnavailableError,
} from './errors.ts';
import type { components } from './openapi.ts';
import { pause } from './pause.ts';
import type { CallOptions } from './types.ts';

/** An event of the feed; the body of a webhook is the same. */
export type ConfereEvent = components['schemas']['Event'];

export type FollowOptions = {
  /**
   * The id of the last event that you have handled: the iterator goes on behind it. `latest` begins with what happens
   * from now on; without it the oldest event that the service keeps comes first.
   */
  readonly after?: string;
  /** Only events of these types. */
  readonly types?: readonly string[];
  /** Wait after an empty page; default 2 seconds. */
  readonly pauseMs?: number;
  /** Ends the iterator. */
  readonly signal?: AbortSignal;
};

type Page = components['schemas']['EventPage'];
type FetchPage = (
  input: { readonly cursor?: string; readonly type?: string; readonly limit: number },
  options: CallOptions,
) => Promise<Page>;

const usualPauseMs = 2_000;
const longestPauseMs = 60_000;
const pageSize = 200;

/**
 * Event after event, in order and without gaps, for as long as the caller asks for more. Waits while the service is
 * away and goes on where it was; errors that waiting cannot mend are thrown.
 */
export async function* followEvents(
  fetchPage: FetchPage,
  { after, types, pauseMs = usualPauseMs, signal }: FollowOptions = {},
): AsyncGenerator<ConfereEvent, void, undefined> {
  let cursor = after;
  let failures = 0;
  while (signal?.aborted !== true) {
    let page: Page | undefined;
    try {
      page = await fetchPage(
        {
          ...(cursor === undefined ? {} : { cursor }),
          ...(types === undefined ? {} : { type: types.join(',') }),
          limit: pageSize,
        },
        signal === undefined ? {} : { signal },
      );
      failures = 0;
    } catch (error) {
      if (signal?.aborted) return;
      if (!isPassing(error)) throw error;
      failures += 1;
    }
    if (page !== undefined) {
      yield* page.items;
      const reached = page.nextCursor ?? cursor;
      const isNewest = reached === cursor;
      cursor = reached;
      if (!isNewest) continue;
    }
    const waitMs = Math.min(longestPauseMs, pauseMs * 2 ** Math.max(0, failures - 1));
    await pause(waitMs * (0.75 + Math.random() / 2), signal).catch(() => undefined);
  }
}

function isPassing(error: unknown): boolean {
  return (
    error instanceof ConnectionError ||
    error instanceof RateLimitedError ||
    error instanceof UnavailableError ||
    error instanceof ServerError ||
    (error instanceof TokenRequestError && (error.status === 429 || error.status >= 500))
  );
}
