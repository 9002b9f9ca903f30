import { createSecretKey } from 'node:crypto';
import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import type { Db } from '../db/types.ts';
import { type AuditAnchor, digestAnchors, listAnchors, proveAnchor } from './anchors-store.ts';
import { firstHash, hashEvent } from './audit-chain.ts';
import {
  countChain,
  findBeginning,
  findEventHashes,
  listChainNames,
  listChains,
  readChain,
} from './audit-store.ts';
import { checkpointAction, NotedHeads } from './chain-notes.ts';
import type { RecordedEvent } from './types.ts';

/** The faults that `verifyAudit` finds. */
export const auditFaults = [
  'altered',
  'missing',
  /** Several events have this place, or one of a dropped month has it. */
  'repeated',
  'head_wrong',
  'cut_short',
  /** A note does not name this chain, which was begun before it. */
  'hidden',
  'beginning_missing',
  'begun_late',
  /** An anchor was altered, or does not fit what is before it. */
  'anchor_wrong',
  /** The anchors are others than the newest drop noted. */
  'anchors_changed',
] as const;

/** A fault of a chain, and its place. A log without its beginning has no chain to name: then it is `log`. */
export type AuditFault = {
  readonly chain: string;
  readonly sequence: number;
  readonly fault: (typeof auditFaults)[number];
};

/** The result of reading the whole audit log. */
export type AuditVerification = {
  readonly events: number;
  readonly chains: number;
  /** Notes of heads in other chains, of the beginning of the log and of dropped stretches, each compared with what it names. */
  readonly anchors: number;
  /** Empty when every chain is whole. */
  readonly faults: readonly AuditFault[];
  /** Events of dropped months, which anchors stand for. Absent when there is none. */
  readonly dropped?: number;
};

/** The events of one chain that were read. */
export type VerifiedChain = {
  readonly chain: string;
  readonly events: number;
  /** 0 in a chain without events, of which only the head is left. */
  readonly firstSequence: number;
  readonly lastSequence: number;
  readonly firstAt: Date | undefined;
  readonly lastAt: Date | undefined;
};

type VerifyAuditOptions = {
  readonly onProgress?: (events: number) => void;
  readonly onChain?: (chain: VerifiedChain) => void;
  readonly signal?: AbortSignal;
  /** True when the service has been used: a log without its beginning was then emptied. */
  readonly mustHaveBegun?: boolean;
};

/** Hashing a page takes a few milliseconds; requests are answered between two. */
const pageSize = 500;

/**
 * Reads the whole audit log and names what was altered, taken out or cut off. A change needs the audit key to go
 * unseen. NOTE: events at the end of a chain, taken out together with the chain's head, are missed until a note names the
 * head: after an hour or 10,000 events, when a process begins, and when the writer of the chain goes on with it.
 */
export async function verifyAudit(
  db: Db,
  key: Uint8Array,
  options: VerifyAuditOptions = {},
): Promise<AuditVerification> {
  for (;;) {
    const anchors = await listAnchors(db);
    const verification = await verifyOnce(db, key, options, anchors);
    // A month that was dropped meanwhile was read in part. Nothing takes an anchor away.
    if ((await listAnchors(db)).length === anchors.length) return verification;
  }
}

async function verifyOnce(
  db: Db,
  key: Uint8Array,
  options: VerifyAuditOptions,
  anchors: readonly AuditAnchor[],
): Promise<AuditVerification> {
  const secret = createSecretKey(key);
  const heads = new Map((await listChains(db)).map((head) => [head.name, head]));
  const anchored = Map.groupBy(anchors, ({ chain }) => chain);
  const names = [...new Set([...heads.keys(), ...(await listChainNames(db)), ...anchored.keys()])];
  const faults: AuditFault[] = [];
  const noted = new NotedHeads();
  let events = 0;
  let dropped = 0;
  let drop: RecordedEvent | undefined;
  let beginning: RecordedEvent | undefined;

  const hasEvent = async (chain: string, sequence: number, hash: Uint8Array) => {
    const found = await findEventHashes(db, chain, sequence);
    if (found.length > 0) return found.some((it) => Buffer.compare(it, hash) === 0);
    const anchor = anchored
      .get(chain)
      ?.find((it) => it.firstSequence <= sequence && sequence <= it.lastSequence);
    if (anchor === undefined) return false;
    // Of a stretch only the last hash is left.
    return anchor.lastSequence > sequence || Buffer.compare(anchor.lastHash, hash) === 0;
  };
  const fits = (previous: Uint8Array, event: RecordedEvent) =>
    Buffer.compare(hashEvent(secret, previous, event), event.hash) === 0;

  for (const name of names) {
    let beforePrevious = firstHash;
    let previous = firstHash;
    let sequence = 0;
    const stretches = new Map((anchored.get(name) ?? []).map((anchor) => [anchor.firstSequence, anchor]));
    const skipDropped = () => {
      for (let it = stretches.get(sequence + 1); it !== undefined; it = stretches.get(sequence + 1)) {
        const isProven = Buffer.compare(proveAnchor(secret, it), it.proof) === 0;
        if (!isProven || Buffer.compare(it.previousHash, previous) !== 0)
          faults.push({ chain: name, sequence: sequence + 1, fault: 'anchor_wrong' });
        dropped += it.lastSequence - sequence;
        ({ lastSequence: sequence, lastHash: previous } = it);
      }
    };
    let first: RecordedEvent | undefined;
    let last: RecordedEvent | undefined;
    let read = 0;
    for (;;) {
      options.signal?.throwIfAborted();
      const page = await readChain(db, name, { after: last, limit: pageSize });
      for (const event of page) {
        skipDropped();
        if (event.sequence <= sequence) {
          faults.push({ chain: name, sequence: event.sequence, fault: 'repeated' });
          // The true one of both is what the next event follows.
          if (event.sequence === sequence && fits(beforePrevious, event)) previous = event.hash;
          continue;
        }
        let isProven = false;
        if (event.sequence !== sequence + 1)
          faults.push({ chain: name, sequence: sequence + 1, fault: 'missing' });
        else if (fits(previous, event)) isProven = true;
        else faults.push({ chain: name, sequence: event.sequence, fault: 'altered' });
        beforePrevious = previous;
        previous = event.hash;
        sequence = event.sequence;
        if (event.action === 'audit.drop') drop = event;
        if (event.action === checkpointAction && isProven) {
          for (const chain of noted.add(name, event.detail))
            faults.push({ chain, sequence: noted.lastOf(chain), fault: 'hidden' });
        }
        if (event.action === 'audit.begin') beginning ??= event;
      }
      first ??= page[0];
      last = page.at(-1) ?? last;
      read += page.length;
      events += page.length;
      options.onProgress?.(events);
      await turnOfTheLoop();
      if (page.length < pageSize) break;
    }
    // Rows that no page showed: their place is that of another.
    if (last !== undefined && (await countChain(db, name, last.sequence)) !== read)
      faults.push({ chain: name, sequence: last.sequence, fault: 'repeated' });
    skipDropped();
    options.onChain?.({
      chain: name,
      events: read,
      firstAt: first?.at,
      lastAt: last?.at,
      firstSequence: first?.sequence ?? 0,
      lastSequence: last?.sequence ?? 0,
    });
    const head = heads.get(name);
    // Read before the chain was: a running process may have moved on since.
    if (head === undefined) faults.push({ chain: name, sequence, fault: 'head_wrong' });
    else if (!(await hasEvent(name, head.sequence, head.hash))) {
      faults.push({ chain: name, sequence: head.sequence, fault: 'head_wrong' });
    }
  }
  for (const { chain, sequence, hash } of noted.list()) {
    if (!(await hasEvent(chain, sequence, Buffer.from(hash, 'hex')))) {
      faults.push({ chain, sequence, fault: 'cut_short' });
    }
  }
  const begun = await findBeginning(db);
  if (begun === undefined) {
    if (options.mustHaveBegun) faults.push({ chain: 'log', sequence: 0, fault: 'beginning_missing' });
  } else if (!(await hasEvent(begun.chain, begun.sequence, begun.hash))) {
    faults.push({ chain: begun.chain, sequence: begun.sequence, fault: 'beginning_missing' });
  }
  if (beginning !== undefined && isLate(beginning)) {
    faults.push({ chain: beginning.chain, sequence: beginning.sequence, fault: 'begun_late' });
  }
  if ((drop !== undefined || anchors.length > 0) && !isOfAnchors(drop, anchors)) {
    faults.push({ chain: drop?.chain ?? 'log', sequence: drop?.sequence ?? 0, fault: 'anchors_changed' });
  }
  return {
    events,
    chains: names.length,
    faults,
    anchors: noted.count + (begun === undefined ? 0 : 1) + anchors.length,
    ...(dropped === 0 ? {} : { dropped }),
  };
}

/** True if clients existed before the log began: they are made with an event. */
function isLate({ detail }: RecordedEvent): boolean {
  return typeof detail?.clients === 'number' && detail.clients > 0;
}

/** True if the event of the newest drop noted just these anchors. */
function isOfAnchors(drop: RecordedEvent | undefined, anchors: readonly AuditAnchor[]): boolean {
  const { anchors: count, digest } = drop?.detail ?? {};
  return count === anchors.length && digest === digestAnchors(anchors);
}
