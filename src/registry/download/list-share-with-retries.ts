import { setTimeout as wait } from 'node:timers/promises';
import { type OutboundClient, OutboundError } from '../../platform/outbound/index.ts';
import { RegistryError } from '../errors.ts';
import { listShare, type ShareEntry, ShareRefusal } from './list-share.ts';

/** Where the open data is published, and how patiently it is asked. */
export type ShareAccess = {
  /** The WebDAV address of the share, in which the months are folders. */
  readonly shareUrl: string;
  readonly stallTimeoutMs: number;
  readonly attempts: number;
  /** Default 1000. */
  readonly retryWaitMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
};

const listingAttempts = 4;

/** A folder's listing, asked for again when the share refuses or breaks off. A folder that is not there is final. */
export async function listShareWithRetries(
  client: OutboundClient,
  folder: URL,
  { stallTimeoutMs, attempts, retryWaitMs = 1000, signal }: ShareAccess,
): Promise<readonly ShareEntry[]> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await listShare(client, folder, { timeoutMs: stallTimeoutMs, signal });
    } catch (cause) {
      if (signal?.aborted) throw new RegistryError('registry_download_interrupted');
      if (cause instanceof RegistryError) throw cause;
      const isFinal = cause instanceof ShareRefusal && (cause.status === 404 || cause.status === 405);
      if (isFinal || failures >= Math.min(attempts, listingAttempts)) {
        throw new RegistryError('registry_share_unreachable', { detail: describeFault(cause), cause });
      }
      const asked = cause instanceof ShareRefusal ? (cause.retryAfterMs ?? 0) : 0;
      const longest = retryWaitMs * 2 ** (failures - 1);
      await wait(Math.min(asked, 60_000) + Math.random() * longest, undefined, { signal }).catch(() => {});
    }
  }
}

/** The message of a fault; of a request that failed its reason too. */
export function describeFault(fault: unknown): string {
  if (fault instanceof OutboundError && fault.detail !== undefined) return `${fault.title} (${fault.detail})`;
  return fault instanceof Error ? fault.message : String(fault);
}
