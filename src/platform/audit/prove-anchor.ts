import { createHash, createHmac, type KeyObject } from 'node:crypto';
import type { AuditAnchor } from './anchors-store.ts';

/** The proof of an anchor: HMAC-SHA256 over all its other parts, with the key of the chains. */
export function proveAnchor(key: Uint8Array | KeyObject, anchor: Omit<AuditAnchor, 'proof'>): Uint8Array {
  const parts = [
    'audit anchor',
    anchor.chain,
    anchor.firstSequence,
    anchor.lastSequence,
    Buffer.from(anchor.previousHash).toString('hex'),
    Buffer.from(anchor.lastHash).toString('hex'),
    anchor.until.toISOString(),
  ];
  return createHmac('sha256', key).update(JSON.stringify(parts)).digest();
}

/** A digest over all anchors, in the order of `listAnchors`. The event of each drop has it, so that none can be taken away. */
export function digestAnchors(anchors: readonly AuditAnchor[]): string {
  const digest = createHash('sha256');
  for (const { proof } of anchors) digest.update(proof);
  return digest.digest('hex');
}
