import { createOutboundClient, type OutboundClient } from '../../platform/outbound/index.ts';

/** The client that the share is asked by. The operator named its host, so it may be private and on any port. */
export function createShareClient(shareUrl: string): OutboundClient {
  return createOutboundClient({
    peer: 'registry',
    allow: [new URL(shareUrl).hostname],
    connectTimeoutMs: 10_000,
  });
}
