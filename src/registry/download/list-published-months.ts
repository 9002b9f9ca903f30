import { createOutboundClient, type OutboundClient } from '../../platform/outbound/index.ts';
import { RegistryError } from '../errors.ts';
import { listShareWithRetries, type ShareAccess } from './list-share.ts';

export type PublishedMonth = {
  /** `YYYY-MM`. */
  readonly month: string;
  readonly modified?: Date;
};

/**
 * The months on the share, the newest first.
 *
 * Rejects with `registry_share_unreachable` and `registry_share_unreadable`.
 */
export async function listPublishedMonths(access: ShareAccess): Promise<readonly PublishedMonth[]> {
  using client = createShareClient(access.shareUrl);
  return await readPublishedMonths(client, access);
}

/** The same through a client that is there already. */
export async function readPublishedMonths(
  client: OutboundClient,
  access: ShareAccess,
): Promise<readonly PublishedMonth[]> {
  const entries = await listShareWithRetries(client, folderUrl(access.shareUrl), access);
  const months = entries.filter(({ name, isFolder }) => isFolder && /^\d{4}-(0[1-9]|1[0-2])$/.test(name));
  if (months.length === 0) {
    throw new RegistryError('registry_share_unreadable', { detail: 'The share has no folders of months.' });
  }
  return months
    .map(({ name, lastModified }) => ({
      month: name,
      ...(lastModified !== undefined && { modified: lastModified }),
    }))
    .sort((one, other) => (one.month < other.month ? 1 : -1));
}

/** An address that others can be resolved against. */
export function folderUrl(shareUrl: string, ...folders: readonly string[]): URL {
  return new URL([shareUrl.replace(/\/+$/, ''), ...folders, ''].join('/'));
}

/** The client that the share is asked by. The operator named its host, so it may be private and on any port. */
export function createShareClient(shareUrl: string): OutboundClient {
  return createOutboundClient({
    peer: 'registry',
    allow: [new URL(shareUrl).hostname],
    connectTimeoutMs: 10_000,
  });
}
