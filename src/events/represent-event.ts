import type { PublishedEvent } from './types.ts';

/** An event as the feed and webhooks show it, the same in both. */
export function representEvent({ id, type, version, at, data }: PublishedEvent) {
  return { id, type, version, timestamp: at.toISOString(), data };
}
