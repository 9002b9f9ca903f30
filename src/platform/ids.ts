import { randomFillSync } from 'node:crypto';

/** The kind of an identifier, by its first three letters. Each kind has its own letters. */
export type IdKind = { readonly prefix: string };

/**
 * A kind of stored identifiers. Its domain lists it in its module, so that two of one prefix are found.
 *
 * Throws a TypeError for a prefix that is not three lower-case letters.
 */
export function defineIdKind(prefix: string): IdKind {
  if (!/^[a-z]{3}$/.test(prefix)) throw new TypeError(`not three lower-case letters: ${prefix}`);
  return { prefix };
}

export const personIdKind = defineIdKind('per');
export const companyIdKind = defineIdKind('com');
export const attemptIdKind = defineIdKind('att');
/** Identifiers of events that clients receive. */
export const eventIdKind = defineIdKind('evt');

/** The kinds that domains share which may not use each other. */
export const sharedIdKinds: readonly IdKind[] = [personIdKind, companyIdKind, attemptIdKind, eventIdKind];

/**
 * A UUID version 7 (RFC 9562, section 5.7): 48 bits of milliseconds since the epoch, then 74 random bits.
 * Sorts by time of creation to the millisecond; not a secret, and not unguessable in its first half.
 */
export function createUuidV7(now: number = Date.now()): string {
  const hex = uuidV7Hex(now);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** A stored identifier: the kind's prefix, an underscore, and a UUIDv7 as 32 lower-case hex digits. */
export function createId(kind: IdKind, now: number = Date.now()): string {
  return `${kind.prefix}_${uuidV7Hex(now)}`;
}

/** The least identifier of that kind made at a moment, in milliseconds since the epoch; it sorts before all of them. */
export function firstIdAt(kind: IdKind, moment: number): string {
  return `${kind.prefix}_${moment.toString(16).padStart(12, '0')}`;
}

/** True if a value has the form of an identifier of that kind. It may still name nothing. */
export function isId(kind: IdKind, value: string): boolean {
  return value.length === 36 && value.startsWith(`${kind.prefix}_`) && /^[0-9a-f]{32}$/.test(value.slice(4));
}

/** The form of identifiers of that kind, as the pattern of a schema. */
export function idPattern(kind: IdKind): string {
  return `^${kind.prefix}_[0-9a-f]{32}$`;
}

/** Random bytes fetched in one go: a call for sixteen of them costs as much as one for thousands. */
const randomPool = Buffer.allocUnsafeSlow(4_096);
let usedBytes = randomPool.length;

function uuidV7Hex(now: number): string {
  if (usedBytes === randomPool.length) {
    randomFillSync(randomPool);
    usedBytes = 0;
  }
  const bytes = randomPool.subarray(usedBytes, usedBytes + 16);
  usedBytes += 16;
  bytes.writeUIntBE(now, 0, 6);
  bytes[6] = 0x70 | (bytes[6] & 0x0f);
  bytes[8] = 0x80 | (bytes[8] & 0x3f);
  return bytes.toString('hex');
}
