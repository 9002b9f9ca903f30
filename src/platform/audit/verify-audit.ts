import type { Db } from '../db/types.ts';
import { findEventHash, listChainNames, listChains, readChain } from './audit-store.ts';
import { checkpointAction } from './create-audit-log.ts';
import { firstHash, hashEvent } from './hash-event.ts';

/** What is wrong with a chain, and where. */
export type AuditFault = {
  readonly chain: string;
  readonly sequence: number;
  readonly fault: 'altered' | 'missing' | 'head-wrong' | 'cut-short';
};

/** What reading the whole audit log found. */
export type AuditVerification = {
  readonly events: number;
  readonly chains: number;
  /** Empty when every chain is whole. */
  readonly faults: readonly AuditFault[];
};

const pageSize = 2_000;

/**
 * Reads the whole audit log and names what was altered, taken out or cut off. A change needs the audit key to go
 * unseen. NOTE: events at the end of a chain, taken out together with the chain's head, are missed until another
 * chain has noted the head, which every process does when it begins and every 10,000 events.
 */
export async function verifyAudit(
  db: Db,
  key: Uint8Array,
  options: { readonly onProgress?: (events: number) => void; readonly signal?: AbortSignal } = {},
): Promise<AuditVerification> {
  const heads = new Map((await listChains(db)).map((head) => [head.chain, head]));
  const names = [...new Set([...heads.keys(), ...(await listChainNames(db))])];
  const faults: AuditFault[] = [];
  const noted: { chain: string; sequence: number; hash: string }[] = [];
  let events = 0;
  for (const name of names) {
    let previous = firstHash;
    let sequence = 0;
    for (;;) {
      options.signal?.throwIfAborted();
      const page = await readChain(db, name, { after: sequence, limit: pageSize });
      for (const event of page) {
        if (event.sequence !== sequence + 1)
          faults.push({ chain: name, sequence: sequence + 1, fault: 'missing' });
        else if (!Buffer.from(hashEvent(key, previous, event)).equals(event.hash)) {
          faults.push({ chain: name, sequence: event.sequence, fault: 'altered' });
        }
        previous = event.hash;
        sequence = event.sequence;
        if (event.action === checkpointAction) noted.push(...headsOf(event.detail));
      }
      events += page.length;
      options.onProgress?.(events);
      if (page.length < pageSize) break;
    }
    const head = heads.get(name);
    // Read before the chain was: a running process may have moved on since.
    if (head === undefined) faults.push({ chain: name, sequence, fault: 'head-wrong' });
    else if (!(await hasEvent(db, name, head.lastSequence, head.lastHash))) {
      faults.push({ chain: name, sequence: head.lastSequence, fault: 'head-wrong' });
    }
  }
  for (const { chain, sequence, hash } of noted) {
    if (!(await hasEvent(db, chain, sequence, Buffer.from(hash, 'hex')))) {
      faults.push({ chain, sequence, fault: 'cut-short' });
    }
  }
  return { events, chains: names.length, faults };
}

function headsOf(detail: unknown): readonly { chain: string; sequence: number; hash: string }[] {
  const { heads } = (detail ?? {}) as { heads?: { chain: string; sequence: number; hash: string }[] };
  return heads ?? [];
}

async function hasEvent(db: Db, chain: string, sequence: number, hash: Uint8Array): Promise<boolean> {
  const found = await findEventHash(db, chain, sequence);
  return found !== undefined && Buffer.compare(found, hash) === 0;
}
