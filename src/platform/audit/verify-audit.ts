import { createSecretKey } from 'node:crypto';
import type { Db } from '../db/types.ts';
import { findBeginning, findEventHash, listChainNames, listChains, readChain } from './audit-store.ts';
import { checkpointAction } from './create-audit-log.ts';
import { firstHash, hashEvent } from './hash-event.ts';
import { asOldFaceLock } from './old-face-lock.ts';
import type { RecordedEvent } from './types.ts';

/** A fault of a chain, and its place. A log without its beginning has no chain to name: then it is `log`. */
export type AuditFault = {
  readonly chain: string;
  readonly sequence: number;
  readonly fault: 'altered' | 'missing' | 'head-wrong' | 'cut-short' | 'beginning-missing' | 'begun-late';
};

/** The result of reading the whole audit log. */
export type AuditVerification = {
  readonly events: number;
  readonly chains: number;
  /** Empty when every chain is whole. */
  readonly faults: readonly AuditFault[];
  /**
   * Face locks that an earlier version wrote. Everything in them is proven but the moment at which the lock ended,
   * which that version left out of the hash. Absent when there is none.
   */
  readonly oldFaceLocks?: number;
};

export type VerifyAuditOptions = {
  readonly onProgress?: (events: number) => void;
  readonly signal?: AbortSignal;
  /** True when the service has been used: a log without its beginning was then emptied. */
  readonly mustHaveBegun?: boolean;
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
  options: VerifyAuditOptions = {},
): Promise<AuditVerification> {
  const secret = createSecretKey(key);
  const heads = new Map((await listChains(db)).map((head) => [head.chain, head]));
  const names = [...new Set([...heads.keys(), ...(await listChainNames(db))])];
  const faults: AuditFault[] = [];
  const noted: { chain: string; sequence: number; hash: string }[] = [];
  let events = 0;
  let oldFaceLocks = 0;
  let beginning: RecordedEvent | undefined;

  const fits = (previous: Uint8Array, event: RecordedEvent, as: RecordedEvent | undefined = event) =>
    as !== undefined && Buffer.compare(hashEvent(secret, previous, as), event.hash) === 0;

  for (const name of names) {
    let previous = firstHash;
    let sequence = 0;
    for (;;) {
      options.signal?.throwIfAborted();
      const page = await readChain(db, name, { after: sequence, limit: pageSize });
      for (const event of page) {
        if (event.sequence !== sequence + 1)
          faults.push({ chain: name, sequence: sequence + 1, fault: 'missing' });
        else if (!fits(previous, event)) {
          const old = asOldFaceLock(event);
          if (old !== undefined && fits(previous, event, old)) oldFaceLocks += 1;
          else faults.push({ chain: name, sequence: event.sequence, fault: 'altered' });
        }
        previous = event.hash;
        sequence = event.sequence;
        if (event.action === checkpointAction) noted.push(...headsOf(event.detail));
        if (event.action === 'audit.begin') beginning ??= event;
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
  const begun = await findBeginning(db);
  if (begun === undefined) {
    if (options.mustHaveBegun) faults.push({ chain: 'log', sequence: 0, fault: 'beginning-missing' });
  } else if (!(await hasEvent(db, begun.chain, begun.sequence, begun.hash))) {
    faults.push({ chain: begun.chain, sequence: begun.sequence, fault: 'beginning-missing' });
  }
  if (beginning !== undefined && isLate(beginning)) {
    faults.push({ chain: beginning.chain, sequence: beginning.sequence, fault: 'begun-late' });
  }
  return { events, chains: names.length, faults, ...(oldFaceLocks === 0 ? {} : { oldFaceLocks }) };
}

/**
 * True if clients exist that the beginning of the log does not explain. One client may: earlier versions made the
 * first administrator without an event.
 */
function isLate({ detail }: RecordedEvent): boolean {
  const { clients, hasOlderEvents } = detail ?? {};
  return typeof clients === 'number' && clients > 1 && hasOlderEvents === false;
}

function headsOf(detail: unknown): readonly { chain: string; sequence: number; hash: string }[] {
  const { heads } = (detail ?? {}) as { heads?: { chain: string; sequence: number; hash: string }[] };
  return heads ?? [];
}

async function hasEvent(db: Db, chain: string, sequence: number, hash: Uint8Array): Promise<boolean> {
  const found = await findEventHash(db, chain, sequence);
  return found !== undefined && Buffer.compare(found, hash) === 0;
}
